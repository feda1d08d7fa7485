/* Running sums in blocks against sums key by key in long double: the values, how often they are proven (else a slower
 * way would hide a mistake), and outliers so far away that plain running sums would have no digit left. */
#include "check.h"
#include "core/blocks.h"
#include "core/kernel.h"
#include "core/pair.h"
#include "core/rng.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { MOST = 20000, QUERIES = 203 };

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static const int SERVED[] = {KERNEL_BOXCAR, KERNEL_TRIANGULAR, KERNEL_EPANECHNIKOV};

static long double weight(int kernel, long double u) {
    if (u >= 1)
        return 0;
    return kernel == KERNEL_BOXCAR ? 1 : kernel == KERNEL_TRIANGULAR ? 1 - u : (1 - u) * (1 + u);
}

/* Uniform in [0, 5) + offset; with outliers at `far` on both sides. */
static Keys make_keys(size_t n, double offset, double far, double *x, double *y) {
    Rng rng = rng_seed(n + 3);
    for (size_t i = 0; i < n; i++)
        x[i] = offset + 5 * rng_uniform(&rng);
    if (far > 0 && n > 2) {
        x[0] = offset - far;
        x[1] = offset + far;
    }
    qsort(x, n, sizeof *x, ascending);
    for (size_t i = 0; i < n; i++)
        y[i] = rng_normal(&rng) + 3;
    return (Keys){n, x, y};
}

/* How many of the queries were proven; those are right. */
static size_t check(const Keys *keys, int kernel, double h, const double *query, size_t m) {
    Pool pool = {.model = MODEL_KERNEL, .kernel = kernel, .h = h};
    Reach reach = reach_of(&pool, keys->n, 1e-13);
    Blocks blocks;
    Moments moments = {0};
    double *memory = malloc(sizeof(double) * (blocks_room(keys->n) + 1));
    SoftmaxMean mean[QUERIES], again[QUERIES];
    size_t proven = 0;
    memory[blocks_room(keys->n)] = 77;
    blocks_build(&blocks, keys, 3, memory);
    assert_true(blocks.count > 0);
    assert_true(moments_build(&moments, keys));
    blocks_means(&blocks, NULL, &reach, query, m, mean);
    blocks_means(&blocks, &moments, &reach, query, m, again);
    assert_true(memory[blocks_room(keys->n)] == 77);
    for (size_t j = 0; j < m; j++) {
        long double sum = 0, weighted = 0;
        for (size_t i = 0; i < keys->n; i++) {
            long double w = weight(kernel, fabsl((long double)query[j] - keys->x[i]) / h);
            sum += w;
            weighted += w * ((long double)keys->y[i] - 3);
        }
        assert_true(mean[j].sum == again[j].sum && (mean[j].sum < 0 || mean[j].weighted == again[j].weighted));
        if (mean[j].sum < 0)
            continue;
        proven++;
        if (!(fabsl(mean[j].sum - sum) <= 1e-10L * sum && fabsl(mean[j].weighted - weighted) <= 1e-9L * sum))
            fail_msg("kernel %d, n %zu, h %g, query %.17g: %.17g %.17g, expected %.17Lg %.17Lg", kernel, keys->n, h,
                     query[j], mean[j].sum, mean[j].weighted, sum, weighted);
    }
    moments_free(&moments);
    free(memory);
    return proven;
}

static void sums_are_right_and_mostly_proven(void **state) {
    static const size_t counts[] = {1, 15, 16, 17, 50, 127, 128, 129, 300, MOST};
    static const double offsets[] = {0, -100}, widths[] = {0.011, 0.2, 1.3, 40, 1e6};
    static double x[MOST], y[MOST], query[QUERIES];
    (void)state;
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        for (size_t o = 0; o < 2; o++) {
            Keys keys = make_keys(counts[c], offsets[o], 0, x, y);
            size_t m = counts[c] > 1000 ? 37 : QUERIES;
            for (size_t j = 0; j < m; j++)
                query[j] = offsets[o] - 1 + 7 * (double)j / (double)m;
            for (size_t k = 0; k < 3; k++)
                for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
                    assert_true(check(&keys, SERVED[k], widths[w], query, m) > m * 9 / 10);
        }
}

/* With outliers at 1e6 bandwidths, the cells of moments.h are of no use; these sums are. */
static void outliers(void **state) {
    static double x[MOST], y[MOST], query[QUERIES];
    (void)state;
    for (double far = 10; far < 1e6; far *= 10) {
        Keys keys = make_keys(MOST, 0, far, x, y);
        for (size_t j = 0; j < 20; j++)
            query[j] = 0.3 + 0.22 * (double)j;
        for (size_t k = 0; k < 3; k++)
            assert_true(check(&keys, SERVED[k], 0.2, query, 20) == 20);
    }
}

/* Beyond every key, in a gap: no key counts, and the sum is 0, not a remainder. */
static void empty_windows(void **state) {
    static double x[MOST], y[MOST];
    static const double query[] = {-1, -0.3, 2.5, 5.4, 1e9, -1e9};
    (void)state;
    Keys keys = make_keys(MOST, 0, 0, x, y);
    for (size_t i = 0; i < MOST; i++)
        x[i] = x[i] < 2 ? x[i] : x[i] < 3 ? 2 : x[i];
    for (size_t k = 0; k < 3; k++) {
        Pool pool = {.model = MODEL_KERNEL, .kernel = SERVED[k], .h = 0.2};
        Reach reach = reach_of(&pool, keys.n, 1e-13);
        Blocks blocks;
        SoftmaxMean mean[6];
        double *memory = malloc(sizeof(double) * blocks_room(keys.n));
        blocks_build(&blocks, &keys, 3, memory);
        blocks_means(&blocks, NULL, &reach, query, 6, mean);
        for (size_t j = 0; j < 4; j++)
            assert_true(mean[j].sum == 0 && mean[j].weighted == 0);
        for (size_t j = 4; j < 6; j++) /* so far that the bandwidth is below the precision of the distance */
            assert_true(mean[j].sum <= 0);
        free(memory);
    }
}

static void numbers_too_large_or_small(void **state) {
    double x[3] = {0, 1, 2}, y[3] = {0, 1, 2}, memory[200];
    Blocks blocks;
    (void)state;
    assert_true(blocks_room(3) <= 200 && blocks_room(0) == 0);
    blocks_build(&blocks, &(Keys){0, NULL, NULL}, 0, memory);
    assert_int_equal(blocks.count, 0);
    blocks_build(&blocks, &(Keys){3, x, y}, 0, memory);
    assert_int_equal(blocks.count, 1);
    x[2] = 1e300;
    blocks_build(&blocks, &(Keys){3, x, y}, 0, memory);
    assert_int_equal(blocks.count, 0);
    x[2] = 2;
    y[1] = -1e200;
    blocks_build(&blocks, &(Keys){3, x, y}, 0, memory);
    assert_int_equal(blocks.count, 0);
}

static void pairs_lose_nothing(void **state) {
    Rng rng = rng_seed(5);
    (void)state;
    for (int i = 0; i < 100000; i++) {
        double a = ldexp(rng_uniform(&rng) - 0.5, (int)(rng_u32(&rng) % 80)), b = ldexp(rng_uniform(&rng) - 0.5, 40);
        Pair sum = pair_sum(a, b), product = pair_product(a, b);
        double large = fabs(a) > fabs(b) ? a : b, small = fabs(a) > fabs(b) ? b : a;
        assert_true(sum.hi == a + b && sum.lo == small - (sum.hi - large));
        assert_true(product.hi == a * b && product.lo == fma(a, b, -product.hi));
        Pair square = pair_multiply(sum, sum), back = pair_subtract(pair_add(square, product), square);
        assert_true(fabs((back.hi - product.hi) + (back.lo - product.lo)) <= 0x1p-101 * (square.hi + fabs(product.hi)));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_right_and_mostly_proven),
        cmocka_unit_test(outliers),
        cmocka_unit_test(empty_windows),
        cmocka_unit_test(numbers_too_large_or_small),
        cmocka_unit_test(pairs_lose_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

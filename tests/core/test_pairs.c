/* Sums over pairs against long double, and what pairs.c must refuse. */
#include "check.h"
#include "core/pairs.h"
#include "core/rng.h"

#include <math.h>

static Reach gaussian(double inv) {
    Pool pool = {.model = MODEL_KERNEL, .kernel = 0, .h = 1 / inv};
    return reach_of(&pool, 2, 1e-13);
}

static void make_keys(size_t n, double offset, double *x, double *y) {
    Rng rng = rng_seed(n + 7);
    double at = offset;
    for (size_t i = 0; i < n; i++) {
        at += i % 5 == 4 ? 0 : 0.05 * rng_uniform(&rng) * (i % 11 == 3 ? 20 : 1); /* ties, clusters and gaps */
        x[i] = at;
        y[i] = 5 * rng_normal(&rng) - 3;
    }
}

/* Relative errors, where the sum is large enough; returns how many were. */
static size_t check_sums(const Keys *keys, double inv, double centre, const double *sum, const double *weighted) {
    size_t checked = 0;
    for (size_t i = 0; i < keys->n; i++) {
        long double s = 0, t = 0, size = 0;
        for (size_t j = 0; j < keys->n; j++) {
            long double u = ((long double)keys->x[i] - keys->x[j]) * inv, w = expl(-u * u / 2);
            if (j == i)
                continue;
            s += w;
            t += w * ((long double)keys->y[j] - centre);
            size += w * fabsl((long double)keys->y[j] - centre);
        }
        if (!(s >= PAIRS_LEAST))
            continue;
        checked++;
        if (fabsl(sum[i] - s) > 1e-12L * s || fabsl(weighted[i] - t) > 1e-12L * size)
            fail_msg("key %zu of %zu, inv %g: %.17g, expected %.17Lg", i, keys->n, inv, sum[i], s);
    }
    return checked;
}

static void sums_are_those_of_long_double(void **state) {
    (void)state;
    static const size_t counts[] = {1, 2, 7, 8, 9, 50, 255, 256};
    static const double inverses[] = {1e-4, 0.1, 1, 5, 40};
    static double x[PAIRS_MOST], y[PAIRS_MOST], sum[PAIRS_MOST], weighted[PAIRS_MOST];
    for (size_t c = 0; c < 8; c++)
        for (size_t i = 0; i < 5; i++) {
            Keys keys = {counts[c], x, y};
            Reach reach = gaussian(inverses[i]);
            make_keys(counts[c], 0, x, y);
            assert_true(pairs_gaussian(&reach, &keys, -3, sum, weighted));
            size_t checked = check_sums(&keys, inverses[i], -3, sum, weighted);
            assert_true(counts[c] < 50 || checked > counts[c] / 2);
        }
}

/* Two keys as far to the left as to the right, but for the last digit, and an exponent that shows it. */
static void leaves_what_it_cannot_do(void **state) {
    (void)state;
    static double x[PAIRS_MOST + 1], y[PAIRS_MOST + 1], sum[PAIRS_MOST], weighted[PAIRS_MOST];
    Keys keys = {PAIRS_MOST + 1, x, y};
    Reach reach = gaussian(1);
    make_keys(PAIRS_MOST + 1, 0, x, y);
    assert_false(pairs_gaussian(&reach, &keys, 0, sum, weighted));
    keys.n = 50;
    assert_true(pairs_gaussian(&reach, &keys, 0, sum, weighted));
    make_keys(50, 1e6, x, y);
    reach = gaussian(40);
    assert_false(pairs_gaussian(&reach, &keys, 0, sum, weighted));
    reach.kind = REACH_LAPLACE;
    make_keys(50, 0, x, y);
    assert_false(pairs_gaussian(&reach, &keys, 0, sum, weighted));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_those_of_long_double),
        cmocka_unit_test(leaves_what_it_cannot_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* sort_order against qsort by (key, place), over keys of many shapes and numbers. */
#include "check.h"
#include "core/rng.h"
#include "core/sort.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100000 };

typedef double Maker(Rng *rng, size_t i);

static double sign(Rng *rng) { return rng_u32(rng) & 1 ? -1 : 1; }

static double uniform(Rng *rng, size_t i) {
    (void)i;
    return 5 * rng_uniform(rng);
}

static double normal(Rng *rng, size_t i) {
    (void)i;
    return rng_normal(rng);
}

static double equal(Rng *rng, size_t i) {
    (void)rng, (void)i;
    return 2.5;
}

static double few_values(Rng *rng, size_t i) {
    (void)i;
    return (double)(rng_u32(rng) % 7) - 3;
}

static double rising(Rng *rng, size_t i) {
    (void)rng;
    return (double)(i / 2);
}

static double falling(Rng *rng, size_t i) {
    (void)rng;
    return -(double)(i / 2);
}

static double denormal(Rng *rng, size_t i) {
    (void)i;
    return sign(rng) * 4.9406564584124654e-324 * (rng_u32(rng) % 100000);
}

static double any_size(Rng *rng, size_t i) {
    (void)i;
    return sign(rng) * ldexp(1 + rng_uniform(rng), (int)(rng_u32(rng) % 2046) - 1022);
}

static double far_from_zero(Rng *rng, size_t i) {
    (void)i;
    return 1e6 + 1e-6 * rng_uniform(rng);
}

/* More different keys under one prefix than are put in order one by one, because others lie far away. */
static double crowded(Rng *rng, size_t i) { return i % 3 ? 1 + DBL_EPSILON * (rng_u32(rng) % 1000) : any_size(rng, i); }

/* And not quite so many. */
static double pairs(Rng *rng, size_t i) {
    return i % 2 ? any_size(rng, i) : (double)(i / 16) * (1 + DBL_EPSILON * (rng_u32(rng) % 5));
}

static double signed_zeros(Rng *rng, size_t i) {
    (void)i;
    return rng_u32(rng) % 3 ? sign(rng) * 0.0 : sign(rng);
}

static double infinite(Rng *rng, size_t i) { return i % 5 ? rng_normal(rng) : sign(rng) * INFINITY; }

static double sorted_but_last(Rng *rng, size_t i) {
    (void)rng;
    return i % 1000 == 999 ? 0 : (double)i;
}

static Maker *const MAKERS[] = {uniform,  normal,        equal,   few_values, rising,       falling,  denormal,
                                any_size, far_from_zero, crowded, pairs,      signed_zeros, infinite, sorted_but_last};
enum { MAKER_COUNT = sizeof MAKERS / sizeof *MAKERS };

typedef struct Placed {
    double x;
    size_t place;
} Placed;

static int by_key_and_place(const void *a, const void *b) {
    const Placed *p = a, *q = b;
    int by_key = (p->x > q->x) - (p->x < q->x);
    return by_key ? by_key : (p->place > q->place) - (p->place < q->place);
}

static void check(const double *x, size_t n) {
    size_t *order = malloc((n + 1) * sizeof *order);
    uint64_t *scratch = malloc((n + 1) * SORT_WORDS * sizeof *scratch);
    Placed *expected = malloc((n + 1) * sizeof *expected);
    for (size_t i = 0; i < n; i++)
        expected[i] = (Placed){x[i], i};
    qsort(expected, n, sizeof *expected, by_key_and_place);
    order[n] = 12345;
    scratch[n * SORT_WORDS] = 67890;
    sort_order(x, n, order, scratch);
    for (size_t i = 0; i < n; i++)
        if (order[i] != expected[i].place)
            fail_msg("n = %zu: place %zu is %zu, expected %zu", n, i, order[i], expected[i].place);
    assert_int_equal(order[n], 12345);
    assert_int_equal(scratch[n * SORT_WORDS], 67890);
    free(order);
    free(scratch);
    free(expected);
}

static void order_is_that_of_a_comparing_sort(void **state) {
    static const size_t counts[] = {0, 1, 2, 3, 17, 31, 32, 33, 34, 100, 1000, 5001, MOST};
    static double x[MOST];
    (void)state;
    for (size_t k = 0; k < MAKER_COUNT; k++)
        for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
            Rng rng = rng_seed(k * 100 + c);
            for (size_t i = 0; i < counts[c]; i++)
                x[i] = MAKERS[k](&rng, i);
            check(x, counts[c]);
        }
}

/* Every arrangement of four keys, two of them equal zeros. */
static void all_small_arrangements(void **state) {
    static const double values[] = {-0.0, 0.0, -1, 3};
    (void)state;
    for (size_t code = 0; code < 256; code++) {
        double x[4];
        for (size_t i = 0; i < 4; i++)
            x[i] = values[code >> 2 * i & 3];
        check(x, 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(order_is_that_of_a_comparing_sort),
        cmocka_unit_test(all_small_arrangements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The heatmap's rows against pool_row, whole and summed into columns. */
#include "check.h"
#include "core/engine.h"
#include "core/kernel.h"
#include "core/rng.h"

#include <math.h>
#include <stdlib.h>

enum { ROWS = 40, MOST = 9000, SIDE = 3000 };

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double clustered(Rng *rng, size_t i) {
    return i % 10 ? 1 + (double)(i % 3) + 0.01 * rng_normal(rng) : 5 * rng_uniform(rng);
}

static void make_keys(size_t n, bool clusters, double *x, double *y) {
    Rng rng = rng_seed(n);
    for (size_t i = 0; i < n; i++)
        x[i] = clusters ? clustered(&rng, i) : 5 * rng_uniform(&rng);
    qsort(x, n, sizeof *x, ascending);
    for (size_t i = 0; i < n; i++)
        y[i] = rng_normal(&rng);
}

static void check_row(const Pool *pool, const Keys *keys, double query, size_t columns, const float *weight,
                      bool supported) {
    static double alpha[MOST];
    double total = 0;
    assert_int_equal(pool_row(pool, keys, query, alpha).supported, supported);
    for (size_t c = 0, k = 0; c < columns; c++) {
        double expected = 0;
        for (; k < keys->n && k * columns / keys->n == c; k++)
            expected += alpha[k];
        total += (double)weight[c];
        if (!(fabs((double)weight[c] - expected) <= 2e-5 * expected + 2e-9))
            fail_msg("n = %zu, kernel %d, h = %g, query %g, column %zu of %zu: %g, expected %g", keys->n, pool->kernel,
                     pool->h, query, c, columns, (double)weight[c], expected);
    }
    assert_true(fabs(total - supported) < 1e-5);
}

static void rows_are_weights(void **state) {
    (void)state;
    static const struct {
        size_t n, columns;
        bool clusters;
    } sizes[] = {{1, 1, false},       {50, 50, false},     {50, 7, false},      {300, 300, true},
                 {1000, 512, false},  {3000, 1000, false}, {3000, 1001, false}, {3000, 64, true},
                 {3000, 3000, false}, {9000, 512, false},  {9000, 500, true}};
    static const double widths[] = {1e-3, 0.05, 0.2, 3, INFINITY};
    static double x[MOST], y[MOST];
    float *weight = malloc(sizeof(float) * ROWS * MOST);
    double query[ROWS];
    bool supported[ROWS];
    Engine *engine = engine_create();
    for (size_t j = 0; j < ROWS; j++)
        query[j] = -4 + 13.0 * (double)j / (ROWS - 1);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        Keys keys = {sizes[s].n, x, y};
        make_keys(sizes[s].n, sizes[s].clusters, x, y);
        assert_true(engine_set_keys(engine, &keys, NULL));
        for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
            for (size_t i = 0; i < 5; i++) {
                Pool pool = {.model = MODEL_KERNEL, .kernel = kernel, .h = widths[i], .w = 1 / widths[i]};
                assert_true(engine_weights(engine, &pool, query, ROWS, sizes[s].columns, weight, supported));
                for (size_t j = 0; j<ROWS; j += sizes[s].n> 1000 ? 3 : 1)
                    check_row(&pool, &keys, query[j], sizes[s].columns, weight + j * sizes[s].columns, supported[j]);
            }
    }
    engine_destroy(engine);
    free(weight);
}

/* Rows close together, as a heatmap has them: at equal distances up or down, or nearly so, from inside the keys to
 * beyond them; columns of one key, of a few, and of so many that some are wider than the bandwidth. */
static void rows_side_by_side(void **state) {
    (void)state;
    static const size_t columns[] = {3000, 1024, 1000, 501, 40};
    static const double widths[] = {0.003, 0.02, 0.2, 3}, steps[] = {0.02, -0.2, 0.26, 0.1};
    static double x[SIDE], y[SIDE];
    float *weight = malloc(sizeof(float) * ROWS * SIDE);
    bool supported[ROWS];
    Engine *engine = engine_create();
    Rng rng = rng_seed(6);
    for (size_t round = 0; round < 160; round++) {
        double offset = round % 7 ? 0 : -300, query[ROWS], h = widths[round / 5 % 4], start = 5.4 * rng_uniform(&rng);
        size_t c = columns[round % 5];
        make_keys(SIDE, round % 3 == 0, x, y);
        for (size_t i = 0; i < SIDE; i++)
            x[i] += offset;
        for (size_t j = 0; j < ROWS; j++)
            query[j] = offset + start + steps[round % 4] * h * (double)j;
        query[ROWS / 2] += round % 2 ? 1e-4 * h : 0;
        Pool pool = {.model = MODEL_KERNEL, .kernel = KERNEL_GAUSSIAN, .h = h, .w = 1 / h};
        assert_true(engine_set_keys(engine, &(Keys){SIDE, x, y}, NULL));
        assert_true(engine_weights(engine, &pool, query, ROWS, c, weight, supported));
        for (size_t j = 0; j < ROWS; j++)
            check_row(&pool, &(Keys){SIDE, x, y}, query[j], c, weight + j * c, supported[j]);
    }
    engine_destroy(engine);
    free(weight);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_are_weights), cmocka_unit_test(rows_side_by_side)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

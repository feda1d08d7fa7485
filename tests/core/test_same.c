/* The engine's own values, written down once: every build, compiler and generation of processors must find them again
 * to 1e-12, though rounding differs from one to the other and may decide for another of the engine's methods; and two
 * engines with different pasts the same bits.
 *
 *   test_same --write > tests/data/engine_values.csv */
#include "check.h"
#include "core/engine.h"
#include "core/kernel.h"
#include "core/rng.h"
#include "core/sort.h"
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100000, QUERIES = 7, VALUES = 4000, COLUMNS = 40 };

typedef struct Values {
    size_t count;
    double value[VALUES]; /* NAN: no support */
} Values;

static void put(Values *values, double value) {
    assert_true(values->count < VALUES);
    values->value[values->count++] = value;
}

/* Without functions that differ from one library to the next. */
static void make_keys(size_t n, double offset, double *x, double *y) {
    Rng rng = rng_seed(n);
    uint64_t *scratch = malloc(n * SORT_WORDS * sizeof *scratch);
    size_t *order = malloc(n * sizeof *order);
    for (size_t i = 0; i < n; i++)
        y[i] = offset + (i % 7 ? 5 : 1) * floor(1e4 * rng_uniform(&rng)) / 1e4;
    sort_order(y, n, order, scratch);
    for (size_t i = 0; i < n; i++)
        x[i] = y[order[i]];
    for (size_t i = 0; i < n; i++)
        y[i] = (x[i] - offset) * (4 - x[i] + offset) + rng_uniform(&rng);
    free(scratch);
    free(order);
}

static void put_curve(Engine *engine, const Pool *pool, double offset, Values *values) {
    const double at[QUERIES] = {-0.3, 0.01, 0.777, 1.5, 2.50005, 3.3333, 5.2};
    double query[QUERIES], f[QUERIES];
    bool supported[QUERIES];
    for (size_t j = 0; j < QUERIES; j++)
        query[j] = offset + at[j];
    engine_curve(engine, pool, query, QUERIES, f, supported);
    for (size_t j = 0; j < QUERIES; j++)
        put(values, supported[j] ? f[j] : NAN);
}

static void put_loss(Engine *engine, const Pool *pool, Values *values) {
    EngineLoss loss;
    assert_true(engine_loss(engine, pool, false, true, &loss));
    put(values, loss.points ? loss.loss / (double)loss.points : NAN);
    put(values, loss.points ? loss.slope_w / (double)loss.points : NAN);
}

static void put_heat(Engine *engine, const Pool *pool, double offset, Values *values) {
    const double query[2] = {offset + 1.2, offset + 3.7};
    float weight[2 * COLUMNS];
    bool supported[2];
    if (pool->kernel == KERNEL_CONSTANT || !engine_weights(engine, pool, query, 2, COLUMNS, weight, supported))
        return;
    double sum[2] = {0, 0};
    for (size_t i = 0; i < 2 * COLUMNS; i++)
        sum[i / COLUMNS] += (double)weight[i];
    put(values, supported[0] && fabs(sum[0] - 1) < 1e-4 ? 1 : NAN); /* single precision: that there is a row */
    put(values, supported[1] && fabs(sum[1] - 1) < 1e-4 ? 1 : NAN);
}

static void put_scorers(Engine *engine, double offset, Values *values) {
    static const double general[] = {0.7, -0.2, 0.1, -0.3, 0.5, 0.2, 0.05, -0.1, 0.3, 1};
    for (int kind = FEATURE_IDENTITY; kind <= FEATURE_CIRCLE; kind++) {
        FeatureMap map = feature_map(kind, offset, offset + 5, false),
                   key = feature_map(kind, offset, offset + 5, true);
        ScoreModel model = {.scorer = SCORER_GENERAL, .query = map, .key = key, .parameters = general};
        Pool pool = {.model = MODEL_SCORER, .scorer = &model, .temperature = 2};
        if (kind != FEATURE_LIFT || offset == 0)
            put_curve(engine, &pool, offset, values);
    }
}

/* All that is written down, from engines that have done something else before where `used`. */
static void make_values(bool used, Values *values) {
    static const size_t counts[] = {50, 1000, MOST};
    static const double bandwidths[] = {0.004, 0.2, 3}, offsets[] = {0, 1000};
    static double x[MOST], y[MOST], other_x[300], other_y[300];
    for (size_t c = 0; c < 6; c++) {
        size_t n = counts[c % 3];
        double offset = offsets[c / 3];
        Engine *engine = engine_create();
        Keys keys = {n, x, y}, other = {300, other_x, other_y};
        make_keys(n, offset, x, y);
        make_keys(300, 3, other_x, other_y);
        if (used && engine_set_keys(engine, &other, NULL)) {
            Values forgotten = {0};
            put_curve(engine, &(Pool){.model = MODEL_KERNEL, .h = 0.7, .w = 1 / 0.7}, 3, &forgotten);
            put_loss(engine, &(Pool){.model = MODEL_KERNEL, .kernel = KERNEL_TRICUBE, .h = 0.7, .w = 1}, &forgotten);
        }
        assert_true(engine_set_keys(engine, &keys, NULL));
        for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
            for (size_t h = 0; h < 3; h++) {
                Pool pool = {.model = MODEL_KERNEL, .kernel = kernel, .h = bandwidths[h], .w = 1 / bandwidths[h]};
                put_curve(engine, &pool, offset, values);
                if (n <= 1000)
                    put_loss(engine, &pool, values);
                put_heat(engine, &pool, offset, values);
                pool.causal = true;
                put_curve(engine, &pool, offset, values);
            }
        put_scorers(engine, offset, values);
        engine_destroy(engine);
    }
}

static void values_are_those_written_down(void **state) {
    static Values now;
    (void)state;
    now.count = 0;
    make_values(false, &now);
    Table table = table_load("tests/data/engine_values.csv");
    assert_int_equal(table.rows, now.count);
    size_t others = 0;
    for (size_t i = 0; i < now.count; i++) {
        bool none = table_is(&table, i, "value", "none");
        double expected = none ? NAN : table_number(&table, i, "value");
        if (none != isnan(now.value[i]) || fabs(now.value[i] - expected) > 1e-12 * fmax(10, fabs(expected)))
            others += printf("value %zu is %.17g, and was %.17g\n", i, now.value[i], expected) > 0;
    }
    assert_int_equal(others, 0);
    table_free(&table);
}

static void the_past_does_not_show(void **state) {
    static Values fresh, used;
    (void)state;
    fresh.count = used.count = 0;
    make_values(false, &fresh);
    make_values(true, &used);
    assert_int_equal(fresh.count, used.count);
    assert_memory_equal(fresh.value, used.value, fresh.count * sizeof *fresh.value);
}

static int write_values(void) {
    static Values now;
    make_values(false, &now);
    printf("value\n");
    for (size_t i = 0; i < now.count; i++)
        if (isnan(now.value[i]))
            printf("none\n");
        else
            printf("%.17g\n", now.value[i]);
    return 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_those_written_down),
        cmocka_unit_test(the_past_does_not_show),
    };
    if (argc > 1 && strcmp(argv[1], "--write") == 0)
        return write_values();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

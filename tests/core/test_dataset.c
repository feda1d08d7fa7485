/* The built-in data: ranges, order, the promise that noise only stretches one draw, and fixed points that
 * every machine must reproduce. */
#include "check.h"
#include "core/dataset.h"
#include "core/rng.h"
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MANY = 2000 };

static void table_is_complete(void **state) {
    (void)state;
    static const char *const ids[] = {"d2l", "d2l-1.0", "step", "sine", "motorcycle", "faithful", "cars"};
    for (int i = 0; i < DATASET_COUNT; i++) {
        const Dataset *set = &DATASETS[i];
        assert_string_equal(set->id, ids[i]);
        assert_int_equal(dataset_find(set->id), i);
        assert_true(strlen(set->label) > 0 && strlen(set->source) > 0 && set->x0 < set->x1);
        assert_true((set->truth != NULL) != (set->asset != NULL));
        assert_int_equal(set->truth != NULL, set->n > 0);
    }
    assert_int_equal(dataset_find("d2l 2.0"), -1);
}

static void real_data_lies_in_range(void **state) {
    (void)state;
    for (int i = DATASET_MOTORCYCLE; i < DATASET_COUNT; i++) {
        Points points = points_load(DATASETS[i].id);
        assert_true(points.n >= 50);
        assert_true(points.x[0] >= DATASETS[i].x0 && points.x[points.n - 1] <= DATASETS[i].x1);
    }
}

static void truths(void **state) {
    (void)state;
    check_close(DATASETS[DATASET_D2L].truth(2.3), 2 * 0.74570521217672018 + 1.94707315397652651, 1e-14, 0, "d2l", 0);
    check_close(DATASETS[DATASET_D2L_1_0].truth(2.3), 2 * 0.74570521217672018 + 2.3, 1e-14, 0, "d2l-1.0", 0);
    assert_true(isnan(DATASETS[DATASET_D2L].truth(-0.1)) && DATASETS[DATASET_D2L].truth(0) == 0);
    assert_true(DATASETS[DATASET_STEP].truth(1) == -1 && DATASETS[DATASET_STEP].truth(4) == 1);
    check_close(DATASETS[DATASET_SINE].truth(0.5), 0.84147098480789651, 1e-14, 0, "sine", 0);
}

static bool has_six_decimals(double value) {
    char text[64];
    snprintf(text, sizeof text, "%.6f", value);
    double again;
    return sscanf(text, "%lf", &again) == 1 && again == value;
}

static void synthetic_points(void **state) {
    (void)state;
    static double x[MANY], y[MANY];
    for (int i = 0; i < DATASET_MOTORCYCLE; i++) {
        const Dataset *set = &DATASETS[i];
        double sum = 0, squares = 0;
        dataset_generate(set, MANY, set->noise, 5, x, y);
        for (size_t k = 0; k < MANY; k++) {
            double noise = (y[k] - set->truth(x[k])) / set->noise;
            assert_true(x[k] >= set->x0 && x[k] < set->x1 && (k == 0 || x[k] >= x[k - 1]));
            assert_true(has_six_decimals(x[k]) && has_six_decimals(y[k]));
            sum += noise / MANY;
            squares += noise * noise / MANY;
        }
        check_close(sum, 0, 0, 4 / sqrt(MANY), "noise mean", (size_t)i);
        check_close(squares, 1, 0, 4 * sqrt(2.0 / MANY), "noise variance", (size_t)i);
    }
}

static void noise_stretches_one_draw(void **state) {
    (void)state;
    const Dataset *set = &DATASETS[DATASET_SINE];
    double x[50], y[50], x2[50], y2[50];
    dataset_generate(set, 50, 0.5, 9, x, y);
    dataset_generate(set, 50, 2, 9, x2, y2);
    assert_memory_equal(x, x2, sizeof x);
    for (size_t i = 0; i < 50; i++)
        check_close(y2[i] - set->truth(x[i]), 4 * (y[i] - set->truth(x[i])), 0, 5e-6, "stretched noise", i);
    dataset_generate(set, 50, 0, 9, x2, y2);
    for (size_t i = 0; i < 50; i++)
        check_close(y2[i], set->truth(x[i]), 0, 5.1e-7, "no noise", i);
    dataset_generate(set, 50, 0.5, 10, x2, y2);
    assert_memory_not_equal(x, x2, sizeof x);
    dataset_generate(set, 0, 1, 1, NULL, NULL);
}

/* From a second implementation of the same generator, in 40-digit arithmetic. */
static void same_everywhere(void **state) {
    (void)state;
    double x[50], y[50];
    dataset_generate(&DATASETS[DATASET_D2L], 50, 0.5, 1, x, y);
    assert_true(x[0] == 0.127076 && y[0] == 0.259034);
    assert_true(x[1] == 0.213708 && y[1] == 0.54801);
    assert_true(x[24] == 2.539667 && y[24] == 3.301076);
    assert_true(x[49] == 4.949001 && y[49] == 1.635998);
}

static void queries(void **state) {
    (void)state;
    double query[50];
    dataset_queries(0, 5, 50, query);
    for (int j = 0; j < 50; j++)
        assert_true(query[j] == j / 10.0);
    dataset_queries(-1, 2, 4, query);
    assert_true(query[0] == -1 && query[1] == 0 && query[2] == 1 && query[3] == 2);
    dataset_queries(0.1, 0.7, 50, query);
    assert_true(query[0] == 0.1 && query[49] == 0.7);
    dataset_queries(3, 4, 1, query);
    assert_true(query[0] == 3);
    dataset_queries(3, 4, 0, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_complete),
        cmocka_unit_test(real_data_lies_in_range),
        cmocka_unit_test(truths),
        cmocka_unit_test(synthetic_points),
        cmocka_unit_test(noise_stretches_one_draw),
        cmocka_unit_test(same_everywhere),
        cmocka_unit_test(queries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

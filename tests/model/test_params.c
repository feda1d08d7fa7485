/* The parameter table: every row by the same rules, and then the rows with rules of their own. */
#include "check.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Stage {
    Library *library;
    Scene scene;
} Stage;

static int setup(void **state) {
    Stage *stage = test_calloc(1, sizeof *stage);
    stage->library = library_create();
    *state = stage;
    return scene_init(&stage->scene, stage->library) ? 0 : -1;
}

static int teardown(void **state) {
    Stage *stage = *state;
    scene_free(&stage->scene);
    library_destroy(stage->library);
    test_free(stage);
    return 0;
}

static bool is_number(int row) { return PARAMS[row].kind == PARAM_REAL || PARAMS[row].kind == PARAM_INT; }

static bool parse(const Scene *scene, int row, const char *text, double *value) {
    char error[200] = "";
    bool ok = param_parse(scene, row, text, value, error, sizeof error);
    if (!ok && !strstr(error, PARAMS[row].id))
        fail_msg("%s=%s: the error does not name it: %s", PARAMS[row].id, text, error);
    if (ok)
        assert_string_equal(error, "");
    return ok;
}

static void test_rows(void **state) {
    (void)state;
    for (int row = 0; row < PARAM_COUNT; row++) {
        const Param *p = &PARAMS[row];
        assert_true(p->id && *p->id && p->label && *p->label && p->help && *p->help);
        assert_int_equal(param_find(p->id), row);
        assert_true(p->min <= p->initial && p->initial <= p->max);
        for (int i = 0; i < p->choices; i++)
            assert_int_equal(param_choice(p, p->choice_id(i)), i);
        if (is_number(row))
            assert_true(p->min <= p->slider_min && p->slider_min < p->slider_max && p->slider_max <= p->max);
        else if (p->kind == PARAM_TEXT)
            assert_true(p->initial_text && *p->initial_text && strlen(p->initial_text) < SCENE_TEXT);
        else
            assert_true(p->min == 0 && p->max == (p->kind == PARAM_SWITCH ? 1 : p->choices - 1));
    }
    assert_int_equal(param_find("no such"), -1);
    assert_int_equal(param_find(""), -1);
}

static void test_defaults(void **state) {
    Stage *s = *state;
    for (int row = 0; row < PARAM_COUNT; row++)
        assert_true(param_value(&s->scene, row) == PARAMS[row].initial);
    assert_int_equal(s->scene.points.n, 50);
    assert_true(s->scene.params.w == 4 && s->scene.params.h == 0.25);
}

/* min, max, default and steps between: as text and back to the same bits. */
static void test_round_trip(void **state) {
    Stage *s = *state;
    for (int row = 0; row < PARAM_COUNT; row++) {
        const Param *p = &PARAMS[row];
        const double tries[] = {p->min,        p->max,
                                p->initial,    p->slider_min,
                                p->slider_max, p->slider_min + 0.3333333333333333 * (p->slider_max - p->slider_min)};
        for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
            if (row == PARAM_DATA)
                s->scene.params.data = DATA_OWN;
            param_set(&s->scene, row, tries[i]);
            double set = param_value(&s->scene, row), read = NAN;
            char text[NUM_TEXT];
            param_text(&s->scene, row, text);
            bool taken = parse(&s->scene, row, text, &read);
            if (p->kind == PARAM_TEXT)
                assert_false(taken); /* nobody here evaluates functions */
            else if (!taken || read != set)
                fail_msg("%s=%s became %a, was %a", p->id, text, read, set);
        }
    }
}

static void test_out_of_range(void **state) {
    Stage *s = *state;
    double value;
    char text[NUM_TEXT];
    for (int row = 0; row < PARAM_COUNT; row++) {
        const Param *p = &PARAMS[row];
        param_set(&s->scene, row, HUGE_VAL);
        assert_true(param_value(&s->scene, row) == p->max);
        param_set(&s->scene, row, -HUGE_VAL);
        assert_true(param_value(&s->scene, row) == p->min);
        if (!is_number(row))
            continue;
        const double beyond[] = {p->min - fmax(1, fabs(p->min)), p->max + fmax(1, fabs(p->max))};
        for (int i = 0; i < 2; i++) {
            num_format(text, beyond[i]);
            if (parse(&s->scene, row, text, &value))
                fail_msg("%s took %s", p->id, text);
        }
    }
}

static void test_wrong_words(void **state) {
    Stage *s = *state;
    static const char *const WORDS[] = {
        "",         " ",         "x",
        "1,5",      "0x10",      "nan",
        "inf",      "-inf",      "1e999",
        "1 2",      "--1",       "on off",
        "GAUSSIAN", "gaussian ", "2",
        "-1",       "own",       "a word so long that no line of an error message has room for all of it at once"};
    double value;
    for (int row = 0; row < PARAM_COUNT; row++)
        for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
            if (PARAMS[row].choices && param_choice(&PARAMS[row], WORDS[i]) >= 0 && strcmp(WORDS[i], "own") != 0)
                continue;
            bool number =
                is_number(row) && (strcmp(WORDS[i], "2") == 0 || (strcmp(WORDS[i], "-1") == 0 && PARAMS[row].min < 0));
            if (parse(&s->scene, row, WORDS[i], &value) != number)
                fail_msg("%s=%s", PARAMS[row].id, WORDS[i]);
        }
    assert_false(parse(&s->scene, PARAM_N, "2.5", &value));
    assert_false(parse(&s->scene, PARAM_DATA, "own", &value));
    assert_true(parse(&s->scene, PARAM_W, " -2.5e0 ", &value) && value == -2.5);
    char small[8];
    assert_false(param_parse(&s->scene, PARAM_KERNEL, "nothing", &value, small, sizeof small));
    assert_true(strlen(small) < sizeof small);
}

static void test_width_is_one_number(void **state) {
    Stage *s = *state;
    for (double w = 1e-9; w < 1.1e9; w *= 3.7) {
        param_set(&s->scene, PARAM_W, -w);
        assert_true(s->scene.params.w == -w && s->scene.params.h == 1 / w);
        param_set(&s->scene, PARAM_H, w);
        assert_true(s->scene.params.h == w && s->scene.params.w == 1 / w);
    }
    param_set(&s->scene, PARAM_W, 0);
    assert_true(s->scene.params.h > DBL_MAX);
    param_set(&s->scene, PARAM_H, 0.5);
    assert_true(s->scene.params.w == 2);
}

static int significant(double value) {
    char text[40];
    for (int digits = 1; digits < 17; digits++) {
        snprintf(text, sizeof text, "%.*e", digits - 1, value);
        double read;
        if (num_parse(text, strlen(text), &read) && read == value)
            return digits;
    }
    return 17;
}

static void test_slider(void **state) {
    (void)state;
    for (int row = 0; row < PARAM_COUNT; row++) {
        const Param *p = &PARAMS[row];
        if (!is_number(row))
            continue;
        double before = -HUGE_VAL, start = p->scale == SCALE_LOG_ZERO ? 0 : p->slider_min;
        assert_true(param_at(row, 0) == start && param_at(row, -1) == start);
        assert_true(param_at(row, 1) == p->slider_max && param_at(row, 7) == p->slider_max);
        for (int i = 0; i <= 1000; i++) {
            double t = i / 1000.0, value = param_at(row, t), back = param_position(row, value);
            if (!(value >= before && value >= p->min && value <= p->max))
                fail_msg("%s at %g: %g after %g", p->id, t, value, before);
            if (p->kind == PARAM_REAL && significant(value) > 3)
                fail_msg("%s at %g: %.17g", p->id, t, value);
            double apart = p->scale == SCALE_LOG_ZERO && t < PARAM_ZERO_END ? PARAM_ZERO_END : 0.006;
            if (param_at(row, back) != value)
                fail_msg("%s: %g lies where %g is", p->id, value, param_at(row, back));
            if (p->kind == PARAM_REAL && fabs(back - t) > apart)
                fail_msg("%s at %g: %g lies at %g", p->id, t, value, back);
            before = value;
        }
        for (int i = -3; i < 400; i++) {
            double v = p->slider_min + (p->slider_max - p->slider_min) * i / 397, t = param_position(row, v);
            assert_true(t >= 0 && t <= 1);
        }
        assert_true(param_position(row, p->min) >= 0 && param_position(row, p->max) <= 1);
    }
    assert_true(param_position(PARAM_W, 0) == 0 && param_position(PARAM_W, 1e-9) >= PARAM_ZERO_END);
    assert_true(param_position(PARAM_W, -4) == param_position(PARAM_W, 4));
    assert_true(param_position(PARAM_H, INFINITY) == 1);
}

static void test_redraw(void **state) {
    Stage *s = *state;
    for (int row = 0; row < PARAM_COUNT; row++) {
        Scene before = copy_scene(&s->scene);
        double other = row == PARAM_DATA ? DATASET_STEP : param_value(&s->scene, row) == 1 ? 0 : 1;
        assert_true(param_set_redraw(&s->scene, row, other, s->library));
        bool same = same_points(&before.points, &s->scene.points);
        if (PARAMS[row].kind == PARAM_TEXT)
            assert_true(same); /* a text has no number to set */
        else if (same == PARAMS[row].draws_data)
            fail_msg("%s", PARAMS[row].id);
        scene_free(&before);
    }
}

static void test_choosing_data_takes_its_defaults(void **state) {
    Stage *s = *state;
    for (int set = 0; set < DATASET_COUNT; set++) {
        param_set(&s->scene, PARAM_N, 7);
        assert_true(param_set_redraw(&s->scene, PARAM_DATA, set, s->library));
        size_t n = DATASETS[set].truth ? DATASETS[set].n : s->library->sets[set].n;
        assert_int_equal(s->scene.points.n, n);
        if (DATASETS[set].truth)
            assert_true(s->scene.params.noise == DATASETS[set].noise);
    }
}

/* Twice x, and no other text but that: enough of a parser for the model. */
static bool only_2x(void *owner, const char *text, char *error, size_t room) {
    (void)owner;
    snprintf(error, room, "at character 1: write 2x");
    return strcmp(text, "2x") == 0;
}

static double twice(void *owner, const char *text, double x) {
    (void)owner;
    return strcmp(text, "2x") == 0 && x >= 1 ? 2 * x : NAN;
}

/* A typed function is asked over the range that there was, and has points only where it has values. */
static void test_function(void **state) {
    Stage *s = *state;
    Scene *scene = &s->scene;
    const Formulas formulas = {NULL, only_2x, twice};
    double value;
    scene->formulas = &formulas;
    assert_true(scene_adopt(scene, (double[]){0, 4}, (double[]){7, 9}, 2, "own", "", ""));
    assert_false(parse(scene, PARAM_FUNCTION, "3x", &value));
    assert_true(parse(scene, PARAM_FUNCTION, "2x", &value));
    param_set_string(scene, PARAM_FUNCTION, "2x");
    assert_string_equal(param_string(scene, PARAM_FUNCTION), "2x");
    assert_int_equal(scene->params.data, DATA_OWN);
    assert_true(isnan(scene_truth(scene, 2)));
    param_set(scene, PARAM_N, 200);
    param_set(scene, PARAM_NOISE, 0);
    assert_true(param_set_redraw(scene, PARAM_DATA, DATA_FUNCTION, s->library));
    assert_true(scene_has_truth(scene) && scene_truth(scene, 2) == 4 && isnan(scene_truth(scene, 0.5)));
    assert_true(scene->points.n > 100 && scene->points.n < 200);
    for (size_t i = 0; i < scene->points.n; i++) {
        double x = scene->points.x[i];
        assert_true(x >= 1 && x < 4 && fabs(scene->points.y[i] - 2 * x) < 1e-6);
    }
    assert_int_equal(scene->params.n, 200);
    assert_true(scene->x0 == 0 && scene->x1 == 4);
    Scene before = copy_scene(scene);
    assert_true(param_set_redraw(scene, PARAM_SEED, 7, s->library));
    assert_false(same_points(&before.points, &scene->points));
    assert_true(scene->x0 == 0 && scene->x1 == 4);
    scene_free(&before);
    param_set(scene, PARAM_NOISE, 1);
    assert_true(scene_resample(scene, s->library) && fabs(scene->points.y[0] - 2 * scene->points.x[0]) > 1e-6);
    scene->formulas = NULL; /* without a parser: no value, no points, no harm */
    assert_true(scene_resample(scene, s->library));
    assert_int_equal(scene->points.n, 0);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_rows),        TEST(test_defaults),
        TEST(test_round_trip),  TEST(test_out_of_range),
        TEST(test_wrong_words), TEST(test_width_is_one_number),
        TEST(test_slider),      TEST(test_redraw),
        TEST(test_function),    TEST(test_choosing_data_takes_its_defaults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

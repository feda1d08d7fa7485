/* Lessons without files: entering a step, changes, conditions, tasks, and every observable. */
#include "check.h"

#include "core/kernel.h"
#include "model/lesson.h"

#include <math.h>

enum { SAMPLES = 401 };

typedef struct Lab {
    Library *library;
    Scene scene;
    Results results;
    Train train;
    char error[200];
} Lab;

static int setup(void **state) {
    Lab *lab = test_calloc(1, sizeof *lab);
    lab->library = library_create();
    assert_true(scene_init(&lab->scene, lab->library));
    *state = lab;
    return 0;
}

static int teardown(void **state) {
    Lab *lab = *state;
    results_free(&lab->results);
    train_free(&lab->train);
    scene_free(&lab->scene);
    library_destroy(lab->library);
    test_free(lab);
    return 0;
}

static bool enter(Lab *lab, const LessonStep *step) {
    bool entered = lesson_enter(step, &lab->scene, lab->library, &lab->train, lab->error, sizeof lab->error);
    assert_true(results_compute(&lab->results, &lab->scene, SAMPLES));
    return entered;
}

static double value(Lab *lab, const char *id) {
    int row = observe_find(id);
    assert_true(row >= 0);
    assert_true(results_compute(&lab->results, &lab->scene, SAMPLES));
    return OBSERVABLES[row].value(&(Moment){&lab->scene, &lab->results, &lab->train});
}

static bool holds(Lab *lab, const char *id, LessonRelation is, double to, double within) {
    LessonCondition condition = {
        .value = {.observable = observe_find(id), .times = 1}, .to = {-1, to, 1, 0, NULL}, .is = is, .within = within};
    assert_true(results_compute(&lab->results, &lab->scene, SAMPLES));
    return lesson_holds(&condition, &(Moment){&lab->scene, &lab->results, &lab->train}, lab->library, NULL);
}

static void entering_starts_from_the_defaults(void **state) {
    Lab *lab = *state;
    LessonStep plain = {.title = {{NULL}}};
    Scene fresh = copy_scene(&lab->scene);
    lab->scene.settings.theme = 1;
    scene_move_point(&lab->scene, 3, 1, 1);
    scene_mute_point(&lab->scene, 4, true);
    for (int row = 0; row < PARAM_COUNT; row++)
        if (!PARAMS[row].setting)
            param_set_redraw(&lab->scene, row, PARAMS[row].max, lab->library);
    assert_true(enter(lab, &plain));
    assert_int_equal(lab->scene.settings.theme, 1);
    lab->scene.settings.theme = 0;
    assert_true(same_scene(&fresh, &lab->scene));
    scene_free(&fresh);
}

static void a_change_does_all_its_parts(void **state) {
    Lab *lab = *state;
    double x[] = {1, 3, 2}, y[] = {10, 30, 20};
    LessonSetting set[] = {{PARAM_MODEL, MODEL_PARAMETRIC}, {PARAM_W, 0.5}, {PARAM_QUERY, 2}, {PARAM_RATE, 1e-4}};
    LessonMove move[] = {{0, 0.5, 11}}, nudge[] = {{2, 0.25, -1}};
    LessonRange mute[] = {{2.9, 3}};
    LessonStep step = {.enter = {.set = set,
                                 .set_count = 4,
                                 .x = x,
                                 .y = y,
                                 .point_count = 3,
                                 .move = move,
                                 .move_count = 1,
                                 .nudge = nudge,
                                 .nudge_count = 1,
                                 .mute = mute,
                                 .mute_count = 1}};
    assert_true(enter(lab, &step));
    assert_int_equal(lab->scene.points.n, 3);
    assert_int_equal(lab->scene.params.data, DATA_OWN);
    assert_true(lab->scene.params.w == 0.5 && lab->scene.params.h == 2 && lab->scene.params.query == 2);
    assert_true(lab->scene.points.x[0] == 0.5 && lab->scene.points.y[0] == 11);
    assert_true(lab->scene.points.x[2] == 2.25 && lab->scene.points.y[2] == 19);
    assert_true(!lab->scene.points.muted[0] && lab->scene.points.muted[1] && !lab->scene.points.muted[2]);
    step.enter.train = 2;
    step.enter.mute_count = 0; /* two points alone always predict each other: nothing to learn */
    assert_true(enter(lab, &step));
    assert_int_equal(lab->train.fit.step, 2);
    assert_int_equal(lab->train.loss_count, 3);
    assert_true(lab->scene.params.w != 0.5);
    assert_true(train_step(&lab->train, &lab->scene)); /* goes on where the step left it, and resets to its start */
    assert_int_equal(lab->train.fit.step, 3);
    assert_int_equal(lab->train.loss_count, 4);
    train_reset(&lab->train, &lab->scene);
    assert_true(lab->scene.params.w == 0.5);
}

static void a_refused_step_leaves_the_scene(void **state) {
    Lab *lab = *state;
    Scene before = copy_scene(&lab->scene);
    LessonMove move[] = {{50, 1, 1}}, far[] = {{0, 1e308, 0}, {0, 1e308, 0}};
    const char *matrix[] = {"W=[[1]]"};
    LessonSetting scorer[] = {{PARAM_MODEL, MODEL_SCORER}, {PARAM_SCORER, SCORER_GENERAL}};
    LessonSetting many[] = {{PARAM_N, 1000}};
    LessonStep steps[] = {{.enter = {.set = many, .set_count = 1, .train = 101}},
                          {.enter = {.move = move, .move_count = 1}},
                          {.enter = {.nudge = far, .nudge_count = 2}},
                          {.enter = {.matrix = matrix, .matrix_count = 1}},
                          {.enter = {.set = scorer, .set_count = 2, .matrix = matrix, .matrix_count = 1}}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        lab->error[0] = '\0';
        assert_false(enter(lab, &steps[i]));
        assert_true(strlen(lab->error) > 10);
        assert_true(same_scene(&before, &lab->scene));
    }
    scene_free(&before);
}

static void relations_at_their_borders(void **state) {
    Lab *lab = *state;
    const struct {
        LessonRelation is;
        bool below, at, above;
    } ROWS[] = {{LESSON_EQUAL, false, true, false},
                {LESSON_LESS, true, false, false},
                {LESSON_MORE, false, false, true},
                {LESSON_AT_MOST, true, true, false},
                {LESSON_AT_LEAST, false, true, true}};
    for (int i = 0; i < LESSON_RELATIONS; i++) {
        assert_int_equal(holds(lab, "points", ROWS[i].is, 51, 0), ROWS[i].below);
        assert_int_equal(holds(lab, "points", ROWS[i].is, 50, 0), ROWS[i].at);
        assert_int_equal(holds(lab, "points", ROWS[i].is, 49, 0), ROWS[i].above);
    }
    assert_true(holds(lab, "points", LESSON_EQUAL, 50.5, 0.5));
    assert_false(holds(lab, "points", LESSON_EQUAL, 50.5, 0.49));
}

static void what_is_not_defined_holds_nowhere(void **state) {
    Lab *lab = *state;
    param_set(&lab->scene, PARAM_MODEL, MODEL_KERNEL);
    param_set(&lab->scene, PARAM_KERNEL, KERNEL_BOXCAR);
    param_set(&lab->scene, PARAM_H, 0.001);
    assert_true(isnan(value(lab, "prediction")));
    assert_true(value(lab, "support") == 0);
    for (int is = 0; is < LESSON_RELATIONS; is++)
        assert_false(holds(lab, "prediction", (LessonRelation)is, 3, INFINITY));
}

/* A condition elsewhere is judged in a copy: it sees the change, and the scene does not. */
static void elsewhere_is_a_copy(void **state) {
    Lab *lab = *state;
    Scene before = copy_scene(&lab->scene);
    LessonSetting set[] = {{PARAM_W, 0.5}, {PARAM_RATE, 0.05}};
    LessonChange trained = {.set = set, .set_count = 2, .train = 5};
    LessonCondition condition = {
        .value = {observe_find("w"), 0, 2, 1, &trained}, .to = {-1, 0, 1, 0, NULL}, .is = LESSON_MORE};
    double seen[2];
    assert_true(results_compute(&lab->results, &lab->scene, SAMPLES));
    assert_true(lesson_holds(&condition, &(Moment){&lab->scene, &lab->results, &lab->train}, lab->library, seen));
    assert_true(same_scene(&before, &lab->scene));
    param_set(&lab->scene, PARAM_W, 0.5);
    for (int i = 0; i < 5; i++)
        assert_true(train_step(&lab->train, &lab->scene));
    assert_true(seen[0] == 2 * lab->scene.params.w + 1);
    scene_free(&before);
}

static void a_task_needs_all_its_conditions(void **state) {
    Lab *lab = *state;
    LessonCondition when[] = {
        {.value = {observe_find("w"), 0, 1, 0, NULL}, .to = {-1, 4, 1, 0, NULL}, .is = LESSON_EQUAL},
        {.value = {observe_find("points"), 0, 1, 0, NULL}, .to = {-1, 51, 1, 0, NULL}, .is = LESSON_EQUAL}};
    LessonStep step = {.when = when, .when_count = 2}, none = {.when_count = 0};
    assert_true(results_compute(&lab->results, &lab->scene, SAMPLES));
    assert_false(lesson_task_done(&step, &lab->scene, &lab->results, &lab->train));
    assert_false(lesson_task_done(&none, &lab->scene, &lab->results, &lab->train));
    assert_true(scene_add_point(&lab->scene, 1, 1));
    assert_true(results_compute(&lab->results, &lab->scene, SAMPLES));
    assert_true(lesson_task_done(&step, &lab->scene, &lab->results, &lab->train));
}

static void observables_agree_with_what_is_known(void **state) {
    Lab *lab = *state;
    param_set(&lab->scene, PARAM_MODEL, MODEL_AVERAGE);
    assert_true(fabs(value(lab, "prediction") - value(lab, "mean")) < 1e-12);
    assert_true(fabs(value(lab, "n_eff") - 50) < 1e-9 && value(lab, "reach") == 50);
    assert_true(fabs(value(lab, "entropy") - log(50)) < 1e-9);
    assert_true(value(lab, "roughness") < 1e-9 && value(lab, "gaps") == 0);
    assert_true(fabs(value(lab, "curve_min") - value(lab, "curve_max")) < 1e-12);
    param_set(&lab->scene, PARAM_MODEL, MODEL_PARAMETRIC);
    param_set(&lab->scene, PARAM_W, 1e4);
    assert_true(fabs(value(lab, "prediction") - value(lab, "y_of_nearest")) < 1e-9);
    assert_true(value(lab, "x_of_nearest") == value(lab, "x_of_heaviest"));
    assert_true(fabs(value(lab, "weight_of_nearest") - 1) < 1e-9);
    param_set(&lab->scene, PARAM_W, 4);
    double mean_of_squares = value(lab, "loo") * 50, sum = value(lab, "loss");
    assert_true(fabs(mean_of_squares - sum) < 1e-8 * sum);
    lab->scene.params.exclude_self = 0;
    assert_true(fabs(value(lab, "loss") - value(lab, "rss")) < 1e-8 * sum);
}

/* With no points, one point, or shapes that do not go together nothing may crash, and ids are unique. */
static void every_observable_survives_every_state(void **state) {
    Lab *lab = *state;
    for (int row = 0; row < OBSERVABLE_COUNT; row++)
        assert_int_equal(observe_find(OBSERVABLES[row].id), row);
    assert_int_equal(observe_find(""), -1);
    for (int n = 0; n < 3; n++)
        for (int model = 0; model < MODEL_COUNT; model++)
            for (int scorer = 0; scorer < (model == MODEL_SCORER ? SCORER_COUNT : 1); scorer++) {
                param_set_redraw(&lab->scene, PARAM_N, n, lab->library);
                param_set(&lab->scene, PARAM_MODEL, model);
                param_set_redraw(&lab->scene, PARAM_SCORER, scorer, lab->library);
                param_set_redraw(&lab->scene, PARAM_KEY_FEATURES, 1 + FEATURE_LIFT, lab->library);
                for (int row = 0; row < OBSERVABLE_COUNT; row++) {
                    double v = value(lab, OBSERVABLES[row].id);
                    assert_true(isnan(v) || isfinite(v));
                }
            }
}

static void texts_fall_back_on_the_other_language(void **state) {
    (void)state;
    LessonText english = {{[LANGUAGE_EN] = "one"}}, chinese = {{[LANGUAGE_ZH] = "一"}}, none = {{NULL}};
    assert_string_equal(lesson_text(&english, LANGUAGE_ZH), "one");
    assert_string_equal(lesson_text(&english, LANGUAGE_EN), "one");
    assert_string_equal(lesson_text(&chinese, LANGUAGE_EN), "一");
    assert_string_equal(lesson_text(&none, LANGUAGE_EN), "");
    lesson_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entering_starts_from_the_defaults, setup, teardown),
        cmocka_unit_test_setup_teardown(a_change_does_all_its_parts, setup, teardown),
        cmocka_unit_test_setup_teardown(a_refused_step_leaves_the_scene, setup, teardown),
        cmocka_unit_test_setup_teardown(relations_at_their_borders, setup, teardown),
        cmocka_unit_test_setup_teardown(what_is_not_defined_holds_nowhere, setup, teardown),
        cmocka_unit_test_setup_teardown(elsewhere_is_a_copy, setup, teardown),
        cmocka_unit_test_setup_teardown(a_task_needs_all_its_conditions, setup, teardown),
        cmocka_unit_test_setup_teardown(observables_agree_with_what_is_known, setup, teardown),
        cmocka_unit_test_setup_teardown(every_observable_survives_every_state, setup, teardown),
        cmocka_unit_test(texts_fall_back_on_the_other_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

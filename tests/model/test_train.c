/* Training through the scene: the reference trajectories, reset, and what a hand in between means. */
#include "check.h"

#include "core/kernel.h"
#include "model/params.h"
#include "model/train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Bench {
    Library *library;
    Scene scene;
    Train *train;
} Bench;

static int setup(void **state) {
    Bench *bench = calloc(1, sizeof *bench);
    bench->library = library_create();
    bench->train = calloc(1, sizeof *bench->train);
    assert_true(scene_init(&bench->scene, bench->library));
    *state = bench;
    return 0;
}

static int teardown(void **state) {
    Bench *bench = *state;
    train_free(bench->train);
    free(bench->train);
    scene_free(&bench->scene);
    library_destroy(bench->library);
    free(bench);
    return 0;
}

/* The reference's own points. */
static void load_d2l(Bench *bench) {
    char path[600], line[100];
    double x[64], y[64];
    size_t n = 0;
    snprintf(path, sizeof path, "%s/assets/data/d2l.csv", getenv("ATTNLAB_SOURCE"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%lf,%lf", &x[n], &y[n]) == 2)
            n++;
    fclose(file);
    assert_int_equal(n, 50);
    assert_true(scene_adopt(&bench->scene, x, y, n, "d2l.csv", "x", "y"));
}

static void near(double a, double b, double relative) {
    if (!(fabs(a - b) <= relative * fmax(fabs(a), fabs(b))))
        fail_msg("%.17g is not %.17g", a, b);
}

/* Every run of tests/data/training_w.csv. */
static void test_reference(void **state) {
    Bench *bench = *state;
    char path[600], line[300], run[20], now[20] = "";
    double w0, rate, w, loss, gradient;
    int mean, step, seen = 0;
    load_d2l(bench);
    snprintf(path, sizeof path, "%s/tests/data/training_w.csv", getenv("ATTNLAB_SOURCE"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%19[^,],%lf,%lf,%d,%d,%lf,%lf,%lf", run, &w0, &rate, &mean, &step, &w, &loss, &gradient) != 8)
            continue;
        if (strcmp(run, now) != 0) {
            snprintf(now, sizeof now, "%s", run);
            param_set(&bench->scene, PARAM_W, w0);
            param_set(&bench->scene, PARAM_RATE, rate);
            param_set(&bench->scene, PARAM_LOSS, mean);
            assert_true(train_start(bench->train, &bench->scene));
            train_pause(bench->train);
        } else
            assert_true(train_step(bench->train, &bench->scene));
        near(bench->scene.params.w, w, 1e-11);
        near(bench->train->fit.loss.loss, loss, 1e-11);
        near(bench->scene.params.h, 1 / fabs(w), 1e-11);
        seen++;
    }
    fclose(file);
    assert_true(seen > 60);
}

static void choose_scorer(Scene *scene, int scorer) {
    param_set(scene, PARAM_MODEL, MODEL_SCORER);
    param_set(scene, PARAM_SCORER, scorer);
    assert_true(scene_reset_score(scene));
}

/* Steps lower the loss of every scorer with parameters, and reset brings back the same bytes. */
static void test_every_scorer_trains_and_resets(void **state) {
    Bench *bench = *state;
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++) {
        choose_scorer(&bench->scene, scorer);
        if (train_count(&bench->scene) == 0)
            continue;
        param_set(&bench->scene, PARAM_RATE, 1e-3);
        param_set(&bench->scene, PARAM_LOSS, 1);
        param_set(&bench->scene, PARAM_METHOD, 1);
        Scene before = copy_scene(&bench->scene);
        train_forget(bench->train);
        assert_true(train_start(bench->train, &bench->scene));
        double first = bench->train->fit.loss.loss;
        for (int i = 0; i < 20; i++)
            assert_true(train_step(bench->train, &bench->scene));
        assert_true(bench->train->fit.loss.loss < first);
        assert_false(same_scene(&before, &bench->scene));
        train_reset(bench->train, &bench->scene);
        assert_true(same_scene(&before, &bench->scene));
        scene_free(&before);
    }
}

/* The step does not depend on how the points are ordered, also where every point has a row of its own. */
static void test_unsorted_points_train_alike(void **state) {
    Bench *bench = *state;
    choose_scorer(&bench->scene, SCORER_LOCATION);
    param_set(&bench->scene, PARAM_RATE, 1e-3);
    Scene mirrored = copy_scene(&bench->scene);
    size_t n = mirrored.points.n;
    for (size_t i = 0; i < n; i++) {
        points_set(&mirrored.points, POINTS_X, i, bench->scene.points.x[n - 1 - i]);
        points_set(&mirrored.points, POINTS_VALUE, i, bench->scene.points.y[n - 1 - i]);
    }
    assert_true(scene_reset_score(&mirrored));
    Train *other = calloc(1, sizeof *other);
    assert_true(train_step(bench->train, &bench->scene));
    assert_true(train_step(other, &mirrored));
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < 2; j++)
            near(bench->scene.score.at[2 * i + j], mirrored.score.at[2 * (n - 1 - i) + j], 1e-9);
    train_free(other);
    free(other);
    scene_free(&mirrored);
}

static void test_a_hand_makes_a_new_start(void **state) {
    Bench *bench = *state;
    Scene *scene = &bench->scene;
    param_set(scene, PARAM_W, 0.5);
    assert_true(train_step(bench->train, scene));
    train_reset(bench->train, scene);
    assert_true(scene->params.w == 0.5);
    assert_true(train_step(bench->train, scene));
    param_set(scene, PARAM_W, 2);
    assert_true(train_step(bench->train, scene));
    assert_int_equal(bench->train->fit.step, 1);
    train_reset(bench->train, scene);
    assert_true(scene->params.w == 2);
}

/* lr = 1e9, w = 1e6, an outlier of 1e9: no number is lost, and reset recovers. */
static void test_divergence_keeps_finite_parameters(void **state) {
    Bench *bench = *state;
    Scene *scene = &bench->scene;
    scene_move_point(scene, 3, scene->points.x[3], 1e9);
    const double starts[] = {1e6, 0.5, 3};
    for (size_t s = 0; s < 3; s++) {
        param_set(scene, PARAM_W, starts[s]);
        param_set(scene, PARAM_RATE, 1e9);
        train_forget(bench->train);
        for (int i = 0; i < 50 && train_step(bench->train, scene); i++)
            assert_true(isfinite(scene->params.w));
        assert_true(isfinite(scene->params.w) && isfinite(bench->train->fit.loss.loss));
        assert_true(bench->train->fit.state == FIT_STILL || bench->train->fit.state == FIT_DIVERGED);
        train_reset(bench->train, scene);
        assert_true(scene->params.w == starts[s]);
    }
}

/* Steps come from elapsed time, not from how often one asks. */
static void test_fixed_ticks(void **state) {
    Bench *bench = *state;
    param_set(&bench->scene, PARAM_STEPS, 1000);
    param_set(&bench->scene, PARAM_RATE, 1e-4);
    assert_true(train_start(bench->train, &bench->scene));
    for (int i = 0; i < 1000; i++)
        train_tick(bench->train, &bench->scene, 0.001);
    int fine = (int)bench->train->fit.step;
    train_reset(bench->train, &bench->scene);
    assert_true(train_start(bench->train, &bench->scene));
    for (int i = 0; i < 20; i++)
        train_tick(bench->train, &bench->scene, 0.05);
    assert_true(abs(fine - (int)bench->train->fit.step) <= 1);
    assert_true(fine >= TRAIN_TICKS && fine <= TRAIN_TICKS + 1);
}

static double weight_of(Bench *bench, size_t point) {
    Results results = {0};
    assert_true(results_compute(&results, &bench->scene, 2));
    double weight = results.alpha[results.rank[point]];
    results_free(&results);
    return weight;
}

/* The location score never looks at the keys: dragging one leaves its weight; with every other scorer it moves. */
static void test_only_location_ignores_a_dragged_key(void **state) {
    Bench *bench = *state;
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++) {
        choose_scorer(&bench->scene, scorer);
        size_t point = 20;
        double x = bench->scene.points.x[point], y = bench->scene.points.y[point], before = weight_of(bench, point);
        scene_move_point(&bench->scene, point, x + 0.9, y); /* past its neighbours */
        double after = weight_of(bench, point);
        if (scorer == SCORER_LOCATION)
            assert_true(fabs(after - before) < 1e-15);
        else
            assert_true(fabs(after - before) > 1e-4);
        scene_move_point(&bench->scene, point, x, y);
    }
}

static void test_loss_curve_has_its_minimum_at_the_best_width(void **state) {
    Bench *bench = *state;
    Train *train = bench->train;
    assert_false(train_refresh_curve(train, &bench->scene, false));
    assert_true(train->curve_known);
    assert_true(train_best_width(train, &bench->scene));
    double w = bench->scene.params.w, least = INFINITY, at = 0;
    for (int i = 0; i < TRAIN_CURVE; i++)
        if (train->curve_loss[i] < least)
            least = train->curve_loss[i], at = train->curve_w[i];
    assert_true(at / w > 0.85 && at / w < 1.18);
}

static void draw_points(Bench *bench, int n) {
    param_set(&bench->scene, PARAM_N, n);
    assert_true(scene_resample(&bench->scene, bench->library));
}

/* Many points: the curve comes frame by frame, but not while a hand is at work, and is the same as all at once. */
static void test_loss_curve_of_many_points(void **state) {
    Bench *bench = *state;
    Train *train = bench->train;
    draw_points(bench, 3000);
    assert_false(train_refresh_curve(train, &bench->scene, true));
    assert_int_equal(train->curve_count, 0);
    int frames = 1;
    while (train_refresh_curve(train, &bench->scene, false)) {
        assert_false(train->curve_known);
        frames++;
    }
    assert_true(train->curve_known && frames > 3);
    double w = train->curve_w[30], loss, parameters[] = {w, 1}, *scratch = malloc(4 * 3010 * sizeof(double));
    Keys keys = {train->bench.n, train->bench.x, train->bench.y};
    FitOptions options = train_options(&bench->scene);
    fit_loss_curve(&train->bench.pool, &keys, &options, parameters, 0, &w, 1, &loss, scratch);
    near(train->curve_loss[30], loss, 1e-8);
    free(scratch);
    double first = train->curve_loss[30];
    scene_move_point(&bench->scene, 7, 2, 50);
    assert_true(train_refresh_curve(train, &bench->scene, false) && train->curve_count < TRAIN_CURVE);
    while (train_refresh_curve(train, &bench->scene, false))
        ;
    assert_true(train->curve_loss[30] > first);
}

/* The search for the best bandwidth of many points: by frames, close to the definition's, dropped when the data
 * change. */
static void test_search_of_many_points(void **state) {
    Bench *bench = *state;
    Scene *scene = &bench->scene;
    Train *train = bench->train;
    draw_points(bench, 2000);
    param_set(scene, PARAM_KERNEL, KERNEL_EPANECHNIKOV);
    assert_true(train_search_begin(train, scene));
    TrainSearch state_now = TRAIN_SEARCH_GOES_ON;
    int frames = 0;
    for (; state_now == TRAIN_SEARCH_GOES_ON; frames++)
        state_now = train_search_on(train, scene);
    assert_int_equal(state_now, TRAIN_SEARCH_FOUND);
    assert_true(frames > 1);
    FitOptions options = {.mean = true};
    double best = scene->params.h, *room = malloc((fit_room(2000, 2) + 1) * sizeof *room), loss[3];
    Keys keys = {train->bench.n, train->bench.x, train->bench.y};
    for (int i = 0; i < 3; i++) {
        Pool pool = train->bench.pool;
        double parameters[2] = {1 / (best * (0.9 + 0.1 * i)), 1};
        pool.model = MODEL_PARAMETRIC;
        loss[i] = fit_loss(&pool, &keys, &options, parameters, NULL, room).loss;
    }
    free(room);
    assert_true(loss[1] <= loss[0] && loss[1] <= loss[2]);
    assert_true(train_search_begin(train, scene));
    assert_int_equal(train_search_on(train, scene), TRAIN_SEARCH_GOES_ON);
    scene_move_point(scene, 3, 1, 1);
    assert_int_equal(train_search_on(train, scene), TRAIN_SEARCH_DROPPED);
    assert_false(train->searching);
    assert_true(scene->params.h == best);
}

/* Only what goes through pairs is refused, and of many points a frame takes one step. */
static void test_every_kernel_trains_on_many_points(void **state) {
    Bench *bench = *state;
    Scene *scene = &bench->scene;
    draw_points(bench, TRAIN_SLOW + 1);
    param_set(scene, PARAM_RATE, 1e-6);
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        param_set(scene, PARAM_KERNEL, kernel);
        assert_null(train_refusal(scene));
        train_forget(bench->train);
        assert_true(train_start(bench->train, scene));
        double before = bench->train->fit.loss.loss;
        train_tick(bench->train, scene, 1);
        assert_int_equal(bench->train->fit.step, 1);
        assert_true(bench->train->fit.loss.loss <= before);
    }
    choose_scorer(scene, SCORER_DOT);
    assert_non_null(train_refusal(scene));
}

/* Many points: the loss and its slope from the engine's sums are those of the definition. */
static void test_many_points(void **state) {
    Bench *bench = *state;
    Scene *scene = &bench->scene;
    Results keys_of = {0};
    draw_points(bench, 3000);
    assert_true(results_prepare(&keys_of, scene));
    Keys keys = {keys_of.n, keys_of.x, keys_of.y};
    double *room = malloc((fit_room(keys.n, 2) + 1) * sizeof *room);
    for (int i = 0; i < 6; i++) {
        double parameters[2] = {(const double[]){0, 0.1, 1, 4, 20, 200}[i], 1}, slow[2], fast[2];
        keys_of.pool.kernel = i % 3 == 2 ? KERNEL_TRICUBE : KERNEL_GAUSSIAN;
        FitOptions options = {.rate = 1, .mean = i % 2, .self_included = i == 3};
        FitLoss a = fit_loss(&keys_of.pool, &keys, &options, parameters, slow, room);
        options.engine = keys_of.keys.engine;
        FitLoss b = fit_loss(&keys_of.pool, &keys, &options, parameters, fast, room);
        near(a.loss, b.loss, 1e-7);
        assert_int_equal(a.points, b.points);
        assert_true(fabs(slow[0] - fast[0]) <= 1e-6 * (fabs(slow[0]) + a.loss));
    }
    free(room);
    results_free(&keys_of);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_reference, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_scorer_trains_and_resets, setup, teardown),
        cmocka_unit_test_setup_teardown(test_unsorted_points_train_alike, setup, teardown),
        cmocka_unit_test_setup_teardown(test_a_hand_makes_a_new_start, setup, teardown),
        cmocka_unit_test_setup_teardown(test_divergence_keeps_finite_parameters, setup, teardown),
        cmocka_unit_test_setup_teardown(test_fixed_ticks, setup, teardown),
        cmocka_unit_test_setup_teardown(test_only_location_ignores_a_dragged_key, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many_points, setup, teardown),
        cmocka_unit_test_setup_teardown(test_loss_curve_of_many_points, setup, teardown),
        cmocka_unit_test_setup_teardown(test_search_of_many_points, setup, teardown),
        cmocka_unit_test_setup_teardown(test_every_kernel_trains_on_many_points, setup, teardown),
        cmocka_unit_test_setup_teardown(test_loss_curve_has_its_minimum_at_the_best_width, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

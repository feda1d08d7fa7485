/* What is computed from a scene: whole, pure, and right in the cases whose answer is known without computing. */
#include "check.h"

#include "core/kernel.h"
#include "core/rng.h"
#include "model/results.h"

#include <math.h>

typedef struct Stage {
    Library *library;
    Scene scene;
    Results results;
} Stage;

static int setup(void **state) {
    Stage *s = test_calloc(1, sizeof *s);
    s->library = library_create();
    *state = s;
    return scene_init(&s->scene, s->library) ? 0 : -1;
}

static int teardown(void **state) {
    Stage *s = *state;
    results_free(&s->results);
    scene_free(&s->scene);
    library_destroy(s->library);
    test_free(s);
    return 0;
}

static const Results *compute(Stage *s) {
    assert_true(results_compute(&s->results, &s->scene, 101));
    return &s->results;
}

static void own(Stage *s, const double *x, const double *y, size_t n) {
    assert_true(scene_adopt(&s->scene, x, y, n, "own", "", ""));
}

static void check_close(double a, double b, double tolerance) {
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g", a, b);
}

static void check_sorted(const Results *r, const Scene *scene) {
    assert_int_equal(r->n, scene->points.n);
    for (size_t k = 0; k < r->n; k++) {
        assert_true(r->order[k] < r->n);
        assert_int_equal(r->rank[r->order[k]], k);
        assert_true(r->x[k] == scene->points.x[r->order[k]] && r->y[k] == scene->points.y[r->order[k]]);
        if (k == 0)
            continue;
        assert_true(r->x[k - 1] < r->x[k] || (r->x[k - 1] == r->x[k] && r->order[k - 1] < r->order[k]));
    }
}

static void check_heat(const Results *r) {
    double largest = 0;
    for (size_t row = 0; row < r->heat_rows; row++) {
        const float *cells = r->heat + row * r->heat_columns;
        double sum = 0;
        bool hatched = r->heat_columns && isnan(cells[0]);
        for (size_t c = 0; c < r->heat_columns; c++) {
            assert_int_equal(isnan(cells[c]), hatched);
            assert_true(hatched || (cells[c] >= 0 && cells[c] <= 1.000001f));
            sum += (double)cells[c];
            if (!hatched)
                largest = fmax(largest, (double)cells[c]);
        }
        if (!hatched && r->heat_columns)
            check_close(sum, 1, 1e-5);
        if (row)
            assert_true(r->heat_query[row] >= r->heat_query[row - 1]);
        assert_true(r->heat_query[0] == r->heat_query[r->heat_rows - 1] ||
                    results_heat_row(r, r->heat_query[row]) == row);
    }
    check_close(largest, r->heat_max, 0);
}

static void check_all(Stage *s) {
    const Results *r = compute(s);
    check_sorted(r, &s->scene);
    check_heat(r);
    double sum = 0, f = 0;
    for (size_t k = 0; k < r->n; k++) {
        assert_true(r->alpha[k] >= 0 && r->alpha[k] <= r->alpha_max);
        sum += r->alpha[k];
        f += r->alpha[k] * r->y[k];
    }
    check_close(sum, r->row.supported ? 1 : 0, 1e-12);
    if (r->row.supported)
        check_close(f, r->row.f, 1e-9 * (1 + fabs(f)));
    for (size_t j = 0; j < r->curve_count; j++)
        assert_true(!r->curve_supported[j] || isfinite(r->curve_f[j]));
    if (r->curve_count > 1) {
        check_close(r->curve_x[0], s->scene.view.x0, 0);
        check_close(r->curve_x[r->curve_count - 1], s->scene.view.x1, 1e-12 * (1 + fabs(s->scene.view.x1)));
    }
}

static void test_every_model_kernel_and_data(void **state) {
    Stage *s = *state;
    for (int data = 0; data < DATASET_COUNT; data++)
        for (int model = 0; model < MODEL_COUNT; model++)
            for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
                assert_true(param_set_redraw(&s->scene, PARAM_DATA, data, s->library));
                param_set(&s->scene, PARAM_MODEL, model);
                param_set(&s->scene, PARAM_KERNEL, kernel);
                check_all(s);
            }
}

static void test_every_scorer(void **state) {
    Stage *s = *state;
    param_set(&s->scene, PARAM_MODEL, MODEL_SCORER);
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++)
        for (int features = 0; features < FEATURE_COUNT; features++)
            for (int keys = 0; keys <= FEATURE_COUNT; keys++) {
                assert_true(param_set_redraw(&s->scene, PARAM_SCORER, scorer, s->library));
                assert_true(param_set_redraw(&s->scene, PARAM_FEATURES, features, s->library));
                assert_true(param_set_redraw(&s->scene, PARAM_KEY_FEATURES, keys, s->library));
                check_all(s);
                assert_true(s->results.fits || (s->results.refusal[0] && !s->results.row.supported));
            }
}

/* The distance scorer with features [x] is the parametric model with the Gaussian kernel. */
static void test_distance_is_the_gaussian(void **state) {
    Stage *s = *state;
    for (double w = 0.1; w < 50; w *= 3) {
        param_set(&s->scene, PARAM_MODEL, MODEL_PARAMETRIC);
        param_set(&s->scene, PARAM_W, w);
        double f = compute(s)->row.f, n_eff = s->results.row.n_eff;
        param_set(&s->scene, PARAM_MODEL, MODEL_SCORER);
        check_close(compute(s)->row.f, f, 1e-9);
        check_close(s->results.row.n_eff, n_eff, 1e-9 * n_eff);
    }
}

static void test_unsorted_points(void **state) {
    Stage *s = *state;
    Rng rng = rng_seed(3);
    for (size_t i = 0; i < s->scene.points.n; i++) /* coarse, so that many x are equal */
        scene_move_point(&s->scene, i, floor(10 * rng_uniform(&rng)) / 2, rng_normal(&rng));
    check_all(s);
}

static void test_binned_columns(void **state) {
    Stage *s = *state;
    assert_true(param_set_redraw(&s->scene, PARAM_N, 1300, s->library));
    check_all(s);
    const Results *r = &s->results;
    assert_int_equal(r->heat_columns, HEAT_COLUMNS);
    size_t before = 0;
    for (size_t k = 0; k < r->n; k++) {
        size_t column = results_heat_column(r, k);
        assert_true(column < r->heat_columns && column - before <= 1);
        before = column;
    }
    assert_int_equal(before, HEAT_COLUMNS - 1);
}

static void test_few_points(void **state) {
    Stage *s = *state;
    const double x[] = {1, 3}, y[] = {10, 20};
    param_set(&s->scene, PARAM_RESIDUALS, 1);
    for (size_t n = 0; n <= 2; n++)
        for (int model = 0; model < MODEL_COUNT; model++)
            for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
                own(s, x, y, n);
                param_set(&s->scene, PARAM_MODEL, model);
                param_set(&s->scene, PARAM_KERNEL, kernel);
                param_set(&s->scene, PARAM_H, 10); /* everything in reach */
                param_set(&s->scene, PARAM_QUERY, 2);
                check_all(s);
                assert_int_equal(s->results.row.supported, n > 0);
                if (n)
                    check_close(s->results.row.f, n == 1 ? 10 : 15, 1e-12); /* halfway: both count alike */
                if (n)
                    check_close(s->results.row.n_eff, (double)n, 1e-12);
                for (size_t k = 0; k < n; k++)
                    assert_true(isfinite(s->results.fitted[k]));
            }
}

static void test_no_width_is_the_mean(void **state) {
    Stage *s = *state;
    double mean = 0;
    for (size_t i = 0; i < s->scene.points.n; i++)
        mean += s->scene.points.y[i] / (double)s->scene.points.n;
    for (int model = 0; model < MODEL_COUNT; model++)
        for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
            param_set(&s->scene, PARAM_MODEL, model);
            param_set(&s->scene, PARAM_KERNEL, kernel);
            param_set(&s->scene, PARAM_W, 0);
            check_all(s);
            check_close(s->results.row.f, mean, 1e-12);
            check_close(s->results.mean, mean, 1e-12);
            for (size_t j = 0; j < s->results.curve_count; j++)
                check_close(s->results.curve_f[j], mean, 1e-12);
            for (size_t k = 0; k < s->results.n; k++)
                check_close(s->results.alpha[k], 1.0 / 50, 1e-15);
        }
}

static void test_huge_width_is_the_nearest_key(void **state) {
    Stage *s = *state;
    param_set(&s->scene, PARAM_W, 1e8);
    check_all(s);
    const Results *r = &s->results;
    size_t nearest = 0;
    for (size_t k = 0; k < r->n; k++)
        if (fabs(r->x[k] - r->query) < fabs(r->x[nearest] - r->query))
            nearest = k;
    check_close(r->row.f, r->y[nearest], 0);
    check_close(r->row.n_eff, 1, 1e-12);
    check_close(r->alpha[nearest], 1, 0);
}

static void test_without_support(void **state) {
    Stage *s = *state;
    const double x[] = {0, 10}, y[] = {1, 2};
    own(s, x, y, 2);
    param_set(&s->scene, PARAM_MODEL, MODEL_KERNEL);
    param_set(&s->scene, PARAM_RESIDUALS, 1);
    param_set(&s->scene, PARAM_H, 1);
    param_set(&s->scene, PARAM_QUERY, 5);
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        param_set(&s->scene, PARAM_KERNEL, kernel);
        check_all(s);
        const Results *r = &s->results;
        bool compact = isfinite(KERNELS[kernel].support);
        assert_int_equal(r->row.supported, !compact);
        size_t middle = results_heat_row(r, 5);
        assert_int_equal(isnan(r->heat[middle * 2]), compact);
        assert_false(isnan(r->heat[0]));
        assert_int_equal(r->curve_supported[50], !compact);
        for (size_t k = 0; k < 2; k++) { /* each key is in its own reach */
            assert_true(isfinite(r->fitted[k]));
            assert_int_equal(results_score(r, k) == -INFINITY, compact);
        }
    }
}

static void test_pure(void **state) {
    Stage *s = *state;
    param_set(&s->scene, PARAM_RESIDUALS, 1);
    Results other = {0};
    Scene before = copy_scene(&s->scene);
    assert_true(param_set_redraw(&s->scene, PARAM_N, 700, s->library)); /* leaves other things in its memory */
    compute(s);
    scene_free(&s->scene);
    s->scene = copy_scene(&before);
    const Results *r = compute(s);
    assert_true(same_scene(&before, &s->scene));
    assert_true(results_compute(&other, &before, 101));
    assert_int_equal(r->n, other.n);
    assert_memory_equal(r->order, other.order, r->n * sizeof *r->order);
    assert_memory_equal(r->alpha, other.alpha, r->n * sizeof *r->alpha);
    for (size_t k = 0; k < r->n; k++)
        assert_true(results_score(r, k) == results_score(&other, k));
    assert_memory_equal(r->fitted, other.fitted, r->n * sizeof *r->fitted);
    assert_memory_equal(r->curve_f, other.curve_f, 101 * sizeof *r->curve_f);
    assert_memory_equal(r->curve_truth, other.curve_truth, 101 * sizeof *r->curve_truth);
    assert_memory_equal(r->heat, other.heat, r->heat_rows * r->heat_columns * sizeof *r->heat);
    assert_memory_equal(&r->row.f, &other.row.f, sizeof r->row.f);
    results_free(&other);
    scene_free(&before);
}

/* The textbook's 50 queries on built-in data, even after a point was dragged far away. */
static void test_queries(void **state) {
    Stage *s = *state;
    double query[HEAT_ROWS_OWN];
    scene_move_point(&s->scene, 0, -40, 0);
    assert_int_equal(results_queries(&s->scene, query), 50);
    for (int i = 0; i < 50; i++)
        check_close(query[i], i / 10.0, 1e-12);
    const double x[] = {3, -1, 7}, y[] = {0, 0, 0};
    own(s, x, y, 3);
    assert_int_equal(results_queries(&s->scene, query), 200);
    check_close(query[0], -1, 0);
    check_close(query[199], 7, 0);
}

/* Many points, in no order, with a second value column. */
static void crowd(Stage *s, size_t n) {
    Rng rng = rng_seed(5);
    double *x = test_malloc(n * sizeof *x), *y = test_malloc(n * sizeof *y);
    for (size_t i = 0; i < n; i++) {
        x[i] = 5 * rng_uniform(&rng);
        y[i] = rng_normal(&rng);
    }
    own(s, x, y, n);
    assert_true(points_reserve(&s->scene.points, n, 2));
    for (size_t i = 0; i < n; i++)
        s->scene.points.column[POINTS_VALUE + 1][i] = x[i] * x[i];
    points_mark(&s->scene.points);
    test_free(x);
    test_free(y);
}

/* f of the definition, with other values. */
static double defined(const Results *r, const Scene *scene, int column, double query) {
    double *alpha = test_malloc(r->n * sizeof *alpha), f = 0;
    Keys keys = {r->n, r->x, r->y};
    pool_row(&r->pool, &keys, query, alpha);
    for (size_t k = 0; k < r->n; k++)
        f += alpha[k] * scene->points.column[POINTS_VALUE + column][r->order[k]];
    test_free(alpha);
    return f;
}

/* A scorer is as complete with many points as with few; the location score and whole rows are not. */
static void test_crowd_of_a_scorer(void **state) {
    Stage *s = *state;
    static const int scored[][2] = {{SCORER_GENERAL, FEATURE_LIFT}, {SCORER_ADDITIVE, FEATURE_FOURIER}};
    crowd(s, 120000);
    param_set(&s->scene, PARAM_MODEL, MODEL_SCORER);
    for (int i = 0; i < 4; i++) {
        assert_true(param_set_redraw(&s->scene, PARAM_SCORER, scored[i / 2][0], s->library));
        assert_true(param_set_redraw(&s->scene, PARAM_FEATURES, scored[i / 2][1], s->library));
        points_set(&s->scene.points, POINTS_MUTED, 17, i % 2);
        const Results *r = compute(s);
        assert_int_equal(r->curve_count, 101);
        assert_int_equal(r->heat_rows, i % 2 ? SCORER_LOOKS / 120000 : HEAT_ROWS_OWN);
        assert_int_equal(r->values, 2);
        for (size_t j = 0; j < 101; j += 60) {
            check_close(r->curve_f[j], defined(r, &s->scene, 0, r->curve_x[j]), 1e-8);
            check_close(r->curve_value[0][j], r->curve_f[j], 1e-12);
            check_close(r->curve_value[1][j], defined(r, &s->scene, 1, r->curve_x[j]), 1e-7);
        }
        check_close(r->row.f, defined(r, &s->scene, 0, r->query), 1e-8);
        for (size_t row = 0; row < r->heat_rows; row += 9) {
            double sum = 0;
            for (size_t c = 0; c < r->heat_columns; c++)
                sum += (double)r->heat[row * r->heat_columns + c];
            check_close(sum, 1, 1e-5);
        }
    }
    assert_true(param_set_redraw(&s->scene, PARAM_SCORER, SCORER_LOCATION, s->library));
    assert_true(results_compute(&s->results, &s->scene, 400));
    assert_int_equal(s->results.curve_count, SCORER_LOOKS / 120000);
}

/* The heaviest keys are those that a plain search finds, of equal ones the nearer. */
static void test_heaviest(void **state) {
    Stage *s = *state;
    static const double temperatures[] = {1e-3, 1, 1e9};
    static const size_t counts[] = {40, 1023, 1024, 5000};
    param_set(&s->scene, PARAM_MODEL, MODEL_SCORER);
    for (int i = 0; i < 12; i++) {
        crowd(s, counts[i / 3]);
        assert_true(param_set_redraw(&s->scene, PARAM_SCORER, i % 2 ? SCORER_DOT : SCORER_GENERAL, s->library));
        param_set(&s->scene, PARAM_TEMPERATURE, temperatures[i % 3]);
        const Results *r = compute(s);
        assert_int_equal(r->heaviest_count, r->n < HEAVIEST ? r->n : HEAVIEST);
        for (int h = 0; h < r->heaviest_count; h++) {
            size_t before = 0, k = r->heaviest[h];
            for (size_t j = 0; j < r->n; j++)
                before += r->alpha[j] > r->alpha[k] ||
                          (r->alpha[j] == r->alpha[k] && fabs(r->x[j] - r->query) < fabs(r->x[k] - r->query));
            assert_int_equal(before, h);
        }
    }
}

/* Features are kept from frame to frame, but are always those of these keys by this map. */
static void test_features(void **state) {
    Stage *s = *state;
    static double phi[FEATURE_MAX * 600];
    crowd(s, 600);
    for (int i = 0; i < 40; i++) {
        param_set(&s->scene, PARAM_MODEL, i % 5 == 4 ? MODEL_KERNEL : MODEL_SCORER);
        assert_true(param_set_redraw(&s->scene, PARAM_FEATURES, i / 3 % FEATURE_COUNT, s->library));
        if (i % 7 == 0)
            points_set(&s->scene.points, POINTS_X, (size_t)i, 5 + i);
        const Results *r = compute(s);
        if (r->pool.model != MODEL_SCORER)
            continue;
        feature_rows(&r->scorer.key, r->x, r->n, phi);
        assert_memory_equal(r->scorer.key_features, phi, r->n * feature_length(&r->scorer.key) * sizeof *phi);
    }
}

/* Whatever is kept from frame to frame is what a fresh start gives, to the bit. */
static void test_kept(void **state) {
    Stage *s = *state;
    static const struct {
        int row;
        double value;
    } changes[] = {
        {PARAM_MODEL, MODEL_SCORER},
        {PARAM_QUERY, 1},
        {PARAM_TEMPERATURE, 0.1},
        {PARAM_W, 3},
        {PARAM_QUERY, 3},
        {PARAM_CAUSAL, 1},
        {PARAM_QUERY, -1},
        {PARAM_MODEL, MODEL_KERNEL},
        {PARAM_COLUMNS, 0},
        {PARAM_QUERY, 2},
        {PARAM_MODEL, MODEL_SCORER},
        {PARAM_COLUMNS, 1},
        {PARAM_CAUSAL, 0},
        {PARAM_HEAT_POINTS, 1},
    };
    enum { CHANGES = sizeof changes / sizeof *changes };
    crowd(s, 700);
    for (int i = 0; i < 6 * CHANGES; i++) {
        Results fresh = {0};
        if (i % CHANGES == 0)
            assert_true(param_set_redraw(&s->scene, PARAM_SCORER, i / CHANGES, s->library));
        param_set(&s->scene, changes[i % CHANGES].row, changes[i % CHANGES].value);
        if (i % 5 == 0)
            points_set(&s->scene.points, i % 10 ? POINTS_VALUE + 1 : POINTS_MUTED, (size_t)i, 1);
        if (i % 9 == 0)
            s->scene.view.x1 += 0.25;
        if (i % 11 == 0)
            assert_true(results_prepare(&s->results, &s->scene));
        const Results *r = compute(s);
        assert_true(results_compute(&fresh, &s->scene, 101));
        assert_memory_equal(r->curve_f, fresh.curve_f, 101 * sizeof *r->curve_f);
        assert_int_equal(r->values, fresh.values);
        for (int c = 0; c < r->values; c++)
            assert_memory_equal(r->curve_value[c], fresh.curve_value[c], 101 * sizeof *r->curve_f);
        assert_memory_equal(r->alpha, fresh.alpha, r->n * sizeof *r->alpha);
        assert_memory_equal(r->heat, fresh.heat, r->heat_rows * r->heat_columns * sizeof *r->heat);
        results_free(&fresh);
    }
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_every_model_kernel_and_data),
        TEST(test_every_scorer),
        TEST(test_distance_is_the_gaussian),
        TEST(test_unsorted_points),
        TEST(test_binned_columns),
        TEST(test_few_points),
        TEST(test_no_width_is_the_mean),
        TEST(test_huge_width_is_the_nearest_key),
        TEST(test_without_support),
        TEST(test_pure),
        TEST(test_queries),
        TEST(test_crowd_of_a_scorer),
        TEST(test_heaviest),
        TEST(test_features),
        TEST(test_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

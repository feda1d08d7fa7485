/* Points, extents and views. */
#include "check.h"

#include "core/rng.h"

#include <math.h>

static Scene start(const Library *library) {
    Scene scene;
    assert_true(scene_init(&scene, library));
    return scene;
}

static void own(Scene *scene, const double *x, const double *y, size_t n) {
    assert_true(scene_adopt(scene, x, y, n, "own.csv", "a", "b"));
    assert_int_equal(scene->params.data, DATA_OWN);
    assert_int_equal(scene->points.n, n);
}

static void check_view(View v) {
    assert_true(isfinite(v.x0) && isfinite(v.x1) && isfinite(v.y0) && isfinite(v.y1));
    assert_true(v.x1 > v.x0 && v.y1 > v.y0);
    assert_true(isfinite(v.x1 - v.x0) && isfinite(v.y1 - v.y0));
}

static bool inside(View v, double x, double y) { return x > v.x0 && x < v.x1 && y > v.y0 && y < v.y1; }

static void test_same_seed_same_points(void **state) {
    (void)state;
    Library *library = library_create();
    for (int set = 0; set < DATASET_COUNT; set++) {
        Scene a = start(library), b = start(library);
        assert_true(param_set_redraw(&a, PARAM_DATA, set, library) && param_set_redraw(&a, PARAM_SEED, 5, library));
        assert_true(param_set_redraw(&b, PARAM_SEED, 5, library) && param_set_redraw(&b, PARAM_DATA, set, library));
        assert_true(same_points(&a.points, &b.points));
        assert_true(param_set_redraw(&b, PARAM_SEED, 6, library));
        assert_int_equal(same_points(&a.points, &b.points), !DATASETS[set].truth);
        scene_free(&a);
        scene_free(&b);
    }
    library_destroy(library);
}

/* The noise stretches one draw: twice the noise, twice the distance from the true function. */
static void test_noise_stretches(void **state) {
    (void)state;
    Library *library = library_create();
    Scene a = start(library), b = start(library);
    assert_true(param_set_redraw(&b, PARAM_NOISE, 1, library));
    for (size_t i = 0; i < a.points.n; i++) {
        double x = a.points.x[i], f = scene_truth(&a, x);
        assert_true(b.points.x[i] == x);
        assert_true(fabs((b.points.y[i] - f) - 2 * (a.points.y[i] - f)) < 4e-6);
    }
    scene_free(&a);
    scene_free(&b);
    library_destroy(library);
}

static void test_adopt(void **state) {
    (void)state;
    Library *library = library_create();
    Scene scene = start(library);
    const double x[] = {3000, 1000, 2000}, y[] = {1, 2, -5};
    own(&scene, x, y, 3);
    assert_memory_equal(scene.points.x, x, sizeof x);
    assert_memory_equal(scene.points.y, y, sizeof y);
    assert_string_equal(scene.x_name, "a");
    assert_string_equal(scene.y_name, "b");
    assert_string_equal(scene.source, "own.csv");
    assert_false(scene_has_truth(&scene));
    assert_true(isnan(scene_truth(&scene, 1)));
    assert_true(scene.params.query >= 1000 && scene.params.query <= 3000);
    assert_true(scene.params.w > 0.005 && scene.params.w < 0.05);
    for (int i = 0; i < 3; i++)
        assert_true(inside(scene.view, x[i], y[i]));
    assert_true(scene_resample(&scene, library)); /* own data is not drawn anew */
    assert_memory_equal(scene.points.x, x, sizeof x);
    char name[200];
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_true(scene_adopt(&scene, x, y, 3, name, name, name));
    assert_int_equal(strlen(scene.source), SCENE_NAME - 1);
    scene_free(&scene);
    library_destroy(library);
}

static void test_points_keep_their_order(void **state) {
    (void)state;
    Library *library = library_create();
    Scene scene = start(library);
    const double x[] = {1, 2, 3}, y[] = {10, 20, 30};
    own(&scene, x, y, 3);
    assert_true(scene_add_point(&scene, 0.5, 5));
    assert_true(scene.points.n == 4 && scene.points.x[3] == 0.5 && scene.points.y[3] == 5);
    scene_move_point(&scene, 0, 9, 90);
    assert_true(scene.points.x[0] == 9 && scene.points.x[1] == 2);
    scene_delete_point(&scene, 1);
    assert_true(scene.points.n == 3 && scene.points.x[0] == 9 && scene.points.x[1] == 3 && scene.points.y[2] == 5);
    for (size_t n = 3; n > 0; n--)
        scene_delete_point(&scene, n - 1);
    assert_int_equal(scene.points.n, 0);
    for (int i = 0; i < 1000; i++)
        assert_true(scene_add_point(&scene, i, -i));
    for (int i = 0; i < 1000; i++)
        assert_true(scene.points.x[i] == i && scene.points.y[i] == -i);
    scene_free(&scene);
    library_destroy(library);
}

/* Whatever is loaded: a finite view around it, a finite width and a query within. */
static void test_any_data_fits(void **state) {
    (void)state;
    static const struct {
        size_t n;
        double x[3], y[3];
    } CASES[] = {
        {0, {0}, {0}},
        {1, {7}, {-3}},
        {1, {1e15}, {1e15}},
        {1, {0}, {0}},
        {3, {2, 2, 2}, {1, 2, 3}},
        {3, {1, 2, 3}, {5, 5, 5}},
        {3, {1e15, 1e15, 1e15}, {-1e15, -1e15, -1e15}},
        {3, {-1e15, 0, 1e15}, {1, 2, 3}},
        {2, {1e15, 1e15 + 1}, {0, 1}},
        {2, {0, 1e-12}, {0, 1e-12}},
        {2, {-1e308, 1e308}, {0, 1}},
        {2, {0, 1}, {-1e308, 1e308}},
        {2, {1e308, 1e308}, {1e308, 1e308}},
        {2, {0, 5e-324}, {0, 5e-324}},
    };
    Library *library = library_create();
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Scene scene = start(library);
        own(&scene, CASES[i].x, CASES[i].y, CASES[i].n);
        check_view(scene.view);
        assert_true(scene.params.w > 0 && isfinite(scene.params.w) && isfinite(scene.params.query));
        View extent = scene_extent(&scene);
        bool seen = true;
        for (size_t k = 0; k < CASES[i].n; k++) {
            assert_true(CASES[i].x[k] >= extent.x0 && CASES[i].x[k] <= extent.x1);
            assert_true(CASES[i].y[k] >= extent.y0 && CASES[i].y[k] <= extent.y1);
            bool far = fabs(CASES[i].x[k]) > 1e17 || fabs(CASES[i].y[k]) > 1e17; /* beyond what can be shown */
            seen = seen && (far || inside(scene.view, CASES[i].x[k], CASES[i].y[k]));
        }
        if (!seen)
            fail_msg("case %zu: a point lies outside", i);
        scene_free(&scene);
    }
    library_destroy(library);
}

/* New points of the same kind leave the query alone, wherever the plot shows it; only one out of sight comes back. */
static void test_query_stays(void **state) {
    (void)state;
    Library *library = library_create();
    Scene scene = start(library);
    param_set(&scene, PARAM_QUERY, 5.05);
    assert_true(param_set_redraw(&scene, PARAM_SEED, 1, library));
    assert_true(scene.params.query == 5.05);
    assert_true(param_set_redraw(&scene, PARAM_DATA, DATASET_MOTORCYCLE, library));
    assert_true(scene.params.query == 5.05);
    param_set(&scene, PARAM_QUERY, 40);
    assert_true(param_set_redraw(&scene, PARAM_DATA, DATASET_SINE, library));
    assert_true(scene.params.query == 2.5);
    scene_free(&scene);
    library_destroy(library);
}

/* The fit shows the true function where it is shown, not only the points. */
static void test_fit_shows_truth(void **state) {
    (void)state;
    Library *library = library_create();
    Scene scene = start(library);
    while (scene.points.n)
        scene_delete_point(&scene, 0);
    View fit = scene_fit(&scene);
    assert_true(inside(fit, 2, scene_truth(&scene, 2)) && inside(fit, 4.99, scene_truth(&scene, 4.99)));
    assert_true(fit.x1 - fit.x0 < 6 && fit.y1 - fit.y0 < 6);
    scene_free(&scene);
    library_destroy(library);
}

/* A hand that zooms and pans at random for hours. */
static void test_random_zooms(void **state) {
    (void)state;
    Rng rng = rng_seed(1);
    View v = {0, 5, 0, 1};
    for (int i = 0; i < 10000; i++) {
        double factor = exp(8 * (rng_uniform(&rng) - (i / 2500 % 2 ? 0.3 : 0.7)));
        double x = v.x0 + (v.x1 - v.x0) * (3 * rng_uniform(&rng) - 1), y = v.y0 + (v.y1 - v.y0) * rng_uniform(&rng);
        v = view_clamp(
            (View){x + (v.x0 - x) * factor, x + (v.x1 - x) * factor, y + (v.y0 - y) * factor, y + (v.y1 - y) * factor});
        check_view(v);
        assert_true(v.x1 - v.x0 <= 1.01e18 && v.y1 - v.y0 <= 1.01e18);
        assert_true(v.x1 - v.x0 >= 0.5e-9 * fmax(1, fabs(v.x0)));
    }
}

static void test_clamp(void **state) {
    (void)state;
    const View wrong[] = {{1, 1, 2, 2},
                          {5, 0, 1, 0},
                          {-INFINITY, INFINITY, NAN, NAN},
                          {1e300, 1.1e300, -1e300, 1e300},
                          {0, 1e-300, 1e15, 1e15},
                          {NAN, 1, 0, NAN}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        check_view(view_clamp(wrong[i]));
    const View fine = {-3, 7, 1e-3, 2e-3};
    View kept = view_clamp(fine);
    assert_memory_equal(&kept, &fine, sizeof fine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_seed_same_points),
        cmocka_unit_test(test_noise_stretches),
        cmocka_unit_test(test_adopt),
        cmocka_unit_test(test_points_keep_their_order),
        cmocka_unit_test(test_any_data_fits),
        cmocka_unit_test(test_fit_shows_truth),
        cmocka_unit_test(test_random_zooms),
        cmocka_unit_test(test_clamp),
        cmocka_unit_test(test_query_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

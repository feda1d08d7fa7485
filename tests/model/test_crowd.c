/* The crowd against counting one by one: every point in its cell, every column's largest weight, and the same picture
 * whatever was asked before. */
#include "core/rng.h"
#include "model/results.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { N = 5000 };

typedef struct Stage {
    Scene scene;
    Results results;
    Library library;
} Stage;

static void fill(Stage *s, bool one_place) {
    static double x[N], y[N];
    Rng rng = rng_seed(9);
    for (int i = 0; i < N; i++) {
        x[i] = one_place ? 1.5 : floor(rng_uniform(&rng) * 800) / 100; /* some lie on the edges of cells */
        y[i] = rng_normal(&rng);
    }
    assert_true(scene_adopt(&s->scene, x, y, N, "crowd", "x", "y"));
}

static int open_stage(void **state) {
    Stage *s = calloc(1, sizeof *s);
    assert_true(scene_init(&s->scene, &s->library));
    fill(s, false);
    *state = s;
    return 0;
}

static int close_stage(void **state) {
    Stage *s = *state;
    results_free(&s->results);
    scene_free(&s->scene);
    free(s);
    return 0;
}

static const Crowd *compute(Stage *s, CrowdGrid grid) {
    assert_true(results_compute(&s->results, &s->scene, 50));
    results_crowd(&s->results, &s->scene, grid);
    return &s->results.crowd;
}

/* Column of x, by the definition: the view's share, the last edge included; -1 outside. */
static int column_of(double x, const View *view, int columns) {
    for (int c = 0; c < columns; c++) {
        double t0 = (double)c / columns, t1 = (double)(c + 1) / columns;
        double left = view->x0 * (1 - t0) + view->x1 * t0, right = view->x0 * (1 - t1) + view->x1 * t1;
        if (x >= left && (x < right || (c == columns - 1 && x <= view->x1)))
            return c;
    }
    return -1;
}

static void check_counts(Stage *s, CrowdGrid grid) {
    const Crowd *crowd = compute(s, grid);
    const Results *r = &s->results;
    const View *view = &s->scene.view;
    unsigned *count = calloc((size_t)(grid.columns * grid.rows), sizeof *count);
    double *heaviest = calloc((size_t)grid.across, sizeof *heaviest);
    for (size_t k = 0; k < r->n; k++) {
        int column = column_of(r->x[k], view, grid.columns), strip = column_of(r->x[k], view, grid.across);
        double row = floor((view->y1 - r->y[k]) / (view->y1 - view->y0) * grid.rows);
        if (column >= 0 && row >= 0 && row < grid.rows)
            count[column * grid.rows + (int)row]++;
        if (strip >= 0)
            heaviest[strip] = fmax(heaviest[strip], r->alpha[k]);
    }
    for (int i = 0; i < grid.columns * grid.rows; i++) {
        int column = i / grid.rows, row = i % grid.rows;
        float cell = crowd->cell[row * grid.columns + column];
        if (count[i] != crowd->count[i])
            fail_msg("cell %d, %d has %u points, counted %u", column, row, crowd->count[i], count[i]);
        assert_true(count[i] ? cell > 0 && cell <= 1.0001f : cell == 0);
    }
    for (int i = 0; i < grid.across; i++)
        assert_true(crowd->heaviest[i] == (float)heaviest[i]);
    free(count);
    free(heaviest);
}

static void test_counts(void **state) {
    Stage *s = *state;
    const CrowdGrid grids[] = {{1, 1, 1}, {37, 20, 80}, {200, 3, 7}};
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        check_counts(s, grids[i]);
    s->scene.view = (View){2, 3.3, -0.5, 0.7};
    check_counts(s, grids[1]);
    fill(s, true);
    check_counts(s, grids[1]);
}

/* Heavier columns are stronger: of two cells with as many points the one nearer to the query is. */
static void test_weights_show(void **state) {
    Stage *s = *state;
    CrowdGrid grid = {40, 1, 40};
    s->scene.view = (View){0, 8, -9, 9};
    s->scene.params.query = 4;
    const Crowd *crowd = compute(s, grid);
    assert_true(crowd->stronger[20] > 5 && crowd->stronger[20] <= 9 && crowd->stronger[0] < 1.01f);
    assert_true(crowd->cell[20] > crowd->cell[0]);
}

/* What is kept between frames never shows: after any hand the crowd is that of results that never saw another. */
static void test_as_from_a_fresh_start(void **state) {
    Stage *s = *state;
    CrowdGrid grid = {60, 40, 123};
    Rng rng = rng_seed(4);
    for (int i = 0; i < 60; i++) {
        double t = rng_uniform(&rng);
        if (i % 4 == 0)
            scene_move_point(&s->scene, (size_t)(t * N), 8 * rng_uniform(&rng), 4 * rng_uniform(&rng) - 2);
        else if (i % 4 == 1)
            s->scene.view.x0 += t - 0.5;
        else if (i % 4 == 2)
            s->scene.params.query = 8 * t;
        else
            grid.columns = 30 + (int)(50 * t);
        const Crowd *kept = compute(s, grid);
        Results fresh = {0};
        assert_true(results_compute(&fresh, &s->scene, 50));
        results_crowd(&fresh, &s->scene, grid);
        size_t cells = (size_t)grid.columns * (size_t)grid.rows;
        assert_memory_equal(kept->cell, fresh.crowd.cell, cells * sizeof *kept->cell);
        assert_memory_equal(kept->heaviest, fresh.crowd.heaviest, (size_t)grid.across * sizeof *kept->heaviest);
        assert_memory_equal(s->results.curve_f, fresh.curve_f, 50 * sizeof *fresh.curve_f);
        assert_true(s->results.mean == fresh.mean);
        results_free(&fresh);
    }
}

static void test_few_are_no_crowd(void **state) {
    Stage *s = *state;
    while (s->scene.points.n > CROWD_LEAST)
        scene_delete_point(&s->scene, s->scene.points.n - 1);
    assert_int_equal(compute(s, (CrowdGrid){10, 10, 10})->grid.columns, 0);
    assert_true(scene_add_point(&s->scene, 1, 1));
    assert_int_equal(compute(s, (CrowdGrid){10, 10, 10})->grid.columns, 10);
    assert_int_equal(compute(s, (CrowdGrid){10, 0, 10})->grid.columns, 0); /* no room to draw in */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_counts, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(test_weights_show, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(test_as_from_a_fresh_start, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(test_few_are_no_crowd, open_stage, close_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

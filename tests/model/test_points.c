/* Whatever is done to the points of a scene, their marks are those of points written in one go. */
#include "core/rng.h"
#include "model/history.h"
#include "model/params.h"
#include "model/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void check_marks(const Points *points, const char *what) {
    Points fresh = {0};
    assert_true(points_copy(&fresh, points));
    points_mark(&fresh);
    for (int c = 0; c < points_columns(points); c++)
        if (points->mark[c] != fresh.mark[c])
            fail_msg("%s: column %d does not have the mark of its numbers", what, c);
    points_free(&fresh);
}

static double some(Rng *rng) { return rng_uniform(rng) * 9 - 4; }

static void adopt(Scene *scene, Rng *rng) {
    double x[5], a[5], b[5];
    for (int i = 0; i < 5; i++) {
        x[i] = some(rng);
        a[i] = some(rng);
        b[i] = some(rng);
    }
    const double *const columns[] = {a, b};
    const char *const names[] = {"a", "b"};
    assert_true(scene_adopt_values(scene, x, columns, 1 + (int)(rng_uniform(rng) * 2), 5, "own", "x", names));
}

typedef struct Hands {
    Scene scene;
    History *history;
    Library library;
} Hands;

static const char *do_something(Hands *h, Rng *rng) {
    Scene *scene = &h->scene;
    size_t n = scene->points.n, i = n ? (size_t)(rng_uniform(rng) * (double)n) : 0;
    switch ((int)(rng_uniform(rng) * 9)) {
    case 0:
        if (n)
            scene_move_point(scene, i, some(rng), some(rng));
        return "move";
    case 1:
        assert_true(scene_add_point(scene, some(rng), some(rng)));
        return "add";
    case 2:
        if (n)
            scene_delete_point(scene, i);
        return "delete";
    case 3:
        if (n)
            scene_mute_point(scene, i, rng_uniform(rng) < 0.5);
        return "mute";
    case 4:
        param_set(scene, PARAM_DATA, 0);
        param_set(scene, PARAM_N, (double)(int)(rng_uniform(rng) * 40));
        assert_true(scene_resample(scene, &h->library));
        return "resample";
    case 5:
        adopt(scene, rng);
        return "adopt";
    case 6:
        param_set(scene, PARAM_VALUE, 1);
        return "value column";
    case 7:
        history_commit(h->history, scene, 0);
        history_undo(h->history, scene);
        return "undo";
    default:
        history_commit(h->history, scene, 0); /* or there may be nothing to redo */
        history_redo(h->history, scene);
        return "redo";
    }
}

static void test_marks_follow_every_hand(void **state) {
    (void)state;
    Hands h = {0};
    Rng rng = rng_seed(3);
    assert_true(scene_init(&h.scene, &h.library));
    h.history = history_create(&h.scene);
    for (int step = 0; step < 4000; step++) {
        const char *what = do_something(&h, &rng);
        check_marks(&h.scene.points, what);
        if (rng_uniform(&rng) < 0.7)
            history_commit(h.history, &h.scene, 0);
    }
    Scene copy = {0};
    assert_true(scene_copy(&copy, &h.scene));
    check_marks(&copy.points, "copy");
    scene_free(&copy);
    history_destroy(h.history);
    scene_free(&h.scene);
}

/* The same numbers in other places, or one bit of difference, have other marks. */
static void test_marks_tell_differences(void **state) {
    (void)state;
    Points a = {0}, b = {0};
    const double x[] = {1, 2, 3}, turned[] = {2, 1, 3}, zero[] = {0.0, -0.0, 0.0};
    assert_true(points_assign(&a, x, x, 3) && points_assign(&b, turned, zero, 3));
    assert_true(a.mark[POINTS_X] != b.mark[POINTS_X]);
    points_set(&b, POINTS_VALUE, 1, 0.0);
    uint64_t plain = b.mark[POINTS_VALUE];
    points_set(&b, POINTS_VALUE, 1, -0.0);
    assert_true(b.mark[POINTS_VALUE] != plain);
    points_free(&a);
    points_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_marks_follow_every_hand),
        cmocka_unit_test(test_marks_tell_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

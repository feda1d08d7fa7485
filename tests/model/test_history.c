/* Undo and redo: whatever was done, going back and forth gives the same bytes. */
#include "check.h"

#include "core/rng.h"
#include "model/history.h"

#include <stdlib.h>

typedef struct Stage {
    Library *library;
    Scene scene;
    History *history;
    Rng rng;
} Stage;

static int setup(void **state) {
    Stage *s = test_calloc(1, sizeof *s);
    s->library = library_create();
    s->rng = rng_seed(7);
    *state = s;
    if (!scene_init(&s->scene, s->library))
        return -1;
    s->history = history_create(&s->scene);
    return s->history ? 0 : -1;
}

static int teardown(void **state) {
    Stage *s = *state;
    history_destroy(s->history);
    scene_free(&s->scene);
    library_destroy(s->library);
    test_free(s);
    return 0;
}

static size_t below(Stage *s, size_t n) { return (size_t)(rng_uniform(&s->rng) * (double)n); }

/* One edit of any kind that a hand can make. */
static void edit(Stage *s) {
    Scene *scene = &s->scene;
    size_t n = scene->points.n;
    double x = 5 * rng_uniform(&s->rng), y = rng_normal(&s->rng);
    int row = (int)below(s, PARAM_COUNT);
    switch (below(s, 5)) {
    case 0:
        assert_true(scene_add_point(scene, x, y));
        break;
    case 1:
        if (n)
            scene_delete_point(scene, below(s, n));
        break;
    case 2:
        if (n)
            scene_move_point(scene, below(s, n), x, y);
        break;
    case 3: {
        double value = row == PARAM_DATA ? (double)below(s, DATASET_COUNT) : row == PARAM_N ? (double)below(s, 80) : x;
        assert_true(param_set_redraw(scene, row, value, s->library));
        break;
    }
    default: {
        const double xs[] = {x, 1, 2}, ys[] = {y, y, 3};
        assert_true(scene_adopt(scene, xs, ys, below(s, 4), "f.csv", "x", y > 0 ? "y" : ""));
    }
    }
}

static bool same_state(const Scene *a, const Scene *b) {
    return memcmp(&a->params, &b->params, sizeof a->params) == 0 && memcmp(a->source, b->source, SCENE_NAME) == 0 &&
           memcmp(a->y_name, b->y_name, SCENE_NAME) == 0 && same_points(&a->points, &b->points) &&
           a->score.length == b->score.length &&
           (a->score.length == 0 || memcmp(a->score.at, b->score.at, a->score.length * sizeof *a->score.at) == 0);
}

static void test_all_the_way(void **state) {
    enum { EDITS = 2000 };
    Stage *s = *state;
    static Scene kept[EDITS + 1];
    size_t count = 0;
    kept[count++] = copy_scene(&s->scene);
    for (int i = 0; i < EDITS; i++) {
        edit(s);
        if (!history_commit(s->history, &s->scene, 0)) {
            assert_true(same_state(&s->scene, &kept[count - 1]));
            continue;
        }
        kept[count++] = copy_scene(&s->scene);
    }
    assert_true(count > EDITS * 3 / 4);
    size_t at = count - 1;
    for (int walk = 0; walk < 6; walk++) { /* half back, half forth, all back, all forth ... */
        bool back = walk % 2 == 0;
        size_t far = walk < 2 ? count / 2 : count;
        for (size_t i = 0; i < far; i++) {
            bool can = back ? history_can_undo(s->history) : history_can_redo(s->history);
            bool moved = back ? history_undo(s->history, &s->scene) : history_redo(s->history, &s->scene);
            assert_int_equal(can, moved);
            assert_int_equal(moved, back ? at > 0 : at + 1 < count);
            if (moved)
                at = back ? at - 1 : at + 1;
            if (!same_state(&s->scene, &kept[at]))
                fail_msg("walk %d: state %zu differs", walk, at);
        }
    }
    for (size_t i = 0; i < count; i++)
        scene_free(&kept[i]);
}

/* Undo and new edits mixed: a reference that keeps whole copies agrees at every moment. */
static void test_against_whole_copies(void **state) {
    enum { MOVES = 3000 };
    Stage *s = *state;
    static Scene kept[MOVES + 1];
    size_t count = 1, at = 0;
    kept[0] = copy_scene(&s->scene);
    for (int i = 0; i < MOVES; i++) {
        size_t what = below(s, 4);
        if (what < 2) {
            edit(s);
            if (history_commit(s->history, &s->scene, 0)) {
                while (count > at + 1)
                    scene_free(&kept[--count]);
                kept[count++] = copy_scene(&s->scene);
                at++;
            }
        } else if (what == 2)
            at -= history_undo(s->history, &s->scene);
        else
            at += history_redo(s->history, &s->scene);
        if (!same_state(&s->scene, &kept[at]))
            fail_msg("move %d", i);
    }
    while (count)
        scene_free(&kept[--count]);
}

static void test_nothing_is_no_step(void **state) {
    Stage *s = *state;
    assert_false(history_commit(s->history, &s->scene, 0));
    s->scene.view.x1 += 1;
    param_set(&s->scene, PARAM_THEME, 1);
    assert_false(history_commit(s->history, &s->scene, 0));
    assert_false(history_can_undo(s->history));
    assert_false(history_undo(s->history, &s->scene));
    assert_false(history_redo(s->history, &s->scene));
    assert_int_equal(s->scene.settings.theme, 1);
}

/* View and theme are the person's: undoing a width leaves them; undoing new points brings their view back. */
static void test_view(void **state) {
    Stage *s = *state;
    View before = s->scene.view;
    param_set(&s->scene, PARAM_W, 9);
    assert_true(history_commit(s->history, &s->scene, 0));
    s->scene.view.x1 = 100;
    param_set(&s->scene, PARAM_THEME, 1);
    assert_true(history_undo(s->history, &s->scene));
    assert_true(s->scene.view.x1 == 100 && s->scene.settings.theme == 1 && s->scene.params.w == 4);
    s->scene.view = before;
    assert_false(history_commit(s->history, &s->scene, 0));
    assert_true(param_set_redraw(&s->scene, PARAM_DATA, DATASET_MOTORCYCLE, s->library));
    assert_true(history_commit(s->history, &s->scene, 0));
    assert_true(s->scene.view.x1 > 50);
    assert_true(history_undo(s->history, &s->scene));
    assert_memory_equal(&s->scene.view, &before, sizeof before);
}

static int undo_all(Stage *s) {
    int steps = 0;
    while (history_undo(s->history, &s->scene))
        steps++;
    return steps;
}

static void test_merge(void **state) {
    Stage *s = *state;
    for (int i = 0; i < 10; i++) { /* a key held down */
        param_set(&s->scene, PARAM_W, 5 + i);
        assert_true(history_commit(s->history, &s->scene, 11));
    }
    for (int i = 0; i < 3; i++) { /* another slider */
        param_set(&s->scene, PARAM_QUERY, i);
        assert_true(history_commit(s->history, &s->scene, 12));
    }
    for (int i = 0; i < 2; i++) { /* single strokes */
        param_set(&s->scene, PARAM_QUERY, 10 + i);
        assert_true(history_commit(s->history, &s->scene, 0));
    }
    assert_true(history_undo(s->history, &s->scene) && s->scene.params.query == 10);
    assert_true(history_undo(s->history, &s->scene) && s->scene.params.query == 2);
    assert_true(history_undo(s->history, &s->scene) && s->scene.params.query == 2.3);
    assert_true(s->scene.params.w == 14);
    assert_true(history_undo(s->history, &s->scene) && s->scene.params.w == 4 && s->scene.params.h == 0.25);
    assert_false(history_can_undo(s->history));
    for (int i = 0; i < 5; i++)
        assert_int_equal(history_redo(s->history, &s->scene), i < 4);
    assert_true(s->scene.params.query == 11 && s->scene.params.w == 14);
}

/* A point dragged over a hundred frames and let go is one step. */
static void test_drag_is_one_step(void **state) {
    Stage *s = *state;
    double x = s->scene.points.x[7], y = s->scene.points.y[7];
    for (int i = 1; i <= 100; i++)
        scene_move_point(&s->scene, 7, x + i * 0.01, y - i);
    assert_true(history_commit(s->history, &s->scene, 0));
    assert_int_equal(undo_all(s), 1);
    assert_true(s->scene.points.x[7] == x && s->scene.points.y[7] == y);
}

/* Many small steps on many points: each costs a few bytes, not a copy of all points. */
static void test_memory(void **state) {
    enum { N = 20000, STEPS = 2000 };
    Stage *s = *state;
    assert_true(param_set_redraw(&s->scene, PARAM_N, N, s->library));
    assert_true(history_commit(s->history, &s->scene, 0));
    Scene before = copy_scene(&s->scene);
    for (int i = 0; i < STEPS; i++) { /* as whole copies these would be 640 MB */
        scene_move_point(&s->scene, below(s, N), i, -i);
        assert_true(history_commit(s->history, &s->scene, 0));
    }
    for (int i = 0; i < STEPS; i++)
        assert_true(history_undo(s->history, &s->scene));
    assert_true(same_state(&before, &s->scene));
    scene_free(&before);
}

static void test_revert(void **state) {
    Stage *s = *state;
    Scene before = copy_scene(&s->scene);
    assert_true(param_set_redraw(&s->scene, PARAM_N, 9, s->library));
    scene_move_point(&s->scene, 3, 1, 1);
    assert_true(history_revert(s->history, &s->scene));
    assert_true(same_state(&before, &s->scene));
    assert_false(history_commit(s->history, &s->scene, 0) || history_can_undo(s->history));
    scene_free(&before);
}

static void test_destroy_nothing(void **state) {
    (void)state;
    history_destroy(NULL);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_all_the_way),
        TEST(test_against_whole_copies),
        TEST(test_nothing_is_no_step),
        TEST(test_view),
        TEST(test_merge),
        TEST(test_drag_is_one_step),
        TEST(test_memory),
        TEST(test_destroy_nothing),
        TEST(test_revert),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

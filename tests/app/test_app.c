/* The whole lab without a window: what the app does with inputs that arrive together, and files dropped on it. */
#include "app/app.h"
#include "model/params.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct Stage {
    Lab lab;
    App app;
} Stage;

static int setup(void **state) {
    Stage *s = test_calloc(1, sizeof *s);
    Options options;
    Failure failure = {EXIT_INTERNAL, ""};
    char *arguments[] = {(char[]){"attnlab"}, NULL};
    *state = s;
    if (!options_parse(1, arguments, &options, &failure) || !lab_open(&s->lab, &options, &failure))
        return -1;
    if (app_open(&s->app, &s->lab, &options, false, &failure))
        return 0;
    print_error("%s\n", failure.line);
    if (failure.status == EXIT_DISPLAY)
        exit(77);
    return -1;
}

static int teardown(void **state) {
    Stage *s = *state;
    app_close(&s->app);
    lab_close(&s->lab);
    test_free(s);
    return 0;
}

/* All these keys in one Input, as when the machine was busy. */
static void keys(Stage *s, const char *names) {
    static double time = 0;
    Input input = {.time = time += 0.01};
    char copy[200];
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok(copy, " "); name; name = strtok(NULL, " "))
        assert_true(input_parse_key(name, &input.keys[input.key_count++]));
    app_input(&s->app, &input);
    app_draw(&s->app);
}

static void test_keys_that_arrive_together(void **state) {
    Stage *s = *state;
    const Params *p = &s->lab.scene.params;
    keys(s, "R R R");
    assert_int_equal(p->seed, 45);
    keys(s, "Ctrl+Z Ctrl+Z");
    assert_int_equal(p->seed, 43);
    keys(s, "R Ctrl+Z"); /* the edit is a step before it is undone */
    assert_int_equal(p->seed, 43);
    keys(s, "Right Right Ctrl+Z R Ctrl+Z");
    assert_int_equal(p->seed, 43);
    assert_true(p->query > 2.3);
    keys(s, "Ctrl+Z Ctrl+Z Ctrl+Z");
    assert_int_equal(p->seed, 42);
    assert_true(p->query == 2.3);
    keys(s, "Ctrl+Q R");
    assert_true(s->app.quit);
}

/* A point deleted and the deletion undone within one Input: the splice finds the points that it was made of. */
static void test_delete_and_undo_together(void **state) {
    Stage *s = *state;
    Scene before = {0};
    assert_true(scene_copy(&before, &s->lab.scene));
    s->app.ui.chosen_point = 7;
    keys(s, "Del Ctrl+Z");
    assert_int_equal(s->lab.scene.points.n, 50);
    assert_memory_equal(before.points.x, s->lab.scene.points.x, 50 * sizeof(double));
    assert_memory_equal(before.points.y, s->lab.scene.points.y, 50 * sizeof(double));
    scene_free(&before);
}

static void let_train(Stage *s, int frames) {
    for (int i = 0; i < frames; i++) {
        Input input = {.time = s->app.time + 0.05};
        app_input(&s->app, &input);
        app_draw(&s->app);
    }
}

/* Undo while training runs: it pauses, and what a hand did meanwhile is undone with it, or before it. */
static void test_undo_during_training(void **state) {
    Stage *s = *state;
    Scene before = {0};
    assert_true(scene_copy(&before, &s->lab.scene));
    keys(s, "Space");
    let_train(s, 3);
    assert_true(s->app.train.running && s->lab.scene.params.w != 4);
    s->app.ui.chosen_point = 7;
    keys(s, "Del");
    let_train(s, 2);
    s->app.ui.chosen_point = 40;
    keys(s, "Del Ctrl+Z");
    assert_false(s->app.train.running);
    for (int i = 0; i < 5; i++)
        keys(s, "Ctrl+Z");
    assert_int_equal(s->lab.scene.points.n, 50);
    assert_memory_equal(before.points.x, s->lab.scene.points.x, 50 * sizeof(double));
    assert_memory_equal(&before.params, &s->lab.scene.params, sizeof before.params);
    scene_free(&before);
}

/* New points undone: the part of the plot that was looked at comes back too. */
static void test_undo_brings_the_view_back(void **state) {
    Stage *s = *state;
    Vec2 at = rect_centre(s->app.ui.panels.plot_area);
    Input input = {.time = 1, .mouse_x = (double)at.x, .mouse_y = (double)at.y, .mouse_inside = true, .wheel_y = 3};
    app_input(&s->app, &input);
    View near = s->lab.scene.view;
    keys(s, "R");
    assert_memory_not_equal(&near, &s->lab.scene.view, sizeof near);
    keys(s, "Ctrl+Z");
    assert_memory_equal(&near, &s->lab.scene.view, sizeof near);
}

static void drop(Stage *s, const char *path) {
    Input input = {.time = 100};
    snprintf(input.drop, sizeof input.drop, "%s", path);
    app_input(&s->app, &input);
    app_draw(&s->app);
}

static void test_dropped_files(void **state) {
    Stage *s = *state;
    char good[] = "/tmp/attnlab-drop-XXXXXX", bad[] = "/tmp/attnlab-drop-XXXXXX";
    int fd = mkstemp(good), other = mkstemp(bad);
    assert_true(fd >= 0 && other >= 0);
    assert_true(write(fd, "a,b\n1,5\n3,7\n", 12) == 12 && write(other, "1,x\n", 4) == 4);
    close(fd);
    close(other);
    drop(s, bad);
    assert_int_equal(s->lab.scene.points.n, 50); /* as it was, and it says why */
    assert_non_null(strstr(s->app.ui.notice, ":1:3"));
    assert_false(history_can_undo(s->app.history));
    drop(s, good); /* shown first, and left with Esc */
    assert_true(s->app.ui.form.open);
    assert_int_equal(s->lab.scene.points.n, 50);
    keys(s, "Esc");
    assert_false(s->app.ui.form.open);
    assert_int_equal(s->lab.scene.points.n, 50);
    assert_false(history_can_undo(s->app.history));
    drop(s, good);
    keys(s, "Enter");
    assert_false(s->app.ui.form.open);
    assert_int_equal(s->lab.scene.points.n, 2);
    assert_int_equal(s->lab.scene.params.data, DATA_OWN);
    keys(s, "Ctrl+Z");
    assert_int_equal(s->lab.scene.points.n, 50);
    assert_int_equal(s->lab.scene.params.data, 0);
    unlink(good);
    unlink(bad);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
    const struct CMUnitTest tests[] = {TEST(test_keys_that_arrive_together), TEST(test_delete_and_undo_together),
                                       TEST(test_dropped_files), TEST(test_undo_during_training),
                                       TEST(test_undo_brings_the_view_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What the keyboard does: shortcuts, sliders, typed numbers and menus, through whole frames. */
#include "desk.h"

#include "core/kernel.h"

#include <math.h>

static void focus(Desk *d, const char *id) {
    for (int i = 0; i < 200; i++) {
        if (strcmp(d->ui.focus, id) == 0)
            return;
        desk_key(d, "Tab");
    }
    fail_msg("Tab does not reach %s", id);
}

static void open_field(Desk *d, const char *slider) {
    char id[CONTROL_ID + 8];
    snprintf(id, sizeof id, "%s.field", slider);
    desk_click_on(d, id);
    assert_true(d->ui.field.open);
}

/* Types over what is selected, and Enter. */
static bool type_number(Desk *d, const char *slider, const char *text) {
    open_field(d, slider);
    desk_type(d, text);
    assert_string_equal(d->ui.field.text, text);
    desk_key(d, "Enter");
    return !d->ui.field.open;
}

static void test_typed_numbers(void **state) {
    Desk *d = *state;
    assert_true(type_number(d, "w", "3.75"));
    assert_true(d->scene.params.w == 3.75 && d->scene.params.h == 1 / 3.75);
    assert_true(type_number(d, "w", "-1e3"));
    assert_true(d->scene.params.w == -1000);
    assert_true(type_number(d, "h", "0.1"));
    assert_true(d->scene.params.h == 0.1 && d->scene.params.w == 10);
    assert_true(type_number(d, "n", "7"));
    assert_int_equal(d->scene.points.n, 7);
    assert_int_equal(d->steps, 4);
    assert_true(type_number(d, "n", "7")); /* the same number is no step */
    assert_int_equal(d->steps, 4);
}

static void test_wrong_numbers(void **state) {
    Desk *d = *state;
    Scene before = desk_copy(&d->scene);
    static const char *const WRONG[][2] = {{"w", "x"},   {"w", "1,5"}, {"w", ""},         {"h", "0"},  {"h", "-1"},
                                           {"n", "2.5"}, {"n", "-1"},  {"noise", "-0.1"}, {"w", "2e9"}};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        if (*WRONG[i][1])
            assert_false(type_number(d, WRONG[i][0], WRONG[i][1]));
        else {
            open_field(d, WRONG[i][0]);
            desk_key(d, "Backspace");
            assert_string_equal(d->ui.field.text, "");
            desk_key(d, "Enter");
        }
        assert_true(d->ui.field.open && d->ui.field.error[0] && d->ui.notice[0]);
        assert_non_null(strstr(d->ui.field.error, WRONG[i][0]));
        desk_key(d, "Tab"); /* does not get away with it either */
        assert_true(d->ui.field.open);
        desk_type(d, "1");
        assert_string_equal(d->ui.field.error, "");
        desk_key(d, "Esc");
        assert_false(d->ui.field.open);
    }
    assert_true(desk_same(&before, &d->scene));
    assert_int_equal(d->steps, 0);
    scene_free(&before);
}

/* Opening a field and leaving it with Enter or Tab changes nothing, whatever it holds. */
static void test_looking_into_a_field(void **state) {
    Desk *d = *state;
    static const double WIDTHS[] = {4, 0, 3.98712345678, -1e-7, 1e9, 1.0 / 3};
    static const char *const KEYS[] = {"Enter", "Tab"};
    for (size_t i = 0; i < sizeof WIDTHS / sizeof *WIDTHS; i++)
        for (int k = 0; k < 2; k++) {
            param_set(&d->scene, PARAM_W, WIDTHS[i]);
            Scene before = desk_copy(&d->scene);
            static const char *const SLIDERS[] = {"w", "h", "n", "noise"};
            for (int s = 0; s < 4; s++) {
                open_field(d, SLIDERS[s]);
                desk_key(d, KEYS[k]);
                if (d->ui.field.open)
                    fail_msg("%s with w = %g: %s", SLIDERS[s], WIDTHS[i], d->ui.field.error);
            }
            assert_true(desk_same(&before, &d->scene));
            scene_free(&before);
        }
}

/* With a field open every letter is text: none is a shortcut. */
static void test_no_shortcut_from_a_field(void **state) {
    Desk *d = *state;
    desk_click_on(d, "kernel.boxcar");
    Scene before = desk_copy(&d->scene);
    open_field(d, "w");
    int steps = d->steps;
    static const char *const KEYS[] = {"R",      "L",      "T",      "Home",   "0",   "Del", "Backspace",
                                       "Ctrl+Z", "Ctrl+Y", "Ctrl+B", "F5",     "F12", "?",   "Space",
                                       "Left",   "Up",     "Ctrl+Q", "Ctrl++", "PgDn"};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        desk_key(d, KEYS[i]);
        if (!d->ui.field.open || !desk_same(&before, &d->scene) || d->ui.pending || d->ui.help ||
            d->ui.sidebar_hidden || d->ui.zoom != 1 || d->ui.presenting)
            fail_msg("%s fired", KEYS[i]);
    }
    assert_int_equal(d->asked, COMMAND_NONE);
    assert_int_equal(d->steps, steps);
    scene_free(&before);
}

static void test_composing_blocks_keys(void **state) {
    Desk *d = *state;
    Scene before = desk_copy(&d->scene);
    static const char *const KEYS[] = {"R", "L", "T", "Space", "Enter", "Esc", "Left", "Tab"};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
        d->input.composing = true;
        desk_key(d, KEYS[i]);
    }
    assert_true(desk_same(&before, &d->scene) && d->ui.focus[0] == '\0');
    open_field(d, "w");
    d->input.composing = true;
    desk_key(d, "Esc"); /* ends the composition, not the field */
    assert_true(d->ui.field.open);
    scene_free(&before);
}

static void test_slider_by_keys(void **state) {
    Desk *d = *state;
    focus(d, "w");
    desk_key(d, "Right");
    assert_true(d->scene.params.w > 4 && d->steps == 1);
    double w = d->scene.params.w;
    desk_key(d, "Left");
    desk_key(d, "Left");
    assert_true(d->scene.params.w < 4);
    desk_key(d, "Shift+Right");
    assert_true(d->scene.params.w < w);
    for (int i = 0; i < 100; i++)
        desk_key(d, "Down"); /* exactly 0 at the end of the rail */
    assert_true(d->scene.params.w == 0);
    desk_key(d, "Up");
    assert_true(d->scene.params.w > 0 && d->scene.params.w <= 0.02);
    for (int i = 0; i < 100; i++)
        desk_key(d, "Ctrl+Up");
    assert_true(d->scene.params.w == 100);
    desk_key(d, "2"); /* typing starts a field */
    assert_true(d->ui.field.open);
    desk_type(d, ".5");
    desk_key(d, "Enter");
    assert_true(d->scene.params.w == 2.5 && strcmp(d->ui.focus, "w") == 0);
    desk_key(d, "Enter"); /* with its number selected */
    desk_type(d, "8");
    desk_key(d, "Tab");
    assert_true(d->scene.params.w == 8 && strcmp(d->ui.focus, "h") == 0);
    focus(d, "n");
    desk_key(d, "Right");
    assert_int_equal(d->scene.points.n, 51);
    for (int i = 0; i < 60; i++)
        desk_key(d, "Left");
    assert_int_equal(d->scene.points.n, 0);
    for (int i = 0; i < 3; i++)
        desk_key(d, "Left");
    assert_int_equal(d->scene.points.n, 0);
}

/* A key held down: its repeats join into one step. */
static void test_held_key_is_one_step(void **state) {
    Desk *d = *state;
    focus(d, "w");
    for (int i = 0; i < 20; i++) {
        d->input.keys[0] = (KeyPress){.key = KEY_RIGHT, .repeat = i > 0};
        d->input.key_count = 1;
        desk_frame(d);
    }
    assert_true(d->scene.params.w > 10);
    int undone = 0;
    while (history_undo(d->history, &d->scene))
        undone++;
    assert_true(undone <= 2 && d->scene.params.w == 4);
}

static void test_choices_by_keys(void **state) {
    Desk *d = *state;
    focus(d, "kernel.gaussian");
    desk_key(d, "Right");
    assert_true(d->scene.params.kernel == 1 && strcmp(d->ui.focus, "kernel.boxcar") == 0);
    desk_key(d, "Down");
    assert_int_equal(d->scene.params.kernel, 4);
    desk_key(d, "Left");
    assert_int_equal(d->scene.params.kernel, 3);
    for (int i = 0; i < KERNEL_COUNT; i++)
        desk_key(d, "Right");
    assert_int_equal(d->scene.params.kernel, 3);
    focus(d, "truth");
    desk_key(d, "Space");
    assert_int_equal(d->scene.params.show_truth, 0);
    desk_key(d, "Enter");
    assert_int_equal(d->scene.params.show_truth, 1);
    focus(d, "section.data");
    desk_key(d, "Enter");
    assert_null(controls_find(&d->ui.controls, "data"));
    desk_key(d, "Space");
    focus(d, "resample");
    desk_key(d, "Enter");
    assert_int_equal(d->scene.params.seed, 43);
}

static void test_popup_by_keys(void **state) {
    Desk *d = *state;
    focus(d, "data");
    desk_key(d, "Enter");
    assert_true(d->ui.popup.open);
    desk_key(d, "R"); /* every key belongs to the menu */
    assert_true(d->ui.popup.open && d->scene.params.seed == 42);
    desk_key(d, "Esc");
    assert_false(d->ui.popup.open);
    assert_int_equal(d->steps, 0);
    desk_key(d, "Down");
    assert_true(d->ui.popup.open);
    desk_key(d, "Up");
    desk_key(d, "Enter");
    assert_false(d->ui.popup.open);
    assert_int_equal(d->scene.params.data, DATA_FUNCTION); /* up from the first: the last */
    assert_string_equal(d->ui.focus, "data");
    const double x[] = {1, 2}, y[] = {3, 4};
    assert_true(scene_adopt(&d->scene, x, y, 2, "own", "", ""));
    desk_frame(d);
    desk_key(d, "Enter"); /* own data is no row of the menu: down from it is the first */
    desk_key(d, "Down");
    desk_key(d, "Enter");
    assert_int_equal(d->scene.params.data, 0);
}

static void test_points_by_keys(void **state) {
    Desk *d = *state;
    focus(d, "plot");
    desk_key(d, "Tab");
    assert_int_equal(d->ui.chosen_point, d->results.order[0]);
    for (int i = 0; i < 3; i++)
        desk_key(d, "Tab");
    size_t point = d->results.order[3];
    assert_int_equal(d->ui.chosen_point, point);
    double x = d->scene.points.x[point], y = d->scene.points.y[point];
    desk_key(d, "Up");
    assert_true(d->scene.points.y[point] > y && d->scene.points.x[point] == x);
    desk_key(d, "Right");
    assert_true(d->scene.points.x[point] > x);
    desk_key(d, "Shift+Left");
    desk_key(d, "Del");
    assert_true(d->scene.points.n == 49 && d->ui.chosen_point == -1);
    assert_int_equal(d->steps, 4);
    for (int i = 0; i < 4; i++)
        desk_key(d, "Ctrl+Z");
    assert_true(d->scene.points.n == 50 && d->scene.points.x[point] == x && d->scene.points.y[point] == y);
    desk_key(d, "Ctrl+Shift+Z");
    desk_key(d, "Ctrl+Y");
    assert_true(d->scene.points.x[point] > x);
}

static void test_query_by_keys(void **state) {
    Desk *d = *state;
    desk_key(d, "Right"); /* without any focus */
    double fine, step = d->scene.params.query - 2.3;
    assert_true(step > 0);
    desk_key(d, "Left");
    assert_true(d->scene.params.query == 2.3);
    desk_key(d, "Shift+Right");
    fine = d->scene.params.query - 2.3;
    assert_true(fine > 0 && fine < step);
    desk_key(d, "Shift+Left");
    desk_key(d, "Ctrl+Right");
    assert_true(d->scene.params.query - 2.3 > step);
    for (int i = 0; i < 50; i++)
        desk_key(d, "Ctrl+Left");
    assert_true(d->scene.params.query >= d->scene.view.x0 - 0.01);
}

static void test_commands(void **state) {
    Desk *d = *state;
    desk_key(d, "L");
    assert_int_equal(d->scene.settings.language, LANGUAGE_ZH);
    desk_key(d, "T");
    assert_int_equal(d->scene.settings.theme, 1);
    desk_key(d, "F5");
    assert_true(d->ui.presenting && d->scene.settings.theme == THEME_PROJECTOR && d->ui.panels.sidebar.w == 0);
    desk_key(d, "Esc");
    assert_true(!d->ui.presenting && d->scene.settings.theme == 1);
    desk_key(d, "F1");
    assert_true(d->ui.help);
    desk_key(d, "R");
    assert_true(!d->ui.help && d->scene.params.seed == 42);
    desk_key(d, "Ctrl++");
    assert_true(d->ui.scale > 1);
    desk_key(d, "Ctrl+-");
    desk_key(d, "Ctrl+0");
    assert_true(d->ui.scale == 1);
    desk_key(d, "R");
    assert_int_equal(d->scene.params.seed, 43);
    static const struct {
        const char *key;
        Command command;
    } APP[] = {{"F12", COMMAND_PNG}, {"F11", COMMAND_FULLSCREEN}, {"Ctrl+Q", COMMAND_QUIT}};
    for (int i = 0; i < 3; i++) {
        desk_key(d, APP[i].key);
        assert_int_equal(d->asked, APP[i].command);
    }
    static const char *const NO_COMMANDS[] = {"Ctrl+R", "Alt+R", "Q", "Ctrl+L", "Ctrl+Alt+Z", "F2"};
    Scene before = desk_copy(&d->scene);
    d->asked = COMMAND_NONE;
    for (size_t i = 0; i < sizeof NO_COMMANDS / sizeof *NO_COMMANDS; i++)
        desk_key(d, NO_COMMANDS[i]);
    assert_true(desk_same(&before, &d->scene));
    assert_int_equal(d->asked, COMMAND_NONE);
    scene_free(&before);
}

/* A key that two commands claim would be a coin toss. */
static void test_no_key_twice(void **state) {
    (void)state;
    for (int c = 0; c < COMMAND_COUNT; c++)
        for (int k = 0; k < COMMAND_KEYS && COMMANDS[c].keys[k]; k++) {
            KeyPress key;
            assert_true(input_parse_key(COMMANDS[c].keys[k], &key));
            assert_int_equal(command_for_key(key), c);
        }
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, desk_setup, desk_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_typed_numbers),         TEST(test_wrong_numbers),
        TEST(test_looking_into_a_field),  TEST(test_no_shortcut_from_a_field),
        TEST(test_composing_blocks_keys), TEST(test_slider_by_keys),
        TEST(test_held_key_is_one_step),  TEST(test_choices_by_keys),
        TEST(test_popup_by_keys),         TEST(test_points_by_keys),
        TEST(test_query_by_keys),         TEST(test_commands),
        TEST(test_no_key_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* What the mouse does: drags, clicks, wheel and menus, through whole frames. */
#include "desk.h"

#include <math.h>

static void drag_to(Desk *d, double x, double y) {
    double x0 = d->input.mouse_x, y0 = d->input.mouse_y;
    for (int i = 1; i <= 4; i++)
        desk_move(d, x0 + (x - x0) * i / 4, y0 + (y - y0) * i / 4);
}

static bool undo(Desk *d) { return history_undo(d->history, &d->scene); }

/* A place of the plot that no point and no query is near. */
static void empty_place(const Desk *d, double *x, double *y) {
    Rect a = d->ui.panels.plot_area;
    for (*y = (double)a.y + 20; *y < (double)rect_bottom(a); *y += 7)
        for (*x = (double)a.x + 60; *x < (double)rect_right(a) - 60; *x += 11) {
            bool free = true;
            for (size_t i = 0; i < d->scene.points.n && free; i++) {
                double px, py;
                desk_point(d, i, &px, &py);
                free = hypot(px - *x, py - *y) > 40;
            }
            Axes axes = plot_axes(&d->ui, &d->scene);
            if (free && fabs(axes_px_x(&axes, d->scene.params.query) - *x) > 40)
                return;
        }
    fail_msg("the plot is full");
}

static void test_slider_drag_is_one_step(void **state) {
    Desk *d = *state;
    static const char *const SLIDERS[] = {"w", "h", "n", "noise"};
    for (size_t i = 0; i < sizeof SLIDERS / sizeof *SLIDERS; i++) {
        Scene before = desk_copy(&d->scene);
        int steps = d->steps, row = param_find(SLIDERS[i]);
        desk_press_slider(d, SLIDERS[i], 0.1);
        for (int k = 0; k <= 20; k++)
            desk_move_slider(d, SLIDERS[i], 0.3 + 0.03 * k);
        assert_int_equal(d->steps, steps);
        desk_release(d, BUTTON_LEFT);
        assert_int_equal(d->steps, steps + 1);
        assert_true(param_value(&d->scene, row) == param_at(row, 0.9));
        assert_true(undo(d));
        assert_true(desk_same_points(&before.points, &d->scene.points));
        assert_memory_equal(&before.params, &d->scene.params, sizeof before.params);
        scene_free(&before);
    }
}

/* Esc gives back what was there, to the last bit: also points that a hand had moved before a slider drew new ones. */
static void test_escape_restores_a_slider(void **state) {
    Desk *d = *state;
    static const char *const SLIDERS[] = {"w", "h", "n", "noise"};
    for (size_t i = 0; i < sizeof SLIDERS / sizeof *SLIDERS; i++) {
        desk_frame(d);
        desk_grab_point(d, 20);
        drag_to(d, d->input.mouse_x + 9, d->input.mouse_y + 12);
        desk_release(d, BUTTON_LEFT);
        param_set(&d->scene, PARAM_W, 3.98712345);
        history_commit(d->history, &d->scene, 0);
        Scene before = desk_copy(&d->scene);
        int steps = d->steps;
        desk_press_slider(d, SLIDERS[i], 0.5);
        desk_move_slider(d, SLIDERS[i], 0.8);
        assert_false(desk_same(&before, &d->scene));
        desk_key(d, "Esc");
        if (!desk_same_points(&before.points, &d->scene.points))
            fail_msg("%s: other points", SLIDERS[i]);
        if (memcmp(&before.params, &d->scene.params, sizeof before.params) != 0)
            fail_msg("%s: other parameters", SLIDERS[i]);
        if (memcmp(&before.view, &d->scene.view, sizeof before.view) != 0)
            fail_msg("%s: another view", SLIDERS[i]);
        desk_move_slider(d, SLIDERS[i], 0.2); /* the hand is still down, and holds nothing */
        desk_release(d, BUTTON_LEFT);
        assert_true(desk_same(&before, &d->scene));
        assert_int_equal(d->steps, steps);
        scene_free(&before);
    }
}

/* A press on the knob itself takes it where it is: no jump, no step, no new points. */
static void test_knob_does_not_jump(void **state) {
    Desk *d = *state;
    static const char *const SLIDERS[] = {"w", "h", "n", "noise"};
    param_set(&d->scene, PARAM_W, 3.98712345);
    scene_move_point(&d->scene, 3, 1, 1);
    d->scene.view.x1 = 3;
    Scene before = desk_copy(&d->scene);
    for (int i = 0; i < 4; i++) {
        int row = param_find(SLIDERS[i]);
        double share = param_position(row, param_value(&d->scene, row)), value = param_value(&d->scene, row);
        desk_move_slider(d, SLIDERS[i], share);
        desk_move(d, d->input.mouse_x + 4, d->input.mouse_y);
        desk_press(d, BUTTON_LEFT, 1);
        desk_release(d, BUTTON_LEFT);
        assert_true(desk_same(&before, &d->scene));
        desk_press(d, BUTTON_LEFT, 1);
        desk_move(d, d->input.mouse_x + 6, d->input.mouse_y);
        assert_true(param_value(&d->scene, row) > value);
        desk_key(d, "Esc");
        desk_release(d, BUTTON_LEFT);
        assert_true(param_value(&d->scene, row) == value);
    }
    scene_free(&before);
}

/* While a slider draws new points the axes stand still, so that the eye can follow; they fit when it is let go. */
static void test_axes_stand_still(void **state) {
    Desk *d = *state;
    View view = d->scene.view;
    desk_press_slider(d, "noise", 0.3);
    for (int i = 0; i < 8; i++) {
        desk_move_slider(d, "noise", 0.3 + 0.1 * i);
        assert_memory_equal(&view, &d->scene.view, sizeof view);
    }
    desk_release(d, BUTTON_LEFT);
    View fit = scene_fit(&d->scene);
    assert_memory_equal(&fit, &d->scene.view, sizeof fit);
    assert_true(fit.y1 > view.y1);
}

static void test_point_keeps_its_identity(void **state) {
    Desk *d = *state;
    Scene before = desk_copy(&d->scene);
    size_t i = 10;
    double x, y;
    desk_grab_point(d, i);
    desk_point(d, 14, &x, &y);
    drag_to(d, x + 15, d->input.mouse_y);
    assert_int_equal(d->steps, 0);
    desk_release(d, BUTTON_LEFT);
    assert_true(d->scene.points.x[i] > before.points.x[14]);
    assert_true(d->results.rank[i] >= 14);
    for (size_t k = 0; k < 50; k++)
        if (k != i)
            assert_true(d->scene.points.x[k] == before.points.x[k] && d->scene.points.y[k] == before.points.y[k]);
    assert_true(d->scene.points.y[i] == before.points.y[i]);
    assert_int_equal(d->steps, 1);
    assert_memory_equal(&before.view, &d->scene.view, sizeof before.view); /* the axes stood still */
    assert_true(undo(d));
    assert_true(desk_same(&before, &d->scene));
    scene_free(&before);
}

static void test_shift_locks_ctrl_snaps(void **state) {
    Desk *d = *state;
    double x0 = d->scene.points.x[25], y0 = d->scene.points.y[25];
    desk_grab_point(d, 25);
    double px = d->input.mouse_x, py = d->input.mouse_y;
    d->input.mods = MOD_SHIFT;
    desk_move(d, px + 40, py + 13);
    assert_true(d->scene.points.x[25] > x0 && d->scene.points.y[25] == y0);
    desk_move(d, px + 5, py - 33);
    assert_true(d->scene.points.x[25] == x0 && d->scene.points.y[25] > y0);
    d->input.mods = MOD_CTRL;
    desk_move(d, px + 37.4, py - 61.3);
    double x = d->scene.points.x[25], y = d->scene.points.y[25];
    assert_true(fabs(x * 10 - round(x * 10)) < 1e-9 && fabs(y * 10 - round(y * 10)) < 1e-9);
    d->input.mods = 0;
    desk_move(d, px, py);
    assert_true(d->scene.points.x[25] == x0 && d->scene.points.y[25] == y0);
    desk_release(d, BUTTON_LEFT);
    assert_int_equal(d->steps, 0);
}

static void test_escape_restores_every_drag(void **state) {
    Desk *d = *state;
    Scene before = desk_copy(&d->scene);
    const Panels *p = &d->ui.panels;
    Axes axes = plot_axes(&d->ui, &d->scene);
    double ex, ey, qx = axes_px_x(&axes, d->scene.params.query), px, py;
    empty_place(d, &ex, &ey);
    desk_point(d, 5, &px, &py);
    const struct {
        const char *what;
        double x, y;
        DragKind kind;
    } DRAGS[] = {
        {"point", px, py, DRAG_POINT},
        {"query", qx, (double)p->plot_area.y + 3, DRAG_QUERY},
        {"view", ex, ey, DRAG_VIEW},
        {"strip", (double)p->strip_area.x + 50, (double)rect_centre(p->strip_area).y, DRAG_QUERY},
        {"heatmap", (double)rect_centre(p->heat_area).x, (double)p->heat_area.y + 5, DRAG_HEAT},
    };
    for (size_t i = 0; i < sizeof DRAGS / sizeof *DRAGS; i++) {
        desk_move(d, DRAGS[i].x, DRAGS[i].y);
        desk_press(d, BUTTON_LEFT, 1);
        if (d->ui.drag.kind != DRAGS[i].kind)
            fail_msg("%s: drag %d", DRAGS[i].what, (int)d->ui.drag.kind);
        drag_to(d, DRAGS[i].x + 70, DRAGS[i].y + 37);
        if (desk_same(&before, &d->scene))
            fail_msg("%s: nothing moved", DRAGS[i].what);
        desk_key(d, "Esc");
        if (!desk_same(&before, &d->scene))
            fail_msg("%s: not put back", DRAGS[i].what);
        desk_move(d, DRAGS[i].x - 30, DRAGS[i].y);
        desk_release(d, BUTTON_LEFT);
        if (!desk_same(&before, &d->scene))
            fail_msg("%s: moved after Esc", DRAGS[i].what);
    }
    assert_int_equal(d->steps, 0);
    scene_free(&before);
}

static void test_release_outside_and_lost_focus(void **state) {
    Desk *d = *state;
    desk_grab_point(d, 5);
    drag_to(d, 4000, -500);
    assert_int_equal(d->ui.drag.kind, DRAG_POINT);
    desk_release(d, BUTTON_LEFT);
    assert_int_equal(d->ui.drag.kind, DRAG_NONE);
    assert_int_equal(d->steps, 1);
    assert_true(d->scene.points.x[5] > d->scene.view.x1 && isfinite(d->scene.points.y[5]));
    desk_grab_point(d, 6);
    drag_to(d, d->input.mouse_x + 20, d->input.mouse_y);
    double x = d->scene.points.x[6];
    d->input.focus_lost = true;
    d->input.down = 0;
    desk_frame(d);
    assert_int_equal(d->ui.drag.kind, DRAG_NONE);
    assert_int_equal(d->steps, 2); /* as a release, not as Esc */
    desk_move(d, 700, 300);
    assert_true(d->scene.points.x[6] == x);
    desk_grab_point(d, 7); /* a button that came up unseen */
    d->input.down = 0;
    desk_move(d, 720, 320);
    desk_move(d, 760, 360);
    assert_int_equal(d->ui.drag.kind, DRAG_NONE);
}

static void test_menu_of_a_point(void **state) {
    Desk *d = *state;
    double x, y, px = d->scene.points.x[9];
    desk_point(d, 9, &x, &y);
    desk_move(d, x, y);
    long point = d->ui.hover_point;
    assert_int_equal(point, 9);
    desk_press(d, BUTTON_RIGHT, 1);
    desk_release(d, BUTTON_RIGHT);
    assert_true(d->ui.popup.open && d->ui.popup.point == 9);
    char id[CONTROL_ID];
    snprintf(id, sizeof id, "place.%d", COMMAND_DELETE);
    desk_click_on(d, id);
    assert_false(d->ui.popup.open);
    assert_int_equal(d->scene.points.n, 49);
    assert_true(d->scene.points.x[9] != px);
    assert_int_equal(d->steps, 1);
    assert_true(undo(d));
    assert_true(d->scene.points.n == 50 && d->scene.points.x[9] == px);
    desk_frame(d);
    empty_place(d, &x, &y);
    desk_move(d, x, y);
    desk_press(d, BUTTON_RIGHT, 1);
    desk_release(d, BUTTON_RIGHT);
    assert_true(d->ui.popup.open && d->ui.popup.point == -1);
    snprintf(id, sizeof id, "place.%d", COMMAND_ADD);
    desk_click_on(d, id);
    assert_int_equal(d->scene.points.n, 51);
    double ax, ay;
    desk_point(d, 50, &ax, &ay);
    assert_true(hypot(ax - x, ay - y) < 2); /* where the menu was opened */
    desk_point(d, 9, &x, &y);               /* over an open menu of one place, the menu of another */
    desk_move(d, x, y);
    desk_press(d, BUTTON_RIGHT, 1);
    desk_release(d, BUTTON_RIGHT);
    desk_point(d, 30, &x, &y);
    desk_move(d, x, y);
    desk_press(d, BUTTON_RIGHT, 1);
    desk_release(d, BUTTON_RIGHT);
    if (d->ui.popup.open)
        assert_int_equal(d->ui.popup.point, 30);
}

static void test_double_click_adds(void **state) {
    Desk *d = *state;
    double x, y, ax, ay;
    empty_place(d, &x, &y);
    desk_move(d, x, y);
    View view = d->scene.view;
    for (int click = 1; click <= 2; click++) {
        desk_press(d, BUTTON_LEFT, click);
        desk_release(d, BUTTON_LEFT);
    }
    assert_int_equal(d->scene.points.n, 51);
    desk_point(d, 50, &ax, &ay);
    assert_true(hypot(ax - x, ay - y) < 2);
    assert_memory_equal(&view, &d->scene.view, sizeof view);
    assert_int_equal(d->steps, 1);
    for (int click = 1; click <= 2; click++) { /* on a point: nothing */
        desk_press(d, BUTTON_LEFT, click);
        desk_release(d, BUTTON_LEFT);
    }
    assert_int_equal(d->scene.points.n, 51);
    desk_key(d, "Del"); /* the point that was just clicked */
    assert_int_equal(d->scene.points.n, 50);
    desk_key(d, "Del");
    assert_int_equal(d->scene.points.n, 50);
}

/* In and out ten thousand ticks, anywhere: Home gives the bytes of a fresh fit. */
static void test_wheel_and_home(void **state) {
    Desk *d = *state;
    View fit = d->scene.view;
    Rect a = d->ui.panels.plot_area;
    double x = (double)a.x + (double)a.w * 0.37, y = (double)a.y + (double)a.h * 0.61;
    Axes axes = plot_axes(&d->ui, &d->scene);
    double under = axes_x(&axes, x);
    desk_wheel(d, x, y, 3);
    axes = plot_axes(&d->ui, &d->scene);
    assert_true(fabs(axes_x(&axes, x) - under) < 1e-9); /* the place under the pointer stays */
    assert_true(d->scene.view.x1 - d->scene.view.x0 < fit.x1 - fit.x0);
    for (int direction = 1; direction >= -1; direction -= 2)
        for (int i = 0; i < 100; i++) {
            desk_wheel(d, x, y, 100 * direction);
            View v = d->scene.view;
            assert_true(isfinite(v.x0) && isfinite(v.x1) && v.x1 > v.x0 && v.y1 > v.y0);
        }
    assert_int_equal(d->steps, 0);
    desk_key(d, "Home");
    assert_memory_equal(&fit, &d->scene.view, sizeof fit);
    d->input.mods = MOD_SHIFT; /* only along x */
    desk_wheel(d, x, y, 1);
    assert_true(d->scene.view.y0 == fit.y0 && d->scene.view.x0 != fit.x0);
    d->input.mods = 0;
    desk_key(d, "0");
    assert_memory_equal(&fit, &d->scene.view, sizeof fit);
}

/* The wheel over a slider scrolls; it moves the slider only when that has the focus. */
static void test_wheel_over_a_slider(void **state) {
    Desk *d = *state;
    desk_size(d, 1280, 420, 1);
    Vec2 at = rect_centre(desk_find(d, "w")->rect);
    float scroll = d->ui.sidebar_scroll;
    desk_wheel(d, (double)at.x, (double)at.y, 1);
    assert_true(d->scene.params.w == 4 && d->ui.sidebar_scroll < scroll);
    desk_press_slider(d, "w", 0.5);
    desk_release(d, BUTTON_LEFT);
    double w = d->scene.params.w;
    at = rect_centre(controls_find(&d->ui.controls, "w")->rect);
    for (int i = 0; i < 5; i++)
        desk_wheel(d, d->input.mouse_x, d->input.mouse_y, 1);
    assert_true(d->scene.params.w > w);
    assert_true(undo(d)); /* five ticks, one step */
    assert_true(d->scene.params.w == w);
}

static void test_buttons_act_on_release(void **state) {
    Desk *d = *state;
    Vec2 at = rect_centre(desk_find(d, "kernel.boxcar")->rect);
    desk_move(d, (double)at.x, (double)at.y);
    desk_press(d, BUTTON_LEFT, 1);
    assert_int_equal(d->scene.params.kernel, 0);
    desk_move(d, 640, 700); /* a change of mind */
    desk_release(d, BUTTON_LEFT);
    assert_int_equal(d->scene.params.kernel, 0);
    desk_click_on(d, "kernel.boxcar");
    assert_int_equal(d->scene.params.kernel, 1);
    desk_click_on(d, "truth");
    assert_int_equal(d->scene.params.show_truth, 0);
    desk_click_on(d, "button.undo");
    assert_int_equal(d->scene.params.show_truth, 1);
    desk_click_on(d, "button.png");
    assert_int_equal(d->asked, COMMAND_PNG);
    desk_click_on(d, "resample");
    assert_int_equal(d->scene.params.seed, 43);
    int steps = d->steps;
    double query = d->scene.params.query;
    desk_click_on(d, "strip");
    assert_true(d->scene.params.show_strip == 0 && d->scene.params.query == query);
    assert_int_equal(d->steps, steps + 1);
    desk_click_on(d, "section.kernel");
    assert_null(controls_find(&d->ui.controls, "kernel.boxcar"));
}

static void test_popup_by_mouse(void **state) {
    Desk *d = *state;
    desk_click_on(d, "data");
    assert_true(d->ui.popup.open);
    assert_null(controls_find(&d->ui.controls, "data.own"));
    desk_click(d, 900, 700); /* beside it: closes, and does nothing else */
    assert_false(d->ui.popup.open);
    assert_int_equal(d->steps, 0);
    desk_click_on(d, "data");
    desk_click_on(d, "data.motorcycle");
    assert_false(d->ui.popup.open);
    assert_true(d->scene.params.data == DATASET_MOTORCYCLE && d->scene.points.n == 4);
    assert_int_equal(d->steps, 1);
    const Control *n = desk_find(d, "n");
    assert_true(n->off);
    desk_press_slider(d, "n", 0.7);
    desk_release(d, BUTTON_LEFT);
    assert_int_equal(d->steps, 1);
}

static void test_alt_click_cycles(void **state) {
    Desk *d = *state;
    double x = d->scene.points.x[25], y = d->scene.points.y[25], px, py;
    for (size_t i = 30; i < 33; i++)
        scene_move_point(&d->scene, i, x, y);
    desk_frame(d);
    desk_point(d, 25, &px, &py);
    bool seen[50] = {false};
    d->input.mods = MOD_ALT;
    for (int i = 0; i < 8; i++) {
        desk_click(d, px, py);
        assert_true(d->ui.chosen_point >= 0);
        seen[d->ui.chosen_point] = true;
    }
    assert_true(seen[25] && seen[30] && seen[31] && seen[32]);
    d->input.mods = 0;
}

static void test_sidebar_edge(void **state) {
    Desk *d = *state;
    float edge = rect_right(d->ui.panels.sidebar);
    desk_move(d, (double)edge, 300);
    desk_press(d, BUTTON_LEFT, 1);
    assert_int_equal(d->ui.drag.kind, DRAG_SIDEBAR);
    drag_to(d, (double)edge + 60, 300);
    desk_release(d, BUTTON_LEFT);
    assert_true(rect_right(d->ui.panels.sidebar) == edge + 60);
    desk_key(d, "Ctrl+B");
    assert_true(d->ui.panels.sidebar.w == 0);
    desk_key(d, "Ctrl+B");
    assert_true(rect_right(d->ui.panels.sidebar) == edge + 60);
    assert_int_equal(d->steps, 0);
}

/* A finger that rests on a point opens its menu and moves nothing; one that moves on drags. */
static void test_long_press(void **state) {
    Desk *desk = *state;
    double x, y, from = desk->scene.points.x[10];
    desk_point(desk, 10, &x, &y);
    desk->input.touch = true;
    desk_move(desk, x + 15, y); /* a finger is less exact than a mouse */
    desk_press(desk, BUTTON_LEFT, 1);
    assert_int_equal(desk->ui.drag.kind, DRAG_POINT);
    desk->input.time += 1;
    desk_frame(desk);
    assert_true(desk->ui.popup.open);
    assert_int_equal(desk->ui.drag.kind, DRAG_NONE);
    assert_true(desk->scene.points.x[10] == from);
    desk_release(desk, BUTTON_LEFT);
    desk_key(desk, "Esc");
    desk_move(desk, x, y);
    desk_press(desk, BUTTON_LEFT, 1);
    desk_move(desk, x + 40, y);
    desk->input.time += 1;
    desk_frame(desk);
    assert_false(desk->ui.popup.open);
    desk_release(desk, BUTTON_LEFT);
    assert_true(desk->scene.points.x[10] > from);
    desk->input.touch = false;
}

static void test_pinch_zooms_around_the_middle(void **state) {
    Desk *desk = *state;
    Rect area = desk->ui.panels.plot_area;
    View before = desk->scene.view;
    Vec2 middle = rect_centre(area);
    desk_move(desk, (double)middle.x, (double)middle.y);
    desk->input.pinch = 2;
    desk_frame(desk);
    desk->input.pinch = 0;
    View after = desk->scene.view;
    assert_true(fabs((after.x1 - after.x0) - (before.x1 - before.x0) / 2) < 1e-9);
    assert_true(fabs((after.x1 + after.x0) - (before.x1 + before.x0)) < 1e-2);
}

/* Without Chinese characters in any font no hand can choose Chinese. */
static void test_latin_only(void **state) {
    Desk *desk = *state;
    desk->ui.latin_only = true;
    desk_frame(desk);
    desk_key(desk, "L");
    assert_int_equal(desk->scene.settings.language, LANGUAGE_EN);
    assert_non_null(strstr(desk->ui.notice, "No font"));
    assert_null(controls_find(&desk->ui.controls, "lang.zh"));
    desk->ui.latin_only = false;
    desk_key(desk, "L");
    assert_int_equal(desk->scene.settings.language, LANGUAGE_ZH);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, desk_setup, desk_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_slider_drag_is_one_step),
        TEST(test_escape_restores_a_slider),
        TEST(test_knob_does_not_jump),
        TEST(test_axes_stand_still),
        TEST(test_point_keeps_its_identity),
        TEST(test_shift_locks_ctrl_snaps),
        TEST(test_escape_restores_every_drag),
        TEST(test_release_outside_and_lost_focus),
        TEST(test_menu_of_a_point),
        TEST(test_double_click_adds),
        TEST(test_wheel_and_home),
        TEST(test_wheel_over_a_slider),
        TEST(test_buttons_act_on_release),
        TEST(test_popup_by_mouse),
        TEST(test_alt_click_cycles),
        TEST(test_sidebar_edge),
        TEST(test_latin_only),
        TEST(test_long_press),
        TEST(test_pinch_zooms_around_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

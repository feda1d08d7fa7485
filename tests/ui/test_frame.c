/* Whole frames: what nobody touches stays, everything has its place, every control can be reached. */
#include "desk.h"

#include "core/kernel.h"
#include "ui/sidebar.h"

#include <math.h>

static const struct { int w, h; } SIZES[] = {{640, 480}, {1024, 768}, {1280, 800}, {1920, 1080}, {801, 603}};
static const float SCALES[] = {1, 1.5f, 2, 3};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES, SCALE_COUNT = 4 };

/* Looking changes nothing: not by a frame, not by a pointer that passes over everything. */
static void test_looking_changes_nothing(void **state) {
    Desk *d = *state;
    for (int model = 0; model < MODEL_COUNT; model++)
        for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
            for (int theme = 0; theme < THEME_COUNT; theme++) {
                param_set(&d->scene, PARAM_MODEL, model);
                param_set(&d->scene, PARAM_KERNEL, kernel);
                param_set(&d->scene, PARAM_THEME, theme);
                param_set(&d->scene, PARAM_W, 3.9871234567); /* no slider position gives this */
                Scene before = desk_copy(&d->scene);
                for (int i = 0; i < 12; i++)
                    desk_move(d, 20 + 103.7 * i, 10 + (i * 197) % 780);
                assert_true(desk_same(&before, &d->scene));
                assert_false(d->ui.changed);
                scene_free(&before);
            }
    assert_int_equal(d->steps, 0);
}

/* Nor does pressing and letting go of what is not a button. */
static void test_clicks_on_nothing(void **state) {
    Desk *d = *state;
    Scene before = desk_copy(&d->scene);
    double x, y;
    desk_point(d, 11, &x, &y);
    desk_click(d, x, y);
    assert_int_equal(d->ui.chosen_point, 11);
    Vec2 notes = rect_centre(d->ui.panels.notes), table = rect_centre(d->ui.panels.inspector);
    desk_click(d, (double)notes.x, (double)notes.y);
    desk_click(d, (double)table.x, (double)table.y);
    desk_click_on(d, "section.view");
    desk_click_on(d, "section.view");
    desk_click(d, (double)d->ui.panels.plot_area.x + 3, (double)d->ui.panels.plot_area.y + 3);
    assert_true(desk_same(&before, &d->scene));
    assert_int_equal(d->steps, 0);
    scene_free(&before);
}

static bool overlap(Rect a, Rect b) {
    Rect r = rect_intersect(a, b);
    return r.w > 0.01f && r.h > 0.01f;
}

static bool within(Rect outer, Rect r) {
    return r.x >= outer.x - 0.01f && r.y >= outer.y - 0.01f && rect_right(r) <= rect_right(outer) + 0.01f &&
           rect_bottom(r) <= rect_bottom(outer) + 0.01f;
}

static void check_panels(const Desk *d, bool roomy) {
    const Panels *p = &d->ui.panels;
    const Rect panels[] = {p->top, p->sidebar, p->plot, p->strip, p->notes, p->heatmap, p->inspector};
    const Rect areas[] = {p->plot_area, p->strip_area, p->heat_area, p->bar_area};
    const Rect owners[] = {p->plot, p->strip, p->heatmap, p->heatmap};
    Rect window = {0, 0, (float)d->width, (float)d->height};
    enum { COUNT = sizeof panels / sizeof *panels };
    for (int i = 0; i < COUNT; i++) {
        if (panels[i].w < 0 || panels[i].h < 0)
            fail_msg("%dx%d: panel %d is %g x %g", d->width, d->height, i, (double)panels[i].w, (double)panels[i].h);
        if (d->height > 200 && d->width > 300 && panels[i].w > 0 && !within(window, panels[i]))
            fail_msg("%dx%d: panel %d sticks out", d->width, d->height, i);
        for (int j = 0; j < i; j++)
            if (overlap(panels[i], panels[j]))
                fail_msg("%dx%d at %g: panels %d and %d overlap", d->width, d->height, (double)d->scale, i, j);
    }
    for (int i = 0; i < 4; i++) {
        assert_true(areas[i].w >= 0 && areas[i].h >= 0);
        if (areas[i].w > 0 && !within(owners[i], areas[i]))
            fail_msg("%dx%d: area %d sticks out", d->width, d->height, i);
    }
    if (!roomy)
        return;
    assert_true(p->top.h > 0 && p->sidebar.w > 0);
    assert_true(p->plot_area.w > 60 && p->plot_area.h > 60);
    assert_true(p->heat_area.w > 40 && p->heat_area.h > 40);
    assert_true(p->inspector.w > 0 && p->inspector.h > 0);
    if (fabsf(p->heat_area.w - p->heat_area.h) > 0.6f * p->heat_area.w)
        fail_msg("the heatmap is %g x %g", (double)p->heat_area.w, (double)p->heat_area.h);
}

/* Every control lies in the window, or a scroll away; no two of them lie on each other. */
static void check_controls(Desk *d) {
    Rect window = {0, 0, (float)d->width, (float)d->height};
    size_t count = d->ui.controls.count;
    assert_true(count < CONTROLS_MAX);
    for (size_t i = 0; i < count; i++) {
        const Control *c = &d->ui.controls.items[i];
        for (size_t j = 0; j < i; j++) {
            const Control *other = &d->ui.controls.items[j];
            assert_string_not_equal(c->id, other->id);
            if (c->kind == CONTROL_AREA || other->kind == CONTROL_AREA)
                continue;
            if (overlap(c->rect, other->rect) &&
                overlap(rect_intersect(c->rect, c->clip), rect_intersect(other->rect, other->clip)))
                fail_msg("%dx%d at %g: %s lies on %s", d->width, d->height, (double)d->scale, c->id, other->id);
        }
    }
    for (size_t i = 0; i < count; i++) {
        char id[CONTROL_ID];
        snprintf(id, sizeof id, "%s", d->ui.controls.items[i].id);
        const Control *c = desk_find(d, id);
        assert_true(c->rect.w > 0 && c->rect.h > 0);
        if (!within(window, c->rect) || !within(c->clip, c->rect))
            fail_msg("%dx%d at %g: %s at %g %g %g %g cannot be seen", d->width, d->height, (double)d->scale, id,
                     (double)c->rect.x, (double)c->rect.y, (double)c->rect.w, (double)c->rect.h);
    }
}

static void open_all(Desk *d) {
    for (int section = 0; section < SECTION_COUNT; section++)
        d->ui.fold[section] = 1;
}

static void test_places(void **state) {
    Desk *d = *state;
    open_all(d);
    for (int theme = 0; theme < THEME_COUNT; theme++)
        for (int size = 0; size < SIZE_COUNT; size++)
            for (int scale = 0; scale < SCALE_COUNT; scale++) {
                d->scene.settings.theme = theme;
                desk_size(d, SIZES[size].w, SIZES[size].h, SCALES[scale]);
                bool roomy = (float)SIZES[size].w >= 800 * SCALES[scale] && (float)SIZES[size].h >= 480 * SCALES[scale];
                check_panels(d, roomy);
                if ((float)SIZES[size].w >= 640 * SCALES[scale])
                    check_controls(d);
            }
}

/* Every scorer with every map of features that goes with it: places, and nothing changed by looking. */
static void test_scorers(void **state) {
    Desk *d = *state;
    open_all(d);
    param_set(&d->scene, PARAM_MODEL, MODEL_SCORER);
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++)
        for (int features = 0; features < FEATURE_COUNT; features++) {
            assert_true(param_set_redraw(&d->scene, PARAM_SCORER, scorer, &d->library));
            assert_true(param_set_redraw(&d->scene, PARAM_FEATURES, features, &d->library));
            Scene before = desk_copy(&d->scene);
            desk_size(d, 1280, 800, 1);
            check_panels(d, true);
            check_controls(d);
            for (int i = 0; i < 12; i++)
                desk_move(d, 20 + 103.7 * i, 10 + (i * 197) % 780);
            assert_true(desk_same(&before, &d->scene) && !d->ui.changed);
            scene_free(&before);
        }
}

static void test_no_size_is_too_small(void **state) {
    Desk *d = *state;
    for (int w = 1; w < 900; w += 97)
        for (int h = 1; h < 700; h += 89) {
            desk_size(d, w, h, 1);
            check_panels(d, false);
            desk_move(d, w / 2, h / 2);
            desk_click(d, w / 3, h / 3);
        }
}

static void test_pictures(void **state) {
    Desk *d = *state;
    for (int picture = 0; picture < PICTURE_COUNT; picture++) {
        ui_layout_picture(&d->ui, &d->scene, (Picture)picture, 700, 500, 1);
        assert_true(ui_compute(&d->ui, &d->scene, &d->results));
        ui_draw(&d->ui, &d->scene, &d->results, &d->list);
        if (d->list.cmd_count < 8)
            fail_msg("%s: %zu commands", PICTURE_NAMES[picture], d->list.cmd_count);
        d->width = 700, d->height = 500;
        check_panels(d, false);
        assert_int_equal(d->ui.panels.plot_area.w > 0, picture == PICTURE_ALL || picture == PICTURE_PLOT);
        assert_int_equal(d->ui.panels.heat_area.w > 0, picture == PICTURE_ALL || picture == PICTURE_HEATMAP);
        assert_int_equal(d->ui.panels.strip_area.w > 0, picture == PICTURE_ALL || picture == PICTURE_WEIGHTS);
    }
}

/* Two frames of the same scene are the same picture, and a scene that differs gives another. */
static void test_same_picture(void **state) {
    Desk *d = *state;
    DrawList other;
    drawlist_init(&other);
    ui_draw(&d->ui, &d->scene, &d->results, &other);
    assert_true(drawlist_equal(&d->list, &other));
    scene_move_point(&d->scene, 3, 2, 2);
    desk_frame(d);
    assert_false(drawlist_equal(&d->list, &other));
    drawlist_free(&other);
}

/* Stops that Tab makes, counted by id; the plot stops once at itself and once at each point. */
static void test_tab_reaches_everything(void **state) {
    Desk *d = *state;
    for (int direction = 0; direction < 2; direction++)
        for (int model = 0; model < MODEL_COUNT; model++) {
            open_all(d);
            param_set(&d->scene, PARAM_MODEL, model);
            d->ui.focus[0] = '\0';
            d->ui.chosen_point = -1;
            desk_frame(d);
            bool reached[CONTROLS_MAX] = {false}, points[50] = {false};
            size_t wanted = d->ui.controls.count;
            char first[CONTROL_ID] = "";
            for (int stop = 0; stop < 400; stop++) {
                desk_key(d, direction ? "Shift+Tab" : "Tab");
                assert_true(d->ui.focus_ring && d->ui.focus[0]);
                const Control *c = controls_find(&d->ui.controls, d->ui.focus);
                assert_non_null(c);
                assert_int_equal(d->ui.controls.count, wanted);
                assert_false(c->off);
                if (!within(c->clip, c->rect))
                    fail_msg("%s has the focus and cannot be seen", c->id);
                reached[c - d->ui.controls.items] = true;
                if (d->ui.chosen_point >= 0)
                    points[d->ui.chosen_point] = true;
                if (stop && strcmp(first, d->ui.focus) == 0 && strcmp(first, "plot") != 0)
                    break;
                if (!stop)
                    snprintf(first, sizeof first, "%s", d->ui.focus);
                assert_true(stop < 399);
            }
            for (size_t i = 0; i < wanted; i++) {
                const Control *c = &d->ui.controls.items[i];
                bool by_other_key =
                    c->off || (control_is_choice(c) && !c->chosen) ||
                    (c->kind == CONTROL_FIELD && strstr(c->id, ".field") && strcmp(c->id, "seed.field") != 0);
                if (!reached[i] && !by_other_key)
                    fail_msg("Tab does not reach %s", c->id);
            }
            for (int i = 0; i < 50; i++)
                if (!points[i])
                    fail_msg("Tab does not reach point %d", i);
        }
}

/* One key lights up wherever it is shown, from wherever it is pointed at. */
typedef struct Mark {
    Rect panel;
    float x; /* where its middle is, -1 for anywhere */
} Mark;

static bool has_command(const DrawList *list, const DrawCmd *c) {
    for (size_t i = 0; i < list->cmd_count; i++) {
        const DrawCmd *o = &list->cmds[i];
        if (o->kind == c->kind && memcmp(&o->rect, &c->rect, sizeof c->rect) == 0 && o->fill == c->fill &&
            o->stroke == c->stroke)
            return true;
    }
    return false;
}

static bool is_marked(const DrawList *plain, const DrawList *lit, Mark mark) {
    for (size_t i = 0; i < lit->cmd_count; i++) {
        const DrawCmd *c = &lit->cmds[i];
        if ((c->kind != DRAW_RECT && c->kind != DRAW_CIRCLE) || !within(rect_inset(mark.panel, -8), c->rect))
            continue;
        if (mark.x >= 0 && fabsf(rect_centre(c->rect).x - mark.x) > 1.5f)
            continue;
        if (!has_command(plain, c))
            return true;
    }
    return false;
}

static void check_lit(Desk *d, size_t point, const char *from) {
    if (d->ui.hover_point != (long)point)
        fail_msg("over the %s: point %ld, not %zu", from, d->ui.hover_point, point);
    DrawList plain;
    drawlist_init(&plain);
    Ui ui = d->ui;
    ui.hover_point = ui.hover_row = -1;
    ui_draw(&ui, &d->scene, &d->results, &plain);
    double x, y;
    desk_point(d, point, &x, &y);
    const Panels *p = &d->ui.panels;
    float cell = p->heat_area.w / (float)d->results.heat_columns;
    float column = p->heat_area.x + ((float)d->results.rank[point] + 0.5f) * cell;
    const Mark marks[] = {{p->plot, (float)x}, {p->strip, (float)x}, {p->heatmap, column}, {p->inspector, -1}};
    static const char *const NAMES[] = {"plot", "strip", "heatmap", "table"};
    for (int i = 0; i < 4; i++)
        if (!is_marked(&plain, &d->list, marks[i]))
            fail_msg("over the %s the %s shows nothing of point %zu", from, NAMES[i], point);
    drawlist_free(&plain);
}

static void test_a_key_lights_up_everywhere(void **state) {
    Desk *d = *state;
    size_t key = 0;
    for (size_t k = 0; k < d->results.n; k++) /* the heaviest, and apart from its neighbours */
        if (d->results.alpha[k] > d->results.alpha[key])
            key = k;
    size_t point = d->results.order[key];
    double x, y;
    desk_point(d, point, &x, &y);
    scene_move_point(&d->scene, point, d->scene.points.x[point],
                     d->scene.view.y0 + 0.1 * (d->scene.view.y1 - d->scene.view.y0)); /* away from the others */
    desk_frame(d);
    desk_point(d, point, &x, &y);
    desk_move(d, x, y);
    check_lit(d, point, "plot");
    const Panels *p = &d->ui.panels;
    desk_move(d, x, (double)rect_bottom(p->strip_area) - 4);
    check_lit(d, point, "strip");
    desk_move(d, (double)p->heat_area.x + ((double)key + 0.5) * (double)p->heat_area.w / 50,
              (double)rect_centre(p->heat_area).y);
    check_lit(d, point, "heatmap");
    for (double at = (double)p->inspector.y; at < (double)rect_bottom(p->inspector) && d->ui.hover_point != (long)point;
         at += 4)
        desk_move(d, (double)rect_centre(p->inspector).x, at);
    check_lit(d, point, "table");
    desk_move(d, -1, -1);
    assert_int_equal(d->ui.hover_point, -1);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, desk_setup, desk_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_looking_changes_nothing),
        TEST(test_clicks_on_nothing),
        TEST(test_places),
        TEST(test_scorers),
        TEST(test_no_size_is_too_small),
        TEST(test_pictures),
        TEST(test_same_picture),
        TEST(test_tab_reaches_everything),
        TEST(test_a_key_lights_up_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

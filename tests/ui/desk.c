/* The frame of the app without its window. */
#include "desk.h"

#include "ui/sidebar.h"

#include <math.h>
#include <stdio.h>

static float fixed_width(void *owner, const char *utf8, Font font, float size) {
    (void)owner;
    float w = 0;
    for (const unsigned char *c = (const unsigned char *)utf8; *c; c++)
        if ((*c & 0xC0) != 0x80)
            w += *c >= 0xE3 ? 1.0f : font == FONT_BOLD ? 0.6f : 0.55f;
    return w * size;
}

TextMetrics desk_metrics(void) { return (TextMetrics){NULL, fixed_width}; }

static void layout(Desk *d) { ui_layout(&d->ui, &d->scene, d->width, d->height, d->scale * d->ui.zoom); }

static void draw(Desk *d) {
    layout(d);
    assert_true(ui_compute(&d->ui, &d->scene, &d->results));
    ui_draw(&d->ui, &d->scene, &d->results, &d->list);
    assert_false(d->list.failed);
}

/* Stands in for a parser: a text that begins with x is the function x, and anything else is wrong at its second
 * character. */
static bool begins_with_x(void *owner, const char *text, char *error, size_t room) {
    (void)owner;
    snprintf(error, room, "at character 2: no");
    return text[0] == 'x';
}

static double x_itself(void *owner, const char *text, double x) {
    (void)owner;
    return text[0] == 'x' ? x : (double)NAN;
}

int desk_setup(void **state) {
    Desk *d = test_calloc(1, sizeof *d);
    const double x[] = {2.5, 10, 20, 57.5}, y[] = {0, -40, 30, 1};
    for (int set = 0; set < DATASET_COUNT; set++)
        if (!DATASETS[set].truth && !points_assign(&d->library.sets[set], x, y, 4))
            return -1;
    d->library.formulas = (Formulas){NULL, begins_with_x, x_itself};
    drawlist_init(&d->list);
    if (!scene_init(&d->scene, &d->library))
        return -1;
    d->history = history_create(&d->scene);
    ui_init(&d->ui, desk_metrics(), (Translator){NULL, NULL}, &d->library);
    *state = d;
    d->input.mouse_x = d->input.mouse_y = -1;
    desk_size(d, 1280, 800, 1);
    return d->history ? 0 : -1;
}

int desk_teardown(void **state) {
    Desk *d = *state;
    history_destroy(d->history);
    results_free(&d->results);
    drawlist_free(&d->list);
    scene_free(&d->scene);
    for (int set = 0; set < DATASET_COUNT; set++)
        points_free(&d->library.sets[set]);
    test_free(d);
    return 0;
}

void desk_size(Desk *d, int width, int height, float scale) {
    d->width = width;
    d->height = height;
    d->scale = scale;
    draw(d);
}

static void run_command(Desk *d) {
    Command command = d->ui.pending;
    d->ui.pending = COMMAND_NONE;
    if (command == COMMAND_NONE)
        return;
    if (command == COMMAND_REVERT)
        assert_true(history_revert(d->history, &d->scene));
    d->asked = command;
    if (command != COMMAND_UNDO && command != COMMAND_REDO)
        return;
    command == COMMAND_UNDO ? history_undo(d->history, &d->scene) : history_redo(d->history, &d->scene);
    ui_reset_hands(&d->ui);
    d->ui.changed = false;
}

void desk_frame(Desk *d) {
    Input *in = &d->input;
    in->time += 0.01;
    in->mouse_inside = in->mouse_x >= 0 && in->mouse_x < d->width && in->mouse_y >= 0 && in->mouse_y < d->height;
    layout(d);
    ui_interact(&d->ui, in, &d->scene, &d->results);
    run_command(d);
    if (d->ui.changed && !ui_busy(&d->ui)) {
        d->steps += history_commit(d->history, &d->scene, d->ui.merge);
        d->ui.changed = false;
    }
    if (!d->ui.changed && !ui_busy(&d->ui))
        history_look(d->history, &d->scene);
    draw(d);
    in->pressed = in->released = in->clicks = 0;
    in->wheel_x = in->wheel_y = 0;
    in->key_count = 0;
    in->text[0] = '\0';
    in->focus_lost = in->composing = false;
}

void desk_move(Desk *d, double x, double y) {
    d->input.mouse_x = x;
    d->input.mouse_y = y;
    desk_frame(d);
}

void desk_press(Desk *d, int button, int clicks) {
    d->input.down |= button;
    d->input.pressed = button;
    d->input.clicks = clicks;
    desk_frame(d);
}

void desk_release(Desk *d, int button) {
    d->input.down &= ~button;
    d->input.released = button;
    desk_frame(d);
}

void desk_click(Desk *d, double x, double y) {
    desk_move(d, x, y);
    desk_press(d, BUTTON_LEFT, 1);
    desk_release(d, BUTTON_LEFT);
}

void desk_wheel(Desk *d, double x, double y, double ticks) {
    desk_move(d, x, y);
    d->input.wheel_y = ticks;
    desk_frame(d);
}

void desk_key(Desk *d, const char *name) {
    KeyPress key;
    if (!input_parse_key(name, &key))
        fail_msg("%s is no key", name);
    d->input.keys[0] = key;
    d->input.key_count = 1;
    d->input.mods = key.mods;
    desk_frame(d);
    d->input.mods = 0;
}

void desk_type(Desk *d, const char *text) {
    snprintf(d->input.text, sizeof d->input.text, "%s", text);
    desk_frame(d);
}

const Control *desk_find(Desk *d, const char *id) {
    const Control *control = controls_find(&d->ui.controls, id);
    if (!control)
        fail_msg("no control %s", id);
    sidebar_reveal(&d->ui, control);
    layout(d);
    return controls_find(&d->ui.controls, id);
}

void desk_click_on(Desk *d, const char *id) {
    Vec2 centre = rect_centre(desk_find(d, id)->rect);
    desk_click(d, (double)centre.x, (double)centre.y);
}

static void slider_place(Desk *d, const char *id, double share, double *x, double *y) {
    Rect r = desk_find(d, id)->rect;
    double knob = 7 * (double)d->scale;
    *x = (double)r.x + knob + share * ((double)r.w - 2 * knob);
    *y = (double)rect_centre(r).y;
}

void desk_press_slider(Desk *d, const char *id, double share) {
    desk_move_slider(d, id, share);
    desk_press(d, BUTTON_LEFT, 1);
}

void desk_move_slider(Desk *d, const char *id, double share) {
    double x, y;
    slider_place(d, id, share, &x, &y);
    desk_move(d, x, y);
}

void desk_point(const Desk *d, size_t i, double *x, double *y) {
    Axes axes = plot_axes(&d->ui, &d->scene);
    *x = axes_px_x(&axes, d->scene.points.x[i]);
    *y = axes_px_y(&axes, d->scene.points.y[i]);
}

void desk_grab_point(Desk *d, size_t i) {
    double x, y;
    desk_point(d, i, &x, &y);
    desk_move(d, x, y);
    desk_press(d, BUTTON_LEFT, 1);
    if (d->ui.drag.kind != DRAG_POINT)
        fail_msg("point %zu at %g %g: %s %s drag %d", i, x, y, d->ui.hot, d->ui.focus, d->ui.drag.kind);
    assert_int_equal(d->ui.drag.point, i);
}

Scene desk_copy(const Scene *scene) {
    Scene copy = {0};
    assert_true(scene_copy(&copy, scene));
    return copy;
}

bool desk_same_points(const Points *a, const Points *b) {
    bool same = a->n == b->n && a->values == b->values;
    for (int c = 0; same && a->n && c < points_columns(a); c++)
        same = memcmp(a->column[c], b->column[c], a->n * sizeof(double)) == 0;
    return same;
}

static bool same_score(const Vector *a, const Vector *b) {
    return a->length == b->length && (a->length == 0 || memcmp(a->at, b->at, a->length * sizeof *a->at) == 0);
}

bool desk_same(const Scene *a, const Scene *b) {
    return memcmp(&a->params, &b->params, sizeof a->params) == 0 &&
           memcmp(&a->settings, &b->settings, sizeof a->settings) == 0 &&
           memcmp(&a->view, &b->view, sizeof a->view) == 0 && memcmp(a->x_name, b->x_name, SCENE_NAME) == 0 &&
           memcmp(a->y_name, b->y_name, SCENE_NAME) == 0 && memcmp(a->source, b->source, SCENE_NAME) == 0 &&
           same_score(&a->score, &b->score) && desk_same_points(&a->points, &b->points);
}

/* Hands on the plot. A drag works in differences from where it began, so a point never jumps to the pointer;
 * positions are rounded to the decade below a pixel, so that they read well. */
#include "ui/plot.h"

#include "ui/layout.h"
#include "ui/popup.h"
#include "ui/widget.h"

#include <math.h>
#include <string.h>

enum { REACH = 10, FINGER = 22 }; /* how near counts as on a point, in units of design */

static double snap(double value, double unit) { return unit > 0 ? round(value / unit) * unit : value; }

/* A multiple of a power of ten as the double that its decimal text means. */
static double tidy(double value, double decade) {
    char text[NUM_TEXT];
    double rounded = snap(value, decade);
    if (!(fabs(rounded) < decade * 1e9) || !(decade > 1e-9))
        return rounded;
    num_format_fixed(text, rounded, (int)fmax(0, -floor(log10(decade) + 0.5)));
    double read = rounded;
    for (const char *end = text; *end; end++)
        if (!end[1])
            num_parse(text, (size_t)(end - text) + 1, &read);
    return read;
}

static double pick_x(const Axes *axes, double px) { return tidy(axes_x(axes, px), axes_decade(axes_unit_x(axes))); }
static double pick_y(const Axes *axes, double px) { return tidy(axes_y(axes, px), axes_decade(axes_unit_y(axes))); }

/* What is looked for around the pointer, and what was found of it. */
typedef struct Search {
    const Ui *ui;
    const Scene *scene;
    const Results *results; /* NULL unless they are of these points */
    Axes axes;
    double x, y, reach, best;
    long after, found, first, next;
} Search;

/* Point i, at (x, y), between the heights that are in question. */
static void consider(Search *s, size_t i, double x, double y) {
    double right = axes_px_x(&s->axes, x) - s->x, down = axes_px_y(&s->axes, y) - s->y;
    double away = sqrt(right * right + down * down), radius = 0;
    if (away > 2 * s->reach)
        return;
    if (away > s->reach && s->results)
        radius = (double)plot_radius(s->ui, s->results, s->results->rank[i]);
    if (away - radius > s->reach)
        return;
    bool equal = s->found >= 0 && away == s->best; /* of equals the youngest: it lies on top */
    if (s->first < 0 || (long)i < s->first)
        s->first = (long)i;
    if ((long)i > s->after && (s->next < 0 || (long)i < s->next))
        s->next = (long)i;
    if (s->found < 0 || away < s->best || (equal && (long)i > s->found)) {
        s->best = away;
        s->found = (long)i;
    }
}

/* The nearest point within reach, or the next one after `after` of those in reach (Alt+click). Results that are of
 * these points have them sorted, so that only those nearby are looked at. */
static long point_near(const Ui *ui, const Scene *scene, const Results *results, const Axes *axes, const Input *input,
                       long after) {
    if (scene->params.one_hot)
        return -1; /* the curves of weights are shown, not the points */
    bool current = sorted_current(&results->keys, &scene->points, scene_value_column(scene));
    double reach = (input->touch ? FINGER : REACH) * (double)ui->scale;
    double room = reach + 12, x0 = axes_x(axes, input->mouse_x - room), x1 = axes_x(axes, input->mouse_x + room);
    double y0 = axes_y(axes, input->mouse_y + room), y1 = axes_y(axes, input->mouse_y - room), *y = scene_y(scene);
    Search search = {ui, scene, current ? results : NULL, *axes, input->mouse_x, input->mouse_y, reach, 0, after, -1,
                     -1, -1};
    if (current)
        for (size_t k = sorted_lower(&results->keys, x0); k < results->n && results->x[k] <= x1; k++)
            if (results->y[k] >= y0 && results->y[k] <= y1)
                consider(&search, results->order[k], results->x[k], results->y[k]);
    for (size_t i = 0; i < scene->points.n && !current; i++)
        if (scene->points.x[i] >= x0 && scene->points.x[i] <= x1 && y[i] >= y0 && y[i] <= y1)
            consider(&search, i, scene->points.x[i], y[i]);
    if (after < 0)
        return search.found;
    return search.next >= 0 ? search.next : search.first;
}

void plot_hover(Ui *ui, const Scene *scene, const Results *results, const Input *input) {
    Axes axes = plot_axes(ui, scene);
    if (!rect_has(axes.area, input->mouse_x, input->mouse_y))
        return;
    bool stack = input->mods & MOD_ALT && ui->chosen_point >= 0;
    ui->hover_point = stack ? ui->chosen_point : point_near(ui, scene, results, &axes, input, -1);
    double away = fabs(axes_px_x(&axes, scene->params.query) - input->mouse_x);
    ui->hover_query = ui->hover_point < 0 && away <= 7 * (double)ui->scale;
}

static void grab(Ui *ui, const Scene *scene, DragKind kind, const Input *input) {
    ui->drag = (Drag){.kind = kind, .start_x = input->mouse_x, .start_y = input->mouse_y, .view = scene->view};
    ui->drag.from_x = scene->params.query;
}

static void add_point(Ui *ui, Scene *scene, double x, double y) {
    if (!scene_add_point(scene, x, y)) {
        ui_notice(ui, "No room for another point");
        return;
    }
    ui->chosen_point = (long)scene->points.n - 1;
    ui->changed = true;
}

void plot_press(Ui *ui, Scene *scene, const Results *results, const Input *input) {
    Axes axes = plot_axes(ui, scene);
    if (!rect_has(axes.area, input->mouse_x, input->mouse_y))
        return;
    long after = input->mods & MOD_ALT ? ui->chosen_point : -1;
    long point = point_near(ui, scene, results, &axes, input, after);
    bool line = fabs(axes_px_x(&axes, scene->params.query) - input->mouse_x) <= 7 * (double)ui->scale;
    ui->chosen_point = point;
    if (point >= 0) {
        grab(ui, scene, DRAG_POINT, input);
        ui->drag.point = (size_t)point;
        ui->drag.from_x = scene->points.x[point];
        ui->drag.from_y = scene_y(scene)[point];
    } else if (line && input->clicks != 2)
        grab(ui, scene, DRAG_QUERY, input);
    else if (input->clicks == 2)
        add_point(ui, scene, pick_x(&axes, input->mouse_x), pick_y(&axes, input->mouse_y));
    else
        grab(ui, scene, DRAG_VIEW, input);
}

static void drag_point(Ui *ui, Scene *scene, const Input *input) {
    Axes axes = plot_axes(ui, scene);
    const Drag *drag = &ui->drag;
    if (drag->point >= scene->points.n)
        return;
    double dx = input->mouse_x - drag->start_x, dy = input->mouse_y - drag->start_y;
    if (input->mods & MOD_SHIFT)
        *(fabs(dx) > fabs(dy) ? &dy : &dx) = 0;
    double coarse = input->mods & MOD_CTRL ? 100 : 1;
    double unit_x = axes_decade(axes_unit_x(&axes)) * coarse, unit_y = axes_decade(axes_unit_y(&axes)) * coarse;
    double x = dx == 0 ? drag->from_x : tidy(drag->from_x + dx * axes_unit_x(&axes), unit_x);
    double y = dy == 0 ? drag->from_y : tidy(drag->from_y - dy * axes_unit_y(&axes), unit_y);
    if (x == scene->points.x[drag->point] && y == scene_y(scene)[drag->point])
        return;
    scene_move_point(scene, drag->point, x, y);
    ui->changed = true;
}

static void drag_query(Ui *ui, Scene *scene, const Input *input) {
    Axes axes = plot_axes(ui, scene);
    double dx = input->mouse_x - ui->drag.start_x, decade = axes_decade(axes_unit_x(&axes));
    double to = ui->drag.from_x + dx * axes_unit_x(&axes);
    double unit = input->mods & MOD_CTRL ? decade * 100 : decade * 10;
    if (unit > 4 * axes_unit_x(&axes) && !(input->mods & MOD_CTRL))
        unit = decade;
    if (dx == 0)
        to = ui->drag.from_x;
    else
        to = tidy(fmin(fmax(to, scene->view.x0), scene->view.x1), unit);
    widget_set(ui, scene, PARAM_QUERY, to);
}

static void drag_view(Ui *ui, Scene *scene, const Input *input) {
    Axes axes = {ui->drag.view, ui->panels.plot_area};
    double dx = (input->mouse_x - ui->drag.start_x) * axes_unit_x(&axes);
    double dy = (input->mouse_y - ui->drag.start_y) * axes_unit_y(&axes);
    View v = ui->drag.view;
    if (dx == 0 && dy == 0 && memcmp(&v, &scene->view, sizeof v) == 0)
        return;
    scene->view = view_clamp((View){v.x0 - dx, v.x1 - dx, v.y0 + dy, v.y1 + dy});
}

void plot_drag(Ui *ui, Scene *scene, const Input *input) {
    if (ui->drag.kind == DRAG_POINT)
        drag_point(ui, scene, input);
    if (ui->drag.kind == DRAG_QUERY)
        drag_query(ui, scene, input);
    if (ui->drag.kind == DRAG_VIEW)
        drag_view(ui, scene, input);
}

void plot_restore(Ui *ui, Scene *scene) {
    const Drag *drag = &ui->drag;
    if (drag->kind == DRAG_POINT && drag->point < scene->points.n) {
        scene_move_point(scene, drag->point, drag->from_x, drag->from_y);
        ui->changed = true;
    }
    if (drag->kind == DRAG_QUERY || drag->kind == DRAG_HEAT)
        widget_set(ui, scene, PARAM_QUERY, drag->from_x);
    if (drag->kind == DRAG_VIEW)
        scene->view = drag->view;
}

void plot_wheel(Ui *ui, Scene *scene, const Input *input) {
    Axes axes = plot_axes(ui, scene);
    double factor =
        input->pinch > 0 ? 1 / fmin(fmax(input->pinch, 0.01), 100) : pow(1.15, -fmin(fmax(input->wheel_y, -200), 200));
    double x = axes_x(&axes, input->mouse_x), y = axes_y(&axes, input->mouse_y);
    View v = scene->view;
    if (!(input->mods & MOD_SHIFT))
        v.y0 = y + (v.y0 - y) * factor, v.y1 = y + (v.y1 - y) * factor;
    v.x0 = x + (v.x0 - x) * factor;
    v.x1 = x + (v.x1 - x) * factor;
    scene->view = view_clamp(v);
}

void plot_menu(Ui *ui, Scene *scene, const Input *input) {
    Axes axes = plot_axes(ui, scene);
    if (!rect_has(axes.area, input->mouse_x, input->mouse_y))
        return;
    double x = pick_x(&axes, input->mouse_x), y = pick_y(&axes, input->mouse_y);
    if (ui->hover_point >= 0)
        x = scene->points.x[ui->hover_point];
    ui->chosen_point = ui->hover_point;
    popup_open_place(ui, ui->hover_point, x, y, input->mouse_x, input->mouse_y);
}

static void nudge_point(Ui *ui, Scene *scene, KeyPress key) {
    Axes axes = plot_axes(ui, scene);
    double size = key.mods & MOD_SHIFT ? 1 : key.mods & MOD_CTRL ? 100 : 10;
    double ux = axes_decade(axes_unit_x(&axes)), uy = axes_decade(axes_unit_y(&axes));
    size_t i = (size_t)ui->chosen_point;
    double x = scene->points.x[i], y = scene_y(scene)[i];
    if (key.key == KEY_LEFT || key.key == KEY_RIGHT)
        x = tidy(x + (key.key == KEY_LEFT ? -size : size) * ux, ux);
    if (key.key == KEY_UP || key.key == KEY_DOWN)
        y = tidy(y + (key.key == KEY_DOWN ? -size : size) * uy, uy);
    scene_move_point(scene, i, x, y);
    ui->changed = true;
}

static void nudge_query(Ui *ui, Scene *scene, KeyPress key) {
    double span = scene->view.x1 - scene->view.x0, unit = axes_decade(span / 50);
    double size = key.mods & MOD_SHIFT ? unit / 10 : key.mods & MOD_CTRL ? unit * 10 : unit;
    double to = scene->params.query + (key.key == KEY_LEFT ? -size : size);
    ui->merge = ui_merge(ui, key, 3);
    widget_set(ui, scene, PARAM_QUERY, tidy(fmin(fmax(to, scene->view.x0), scene->view.x1), unit / 10));
}

bool plot_key(Ui *ui, Scene *scene, KeyPress key) {
    bool sideways = key.key == KEY_LEFT || key.key == KEY_RIGHT, upright = key.key == KEY_UP || key.key == KEY_DOWN;
    bool by_tab = ui->focus_ring && ui->chosen_point >= 0 && (size_t)ui->chosen_point < scene->points.n;
    if (!sideways && !(upright && by_tab))
        return false;
    if (by_tab)
        nudge_point(ui, scene, key);
    else
        nudge_query(ui, scene, key);
    return true;
}

bool plot_tab(Ui *ui, const Results *results, int step) {
    if (results->n == 0)
        return false;
    long key = ui->chosen_point < 0 ? (step > 0 ? -1 : (long)results->n) : (long)results->rank[ui->chosen_point];
    key += step;
    ui->chosen_point = key >= 0 && key < (long)results->n ? (long)results->order[key] : -1;
    return ui->chosen_point >= 0;
}

void plot_delete(Ui *ui, Scene *scene) {
    long point = ui->chosen_point;
    if (point < 0 || (size_t)point >= scene->points.n)
        return;
    scene_delete_point(scene, (size_t)point);
    ui_reset_hands(ui);
    ui->changed = true;
}

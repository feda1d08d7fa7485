/* Steps that a hand takes: set, click, press, type, drag, hover, wheel. */
#include "app/play_parts.h"

#include "core/num.h"
#include "model/params.h"
#include "ui/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool click_id(Play *play, const char *id, int clicks, int button) {
    const Control *control = hand_find(&play->hand, id);
    if (!control)
        return play_fail(play, "no such control", id);
    Vec2 centre = rect_centre(rect_intersect(control->rect, control->clip));
    hand_click(&play->hand, (double)centre.x, (double)centre.y, button, clicks);
    return true;
}

bool play_step_click(Play *play) { return click_id(play, play->word[1], 1, BUTTON_LEFT); }

bool play_step_press(Play *play) {
    KeyPress key;
    if (!input_parse_key(play->word[1], &key))
        return play_fail(play, "no such key", play->word[1]);
    hand_key(&play->hand, key);
    return true;
}

const char *play_rest(Play *play, int word) {
    size_t used = 0;
    for (int i = word; i < play->words; i++)
        used += (size_t)snprintf(play->joined + used, sizeof play->joined - used, "%s%s", i > word ? " " : "",
                                 play->word[i]);
    return play->joined;
}

bool play_step_type(Play *play) {
    hand_type(&play->hand, play_rest(play, 1));
    return true;
}

static bool set_number(Play *play, const char *id, const char *text) {
    char field[CONTROL_ID + 8];
    KeyPress enter = {.key = KEY_ENTER};
    snprintf(field, sizeof field, "%.39s.field", id);
    if (!click_id(play, PARAMS[param_find(id)].kind == PARAM_TEXT ? id : field, 1, BUTTON_LEFT))
        return false;
    if (!play->app->ui.field.open)
        return play_fail(play, "the control is off", id);
    hand_type(&play->hand, text);
    hand_key(&play->hand, enter);
    if (!play->app->ui.field.open)
        return true;
    snprintf(play->why, sizeof play->why, "%.200s", play->app->ui.field.error);
    return false;
}

/* Through the control where there is one; what has none, the query, is set through the table. */
bool play_step_set(Play *play) {
    Scene *scene = &play->app->lab->scene;
    const char *id = play->word[1], *text = play_rest(play, 2);
    char choice[2 * CONTROL_ID];
    int row = param_find(id);
    if (row < 0)
        return play_fail(play, "no such parameter", id);
    double value;
    if (!param_parse(scene, row, text, &value, play->why, sizeof play->why))
        return false;
    snprintf(choice, sizeof choice, "%.39s.%.39s", id, text);
    if (row == PARAM_DATA)
        return click_id(play, id, 1, BUTTON_LEFT) && click_id(play, choice, 1, BUTTON_LEFT);
    if (row == PARAM_QUERY) {
        param_set(scene, row, value);
        play->app->ui.changed = true;
        hand_wait(&play->hand, 0);
        return true;
    }
    if (PARAMS[row].kind == PARAM_CHOICE)
        return click_id(play, choice, 1, BUTTON_LEFT);
    if (PARAMS[row].kind == PARAM_SWITCH)
        return param_value(scene, row) == value || click_id(play, id, 1, BUTTON_LEFT);
    return set_number(play, id, text);
}

bool play_point_at(Play *play, int word, size_t *point, Vec2 *at) {
    double index;
    Scene *scene = &play->app->lab->scene;
    if (!play_number(play, word, &index))
        return false;
    if (!(index >= 0 && index < (double)scene->points.n))
        return play_fail(play, "no such point", play->word[word]);
    *point = (size_t)index;
    Axes axes = plot_axes(&play->app->ui, scene);
    *at = axes_point(&axes, scene->points.x[*point], scene_y(scene)[*point]);
    return true;
}

static bool drag_point(Play *play, bool hold) {
    size_t point;
    Vec2 at;
    double x = 0, y = 0;
    if (play->words < 6 || strcmp(play->word[3], "to") != 0)
        return play_fail(play, "write: drag point I to X Y", "");
    if (!play_point_at(play, 2, &point, &at) || !play_number(play, 4, &x) || !play_number(play, 5, &y))
        return false;
    const Scene *scene = &play->app->lab->scene;
    Axes axes = plot_axes(&play->app->ui, scene);
    double from_x = axes_px_x(&axes, scene->points.x[point]), from_y = axes_px_y(&axes, scene_y(scene)[point]);
    hand_drag(&play->hand, from_x, from_y, axes_px_x(&axes, x), axes_px_y(&axes, y), hold);
    return true;
}

static bool drag_query(Play *play, bool hold) {
    double x;
    if (play->words < 4 || !play_number(play, 3, &x))
        return play_fail(play, "write: drag query to X", "");
    Axes axes = plot_axes(&play->app->ui, &play->app->lab->scene);
    double from = axes_px_x(&axes, play->app->lab->scene.params.query);
    double y = (double)axes.area.y + 3; /* above the points */
    hand_drag(&play->hand, from, y, axes_px_x(&axes, x), y, hold);
    return true;
}

static bool drag_slider(Play *play, bool hold) {
    double value;
    int row = param_find(play->word[1]);
    if (play->words < 4 || row < 0)
        return play_fail(play, "write: drag ID to VALUE", "");
    const Control *control = hand_find(&play->hand, play->word[1]);
    if (!control || control->kind != CONTROL_SLIDER)
        return play_fail(play, "no such slider", play->word[1]);
    if (!play_number(play, 3, &value))
        return false;
    Rect r = control->rect;
    double knob = (double)roundf(7 * play->app->ui.scale), y = (double)rect_centre(r).y;
    double x0 = (double)r.x + knob, way = (double)r.w - 2 * knob;
    double from = param_position(row, param_value(&play->app->lab->scene, row));
    hand_drag(&play->hand, x0 + from * way, y, x0 + param_position(row, value) * way, y, hold);
    return true;
}

static bool drag_anything(Play *play, bool hold) {
    if (strcmp(play->word[1], "point") == 0)
        return drag_point(play, hold);
    if (strcmp(play->word[1], "query") == 0)
        return drag_query(play, hold);
    return drag_slider(play, hold);
}

bool play_step_drag(Play *play) { return drag_anything(play, false); }
bool play_step_hold(Play *play) { return drag_anything(play, true); }

bool play_step_release(Play *play) {
    hand_release(&play->hand, BUTTON_LEFT);
    return true;
}

bool play_step_lose(Play *play) {
    hand_lose_focus(&play->hand);
    return true;
}

/* A place in the plot, in data coordinates. */
static bool place(Play *play, int word, double *px, double *py) {
    double x = 0, y = 0;
    if (play->words <= word + 1)
        return play_fail(play, "coordinates X Y are missing", "");
    if (!play_number(play, word, &x) || !play_number(play, word + 1, &y))
        return false;
    Axes axes = plot_axes(&play->app->ui, &play->app->lab->scene);
    *px = axes_px_x(&axes, x);
    *py = axes_px_y(&axes, y);
    return true;
}

static bool heat_place(Play *play, double *px, double *py) {
    double row, column;
    const Results *r = &play->app->results;
    if (play->words < 4 || !play_number(play, 2, &row) || !play_number(play, 3, &column))
        return play_fail(play, "write: hover heatmap ROW COLUMN", "");
    Rect a = play->app->ui.panels.heat_area;
    if (!(row >= 0 && row < (double)r->heat_rows && column >= 0 && column < (double)r->heat_columns))
        return play_fail(play, "no such cell", "");
    *px = (double)a.x + (column + 0.5) * (double)a.w / (double)r->heat_columns;
    *py = (double)a.y + (row + 0.5) * (double)a.h / (double)r->heat_rows;
    return true;
}

static bool place_of(Play *play, double *px, double *py) {
    size_t point;
    Vec2 at;
    if (strcmp(play->word[1], "heatmap") == 0)
        return heat_place(play, px, py);
    if (strcmp(play->word[1], "plot") == 0)
        return place(play, 2, px, py);
    if (strcmp(play->word[1], "point") == 0) {
        if (play->words < 3 || !play_point_at(play, 2, &point, &at))
            return play_fail(play, "write: point I", "");
    } else {
        const Control *control = hand_find(&play->hand, play->word[1]);
        if (!control)
            return play_fail(play, "no such control", play->word[1]);
        at = rect_centre(control->rect);
    }
    *px = (double)at.x;
    *py = (double)at.y;
    return true;
}

bool play_step_hover(Play *play) {
    double x = 0, y = 0;
    if (!place_of(play, &x, &y))
        return false;
    hand_move(&play->hand, x, y);
    return true;
}

bool play_step_double_click(Play *play) {
    double x = 0, y = 0;
    if (!place_of(play, &x, &y))
        return false;
    hand_click(&play->hand, x, y, BUTTON_LEFT, 2);
    return true;
}

bool play_step_right_click(Play *play) {
    double x = 0, y = 0;
    if (!place_of(play, &x, &y))
        return false;
    hand_click(&play->hand, x, y, BUTTON_RIGHT, 1);
    return true;
}

bool play_step_wheel(Play *play) {
    double x = 0, y = 0, ticks = 0;
    if (!place_of(play, &x, &y) || !play_number(play, play->words - 1, &ticks))
        return false;
    hand_wheel(&play->hand, x, y, ticks);
    return true;
}

bool play_step_wait(Play *play) {
    size_t length = strlen(play->word[1]);
    double value;
    bool ms = length > 2 && strcmp(play->word[1] + length - 2, "ms") == 0;
    if (!num_parse(play->word[1], ms ? length - 2 : length - (length > 1), &value))
        return play_fail(play, "write: wait 500ms", "");
    hand_wait(&play->hand, ms ? value / 1000 : value);
    return true;
}

bool play_step_resize(Play *play) {
    double w, h;
    if (!play_number(play, 1, &w) || !play_number(play, 2, &h))
        return false;
    if (play->app->visible)
        return play_fail(play, "resize needs a script without --window", "");
    play->app->width = (int)w;
    play->app->height = (int)h;
    hand_wait(&play->hand, 0);
    return true;
}

/* One row per kind of step: its first word, how many words follow, and the function that does it. */
#include "app/play.h"

#include "app/command_run.h"
#include "app/hand.h"
#include "core/num.h"
#include "io/file.h"
#include "io/scene_file.h"
#include "model/params.h"
#include "ui/plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 48, SCRIPT_BYTES = 1 << 22 };

typedef struct Play {
    App *app;
    Hand hand;
    char *word[WORDS];
    int words;
    char joined[1200];
    char why[600];
    ExitStatus status;
} Play;

static bool fail(Play *play, const char *what, const char *detail) {
    snprintf(play->why, sizeof play->why, "%.380s%s%.200s", what, *detail ? ": " : "", detail);
    return false;
}

static bool number(Play *play, int word, double *value) {
    return num_parse(play->word[word], strlen(play->word[word]), value) || fail(play, "not a number", play->word[word]);
}

static bool click_id(Play *play, const char *id, int clicks, int button) {
    const Control *control = hand_find(&play->hand, id);
    if (!control)
        return fail(play, "no such control", id);
    Vec2 centre = rect_centre(rect_intersect(control->rect, control->clip));
    hand_click(&play->hand, (double)centre.x, (double)centre.y, button, clicks);
    return true;
}

static bool step_click(Play *play) { return click_id(play, play->word[1], 1, BUTTON_LEFT); }

static bool step_press(Play *play) {
    KeyPress key;
    if (!input_parse_key(play->word[1], &key))
        return fail(play, "no such key", play->word[1]);
    hand_key(&play->hand, key);
    return true;
}

/* The words from there on, with a blank between them: what is typed may have some. */
static const char *rest(Play *play, int word) {
    size_t used = 0;
    for (int i = word; i < play->words; i++)
        used += (size_t)snprintf(play->joined + used, sizeof play->joined - used, "%s%s", i > word ? " " : "",
                                 play->word[i]);
    return play->joined;
}

static bool step_type(Play *play) {
    hand_type(&play->hand, rest(play, 1));
    return true;
}

static bool set_number(Play *play, const char *id, const char *text) {
    char field[CONTROL_ID + 8];
    KeyPress enter = {.key = KEY_ENTER};
    snprintf(field, sizeof field, "%.39s.field", id);
    if (!click_id(play, PARAMS[param_find(id)].kind == PARAM_TEXT ? id : field, 1, BUTTON_LEFT))
        return false;
    if (!play->app->ui.field.open)
        return fail(play, "the control is off", id);
    hand_type(&play->hand, text);
    hand_key(&play->hand, enter);
    if (!play->app->ui.field.open)
        return true;
    snprintf(play->why, sizeof play->why, "%.200s", play->app->ui.field.error);
    return false;
}

/* Through the control where there is one; what has none (the query, the language) is set through the table. */
static bool step_set(Play *play) {
    Scene *scene = &play->app->lab->scene;
    const char *id = play->word[1], *text = rest(play, 2);
    char choice[2 * CONTROL_ID];
    int row = param_find(id);
    if (row < 0)
        return fail(play, "no such parameter", id);
    double value;
    if (!param_parse(scene, row, text, &value, play->why, sizeof play->why))
        return false;
    snprintf(choice, sizeof choice, "%.39s.%.39s", id, text);
    if (row == PARAM_DATA)
        return click_id(play, id, 1, BUTTON_LEFT) && click_id(play, choice, 1, BUTTON_LEFT);
    if (row == PARAM_QUERY || row == PARAM_LANGUAGE) {
        param_set(scene, row, value);
        play->app->ui.changed = row == PARAM_QUERY;
        hand_wait(&play->hand, 0);
        return true;
    }
    if (PARAMS[row].kind == PARAM_CHOICE)
        return click_id(play, choice, 1, BUTTON_LEFT);
    if (PARAMS[row].kind == PARAM_SWITCH)
        return param_value(scene, row) == value || click_id(play, id, 1, BUTTON_LEFT);
    return set_number(play, id, text);
}

static bool point_at(Play *play, int word, size_t *point, Vec2 *at) {
    double index;
    Scene *scene = &play->app->lab->scene;
    if (!number(play, word, &index))
        return false;
    if (!(index >= 0 && index < (double)scene->points.n))
        return fail(play, "no such point", play->word[word]);
    *point = (size_t)index;
    Axes axes = plot_axes(&play->app->ui, scene);
    *at = axes_point(&axes, scene->points.x[*point], scene_y(scene)[*point]);
    return true;
}

static bool drag_point(Play *play, bool hold) {
    size_t point;
    Vec2 at;
    double x, y;
    if (play->words < 6 || strcmp(play->word[3], "to") != 0)
        return fail(play, "write: drag point I to X Y", "");
    if (!point_at(play, 2, &point, &at) || !number(play, 4, &x) || !number(play, 5, &y))
        return false;
    const Scene *scene = &play->app->lab->scene;
    Axes axes = plot_axes(&play->app->ui, scene);
    double from_x = axes_px_x(&axes, scene->points.x[point]), from_y = axes_px_y(&axes, scene_y(scene)[point]);
    hand_drag(&play->hand, from_x, from_y, axes_px_x(&axes, x), axes_px_y(&axes, y), hold);
    return true;
}

static bool drag_query(Play *play, bool hold) {
    double x;
    if (play->words < 4 || !number(play, 3, &x))
        return fail(play, "write: drag query to X", "");
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
        return fail(play, "write: drag ID to VALUE", "");
    const Control *control = hand_find(&play->hand, play->word[1]);
    if (!control || control->kind != CONTROL_SLIDER)
        return fail(play, "no such slider", play->word[1]);
    if (!number(play, 3, &value))
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

static bool step_drag(Play *play) { return drag_anything(play, false); }
static bool step_hold(Play *play) { return drag_anything(play, true); }

static bool step_release(Play *play) {
    hand_release(&play->hand, BUTTON_LEFT);
    return true;
}

static bool step_lose(Play *play) {
    hand_lose_focus(&play->hand);
    return true;
}

/* A place in the plot, in data coordinates. */
static bool place(Play *play, int word, double *px, double *py) {
    double x, y;
    if (play->words <= word + 1)
        return fail(play, "coordinates X Y are missing", "");
    if (!number(play, word, &x) || !number(play, word + 1, &y))
        return false;
    Axes axes = plot_axes(&play->app->ui, &play->app->lab->scene);
    *px = axes_px_x(&axes, x);
    *py = axes_px_y(&axes, y);
    return true;
}

static bool heat_place(Play *play, double *px, double *py) {
    double row, column;
    const Results *r = &play->app->results;
    if (play->words < 4 || !number(play, 2, &row) || !number(play, 3, &column))
        return fail(play, "write: hover heatmap ROW COLUMN", "");
    Rect a = play->app->ui.panels.heat_area;
    if (!(row >= 0 && row < (double)r->heat_rows && column >= 0 && column < (double)r->heat_columns))
        return fail(play, "no such cell", "");
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
        if (play->words < 3 || !point_at(play, 2, &point, &at))
            return fail(play, "write: point I", "");
    } else {
        const Control *control = hand_find(&play->hand, play->word[1]);
        if (!control)
            return fail(play, "no such control", play->word[1]);
        at = rect_centre(control->rect);
    }
    *px = (double)at.x;
    *py = (double)at.y;
    return true;
}

static bool step_hover(Play *play) {
    double x, y;
    if (!place_of(play, &x, &y))
        return false;
    hand_move(&play->hand, x, y);
    return true;
}

static bool step_double_click(Play *play) {
    double x, y;
    if (!place_of(play, &x, &y))
        return false;
    hand_click(&play->hand, x, y, BUTTON_LEFT, 2);
    return true;
}

static bool step_right_click(Play *play) {
    double x, y;
    if (!place_of(play, &x, &y))
        return false;
    hand_click(&play->hand, x, y, BUTTON_RIGHT, 1);
    return true;
}

static bool step_wheel(Play *play) {
    double x, y, ticks;
    if (!place_of(play, &x, &y) || !number(play, play->words - 1, &ticks))
        return false;
    hand_wheel(&play->hand, x, y, ticks);
    return true;
}

static bool step_wait(Play *play) {
    size_t length = strlen(play->word[1]);
    double value;
    bool ms = length > 2 && strcmp(play->word[1] + length - 2, "ms") == 0;
    if (!num_parse(play->word[1], ms ? length - 2 : length - (length > 1), &value))
        return fail(play, "write: wait 500ms", "");
    hand_wait(&play->hand, ms ? value / 1000 : value);
    return true;
}

static bool step_resize(Play *play) {
    double w, h;
    if (!number(play, 1, &w) || !number(play, 2, &h))
        return false;
    if (play->app->visible)
        return fail(play, "resize needs a script without --window", "");
    play->app->width = (int)w;
    play->app->height = (int)h;
    hand_wait(&play->hand, 0);
    return true;
}

static bool close_to(double a, double b) { return a == b || fabs(a - b) <= 1e-6 * fmax(1, fmax(fabs(a), fabs(b))); }

static bool expect_number(Play *play, int word, double found) {
    double wanted;
    char text[NUM_TEXT], why[100];
    if (!number(play, word, &wanted))
        return false;
    num_format(text, found);
    snprintf(why, sizeof why, "expected %.40s, found %s", play->word[word], text);
    return close_to(wanted, found) || fail(play, why, "");
}

static bool expect_state(Play *play, bool *known) {
    const App *app = play->app;
    const Results *r = &app->results;
    double hover = (double)app->ui.hover_point, n = (double)app->lab->scene.points.n;
    const struct {
        const char *name;
        double value;
    } STATES[] = {{"points", n},
                  {"prediction", r->row.supported ? r->row.f : (double)NAN},
                  {"n_eff", r->row.n_eff},
                  {"hover", hover},
                  {"support", r->row.supported},
                  {"alpha_max", r->alpha_max},
                  {"x0", app->lab->scene.view.x0},
                  {"x1", app->lab->scene.view.x1},
                  {"y0", app->lab->scene.view.y0},
                  {"y1", app->lab->scene.view.y1},
                  {"lesson", (double)app->ui.lesson.index + 1},
                  {"step", (double)app->ui.lesson.step + 1},
                  {"task", app->ui.lesson.done},
                  {"chosen", (double)app->ui.chosen_point}};
    for (size_t i = 0; i < sizeof STATES / sizeof *STATES; i++)
        if ((*known = strcmp(play->word[1], STATES[i].name) == 0))
            return expect_number(play, 2, STATES[i].value);
    return false;
}

static bool step_expect(Play *play) {
    const Scene *scene = &play->app->lab->scene;
    bool known = false, as_wanted = expect_state(play, &known);
    if (known)
        return as_wanted;
    if (strcmp(play->word[1], "focus") == 0)
        return strcmp(play->app->ui.focus, play->word[2]) == 0 || fail(play, "the focus is on", play->app->ui.focus);
    if (strcmp(play->word[1], "notice") == 0)
        return strstr(play->app->ui.notice, play->word[2]) != NULL || fail(play, "the notice is", play->app->ui.notice);
    if (strcmp(play->word[1], "point") == 0) {
        size_t point;
        Vec2 at;
        if (play->words < 5 || !point_at(play, 2, &point, &at))
            return fail(play, "write: expect point I X Y", "");
        return expect_number(play, 3, scene->points.x[point]) && expect_number(play, 4, scene_y(scene)[point]);
    }
    int row = param_find(play->word[1]);
    if (row < 0)
        return fail(play, "nothing of this name to expect", play->word[1]);
    char text[NUM_TEXT];
    param_text(scene, row, text);
    bool word = PARAMS[row].kind == PARAM_CHOICE || PARAMS[row].kind == PARAM_SWITCH;
    if (!word)
        return expect_number(play, 2, param_value(scene, row));
    return strcmp(text, play->word[2]) == 0 || fail(play, "found", text);
}

static bool step_screenshot(Play *play) {
    Failure failure = {EXIT_OUTPUT, ""};
    if (app_save_screen(play->app, play->word[1], &failure))
        return true;
    play->status = failure.status;
    return fail(play, failure.line, "");
}

static bool step_save(Play *play) {
    const Lab *lab = play->app->lab;
    play->status = EXIT_OUTPUT;
    if (!scene_file_save(play->word[1], &lab->scene, &lab->extras, play->why, sizeof play->why))
        return false;
    play->status = EXIT_INTERNAL;
    return true;
}

static bool step_load(Play *play) {
    command_load(play->app, play->word[1]);
    hand_wait(&play->hand, 0);
    return true;
}

/* A name that says what: "layout" the controls, "drawlist" the picture, "points" the data. */
static bool step_dump(Play *play) {
    const char *slash = strrchr(play->word[1], '/'), *name = slash ? slash + 1 : play->word[1];
    const Points *points = &play->app->lab->scene.points;
    FileSave save;
    play->status = EXIT_OUTPUT;
    if (!file_save_begin(&save, play->word[1], play->why, sizeof play->why))
        return false;
    if (strncmp(name, "layout", 6) == 0)
        controls_dump(&play->app->ui.controls, save.out);
    else if (strncmp(name, "drawlist", 8) == 0)
        drawlist_dump(&play->app->list, save.out);
    else
        for (size_t i = 0; i < points->n; i++)
            fprintf(save.out, "%a,%a\n", points->x[i], points->y[i]);
    if (!file_save_commit(&save, play->why, sizeof play->why))
        return false;
    play->status = EXIT_INTERNAL;
    return true;
}

typedef struct Step {
    const char *name;
    int least; /* words after the name */
    bool (*run)(Play *play);
} Step;

static const Step STEPS[] = {
    {"set", 2, step_set},
    {"click", 1, step_click},
    {"press", 1, step_press},
    {"type", 1, step_type},
    {"drag", 3, step_drag},
    {"hold", 3, step_hold},
    {"release", 0, step_release},
    {"lose", 1, step_lose},
    {"hover", 1, step_hover},
    {"doubleclick", 1, step_double_click},
    {"rightclick", 1, step_right_click},
    {"wheel", 2, step_wheel},
    {"wait", 1, step_wait},
    {"resize", 2, step_resize},
    {"expect", 2, step_expect},
    {"screenshot", 1, step_screenshot},
    {"dump", 1, step_dump},
    {"save", 1, step_save},
    {"load", 1, step_load},
};

/* Words between blanks; a # begins a comment. */
static void split(Play *play, char *line) {
    play->words = 0;
    line[strcspn(line, "#\r\n")] = '\0';
    for (char *at = strtok(line, " \t"); at && play->words < WORDS; at = strtok(NULL, " \t"))
        play->word[play->words++] = at;
}

static bool run_line(Play *play, char *line) {
    split(play, line);
    if (play->words == 0)
        return true;
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
        if (strcmp(play->word[0], STEPS[i].name) != 0)
            continue;
        if (play->words - 1 < STEPS[i].least)
            return fail(play, "words are missing after", play->word[0]);
        return STEPS[i].run(play);
    }
    return fail(play, "no such step", play->word[0]);
}

bool play_run(App *app, const char *path, Failure *failure) {
    size_t size;
    char *script = file_read(path, SCRIPT_BYTES, &size, failure->line, sizeof failure->line);
    failure->status = EXIT_INPUT;
    if (!script)
        return false;
    Play play = {.app = app, .hand = hand_on(app), .status = EXIT_INTERNAL};
    bool ok = true;
    int number = 1;
    for (char *line = script; ok && *line; number++) {
        size_t length = strcspn(line, "\n");
        char *next = line + length + (line[length] == '\n');
        char copy[1024];
        snprintf(copy, sizeof copy, "%.*s", (int)(length < 1000 ? length : 1000), line);
        ok = run_line(&play, copy);
        line = next;
    }
    if (!ok) {
        failure->status = play.status;
        snprintf(failure->line, sizeof failure->line, "%.150s:%d: %.300s", file_label(path), number - 1, play.why);
    }
    free(script);
    return ok;
}

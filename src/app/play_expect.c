/* The step that checks: expect. */
#include "app/play_parts.h"

#include "core/num.h"
#include "io/listing.h"
#include "model/params.h"
#include "ui/dialog.h"
#include "ui/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool close_to(double a, double b) { return a == b || fabs(a - b) <= 1e-6 * fmax(1, fmax(fabs(a), fabs(b))); }

static bool expect_number(Play *play, int word, double found) {
    double wanted;
    char text[NUM_TEXT], why[100];
    if (!play_number(play, word, &wanted))
        return false;
    num_format(text, found);
    snprintf(why, sizeof why, "expected %.40s, found %s", play->word[word], text);
    return close_to(wanted, found) || play_fail(play, why, "");
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

/* The open dialog by its title, "export", or none. */
static bool expect_dialog(Play *play) {
    char name[80] = "none";
    if (play->app->ui.form.open)
        dialog_name(play->app->ui.form.title, name, sizeof name);
    return strcmp(name, play->word[2]) == 0 || play_fail(play, "the dialog is", name);
}

/* What a row of the open dialog says; "-" for a row that is not there now. */
static bool expect_row(Play *play) {
    const Form *form = &play->app->ui.form;
    int row = form->open ? form_index(form, play->word[2]) : -1;
    const char *text = row < 0 || form->row[row].hidden ? "-" : form->row[row].text;
    return play->words > 3 &&
                   (strcmp(play->word[3], "-") == 0 ? strcmp(text, "-") == 0 : strstr(text, play_rest(play, 3)) != NULL)
               ? true
               : play_fail(play, "the row says", text);
}

static bool expect_file(Play *play) {
    const char *path = play_rest(play, 2);
    return listing_kind(path) == LISTING_FILE || play_fail(play, "there is no file", path);
}

static bool expect_source(Play *play) {
    const char *source = play->app->lab->scene.source;
    return strcmp(source, play_rest(play, 2)) == 0 || play_fail(play, "the data is from", source);
}

static bool expect_function(Play *play) {
    const char *function = play->app->lab->scene.function;
    return strcmp(function, play_rest(play, 2)) == 0 || play_fail(play, "the function is", function);
}

bool play_step_expect(Play *play) {
    const Scene *scene = &play->app->lab->scene;
    bool known = false, as_wanted = expect_state(play, &known);
    if (known)
        return as_wanted;
    static const struct {
        const char *name;
        bool (*run)(Play *play);
    } TEXTS[] = {{"dialog", expect_dialog},
                 {"row", expect_row},
                 {"file", expect_file},
                 {"source", expect_source},
                 {"function", expect_function}};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        if (strcmp(play->word[1], TEXTS[i].name) == 0)
            return TEXTS[i].run(play);
    if (strcmp(play->word[1], "focus") == 0)
        return strcmp(play->app->ui.focus, play->word[2]) == 0 ||
               play_fail(play, "the focus is on", play->app->ui.focus);
    if (strcmp(play->word[1], "notice") == 0)
        return strstr(play->app->ui.notice, play->word[2]) != NULL ||
               play_fail(play, "the notice is", play->app->ui.notice);
    if (strcmp(play->word[1], "point") == 0) {
        size_t point;
        Vec2 at;
        if (play->words < 5 || !play_point_at(play, 2, &point, &at))
            return play_fail(play, "write: expect point I X Y", "");
        return expect_number(play, 3, scene->points.x[point]) && expect_number(play, 4, scene_y(scene)[point]);
    }
    int row = param_find(play->word[1]);
    if (row < 0)
        return play_fail(play, "nothing of this name to expect", play->word[1]);
    char text[NUM_TEXT];
    param_text(scene, row, text);
    bool word = PARAMS[row].kind == PARAM_CHOICE || PARAMS[row].kind == PARAM_SWITCH;
    if (!word)
        return expect_number(play, 2, param_value(scene, row));
    return strcmp(text, play->word[2]) == 0 || play_fail(play, "found", text);
}

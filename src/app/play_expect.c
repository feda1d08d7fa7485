/* The step that checks: expect. */
#include "app/play_parts.h"

#include "core/num.h"
#include "model/params.h"
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

bool play_step_expect(Play *play) {
    const Scene *scene = &play->app->lab->scene;
    bool known = false, as_wanted = expect_state(play, &known);
    if (known)
        return as_wanted;
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

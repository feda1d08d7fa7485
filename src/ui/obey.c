/* One small function per command, and the table that finds it. */
#include "ui/obey.h"

#include "ui/layout.h"
#include "ui/plot.h"
#include "ui/popup.h"
#include "ui/sidebar_insets.h"
#include "ui/widget.h"

#include "core/fit.h"
#include "core/kernel.h"

#include <math.h>
#include <string.h>

static void cycle(Ui *ui, Scene *scene, int param) {
    int next = ((int)param_value(scene, param) + 1) % PARAMS[param].choices;
    widget_set(ui, scene, param, next);
}

static void language(Ui *ui, Scene *scene) { cycle(ui, scene, PARAM_LANGUAGE); }

static void theme(Ui *ui, Scene *scene) { cycle(ui, scene, PARAM_THEME); }

static void fit_view(Ui *ui, Scene *scene) {
    (void)ui;
    scene->view = scene_fit(scene);
}

static void add_here(Ui *ui, Scene *scene) {
    if (scene_add_point(scene, ui->popup.x, ui->popup.y))
        ui->changed = true;
    else
        ui_notice(ui, "No room for another point");
}

static void query_here(Ui *ui, Scene *scene) { widget_set(ui, scene, PARAM_QUERY, ui->popup.x); }

static void mute(Ui *ui, Scene *scene) {
    long point = ui->chosen_point >= 0 ? ui->chosen_point : ui->hover_point;
    if (point < 0 || (size_t)point >= scene->points.n)
        return;
    scene_mute_point(scene, (size_t)point, scene->points.muted[point] == 0);
    ui->changed = true;
}

static void resample(Ui *ui, Scene *scene) {
    if (scene_has_truth(scene))
        widget_set(ui, scene, PARAM_SEED, scene->params.seed + 1);
}

static void preset(Ui *ui, Scene *scene, int row) {
    const FitPreset *p = &FIT_PRESETS[row];
    widget_set(ui, scene, PARAM_RATE, p->options.rate);
    widget_set(ui, scene, PARAM_STEPS, (double)p->steps);
    widget_set(ui, scene, PARAM_LOSS, p->options.mean);
    widget_set(ui, scene, PARAM_METHOD, p->options.method == FIT_ADAM);
}

static void book(Ui *ui, Scene *scene) { preset(ui, scene, FIT_BOOK); }
static void gentle(Ui *ui, Scene *scene) { preset(ui, scene, FIT_GENTLE); }
static void matrices(Ui *ui, Scene *scene) { preset(ui, scene, FIT_MATRICES); }

static void defaults(Ui *ui, Scene *scene) {
    if (!scene_reset_score(scene))
        ui_notice(ui, "Out of memory: the data is unchanged");
    ui->changed = true;
}

/* W of the general score becomes the unit matrix, as far as its shape goes. */
static void identity(Ui *ui, Scene *scene) {
    ScoreLayout layout = scene_layout(scene);
    if (scene->params.scorer != SCORER_GENERAL || layout.length != scene->score.length)
        return;
    const ScoreBlock *w = &layout.block[0];
    for (size_t i = 0; i < w->rows; i++)
        for (size_t j = 0; j < w->columns; j++)
            scene->score.at[w->offset + i * w->columns + j] = i == j;
    ui->changed = true;
}

/* W and the features that make the general score the Gaussian of width w. */
static void gaussian(Ui *ui, Scene *scene) {
    if (scene->params.scorer != SCORER_GENERAL)
        return;
    param_set(scene, PARAM_FEATURES, FEATURE_LIFT);
    param_set(scene, PARAM_KEY_FEATURES, 0);
    defaults(ui, scene);
}

/* Raw x for everyone, where these scorers fail; or back to the map that suits them. */
static void failure(Ui *ui, Scene *scene) {
    int scorer = scene->params.scorer;
    bool fails = sidebar_fails(scene);
    param_set(scene, PARAM_SCORER, scorer);
    if (!fails)
        param_set(scene, PARAM_FEATURES, FEATURE_IDENTITY);
    defaults(ui, scene);
}

static void toggle_sidebar(Ui *ui, Scene *scene) {
    (void)scene;
    bool *flag = ui->presenting ? &ui->presents_sidebar : &ui->sidebar_hidden;
    *flag = !*flag;
}

static void present(Ui *ui, Scene *scene) {
    ui->presenting = !ui->presenting;
    ui->presents_sidebar = false;
    if (ui->presenting)
        ui->theme_before = scene->settings.theme;
    scene->settings.theme = ui->presenting ? THEME_PROJECTOR : ui->theme_before;
}

static void zoom(Ui *ui, float by) { ui->zoom = by == 0 ? 1 : fminf(fmaxf(ui->zoom * by, 0.5f), 3); }

static void larger(Ui *ui, Scene *scene) {
    (void)scene;
    zoom(ui, 1.1f);
}

static void smaller(Ui *ui, Scene *scene) {
    (void)scene;
    zoom(ui, 1 / 1.1f);
}

static void natural(Ui *ui, Scene *scene) {
    (void)scene;
    zoom(ui, 0);
}

static void pin_query(Ui *ui, Scene *scene) {
    if (!scene->params.pin_query)
        widget_set(ui, scene, PARAM_PINNED_QUERY, scene->params.query);
    widget_set(ui, scene, PARAM_PIN_QUERY, !scene->params.pin_query);
}

/* The curve as it is becomes the second one; a kernel and a bandwidth describe all but a scorer's. */
static void pin_curve(Ui *ui, Scene *scene) {
    const Params *p = &scene->params;
    if (!p->pin_curve && p->model == MODEL_SCORER) {
        ui_notice(ui, "Only the curve of a kernel can be pinned");
        return;
    }
    if (!p->pin_curve) {
        bool average = p->model == MODEL_AVERAGE;
        widget_set(ui, scene, PARAM_PINNED_KERNEL, average ? KERNEL_CONSTANT : p->kernel);
        widget_set(ui, scene, PARAM_PINNED_H, average ? 1 : p->h);
    }
    widget_set(ui, scene, PARAM_PIN_CURVE, !p->pin_curve);
}

static void answer(Ui *ui, Scene *scene) {
    (void)scene;
    ui->lesson.answer = !ui->lesson.answer;
}

static void lessons(Ui *ui, Scene *scene) {
    (void)scene;
    const Control *button = controls_find(&ui->controls, "button.lessons");
    Rect anchor = button ? button->rect : (Rect){layout_px(ui, 14), 0, 0, 0};
    if (ui->lesson.count)
        popup_open_lessons(ui, anchor);
}

static void help(Ui *ui, Scene *scene) {
    (void)scene;
    ui->help = true;
}

void obey(Ui *ui, Scene *scene) {
    static void (*const RUN[COMMAND_COUNT])(Ui *, Scene *) = {[COMMAND_FIT] = fit_view,
                                                              [COMMAND_DELETE] = plot_delete,
                                                              [COMMAND_ADD] = add_here,
                                                              [COMMAND_QUERY_HERE] = query_here,
                                                              [COMMAND_MUTE] = mute,
                                                              [COMMAND_RESAMPLE] = resample,
                                                              [COMMAND_BOOK] = book,
                                                              [COMMAND_GENTLE] = gentle,
                                                              [COMMAND_MATRICES] = matrices,
                                                              [COMMAND_DEFAULTS] = defaults,
                                                              [COMMAND_IDENTITY] = identity,
                                                              [COMMAND_GAUSSIAN] = gaussian,
                                                              [COMMAND_FAILURE] = failure,
                                                              [COMMAND_LANGUAGE] = language,
                                                              [COMMAND_THEME] = theme,
                                                              [COMMAND_SIDEBAR] = toggle_sidebar,
                                                              [COMMAND_PRESENT] = present,
                                                              [COMMAND_LARGER] = larger,
                                                              [COMMAND_SMALLER] = smaller,
                                                              [COMMAND_NATURAL] = natural,
                                                              [COMMAND_ANSWER] = answer,
                                                              [COMMAND_LESSONS] = lessons,
                                                              [COMMAND_PIN_QUERY] = pin_query,
                                                              [COMMAND_PIN_CURVE] = pin_curve,
                                                              [COMMAND_HELP] = help};
    Command command = ui->pending;
    if (!RUN[command])
        return;
    ui->pending = COMMAND_NONE;
    RUN[command](ui, scene);
}

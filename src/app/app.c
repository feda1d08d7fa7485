/* The frame: input -> scene -> results -> draw list -> pixels. */
#include "app/app.h"

#include "app/command_run.h"
#include "app/dialogs.h"
#include "app/rescue.h"
#include "app/session.h"
#include "ui/lessonbar.h"
#include "ui/sidebar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void layout(App *app) {
    ui_layout(&app->ui, &app->lab->scene, app->width, app->height, app->scale * app->ui.zoom);
}

/* Keeps the curve as it is when a drag of something that moves it begins, and drops it when the drag ends. */
static void keep_trail(App *app, bool was_busy) {
    const Results *r = &app->results;
    Trail *trail = &app->trail;
    DragKind kind = app->ui.drag.kind;
    if (kind != DRAG_POINT && kind != DRAG_SLIDER && kind != DRAG_CELL) {
        trail->count = 0;
        return;
    }
    if (was_busy)
        return;
    size_t n = r->curve_count;
    double *x = realloc(trail->x, n * sizeof *x), *f = realloc(trail->f, n * sizeof *f);
    bool *supported = realloc(trail->supported, n * sizeof *supported);
    trail->x = x ? x : trail->x;
    trail->f = f ? f : trail->f;
    trail->supported = supported ? supported : trail->supported;
    trail->count = x && f && supported ? n : 0;
    for (size_t j = 0; j < trail->count; j++) {
        x[j] = r->curve_x[j];
        f[j] = r->curve_f[j];
        supported[j] = r->curve_supported[j];
    }
}

enum { TRAINING_MERGE = 1 << 30 };

/* What training has moved becomes a step of its own, one for each run, unless a hand comes between. */
static void tick_training(App *app, double seconds) {
    if (app->train.running && !app->was_training)
        app->training++;
    app->was_training = app->train.running;
    if (!app->ui.form.open && train_tick(&app->train, &app->lab->scene, seconds)) /* a dialog is to be read in peace */
        app->trained = true;
    if (!app->trained || ui_busy(&app->ui))
        return;
    history_commit(app->history, &app->lab->scene, TRAINING_MERGE | app->training);
    app->trained = false;
}

static void apply(App *app, const Input *input) {
    Scene *scene = &app->lab->scene;
    bool was_busy = ui_busy(&app->ui);
    layout(app);
    ui_interact(&app->ui, input, scene, &app->results);
    keep_trail(app, was_busy);
    if (input->drop[0])
        command_drop(app, input->drop);
    if (input->terminate)
        app->quit = app->terminated = true;
    if (input->quit)
        command_quit(app);
    if (app->ui.pending != COMMAND_NONE)
        command_run(app);
    if (app->train.searching && !app->ui.form.open)
        command_search(app);
    if (app->ui.changed && !ui_busy(&app->ui)) {
        history_commit(app->history, scene, app->ui.merge);
        app->ui.changed = false;
    }
    tick_training(app, input->time - app->time);
    app->time = input->time;
    if (!app->ui.changed && !ui_busy(&app->ui))
        history_look(app->history, scene);
}

/* One key at a time: each may be a command or a step of its own. */
void app_input(App *app, const Input *input) {
    Input one = *input;
    one.key_count = input->key_count > 0;
    apply(app, &one);
    one.pressed = one.released = one.clicks = 0;
    one.wheel_x = one.wheel_y = 0;
    one.text[0] = one.drop[0] = '\0';
    one.focus_lost = one.quit = false;
    for (size_t i = 1; i < input->key_count; i++) {
        one.keys[0] = input->keys[i];
        apply(app, &one);
    }
}

/* Everything that follows from the scene, whole, so that nothing on screen is a frame old. */
void app_compute(App *app) {
    layout(app);
    app->curve_goes_on = sidebar_shows(&app->ui, app->ui.panels.inset[INSET_LOSS_W]) &&
                         train_refresh_curve(&app->train, &app->lab->scene, ui_busy(&app->ui));
    if (!ui_compute(&app->ui, &app->lab->scene, &app->results))
        ui_notice(&app->ui, "Out of memory: the picture is incomplete");
    const LessonStep *step = lessonbar_step(&app->ui);
    if (step && lesson_task_done(step, &app->lab->scene, &app->results, &app->train))
        app->ui.lesson.done = true; /* and stays so */
    ui_draw(&app->ui, &app->lab->scene, &app->results, &app->list);
    dialogs_draw(app);
}

void app_draw(App *app) {
    if (app->visible) {
        float display = 1;
        platform_size(app->platform, &app->width, &app->height, &display);
        app->scale = display * app->scale_asked;
    }
    app->curve_goes_on = false;
    if (app->width <= 0 || app->height <= 0)
        return; /* minimised */
    app_compute(app);
    app->frames++;
    if (!app->visible)
        return;
    int count;
    canvas_show(app->canvas, &app->list, app->width, app->height, platform_keeps(app->platform));
    const Rect *changes = canvas_changes(app->canvas, &count);
    platform_show(app->platform, changes, count);
}

static void reflect(App *app) {
    const Ui *ui = &app->ui;
    bool on_point = ui->hover_point >= 0 && strcmp(ui->hot, "plot") == 0;
    platform_capture(app->platform, ui_busy(ui));
    platform_pointer(app->platform, ui->drag.kind == DRAG_VIEW ? POINTER_MOVE
                                    : ui->hover_query          ? POINTER_WIDTH
                                    : on_point                 ? POINTER_HAND
                                                               : POINTER_ARROW);
    const Control *field = NULL;
    if (ui->field.open && ui->field.param >= 0) {
        char id[CONTROL_ID];
        snprintf(id, sizeof id, "%s.field", PARAMS[ui->field.param].id);
        field = controls_find(&ui->controls, id);
    } else if (ui->field.open)
        field = controls_find(&ui->controls, ui->focus);
    platform_text_input(app->platform, ui->field.open, field ? field->rect : (Rect){0, 0, 1, 1});
}

/* Seconds until something is to be done without a hand; negative for never. */
static double next_due(App *app) {
    double due, first = INFINITY;
    bool rests = app->ui.form.open;
    if ((app->train.searching && !rests) || app->curve_goes_on)
        return 0;
    if (app->visible && platform_wants_frame(app->platform))
        return 0;
    if (app->train.running && !rests)
        return 1.0 / TRAIN_TICKS;
    if (dialogs_tick(app))
        return 0.05;
    if (ui_timer(&app->ui, &due))
        first = due;
    if (rescue_timer(app, &due))
        first = fmin(first, due);
    return isfinite(first) ? fmax(0.01, first - app->ui.time + 0.01) : -1;
}

void app_run(App *app) {
    Input input = {0};
    while (!app->quit) {
        double timeout = next_due(app);
        platform_wait(app->platform, &input, timeout); /* without news the input still tells the time */
        app_input(app, &input);
        while (!app->quit && platform_pending(app->platform) && platform_wait(app->platform, &input, 0))
            app_input(app, &input);
        if (app->quit)
            break;
        app_draw(app);
        reflect(app);
        session_tick(app);
    }
}

/* Commands of the whole lab. */
#include "app/command_run.h"

#include "io/folders.h"

#include <stdio.h>

static void undo(App *app, bool back) {
    Scene *scene = &app->lab->scene;
    train_pause(&app->train);
    if (app->ui.changed)
        history_commit(app->history, scene, 0); /* training, and what was done during it */
    bool done = back ? history_undo(app->history, scene) : history_redo(app->history, scene);
    if (!done)
        ui_notice(&app->ui, back ? "Nothing to undo" : "Nothing to redo");
    ui_reset_hands(&app->ui);
    app->ui.changed = false;
}

static void save_png(App *app) {
    char path[1024], line[1100];
    Failure failure = {EXIT_OUTPUT, ""};
    bool saved = folders_new_picture(path, sizeof path, failure.line, sizeof failure.line) &&
                 app_save_picture(app, PICTURE_ALL, app->width, app->height, app->scale * app->ui.zoom, path, &failure);
    snprintf(line, sizeof line, "%s", saved ? path : failure.line);
    if (!saved)
        fprintf(stderr, "attnlab: %s\n", failure.line);
    ui_notice(&app->ui, line);
}

static void toggle_fullscreen(App *app) {
    if (!app->visible)
        return;
    app->fullscreen = !app->fullscreen;
    platform_fullscreen(app->platform, app->fullscreen);
}

static void train(App *app) {
    Scene *scene = &app->lab->scene;
    if (app->train.running)
        train_pause(&app->train);
    else if (train_count(scene) == 0)
        ui_notice(&app->ui, "There is nothing to train.");
    else if (!train_start(&app->train, scene))
        ui_notice(&app->ui, "Training cannot start here");
}

static void train_one_step(App *app) {
    train_pause(&app->train);
    bool taken = train_count(&app->lab->scene) > 0 && train_step(&app->train, &app->lab->scene);
    if (!taken)
        ui_notice(&app->ui, fit_state_text(train_count(&app->lab->scene) ? app->train.fit.state : FIT_NOTHING));
    app->ui.changed = true;
}

static void reset_training(App *app) {
    train_reset(&app->train, &app->lab->scene);
    app->ui.changed = true;
}

static void best_width(App *app) {
    if (!train_best_width(&app->train, &app->lab->scene))
        ui_notice(&app->ui, "No bandwidth is best here");
    app->ui.changed = true;
}

void command_run(App *app) {
    Command command = app->ui.pending;
    app->ui.pending = COMMAND_NONE;
    switch (command) {
    case COMMAND_UNDO:
        undo(app, true);
        break;
    case COMMAND_REDO:
        undo(app, false);
        break;
    case COMMAND_REVERT:
        history_revert(app->history, &app->lab->scene);
        break;
    case COMMAND_PNG:
        save_png(app);
        break;
    case COMMAND_TRAIN:
        train(app);
        break;
    case COMMAND_STEP:
        train_one_step(app);
        break;
    case COMMAND_TRAIN_RESET:
        reset_training(app);
        break;
    case COMMAND_BEST_WIDTH:
        best_width(app);
        break;
    case COMMAND_FULLSCREEN:
        toggle_fullscreen(app);
        break;
    case COMMAND_QUIT:
        app->quit = true;
        break;
    default:
        break;
    }
}

void command_load(App *app, const char *path) {
    Failure failure = {EXIT_INPUT, ""};
    if (!lab_load(app->lab, path, &failure)) {
        ui_notice(&app->ui, failure.line);
        return;
    }
    ui_reset_hands(&app->ui);
    app->ui.changed = true;
}

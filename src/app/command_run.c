/* Commands of the whole lab. */
#include "app/command_run.h"

#include "io/folders.h"

#include <stdio.h>

static void undo(App *app, bool back) {
    Scene *scene = &app->lab->scene;
    bool done = back ? history_undo(app->history, scene) : history_redo(app->history, scene);
    if (!done) ui_notice(&app->ui, back ? "Nothing to undo" : "Nothing to redo");
    ui_reset_hands(&app->ui);
    app->ui.changed = false;
}

static void save_png(App *app) {
    char path[1024], line[1100];
    Failure failure = {EXIT_OUTPUT, ""};
    bool saved = folders_new_picture(path, sizeof path, failure.line, sizeof failure.line) &&
                 app_save_picture(app, PICTURE_ALL, app->width, app->height, app->scale * app->ui.zoom, path, &failure);
    snprintf(line, sizeof line, "%s", saved ? path : failure.line);
    if (!saved) fprintf(stderr, "attnlab: %s\n", failure.line);
    ui_notice(&app->ui, line);
}

static void toggle_fullscreen(App *app) {
    if (!app->visible) return;
    app->fullscreen = !app->fullscreen;
    platform_fullscreen(app->platform, app->fullscreen);
}

void command_run(App *app) {
    Command command = app->ui.pending;
    app->ui.pending = COMMAND_NONE;
    switch (command) {
    case COMMAND_UNDO: undo(app, true); break;
    case COMMAND_REDO: undo(app, false); break;
    case COMMAND_REVERT: history_revert(app->history, &app->lab->scene); break;
    case COMMAND_PNG: save_png(app); break;
    case COMMAND_FULLSCREEN: toggle_fullscreen(app); break;
    case COMMAND_QUIT: app->quit = true; break;
    default: break;
    }
}

void command_load(App *app, const char *path) {
    Failure failure = {EXIT_INPUT, ""};
    if (!lab_load(&app->lab->scene, path, &failure)) {
        ui_notice(&app->ui, failure.line);
        return;
    }
    ui_reset_hands(&app->ui);
    app->ui.changed = true;
}

/* Commands of the whole lab. */
#include "app/command_run.h"

#include "app/dialogs.h"
#include "app/document.h"
#include "app/rescue.h"
#include "app/session.h"
#include "io/file.h"
#include "io/folders.h"
#include "ui/lessonbar.h"
#include "ui/dialog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void undo(App *app, bool back) {
    Scene *scene = &app->lab->scene;
    if (app->ui.changed)
        history_commit(app->history, scene, 0);
    train_pause(&app->train);
    bool done = back ? history_undo(app->history, scene) : history_redo(app->history, scene);
    if (done)
        train_forget(&app->train); /* its losses belong to the state that is left */
    else
        ui_notice(&app->ui, back ? "Nothing to undo" : "Nothing to redo");
    ui_reset_hands(&app->ui);
    app->ui.changed = false;
}

static void save_png(App *app) {
    char path[1024], line[1100];
    Failure failure = {EXIT_OUTPUT, ""};
    Figure figure = app_figure(app, PICTURE_ALL, app->width, app->height, app->scale * app->ui.zoom);
    bool saved = folders_new_picture(path, sizeof path, failure.line, sizeof failure.line) &&
                 app_save_figure(app, &figure, path, &failure);
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
    else if (train_refusal(scene))
        ui_notice(&app->ui, train_refusal(scene));
    else if (!train_start(&app->train, scene))
        ui_notice(&app->ui, "Training cannot start here");
}

static void train_one_step(App *app) {
    train_pause(&app->train);
    if (train_refusal(&app->lab->scene)) {
        ui_notice(&app->ui, train_refusal(&app->lab->scene));
        return;
    }
    bool taken = train_count(&app->lab->scene) > 0 && train_step(&app->train, &app->lab->scene);
    if (!taken)
        ui_notice(&app->ui, fit_state_text(train_count(&app->lab->scene) ? app->train.fit.state : FIT_NOTHING));
    app->ui.changed = true;
}

static void reset_training(App *app) {
    train_reset(&app->train, &app->lab->scene);
    app->ui.changed = true;
}

void command_search(App *app) {
    static const char *const message[] = {[TRAIN_SEARCH_NOTHING] = "No bandwidth is best here",
                                          [TRAIN_SEARCH_DROPPED] = "The search for the best bandwidth was left"};
    Scene *scene = &app->lab->scene;
    TrainSearch state = train_search_on(&app->train, scene);
    char line[200], number[12];
    snprintf(number, sizeof number, "%d", 100 * app->train.search.tried / DIAGNOSE_TRIES);
    ui_fill(line, sizeof line, ui_tr(&app->ui, scene, "Looking for the best bandwidth: %1 %"), number, NULL);
    if (state == TRAIN_SEARCH_GOES_ON)
        ui_notice(&app->ui, line);
    else
        ui_notice(&app->ui, state == TRAIN_SEARCH_FOUND ? "" : message[state]);
    if (state == TRAIN_SEARCH_FOUND)
        app->ui.changed = true;
}

/* Pressed again, it stops. */
static void best_width(App *app) {
    if (app->train.searching) {
        app->train.searching = false;
        ui_notice(&app->ui, "The search for the best bandwidth was left");
    } else if (!train_search_begin(&app->train, &app->lab->scene))
        ui_notice(&app->ui, "No bandwidth is best here");
    else
        command_search(app);
}

void command_lesson(App *app, long index, size_t step) {
    LessonView *view = &app->ui.lesson;
    char why[300];
    ui_reset_hands(&app->ui);
    train_pause(&app->train);
    view->answer = view->done = false;
    view->index = index;
    view->step = step;
    if (index < 0)
        return;
    memset(app->ui.fold, 0, sizeof app->ui.fold);
    app->ui.sidebar_scroll = 0;
    app->ui.changed = true;
    Lab *lab = app->lab;
    if (!lesson_enter(&view->all[index]->step[step], &lab->scene, &lab->library, &app->train, why, sizeof why))
        ui_notice(&app->ui, why);
    lessonbar_reveal(&app->ui, &lab->scene);
}

/* Past the last step comes the next lesson, before the first the one before. */
static void walk(App *app, bool forward) {
    const LessonView *view = &app->ui.lesson;
    if (view->index < 0) {
        if (forward && view->count)
            command_lesson(app, 0, 0);
    } else if (forward && view->step + 1 < view->all[view->index]->step_count)
        command_lesson(app, view->index, view->step + 1);
    else if (forward && view->index + 1 < (long)view->count)
        command_lesson(app, view->index + 1, 0);
    else if (!forward && view->step > 0)
        command_lesson(app, view->index, view->step - 1);
    else if (!forward && view->index > 0)
        command_lesson(app, view->index - 1, view->all[view->index - 1]->step_count - 1);
    else
        ui_notice(&app->ui, forward ? "This was the last lesson" : "This is the first lesson");
}

static void quit(App *app) { app->quit = true; }

void command_quit(App *app) {
    if (app->dialogs.loading)
        dialogs_close(app);
    dialogs_unless_unsaved(app, quit);
}

/* What is on the clipboard, into the text being typed, or else as data to look at. */
static void paste(App *app) {
    char error[300] = "The clipboard has no table of numbers";
    char *text = platform_clipboard_text(app->platform);
    if (app->ui.field.open && text)
        app->ui.form.open ? dialog_type(&app->ui, text) : field_type(&app->ui.field, text);
    else if (!app->ui.form.open) {
        bool any = text && *text;
        bool shown = any && dialogs_load(app, ui_tr(&app->ui, &app->lab->scene, "clipboard"), text, strlen(text), error,
                                         sizeof error);
        if (!shown)
            ui_notice(&app->ui, error);
        if (any)
            return; /* the text is given away */
    }
    free(text);
}

static void copy(App *app, bool cut) {
    char text[FIELD_TEXT];
    if (!app->ui.field.open)
        return;
    field_selection(&app->ui.field, text);
    if (!*text || !platform_clipboard_set(app->platform, text) || !cut)
        return;
    if (app->ui.form.open)
        dialog_key(&app->ui, (KeyPress){.key = KEY_DELETE});
    else
        field_key(&app->ui.field, (KeyPress){.key = KEY_DELETE});
}

/* What a command does that is more than one line above. */
static bool run_file_command(App *app, Command command) {
    switch (command) {
    case COMMAND_NEW:
        dialogs_unless_unsaved(app, document_new);
        return true;
    case COMMAND_OPEN:
        dialogs_open(app);
        return true;
    case COMMAND_SAVE:
        dialogs_save_then(app, NULL);
        return true;
    case COMMAND_SAVE_AS:
        dialogs_save(app);
        return true;
    case COMMAND_EXPORT:
        dialogs_export(app);
        return true;
    case COMMAND_PASTE:
        paste(app);
        return true;
    case COMMAND_COPY:
    case COMMAND_CUT:
        copy(app, command == COMMAND_CUT);
        return true;
    case COMMAND_DIALOG:
        dialogs_act(app);
        return true;
    case COMMAND_RESTORE:
        rescue_restore(app);
        return true;
    case COMMAND_FORGET:
        rescue_forget(app);
        return true;
    default:
        return false;
    }
}

void command_run(App *app) {
    Command command = app->ui.pending;
    app->ui.pending = COMMAND_NONE;
    if (run_file_command(app, command))
        return;
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
    case COMMAND_NEXT:
        walk(app, true);
        break;
    case COMMAND_BACK:
        walk(app, false);
        break;
    case COMMAND_LESSON:
        command_lesson(app, app->ui.popup.current - 1, 0);
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
        command_quit(app);
        break;
    default:
        break;
    }
}

void command_load(App *app, const char *path) {
    Failure failure = {EXIT_INPUT, ""};
    document_commit(app);
    if (lab_load(app->lab, path, NULL, NULL, &failure))
        document_adopt(app, "");
    else
        ui_notice(&app->ui, failure.line);
}

/* A dropped lesson joins the list and is opened; a malformed one is refused with line and column. False if the file is
 * no lesson at all. */
static bool drop_lesson(App *app, const char *path) {
    size_t size, length = strlen(path);
    char error[600];
    LessonList *list = &app->lessons;
    if (length < 5 || strcmp(path + length - 5, ".json") != 0 || list->count == LESSON_LIST_MAX)
        return false;
    char *text = file_read(path, LESSON_FILE_BYTES_MAX, &size, error, sizeof error);
    bool lesson = text && strstr(text, "\"steps\"");
    Lesson *read = lesson ? lesson_file_read(file_label(path), text, size, error, sizeof error) : NULL;
    free(text);
    if (lesson && !read)
        ui_notice(&app->ui, error);
    if (read) {
        list->item[list->count++] = read;
        app->ui.lesson.count = list->count;
        command_lesson(app, (long)list->count - 1, 0);
    }
    return lesson;
}

void command_drop(App *app, const char *path) {
    char error[1300];
    app->dialogs.then = NULL;
    if (app->ui.form.open)
        dialogs_close(app);
    if (drop_lesson(app, path))
        return;
    if (!document_open(app, path, error, sizeof error))
        ui_notice(&app->ui, error);
}

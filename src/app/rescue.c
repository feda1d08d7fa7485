/* A copy that takes long to write is written less often, so that a million points do not make the hand stutter. */
#include "app/rescue.h"

#include "app/document.h"
#include "io/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DELAY = 2, PATIENCE = 20 /* times what the last one took */ };

static void offer(App *app) {
    struct tm local;
    time_t when;
    char *text = app->ui.offer;
    app->ui.offer[0] = '\0';
    if (autosave_list(&app->rescue.left, 1) == 0)
        return;
    when = (time_t)app->rescue.left.time;
    if (!localtime_r(&when, &local) || !strftime(text, sizeof app->ui.offer, "%Y-%m-%d %H:%M", &local))
        snprintf(text, sizeof app->ui.offer, "?");
}

void rescue_begin(App *app) {
    char error[400];
    app->rescue.autosave = autosave_begin(error, sizeof error);
    if (!app->rescue.autosave)
        fprintf(stderr, "attnlab: %s\n", error);
    else
        offer(app);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void rescue_write(App *app) {
    Rescue *rescue = &app->rescue;
    char error[1300];
    size_t size;
    double start = seconds();
    if (!rescue->autosave || !document_unsaved(app))
        return;
    char *text = scene_file_write(&app->lab->scene, &app->lab->extras, &size);
    bool wrote = text && autosave_write(rescue->autosave, text, size, error, sizeof error);
    free(text);
    if (!wrote && !rescue->complained)
        fprintf(stderr, "attnlab: %s\n", text ? error : "no automatic copy: not enough memory");
    rescue->complained = !wrote;
    rescue->has_copy = rescue->has_copy || wrote;
    rescue->written = history_state(app->history);
    rescue->cost = seconds() - start;
    rescue->due = 0;
}

void rescue_tick(App *app) {
    Rescue *rescue = &app->rescue;
    if (!rescue->autosave)
        return;
    if (!document_unsaved(app)) {
        if (rescue->has_copy)
            autosave_clear(rescue->autosave);
        rescue->has_copy = false;
        rescue->due = 0;
        return;
    }
    bool same = rescue->has_copy && !app->ui.changed && rescue->written == history_state(app->history);
    if (same)
        rescue->due = 0;
    else if (rescue->due == 0)
        rescue->due = app->ui.time + fmax(DELAY, PATIENCE * rescue->cost);
    else if (app->ui.time >= rescue->due && !ui_busy(&app->ui))
        rescue_write(app);
}

bool rescue_timer(const App *app, double *due) {
    *due = app->rescue.due;
    return app->rescue.due > 0;
}

void rescue_end(App *app, bool keep) {
    Rescue *rescue = &app->rescue;
    if (keep && rescue->autosave && document_unsaved(app)) {
        rescue_write(app);
        autosave_leave(rescue->autosave);
    } else
        autosave_end(rescue->autosave);
    *rescue = (Rescue){.due = 0};
}

void rescue_restore(App *app) {
    Rescue *rescue = &app->rescue;
    char error[1300];
    size_t size;
    if (!rescue->autosave || !app->ui.offer[0])
        return;
    document_commit(app);
    char *text = file_read(rescue->left.path, SCENE_FILE_BYTES_MAX, &size, error, sizeof error);
    Lab *lab = app->lab;
    bool read = text && scene_file_read(rescue->left.path, text, size, &lab->library, &lab->scene, &lab->extras, error,
                                        sizeof error);
    free(text);
    if (!read) {
        ui_notice(&app->ui, error);
        app->ui.offer[0] = '\0'; /* it stays where it is */
        return;
    }
    document_adopt(app, "");
    app->document.saved = ~0ul; /* no file has it */
    rescue_write(app);
    autosave_discard(rescue->left.path);
    offer(app);
}

void rescue_forget(App *app) {
    if (app->ui.offer[0])
        autosave_discard(app->rescue.left.path);
    offer(app);
}

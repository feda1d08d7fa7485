/* Settings are looked at once a frame; a difference from the last look was made in this window, and only that goes
 * into the file, over whatever it says by then. */
#include "app/session.h"

#include "app/document.h"
#include "app/rescue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The settings as they are on screen. */
static SavedSettings look(const App *app) {
    SavedSettings now = app->session.seen;
    const Ui *ui = &app->ui;
    now.settings = app->lab->scene.settings;
    if (ui->presenting)
        now.settings.theme = ui->theme_before;
    now.scale = ui->zoom == 1 ? 0 : round((double)ui->zoom * 1000) / 1000;
    now.sidebar = round((double)ui->sidebar_width);
    return now;
}

/* The display is gone and the process about to end. */
static void lost(void *owner) { rescue_end(owner, true); }

void session_begin(App *app, const Options *options) {
    Session *session = &app->session;
    session->on = true;
    session->seen = *options->saved;
    if (session->seen.scale > 0 && !options->has_scale)
        app->ui.zoom = (float)fmin(fmax(session->seen.scale, 0.5), 3);
    if (session->seen.sidebar > 0)
        app->ui.sidebar_width = (float)fmin(fmax(session->seen.sidebar, 220), 420);
    session->start = options->saved->settings;
    session->seen = look(app);
    document_begin(app, options->file);
    rescue_begin(app);
    platform_on_lost(app->platform, lost, app);
}

void session_end(App *app) {
    session_tick(app);
    rescue_end(app, app->terminated);
    platform_on_lost(app->platform, NULL, NULL);
    app->session.on = false;
}

static void save(App *app, const SavedSettings *now, const SavedSettings *seen) {
    char error[1300];
    SavedSettings saved = {.settings = app->session.start};
    settings_load(&saved);
    if (now->settings.theme != seen->settings.theme)
        saved.settings.theme = now->settings.theme;
    if (now->settings.language != seen->settings.language)
        saved.settings.language = now->settings.language;
    if (now->scale != seen->scale)
        saved.scale = now->scale;
    if (now->sidebar != seen->sidebar)
        saved.sidebar = now->sidebar;
    if (app->session.file_added) {
        memcpy(saved.folder, now->folder, sizeof saved.folder);
        settings_add_recent(&saved, now->recent[0]);
    }
    if (!settings_save(&saved, error, sizeof error) && !app->session.complained) {
        fprintf(stderr, "attnlab: %s\n", error);
        app->session.complained = true;
    }
}

static void keep_settings(App *app) {
    SavedSettings now = look(app), *seen = &app->session.seen;
    bool same = memcmp(&now.settings, &seen->settings, sizeof now.settings) == 0 && now.scale == seen->scale &&
                now.sidebar == seen->sidebar && !app->session.file_added;
    if (same || ui_busy(&app->ui))
        return;
    save(app, &now, seen);
    app->session.file_added = false;
    *seen = now;
}

void session_tick(App *app) {
    if (!app->session.on)
        return;
    keep_settings(app);
    document_tick(app);
    rescue_tick(app);
}

void session_add_file(App *app, const char *path) {
    SavedSettings *seen = &app->session.seen;
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    if (path[0] != '/' || strlen(path) >= sizeof seen->folder)
        return;
    snprintf(seen->folder, sizeof seen->folder, "%.*s", (int)(length ? length : 1), path);
    settings_add_recent(seen, path);
    app->session.file_added = true;
}

const char *session_folder(const App *app) {
    const char *home = getenv("HOME");
    return app->session.seen.folder[0] ? app->session.seen.folder : home && home[0] == '/' ? home : "/";
}

/* Saved means that the history stands where it stood at the last save: after undo and redo too. */
#include "app/document.h"

#include "app/dialogs.h"
#include "app/session.h"
#include "io/file.h"
#include "io/png.h"
#include "io/scene_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void document_commit(App *app) {
    if (!app->ui.changed)
        return;
    history_commit(app->history, &app->lab->scene, app->ui.merge);
    app->ui.changed = false;
}

const char *document_path(const App *app) {
    const Document *document = &app->document;
    return history_state(app->history) >= document->from ? document->path : "";
}

bool document_unsaved(const App *app) {
    bool lesson = app->ui.lesson.index >= 0 && app->lab->scene.params.data != DATA_OWN && !*document_path(app);
    return !lesson && (app->ui.changed || history_state(app->history) != app->document.saved);
}

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void document_tick(App *app) {
    char title[LISTING_PATH];
    const Scene *scene = &app->lab->scene;
    const char *path = document_path(app), *name = *path ? last_part(path) : scene->source;
    bool unsaved = document_unsaved(app);
    if (!*name && unsaved)
        name = ui_tr(&app->ui, scene, "Untitled");
    snprintf(title, sizeof title, "%s%.900s%sattnlab", unsaved ? "*" : "", name, *name ? " – " : "");
    if (!app->visible || strcmp(title, app->document.title) == 0)
        return;
    memcpy(app->document.title, title, sizeof title);
    platform_title(app->platform, title);
}

void document_adopt(App *app, const char *path) {
    Document *document = &app->document;
    train_pause(&app->train);
    ui_reset_hands(&app->ui);
    app->ui.changed = true;
    app->ui.merge = 0;
    document_commit(app);
    snprintf(document->path, sizeof document->path, "%s", path);
    document->from = document->saved = history_state(app->history);
}

static void absolute(const char *path, char result[LISTING_PATH]) {
    char here[LISTING_PATH] = "", folder[LISTING_PATH], name[LISTING_PATH];
    result[0] = '\0';
    if (path[0] == '~' || !getcwd(here, sizeof here) || !listing_split(path, here, folder, name))
        return;
    listing_join(folder, name, result);
}

static bool is_picture(const char *path) {
    static const char *const EXTENSIONS[] = {".png", NULL};
    return listing_has_extension(path, EXTENSIONS);
}

void document_adopt_scene(App *app, const char *path) {
    document_adopt(app, path[0] != '/' || is_picture(path) ? "" : path);
    session_add_file(app, path);
}

static bool file_is_scene(const char *path) {
    char start[64];
    FILE *file = listing_kind(path) == LISTING_FILE ? fopen(path, "rb") : NULL;
    size_t size = file ? fread(start, 1, sizeof start, file) : 0;
    if (file)
        fclose(file);
    return scene_file_is_scene(start, size);
}

void document_begin(App *app, const char *file) {
    app->document = (Document){.from = 0};
    if (!file || strcmp(file, "-") == 0)
        return;
    char path[LISTING_PATH];
    absolute(file, path);
    if (*path)
        session_add_file(app, path);
    if (file_is_scene(path) && !is_picture(path))
        memcpy(app->document.path, path, sizeof path);
}

bool document_save(App *app, const char *path, char *error, size_t room) {
    document_commit(app);
    if (!scene_file_save(path, &app->lab->scene, &app->lab->extras, error, room))
        return false;
    Document *document = &app->document;
    snprintf(document->path, sizeof document->path, "%s", path);
    document->from = document->saved = history_state(app->history);
    session_add_file(app, path);
    return true;
}

bool document_open(App *app, const char *path, char *error, size_t room) {
    document_commit(app);
    return dialogs_load(app, path, NULL, 0, error, room);
}

void document_new(App *app) {
    Scene fresh = {0};
    if (!scene_init(&fresh, &app->lab->library)) {
        ui_notice(&app->ui, "Out of memory: the data is unchanged");
        scene_free(&fresh);
        return;
    }
    document_commit(app);
    fresh.settings = app->lab->scene.settings;
    scene_free(&app->lab->scene);
    app->lab->scene = fresh;
    scene_extras_free(&app->lab->extras);
    train_forget(&app->train);
    app->ui.lesson.index = -1;
    document_adopt(app, "");
}

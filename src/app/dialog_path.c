/* Paths to open and to save to: a text that Tab completes, and below it what the folder has, or recent files before
 * anything is typed. Every path is absolute before it is used, so none is an option or standard input to anybody. */
#include "app/dialogs.h"

#include "app/document.h"
#include "app/session.h"
#include "ui/dialog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COPY_SECONDS = 10 }; /* for a program to take a picture */

static const char *const OPENS[] = {".csv", ".tsv", ".txt", ".json", ".png", NULL}, *const SAVES[] = {".json", NULL};
static const char *const OTHER_KINDS[] = {".csv", ".tsv", ".txt", ".png", ".svg", ".pdf", NULL};

static void set_path(App *app, const char *path) { dialog_set_text(&app->ui, form_index(&app->ui.form, "path"), path); }

/* ---- the list ---- */

static void show_items(App *app, size_t count) {
    app->ui.form.item = app->dialogs.item;
    app->ui.form.items = app->dialogs.item ? count : 0;
    app->ui.form.scroll = 0;
    dialogs_row(app, "files")->chosen = -1;
}

static void list_recent(App *app) {
    Dialogs *dialogs = &app->dialogs;
    const SavedSettings *saved = &app->session.seen;
    size_t count = 0, used = 0, room = SETTINGS_RECENT * (2 * SETTINGS_FOLDER);
    free(dialogs->texts);
    dialogs->texts = malloc(room);
    dialogs->item = realloc(dialogs->item, SETTINGS_RECENT * sizeof *dialogs->item);
    for (; dialogs->texts && dialogs->item && count < SETTINGS_RECENT && saved->recent[count][0]; count++) {
        const char *path = saved->recent[count], *slash = strrchr(path, '/');
        dialogs->item[count] = dialogs->texts + used;
        used += (size_t)snprintf(dialogs->texts + used, room - used, "%s\t%.*s", slash ? slash + 1 : path,
                                 (int)(slash ? slash - path + 1 : 0), path) +
                1;
    }
    dialogs->recent = true;
    show_items(app, count);
}

static bool split(App *app, char folder[LISTING_PATH], char name[LISTING_PATH]) {
    return listing_split(dialogs_row(app, "path")->text, session_folder(app), folder, name);
}

/* What the typed text may become. */
static void list_files(App *app) {
    Dialogs *dialogs = &app->dialogs;
    char folder[LISTING_PATH], name[LISTING_PATH], error[1200];
    dialogs_complain(app, "");
    dialogs->recent = false;
    if (!split(app, folder, name)) {
        show_items(app, 0);
        dialogs_complain(app, dialogs_tr(app, "This path is too long"));
        return;
    }
    if (!listing_read(&dialogs->listing, folder, name, dialogs->saving ? SAVES : OPENS, error, sizeof error))
        dialogs_complain(app, error);
    const char **grown = realloc(dialogs->item, (dialogs->listing.count + 1) * sizeof *grown);
    if (grown)
        dialogs->item = grown;
    for (size_t i = 0; grown && i < dialogs->listing.count; i++)
        grown[i] = dialogs->listing.name[i];
    show_items(app, grown ? dialogs->listing.count : 0);
    snprintf(dialogs->path, sizeof dialogs->path, "%s", folder);
}

/* The full path that an item of the list stands for. */
static void item_path(const App *app, int item, char path[FIELD_TEXT]) {
    const Dialogs *dialogs = &app->dialogs;
    if (dialogs->recent)
        snprintf(path, FIELD_TEXT, "%s", app->session.seen.recent[item]);
    else
        listing_join(dialogs->path, dialogs->listing.name[item], path);
}

/* ---- accepting ---- */

static void save_now(App *app) {
    char error[1300], line[1400], path[LISTING_PATH];
    memcpy(path, app->dialogs.path, sizeof path);
    if (!document_save(app, path, error, sizeof error)) {
        dialogs_complain(app, error);
        return;
    }
    dialogs_close(app);
    ui_fill(line, sizeof line, dialogs_tr(app, "Saved: %1"), path, NULL);
    ui_notice(&app->ui, line);
    void (*then)(App *) = app->dialogs.then;
    app->dialogs.then = NULL;
    if (then)
        then(app);
}

static void begin(App *app, bool saving, const char *text);

static void answer_replace(App *app, int choice) {
    char path[LISTING_PATH];
    memcpy(path, app->dialogs.path, sizeof path);
    begin(app, true, path);
    memcpy(app->dialogs.path, path, sizeof path);
    if (choice == 0)
        save_now(app);
}

static void ask_replace(App *app) {
    static const char *const ANSWERS[] = {"Replace", "Cancel", NULL};
    char line[1400];
    ui_fill(line, sizeof line, dialogs_tr(app, "%1 exists already. Replace it?"), app->dialogs.path, NULL);
    dialogs_ask(app, "Replace the file?", line, ANSWERS, "cancel", answer_replace);
}

static void accept_save(App *app, const char *path) {
    char *target = app->dialogs.path;
    const char *slash = strrchr(path, '/');
    if (listing_has_extension(path, OTHER_KINDS)) {
        dialogs_complain(app, dialogs_tr(app, "A scene is saved as JSON: end its name in .json, or use Export"));
        return;
    }
    bool bare = !strchr(slash + 1, '.');
    if (snprintf(target, LISTING_PATH, "%s%s", path, bare ? ".json" : "") >= LISTING_PATH) {
        dialogs_complain(app, dialogs_tr(app, "This path is too long"));
        return;
    }
    ListingKind kind = listing_kind(target);
    if (kind == LISTING_OTHER || kind == LISTING_FOLDER)
        dialogs_complain(app, dialogs_tr(app, "This is not a file"));
    else if (kind == LISTING_FILE && strcmp(target, document_path(app)) != 0)
        ask_replace(app);
    else
        save_now(app);
}

static void accept_open(App *app, const char *path) {
    char error[1300], copy[LISTING_PATH];
    snprintf(copy, sizeof copy, "%s", path);
    if (document_open(app, copy, error, sizeof error)) {
        if (app->ui.form.open && form_index(&app->ui.form, "path") >= 0)
            dialogs_close(app); /* own data is looked at first, in its own dialog, and so is a file under way */
    } else
        dialogs_complain(app, error);
}

static void enter_folder(App *app, const char *path) {
    char inside[LISTING_PATH];
    if (!listing_join(path, path[strlen(path) - 1] == '/' ? "" : "/", inside))
        return;
    set_path(app, inside);
    list_files(app);
}

static void accept(App *app) {
    char folder[LISTING_PATH], name[LISTING_PATH], path[LISTING_PATH];
    if (!split(app, folder, name) || !listing_join(folder, name, path))
        dialogs_complain(app, dialogs_tr(app, "This path is too long"));
    else if (listing_kind(path) == LISTING_FOLDER)
        enter_folder(app, path);
    else if (app->dialogs.saving)
        accept_save(app, path);
    else
        accept_open(app, path);
}

/* Tab: as far as there is only one way to go on; then the next control. */
static void complete(App *app) {
    char folder[LISTING_PATH], name[LISTING_PATH], common[LISTING_PATH], path[LISTING_PATH];
    list_files(app);
    listing_common(&app->dialogs.listing, common);
    bool further = split(app, folder, name) && strlen(common) > strlen(name) && listing_join(folder, common, path);
    if (!further) {
        dialog_tab(&app->ui, 1);
        return;
    }
    set_path(app, path);
    list_files(app);
}

/* ---- the desktop's own dialog ---- */

static bool system_has(void) { return spawn_finds("zenity") || spawn_finds("kdialog"); }

static void ask_system(App *app) {
    char start[LISTING_PATH + 16], title[200], error[300];
    char folder[LISTING_PATH], name[LISTING_PATH], path[LISTING_PATH];
    Dialogs *dialogs = &app->dialogs;
    if (dialogs->system.pid > 0 || !split(app, folder, name) || !listing_join(folder, name, path))
        return;
    bool zenity = spawn_finds("zenity");
    snprintf(start, sizeof start, "%s%s", zenity ? "--filename=" : "", path);
    snprintf(title, sizeof title, "--title=%s", dialogs_tr(app, app->ui.form.title));
    const char *const ZENITY[] = {"zenity", "--file-selection", title, start, dialogs->saving ? "--save" : NULL, NULL};
    const char *const KDIALOG[] = {"kdialog", title, dialogs->saving ? "--getsavefilename" : "--getopenfilename", start,
                                   NULL};
    if (!spawn_start(&dialogs->system, zenity ? ZENITY : KDIALOG, NULL, true, error, sizeof error))
        dialogs_complain(app, error);
    else
        dialogs_complain(app, dialogs_tr(app, "Waiting for the system dialog"));
}

/* Its answer: a path, and the line feed behind it; a name may have some, too. */
static void take_answer(App *app, int status) {
    Spawn *system = &app->dialogs.system;
    if (!app->ui.form.open || form_index(&app->ui.form, "path") < 0)
        return;
    bool failed = status < 0 || status > 1; /* 1: cancelled there */
    dialogs_complain(app, failed ? dialogs_tr(app, "The system dialog did not work") : "");
    if (status != 0 || system->text[0] != '/')
        return;
    if (system->text[system->length - 1] == '\n')
        system->text[--system->length] = '\0';
    if (system->length >= FIELD_TEXT) {
        dialogs_complain(app, dialogs_tr(app, "This path is too long"));
        return;
    }
    set_path(app, system->text);
    accept(app);
}

/* True when it is over: there is something to say. */
static bool look_after_clipboard(App *app) {
    int status = -1;
    Spawn *clipboard = &app->dialogs.clipboard;
    bool late = clipboard->pid > 0 && app->ui.time > app->dialogs.copied + COPY_SECONDS;
    bool over = spawn_poll(clipboard, &status);
    if (!over && !late)
        return false;
    spawn_stop(clipboard);
    ui_notice(&app->ui, status == 0 ? "Copied" : "The picture could not be copied");
    return true;
}

bool dialogs_tick(App *app) {
    int status;
    bool news = dialogs_load_tick(app), copied = look_after_clipboard(app);
    if (spawn_poll(&app->dialogs.system, &status)) {
        take_answer(app, status);
        return true;
    }
    return news || copied || app->dialogs.system.pid > 0 || app->dialogs.clipboard.pid > 0;
}

/* ---- the dialog ---- */

static void act_path(App *app) {
    Form *form = &app->ui.form;
    char path[FIELD_TEXT];
    bool list = form_is(form, FORM_CHOSEN, "files") || form_is(form, FORM_OPENED, "files");
    if (list) {
        item_path(app, form->event.choice, path);
        set_path(app, path);
    }
    if (form->event.kind == FORM_CHANGED)
        list_files(app);
    else if (form->event.kind == FORM_COMPLETED)
        complete(app);
    else if (form->event.kind == FORM_CANCELLED || form_pressed(form, "Cancel")) {
        app->dialogs.then = NULL;
        dialogs_close(app);
    } else if (form_pressed(form, "System dialog"))
        ask_system(app);
    else if (form->event.kind == FORM_OPENED || form->event.kind == FORM_ACCEPTED || form->event.kind == FORM_PRESSED)
        accept(app);
}

static void begin(App *app, bool saving, const char *text) {
    Form *form = &app->ui.form;
    dialogs_close(app);
    app->dialogs.saving = saving;
    form_begin(form, saving ? "Save the scene" : "Open data, a scene or a picture", 640, 0);
    FormRow *row = form_add(form, FORM_TEXT, "path", "File");
    row->completes = true;
    snprintf(row->text, sizeof row->text, "%s", text);
    row = form_add(form, FORM_NOTE, "error", NULL);
    row->plain = row->warning = row->hidden = true;
    row->lines = 2;
    row = form_add(form, FORM_LIST, "files", NULL);
    row->lines = 10;
    row = form_add(form, FORM_NOTE, "hint", NULL);
    snprintf(row->text, sizeof row->text, "Tab completes, ↑ ↓ choose, Enter accepts, Esc leaves");
    row = form_add(form, FORM_BUTTONS, "buttons", NULL);
    form_label(row, saving ? "Save" : "Open");
    row->chosen = 0;
    if (system_has())
        form_label(row, "System dialog");
    form_label(row, "Cancel");
    list_files(app);
    dialogs_show(app, act_path, "path");
}

static void folder_path(const App *app, const char *name, char path[FIELD_TEXT]) {
    const char *folder = session_folder(app);
    snprintf(path, FIELD_TEXT, "%.980s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name);
}

void dialogs_open(App *app) {
    char path[FIELD_TEXT];
    folder_path(app, "", path);
    begin(app, false, path);
    app->ui.field.select_start = app->ui.field.length; /* to go on from here */
    if (app->session.seen.recent[0][0])
        list_recent(app);
}

void dialogs_open_again(App *app, const char *path, const char *error) {
    begin(app, false, path);
    dialogs_complain(app, error);
}

void dialogs_save(App *app) {
    char path[FIELD_TEXT];
    folder_path(app, "scene.json", path);
    if (*document_path(app))
        snprintf(path, sizeof path, "%s", document_path(app));
    begin(app, true, path);
    const char *slash = strrchr(path, '/'); /* the name is selected, ready to be another */
    app->ui.field.select_start = (int)(slash + 1 - path);
    app->ui.field.select_end = app->ui.field.cursor = (int)strlen(path);
    app->ui.form.row[form_index(&app->ui.form, "files")].chosen = -1;
}

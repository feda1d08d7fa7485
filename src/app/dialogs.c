/* What the dialogs share: the question, closing, and the question about unsaved work. */
#include "app/dialogs.h"

#include "app/document.h"
#include "app/loading.h"
#include "ui/dialog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void dialogs_show(App *app, void (*act)(App *app), const char *focus) {
    app->dialogs.act = act;
    dialog_open(&app->ui, focus);
}

void dialogs_act(App *app) {
    if (app->ui.form.open && app->dialogs.act)
        app->dialogs.act(app);
}

static void free_draft(Draft *draft) {
    free(draft->bytes);
    free(draft->preview);
    csv_data_free(&draft->data);
    *draft = (Draft){.size = 0};
}

static void free_list(App *app) {
    Dialogs *dialogs = &app->dialogs;
    app->ui.form.item = NULL;
    app->ui.form.items = 0;
    listing_free(&dialogs->listing);
    free(dialogs->item);
    free(dialogs->texts);
    dialogs->item = NULL;
    dialogs->texts = NULL;
}

void dialogs_close(App *app) {
    spawn_stop(&app->dialogs.system);
    dialog_close(&app->ui);
    free_list(app);
    free_draft(&app->dialogs.draft);
    dialogs_load_stop(app);
    app->dialogs.act = NULL;
}

void dialogs_free(App *app) {
    spawn_stop(&app->dialogs.system);
    spawn_stop(&app->dialogs.clipboard);
    free_list(app);
    free_draft(&app->dialogs.draft);
    if (app->dialogs.loading)
        loading_leave(app->dialogs.loading);
    app->dialogs.loading = NULL;
    drawlist_free(&app->dialogs.exporting.preview);
}

/* ---- questions ---- */

static void act_ask(App *app) {
    Form *form = &app->ui.form;
    const FormEvent *event = &form->event;
    int last = form_find(form, "answers")->labels - 1;
    int choice = event->kind == FORM_PRESSED     ? event->choice
                 : event->kind == FORM_CANCELLED ? last
                 : event->kind == FORM_ACCEPTED  ? form_find(form, "answers")->chosen
                                                 : -1;
    if (choice < 0)
        return;
    void (*answer)(App *, int) = app->dialogs.answer;
    dialogs_close(app);
    answer(app, choice);
}

void dialogs_ask(App *app, const char *title, const char *text, const char *const answers[3], const char *focus,
                 void (*answer)(App *app, int choice)) {
    Form *form = &app->ui.form;
    form_begin(form, title, 460, 0);
    FormRow *note = form_add(form, FORM_NOTE, "question", NULL);
    note->plain = true;
    note->lines = 3;
    snprintf(note->text, sizeof note->text, "%s", text);
    FormRow *row = form_add(form, FORM_BUTTONS, "answers", NULL);
    for (int i = 0; i < 3 && answers[i]; i++)
        form_label(row, answers[i]);
    row->chosen = 0;
    app->dialogs.answer = answer;
    dialogs_show(app, act_ask, focus);
}

/* ---- unsaved work ---- */

void dialogs_save_then(App *app, void (*then)(App *app)) {
    char error[1300], line[1400];
    const char *path = document_path(app);
    app->dialogs.then = then;
    if (!*path) {
        dialogs_save(app);
        return;
    }
    app->dialogs.then = NULL;
    bool saved = document_save(app, path, error, sizeof error);
    if (saved)
        ui_fill(line, sizeof line, ui_tr(&app->ui, &app->lab->scene, "Saved: %1"), document_path(app), NULL);
    ui_notice(&app->ui, saved ? line : error);
    if (saved && then)
        then(app);
}

static void answer_unsaved(App *app, int choice) {
    void (*then)(App *) = app->dialogs.then;
    app->dialogs.then = NULL;
    if (choice == 0)
        dialogs_save_then(app, then);
    else if (choice == 1 && then)
        then(app);
}

void dialogs_unless_unsaved(App *app, void (*then)(App *app)) {
    static const char *const ANSWERS[] = {"Save", "Discard", "Cancel"};
    document_commit(app);
    if (!document_unsaved(app)) {
        then(app);
        return;
    }
    app->dialogs.then = then;
    dialogs_ask(app, "Unsaved changes",
                ui_tr(&app->ui, &app->lab->scene, "This work has changes that no file has. Save them first?"), ANSWERS,
                "save", answer_unsaved);
}

const char *dialogs_tr(const App *app, const char *message) { return ui_tr(&app->ui, &app->lab->scene, message); }

FormRow *dialogs_row(App *app, const char *id) { return form_find(&app->ui.form, id); }

void dialogs_complain(App *app, const char *line) {
    FormRow *note = dialogs_row(app, "error");
    note->hidden = !*line;
    snprintf(note->text, sizeof note->text, "%.1000s", line);
}

/* A file on its way into the lab: nothing to see for one that is read at once, otherwise how far it is, with Esc to
 * leave everything as it was. */
#include "app/dialogs.h"

#include "app/document.h"
#include "app/loading.h"
#include "ui/dialog.h"
#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SOON 0.1 /* seconds in which a file may be read unseen */

/* What has been read is used; the Loading is over. */
static bool finish(App *app, Loading *loading, char *error, size_t room) {
    Draft draft;
    char path[LISTING_PATH];
    const char *wrong = loading_error(loading);
    snprintf(path, sizeof path, "%s", loading_path(loading));
    snprintf(error, room, "%s", wrong ? wrong : "");
    if (!wrong && loading_is_scene(loading)) {
        dialogs_close(app);
        loading_take_scene(loading, app->lab);
        document_adopt_scene(app, path);
    } else if (!wrong) {
        loading_take_draft(loading, &draft);
        dialogs_csv(app, &draft);
    }
    loading_end(loading);
    return !wrong;
}

void dialogs_load_stop(App *app) {
    if (app->dialogs.loading)
        loading_end(app->dialogs.loading);
    app->dialogs.loading = NULL;
}

static void act_load(App *app) {
    FormEventKind kind = app->ui.form.event.kind;
    if (kind != FORM_CANCELLED && kind != FORM_PRESSED)
        return; /* Enter would be for the dialog before */
    dialogs_close(app);
    ui_notice(&app->ui, "Nothing was opened");
}

static void show_percent(App *app) {
    char number[16];
    FormRow *row = form_find(&app->ui.form, "share");
    snprintf(number, sizeof number, "%d", loading_percent(app->dialogs.loading));
    ui_fill(row->text, sizeof row->text, dialogs_tr(app, "%1 % read – Esc cancels"), number, NULL);
}

static void show(App *app, Loading *loading) {
    Form *form = &app->ui.form;
    bool named = form->open && form_index(form, "path") >= 0;
    dialogs_close(app);
    app->dialogs.loading = loading;
    app->dialogs.named = named;
    form_begin(form, "Opening a file", 460, 0);
    FormRow *row = form_add(form, FORM_NOTE, "name", NULL);
    row->plain = true;
    row->lines = 2;
    snprintf(row->text, sizeof row->text, "%.1000s", loading_path(loading));
    form_add(form, FORM_PICTURE, "bar", NULL);
    form_add(form, FORM_NOTE, "share", NULL)->plain = true;
    row = form_add(form, FORM_BUTTONS, "buttons", NULL);
    form_label(row, "Cancel");
    show_percent(app);
    dialogs_show(app, act_load, "cancel");
}

bool dialogs_load(App *app, const char *path, char *bytes, size_t size, char *error, size_t room) {
    Loading *loading = loading_start(path, bytes, size, &app->lab->library);
    if (!loading) {
        snprintf(error, room, "%.1000s: not enough memory", path);
        return false;
    }
    if (loading_wait(loading, SOON))
        return finish(app, loading, error, room);
    show(app, loading);
    return true;
}

bool dialogs_load_tick(App *app) {
    Loading *loading = app->dialogs.loading;
    char error[1300], path[LISTING_PATH];
    if (!loading)
        return false;
    if (!loading_wait(loading, 0)) {
        show_percent(app);
        return true;
    }
    bool named = app->dialogs.named;
    snprintf(path, sizeof path, "%s", loading_path(loading));
    app->dialogs.loading = NULL; /* finish ends it */
    if (finish(app, loading, error, sizeof error))
        return true; /* there is something new to see */
    dialogs_close(app);
    if (named)
        dialogs_open_again(app, path, error);
    else
        ui_notice(&app->ui, error);
    return true;
}

void dialogs_load_draw(App *app) {
    Rect bar = app->ui.form.picture;
    const Theme *theme = ui_theme(&app->lab->scene);
    float radius = layout_px(&app->ui, 3), share = (float)loading_percent(app->dialogs.loading) / 100;
    bar.y += roundf(bar.h / 3);
    bar.h = roundf(bar.h / 3);
    drawlist_rect(&app->list, bar, radius, theme->control, theme->border, fmaxf(1, roundf(app->ui.scale)));
    bar.w = roundf(bar.w * share);
    if (bar.w > 2 * radius)
        drawlist_rect(&app->list, bar, radius, theme->control_on, 0, 0);
}

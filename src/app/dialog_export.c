/* Pictures and tables out: what, how large, where to, with a preview from the same draw functions, and the command line
 * that does the same. Never writes over a file. */
#include "app/dialogs.h"

#include "app/export_command.h"
#include "app/session.h"
#include "app/tables.h"
#include "core/num.h"
#include "io/file.h"
#include "io/folders.h"
#include "ui/dialog.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_PNG, FORMAT_SVG, FORMAT_PDF, FORMAT_CSV, FORMAT_COUNT };

static const char *const PICTURES[] = {"All", "Plot", "Heatmap", "Weights"}; /* as PICTURE_NAMES */
static const char *const FORMATS[FORMAT_COUNT] = {"PNG", "SVG", "PDF", "CSV"};
static const char *const EXTENSIONS[FORMAT_COUNT] = {".png", ".svg", ".pdf", ".csv"};
static const char *const TABLES[TABLE_COUNT] = {"Data", "Curve", "Weights", "Losses"};

/* Pixels, and how many of them are a unit of design. */
static const struct {
    const char *label;
    int width, height;
    float scale;
} SIZES[] = {{"Window", 0, 0, 0},   {"1280×800", 1280, 800, 1},    {"1920×1080", 1920, 1080, 1.5f},
             {"4K", 3840, 2160, 3}, {"Slide 16:9", 1920, 1080, 2}, {"A4 300 dpi", 3508, 2480, 300.0f / 96}};
enum { SIZE_COUNT = sizeof SIZES / sizeof *SIZES };

/* ---- what was chosen ---- */

static void take_size(App *app, int size) {
    Figure *figure = &app->dialogs.exporting.figure;
    char text[40];
    figure->width = SIZES[size].width ? SIZES[size].width : app->width;
    figure->height = SIZES[size].width ? SIZES[size].height : app->height;
    figure->scale = SIZES[size].width ? SIZES[size].scale : app->scale * app->ui.zoom;
    snprintf(text, sizeof text, "%dx%d", figure->width, figure->height);
    dialog_set_text(&app->ui, form_index(&app->ui.form, "pixels"), text);
}

/* "1600x900": what is larger than a screen is drawn larger, as if seen from farther away. */
static bool read_pixels(App *app) {
    const char *text = dialogs_row(app, "pixels")->text;
    Figure *figure = &app->dialogs.exporting.figure;
    double w = 0, h = 0;
    size_t length = strcspn(text, "xX×");
    size_t skip = text[length] == 'x' || text[length] == 'X' ? 1 : strlen("×");
    bool read = text[length] && num_parse(text, length, &w) &&
                num_parse(text + length + skip, strlen(text + length + skip), &h);
    if (!read || !(w >= 16 && h >= 16 && w <= 16000 && h <= 16000) || w != floor(w) || h != floor(h))
        return false;
    figure->width = (int)w;
    figure->height = (int)h;
    figure->scale = (float)fmax(1, round(8 * fmin(w / 1280, h / 720)) / 8);
    return true;
}

static void replace_extension(App *app, const char *extension) {
    char path[FIELD_TEXT];
    snprintf(path, sizeof path, "%.1000s", dialogs_row(app, "path")->text);
    char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    if (dot)
        *dot = '\0';
    size_t used = strlen(path);
    snprintf(path + used, sizeof path - used, "%s", extension);
    dialog_set_text(&app->ui, form_index(&app->ui.form, "path"), path);
}

static void pictures_folder(char folder[LISTING_PATH]) {
    if (!folders_pictures(folder, LISTING_PATH))
        snprintf(folder, LISTING_PATH, "/");
}

/* The absolute path; false when it is too long or has no name. */
static bool target(App *app, char path[LISTING_PATH]) {
    char base[LISTING_PATH], folder[LISTING_PATH], name[LISTING_PATH];
    pictures_folder(base);
    return listing_split(dialogs_row(app, "path")->text, base, folder, name) && *name &&
           listing_join(folder, name, path);
}

/* Rows that mean something for this format, and the command line. */
static void refresh(App *app) {
    Exporting *e = &app->dialogs.exporting;
    Form *form = &app->ui.form;
    static const char *const OF_PICTURES[] = {"what", "size", "pixels", "theme"};
    char path[LISTING_PATH];
    bool csv = e->format == FORMAT_CSV;
    for (int i = 0; i < 4; i++)
        dialogs_row(app, OF_PICTURES[i])->hidden = csv;
    dialogs_row(app, "table")->hidden = !csv;
    dialogs_row(app, "transparent")->hidden = e->format != FORMAT_PNG;
    e->figure.transparent = e->format == FORMAT_PNG && dialogs_row(app, "transparent")->chosen;
    FormRow *buttons = dialogs_row(app, "buttons");
    buttons->label[1] = csv ? "Copy as TSV" : "Copy picture";
    if (!target(app, path))
        path[0] = '\0';
    const ExportWish wish = {csv ? NULL : &e->figure, e->table, path};
    bool has = export_command(app, &wish, e->command, sizeof e->command);
    FormRow *command = dialogs_row(app, "command");
    command->plain = has;
    snprintf(command->text, sizeof command->text, "%.1000s",
             has ? e->command : "Save the scene (Ctrl+S) to have a command line for it.");
    dialogs_row(app, "copies")->off = !has;
    dialogs_row(app, "copies")->hidden = !has;
    FormRow *said = dialogs_row(app, "said");
    said->plain = true;
    said->hidden = csv;
    snprintf(said->text, sizeof said->text, "%d × %d", e->figure.width, e->figure.height);
    (void)form;
}

/* ---- doing it ---- */

static bool write_table(App *app, FILE *out, char separator) {
    return tables_write(out, (Table)app->dialogs.exporting.table, separator, app->lab, &app->train);
}

static bool save_table(App *app, const char *path, char *error, size_t room) {
    FileSave save;
    if (!file_save_begin(&save, path, error, room))
        return false;
    if (write_table(app, save.out, ','))
        return file_save_commit(&save, error, room);
    file_save_cancel(&save);
    snprintf(error, room, "out of memory");
    return false;
}

static bool save(App *app, const char *path, char *error, size_t room) {
    Failure failure = {EXIT_OUTPUT, ""};
    if (app->dialogs.exporting.format == FORMAT_CSV)
        return save_table(app, path, error, room);
    bool saved = app_save_figure(app, &app->dialogs.exporting.figure, path, &failure);
    snprintf(error, room, "%s", failure.line);
    return saved;
}

static void export_now(App *app) {
    Exporting *e = &app->dialogs.exporting;
    char path[LISTING_PATH], line[1400], error[1300];
    const char *const extension[] = {EXTENSIONS[e->format], NULL};
    if (e->format != FORMAT_CSV && !read_pixels(app) && e->size < 0) {
        dialogs_complain(app, dialogs_tr(app, "Write the size as 1600x900, each from 16 to 16000"));
        return;
    }
    if (!target(app, path)) {
        dialogs_complain(app, dialogs_tr(app, "Name a file to write"));
        return;
    }
    if (!listing_has_extension(path, extension)) {
        replace_extension(app, extension[0]);
        dialogs_complain(app, dialogs_tr(app, "The name ends as its format does; look at it again"));
        return;
    }
    if (listing_kind(path) != LISTING_NOTHING) {
        ui_fill(line, sizeof line, dialogs_tr(app, "%1 exists already; choose another name"), path, NULL);
        dialogs_complain(app, line);
        return;
    }
    if (!save(app, path, error, sizeof error)) {
        dialogs_complain(app, error);
        return;
    }
    dialogs_close(app);
    ui_fill(line, sizeof line, dialogs_tr(app, "Saved: %1"), path, NULL);
    ui_notice(&app->ui, line);
}

static void copy_table(App *app) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    bool wrote = out && write_table(app, out, '\t');
    wrote = out && fclose(out) == 0 && wrote;
    ui_notice(&app->ui, wrote && platform_clipboard_set(app->platform, text) ? "Copied" : "Nothing was copied");
    free(text);
}

/* Without a program that can, the picture is saved and its place told. */
static void save_instead(App *app) {
    char path[LISTING_PATH], line[1400];
    Failure failure = {EXIT_OUTPUT, ""};
    bool saved = folders_new_picture(path, sizeof path, failure.line, sizeof failure.line) &&
                 app_save_figure(app, &app->dialogs.exporting.figure, path, &failure);
    ui_fill(line, sizeof line, dialogs_tr(app, "Neither wl-copy nor xclip is installed; saved instead: %1"), path,
            NULL);
    ui_notice(&app->ui, saved ? line : failure.line);
}

static void copy_picture(App *app) {
    static const char *const WAYLAND[] = {"wl-copy", "--type", "image/png", NULL}, *const X11[] = {
                                                                                       "xclip",     "-selection",
                                                                                       "clipboard", "-t",
                                                                                       "image/png", "-i",
                                                                                       NULL};
    Spawn *clipboard = &app->dialogs.clipboard;
    Failure failure;
    size_t size;
    bool wayland = getenv("WAYLAND_DISPLAY") && spawn_finds("wl-copy");
    spawn_stop(clipboard); /* the last picture counts */
    if (!wayland && !(getenv("DISPLAY") && spawn_finds("xclip"))) {
        save_instead(app);
        return;
    }
    unsigned char *bytes = app_encode_figure(app, &app->dialogs.exporting.figure, &size, &failure);
    FILE *file = bytes ? tmpfile() : NULL;
    bool good = file && fwrite(bytes, 1, size, file) == size;
    if (bytes)
        snprintf(failure.line, sizeof failure.line, "out of memory");
    good = good && spawn_start(clipboard, wayland ? WAYLAND : X11, file, false, failure.line, sizeof failure.line);
    app->dialogs.copied = app->ui.time;
    if (!good)
        ui_notice(&app->ui, failure.line);
    if (file)
        fclose(file);
    free(bytes);
}

/* ---- the dialog ---- */

static void press(App *app) {
    const Form *form = &app->ui.form;
    if (form_pressed(form, "Export"))
        export_now(app);
    else if (form_pressed(form, "Copy picture"))
        copy_picture(app);
    else if (form_pressed(form, "Copy as TSV"))
        copy_table(app);
    else if (form_pressed(form, "Copy the command line"))
        ui_notice(&app->ui, platform_clipboard_set(app->platform, app->dialogs.exporting.command)
                                ? "Copied"
                                : "Nothing was copied");
    else
        dialogs_close(app);
}

static void act_export(App *app) {
    Exporting *e = &app->dialogs.exporting;
    const Form *form = &app->ui.form;
    FormEventKind kind = form->event.kind;
    int choice = form->event.choice;
    if (kind == FORM_CANCELLED) {
        dialogs_close(app);
        return;
    }
    if (kind == FORM_ACCEPTED || kind == FORM_PRESSED) {
        kind == FORM_ACCEPTED ? export_now(app) : press(app);
        return;
    }
    dialogs_complain(app, "");
    if (form_is(form, FORM_CHOSEN, "what"))
        e->figure.picture = (Picture)choice;
    if (form_is(form, FORM_CHOSEN, "format"))
        e->format = choice;
    if (form_is(form, FORM_CHOSEN, "table"))
        e->table = choice;
    if (form_is(form, FORM_CHOSEN, "theme"))
        e->figure.theme = choice;
    if (form_is(form, FORM_CHOSEN, "size"))
        take_size(app, e->size = choice);
    if (form_is(form, FORM_CHOSEN, "format"))
        replace_extension(app, EXTENSIONS[choice]);
    if (form_is(form, FORM_CHANGED, "pixels")) {
        e->size = dialogs_row(app, "size")->chosen = -1;
        if (!read_pixels(app))
            dialogs_complain(app, dialogs_tr(app, "Write the size as 1600x900, each from 16 to 16000"));
    }
    refresh(app);
}

static FormRow *add_choices(App *app, const char *id, const char *caption, const char *const *labels, int count,
                            int chosen) {
    FormRow *row = form_add(&app->ui.form, FORM_CHOICES, id, caption);
    for (int i = 0; i < count; i++)
        form_label(row, labels[i]);
    row->chosen = chosen;
    return row;
}

static FormRow *add_note(App *app, const char *id, FormPlace place, int lines) {
    FormRow *row = form_add(&app->ui.form, FORM_NOTE, id, NULL);
    row->place = place;
    row->lines = lines;
    return row;
}

static void fill(App *app) {
    const Exporting *e = &app->dialogs.exporting;
    const char *sizes[SIZE_COUNT], *themes[THEME_COUNT];
    char folder[LISTING_PATH], error[300];
    for (int i = 0; i < SIZE_COUNT; i++)
        sizes[i] = SIZES[i].label;
    for (int i = 0; i < THEME_COUNT; i++)
        themes[i] = THEMES[i].label;
    Form *form = &app->ui.form;
    form_begin(form, "Export", 960, 540);
    add_choices(app, "format", "Format", FORMATS, FORMAT_COUNT, e->format);
    add_choices(app, "what", "Picture of", PICTURES, PICTURE_COUNT, (int)e->figure.picture);
    add_choices(app, "table", "Table of", TABLES, TABLE_COUNT, e->table);
    add_choices(app, "size", "Size", sizes, SIZE_COUNT, e->size);
    form_add(form, FORM_TEXT, "pixels", "Pixels");
    add_choices(app, "theme", "Theme", themes, THEME_COUNT, e->figure.theme);
    form_add(form, FORM_SWITCH, "transparent", "Transparent background");
    FormRow *row = form_add(form, FORM_TEXT, "path", "File");
    pictures_folder(folder);
    if (!folders_new_picture(row->text, sizeof row->text, error, sizeof error))
        snprintf(row->text, sizeof row->text, "%.1000s/attnlab.png", folder);
    row = add_note(app, "error", FORM_LEFT, 2);
    row->plain = row->warning = row->hidden = true;
    row = form_add(form, FORM_PICTURE, "preview", NULL);
    row->place = FORM_RIGHT;
    row->lines = 11;
    add_note(app, "said", FORM_RIGHT, 1);
    add_note(app, "command", FORM_WIDE, 3);
    row = form_add(form, FORM_BUTTONS, "copies", NULL);
    form_label(row, "Copy the command line");
    row->place = FORM_WIDE;
    row = form_add(form, FORM_BUTTONS, "buttons", NULL);
    form_label(row, "Export");
    form_label(row, "Copy picture");
    form_label(row, "Cancel");
    row->place = FORM_WIDE;
    row->chosen = 0;
}

void dialogs_export(App *app) {
    Exporting *e = &app->dialogs.exporting;
    DrawList preview = e->preview;
    dialogs_close(app);
    *e = (Exporting){.preview = preview};
    e->figure = app_figure(app, PICTURE_ALL, app->width, app->height, app->scale * app->ui.zoom);
    e->figure.physical = true;
    e->has_command = export_scene(app, e->sets, sizeof e->sets);
    fill(app);
    take_size(app, 0);
    refresh(app);
    dialogs_show(app, act_export, "export");
}

/* The first lines of the table, in the preview's place. */
static void draw_table(App *app, Rect area) {
    char *text = NULL;
    size_t size;
    FILE *out = app->lab->scene.points.n <= 2000 ? open_memstream(&text, &size) : NULL;
    if (!out || !write_table(app, out, ',') || fclose(out) != 0)
        return;
    float line = roundf(18 * app->ui.scale), y = area.y + line;
    const Theme *theme = ui_theme(&app->lab->scene);
    drawlist_clip(&app->list, area);
    for (char *at = text; *at && y < rect_bottom(area); y += line) {
        size_t length = strcspn(at, "\n");
        char part[200];
        snprintf(part, sizeof part, "%.*s", (int)(length < 190 ? length : 190), at);
        drawlist_text(&app->list, (Vec2){area.x, y}, ALIGN_LEFT, FONT_REGULAR, roundf(12 * app->ui.scale), theme->dim,
                      part);
        at += length + (at[length] != '\0');
    }
    drawlist_unclip(&app->list);
    free(text);
}

void dialogs_draw(App *app) {
    Exporting *e = &app->dialogs.exporting;
    Rect room = app->ui.form.picture;
    if (app->dialogs.loading && app->ui.form.open && room.w > 0)
        dialogs_load_draw(app);
    if (!app->ui.form.open || app->dialogs.act != act_export || room.w <= 0)
        return;
    if (e->format == FORMAT_CSV) {
        draw_table(app, room);
        return;
    }
    Figure small = e->figure;
    float factor = fminf(room.w / (float)small.width, room.h / (float)small.height);
    small.width = (int)fmaxf(1, roundf((float)small.width * factor));
    small.height = (int)fmaxf(1, roundf((float)small.height * factor));
    small.scale *= factor;
    Rect frame = {roundf(room.x + (room.w - (float)small.width) / 2), room.y, (float)small.width, (float)small.height};
    app_draw_figure(app, &small, &e->preview);
    drawlist_rect(&app->list, frame, 0, e->preview.background, 0, 0);
    drawlist_append(&app->list, &e->preview, frame.x, frame.y, frame);
    drawlist_rect(&app->list, frame, 0, 0, ui_theme(&app->lab->scene)->border, 1);
}

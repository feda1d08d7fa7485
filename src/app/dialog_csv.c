/* Own data before it is taken: how the file was read, which rows were left out, and which columns are x and value. */
#include "app/dialogs.h"

#include "app/document.h"
#include "app/session.h"
#include "io/file.h"
#include "ui/dialog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static CsvChoice choice_of(const Draft *draft) {
    return (CsvChoice){
        .x = draft->x[0] ? draft->x : NULL, .value = draft->value[0] ? draft->value : NULL, .more = VALUES_MAX - 1};
}

/* Reads it as it would be taken. */
static bool read_draft(Draft *draft, char *error, size_t room) {
    const CsvChoice choice = choice_of(draft);
    csv_data_free(&draft->data);
    return csv_import_text(file_label(draft->path), draft->bytes, draft->size, &choice, &draft->data, &draft->report,
                           error, room);
}

static void put(App *app, const char *id, const char *text, bool warning) {
    FormRow *row = form_find(&app->ui.form, id);
    snprintf(row->text, sizeof row->text, "%s", text);
    row->warning = warning;
    row->hidden = !*text;
}

/* "12, 15, 31, …" */
static void lines_of(const size_t *lines, size_t count, char *text, size_t room) {
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && i < CSV_LINES_SHOWN && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%zu", i ? ", " : "", lines[i]);
    if (count > CSV_LINES_SHOWN && used < room)
        snprintf(text + used, room - used, ", …");
}

static const char *delimiter_name(char delimiter) {
    return delimiter == ',' ? "commas" : delimiter == ';' ? "semicolons" : delimiter == '\t' ? "tabs" : "blanks";
}

static void describe_lines(App *app, const char *id, const char *pattern, size_t count, const size_t *lines) {
    char number[32], where[200], text[400] = "";
    snprintf(number, sizeof number, "%zu", count);
    lines_of(lines, count, where, sizeof where);
    if (count)
        ui_fill(text, sizeof text, dialogs_tr(app, pattern), number, where);
    put(app, id, text, true);
}

static void describe(App *app) {
    const CsvReport *report = &app->dialogs.draft.report;
    char rows[32], columns[32], text[400], layout[400], both[900];
    snprintf(rows, sizeof rows, "%zu", report->rows);
    snprintf(columns, sizeof columns, "%zu", report->columns);
    ui_fill(text, sizeof text, dialogs_tr(app, "%1 rows, %2 columns"), rows, columns);
    ui_fill(layout, sizeof layout, dialogs_tr(app, "%1, separated by %2"), report->encoding,
            dialogs_tr(app, delimiter_name(report->delimiter)));
    snprintf(both, sizeof both, "%s · %s", text, layout);
    put(app, "found", both, false);
    describe_lines(app, "skipped", "%1 rows skipped for a missing value: lines %2", report->skipped,
                   report->skipped_lines);
    describe_lines(app, "ragged", "%1 rows have another number of cells: lines %2", report->ragged,
                   report->ragged_lines);
}

/* Reads it with the columns chosen now. */
static void refresh(App *app) {
    char error[500] = "";
    if (read_draft(&app->dialogs.draft, error, sizeof error))
        describe(app);
    put(app, "error", error, true);
    form_find(&app->ui.form, "buttons")->off = false;
}

static void take(App *app) {
    Draft *draft = &app->dialogs.draft;
    Failure failure = {EXIT_INPUT, ""};
    char path[LISTING_PATH];
    if (draft->data.n == 0)
        return; /* and the reason is on show */
    if (!lab_adopt_csv(app->lab, draft->path, &draft->data, &failure)) {
        put(app, "error", failure.line, true);
        return;
    }
    memcpy(path, draft->path, sizeof path);
    dialogs_close(app);
    document_adopt(app, "");
    session_add_file(app, path);
}

static void take_column(App *app, const char *id, char column[FIELD_TEXT]) {
    const FormRow *row = form_find(&app->ui.form, id);
    if (row->kind == FORM_TEXT)
        snprintf(column, FIELD_TEXT, "%s", row->text);
    else
        snprintf(column, FIELD_TEXT, "%d", row->chosen + 1);
}

static void act_csv(App *app) {
    Form *form = &app->ui.form;
    Draft *draft = &app->dialogs.draft;
    FormEventKind kind = form->event.kind;
    if (kind == FORM_CANCELLED || form_pressed(form, "Cancel"))
        dialogs_close(app);
    else if (kind == FORM_ACCEPTED || kind == FORM_PRESSED)
        take(app);
    else if (kind == FORM_CHANGED || form_is(form, FORM_CHOSEN, "x") || form_is(form, FORM_CHOSEN, "value")) {
        take_column(app, "x", draft->x);
        take_column(app, "value", draft->value);
        refresh(app);
    }
}

/* The first rows, a line each. */
static void show_rows(App *app) {
    Dialogs *dialogs = &app->dialogs;
    size_t count = 0, i = 0;
    char *text = dialogs->draft.preview;
    for (const char *c = text; c && *c; c++)
        count += *c == '\n';
    dialogs->item = calloc(count + 1, sizeof *dialogs->item);
    if (!dialogs->item || !text)
        return;
    for (char *line = text; i < count; i++) {
        char *end = strchr(line, '\n');
        dialogs->item[i] = line;
        *end = '\0';
        line = end + 1;
    }
    app->ui.form.item = dialogs->item;
    app->ui.form.items = count;
}

/* A column by its name where there are few, otherwise typed. */
static void add_column(App *app, const char *id, const char *caption, size_t found) {
    static const char *const NUMBERS[FORM_LABELS] = {"column 1", "column 2", "column 3", "column 4",
                                                     "column 5", "column 6", "column 7"};
    Draft *draft = &app->dialogs.draft;
    bool few = draft->report.columns <= FORM_LABELS;
    FormRow *row = form_add(&app->ui.form, few ? FORM_CHOICES : FORM_TEXT, id, caption);
    row->chosen = (int)found;
    for (size_t c = 0; few && c < draft->report.columns; c++)
        form_label(row, draft->report.names[c][0] ? draft->report.names[c] : NUMBERS[c]);
    snprintf(row->text, sizeof row->text, "%zu", found + 1);
}

static void fill(App *app) {
    static const char *const NOTES[] = {"found", "skipped", "ragged", "error"};
    Draft *draft = &app->dialogs.draft;
    Form *form = &app->ui.form;
    form_begin(form, "Use this data?", 640, 0);
    FormRow *row = form_add(form, FORM_NOTE, "name", NULL);
    row->plain = true;
    snprintf(row->text, sizeof row->text, "%.1000s", draft->path);
    for (int i = 0; i < 4; i++) {
        row = form_add(form, FORM_NOTE, NOTES[i], NULL);
        row->plain = true;
        row->lines = i == 3 ? 2 : 1;
    }
    add_column(app, "x", "x column", draft->report.x);
    add_column(app, "value", "value column", draft->report.value);
    row = form_add(form, FORM_LIST, "rows", NULL);
    row->lines = 9;
    row = form_add(form, FORM_BUTTONS, "buttons", NULL);
    form_label(row, "Use it");
    form_label(row, "Cancel");
    row->chosen = 0;
}

void dialogs_csv(App *app, Draft *draft) {
    dialogs_close(app);
    app->dialogs.draft = *draft;
    *draft = (Draft){.size = 0};
    fill(app);
    show_rows(app);
    describe(app);
    put(app, "error", "", true);
    dialogs_show(app, act_csv, "use-it");
}

/* What was read, in one line, and the first rows as text. */
#include "io/csv_parts.h"

#include "io/utf8.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct Line {
    char *text;
    size_t room, used;
} Line;

__attribute__((format(printf, 2, 3))) static void add(Line *line, const char *format, ...) {
    va_list values;
    if (line->used >= line->room)
        return;
    va_start(values, format);
    int wrote = vsnprintf(line->text + line->used, line->room - line->used, format, values);
    va_end(values);
    line->used += wrote > 0 ? (size_t)wrote : 0;
}

static void add_column(Line *line, const CsvReport *report, const char *role, size_t column) {
    if (report->header && column < CSV_COLUMNS_SHOWN && report->names[column][0])
        add(line, ", %s = %s", role, report->names[column]);
    else
        add(line, ", %s = column %zu", role, column + 1);
}

static void add_lines(Line *line, size_t count, const char *what, const size_t *lines) {
    if (count == 0)
        return;
    add(line, "; %zu row%s %s: line%s", count, count == 1 ? "" : "s", what, count == 1 ? "" : "s");
    for (size_t i = 0; i < count && i < CSV_LINES_SHOWN; i++)
        add(line, "%s %zu", i ? "," : "", lines[i]);
    if (count > CSV_LINES_SHOWN)
        add(line, ", ...");
}

void csv_report_line(const CsvReport *report, const char *label, char *text, size_t room) {
    static const struct {
        char sign;
        const char *name;
    } DELIMITERS[] = {{',', "commas"}, {';', "semicolons"}, {'\t', "tabs"}, {' ', "blanks"}};
    Line line = {text, room, 0};
    add(&line, "%s: %zu row%s", label, report->rows, report->rows == 1 ? "" : "s");
    add_column(&line, report, "x", report->x);
    add_column(&line, report, "value", report->value);
    add(&line, " (of %zu columns; %s", report->columns, report->encoding);
    for (size_t i = 0; i < sizeof DELIMITERS / sizeof *DELIMITERS; i++)
        if (DELIMITERS[i].sign == report->delimiter)
            add(&line, ", %s", DELIMITERS[i].name);
    add(&line, "%s)", report->decimal == ',' ? ", decimal commas" : "");
    add_lines(&line, report->skipped, "without a value skipped", report->skipped_lines);
    add_lines(&line, report->ragged, "of another length", report->ragged_lines);
}

bool csv_report_matters(const CsvReport *report) {
    return report->skipped || report->ragged || report->columns > 2 || report->delimiter != ',' ||
           strcmp(report->encoding, "UTF-8") != 0;
}

/* ---- preview ---- */

typedef struct Preview {
    CsvShape shape;
    FILE *out;
    size_t rows, cell, most;
} Preview;

static void show_cell(void *bytes, size_t size, void *owner) {
    Preview *preview = owner;
    char shown[CSV_NAME];
    if (preview->rows == preview->most || !csv_is_cell(preview->shape, size) || preview->cell == CSV_COLUMNS_SHOWN)
        return;
    utf8_show(shown, sizeof shown, bytes ? bytes : "", size);
    fprintf(preview->out, "%s%s", preview->cell++ ? "\t" : "", shown);
}

static void show_row(int end, void *owner) {
    (void)end;
    Preview *preview = owner;
    if (preview->rows == preview->most || preview->cell == 0)
        return;
    fputc('\n', preview->out);
    preview->rows++;
    preview->cell = 0;
}

static void show_rows(const CsvText *text, Preview *preview) {
    enum { STEP = 4096 };
    struct csv_parser parser;
    if (!csv_parser_open(&parser, preview->shape))
        return;
    for (size_t at = 0; at < text->size && preview->rows < preview->most; at += STEP)
        csv_parse(&parser, text->bytes + at, text->size - at < STEP ? text->size - at : STEP, show_cell, show_row,
                  preview);
    csv_fini(&parser, show_cell, show_row, preview);
    csv_free(&parser);
}

char *csv_preview(const char *bytes, size_t size, size_t rows) {
    CsvText text = {.label = "", .bytes = bytes, .size = size};
    char error[8], *shown = NULL;
    size_t length;
    if (csv_decode(&text, error, sizeof error)) {
        Preview preview = {.shape = csv_guess(&text), .out = open_memstream(&shown, &length), .most = rows};
        if (preview.out) {
            show_rows(&text, &preview);
            if (fclose(preview.out) != 0) {
                free(shown);
                shown = NULL;
            }
        }
    }
    free(text.owned);
    return shown;
}

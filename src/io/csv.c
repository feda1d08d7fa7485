/* The common case pays for nothing but itself: libcsv is fed in large chunks and positions are not counted; they are
 * looked for when there is something to say (csv_place.c). Format: RFC 4180, with LF, CR or CRLF at line ends. */
#include "io/csv.h"

#include "io/csv_parts.h"
#include "io/file.h"
#include "io/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16, CELL_MAX = 1 << 16, SHOWN = 48, FIRST_ROOM = 256 };

/* A column that may become a further value, as long as every row has a number there. */
typedef struct Further {
    size_t column;
    double *value, cell; /* room for as many as x has; this row's, NAN for none */
} Further;

typedef struct Reader {
    CsvData *data;
    CsvReport *report;
    Progress *progress;
    Further further[CSV_COLUMNS_SHOWN]; /* ascending by column */
    size_t furthers, next;              /* next: the first one not before the next cell */
    CsvShape shape;
    size_t room;                                              /* of x and y */
    size_t row, cell;                                         /* the next cell's */
    size_t needed;                                            /* cells of a row */
    double pair[2];                                           /* this row's numbers */
    bool missing;                                             /* this row has not both */
    bool begun;                                               /* the first row is over */
    size_t width;                                             /* of the first row, in cells */
    size_t skipped[CSV_LINES_SHOWN], ragged[CSV_LINES_SHOWN]; /* rows */
    CsvFault fault;
} Reader;

/* ---- interpret ---- */

static void fault_set(Reader *reader, size_t cell, const char *what) {
    CsvFault *fault = &reader->fault;
    if (fault->found)
        return;
    fault->found = true;
    fault->row = reader->row;
    fault->cell = cell;
    snprintf(fault->what, sizeof fault->what, "%s", what);
}

static void fault_number(Reader *reader, const char *text, size_t size) {
    char what[SHOWN + 64], shown[SHOWN];
    utf8_show(shown, sizeof shown, text, size);
    snprintf(what, sizeof what, "'%s' is not a number; write numbers such as 3%c5", shown, reader->shape.decimal);
    fault_set(reader, reader->cell, what);
}

static bool is_header(const Reader *reader) { return !reader->begun && reader->report->header; }

static void name_column(Reader *reader, const char *text, size_t size) {
    if (reader->cell == reader->report->x)
        utf8_show(reader->data->x_name, CSV_NAME, text, size);
    if (reader->cell == reader->report->value)
        utf8_show(reader->data->y_name, CSV_NAME, text, size);
}

static void take_pair(Reader *reader, const char *text, size_t size) {
    double value;
    if (csv_number(text, size, reader->shape.decimal, &value)) {
        if (reader->cell == reader->report->x)
            reader->pair[0] = value;
        if (reader->cell == reader->report->value)
            reader->pair[1] = value;
    } else if (csv_missing(text, size)) {
        reader->missing = true;
    } else {
        fault_number(reader, text, size);
    }
}

static void take_further(Reader *reader, const char *text, size_t size) {
    if (reader->next == reader->furthers || reader->further[reader->next].column != reader->cell)
        return;
    Further *further = &reader->further[reader->next++];
    if (!csv_number(text, size, reader->shape.decimal, &further->cell))
        further->cell = NAN;
}

static void cell_seen(void *bytes, size_t size, void *owner) {
    Reader *reader = owner;
    const char *text = bytes ? bytes : "";
    if (!csv_is_cell(reader->shape, size))
        return;
    if (is_header(reader))
        name_column(reader, text, size);
    else if (reader->cell == reader->report->x || reader->cell == reader->report->value)
        take_pair(reader, text, size);
    else
        take_further(reader, text, size);
    reader->cell++;
}

static bool grow(double **column, size_t room) {
    double *more = realloc(*column, room * sizeof *more);
    *column = more ? more : *column;
    return more != NULL;
}

static bool reserve(Reader *reader) {
    CsvData *data = reader->data;
    if (data->n < reader->room)
        return true;
    size_t room = reader->room ? reader->room * 2 : FIRST_ROOM;
    bool good = grow(&data->x, room) && grow(&data->y, room);
    for (size_t i = 0; i < reader->furthers && good; i++)
        good = grow(&reader->further[i].value, room);
    reader->room = good ? room : reader->room;
    return good;
}

/* Columns without a number in this row, or without this row, are none. */
static void drop_furthers(Reader *reader) {
    size_t kept = 0;
    for (size_t i = 0; i < reader->furthers; i++)
        if (i >= reader->next || isnan(reader->further[i].cell))
            free(reader->further[i].value);
        else
            reader->further[kept++] = reader->further[i];
    reader->furthers = kept;
}

static void store(Reader *reader) {
    CsvData *data = reader->data;
    drop_furthers(reader);
    if (data->n == CSV_ROWS_MAX) {
        fault_set(reader, 0, "more rows than the limit of 5000000");
    } else if (!reserve(reader)) {
        fault_set(reader, 0, "not enough memory for this many rows");
    } else {
        for (size_t i = 0; i < reader->furthers; i++)
            reader->further[i].value[data->n] = reader->further[i].cell;
        data->x[data->n] = reader->pair[0];
        data->y[data->n++] = reader->pair[1];
    }
}

static void fault_short(Reader *reader) {
    char what[100];
    if (reader->needed == 2)
        snprintf(what, sizeof what, "this row has %zu cell and needs two: x%cy", reader->cell, reader->shape.delimiter);
    else
        snprintf(what, sizeof what, "this row has %zu cell%s and needs %zu", reader->cell, reader->cell > 1 ? "s" : "",
                 reader->needed);
    fault_set(reader, 0, what);
}

static void count(size_t *counter, size_t rows[CSV_LINES_SHOWN], size_t row) {
    if (*counter < CSV_LINES_SHOWN)
        rows[*counter] = row;
    ++*counter;
}

static void judge_row(Reader *reader) {
    CsvReport *report = reader->report;
    if (reader->cell < reader->needed) {
        reader->fault.found = reader->fault.found && reader->fault.row < reader->row; /* says more than a bad cell */
        fault_short(reader);
    } else if (reader->cell > CSV_COLUMNS_MAX) {
        fault_set(reader, 0, "more columns than the limit of 16384");
    } else if (!is_header(reader) && !reader->fault.found && reader->missing) {
        count(&report->skipped, reader->skipped, reader->row);
    } else if (!is_header(reader) && !reader->fault.found) {
        store(reader);
    }
    if (reader->cell > report->columns)
        report->columns = reader->cell;
    if (!reader->begun)
        reader->width = reader->cell;
    else if (reader->cell != reader->width && !reader->missing)
        count(&report->ragged, reader->ragged, reader->row);
    reader->begun = true;
}

static void row_seen(int end, void *owner) {
    (void)end;
    Reader *reader = owner;
    if (reader->cell > 0) /* else nothing but delimiting blanks, which libcsv counts as a row */
        judge_row(reader);
    reader->row++;
    reader->cell = reader->next = 0;
    reader->missing = false;
}

/* ---- parse ---- */

static void parse(const CsvText *text, Reader *reader) {
    struct csv_parser parser;
    if (!csv_parser_open(&parser, reader->shape)) {
        fault_set(reader, 0, "not enough memory");
        return;
    }
    for (size_t at = 0; at < text->size && !reader->fault.found; at += CHUNK) {
        size_t part = text->size - at < CHUNK ? text->size - at : CHUNK;
        if (!progress_tell(reader->progress, PROGRESS_TABLE, at, text->size))
            fault_set(reader, 0, "stopped");
        else if (csv_parse(&parser, text->bytes + at, part, cell_seen, row_seen, reader) != part)
            fault_set(reader, reader->cell, "not enough memory for this cell");
        else if (parser.entry_pos > CELL_MAX)
            fault_set(reader, reader->cell, "this cell is very long; is a quote never closed?");
        else if (reader->cell > CSV_COLUMNS_MAX)
            fault_set(reader, 0, "more columns than the limit of 16384");
    }
    csv_set_opts(&parser, CSV_STRICT | CSV_STRICT_FINI); /* strict about the last quote, and nothing else */
    if (!reader->fault.found && csv_fini(&parser, cell_seen, row_seen, reader) != 0)
        fault_set(reader, reader->cell, "a quote is opened here and never closed");
    csv_free(&parser);
}

/* ---- all of it ---- */

static void reader_open(Reader *reader, CsvShape shape, const CsvChoice *choice, CsvData *data, CsvReport *report) {
    *data = (CsvData){.header = report->header};
    report->skipped = report->ragged = report->columns = 0;
    size_t last = report->x > report->value ? report->x : report->value;
    *reader =
        (Reader){.data = data, .report = report, .progress = choice->progress, .shape = shape, .needed = last + 1};
    for (size_t c = 0; c < CSV_COLUMNS_SHOWN && choice->more > 0; c++)
        if (c != report->x && c != report->value)
            reader->further[reader->furthers++].column = c;
}

/* The first of the further columns are the caller's, the others nobody's. */
static void reader_close(Reader *reader, size_t more) {
    CsvData *data = reader->data;
    for (size_t i = 0; i < reader->furthers; i++) {
        const Further *further = &reader->further[i];
        if (data->mores == more || data->mores == CSV_MORE_MAX || !further->value) {
            free(further->value);
            continue;
        }
        data->more[data->mores] = further->value;
        memcpy(data->more_name[data->mores++], reader->report->names[further->column], CSV_NAME);
    }
    reader->furthers = 0;
}

static void finish(const CsvText *text, const Reader *reader) {
    CsvReport *report = reader->report;
    CsvData *data = reader->data;
    report->encoding = text->encoding;
    report->delimiter = reader->shape.delimiter;
    report->decimal = reader->shape.decimal;
    report->rows = data->n;
    data->extra = report->columns > 2 ? report->columns - 2 : 0;
    csv_find_lines(text, reader->shape, report->skipped, reader->skipped, report->skipped_lines);
    csv_find_lines(text, reader->shape, report->ragged, reader->ragged, report->ragged_lines);
}

/* Integers may stand before the first decimal comma: what fails with points is tried with commas. */
static void parse_with_either(const CsvText *text, const CsvChoice *choice, Reader *reader) {
    parse(text, reader);
    if (!reader->fault.found || reader->shape.delimiter == ',' || reader->shape.decimal == ',')
        return;
    Reader again;
    CsvData data;
    CsvReport report = *reader->report;
    reader_open(&again, (CsvShape){reader->shape.delimiter, ','}, choice, &data, &report);
    parse(text, &again);
    if (again.fault.found) {
        reader_close(&again, 0);
        csv_data_free(&data);
        return;
    }
    reader_close(reader, 0);
    csv_data_free(reader->data);
    *reader->data = data;
    *reader->report = report;
    again.data = reader->data;
    again.report = reader->report;
    *reader = again;
}

static bool import_decoded(const CsvText *text, const CsvChoice *choice, CsvData *data, CsvReport *report, char *error,
                           size_t room) {
    CsvShape shape = csv_guess(text);
    Reader reader;
    char what[200];
    if (!csv_scout(text, shape, choice, report, what, sizeof what)) {
        snprintf(error, room, "%s: %s", text->label, what);
        return false;
    }
    reader_open(&reader, shape, choice, data, report);
    parse_with_either(text, choice, &reader);
    reader_close(&reader, reader.fault.found ? 0 : choice->more);
    if (reader.fault.found) {
        csv_fault_write(text, reader.shape, &reader.fault, error, room);
    } else if (data->n == 0) {
        snprintf(error, room, "%s: %s; write rows of x,y such as 1,2.5", text->label,
                 report->skipped ? "has no row with two numbers"
                 : data->header  ? "has a header but no rows"
                                 : "has no rows");
    } else {
        finish(text, &reader);
        return true;
    }
    csv_data_free(data);
    return false;
}

/* Tabs among blanks: the same length, so that places stay true. */
static bool blanks_for_tabs(CsvText *text) {
    if (csv_guess(text).delimiter != ' ' || !memchr(text->bytes, '\t', text->size))
        return true;
    char *copy = text->owned;
    if (!copy && (copy = malloc(text->size)))
        memcpy(copy, text->bytes, text->size);
    for (size_t i = 0; copy && i < text->size; i++)
        if (copy[i] == '\t')
            copy[i] = ' ';
    text->owned = copy;
    text->bytes = copy ? copy : text->bytes;
    return copy != NULL;
}

bool csv_import_text(const char *label, const char *bytes, size_t size, const CsvChoice *choice, CsvData *data,
                     CsvReport *report, char *error, size_t room) {
    CsvText text = {.label = label, .bytes = bytes, .size = size};
    CsvReport own;
    report = report ? report : &own;
    *data = (CsvData){0};
    *report = (CsvReport){0};
    bool good = csv_decode(&text, error, room);
    if (good && !blanks_for_tabs(&text)) {
        snprintf(error, room, "%s: not enough memory", label);
        good = false;
    }
    good = good && import_decoded(&text, choice ? choice : &(CsvChoice){.x = NULL}, data, report, error, room);
    free(text.owned);
    return good;
}

bool csv_import(const char *path, const CsvChoice *choice, CsvData *data, CsvReport *report, char *error, size_t room) {
    size_t size;
    *data = (CsvData){0};
    char *bytes = file_read_watched(path, CSV_BYTES_MAX, choice ? choice->progress : NULL, &size, error, room);
    bool good = bytes && csv_import_text(file_label(path), bytes, size, choice, data, report, error, room);
    free(bytes);
    return good;
}

bool csv_read(const char *path, CsvData *data, char *error, size_t room) {
    return csv_import(path, NULL, data, NULL, error, room);
}

bool csv_read_text(const char *label, const char *bytes, size_t size, CsvData *data, char *error, size_t room) {
    return csv_import_text(label, bytes, size, NULL, data, NULL, error, room);
}

void csv_data_free(CsvData *data) {
    free(data->x);
    free(data->y);
    for (size_t i = 0; i < data->mores; i++)
        free(data->more[i]);
    *data = (CsvData){0};
}

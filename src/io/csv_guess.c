/* How a file is laid out, from its first rows: each pair of delimiter and decimal sign is tried on them, and the one
 * that makes most sense wins (see csv.h). */
#include "io/csv_parts.h"

#include "core/num.h"
#include "io/utf8.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SAMPLE_BYTES = 1 << 16, SAMPLE_ROWS = 200, NUMBER_MAX = 400 };

bool csv_number(const char *text, size_t size, char decimal, double *value) {
    char copy[NUMBER_MAX];
    const char *comma = decimal == ',' ? memchr(text, ',', size) : NULL;
    if (decimal == ',' && memchr(text, '.', size))
        return false;
    if (!comma)
        return num_parse(text, size, value);
    if (size >= sizeof copy)
        return false;
    memcpy(copy, text, size);
    copy[comma - text] = '.';
    return num_parse(copy, size, value);
}

static bool is_word(const char *text, size_t size, const char *word) {
    return strlen(word) == size && strncasecmp(text, word, size) == 0;
}

bool csv_missing(const char *text, size_t size) {
    static const char *const WORDS[] = {"", "na", "n/a", "#n/a", "null", "none"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (is_word(text, size, WORDS[i]))
            return true;
    return false;
}

bool csv_meant_as_number(const char *text, size_t size) {
    size_t sign = size > 0 && (text[0] == '+' || text[0] == '-');
    text += sign;
    size -= sign;
    if (size == 0)
        return sign;
    return (text[0] >= '0' && text[0] <= '9') || text[0] == '.' || is_word(text, size, "nan") ||
           is_word(text, size, "inf") || is_word(text, size, "infinity") || csv_missing(text, size);
}

/* libcsv drops blanks around cells, and the tab is one unless it is the delimiter. */
bool csv_parser_open(struct csv_parser *parser, CsvShape shape) {
    if (csv_init(parser, 0) != 0)
        return false;
    csv_set_delim(parser, (unsigned char)shape.delimiter);
    csv_set_blk_size(parser, SAMPLE_BYTES);
    return true;
}

/* ---- delimiter and decimal sign ---- */

typedef struct Tally {
    CsvShape shape;
    size_t rows, cells, before;   /* cells of this row, and of the one before */
    size_t numbers, missing, odd; /* of this row */
    size_t good, wide;            /* rows with two numbers; with two cells */
    size_t first_odd, rest_odd;   /* cells that are no numbers, and rows of another length */
} Tally;

static void tally_cell(void *bytes, size_t size, void *owner) {
    Tally *tally = owner;
    const char *text = bytes ? bytes : "";
    double value;
    if (!csv_is_cell(tally->shape, size))
        return;
    tally->cells++;
    if (csv_number(text, size, tally->shape.decimal, &value))
        tally->numbers++;
    else if (csv_missing(text, size))
        tally->missing++;
    else
        tally->odd++;
}

static void tally_row(int end, void *owner) {
    (void)end;
    Tally *tally = owner;
    if (tally->rows >= SAMPLE_ROWS || tally->cells == 0)
        return;
    size_t odd = tally->odd + (tally->cells < 2 || (tally->rows > 0 && tally->cells != tally->before));
    *(tally->rows ? &tally->rest_odd : &tally->first_odd) += odd;
    tally->good += tally->numbers > 0 && tally->numbers + tally->missing >= 2;
    tally->wide += tally->cells >= 2;
    tally->before = tally->cells;
    tally->rows++;
    tally->cells = tally->numbers = tally->missing = tally->odd = 0;
}

static size_t odd_of(const Tally *tally) { return tally->rows > 1 ? tally->rest_odd : tally->first_odd; }

static bool better(const Tally *a, const Tally *b) {
    if (a->good != b->good)
        return a->good > b->good;
    if (a->good == 0 && a->wide != b->wide)
        return a->wide > b->wide;
    return odd_of(a) < odd_of(b);
}

/* The sample ends with a whole line where it can. */
static size_t sample_size(const CsvText *text) {
    size_t size = text->size;
    if (size <= SAMPLE_BYTES)
        return size;
    for (size = SAMPLE_BYTES; size > 0 && text->bytes[size - 1] != '\n' && text->bytes[size - 1] != '\r'; size--)
        continue;
    return size ? size : SAMPLE_BYTES;
}

static void tally_all(const CsvText *text, Tally *tally) {
    struct csv_parser parser;
    if (!csv_parser_open(&parser, tally->shape))
        return;
    csv_parse(&parser, text->bytes, sample_size(text), tally_cell, tally_row, tally);
    csv_fini(&parser, tally_cell, tally_row, tally);
    csv_free(&parser);
}

CsvShape csv_guess(const CsvText *text) {
    static const CsvShape SHAPES[] = {{',', '.'},  {';', '.'}, {';', ','}, {'\t', '.'},
                                      {'\t', ','}, {' ', '.'}, {' ', ','}};
    Tally best = {.shape = SHAPES[0]};
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
        Tally tally = {.shape = SHAPES[i]};
        tally_all(text, &tally);
        if (i == 0 || better(&tally, &best))
            best = tally;
    }
    return best.shape;
}

/* ---- the first row ---- */

typedef struct Scout {
    CsvShape shape;
    const CsvChoice *choice;
    CsvReport *report;
    size_t cells;
    bool words[2];     /* of the first cells: a word, or empty */
    bool unnamed;      /* the first cell is empty */
    bool done;         /* the row is over */
    size_t by_name[2]; /* columns named by choice, from 1; 0 = none */
} Scout;

static void scout_cell(void *bytes, size_t size, void *owner) {
    Scout *scout = owner;
    const char *text = bytes ? bytes : "";
    if (scout->done || !csv_is_cell(scout->shape, size))
        return;
    double value;
    size_t cell = scout->cells++;
    bool number = csv_number(text, size, scout->shape.decimal, &value);
    if (cell < 2)
        scout->words[cell] = !number && (size == 0 || !csv_meant_as_number(text, size));
    if (cell == 0)
        scout->unnamed = size == 0;
    if (cell < CSV_COLUMNS_SHOWN)
        utf8_show(scout->report->names[cell], CSV_NAME, text, size);
    const char *const names[] = {scout->choice->x, scout->choice->value};
    for (int i = 0; i < 2; i++)
        if (names[i] && scout->by_name[i] == 0 && strlen(names[i]) == size && memcmp(names[i], text, size) == 0)
            scout->by_name[i] = cell + 1;
}

static void scout_row(int end, void *owner) {
    (void)end;
    Scout *scout = owner;
    scout->done = scout->done || scout->cells > 0;
}

/* A column from 1, or 0 when the choice names none. */
static size_t chosen(const Scout *scout, int which, const char *name) {
    size_t number = 0, length = strlen(name);
    if (scout->by_name[which])
        return scout->by_name[which];
    for (size_t i = 0; i < length; i++) {
        if (name[i] < '0' || name[i] > '9' || number > CSV_COLUMNS_MAX)
            return 0;
        number = number * 10 + (size_t)(name[i] - '0');
    }
    return number <= scout->cells ? number : 0;
}

static bool resolve(const Scout *scout, int which, const char *name, size_t *column, char *what, size_t room) {
    char shown[CSV_NAME];
    *column = 0;
    if (!name || (*column = chosen(scout, which, name)) > 0)
        return true;
    utf8_show(shown, sizeof shown, name, strlen(name));
    snprintf(what, room, "there is no column '%s' among the %zu of the first row", shown, scout->cells);
    return false;
}

/* First column from `from` on, counted from 1, that is not `taken`. */
static size_t free_column(size_t from, size_t taken) { return from == taken ? from + 1 : from; }

bool csv_scout(const CsvText *text, CsvShape shape, const CsvChoice *choice, CsvReport *report, char *what,
               size_t room) {
    struct csv_parser parser;
    Scout scout = {.shape = shape, .choice = choice, .report = report};
    size_t x, value;
    snprintf(what, room, "not enough memory");
    if (!csv_parser_open(&parser, shape))
        return false;
    size_t size = sample_size(text);
    for (size_t at = 0; at < size && !scout.done; at++)
        csv_parse(&parser, text->bytes + at, 1, scout_cell, scout_row, &scout);
    if (!scout.done && size == text->size)
        csv_fini(&parser, scout_cell, scout_row, &scout);
    csv_free(&parser);
    if (scout.cells > 0 &&
        (!resolve(&scout, 0, choice->x, &x, what, room) || !resolve(&scout, 1, choice->value, &value, what, room)))
        return false;
    x = scout.cells ? x : 0;
    value = scout.cells ? value : 0;
    report->header = scout.cells > 1 && scout.words[0] && scout.words[1];
    report->header = report->header || scout.by_name[0] || scout.by_name[1];
    size_t first = report->header && scout.unnamed && scout.cells > 2 ? 2 : 1;
    x = x ? x : free_column(first, value);
    value = value ? value : free_column(first, x);
    report->x = x - 1;
    report->value = value - 1;
    if (!report->header)
        memset(report->names, 0, sizeof report->names);
    return true;
}

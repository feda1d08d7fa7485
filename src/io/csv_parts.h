/* The steps of reading CSV before its numbers; not for others. */
#ifndef IO_CSV_PARTS_H
#define IO_CSV_PARTS_H

#include "io/csv.h"

#include <csv.h>

typedef struct CsvText {
    const char *label, *bytes;
    size_t size;
    char *owned; /* to be freed: bytes that had to be converted */
    const char *encoding;
} CsvText;

/* Turns text->bytes into UTF-8 without a mark; false with the fault's words when it is no text. */
bool csv_decode(CsvText *text, char *error, size_t room);

/* How cells are told apart. */
typedef struct CsvShape {
    char delimiter, decimal;
} CsvShape;

CsvShape csv_guess(const CsvText *text);
/* The first row: header or not, names, and the columns to take, into report. False with `what` is wrong. */
bool csv_scout(const CsvText *text, CsvShape shape, const CsvChoice *choice, CsvReport *report, char *what,
               size_t room);

/* A parser for the shape; false without memory. Free with csv_free. */
bool csv_parser_open(struct csv_parser *parser, CsvShape shape);
/* libcsv sees runs of blanks as empty cells between single ones: those are no cells. */
static inline bool csv_is_cell(CsvShape shape, size_t size) { return size > 0 || shape.delimiter != ' '; }

bool csv_number(const char *text, size_t size, char decimal, double *value);
bool csv_missing(const char *text, size_t size);
/* nan, inf, 1e400, 3.5m, -: a failed number rather than a column's name. */
bool csv_meant_as_number(const char *text, size_t size);

/* What is wrong, in words, and in which cell (both counted from 0; rows as libcsv counts them, without blank ones). */
typedef struct CsvFault {
    bool found;
    size_t row, cell;
    char what[160];
} CsvFault;

/* "label:line:column: what". */
void csv_fault_write(const CsvText *text, CsvShape shape, const CsvFault *fault, char *error, size_t room);
/* The lines of the first CSV_LINES_SHOWN of `counter` rows, ascending. */
void csv_find_lines(const CsvText *text, CsvShape shape, size_t counter, const size_t *rows, size_t *lines);

#endif

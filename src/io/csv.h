/* Points from CSV and tables to CSV. Reading goes in four steps: decode (bytes to UTF-8 text), guess (how it is laid
 * out), parse (libcsv: text to cells), interpret (cells to numbers). Whoever writes the file is told the line and
 * column to mend.
 *
 * Encoding: a byte order mark says UTF-8 or UTF-16; without one, zeros in every other byte are UTF-16; else valid UTF-8
 *   is UTF-8; else GB18030, if all bytes fit and most characters are the common Chinese ones; else Windows-1252.
 * Delimiter and decimal sign: of comma, semicolon, tab and blanks, each with a point, all but the comma also with a
 *   decimal comma, the pair under which most of the first rows have two numbers; of several the one that leaves
 *   fewest odd cells; of these the first named here.
 * Header: the first row, if its two columns are words. Columns: the first two, or in a file as R writes it, whose
 *   first column has no name, the second and third; or as chosen.
 * Missing: an empty cell, NA, N/A, #N/A, null, none. Such a row is skipped and counted. Anything else that is no
 *   number is refused. */
#ifndef IO_CSV_H
#define IO_CSV_H

#include "io/progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CSV_NAME = 64, CSV_ROWS_MAX = 5000000, CSV_BYTES_MAX = 1 << 28, CSV_COLUMNS_MAX = 16384 };
enum { CSV_COLUMNS_SHOWN = 32, CSV_LINES_SHOWN = 5, CSV_MORE_MAX = 8 };

/* Points in the order of the file. */
typedef struct CsvData {
    double *x, *y; /* n of each, all finite */
    size_t n;
    char x_name[CSV_NAME], y_name[CSV_NAME]; /* from the header, valid UTF-8, cut to fit; "" without header */
    bool header;
    size_t extra; /* columns beside the two; of the widest row */
    size_t mores; /* further values: of the first CSV_COLUMNS_SHOWN columns those with a number in every row read */
    double *more[CSV_MORE_MAX];
    char more_name[CSV_MORE_MAX][CSV_NAME];
} CsvData;

/* Which columns: each by its name, or by its number from 1 on; NULL = as above. */
typedef struct CsvChoice {
    const char *x, *value;
    size_t more;        /* how many further values at most, up to CSV_MORE_MAX */
    Progress *progress; /* NULL: nobody watches; once stopped, reading fails */
} CsvChoice;

/* What was found, for the one line that a reader of a file deserves. */
typedef struct CsvReport {
    size_t rows;             /* read, as in CsvData */
    size_t columns;          /* of the widest row */
    size_t x, value;         /* the columns taken, from 0 */
    const char *encoding;    /* "UTF-8", "UTF-16LE", "UTF-16BE", "GB18030", "Windows-1252" */
    char delimiter, decimal; /* , ; tab blank and . , */
    bool header;
    char names[CSV_COLUMNS_SHOWN][CSV_NAME];        /* of the first columns; "" without header */
    size_t skipped, skipped_lines[CSV_LINES_SHOWN]; /* rows with a missing value: how many, and the first lines */
    size_t ragged, ragged_lines[CSV_LINES_SHOWN];   /* rows taken although they have not as many cells as the first */
} CsvReport;

/* Reads x,y rows from the file at `path` ("-": standard input). Blank lines are skipped. False and one line
 * "file:line:column: what is wrong" in error for a cell that is neither a finite number nor missing, a row with too
 * few cells, no rows at all, a column that is not there, more than CSV_ROWS_MAX rows, CSV_COLUMNS_MAX cells in a row or
 * CSV_BYTES_MAX bytes, or a file that is not text or not a file. choice and report may be NULL. */
bool csv_import(const char *path, const CsvChoice *choice, CsvData *data, CsvReport *report, char *error, size_t room);

/* The same from memory; `label` is the file's name in messages. */
bool csv_import_text(const char *label, const char *bytes, size_t size, const CsvChoice *choice, CsvData *data,
                     CsvReport *report, char *error, size_t room);

/* Both without choice and report. */
bool csv_read(const char *path, CsvData *data, char *error, size_t room);
bool csv_read_text(const char *label, const char *text, size_t size, CsvData *data, char *error, size_t room);

void csv_data_free(CsvData *data);

/* "LABEL: 153 rows, x = Temp, value = Ozone (of 7 columns; UTF-8, commas); 37 rows skipped: lines 6, 11, ...". */
void csv_report_line(const CsvReport *report, const char *label, char *line, size_t room);
/* Whether that line says more than a person expects: something skipped or ragged, more than two columns, or a layout
 * other than UTF-8 with commas. */
bool csv_report_matters(const CsvReport *report);

/* The first `rows` rows as text to show: cells separated by tabs, each at most CSV_NAME - 1 bytes, at most
 * CSV_COLUMNS_SHOWN of them, a line feed after each row. To be freed; NULL when it is no text, or without memory. */
char *csv_preview(const char *bytes, size_t size, size_t rows);

/* Writes a table cell by cell into out; numbers as the shortest decimals that read back the same. */
typedef struct CsvWriter {
    FILE *out;
    bool inside;    /* the row has a cell already */
    char separator; /* between cells: 0 is a comma; with a tab nothing is quoted, and tabs in texts become blanks */
} CsvWriter;

void csv_write_number(CsvWriter *writer, double value);
/* Quoted where the text needs it. */
void csv_write_text(CsvWriter *writer, const char *text);
/* Ends the row. False when anything written to `out` so far has failed. */
bool csv_write_row(CsvWriter *writer);

#endif

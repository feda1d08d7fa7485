/* Points from CSV and tables to CSV. Reading goes in three steps: decode (bytes to UTF-8 text), parse (libcsv:
 * text to cells), interpret (cells to numbers). Whoever writes the file is told the line and column to mend. */
#ifndef IO_CSV_H
#define IO_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { CSV_NAME = 64, CSV_ROWS_MAX = 5000000, CSV_BYTES_MAX = 1 << 28 };

/* Points in the order of the file. */
typedef struct CsvData {
    double *x, *y; /* n of each, all finite */
    size_t n;
    char x_name[CSV_NAME], y_name[CSV_NAME]; /* from the header, valid UTF-8, cut to fit; "" without header */
    bool header;
    size_t extra; /* columns after the second, ignored; of the widest row */
} CsvData;

/* Reads x,y rows from the file at `path` ("-": standard input). A first row of two words is a header; blank lines
 * are skipped. False and one line "file:line:column: what is wrong" in error for a cell that is no finite
 * number, a row with fewer than 2 cells, no rows at all, more than CSV_ROWS_MAX rows or CSV_BYTES_MAX bytes, or
 * a file that is not text or not a file. */
bool csv_read(const char *path, CsvData *data, char *error, size_t room);

/* The same from memory; `label` is the file's name in messages. */
bool csv_read_text(const char *label, const char *text, size_t size, CsvData *data, char *error, size_t room);

void csv_data_free(CsvData *data);

/* Writes a table cell by cell into out; numbers as the shortest decimals that read back the same. */
typedef struct CsvWriter {
    FILE *out;
    bool inside; /* the row has a cell already */
} CsvWriter;

void csv_write_number(CsvWriter *writer, double value);
/* Quoted where the text needs it. */
void csv_write_text(CsvWriter *writer, const char *text);
/* Ends the row. False when anything written to `out` so far has failed. */
bool csv_write_row(CsvWriter *writer);

#endif

/* Reference tables and data sets for the tests: a plain CSV without quotes, held in memory. Whatever goes
 * wrong here (no file, no such column) fails the test that asked. */
#ifndef TESTS_CORE_TABLE_H
#define TESTS_CORE_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Table {
    char *text;
    char **cell; /* rows x columns, the header row apart */
    char **header;
    size_t rows, columns;
} Table;

/* `path` is relative to the source root. */
Table table_load(const char *path);
void table_free(Table *table);

const char *table_text(const Table *table, size_t row, const char *column);
double table_number(const Table *table, size_t row, const char *column);
bool table_is(const Table *table, size_t row, const char *column, const char *text);

/* A data set under assets/data, x ascending (equal x in file order). */
typedef struct Points {
    size_t n;
    double x[300], y[300];
} Points;

Points points_load(const char *name);

/* Fails unless |actual - expected| <= relative |expected| + absolute; `what` and `row` tell where. */
void check_close(double actual, double expected, double relative, double absolute, const char *what, size_t row);

#endif

/* See table.h. */
#include "table.h"

#include "check.h"
#include "core/num.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path) {
    char full[1024];
    snprintf(full, sizeof full, "%s/%s", SOURCE_ROOT, path);
    FILE *file = fopen(full, "rb");
    if (!file)
        fail_msg("cannot open %s", full);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, size, file), size);
    text[size] = '\0';
    fclose(file);
    return text;
}

static size_t count(const char *text, const char *end, char c) {
    size_t found = 0;
    for (; text < end; text++)
        found += *text == c;
    return found;
}

/* Cuts the text at commas and newlines; every line has the same number of cells. */
Table table_load(const char *path) {
    Table table = {.text = read_file(path)};
    char *at = table.text, *end = at + strlen(at);
    table.columns = count(at, at + strcspn(at, "\n"), ',') + 1;
    size_t lines = count(at, end, '\n');
    table.rows = lines - 1;
    table.header = calloc(lines * table.columns, sizeof *table.header);
    assert_non_null(table.header);
    table.cell = table.header + table.columns;
    for (size_t i = 0; i < lines * table.columns; i++) {
        table.header[i] = at;
        at += strcspn(at, ",\n");
        assert_int_equal(*at == '\n', (i + 1) % table.columns == 0);
        *at++ = '\0';
    }
    assert_ptr_equal(at, end);
    return table;
}

void table_free(Table *table) {
    free(table->text);
    free(table->header);
}

const char *table_text(const Table *table, size_t row, const char *column) {
    for (size_t j = 0; j < table->columns; j++)
        if (strcmp(table->header[j], column) == 0)
            return table->cell[row * table->columns + j];
    fail_msg("no column %s", column);
    return NULL;
}

double table_number(const Table *table, size_t row, const char *column) {
    double value = NAN;
    const char *text = table_text(table, row, column);
    if (!num_parse(text, strlen(text), &value))
        fail_msg("row %zu, column %s: \"%s\" is no number", row, column, text);
    return value;
}

bool table_is(const Table *table, size_t row, const char *column, const char *text) {
    return strcmp(table_text(table, row, column), text) == 0;
}

Points points_load(const char *name) {
    char path[256];
    snprintf(path, sizeof path, "assets/data/%s.csv", name);
    Table table = table_load(path);
    Points points = {.n = table.rows};
    assert_true(table.rows <= sizeof points.x / sizeof *points.x);
    for (size_t i = 0; i < table.rows; i++) {
        double x = table_number(&table, i, table.header[0]), y = table_number(&table, i, table.header[1]);
        size_t at = i;
        for (; at > 0 && points.x[at - 1] > x; at--) {
            points.x[at] = points.x[at - 1];
            points.y[at] = points.y[at - 1];
        }
        points.x[at] = x;
        points.y[at] = y;
    }
    table_free(&table);
    return points;
}

void check_close(double actual, double expected, double relative, double absolute, const char *what, size_t row) {
    if (!(fabs(actual - expected) <= relative * fabs(expected) + absolute))
        fail_msg("%s, row %zu: %.17g instead of %.17g, off by %.3g", what, row, actual, expected,
                 fabs(actual - expected));
}

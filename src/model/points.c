/* A column's mark is the sum over its numbers of a hash of the number and its place, so that one number's change costs
 * one subtraction and one addition, and equal points have equal marks whatever became of them in between. */
#include "model/points.h"

#include <stdlib.h>
#include <string.h>

bool points_reserve(Points *points, size_t n, int values) {
    if (n <= points->room && values <= points->values)
        return true;
    Points grown = {.n = points->n, .values = values > points->values ? values : points->values};
    grown.room = n <= points->room ? points->room : n > 2 * points->room ? n : 2 * points->room;
    for (int c = 0; c < points_columns(&grown); c++) {
        grown.column[c] = calloc(grown.room ? grown.room : 1, sizeof(double));
        if (!grown.column[c]) {
            points_free(&grown);
            return false;
        }
        if (points->n && c < points_columns(points))
            memcpy(grown.column[c], points->column[c], points->n * sizeof(double));
    }
    bool wider = grown.values > points->values;
    memcpy(grown.mark, points->mark, sizeof grown.mark);
    points_free(points);
    *points = grown;
    if (wider)
        points_mark(points);
    return true;
}

/* Drops the value columns beyond the first `values`. */
static void keep_values(Points *points, int values) {
    for (int c = 2 + values; c < points_columns(points); c++) {
        free(points->column[c]);
        points->column[c] = NULL;
    }
    if (points->values > values)
        points->values = values;
}

bool points_assign(Points *points, const double *x, const double *y, size_t n) {
    if (!points_reserve(points, n, 1))
        return false;
    keep_values(points, 1);
    if (n) {
        memmove(points->x, x, n * sizeof *x);
        memmove(points->y, y, n * sizeof *y);
        memset(points->muted, 0, n * sizeof *points->muted);
    }
    points->n = n;
    points_mark(points);
    return true;
}

bool points_resize(Points *points, size_t n, int values) {
    if (!points_reserve(points, n, values))
        return false;
    keep_values(points, values);
    return true;
}

bool points_copy(Points *points, const Points *from) {
    if (!points_reserve(points, from->n, from->values))
        return false;
    keep_values(points, from->values);
    for (int c = 0; c < points_columns(from) && from->n; c++)
        memcpy(points->column[c], from->column[c], from->n * sizeof(double));
    points->n = from->n;
    memcpy(points->mark, from->mark, sizeof points->mark);
    return true;
}

/* The finisher of splitmix64 over the place and the bits. */
uint64_t points_mark_of(size_t i, double value) {
    uint64_t z;
    memcpy(&z, &value, sizeof z);
    z ^= (uint64_t)(i + 1) * UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

void points_mark(Points *points) {
    memset(points->mark, 0, sizeof points->mark);
    for (int c = 0; c < points_columns(points); c++)
        for (size_t i = 0; i < points->n; i++)
            points->mark[c] += points_mark_of(i, points->column[c][i]);
}

void points_set(Points *points, int column, size_t i, double value) {
    double *at = &points->column[column][i];
    points->mark[column] += points_mark_of(i, value) - points_mark_of(i, *at);
    points->touched = i;
    *at = value;
}

void points_append(Points *points) {
    for (int c = 0; c < points_columns(points); c++) {
        points->column[c][points->n] = 0;
        points->mark[c] += points_mark_of(points->n, 0);
    }
    points->n++;
}

void points_free(Points *points) {
    for (int c = 0; c < 2 + VALUES_MAX; c++)
        free(points->column[c]);
    *points = (Points){0};
}

/* The points of a scene, column by column, in the order in which they were made. */
#ifndef MODEL_POINTS_H
#define MODEL_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { POINTS_MAX = 1000000, VALUES_MAX = 6 };
enum { POINTS_X, POINTS_MUTED, POINTS_VALUE }; /* columns; the values go on from there */

/* Columns of n numbers each: a key x, whether it is muted (0 or 1), and `values` value columns. Write through the
 * functions below, or call points_mark afterwards: whoever computes from points looks at the marks, not at all of them,
 * to see whether they have changed. */
typedef struct Points {
    size_t n, room;
    int values; /* 1 to VALUES_MAX; the others are NULL */
    union {
        struct {
            double *x, *muted, *y, *more[VALUES_MAX - 1];
        };
        double *column[2 + VALUES_MAX];
    };
    uint64_t mark[2 + VALUES_MAX]; /* of each column: a hash of its numbers and their places, nothing else */
    size_t touched;                /* the point that points_set wrote last: a hint, no more */
} Points;

/* Room for n points of `values` value columns; false when memory ran out (the points are then unchanged). New columns
 * are 0. */
bool points_reserve(Points *points, size_t n, int values);
/* n points with one value each, none muted. */
bool points_assign(Points *points, const double *x, const double *y, size_t n);
/* All columns of `from`. */
bool points_copy(Points *points, const Points *from);
/* Room for n points, and exactly `values` value columns; n of the points stay as it is. */
bool points_resize(Points *points, size_t n, int values);
/* One number of point i < n. */
void points_set(Points *points, int column, size_t i, double value);
/* A point of zeros at the end, for which there must be room. */
void points_append(Points *points);
/* To be called after the columns were written to. */
void points_mark(Points *points);
/* What point i's number adds to its column's mark. */
uint64_t points_mark_of(size_t i, double value);
/* Number of columns in use: x, muted, and the values. */
static inline int points_columns(const Points *points) { return 2 + points->values; }
void points_free(Points *points);

#endif

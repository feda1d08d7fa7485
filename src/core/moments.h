/* Sums of powers of the keys, cell by cell: for each cell of a grid over x, sum u^k and sum u^k (y - centre) for
 * k < MOMENTS, u in [-1, 1] the place within the cell. They know no kernel and no bandwidth. Cells of one level are
 * merged two by two, exactly, into the next: a pyramid, from which an evaluation takes the level that fits its
 * bandwidth. Cell widths are powers of two and cells begin at multiples of them, so every cell's centre is exact,
 * however far from 0 the data lie. After Greengard and Strain, "The fast Gauss transform" (1991). */
#ifndef CORE_MOMENTS_H
#define CORE_MOMENTS_H

#include "core/lanes.h"
#include "core/pool.h"
#include "core/reach.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    MOMENTS = 16,
    MOMENT_CELLS = 8192, /* at most, on the finest level */
    MOMENT_LEVELS = 15,
    MOMENT_ROWS = 2 * MOMENTS /* of a group: sum u^k y for k = 0.., then sum u^k */
};

/* Moments of a level lie in groups of LANES cells: group[g][row][lane]. Level l has cells of width[l] from `origin`;
 * the cells that fill up the last group, and one group more, are empty. */
typedef struct Moments {
    Keys keys;
    double centre; /* taken off the values */
    double origin;
    size_t levels, count[MOMENT_LEVELS], groups[MOMENT_LEVELS];
    double width[MOMENT_LEVELS], per_width; /* per_width = 1 / width[0] */
    double *group[MOMENT_LEVELS];
    size_t *start; /* the finest cell c holds keys start[c] to start[c + 1]; beyond the last cell: n */
    double *memory;
    size_t memory_room, start_room;
} Moments;

/* Sums over the keys, which must stay where they are as long as the moments are used; n >= 1. Reuses memory.
 * Time: O(n). False when memory ran out: the moments are then empty. */
bool moments_build(Moments *moments, const Keys *keys);
/* The same for keys of which one, that was at `before`, is now key `to`: only the sums that it is in are made again,
 * with the same bits. False, and nothing done, where the grid would be another one: build. */
bool moments_move(Moments *moments, const Keys *keys, double before, size_t to);
void moments_free(Moments *moments);

/* The steps of which it is made, for other ways to fill the finest cells (scatter.h). Width of a grid of at most
 * `cells` cells: a power of two, so wide that multiples of half of it are doubles wherever the keys lie. moments_begin
 * wants keys.n, centre, origin, width[0] and count[0], and gives empty cells; start, group[0] come next;
 * moments_merge does the rest. */
double moments_width(double x0, double x1, double cells);
double moments_middle_value(const Keys *keys);
bool moments_begin(Moments *moments);
void moments_merge(Moments *moments);

/* Adds the 2 x MOMENTS sums over n keys about `middle` to sum[k * stride] and sum[(MOMENTS + k) * stride]. */
void moments_add(const double *x, const double *y, size_t n, double middle, double half_width, double centre,
                 double *sum, size_t stride);

/* Finest cell of x, clamped to the grid. */
size_t moments_cell(const Moments *moments, double x);

/* Finest cell that holds key i. */
size_t moments_key_cell(const Moments *moments, size_t i);

/* Where among the keys reach_lower(x) must be looked for, when x is known up to `room`. */
Bracket moments_bracket(const Moments *moments, double x, double room);

/* reach_lower(x), looked for first where x would be if its cell were filled evenly. */
size_t moments_lower(const Moments *moments, double x);

/* Asks for the keys and values around x, which a window will soon end at. */
void moments_prefetch(const Moments *moments, double x);

/* Keys in cells [first, end) of a level. */
size_t moments_keys(const Moments *moments, size_t level, size_t first, size_t end);

#endif

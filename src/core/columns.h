/* A heatmap's columns that sum several keys each: moments about every column's own middle, which know no bandwidth, and
 * what a bandwidth makes of them: series in double precision for a row at a time, one group of LANES columns after the
 * other, and shorter ones in single precision for bands (band.h). */
#ifndef CORE_COLUMNS_H
#define CORE_COLUMNS_H

#include "core/band.h"
#include "core/engine.h"
#include "core/moments.h"

typedef struct Columns {
    size_t count;   /* 0: not built */
    double *memory; /* columns_room() doubles */
    size_t room;
    double first[HEAT_COLUMNS_MOST];                   /* key of each column */
    BandGroup group[HEAT_COLUMNS_MOST / BAND_COLUMNS]; /* of the bandwidth that columns_groups was asked for last */
} Columns;

size_t columns_room(void);

/* First key of column c: the least k for which k * columns / n is c. */
size_t columns_start(size_t n, size_t columns, size_t c);

/* O(n); n >= count. */
void columns_build(Columns *columns, const Keys *keys, size_t count);

/* Those that hold keys first to last, which have changed, again; nothing, if none are built. */
void columns_renew(Columns *columns, const Keys *keys, size_t first, size_t last);

/* Of column c: its middle, half its width, and the sum over its keys of u^k, u in [-1, 1] their place in it. */
double columns_middle(const Columns *columns, size_t c);
double columns_half_width(const Columns *columns, size_t c);
double columns_moment(const Columns *columns, size_t c, size_t k);

/* The groups for bands of queries that see columns from `reach` bandwidths at most. */
void columns_groups(Columns *columns, double inv, double reach);

/* The series for single rows, into columns->memory. Whether some columns are too wide for it; these get weight 0. */
bool columns_series(Columns *columns, double inv);
bool columns_is_wide(const Columns *columns, size_t c);

/* Weights exp(-t^2/2) p(t) of columns [first, end) x LANES for one query, into weight[first * LANES] and on; their sum.
 */
double columns_weights(const Columns *columns, size_t first, size_t end, double query, double inv, float *weight);

#endif

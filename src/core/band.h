/* A band of a Gaussian's heatmap: eight rows of queries at equal distances s at a time. With r = exp(-s (2d + s) /
 * 2h^2) a weight w at distance d becomes w r in the next row, and r becomes r exp(-s^2/h^2), so eight rows take two
 * exponentials a column. A column of many keys has the weight exp(-t^2/2) p(t) of gauss.h about its middle; narrow
 * columns need few terms, and all but the distances in single precision. The sums of weights are known beforehand. */
#ifndef CORE_BAND_H
#define CORE_BAND_H

#include "core/lanes.h"

#include <stdbool.h>
#include <stddef.h>

enum { BAND_ROWS = 8, BAND_COLUMNS = 2 * LANES, BAND_TERMS = 10 };

/* Columns side by side; terms = 0: too wide for a band. */
typedef struct BandGroup {
    double middle[BAND_COLUMNS];
    float coefficient[BAND_TERMS][BAND_COLUMNS];
    int terms;
} BandGroup;

typedef struct Band {
    double inv;             /* 1/h */
    size_t rows;            /* 1 or BAND_ROWS */
    double query, step;     /* of the first row; to the next row, at most BAND_STEP h */
    double shift;           /* log2 of the first row's sum of weights */
    float scale[BAND_ROWS]; /* the first row's sum over each row's */
} Band;

static const double BAND_STEP = 0.25;

/* How many terms serve for distances up to `reach` and columns of half width kappa, both in bandwidths: relative error
 * of a weight below 7e-6, and below 4e-6 where it is 1e-8 of its row. 0: none do. */
int band_terms(double reach, double kappa);

/* Rows of weights, the first from weight[0], the next from weight[stride] on: a column for each of n keys;
 * or `count` columns in groups with terms > 0. Relative accuracy 9e-6 from 1 down to 1e-12. */
void band_keys(const Band *band, const double *key, size_t n, float *weight, size_t stride);
void band_columns(const Band *band, const BandGroup *group, size_t count, float *weight, size_t stride);

#endif

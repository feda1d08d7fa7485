/* More points than can be told apart, over a view: how many are in each cell, and how heavy they are. */
#ifndef MODEL_CROWD_H
#define MODEL_CROWD_H

#include "model/scene.h"
#include "model/sorted.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { CROWD_LEAST = 3000 }; /* points that are drawn one by one, at most */

/* Cells over the view, and columns of the strip below it. */
typedef struct CrowdGrid {
    int columns, rows, across;
} CrowdGrid;

/* The weights alpha[0..n) of one query. `falling`: no key farther from the query weighs more. `version` is a number for
 * these weights. */
typedef struct CrowdWeights {
    const double *alpha;
    double largest, query;
    bool falling;
    uint64_t version;
} CrowdWeights;

/* {0} is empty. Shown: `cell` and `heaviest`; the rest is what they are made from, kept while it stays true. */
typedef struct Crowd {
    CrowdGrid grid;
    float *cell;     /* rows x columns, row 0 on top: 0 without points, else up to 1, on a logarithmic scale */
    float *heaviest; /* across: the largest weight there */
    size_t *start, *strip_start; /* the first key in each column, and behind the last; of the cells and of the strip */
    unsigned *count;             /* columns x rows, column by column */
    unsigned *most;              /* of each column */
    float *stronger;             /* of each column: by what its points count more than one without weight */
    View view;
    unsigned long keys_version;
    uint64_t weights; /* which weights are in `cell` and `heaviest` */
    bool counted;
    size_t room[7];
} Crowd;

/* Counts the keys in the cells of the view and weighs them; nothing is computed again for what is known already. A
 * point of full weight counts as much as nine. O(n) at most. False, and an empty crowd (grid of zeros), when memory ran
 * out or the grid has no cells.
 */
bool crowd_compute(Crowd *crowd, const Sorted *keys, const CrowdWeights *weights, View view, CrowdGrid grid);
void crowd_free(Crowd *crowd);

/* The largest of n weights; 0 for none. */
double crowd_largest(const double *weight, size_t n);

#endif

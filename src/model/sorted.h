/* Points as sorted keys, with the engine's sums over them. Refreshing costs only what has changed: nothing, one
 * dragged point, or everything; the result is always the same as from a fresh start. */
#ifndef MODEL_SORTED_H
#define MODEL_SORTED_H

#include "core/engine.h"
#include "core/pool.h"
#include "model/points.h"

#include <stdbool.h>
#include <stddef.h>

enum { SORTED_BLOCK = 4096 };

/* One key that moved, and nothing else changed. */
typedef struct SortedMove {
    double from_x, from_y, to_x, to_y;
} SortedMove;

typedef struct Sorted {
    size_t n, room;
    size_t *order; /* order[k]: the point that is key k; keys sorted by x, equal x by age */
    size_t *rank;  /* the reverse: rank[i] is the key that point i is */
    double *x, *y; /* the keys and their values */
    bool *muted;   /* by key */
    bool any_muted;
    double mean_x, mean_y;
    double *part[2], base[2]; /* of the means: sums over blocks of keys, less the first key's x and y */
    Engine *engine;           /* has these keys, without the muted ones */
    unsigned long version;    /* counts the changes */
    bool moved;               /* the last of which was this move */
    SortedMove move;
    uint64_t mark[3]; /* of the points' x, value and muted columns that these keys are */
    bool known;       /* there are such keys */
} Sorted;

/* Takes the points with the values of one column. False when memory ran out: there are then no keys (n = 0). */
bool sorted_refresh(Sorted *sorted, const Points *points, int value_column);
/* Whether the keys are those of these points, so that order and rank may be used for them. */
bool sorted_current(const Sorted *sorted, const Points *points, int value_column);
/* The first key at or beyond x; n for none. */
size_t sorted_lower(const Sorted *sorted, double x);
void sorted_free(Sorted *sorted);

#endif

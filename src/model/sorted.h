/* Points as sorted keys, with the engine's sums over them. Refreshing costs only what has changed: nothing, one
 * dragged point, or everything; the result is always the same as from a fresh start. */
#ifndef MODEL_SORTED_H
#define MODEL_SORTED_H

#include "core/engine.h"
#include "core/pool.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Sorted {
    size_t n, room;
    size_t *order; /* order[k]: the point that is key k; keys sorted by x, equal x by age */
    size_t *rank;  /* the reverse: rank[i] is the key that point i is */
    double *x, *y; /* the keys and their values */
    bool *muted;   /* by key */
    bool any_muted;
    double mean_x, mean_y;
    Engine *engine;        /* has these keys, without the muted ones */
    unsigned long version; /* counts the changes */
    double *seen[3];       /* the points as they were: x, y, muted */
    bool known;            /* the above are those of `seen` */
} Sorted;

/* Takes n points, `muted` 0 or 1 each. False when memory ran out: there are then no keys (n = 0). */
bool sorted_refresh(Sorted *sorted, const double *x, const double *y, const double *muted, size_t n);
void sorted_free(Sorted *sorted);

/* Sorts n points by x into order (room for n), equal x by age. */
void sorted_order(const double *x, size_t n, size_t *order);

#endif

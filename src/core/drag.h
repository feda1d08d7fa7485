/* Dragging one key: everything but the key in the hand is static. Per query the sums over the others are kept, relative
 * to the best of their scores, and each motion merges the one key as online softmax merges a block (Milakov and
 * Gimelshein 2018). No key is ever subtracted, so nothing drifts. */
#ifndef CORE_DRAG_H
#define CORE_DRAG_H

#include "core/engine.h"

enum { DRAG_ROWS = 3 };

/* The caller's: nothing to free. `memory`: DRAG_ROWS x m doubles, kept by the caller as long as the drag. */
typedef struct Drag {
    Pool pool;
    const double *query;
    size_t m;
    double centre;
    double *best, *sum, *weighted;
} Drag;

/* The engine holds the keys without the one in the hand; query stays the caller's. */
void drag_begin(Drag *drag, Engine *engine, const Pool *pool, const double *query, size_t m, double *memory);

/* The curve with the key at x and value y. Works for every kernel; not for MODEL_SCORER. */
void drag_move(const Drag *drag, double x, double y, double *f, bool *supported);

#endif

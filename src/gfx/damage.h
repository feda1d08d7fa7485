/* Where a picture differs from the one before, so that only that is painted again. */
#ifndef GFX_DAMAGE_H
#define GFX_DAMAGE_H

#include "draw/drawlist.h"

#include <stdint.h>

enum { DAMAGE_RECTS = 12, DAMAGE_TILE = 32 };

/* {0} is the state of one who has seen nothing. */
typedef struct Damage {
    uint64_t *now, *before; /* columns x rows tiles: a hash of all that touches each */
    size_t room;
    int width, height, columns, rows;
    Color background;
    bool known; /* `now` is what the last picture was */
    Rect rect[DAMAGE_RECTS];
    int count;
} Damage;

/* Fills `rect` with whole pixels outside of which this list of width x height (both at least 1) looks like the last
 * one; `bounds` are its commands' (bounds.h). None overlaps another. Everything, after damage_forget, a change of size,
 * or when memory ran out. */
void damage_find(Damage *damage, const DrawList *list, const Rect *bounds, int width, int height);
void damage_forget(Damage *damage);
void damage_free(Damage *damage);

#endif

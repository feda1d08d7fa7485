/* Points and rectangles in pixels, y down, origin at the top left of the picture. */
#ifndef DRAW_GEOM_H
#define DRAW_GEOM_H

#include <stdbool.h>

typedef struct Vec2 {
    float x, y;
} Vec2;

typedef struct Rect {
    float x, y, w, h;
} Rect;

static inline Rect rect_inset(Rect r, float by) { return (Rect){r.x + by, r.y + by, r.w - 2 * by, r.h - 2 * by}; }
static inline bool rect_has(Rect r, double x, double y) {
    return x >= r.x && x < r.x + r.w && y >= r.y && y < r.y + r.h;
}
static inline float rect_right(Rect r) { return r.x + r.w; }
static inline float rect_bottom(Rect r) { return r.y + r.h; }
static inline Vec2 rect_centre(Rect r) { return (Vec2){r.x + r.w / 2, r.y + r.h / 2}; }

/* The common part; w and h are 0 where there is none. */
Rect rect_intersect(Rect a, Rect b);

#endif

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

/* Plain comparisons, for fminf and fmaxf are calls: pictures are made of thousands of rectangles. */
static inline float geom_least(float a, float b) { return a < b ? a : b; }
static inline float geom_most(float a, float b) { return a > b ? a : b; }

/* The common part; w and h are 0 where there is none. */
static inline Rect rect_intersect(Rect a, Rect b) {
    float left = geom_most(a.x, b.x), top = geom_most(a.y, b.y);
    float right = geom_least(rect_right(a), rect_right(b)), bottom = geom_least(rect_bottom(a), rect_bottom(b));
    bool some = right > left && bottom > top;
    return (Rect){left, top, some ? right - left : 0, some ? bottom - top : 0};
}

/* The smallest rectangle around both. */
static inline Rect rect_join(Rect a, Rect b) {
    float x = geom_least(a.x, b.x), y = geom_least(a.y, b.y);
    return (Rect){x, y, geom_most(rect_right(a), rect_right(b)) - x, geom_most(rect_bottom(a), rect_bottom(b)) - y};
}

/* Whether they have more than an edge in common. */
static inline bool rect_meet(Rect a, Rect b) {
    return a.x < rect_right(b) && b.x < rect_right(a) && a.y < rect_bottom(b) && b.y < rect_bottom(a);
}

/* Whether `inner` lies in `outer`. */
static inline bool rect_within(Rect inner, Rect outer) {
    return inner.x >= outer.x && inner.y >= outer.y && rect_right(inner) <= rect_right(outer) &&
           rect_bottom(inner) <= rect_bottom(outer);
}

static inline bool rect_same(Rect a, Rect b) { return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h; }

#endif

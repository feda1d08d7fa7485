/* Rectangles: the common part of two of them is bounded by the larger of the left and top edges and the
 * smaller of the right and bottom edges; where these cross, there is none. */
#include "draw/geom.h"

Rect rect_intersect(Rect a, Rect b) {
    float left = a.x > b.x ? a.x : b.x, top = a.y > b.y ? a.y : b.y;
    float right = rect_right(a) < rect_right(b) ? rect_right(a) : rect_right(b);
    float bottom = rect_bottom(a) < rect_bottom(b) ? rect_bottom(a) : rect_bottom(b);
    bool some = right > left && bottom > top;
    return (Rect){left, top, some ? right - left : 0, some ? bottom - top : 0};
}

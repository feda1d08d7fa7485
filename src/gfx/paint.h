/* Draw commands to quads: one function per kind of command. Each adds to `batches` what can be seen. */
#ifndef GFX_PAINT_H
#define GFX_PAINT_H

#include "draw/drawlist.h"
#include "gfx/batch.h"

/* The colour on which a picture begins, its alpha included, over whatever was there. */
void paint_ground(Batches *batches, Rect area, Color color);

/* A rectangle with rounded corners and a stroke within its edge; a circle is one with the largest radius. */
void paint_rect(Batches *batches, Rect area, float radius, Color fill, Color stroke, float width);

/* An open polyline: straight ends, round joins, dashes counted from the first point. Points that are not
 * finite break the line. `scratch` has room for `count` points. */
void paint_line(Batches *batches, const DrawCmd *cmd, const Vec2 *points, Vec2 *scratch);

/* A convex polygon, in either sense of rotation. */
void paint_polygon(Batches *batches, const Vec2 *points, size_t count, Color fill);

#endif

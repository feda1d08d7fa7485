/* Rectangles, circles and convex polygons as quads.
 * The signed-distance shader is dear on large areas, so a large rectangle is cut in five: a plain interior
 * and four strips around it that alone are antialiased. A polygon gets a fringe one pixel wide, half of it
 * inside, over which its colour fades; its interior is plain. */
#include "gfx/paint.h"

#include <math.h>
#include <stdlib.h>

static void put_plain(PlainVertex *corners, float x0, float y0, float x1, float y1, Rgba color) {
    corners[0] = (PlainVertex){x0, y0, 0, 0, color};
    corners[1] = (PlainVertex){x1, y0, 0, 0, color};
    corners[2] = (PlainVertex){x1, y1, 0, 0, color};
    corners[3] = (PlainVertex){x0, y1, 0, 0, color};
}

static void paint_as(Batches *batches, Program program, Rect area, Color fill) {
    PlainVertex *corners = batches_add(batches, program, 0, area, 1);
    if (corners)
        put_plain(corners, area.x, area.y, rect_right(area), rect_bottom(area), rgba_of(fill));
}

static void paint_plain(Batches *batches, Rect area, Color fill) {
    paint_as(batches, (fill & 0xFF) == 0xFF ? PROGRAM_SOLID : PROGRAM_FLAT, area, fill);
}

void paint_ground(Batches *batches, Rect area, Color color) { paint_as(batches, PROGRAM_SOLID, area, color); }

/* The part `piece` of a shape described by `like`, whose middle is at `centre`. */
static void put_piece(RichVertex *corners, Rect piece, Vec2 centre, RichVertex like) {
    for (int i = 0; i < 4; i++) {
        corners[i] = like;
        corners[i].x = i == 1 || i == 2 ? rect_right(piece) : piece.x;
        corners[i].y = i >= 2 ? rect_bottom(piece) : piece.y;
        corners[i].u = corners[i].x - centre.x;
        corners[i].v = corners[i].y - centre.y;
    }
}

static void paint_pieces(Batches *batches, const Rect *pieces, size_t count, Vec2 centre, const RichVertex *like) {
    for (size_t i = 0; i < count; i++) {
        RichVertex *corners = batches_add(batches, PROGRAM_SHAPE, 0, pieces[i], 1);
        if (corners)
            put_piece(corners, pieces[i], centre, *like);
    }
}

static bool on_grid(Rect r) {
    return r.x == floorf(r.x) && r.y == floorf(r.y) && r.w == floorf(r.w) && r.h == floorf(r.h);
}

/* The plain interior, on whole pixels: what corners, stroke and soft edges do not touch. */
static Rect interior(Rect area, float radius, float width) {
    float by = width + geom_most(radius - width, 0) * 0.293f + 1; /* 1 - sqrt(1/2) = 0.293 */
    float left = ceilf(area.x + by), top = ceilf(area.y + by);
    return (Rect){left, top, floorf(rect_right(area) - by) - left, floorf(rect_bottom(area) - by) - top};
}

static void paint_large(Batches *batches, Rect outer, Rect inner, Vec2 centre, const RichVertex *like, Color fill) {
    float right = rect_right(outer), bottom = rect_bottom(inner);
    const Rect strips[] = {
        {outer.x, outer.y, outer.w, inner.y - outer.y},
        {outer.x, inner.y, inner.x - outer.x, inner.h},
        {rect_right(inner), inner.y, right - rect_right(inner), inner.h},
        {outer.x, bottom, outer.w, rect_bottom(outer) - bottom},
    };
    if (fill & 0xFF)
        paint_plain(batches, inner, fill);
    paint_pieces(batches, strips, 4, centre, like);
}

void paint_rect(Batches *batches, Rect area, float radius, Color fill, Color stroke, float width) {
    enum { LARGE = 600 }; /* pixels; below that five quads cost more than they save */
    bool stroked = (stroke & 0xFF) && width > 0;
    float half = (area.w < area.h ? area.w : area.h) / 2;
    if (!(half > 0) || (!stroked && !(fill & 0xFF)))
        return;
    if (!stroked && !(radius > 0) && on_grid(area)) {
        paint_plain(batches, area, fill);
        return;
    }
    radius = radius > 0 ? geom_least(radius, half) : 0;
    RichVertex like = {.fill = rgba_of(fill),
                       .extra.stroke = rgba_of(stroked ? stroke : fill),
                       .shape = {area.w / 2, area.h / 2, radius, stroked ? geom_least(width, half) : 0}};
    Vec2 centre = rect_centre(area);
    Rect outer = rect_inset(area, on_grid(area) ? 0 : -1), inner = interior(area, radius, like.shape[3]);
    if (inner.w > 0 && inner.h > 0 && inner.w * inner.h > LARGE)
        paint_large(batches, outer, inner, centre, &like, fill);
    else
        paint_pieces(batches, &outer, 1, centre, &like);
}

static float signed_area(const Vec2 *p, size_t count) {
    float sum = 0;
    for (size_t i = 0, j = count - 1; i < count; j = i++)
        sum += (p[j].x - p[0].x) * (p[i].y - p[0].y) - (p[i].x - p[0].x) * (p[j].y - p[0].y);
    return sum / 2;
}

/* Outward unit normal of the edge from a to b, for a polygon whose area has the sign `turn`; 0 if a = b. */
static Vec2 normal(Vec2 a, Vec2 b, float turn) {
    float x = b.x - a.x, y = b.y - a.y, length = hypotf(x, y);
    return length > 0 ? (Vec2){y / length * turn, -x / length * turn} : (Vec2){0, 0};
}

/* The way from corner i to the corner of the polygon grown by 1 pixel, no longer than 4 pixels. */
static Vec2 mitre(const Vec2 *p, size_t count, size_t i, float turn) {
    Vec2 a = normal(p[(i + count - 1) % count], p[i], turn), b = normal(p[i], p[(i + 1) % count], turn);
    float dot = a.x * b.x + a.y * b.y, scale = 1 / geom_most(1 + dot, 0.125f);
    return (Vec2){(a.x + b.x) * scale, (a.y + b.y) * scale};
}

static Vec2 along(Vec2 from, Vec2 way, float by) { return (Vec2){from.x + way.x * by, from.y + way.y * by}; }

/* Half a pixel, or less where the polygon is too thin to be narrowed by that: area / perimeter is half the
 * thickness of a thin one. */
static float narrowing(const Vec2 *p, size_t count, float area) {
    float round = 0;
    for (size_t i = 0, j = count - 1; i < count; j = i++)
        round += hypotf(p[i].x - p[j].x, p[i].y - p[j].y);
    return geom_least(0.5f, area / geom_most(round, 1e-6f));
}

void paint_polygon(Batches *batches, const Vec2 *points, size_t count, Color fill) {
    float area = count >= 3 ? signed_area(points, count) : 0, turn = area > 0 ? 1 : -1;
    if (!(fabsf(area) > 0) || !isfinite(area) || !(fill & 0xFF))
        return;
    float inside = narrowing(points, count, fabsf(area));
    Rgba color = rgba_of(fill), clear = color;
    clear.a = 0;
    color.a = (unsigned char)((float)color.a * (inside + 0.5f) + 0.5f);
    size_t fan = (count - 1) / 2;
    PlainVertex *quad = batches_add(batches, PROGRAM_FLAT, 0, batch_bounds(points, count, 2), fan + count);
    if (!quad)
        return;
    for (size_t i = 0; i < count; i++, quad += 4) {
        size_t next = (i + 1) % count;
        Vec2 here = mitre(points, count, i, turn), there = mitre(points, count, next, turn);
        Vec2 corners[] = {along(points[i], here, 0.5f), along(points[next], there, 0.5f),
                          along(points[next], there, -inside), along(points[i], here, -inside)};
        for (int k = 0; k < 4; k++)
            quad[k] = (PlainVertex){corners[k].x, corners[k].y, 0, 0, k < 2 ? clear : color};
    }
    for (size_t i = 1; i + 1 < count; i += 2, quad += 4) {
        size_t ring[] = {0, i, i + 1, i + 2 < count ? i + 2 : i + 1};
        for (int k = 0; k < 4; k++) {
            Vec2 corner = along(points[ring[k]], mitre(points, count, ring[k], turn), -inside);
            quad[k] = (PlainVertex){corner.x, corner.y, 0, 0, color};
        }
    }
}

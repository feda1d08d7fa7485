/* Polylines of any width: one quad per segment, antialiased by distance in the shader.
 * Neighbours meet in the bisector of their angle, so that each pixel belongs to one of them and a translucent
 * line is not darker at its corners. Where that is impossible (a sharp turn, or segments shorter than the
 * line is wide) both segments keep their round ends and overlap. First the points are thinned: what lies
 * within TOLERANCE of the line through its neighbours is left out, which the eye cannot see. */
#include "gfx/paint.h"

#include <math.h>

static const float TOLERANCE = 0.1f; /* pixels */
static const float SHARPEST = 0.25f; /* cosine of the largest turn that is mitred */

/* One of the thinned line's segments. */
typedef struct Segment {
    Vec2 from, to, way; /* way: unit vector */
    float start, length;
} Segment;

static Vec2 minus(Vec2 a, Vec2 b) { return (Vec2){a.x - b.x, a.y - b.y}; }

static float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }

/* In doubles, where the squares of no float overflow; hypotf is a call. */
static float length(Vec2 way) { return (float)sqrt((double)way.x * way.x + (double)way.y * way.y); }

static float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }

/* Copies the points that matter; returns how many. From an anchor, the rays that pass within TOLERANCE of
 * every point so far form a wedge; the first point outside it, or nearer than one before, starts anew. */
static size_t thin(const Vec2 *points, size_t count, Vec2 *kept) {
    size_t n = 0, last = 0;
    Vec2 low = {0, 0}, high = {0, 0};
    float reach = 0;
    bool open = true; /* no wedge yet */
    kept[n++] = points[0];
    for (size_t i = 1; i < count; i++) {
        Vec2 way = minus(points[i], kept[n - 1]);
        float distance = length(way);
        if (!open && (distance < reach || cross(low, way) < 0 || cross(way, high) < 0)) {
            kept[n++] = points[last];
            way = minus(points[i], kept[n - 1]);
            distance = length(way);
            open = true;
        }
        last = i;
        reach = distance;
        if (distance <= TOLERANCE) {
            open = true;
            continue;
        }
        Vec2 side = {-way.y / distance * TOLERANCE, way.x / distance * TOLERANCE};
        Vec2 right = minus(way, side), left = {way.x + side.x, way.y + side.y};
        low = open || cross(low, right) > 0 ? right : low;
        high = open || cross(left, high) > 0 ? left : high;
        open = false;
    }
    kept[n++] = points[last];
    return n;
}

static Segment segment_between(Vec2 from, Vec2 to, float start) {
    Vec2 way = minus(to, from);
    float size = length(way);
    if (size > 0)
        way = (Vec2){way.x / size, way.y / size};
    return (Segment){from, to, way, start, size};
}

/* Whether `a` and then `b` can share the bisector, `reach` being the half width of their quads; if so, the
 * way from the joint to the shared corner on the left. */
static bool mitred(const Segment *a, const Segment *b, float reach, Vec2 *corner) {
    float cosine = dot(a->way, b->way), sine = cross(a->way, b->way);
    if (cosine < SHARPEST || fabsf(sine) / (1 + cosine) * reach > geom_least(a->length, b->length))
        return false;
    float scale = reach / (1 + cosine);
    *corner = (Vec2){-(a->way.y + b->way.y) * scale, (a->way.x + b->way.x) * scale};
    return true;
}

/* An end of a segment without a shared bisector: cut square, `beyond` pixels further. */
static void square_end(Vec2 at, Vec2 way, float beyond, float reach, Vec2 *left, Vec2 *right) {
    Vec2 tip = {at.x + way.x * beyond, at.y + way.y * beyond};
    *left = (Vec2){tip.x - way.y * reach, tip.y + way.x * reach};
    *right = (Vec2){tip.x + way.y * reach, tip.y - way.x * reach};
}

static void end_of(const Segment *s, const Segment *next, float reach, Vec2 *left, Vec2 *right) {
    Vec2 corner;
    if (next && mitred(s, next, reach, &corner)) {
        *left = (Vec2){s->to.x + corner.x, s->to.y + corner.y};
        *right = (Vec2){s->to.x - corner.x, s->to.y - corner.y};
    } else {
        square_end(s->to, s->way, next ? reach : 1, reach, left, right);
    }
}

static void start_of(const Segment *s, const Segment *before, float reach, Vec2 *left, Vec2 *right) {
    Vec2 corner;
    if (before && mitred(before, s, reach, &corner)) {
        *left = (Vec2){s->from.x + corner.x, s->from.y + corner.y};
        *right = (Vec2){s->from.x - corner.x, s->from.y - corner.y};
    } else {
        square_end(s->from, s->way, before ? -reach : -1, reach, left, right);
    }
}

static void put_segment(RichVertex *quad, const Segment *s, const Segment *before, const Segment *next,
                        RichVertex like) {
    Vec2 corners[4];
    float reach = like.shape[0] + 1;
    start_of(s, before, reach, &corners[0], &corners[3]);
    end_of(s, next, reach, &corners[1], &corners[2]);
    /* the line's own ends are straight: no round end before them */
    like.shape[1] = before ? s->start : s->start - 2;
    like.shape[2] = next ? s->start + s->length : s->start + s->length + 2;
    for (int i = 0; i < 4; i++) {
        Vec2 from = minus(corners[i], s->from);
        quad[i] = like;
        quad[i].x = corners[i].x;
        quad[i].y = corners[i].y;
        quad[i].u = s->start + dot(from, s->way);
        quad[i].v = cross(s->way, from);
    }
}

static float length_of(const Vec2 *points, size_t count) {
    float sum = 0;
    for (size_t i = 1; i < count; i++)
        sum += length(minus(points[i], points[i - 1]));
    return sum;
}

static bool seen(const Batches *batches, const Segment *s, float margin) {
    return batches_shows(batches, batch_bounds((Vec2[]){s->from, s->to}, 2, margin));
}

/* A run of finite points, already thinned. */
static void paint_run(Batches *batches, const Vec2 *points, size_t count, RichVertex like) {
    Rect bounds = batch_bounds(points, count, like.shape[0] + 0.5f);
    RichVertex *quad = batches_add(batches, like.extra.dash[0] ? PROGRAM_DASH : PROGRAM_LINE, 0, bounds, count - 1);
    if (!quad)
        return;
    size_t used = 0;
    like.shape[3] = length_of(points, count);
    Segment before, here = segment_between(points[0], points[1], 0), next;
    for (size_t i = 1; i < count; i++) {
        bool more = i + 1 < count;
        if (more)
            next = segment_between(points[i], points[i + 1], here.start + here.length);
        if (here.length > 0 && seen(batches, &here, like.shape[0] + 0.5f))
            put_segment(quad + 4 * used++, &here, i > 1 ? &before : NULL, more ? &next : NULL, like);
        before = here;
        if (more)
            here = next;
    }
    batches_trim(batches, count - 1 - used);
}

static bool finite_point(Vec2 p) { return isfinite(p.x) && isfinite(p.y); }

static unsigned short sixteenths(float pixels) {
    return (unsigned short)(geom_least(geom_most(pixels, 0), 4000) * 16 + 0.5f);
}

/* A level or upright stroke is a rectangle, which is cheaper, and nothing at all to antialias if it lies on
 * whole pixels, as grid lines do. */
static bool paint_as_rect(Batches *batches, const DrawCmd *cmd, const Vec2 *p) {
    bool level = p[0].y == p[1].y, plain = cmd->count == 2 && !(cmd->dash > 0) && cmd->width >= 1;
    if (!plain || level == (p[0].x == p[1].x))
        return false;
    float half = cmd->width / 2, x = geom_least(p[0].x, p[1].x), y = geom_least(p[0].y, p[1].y);
    float length = fabsf(p[1].x - p[0].x) + fabsf(p[1].y - p[0].y);
    Rect area = level ? (Rect){x, y - half, length, cmd->width} : (Rect){x - half, y, cmd->width, length};
    paint_rect(batches, area, 0, cmd->stroke, 0, 0);
    return true;
}

void paint_line(Batches *batches, const DrawCmd *cmd, const Vec2 *points, Vec2 *scratch) {
    if (!(cmd->width > 0) || !(cmd->stroke & 0xFF) || paint_as_rect(batches, cmd, points))
        return;
    RichVertex like = {.fill = rgba_of(cmd->width < 1 ? color_fade(cmd->stroke, cmd->width) : cmd->stroke),
                       .extra.dash = {sixteenths(cmd->dash), cmd->dash > 0 ? sixteenths(cmd->gap) : 0},
                       .shape = {geom_most(cmd->width, 1) / 2, 0, 0, 0}};
    for (size_t i = 0; i < cmd->count;) {
        size_t run = 0;
        while (i + run < cmd->count && finite_point(points[i + run]))
            run++;
        if (run >= 2) {
            size_t kept = thin(points + i, run, scratch);
            paint_run(batches, scratch, kept, like);
        }
        i += run + 1;
    }
}

/* The picture is laid out in square tiles, and every command adds a hash of itself to each tile that it may touch, in
 * painting order: a tile with the hash that it had a frame ago shows what it showed. The others are gathered in a few
 * rectangles, since each of them costs a walk through the whole list; two are joined while the pixels painted in vain
 * cost less than that. Lines are hashed whole, for thinning makes each of their pixels depend on all of their points,
 * but touch only the tiles along them. The way of cached painting is known from text editors on slow machines. */
#include "gfx/damage.h"

#include "gfx/batch.h"
#include "gfx/bounds.h"
#include "gfx/digest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 64 };
static const float WALK = 8000; /* pixels that could be painted while the list is walked through */

static uint32_t bits(float value) {
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* What a command looks like, wherever its data lie. */
static uint64_t hash_of(const DrawList *list, const DrawCmd *c, Rect clip) {
    const uint32_t fields[] = {
        (uint32_t)c->kind,
        bits(c->rect.x),
        bits(c->rect.y),
        bits(c->rect.w),
        bits(c->rect.h),
        bits(c->radius),
        c->fill,
        c->stroke,
        bits(c->width),
        bits(c->dash),
        bits(c->gap),
        (uint32_t)c->font,
        bits(c->size),
        (uint32_t)c->align,
        (uint32_t)c->upright,
        (uint32_t)c->rows,
        (uint32_t)c->columns,
        (uint32_t)c->colormap,
        bits(clip.x),
        bits(clip.y),
        bits(clip.w),
        bits(clip.h),
    };
    uint64_t hash = digest_bytes(fields, sizeof fields);
    if (c->kind == DRAW_LINE || c->kind == DRAW_POLYGON)
        hash = digest_mix(hash, digest_bytes(list->points + c->first, c->count * sizeof *list->points));
    if (c->kind == DRAW_TEXT)
        hash = digest_mix(hash, digest_bytes(list->chars + c->first, c->count));
    if (c->kind == DRAW_HEATMAP)
        hash = digest_mix(hash, digest_bytes(list->cells + c->first, c->count * sizeof *list->cells));
    return hash;
}

/* The tile of a place, cut to [0, most]. */
static int tile_of(float place, int most) {
    float tile = floorf(place / DAMAGE_TILE);
    return tile > 0 ? (tile < (float)most ? (int)tile : most) : 0;
}

static void touch(Damage *damage, Rect area, uint64_t hash) {
    int left = tile_of(area.x, damage->columns - 1), right = tile_of(rect_right(area), damage->columns - 1);
    int top = tile_of(area.y, damage->rows - 1), bottom = tile_of(rect_bottom(area), damage->rows - 1);
    for (int row = top; row <= bottom; row++)
        for (int column = left; column <= right; column++) {
            uint64_t *tile = &damage->now[row * damage->columns + column];
            *tile = digest_mix(*tile, hash);
        }
}

/* In pieces no longer than a tile, so that a slanting segment does not touch the whole rectangle around it. */
static void touch_segment(Damage *damage, Vec2 a, Vec2 b, float margin, Rect clip, uint64_t hash) {
    float longest = geom_most(fabsf(b.x - a.x), fabsf(b.y - a.y));
    bool level = a.x == b.x || a.y == b.y, usual = longest < 8192; /* false for NAN */
    int pieces = level || !usual ? 1 : (int)(longest / DAMAGE_TILE) + 1;
    for (int i = 0; i < pieces; i++) {
        float from = (float)i / (float)pieces, to = (float)(i + 1) / (float)pieces;
        Vec2 ends[] = {{a.x + (b.x - a.x) * from, a.y + (b.y - a.y) * from},
                       {a.x + (b.x - a.x) * to, a.y + (b.y - a.y) * to}};
        Rect seen = rect_intersect(batch_bounds(ends, 2, margin), clip);
        if (seen.w > 0 && seen.h > 0)
            touch(damage, seen, hash);
    }
}

static bool is_finite(Vec2 p) { return isfinite(p.x) && isfinite(p.y); }

/* The points from `first` on that follow each other within a tile's size: their number, and the rectangle around them.
 */
static size_t near_points(const Vec2 *p, size_t first, size_t count, Rect *around) {
    Vec2 low = p[first], high = p[first];
    size_t n = 0;
    for (; first + n < count; n++) {
        Vec2 at = p[first + n]; /* NAN is near nothing */
        Vec2 below = {geom_least(at.x, low.x), geom_least(at.y, low.y)};
        Vec2 above = {geom_most(at.x, high.x), geom_most(at.y, high.y)};
        if (!is_finite(at) || !(above.x - below.x <= DAMAGE_TILE) || !(above.y - below.y <= DAMAGE_TILE))
            break;
        low = below;
        high = above;
    }
    *around = (Rect){low.x, low.y, high.x - low.x, high.y - low.y};
    return n;
}

/* Short segments together, for a curve has one for every pixel. */
static void touch_line(Damage *damage, const DrawList *list, const DrawCmd *cmd, Rect clip, uint64_t hash) {
    const Vec2 *p = list->points + cmd->first;
    float margin = bounds_margin(cmd);
    for (size_t i = 0; i + 1 < cmd->count;) {
        Rect around;
        size_t n = near_points(p, i, cmd->count, &around);
        if (n >= 2) {
            Rect seen = rect_intersect(rect_inset(around, -margin), clip);
            if (seen.w > 0 && seen.h > 0)
                touch(damage, seen, hash);
            i += n - 1;
            continue;
        }
        if (n == 1 && is_finite(p[i + 1]))
            touch_segment(damage, p[i], p[i + 1], margin, clip, hash);
        i++;
    }
}

static void touch_command(Damage *damage, const DrawList *list, const DrawCmd *cmd, Rect bounds, Rect clip) {
    Rect seen = rect_intersect(bounds, clip);
    if (!(seen.w > 0) || !(seen.h > 0))
        return;
    uint64_t hash = hash_of(list, cmd, clip);
    if (cmd->kind == DRAW_LINE)
        touch_line(damage, list, cmd, clip, hash);
    else
        touch(damage, seen, hash);
}

static float area_of(Rect r) { return r.w * r.h; }

/* Pixels in vain if the two were one; those that overlap must become one. */
static float waste(Rect a, Rect b) {
    return rect_meet(a, b) ? -INFINITY : area_of(rect_join(a, b)) - area_of(a) - area_of(b);
}

/* Joins the two of `count` rectangles that waste least, if that is less than `most`. */
static bool join_best(Rect *rects, int *count, float most) {
    int first = -1, second = -1;
    for (int i = 0; i < *count; i++)
        for (int k = i + 1; k < *count; k++) {
            float cost = waste(rects[i], rects[k]);
            if (cost < most) {
                most = cost;
                first = i;
                second = k;
            }
        }
    if (first < 0)
        return false;
    rects[first] = rect_join(rects[first], rects[second]);
    rects[second] = rects[--*count];
    return true;
}

/* Adds a run of changed tiles to a rectangle that it fits, or as a new one. */
static void add_run(Rect *rects, int *count, Rect run) {
    int best = -1;
    float least = WALK / 4;
    for (int i = 0; i < *count; i++)
        if (waste(rects[i], run) < least) {
            least = waste(rects[i], run);
            best = i;
        }
    if (best >= 0) {
        rects[best] = rect_join(rects[best], run);
        return;
    }
    if (*count == RUNS)
        join_best(rects, count, INFINITY);
    rects[(*count)++] = run;
}

static void gather(Damage *damage) {
    Rect rects[RUNS], whole = {0, 0, (float)damage->width, (float)damage->height};
    int count = 0;
    for (int row = 0; row < damage->rows; row++) {
        const uint64_t *now = damage->now + row * damage->columns, *before = damage->before + row * damage->columns;
        for (int column = 0; column < damage->columns; column++) {
            int start = column;
            while (column < damage->columns && now[column] != before[column])
                column++;
            if (column > start)
                add_run(rects, &count,
                        (Rect){(float)(start * DAMAGE_TILE), (float)(row * DAMAGE_TILE),
                               (float)((column - start) * DAMAGE_TILE), DAMAGE_TILE});
        }
    }
    while (join_best(rects, &count, count > DAMAGE_RECTS ? INFINITY : WALK))
        continue;
    for (int i = 0; i < count; i++)
        damage->rect[i] = rect_intersect(rects[i], whole);
    damage->count = count;
}

/* Tiles for a picture of this size, all of them unpainted; false when memory ran out. */
static bool need_tiles(Damage *damage, int width, int height) {
    damage->columns = (width + DAMAGE_TILE - 1) / DAMAGE_TILE;
    damage->rows = (height + DAMAGE_TILE - 1) / DAMAGE_TILE;
    size_t tiles = (size_t)damage->columns * (size_t)damage->rows;
    if (tiles > damage->room) {
        free(damage->now);
        free(damage->before);
        damage->now = malloc(tiles * sizeof *damage->now);
        damage->before = malloc(tiles * sizeof *damage->before);
        damage->room = damage->now && damage->before ? tiles : 0;
    }
    if (damage->room)
        memset(damage->now, 0, tiles * sizeof *damage->now);
    return damage->room > 0;
}

void damage_find(Damage *damage, const DrawList *list, const Rect *bounds, int width, int height) {
    bool same =
        damage->known && damage->width == width && damage->height == height && damage->background == list->background;
    uint64_t *last = damage->now;
    damage->now = damage->before;
    damage->before = last;
    damage->known = need_tiles(damage, width, height);
    damage->width = width;
    damage->height = height;
    damage->background = list->background;
    Rect whole = {0, 0, (float)width, (float)height}, clip = whole;
    for (size_t i = 0; damage->known && i < list->cmd_count; i++) {
        if (list->cmds[i].kind == DRAW_CLIP)
            clip = rect_intersect(list->cmds[i].rect, whole);
        else
            touch_command(damage, list, &list->cmds[i], bounds[i], clip);
    }
    damage->rect[0] = whole;
    damage->count = 1;
    if (same && damage->known)
        gather(damage);
}

void damage_forget(Damage *damage) { damage->known = false; }

void damage_free(Damage *damage) {
    free(damage->now);
    free(damage->before);
    *damage = (Damage){0};
}

/* The renderer: a draw list becomes batches of quads, a set of them for each area that is to be painted, and the stages
 * draw them. What lies under something that hides it, or outside of the area, is not even made into quads. */
#include "gfx/renderer.h"

#include "gfx/atlas.h"
#include "gfx/batch.h"
#include "gfx/glyphs.h"
#include "gfx/heatmap.h"
#include "gfx/paint.h"
#include "gfx/stages.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

_Static_assert((int)RENDERER_AREAS <= (int)STAGES_SETS, "a set for every area");

struct Renderer {
    GlInfo info;
    Fonts *fonts;
    Atlas *atlas;
    Heatmaps *heatmaps;
    Stages *stages;
    Batches sets[RENDERER_AREAS]; /* of the areas painted so far ... */
    Rect areas[RENDERER_AREAS];
    int set; /* ... the last of which this is */
    Vec2 *scratch;
    size_t scratch_room;
};

Renderer *renderer_create(const ShaderSources *sources, Fonts *fonts, char *error, size_t room) {
    Renderer *r = calloc(1, sizeof *r);
    if (!r) {
        snprintf(error, room, "out of memory for the renderer");
        return NULL;
    }
    r->fonts = fonts;
    if (!gl_inspect(&r->info, error, room))
        goto failed;
    r->stages = stages_create(sources, &r->info, error, room);
    if (!r->stages)
        goto failed;
    r->atlas = atlas_create(fonts, &r->info);
    r->heatmaps = heatmaps_create(&r->info);
    if (!r->atlas || !r->heatmaps) {
        snprintf(error, room, "out of memory for the renderer");
        goto failed;
    }
    return r;
failed:
    renderer_destroy(r);
    return NULL;
}

void renderer_destroy(Renderer *r) {
    if (!r)
        return;
    heatmaps_destroy(r->heatmaps);
    atlas_destroy(r->atlas);
    stages_destroy(r->stages);
    for (int i = 0; i < RENDERER_AREAS; i++)
        batches_free(&r->sets[i]);
    free(r->scratch);
    free(r);
}

TextMetrics renderer_metrics(Renderer *r) { return fonts_metrics(r->fonts); }

const GlInfo *renderer_info(const Renderer *r) { return &r->info; }

int renderer_draw_calls(const Renderer *r) { return stages_draw_calls(r->stages); }

/* Draws and forgets the quads of all sets so far. */
static bool draw_sets(Renderer *r) {
    atlas_upload(r->atlas);
    bool drawn = stages_draw(r->stages, r->sets, r->areas, r->set + 1, r->atlas, r->heatmaps);
    for (int i = 0; i <= r->set; i++)
        batches_clear(&r->sets[i]);
    return drawn;
}

static Batches *batches_of(Renderer *r) { return &r->sets[r->set]; }

static bool paint_clip(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    (void)list;
    batches_clip(batches_of(r), cmd->rect);
    return true;
}

static bool paint_box(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    (void)list;
    paint_rect(batches_of(r), cmd->rect, cmd->radius, cmd->fill, cmd->stroke, cmd->width);
    return true;
}

static bool paint_polyline(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    if (cmd->count > r->scratch_room) {
        Vec2 *scratch = realloc(r->scratch, cmd->count * sizeof *scratch);
        if (!scratch)
            return false;
        r->scratch = scratch;
        r->scratch_room = cmd->count;
    }
    paint_line(batches_of(r), cmd, list->points + cmd->first, r->scratch);
    return true;
}

static bool paint_convex(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    paint_polygon(batches_of(r), list->points + cmd->first, cmd->count, cmd->fill);
    return true;
}

/* When the atlas is full, what has been painted so far is drawn, and the atlas starts again. */
static bool paint_text(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    size_t done = 0;
    bool drawn = true;
    while (!glyphs_paint(batches_of(r), r->atlas, r->fonts, cmd, list->chars + cmd->first, &done)) {
        drawn &= draw_sets(r);
        atlas_clear(r->atlas);
    }
    return drawn;
}

static bool paint_heatmap(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    return heatmaps_paint(r->heatmaps, batches_of(r), cmd, list->cells + cmd->first);
}

static bool (*const PAINTERS[])(Renderer *, const DrawList *, const DrawCmd *) = {
    [DRAW_CLIP] = paint_clip,       [DRAW_RECT] = paint_box,       [DRAW_CIRCLE] = paint_box,
    [DRAW_LINE] = paint_polyline,   [DRAW_POLYGON] = paint_convex, [DRAW_TEXT] = paint_text,
    [DRAW_HEATMAP] = paint_heatmap,
};

/* The framebuffer: what part of the picture it shows, how, and its texture or 0. */
typedef struct Target {
    Rect part;
    bool upside_down;
    unsigned texture;
} Target;

/* Whether nothing that was painted before shows through in the area: it lies within the clip and a filled rectangle,
 * away from its corners and edges. */
static bool hides(const DrawCmd *cmd, Rect clip, Rect area) {
    bool stroked = (cmd->stroke & 0xFF) && cmd->width > 0, soft = cmd->radius > 0 || stroked;
    if (cmd->kind != DRAW_RECT || (cmd->fill & 0xFF) != 0xFF)
        return false;
    Rect solid = soft ? rect_inset(cmd->rect, cmd->radius + (stroked ? cmd->width : 0) + 1) : cmd->rect;
    return rect_within(area, rect_intersect(solid, clip));
}

/* What an area is filled with before the first command that shows in it. */
typedef struct Ground {
    Color color;
    size_t first;
} Ground;

static Ground ground_of(const DrawList *list, Rect area) {
    Ground ground = {list->background, 0};
    Rect clip = area;
    for (size_t i = 0; i < list->cmd_count; i++) {
        if (list->cmds[i].kind == DRAW_CLIP)
            clip = rect_intersect(list->cmds[i].rect, area);
        else if (hides(&list->cmds[i], clip, area))
            ground = (Ground){list->cmds[i].fill, i + 1};
    }
    return ground;
}

/* In the quickest way: llvmpipe is slow to clear a part of a framebuffer, but not of a texture. */
static void lay_ground(Renderer *r, const Target *target, Rect area, Color color) {
    if (rect_same(area, target->part)) {
        stages_clear(color);
    } else if (target->texture && r->info.clears) {
        Rgba c = rgba_of(color);
        int bottom = (int)(target->part.h - rect_bottom(area));
        gl_clear(&r->info, target->texture, (int)area.x, bottom, (int)area.w, (int)area.h,
                 gl_word(&r->info, c.r, c.g, c.b, c.a));
    } else {
        paint_ground(batches_of(r), area, color);
    }
}

/* Makes the quads of an area: the next set. */
static bool paint_area(Renderer *r, const DrawList *list, const Rect *bounds, const Target *target, Rect area) {
    bool whole = !list->failed;
    Ground ground = ground_of(list, area);
    r->areas[r->set] = area;
    batches_begin(batches_of(r), area);
    lay_ground(r, target, area, ground.color);
    for (size_t i = 0; i < list->cmd_count; i++) {
        const DrawCmd *cmd = &list->cmds[i];
        bool elsewhere = bounds && !rect_meet(bounds[i], area);
        assert((size_t)cmd->kind < sizeof PAINTERS / sizeof *PAINTERS);
        if (cmd->kind == DRAW_CLIP || !(i < ground.first || elsewhere))
            whole &= PAINTERS[cmd->kind](r, list, cmd);
    }
    return whole && !batches_of(r)->failed;
}

static bool submit(Renderer *r, const DrawList *list, const Rect *bounds, const Target *target, const Rect *area,
                   int count) {
    bool whole = true;
    assert(count <= RENDERER_AREAS);
    if (target->part.w < 1 || target->part.h < 1 || count == 0)
        return true;
    stages_begin(r->stages, target->part, target->upside_down);
    heatmaps_begin(r->heatmaps);
    atlas_begin(r->atlas);
    for (r->set = 0; r->set < count; r->set++)
        whole &= paint_area(r, list, bounds, target, area[r->set]);
    r->set = count - 1;
    whole &= draw_sets(r);
    return whole;
}

bool renderer_submit_part(Renderer *r, const DrawList *list, int x, int y, int width, int height, bool upside_down) {
    Target target = {.part = {(float)x, (float)y, (float)width, (float)height}, .upside_down = upside_down};
    return submit(r, list, NULL, &target, &target.part, 1);
}

bool renderer_submit(Renderer *r, const DrawList *list, int width, int height) {
    return renderer_submit_part(r, list, 0, 0, width, height, false);
}

bool renderer_repaint(Renderer *r, const DrawList *list, const Rect *bounds, int width, int height, const Rect *area,
                      int count, unsigned texture) {
    Target target = {.part = {0, 0, (float)width, (float)height}, .texture = texture};
    return submit(r, list, bounds, &target, area, count);
}

bool renderer_copy(Renderer *r, unsigned texture, int width, int height, const Rect *part, int count) {
    stages_begin(r->stages, (Rect){0, 0, (float)width, (float)height}, false);
    return stages_copy(r->stages, texture, part, count);
}

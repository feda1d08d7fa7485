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

/* Whether nothing that was painted before shows through in the area: it lies within the clip and a filled rectangle,
 * away from its corners and edges. */
static bool hides(const DrawCmd *cmd, Rect clip, Rect area) {
    bool stroked = (cmd->stroke & 0xFF) && cmd->width > 0, soft = cmd->radius > 0 || stroked;
    if (cmd->kind != DRAW_RECT || (cmd->fill & 0xFF) != 0xFF)
        return false;
    Rect solid = soft ? rect_inset(cmd->rect, cmd->radius + (stroked ? cmd->width : 0) + 1) : cmd->rect;
    Rect seen = rect_intersect(solid, clip);
    return seen.x <= area.x && seen.y <= area.y && rect_right(seen) >= rect_right(area) &&
           rect_bottom(seen) >= rect_bottom(area);
}

/* The command to begin with: the last one that hides all before it, or the list's count for none. */
static size_t first_seen(const DrawList *list, Rect area) {
    size_t first = list->cmd_count;
    Rect clip = area;
    for (size_t i = 0; i < list->cmd_count; i++) {
        if (list->cmds[i].kind == DRAW_CLIP)
            clip = rect_intersect(list->cmds[i].rect, area);
        else if (hides(&list->cmds[i], clip, area))
            first = i;
    }
    return first;
}

static bool meet(Rect a, Rect b) {
    return a.x < rect_right(b) && b.x < rect_right(a) && a.y < rect_bottom(b) && b.y < rect_bottom(a);
}

static bool same_place(Rect a, Rect b) { return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h; }

/* Makes the quads of an area: the next set. */
static bool paint_area(Renderer *r, const DrawList *list, const Rect *bounds, Rect area, bool cleared) {
    bool whole = !list->failed;
    size_t first = first_seen(list, area);
    r->areas[r->set] = area;
    batches_begin(batches_of(r), area);
    if (!cleared && first == list->cmd_count)
        paint_ground(batches_of(r), area, list->background); /* llvmpipe is slow to clear a part */
    for (size_t i = 0; i < list->cmd_count; i++) {
        const DrawCmd *cmd = &list->cmds[i];
        bool hidden = first < list->cmd_count && i < first, elsewhere = bounds && !meet(bounds[i], area);
        assert((size_t)cmd->kind < sizeof PAINTERS / sizeof *PAINTERS);
        if (cmd->kind == DRAW_CLIP || !(hidden || elsewhere))
            whole &= PAINTERS[cmd->kind](r, list, cmd);
    }
    return whole && !batches_of(r)->failed;
}

static bool submit(Renderer *r, const DrawList *list, const Rect *bounds, Rect part, bool upside_down, const Rect *area,
                   int count, bool cleared) {
    bool whole = true, all = count == 1 && same_place(area[0], part);
    assert(count <= RENDERER_AREAS);
    if (part.w < 1 || part.h < 1 || count == 0)
        return true;
    stages_begin(r->stages, part, upside_down);
    heatmaps_begin(r->heatmaps);
    if (all && !cleared)
        stages_clear(list->background);
    for (r->set = 0; r->set < count; r->set++)
        whole &= paint_area(r, list, bounds, area[r->set], all || cleared);
    r->set = count - 1;
    whole &= draw_sets(r);
    return whole;
}

bool renderer_submit_part(Renderer *r, const DrawList *list, int x, int y, int width, int height, bool upside_down) {
    Rect part = {(float)x, (float)y, (float)width, (float)height};
    return submit(r, list, NULL, part, upside_down, &part, 1, false);
}

bool renderer_submit(Renderer *r, const DrawList *list, int width, int height) {
    return renderer_submit_part(r, list, 0, 0, width, height, false);
}

bool renderer_repaint(Renderer *r, const DrawList *list, const Rect *bounds, int width, int height, const Rect *area,
                      int count, bool cleared) {
    return submit(r, list, bounds, (Rect){0, 0, (float)width, (float)height}, false, area, count, cleared);
}

bool renderer_copy(Renderer *r, unsigned texture, int width, int height) {
    stages_begin(r->stages, (Rect){0, 0, (float)width, (float)height}, false);
    return stages_copy(r->stages, texture);
}

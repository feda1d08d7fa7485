/* Bounds are generous by a pixel or two, for antialiased edges; those of texts by half an em, for glyphs that stand out
 * beyond their advances. */
#include "gfx/bounds.h"

#include "gfx/batch.h"

#include <math.h>

/* A mitre is at most 1.27 times half the width away, and a round end no farther. */
float bounds_margin(const DrawCmd *line) { return geom_most(line->width, 1) * 0.65f + 3; }

static Rect text_bounds(const DrawList *list, const DrawCmd *cmd, Fonts *fonts) {
    static const float ANCHORS[] = {[ALIGN_LEFT] = 0, [ALIGN_CENTRE] = 0.5f, [ALIGN_RIGHT] = 1};
    float size = fonts_size(cmd->size), width = fonts_width(fonts, list->chars + cmd->first, cmd->font, size);
    float from = -ANCHORS[cmd->align] * width - size / 2, length = width + size;
    float above = 1.25f * size, height = 1.75f * size;
    if (cmd->upright)
        return (Rect){cmd->rect.x - above, cmd->rect.y - from - length, height, length};
    return (Rect){cmd->rect.x + from, cmd->rect.y - above, length, height};
}

static Rect box_bounds(const DrawList *list, const DrawCmd *cmd, Fonts *fonts) {
    (void)list;
    (void)fonts;
    return rect_inset(cmd->rect, -2);
}

static Rect polygon_bounds(const DrawList *list, const DrawCmd *cmd, Fonts *fonts) {
    (void)fonts;
    return batch_bounds(list->points + cmd->first, cmd->count, 6);
}

static Rect line_bounds(const DrawList *list, const DrawCmd *cmd, Fonts *fonts) {
    float left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    (void)fonts;
    for (size_t i = 0; i < cmd->count; i++) {
        Vec2 p = list->points[cmd->first + i];
        if (!isfinite(p.x) || !isfinite(p.y))
            continue;
        left = geom_least(p.x, left);
        right = geom_most(p.x, right);
        top = geom_least(p.y, top);
        bottom = geom_most(p.y, bottom);
    }
    Rect bounds = {left, top, right - left, bottom - top};
    return left <= right ? rect_inset(bounds, -bounds_margin(cmd)) : (Rect){0, 0, 0, 0};
}

static Rect no_bounds(const DrawList *list, const DrawCmd *cmd, Fonts *fonts) {
    (void)list;
    (void)cmd;
    (void)fonts;
    return (Rect){0, 0, 0, 0};
}

static Rect (*const BOUNDS[])(const DrawList *, const DrawCmd *, Fonts *) = {
    [DRAW_CLIP] = no_bounds,         [DRAW_RECT] = box_bounds,  [DRAW_CIRCLE] = box_bounds,  [DRAW_LINE] = line_bounds,
    [DRAW_POLYGON] = polygon_bounds, [DRAW_TEXT] = text_bounds, [DRAW_HEATMAP] = box_bounds,
};

void bounds_find(const DrawList *list, Fonts *fonts, Rect *bounds) {
    for (size_t i = 0; i < list->cmd_count; i++)
        bounds[i] = BOUNDS[list->cmds[i].kind](list, &list->cmds[i], fonts);
}

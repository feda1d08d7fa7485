/* A draw list: four growing pools (commands, points, characters, cells), filled in painting order.
 * A command is only added after its data found room, so a list that ran out of memory is still whole;
 * `failed` then tells the owner, and what comes later is dropped. */
#include "draw/drawlist.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void drawlist_init(DrawList *list) { memset(list, 0, sizeof *list); }

void drawlist_free(DrawList *list) {
    free(list->cmds);
    free(list->points);
    free(list->chars);
    free(list->cells);
    drawlist_init(list);
}

void drawlist_clear(DrawList *list, Color background) {
    list->cmd_count = list->point_count = list->char_count = list->cell_count = 0;
    list->background = background;
    list->failed = false;
}

/* `pool` with room for `count + more` items of `size` bytes, or NULL; the old pool then stays valid. */
static void *grow(DrawList *list, void *pool, size_t size, size_t count, size_t more, size_t *room) {
    if (list->failed)
        return NULL;
    if (pool && more <= *room - count)
        return pool;
    size_t most = SIZE_MAX / 2 / size;
    if (more <= most - count) {
        size_t wanted = count + more < 64 ? 64 : count + more;
        size_t next = *room < wanted / 2 ? wanted : *room + *room / 2 + wanted / 2;
        void *grown = next <= most ? realloc(pool, next * size) : NULL;
        if (grown) {
            *room = next;
            return grown;
        }
    }
    list->failed = true;
    return NULL;
}

static Vec2 *add_points(DrawList *list, size_t more) {
    Vec2 *pool = grow(list, list->points, sizeof *pool, list->point_count, more, &list->point_room);
    if (!pool)
        return NULL;
    list->points = pool;
    return pool + list->point_count;
}

static char *add_chars(DrawList *list, size_t more) {
    char *pool = grow(list, list->chars, 1, list->char_count, more, &list->char_room);
    if (!pool)
        return NULL;
    list->chars = pool;
    return pool + list->char_count;
}

static float *add_cells(DrawList *list, size_t more) {
    float *pool = grow(list, list->cells, sizeof *pool, list->cell_count, more, &list->cell_room);
    if (!pool)
        return NULL;
    list->cells = pool;
    return pool + list->cell_count;
}

static bool add_cmd(DrawList *list, DrawCmd cmd) {
    DrawCmd *pool = grow(list, list->cmds, sizeof *pool, list->cmd_count, 1, &list->cmd_room);
    if (!pool)
        return false;
    list->cmds = pool;
    pool[list->cmd_count++] = cmd;
    return true;
}

void drawlist_clip(DrawList *list, Rect area) { add_cmd(list, (DrawCmd){.kind = DRAW_CLIP, .rect = area}); }

void drawlist_unclip(DrawList *list) {
    /* wider than any picture, and its edges are still exact floats */
    drawlist_clip(list, (Rect){-1e6f, -1e6f, 2e6f, 2e6f});
}

void drawlist_rect(DrawList *list, Rect area, float radius, Color fill, Color stroke, float width) {
    add_cmd(
        list,
        (DrawCmd){.kind = DRAW_RECT, .rect = area, .radius = radius, .fill = fill, .stroke = stroke, .width = width});
}

void drawlist_circle(DrawList *list, Vec2 centre, float radius, Color fill, Color stroke, float width) {
    Rect square = {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius};
    add_cmd(list,
            (DrawCmd){
                .kind = DRAW_CIRCLE, .rect = square, .radius = radius, .fill = fill, .stroke = stroke, .width = width});
}

/* Adds `cmd` with a copy of the points. */
static void add_shape(DrawList *list, DrawCmd cmd, const Vec2 *points, size_t count) {
    cmd.first = list->point_count;
    cmd.count = count;
    Vec2 *copy = add_points(list, count);
    if (!copy)
        return;
    memcpy(copy, points, count * sizeof *points);
    if (add_cmd(list, cmd))
        list->point_count += count;
}

void drawlist_line(DrawList *list, const Vec2 *points, size_t count, float width, Color color, float dash, float gap) {
    if (count >= 2)
        add_shape(list, (DrawCmd){.kind = DRAW_LINE, .stroke = color, .width = width, .dash = dash, .gap = gap}, points,
                  count);
}

void drawlist_segment(DrawList *list, Vec2 a, Vec2 b, float width, Color color) {
    drawlist_line(list, (Vec2[]){a, b}, 2, width, color, 0, 0);
}

void drawlist_polygon(DrawList *list, const Vec2 *points, size_t count, Color fill) {
    if (count >= 3)
        add_shape(list, (DrawCmd){.kind = DRAW_POLYGON, .fill = fill}, points, count);
}

static void add_text(DrawList *list, DrawCmd cmd, Vec2 anchor, const char *utf8) {
    cmd.kind = DRAW_TEXT;
    cmd.rect = (Rect){anchor.x, anchor.y, 0, 0};
    cmd.first = list->char_count;
    cmd.count = strlen(utf8);
    char *copy = add_chars(list, cmd.count + 1);
    if (!copy)
        return;
    memcpy(copy, utf8, cmd.count + 1);
    if (add_cmd(list, cmd))
        list->char_count += cmd.count + 1;
}

void drawlist_text(DrawList *list, Vec2 anchor, Align align, Font font, float size, Color color, const char *utf8) {
    add_text(list, (DrawCmd){.align = align, .font = font, .size = size, .fill = color}, anchor, utf8);
}

void drawlist_text_upright(DrawList *list, Vec2 anchor, Align align, Font font, float size, Color color,
                           const char *utf8) {
    add_text(list, (DrawCmd){.align = align, .font = font, .size = size, .fill = color, .upright = true}, anchor, utf8);
}

float *drawlist_heatmap(DrawList *list, Rect area, int rows, int columns, int colormap) {
    assert(rows >= 0 && columns >= 0 && colormap >= 0 && colormap < COLORMAP_ROWS);
    size_t count = (size_t)rows * (size_t)columns;
    float *cells = add_cells(list, count);
    DrawCmd cmd = {.kind = DRAW_HEATMAP,
                   .rect = area,
                   .first = list->cell_count,
                   .count = count,
                   .rows = rows,
                   .columns = columns,
                   .colormap = colormap};
    if (!cells || !add_cmd(list, cmd))
        return NULL;
    list->cell_count += count;
    return cells;
}

/* Data of one command from the other list's pools; false when memory ran out. */
static bool copy_data(DrawList *list, const DrawList *from, DrawCmd *cmd, float x, float y) {
    size_t first = cmd->first;
    if (cmd->kind == DRAW_LINE || cmd->kind == DRAW_POLYGON) {
        Vec2 *points = add_points(list, cmd->count);
        for (size_t i = 0; points && i < cmd->count; i++)
            points[i] = (Vec2){from->points[first + i].x + x, from->points[first + i].y + y};
        cmd->first = list->point_count;
        list->point_count += points ? cmd->count : 0;
        return points != NULL;
    }
    if (cmd->kind == DRAW_TEXT) {
        char *chars = add_chars(list, cmd->count + 1);
        if (chars)
            memcpy(chars, from->chars + first, cmd->count + 1);
        cmd->first = list->char_count;
        list->char_count += chars ? cmd->count + 1 : 0;
        return chars != NULL;
    }
    if (cmd->kind == DRAW_HEATMAP) {
        float *cells = add_cells(list, cmd->count);
        if (cells && cmd->count)
            memcpy(cells, from->cells + first, cmd->count * sizeof *cells);
        cmd->first = list->cell_count;
        list->cell_count += cells ? cmd->count : 0;
        return cells != NULL;
    }
    return true;
}

void drawlist_append(DrawList *list, const DrawList *from, float x, float y, Rect frame) {
    drawlist_clip(list, frame);
    for (size_t i = 0; i < from->cmd_count; i++) {
        DrawCmd cmd = from->cmds[i];
        cmd.rect.x += x;
        cmd.rect.y += y;
        if (cmd.kind == DRAW_CLIP)
            cmd.rect = rect_intersect(cmd.rect, frame);
        if (copy_data(list, from, &cmd, x, y))
            add_cmd(list, cmd);
    }
    drawlist_unclip(list);
}

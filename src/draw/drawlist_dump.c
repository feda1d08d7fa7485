/* A draw list as text, one command a line, and the comparison of two lists.
 * The text is for tests and for eyes: numbers have 2 decimals, colours 8 hexadecimal digits, and a field
 * that draws nothing is left out. Equality is stricter: every bit counts, except that NAN equals NAN. */
#include "draw/drawlist.h"

#include <math.h>
#include <string.h>

static const char *const ALIGN_NAMES[] = {"left", "centre", "right"};
static const char *const FONT_NAMES[FONT_COUNT] = {"regular", "bold"};

static void put_rect(FILE *out, Rect r) { fprintf(out, " %.2f %.2f %.2f %.2f", r.x, r.y, r.w, r.h); }

static void put_fill(FILE *out, Color color) {
    if (color & 0xFF)
        fprintf(out, " fill %08x", (unsigned)color);
}

static void put_stroke(FILE *out, const DrawCmd *cmd) {
    if ((cmd->stroke & 0xFF) && cmd->width > 0)
        fprintf(out, " stroke %08x %.2f", (unsigned)cmd->stroke, cmd->width);
}

static void put_points(const DrawList *list, const DrawCmd *cmd, FILE *out) {
    for (size_t i = 0; i < cmd->count; i++)
        fprintf(out, " %.2f,%.2f", list->points[cmd->first + i].x, list->points[cmd->first + i].y);
}

static void put_clip(const DrawList *list, const DrawCmd *cmd, FILE *out) {
    (void)list;
    put_rect(out, cmd->rect);
}

static void put_box(const DrawList *list, const DrawCmd *cmd, FILE *out) {
    (void)list;
    put_rect(out, cmd->rect);
    if (cmd->radius > 0)
        fprintf(out, " radius %.2f", cmd->radius);
    put_fill(out, cmd->fill);
    put_stroke(out, cmd);
}

static void put_line(const DrawList *list, const DrawCmd *cmd, FILE *out) {
    put_stroke(out, cmd);
    if (cmd->dash > 0)
        fprintf(out, " dash %.2f %.2f", cmd->dash, cmd->gap);
    put_points(list, cmd, out);
}

static void put_polygon(const DrawList *list, const DrawCmd *cmd, FILE *out) {
    put_fill(out, cmd->fill);
    put_points(list, cmd, out);
}

/* Quotes and control characters escaped, so that a command stays on its line. */
static void put_quoted(FILE *out, const char *text, size_t count) {
    fputs(" \"", out);
    for (size_t i = 0; i < count; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c == 0x7F)
            fprintf(out, "\\x%02x", c);
        else if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

static void put_text(const DrawList *list, const DrawCmd *cmd, FILE *out) {
    fprintf(out, " %.2f %.2f %s %s %.2f%s", cmd->rect.x, cmd->rect.y, ALIGN_NAMES[cmd->align], FONT_NAMES[cmd->font],
            cmd->size, cmd->upright ? " upright" : "");
    put_fill(out, cmd->fill);
    put_quoted(out, list->chars + cmd->first, cmd->count);
}

static void put_heatmap(const DrawList *list, const DrawCmd *cmd, FILE *out) {
    put_rect(out, cmd->rect);
    fprintf(out, " %s %dx%d", COLORMAPS[cmd->colormap].id, cmd->rows, cmd->columns);
    for (size_t i = 0; i < cmd->count; i++) {
        float cell = list->cells[cmd->first + i];
        fputs(i % (size_t)cmd->columns ? " " : " | ", out);
        isnan(cell) ? fputs("nan", out) : fprintf(out, "%.2f", cell);
    }
}

/* How each kind is written. */
static const struct {
    const char *name;
    void (*put)(const DrawList *list, const DrawCmd *cmd, FILE *out);
} KINDS[] = {
    [DRAW_CLIP] = {"clip", put_clip},          [DRAW_RECT] = {"rect", put_box},
    [DRAW_CIRCLE] = {"circle", put_box},       [DRAW_LINE] = {"line", put_line},
    [DRAW_POLYGON] = {"polygon", put_polygon}, [DRAW_TEXT] = {"text", put_text},
    [DRAW_HEATMAP] = {"heatmap", put_heatmap},
};

void drawlist_dump(const DrawList *list, FILE *out) {
    fprintf(out, "background %08x\n", (unsigned)list->background);
    for (size_t i = 0; i < list->cmd_count; i++) {
        const DrawCmd *cmd = &list->cmds[i];
        fputs(KINDS[cmd->kind].name, out);
        KINDS[cmd->kind].put(list, cmd, out);
        putc('\n', out);
    }
}

static bool same(float a, float b) { return a == b || (isnan(a) && isnan(b)); }

static bool same_floats(const float *a, const float *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!same(a[i], b[i]))
            return false;
    return true;
}

static bool same_rect(Rect a, Rect b) { return same(a.x, b.x) && same(a.y, b.y) && same(a.w, b.w) && same(a.h, b.h); }

static bool same_cmd(const DrawCmd *a, const DrawCmd *b) {
    return a->kind == b->kind && same_rect(a->rect, b->rect) && same(a->radius, b->radius) && a->fill == b->fill &&
           a->stroke == b->stroke && same(a->width, b->width) && same(a->dash, b->dash) && same(a->gap, b->gap) &&
           a->first == b->first && a->count == b->count && a->font == b->font && same(a->size, b->size) &&
           a->align == b->align && a->upright == b->upright && a->rows == b->rows && a->columns == b->columns &&
           a->colormap == b->colormap;
}

static bool same_points(const Vec2 *a, const Vec2 *b, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!same(a[i].x, b[i].x) || !same(a[i].y, b[i].y))
            return false;
    return true;
}

bool drawlist_equal(const DrawList *a, const DrawList *b) {
    if (a->cmd_count != b->cmd_count || a->point_count != b->point_count || a->char_count != b->char_count ||
        a->cell_count != b->cell_count || a->background != b->background)
        return false;
    for (size_t i = 0; i < a->cmd_count; i++)
        if (!same_cmd(&a->cmds[i], &b->cmds[i]))
            return false;
    return same_points(a->points, b->points, a->point_count) && same_floats(a->cells, b->cells, a->cell_count) &&
           (a->char_count == 0 || memcmp(a->chars, b->chars, a->char_count) == 0);
}

/* SVG 1.1, a line per command. Texts are <text> elements, so they can be selected, searched and edited; the viewer
 * brings the font. Kerning and ligatures are off because the layout measured the texts without them. Numbers are
 * written as thousandths of a pixel, by integers: no locale has a say. */
#include "io/png.h"
#include "io/vector_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Svg {
    FILE *out;
    const DrawList *list;
    const VectorPage *page;
    int clips;       /* numbered so far */
    bool in_group;   /* of a clip */
    bool hidden;     /* the clip leaves nothing */
    const char *why; /* what failed, or NULL */
} Svg;

static void put_number(FILE *out, double value) {
    long long units = llround(fmin(fmax(value, -1e9), 1e9) * 1000);
    unsigned long long size = units < 0 ? 0ull - (unsigned long long)units : (unsigned long long)units;
    unsigned rest = (unsigned)(size % 1000);
    fprintf(out, "%s%llu", units < 0 ? "-" : "", size / 1000);
    if (rest % 100 == 0 && rest)
        fprintf(out, ".%u", rest / 100);
    else if (rest % 10 == 0 && rest)
        fprintf(out, ".%02u", rest / 10);
    else if (rest)
        fprintf(out, ".%03u", rest);
}

static void put_attribute(FILE *out, const char *name, double value) {
    fprintf(out, " %s=\"", name);
    put_number(out, value);
    fputc('"', out);
}

static void put_escaped(FILE *out, const char *text) {
    for (; *text; text++) {
        const char *entity = *text == '&' ? "&amp;" : *text == '<' ? "&lt;" : *text == '>' ? "&gt;" : NULL;
        entity ? fputs(entity, out) : fputc(*text, out);
    }
}

/* `what`: fill or stroke. */
static void put_color(FILE *out, const char *what, Color color) {
    fprintf(out, " %s=\"#%06x\"", what, (unsigned)(color >> 8));
    if ((color & 0xFF) != 0xFF) {
        char name[24];
        snprintf(name, sizeof name, "%s-opacity", what);
        put_attribute(out, name, (color & 0xFF) / 255.0);
    }
}

static void put_area(FILE *out, Rect r) {
    put_attribute(out, "x", r.x);
    put_attribute(out, "y", r.y);
    put_attribute(out, "width", r.w);
    put_attribute(out, "height", r.h);
}

static void put_clip(Svg *svg, const DrawCmd *cmd) {
    bool whole;
    Rect area = vector_clip(cmd, svg->page, &whole);
    if (svg->in_group)
        fputs("</g>\n", svg->out);
    svg->in_group = false;
    svg->hidden = !(area.w > 0 && area.h > 0);
    if (whole || svg->hidden)
        return;
    fprintf(svg->out, "<clipPath id=\"c%d\"><rect", ++svg->clips);
    put_area(svg->out, area);
    fprintf(svg->out, "/></clipPath>\n<g clip-path=\"url(#c%d)\">\n", svg->clips);
    svg->in_group = true;
}

static void begin_box(FILE *out, const DrawCmd *cmd, Rect r, double radius) {
    if (cmd->kind == DRAW_CIRCLE) {
        Vec2 centre = rect_centre(r);
        fputs("<circle", out);
        put_attribute(out, "cx", centre.x);
        put_attribute(out, "cy", centre.y);
        put_attribute(out, "r", r.w / 2);
        return;
    }
    fputs("<rect", out);
    put_area(out, r);
    if (radius > 0)
        put_attribute(out, "rx", radius);
}

static void put_box(Svg *svg, const DrawCmd *cmd) {
    VectorBox box;
    if (!vector_box(cmd, &box))
        return;
    bool together = box.filled && box.stroked && (cmd->stroke & 0xFF) == 0xFF;
    if (box.filled && !together && box.fill.w > 0 && box.fill.h > 0) {
        begin_box(svg->out, cmd, box.fill, box.fill_radius);
        put_color(svg->out, "fill", cmd->fill);
        fputs("/>\n", svg->out);
    }
    if (!box.stroked)
        return;
    begin_box(svg->out, cmd, box.line, box.line_radius);
    if (together)
        put_color(svg->out, "fill", cmd->fill);
    else
        fputs(" fill=\"none\"", svg->out);
    put_color(svg->out, "stroke", cmd->stroke);
    put_attribute(svg->out, "stroke-width", box.width);
    fputs("/>\n", svg->out);
}

static void put_points(FILE *out, const Vec2 *points, size_t count) {
    for (size_t i = 0; i < count; i++) {
        fputc(i ? ' ' : 'M', out);
        put_number(out, points[i].x);
        fputc(' ', out);
        put_number(out, points[i].y);
    }
}

static void put_line(Svg *svg, const DrawCmd *cmd) {
    const Vec2 *points = svg->list->points + cmd->first;
    if (!(cmd->width > 0) || !(cmd->stroke & 0xFF))
        return;
    for (size_t from = 0, run; (run = vector_run(points, cmd->count, &from)); from += run) {
        if (run < 2)
            continue;
        fputs("<path d=\"", svg->out);
        put_points(svg->out, points + from, run);
        fputs("\" fill=\"none\" stroke-linejoin=\"round\"", svg->out);
        put_color(svg->out, "stroke", cmd->stroke);
        put_attribute(svg->out, "stroke-width", cmd->width);
        if (cmd->dash > 0 && cmd->gap > 0) {
            fputs(" stroke-dasharray=\"", svg->out);
            put_number(svg->out, cmd->dash);
            fputc(' ', svg->out);
            put_number(svg->out, cmd->gap);
            fputc('"', svg->out);
        }
        fputs("/>\n", svg->out);
    }
}

static void put_polygon(Svg *svg, const DrawCmd *cmd) {
    const Vec2 *points = svg->list->points + cmd->first;
    size_t from = 0;
    if (!(cmd->fill & 0xFF) || vector_run(points, cmd->count, &from) != cmd->count || cmd->count < 3)
        return;
    fputs("<path d=\"", svg->out);
    put_points(svg->out, points, cmd->count);
    fputs("Z\"", svg->out);
    put_color(svg->out, "fill", cmd->fill);
    fputs("/>\n", svg->out);
}

static void put_text(Svg *svg, const DrawCmd *cmd) {
    static const char *const ANCHORS[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    if (!(cmd->fill & 0xFF) || !(cmd->size > 0) || !isfinite(cmd->rect.x) || !isfinite(cmd->rect.y))
        return;
    char *text = vector_clean(svg->list->chars + cmd->first);
    if (!text)
        svg->why = "not enough memory";
    if (text && text[0]) {
        FILE *out = svg->out;
        fputs("<text", out);
        put_attribute(out, "x", cmd->rect.x);
        put_attribute(out, "y", cmd->rect.y);
        if (cmd->upright) {
            fputs(" transform=\"rotate(-90 ", out);
            put_number(out, cmd->rect.x);
            fputc(' ', out);
            put_number(out, cmd->rect.y);
            fputs(")\"", out);
        }
        put_attribute(out, "font-size", vector_size(cmd->size));
        fputs(cmd->font == FONT_BOLD ? " font-weight=\"bold\"" : "", out);
        fputs(ANCHORS[cmd->align], out);
        put_color(out, "fill", cmd->fill);
        fputs(vector_chinese(text) ? " xml:lang=\"zh-CN\">" : ">", out);
        put_escaped(out, text);
        fputs("</text>\n", out);
    }
    free(text);
}

static void put_base64(FILE *out, const unsigned char *bytes, size_t size) {
    static const char DIGITS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t have = size - i < 3 ? size - i : 3;
        unsigned bits = (unsigned)bytes[i] << 16;
        bits |= have > 1 ? (unsigned)bytes[i + 1] << 8 : 0;
        bits |= have > 2 ? bytes[i + 2] : 0;
        for (size_t k = 0; k < 4; k++)
            fputc(k <= have ? DIGITS[bits >> (18 - 6 * k) & 63] : '=', out);
    }
}

static void put_hatch(Svg *svg, const DrawCmd *cmd) {
    size_t cell = 0;
    Rect area;
    if (!vector_gap(svg->list, cmd, &cell, &area))
        return;
    fputs("<path fill=\"url(#hatch)\" d=\"", svg->out);
    do {
        put_points(svg->out, (Vec2[]){{area.x, area.y}}, 1);
        fputc('h', svg->out);
        put_number(svg->out, area.w);
        fputc('v', svg->out);
        put_number(svg->out, area.h);
        fputc('h', svg->out);
        put_number(svg->out, -area.w);
        fputc('z', svg->out);
    } while (vector_gap(svg->list, cmd, &cell, &area));
    fputs("\"/>\n", svg->out);
}

static void put_heatmap(Svg *svg, const DrawCmd *cmd) {
    if (cmd->rows <= 0 || cmd->columns <= 0 || !(cmd->rect.w > 0) || !(cmd->rect.h > 0))
        return;
    int width = 0, height = 0;
    size_t size = 0;
    unsigned char *rgba = vector_grid(svg->list, cmd, &width, &height);
    unsigned char *png = rgba ? png_encode(rgba, width, height, &size) : NULL;
    if (png) {
        fputs("<image", svg->out);
        put_area(svg->out, cmd->rect);
        fputs(" preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\""
              " xlink:href=\"data:image/png;base64,",
              svg->out);
        put_base64(svg->out, png, size);
        fputs("\"/>\n", svg->out);
        put_hatch(svg, cmd);
    } else {
        svg->why = "not enough memory for the heatmap";
    }
    free(png);
    free(rgba);
}

static void put_head(Svg *svg) {
    FILE *out = svg->out;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
          "xmlns:xlink=\"http://www.w3.org/1999/xlink\" version=\"1.1\"",
          out);
    put_attribute(out, "width", svg->page->width);
    put_attribute(out, "height", svg->page->height);
    fputs(" viewBox=\"0 0 ", out);
    put_number(out, svg->page->width);
    fputc(' ', out);
    put_number(out, svg->page->height);
    fputs("\" xml:space=\"preserve\" font-family=\"" VECTOR_FAMILIES ",sans-serif\""
          " style=\"font-kerning:none;font-variant-ligatures:none;white-space:pre\">\n<title>",
          out);
    put_escaped(out, svg->page->title);
    fputs("</title>\n", out);
}

/* Once a file that needs it: a tile with two half lines, both reaching over its edge. */
static void put_pattern(Svg *svg) {
    FILE *out = svg->out;
    bool gaps = false;
    for (size_t i = 0; i < svg->list->cmd_count && !gaps; i++) {
        size_t cell = 0;
        Rect area;
        gaps = svg->list->cmds[i].kind == DRAW_HEATMAP && vector_gap(svg->list, &svg->list->cmds[i], &cell, &area);
    }
    if (!gaps)
        return;
    fprintf(out, "<pattern id=\"hatch\" patternUnits=\"userSpaceOnUse\" width=\"%d\" height=\"%d\">", HATCH_STEP,
            HATCH_STEP);
    fprintf(out, "<rect width=\"%d\" height=\"%d\"", HATCH_STEP, HATCH_STEP);
    unsigned grey = (unsigned)(HATCH_GREY * 255 + 0.5), rgb = grey << 16 | grey << 8 | grey;
    put_color(out, "fill", rgb << 8 | (unsigned)(HATCH_GROUND * 255 + 0.5));
    fputs("/><path d=\"M-1 4.5 4.5 -1M2.5 8 8 2.5\"", out);
    put_color(out, "stroke", rgb << 8 | (unsigned)(HATCH_LINE * 255 + 0.5));
    put_attribute(out, "stroke-width", HATCH_WIDTH);
    fputs("/></pattern>\n", out);
}

static void put_background(Svg *svg) {
    if (!(svg->list->background & 0xFF))
        return;
    fputs("<rect width=\"100%\" height=\"100%\"", svg->out);
    put_color(svg->out, "fill", svg->list->background);
    fputs("/>\n", svg->out);
}

static void (*const WRITERS[])(Svg *svg, const DrawCmd *cmd) = {
    [DRAW_CLIP] = put_clip,       [DRAW_RECT] = put_box,  [DRAW_CIRCLE] = put_box,      [DRAW_LINE] = put_line,
    [DRAW_POLYGON] = put_polygon, [DRAW_TEXT] = put_text, [DRAW_HEATMAP] = put_heatmap,
};

bool vector_svg(FILE *out, const DrawList *list, const VectorPage *page, char *why, size_t room) {
    Svg svg = {.out = out, .list = list, .page = page};
    put_head(&svg);
    put_pattern(&svg);
    put_background(&svg);
    for (size_t i = 0; i < list->cmd_count && !svg.why; i++)
        if (!svg.hidden || list->cmds[i].kind == DRAW_CLIP)
            WRITERS[list->cmds[i].kind](&svg, &list->cmds[i]);
    fputs(svg.in_group ? "</g>\n</svg>\n" : "</svg>\n", out);
    snprintf(why, room, "%s", svg.why ? svg.why : "");
    return !svg.why;
}

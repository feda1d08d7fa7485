/* PDF through cairo, texts through pango, which chooses a font for every character and puts those in use, cut down
 * to the characters in use, into the file. Nothing is hinted and no metrics are rounded: the page has no pixels.
 * Heatmaps are images that viewers are told not to smooth (cairo's nearest filter becomes /Interpolate false). */
#include "io/vector_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_CAIRO

#include <cairo-pdf.h>
#include <pango/pangocairo.h>

static const double POINTS_PER_PIXEL = 0.75; /* 96 pixels an inch */

typedef struct Pdf {
    cairo_t *cairo;
    PangoLayout *layout;
    PangoFontDescription *fonts[FONT_COUNT];
    const DrawList *list;
    const VectorPage *page;
    bool hidden;     /* the clip leaves nothing */
    const char *why; /* what failed, or NULL */
} Pdf;

static void use_color(cairo_t *cairo, Color c) {
    cairo_set_source_rgba(cairo, (c >> 24) / 255.0, (c >> 16 & 0xFF) / 255.0, (c >> 8 & 0xFF) / 255.0,
                          (c & 0xFF) / 255.0);
}

static void paint_clip(Pdf *pdf, const DrawCmd *cmd) {
    bool whole;
    Rect area = vector_clip(cmd, pdf->page, &whole);
    pdf->hidden = !(area.w > 0 && area.h > 0);
    cairo_reset_clip(pdf->cairo);
    if (whole || pdf->hidden)
        return;
    cairo_rectangle(pdf->cairo, area.x, area.y, area.w, area.h);
    cairo_clip(pdf->cairo);
}

static void trace_box(cairo_t *cairo, Rect r, double radius) {
    const double quarter = acos(0);
    if (!(radius > 0)) {
        cairo_rectangle(cairo, r.x, r.y, r.w, r.h);
        return;
    }
    double left = r.x + radius, right = rect_right(r) - radius, top = r.y + radius, bottom = rect_bottom(r) - radius;
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, right, top, radius, -quarter, 0);
    cairo_arc(cairo, right, bottom, radius, 0, quarter);
    cairo_arc(cairo, left, bottom, radius, quarter, 2 * quarter);
    cairo_arc(cairo, left, top, radius, 2 * quarter, 3 * quarter);
    cairo_close_path(cairo);
}

static void paint_box(Pdf *pdf, const DrawCmd *cmd) {
    VectorBox box;
    if (!vector_box(cmd, &box))
        return;
    if (box.filled && box.fill.w > 0 && box.fill.h > 0) {
        trace_box(pdf->cairo, box.fill, box.fill_radius);
        use_color(pdf->cairo, cmd->fill);
        cairo_fill(pdf->cairo);
    }
    if (box.stroked) {
        trace_box(pdf->cairo, box.line, box.line_radius);
        use_color(pdf->cairo, cmd->stroke);
        cairo_set_line_width(pdf->cairo, box.width);
        cairo_stroke(pdf->cairo);
    }
}

static void trace_points(cairo_t *cairo, const Vec2 *points, size_t count) {
    for (size_t i = 0; i < count; i++)
        (i ? cairo_line_to : cairo_move_to)(cairo, points[i].x, points[i].y);
}

static void paint_line(Pdf *pdf, const DrawCmd *cmd) {
    const Vec2 *points = pdf->list->points + cmd->first;
    if (!(cmd->width > 0) || !(cmd->stroke & 0xFF))
        return;
    use_color(pdf->cairo, cmd->stroke);
    cairo_set_line_width(pdf->cairo, cmd->width);
    cairo_set_line_join(pdf->cairo, CAIRO_LINE_JOIN_ROUND);
    if (cmd->dash > 0 && cmd->gap > 0)
        cairo_set_dash(pdf->cairo, (double[]){cmd->dash, cmd->gap}, 2, 0);
    for (size_t from = 0, run; (run = vector_run(points, cmd->count, &from)); from += run) {
        if (run < 2)
            continue;
        trace_points(pdf->cairo, points + from, run);
        cairo_stroke(pdf->cairo);
    }
    cairo_set_dash(pdf->cairo, NULL, 0, 0);
    cairo_set_line_join(pdf->cairo, CAIRO_LINE_JOIN_MITER);
}

static void paint_polygon(Pdf *pdf, const DrawCmd *cmd) {
    const Vec2 *points = pdf->list->points + cmd->first;
    size_t from = 0;
    if (!(cmd->fill & 0xFF) || vector_run(points, cmd->count, &from) != cmd->count || cmd->count < 3)
        return;
    trace_points(pdf->cairo, points, cmd->count);
    cairo_close_path(pdf->cairo);
    use_color(pdf->cairo, cmd->fill);
    cairo_fill(pdf->cairo);
}

static void show_text(Pdf *pdf, const DrawCmd *cmd, const char *text) {
    static const double SHARES[] = {[ALIGN_LEFT] = 0, [ALIGN_CENTRE] = 0.5, [ALIGN_RIGHT] = 1};
    PangoFontDescription *font = pdf->fonts[cmd->font];
    PangoRectangle logical;
    pango_font_description_set_absolute_size(font, vector_size(cmd->size) * PANGO_SCALE);
    pango_layout_set_font_description(pdf->layout, font);
    pango_context_set_language(pango_layout_get_context(pdf->layout),
                               pango_language_from_string(vector_chinese(text) ? "zh-cn" : "en"));
    pango_layout_context_changed(pdf->layout);
    pango_layout_set_text(pdf->layout, text, -1);
    PangoLayoutLine *line = pango_layout_get_line_readonly(pdf->layout, 0);
    pango_layout_line_get_extents(line, NULL, &logical);
    cairo_save(pdf->cairo);
    cairo_translate(pdf->cairo, cmd->rect.x, cmd->rect.y);
    if (cmd->upright)
        cairo_rotate(pdf->cairo, -acos(0));
    cairo_move_to(pdf->cairo, -SHARES[cmd->align] * logical.width / PANGO_SCALE, 0);
    use_color(pdf->cairo, cmd->fill);
    pango_cairo_show_layout_line(pdf->cairo, line);
    cairo_restore(pdf->cairo);
}

static void paint_text(Pdf *pdf, const DrawCmd *cmd) {
    if (!(cmd->fill & 0xFF) || !(cmd->size > 0) || !isfinite(cmd->rect.x) || !isfinite(cmd->rect.y))
        return;
    char *text = vector_clean(pdf->list->chars + cmd->first);
    if (!text)
        pdf->why = "not enough memory";
    else if (text[0])
        show_text(pdf, cmd, text);
    free(text);
}

/* R, G, B, alpha in bytes to cairo's 32-bit words, in place; alpha is 0 or 255. */
static void to_words(unsigned char *rgba, size_t count) {
    for (size_t i = 0; i < count; i++, rgba += 4) {
        uint32_t word = (uint32_t)rgba[3] << 24 | (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
        memcpy(rgba, &word, sizeof word);
    }
}

static void paint_image(cairo_t *cairo, Rect r, unsigned char *image, int width, int height) {
    cairo_surface_t *surface =
        cairo_image_surface_create_for_data(image, CAIRO_FORMAT_ARGB32, width, height, 4 * width);
    cairo_save(cairo);
    cairo_translate(cairo, r.x, r.y);
    cairo_scale(cairo, r.w / width, r.h / height);
    cairo_set_source_surface(cairo, surface, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST);
    cairo_paint(cairo);
    cairo_restore(cairo);
    cairo_surface_finish(surface); /* takes what it still needs of the image now */
    cairo_surface_destroy(surface);
}

static void paint_hatch(Pdf *pdf, const DrawCmd *cmd) {
    size_t cell = 0;
    Rect area, r = cmd->rect;
    if (!vector_gap(pdf->list, cmd, &cell, &area))
        return;
    cairo_t *cairo = pdf->cairo;
    cairo_save(cairo);
    do
        cairo_rectangle(cairo, area.x, area.y, area.w, area.h);
    while (vector_gap(pdf->list, cmd, &cell, &area));
    cairo_clip(cairo);
    cairo_set_source_rgba(cairo, HATCH_GREY, HATCH_GREY, HATCH_GREY, HATCH_GROUND);
    cairo_paint(cairo);
    double last = (double)rect_right(r) + rect_bottom(r);
    for (double sum = HATCH_STEP * (floor(((double)r.x + r.y) / HATCH_STEP) + 0.5); sum < last; sum += HATCH_STEP) {
        cairo_move_to(cairo, sum - r.y, r.y);
        cairo_line_to(cairo, sum - rect_bottom(r), rect_bottom(r));
    }
    cairo_set_source_rgba(cairo, HATCH_GREY, HATCH_GREY, HATCH_GREY, HATCH_LINE);
    cairo_set_line_width(cairo, HATCH_WIDTH);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

static void paint_heatmap(Pdf *pdf, const DrawCmd *cmd) {
    if (cmd->rows <= 0 || cmd->columns <= 0 || !(cmd->rect.w > 0) || !(cmd->rect.h > 0))
        return;
    int width = 0, height = 0;
    unsigned char *image = vector_grid(pdf->list, cmd, &width, &height);
    if (!image) {
        pdf->why = "not enough memory for the heatmap";
        return;
    }
    to_words(image, (size_t)width * (size_t)height);
    paint_image(pdf->cairo, cmd->rect, image, width, height);
    free(image);
    paint_hatch(pdf, cmd);
}

static void (*const PAINTERS[])(Pdf *pdf, const DrawCmd *cmd) = {
    [DRAW_CLIP] = paint_clip,       [DRAW_RECT] = paint_box,  [DRAW_CIRCLE] = paint_box,      [DRAW_LINE] = paint_line,
    [DRAW_POLYGON] = paint_polygon, [DRAW_TEXT] = paint_text, [DRAW_HEATMAP] = paint_heatmap,
};

/* A layout without hints, kerning or ligatures: advances as the layout of the picture counted them. */
static PangoLayout *make_layout(cairo_t *cairo, PangoFontMap *map) {
    PangoContext *context = pango_font_map_create_context(map);
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(context, options);
    pango_cairo_context_set_resolution(context, 72);
    pango_context_set_round_glyph_positions(context, FALSE);
    pango_cairo_update_context(cairo, context);
    cairo_font_options_destroy(options);
    PangoLayout *layout = pango_layout_new(context);
    PangoAttrList *attributes = pango_attr_list_new();
    pango_attr_list_insert(attributes, pango_attr_font_features_new("kern=0,liga=0,clig=0,calt=0"));
    pango_layout_set_attributes(layout, attributes);
    pango_layout_set_single_paragraph_mode(layout, TRUE);
    pango_layout_set_auto_dir(layout, FALSE);
    pango_attr_list_unref(attributes);
    g_object_unref(context);
    return layout;
}

static void paint_all(Pdf *pdf) {
    PangoFontMap *map = pango_cairo_font_map_new();
    pdf->layout = make_layout(pdf->cairo, map);
    for (int font = 0; font < FONT_COUNT; font++) {
        pdf->fonts[font] = pango_font_description_new();
        pango_font_description_set_family_static(pdf->fonts[font], VECTOR_FAMILIES ",sans-serif");
        pango_font_description_set_weight(pdf->fonts[font],
                                          font == FONT_BOLD ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    }
    use_color(pdf->cairo, pdf->list->background);
    cairo_paint(pdf->cairo);
    for (size_t i = 0; i < pdf->list->cmd_count && !pdf->why; i++)
        if (!pdf->hidden || pdf->list->cmds[i].kind == DRAW_CLIP)
            PAINTERS[pdf->list->cmds[i].kind](pdf, &pdf->list->cmds[i]);
    for (int font = 0; font < FONT_COUNT; font++)
        pango_font_description_free(pdf->fonts[font]);
    g_object_unref(pdf->layout);
    g_object_unref(map);
}

static cairo_status_t write_part(void *out, const unsigned char *bytes, unsigned size) {
    return fwrite(bytes, 1, size, out) == size ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

bool vector_pdf(FILE *out, const DrawList *list, const VectorPage *page, char *why, size_t room) {
    cairo_surface_t *surface = cairo_pdf_surface_create_for_stream(write_part, out, page->width * POINTS_PER_PIXEL,
                                                                   page->height * POINTS_PER_PIXEL);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, page->title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, "attnlab");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, ""); /* none: the same bytes each time */
    Pdf pdf = {.cairo = cairo_create(surface), .list = list, .page = page};
    cairo_scale(pdf.cairo, POINTS_PER_PIXEL, POINTS_PER_PIXEL);
    paint_all(&pdf);
    cairo_status_t status = cairo_status(pdf.cairo);
    cairo_destroy(pdf.cairo);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_WRITE_ERROR && !pdf.why)
        return true; /* the stream keeps the failure, and its owner knows the reason */
    snprintf(why, room, "%s", pdf.why ? pdf.why : cairo_status_to_string(status));
    return !pdf.why && status == CAIRO_STATUS_SUCCESS;
}

#else

bool vector_pdf(FILE *out, const DrawList *list, const VectorPage *page, char *why, size_t room) {
    (void)out, (void)list, (void)page;
    snprintf(why, room, "this build has no cairo and pango, so it cannot write PDF; SVG works");
    return false;
}

#endif

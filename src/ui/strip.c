/* The weight strip. */
#include "ui/panels.h"

#include "ui/axes.h"
#include "ui/layout.h"
#include "ui/plot.h"

#include <math.h>
#include <stdio.h>

/* A round number at or above the largest weight, so that the axis moves in steps and not with every pixel. */
static double strip_top(double largest) {
    if (!(largest > 0))
        return 1;
    double decade = pow(10, floor(log10(largest))), share = largest / decade;
    static const double STEPS[] = {1, 1.5, 2, 3, 4, 5, 6, 8, 10};
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++)
        if (share <= STEPS[i] * (1 + 1e-12))
            return STEPS[i] * decade;
    return 10 * decade;
}

static Axes strip_axes(const Ui *ui, const Scene *scene, double top) {
    Rect area = ui->panels.strip_area, plot = ui->panels.plot_area;
    if (plot.w > 0)
        area.x = plot.x, area.w = plot.w;
    return (Axes){{scene->view.x0, scene->view.x1, 0, top}, area};
}

static void draw_stem(const Ui *ui, const Results *r, const Theme *theme, const Axes *axes, size_t k, DrawList *list) {
    double px = axes_px_x(axes, r->x[k]), top = axes_px_y(axes, r->alpha[k]);
    float bottom = rect_bottom(axes->area), height = bottom - (float)top;
    if (px < (double)axes->area.x - 2 || px > (double)rect_right(axes->area) + 2 || height < 0.25f)
        return;
    bool hover = ui->hover_point == (long)r->order[k];
    float width = (hover ? 5 : r->n > 300 ? 1.5f : 3) * ui->scale;
    Rect stem = {(float)px - width / 2, (float)top, width, height};
    drawlist_rect(list, stem, 0, hover ? theme->query : theme->key, 0, 0);
}

/* More keys than pixels: the largest weight in each column of the crowd's strip, in whole pixels, which need no soft
 * edges. */
static void draw_crowd(const Results *r, const Theme *theme, const Axes *axes, DrawList *list) {
    float bottom = roundf(rect_bottom(axes->area)), up = (float)(1 / axes_unit_y(axes));
    int across = r->crowd.grid.across;
    for (int i = 0; i < across; i++) {
        float height = roundf(r->crowd.heaviest[i] * up + 0.25f);
        float left = roundf(axes->area.x + axes->area.w * (float)i / (float)across);
        float right = roundf(axes->area.x + axes->area.w * (float)(i + 1) / (float)across);
        if (height >= 1)
            drawlist_rect(list, (Rect){left, bottom - height, right - left, height}, 0, theme->key, 0, 0);
    }
}

/* The second query's weights as hollow stems with a cap. */
static void draw_pinned(const Ui *ui, const Scene *scene, const Results *r, const Theme *theme, const Axes *axes,
                        DrawList *list) {
    float s = ui->scale, bottom = rect_bottom(axes->area);
    for (size_t k = 0; k < r->n; k++) {
        float x = (float)axes_px_x(axes, r->x[k]), top = (float)axes_px_y(axes, r->pinned_alpha[k]);
        if (bottom - top < 0.25f || x < axes->area.x - 2 || x > rect_right(axes->area) + 2)
            continue;
        top = fmaxf(top, axes->area.y);
        drawlist_rect(list, (Rect){x - 0.5f * s, top, s, bottom - top}, 0, color_fade(theme->query, 0.55), 0, 0);
        drawlist_circle(list, (Vec2){x, top}, 2.6f * s, theme->panel, theme->query, 1.3f * s);
    }
    double query = axes_px_x(axes, scene->params.pinned_query);
    const Vec2 line[] = {{(float)query, axes->area.y}, {(float)query, bottom}};
    if (query >= (double)axes->area.x && query <= (double)rect_right(axes->area))
        drawlist_line(list, line, 2, 1.5f * s, color_fade(theme->query, 0.6), 5 * s, 4 * s);
}

static double strip_largest(const Scene *scene, const Results *r) {
    double largest = r->alpha_max;
    for (size_t k = 0; scene->params.pin_query && r->pinned.supported && k < r->n; k++)
        largest = fmax(largest, r->pinned_alpha[k]);
    return largest;
}

/* The scale's largest value in at most `room` pixels: tiny weights have no room for their zeros. */
static void top_label(const Ui *ui, double top, float size, float room, char label[NUM_TEXT]) {
    num_format_digits(label, top, 3);
    int exponent = top > 0 ? (int)floor(log10(top) + 1e-9) : 0;
    if (ui->metrics.width(ui->metrics.owner, label, FONT_REGULAR, size) > room)
        snprintf(label, NUM_TEXT, "%.0fe%d", top / pow(10, exponent), exponent);
}

void strip_draw(const Ui *ui, const Scene *scene, const Results *r, DrawList *list) {
    if (ui->panels.strip_area.w <= 0)
        return;
    const Theme *theme = ui_theme(scene);
    double top = strip_top(strip_largest(scene, r));
    Axes axes = strip_axes(ui, scene, top);
    float size = layout_text(ui, scene, 12), hair = fmaxf(1, roundf(ui->scale));
    Rect panel = ui->panels.strip, a = axes.area;
    panel_draw(ui, scene, panel, list);
    drawlist_text(list, (Vec2){a.x, roundf(text_baseline((panel.y + a.y) / 2 + ui->scale, size))}, ALIGN_LEFT,
                  FONT_REGULAR, size, theme->dim, ui_tr(ui, scene, "attention weights α(x, xᵢ) of this query"));
    char label[NUM_TEXT];
    float right = a.x - layout_px(ui, 8);
    top_label(ui, top, size, right - panel.x - layout_px(ui, 4), label);
    drawlist_text(list, (Vec2){right, roundf(text_baseline(a.y, size))}, ALIGN_RIGHT, FONT_REGULAR, size, theme->dim,
                  label);
    drawlist_text(list, (Vec2){right, roundf(text_baseline(rect_bottom(a), size))}, ALIGN_RIGHT, FONT_REGULAR, size,
                  theme->dim, "0");
    drawlist_rect(list, (Rect){a.x, a.y, a.w, hair}, 0, theme->grid, 0, 0);
    drawlist_rect(list, (Rect){a.x, rect_bottom(a), a.w, hair}, 0, theme->axis, 0, 0);
    drawlist_clip(list, (Rect){a.x, panel.y, a.w, panel.h});
    double query = axes_px_x(&axes, r->query);
    if (query >= (double)a.x && query <= (double)rect_right(a))
        drawlist_rect(list, (Rect){(float)query - 0.9f * ui->scale, a.y, 1.8f * ui->scale, a.h}, 0,
                      color_fade(theme->query, 0.55), 0, 0);
    if (scene->params.pin_query && r->pinned.supported && r->n <= CROWD_LEAST)
        draw_pinned(ui, scene, r, theme, &axes, list);
    if (r->n > CROWD_LEAST)
        draw_crowd(r, theme, &axes, list);
    for (size_t k = 0; k < r->n && r->n <= CROWD_LEAST; k++)
        draw_stem(ui, r, theme, &axes, k, list);
    drawlist_unclip(list);
}

void strip_hover(Ui *ui, const Scene *scene, const Results *r, const Input *input) {
    Axes axes = strip_axes(ui, scene, 1);
    double best = 8 * (double)ui->scale;
    for (size_t k = 0; k < r->n; k++) {
        double away = fabs(axes_px_x(&axes, r->x[k]) - input->mouse_x);
        if (away < best && r->order[k] < scene->points.n) {
            best = away;
            ui->hover_point = (long)r->order[k];
        }
    }
    ui->hover_query =
        ui->hover_point < 0 && fabs(axes_px_x(&axes, scene->params.query) - input->mouse_x) <= 7 * (double)ui->scale;
}

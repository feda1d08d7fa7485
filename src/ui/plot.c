/* The plot's picture, back to front: grid, truth, prediction, rays, points, query. */
#include "ui/plot.h"

#include "ui/layout.h"
#include "ui/panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LINES_BELOW = 150 }; /* points in view up to which the curves run below them */

Axes plot_axes(const Ui *ui, const Scene *scene) { return (Axes){scene->view, ui->panels.plot_area}; }

/* Where many points are in view each is smaller, and the heavy ones yet more so: a thousand dots are still dots. */
float plot_radius(const Ui *ui, const Results *r, size_t key) {
    double share = r->alpha_max > 0 ? r->alpha[key] / r->alpha_max : 0;
    double size = fmax(0.4, fmin(1, sqrt(200.0 / (double)(r->in_view + 1))));
    double grows = 10 * size * sqrt(share * fmin(1, r->alpha_max * (double)r->n / 3));
    return (float)(size * (4 + grows)) * ui->scale;
}

typedef struct Frame {
    const Ui *ui;
    const Scene *scene;
    const Results *results;
    const Theme *theme;
    DrawList *list;
    Axes axes;
    float size; /* of text */
    bool crowd; /* too many points in view to draw one by one */
} Frame;

static void draw_band(const Frame *f) {
    const Results *r = f->results;
    if (!f->scene->params.show_band)
        return;
    for (size_t j = 1; j < r->curve_count; j++) {
        bool whole =
            r->curve_supported[j - 1] && r->curve_supported[j] && isfinite(r->curve_band[j - 1] + r->curve_band[j]);
        if (!whole)
            continue;
        const double *x = r->curve_x, *y = r->curve_f, *b = r->curve_band;
        const Vec2 piece[] = {axes_point(&f->axes, x[j - 1], y[j - 1] + b[j - 1]),
                              axes_point(&f->axes, x[j], y[j] + b[j]), axes_point(&f->axes, x[j], y[j] - b[j]),
                              axes_point(&f->axes, x[j - 1], y[j - 1] - b[j - 1])};
        drawlist_polygon(f->list, piece, 4, color_fade(f->theme->output, 0.13));
    }
}

/* The other value columns: the same weights, another mixture. */
static void draw_columns(const Frame *f) {
    const Results *r = f->results;
    float s = f->ui->scale;
    for (int c = 0; c < r->values; c++)
        if (c != f->scene->params.value)
            axes_curve(&f->axes, f->list, r->curve_x, r->curve_value[c], r->curve_supported, r->curve_count,
                       f->theme->line * s * 0.7f, color_fade(f->theme->output, 0.7), (float)(2 + 3 * c) * s, 3 * s);
}

/* Curves to compare with: the pinned one, dashed, and the one from before the drag, thin. */
static void draw_ghosts(const Frame *f) {
    const Results *r = f->results;
    const Trail *trail = f->ui->trail;
    float s = f->ui->scale;
    if (f->scene->params.pin_curve)
        axes_curve(&f->axes, f->list, r->curve_x, r->curve_ghost, NULL, r->curve_count, f->theme->line * s * 0.75f,
                   color_fade(f->theme->output, 0.75), 7 * s, 5 * s);
    if (trail && trail->count)
        axes_curve(&f->axes, f->list, trail->x, trail->f, trail->supported, trail->count, f->theme->line * s * 0.6f,
                   color_fade(f->theme->output, 0.4), 0, 0);
}

static void draw_lines(const Frame *f) {
    const Results *r = f->results;
    float s = f->ui->scale, line = f->theme->line * s;
    draw_band(f);
    draw_columns(f);
    draw_ghosts(f);
    if (f->scene->params.show_average && r->n) {
        const double x[] = {f->axes.view.x0, f->axes.view.x1}, y[] = {r->mean, r->mean};
        axes_curve(&f->axes, f->list, x, y, NULL, 2, fmaxf(1, line * 0.6f), f->theme->value, 2 * s, 4 * s);
    }
    if (f->scene->params.show_truth)
        axes_curve(&f->axes, f->list, r->curve_x, r->curve_truth, NULL, r->curve_count, line * 0.75f, f->theme->truth,
                   6 * s, 4 * s);
    axes_curve(&f->axes, f->list, r->curve_x, r->curve_f, r->curve_supported, r->curve_count, line, f->theme->output, 0,
               0);
}

static void draw_residuals(const Frame *f) {
    const Results *r = f->results;
    if (!f->scene->params.show_residuals)
        return;
    for (size_t k = 0; k < r->n; k++) {
        if (!isfinite(r->fitted[k]))
            continue;
        drawlist_segment(f->list, axes_point(&f->axes, r->x[k], r->y[k]), axes_point(&f->axes, r->x[k], r->fitted[k]),
                         1.2f * f->ui->scale, color_fade(f->theme->output, 0.55));
    }
}

/* Rays from the keys that weigh at least a twentieth of the heaviest. */
static void draw_rays(const Frame *f) {
    const Results *r = f->results;
    if (!f->scene->params.show_rays || !r->row.supported || r->n > CROWD_LEAST || r->alpha_max * (double)r->n < 1.5)
        return;
    Vec2 out = axes_point(&f->axes, r->query, r->row.f);
    for (size_t k = 0; k < r->n; k++) {
        double share = r->alpha[k] / r->alpha_max;
        if (share < 0.05)
            continue;
        drawlist_segment(f->list, axes_point(&f->axes, r->x[k], r->y[k]), out,
                         (0.8f + 0.7f * (float)share) * f->ui->scale, color_fade(f->theme->key, 0.15 + 0.45 * share));
    }
}

static void draw_point(const Frame *f, size_t key) {
    const Results *r = f->results;
    const Ui *ui = f->ui;
    double share = r->alpha_max > 0 ? r->alpha[key] / r->alpha_max : 0;
    Vec2 at = axes_point(&f->axes, r->x[key], r->y[key]);
    float radius = plot_radius(ui, r, key);
    Rect around = rect_inset(f->axes.area, -2 * radius);
    if (!rect_has(around, (double)at.x, (double)at.y))
        return;
    bool hover = ui->hover_point == (long)r->order[key], chosen = ui->chosen_point == (long)r->order[key];
    if (hover || chosen)
        drawlist_circle(f->list, at, radius + 4 * ui->scale, color_fade(f->theme->query, hover ? 0.25 : 0),
                        color_fade(f->theme->query, 0.9), 1.5f * ui->scale);
    if (r->muted[key]) /* hollow: it is not heard */
        drawlist_circle(f->list, at, radius, 0, f->theme->dim, 1.6f * ui->scale);
    else
        drawlist_circle(f->list, at, radius, color_fade(f->theme->key, 0.25 + 0.65 * share), f->theme->key,
                        1.1f * ui->scale);
}

static void draw_density(const Frame *f) {
    const Crowd *crowd = &f->results->crowd;
    float *cells = drawlist_heatmap(f->list, f->axes.area, crowd->grid.rows, crowd->grid.columns, COLORMAP_DENSITY);
    if (cells)
        memcpy(cells, crowd->cell, (size_t)crowd->grid.rows * (size_t)crowd->grid.columns * sizeof *cells);
}

/* In a crowd, the points that the hand is on. */
static void draw_marked(const Frame *f) {
    const long marked[] = {f->ui->hover_point, f->ui->chosen_point};
    for (int i = 0; i < 2; i++)
        if (marked[i] >= 0 && (size_t)marked[i] < f->results->n)
            draw_point(f, f->results->rank[marked[i]]);
}

/* Light points first, so that the ones that count lie on top. */
static void draw_points(const Frame *f) {
    const Results *r = f->results;
    double half = r->alpha_max / 4;
    if (f->crowd) {
        draw_marked(f);
        return;
    }
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < r->n; k++)
            if ((r->alpha[k] >= half && r->alpha_max > 0) == (pass == 1))
                draw_point(f, k);
}

static void draw_query_tag(const Frame *f, float x) {
    const Ui *ui = f->ui;
    char number[NUM_TEXT], text[NUM_TEXT + 8];
    double unit = axes_unit_x(&f->axes);
    num_format_fixed(number, f->results->query, (int)fmin(fmax(2, ceil(-log10(unit) - 0.5)), 9));
    axes_minus(number);
    snprintf(text, sizeof text, "x = %s", number);
    float w = ui->metrics.width(ui->metrics.owner, text, FONT_REGULAR, f->size) + layout_px(ui, 16);
    float h = roundf(f->size * 1.7f), bottom = rect_bottom(f->axes.area) - layout_px(ui, 6);
    float left = fminf(fmaxf(x - w / 2, f->axes.area.x), rect_right(f->axes.area) - w);
    Rect tag = {roundf(left), roundf(bottom - h), w, h};
    drawlist_rect(f->list, tag, layout_px(ui, 4), f->theme->query, 0, 0);
    Vec2 centre = rect_centre(tag);
    drawlist_text(f->list, (Vec2){centre.x, roundf(text_baseline(centre.y, f->size))}, ALIGN_CENTRE, FONT_REGULAR,
                  f->size, f->theme->panel, text);
}

static void draw_pinned_query(const Frame *f) {
    const Results *r = f->results;
    double px = axes_px_x(&f->axes, f->scene->params.pinned_query);
    float s = f->ui->scale, x = (float)px;
    bool inside = px >= (double)f->axes.area.x - 1 && px <= (double)rect_right(f->axes.area) + 1;
    if (!f->scene->params.pin_query || !inside)
        return;
    const Vec2 line[] = {{x, f->axes.area.y}, {x, rect_bottom(f->axes.area)}};
    drawlist_line(f->list, line, 2, 1.5f * s, color_fade(f->theme->query, 0.8), 5 * s, 4 * s);
    if (r->pinned.supported)
        drawlist_circle(f->list, axes_point(&f->axes, f->scene->params.pinned_query, r->pinned.f), 5 * s,
                        f->theme->panel, f->theme->output, 2 * s);
}

static void draw_query(const Frame *f) {
    draw_pinned_query(f);
    const Results *r = f->results;
    double px = axes_px_x(&f->axes, r->query);
    if (px < (double)f->axes.area.x - 1 || px > (double)rect_right(f->axes.area) + 1)
        return;
    float s = f->ui->scale, width = (f->ui->hover_query ? 3.0f : 1.8f) * s, x = (float)px;
    drawlist_rect(f->list, (Rect){x - width / 2, f->axes.area.y, width, f->axes.area.h}, 0, f->theme->query, 0, 0);
    draw_query_tag(f, x);
    if (!r->row.supported)
        return;
    drawlist_circle(f->list, axes_point(&f->axes, r->query, r->row.f), 6.5f * s, f->theme->output, f->theme->panel,
                    2 * s);
}

/* What lies outside the view, at the edge where the query would be. */
static void draw_no_support(const Frame *f) {
    const Results *r = f->results;
    if (r->row.supported || r->n == 0)
        return;
    double px = axes_px_x(&f->axes, r->query);
    if (px < (double)f->axes.area.x || px > (double)rect_right(f->axes.area))
        return;
    const char *text = ui_tr(f->ui, f->scene, r->fits ? "no support: no key in reach" : "the shapes do not fit");
    float w = f->ui->metrics.width(f->ui->metrics.owner, text, FONT_REGULAR, f->size) + layout_px(f->ui, 12);
    float x = fminf(fmaxf((float)px - w / 2, f->axes.area.x), rect_right(f->axes.area) - w);
    Rect box = {x, f->axes.area.y + f->axes.area.h * 0.4f, w, f->size * 1.7f};
    drawlist_rect(f->list, box, layout_px(f->ui, 4), f->theme->panel, f->theme->query, 1);
    Vec2 centre = rect_centre(box);
    drawlist_text(f->list, (Vec2){centre.x, text_baseline(centre.y, f->size)}, ALIGN_CENTRE, FONT_REGULAR, f->size,
                  f->theme->query, text);
}

static float legend_entry(const Frame *f, float x, float y, const char *label, Color color, bool line, bool dashed) {
    float s = f->ui->scale, mark = (line ? 20 : 12) * s;
    const char *text = ui_tr(f->ui, f->scene, label);
    float w = f->ui->metrics.width(f->ui->metrics.owner, text, FONT_REGULAR, f->size);
    if (x + mark + w > rect_right(f->ui->panels.plot) - layout_px(f->ui, 8))
        return x;
    const Vec2 ends[] = {{x, y}, {x + mark - 3 * s, y}};
    if (line)
        drawlist_line(f->list, ends, 2, f->theme->line * s * 0.85f, color, dashed ? 5 * s : 0, dashed ? 3 * s : 0);
    else
        drawlist_circle(f->list, (Vec2){x + 4 * s, y}, 4 * s, color_fade(color, 0.6), color, s);
    drawlist_text(f->list, (Vec2){x + mark + 2 * s, roundf(text_baseline(y, f->size))}, ALIGN_LEFT, FONT_REGULAR,
                  f->size, f->theme->text, text);
    return x + mark + w + 18 * s;
}

static void draw_legend(const Frame *f) {
    const Params *p = &f->scene->params;
    float x = f->axes.area.x, y = roundf((f->ui->panels.plot.y + f->axes.area.y) / 2 + f->ui->scale);
    if (p->show_truth && scene_has_truth(f->scene))
        x = legend_entry(f, x, y, "true f", f->theme->truth, true, true);
    x = legend_entry(f, x, y, "prediction", f->theme->output, true, false);
    for (int c = 0; c < f->results->values; c++)
        if (c != p->value && f->scene->value_names[c][0])
            x = legend_entry(f, x, y, f->scene->value_names[c], f->theme->output, true, true);
    x = legend_entry(f, x, y, "data (key, value)", f->theme->key, false, false);
    x = legend_entry(f, x, y, "query", f->theme->query, true, false);
    if (p->show_band)
        x = legend_entry(f, x, y, "±2σ", color_fade(f->theme->output, 0.35), true, false);
    if (p->pin_curve)
        x = legend_entry(f, x, y, "pinned", f->theme->output, true, true);
    if (p->show_average)
        x = legend_entry(f, x, y, "mean of y", f->theme->value, true, true);
}

/* Column names of real data, inside the corners where they cover least. */
static void draw_names(const Frame *f) {
    Rect a = f->axes.area;
    float size = f->size, pad = layout_px(f->ui, 6);
    if (f->scene->x_name[0])
        drawlist_text(f->list, (Vec2){rect_right(a) - pad, rect_bottom(a) - pad}, ALIGN_RIGHT, FONT_REGULAR, size,
                      f->theme->dim, f->scene->x_name);
    if (f->scene->y_name[0])
        drawlist_text(f->list, (Vec2){a.x + pad, a.y + size + pad / 2}, ALIGN_LEFT, FONT_REGULAR, size, f->theme->dim,
                      f->scene->y_name);
}

static void draw_empty(const Frame *f) {
    Vec2 centre = rect_centre(f->axes.area);
    drawlist_text(f->list, centre, ALIGN_CENTRE, FONT_REGULAR, f->size * 1.15f, f->theme->dim,
                  ui_tr(f->ui, f->scene, "No points. Double-click to add one."));
}

/* One-hot values: f(x) is the vector of weights itself, one curve for every key. */
static void draw_one_hot(const Frame *f) {
    const Results *r = f->results;
    Frame g = *f;
    double top = r->curve_alpha_max > 0 ? fmin(r->curve_alpha_max * 1.1, 1.05) : 1;
    g.axes.view.y0 = 0;
    g.axes.view.y1 = top;
    axes_draw(f->ui, f->scene, &g.axes, f->list);
    drawlist_clip(f->list, g.axes.area);
    for (size_t k = 0; k < r->alpha_keys; k++) {
        bool hover = f->ui->hover_point == (long)r->order[k];
        axes_curve(&g.axes, f->list, r->curve_x, r->curve_alpha + k * r->curve_count, r->curve_supported,
                   r->curve_count, (hover ? 3.0f : 1.3f) * f->ui->scale,
                   hover ? f->theme->query : color_fade(f->theme->key, 0.65), 0, 0);
        Vec2 at = axes_point(&g.axes, r->query, r->alpha[k]);
        if (r->row.supported && r->alpha[k] > 0.02 * r->alpha_max)
            drawlist_circle(f->list, at, 3.5f * f->ui->scale, f->theme->output, f->theme->panel, f->ui->scale);
    }
    double px = axes_px_x(&g.axes, r->query);
    if (px >= (double)g.axes.area.x && px <= (double)rect_right(g.axes.area)) {
        float width = 1.8f * f->ui->scale;
        drawlist_rect(f->list, (Rect){(float)px - width / 2, g.axes.area.y, width, g.axes.area.h}, 0,
                      color_fade(f->theme->query, 0.8), 0, 0);
        draw_query_tag(&g, (float)px);
    }
    drawlist_unclip(f->list);
    float y = roundf((f->ui->panels.plot.y + f->axes.area.y) / 2 + f->ui->scale);
    legend_entry(f, f->axes.area.x, y, "one-hot values: the output is the weights α(x, xᵢ), one curve per key",
                 f->theme->key, true, false);
}

void plot_draw(const Ui *ui, const Scene *scene, const Results *results, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Frame f = {.ui = ui,
               .scene = scene,
               .results = results,
               .theme = theme,
               .list = list,
               .axes = plot_axes(ui, scene),
               .size = layout_text(ui, scene, 12)};
    panel_draw(ui, scene, ui->panels.plot, list);
    if (f.axes.area.w <= 0)
        return;
    if (scene->params.one_hot && results->alpha_keys > 0) {
        draw_one_hot(&f);
        return;
    }
    axes_draw(ui, scene, &f.axes, list);
    draw_legend(&f);
    drawlist_clip(list, f.axes.area);
    draw_names(&f);
    f.crowd = results->crowd.grid.rows > 0 && results->in_view > CROWD_LEAST;
    if (f.crowd)
        draw_density(&f);
    bool many = results->in_view > LINES_BELOW && !f.crowd; /* the lines would be lost under them */
    if (!many)
        draw_lines(&f);
    draw_residuals(&f);
    draw_rays(&f);
    draw_points(&f);
    if (many)
        draw_lines(&f);
    draw_query(&f);
    draw_no_support(&f);
    if (results->n == 0)
        draw_empty(&f);
    drawlist_unclip(list);
}

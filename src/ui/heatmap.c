/* The heatmap with its colour bar, always numbered. */
#include "ui/panels.h"

#include "ui/axes.h"
#include "ui/layout.h"
#include "ui/widget.h"

#include <math.h>
#include <stdio.h>

static double heat_top(const Scene *scene, const Results *r) {
    return scene->params.heat_full || !(r->heat_max > 0) ? 1 : r->heat_max;
}

static void draw_cells(const Ui *ui, const Scene *scene, const Results *r, DrawList *list) {
    Rect area = ui->panels.heat_area;
    size_t count = r->heat_rows * r->heat_columns;
    float *cells = count ? drawlist_heatmap(list, area, (int)r->heat_rows, (int)r->heat_columns, scene->params.colormap) : NULL;
    float by = (float)(1 / heat_top(scene, r));
    if (cells)
        for (size_t i = 0; i < count; i++) cells[i] = r->heat[i] * by;
}

/* Cell row and column as a rectangle; the whole row or column with -1 for the other. */
static Rect cell_rect(const Ui *ui, const Results *r, long row, long column) {
    Rect a = ui->panels.heat_area;
    float h = a.h / (float)r->heat_rows, w = a.w / (float)r->heat_columns;
    Rect cell = a;
    if (row >= 0) cell.y = a.y + (float)row * h, cell.h = h;
    if (column >= 0) cell.x = a.x + (float)column * w, cell.w = w;
    return cell;
}

static void outline(const Ui *ui, Rect cell, Color color, DrawList *list) {
    float width = 1.8f * ui->scale, least = 5 * ui->scale;
    if (cell.h < least) cell = (Rect){cell.x, cell.y - (least - cell.h) / 2, cell.w, least};
    if (cell.w < least) cell = (Rect){cell.x - (least - cell.w) / 2, cell.y, least, cell.h};
    drawlist_rect(list, rect_inset(cell, -width / 2), 1, 0, color, width);
}

static void draw_marks(const Ui *ui, const Scene *scene, const Results *r, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    if (!r->heat_rows || !r->heat_columns) return;
    if (ui->hover_point >= 0 && (size_t)ui->hover_point < r->n)
        outline(ui, cell_rect(ui, r, -1, (long)results_heat_column(r, r->rank[ui->hover_point])),
                color_mix(theme->key, 0xFFFFFFFF, 0.45), list);
    if (ui->hover_row >= 0 && (size_t)ui->hover_row < r->heat_rows)
        outline(ui, cell_rect(ui, r, ui->hover_row, -1), color_fade(0xFFFFFFFF, 0.55), list);
    double q0 = r->heat_query[0], q1 = r->heat_query[r->heat_rows - 1], step = (q1 - q0) / (double)r->heat_rows;
    if (r->query >= q0 - step && r->query <= q1 + step)
        outline(ui, cell_rect(ui, r, (long)results_heat_row(r, r->query), -1), theme->query, list);
}

static void draw_bar(const Ui *ui, const Scene *scene, const Results *r, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Rect bar = ui->panels.bar_area;
    float *steps = drawlist_heatmap(list, bar, 1, COLORMAP_STEPS, scene->params.colormap);
    for (int i = 0; steps && i < COLORMAP_STEPS; i++) steps[i] = (float)i / (COLORMAP_STEPS - 1);
    float size = layout_text(ui, scene, 12), base = rect_bottom(bar) + roundf(1.25f * size);
    for (int i = 0; i <= 2; i++) {
        char text[NUM_TEXT];
        num_format_digits(text, heat_top(scene, r) * i / 2, i == 1 ? 2 : 3);
        Align align = i == 0 ? ALIGN_LEFT : i == 1 ? ALIGN_CENTRE : ALIGN_RIGHT;
        drawlist_text(list, (Vec2){bar.x + bar.w * (float)i / 2, base}, align, FONT_REGULAR, size, theme->dim, text);
    }
}

/* What the hovered cell holds, or what the picture is. */
static void title(const Ui *ui, const Scene *scene, const Results *r, char *text, size_t room) {
    bool cell = ui->hover_row >= 0 && ui->hover_point >= 0 && (size_t)ui->hover_row < r->heat_rows &&
                (size_t)ui->hover_point < r->n;
    if (!cell) {
        snprintf(text, room, "%s", ui_tr(ui, scene, "attention weights · rows: queries · columns: keys"));
        return;
    }
    size_t key = r->rank[ui->hover_point], column = results_heat_column(r, key);
    float alpha = r->heat[(size_t)ui->hover_row * r->heat_columns + column];
    char q[NUM_TEXT], k[NUM_TEXT], a[NUM_TEXT];
    num_format_digits(q, r->heat_query[ui->hover_row], 4);
    num_format_digits(k, r->x[key], 5);
    num_format_fixed(a, (double)alpha, 4);
    axes_minus(q);
    axes_minus(k);
    const char *binned = r->heat_columns < r->n ? " Σ" : "";
    if (isnan(alpha))
        snprintf(text, room, "x = %s: %s", q, ui_tr(ui, scene, "no support"));
    else
        snprintf(text, room, "x = %s   xᵢ = %s   α%s = %s", q, k, binned, a);
}

static void draw_labels(const Ui *ui, const Scene *scene, const Results *r, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Rect a = ui->panels.heat_area, panel = ui->panels.heatmap;
    float size = layout_text(ui, scene, 12);
    char text[200];
    title(ui, scene, r, text, sizeof text);
    float w = ui->metrics.width(ui->metrics.owner, text, FONT_REGULAR, size), room = rect_right(panel) - a.x - layout_px(ui, 6);
    float fit = w > room ? size * room / w : size;
    drawlist_text(list, (Vec2){a.x, roundf(text_baseline((panel.y + a.y) / 2 + ui->scale, fit))}, ALIGN_LEFT, FONT_REGULAR,
                  fit, theme->dim, text);
    drawlist_text_upright(list, (Vec2){a.x - roundf(0.7f * size), a.y + a.h / 2}, ALIGN_CENTRE, FONT_REGULAR, size,
                          theme->dim, ui_tr(ui, scene, "← queries"));
    const char *keys = r->heat_columns < r->n ? "keys, sorted, binned →" : "keys, sorted →";
    drawlist_text(list, (Vec2){a.x + a.w / 2, rect_bottom(a) + roundf(1.35f * size)}, ALIGN_CENTRE, FONT_REGULAR, size,
                  theme->dim, ui_tr(ui, scene, keys));
}

void heatmap_draw(const Ui *ui, const Scene *scene, const Results *r, DrawList *list) {
    panel_draw(ui, scene, ui->panels.heatmap, list);
    if (ui->panels.heat_area.w <= 0) return;
    draw_cells(ui, scene, r, list);
    draw_marks(ui, scene, r, list);
    draw_labels(ui, scene, r, list);
    draw_bar(ui, scene, r, list);
}

static long index_at(double at, double from, double length, size_t count) {
    double i = floor((at - from) / length * (double)count);
    return count == 0 ? -1 : (long)fmin(fmax(i, 0), (double)(count - 1));
}

void heatmap_hover(Ui *ui, const Results *r, const Input *input) {
    Rect a = ui->panels.heat_area;
    if (!rect_has(a, input->mouse_x, input->mouse_y) || !r->heat_rows || !r->heat_columns) return;
    ui->hover_row = index_at(input->mouse_y, (double)a.y, (double)a.h, r->heat_rows);
    long column = index_at(input->mouse_x, (double)a.x, (double)a.w, r->heat_columns);
    size_t key = r->heat_columns == r->n ? (size_t)column : ((size_t)column * r->n + r->n / 2) / r->heat_columns;
    if (key < r->n) ui->hover_point = (long)r->order[key];
}

void heatmap_drag(Ui *ui, Scene *scene, const Results *r, const Input *input) {
    Rect a = ui->panels.heat_area;
    long row = index_at(input->mouse_y, (double)a.y, (double)a.h, r->heat_rows);
    if (row >= 0 && (size_t)row < r->heat_rows) widget_set(ui, scene, PARAM_QUERY, r->heat_query[row]);
}

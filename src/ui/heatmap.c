/* The heatmap with its colour bar, always numbered. A Grid says how rows and columns of the results lie in the
 * picture: by index or by x, upright or transposed. */
#include "ui/panels.h"

#include "ui/axes.h"
#include "ui/layout.h"
#include "ui/widget.h"

#include <math.h>
#include <stdio.h>

enum { BY_X_STEPS = 384, LOG_DECADES = 4 };

typedef struct Grid {
    const Results *r;
    const Params *params;
    Rect area;
} Grid;

static Grid grid_of(const Ui *ui, const Scene *scene, const Results *r) {
    return (Grid){r, &scene->params, ui->panels.heat_area};
}

static bool by_x(const Grid *g) {
    return g->params->heat_by_x && g->r->heat_columns == g->r->n && g->r->n > 1 && g->r->x[g->r->n - 1] > g->r->x[0];
}

/* Where column c begins, 0 to 1: halfway between its key and the one before, or by index. */
static double column_edge(const Grid *g, size_t c) {
    const Results *r = g->r;
    if (!by_x(g))
        return (double)c / (double)r->heat_columns;
    double x0 = r->x[0], x1 = r->x[r->n - 1];
    if (c == 0)
        return 0;
    return c >= r->n ? 1 : ((r->x[c - 1] - x0) / 2 + (r->x[c] - x0) / 2) / (x1 - x0);
}

static size_t column_at(const Grid *g, double t) {
    size_t low = 0, high = g->r->heat_columns;
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        if (column_edge(g, middle) <= t)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static bool log_scale(const Params *p) { return p->heat_log && !p->heat_scores; }

static void limits(const Grid *g, double *low, double *high) {
    *low = g->params->heat_scores ? g->r->heat_min : 0;
    *high = g->params->heat_scores ? g->r->heat_max : g->params->heat_full ? 1 : g->r->heat_max;
    if (!(*high > *low))
        *high = *low + 1;
}

/* A cell's place on the colour scale. */
static float shade(const Grid *g, float value, double low, double high) {
    if (isnan(value))
        return NAN;
    double t = ((double)value - low) / (high - low);
    if (log_scale(g->params))
        t = value > 0 ? 1 + log10((double)value / high) / LOG_DECADES : 0;
    return (float)fmin(fmax(t, 0), 1);
}

static void draw_cells(const Grid *g, DrawList *list) {
    const Results *r = g->r;
    size_t rows = r->heat_rows, across = by_x(g) ? BY_X_STEPS : r->heat_columns;
    bool turned = g->params->heat_transposed;
    if (rows * across == 0)
        return;
    float *cells = drawlist_heatmap(list, g->area, (int)(turned ? across : rows), (int)(turned ? rows : across),
                                    g->params->colormap);
    double low, high;
    limits(g, &low, &high);
    for (size_t j = 0; cells && j < across; j++) {
        size_t column = by_x(g) ? column_at(g, ((double)j + 0.5) / BY_X_STEPS) : j;
        for (size_t i = 0; i < rows; i++)
            cells[turned ? j * rows + i : i * across + j] = shade(g, r->heat[i * r->heat_columns + column], low, high);
    }
}

/* The part of the picture between two shares of the queries' and of the keys' direction. */
static Rect part(const Grid *g, double row0, double row1, double column0, double column1) {
    Rect a = g->area;
    bool turned = g->params->heat_transposed;
    double x0 = turned ? row0 : column0, x1 = turned ? row1 : column1, y0 = turned ? column0 : row0,
           y1 = turned ? column1 : row1;
    return (Rect){a.x + (float)x0 * a.w, a.y + (float)y0 * a.h, (float)(x1 - x0) * a.w, (float)(y1 - y0) * a.h};
}

static Rect row_rect(const Grid *g, size_t row) {
    double n = (double)g->r->heat_rows;
    return part(g, (double)row / n, (double)(row + 1) / n, 0, 1);
}

static Rect column_rect(const Grid *g, size_t column) {
    return part(g, 0, 1, column_edge(g, column), column_edge(g, column + 1));
}

static void outline(const Ui *ui, Rect cell, Color color, DrawList *list) {
    float width = 1.8f * ui->scale, least = 5 * ui->scale;
    if (cell.h < least)
        cell = (Rect){cell.x, cell.y - (least - cell.h) / 2, cell.w, least};
    if (cell.w < least)
        cell = (Rect){cell.x - (least - cell.w) / 2, cell.y, least, cell.h};
    drawlist_rect(list, rect_inset(cell, -width / 2), 1, 0, color, width);
}

static void draw_marks(const Ui *ui, const Scene *scene, const Grid *g, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    const Results *r = g->r;
    if (!r->heat_rows || !r->heat_columns)
        return;
    if (ui->hover_point >= 0 && (size_t)ui->hover_point < r->n)
        outline(ui, column_rect(g, results_heat_column(r, r->rank[ui->hover_point])),
                color_mix(theme->key, 0xFFFFFFFF, 0.45), list);
    if (ui->hover_row >= 0 && (size_t)ui->hover_row < r->heat_rows)
        outline(ui, row_rect(g, (size_t)ui->hover_row), color_fade(0xFFFFFFFF, 0.55), list);
    if (scene->params.pin_query)
        outline(ui, row_rect(g, results_heat_row(r, scene->params.pinned_query)), color_fade(theme->query, 0.6), list);
    double q0 = r->heat_query[0], q1 = r->heat_query[r->heat_rows - 1], step = (q1 - q0) / (double)r->heat_rows;
    if (r->query >= q0 - step && r->query <= q1 + step)
        outline(ui, row_rect(g, results_heat_row(r, r->query)), theme->query, list);
}

static void draw_bar(const Ui *ui, const Scene *scene, const Grid *g, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Rect bar = ui->panels.bar_area;
    float *steps = drawlist_heatmap(list, bar, 1, COLORMAP_STEPS, scene->params.colormap);
    for (int i = 0; steps && i < COLORMAP_STEPS; i++)
        steps[i] = (float)i / (COLORMAP_STEPS - 1);
    float size = layout_text(ui, scene, 12), base = rect_bottom(bar) + roundf(1.25f * size);
    double low, high;
    limits(g, &low, &high);
    for (int i = 0; i <= 2; i++) {
        char text[NUM_TEXT];
        double value = low + (high - low) * i / 2;
        if (log_scale(g->params))
            value = high * pow(10, LOG_DECADES * (i / 2.0 - 1));
        num_format_digits(text, value, i == 1 ? 2 : 3);
        axes_minus(text);
        Align align = i == 0 ? ALIGN_LEFT : i == 1 ? ALIGN_CENTRE : ALIGN_RIGHT;
        drawlist_text(list, (Vec2){bar.x + bar.w * (float)i / 2, base}, align, FONT_REGULAR, size, theme->dim, text);
    }
}

/* What the hovered cell holds. */
static void cell_text(const Ui *ui, const Scene *scene, const Results *r, char *text, size_t room) {
    size_t key = r->rank[ui->hover_point], column = results_heat_column(r, key);
    float value = r->heat[(size_t)ui->hover_row * r->heat_columns + column];
    char q[NUM_TEXT], k[NUM_TEXT], a[NUM_TEXT];
    num_format_digits(q, r->heat_query[ui->hover_row], 4);
    num_format_digits(k, r->x[key], 5);
    num_format_fixed(a, (double)value, 4);
    axes_minus(q);
    axes_minus(k);
    axes_minus(a);
    const char *symbol = scene->params.heat_scores ? "a" : r->heat_columns < r->n ? "α Σ" : "α";
    const char *none = r->muted[key] ? "muted" : "no support";
    if (isnan(value))
        snprintf(text, room, "x = %s   xᵢ = %s   %s", q, k, ui_tr(ui, scene, none));
    else
        snprintf(text, room, "x = %s   xᵢ = %s   %s = %s", q, k, symbol, a);
}

static void title(const Ui *ui, const Scene *scene, const Results *r, char *text, size_t room) {
    static const char *const TITLES[2][2][2] = {
        {{"attention weights · rows: queries · columns: keys", "attention weights · rows: keys · columns: queries"},
         {"attention scores · rows: queries · columns: keys", "attention scores · rows: keys · columns: queries"}},
        {{"attention weights · rows: points · columns: keys", "attention weights · rows: keys · columns: points"},
         {"attention scores · rows: points · columns: keys", "attention scores · rows: keys · columns: points"}}};
    const Params *p = &scene->params;
    bool cell = ui->hover_row >= 0 && ui->hover_point >= 0 && (size_t)ui->hover_row < r->heat_rows &&
                (size_t)ui->hover_point < r->n;
    if (cell)
        cell_text(ui, scene, r, text, room);
    else
        snprintf(text, room, "%s",
                 ui_tr(ui, scene, TITLES[p->heat_points != 0][p->heat_scores != 0][p->heat_transposed != 0]));
}

static void draw_labels(const Ui *ui, const Scene *scene, const Results *r, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Rect a = ui->panels.heat_area, panel = ui->panels.heatmap;
    float size = layout_text(ui, scene, 12);
    char text[200];
    title(ui, scene, r, text, sizeof text);
    float w = ui->metrics.width(ui->metrics.owner, text, FONT_REGULAR, size),
          room = rect_right(panel) - a.x - layout_px(ui, 6);
    float fit = w > room ? size * room / w : size;
    drawlist_text(list, (Vec2){a.x, roundf(text_baseline((panel.y + a.y) / 2 + ui->scale, fit))}, ALIGN_LEFT,
                  FONT_REGULAR, fit, theme->dim, text);
    bool turned = scene->params.heat_transposed, binned = r->heat_columns < r->n, x = scene->params.heat_by_x;
    const char *queries = scene->params.heat_points ? "points" : "queries";
    const char *keys = binned ? "keys, sorted, binned" : x ? "keys, by x" : "keys, sorted";
    char down[80], across[80];
    snprintf(down, sizeof down, "← %s", ui_tr(ui, scene, turned ? keys : queries));
    snprintf(across, sizeof across, "%s →", ui_tr(ui, scene, turned ? queries : keys));
    drawlist_text_upright(list, (Vec2){a.x - roundf(0.7f * size), a.y + a.h / 2}, ALIGN_CENTRE, FONT_REGULAR, size,
                          theme->dim, down);
    drawlist_text(list, (Vec2){a.x + a.w / 2, rect_bottom(a) + roundf(1.35f * size)}, ALIGN_CENTRE, FONT_REGULAR, size,
                  theme->dim, across);
}

void heatmap_draw(const Ui *ui, const Scene *scene, const Results *r, DrawList *list) {
    Grid grid = grid_of(ui, scene, r);
    panel_draw(ui, scene, ui->panels.heatmap, list);
    if (grid.area.w <= 0)
        return;
    draw_cells(&grid, list);
    draw_marks(ui, scene, &grid, list);
    draw_labels(ui, scene, r, list);
    draw_bar(ui, scene, &grid, list);
}

/* Row and column under a place, clamped to the grid. */
static void locate(const Grid *g, double x, double y, size_t *row, size_t *column) {
    double across = (x - (double)g->area.x) / (double)g->area.w, down = (y - (double)g->area.y) / (double)g->area.h;
    double rows = g->params->heat_transposed ? across : down, columns = g->params->heat_transposed ? down : across;
    double last = (double)g->r->heat_rows - 1;
    *row = (size_t)fmin(fmax(floor(rows * (last + 1)), 0), last);
    *column = column_at(g, fmin(fmax(columns, 0), 1));
}

void heatmap_hover(Ui *ui, const Scene *scene, const Results *r, const Input *input) {
    Grid grid = grid_of(ui, scene, r);
    if (!rect_has(grid.area, input->mouse_x, input->mouse_y) || !r->heat_rows || !r->heat_columns)
        return;
    size_t row, column;
    locate(&grid, input->mouse_x, input->mouse_y, &row, &column);
    ui->hover_row = (long)row;
    size_t key = r->heat_columns == r->n ? column : (column * r->n + r->n / 2) / r->heat_columns;
    if (key < r->n)
        ui->hover_point = (long)r->order[key];
}

void heatmap_drag(Ui *ui, Scene *scene, const Results *r, const Input *input) {
    Grid grid = grid_of(ui, scene, r);
    size_t row, column;
    if (!r->heat_rows || !r->heat_columns)
        return;
    locate(&grid, input->mouse_x, input->mouse_y, &row, &column);
    widget_set(ui, scene, PARAM_QUERY, r->heat_query[row]);
}

/* Transforms, ticks and curves of a plot. */
#include "ui/axes.h"

#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

double axes_unit_x(const Axes *a) { return (a->view.x1 - a->view.x0) / fmax((double)a->area.w, 1); }
double axes_unit_y(const Axes *a) { return (a->view.y1 - a->view.y0) / fmax((double)a->area.h, 1); }
double axes_px_x(const Axes *a, double x) { return (double)a->area.x + (x - a->view.x0) / axes_unit_x(a); }
double axes_px_y(const Axes *a, double y) { return (double)rect_bottom(a->area) - (y - a->view.y0) / axes_unit_y(a); }
double axes_x(const Axes *a, double px) { return a->view.x0 + (px - (double)a->area.x) * axes_unit_x(a); }
double axes_y(const Axes *a, double px) { return a->view.y0 + ((double)rect_bottom(a->area) - px) * axes_unit_y(a); }

Vec2 axes_point(const Axes *a, double x, double y) {
    const double far = 20000;
    return (Vec2){(float)fmin(fmax(axes_px_x(a, x), -far), far), (float)fmin(fmax(axes_px_y(a, y), -far), far)};
}

void axes_minus(char text[NUM_TEXT]) {
    char *at;
    while ((at = strchr(text, '-')) != NULL && strlen(text) + 2 < NUM_TEXT) {
        memmove(at + 3, at + 1, strlen(at + 1) + 1);
        memcpy(at, "−", 3);
    }
}

double axes_decade(double unit) { return unit > 0 && isfinite(unit) ? pow(10, floor(log10(unit))) : 1; }

static double nice_step(double span, int wanted) {
    double rough = span / (wanted > 1 ? wanted : 1), power = axes_decade(rough), share = rough / power;
    return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

static void tick_label(char label[NUM_TEXT], double value, double step, double largest) {
    int decimals = (int)fmax(0, -floor(log10(step) + 1e-9));
    int digits = (int)ceil(log10(fmax(largest / step, 1))) + 1; /* so that neighbours differ */
    if (largest < 1e5 && decimals <= 6)
        num_format_fixed(label, value, decimals);
    else
        num_format_digits(label, value, digits < 3 ? 3 : digits > 15 ? 15 : digits);
    axes_minus(label);
}

Ticks axes_ticks(double low, double high, int wanted) {
    Ticks ticks = {0};
    double step = nice_step(high - low, wanted);
    if (!(high - low > 0) || !(step > 0) || !isfinite(high - low))
        return ticks;
    double first = ceil(low / step - 1e-9), last = floor(high / step + 1e-9), largest = fmax(fabs(low), fabs(high));
    if (!(last - first < TICKS_MAX))
        last = first + TICKS_MAX - 1;
    for (int i = 0; i < TICKS_MAX && first + i <= last; i++) {
        double value = (first + i) * step;
        if (fabs(value) < step * 1e-9)
            value = 0;
        ticks.value[ticks.count] = value;
        tick_label(ticks.label[ticks.count++], value, step, largest);
    }
    return ticks;
}

static void draw_x_ticks(const Ui *ui, const Theme *theme, const Axes *axes, float size, DrawList *list) {
    Rect a = axes->area;
    int wanted = (int)fmaxf(2, a.w / (size * 8));
    Ticks ticks = axes_ticks(axes->view.x0, axes->view.x1, wanted);
    float end = -1e9f;
    for (int i = 0; i < ticks.count; i++) {
        float x = roundf((float)axes_px_x(axes, ticks.value[i]));
        drawlist_rect(list, (Rect){x, a.y, fmaxf(1, roundf(ui->scale)), a.h}, 0, theme->grid, 0, 0);
        float w = ui->metrics.width(ui->metrics.owner, ticks.label[i], FONT_REGULAR, size);
        if (x - w / 2 < end)
            continue; /* long labels: every one that fits */
        drawlist_text(list, (Vec2){x, rect_bottom(a) + roundf(1.5f * size)}, ALIGN_CENTRE, FONT_REGULAR, size,
                      theme->dim, ticks.label[i]);
        end = x + w / 2 + size * 0.6f;
    }
}

static void draw_y_ticks(const Ui *ui, const Theme *theme, const Axes *axes, float size, DrawList *list) {
    Rect a = axes->area;
    Ticks ticks = axes_ticks(axes->view.y0, axes->view.y1, (int)fmaxf(2, a.h / (size * 5.5f)));
    float room = size * 2.6f + layout_px(ui, 4);
    for (int i = 0; i < ticks.count; i++) {
        float y = roundf((float)axes_px_y(axes, ticks.value[i]));
        drawlist_rect(list, (Rect){a.x, y, a.w, fmaxf(1, roundf(ui->scale))}, 0, theme->grid, 0, 0);
        float w = ui->metrics.width(ui->metrics.owner, ticks.label[i], FONT_REGULAR, size);
        float fit = w > room ? fmaxf(size * room / w, size * 0.6f) : size;
        drawlist_text(list, (Vec2){a.x - layout_px(ui, 8), roundf(text_baseline(y, fit))}, ALIGN_RIGHT, FONT_REGULAR,
                      fit, theme->dim, ticks.label[i]);
    }
}

void axes_draw(const Ui *ui, const Scene *scene, const Axes *axes, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    float size = layout_text(ui, scene, 12);
    draw_x_ticks(ui, theme, axes, size, list);
    draw_y_ticks(ui, theme, axes, size, list);
}

/* Part of the segment p-q within [low, high] of y; false if none. Keeps steep segments exact at any zoom. */
static bool cut_y(double p[2], double q[2], double low, double high) {
    if ((p[1] < low && q[1] < low) || (p[1] > high && q[1] > high))
        return false;
    for (int end = 0; end < 2; end++) {
        double *a = end ? q : p, *b = end ? p : q;
        double limit = a[1] < low ? low : high;
        if (a[1] >= low && a[1] <= high)
            continue;
        a[0] += (b[0] - a[0]) * ((limit - a[1]) / (b[1] - a[1]));
        a[1] = limit;
    }
    return true;
}

enum { RUN = 4096 };

typedef struct Run { /* the unbroken part being collected */
    DrawList *list;
    Vec2 points[RUN];
    size_t count;
    float width, dash, gap;
    Color color;
} Run;

static void flush(Run *run) {
    drawlist_line(run->list, run->points, run->count, run->width, run->color, run->dash, run->gap);
    run->count = 0;
}

static void extend(Run *run, const double p[2], const double q[2]) {
    Vec2 from = {(float)p[0], (float)p[1]}, to = {(float)q[0], (float)q[1]};
    bool joined = run->count && fabsf(run->points[run->count - 1].x - from.x) < 0.01f &&
                  fabsf(run->points[run->count - 1].y - from.y) < 0.01f;
    if (!joined || run->count + 1 >= RUN) {
        flush(run);
        run->points[run->count++] = from;
    }
    run->points[run->count++] = to;
}

void axes_curve(const Axes *axes, DrawList *list, const double *x, const double *y, const bool *shown, size_t n,
                float width, Color color, float dash, float gap) {
    Run run = {.list = list, .width = width, .color = color, .dash = dash, .gap = gap};
    double low = (double)axes->area.y - 100, high = (double)rect_bottom(axes->area) + 100;
    for (size_t i = 1; i < n; i++) {
        bool whole = (!shown || (shown[i - 1] && shown[i])) && isfinite(y[i - 1]) && isfinite(y[i]);
        double p[2] = {axes_px_x(axes, x[i - 1]), axes_px_y(axes, y[i - 1])};
        double q[2] = {axes_px_x(axes, x[i]), axes_px_y(axes, y[i])};
        if (whole && cut_y(p, q, low, high))
            extend(&run, p, q);
        else
            flush(&run);
    }
    flush(&run);
}

/* Each inset draws into the rectangle that its section left for it; a folded one has width 0. */
#include "ui/sidebar_insets.h"

#include "model/results_pool.h"
#include "ui/axes.h"
#include "ui/layout.h"
#include "ui/rich.h"
#include "ui/sidebar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Frame {
    const Ui *ui;
    const Scene *scene;
    const Results *results;
    const Theme *theme;
    DrawList *list;
    Rect area;
    float size;
} Frame;

static const char *tr(const Frame *f, const char *text) { return ui_tr(f->ui, f->scene, text); }

static void short_number(char text[NUM_TEXT], double value) {
    if (!isfinite(value)) {
        snprintf(text, NUM_TEXT, "–");
        return;
    }
    num_format_digits(text, value, 3);
    axes_minus(text);
}

static void block(const Frame *f, Color color, const char *text) {
    rich_block(f->ui, f->scene, f->list, f->area, f->size, layout_px(f->ui, 16), color, text);
}

/* df, leave-one-out, GCV and AICc of the current fit. */
static void draw_diagnosis(const Frame *f) {
    const Diagnosis *d = &f->results->diagnosis;
    char df[NUM_TEXT], loo[NUM_TEXT], gcv[NUM_TEXT], aicc[NUM_TEXT], text[200];
    if (!f->results->diagnosed && f->results->n > DIAGNOSED_MAX)
        block(f, f->theme->dim, tr(f, "df, LOO, GCV, AICc: up to 400 points"));
    if (!f->results->diagnosed)
        return;
    short_number(df, d->df);
    short_number(loo, d->loo_mse);
    short_number(gcv, d->gcv);
    short_number(aicc, d->aicc);
    snprintf(text, sizeof text, "{d df} %s   {d LOO} %s\n{d GCV} %s   {d AICc} %s", df, loo, gcv, aicc);
    block(f, f->theme->text, text);
}

static const char *reason(const Ui *ui, const Scene *scene, char *text, size_t room) {
    FeatureMap query = scene_feature(scene, false), key = scene_feature(scene, true);
    if (scene->params.model != MODEL_SCORER)
        return "";
    if (!score_fits(scene->params.scorer, &query, &key, text, room)) {
        ui_refusal(ui, scene, text, room);
        return text;
    }
    const char *why = score_degenerate(scene->params.scorer, &query, &key);
    if (why)
        return ui_tr(ui, scene, why);
    bool location = scene->params.scorer == SCORER_LOCATION;
    if (location && scene->points.n > LOCATION_MANY)
        return ui_tr(ui, scene,
                     "Each key has a row of its own: with so many keys the curve goes through fewer places.");
    if (location)
        return ui_tr(ui, scene,
                     "{q Frozen}: each key's row was made where the key stood; it does not follow when the key moves.");
    return "";
}

int sidebar_reason_lines(const Ui *ui, const Scene *scene, float width) {
    char room[200];
    const char *text = reason(ui, scene, room, sizeof room);
    float line = layout_px(ui, 16);
    if (!*text)
        return 0;
    return (int)lroundf(rich_block(ui, scene, NULL, (Rect){0, 0, width, 1000}, layout_px(ui, 12), line, 0, text) /
                        line);
}

static void draw_reason(const Frame *f) {
    char room[200];
    block(f, f->theme->text, reason(f->ui, f->scene, room, sizeof room));
}

bool sidebar_can_fail(const Scene *scene) {
    int scorer = scene->params.scorer;
    return scorer != SCORER_DISTANCE;
}

bool sidebar_fails(const Scene *scene) {
    FeatureMap query = scene_feature(scene, false), key = scene_feature(scene, true);
    return score_degenerate(scene->params.scorer, &query, &key) != NULL;
}

/* A square with a thin frame for a picture; returns the inner area. */
static Rect canvas(const Frame *f, Rect area) {
    drawlist_rect(f->list, area, layout_px(f->ui, 4), f->theme->control, f->theme->border, 1);
    return rect_inset(area, layout_px(f->ui, 6));
}

typedef struct Plane { /* two components of the features, fitted into an area */
    Rect area;
    int a, b;
    double a0, a1, b0, b1;
} Plane;

static Vec2 on_plane(const Plane *p, const double *phi) {
    double x = (phi[p->a] - p->a0) / (p->a1 - p->a0), y = (phi[p->b] - p->b0) / (p->b1 - p->b0);
    return (Vec2){p->area.x + (float)x * p->area.w, rect_bottom(p->area) - (float)y * p->area.h};
}

enum { SHOWN = 2000 }; /* keys in a picture, at most */

static size_t shown(const Results *r) { return r->n < SHOWN ? r->n : SHOWN; }

/* The i-th of the keys shown: all, or at equal steps from the first to the last; phi is its vector. */
static size_t shown_key(const Results *r, size_t i, double phi[FEATURE_MAX]) {
    size_t k = r->n <= SHOWN ? i : i * (r->n - 1) / (SHOWN - 1);
    results_feature(r, k, phi);
    return k;
}

static Plane plane_of(const Results *r, size_t d, Rect area) {
    Plane p = {.area = area,
               .a = d == 3 ? 1 : 0,
               .b = d == 3 ? 2 : 1,
               .a0 = INFINITY,
               .a1 = -INFINITY,
               .b0 = INFINITY,
               .b1 = -INFINITY};
    for (size_t i = 0; i < shown(r); i++) {
        double phi[FEATURE_MAX];
        shown_key(r, i, phi);
        p.a0 = fmin(p.a0, phi[p.a]);
        p.a1 = fmax(p.a1, phi[p.a]);
        p.b0 = fmin(p.b0, phi[p.b]);
        p.b1 = fmax(p.b1, phi[p.b]);
    }
    if (r->scorer.key.kind == FEATURE_CIRCLE)
        p.a0 = p.b0 = -1, p.a1 = p.b1 = 1; /* round */
    if (!(p.a1 > p.a0))
        p.a0 -= 1, p.a1 += 1;
    if (!(p.b1 > p.b0))
        p.b0 -= 1, p.b1 += 1;
    return p;
}

/* Keys in the plane (the circle, the parabola), each as strong as its weight, and the query. */
static void draw_plane(const Frame *f, Rect area, size_t d) {
    const Results *r = f->results;
    Plane plane = plane_of(r, d, rect_inset(area, 4 * f->ui->scale));
    double phi[FEATURE_MAX];
    for (size_t i = 0; i < shown(r); i++) {
        size_t k = shown_key(r, i, phi);
        double share = r->alpha_max > 0 ? r->alpha[k] / r->alpha_max : 0;
        drawlist_circle(f->list, on_plane(&plane, phi), (1.8f + 2.2f * (float)share) * f->ui->scale,
                        color_fade(f->theme->key, 0.3 + 0.6 * share), 0, 0);
    }
    feature_rows(&r->scorer.query, &r->query, 1, phi);
    if (feature_length(&r->scorer.query) == d)
        drawlist_circle(f->list, on_plane(&plane, phi), 4 * f->ui->scale, f->theme->query, f->theme->panel,
                        f->ui->scale);
}

/* Long vectors as stripes: a column per key, the query's in the middle of its own strip on the right. */
static void draw_stripes(const Frame *f, Rect area, size_t d) {
    enum { MOST = 96 };
    const Results *r = f->results;
    size_t rows = d < MOST ? d : MOST, columns = r->n < MOST ? r->n : MOST;
    float strip = layout_px(f->ui, 10);
    float *cells = drawlist_heatmap(f->list, (Rect){area.x, area.y, area.w - strip - 4, area.h}, (int)rows,
                                    (int)columns, COLORMAP_CIVIDIS);
    double phi[FEATURE_MAX];
    for (size_t j = 0; cells && j < columns; j++) {
        results_feature(r, j * r->n / columns, phi);
        for (size_t i = 0; i < rows; i++)
            cells[i * columns + j] = (float)(0.5 + 0.35 * phi[i * d / rows]);
    }
    size_t dq = feature_length(&r->scorer.query);
    feature_rows(&r->scorer.query, &r->query, 1, phi);
    rows = dq < MOST ? dq : MOST;
    cells = drawlist_heatmap(f->list, (Rect){rect_right(area) - strip, area.y, strip, area.h}, (int)rows, 1,
                             COLORMAP_CIVIDIS);
    for (size_t i = 0; cells && i < rows; i++)
        cells[i] = (float)(0.5 + 0.35 * phi[i * dq / rows]);
}

static void draw_number_line(const Frame *f, Rect area) {
    const Results *r = f->results;
    double low, high, phi[FEATURE_MAX];
    results_feature(r, 0, &low);
    results_feature(r, r->n - 1, &high);
    float middle = area.y + area.h / 2;
    if (!(high > low))
        high = low + 1;
    drawlist_rect(f->list, (Rect){area.x, middle, area.w, 1}, 0, f->theme->axis, 0, 0);
    for (size_t i = 0; i < shown(r); i++) {
        size_t k = shown_key(r, i, phi);
        double share = r->alpha_max > 0 ? r->alpha[k] / r->alpha_max : 0, t = (phi[0] - low) / (high - low);
        drawlist_circle(f->list, (Vec2){area.x + (float)t * area.w, middle},
                        (1.8f + 2.2f * (float)share) * f->ui->scale, color_fade(f->theme->key, 0.3 + 0.6 * share), 0,
                        0);
    }
    feature_rows(&r->scorer.query, &r->query, 1, phi);
    double t = fmin(fmax((phi[0] - low) / (high - low), 0), 1);
    drawlist_circle(f->list, (Vec2){area.x + (float)t * area.w, middle}, 4 * f->ui->scale, f->theme->query,
                    f->theme->panel, f->ui->scale);
}

static void draw_features(const Frame *f) {
    const Results *r = f->results;
    if (r->pool.model != MODEL_SCORER || r->n == 0)
        return;
    size_t d = feature_length(&r->scorer.key);
    float side = f->area.h;
    Rect picture = {f->area.x, f->area.y, d <= 3 ? side : f->area.w * 0.62f, side};
    Rect inner = canvas(f, picture);
    if (d == 2 || d == 3)
        draw_plane(f, inner, d);
    else if (d > 3)
        draw_stripes(f, inner, d);
    else
        draw_number_line(f, inner);
    char text[300];
    snprintf(text, sizeof text, "{k φ(xᵢ)} {d %s} %zu\n{q φ(x)} {d %s} %zu", tr(f, "length"), d, tr(f, "length"),
             feature_length(&r->scorer.query));
    Frame beside = *f;
    beside.area = (Rect){rect_right(picture) + layout_px(f->ui, 10), f->area.y,
                         rect_right(f->area) - rect_right(picture) - layout_px(f->ui, 10), side};
    block(&beside, f->theme->text, text);
}

/* How many numbers are learned, and how training stands. */
/* Why the typed function is refused, and where. */
static void draw_function(const Frame *f) { block(f, f->theme->warning, f->ui->field.error); }

static void draw_count(const Frame *f) {
    const Train *train = f->ui->train;
    char count[24], text[400], loss[NUM_TEXT], step[24];
    snprintf(count, sizeof count, "%zu", train_count(f->scene));
    ui_fill(text, sizeof text, tr(f, "{d learned parameters:} %1"), count, NULL);
    if (train && train_concerns(train, f->scene)) {
        size_t used = strlen(text);
        short_number(loss, train->fit.loss.loss);
        snprintf(step, sizeof step, "%zu", train->fit.step);
        text[used++] = ' ';
        ui_fill(text + used, sizeof text - used, tr(f, "{d · step} %1 {d · loss} %2"), step, loss);
        bool stopped = train->fit.state == FIT_STILL || train->fit.state == FIT_DIVERGED;
        if (stopped && !train->running)
            snprintf(text, sizeof text, "%s", tr(f, fit_state_text(train->fit.state)));
    }
    block(f, f->theme->text, text);
}

static void line_of(const Frame *f, Rect area, const double *x, const double *y, size_t n, double top) {
    Axes axes = {{x[0], x[n - 1], 0, top}, area};
    axes_curve(&axes, f->list, x, y, NULL, n, 1.6f * f->ui->scale, f->theme->output, 0, 0);
}

static void draw_loss(const Frame *f) {
    enum { POINTS = 256 };
    const Train *train = f->ui->train;
    Rect inner = canvas(f, f->area);
    drawlist_text(f->list, (Vec2){rect_right(inner), inner.y + f->size}, ALIGN_RIGHT, FONT_REGULAR, f->size * 0.9f,
                  f->theme->dim, tr(f, "loss by step"));
    if (!train || !train_concerns(train, f->scene) || train->loss_count < 2)
        return;
    double x[POINTS], y[POINTS], top = 0;
    size_t n = train->loss_count < POINTS ? train->loss_count : POINTS;
    for (size_t i = 0; i < n; i++) {
        x[i] = (double)i;
        y[i] = train->loss[i * (train->loss_count - 1) / (n - 1)];
        top = fmax(top, y[i]);
    }
    line_of(f, inner, x, y, n, top > 0 ? top * 1.05 : 1);
}

/* The loss against w on the slider's logarithmic axis, and the current w as a ball on it. */
static void draw_loss_w(const Frame *f) {
    const Train *train = f->ui->train;
    Rect inner = canvas(f, f->area);
    if (!train || !train->curve_known)
        return;
    double x[TRAIN_CURVE], top = 0, least = INFINITY;
    for (int i = 0; i < TRAIN_CURVE; i++) {
        x[i] = i;
        if (isfinite(train->curve_loss[i]))
            top = fmax(top, train->curve_loss[i]), least = fmin(least, train->curve_loss[i]);
    }
    if (!(top > 0))
        return;
    Axes axes = {{0, TRAIN_CURVE - 1, least - 0.08 * (top - least), top * 1.05}, inner};
    axes_curve(&axes, f->list, x, train->curve_loss, NULL, TRAIN_CURVE, 1.6f * f->ui->scale, f->theme->dim, 0, 0);
    double w = fabs(f->scene->params.w), first = train->curve_w[1], last = train->curve_w[TRAIN_CURVE - 1];
    double at = w <= 0 ? 0 : 1 + log(fmax(w, first * 0.5) / first) / log(last / first) * (TRAIN_CURVE - 2);
    at = fmin(fmax(at, 0), TRAIN_CURVE - 1);
    size_t i = (size_t)fmin(at, TRAIN_CURVE - 2);
    double loss = train->curve_loss[i] + (at - (double)i) * (train->curve_loss[i + 1] - train->curve_loss[i]);
    if (isfinite(loss))
        drawlist_circle(f->list, axes_point(&axes, at, loss), 5 * f->ui->scale, f->theme->output, f->theme->panel,
                        1.5f * f->ui->scale);
    Vec2 label = {rect_right(inner), inner.y + f->size};
    drawlist_text(f->list, label, ALIGN_RIGHT, FONT_REGULAR, f->size * 0.9f, f->theme->dim, tr(f, "loss against w"));
}

void sidebar_insets(const Ui *ui, const Scene *scene, const Results *results, DrawList *list) {
    static void (*const DRAW[INSET_COUNT])(const Frame *) = {
        [INSET_FUNCTION] = draw_function, [INSET_DIAGNOSIS] = draw_diagnosis, [INSET_REASON] = draw_reason,
        [INSET_FEATURES] = draw_features, [INSET_COUNT_NOTE] = draw_count,    [INSET_LOSS] = draw_loss,
        [INSET_LOSS_W] = draw_loss_w};
    for (int i = 0; i < INSET_COUNT; i++) {
        Frame f = {ui, scene, results, ui_theme(scene), list, ui->panels.inset[i], layout_px(ui, 12)};
        if (sidebar_shows(ui, f.area))
            DRAW[i](&f);
    }
}

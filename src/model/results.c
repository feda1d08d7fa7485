/* Scene in, everything that is shown out. */
#include "model/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Ordered {
    double x;
    size_t i;
} Ordered;

static int by_x(const void *a, const void *b) {
    const Ordered *p = a, *q = b;
    if (p->x != q->x) return p->x < q->x ? -1 : 1;
    return p->i < q->i ? -1 : p->i > q->i;
}

static bool ascending(const Points *points) {
    for (size_t i = 1; i < points->n; i++)
        if (points->x[i] < points->x[i - 1]) return false;
    return true;
}

void results_sort(const Points *points, size_t *order, double *x, double *y) {
    Ordered *sorted = ascending(points) ? NULL : malloc(points->n * sizeof *sorted);
    for (size_t i = 0; i < points->n; i++) {
        order[i] = i;
        if (sorted) sorted[i] = (Ordered){points->x[i], i};
    }
    if (sorted) {
        qsort(sorted, points->n, sizeof *sorted, by_x);
        for (size_t k = 0; k < points->n; k++) order[k] = sorted[k].i;
        free(sorted);
    }
    for (size_t k = 0; k < points->n; k++) {
        x[k] = points->x[order[k]];
        y[k] = points->y[order[k]];
    }
}

/* Memory in one place: slot s holds `count` items of `size`, zeroed only by those who write it. */
static void *slot(Results *results, size_t s, size_t count, size_t size, bool *ok) {
    void *grown = realloc(results->memory[s], (count ? count : 1) * size);
    if (grown) results->memory[s] = grown;
    *ok = *ok && grown;
    return results->memory[s];
}

static bool make_room(Results *r, size_t n, size_t curve, size_t rows, size_t columns) {
    bool ok = true;
    size_t s = 0;
    r->order = slot(r, s++, n, sizeof *r->order, &ok);
    r->rank = slot(r, s++, n, sizeof *r->rank, &ok);
    r->x = slot(r, s++, n, sizeof *r->x, &ok);
    r->y = slot(r, s++, n, sizeof *r->y, &ok);
    r->score = slot(r, s++, n, sizeof *r->score, &ok);
    r->alpha = slot(r, s++, n, sizeof *r->alpha, &ok);
    r->fitted = slot(r, s++, n, sizeof *r->fitted, &ok);
    r->curve_x = slot(r, s++, curve, sizeof *r->curve_x, &ok);
    r->curve_f = slot(r, s++, curve, sizeof *r->curve_f, &ok);
    r->curve_truth = slot(r, s++, curve, sizeof *r->curve_truth, &ok);
    r->curve_supported = slot(r, s++, curve > n ? curve : n, sizeof *r->curve_supported, &ok);
    r->heat_query = slot(r, s++, rows, sizeof *r->heat_query, &ok);
    r->heat = slot(r, s++, rows * columns, sizeof *r->heat, &ok);
    r->n = n;
    r->curve_count = curve;
    r->heat_rows = rows;
    r->heat_columns = columns;
    return ok;
}

size_t results_queries(const Scene *scene, double query[HEAT_ROWS_OWN]) {
    size_t m = scene->params.data == DATA_OWN ? HEAT_ROWS_OWN : HEAT_ROWS_BUILTIN;
    View extent = scene_extent(scene);
    if (scene_has_truth(scene)) { /* the textbook asks over its own range, wherever a point was dragged */
        extent.x0 = DATASETS[scene->params.data].x0;
        extent.x1 = DATASETS[scene->params.data].x1;
    }
    dataset_queries(extent.x0, extent.x1, m, query);
    return m;
}

static void compute_curve(Results *r, const Scene *scene, const Keys *keys) {
    size_t m = r->curve_count;
    for (size_t j = 0; j < m; j++) {
        double t = m > 1 ? (double)j / (double)(m - 1) : 0.5;
        r->curve_x[j] = scene->view.x0 + (scene->view.x1 - scene->view.x0) * t;
        r->curve_truth[j] = scene_truth(scene, r->curve_x[j]);
    }
    if (m) pool_predict(&r->pool, keys, r->curve_x, m, r->curve_f, r->curve_supported);
}

static void compute_row(Results *r, const Scene *scene, const Keys *keys) {
    r->query = scene->params.query;
    r->truth = scene_truth(scene, r->query);
    pool_scores(&r->pool, keys, r->query, r->score);
    r->row = pool_row(&r->pool, keys, r->query, r->alpha);
    r->alpha_max = r->mean = 0;
    for (size_t k = 0; k < r->n; k++) {
        r->alpha_max = fmax(r->alpha_max, r->alpha[k]);
        r->mean += (r->y[k] - r->mean) / (double)(k + 1);
    }
}

static void compute_heat_row(Results *r, const Keys *keys, size_t row, double *alpha) {
    float *cells = r->heat + row * r->heat_columns;
    bool supported = pool_row(&r->pool, keys, r->heat_query[row], alpha).supported;
    for (size_t c = 0; c < r->heat_columns; c++) cells[c] = supported ? 0 : NAN;
    if (!supported) return;
    for (size_t k = 0; k < r->n; k++) cells[results_heat_column(r, k)] += (float)alpha[k];
    for (size_t c = 0; c < r->heat_columns; c++) r->heat_max = fmax(r->heat_max, (double)cells[c]);
}

static void compute_heat(Results *r, const Keys *keys) {
    r->heat_max = 0;
    double *alpha = r->fitted; /* borrowed: compute_fitted comes after */
    for (size_t row = 0; row < r->heat_rows; row++) compute_heat_row(r, keys, row, alpha);
}

static void compute_fitted(Results *r, const Scene *scene, const Keys *keys) {
    if (!scene->params.show_residuals || r->n == 0) return;
    bool *supported = malloc(r->n * sizeof *supported);
    if (!supported) return;
    pool_predict(&r->pool, keys, r->x, r->n, r->fitted, supported);
    for (size_t k = 0; k < r->n; k++)
        if (!supported[k]) r->fitted[k] = NAN;
    free(supported);
}

bool results_compute(Results *r, const Scene *scene, size_t curve_count) {
    size_t n = scene->points.n, columns = n < HEAT_COLUMNS ? n : HEAT_COLUMNS;
    double query[HEAT_ROWS_OWN];
    size_t rows = results_queries(scene, query);
    if (!make_room(r, n, curve_count, rows, columns)) {
        r->n = r->curve_count = r->heat_rows = r->heat_columns = 0;
        return false;
    }
    memcpy(r->heat_query, query, rows * sizeof *query);
    r->pool = scene_pool(scene);
    results_sort(&scene->points, r->order, r->x, r->y);
    for (size_t k = 0; k < n; k++) r->rank[r->order[k]] = k;
    Keys keys = {n, r->x, r->y};
    compute_curve(r, scene, &keys);
    compute_row(r, scene, &keys);
    compute_heat(r, &keys);
    compute_fitted(r, scene, &keys);
    return true;
}

void results_free(Results *r) {
    for (size_t s = 0; s < sizeof r->memory / sizeof *r->memory; s++) free(r->memory[s]);
    memset(r, 0, sizeof *r);
}

size_t results_heat_row(const Results *r, double query) {
    if (r->heat_rows < 2) return 0;
    double q0 = r->heat_query[0], q1 = r->heat_query[r->heat_rows - 1];
    double t = q1 > q0 ? (query - q0) / (q1 - q0) * (double)(r->heat_rows - 1) : 0;
    return (size_t)lround(fmin(fmax(t, 0), (double)(r->heat_rows - 1)));
}

size_t results_heat_column(const Results *r, size_t key) {
    return r->heat_columns == r->n ? key : key * r->heat_columns / r->n;
}

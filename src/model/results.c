/* Scene in, everything that is shown out. */
#include "model/results.h"

#include "model/results_heat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Ordered {
    double x;
    size_t i;
} Ordered;

static int by_x(const void *a, const void *b) {
    const Ordered *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->i < q->i ? -1 : p->i > q->i;
}

static bool ascending(const double *x, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (x[i] < x[i - 1])
            return false;
    return true;
}

void results_sort(const double *from_x, const double *from_y, size_t n, size_t *order, double *x, double *y) {
    Ordered *sorted = ascending(from_x, n) ? NULL : malloc(n * sizeof *sorted);
    for (size_t i = 0; i < n; i++) {
        order[i] = i;
        if (sorted)
            sorted[i] = (Ordered){from_x[i], i};
    }
    if (sorted) {
        qsort(sorted, n, sizeof *sorted, by_x);
        for (size_t k = 0; k < n; k++)
            order[k] = sorted[k].i;
        free(sorted);
    }
    for (size_t k = 0; k < n; k++) {
        x[k] = from_x[order[k]];
        y[k] = from_y[order[k]];
    }
}

typedef struct Sizes {
    size_t n, curve, rows, columns, features, parameters, alphas;
    int values;
} Sizes;

/* Memory in one place: slot s holds `count` items of `size`. */
static void *slot(Results *results, size_t *s, size_t count, size_t size, bool *ok) {
    void *grown = realloc(results->memory[*s], (count ? count : 1) * size);
    if (grown)
        results->memory[*s] = grown;
    *ok = *ok && grown;
    return results->memory[(*s)++];
}

#define SLOT(field, count) r->field = slot(r, &s, (count), sizeof *r->field, &ok)

static bool make_room(Results *r, const Sizes *z) {
    bool ok = true;
    size_t s = 0;
    SLOT(order, z->n);
    SLOT(rank, z->n);
    SLOT(x, z->n);
    SLOT(y, z->n);
    SLOT(muted, z->n);
    SLOT(score, z->n);
    SLOT(alpha, z->n);
    SLOT(fitted, z->n);
    SLOT(supported, z->n);
    SLOT(curve_x, z->curve);
    SLOT(curve_f, z->curve);
    SLOT(curve_truth, z->curve);
    SLOT(curve_supported, z->curve);
    SLOT(curve_band, z->curve);
    SLOT(curve_alpha, z->curve * z->alphas);
    SLOT(heat_query, z->rows);
    SLOT(heat, z->rows * z->columns);
    SLOT(key_features, z->n * z->features);
    SLOT(parameters, z->parameters);
    for (int c = 0; c < VALUES_MAX; c++)
        SLOT(curve_value[c], c < z->values ? z->curve : 0);
    r->n = z->n;
    r->curve_count = z->curve;
    r->heat_rows = z->rows;
    r->heat_columns = z->columns;
    r->values = z->values;
    r->alpha_keys = z->alphas;
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

/* Parameters in the order of the keys: the location scorer's rows belong to points. */
static void order_parameters(Results *r, const Scene *scene) {
    const Vector *score = &scene->score;
    ScoreLayout layout = score_layout(&r->scorer, r->n);
    if (score->length)
        memcpy(r->parameters, score->at, score->length * sizeof *score->at);
    if (r->scorer.scorer != SCORER_LOCATION || layout.length != score->length)
        return;
    size_t d = layout.block[0].columns;
    for (size_t k = 0; k < r->n; k++)
        memcpy(r->parameters + k * d, score->at + r->order[k] * d, d * sizeof(double));
}

static void prepare_scorer(Results *r, const Scene *scene) {
    double mean = 0;
    for (size_t k = 0; k < r->n; k++)
        mean += (r->x[k] - mean) / (double)(k + 1);
    r->scorer = scene_scorer(scene);
    r->scorer.query.centre = r->scorer.key.centre = mean;
    r->fits = score_fits(r->scorer.scorer, &r->scorer.query, &r->scorer.key, r->refusal, sizeof r->refusal) &&
              score_layout(&r->scorer, r->n).length == scene->score.length;
    r->degenerate = score_degenerate(r->scorer.scorer, &r->scorer.query, &r->scorer.key);
    feature_rows(&r->scorer.key, r->x, r->n, r->key_features);
    order_parameters(r, scene);
    r->scorer.parameters = r->parameters;
    r->scorer.key_features = r->key_features;
}

static void prepare(Results *r, const Scene *scene) {
    const Points *points = &scene->points;
    results_sort(points->x, scene_y(scene), r->n, r->order, r->x, r->y);
    bool any = false;
    for (size_t k = 0; k < r->n; k++) {
        r->rank[r->order[k]] = k;
        r->muted[k] = points->muted[r->order[k]] != 0;
        any = any || r->muted[k];
    }
    r->pool = scene_pool(scene);
    r->pool.muted = any ? r->muted : NULL;
    r->fits = true;
    r->refusal[0] = '\0';
    r->degenerate = NULL;
    if (r->pool.model != MODEL_SCORER)
        return;
    prepare_scorer(r, scene);
    r->pool.scorer = &r->scorer;
}

static void compute_curve(Results *r, const Scene *scene, const Keys *keys) {
    size_t m = r->curve_count;
    for (size_t j = 0; j < m; j++) {
        double t = m > 1 ? (double)j / (double)(m - 1) : 0.5;
        r->curve_x[j] = scene->view.x0 + (scene->view.x1 - scene->view.x0) * t;
        r->curve_truth[j] = scene->params.value == 0 ? scene_truth(scene, r->curve_x[j]) : NAN;
        r->curve_supported[j] = false;
        r->curve_f[j] = 0;
    }
    if (m && r->fits)
        pool_predict(&r->pool, keys, r->curve_x, m, r->curve_f, r->curve_supported);
}

/* The other value columns from the same weights; `fitted` is lent as the column in the order of the keys. */
static void compute_columns(Results *r, const Scene *scene) {
    for (int c = 0; c < r->values && r->fits; c++) {
        for (size_t k = 0; k < r->n; k++)
            r->fitted[k] = scene->points.column[2 + c][r->order[k]];
        Keys keys = {r->n, r->x, r->fitted};
        pool_predict(&r->pool, &keys, r->curve_x, r->curve_count, r->curve_value[c], r->curve_supported);
    }
}

/* The band, and with one-hot values the output itself: whole rows of weights along the curve. */
static void compute_curve_rows(Results *r, const Scene *scene, const Keys *keys) {
    bool band = scene->params.show_band && r->diagnosed;
    r->curve_alpha_max = 0;
    for (size_t j = 0; j < r->curve_count; j++)
        r->curve_band[j] = NAN;
    if (!r->fits || (!band && r->alpha_keys == 0))
        return;
    for (size_t j = 0; j < r->curve_count; j++) {
        PoolRow row = pool_row(&r->pool, keys, r->curve_x[j], r->fitted);
        if (band)
            r->curve_band[j] = diagnose_band(r->diagnosis.sigma, &row);
        for (size_t k = 0; k < r->alpha_keys; k++) {
            r->curve_alpha[k * r->curve_count + j] = r->fitted[k];
            r->curve_alpha_max = fmax(r->curve_alpha_max, r->fitted[k]);
        }
    }
}

static void compute_row(Results *r, const Scene *scene, const Keys *keys) {
    r->query = scene->params.query;
    r->truth = scene->params.value == 0 ? scene_truth(scene, r->query) : NAN;
    r->alpha_max = r->mean = 0;
    r->row = (PoolRow){0};
    for (size_t k = 0; k < r->n; k++) {
        r->score[k] = r->alpha[k] = 0;
        r->mean += (r->y[k] - r->mean) / (double)(k + 1);
    }
    if (!r->fits)
        return;
    pool_scores(&r->pool, keys, r->query, r->score);
    r->row = pool_row(&r->pool, keys, r->query, r->alpha);
    for (size_t k = 0; k < r->n; k++)
        r->alpha_max = fmax(r->alpha_max, r->alpha[k]);
}

static void compute_fitted(Results *r, const Scene *scene, const Keys *keys) {
    if (!scene->params.show_residuals || r->n == 0 || !r->fits)
        return;
    pool_predict(&r->pool, keys, r->x, r->n, r->fitted, r->supported);
    for (size_t k = 0; k < r->n; k++)
        if (!r->supported[k])
            r->fitted[k] = NAN;
}

/* Costs 2 n queries, so only where that is a fraction of a frame or is asked for. */
static void compute_diagnosis(Results *r, const Keys *keys) {
    r->diagnosed = r->n > 0 && r->n <= DIAGNOSED_MAX && r->fits;
    if (r->diagnosed)
        r->diagnosis = diagnose(&r->pool, keys, r->fitted);
}

static size_t heat_rows(const Scene *scene) {
    size_t n = scene->points.n;
    if (scene->params.heat_points)
        return n < HEAT_ROWS ? n : HEAT_ROWS;
    return scene->params.data == DATA_OWN ? HEAT_ROWS_OWN : HEAT_ROWS_BUILTIN;
}

static Sizes measure(const Scene *scene, size_t curve) {
    Sizes z = {.n = scene->points.n, .curve = curve, .rows = heat_rows(scene), .parameters = scene->score.length};
    z.columns = z.n < HEAT_COLUMNS ? z.n : HEAT_COLUMNS;
    FeatureMap key = scene_feature(scene, true);
    if (scene->params.model == MODEL_SCORER)
        z.features = feature_length(&key);
    if (scene->params.one_hot && z.n <= ONE_HOT_MAX)
        z.alphas = z.n;
    if (scene->points.values > 1 && scene->params.show_columns)
        z.values = scene->points.values;
    return z;
}

bool results_prepare(Results *r, const Scene *scene) {
    Sizes sizes = measure(scene, 0);
    sizes.rows = sizes.columns = sizes.alphas = 0;
    sizes.values = 0;
    if (!make_room(r, &sizes))
        return false;
    prepare(r, scene);
    return true;
}

void results_unorder(const Results *r, const double *parameters, double *score) {
    ScoreLayout layout = score_layout(&r->scorer, r->n);
    memcpy(score, parameters, layout.length * sizeof *score);
    if (r->scorer.scorer != SCORER_LOCATION)
        return;
    size_t d = layout.block[0].columns;
    for (size_t k = 0; k < r->n; k++)
        memcpy(score + r->order[k] * d, parameters + k * d, d * sizeof *score);
}

bool results_compute(Results *r, const Scene *scene, size_t curve_count) {
    Sizes sizes = measure(scene, curve_count);
    if (!make_room(r, &sizes)) {
        r->n = r->curve_count = r->heat_rows = r->heat_columns = 0;
        r->values = 0;
        return false;
    }
    prepare(r, scene);
    Keys keys = {r->n, r->x, r->y};
    compute_columns(r, scene);
    compute_curve(r, scene, &keys);
    compute_row(r, scene, &keys);
    results_heat(r, scene, &keys);
    compute_diagnosis(r, &keys);
    compute_curve_rows(r, scene, &keys);
    compute_fitted(r, scene, &keys);
    return true;
}

void results_free(Results *r) {
    for (size_t s = 0; s < sizeof r->memory / sizeof *r->memory; s++)
        free(r->memory[s]);
    memset(r, 0, sizeof *r);
}

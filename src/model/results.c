/* Scene in, everything that is shown out. */
#include "model/results.h"

#include "model/hash.h"
#include "model/heaviest.h"
#include "model/results_heat.h"
#include "model/results_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    SLOT(alpha, z->n);
    SLOT(fitted, z->n);
    SLOT(pinned_alpha, z->n);
    SLOT(curve_ghost, z->curve);
    SLOT(ghost_supported, z->curve);
    SLOT(supported, z->n);
    SLOT(curve_x, z->curve);
    SLOT(curve_f, z->curve);
    SLOT(curve_truth, z->curve);
    SLOT(curve_supported, z->curve);
    SLOT(curve_band, z->curve);
    SLOT(curve_alpha, z->curve * z->alphas);
    SLOT(heat_query, z->rows);
    SLOT(heat, z->rows * z->columns);
    if (z->n * z->features != r->features_room) /* what was kept is lost */
        r->features_version = 0;
    if (z->curve != r->curve_count)
        r->curve_version = 0;
    if (z->rows != r->heat_rows || z->columns != r->heat_columns)
        r->heat_version = 0;
    r->features_room = z->n * z->features;
    SLOT(key_features, r->features_room);
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
    View extent;
    if (scene_has_truth(scene)) /* the textbook asks over its own range, wherever a point was dragged */
        scene_draw_range(scene, &extent.x0, &extent.x1);
    else
        extent = scene_extent(scene);
    dataset_queries(extent.x0, extent.x1, m, query);
    return m;
}

static bool take_keys(Results *r, const Scene *scene) {
    Sorted *keys = &r->keys;
    if (!sorted_refresh(keys, &scene->points, scene_value_column(scene)))
        return false;
    r->order = keys->order;
    r->rank = keys->rank;
    r->x = keys->x;
    r->y = keys->y;
    r->muted = keys->muted;
    return true;
}

static void prepare(Results *r, const Scene *scene) {
    r->pool = scene_pool(scene);
    r->pool.muted = r->keys.any_muted ? r->muted : NULL;
    r->fits = true;
    r->refusal[0] = '\0';
    r->degenerate = NULL;
    if (r->pool.model != MODEL_SCORER)
        return;
    results_scorer(r, scene);
    r->pool.scorer = &r->scorer;
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

static uint64_t state_key(const Scene *scene, bool with_query) {
    Params p = scene->params;
    if (!with_query)
        p.query = 0;
    p.show_truth = p.show_rays = p.show_average = p.show_residuals = p.show_band = p.show_columns = p.show_strip = 0;
    const double range[] = {scene->x0, scene->x1}; /* of the features */
    uint64_t key = hash_bytes(hash_bytes(HASH_START, &p, sizeof p), range, sizeof range);
    return hash_bytes(key, scene->score.at, scene->score.length * sizeof(double));
}

static void place_curve(Results *r, const Scene *scene) {
    size_t m = r->curve_count;
    for (size_t j = 0; j < m; j++) {
        double t = m > 1 ? (double)j / (double)(m - 1) : 0.5;
        r->curve_x[j] = scene->view.x0 + (scene->view.x1 - scene->view.x0) * t;
        r->curve_truth[j] = scene->params.value == 0 ? scene_truth(scene, r->curve_x[j]) : NAN;
    }
}

/* All that the curves depend on. */
static uint64_t curve_key_of(const Results *r, const Scene *scene) {
    uint64_t key = state_key(scene, false);
    key = hash_bytes(key, &scene->view, sizeof scene->view);
    key = hash_bytes(key, scene->points.mark, sizeof scene->points.mark);
    key = hash_bytes(key, &r->values, sizeof r->values);
    return hash_bytes(key, &r->curve_count, sizeof r->curve_count);
}

/* The curve, after those of the other value columns, by the same weights; kept while the query alone moves. */
static void compute_curve(Results *r, const Scene *scene) {
    uint64_t key = curve_key_of(r, scene);
    place_curve(r, scene);
    if (r->curve_version == r->keys.version && r->curve_key == key)
        return;
    r->curve_version = r->keys.version;
    r->curve_key = key;
    for (size_t j = 0; j < r->curve_count; j++) {
        r->curve_supported[j] = false;
        r->curve_f[j] = 0;
    }
    for (int c = 0; c < r->values && r->fits; c++)
        if (!results_predict_column(r, scene, c, r->curve_x, r->curve_count, r->curve_value[c], r->curve_supported))
            r->values = c;
    if (r->curve_count && r->fits)
        results_predict(r, r->curve_x, r->curve_count, r->curve_f, r->curve_supported);
}

static void compute_row(Results *r, const Scene *scene) {
    uint64_t key = state_key(scene, true);
    r->truth = scene->params.value == 0 ? scene_truth(scene, scene->params.query) : NAN;
    if (r->row_version == r->keys.version && r->row_key == key)
        return;
    r->row_version = r->keys.version;
    r->row_key = key;
    r->query = scene->params.query;
    r->alpha_max = 0;
    r->mean = r->keys.mean_y;
    r->row = (PoolRow){0};
    r->heaviest_count = 0;
    if (!r->fits || r->n == 0) {
        for (size_t k = 0; k < r->n; k++)
            r->alpha[k] = 0;
        return;
    }
    r->row = results_row(r, POOL_ALL, r->query, r->alpha);
    r->alpha_max = r->row.largest;
    heaviest_find(r);
}

static void compute_pinned(Results *r, const Scene *scene) {
    r->pinned = (PoolRow){0};
    if (scene->params.pin_query && r->fits)
        r->pinned = results_row(r, POOL_ALL, scene->params.pinned_query, r->pinned_alpha);
    for (size_t j = 0; j < r->curve_count; j++)
        r->curve_ghost[j] = NAN;
    if (!scene->params.pin_curve || r->n == 0)
        return;
    Pool ghost = {.model = MODEL_KERNEL, .kernel = scene->params.pinned_kernel, .h = scene->params.pinned_h};
    ghost.w = 1 / ghost.h;
    ghost.muted = r->pool.muted;
    ghost.causal = r->pool.causal;
    engine_curve(r->keys.engine, &ghost, r->curve_x, r->curve_count, r->curve_ghost, r->ghost_supported);
    for (size_t j = 0; j < r->curve_count; j++)
        if (!r->ghost_supported[j])
            r->curve_ghost[j] = NAN;
}

static void compute_heat(Results *r, const Scene *scene) {
    uint64_t key = state_key(scene, false);
    if (r->heat_version == r->keys.version && r->heat_key == key)
        return;
    r->heat_version = r->keys.version;
    r->heat_key = key;
    results_heat(r, scene);
}

/* A scorer's take longer than they can be told apart, in a crowd. */
static void compute_fitted(Results *r, const Scene *scene) {
    if (!scene->params.show_residuals || r->n == 0 || !r->fits)
        return;
    if (r->pool.model == MODEL_SCORER && r->n > SCORER_RESIDUALS)
        memset(r->supported, 0, r->n * sizeof *r->supported);
    else
        results_predict(r, r->x, r->n, r->fitted, r->supported);
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

/* Rows of the heatmap; those that engine_weights does not serve go through all keys. */
static size_t heat_rows(const Results *r, const Scene *scene) {
    const Params *p = &scene->params;
    size_t n = scene->points.n, most = p->data == DATA_OWN ? HEAT_ROWS_OWN : HEAT_ROWS_BUILTIN;
    if (p->heat_points)
        most = n < HEAT_ROWS ? n : HEAT_ROWS;
    return results_affordable(scene, most, p->heat_points || p->heat_scores || r->keys.any_muted);
}

static Sizes measure(const Results *r, const Scene *scene, size_t curve) {
    Sizes z = {.n = scene->points.n,
               .curve = results_affordable(scene, curve, false),
               .rows = heat_rows(r, scene),
               .parameters = scene->score.length};
    z.columns = z.n < HEAT_COLUMNS ? z.n : HEAT_COLUMNS;
    FeatureMap key = scene_feature(scene, true);
    if (scene->params.model == MODEL_SCORER && z.n <= FEATURES_KEPT)
        z.features = feature_length(&key);
    if (scene->params.one_hot && z.n <= ONE_HOT_MAX)
        z.alphas = z.n;
    if (scene->points.values > 1 && scene->params.show_columns)
        z.values = scene->points.values;
    return z;
}

static bool begin(Results *r, const Scene *scene, const Sizes *sizes, bool keys_known) {
    if (keys_known && make_room(r, sizes)) {
        prepare(r, scene);
        return true;
    }
    r->n = r->in_view = r->curve_count = r->heat_rows = r->heat_columns = r->alpha_keys = 0;
    r->values = 0;
    r->curve_version = 0;
    return false;
}

bool results_prepare(Results *r, const Scene *scene) {
    bool known = take_keys(r, scene);
    Sizes sizes = measure(r, scene, 0);
    sizes.rows = sizes.columns = sizes.alphas = 0;
    sizes.values = 0;
    return begin(r, scene, &sizes, known);
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
    bool known = take_keys(r, scene);
    Sizes sizes = measure(r, scene, curve_count);
    if (!begin(r, scene, &sizes, known))
        return false;
    Keys keys = {r->n, r->x, r->y};
    r->in_view = sorted_lower(&r->keys, nextafter(scene->view.x1, INFINITY)) - sorted_lower(&r->keys, scene->view.x0);
    compute_curve(r, scene);
    compute_row(r, scene);
    compute_pinned(r, scene);
    compute_heat(r, scene);
    compute_diagnosis(r, &keys);
    compute_curve_rows(r, scene, &keys);
    compute_fitted(r, scene);
    return true;
}

void results_crowd(Results *r, const Scene *scene, CrowdGrid grid) {
    CrowdWeights weights = {r->alpha, r->alpha_max, r->query, results_fall(r),
                            hash_bytes(r->row_key, &r->row_version, sizeof r->row_version)};
    if (r->n <= CROWD_LEAST)
        grid = (CrowdGrid){0};
    crowd_compute(&r->crowd, &r->keys, &weights, scene->view, grid);
}

bool results_fall(const Results *r) { return r->pool.model != MODEL_SCORER && !r->pool.muted && !r->pool.causal; }

double results_score(const Results *r, size_t k) {
    Keys keys = {r->n, r->x, r->y};
    return r->fits ? pool_score(&r->pool, &keys, k, r->query) : 0;
}

void results_free(Results *r) {
    crowd_free(&r->crowd);
    for (size_t s = 0; s < sizeof r->memory / sizeof *r->memory; s++)
        free(r->memory[s]);
    sorted_free(&r->keys);
    results_free_columns(r);
    memset(r, 0, sizeof *r);
}

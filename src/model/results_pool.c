/* Kernels and scorers that the engine serves go to the engine, the others to pool.c. Each further value column has an
 * engine of its own, whose sums are those of its values; with few points the definition is as quick. */
#include "model/results_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 250 }; /* points from which on a value column has an engine of its own */

static Keys keys_of(const Results *r) { return (Keys){r->n, r->x, r->y}; }

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

static bool same_map(const FeatureMap *a, const FeatureMap *b) {
    return a->kind == b->kind && a->d == b->d && a->base == b->base && a->omega == b->omega && a->x0 == b->x0 &&
           a->x1 == b->x1 && a->centre == b->centre && a->seed == b->seed && a->key == b->key;
}

static void refresh_features(Results *r) {
    if (r->n > FEATURES_KEPT || (r->features_version == r->keys.version && same_map(&r->features_of, &r->scorer.key)))
        return;
    feature_rows(&r->scorer.key, r->x, r->n, r->key_features);
    r->features_version = r->keys.version;
    r->features_of = r->scorer.key;
}

void results_scorer(Results *r, const Scene *scene) {
    r->scorer = scene_scorer(scene);
    r->scorer.query.centre = r->scorer.key.centre = r->keys.mean_x;
    r->fits = score_fits(r->scorer.scorer, &r->scorer.query, &r->scorer.key, r->refusal, sizeof r->refusal) &&
              score_layout(&r->scorer, r->n).length == scene->score.length;
    r->degenerate = score_degenerate(r->scorer.scorer, &r->scorer.query, &r->scorer.key);
    refresh_features(r);
    order_parameters(r, scene);
    r->scorer.parameters = r->parameters;
    r->scorer.key_features = r->n > FEATURES_KEPT ? NULL : r->key_features;
}

static void predict(Engine *engine, const Pool *pool, const Keys *keys, const double *query, size_t m, double *f,
                    bool *supported) {
    if (pool->model == MODEL_SCORER && !engine_scores(engine, pool))
        pool_predict(pool, keys, query, m, f, supported);
    else
        engine_curve(engine, pool, query, m, f, supported);
}

void results_predict(Results *r, const double *query, size_t m, double *f, bool *supported) {
    Keys keys = keys_of(r);
    predict(r->keys.engine, &r->pool, &keys, query, m, f, supported);
}

PoolRow results_row(Results *r, size_t without, double query, double *alpha) {
    Keys keys = keys_of(r);
    PoolRow row;
    return engine_row(r->keys.engine, &r->pool, &keys, without, query, alpha, &row)
               ? row
               : pool_row_without(&r->pool, &keys, without, query, alpha);
}

void results_row_scores(Results *r, size_t without, double query, double *score) {
    Keys keys = keys_of(r);
    if (!engine_row_scores(r->keys.engine, &r->pool, &keys, without, query, score))
        pool_scores_without(&r->pool, &keys, without, query, score);
}

/* The column in the order of the keys, and its engine; made again where keys or values have changed. */
static bool refresh_column(Results *r, const Scene *scene, int c) {
    ResultsColumn *column = &r->column[c];
    uint64_t mark = scene->points.mark[POINTS_VALUE + c];
    const double *value = scene->points.column[POINTS_VALUE + c];
    Keys keys = {r->n, r->x, NULL};
    if (column->n == r->n && column->keys_version == r->keys.version && column->mark == mark)
        return true;
    double *grown = realloc(column->y, (r->n ? r->n : 1) * sizeof *grown);
    column->n = 0;
    if (!grown)
        return false;
    keys.y = column->y = grown;
    for (size_t k = 0; k < r->n; k++)
        column->y[k] = value[r->order[k]];
    if (r->n > MANY && ((!column->engine && !(column->engine = engine_create())) ||
                        !engine_set_keys(column->engine, &keys, r->pool.muted)))
        return false;
    column->n = r->n;
    column->keys_version = r->keys.version;
    column->mark = mark;
    return true;
}

bool results_predict_column(Results *r, const Scene *scene, int c, const double *query, size_t m, double *f,
                            bool *supported) {
    if (!refresh_column(r, scene, c))
        return false;
    Keys keys = {r->n, r->x, r->column[c].y};
    if (r->n > MANY)
        predict(r->column[c].engine, &r->pool, &keys, query, m, f, supported);
    else
        pool_predict(&r->pool, &keys, query, m, f, supported);
    return true;
}

void results_free_columns(Results *r) {
    for (int c = 0; c < VALUES_MAX; c++) {
        free(r->column[c].y);
        engine_destroy(r->column[c].engine);
        r->column[c] = (ResultsColumn){0};
    }
}

void results_feature(const Results *r, size_t k, double *phi) {
    size_t d = feature_length(&r->scorer.key);
    if (r->scorer.key_features)
        memcpy(phi, r->scorer.key_features + k * d, d * sizeof *phi);
    else
        feature_rows(&r->scorer.key, r->x + k, 1, phi);
}

size_t results_affordable(const Scene *scene, size_t queries, bool whole_rows) {
    size_t n = scene->points.n, most = n ? SCORER_LOOKS / n : queries;
    bool all_keys = scene->params.model == MODEL_SCORER && (scene->params.scorer == SCORER_LOCATION || whole_rows);
    if (!all_keys || most >= queries)
        return queries;
    most = most > SCORER_LEAST ? most : SCORER_LEAST;
    return most < queries ? most : queries;
}

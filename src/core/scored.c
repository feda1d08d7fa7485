/* Scorers in the engine: one tree of cells for the curve, single rows and the heatmap. A query that overflows is left to
 * pool.c. */
#include "core/engine_parts.h"

#include <math.h>

enum { TREE_LEAST = 1024 }; /* keys from which on the tree is quicker than scoring them all */

static const double FAR = 1e70; /* beyond it, squares of squares overflow */
static const double LOST = 750; /* below the largest score, with a weight of 0 in doubles */

bool engine_scores(const Engine *engine, const Pool *pool) {
    const Keys *keys = &engine->keys;
    return pool->model == MODEL_SCORER && form_serves(pool->scorer->scorer) && keys->n >= TREE_LEAST &&
           fabs(keys->x[0]) < FAR && fabs(keys->x[keys->n - 1]) < FAR;
}

static size_t seen_by(const Engine *engine, const Pool *pool, double query) {
    return pool->causal ? moments_lower(&engine->moments, nextafter(query, INFINITY)) : engine->keys.n;
}

/* Ready for one query; false where pool.c must see to it. */
static bool begin(Engine *engine, const Pool *pool, double query, Form *form) {
    if (engine->tree.proxies.full && !tree_begin(&engine->tree, &engine->moments, &engine->columns, pool->scorer))
        return false;
    return form_query(pool->scorer, pool->temperature, query, form);
}

static SoftmaxMean mean_of(Engine *engine, const Pool *pool, double query, Form *form) {
    size_t seen = seen_by(engine, pool, query);
    if (begin(engine, pool, query, form))
        return tree_mean(&engine->tree, form, seen);
    ScoreModel model = *pool->scorer;
    Keys keys = {seen, engine->keys.x, engine->keys.y};
    Pool plain = {.model = MODEL_SCORER, .scorer = &model, .temperature = pool->temperature};
    model.key_features = NULL; /* which are of the keys that are muted, too */
    return reach_dense(&plain, &keys, &(Window){.end = seen}, query, engine->centre);
}

bool scored_means(Engine *engine, const Pool *pool, const double *query, size_t m, SoftmaxMean *mean) {
    Form form;
    if (!engine_scores(engine, pool) || !tree_begin(&engine->tree, &engine->moments, &engine->columns, pool->scorer))
        return false;
    for (size_t j = 0; j < m; j++)
        mean[j] = mean_of(engine, pool, query[j], &form);
    return true;
}

/* What belongs to the keys that are not muted, at the beginning, to their places among all. */
static void spread(const bool *muted, size_t n, size_t count, double to_muted, double *at) {
    for (size_t i = n; muted && count < i--;)
        at[i] = muted[i] ? to_muted : at[--count];
}

/* The engine's keys, divided by T. */
static bool scores(Engine *engine, const Pool *pool, size_t without, double query, double drop, double *score) {
    Form form;
    if (!engine_scores(engine, pool) || !tree_begin(&engine->tree, &engine->moments, &engine->columns, pool->scorer) ||
        !begin(engine, pool, query, &form))
        return false;
    size_t own = without;
    for (size_t i = 0; pool->muted && without != POOL_ALL && i < without; i++)
        own -= pool->muted[i];
    tree_scores(&engine->tree, &form, seen_by(engine, pool, query), without == POOL_ALL ? drop : INFINITY, score);
    if (without != POOL_ALL && !(pool->muted && pool->muted[without]))
        score[own] = -INFINITY;
    return true;
}

bool engine_row(Engine *engine, const Pool *pool, const Keys *keys, size_t without, double query, double *alpha,
                PoolRow *row) {
    Pool plain = {.model = MODEL_SCORER};
    if (!scores(engine, pool, without, query, LOST, alpha))
        return false;
    *row = pool_weights(&plain, &engine->keys, alpha);
    spread(pool->muted, keys->n, engine->keys.n, 0, alpha);
    return true;
}

bool engine_row_scores(Engine *engine, const Pool *pool, const Keys *keys, size_t without, double query,
                       double *score) {
    double temperature = pool->temperature == 0 ? 1 : pool->temperature;
    if (!scores(engine, pool, without, query, INFINITY, score))
        return false;
    for (size_t i = 0; i < engine->keys.n; i++)
        score[i] *= temperature;
    spread(pool->muted, keys->n, engine->keys.n, -INFINITY, score);
    return true;
}

bool scored_weights(Engine *engine, const Pool *pool, const double *query, size_t m, size_t columns, float *weight,
                    bool *supported) {
    Form form;
    if (!engine_scores(engine, pool) || columns == engine->keys.n)
        return false;
    if (engine->columns.count != columns)
        columns_build(&engine->columns, &engine->keys, columns);
    if (!tree_begin(&engine->tree, &engine->moments, &engine->columns, pool->scorer))
        return false;
    for (size_t j = 0; j < m; j++)
        if (!form_query(pool->scorer, pool->temperature, query[j], &form))
            return false;
    for (size_t j = 0; j < m; j++, weight += columns) {
        SoftmaxMean mean = mean_of(engine, pool, query[j], &form);
        supported[j] = mean.sum > 0;
        for (size_t c = 0; c < columns && !supported[j]; c++)
            weight[c] = 0;
        if (supported[j])
            tree_columns(&engine->tree, &form, seen_by(engine, pool, query[j]), mean.max + log(mean.sum), weight);
    }
    return true;
}

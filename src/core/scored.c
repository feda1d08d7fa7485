/* Scorers in the engine: one tree of cells for the curve, single rows and the heatmap; few keys side by side. A query
 * that overflows is left to pool.c. */
#include "core/engine_parts.h"

#include <math.h>
#include <stdlib.h>

static const double FAR = 1e70; /* beyond it, squares of squares overflow */
static const double LOST = 750; /* below the largest score, with a weight of 0 in doubles */
enum { MANY = 8 };              /* keys in a column from which on its proxies pay */

bool engine_scores(const Engine *engine, const Pool *pool) {
    const Keys *keys = &engine->keys;
    return pool->model == MODEL_SCORER && form_serves(pool->scorer->scorer) && keys->n > 0 && fabs(keys->x[0]) < FAR &&
           fabs(keys->x[keys->n - 1]) < FAR;
}

/* With moments, and room for the tree. */
static bool tree_serves(Engine *engine, const Pool *pool) {
    return engine_scores(engine, pool) && engine->keys.n > DIRECT_BLOCK &&
           tree_begin(&engine->tree, &engine->moments, &engine->columns, pool->scorer);
}

static size_t seen_by(const Engine *engine, const Pool *pool, double query) {
    const Keys *keys = &engine->keys;
    if (!pool->causal)
        return keys->n;
    double after = nextafter(query, INFINITY);
    return keys->n > DIRECT_BLOCK ? moments_lower(&engine->moments, after)
                                  : reach_lower(keys->x, (Bracket){0, keys->n}, after);
}

/* Ready for one query; false where pool.c must see to it. */
static bool begin(Engine *engine, const Pool *pool, double query, Form *form) {
    if (engine->tree.proxies.full && !tree_begin(&engine->tree, &engine->moments, &engine->columns, pool->scorer))
        return false;
    return form_query(pool->scorer, pool->temperature, query, form);
}

/* By the definition. */
static SoftmaxMean dense_mean(const Engine *engine, const Pool *pool, double query) {
    size_t seen = seen_by(engine, pool, query);
    ScoreModel model = *pool->scorer;
    Keys keys = {seen, engine->keys.x, engine->keys.y};
    Pool plain = {.model = MODEL_SCORER, .scorer = &model, .temperature = pool->temperature};
    model.key_features = NULL; /* which are of the keys that are muted, too */
    return reach_dense(&plain, &keys, &(Window){.end = seen}, query, engine->centre);
}

static SoftmaxMean tree_mean_of(Engine *engine, const Pool *pool, double query, Form *form) {
    return begin(engine, pool, query, form) ? tree_mean(&engine->tree, form, seen_by(engine, pool, query))
                                            : dense_mean(engine, pool, query);
}

/* Keys first to first + FORM_LANES, the last of them again where there are no more. */
static void fill_block(const Engine *engine, const ScoreModel *model, size_t first, double *block) {
    size_t n = engine->keys.n;
    double x[FORM_LANES], *factors = block + form_length(model) * FORM_LANES;
    for (size_t l = 0; l < FORM_LANES; l++) {
        size_t i = first + l < n ? first + l : n - 1;
        x[l] = engine->keys.x[i];
        factors[l] = first + l < n;
        factors[FORM_LANES + l] = factors[l] * (engine->keys.y[i] - engine->centre);
    }
    form_keys(model, x, block);
}

static SoftmaxMean few_mean(const Engine *engine, const Pool *pool, double query, const double *block, Form *form) {
    SoftmaxMean mean = SOFTMAX_MEAN_EMPTY;
    size_t seen = seen_by(engine, pool, query), stride = (form_length(pool->scorer) + 2) * FORM_LANES;
    double score[FORM_LANES];
    if (!form_query(pool->scorer, pool->temperature, query, form))
        return dense_mean(engine, pool, query);
    for (size_t at = 0; at < seen; at += FORM_LANES, block += stride) {
        form_scores(form, block, score);
        for (size_t l = seen - at; l < FORM_LANES; l++)
            score[l] = -INFINITY;
        tree_add(&mean, score, block + form->length * FORM_LANES);
    }
    return mean;
}

static bool few_means(Engine *engine, const Pool *pool, const double *query, size_t m, SoftmaxMean *mean) {
    Form form;
    size_t n = engine->keys.n, stride = (form_length(pool->scorer) + 2) * FORM_LANES;
    double *block = malloc((n + FORM_LANES - 1) / FORM_LANES * stride * sizeof *block);
    if (!block)
        return false;
    for (size_t at = 0; at < n; at += FORM_LANES)
        fill_block(engine, pool->scorer, at, block + at / FORM_LANES * stride);
    for (size_t j = 0; j < m; j++)
        mean[j] = few_mean(engine, pool, query[j], block, &form);
    free(block);
    return true;
}

bool scored_means(Engine *engine, const Pool *pool, const double *query, size_t m, SoftmaxMean *mean) {
    Form form;
    if (!engine_scores(engine, pool))
        return false;
    if (engine->keys.n <= DIRECT_BLOCK && few_means(engine, pool, query, m, mean))
        return true;
    bool serves = tree_serves(engine, pool);
    for (size_t j = 0; j < m; j++)
        mean[j] = serves ? tree_mean_of(engine, pool, query[j], &form) : dense_mean(engine, pool, query[j]);
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
    if (!tree_serves(engine, pool) || !begin(engine, pool, query, &form))
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
    if (!engine_scores(engine, pool) || engine->keys.n <= DIRECT_BLOCK || engine->keys.n < MANY * columns)
        return false;
    if (engine->columns.count != columns)
        columns_build(&engine->columns, &engine->keys, columns);
    if (!tree_serves(engine, pool))
        return false;
    for (size_t j = 0; j < m; j++)
        if (!form_query(pool->scorer, pool->temperature, query[j], &form))
            return false;
    for (size_t j = 0; j < m; j++, weight += columns) {
        SoftmaxMean mean = tree_mean_of(engine, pool, query[j], &form);
        supported[j] = mean.sum > 0;
        for (size_t c = 0; c < columns && !supported[j]; c++)
            weight[c] = 0;
        if (supported[j])
            tree_columns(&engine->tree, &form, seen_by(engine, pool, query[j]), mean.max + log(mean.sum), weight);
    }
    return true;
}

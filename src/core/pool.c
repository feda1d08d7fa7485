/* Attention pooling: f(x) = sum_i alpha_i y_i with alpha = softmax(a / T) and a = log K(u_i) or a score.
 * The softmax subtracts the row maximum, so no far query and no large w can underflow a whole row.
 *
 * Distances are compared at the precision of the numbers they come from. A decimal such as 2.7 is a double
 * with an error of half an ulp, so 2.7 - 2 misses 0.7; a distance that equals h up to that error lies ON the
 * edge of a compact kernel (inside the boxcar, where the other kernels are 0), and the nearest keys to the
 * left and to the right of the query share the weight when they are equally far up to that error. */
#include "core/pool.h"

#include "core/direct.h"
#include "core/kernel.h"

#include <float.h>
#include <math.h>

enum { BLOCK = 256 }; /* keys whose scores pool_predict holds at a time */

/* A query with what its scores need: the key it must not see, the distances to the nearest visible key on
 * either side, and whether these two are equal up to rounding. */
typedef struct Query {
    double x, left, right, nearest, h, w;
    size_t without;
    int kernel;
    bool divides, tied;
} Query;

/* How far two distances near `distance` from x may differ and still be the same decimal: the rounding of x,
 * of both keys, and of the subtractions. */
static double slack(double x, double distance) { return 2 * DBL_EPSILON * (fabs(x) + distance); }

static bool is_visible(const Pool *pool, const Query *query, const double *key, size_t i) {
    return !(pool->muted && pool->muted[i]) && !(pool->causal && key[i] > query->x) && i != query->without;
}

static void find_nearest(const Pool *pool, const Keys *keys, Query *query) {
    query->left = query->right = INFINITY;
    for (size_t i = 0; i < keys->n; i++) {
        if (!is_visible(pool, query, keys->x, i))
            continue;
        double d = query->x - keys->x[i];
        query->left = d >= 0 && d < query->left ? d : query->left;
        query->right = d <= 0 && -d < query->right ? -d : query->right;
    }
    query->nearest = fmin(query->left, query->right);
    double apart = fabs(query->left - query->right);
    query->tied = apart > 0 && apart <= slack(query->x, query->nearest);
}

static Query query_begin(const Pool *pool, const Keys *keys, size_t without, double x) {
    Query query = {.x = x, .without = without, .divides = pool->model == MODEL_KERNEL, .w = pool->w};
    if (pool->model == MODEL_SCORER)
        return query;
    query.kernel = pool->model == MODEL_AVERAGE ? KERNEL_CONSTANT : pool->kernel;
    query.h = query.divides ? pool->h : 1 / fabs(pool->w);
    find_nearest(pool, keys, &query);
    return query;
}

static double scaled(const Query *query, double distance) {
    return query->divides ? distance / query->h : distance * query->w;
}

static void settle_ties(const Query *query, const double *key, size_t n, double *u) {
    for (size_t i = 0; i < n; i++) {
        double d = query->x - key[i];
        if (d == query->left || d == -query->right)
            u[i] = scaled(query, query->nearest);
    }
}

/* The cap keeps a bandwidth below the precision of x itself from turning every key into an edge. */
static void settle_edges(const Query *query, double support, const double *key, size_t n, double *u) {
    double edge = query->h * support, room = fmin(slack(query->x, edge), edge / 1024);
    for (size_t i = 0; i < n && isfinite(edge); i++)
        if (fabs(fabs(query->x - key[i]) - edge) <= room)
            u[i] = support;
}

/* So far away that even the nearest key's score overflows: it alone keeps a finite one. */
static void settle_overflow(const Query *query, const double *key, size_t n, double *score) {
    for (size_t i = 0; i < n; i++)
        score[i] = fabs(query->x - key[i]) == query->nearest ? -DBL_MAX : -INFINITY;
}

static void kernel_scores(const Query *query, const double *key, size_t n, double *score) {
    const Kernel *kernel = &KERNELS[query->kernel];
    if (query->divides)
        for (size_t i = 0; i < n; i++)
            score[i] = (query->x - key[i]) / query->h;
    else
        for (size_t i = 0; i < n; i++)
            score[i] = (query->x - key[i]) * query->w;
    if (query->tied)
        settle_ties(query, key, n, score);
    if (isfinite(kernel->support))
        settle_edges(query, kernel->support, key, n, score);
    kernel->log_weights(score, n);
    if (isinf(kernel->support) && isinf(kernel->log_weight(scaled(query, query->nearest))))
        settle_overflow(query, key, n, score);
}

/* Keys [first, first + count), masked. */
static void query_scores(const Pool *pool, const Keys *keys, const Query *query, size_t first, size_t count,
                         double *score) {
    if (count == 0)
        return;
    if (pool->model == MODEL_SCORER)
        score_row(pool->scorer, keys->n, first, count, query->x, score);
    else
        kernel_scores(query, keys->x + first, count, score);
    if (!pool->muted && !pool->causal && query->without == POOL_ALL)
        return;
    for (size_t i = 0; i < count; i++)
        if (!is_visible(pool, query, keys->x, first + i))
            score[i] = -INFINITY;
}

static void divide_by_temperature(const Pool *pool, double *score, size_t n) {
    if (pool->temperature == 0 || pool->temperature == 1)
        return;
    for (size_t i = 0; i < n; i++)
        score[i] /= pool->temperature;
}

void pool_scores_without(const Pool *pool, const Keys *keys, size_t without, double query, double *score) {
    Query begun = query_begin(pool, keys, without, query);
    query_scores(pool, keys, &begun, 0, keys->n, score);
}

void pool_scores(const Pool *pool, const Keys *keys, double query, double *score) {
    pool_scores_without(pool, keys, POOL_ALL, query, score);
}

PoolRow pool_weights(const Pool *pool, const Keys *keys, double *score) {
    divide_by_temperature(pool, score, keys->n);
    Softmax softmax = softmax_row(score, keys->n);
    PoolRow row = {.supported = softmax.supported, .n_eff = softmax.n_eff, .entropy = softmax.entropy};
    pool_mix(score, keys->y, keys->n, 1, &row.f);
    return row;
}

PoolRow pool_row_without(const Pool *pool, const Keys *keys, size_t without, double query, double *alpha) {
    pool_scores_without(pool, keys, without, query, alpha);
    return pool_weights(pool, keys, alpha);
}

PoolRow pool_row(const Pool *pool, const Keys *keys, double query, double *alpha) {
    return pool_row_without(pool, keys, POOL_ALL, query, alpha);
}

SoftmaxMean pool_mean(const Pool *pool, const Keys *keys, size_t without, double query) {
    double score[BLOCK];
    SoftmaxMean mean = SOFTMAX_MEAN_EMPTY;
    Query begun = query_begin(pool, keys, without, query);
    for (size_t at = 0; at < keys->n; at += BLOCK) {
        size_t length = keys->n - at < BLOCK ? keys->n - at : BLOCK;
        query_scores(pool, keys, &begun, at, length, score);
        divide_by_temperature(pool, score, length);
        softmax_mean_add(&mean, score, keys->y + at, length);
    }
    return mean;
}

void pool_predict(const Pool *pool, const Keys *keys, const double *query, size_t m, double *f, bool *supported) {
    if (direct_predict(pool, keys, query, m, f, supported))
        return;
    for (size_t j = 0; j < m; j++) {
        SoftmaxMean mean = pool_mean(pool, keys, POOL_ALL, query[j]);
        supported[j] = mean.sum > 0;
        f[j] = supported[j] ? mean.weighted / mean.sum : 0;
    }
}

void pool_mix(const double *alpha, const double *value, size_t n, size_t v, double *f) {
    for (size_t c = 0; c < v; c++)
        f[c] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < v; c++)
            f[c] += alpha[i] * value[i * v + c];
}

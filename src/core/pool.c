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
#include "core/lanes.h"
#include "core/reach.h"

#include <float.h>
#include <math.h>

enum { BLOCK = 256 }; /* keys whose scores are held at a time */

static const double LOST =
    750; /* by which a score may lie below another for its exponential to be 0, and a little more */

/* A query with what its scores need: the key it must not see, the distances to the nearest visible key on
 * either side, and whether these two are equal up to rounding. */
typedef struct Query {
    double x, left, right, nearest, h, w;
    size_t without, nearest_key;
    int kernel;
    bool divides, tied;
} Query;

/* How far two distances near `distance` from x may differ and still be the same decimal: the rounding of x,
 * of both keys, and of the subtractions. */
static double slack(double x, double distance) { return 2 * DBL_EPSILON * (fabs(x) + distance); }

static bool is_visible(const Pool *pool, const Query *query, const double *key, size_t i) {
    return !(pool->muted && pool->muted[i]) && !(pool->causal && key[i] > query->x) && i != query->without;
}

/* The nearest visible keys on both sides; a key at the query itself is on both. */
static void find_nearest(const Pool *pool, const Keys *keys, Query *query) {
    const double *key = keys->x;
    size_t n = keys->n, middle = reach_lower(key, (Bracket){0, n}, query->x), i = middle;
    query->left = query->right = INFINITY;
    while (i < n && !(pool->causal && key[i] > query->x) && !is_visible(pool, query, key, i))
        i++;
    if (i < n && is_visible(pool, query, key, i))
        query->right = key[query->nearest_key = i] - query->x;
    for (i = middle; i > 0 && !is_visible(pool, query, key, i - 1); i--)
        ;
    query->left = query->right == 0 ? 0 : i > 0 ? query->x - key[i - 1] : INFINITY;
    query->nearest = fmin(query->left, query->right);
    query->nearest_key = query->left < query->right ? i - 1 : query->nearest_key;
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

CLONES static void divide_distances(double x, const double *key, size_t n, double h, double *u) {
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        u[i] = (x - key[i]) / h;
}

CLONES static void multiply_distances(double x, const double *key, size_t n, double w, double *u) {
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        u[i] = (x - key[i]) * w;
}

/* Keys surely beyond a compact kernel's edge are not looked at: the keys are in order. Narrows [*first, *end). */
static void leave_out_far(const Query *query, double support, const double *key, size_t *first, size_t *end) {
    double edge = query->h * support, room = edge * (1 + 1e-9) + 2 * slack(query->x, edge);
    if (!isfinite(room))
        return;
    Bracket all = {*first, *end};
    *first = reach_lower(key, all, query->x - room);
    *end = reach_lower(key, all, query->x + room);
}

static void near_scores(const Query *query, const double *key, size_t n, double *score) {
    const Kernel *kernel = &KERNELS[query->kernel];
    if (query->divides)
        divide_distances(query->x, key, n, query->h, score);
    else
        multiply_distances(query->x, key, n, query->w, score);
    if (query->tied)
        settle_ties(query, key, n, score);
    if (isfinite(kernel->support))
        settle_edges(query, kernel->support, key, n, score);
    kernel->log_weights(score, n);
    if (isinf(kernel->support) && isinf(kernel->log_weight(scaled(query, query->nearest))))
        settle_overflow(query, key, n, score);
}

static void kernel_scores(const Query *query, const double *key, size_t n, double *score) {
    size_t first = 0, end = n;
    leave_out_far(query, KERNELS[query->kernel].support, key, &first, &end);
    for (size_t i = 0; i < first; i++)
        score[i] = -INFINITY;
    for (size_t at = first; at < end; at += BLOCK)
        near_scores(query, key + at, end - at < BLOCK ? end - at : BLOCK, score + at);
    for (size_t i = end; i < n; i++)
        score[i] = -INFINITY;
}

/* Scores whose features are not at hand. */
static void score_afresh(const ScoreModel *model, const double *x, size_t n, double query, double *score) {
    enum { FEW = 32 };
    double features[FEW * FEATURE_MAX];
    ScoreModel few = *model;
    few.key_features = features;
    for (size_t at = 0; at < n; at += FEW) {
        size_t count = n - at < FEW ? n - at : FEW;
        feature_rows(&model->key, x + at, count, features);
        score_row(&few, count, 0, count, query, score + at);
    }
}

/* Keys [first, first + count), masked. */
static void query_scores(const Pool *pool, const Keys *keys, const Query *query, size_t first, size_t count,
                         double *score) {
    if (count == 0)
        return;
    if (pool->model == MODEL_SCORER && !pool->scorer->key_features && pool->scorer->scorer != SCORER_LOCATION)
        score_afresh(pool->scorer, keys->x + first, count, query->x, score);
    else if (pool->model == MODEL_SCORER)
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

double pool_score(const Pool *pool, const Keys *keys, size_t key, double query) {
    double score;
    Query begun = query_begin(pool, keys, POOL_ALL, query);
    query_scores(pool, keys, &begun, key, 1, &score);
    return score;
}

static PoolRow row_end(const SoftmaxSums *sums, double *exponential, const double *value, size_t n) {
    PoolRow row = {0};
    Softmax softmax = softmax_end(sums, exponential, n, value, &row.f);
    row.supported = softmax.supported;
    row.n_eff = softmax.n_eff;
    row.entropy = softmax.entropy;
    row.sum = softmax.sum;
    row.largest = softmax.largest;
    return row;
}

PoolRow pool_weights(const Pool *pool, const Keys *keys, double *score) {
    divide_by_temperature(pool, score, keys->n);
    SoftmaxSums sums = softmax_begin(softmax_max(score, keys->n));
    softmax_add_row(&sums, score, keys->n);
    return row_end(&sums, score, keys->y, keys->n);
}

/* The keys whose weight may be more than 0 in double: a score 750 below the nearest key's, T included, is not. */
static Bracket keys_that_weigh(const Pool *pool, const Keys *keys, const Query *query) {
    Bracket all = {0, keys->n};
    if (pool->model == MODEL_SCORER)
        return all;
    double temperature = pool->temperature == 0 ? 1 : pool->temperature, h = query->h, near = query->nearest;
    double radius = h * KERNELS[query->kernel].support;
    if (query->kernel == KERNEL_GAUSSIAN)
        radius = hypot(near, h * sqrt(2 * LOST * temperature));
    if (query->kernel == KERNEL_LAPLACE)
        radius = near + LOST * temperature * h;
    radius = radius * (1 + 1e-9) + 2 * slack(query->x, radius);
    if (!(near < INFINITY && radius < INFINITY))
        return all;
    return (Bracket){reach_lower(keys->x, all, query->x - radius), reach_lower(keys->x, all, query->x + radius)};
}

/* Scores of keys [first, first + count), divided by T. */
static void divided_scores(const Pool *pool, const Keys *keys, const Query *query, size_t first, size_t count,
                           double *score) {
    query_scores(pool, keys, query, first, count, score);
    divide_by_temperature(pool, score, count);
}

/* A kernel without an edge falls with the distance, so its largest score is known at once; then blocks of scores become
 * exponentials while they are at hand. */
PoolRow pool_row_without(const Pool *pool, const Keys *keys, size_t without, double query, double *alpha) {
    if (keys->n == 0)
        return (PoolRow){0};
    Query begun = query_begin(pool, keys, without, query);
    Bracket in = keys_that_weigh(pool, keys, &begun);
    bool endless = pool->model != MODEL_SCORER && isinf(KERNELS[begun.kernel].support);
    double max = -INFINITY, score[BLOCK];
    for (size_t i = 0; i < in.first; i++)
        alpha[i] = 0;
    for (size_t i = in.end; i < keys->n; i++)
        alpha[i] = 0;
    if (endless && begun.nearest < INFINITY)
        divided_scores(pool, keys, &begun, begun.nearest_key, 1, &max);
    for (size_t at = in.first; !endless && at < in.end; at += BLOCK) {
        size_t count = in.end - at < BLOCK ? in.end - at : BLOCK;
        divided_scores(pool, keys, &begun, at, count, alpha + at);
        max = fmax(max, softmax_max(alpha + at, count));
    }
    SoftmaxSums sums = softmax_begin(max);
    for (size_t at = in.first; at < in.end; at += BLOCK) {
        size_t count = in.end - at < BLOCK ? in.end - at : BLOCK;
        if (endless) {
            divided_scores(pool, keys, &begun, at, count, score);
            softmax_add(&sums, score, count, alpha + at);
        } else
            softmax_add_row(&sums, alpha + at, count);
    }
    return row_end(&sums, alpha + in.first, keys->y + in.first, in.end - in.first);
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

CLONES static double mix(const double *alpha, const double *value, size_t n) {
    double lane_sum[LANES] = {0}, sum = 0;
    for (size_t i = 0; i + LANES <= n; i += LANES) {
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++)
            lane_sum[lane] += alpha[i + lane] * value[i + lane];
    }
    for (size_t i = n / LANES * LANES; i < n; i++)
        sum += alpha[i] * value[i];
    for (size_t lane = 0; lane < LANES; lane++)
        sum += lane_sum[lane];
    return sum;
}

void pool_mix(const double *alpha, const double *value, size_t n, size_t v, double *f) {
    for (size_t c = 0; c < v; c++)
        f[c] = 0;
    if (v == 1)
        f[0] = mix(alpha, value, n);
    for (size_t i = 0; v > 1 && i < n; i++)
        for (size_t c = 0; c < v; c++)
            f[c] += alpha[i] * value[i * v + c];
}

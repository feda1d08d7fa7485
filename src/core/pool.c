/* Attention pooling: f(x) = sum_i alpha_i y_i with alpha = softmax(a(x, x_i)) and a = log K(u_i).
 * The softmax subtracts the row maximum, so no far query and no large w can underflow a whole row.
 *
 * Distances are compared at the precision of the numbers they come from. A decimal such as 2.7 is a double
 * with an error of half an ulp, so 2.7 - 2 misses 0.7; a distance that equals h up to that error lies ON the
 * edge of a compact kernel (inside the boxcar, where the other kernels are 0), and the nearest keys to the
 * left and to the right of the query share the weight when they are equally far up to that error. */
#include "core/pool.h"

#include "core/kernel.h"
#include "core/softmax.h"

#include <float.h>
#include <math.h>

enum { BLOCK = 256 }; /* keys whose scores pool_predict holds at a time */

/* A query with what its scores need: the distances to the nearest key on either side, and whether these two
 * are equal up to rounding. */
typedef struct Query {
    double x, left, right, nearest, h, w;
    int kernel;
    bool divides, tied;
} Query;

/* How far two distances near `distance` from x may differ and still be the same decimal: the rounding of x,
 * of both keys, and of the subtractions. */
static double slack(double x, double distance)
{
    return 2 * DBL_EPSILON * (fabs(x) + distance);
}

static Query query_begin(const Pool *pool, const Keys *keys, double x)
{
    bool kernel = pool->model == MODEL_KERNEL;
    Query query = {.x = x, .left = INFINITY, .right = INFINITY, .divides = kernel};
    query.kernel = pool->model == MODEL_AVERAGE ? KERNEL_CONSTANT : pool->kernel;
    query.h = kernel ? pool->h : 1 / fabs(pool->w);
    query.w = pool->w;
    for (size_t i = 0; i < keys->n; i++) {
        double d = x - keys->x[i];
        query.left = d >= 0 && d < query.left ? d : query.left;
        query.right = d <= 0 && -d < query.right ? -d : query.right;
    }
    query.nearest = fmin(query.left, query.right);
    double apart = fabs(query.left - query.right);
    query.tied = apart > 0 && apart <= slack(x, query.nearest);
    return query;
}

static double scaled(const Query *query, double distance)
{
    return query->divides ? distance / query->h : distance * query->w;
}

static void settle_ties(const Query *query, const double *key, size_t n, double *u)
{
    for (size_t i = 0; i < n; i++) {
        double d = query->x - key[i];
        if (d == query->left || d == -query->right)
            u[i] = scaled(query, query->nearest);
    }
}

/* The cap keeps a bandwidth below the precision of x itself from turning every key into an edge. */
static void settle_edges(const Query *query, double support, const double *key, size_t n, double *u)
{
    double edge = query->h * support, room = fmin(slack(query->x, edge), edge / 1024);
    for (size_t i = 0; i < n && isfinite(edge); i++)
        if (fabs(fabs(query->x - key[i]) - edge) <= room)
            u[i] = support;
}

/* So far away that even the nearest key's score overflows: it alone keeps a finite one. */
static void settle_overflow(const Query *query, const double *key, size_t n, double *score)
{
    for (size_t i = 0; i < n; i++)
        score[i] = fabs(query->x - key[i]) == query->nearest ? -DBL_MAX : -INFINITY;
}

static void query_scores(const Query *query, const double *key, size_t n, double *score)
{
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

void pool_scores(const Pool *pool, const Keys *keys, double query, double *score)
{
    Query begun = query_begin(pool, keys, query);
    query_scores(&begun, keys->x, keys->n, score);
}

PoolRow pool_row(const Pool *pool, const Keys *keys, double query, double *alpha)
{
    pool_scores(pool, keys, query, alpha);
    Softmax softmax = softmax_row(alpha, keys->n);
    PoolRow row = {.supported = softmax.supported, .n_eff = softmax.n_eff, .entropy = softmax.entropy};
    for (size_t i = 0; i < keys->n; i++)
        row.f += alpha[i] * keys->y[i];
    return row;
}

static bool predict(const Pool *pool, const Keys *keys, double query, double *f)
{
    double score[BLOCK];
    SoftmaxMean mean = SOFTMAX_MEAN_EMPTY;
    Query begun = query_begin(pool, keys, query);
    for (size_t at = 0; at < keys->n; at += BLOCK) {
        size_t length = keys->n - at < BLOCK ? keys->n - at : BLOCK;
        query_scores(&begun, keys->x + at, length, score);
        softmax_mean_add(&mean, score, keys->y + at, length);
    }
    *f = mean.sum > 0 ? mean.weighted / mean.sum : 0;
    return mean.sum > 0;
}

void pool_predict(const Pool *pool, const Keys *keys, const double *query, size_t m, double *f, bool *supported)
{
    for (size_t j = 0; j < m; j++)
        supported[j] = predict(pool, keys, query[j], &f[j]);
}

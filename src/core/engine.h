/* The whole curve in a time that hardly depends on the number of keys. An Engine holds what can be computed from the
 * keys alone (sums of powers in cells, see moments.h), so that moving a query, a bandwidth or a kernel never touches
 * the data again. Which method serves a query is chosen by kernel, n and bandwidth; the result is pool_predict's:
 * within 1e-8 of the values' range for kernels without an edge, 1e-9 for those with one, and supported exactly where
 * it is. Every value is proven or computed again in a slower way, down to the definition in pool.c.
 *
 * Memory: allocated by engine_create, engine_set_keys and engine_glance (at most 17 MB beside a copy of the unmuted
 * keys where some are muted) and, for scorers, when they are asked for (at most 100 MB, where features are long and
 * weights sharp); kept and reused, freed by engine_destroy. Not for two threads at once: an engine keeps the
 * coefficients of the last bandwidth. The same input gives the same bits, whatever was asked before. */
#ifndef CORE_ENGINE_H
#define CORE_ENGINE_H

#include "core/pool.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Engine Engine;

/* NULL when memory ran out. */
Engine *engine_create(void);
void engine_destroy(Engine *engine);

/* Takes new keys, of which those muted (n flags, or NULL) are left out: O(n). Without muted keys the arrays are not
 * copied and must stay as they are until the next call. False when memory ran out: the engine then has no keys. */
bool engine_set_keys(Engine *engine, const Keys *keys, const bool *muted);

/* The same where of keys without mutes just one has changed: it was key `from`, at `before`, and is now key `to` of
 * `keys`, the same arrays. In a time that hardly depends on n, unless everything must be made anew. */
bool engine_move_key(Engine *engine, const Keys *keys, size_t from, double before, size_t to);

/* Whether it has a way of its own for this scorer and its keys, in a time that hardly depends on n, with muted keys as
 * without. Otherwise (the location score, which looks at no key; no keys; keys beyond 1e70) scorers are left to
 * pool_predict, which scores keys by their place among all: do not ask here then when keys are muted. */
bool engine_scores(const Engine *engine, const Pool *pool);

/* pool_predict over the engine's keys, which pool->muted must agree with (it is not read again). */
void engine_curve(Engine *engine, const Pool *pool, const double *query, size_t m, double *f, bool *supported);

/* The curve over points in any order, which are looked at once, not copied and not kept: for data that are new every
 * time. The Gaussian only, and only where one pass proves every value; false otherwise: sort, and engine_set_keys. The
 * engine has no keys afterwards. Allocates as engine_set_keys does. */
bool engine_glance(Engine *engine, const Pool *pool, const Keys *points, const double *query, size_t m, double *f,
                   bool *supported);

/* The sums behind the curve: weights relative to exp(max), values less engine_centre; with K(0) = 1. */
void engine_means(Engine *engine, const Pool *pool, const double *query, size_t m, SoftmaxMean *mean);
double engine_centre(const Engine *engine);

/* The heatmap: m rows of `columns` weights, columns <= n (the keys not muted) and at most HEAT_COLUMNS_MOST unless it
 * is n. Key k is in column k * columns / n, each column being the sum of its keys. Relative accuracy 1e-5 down to 1e-8
 * of a row; a row without support is all 0. Kernels other than the Gaussian take time O(m * keys in reach). False,
 * and nothing written, for what it does not do: scorers where engine_scores is not, or with few keys to a column;
 * kernels when causal, or with an edge and a temperature. */
enum { HEAT_COLUMNS_MOST = 1024 };
bool engine_weights(Engine *engine, const Pool *pool, const double *query, size_t m, size_t columns, float *weight,
                    bool *supported);

/* pool_row_without and pool_scores_without by the engine's scores, weights within 1e-8 of each: keys are all keys,
 * those that pool->muted mutes included. False, and nothing that counts written, where engine_scores is not, for few
 * keys, and where the query overflows. O(n), but a key costs little more than its exponential. */
bool engine_row(Engine *engine, const Pool *pool, const Keys *keys, size_t without, double query, double *alpha,
                PoolRow *row);
bool engine_row_scores(Engine *engine, const Pool *pool, const Keys *keys, size_t without, double query, double *score);

/* The loss of fit.h and its slopes in w and T: sum over keys i of (f_{-i}(x_i) - y_i)^2, or with i among the keys.
 * slope_temperature is NAN for a kernel with an edge, but 0 for the boxcar. */
typedef struct EngineLoss {
    double loss, slope_w, slope_temperature;
    size_t points, left_out;
} EngineLoss;

/* For MODEL_AVERAGE, MODEL_KERNEL and MODEL_PARAMETRIC, near-linear in n, but for keys whose values are not proven in a
 * fast way: these take O(keys in reach) each. Without `slopes` the slopes mean nothing. False, and nothing written, for
 * what it does not do: scorers, a temperature on a kernel with an edge, bandwidths beyond 1e140 either way. */
bool engine_loss(Engine *engine, const Pool *pool, bool self_included, bool slopes, EngineLoss *loss);

#endif

/* Attention pooling, f(x) = sum_i alpha_i y_i, through one pipeline for every model:
 * scores S -> mask -> divide by T -> softmax with the row maximum subtracted -> weights A -> A y. */
#ifndef CORE_POOL_H
#define CORE_POOL_H

#include "core/score.h"
#include "core/softmax.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { MODEL_AVERAGE, MODEL_KERNEL, MODEL_PARAMETRIC, MODEL_SCORER, MODEL_COUNT } Model;

/* Keys x_i and their values y_i, n of each, x ascending. Finite, and no larger than 1e300 either way. */
typedef struct Keys {
    size_t n;
    const double *x, *y;
} Keys;

/* What turns a query into weights. h and w are one number, h = 1/|w|; both are kept so that the one the user
 * typed is used as typed: MODEL_KERNEL computes u = (x - x_i) / h, MODEL_PARAMETRIC u = (x - x_i) w.
 * Name the fields when you fill one in; whatever is left out is off. */
typedef struct Pool {
    Model model;
    int kernel;               /* row of KERNELS, for MODEL_KERNEL and MODEL_PARAMETRIC */
    double h, w;              /* h > 0, INFINITY allowed; w finite */
    const ScoreModel *scorer; /* for MODEL_SCORER; T is not taken from its parameters but from here: */
    double temperature;       /* T > 0 divides the scores; 0 counts as 1 */
    const bool *muted;        /* n flags: these keys are masked; NULL: none */
    bool causal;              /* only keys x_i <= x are seen */
} Pool;

/* What one query attends to. Without support (no key has weight, or scores overflow) there is no prediction: f, n_eff
 * and entropy are then 0 and must not be shown. */
typedef struct PoolRow {
    bool supported;
    double f;       /* prediction */
    double n_eff;   /* 1 / sum alpha^2: the number of keys it attends to */
    double entropy; /* -sum alpha log alpha, nats */
    double sum;     /* of the weights as they are: 1 but for rounding */
    double largest; /* weight */
} PoolRow;

#define POOL_ALL SIZE_MAX /* for `without`: leave no key out */

/* a(x, x_i), which is log K(u_i) for a kernel, into score[0..n), before T; -INFINITY for a key that is out of
 * reach or masked. */
void pool_scores(const Pool *pool, const Keys *keys, double query, double *score);

/* The same with key `without` masked as well. */
void pool_scores_without(const Pool *pool, const Keys *keys, size_t without, double query, double *score);

/* The same of one key. */
double pool_score(const Pool *pool, const Keys *keys, size_t key, double query);

/* One row of A into alpha[0..n) (all 0 without support), with its prediction and diagnostics. */
PoolRow pool_row(const Pool *pool, const Keys *keys, double query, double *alpha);

/* The same with key `without` masked as well: f_{-i}(x) for leave-one-out. */
PoolRow pool_row_without(const Pool *pool, const Keys *keys, size_t without, double query, double *alpha);

/* Scores, as pool_scores gives them, to weights, in place: divides by T and applies softmax. */
PoolRow pool_weights(const Pool *pool, const Keys *keys, double *score);

/* The sums behind f at one query by the definition, key by key; the faster ways are held against it. `without`: a
 * key to leave out, or POOL_ALL. */
SoftmaxMean pool_mean(const Pool *pool, const Keys *keys, size_t without, double query);

/* f at m queries. Allocates nothing; the time grows with the keys in reach (see engine.h for more). Where supported[j]
 * is false, f[j] is 0 and means nothing. n = 0: nothing supported. */
void pool_predict(const Pool *pool, const Keys *keys, const double *query, size_t m, double *f, bool *supported);

/* Values with more than one column: f[0..v) = sum_i alpha_i value[i][0..v), value being n x v, row by row. */
void pool_mix(const double *alpha, const double *value, size_t n, size_t v, double *f);

#endif

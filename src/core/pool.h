/* Attention pooling, f(x) = sum_i alpha_i y_i, through one pipeline for every model:
 * scores S -> mask -> softmax with the row maximum subtracted -> weights A -> A y. */
#ifndef CORE_POOL_H
#define CORE_POOL_H

#include <stdbool.h>
#include <stddef.h>

typedef enum { MODEL_AVERAGE, MODEL_KERNEL, MODEL_PARAMETRIC, MODEL_COUNT } Model;

/* Keys x_i and their values y_i, n of each, x ascending. */
typedef struct Keys {
    size_t n;
    const double *x, *y;
} Keys;

/* What turns a query into scores. h and w are one number, h = 1/|w|; both are kept so that the one the
 * user typed is used as typed: MODEL_KERNEL computes u = (x - x_i) / h, MODEL_PARAMETRIC u = (x - x_i) w. */
typedef struct Pool {
    Model model;
    int kernel; /* row of KERNELS; MODEL_AVERAGE ignores it */
    double h, w;
} Pool;

/* What one query attends to. Without support (no key has weight) there is no prediction: f, n_eff and
 * entropy are then 0 and must not be shown. */
typedef struct PoolRow {
    bool supported;
    double f;       /* prediction */
    double n_eff;   /* 1 / sum alpha^2: the number of keys it attends to */
    double entropy; /* -sum alpha log alpha, nats */
} PoolRow;

/* a(x, x_i) = log K(u_i) into score[0..n); -INFINITY for a key out of reach. */
void pool_scores(const Pool *pool, const Keys *keys, double query, double *score);

/* One row of A into alpha[0..n) (all 0 without support), with its prediction and diagnostics. */
PoolRow pool_row(const Pool *pool, const Keys *keys, double query, double *alpha);

/* f at m queries. Where supported[j] is false, f[j] is 0 and means nothing. n = 0: nothing supported. */
void pool_predict(const Pool *pool, const Keys *keys, const double *query, size_t m, double *f, bool *supported);

#endif

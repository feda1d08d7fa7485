/* Softmax over one row of scores, with the row maximum subtracted first: exp never overflows, and the
 * largest score always keeps weight, however far down it lies. A score of -INFINITY is a masked key. */
#ifndef CORE_SOFTMAX_H
#define CORE_SOFTMAX_H

#include "core/lanes.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct Softmax {
    bool supported;      /* false when every key is masked, n = 0, or a score is NAN or +INFINITY (parameters so
                            large that they overflow): all weights and figures are then 0 */
    double n_eff;        /* 1 / sum alpha^2: the number of keys attended to, 1 to n */
    double entropy;      /* -sum alpha log alpha, nats, 0 to log n */
    double sum, largest; /* of the weights, where softmax_end has values; else 0 */
} Softmax;

/* score[0..n) in, weights out, in place. */
Softmax softmax_row(double *score, size_t n);

/* The same in steps, for a row that is written block by block and whose largest score is known. */
typedef struct SoftmaxSums {
    double max, z[LANES], squares[LANES], spread[LANES];
    bool supported;
} SoftmaxSums;

double softmax_max(const double *score, size_t n); /* -INFINITY for none */
SoftmaxSums softmax_begin(double max);

/* Scores of a block in, exponentials out, elsewhere. */
void softmax_add(SoftmaxSums *sums, const double *score, size_t n, double *exponential);
/* The same in place. */
void softmax_add_row(SoftmaxSums *sums, double *score, size_t n);

/* Exponentials of all blocks in, weights out. If value is not NULL, also *mean = sum alpha_i value_i; 0 without
 * support.
 */
Softmax softmax_end(const SoftmaxSums *sums, double *exponential, size_t n, const double *value, double *mean);

/* A softmax-weighted mean gathered block by block (Milakov and Gimelshein 2018): when the maximum grows, the
 * sums so far are scaled down. The mean is weighted / sum; sum = 0: no support. */
typedef struct SoftmaxMean {
    double max, sum, weighted;
} SoftmaxMean;

#define SOFTMAX_MEAN_EMPTY ((SoftmaxMean){-INFINITY, 0, 0})

/* Adds n keys with their values; score[0..n) is overwritten. */
void softmax_mean_add(SoftmaxMean *mean, double *score, const double *value, size_t n);

#endif

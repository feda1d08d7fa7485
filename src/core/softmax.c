/* alpha_i = e_i / z, e_i = exp(s_i - max s), z = sum e_i >= 1. Then
 * n_eff = 1 / sum alpha_i^2 = z^2 / sum e_i^2 and
 * -sum alpha_i log alpha_i = log z - sum alpha_i (s_i - max s), two terms that are both >= 0. */
#include "core/softmax.h"

static double row_max(const double *score, size_t n) {
    double max = -INFINITY;
    for (size_t i = 0; i < n; i++)
        max = score[i] > max ? score[i] : max;
    return max;
}

static double exponential(double score) { return score == -INFINITY ? 0 : exp(score); }

static Softmax no_support(double *score, size_t n) {
    for (size_t i = 0; i < n; i++)
        score[i] = 0;
    return (Softmax){0};
}

Softmax softmax_row(double *score, size_t n) {
    double max = row_max(score, n), z = 0, squares = 0, spread = 0;
    if (max == -INFINITY)
        return no_support(score, n);
    for (size_t i = 0; i < n; i++) {
        double below = score[i] - max, e = exponential(below);
        z += e;
        squares += e * e;
        spread -= e > 0 ? e * below : 0;
        score[i] = e;
    }
    if (isnan(z))
        return no_support(score, n);
    for (size_t i = 0; i < n; i++)
        score[i] /= z;
    return (Softmax){true, z * z / squares, log(z) + spread / z};
}

void softmax_mean_add(SoftmaxMean *mean, double *score, const double *value, size_t n) {
    double max = fmax(mean->max, row_max(score, n)), sum = 0, weighted = 0;
    if (max == -INFINITY)
        return;
    double shrink = exponential(mean->max - max);
    for (size_t i = 0; i < n; i++) {
        double e = exponential(score[i] - max);
        sum += e;
        weighted += e * value[i];
    }
    *mean = (SoftmaxMean){max, mean->sum * shrink + sum, mean->weighted * shrink + weighted};
}

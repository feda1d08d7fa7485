/* alpha_i = e_i / z, e_i = exp(s_i - max s), z = sum e_i >= 1. Then
 * n_eff = 1 / sum alpha_i^2 = z^2 / sum e_i^2 and
 * -sum alpha_i log alpha_i = log z - sum alpha_i (s_i - max s), two terms that are both >= 0.
 * Rows go in blocks; those with an e_i so small that it is no normal number and not 0 are few, and go key by key. Sums
 * run in LANES lanes whatever the processor has, so that they are the same everywhere. */
#include "core/softmax.h"

#include <string.h>

enum { BLOCK = 256 };

static const double LOWEST = -690, NOTHING = -746; /* exp is a normal number; exp is 0 */

INLINED double total(const double lane[LANES]) {
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/* Not by a reduction of OpenMP, which may begin with the least finite number. */
CLONES static double largest_score(const double *score, size_t n) {
    double lane_max[LANES], max = -INFINITY;
    for (size_t lane = 0; lane < LANES; lane++)
        lane_max[lane] = -INFINITY;
    for (size_t i = 0; i + LANES <= n; i += LANES) {
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++)
            lane_max[lane] = score[i + lane] > lane_max[lane] ? score[i + lane] : lane_max[lane];
    }
    for (size_t i = n / LANES * LANES; i < n; i++)
        max = score[i] > max ? score[i] : max;
    for (size_t lane = 0; lane < LANES; lane++)
        max = lane_max[lane] > max ? lane_max[lane] : max;
    return max;
}

static double exponential(double score) { return score == -INFINITY ? 0 : exp(score); }

static Softmax no_support(double *score, size_t n) {
    for (size_t i = 0; i < n; i++)
        score[i] = 0;
    return (Softmax){0};
}

/* e^(score - max) of a block into e, n being a multiple of LANES, where all of them are normal numbers. Otherwise
 * false, and the sums are unchanged. */
CLONES static bool add_high(const double *score, size_t n, double max, double *e, SoftmaxSums *sums) {
    SoftmaxSums sum = *sums;
    double lowest[LANES] = {0}, all[LANES] = {0};
    for (size_t i = 0; i < n; i += LANES) {
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            double below = score[i + lane] - max, x = lanes_exp(below);
            lowest[lane] = below < lowest[lane] ? below : lowest[lane];
            all[lane] += below;
            sum.z[lane] += x;
            sum.squares[lane] += x * x;
            sum.spread[lane] -= x * below;
            e[i + lane] = x;
        }
    }
    for (size_t lane = 0; lane < LANES; lane++)
        if (!(lowest[lane] >= LOWEST && all[lane] <= 0))
            return false;
    *sums = sum;
    return true;
}

/* The same where some of them are 0 as well: masked keys, and what lies far below. */
CLONES static bool add_high_or_nothing(const double *score, size_t n, double max, double *e, SoftmaxSums *sums) {
    SoftmaxSums sum = *sums;
    double odd[LANES] = {0};
    for (size_t i = 0; i < n; i += LANES) {
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            double below = score[i + lane] - max, high = below < LOWEST ? LOWEST : below, x = lanes_exp(high);
            odd[lane] += below < NOTHING ? 0.0 : below < LOWEST ? 1.0 : below <= 0 ? 0.0 : 1.0;
            x = below < NOTHING ? 0 : x;
            sum.z[lane] += x;
            sum.squares[lane] += x * x;
            sum.spread[lane] -= x * high;
            e[i + lane] = x;
        }
    }
    if (total(odd) > 0)
        return false;
    *sums = sum;
    return true;
}

/* The same for any scores; false when one is not a number. */
static bool add_any(const double *score, size_t n, double max, double *exponential, SoftmaxSums *sums) {
    for (size_t i = 0; i < n; i++) {
        double below = score[i] - max, e = below < NOTHING ? 0 : below < LOWEST ? exp(below) : lanes_exp(below);
        if (!(below <= 0))
            return false;
        sums->z[i % LANES] += e;
        sums->squares[i % LANES] += e * e;
        sums->spread[i % LANES] -= e > 0 ? e * below : 0;
        exponential[i] = e;
    }
    return true;
}

/* What a pass over the weights finds. */
typedef struct Found {
    double sum, largest, mean;
} Found;

/* The weights, and their mean of the values, all while they are at hand. */
CLONES static Found scale_and_mix(double *weight, const double *value, size_t n, double factor) {
    double sum[LANES] = {0}, largest[LANES] = {0}, mean[LANES] = {0};
    for (size_t i = 0; i + LANES <= n; i += LANES) {
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            double w = weight[i + lane] * factor;
            weight[i + lane] = w;
            sum[lane] += w;
            largest[lane] = w > largest[lane] ? w : largest[lane];
            mean[lane] += w * value[i + lane];
        }
    }
    for (size_t i = n / LANES * LANES, lane = 0; i < n; i++, lane++) {
        weight[i] *= factor;
        sum[lane] += weight[i];
        largest[lane] = weight[i] > largest[lane] ? weight[i] : largest[lane];
        mean[lane] += weight[i] * value[i];
    }
    return (Found){total(sum), largest_score(largest, LANES), total(mean)};
}

CLONES static void scale(double *weight, size_t n, double factor) {
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        weight[i] *= factor;
}

double softmax_max(const double *score, size_t n) { return largest_score(score, n); }

SoftmaxSums softmax_begin(double max) { return (SoftmaxSums){.max = max, .supported = max > -INFINITY}; }

void softmax_add(SoftmaxSums *sums, const double *score, size_t n, double *exponential) {
    for (size_t at = 0; sums->supported && at < n; at += BLOCK) {
        size_t count = n - at < BLOCK ? n - at : BLOCK, whole = count / LANES * LANES;
        if (!add_high(score + at, whole, sums->max, exponential + at, sums) &&
            !add_high_or_nothing(score + at, whole, sums->max, exponential + at, sums))
            whole = 0;
        sums->supported = add_any(score + at + whole, count - whole, sums->max, exponential + at + whole, sums);
    }
}

void softmax_add_row(SoftmaxSums *sums, double *score, size_t n) {
    double block[BLOCK];
    for (size_t at = 0; at < n; at += BLOCK) {
        size_t count = n - at < BLOCK ? n - at : BLOCK;
        memcpy(block, score + at, count * sizeof *block);
        softmax_add(sums, block, count, score + at);
    }
}

Softmax softmax_end(const SoftmaxSums *sums, double *score, size_t n, const double *value, double *mean) {
    *mean = 0;
    if (!sums->supported)
        return no_support(score, n);
    double z = total(sums->z);
    Found found = {0, 0, 0};
    if (value)
        found = scale_and_mix(score, value, n, 1 / z);
    else
        scale(score, n, 1 / z);
    *mean = found.mean;
    return (Softmax){true, z * z / total(sums->squares), log(z) + total(sums->spread) / z, found.sum, found.largest};
}

Softmax softmax_row(double *score, size_t n) {
    double mean;
    SoftmaxSums sums = softmax_begin(largest_score(score, n));
    softmax_add_row(&sums, score, n);
    return softmax_end(&sums, score, n, NULL, &mean);
}

void softmax_mean_add(SoftmaxMean *mean, double *score, const double *value, size_t n) {
    double max = fmax(mean->max, largest_score(score, n)), sum = 0, weighted = 0;
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

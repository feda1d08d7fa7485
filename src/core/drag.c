/* Merging a key of score s and value y into sums relative to exp(best): with e = exp(-|s - best|) either the key or the
 * sums shrink by e. Scores that differ by less than the rounding of the distances are equal, as in pool.c. Compact
 * kernels are merged by K itself, and whether a query has support is whether any key lies within the edge. */
#include "core/drag.h"

#include "core/direct.h"
#include "core/kernel.h"
#include "core/lanes.h"

#include <float.h>
#include <math.h>

enum { CHUNK = 256 };

/* Compact kernels: sums of K itself. */
static void make_absolute(Drag *drag, size_t j, SoftmaxMean mean) {
    double scale = mean.sum > 0 ? exp(mean.max) : 0;
    drag->best[j] = 0;
    drag->sum[j] = mean.sum * scale;
    drag->weighted[j] = mean.weighted * scale;
}

void drag_begin(Drag *drag, Engine *engine, const Pool *pool, const double *query, size_t m, double *memory) {
    *drag = (Drag){*pool, query, m, engine_centre(engine), memory, memory + m, memory + 2 * m};
    drag->pool.muted = NULL;
    bool compact = pool->model != MODEL_AVERAGE && isfinite(KERNELS[pool->kernel].support);
    for (size_t at = 0; at < m; at += CHUNK) {
        SoftmaxMean mean[CHUNK];
        size_t count = m - at < CHUNK ? m - at : CHUNK;
        engine_means(engine, pool, query + at, count, mean);
        for (size_t j = 0; j < count; j++) {
            drag->best[at + j] = mean[j].sum > 0 ? mean[j].max : -INFINITY;
            drag->sum[at + j] = mean[j].sum;
            drag->weighted[at + j] = mean[j].weighted;
            if (compact)
                make_absolute(drag, at + j, mean[j]);
        }
    }
}

/* score[j] of the key for m queries; `per_distance` times the slack of a distance is what a score may be off. */
INLINED double merged(double best, double sum, double weighted, double score, double slack, double value) {
    double apart = score - best, away = fabs(apart) <= slack ? 0 : fabs(apart), e = lanes_exp2(-LANES_LOG2_E * away);
    double old = apart > slack ? e : 1, fresh = apart > slack ? 1 : e;
    return (weighted * old + fresh * value) / (sum * old + fresh);
}

CLONES static void merge_gaussian(const Drag *drag, double inv, double x, double value, double *f) {
    const double *best = drag->best, *sum = drag->sum, *weighted = drag->weighted, *query = drag->query;
    double centre = drag->centre;
#pragma omp simd
    for (size_t j = 0; j < drag->m; j++) {
        double d = fabs(query[j] - x), u = d * inv, score = -u * u / 2;
        double slack = 2 * DBL_EPSILON * (fabs(query[j]) + d) * u * inv;
        score = score < -DBL_MAX ? -DBL_MAX : score;
        f[j] = centre + merged(best[j], sum[j], weighted[j], score, slack, value);
    }
}

CLONES static void merge_laplace(const Drag *drag, double inv, double x, double value, double *f) {
    const double *best = drag->best, *sum = drag->sum, *weighted = drag->weighted, *query = drag->query;
    double centre = drag->centre;
#pragma omp simd
    for (size_t j = 0; j < drag->m; j++) {
        double d = fabs(query[j] - x), score = -d * inv, slack = 2 * DBL_EPSILON * (fabs(query[j]) + d) * inv;
        f[j] = centre + merged(best[j], sum[j], weighted[j], score, slack, value);
    }
}

static void merge_all(const Drag *drag, double value, double *f) {
    for (size_t j = 0; j < drag->m; j++)
        f[j] = drag->centre + (drag->weighted[j] + value) / (drag->sum[j] + 1);
}

static void merge_compact(const Drag *drag, const Reach *reach, double x, double value, double *f, bool *supported) {
    double weight[CHUNK], temperature = drag->pool.temperature == 0 ? 1 : drag->pool.temperature;
    DirectQuery key = {x, 0, reach->inv, 0};
    for (size_t at = 0; at < drag->m; at += CHUNK) {
        size_t count = drag->m - at < CHUNK ? drag->m - at : CHUNK;
        direct_weights(reach->kernel, &key, drag->query + at, count, weight);
        for (size_t j = 0; j < count; j++) {
            double query = drag->query[at + j];
            bool within = reach_within(reach, reach_room(reach, query), fabs(query - x));
            double w = within ? weight[j] : 0;
            w = within && reach->kind == REACH_ROOT ? pow(w, 1 / temperature) : w;
            double sum = drag->sum[at + j] + w;
            supported[at + j] = sum > 0;
            f[at + j] = sum > 0 ? drag->centre + (drag->weighted[at + j] + w * value) / sum : 0;
        }
    }
}

/* Queries that do not see the key keep what they had. */
static void hide_from_causal(const Drag *drag, double x, double *f, bool *supported) {
    for (size_t j = 0; j < drag->m; j++) {
        if (!(x > drag->query[j]))
            continue;
        supported[j] = drag->sum[j] > 0;
        f[j] = supported[j] ? drag->centre + drag->weighted[j] / drag->sum[j] : 0;
    }
}

void drag_move(const Drag *drag, double x, double y, double *f, bool *supported) {
    Pool pool = drag->pool;
    pool.causal = false;
    Reach reach = reach_of(&pool, 1, 1e-13);
    double value = y - drag->centre;
    for (size_t j = 0; j < drag->m; j++)
        supported[j] = true;
    if (reach.kind == REACH_ALL)
        merge_all(drag, value, f);
    else if (reach.kernel == KERNEL_GAUSSIAN)
        merge_gaussian(drag, reach.inv, x, value, f);
    else if (reach.kernel == KERNEL_LAPLACE)
        merge_laplace(drag, reach.inv, x, value, f);
    else
        merge_compact(drag, &reach, x, value, f, supported);
    if (drag->pool.causal)
        hide_from_causal(drag, x, f, supported);
}

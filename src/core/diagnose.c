/* Diagnostics of a linear smoother; Hastie and Tibshirani, "Generalized Additive Models" (1990), chapter 3.
 * Leaving a point out renormalises the other weights, so y_i - f_{-i} = (y_i - f_i) / (1 - H_ii) exactly; it
 * is computed by really leaving the point out, which stays accurate when H_ii is nearly 1. */
#include "core/diagnose.h"

#include "core/engine.h"
#include "core/kernel.h"

#include <math.h>

static bool is_muted(const Pool *pool, size_t i) { return pool->muted && pool->muted[i]; }

/* Mean squared leave-one-out residual, and how many points have none. */
static double leave_one_out(const Pool *pool, const Keys *keys, double *alpha, size_t *left_out) {
    double sum = 0;
    size_t points = 0;
    *left_out = 0;
    for (size_t i = 0; i < keys->n; i++) {
        if (is_muted(pool, i))
            continue;
        PoolRow row = pool_row_without(pool, keys, i, keys->x[i], alpha);
        if (row.supported) {
            sum += (keys->y[i] - row.f) * (keys->y[i] - row.f);
            points++;
        } else {
            (*left_out)++;
        }
    }
    return points > 0 ? sum / (double)points : NAN;
}

static void add_criteria(Diagnosis *d, double trace_square) {
    double n = (double)d->n, left = n - d->df - 2, noise = n - 2 * d->df + trace_square;
    double tight = 1e-12 * n; /* df = n up to rounding: the curve runs through every point */
    d->gcv = n - d->df > tight ? d->rss / n / ((1 - d->df / n) * (1 - d->df / n)) : NAN;
    d->aicc = left > 0 && d->rss > 0 ? log(d->rss / n) + 1 + 2 * (d->df + 1) / left : NAN;
    d->sigma = noise > tight ? sqrt(d->rss / noise) : NAN;
}

Diagnosis diagnose(const Pool *pool, const Keys *keys, double *alpha) {
    Diagnosis d = {0};
    double trace_square = 0; /* tr HH' = sum of all alpha^2 */
    for (size_t i = 0; i < keys->n; i++) {
        if (is_muted(pool, i))
            continue;
        PoolRow row = pool_row(pool, keys, keys->x[i], alpha);
        if (!row.supported)
            continue;
        d.n++;
        d.df += alpha[i];
        d.rss += (keys->y[i] - row.f) * (keys->y[i] - row.f);
        trace_square += 1 / row.n_eff;
    }
    d.loo_mse = leave_one_out(pool, keys, alpha, &d.left_out);
    add_criteria(&d, trace_square);
    return d;
}

double diagnose_band(double sigma, const PoolRow *row) { return row->supported ? 2 * sigma / sqrt(row->n_eff) : NAN; }

double diagnose_match_h(int from, int to, double h) { return h * KERNELS[to].smoothness / KERNELS[from].smoothness; }

/* Smallest and largest distance between visible keys; false when there are not two different ones. */
static bool find_gaps(const Pool *pool, const Keys *keys, double *gap, double *range) {
    double first = NAN, last = NAN;
    *gap = INFINITY;
    for (size_t i = 0; i < keys->n; i++) {
        if (is_muted(pool, i))
            continue;
        if (keys->x[i] > last)
            *gap = fmin(*gap, keys->x[i] - last);
        first = isnan(first) ? keys->x[i] : first;
        last = keys->x[i];
    }
    *range = last - first;
    return *range > 0;
}

/* Causal: the first visible point, unless another has the same x. */
static size_t see_nothing(const Pool *pool, const Keys *keys) {
    size_t seen = 0, first = 0;
    for (size_t i = 0; pool->causal && i < keys->n; i++) {
        if (is_muted(pool, i))
            continue;
        if (seen++ == 0)
            first = i;
        else
            return keys->x[i] > keys->x[first];
    }
    return seen;
}

enum { COARSE = 64, ROUNDS = 5, FINE = 10 };
_Static_assert(DIAGNOSE_TRIES == COARSE + 1 + ROUNDS * (FINE + 1), "bandwidths tried");

static void try_bandwidth(DiagnoseSearch *search, const Keys *keys, struct Engine *engine, double *alpha,
                          double log_h) {
    EngineLoss fast = {0};
    size_t left_out;
    double loss;
    search->pool.h = exp(log_h);
    search->pool.w = 1 / search->pool.h;
    if (engine) {
        bool known = engine_loss(engine, &search->pool, false, false, &fast);
        loss = known ? fast.loss / (double)fast.points : NAN;
        left_out = fast.left_out;
    } else
        loss = leave_one_out(&search->pool, keys, alpha, &left_out);
    if (left_out > search->alone || !isfinite(loss))
        return;
    search->worst = fmax(search->worst, loss);
    if (loss < search->best) {
        search->best = loss;
        search->best_log = log_h;
    }
}

/* What residuals that are only rounding can add up to, as a mean square. */
static double rounding(const Keys *keys) {
    double largest = 0;
    for (size_t i = 0; i < keys->n; i++)
        largest = fmax(largest, fabs(keys->y[i]));
    return 1e-28 * largest * largest;
}

DiagnoseSearch diagnose_search(const Pool *pool, const Keys *keys) {
    double gap, range;
    DiagnoseSearch search = {.pool = *pool, .best = INFINITY, .worst = -INFINITY, .tried = DIAGNOSE_TRIES};
    bool scales = pool->model == MODEL_KERNEL || pool->model == MODEL_PARAMETRIC;
    if (!scales || !find_gaps(pool, keys, &gap, &range))
        return search;
    search.alone = see_nothing(pool, keys);
    search.low = log(fmax(gap / 4, range * 1e-6));
    search.high = log(range * 10);
    search.tried = 0;
    return search;
}

/* 64 bandwidths over the whole range, then five times 10 between the neighbours of the best so far. */
bool diagnose_search_on(DiagnoseSearch *search, const Keys *keys, struct Engine *engine, double *alpha) {
    double width = (search->high - search->low) / COARSE, log_h = search->low + width * search->tried;
    if (search->tried == DIAGNOSE_TRIES)
        return false;
    if (search->tried > COARSE) {
        int i = (search->tried - COARSE - 1) % (FINE + 1), round = (search->tried - COARSE - 1) / (FINE + 1);
        if (i == 0)
            search->centre = search->best_log;
        for (; round > 0; round--)
            width /= FINE / 2;
        log_h = fmin(search->centre + width * (2.0 * i / FINE - 1), search->high);
    }
    try_bandwidth(search, keys, engine, alpha, log_h);
    return ++search->tried < DIAGNOSE_TRIES;
}

DiagnoseBest diagnose_search_end(const DiagnoseSearch *search, const Keys *keys) {
    if (!(search->worst - search->best > rounding(keys)))
        return (DiagnoseBest){0};
    return (DiagnoseBest){true, search->best_log >= search->high, exp(search->best_log), search->best};
}

DiagnoseBest diagnose_best_h(const Pool *pool, const Keys *keys, double *alpha) {
    DiagnoseSearch search = diagnose_search(pool, keys);
    while (diagnose_search_on(&search, keys, NULL, alpha))
        ;
    return diagnose_search_end(&search, keys);
}

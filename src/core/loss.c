/* Leave-one-out: what each key sees of the others, in the order of the keys.
 *   compact kernels, flat ones   tiles.h
 *   Laplace                      decay.h
 *   Gaussian                     sums that include the key itself, whose own weight is exactly 1:
 *     f_{-i} = (sum_j w_j y_j - y_i) / (sum_j w_j - 1),
 *     exact enough while the others weigh at least as much; otherwise the others are summed alone
 * What is not proven is summed key by key over the window. With r_i = f - y_i and S_i = sum_j alpha_j (y_j - f) g_j /
 * w_j (others.h), dL/dw = -2/w sum_i r_i S_i. A temperature is within u: dL/dT = 1/T sum_i r_i S_i for the Gaussian,
 * and twice that for Laplace. */
#include "core/engine_parts.h"

#include "core/kernel.h"
#include "core/pairs.h"

#include <math.h>

enum { CHUNK = 256 };

/* Adds the sums of a Gaussian relative to the nearest key, whose square is the offset. */
CLONES static void add_gaussian(const double *x, const double *y, size_t n, double query, double near, double slack,
                                double inv, double centre, Others *others) {
    double s = 0, t = 0, p = 0, q = 0;
#pragma omp simd reduction(+ : s, t, p, q)
    for (size_t i = 0; i < n; i++) {
        double d = fabs(query - x[i]), over = d - near <= slack ? 0 : d - near, v = y[i] - centre;
        double above = (over * inv) * ((d + near) * inv), w = lanes_exp2(-0.5 * LANES_LOG2_E * above), z = w * above;
        s += w, t += w * v, p += z, q += z * v;
    }
    others->sum += s, others->weighted += t, others->slope += p, others->slope_weighted += q;
}

/* The keys that key i may see. */
static Keys visible_keys(const Engine *engine, const Pool *pool, size_t i) {
    Keys keys = engine->keys;
    if (pool->causal)
        keys.n = reach_lower(keys.x, (Bracket){i, keys.n}, nextafter(keys.x[i], INFINITY));
    return keys;
}

static Others gaussian_others(const Engine *engine, const Reach *reach, const Keys *keys, size_t i) {
    Window window = reach_window_without(reach, keys, i);
    double query = keys->x[i], slack = reach_slack(query, window.near), u = window.near * reach->inv;
    Others others = {.offset = u * u, .shrink = exp(-u * u / 2)};
    add_gaussian(keys->x + window.first, keys->y + window.first, i - window.first, query, window.near, slack,
                 reach->inv, engine->centre, &others);
    add_gaussian(keys->x + i + 1, keys->y + i + 1, window.end - i - 1, query, window.near, slack, reach->inv,
                 engine->centre, &others);
    return others;
}

/* By the definition: f from pool.c, and the slope from the weights that the kernel's formula gives. */
static Others defined_others(const Engine *engine, const Reach *reach, const Pool *pool, const Keys *keys, size_t i) {
    const Kernel *kernel = &KERNELS[reach->kernel];
    Window window = reach_window_without(reach, keys, i);
    Keys part = {window.end - window.first, keys->x + window.first, keys->y + window.first};
    SoftmaxMean mean = pool_mean(pool, &part, i - window.first, keys->x[i]);
    double sum = 0, slope = 0, slope_weighted = 0, offset = 0, shrink = 1, scale = 1;
    if (!(mean.sum > 0))
        return OTHERS_NONE;
    if (reach->kind == REACH_LAPLACE)
        offset = window.near * reach->inv, shrink = exp(-offset);
    else if (reach->kernel != KERNEL_BOXCAR)
        scale = exp(mean.max - kernel->log_weight(0));
    for (size_t k = window.first; k < window.end; k++) {
        double u = fabs(keys->x[i] - keys->x[k]) * reach->inv, v = keys->y[k] - engine->centre;
        double w = reach->kind == REACH_LAPLACE ? exp(offset - u) : kernel->weight(u) / kernel->weight(0);
        double g = w * (reach->kind == REACH_LAPLACE ? u - offset : -u * kernel->slope(u));
        if (k == i)
            continue;
        sum += w;
        slope += g;
        slope_weighted += g * v;
    }
    double to_mean = sum > 0 ? mean.sum * scale / sum : 0;
    return (Others){mean.sum * scale, scale * (mean.weighted - engine->centre * mean.sum),
                    slope * to_mean,  slope_weighted * to_mean,
                    offset,           shrink};
}

static Others others_alone(const Engine *engine, const Reach *reach, const Pool *pool, size_t i) {
    Keys keys = visible_keys(engine, pool, i);
    return reach->kind == REACH_GAUSSIAN ? gaussian_others(engine, reach, &keys, i)
                                         : defined_others(engine, reach, pool, &keys, i);
}

/* The others and the key itself. */
static Others with_own(Others others, double own) {
    double shrink = others.sum > 0 ? others.shrink : 0, offset = shrink > 0 ? others.offset : 0;
    return (Others){1 + others.sum * shrink,
                    own + others.weighted * shrink,
                    (others.slope + offset * others.sum) * shrink,
                    (others.slope_weighted + offset * others.weighted) * shrink,
                    0,
                    1};
}

static void add_point(const Others *others, double own, double *product, EngineLoss *loss) {
    if (!(others->sum > 0)) {
        loss->left_out++;
        return;
    }
    double f = others->weighted / others->sum, residual = f - own;
    loss->points++;
    loss->loss += residual * residual;
    *product += residual * (others->slope_weighted - f * others->slope) / others->sum;
}

typedef struct Pass {
    Engine *engine;
    const Pool *pool;
    Reach reach;
    bool self_included, slopes;
} Pass;

static void causal_with_self(const Pass *pass, size_t at, size_t count, Others *others) {
    GaussLevel level[MOMENT_LEVELS];
    const double *x = pass->engine->keys.x + at;
    size_t top = engine_causal_levels(pass->engine, level);
    for (size_t j = 0; j < count; j++) {
        size_t seen = visible_keys(pass->engine, pass->pool, at + j).n;
        others[j] = top < MOMENT_LEVELS ? causal_gauss_squares(level, top, x[j], seen) : OTHERS_UNPROVEN;
    }
}

/* Sums of a Gaussian over `count` keys from `at` on, each with itself; sum = -1 where they are not proven. */
static void gaussian_with_self(const Pass *pass, size_t at, size_t count, Others *others) {
    Engine *engine = pass->engine;
    if (pass->slopes && pass->pool->causal) {
        causal_with_self(pass, at, count, others);
        return;
    }
    double square[CHUNK] = {0}, square_weighted[CHUNK] = {0};
    SoftmaxMean mean[CHUNK];
    size_t level = engine->moments.levels;
    bool squares = pass->slopes && engine->keys.n > DIRECT_BLOCK;
    if (squares)
        level = gauss_level(&engine->moments, pass->reach.inv);
    for (size_t j = 0; j < count; j++)
        mean[j].sum = -1;
    if (squares && level < engine->moments.levels) {
        GaussLevel ready = engine_gauss_level(engine, level);
        gauss_near_squares(&ready, engine->keys.x + at, count, mean, square, square_weighted);
    } else if (!pass->slopes)
        engine_means(engine, pass->pool, engine->keys.x + at, count, mean);
    for (size_t j = 0; j < count; j++)
        others[j] = (Others){mean[j].sum, mean[j].weighted, square[j], square_weighted[j], 0, 1};
}

/* What `count` keys from `at` on see of the others, or with self_included of all. */
static void gaussian_chunk(const Pass *pass, size_t at, size_t count, Others *others) {
    gaussian_with_self(pass, at, count, others);
    for (size_t j = 0; j < count; j++) {
        double own = pass->engine->keys.y[at + j] - pass->engine->centre;
        if (pass->self_included ? others[j].sum >= 0 : others[j].sum >= 2) {
            others[j].sum -= pass->self_included ? 0 : 1;
            others[j].weighted -= pass->self_included ? 0 : own;
            continue;
        }
        others[j] = others_alone(pass->engine, &pass->reach, pass->pool, at + j);
        if (pass->self_included)
            others[j] = with_own(others[j], own);
    }
}

static void other_chunk(const Pass *pass, size_t at, size_t count, Others *others) {
    Engine *engine = pass->engine;
    if (pass->reach.kind == REACH_LAPLACE)
        decay_next(&engine->pass.decay, count, others);
    else
        tiles_next(&engine->pass.tiles, count, others);
    for (size_t j = 0; j < count; j++) {
        if (others[j].sum < 0)
            others[j] = others_alone(engine, &pass->reach, pass->pool, at + j);
        if (pass->self_included)
            others[j] = with_own(others[j], engine->keys.y[at + j] - engine->centre);
    }
}

/* The same weights everywhere: a boxcar that holds all keys, and is not too narrow for its distance from 0. */
static Reach flat_reach(const Keys *keys) {
    double low = keys->x[0], high = keys->x[keys->n - 1], far = fmax(fabs(low), fabs(high));
    double edge = fmax(fmax(4 * (high - low), far / 1024), 1e-100);
    return (Reach){.kind = REACH_COMPACT, .kernel = KERNEL_BOXCAR, .edge = edge, .inv = 1 / edge};
}

static void begin(const Pass *pass) {
    Engine *engine = pass->engine;
    if (pass->reach.kind == REACH_LAPLACE)
        decay_begin(&engine->pass.decay, &pass->reach, &engine->keys, engine->centre, pass->pool->causal);
    else if (pass->reach.kind == REACH_COMPACT)
        tiles_begin(&engine->pass.tiles, &pass->reach, &engine->keys, engine->centre, pass->pool->causal);
}

/* Of dL/dT, per 1/T sum r S. The logarithm of a kernel with an edge has no such sums. */
static double temperature_factor(const Reach *reach) {
    if (reach->kind == REACH_COMPACT)
        return reach->kernel == KERNEL_BOXCAR ? 0 : NAN;
    return reach->kind == REACH_LAPLACE ? 2 : 1;
}

/* All points at once, where the keys are few; false where they are not. */
static bool add_few(const Pass *pass, EngineLoss *loss) {
    const Engine *engine = pass->engine;
    const Keys *keys = &engine->keys;
    double sum[PAIRS_MOST], weighted[PAIRS_MOST], none = 0;
    if (pass->slopes || pass->pool->causal || !pairs_gaussian(&pass->reach, keys, engine->centre, sum, weighted))
        return false;
    for (size_t i = 0; i < keys->n; i++) {
        double own = keys->y[i] - engine->centre;
        Others others = {.sum = sum[i], .weighted = weighted[i], .shrink = 1};
        if (pass->self_included)
            others = with_own(others, own);
        else if (sum[i] < PAIRS_LEAST)
            others = others_alone(engine, &pass->reach, pass->pool, i);
        add_point(&others, own, &none, loss);
    }
    return true;
}

bool engine_loss(Engine *engine, const Pool *pool, bool self_included, bool slopes, EngineLoss *loss) {
    Pool plain = *pool;
    plain.muted = NULL;
    Pass pass = {engine, &plain, engine_prepare(engine, pool), self_included, slopes};
    bool flat = pass.reach.kind == REACH_ALL;
    if (pass.reach.kind == REACH_DENSE || pass.reach.kind == REACH_ROOT)
        return false;
    *loss = (EngineLoss){0};
    if (engine->keys.n == 0)
        return true;
    if (add_few(&pass, loss))
        return true;
    if (flat)
        pass.reach = flat_reach(&engine->keys);
    begin(&pass);
    double product = 0;
    for (size_t at = 0; at < engine->keys.n; at += CHUNK) {
        Others others[CHUNK];
        size_t count = engine->keys.n - at < CHUNK ? engine->keys.n - at : CHUNK;
        if (pass.reach.kind == REACH_GAUSSIAN)
            gaussian_chunk(&pass, at, count, others);
        else
            other_chunk(&pass, at, count, others);
        for (size_t j = 0; j < count; j++)
            add_point(&others[j], engine->keys.y[at + j] - engine->centre, &product, loss);
    }
    double temperature = pool->temperature == 0 ? 1 : pool->temperature;
    double w = pool->model == MODEL_KERNEL ? 1 / pool->h : pool->w;
    loss->slope_w = flat ? 0 : -2 / w * product;
    loss->slope_temperature = temperature_factor(&pass.reach) * (product / temperature);
    return true;
}

/* Leave-one-out from sums that include the point itself: its own weight is exactly 1, so
 *   f_{-i} = (sum_j w_j y_j - y_i) / (sum_j w_j - 1),
 * which is exact enough while the others weigh at least as much; otherwise the others are summed alone.
 * With u = (x_i - x_j) w / sqrt(T), r_i = f - y_i and S_i = sum_j alpha_j (y_j - f) u_j^2:
 *   dL/dw = -2/w sum_i r_i S_i,   dL/dT = 1/T sum_i r_i S_i. */
#include "core/engine_parts.h"

#include "core/kernel.h"
#include "core/pairs.h"

#include <math.h>

enum { CHUNK = 256 };

/* Sums over the other keys: of w and w (y - centre), and of the same times u^2 - offset. Since sum alpha_j (y_j - f) =
 * 0 the offset does not change S, but it keeps the digits when all u are large. */
typedef struct Others {
    double sum, weighted, square, square_weighted;
} Others;

/* Relative to the nearest key, whose square is the offset. */
CLONES static void add_gaussian(const double *x, const double *y, size_t n, double query, double near, double slack,
                                double inv, double centre, Others *others) {
    double s = 0, t = 0, p = 0, q = 0;
#pragma omp simd reduction(+ : s, t, p, q)
    for (size_t i = 0; i < n; i++) {
        double d = fabs(query - x[i]), over = d - near <= slack ? 0 : d - near, v = y[i] - centre;
        double above = (over * inv) * ((d + near) * inv), w = lanes_exp2(-0.5 * LANES_LOG2_E * above), z = w * above;
        s += w, t += w * v, p += z, q += z * v;
    }
    *others = (Others){others->sum + s, others->weighted + t, others->square + p, others->square_weighted + q};
}

static Window others_window(const Engine *engine, const Reach *reach, size_t i) {
    return reach_window_without(reach, &engine->keys, i);
}

/* The others alone, for a Gaussian. */
static Others gaussian_others(const Engine *engine, const Reach *reach, size_t i) {
    const Keys *keys = &engine->keys;
    Window window = others_window(engine, reach, i);
    double query = keys->x[i], slack = reach_slack(query, window.near);
    Others others = {0};
    add_gaussian(keys->x + window.first, keys->y + window.first, i - window.first, query, window.near, slack,
                 reach->inv, engine->centre, &others);
    add_gaussian(keys->x + i + 1, keys->y + i + 1, window.end - i - 1, query, window.near, slack, reach->inv,
                 engine->centre, &others);
    return others;
}

/* The others alone, for any kernel, by pool.c. */
static Others dense_others(const Engine *engine, const Reach *reach, const Pool *pool, size_t i) {
    const Keys *keys = &engine->keys;
    Window window = reach->kind == REACH_ALL || reach->kind == REACH_DENSE ? (Window){.end = keys->n}
                                                                           : others_window(engine, reach, i);
    Keys part = {window.end - window.first, keys->x + window.first, keys->y + window.first};
    SoftmaxMean mean = pool_mean(pool, &part, i - window.first, keys->x[i]);
    return (Others){mean.sum, mean.weighted - engine->centre * mean.sum, 0, 0};
}

/* What point i sees, given the sums with itself; these are negative where they are not proven. */
static Others seen_by(const Engine *engine, const Reach *reach, const Pool *pool, bool self_included, size_t i,
                      Others with) {
    if (self_included && with.sum >= 0)
        return with;
    double own = engine->keys.y[i] - engine->centre;
    if (!self_included && with.sum >= 2) {
        with.sum -= 1;
        with.weighted -= own;
        return with;
    }
    Others others =
        reach->kind == REACH_GAUSSIAN ? gaussian_others(engine, reach, i) : dense_others(engine, reach, pool, i);
    if (!self_included)
        return others;
    Window window = others_window(engine, reach, i);
    double u = window.near * reach->inv, shrink = others.sum > 0 ? exp(-u * u / 2) : 0, offset = shrink > 0 ? u * u : 0;
    return (Others){1 + others.sum * shrink, own + others.weighted * shrink,
                    (others.square + offset * others.sum) * shrink,
                    (others.square_weighted + offset * others.weighted) * shrink};
}

static void add_point(const Others *others, double own, double *residual_slope, EngineLoss *loss) {
    if (!(others->sum > 0)) {
        loss->left_out++;
        return;
    }
    double f = others->weighted / others->sum, residual = f - own;
    loss->points++;
    loss->loss += residual * residual;
    *residual_slope += residual * (others->square_weighted - f * others->square) / others->sum;
}

/* Sums of `count` keys from `at` on, each with itself. */
static void sums_with_self(Engine *engine, const Reach *reach, const Pool *pool, bool slopes, size_t at, size_t count,
                           Others *with) {
    double square[CHUNK] = {0}, square_weighted[CHUNK] = {0};
    SoftmaxMean mean[CHUNK];
    size_t level = slopes && engine->keys.n > DIRECT_BLOCK ? gauss_level(&engine->moments, reach->inv) : 0;
    if (slopes && (engine->keys.n <= DIRECT_BLOCK || level == engine->moments.levels)) {
        for (size_t j = 0; j < count; j++)
            with[j] = (Others){.sum = -1};
        return;
    }
    if (slopes) {
        GaussLevel ready = engine_gauss_level(engine, level);
        gauss_near_squares(&ready, engine->keys.x + at, count, mean, square, square_weighted);
    } else {
        engine_means(engine, pool, engine->keys.x + at, count, mean);
    }
    for (size_t j = 0; j < count; j++)
        with[j] = (Others){mean[j].sum, mean[j].weighted, square[j], square_weighted[j]};
}

/* All points at once, where the keys are few; false where they are not. */
static bool add_few(const Engine *engine, const Reach *reach, bool self_included, EngineLoss *loss) {
    const Keys *keys = &engine->keys;
    double sum[PAIRS_MOST], weighted[PAIRS_MOST], none = 0;
    if (!pairs_gaussian(reach, keys, engine->centre, sum, weighted))
        return false;
    for (size_t i = 0; i < keys->n; i++) {
        double own = keys->y[i] - engine->centre;
        Others others = {sum[i], weighted[i], 0, 0};
        if (self_included)
            others = (Others){1 + sum[i], own + weighted[i], 0, 0};
        else if (sum[i] < PAIRS_LEAST)
            others = gaussian_others(engine, reach, i);
        add_point(&others, own, &none, loss);
    }
    return true;
}

bool engine_loss(Engine *engine, const Pool *pool, bool self_included, bool slopes, EngineLoss *loss) {
    Reach reach = engine_prepare(engine, pool);
    Pool plain = *pool;
    plain.muted = NULL;
    bool flat = reach.kind == REACH_ALL;
    if (reach.kind == REACH_DENSE || reach.kind == REACH_ROOT || pool->causal)
        return false;
    if (slopes && !flat && reach.kind != REACH_GAUSSIAN)
        return false;
    double product = 0;
    *loss = (EngineLoss){0};
    if (!slopes && add_few(engine, &reach, self_included, loss))
        return true;
    for (size_t at = 0; at < engine->keys.n; at += CHUNK) {
        Others with[CHUNK];
        size_t count = engine->keys.n - at < CHUNK ? engine->keys.n - at : CHUNK;
        sums_with_self(engine, &reach, &plain, slopes && !flat, at, count, with);
        for (size_t j = 0; j < count; j++) {
            Others seen = seen_by(engine, &reach, &plain, self_included, at + j, with[j]);
            add_point(&seen, engine->keys.y[at + j] - engine->centre, &product, loss);
        }
    }
    double temperature = pool->temperature == 0 ? 1 : pool->temperature;
    double w = pool->model == MODEL_KERNEL ? 1 / pool->h : pool->w;
    loss->slope_w = flat ? 0 : -2 / w * product;
    loss->slope_temperature = product / temperature;
    return true;
}

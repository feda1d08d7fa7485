/* The curve, and the choice of method:
 *   Gaussian            queries side by side from nodes (smooth.h), the others singly: by cell moments; where these
 *                       prove nothing, by shifted ones on a finer level; then by the window
 *   Gaussian, causal    cells from coarse to fine (causal.h)
 *   others, causal      the same ways, over the part of the window that is seen
 *   compact kernels     running sums (blocks.h), or whole cells (shape.h), and the window's ends
 *   Laplace             two sweeps (sweep.h)
 *   n <= DIRECT_BLOCK   instead of cells, key by key over the window (direct.h)
 *   scorers             the tree of cells (tree.h)
 *   the rest            pool.c */
#include "core/engine_parts.h"

#include <math.h>

/* Queries at a time; keys that are quicker summed one by one; how many queries before it memory is asked for. */
enum { CHUNK = 512, FEW = 160, AHEAD = 4 };

/* Queries in two bandwidths from which on it pays to interpolate; bandwidths from 0 beyond which it is too rough. */
enum { NODES_PAY = 14 };
static const double NODES_ROUGH = 2000;

/* engine_window for many keys and a compact kernel. The nearest keys are looked for only where they matter. */
static Window compact_window(const Engine *engine, const Reach *reach, double query, bool sided) {
    Window window = {0};
    if (sided || reach_slack(query, reach->edge) * reach->inv > reach->tie)
        window = engine_nearest(engine, reach, query);
    size_t from = moments_lower(&engine->moments, query - reach->edge);
    window.first = reach_first_within(reach, &engine->keys, query, from);
    from = moments_lower(&engine->moments, query + reach->edge);
    window.end = reach_first_beyond(reach, &engine->keys, query, from);
    return window;
}

typedef void Means(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                   SoftmaxMean *mean);

static void means_dense(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                        SoftmaxMean *mean) {
    (void)reach;
    Window all = {.end = engine->keys.n};
    for (size_t j = 0; j < m; j++)
        mean[j] = reach_dense(pool, &engine->keys, &all, query[j], engine->centre);
}

static void means_all(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                      SoftmaxMean *mean) {
    (void)reach, (void)pool, (void)query;
    const Keys *keys = &engine->keys;
    SoftmaxMean all = {0, (double)keys->n, 0};
    if (keys->n > DIRECT_BLOCK)
        all.weighted = engine->moments.group[engine->moments.levels - 1][0];
    else
        for (size_t i = 0; i < keys->n; i++)
            all.weighted += keys->y[i];
    for (size_t j = 0; j < m; j++)
        mean[j] = all;
}

static void means_direct(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                         SoftmaxMean *mean) {
    if (reach->kind == REACH_GAUSSIAN && engine->keys.n <= DIRECT_BLOCK) {
        direct_gaussian(reach, pool, &engine->keys, query, m, engine->centre, mean);
        return;
    }
    for (size_t j = 0; j < m; j++) {
        Window window = engine_window(engine, reach, query[j]);
        mean[j] = direct_window(reach, pool, &engine->keys, &window, query[j], engine->centre);
    }
}

/* From cells; what they do not prove, in harder ways. */
static void means_cells(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                        SoftmaxMean *mean) {
    GaussLevel at = engine_gauss_level(engine, gauss_level(&engine->moments, reach->inv));
    gauss_near(&at, query, m, mean);
    for (size_t j = 0; j < m; j++)
        if (mean[j].sum < 0 || engine_tie_may_show(engine, reach, query[j]))
            mean[j] = engine_gauss_hard(engine, reach, pool, query[j]);
}

/* Queries in one stretch of two bandwidths from the sums at its nodes; those that these do not prove, singly. */
static void means_between_nodes(Engine *engine, const Reach *reach, const Pool *pool, Means *single, double middle,
                                const double *query, size_t m, SoftmaxMean *mean) {
    Smooth smooth = smooth_begin(middle, 1 / reach->inv);
    double error;
    if (engine->keys.n <= DIRECT_BLOCK) {
        error = gauss_nodes_of_keys(&engine->keys, reach->inv, engine->centre, &smooth);
    } else {
        GaussLevel at = engine_gauss_level(engine, gauss_level(&engine->moments, reach->inv));
        error = gauss_nodes(&at, &smooth);
    }
    smooth_fit(&smooth);
    smooth_means(&smooth, query, m, mean);
    for (size_t j = 0, end; j < m; j = end + 1) {
        for (end = j; end < m && !(error <= GAUSS_ACCURACY * mean[end].sum); end++)
            ;
        if (j < end)
            single(engine, reach, pool, query + j, end - j, mean + j);
    }
}

/* So far from 0 that a node's rounding counts, or a tie could show. */
static bool is_rough(const Reach *reach, double query) { return fabs(query) * reach->inv > NODES_ROUGH; }

static void means_gaussian(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                           SoftmaxMean *mean) {
    bool few = engine->keys.n <= DIRECT_BLOCK;
    bool cells = !few && gauss_level(&engine->moments, reach->inv) < engine->moments.levels;
    Means *single = cells ? means_cells : means_direct;
    double h = 1 / reach->inv;
    size_t waiting = 0;
    for (size_t j = 0, end; j < m; j = end) {
        double low = 2 * floor(query[j] * reach->inv / 2) * h, high = low + 2 * h; /* on a grid of its own */
        for (end = j + 1; end < m && query[end] >= low && query[end] < high; end++)
            ;
        if (!(few || cells) || end - j < NODES_PAY || is_rough(reach, query[j]))
            continue;
        if (waiting < j)
            single(engine, reach, pool, query + waiting, j - waiting, mean + waiting);
        means_between_nodes(engine, reach, pool, single, low + h, query + j, end - j, mean + j);
        waiting = end;
    }
    if (waiting < m)
        single(engine, reach, pool, query + waiting, m - waiting, mean + waiting);
}

static bool prepare_sweep(Engine *engine, const Reach *reach) {
    bool serves = engine->keys.n > DIRECT_BLOCK && sweep_serves(&engine->moments, reach->inv);
    if (serves && !engine->sweep.moments)
        sweep_build(&engine->sweep, &engine->moments, reach->inv, engine->sweep_memory);
    return serves;
}

static void means_laplace(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                          SoftmaxMean *mean) {
    if (!prepare_sweep(engine, reach)) {
        means_direct(engine, reach, pool, query, m, mean);
        return;
    }
    for (size_t j = 0; j < m; j++) {
        Window window = engine_nearest(engine, reach, query[j]);
        if (!window.sharp) {
            mean[j] = sweep_mean(&engine->sweep, &window, query[j]);
            continue;
        }
        window = engine_window(engine, reach, query[j]);
        mean[j] = direct_window(reach, pool, &engine->keys, &window, query[j], engine->centre);
    }
}

static ShapeLevels shape_levels(Engine *engine, const Reach *reach, size_t top) {
    const Shape *shape = shape_of(reach->kernel);
    for (size_t l = 0; l <= top; l += SHAPE_STEP) {
        if (!engine->ready[l])
            shape_coefficients(shape, &engine->moments, l, reach->inv, engine->coefficient[l]);
        engine->ready[l] = true;
    }
    return (ShapeLevels){shape, &engine->moments, top, reach->inv, engine->coefficient};
}

/* What blocks do not serve or prove, and the other kernels; over the first `seen` keys. */
static SoftmaxMean compact_mean(Engine *engine, const Reach *reach, const Pool *pool, const ShapeLevels *at,
                                double query, size_t seen) {
    Keys keys = {seen, engine->keys.x, engine->keys.y};
    Window window = compact_window(engine, reach, query, shape_is_sided(at->shape));
    SoftmaxMean mean = {.sum = -1};
    if (window.end > seen) { /* nothing to the right that could tie */
        window.end = seen;
        window.sharp = false;
    }
    if (!window.sharp && window.end - window.first > FEW)
        mean = shape_mean(at, &window, query);
    if (mean.sum < 0)
        mean = direct_window(reach, pool, &keys, &window, query, engine->centre);
    return mean;
}

static void means_shape(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                        SoftmaxMean *mean) {
    size_t top = shape_level(&engine->moments, reach->inv);
    if (top == engine->moments.levels) {
        means_direct(engine, reach, pool, query, m, mean);
        return;
    }
    ShapeLevels at = shape_levels(engine, reach, top);
    bool far = engine->keys.n > 100000; /* too many for the cache */
    for (size_t j = 0; j < m; j++) {
        if (far && j + AHEAD < m) {
            moments_prefetch(&engine->moments, query[j + AHEAD] - reach->edge);
            moments_prefetch(&engine->moments, query[j + AHEAD] + reach->edge);
        }
        mean[j] = compact_mean(engine, reach, pool, &at, query[j], engine->keys.n);
    }
}

static const Blocks *blocks_of(Engine *engine) {
    if (!engine->blocks_tried)
        blocks_build(&engine->blocks, &engine->keys, engine->centre, engine->block_memory);
    engine->blocks_tried = true;
    return &engine->blocks;
}

static void means_compact(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                          SoftmaxMean *mean) {
    bool few = engine->keys.n <= DIRECT_BLOCK;
    Means *slower = few ? means_direct : means_shape;
    if (!blocks_serve(reach->kernel) || blocks_of(engine)->count == 0) {
        slower(engine, reach, pool, query, m, mean);
        return;
    }
    blocks_means(&engine->blocks, few ? NULL : &engine->moments, reach, query, m, mean);
    for (size_t j = 0; j < m; j++)
        if (mean[j].sum < 0)
            slower(engine, reach, pool, query + j, 1, mean + j);
}

static Means *const MEANS[] = {
    [REACH_DENSE] = means_dense,     [REACH_ALL] = means_all,         [REACH_GAUSSIAN] = means_gaussian,
    [REACH_LAPLACE] = means_laplace, [REACH_COMPACT] = means_compact, [REACH_ROOT] = means_direct,
};

/* How many keys lie up to the query. */
static size_t seen_from(const Engine *engine, double query) {
    double after = nextafter(query, INFINITY);
    if (engine->keys.n <= DIRECT_BLOCK)
        return reach_lower(engine->keys.x, (Bracket){0, engine->keys.n}, after);
    return moments_lower(&engine->moments, after);
}

/* Only the keys up to each query, summed over its window. */
static SoftmaxMean causal_mean(const Engine *engine, const Reach *reach, const Pool *pool, double query, size_t seen) {
    Keys keys = {seen, engine->keys.x, engine->keys.y};
    Pool plain = *pool;
    plain.causal = false;
    if (reach->kind == REACH_ALL || reach->kind == REACH_DENSE)
        return reach_dense(pool, &keys, &(Window){.end = seen}, query, engine->centre);
    return direct_mean(reach, &plain, &keys, query, engine->centre);
}

size_t engine_causal_levels(Engine *engine, GaussLevel level[MOMENT_LEVELS]) {
    const Moments *moments = &engine->moments;
    size_t top = engine->keys.n > DIRECT_BLOCK ? gauss_level(moments, engine->reach.inv) : MOMENT_LEVELS;
    if (top >= MOMENT_LEVELS || top == moments->levels)
        return MOMENT_LEVELS;
    for (size_t l = 0; l <= top; l++)
        level[l] = engine_gauss_level(engine, l);
    return top;
}

static void causal_gaussian(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                            SoftmaxMean *mean) {
    GaussLevel level[MOMENT_LEVELS];
    size_t top = engine_causal_levels(engine, level);
    for (size_t j = 0; j < m; j++) {
        size_t seen = seen_from(engine, query[j]);
        mean[j].sum = -1;
        if (top < MOMENT_LEVELS)
            mean[j] = causal_gauss(level, top, query[j], seen);
        if (mean[j].sum < 0)
            mean[j] = causal_mean(engine, reach, pool, query[j], seen);
    }
}

static void causal_laplace(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                           SoftmaxMean *mean) {
    bool swept = prepare_sweep(engine, reach);
    for (size_t j = 0; j < m; j++) {
        size_t seen = seen_from(engine, query[j]);
        bool close = seen > 0 && (query[j] - engine->keys.x[seen - 1]) * reach->inv <= reach->far;
        mean[j] = swept && close ? sweep_before(&engine->sweep, query[j], seen)
                                 : causal_mean(engine, reach, pool, query[j], seen);
    }
}

static void causal_compact(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                           SoftmaxMean *mean) {
    size_t top = engine->keys.n > DIRECT_BLOCK ? shape_level(&engine->moments, reach->inv) : MOMENT_LEVELS;
    bool cells = top < MOMENT_LEVELS && top < engine->moments.levels;
    ShapeLevels at = cells ? shape_levels(engine, reach, top) : (ShapeLevels){0};
    for (size_t j = 0; j < m; j++) {
        size_t seen = seen_from(engine, query[j]);
        mean[j] = cells ? compact_mean(engine, reach, pool, &at, query[j], seen)
                        : causal_mean(engine, reach, pool, query[j], seen);
    }
}

static void causal_all(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                       SoftmaxMean *mean) {
    const Blocks *blocks = blocks_of(engine);
    for (size_t j = 0; j < m; j++) {
        size_t seen = seen_from(engine, query[j]);
        mean[j] = blocks->count > 0 ? (SoftmaxMean){0, (double)seen, blocks_values_before(blocks, seen)}
                                    : causal_mean(engine, reach, pool, query[j], seen);
    }
}

static void causal_direct(Engine *engine, const Reach *reach, const Pool *pool, const double *query, size_t m,
                          SoftmaxMean *mean) {
    for (size_t j = 0; j < m; j++)
        mean[j] = causal_mean(engine, reach, pool, query[j], seen_from(engine, query[j]));
}

static Means *const CAUSAL_MEANS[] = {
    [REACH_DENSE] = causal_direct,    [REACH_ALL] = causal_all,         [REACH_GAUSSIAN] = causal_gaussian,
    [REACH_LAPLACE] = causal_laplace, [REACH_COMPACT] = causal_compact, [REACH_ROOT] = causal_direct,
};

void engine_means(Engine *engine, const Pool *pool, const double *query, size_t m, SoftmaxMean *mean) {
    if (scored_means(engine, pool, query, m, mean))
        return;
    Reach reach = engine_prepare(engine, pool);
    Means *means = pool->causal ? CAUSAL_MEANS[reach.kind] : MEANS[reach.kind];
    means(engine, &reach, pool, query, m, mean);
}

void engine_curve(Engine *engine, const Pool *pool, const double *query, size_t m, double *f, bool *supported) {
    SoftmaxMean mean[CHUNK];
    for (size_t at = 0; at < m; at += CHUNK) {
        size_t count = m - at < CHUNK ? m - at : CHUNK;
        engine_means(engine, pool, query + at, count, mean);
        for (size_t j = 0; j < count; j++) {
            supported[at + j] = mean[j].sum > 0;
            f[at + j] = supported[at + j] ? engine->centre + mean[j].weighted / mean[j].sum : 0;
        }
    }
}

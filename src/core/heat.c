/* The heatmap, one row of weights for each query, in single precision. Where every key has its own column the keys in
 * reach are weighed directly; where a column holds many, the Gaussian takes the column's moments about its own middle,
 * as gauss.h does with cells, and only columns wider than a bandwidth are weighed key by key. A Gaussian's rows go in
 * bands (band.h), their sums of weights coming from the curve; a row far from all keys goes by itself. */
#include "core/engine_parts.h"

#include "core/kernel.h"
#include "core/nodes.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { CHUNK = 256, MEANS = 512, WHOLE = 2 * LANES };

static const double FAINT = 1e-9;    /* of a row: what need not be drawn */
static const double UNEVEN = 1e-7;   /* bandwidths by which rows of a band may miss their even distances */
static const double WELL_INSIDE = 4; /* bandwidths to the nearest key up to which moments are exact enough */

CLONES static void scale_row(float *weight, size_t n, float factor) {
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        weight[i] *= factor;
}

/* Keys [first, end) with a column each, the nearest not far and no tie: the squares may be subtracted as they are. */
CLONES static double close_keys(const double *x, size_t first, size_t end, double query, double near, double inv,
                                float *weight) {
    float sum = 0;
    double factor = -0.5 * LANES_LOG2_E * inv * inv, shift = -near * near * factor;
#pragma omp simd reduction(+ : sum)
    for (size_t i = first; i < end; i++) {
        double d = query - x[i];
        float w = lanes_exp2f((float)(d * (d * factor) + shift));
        sum += w;
        weight[i] = w;
    }
    return (double)sum;
}

/* The same for any query. */
CLONES static double gaussian_keys(const double *x, size_t first, size_t end, double query, double near, double slack,
                                   double inv, float *weight) {
    float sum = 0;
    double factor = -0.5 * LANES_LOG2_E * inv * inv;
#pragma omp simd reduction(+ : sum)
    for (size_t i = first; i < end; i++) {
        double d = fabs(query - x[i]), over = d - near;
        over = over <= slack ? 0 : over;
        float w = lanes_exp2f((float)(over * (d + near) * factor));
        sum += w;
        weight[i] = w;
    }
    return (double)sum;
}

/* What all rows of a heatmap share. */
typedef struct Heat {
    Engine *engine;
    const Pool *pool;
    const Reach *reach;
    size_t n, columns;
    bool by_moments;   /* columns that sum several keys of a Gaussian */
    bool series, wide; /* the columns' series are there; some columns are too wide for them */
    bool by_nodes;     /* columns that sum many keys of another kernel */
    Nodes nodes;
} Heat;

/* Any kernel: keys [first, end) added to their columns. */
static double add_keys(const Heat *heat, size_t first, size_t end, double query, double near, float *weight) {
    DirectQuery direct = {query, near, heat->reach->inv, 0};
    double w[CHUNK], sum = 0;
    for (size_t at = first; at < end; at += CHUNK) {
        size_t count = end - at < CHUNK ? end - at : CHUNK, c = at * heat->columns / heat->n;
        direct_weights(heat->reach->kernel, &direct, heat->engine->keys.x + at, count, w);
        size_t next = columns_start(heat->n, heat->columns, c + 1);
        for (size_t i = 0; i < count; i++) {
            if (at + i >= next)
                next = columns_start(heat->n, heat->columns, ++c + 1);
            weight[c] += (float)w[i];
            sum += w[i];
        }
    }
    return sum;
}

/* Columns too wide for their moments, key by key. */
static double add_wide_columns(const Heat *heat, size_t first, size_t end, double query, float *weight) {
    double sum = 0;
    for (size_t c = first; c < end; c++) {
        if (!columns_is_wide(&heat->engine->columns, c))
            continue;
        weight[c] = 0;
        sum += add_keys(heat, columns_start(heat->n, heat->columns, c), columns_start(heat->n, heat->columns, c + 1),
                        query, 0, weight);
    }
    return sum;
}

/* Columns [first, end), rounded out to whole groups, from their moments. */
static double weigh_columns(const Heat *heat, double query, size_t *first, size_t *end, float *weight) {
    size_t low = *first / LANES, high = (*end + LANES - 1) / LANES;
    float row[HEAT_COLUMNS_MOST + LANES];
    double sum = columns_weights(&heat->engine->columns, low, high, query, heat->reach->inv, row);
    *first = low * LANES;
    *end = high * LANES < heat->columns ? high * LANES : heat->columns;
    memcpy(weight + *first, row + *first, (*end - *first) * sizeof *weight);
    return heat->wide ? sum + add_wide_columns(heat, *first, *end, query, weight) : sum;
}

/* Columns [first, end) of a kernel other than the Gaussian: those that suit from nodes, in runs, the others key by key.
 */
static double weigh_by_nodes(const Heat *heat, const Window *window, double query, size_t first, size_t end,
                             float *weight) {
    const Columns *columns = &heat->engine->columns;
    DirectQuery direct = {query, window->near, heat->reach->inv, 0};
    double sum = 0;
    for (size_t c = first, run; c < end; c = run) {
        size_t low = columns_start(heat->n, heat->columns, c), high = columns_start(heat->n, heat->columns, c + 1);
        run = c;
        while (run < end && run > first && run + 1 < end && nodes_suit(columns, &direct, run))
            run++;
        if (run > c) {
            sum += nodes_weights(&heat->nodes, columns, heat->reach->kernel, &direct, c, run, weight);
            continue;
        }
        run = c + 1;
        low = low > window->first ? low : window->first;
        high = high < window->end ? high : window->end;
        sum += low < high ? add_keys(heat, low, high, query, window->near, weight) : 0;
    }
    return sum;
}

/* One row that has support. */
static void weigh(const Heat *heat, const Window *window, double query, float *weight) {
    size_t first = window->first * heat->columns / heat->n, end = (window->end - 1) * heat->columns / heat->n + 1;
    double sum;
    if (heat->by_moments && window->near * heat->reach->inv <= WELL_INSIDE) {
        sum = weigh_columns(heat, query, &first, &end, weight);
    } else if (heat->reach->kind == REACH_GAUSSIAN && heat->columns == heat->n) {
        first = first / WHOLE * WHOLE; /* a few keys more, for whole vectors */
        end = (end + WHOLE - 1) / WHOLE * WHOLE < heat->n ? (end + WHOLE - 1) / WHOLE * WHOLE : heat->n;
        double inv = heat->reach->inv, near = window->near, slack = reach_slack(query, near);
        const double *x = heat->engine->keys.x;
        bool close = near * inv <= WELL_INSIDE && !window->sharp;
        sum = close ? close_keys(x, first, end, query, near, inv, weight)
                    : gaussian_keys(x, first, end, query, near, slack, inv, weight);
    } else {
        memset(weight + first, 0, (end - first) * sizeof *weight);
        sum = heat->by_nodes && !window->sharp
                  ? weigh_by_nodes(heat, window, query, first, end, weight)
                  : add_keys(heat, window->first, window->end, query, window->near, weight);
    }
    scale_row(weight + first, end - first, (float)(1 / sum));
    memset(weight, 0, first * sizeof *weight);
    memset(weight + end, 0, (heat->columns - end) * sizeof *weight);
}

/* All keys alike: the count of each column. */
static void weigh_all(const Engine *engine, size_t columns, float *weight) {
    size_t n = engine->keys.n;
    for (size_t c = 0; c < columns; c++) {
        size_t count = columns_start(n, columns, c + 1) - columns_start(n, columns, c);
        weight[c] = (float)((double)count / (double)n);
    }
}

/* Columns with moments, unless every key has its own column or the kernel has no use for them. */
static void prepare_columns(Heat *heat) {
    Engine *engine = heat->engine;
    double inv = heat->reach->inv;
    heat->by_moments = heat->reach->kind == REACH_GAUSSIAN && heat->columns < heat->n && heat->n > DIRECT_BLOCK;
    bool many = heat->columns * 2 * NODES < heat->n && heat->n > DIRECT_BLOCK;
    heat->by_nodes = many && !heat->by_moments && heat->reach->kind != REACH_ALL && heat->reach->kind != REACH_GAUSSIAN;
    if (!heat->by_moments && !heat->by_nodes)
        return;
    if (engine->columns.count != heat->columns)
        columns_build(&engine->columns, &engine->keys, heat->columns);
    if (heat->by_nodes)
        heat->nodes = nodes_make();
    else
        columns_groups(&engine->columns, inv,
                       reach_radius(heat->reach, WELL_INSIDE / inv) * inv + BAND_ROWS * BAND_STEP);
}

/* And what single rows need of them. */
static void prepare_series(Heat *heat) {
    if (heat->by_moments && !heat->series)
        heat->wide = columns_series(&heat->engine->columns, heat->reach->inv);
    heat->series = true;
}

/* One row by itself. */
static bool weigh_single(Heat *heat, double query, float *weight) {
    if (heat->reach->kind == REACH_ALL) {
        weigh_all(heat->engine, heat->columns, weight);
        return heat->n > 0;
    }
    Window window = engine_window(heat->engine, heat->reach, query);
    prepare_series(heat);
    if (window.first < window.end)
        weigh(heat, &window, query, weight);
    else
        memset(weight, 0, heat->columns * sizeof *weight);
    return window.first < window.end;
}

/* At least the distance to the nearest key: that to the nearest one that begins a column, or to the last. */
static double nearly_nearest(const Heat *heat, const double *first, size_t *hint, double query) {
    size_t next = *hint = reach_lower_near(first, heat->columns, *hint, query);
    double near = fabs(query - heat->engine->keys.x[heat->n - 1]);
    near = next < heat->columns && first[next] - query < near ? first[next] - query : near;
    return next > 0 && query - first[next - 1] < near ? query - first[next - 1] : near;
}

/* Columns [first, end), in whole groups, that a band's rows see. */
typedef struct Stretch {
    size_t first, end;
} Stretch;

/* False when a row lies too far from the keys, or could show a tie. */
static bool band_sees(const Heat *heat, const Band *band, Stretch *stretch, size_t *hint) {
    const Engine *engine = heat->engine;
    const double *first = heat->by_moments ? engine->columns.first : engine->keys.x;
    double last = band->query + band->step * (double)(band->rows - 1), radius = 0;
    for (size_t j = 0; j < band->rows; j++) {
        double query = band->query + band->step * (double)j, near = nearly_nearest(heat, first, hint, query);
        if (!(near * band->inv <= WELL_INSIDE) || engine_tie_may_show(engine, heat->reach, query))
            return false;
        radius = fmax(radius, reach_radius(heat->reach, near));
    }
    Bracket all = {0, heat->columns};
    size_t low = reach_lower(first, all, fmin(band->query, last) - radius);
    size_t high = reach_lower(first, all, fmax(band->query, last) + radius);
    stretch->first = (low > 0 ? low - 1 : 0) / BAND_COLUMNS * BAND_COLUMNS;
    high = (high + BAND_COLUMNS - 1) / BAND_COLUMNS * BAND_COLUMNS;
    stretch->end = high < heat->columns ? high : heat->columns;
    return true;
}

/* A group with columns too wide for a band, row by row in double precision. */
static void weigh_wide_group(Heat *heat, const Band *band, size_t first, float *weight) {
    float row[HEAT_COLUMNS_MOST + LANES];
    size_t end = first + BAND_COLUMNS < heat->columns ? first + BAND_COLUMNS : heat->columns;
    prepare_series(heat);
    for (size_t j = 0; j < band->rows; j++) {
        double query = band->query + band->step * (double)j;
        columns_weights(&heat->engine->columns, first / LANES, (end + LANES - 1) / LANES, query, band->inv, row);
        if (heat->wide)
            add_wide_columns(heat, first, end, query, row);
        for (size_t c = first; c < end; c++)
            weight[j * heat->columns + c] = row[c] * (float)exp2(-band->shift) * band->scale[j];
    }
}

/* Columns that sum keys, run by run of groups that suit a band. */
static void weigh_groups(Heat *heat, const Band *band, const Stretch *at, float *weight) {
    const BandGroup *group = heat->engine->columns.group;
    for (size_t c = at->first, end; c < at->end; c = end) {
        for (end = c; end < at->end && group[end / BAND_COLUMNS].terms > 0;)
            end = end + BAND_COLUMNS < at->end ? end + BAND_COLUMNS : at->end;
        if (end > c) {
            band_columns(band, group + c / BAND_COLUMNS, end - c, weight + c, heat->columns);
            continue;
        }
        weigh_wide_group(heat, band, c, weight);
        end = c + BAND_COLUMNS < at->end ? c + BAND_COLUMNS : at->end;
    }
}

/* The rows from the first query on that make one band: eight at equal distances, or one. */
static Band band_of(const Heat *heat, const double *query, size_t m) {
    double inv = heat->reach->inv, over = m >= BAND_ROWS ? query[BAND_ROWS - 1] - query[0] : INFINITY;
    double step = over / (BAND_ROWS - 1);
    bool even = fabs(step) * inv <= BAND_STEP;
    for (size_t j = 1; even && j < BAND_ROWS; j++)
        even = fabs(query[j] - query[0] - (double)j * step) * inv <= UNEVEN;
    return (Band){.inv = inv, .rows = even ? BAND_ROWS : 1, .query = query[0], .step = even ? step : 0};
}

static void set_sums(Band *band, const SoftmaxMean *mean) {
    band->shift = (mean[0].max + log(mean[0].sum)) * LANES_LOG2_E;
    for (size_t j = 0; j < band->rows; j++)
        band->scale[j] = (float)(exp(mean[0].max - mean[j].max) * mean[0].sum / mean[j].sum);
}

/* A Gaussian's rows, m of them, in bands where that can be. */
static void weigh_gaussian(Heat *heat, const double *query, size_t m, float *weight, bool *supported) {
    SoftmaxMean mean[MEANS];
    size_t columns = heat->columns, rows, hint = 0;
    engine_means(heat->engine, heat->pool, query, m, mean);
    for (size_t j = 0; j < m; j += rows, weight += rows * columns) {
        Band band = band_of(heat, query + j, m - j);
        Stretch at;
        rows = band.rows;
        bool sees = band_sees(heat, &band, &at, &hint);
        for (size_t k = 0; k < rows; k++)
            supported[j + k] = sees || weigh_single(heat, query[j + k], weight + k * columns);
        if (!sees)
            continue;
        set_sums(&band, mean + j);
        if (heat->by_moments)
            weigh_groups(heat, &band, &at, weight);
        else
            band_keys(&band, heat->engine->keys.x + at.first, at.end - at.first, weight + at.first, columns);
        for (size_t k = 0; k < rows; k++) {
            memset(weight + k * columns, 0, at.first * sizeof *weight);
            memset(weight + k * columns + at.end, 0, (columns - at.end) * sizeof *weight);
        }
    }
}

bool engine_weights(Engine *engine, const Pool *pool, const double *query, size_t m, size_t columns, float *weight,
                    bool *supported) {
    Reach reach = engine_prepare(engine, pool);
    size_t n = engine->keys.n;
    assert(columns <= n && (columns == n || columns <= HEAT_COLUMNS_MOST));
    if (pool->model == MODEL_SCORER)
        return scored_weights(engine, pool, query, m, columns, weight, supported);
    if (reach.kind == REACH_DENSE || reach.kind == REACH_ROOT || pool->causal)
        return false;
    reach.drop = log((double)(n + 1) / FAINT);
    Heat heat = {.engine = engine, .pool = pool, .reach = &reach, .n = n, .columns = columns};
    prepare_columns(&heat);
    bool bands = reach.kind == REACH_GAUSSIAN && n > 0 && (heat.by_moments || columns == n);
    for (size_t j = 0; j < m; j += MEANS) {
        size_t count = m - j < MEANS ? m - j : MEANS;
        if (bands)
            weigh_gaussian(&heat, query + j, count, weight + j * columns, supported + j);
        for (size_t k = 0; !bands && k < count; k++)
            supported[j + k] = weigh_single(&heat, query[j + k], weight + (j + k) * columns);
    }
    return true;
}

/* The heatmap, one row of weights for each query, in single precision. Where every key has its own column the keys in
 * reach are weighed directly; where a column holds many, the Gaussian takes the column's moments about its own middle,
 * as gauss.h does with cells, and only columns wider than a bandwidth are weighed key by key. */
#include "core/engine_parts.h"

#include "core/kernel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { CHUNK = 256, WHOLE = 2 * LANES };

static const double FAINT = 1e-9;    /* of a row: what need not be drawn */
static const double WELL_INSIDE = 4; /* bandwidths to the nearest key up to which moments are exact enough */

/* Memory of the columns: MOMENTS + 1 + 1 rows of moments, middle, half width; then as many of coefficients. */
enum { COLUMN_ROWS = MOMENTS + 2, MIDDLE = MOMENTS, HALF_WIDTH, COLUMN_GROUP = COLUMN_ROWS * LANES };

size_t heat_room(void) { return 2 * (size_t)(HEAT_COLUMNS_MOST / LANES + 1) * COLUMN_GROUP; }

/* First key of column c: the least k for which k * columns / n is c. */
static size_t column_start(size_t n, size_t columns, size_t c) { return (c * n + columns - 1) / columns; }

static void build_columns(Engine *engine, size_t columns) {
    const Keys *keys = &engine->keys;
    double sum[2 * MOMENTS];
    memset(engine->columns.memory, 0, heat_room() * sizeof(double));
    for (size_t c = 0; c < columns; c++) {
        size_t first = column_start(keys->n, columns, c), end = column_start(keys->n, columns, c + 1);
        double low = keys->x[first], high = keys->x[end - 1], middle = low / 2 + high / 2;
        double half = fmax(high - middle, middle - low), *to = engine->columns.memory;
        to += c / LANES * COLUMN_GROUP + c % LANES;
        memset(sum, 0, sizeof sum);
        moments_add(keys->x + first, keys->y + first, end - first, middle, half > 0 ? half : 1, 0, sum, 1);
        for (size_t k = 0; k < MOMENTS; k++)
            to[k * LANES] = sum[MOMENTS + k];
        to[MIDDLE * LANES] = middle;
        to[HALF_WIDTH * LANES] = half;
    }
    engine->columns.count = columns;
}

/* As in gauss.c, but each lane has its own width; a column too wide gets weight 0 here. */
CLONES static void column_coefficients(const double *moments, size_t groups, double inv, double *coefficient) {
    for (size_t g = 0; g < groups; g++, moments += COLUMN_GROUP, coefficient += COLUMN_GROUP) {
        double power[LANES], kappa[LANES];
        for (size_t lane = 0; lane < LANES; lane++) {
            kappa[lane] = moments[HALF_WIDTH * LANES + lane] * inv;
            power[lane] = kappa[lane] <= 0.5 ? 1 : 0;
            coefficient[MIDDLE * LANES + lane] = moments[MIDDLE * LANES + lane];
            coefficient[HALF_WIDTH * LANES + lane] = power[lane];
        }
        for (size_t k = 0; k < MOMENTS; k++) {
            double row[LANES] = {0}, factor[LANES];
            memcpy(factor, power, sizeof factor);
            for (size_t j = 0; k + 2 * j < MOMENTS; j++) {
#pragma omp simd
                for (size_t lane = 0; lane < LANES; lane++) {
                    row[lane] += factor[lane] * moments[(k + 2 * j) * LANES + lane];
                    factor[lane] *= -kappa[lane] * kappa[lane] / (2 * (double)(j + 1));
                }
            }
            memcpy(coefficient + k * LANES, row, sizeof row);
            for (size_t lane = 0; lane < LANES; lane++)
                power[lane] *= kappa[lane] / (double)(k + 1);
        }
    }
}

/* Columns of groups [first, end) for one query: exp(-t^2/2) p(t). */
CLONES static double column_weights(const double *coefficient, size_t first, size_t end, double query, double inv,
                                    float *weight) {
    double sum[LANES] = {0}, total = 0;
    for (size_t g = first; g < end; g++) {
        const double *group = coefficient + g * COLUMN_GROUP;
        double exact[LANES]; /* a loop that also converts runs at half the width */
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            const double *c = group + lane;
            double t = (query - c[MIDDLE * LANES]) * inv, z = t * t;
            double even = c[(MOMENTS - 2) * LANES], odd = c[(MOMENTS - 1) * LANES];
#pragma GCC unroll 8
            for (int k = MOMENTS - 4; k >= 0; k -= 2) {
                even = even * z + c[k * LANES];
                odd = odd * z + c[(k + 1) * LANES];
            }
            double w = (odd * t + even) * lanes_exp2(-0.5 * LANES_LOG2_E * z);
            w = w > 0 ? w : 0;
            sum[lane] += w;
            exact[lane] = w;
        }
        for (size_t lane = 0; lane < LANES; lane++)
            weight[g * LANES + lane] = (float)exact[lane];
    }
    for (size_t lane = 0; lane < LANES; lane++)
        total += sum[lane];
    return total;
}

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
    const Engine *engine;
    const Reach *reach;
    size_t n, columns;
    const double *coefficient; /* of the columns, or NULL */
    bool wide;                 /* some columns are too wide for them */
} Heat;

/* Any kernel: keys [first, end) added to their columns. */
static double add_keys(const Heat *heat, size_t first, size_t end, double query, double near, float *weight) {
    DirectQuery direct = {query, near, heat->reach->inv, 0};
    double w[CHUNK], sum = 0;
    for (size_t at = first; at < end; at += CHUNK) {
        size_t count = end - at < CHUNK ? end - at : CHUNK, c = at * heat->columns / heat->n;
        direct_weights(heat->reach->kernel, &direct, heat->engine->keys.x + at, count, w);
        size_t next = column_start(heat->n, heat->columns, c + 1);
        for (size_t i = 0; i < count; i++) {
            if (at + i >= next)
                next = column_start(heat->n, heat->columns, ++c + 1);
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
        if (heat->coefficient[c / LANES * COLUMN_GROUP + HALF_WIDTH * LANES + c % LANES] > 0)
            continue;
        weight[c] = 0;
        sum += add_keys(heat, column_start(heat->n, heat->columns, c), column_start(heat->n, heat->columns, c + 1),
                        query, 0, weight);
    }
    return sum;
}

/* Columns [first, end), rounded out to whole groups, from their moments. */
static double weigh_columns(const Heat *heat, double query, size_t *first, size_t *end, float *weight) {
    size_t low = *first / LANES, high = (*end + LANES - 1) / LANES;
    float row[HEAT_COLUMNS_MOST + LANES];
    double sum = column_weights(heat->coefficient, low, high, query, heat->reach->inv, row);
    *first = low * LANES;
    *end = high * LANES < heat->columns ? high * LANES : heat->columns;
    memcpy(weight + *first, row + *first, (*end - *first) * sizeof *weight);
    return heat->wide ? sum + add_wide_columns(heat, *first, *end, query, weight) : sum;
}

/* One row that has support. */
static void weigh(const Heat *heat, const Window *window, double query, float *weight) {
    size_t first = window->first * heat->columns / heat->n, end = (window->end - 1) * heat->columns / heat->n + 1;
    double sum;
    if (heat->coefficient && window->near * heat->reach->inv <= WELL_INSIDE) {
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
        sum = add_keys(heat, window->first, window->end, query, window->near, weight);
    }
    scale_row(weight + first, end - first, (float)(1 / sum));
    memset(weight, 0, first * sizeof *weight);
    memset(weight + end, 0, (heat->columns - end) * sizeof *weight);
}

/* All keys alike: the count of each column. */
static void weigh_all(const Engine *engine, size_t columns, float *weight) {
    size_t n = engine->keys.n;
    for (size_t c = 0; c < columns; c++) {
        size_t count = column_start(n, columns, c + 1) - column_start(n, columns, c);
        weight[c] = (float)((double)count / (double)n);
    }
}

/* Columns with moments, unless every key has its own column or the kernel has no use for them. */
static void prepare_columns(Engine *engine, Heat *heat) {
    if (heat->reach->kind != REACH_GAUSSIAN || heat->columns == heat->n || heat->n <= DIRECT_BLOCK)
        return;
    if (engine->columns.count != heat->columns)
        build_columns(engine, heat->columns);
    double *coefficient = engine->columns.memory + heat_room() / 2;
    column_coefficients(engine->columns.memory, (heat->columns + LANES - 1) / LANES, heat->reach->inv, coefficient);
    heat->coefficient = coefficient;
    for (size_t c = 0; c < heat->columns; c++)
        heat->wide = heat->wide || coefficient[c / LANES * COLUMN_GROUP + HALF_WIDTH * LANES + c % LANES] == 0;
}

bool engine_weights(Engine *engine, const Pool *pool, const double *query, size_t m, size_t columns, float *weight,
                    bool *supported) {
    Reach reach = engine_prepare(engine, pool);
    size_t n = engine->keys.n;
    assert(columns <= n && (columns == n || columns <= HEAT_COLUMNS_MOST));
    if (reach.kind == REACH_DENSE || reach.kind == REACH_ROOT || pool->causal)
        return false;
    reach.drop = log((double)(n + 1) / FAINT);
    Heat heat = {.engine = engine, .reach = &reach, .n = n, .columns = columns};
    prepare_columns(engine, &heat);
    for (size_t j = 0; j < m; j++) {
        float *row = weight + j * columns;
        supported[j] = n > 0;
        if (reach.kind == REACH_ALL) {
            weigh_all(engine, columns, row);
            continue;
        }
        Window window = engine_window(engine, &reach, query[j]);
        supported[j] = window.first < window.end;
        if (supported[j])
            weigh(&heat, &window, query[j], row);
        else
            memset(row, 0, columns * sizeof *row);
    }
    return true;
}

/* The series are those of gauss.c, with a width for each column. */
#include "core/columns.h"

#include <math.h>
#include <string.h>

static const double TINY = 1e-25; /* of a key's weight: a coefficient that does not show */

/* Memory: MOMENTS + 1 + 1 rows of moments, middle, half width; then as many of coefficients. */
enum { COLUMN_ROWS = MOMENTS + 2, MIDDLE = MOMENTS, HALF_WIDTH, COLUMN_GROUP = COLUMN_ROWS * LANES };

enum { COLUMNS_DOUBLES = (HEAT_COLUMNS_MOST / LANES + 1) * COLUMN_GROUP };

size_t columns_room(void) { return 2 * (size_t)COLUMNS_DOUBLES; }

size_t columns_start(size_t n, size_t columns, size_t c) { return (c * n + columns - 1) / columns; }

static void fill_column(Columns *columns, const Keys *keys, size_t count, size_t c) {
    double sum[2 * MOMENTS] = {0}, *to = columns->memory + c / LANES * COLUMN_GROUP + c % LANES;
    size_t first = columns_start(keys->n, count, c), end = columns_start(keys->n, count, c + 1);
    double low = keys->x[first], high = keys->x[end - 1], middle = low / 2 + high / 2;
    double half = fmax(high - middle, middle - low);
    moments_add(keys->x + first, keys->y + first, end - first, middle, half > 0 ? half : 1, 0, sum, 1);
    for (size_t k = 0; k < MOMENTS; k++)
        to[k * LANES] = sum[MOMENTS + k];
    to[MIDDLE * LANES] = middle;
    to[HALF_WIDTH * LANES] = half;
    columns->first[c] = low;
}

void columns_build(Columns *columns, const Keys *keys, size_t count) {
    memset(columns->memory, 0, columns_room() * sizeof(double));
    for (size_t c = 0; c < count; c++)
        fill_column(columns, keys, count, c);
    columns->count = count;
}

void columns_renew(Columns *columns, const Keys *keys, size_t first, size_t last) {
    size_t count = columns->count, n = keys->n;
    for (size_t c = first * count / n; count && c <= last * count / n; c++)
        fill_column(columns, keys, count, c);
}

static double row_of(const Columns *columns, size_t c, size_t row) {
    return columns->memory[c / LANES * COLUMN_GROUP + row * LANES + c % LANES];
}

double columns_middle(const Columns *columns, size_t c) { return row_of(columns, c, MIDDLE); }

double columns_half_width(const Columns *columns, size_t c) { return row_of(columns, c, HALF_WIDTH); }

double columns_moment(const Columns *columns, size_t c, size_t k) { return row_of(columns, c, k); }

/* A column too wide gets weight 0 here. */
CLONES static void expand_columns(const double *moments, size_t groups, double inv, double *coefficient) {
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

bool columns_is_wide(const Columns *columns, size_t c) {
    return columns->memory[COLUMNS_DOUBLES + c / LANES * COLUMN_GROUP + HALF_WIDTH * LANES + c % LANES] == 0;
}

bool columns_series(Columns *columns, double inv) {
    bool wide = false;
    expand_columns(columns->memory, (columns->count + LANES - 1) / LANES, inv, columns->memory + COLUMNS_DOUBLES);
    for (size_t c = 0; c < columns->count; c++)
        wide = wide || columns_is_wide(columns, c);
    return wide;
}

/* One column for a band: the same series in its first `terms` terms. */
static void band_column(const double *moment, double kappa, int terms, size_t lane, BandGroup *group) {
    double power = 1;
    for (int k = 0; k < terms; k++) {
        double sum = 0, factor = power;
        for (int j = 0; k + 2 * j < terms; j++) {
            sum += factor * moment[(k + 2 * j) * LANES];
            factor *= -kappa * kappa / (2 * (double)(j + 1));
        }
        group->coefficient[k][lane] = fabs(sum) > TINY ? (float)sum : 0; /* numbers below 1e-38 are slow */
        power *= kappa / (k + 1);
    }
}

void columns_groups(Columns *columns, double inv, double reach) {
    for (size_t c = 0; c < columns->count; c += BAND_COLUMNS) {
        BandGroup *group = &columns->group[c / BAND_COLUMNS];
        double kappa[BAND_COLUMNS], most = 0;
        for (size_t i = 0; i < BAND_COLUMNS; i++) {
            const double *moment = columns->memory + (c + i) / LANES * COLUMN_GROUP + i % LANES;
            group->middle[i] = moment[MIDDLE * LANES];
            kappa[i] = moment[HALF_WIDTH * LANES] * inv;
            most = kappa[i] > most ? kappa[i] : most;
        }
        group->terms = band_terms(reach, most);
        for (size_t i = 0; i < BAND_COLUMNS; i++)
            band_column(columns->memory + (c + i) / LANES * COLUMN_GROUP + i % LANES, kappa[i], group->terms, i, group);
    }
}

/* Columns of groups [first, end) for one query: exp(-t^2/2) p(t). */
CLONES static double weigh_groups_of_columns(const double *coefficient, size_t first, size_t end, double query,
                                             double inv, float *weight) {
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

double columns_weights(const Columns *columns, size_t first, size_t end, double query, double inv, float *weight) {
    return weigh_groups_of_columns(columns->memory + COLUMNS_DOUBLES, first, end, query, inv, weight);
}

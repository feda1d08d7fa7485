/* A fine cell's u is (u' - b_f) / a in terms of the merged cell's u' = a u + b_f, a = 1/32, b_f = (2 f + 1)/32 - 1, so
 * (u')^k = sum_j binom(k, j) a^j b_f^(k-j) u^j, cut after j = 3 like the sums themselves: these are the moments of
 * points that sit where their fine cell's polynomial of degree 3 sees them. */
#include "core/scatter.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 256, LINE = 2 * SCATTER_POWERS, GROUP = MOMENT_ROWS * LANES };

CLONES static void find_range(const double *x, size_t n, double *x0, double *x1) {
    double low = x[0], high = x[0];
#pragma omp simd reduction(min : low) reduction(max : high)
    for (size_t i = 0; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    *x0 = low;
    *x1 = high;
}

/* Cells of a chunk first, in vectors; then one line of sums for each point. */
CLONES static void scatter_points(const double *x, const double *y, size_t n, double origin, double per_width,
                                  double last, double centre, double *line) {
    double power[CHUNK][SCATTER_POWERS], v[CHUNK];
    int32_t cell[CHUNK];
    for (size_t at = 0; at < n; at += CHUNK) {
        size_t count = n - at < CHUNK ? n - at : CHUNK;
#pragma omp simd
        for (size_t i = 0; i < count; i++) {
            double place = (x[at + i] - origin) * per_width;
            place = place < 0 ? 0 : place;
            cell[i] = (int32_t)(place < last ? place : last);
            double u = 2 * (place - cell[i]) - 1;
            power[i][0] = 1;
            power[i][1] = u;
            power[i][2] = u * u;
            power[i][3] = u * u * u;
            v[i] = y[at + i] - centre;
        }
        for (size_t i = 0; i < count; i++) {
            double *sum = line + (size_t)cell[i] * LINE;
#pragma omp simd
            for (size_t k = 0; k < SCATTER_POWERS; k++) {
                sum[k] += power[i][k];
                sum[SCATTER_POWERS + k] += power[i][k] * v[i];
            }
        }
    }
}

/* table[f][j][k] = binom(k, j) a^j b_f^(k-j) */
typedef double Table[SCATTER_MERGED][SCATTER_POWERS][MOMENTS];

static void make_table(Table table) {
    for (int f = 0; f < SCATTER_MERGED; f++) {
        double b = (2.0 * f + 1) / SCATTER_MERGED - 1;
        for (int j = 0; j < SCATTER_POWERS; j++) {
            double term = ldexp(1, -5 * j);
            for (int k = 0; k < MOMENTS; k++) {
                table[f][j][k] = k < j ? 0 : term;
                term *= k < j ? 1 : b * (k + 1) / (k + 1 - j);
            }
        }
    }
}

/* 2 x MOMENTS sums of one merged cell from its fine ones. */
CLONES static void merge_fine(const double *line, Table table, double *cell) {
    double plain[MOMENTS] = {0}, weighted[MOMENTS] = {0};
    for (size_t f = 0; f < SCATTER_MERGED; f++) {
        for (size_t j = 0; j < SCATTER_POWERS; j++) {
            double p = line[f * LINE + j], w = line[f * LINE + SCATTER_POWERS + j];
            const double *factor = table[f][j];
#pragma omp simd
            for (size_t k = 0; k < MOMENTS; k++) {
                plain[k] += factor[k] * p;
                weighted[k] += factor[k] * w;
            }
        }
    }
    for (size_t k = 0; k < MOMENTS; k++) {
        cell[k * LANES] = weighted[k];
        cell[(MOMENTS + k) * LANES] = plain[k];
    }
}

bool scatter_build(Moments *moments, const Keys *points, double *scratch, double *half_width) {
    double x0, x1;
    Table table;
    find_range(points->x, points->n, &x0, &x1);
    double fine = moments_width(x0, x1, SCATTER_FINE), width = SCATTER_MERGED * fine;
    moments->keys = *points;
    moments->centre = moments_middle_value(points);
    moments->width[0] = width;
    moments->origin = floor(x0 / width) * width;
    moments->count[0] = (size_t)((x1 - moments->origin) / width) + 1;
    if (!moments_begin(moments))
        return false;
    size_t lines = moments->count[0] * SCATTER_MERGED;
    memset(scratch, 0, lines * LINE * sizeof *scratch);
    scatter_points(points->x, points->y, points->n, moments->origin, 1 / fine, (double)lines - 1, moments->centre,
                   scratch);
    make_table(table);
    size_t seen = 0;
    for (size_t c = 0; c < (moments->groups[0] + 2) * LANES; c++) {
        moments->start[c] = seen;
        if (c >= moments->count[0])
            continue;
        const double *line = scratch + c * SCATTER_MERGED * LINE;
        merge_fine(line, table, moments->group[0] + c / LANES * GROUP + c % LANES);
        for (size_t f = 0; f < SCATTER_MERGED; f++)
            seen += (size_t)line[f * LINE];
    }
    moments_merge(moments);
    *half_width = fine / 2;
    return true;
}

/* For K = sum_j a_j u^j on u >= 0, left of the query, u = t - v: sum_x K = sum_i (-1)^i E_i(t) sum v^i with E_i(t) =
 * sum_(j >= i) a_j binom(j, i) t^(j - i); right of it, u = v - s: the same with t = -s and without the sign. */
#include "core/product.h"

#include "core/kernel.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* K and g = -u K' as polynomials in |u|, in which only every step-th power occurs. */
typedef struct Poly {
    int step;
    double k[PRODUCT_RANK], g[PRODUCT_RANK];
} Poly;

static const Poly POLYS[KERNEL_COUNT] = {
    [KERNEL_BOXCAR] = {1, {1}, {0}},
    [KERNEL_TRIANGULAR] = {1, {1, -1}, {0, 1}},
    [KERNEL_EPANECHNIKOV] = {2, {1, 0, -1}, {0, 0, 2}},
    [KERNEL_BIWEIGHT] = {2, {1, 0, -2, 0, 1}, {0, 0, 4, 0, -4}},
    [KERNEL_TRICUBE] = {3, {1, 0, 0, -3, 0, 0, 3, 0, 0, -1}, {0, 0, 0, 9, 0, 0, -18, 0, 0, 9}},
};

/* sin and cos of pi a / 2 for |a| <= 1.6. */
INLINED void quarter_turn(double a, double *sine, double *cosine) {
    double turn = a > 0.8 ? 1 : a < -0.8 ? -1 : 0, b = a - turn;
    double s = lanes_quarter_sine(b), c = lanes_quarter_sine(1 - fabs(b));
    *sine = turn == 0 ? s : turn * c;
    *cosine = turn == 0 ? c : -turn * s;
}

/* phi_r(v) of one key; room for a few more than the rank. */
INLINED void functions_at(int kernel, int rank, double v, double phi[PRODUCT_RANK + 2]) {
    double square = v * v, fourth = square * square;
    if (kernel == KERNEL_COSINE) {
        quarter_turn(v, &phi[1], &phi[0]);
        phi[2] = v * phi[0];
        phi[3] = v * phi[1];
        return;
    }
    phi[0] = 1;
    phi[1] = v;
    phi[2] = square;
    phi[3] = square * v;
#pragma GCC unroll 10
    for (int r = 4; r < rank; r++)
        phi[r] = phi[r - 4] * fourth;
}

/* Adds phi_r(v) and phi_r(v) y for one key. */
INLINED void add_key(int kernel, int rank, double v, double y, double *state) {
    double phi[PRODUCT_RANK + 2];
    functions_at(kernel, rank, v, phi);
#pragma GCC unroll 10
    for (int r = 0; r < rank; r++) {
        state[r] += phi[r];
        state[rank + r] += phi[r] * y;
    }
}

/* Sums over keys [0, n) about a middle, added to state. */
INLINED void add_keys(int kernel, int rank, const double *x, const double *y, size_t n, double middle, double inv,
                      double centre, double *state) {
    double sum[PRODUCT_STATE] = {0};
    for (size_t i = 0; i < n; i++)
        add_key(kernel, rank, (x[i] - middle) * inv, y[i] - centre, sum);
    for (int r = 0; r < 2 * rank; r++)
        state[r] += sum[r];
}

/* The sums from each of `count` keys on, the last ones' behind them being there. */
INLINED void fill_backwards(int kernel, int rank, const double *x, const double *y, size_t count, double middle,
                            double inv, double centre, double *state) {
    double sum[PRODUCT_STATE] = {0};
    const double *after = state + count * (size_t)(2 * rank);
    for (size_t c = count; c-- > 0;) {
        double *to = state + c * (size_t)(2 * rank);
        add_key(kernel, rank, (x[c] - middle) * inv, y[c] - centre, sum);
        for (int r = 0; r < 2 * rank; r++)
            to[r] = after[r] + sum[r];
    }
}

/* The sums up to each of `count` keys, those before the first one being there. */
INLINED void fill_forwards(int kernel, int rank, const double *x, const double *y, size_t count, double middle,
                           double inv, double centre, double *state) {
    double sum[PRODUCT_STATE] = {0};
    for (size_t c = 0; c < count; c++) {
        double *to = state + (c + 1) * (size_t)(2 * rank);
        add_key(kernel, rank, (x[c] - middle) * inv, y[c] - centre, sum);
        for (int r = 0; r < 2 * rank; r++)
            to[r] = state[r] + sum[r];
    }
}

INLINED void evaluate_turn(bool right, size_t part, ProductBatch *batch) {
    double(*m)[LANES] = batch->state[part], *at = batch->t[part];
#pragma omp simd
    for (size_t lane = 0; lane < LANES; lane++) {
        double s, c, t = right ? -at[lane] : at[lane], half_pi = 1.5707963267948966;
        quarter_turn(t, &s, &c);
        batch->sum[0][lane] += c * m[0][lane] + s * m[1][lane];
        batch->sum[1][lane] += c * m[4][lane] + s * m[5][lane];
        batch->sum[2][lane] += half_pi * (t * (s * m[0][lane] - c * m[1][lane]) - (s * m[2][lane] - c * m[3][lane]));
        batch->sum[3][lane] += half_pi * (t * (s * m[4][lane] - c * m[5][lane]) - (s * m[6][lane] - c * m[7][lane]));
    }
}

/* binom(j, i) */
static const double BINOMIAL[PRODUCT_RANK][PRODUCT_RANK] = {
    {1, 0, 0, 0, 0, 0, 0, 0, 0, 0},         {1, 1, 0, 0, 0, 0, 0, 0, 0, 0},     {1, 2, 1, 0, 0, 0, 0, 0, 0, 0},
    {1, 3, 3, 1, 0, 0, 0, 0, 0, 0},         {1, 4, 6, 4, 1, 0, 0, 0, 0, 0},     {1, 5, 10, 10, 5, 1, 0, 0, 0, 0},
    {1, 6, 15, 20, 15, 6, 1, 0, 0, 0},      {1, 7, 21, 35, 35, 21, 7, 1, 0, 0}, {1, 8, 28, 56, 70, 56, 28, 8, 1, 0},
    {1, 9, 36, 84, 126, 126, 84, 36, 9, 1},
};

INLINED double power(double t, int exponent) { return exponent == 0 ? 1 : exponent == 1 ? t : t * t; }

/* One part; `right` of the query, of which t is then the mirror image. With E_i(t) = t^b P(t^step), b < step. */
INLINED void evaluate_poly(const Poly *poly, int rank, bool right, size_t part, ProductBatch *batch) {
    double(*m)[LANES] = batch->state[part], *at = batch->t[part];
    double sums[4][LANES];
    memcpy(sums, batch->sum, sizeof sums);
#pragma GCC unroll 10
    for (int i = 0; i < rank; i++) {
        double sign = !right && i % 2 ? -1 : 1;
        int step = poly->step, lowest = (i + step - 1) / step * step;
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            double t = at[lane], z = t * power(t, step - 1), k = 0, g = 0;
#pragma GCC unroll 10
            for (int j = rank - 1; j >= lowest; j -= step) {
                k = k * z + sign * poly->k[j] * BINOMIAL[j][i];
                g = g * z + sign * poly->g[j] * BINOMIAL[j][i];
            }
            k *= power(t, lowest - i);
            g *= power(t, lowest - i);
            sums[0][lane] += k * m[i][lane];
            sums[1][lane] += k * m[rank + i][lane];
            sums[2][lane] += g * m[i][lane];
            sums[3][lane] += g * m[rank + i][lane];
        }
    }
    memcpy(batch->sum, sums, sizeof sums);
}

/* The loops of each kernel, which the compiler then knows. */
#define METHOD(name, kernel, rank, evaluate)                                                                           \
    CLONES static void product_add_##name(const double *x, const double *y, size_t n, double middle, double inv,       \
                                          double centre, double *state) {                                              \
        add_keys(kernel, rank, x, y, n, middle, inv, centre, state);                                                   \
    }                                                                                                                  \
    CLONES static void product_back_##name(const double *x, const double *y, size_t n, double middle, double inv,      \
                                           double centre, double *state) {                                             \
        fill_backwards(kernel, rank, x, y, n, middle, inv, centre, state);                                             \
    }                                                                                                                  \
    CLONES static void product_forth_##name(const double *x, const double *y, size_t n, double middle, double inv,     \
                                            double centre, double *state) {                                            \
        fill_forwards(kernel, rank, x, y, n, middle, inv, centre, state);                                              \
    }                                                                                                                  \
    CLONES static void product_evaluate_##name(ProductBatch *batch) {                                                  \
        for (size_t part = 0; part < PRODUCT_PARTS; part++)                                                            \
            evaluate;                                                                                                  \
    }

#define POLY(name, kernel, rank)                                                                                       \
    METHOD(name, kernel, rank, evaluate_poly(&POLYS[kernel], rank, part >= PRODUCT_REST, part, batch))

POLY(boxcar, KERNEL_BOXCAR, 1)
POLY(triangular, KERNEL_TRIANGULAR, 2)
POLY(epanechnikov, KERNEL_EPANECHNIKOV, 3)
POLY(biweight, KERNEL_BIWEIGHT, 5)
POLY(tricube, KERNEL_TRICUBE, 10)
METHOD(cosine, KERNEL_COSINE, 4, evaluate_turn(part >= PRODUCT_REST, part, batch))

static const Product PRODUCTS[KERNEL_COUNT] = {
    [KERNEL_BOXCAR] = {1, product_add_boxcar, product_back_boxcar, product_forth_boxcar, product_evaluate_boxcar},
    [KERNEL_TRIANGULAR] = {2, product_add_triangular, product_back_triangular, product_forth_triangular,
                           product_evaluate_triangular},
    [KERNEL_EPANECHNIKOV] = {3, product_add_epanechnikov, product_back_epanechnikov, product_forth_epanechnikov,
                             product_evaluate_epanechnikov},
    [KERNEL_BIWEIGHT] = {5, product_add_biweight, product_back_biweight, product_forth_biweight,
                         product_evaluate_biweight},
    [KERNEL_TRICUBE] = {10, product_add_tricube, product_back_tricube, product_forth_tricube, product_evaluate_tricube},
    [KERNEL_COSINE] = {4, product_add_cosine, product_back_cosine, product_forth_cosine, product_evaluate_cosine},
};

const Product *product_of(int kernel) { return PRODUCTS[kernel].rank > 0 ? &PRODUCTS[kernel] : NULL; }

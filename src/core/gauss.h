/* Gaussian sums from cell moments. With t the distance from a cell's middle to the query and kappa the cell's half
 * width, both in bandwidths, a key at u has the weight
 *   exp(-(t - kappa u)^2 / 2) = exp(-t^2/2) sum_k He_k(t) (kappa u)^k / k!,
 * which for the whole cell is exp(-t^2/2) times one polynomial in t. Cut off after P terms, each weight is wrong by at
 * most kappa^P / P!! (the derivative of order P of exp(-t^2/2) is largest at t = 0): 1.5e-12 for kappa = 1/2 and P =
 * 16, and narrow cells need fewer terms. A key beyond GAUSS_REACH bandwidths weighs less than 6.1e-13. A value is taken
 * only where these bounds, added up, are below GAUSS_ACCURACY of the sum of weights; so f is right to that fraction of
 * the values' range. */
#ifndef CORE_GAUSS_H
#define CORE_GAUSS_H

#include "core/moments.h"
#include "core/smooth.h"
#include "core/softmax.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    GAUSS_SUM = 1,                       /* row of the polynomial's coefficients for sum w (y - centre) */
    GAUSS_WEIGHT = GAUSS_SUM + MOMENTS,  /* and for sum w */
    GAUSS_ROWS = GAUSS_WEIGHT + MOMENTS, /* row 0: the cells' middles */
};

static const double GAUSS_ACCURACY = 1e-9;
static const double GAUSS_REACH = 7.5;

/* One cell's two polynomials in t, z being t t, by their even and odd terms; c: the cell's lane of a group of
 * coefficients. */
INLINED void gauss_series(const double *c, int terms, double t, double z, double *weight, double *weighted) {
    double a0 = c[(GAUSS_SUM + terms - 2) * LANES], a1 = c[(GAUSS_SUM + terms - 1) * LANES];
    double b0 = c[(GAUSS_WEIGHT + terms - 2) * LANES], b1 = c[(GAUSS_WEIGHT + terms - 1) * LANES];
#pragma GCC unroll 8
    for (int k = terms - 4; k >= 0; k -= 2) {
        a0 = a0 * z + c[(GAUSS_SUM + k) * LANES];
        a1 = a1 * z + c[(GAUSS_SUM + k + 1) * LANES];
        b0 = b0 * z + c[(GAUSS_WEIGHT + k) * LANES];
        b1 = b1 * z + c[(GAUSS_WEIGHT + k + 1) * LANES];
    }
    *weight = b1 * t + b0;
    *weighted = a1 * t + a0;
}

/* A polynomial, its slope and half its second derivative. */
typedef struct Jet {
    double value, slope, bend;
} Jet;

INLINED Jet gauss_jet_step(Jet p, double t, double coefficient) {
    return (Jet){p.value * t + coefficient, p.slope * t + p.value, p.bend * t + p.slope};
}

/* sum w u^2 over the cell: with w = exp(-t^2/2) p(t), (d/dt)^2 w = sum (u^2 - 1) w. */
INLINED double gauss_jet_square(Jet p, double t) { return 2 * p.bend - 2 * t * p.slope + t * t * p.value; }

/* One cell's sums of w, w v, w u^2 and w u^2 v; c: its lane of a group. */
typedef struct GaussSquares {
    double weight, weighted, square, square_weighted;
} GaussSquares;

INLINED GaussSquares gauss_squares(const double *c, double query, double inv) {
    double t = (query - c[0]) * inv, e = lanes_exp2(-0.5 * LANES_LOG2_E * t * t);
    Jet a = {c[(GAUSS_SUM + MOMENTS - 1) * LANES], 0, 0}, b = {c[(GAUSS_WEIGHT + MOMENTS - 1) * LANES], 0, 0};
#pragma GCC unroll 16
    for (int k = MOMENTS - 2; k >= 0; k--) {
        a = gauss_jet_step(a, t, c[(GAUSS_SUM + k) * LANES]);
        b = gauss_jet_step(b, t, c[(GAUSS_WEIGHT + k) * LANES]);
    }
    return (GaussSquares){e * b.value, e * a.value, e * gauss_jet_square(b, t), e * gauss_jet_square(a, t)};
}

/* What w u^2 may be wrong by within reach, kappa^P (P + 1) / P!! (P + 1 for 2 derivatives), and beyond, 7.5^2 weights.
 */
static const double GAUSS_INSIDE_SQUARE = 5e-11;
static const double GAUSS_OUTSIDE_SQUARE = 3.5e-11;

/* Coefficients of groups [first, end) of moments with cells of one width, for one bandwidth 1 / inv, into
 * coefficient[(end - first) x GAUSS_ROWS x LANES]. `middle`: of the first cell of group `first`. */
void gauss_coefficients(const double *moments, size_t groups, double middle, double width, double inv,
                        double *coefficient);

/* A level that is ready for evaluation. */
typedef struct GaussLevel {
    const Moments *moments;
    size_t level;
    double inv, per_group; /* per_group: 1 / (width of a group) */
    const double *coefficient;
} GaussLevel;

/* Finest level that serves GAUSS_REACH; the number of levels when the bandwidth is too narrow for all of them. */
size_t gauss_level(const Moments *moments, double inv);

/* Sums for m queries; those that are not proven get sum = -1. */
void gauss_near(const GaussLevel *at, const double *query, size_t m, SoftmaxMean *mean);

/* The sums at the nodes of a stretch of one bandwidth to either side, not fitted yet. Returns what the sum of weights
 * of any query in the stretch may be wrong by, interpolation included. */
double gauss_nodes(const GaussLevel *at, Smooth *smooth);

/* The same without cells, key by key, values less `centre`. */
double gauss_nodes_of_keys(const Keys *keys, double inv, double centre, Smooth *smooth);

/* The same with the sum of w u^2 and of w u^2 (y - centre), u in bandwidths: square and square_weighted. */
void gauss_near_squares(const GaussLevel *at, const double *query, size_t m, SoftmaxMean *mean, double *square,
                        double *square_weighted);

/* For a query far from all keys, relative to the nearest one at distance `near`: level on which every cell within
 * `radius` of the query keeps |t| kappa <= 1, so that a weight is right to 1.1e-11 of itself; or the number of
 * levels. */
size_t gauss_far_level(const Moments *moments, double inv, double radius);
SoftmaxMean gauss_far(const GaussLevel *at, double query, double near, double radius);

#endif

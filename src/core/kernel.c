/* The kernels: Nadaraya (1964) and Watson (1964) for the estimator, Wand and Jones, "Kernel Smoothing"
 * (1995), for the shapes. The kernels with a constant in front keep it, as the formulas are taught; it
 * cancels in the weights. Near the edge 1 - u^2 and the like are computed as products, which keep their
 * relative precision there. smoothness is the ratio of canonical bandwidths (R(K) / mu_2(K)^2)^(1/5),
 * Marron and Nolan (1988), to the Gaussian's. */
#include "core/kernel.h"

#include "core/lanes.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static double gaussian(double u) { return exp(-u * u / 2); }

static double boxcar(double u) { return fabs(u) <= 1 ? 1 : 0; }

static double triangular(double u) { return fmax(1 - fabs(u), 0); }

static double parabola(double u) { return fmax((1 - fabs(u)) * (1 + fabs(u)), 0); }

static double epanechnikov(double u) { return 3.0 / 4 * parabola(u); }

static double biweight(double u) { return 15.0 / 16 * parabola(u) * parabola(u); }

static double tricube(double u) {
    double a = fabs(u), base = fmax((1 - a) * (1 + a + a * a), 0);
    return 70.0 / 81 * base * base * base;
}

static double cosine(double u) { return fabs(u) < 1 ? PI / 4 * sin(PI / 2 * (1 - fabs(u))) : 0; }

static double laplace(double u) { return exp(-fabs(u)); }

static double constant(double u) {
    (void)u;
    return 1;
}

static double log_gaussian(double u) { return -u * u / 2; }

static double log_boxcar(double u) { return log(boxcar(u)); }

static double log_triangular(double u) { return log(triangular(u)); }

static double log_epanechnikov(double u) { return log(epanechnikov(u)); }

static double log_biweight(double u) { return log(biweight(u)); }

static double log_tricube(double u) { return log(tricube(u)); }

static double log_cosine(double u) { return log(cosine(u)); }

static double log_laplace(double u) { return -fabs(u); }

static double log_constant(double u) {
    (void)u;
    return 0;
}

static double sign(double u) { return u > 0 ? 1 : u < 0 ? -1 : 0; }

static double slope_gaussian(double u) { return -u; }

static double slope_flat(double u) {
    (void)u;
    return 0;
}

static double slope_triangular(double u) { return fabs(u) < 1 ? -sign(u) / (1 - fabs(u)) : 0; }

static double slope_epanechnikov(double u) { return fabs(u) < 1 ? -2 * u / parabola(u) : 0; }

static double slope_biweight(double u) { return 2 * slope_epanechnikov(u); }

static double slope_tricube(double u) {
    double a = fabs(u);
    return a < 1 ? -9 * sign(u) * a * a / ((1 - a) * (1 + a + a * a)) : 0;
}

static double slope_cosine(double u) { return fabs(u) < 1 ? -PI / 2 * sign(u) / tan(PI / 2 * (1 - fabs(u))) : 0; }

static double slope_laplace(double u) { return -sign(u); }

CLONES static void row_gaussian(double *u, size_t n) {
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        u[i] = -u[i] * u[i] / 2;
}

static void row_boxcar(double *u, size_t n) {
    for (size_t i = 0; i < n; i++)
        u[i] = fabs(u[i]) <= 1 ? 0 : -INFINITY;
}

static void row_triangular(double *u, size_t n) {
    for (size_t i = 0; i < n; i++)
        u[i] = log_triangular(u[i]);
}

static void row_epanechnikov(double *u, size_t n) {
    for (size_t i = 0; i < n; i++)
        u[i] = log_epanechnikov(u[i]);
}

static void row_biweight(double *u, size_t n) {
    for (size_t i = 0; i < n; i++)
        u[i] = log_biweight(u[i]);
}

static void row_tricube(double *u, size_t n) {
    for (size_t i = 0; i < n; i++)
        u[i] = log_tricube(u[i]);
}

static void row_cosine(double *u, size_t n) {
    for (size_t i = 0; i < n; i++)
        u[i] = log_cosine(u[i]);
}

CLONES static void row_laplace(double *u, size_t n) {
#pragma omp simd
    for (size_t i = 0; i < n; i++)
        u[i] = -fabs(u[i]);
}

static void row_constant(double *u, size_t n) {
    for (size_t i = 0; i < n; i++)
        u[i] = 0;
}

const Kernel KERNELS[KERNEL_COUNT] = {
    [KERNEL_GAUSSIAN] = {"gaussian", "Gaussian", "exp(−u²/2)", gaussian, log_gaussian, INFINITY, 1, row_gaussian,
                         slope_gaussian},
    [KERNEL_BOXCAR] = {"boxcar", "Boxcar", "1 if |u| ≤ 1, else 0", boxcar, log_boxcar, 1, 1.740057056972266, row_boxcar,
                       slope_flat},
    [KERNEL_TRIANGULAR] = {"triangular", "Triangular", "max(1 − |u|, 0)", triangular, log_triangular, 1,
                           2.4319981192441647, row_triangular, slope_triangular},
    [KERNEL_EPANECHNIKOV] = {"epanechnikov", "Epanechnikov", "¾ max(1 − u², 0)", epanechnikov, log_epanechnikov, 1,
                             2.2138043588613394, row_epanechnikov, slope_epanechnikov},
    [KERNEL_BIWEIGHT] = {"biweight", "Biweight", "15⁄16 max(1 − u², 0)²", biweight, log_biweight, 1, 2.6226153288261021,
                         row_biweight, slope_biweight},
    [KERNEL_TRICUBE] = {"tricube", "Tricube", "70⁄81 max(1 − |u|³, 0)³", tricube, log_tricube, 1, 2.6097835970683326,
                        row_tricube, slope_tricube},
    [KERNEL_COSINE] = {"cosine", "Cosine", "π⁄4 cos(πu/2) if |u| ≤ 1, else 0", cosine, log_cosine, 1,
                       2.2749766758152449, row_cosine, slope_cosine},
    [KERNEL_LAPLACE] = {"laplace", "Laplace", "exp(−|u|)", laplace, log_laplace, INFINITY, 0.73977046764974519,
                        row_laplace, slope_laplace},
    [KERNEL_CONSTANT] = {"constant", "Constant", "1", constant, log_constant, INFINITY, NAN, row_constant, slope_flat},
};

int kernel_find(const char *id) {
    for (int i = 0; i < KERNEL_COUNT; i++)
        if (strcmp(KERNELS[i].id, id) == 0)
            return i;
    return -1;
}

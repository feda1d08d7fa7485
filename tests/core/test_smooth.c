/* Sums interpolated between nodes: polynomials come back exactly, one Gaussian weight to the bound that is claimed, and
 * the bound that gauss_nodes returns holds for many keys while it is small enough to be of use. */
#include "check.h"
#include "core/gauss.h"
#include "core/rng.h"

#include <math.h>
#include <stdlib.h>

enum { QUERIES = 301, KEYS = 4000 };

static double query_at(const Smooth *smooth, size_t j) {
    return smooth->middle + smooth->h * (2.0 * (double)j / (QUERIES - 1) - 1);
}

static void polynomials(void **state) {
    (void)state;
    for (int degree = 0; degree < SMOOTH_NODES; degree++) {
        Smooth smooth = smooth_begin(7, 3);
        double query[QUERIES];
        SoftmaxMean mean[QUERIES];
        for (size_t i = 0; i < SMOOTH_NODES; i++) {
            smooth.sum[i] = pow((smooth.node[i] - 7) / 3, degree);
            smooth.weighted[i] = 1 - 2 * smooth.sum[i];
        }
        smooth_fit(&smooth);
        for (size_t j = 0; j < QUERIES; j++)
            query[j] = query_at(&smooth, j);
        smooth_means(&smooth, query, QUERIES, mean);
        for (size_t j = 0; j < QUERIES; j++) {
            double expected = pow((query[j] - 7) / 3, degree);
            assert_true(fabs(mean[j].sum - expected) <= 1e-14 && fabs(mean[j].weighted - (1 - 2 * expected)) <= 3e-14);
        }
    }
}

/* The worst place of a key is about the middle; nowhere more than the bound, and the bound is not idle. */
static void one_weight(void **state) {
    double worst = 0;
    (void)state;
    for (double key = -9; key <= 9; key += 0.03125) {
        Smooth smooth = smooth_begin(0, 1);
        double query[QUERIES];
        SoftmaxMean mean[QUERIES];
        for (size_t i = 0; i < SMOOTH_NODES; i++)
            smooth.sum[i] = smooth.weighted[i] = (double)expl(-powl((long double)smooth.node[i] - key, 2) / 2);
        smooth_fit(&smooth);
        for (size_t j = 0; j < QUERIES; j++)
            query[j] = query_at(&smooth, j);
        smooth_means(&smooth, query, QUERIES, mean);
        for (size_t j = 0; j < QUERIES; j++)
            worst = fmax(worst, fabs(mean[j].sum - (double)expl(-powl((long double)query[j] - key, 2) / 2)));
    }
    assert_true(worst <= SMOOTH_ERROR + 2e-15 && worst > SMOOTH_ERROR / 4);
}

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void check_bound(const Keys *keys, Smooth *smooth, double inv, double centre, double error) {
    double query[QUERIES];
    SoftmaxMean mean[QUERIES];
    smooth_fit(smooth);
    for (size_t j = 0; j < QUERIES; j++)
        query[j] = query_at(smooth, j);
    smooth_means(smooth, query, QUERIES, mean);
    for (size_t j = 0; j < QUERIES; j += 10) {
        long double sum = 0, weighted = 0;
        for (size_t i = 0; i < keys->n; i++) {
            long double u = ((long double)query[j] - keys->x[i]) * inv, w = expl(-u * u / 2);
            sum += w;
            weighted += w * ((long double)keys->y[i] - centre);
        }
        if (!(fabsl(mean[j].sum - sum) <= error && fabsl(mean[j].weighted - weighted) <= error))
            fail_msg("h = %g, query %.17g: %.17g %.17g, expected %.17Lg %.17Lg, error %g", 1 / inv, query[j],
                     mean[j].sum, mean[j].weighted, sum, weighted, error);
    }
}

/* Values within 1 of the centre, so that the bound is that of both sums. */
static void bounds(void **state) {
    static double x[KEYS], y[KEYS];
    Rng rng = rng_seed(3);
    Moments moments = {0};
    (void)state;
    for (size_t i = 0; i < KEYS; i++)
        x[i] = 100 + 5 * rng_uniform(&rng) * rng_uniform(&rng);
    qsort(x, KEYS, sizeof *x, ascending);
    for (size_t i = 0; i < KEYS; i++)
        y[i] = rng_uniform(&rng) - 0.5;
    Keys keys = {KEYS, x, y};
    assert_true(moments_build(&moments, &keys));
    for (double h = 0.04; h < 40; h *= 1.37)
        for (double middle = 99.5; middle < 105; middle += 0.61) {
            double *room = malloc(sizeof(double) * (moments.groups[0] + 1) * GAUSS_ROWS * LANES), inv = 1 / h;
            size_t level = gauss_level(&moments, inv);
            assert_true(level < moments.levels);
            double width = moments.width[level];
            gauss_coefficients(moments.group[level], moments.groups[level], moments.origin + width / 2, width, inv,
                               room);
            GaussLevel at = {&moments, level, inv, 1 / (width * LANES), room};
            Smooth smooth = smooth_begin(middle, h);
            double error = gauss_nodes(&at, &smooth);
            assert_true(error <= 1e-10 * KEYS);
            check_bound(&keys, &smooth, inv, moments.centre, error);
            smooth = smooth_begin(middle, h);
            error = gauss_nodes_of_keys(&keys, inv, moments.centre, &smooth);
            assert_true(error <= 1e-11 * KEYS);
            check_bound(&keys, &smooth, inv, moments.centre, error);
            free(room);
        }
    moments_free(&moments);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polynomials),
        cmocka_unit_test(one_weight),
        cmocka_unit_test(bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Every row of the kernel table: a symmetric hump, its logarithm, its edge, and the canonical bandwidth
 * recomputed by quadrature. */
#include "check.h"
#include "core/kernel.h"
#include "table.h"

#include <math.h>
#include <string.h>

static void table_is_complete(void **state) {
    (void)state;
    for (int i = 0; i < KERNEL_COUNT; i++) {
        const Kernel *kernel = &KERNELS[i];
        assert_int_equal(kernel_find(kernel->id), i);
        assert_true(strlen(kernel->label) > 0 && strlen(kernel->formula) > 0);
    }
    assert_int_equal(kernel_find("gauss"), -1);
    assert_int_equal(kernel_find(""), -1);
}

static void values(void **state) {
    (void)state;
    static const double at_half[KERNEL_COUNT] = {
        0.88249690258459540, 1, 0.5, 0.5625, 0.52734375, 0.57894483024691358, 0.55536036726979579,
        0.60653065971263342, 1};
    static const double at_zero[KERNEL_COUNT] = {1, 1, 1, 0.75, 0.9375, 0.86419753086419753, 0.78539816339744831, 1, 1};
    for (int i = 0; i < KERNEL_COUNT; i++) {
        check_close(KERNELS[i].weight(0.5), at_half[i], 1e-15, 0, KERNELS[i].id, 0);
        check_close(KERNELS[i].weight(0), at_zero[i], 1e-15, 0, KERNELS[i].id, 1);
    }
}

static void shape(void **state) {
    (void)state;
    for (int i = 0; i < KERNEL_COUNT; i++) {
        const Kernel *kernel = &KERNELS[i];
        double last = kernel->weight(0);
        for (double u = 0; u < 4; u += 1.0 / 64) {
            double weight = kernel->weight(u), log_weight = kernel->log_weight(u);
            assert_true(weight >= 0 && weight <= last && weight == kernel->weight(-u));
            assert_true(log_weight == kernel->log_weight(-u));
            check_close(exp(log_weight), weight, 1e-14, 0, kernel->id, (size_t)(u * 64));
            assert_int_equal(weight == 0, u > kernel->support || (u == kernel->support && i != KERNEL_BOXCAR));
            assert_int_equal(log_weight == -INFINITY, weight == 0);
            last = weight;
        }
        assert_true(kernel->weight(nextafter(1, 2)) == 0 || isinf(kernel->support));
    }
}

static void rows(void **state) {
    (void)state;
    for (int i = 0; i < KERNEL_COUNT; i++) {
        double u[101];
        for (int k = 0; k <= 100; k++)
            u[k] = (k - 50) / 40.0;
        KERNELS[i].log_weights(u, 101);
        for (int k = 0; k <= 100; k++)
            assert_true(u[k] == KERNELS[i].log_weight((k - 50) / 40.0));
    }
}

/* R(K) and mu_2(K) of the kernel scaled to integrate to 1, by Simpson's rule. */
static double canonical_bandwidth(const Kernel *kernel) {
    double end = isinf(kernel->support) ? 60 : kernel->support, mass = 0, square = 0, moment = 0;
    const int steps = 200000;
    for (int i = 0; i <= steps; i++) {
        double u = end * i / steps, weight = kernel->weight(u), c = i == 0 || i == steps ? 1 : i % 2 ? 4 : 2;
        mass += c * weight;
        square += c * weight * weight;
        moment += c * weight * u * u;
    }
    double unit = 2 * end / steps / 3;
    double r = square / (mass * mass * unit), mu = moment / mass;
    return pow(r / (mu * mu), 0.2);
}

static void smoothness(void **state) {
    (void)state;
    double gaussian = canonical_bandwidth(&KERNELS[KERNEL_GAUSSIAN]);
    for (int i = 0; i < KERNEL_CONSTANT; i++)
        check_close(KERNELS[i].smoothness, canonical_bandwidth(&KERNELS[i]) / gaussian, 1e-8, 0, KERNELS[i].id, 0);
    assert_true(isnan(KERNELS[KERNEL_CONSTANT].smoothness));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_complete), cmocka_unit_test(values), cmocka_unit_test(shape), cmocka_unit_test(rows),
        cmocka_unit_test(smoothness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The engine's leave-one-out loss and slopes against fit.c, which goes through every pair. */
#include "check.h"
#include "core/engine.h"
#include "core/fit.h"
#include "core/kernel.h"
#include "core/rng.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 500 };

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void make_keys(size_t n, bool decimals, double *x, double *y) {
    Rng rng = rng_seed(n);
    for (size_t i = 0; i < n; i++)
        x[i] = decimals ? round(300 * rng_uniform(&rng)) / 10 : 30 * rng_uniform(&rng);
    qsort(x, n, sizeof *x, ascending);
    for (size_t i = 0; i < n; i++)
        y[i] = 100 + sin(x[i] / 5) + 0.3 * rng_normal(&rng);
}

static void check_close(double value, double expected, double scale, const char *what, const Pool *pool, size_t n) {
    if (!(fabs(value - expected) <= 1e-7 * scale + 1e-7 * fabs(expected)))
        fail_msg("%s, kernel %d, w = %g, T = %g, n = %zu: %.15g, expected %.15g", what, pool->kernel, pool->w,
                 pool->temperature, n, value, expected);
}

static void check_loss(Engine *engine, const Pool *pool, const Keys *keys, bool self_included, double *room) {
    FitOptions options = {.self_included = self_included};
    double parameters[2] = {pool->w, pool->temperature}, gradient[2];
    FitLoss dense = fit_loss(pool, keys, &options, parameters, gradient, room);
    EngineLoss loss;
    assert_true(engine_loss(engine, pool, self_included, false, &loss));
    assert_int_equal(loss.points, dense.points);
    assert_int_equal(loss.left_out, dense.left_out);
    check_close(loss.loss, dense.loss, 1, "loss", pool, keys->n);
    if (pool->kernel != KERNEL_GAUSSIAN && pool->kernel != KERNEL_CONSTANT)
        return;
    assert_true(engine_loss(engine, pool, self_included, true, &loss));
    assert_int_equal(loss.points, dense.points);
    check_close(loss.loss, dense.loss, 1, "loss with slopes", pool, keys->n);
    /* The second part is fit.c's own rounding: differences of terms of the size of w d^2. */
    double size = (double)keys->n * (1 / fabs(pool->w) + 1e-8 * fabs(pool->w));
    check_close(loss.slope_w, gradient[0], size, "dL/dw", pool, keys->n);
    check_close(loss.slope_temperature, gradient[1], size * fabs(pool->w), "dL/dT", pool, keys->n);
}

static void agrees_with_fit(void **state) {
    (void)state;
    static const size_t counts[] = {1, 2, 50, 300, MOST};
    static const double widths[] = {0.01, -0.3, 1, 4, -20, 300, 1e5}, temperatures[] = {1, 0.4};
    static double x[MOST], y[MOST], room[3 * MOST + 4];
    Engine *engine = engine_create();
    for (size_t c = 0; c < 5; c++)
        for (int decimals = 0; decimals < 2; decimals++) {
            Keys keys = {counts[c], x, y};
            make_keys(counts[c], decimals, x, y);
            assert_true(engine_set_keys(engine, &keys, NULL));
            for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
                for (size_t i = 0; i < 7; i++) {
                    if (kernel != KERNEL_GAUSSIAN && counts[c] > 300 && i % 3)
                        continue;
                    bool edge = isfinite(KERNELS[kernel].support);
                    Pool pool = {.model = MODEL_PARAMETRIC,
                                 .kernel = kernel,
                                 .w = widths[i],
                                 .h = 1 / fabs(widths[i]),
                                 .temperature = edge ? 1 : temperatures[i % 2]};
                    check_loss(engine, &pool, &keys, false, room);
                    check_loss(engine, &pool, &keys, true, room);
                }
        }
    engine_destroy(engine);
}

static void says_what_it_does_not_do(void **state) {
    (void)state;
    const double x[2] = {0, 1}, y[2] = {1, 2};
    Engine *engine = engine_create();
    EngineLoss loss;
    engine_set_keys(engine, &(Keys){2, x, y}, NULL);
    Pool causal = {.model = MODEL_PARAMETRIC, .kernel = KERNEL_GAUSSIAN, .h = 1, .w = 1, .causal = true};
    Pool root = {.model = MODEL_PARAMETRIC, .kernel = KERNEL_BIWEIGHT, .h = 1, .w = 1, .temperature = 2};
    Pool laplace = {.model = MODEL_PARAMETRIC, .kernel = KERNEL_LAPLACE, .h = 1, .w = 1};
    assert_false(engine_loss(engine, &causal, false, false, &loss));
    assert_false(engine_loss(engine, &root, false, false, &loss));
    assert_false(engine_loss(engine, &laplace, false, true, &loss));
    assert_true(engine_loss(engine, &laplace, false, false, &loss));
    engine_destroy(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_fit),
        cmocka_unit_test(says_what_it_does_not_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

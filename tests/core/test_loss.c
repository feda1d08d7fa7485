/* The engine's leave-one-out loss and slopes against fit.c, which goes through every pair. */
#include "check.h"
#include "core/decay.h"
#include "core/engine.h"
#include "core/fit.h"
#include "core/kernel.h"
#include "core/rng.h"
#include "core/tiles.h"

#include <math.h>
#include <stdlib.h>

enum { MOST = 280, MANY = 9000, PROBES = 40 };

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How the keys lie. */
enum { SPREAD, DECIMALS, PAIRS, CLUSTERS, HEAP, LAYOUTS };

static double place(int layout, Rng *rng) {
    double u = rng_uniform(rng);
    switch (layout) {
    case DECIMALS:
        return round(300 * u) / 10;
    case PAIRS:
        return floor(1000 * u) / 33;
    case CLUSTERS:
        return 10 * floor(3 * u) + 1e-3 * rng_uniform(rng) * (u < 0.01 ? 3000 : 1);
    case HEAP:
        return u < 0.7 ? 7 : 30 * u;
    default:
        return 30 * u;
    }
}

static void make_keys(size_t n, int layout, double offset, double *x, double *y) {
    Rng rng = rng_seed(n);
    for (size_t i = 0; i < n; i++)
        x[i] = offset + place(layout, &rng);
    qsort(x, n, sizeof *x, ascending);
    for (size_t i = 0; i < n; i++)
        y[i] = 100 + sin((x[i] - offset) / 5) + 0.3 * rng_normal(&rng);
}

typedef struct Case {
    Pool pool;
    Keys keys;
    int layout;
    double offset;
} Case;

static void check_close(double value, double expected, double scale, const char *what, const Case *one) {
    if (!(fabs(value - expected) <= 1e-7 * scale + 1e-7 * fabs(expected)))
        fail_msg("%s, kernel %d, w = %g, T = %g, causal %d, n = %zu, layout %d from %g: %.15g, expected %.15g", what,
                 one->pool.kernel, one->pool.w, one->pool.temperature, one->pool.causal, one->keys.n, one->layout,
                 one->offset, value, expected);
}

static void check_loss(Engine *engine, const Case *one, bool self_included, double *room) {
    const Pool *pool = &one->pool;
    FitOptions options = {.self_included = self_included};
    double parameters[2] = {pool->w, pool->temperature}, gradient[2];
    FitLoss dense = fit_loss(pool, &one->keys, &options, parameters, gradient, room);
    EngineLoss plain, loss;
    assert_true(engine_loss(engine, pool, self_included, false, &plain));
    assert_true(engine_loss(engine, pool, self_included, true, &loss));
    assert_int_equal(plain.points, dense.points);
    assert_int_equal(plain.left_out, dense.left_out);
    assert_int_equal(loss.points, dense.points);
    assert_int_equal(loss.left_out, dense.left_out);
    check_close(plain.loss, dense.loss, 1, "loss", one);
    check_close(loss.loss, dense.loss, 1, "loss with slopes", one);
    /* The second part is fit.c's own rounding: differences of terms of the size of w d^2, where x may be rounded. */
    double rounding = 2e-5 + 1e-11 * fabs(one->offset);
    double size = (double)one->keys.n * (1 / fabs(pool->w) + rounding * fabs(pool->w));
    check_close(loss.slope_w, gradient[0], size, "dL/dw", one);
    if (isfinite(KERNELS[pool->kernel].support) && pool->kernel != KERNEL_BOXCAR)
        assert_true(isnan(loss.slope_temperature));
    else
        check_close(loss.slope_temperature, gradient[1], size * fabs(pool->w), "dL/dT", one);
}

/* Every kernel at some bandwidths over keys that are in the engine. */
static void check_kernels(Engine *engine, Case *one, size_t first, size_t step, double *room) {
    static const double widths[] = {0.01, -0.3, 1, 4, -20, 300, 1e5, 10, 0.0334}, temperatures[] = {1, 0.4};
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
        for (size_t i = first; i < 9; i += step) {
            double temperature = isfinite(KERNELS[kernel].support) ? 1 : temperatures[i % 2];
            one->pool = (Pool){.model = MODEL_PARAMETRIC,
                               .kernel = kernel,
                               .w = widths[i],
                               .h = 1 / fabs(widths[i]),
                               .temperature = temperature};
            check_loss(engine, one, false, room);
            check_loss(engine, one, true, room);
            one->pool.causal = true;
            check_loss(engine, one, i % 2, room);
        }
}

static void agrees_with_fit(void **state) {
    (void)state;
    static const size_t counts[] = {1, 2, 50, MOST};
    static const double offsets[] = {0, 1000, 1e6, -1e6};
    static double x[MOST], y[MOST], room[3 * MOST + 4];
    Engine *engine = engine_create();
    for (size_t c = 0; c < 4; c++)
        for (int layout = 0; layout < LAYOUTS; layout++)
            for (size_t o = 0; o < 4; o++) {
                Case one = {.keys = {counts[c], x, y}, .layout = layout, .offset = offsets[o]};
                make_keys(counts[c], layout, offsets[o], x, y);
                assert_true(engine_set_keys(engine, &one.keys, NULL));
                bool many = counts[c] > 100;
                check_kernels(engine, &one, many ? (o + (size_t)layout) % 4 : 0, many ? 4 : 1, room);
            }
    engine_destroy(engine);
}

/* One key's others by the definition, in long double: w, and g from the kernel's own slope. */
static Others others_by_definition(const Pool *pool, const Keys *keys, size_t i, double centre) {
    const Kernel *kernel = &KERNELS[pool->kernel];
    long double sum = 0, weighted = 0, slope = 0, slope_weighted = 0;
    for (size_t k = 0; k < keys->n; k++) {
        double u = (keys->x[i] - keys->x[k]) / pool->h;
        long double w = (long double)kernel->weight(u) / kernel->weight(0), g = -u * kernel->slope(u) * w;
        if (k == i || (pool->causal && keys->x[k] > keys->x[i]))
            continue;
        sum += w;
        weighted += w * (keys->y[k] - centre);
        slope += g;
        slope_weighted += g * (keys->y[k] - centre);
    }
    return (Others){(double)sum, (double)weighted, (double)slope, (double)slope_weighted, 0, 1};
}

static void check_probe(const Others *got, const Others *expected, const Pool *pool, size_t i) {
    double tolerance = 1e-11 * (expected->sum + expected->slope);
    double sum = got->sum * got->shrink, weighted = got->weighted * got->shrink;
    double slope = got->slope * got->shrink + got->offset * sum;
    double slope_weighted = got->slope_weighted * got->shrink + got->offset * weighted;
    if (!(fabs(sum - expected->sum) <= tolerance && fabs(weighted - expected->weighted) <= tolerance &&
          fabs(slope - expected->slope) <= tolerance && fabs(slope_weighted - expected->slope_weighted) <= tolerance))
        fail_msg("kernel %d, h = %g, causal %d, key %zu: %.15g %.15g %.15g %.15g, expected %.15g %.15g %.15g %.15g",
                 pool->kernel, pool->h, pool->causal, i, sum, weighted, slope, slope_weighted, expected->sum,
                 expected->weighted, expected->slope, expected->slope_weighted);
}

/* Windows of thousands of keys: sums on several levels, none of which may be left to a slower way. */
static void many_keys_in_reach(void **state) {
    (void)state;
    static double x[MANY], y[MANY];
    static Tiles tiles;
    static Decay decay;
    static Others others[MANY];
    static const double bandwidths[] = {0.02, 2, 14, 29, 40, 1e4};
    Keys keys = {MANY, x, y};
    make_keys(MANY, SPREAD, 500, x, y);
    for (int kernel = KERNEL_BOXCAR; kernel <= KERNEL_LAPLACE; kernel++)
        for (size_t j = 0; j < 12; j++) {
            Pool pool = {.model = MODEL_KERNEL, .kernel = kernel, .h = bandwidths[j / 2], .causal = j % 2};
            Reach reach = reach_of(&(Pool){.model = MODEL_KERNEL, .kernel = kernel, .h = pool.h}, MANY, 1e-13);
            if (kernel == KERNEL_LAPLACE) {
                decay_begin(&decay, &reach, &keys, 100, pool.causal);
                decay_next(&decay, 1000, others);
                decay_next(&decay, MANY - 1000, others + 1000);
            } else {
                tiles_begin(&tiles, &reach, &keys, 100, pool.causal);
                tiles_next(&tiles, 1000, others);
                tiles_next(&tiles, MANY - 1000, others + 1000);
            }
            for (size_t p = 0; p < PROBES; p++) {
                size_t i = p * (MANY - 1) / (PROBES - 1);
                Others expected = others_by_definition(&pool, &keys, i, 100);
                if (pool.h > 0.02)
                    assert_true(others[i].sum >= 0);
                if (others[i].sum >= 0)
                    check_probe(&others[i], &expected, &pool, i);
            }
        }
}

static void says_what_it_does_not_do(void **state) {
    (void)state;
    const double x[2] = {0, 1}, y[2] = {1, 2};
    Engine *engine = engine_create();
    EngineLoss loss;
    engine_set_keys(engine, &(Keys){2, x, y}, NULL);
    Pool root = {.model = MODEL_PARAMETRIC, .kernel = KERNEL_BIWEIGHT, .h = 1, .w = 1, .temperature = 2};
    assert_false(engine_loss(engine, &root, false, false, &loss));
    root.model = MODEL_SCORER;
    assert_false(engine_loss(engine, &root, false, false, &loss));
    engine_destroy(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_fit),
        cmocka_unit_test(many_keys_in_reach),
        cmocka_unit_test(says_what_it_does_not_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A dragged key merged into the sums of the others gives the curve of all keys together. */
#include "check.h"
#include "core/drag.h"
#include "core/kernel.h"
#include "core/rng.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 150, MOST = 1500 };

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct Setting {
    size_t n; /* of the others */
    double x[MOST + 1], y[MOST + 1], query[QUERIES];
} Setting;

static void setting_make(Setting *setting, size_t n) {
    Rng rng = rng_seed(n + 1);
    setting->n = n;
    for (size_t i = 0; i < n; i++)
        setting->x[i] = round(500 * rng_uniform(&rng)) / 100;
    qsort(setting->x, n, sizeof *setting->x, ascending);
    for (size_t i = 0; i < n; i++)
        setting->y[i] = rng_normal(&rng);
    for (size_t j = 0; j < QUERIES; j++)
        setting->query[j] = (double)j / 25 - 0.5;
}

/* The same keys with one more, where it belongs. */
static Keys with_key(const Setting *setting, Setting *all, double x, double y) {
    size_t at = 0;
    while (at < setting->n && setting->x[at] < x)
        at++;
    memcpy(all->x, setting->x, at * sizeof(double));
    memcpy(all->y, setting->y, at * sizeof(double));
    memcpy(all->x + at + 1, setting->x + at, (setting->n - at) * sizeof(double));
    memcpy(all->y + at + 1, setting->y + at, (setting->n - at) * sizeof(double));
    all->x[at] = x;
    all->y[at] = y;
    return (Keys){setting->n + 1, all->x, all->y};
}

static void check_motion(const Setting *setting, const Pool *pool, const Drag *drag, double x, double y) {
    static Setting all;
    double f[QUERIES];
    bool supported[QUERIES];
    Keys keys = with_key(setting, &all, x, y);
    drag_move(drag, x, y, f, supported);
    for (size_t j = 0; j < QUERIES; j++) {
        SoftmaxMean mean = pool_mean(pool, &keys, POOL_ALL, setting->query[j]);
        double expected = mean.sum > 0 ? mean.weighted / mean.sum : 0;
        if (supported[j] != (mean.sum > 0) || !(fabs(f[j] - expected) <= 5e-8))
            fail_msg(
                "n = %zu, kernel %d, h = %g, T = %g, causal %d, key at %g, query %.17g: %.17g (%d), expected %.17g "
                "(%d)",
                setting->n, pool->kernel, pool->h, pool->temperature, pool->causal, x, setting->query[j], f[j],
                supported[j], expected, mean.sum > 0);
    }
}

static void every_kernel(void **state) {
    (void)state;
    static const size_t counts[] = {0, 1, 40, MOST};
    static const double widths[] = {1e-4, 0.03, 0.2, 2, 1e4}, places[] = {-0.5, 0.02, 2.5, 2.513, 4.99, 40};
    static const double temperatures[] = {0, 0.5};
    static Setting setting;
    double memory[DRAG_ROWS * QUERIES];
    Engine *engine = engine_create();
    for (size_t c = 0; c < 4; c++) {
        setting_make(&setting, counts[c]);
        assert_true(engine_set_keys(engine, &(Keys){setting.n, setting.x, setting.y}, NULL));
        for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
            for (size_t i = 0; i < 5 * 2; i++) {
                double h = widths[i / 2];
                Pool pool = {.model = MODEL_KERNEL,
                             .kernel = kernel,
                             .h = h,
                             .w = 1 / h,
                             .temperature = temperatures[i % 2],
                             .causal = i == 5};
                Drag drag;
                drag_begin(&drag, engine, &pool, setting.query, QUERIES, memory);
                for (size_t p = 0; p < (counts[c] == MOST ? 2 : 6); p++)
                    check_motion(&setting, &pool, &drag, places[(p + i) % 6], 3 - (double)p);
            }
    }
    engine_destroy(engine);
}

/* Ten thousand motions later the curve of a place is what it was, bit for bit. */
static void nothing_drifts(void **state) {
    (void)state;
    static Setting setting;
    double memory[DRAG_ROWS * QUERIES], before[QUERIES], after[QUERIES];
    bool supported[QUERIES];
    Engine *engine = engine_create();
    Pool pool = {.model = MODEL_KERNEL, .kernel = KERNEL_GAUSSIAN, .h = 0.2, .w = 5};
    Drag drag;
    setting_make(&setting, 500);
    engine_set_keys(engine, &(Keys){setting.n, setting.x, setting.y}, NULL);
    drag_begin(&drag, engine, &pool, setting.query, QUERIES, memory);
    drag_move(&drag, 2, 1, before, supported);
    for (int i = 0; i < 10000; i++)
        drag_move(&drag, 5e-4 * i, 1e6 * sin(i), after, supported);
    drag_move(&drag, 2, 1, after, supported);
    assert_memory_equal(before, after, sizeof before);
    engine_destroy(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kernel),
        cmocka_unit_test(nothing_drifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

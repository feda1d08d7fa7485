/* The engine against the definition in long double: every kernel, few and a million keys, bandwidths from far below
 * the distance of two keys to far above the whole range, data far from 0, clusters, gaps, duplicates, decimals that
 * lie on the edge of a window. */
#include "check.h"
#include "core/engine.h"
#include "core/kernel.h"
#include "core/rng.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 64, MOST = 1000000 };

static const long double PI = 3.14159265358979323846264338327950288L;

typedef struct Data {
    size_t n;
    double *x, *y;
} Data;

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Places in [0, 5). */
typedef double Place(Rng *rng, size_t i, size_t n);

static double uniform(Rng *rng, size_t i, size_t n) {
    (void)i, (void)n;
    return 5 * rng_uniform(rng);
}

static double clustered(Rng *rng, size_t i, size_t n) {
    (void)n;
    return i % 50 == 0 ? 5 * rng_uniform(rng) : 2 + (double)(i % 3) * 0.7 + 1e-4 * rng_normal(rng);
}

static double gap(Rng *rng, size_t i, size_t n) {
    (void)i, (void)n;
    double x = 2 * rng_uniform(rng);
    return x < 1 ? x : x + 3;
}

static double duplicates(Rng *rng, size_t i, size_t n) {
    (void)i, (void)n;
    return floor(7 * rng_uniform(rng)) * 5 / 7;
}

/* Decimals: 0, 0.01, 0.02 ...: windows end exactly on keys. */
static double decimals(Rng *rng, size_t i, size_t n) {
    (void)i, (void)n;
    return floor(500 * rng_uniform(rng)) / 100;
}

static double one_place(Rng *rng, size_t i, size_t n) {
    (void)rng, (void)i, (void)n;
    return 2.5;
}

static Place *const PLACES[] = {uniform, clustered, gap, duplicates, decimals, one_place};
enum { PLACE_COUNT = sizeof PLACES / sizeof *PLACES };

static Data data_make(Place *place, size_t n, double offset, uint64_t seed) {
    Data data = {n, malloc((n + 1) * sizeof(double)), malloc((n + 1) * sizeof(double))};
    Rng rng = rng_seed(seed);
    for (size_t i = 0; i < n; i++)
        data.x[i] = place(&rng, i, n) + offset;
    qsort(data.x, n, sizeof *data.x, ascending);
    for (size_t i = 0; i < n; i++)
        data.y[i] = 2 * sin(data.x[i] - offset) + 0.5 * rng_normal(&rng);
    return data;
}

static void data_free(Data *data) {
    free(data->x);
    free(data->y);
}

static double values_range(const Data *data) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < data->n; i++) {
        low = fmin(low, data->y[i]);
        high = fmax(high, data->y[i]);
    }
    return data->n > 1 ? high - low : 1;
}

static double slack(double x, double distance) { return 2 * DBL_EPSILON * (fabs(x) + distance); }

static long double log_kernel(int kernel, long double u) {
    switch (kernel) {
    case KERNEL_GAUSSIAN:
        return -u * u / 2;
    case KERNEL_BOXCAR:
        return 0;
    case KERNEL_TRIANGULAR:
        return logl(1 - u);
    case KERNEL_EPANECHNIKOV:
        return logl((1 - u) * (1 + u));
    case KERNEL_BIWEIGHT:
        return 2 * logl((1 - u) * (1 + u));
    case KERNEL_TRICUBE:
        return 3 * logl((1 - u) * (1 + u + u * u));
    case KERNEL_COSINE:
        return logl(sinl(PI / 2 * (1 - u)));
    case KERNEL_LAPLACE:
        return -u;
    default:
        return 0;
    }
}

/* The first key not below x. */
static size_t lower(const Data *data, double x) {
    size_t first = 0, end = data->n;
    while (first < end) {
        size_t half = first + (end - first) / 2;
        if (data->x[half] < x)
            first = half + 1;
        else
            end = half;
    }
    return first;
}

/* Scores this far below the best do not show even for a million keys. */
static const long double NEGLIGIBLE = 42;

/* f by the definition, with pool.c's two rules about decimals. Returns whether there is support. */
static bool reference(int kernel, double h, double temperature, const Data *data, double query, long double *f) {
    bool compact = isfinite(KERNELS[kernel].support);
    double room = fmin(slack(query, h), h / 1024);
    size_t mid = lower(data, query);
    double left = mid > 0 ? query - data->x[mid - 1] : INFINITY;
    double right = mid < data->n ? data->x[mid] - query : INFINITY, near = fmin(left, right);
    bool tied = fabs(left - right) <= slack(query, near);
    long double best = compact ? 0 : log_kernel(kernel, (long double)near / h) / temperature, sum = 0, weighted = 0;
    long double reach = compact ? (long double)h + room : INFINITY;
    if (kernel == KERNEL_GAUSSIAN)
        reach = sqrtl((long double)near * near + 2 * NEGLIGIBLE * temperature * h * h);
    if (kernel == KERNEL_LAPLACE)
        reach = near + NEGLIGIBLE * temperature * h;
    size_t first = isinf(reach) ? 0 : lower(data, (double)(query - reach) - slack(query, (double)reach));
    for (size_t i = first; i < data->n && data->x[i] - query <= reach; i++) {
        double d = fabs(query - data->x[i]);
        bool on_edge = fabs(d - h) <= room;
        if (compact && (kernel == KERNEL_BOXCAR ? d > h && !on_edge : d >= h || on_edge))
            continue;
        long double exact = fabsl((long double)query - data->x[i]);
        if (tied && (d == left || d == right) && d - near <= slack(query, near))
            exact = near;
        long double w = expl(log_kernel(kernel, exact / h) / temperature - best);
        sum += w;
        weighted += w * data->y[i];
    }
    *f = sum > 0 ? weighted / sum : 0;
    return sum > 0;
}

/* Within the range, on keys, between keys, beyond both ends. */
static void make_queries(const Data *data, Rng *rng, double *query, size_t m) {
    for (size_t j = 0; j < m; j++) {
        size_t i = data->n ? (size_t)(rng_uniform(rng) * (double)data->n) : 0;
        double low = data->n ? data->x[0] : 0, high = data->n ? data->x[data->n - 1] : 0;
        double span = high > low ? high - low : 1;
        query[j] = low + span * (1.4 * rng_uniform(rng) - 0.2);
        if (j % 4 == 1 && data->n)
            query[j] = data->x[i];
        if (j % 8 == 2 && i + 1 < data->n)
            query[j] = data->x[i] / 2 + data->x[i + 1] / 2;
    }
}

static double tolerance(int kernel) { return isfinite(KERNELS[kernel].support) ? 1e-9 : 1e-8; }

static void check_against(const Data *data, Engine *engine, const Pool *pool, double h, const double *query, size_t m,
                          const char *what) {
    double f[QUERIES], range = values_range(data), temperature = pool->temperature == 0 ? 1 : pool->temperature;
    bool supported[QUERIES];
    engine_curve(engine, pool, query, m, f, supported);
    for (size_t j = 0; j < m; j++) {
        long double expected = 0;
        bool support = reference(pool->kernel, h, temperature, data, query[j], &expected);
        long double error = fabsl(f[j] - expected) / range;
        if (supported[j] != support || !(error <= tolerance(pool->kernel)))
            fail_msg("%s, %s, n = %zu, h = %g, T = %g, query %.17g: %.17g (%d), expected %.17Lg (%d), error %.2Lg",
                     what, KERNELS[pool->kernel].id, data->n, h, temperature, query[j], f[j], supported[j], expected,
                     support, error);
    }
}

static void check_kernels(const Data *data, Engine *engine, const double *widths, size_t width_count, size_t m,
                          const char *what) {
    Rng rng = rng_seed(data->n + 5);
    double query[QUERIES];
    make_queries(data, &rng, query, m);
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
        for (size_t i = 0; i < width_count; i++) {
            double h = widths[i] * 5;
            Pool by_h = {.model = MODEL_KERNEL, .kernel = kernel, .h = h, .w = 1 / h};
            Pool by_w = {.model = MODEL_PARAMETRIC, .kernel = kernel, .h = h, .w = i % 2 ? -1 / h : 1 / h};
            bool both = data->n < 10000;
            check_against(data, engine, &by_h, h, query, m, what);
            if (both)
                check_against(data, engine, &by_w, 1 / fabs(by_w.w), query, m, what);
        }
}

static const double WIDTHS[] = {1e-4, 3e-4, 0.002, 0.01, 0.04, 0.06, 0.2, 1, 30, 1e3};
enum { WIDTH_COUNT = sizeof WIDTHS / sizeof *WIDTHS };

static void few_and_thousands(void **state) {
    (void)state;
    static const size_t counts[] = {1, 2, 50, 256, 257, 1000};
    static const double offsets[] = {0, 1000, -1e6};
    Engine *engine = engine_create();
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++)
        for (size_t o = 0; o < sizeof offsets / sizeof *offsets; o++)
            for (size_t p = 0; p < PLACE_COUNT; p++) {
                char what[64];
                Data data = data_make(PLACES[p], counts[c], offsets[o], c + 10 * p);
                snprintf(what, sizeof what, "places %zu, offset %g", p, offsets[o]);
                assert_true(engine_set_keys(engine, &(Keys){data.n, data.x, data.y}, NULL));
                check_kernels(&data, engine, WIDTHS, WIDTH_COUNT, counts[c] < 100 ? 24 : 8, what);
                data_free(&data);
            }
    engine_destroy(engine);
}

static void hundred_thousand(void **state) {
    (void)state;
    static const double offsets[] = {0, 1000, 1e6, 0, 1e6, 0};
    static const double widths[] = {1e-4, 0.002, 0.03, 0.2};
    Engine *engine = engine_create();
    for (size_t p = 0; p < PLACE_COUNT; p++) {
        char what[64];
        Data data = data_make(PLACES[p], 100000, offsets[p], p);
        snprintf(what, sizeof what, "places %zu, offset %g", p, offsets[p]);
        assert_true(engine_set_keys(engine, &(Keys){data.n, data.x, data.y}, NULL));
        check_kernels(&data, engine, widths, p == 0 ? 4 : 3, 4, what);
        data_free(&data);
    }
    engine_destroy(engine);
}

static void a_million(void **state) {
    (void)state;
    static const double widths[] = {1e-4, 0.004, 0.03};
    Engine *engine = engine_create();
    Data data = data_make(uniform, MOST, 1e6, 9);
    assert_true(engine_set_keys(engine, &(Keys){data.n, data.x, data.y}, NULL));
    check_kernels(&data, engine, widths, 3, 2, "a million");
    data_free(&data);
    engine_destroy(engine);
}

/* Many queries within a bandwidth or two, in order, as a curve asks for them: inside the data, across gaps, and running
 * out of the data until nothing but the nearest key counts. */
static void queries_side_by_side(void **state) {
    (void)state;
    static const size_t counts[] = {1, 7, 50, 256, 257, 3000};
    static const double offsets[] = {0, 300, 2e5}, spreads[] = {0.5, 3, 30}, widths[] = {3e-4, 0.01, 0.2, 3, 1e4};
    Engine *engine = engine_create();
    for (size_t c = 0; c < 6; c++)
        for (size_t p = 0; p < PLACE_COUNT; p++)
            for (size_t o = 0; o < 3; o++) {
                Data data = data_make(PLACES[p], counts[c], offsets[o], 7 * c + p);
                Rng rng = rng_seed(c + 10 * p);
                assert_true(engine_set_keys(engine, &(Keys){data.n, data.x, data.y}, NULL));
                for (size_t i = 0; i < 15; i++) {
                    double h = 5 * widths[i % 5], query[QUERIES], spread = spreads[i / 5] * h;
                    double from = data.x[rng_u32(&rng) % data.n] + (rng_uniform(&rng) - 0.7) * spread;
                    Pool pool = {.model = MODEL_KERNEL, .kernel = KERNEL_GAUSSIAN, .h = h, .w = 1 / h};
                    for (size_t j = 0; j < QUERIES; j++)
                        query[j] = from + spread * (double)j / (QUERIES - 1);
                    check_against(&data, engine, &pool, h, query, QUERIES, "side by side");
                    pool.temperature = 0.25;
                    check_against(&data, engine, &pool, h, query, QUERIES, "side by side");
                }
                data_free(&data);
            }
    engine_destroy(engine);
}

/* Any pool on any data: the engine and pool.c agree, with masks, causality and temperature. */
static void agrees_with_the_definition(void **state) {
    (void)state;
    static const double temperatures[] = {0, 1, 0.3, 4};
    Engine *engine = engine_create();
    Rng rng = rng_seed(77);
    for (int round = 0; round < 600; round++) {
        size_t n = (size_t)exp(log(3000.0) * rng_uniform(&rng)), m = 12;
        Data data = data_make(PLACES[rng_u32(&rng) % PLACE_COUNT], n, round % 3 * 500.0, (uint64_t)round);
        double query[QUERIES], f[QUERIES], range = values_range(&data);
        bool supported[QUERIES], *muted = calloc(n, sizeof *muted);
        Pool pool = {.model = (Model)(rng_u32(&rng) % MODEL_SCORER), .kernel = (int)(rng_u32(&rng) % KERNEL_COUNT)};
        pool.h = 5 * exp(log(1e-4) + log(1e7) * rng_uniform(&rng));
        pool.w = round % 2 ? 1 / pool.h : -1 / pool.h;
        pool.temperature = temperatures[rng_u32(&rng) % 4];
        pool.causal = rng_u32(&rng) % 4 == 0;
        for (size_t i = 0; round % 3 == 0 && i < n; i++)
            muted[i] = rng_u32(&rng) % 3 == 0;
        pool.muted = round % 3 == 0 ? muted : NULL;
        Keys keys = {n, data.x, data.y};
        make_queries(&data, &rng, query, m);
        assert_true(engine_set_keys(engine, &keys, pool.muted));
        engine_curve(engine, &pool, query, m, f, supported);
        for (size_t j = 0; j < m; j++) {
            SoftmaxMean mean = pool_mean(&pool, &keys, POOL_ALL, query[j]);
            double expected = mean.sum > 0 ? mean.weighted / mean.sum : 0;
            if (supported[j] != (mean.sum > 0) || !(fabs(f[j] - expected) <= 1e-8 * range))
                fail_msg("round %d, kernel %d, model %d, n = %zu, h = %g, T = %g, causal %d, query %.17g: %.17g (%d), "
                         "expected %.17g (%d)",
                         round, pool.kernel, pool.model, n, pool.h, pool.temperature, pool.causal, query[j], f[j],
                         supported[j], expected, mean.sum > 0);
        }
        free(muted);
        data_free(&data);
    }
    engine_destroy(engine);
}

/* Causal, many keys, the Gaussian and another kernel in turn: queries on keys, between them, before the first and after
 * the last. */
static void causal_sees_only_what_was(void **state) {
    (void)state;
    static const double widths[] = {3e-4, 0.004, 0.02, 0.2, 3, 1e5};
    Engine *engine = engine_create();
    Rng rng = rng_seed(31);
    for (size_t p = 0; p < PLACE_COUNT; p++)
        for (size_t round = 0; round < 24; round++) {
            size_t n = round / 2 < 6 ? 400 : round % 2 ? 5000 : 20000;
            int kernel = round % 2 ? (int)((round / 2 + p) % (KERNEL_COUNT - 1)) + 1 : KERNEL_GAUSSIAN;
            double offset = round / 2 % 2 ? -2000 : 0, h = 5 * widths[round / 2 % 6], query[QUERIES], f[QUERIES];
            bool supported[QUERIES];
            Data data = data_make(PLACES[p], n, offset, round / 2 + 20 * p);
            Pool pool = {.model = MODEL_KERNEL, .kernel = kernel, .h = h, .w = 1 / h, .causal = true};
            make_queries(&data, &rng, query, QUERIES);
            query[0] = data.x[0];
            query[1] = nextafter(data.x[n / 2], -INFINITY);
            assert_true(engine_set_keys(engine, &(Keys){n, data.x, data.y}, NULL));
            engine_curve(engine, &pool, query, QUERIES, f, supported);
            for (size_t j = 0; j < QUERIES; j++) {
                SoftmaxMean mean = pool_mean(&pool, &(Keys){n, data.x, data.y}, POOL_ALL, query[j]);
                double expected = mean.sum > 0 ? mean.weighted / mean.sum : 0;
                if (supported[j] != (mean.sum > 0) || !(fabs(f[j] - expected) <= 1e-8 * values_range(&data)))
                    fail_msg("kernel %d, places %zu, n = %zu, h = %g, query %.17g: %.17g (%d), expected %.17g (%d)",
                             kernel, p, n, h, query[j], f[j], supported[j], expected, mean.sum > 0);
            }
            data_free(&data);
        }
    engine_destroy(engine);
}

/* What was asked before leaves no trace, and neither does how many queries come at a time. */
static void same_bits(void **state) {
    (void)state;
    Data data = data_make(gap, 5000, 0, 3);
    Engine *used = engine_create(), *fresh = engine_create();
    double query[QUERIES], once[QUERIES], again[QUERIES];
    bool supported[QUERIES];
    Rng rng = rng_seed(4);
    make_queries(&data, &rng, query, QUERIES);
    engine_set_keys(used, &(Keys){data.n, data.x, data.y}, NULL);
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
        for (int i = 0; i < WIDTH_COUNT; i++) {
            Pool pool = {.model = MODEL_KERNEL, .kernel = kernel, .h = 5 * WIDTHS[i], .w = 0.2 / WIDTHS[i]};
            engine_set_keys(fresh, &(Keys){data.n, data.x, data.y}, NULL);
            engine_curve(fresh, &pool, query, QUERIES, once, supported);
            engine_curve(used, &pool, query, QUERIES, again, supported);
            assert_memory_equal(once, again, sizeof once);
            engine_curve(used, &pool, query, QUERIES, again, supported);
            assert_memory_equal(once, again, sizeof once);
        }
    engine_destroy(used);
    engine_destroy(fresh);
    data_free(&data);
}

/* Points in any order: the same curve, or no answer. */
static void glances(void **state) {
    (void)state;
    static const size_t counts[] = {1, 100, 5000, 100000};
    Engine *engine = engine_create();
    Rng rng = rng_seed(8);
    int answers = 0;
    for (size_t c = 0; c < 4; c++)
        for (size_t p = 0; p < PLACE_COUNT; p++)
            for (int i = 0; i < WIDTH_COUNT; i++) {
                double query[QUERIES], f[QUERIES], h = 5 * WIDTHS[i];
                bool supported[QUERIES];
                if (counts[c] > 5000 && (p > 0 || i < 4 || i > 6))
                    continue;
                Data data = data_make(PLACES[p], counts[c], p == 0 ? 1e4 : 0, p);
                double range = values_range(&data), *x = malloc(data.n * sizeof *x), *y = malloc(data.n * sizeof *y);
                size_t m = counts[c] > 100 ? 4 : 32;
                make_queries(&data, &rng, query, m);
                for (size_t k = 0; k < data.n; k++) { /* the last key first, then every other one ... */
                    size_t from = (k * 7919 + data.n - 1) % data.n;
                    x[k] = data.x[from];
                    y[k] = data.y[from];
                }
                Pool pool = {.model = MODEL_KERNEL, .kernel = KERNEL_GAUSSIAN, .h = h, .w = 1 / h};
                bool answer = engine_glance(engine, &pool, &(Keys){data.n, x, y}, query, m, f, supported);
                for (size_t j = 0; answer && j < m; j++) {
                    long double expected;
                    reference(KERNEL_GAUSSIAN, h, 1, &data, query[j], &expected);
                    if (!(fabsl(f[j] - expected) <= 1e-8 * range))
                        fail_msg("places %zu, n = %zu, h = %g, query %.17g: %.17g, expected %.17Lg", p, data.n, h,
                                 query[j], f[j], expected);
                }
                answers += answer;
                free(x);
                free(y);
                data_free(&data);
            }
    assert_true(answers > 60);
    engine_destroy(engine);
}

static void no_keys(void **state) {
    (void)state;
    Engine *engine = engine_create();
    const double x[300] = {0}, y[300] = {0}, query[2] = {0, 1};
    bool supported[2] = {true, true}, muted[300];
    double f[2];
    for (size_t i = 0; i < 300; i++)
        muted[i] = true;
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        Pool pool = {.model = MODEL_KERNEL, .kernel = kernel, .h = 1, .w = 1};
        assert_true(engine_set_keys(engine, &(Keys){0, NULL, NULL}, NULL));
        engine_curve(engine, &pool, query, 2, f, supported);
        assert_true(!supported[0] && !supported[1] && f[0] == 0);
        assert_true(engine_set_keys(engine, &(Keys){300, x, y}, muted));
        engine_curve(engine, &pool, query, 2, f, supported);
        assert_true(!supported[0] && !supported[1] && f[0] == 0);
    }
    engine_destroy(engine);
    engine_destroy(NULL);
}

/* Moves key `from` to x in the sorted data; returns where it is then. */
static size_t move_key(Data *data, size_t from, double x, double y) {
    for (; from > 0 && x < data->x[from - 1]; from--) {
        data->x[from] = data->x[from - 1];
        data->y[from] = data->y[from - 1];
    }
    for (; from + 1 < data->n && x > data->x[from + 1]; from++) {
        data->x[from] = data->x[from + 1];
        data->y[from] = data->y[from + 1];
    }
    data->x[from] = x;
    data->y[from] = y;
    return from;
}

/* All that an engine says, as bits. */
static void check_same(Engine *moved, Engine *fresh, const Data *data, int kernel, size_t columns, const char *what) {
    double h = 0.05, query[QUERIES], f[2][QUERIES];
    bool supported[2][QUERIES];
    static float weight[2][QUERIES * 512];
    Pool pool = {.model = MODEL_KERNEL, .kernel = kernel, .h = h, .w = 1 / h};
    Engine *engine[] = {moved, fresh};
    memset(weight, 0, sizeof weight);
    for (size_t j = 0; j < QUERIES; j++)
        query[j] = data->x[0] + (data->x[data->n - 1] - data->x[0]) * (double)j / (QUERIES - 1);
    for (int i = 0; i < 2; i++) {
        engine_curve(engine[i], &pool, query, QUERIES, f[i], supported[i]);
        engine_weights(engine[i], &pool, query, QUERIES, columns, weight[i], supported[i]);
    }
    if (memcmp(f[0], f[1], sizeof f[0]) != 0 || memcmp(weight[0], weight[1], sizeof weight[0]) != 0)
        fail_msg("%s, n = %zu, kernel %d: a moved key does not give the bits of keys set anew", what, data->n, kernel);
}

/* One key after the other goes somewhere: near, far, beyond both ends. */
static void check_moves(size_t n, Place *place, double offset) {
    enum { MOVES = 60 };
    Data data = data_make(place, n, offset, 5);
    Keys keys = {n, data.x, data.y};
    Engine *moved = engine_create(), *fresh = engine_create();
    Rng rng = rng_seed(n);
    engine_set_keys(moved, &keys, NULL);
    check_same(moved, moved, &data, 0, n < 512 ? n : 512, "first");
    for (int i = 0; i < MOVES; i++) {
        static const double STEP[] = {0, 1e-3, 0.05, 3, 20};
        size_t from = (size_t)(rng_uniform(&rng) * (double)n);
        double before = data.x[from], step = STEP[i % 5] * (2 * rng_uniform(&rng) - 1);
        size_t to = move_key(&data, from, before + step, 2 * rng_normal(&rng));
        engine_move_key(moved, &keys, from, before, to);
        engine_set_keys(fresh, &keys, NULL);
        check_same(moved, fresh, &data, i % 3 ? 0 : KERNEL_EPANECHNIKOV, n < 512 ? n : 512, "moved");
    }
    engine_destroy(moved);
    engine_destroy(fresh);
    data_free(&data);
}

static void moves(void **state) {
    (void)state;
    static const size_t SIZES[] = {1, 2, 50, 1000, 30000};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        for (size_t p = 0; p < PLACE_COUNT; p++)
            for (double offset = 0; offset <= 1e6; offset += 1e6)
                check_moves(SIZES[i], PLACES[p], offset);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_keys),
        cmocka_unit_test(same_bits),
        cmocka_unit_test(moves),
        cmocka_unit_test(glances),
        cmocka_unit_test(agrees_with_the_definition),
        cmocka_unit_test(few_and_thousands),
        cmocka_unit_test(hundred_thousand),
        cmocka_unit_test(a_million),
        cmocka_unit_test(queries_side_by_side),
        cmocka_unit_test(causal_sees_only_what_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

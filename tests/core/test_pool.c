/* Attention pooling against values computed with 50 digits from the definitions (tests/data), and the
 * properties that hold for every kernel, bandwidth and query. */
#include "check.h"
#include "core/kernel.h"
#include "core/pool.h"
#include "core/rng.h"
#include "table.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 300 };

static Keys keys_of(const Points *points) { return (Keys){points->n, points->x, points->y}; }

static Pool kernel_pool(int kernel, double h) {
    return (Pool){.model = MODEL_KERNEL, .kernel = kernel, .h = h, .w = 1 / h};
}

static Pool parametric_pool(double w) {
    return (Pool){.model = MODEL_PARAMETRIC, .kernel = KERNEL_GAUSSIAN, .h = 1 / fabs(w), .w = w};
}

/* Both ways to a prediction: one row of weights, and the curve. */
static void check_prediction(const Pool *pool, const Keys *keys, double query, const char *expected, size_t row) {
    double alpha[ROOM], f;
    bool supported;
    PoolRow result = pool_row(pool, keys, query, alpha);
    pool_predict(pool, keys, &query, 1, &f, &supported);
    if (result.supported != (*expected != '\0') || supported != result.supported)
        fail_msg("row %zu: support is %d and %d, expected \"%s\"", row, result.supported, supported, expected);
    if (!supported)
        return;
    /* The absolute part is for predictions such as -7e-261 (motorcycle: the nearest value is 0, the next key's
     * weight exp(-600)): half an ulp in the decimal x_i changes that by 3e-12 of itself. */
    double value = strtod(expected, NULL);
    check_close(result.f, value, 1e-12, 1e-100, "prediction of a row", row);
    check_close(f, value, 1e-12, 1e-100, "prediction of a curve", row);
}

static void kernel_predictions(void **state) {
    (void)state;
    Table table = table_load("tests/data/kernel_predictions.csv");
    Points d2l = points_load("d2l"), motorcycle = points_load("motorcycle");
    for (size_t row = 0; row < table.rows; row++) {
        Keys keys = keys_of(table_is(&table, row, "data", "d2l") ? &d2l : &motorcycle);
        int kernel = kernel_find(table_text(&table, row, "kernel"));
        Pool pool = kernel_pool(kernel, table_number(&table, row, "h"));
        double query = table_number(&table, row, "query");
        const char *expected = table_text(&table, row, "prediction");
        check_prediction(&pool, &keys, query, expected, row);
        if (kernel == KERNEL_CONSTANT) {
            pool.model = MODEL_AVERAGE;
            check_prediction(&pool, &keys, query, expected, row);
        }
    }
    assert_int_equal(table.rows, 2736);
    table_free(&table);
}

static void kernel_weights(void **state) {
    (void)state;
    Table table = table_load("tests/data/kernel_weights.csv");
    Points d2l = points_load("d2l");
    Keys keys = keys_of(&d2l);
    double alpha[ROOM];
    for (size_t row = 0; row < table.rows; row++) {
        size_t index = (size_t)table_number(&table, row, "key_index");
        if (index == 0) {
            int kernel = kernel_find(table_text(&table, row, "kernel"));
            Pool pool = kernel_pool(kernel, table_number(&table, row, "h"));
            pool_row(&pool, &keys, table_number(&table, row, "query"), alpha);
        }
        check_close(alpha[index], table_number(&table, row, "alpha"), 1e-12, 0, "weight", row);
    }
    assert_int_equal(table.rows, 2700);
    table_free(&table);
}

static void parametric_predictions(void **state) {
    (void)state;
    Table table = table_load("tests/data/parametric_predictions.csv");
    Points d2l = points_load("d2l"), motorcycle = points_load("motorcycle");
    double alpha[ROOM];
    for (size_t row = 0; row < table.rows; row++) {
        Keys keys = keys_of(table_is(&table, row, "data", "d2l") ? &d2l : &motorcycle);
        Pool pool = parametric_pool(table_number(&table, row, "w"));
        double query = table_number(&table, row, "query");
        check_prediction(&pool, &keys, query, table_text(&table, row, "prediction"), row);
        PoolRow result = pool_row(&pool, &keys, query, alpha);
        check_close(result.n_eff, table_number(&table, row, "n_eff"), 1e-12, 0, "n_eff", row);
        /* When one key has nearly all weight, the entropy is far below the rounding of that weight. */
        check_close(result.entropy, table_number(&table, row, "entropy"), 1e-12, 1e-15, "entropy", row);
    }
    assert_int_equal(table.rows, 756);
    table_free(&table);
}

/* Decimals with one digit after the dot, where whole numbers tell exactly which keys lie within h. */
static void edges_are_decimal(void **state) {
    (void)state;
    double x[60], y[60] = {0}, alpha[60];
    for (int i = 0; i < 60; i++)
        x[i] = i / 10.0;
    Keys keys = {60, x, y};
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        if (isinf(KERNELS[kernel].support))
            continue;
        for (int h = 1; h < 60; h++) {
            for (int q = -20; q < 80; q++) {
                Pool by_h = kernel_pool(kernel, h / 10.0), by_w = by_h;
                by_w.model = MODEL_PARAMETRIC;
                by_w.w = 10.0 / h;
                const Pool *pools[] = {&by_h, &by_w};
                for (int p = 0; p < 2; p++) {
                    pool_row(pools[p], &keys, q / 10.0, alpha);
                    for (int i = 0; i < 60; i++)
                        assert_int_equal(alpha[i] > 0, kernel == KERNEL_BOXCAR ? abs(q - i) <= h : abs(q - i) < h);
                }
            }
        }
    }
}

/* Keys equally far on both sides share, at any w and even where their decimals are not exact. */
static void nearest_ties_share(void **state) {
    (void)state;
    double alpha[2], y[2] = {1, 2};
    for (int q = 1; q < 400; q++) {
        for (int d = 1; d < 40; d++) {
            double x[2] = {(q - d) / 100.0, (q + d) / 100.0};
            Keys keys = {2, x, y};
            Pool pool = parametric_pool(1e8);
            PoolRow row = pool_row(&pool, &keys, q / 100.0, alpha);
            assert_true(alpha[0] == 0.5 && alpha[1] == 0.5 && row.f == 1.5 && row.n_eff == 2);
        }
    }
}

/* But what differs by more than its own rounding is no tie. */
static void near_ties_do_not(void **state) {
    (void)state;
    double alpha[2], y[2] = {1, 2}, x[2] = {1, 2};
    Keys keys = {2, x, y};
    Pool pool = parametric_pool(1e8);
    assert_true(pool_row(&pool, &keys, 1.5 + 1e-13, alpha).f == 2);
    assert_true(pool_row(&pool, &keys, 1.5 - 1e-13, alpha).f == 1);
}

/* Every model, kernel and width of the properties below; the callback fails the test itself. */
typedef void Property(const Pool *pool, const Keys *keys, double query);

static void for_all(Property *property, const Keys *keys) {
    /* None puts a key of the sets below exactly on an edge: edges_are_decimal sees to those. */
    static const double widths[] = {1e-9, 0.001, 0.05, 0.31, 1.01, 7.03, 1e3, 1e12};
    static const double queries[] = {-1e15, -30, -0.5, 0, 0.7, 2.3, 2.5, 4.9, 5.5, 80, 1e15, 1e200};
    for (int model = 0; model < MODEL_SCORER; model++)
        for (int kernel = 0; kernel < KERNEL_COUNT; kernel++)
            for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
                for (size_t j = 0; j < sizeof queries / sizeof *queries; j++)
                    property(&(Pool){.model = (Model)model, .kernel = kernel, .h = widths[i], .w = 1 / widths[i]}, keys,
                             queries[j]);
}

static int kernel_of(const Pool *pool) { return pool->model == MODEL_AVERAGE ? KERNEL_CONSTANT : pool->kernel; }

static void is_a_distribution(const Pool *pool, const Keys *keys, double query) {
    double alpha[ROOM], sum = 0;
    PoolRow row = pool_row(pool, keys, query, alpha);
    for (size_t i = 0; i < keys->n; i++) {
        assert_true(alpha[i] >= 0);
        sum += alpha[i];
    }
    if (!row.supported) {
        assert_true(sum == 0 && row.f == 0 && row.n_eff == 0 && row.entropy == 0);
        return;
    }
    check_close(sum, 1, 1e-14, 0, "sum of weights", 0);
    assert_true(row.n_eff >= 1 - 1e-13 && row.n_eff <= (double)keys->n * (1 + 1e-13));
    assert_true(row.entropy >= 0 && row.entropy <= log((double)keys->n) + 1e-13);
}

static void is_supported_by_keys_in_reach(const Pool *pool, const Keys *keys, double query) {
    double alpha[ROOM];
    bool reach = false, closed = kernel_of(pool) == KERNEL_BOXCAR;
    for (size_t i = 0; i < keys->n; i++) {
        double u = fabs(query - keys->x[i]) / pool->h, support = KERNELS[kernel_of(pool)].support;
        reach = reach || isinf(support) || u < support || (closed && u == support);
    }
    bool supported = pool_row(pool, keys, query, alpha).supported;
    if (supported != reach)
        fail_msg("kernel %d, h = %g, query %g, n = %zu: support %d", kernel_of(pool), pool->h, query, keys->n,
                 supported);
}

static void curve_is_the_row(const Pool *pool, const Keys *keys, double query) {
    double alpha[ROOM], f;
    bool supported;
    PoolRow row = pool_row(pool, keys, query, alpha);
    pool_predict(pool, keys, &query, 1, &f, &supported);
    assert_int_equal(supported, row.supported);
    check_close(f, row.f, 1e-13, 1e-13, "curve", 0);
}

static void scores_are_log_weights(const Pool *pool, const Keys *keys, double query) {
    double score[ROOM], alpha[ROOM];
    pool_scores(pool, keys, query, score);
    pool_row(pool, keys, query, alpha);
    for (size_t i = 0; i < keys->n; i++)
        for (size_t j = 0; j < i; j++)
            if (alpha[i] > 1e-300 && alpha[j] > 1e-300)
                check_close(log(alpha[i] / alpha[j]), score[i] - score[j], 1e-12, 1e-12, "log ratio", i);
}

/* Moving every point and the query by the same amount, exact in binary, changes nothing at all. */
static void is_shift_invariant(const Pool *pool, const Keys *keys, double query) {
    if (fabs(query) > 100)
        return;
    double x[ROOM], alpha[ROOM], moved[ROOM], grid = 1024;
    for (size_t i = 0; i < keys->n; i++)
        x[i] = round(keys->x[i] * grid) / grid;
    query = round(query * grid) / grid;
    pool_row(pool, &(Keys){keys->n, x, keys->y}, query, alpha);
    for (size_t i = 0; i < keys->n; i++)
        x[i] += 64;
    pool_row(pool, &(Keys){keys->n, x, keys->y}, query + 64, moved);
    for (size_t i = 0; i < keys->n; i++)
        check_close(moved[i], alpha[i], 1e-13, 0, "shifted weight", i);
}

/* Points with equal x may come in any order. */
static void order_of_equals_is_free(const Pool *pool, const Keys *keys, double query) {
    double x[ROOM], y[ROOM], alpha[ROOM];
    PoolRow row = pool_row(pool, keys, query, alpha);
    for (size_t i = 0; i < keys->n; i++) {
        x[i] = keys->x[i];
        y[i] = keys->y[i];
    }
    for (size_t i = 1; i < keys->n; i++) {
        if (x[i] != x[i - 1])
            continue;
        double value = y[i];
        y[i] = y[i - 1];
        y[i - 1] = value;
        assert_true(alpha[i] == alpha[i - 1]);
    }
    PoolRow swapped = pool_row(pool, &(Keys){keys->n, x, y}, query, alpha);
    check_close(swapped.f, row.f, 1e-13, 1e-12, "prediction after swaps", 0);
}

static void sign_of_w_is_free(const Pool *pool, const Keys *keys, double query) {
    double alpha[ROOM], mirrored[ROOM];
    Pool minus = *pool;
    minus.w = -minus.w;
    PoolRow a = pool_row(pool, keys, query, alpha), b = pool_row(&minus, keys, query, mirrored);
    assert_memory_equal(alpha, mirrored, keys->n * sizeof *alpha);
    assert_true(a.f == b.f && a.supported == b.supported);
}

static void is_linear_in_values(const Pool *pool, const Keys *keys, double query) {
    double y[ROOM], alpha[ROOM];
    for (size_t i = 0; i < keys->n; i++)
        y[i] = keys->y[i] + (i == 7);
    PoolRow before = pool_row(pool, keys, query, alpha);
    PoolRow after = pool_row(pool, &(Keys){keys->n, keys->x, y}, query, alpha);
    if (keys->n > 7)
        check_close(after.f - before.f, alpha[7], 1e-12, 1e-12, "rise of the curve", 0);
}

static void properties(void **state) {
    (void)state;
    static Property *const all[] = {
        is_a_distribution,  is_supported_by_keys_in_reach, curve_is_the_row,  scores_are_log_weights,
        is_shift_invariant, order_of_equals_is_free,       sign_of_w_is_free, is_linear_in_values};
    Points d2l = points_load("d2l"), motorcycle = points_load("motorcycle"), one = {1, {2.3}, {7}};
    Points same = {4, {1, 1, 1, 1}, {1, 2, 3, 4}}, none = {0};
    Points *sets[] = {&d2l, &motorcycle, &one, &same, &none};
    for (size_t p = 0; p < sizeof all / sizeof *all; p++)
        for (size_t s = 0; s < sizeof sets / sizeof *sets; s++)
            for_all(all[p], &(Keys){sets[s]->n, sets[s]->x, sets[s]->y});
}

static void one_key_is_constant(const Pool *pool, const Keys *keys, double query) {
    double alpha[1];
    PoolRow row = pool_row(pool, keys, query, alpha);
    if (row.supported)
        assert_true(row.f == keys->y[0] && row.n_eff == 1 && row.entropy == 0);
    else
        assert_true(isfinite(KERNELS[kernel_of(pool)].support));
}

static void no_key_is_no_support(const Pool *pool, const Keys *keys, double query) {
    double f;
    bool supported = true;
    assert_false(pool_row(pool, keys, query, NULL).supported);
    pool_predict(pool, keys, &query, 1, &f, &supported);
    assert_true(!supported && f == 0);
}

static void few_keys(void **state) {
    (void)state;
    double x = 2.3, y = 7;
    for_all(one_key_is_constant, &(Keys){1, &x, &y});
    for_all(no_key_is_no_support, &(Keys){0, NULL, NULL});
}

static void zero_w_is_the_average(void **state) {
    (void)state;
    Points points = points_load("motorcycle");
    Keys keys = keys_of(&points);
    double alpha[ROOM], mean = 0;
    for (size_t i = 0; i < points.n; i++)
        mean += points.y[i] / (double)points.n;
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        Pool zero = {.model = MODEL_PARAMETRIC, .kernel = kernel, .h = INFINITY}, wide = zero;
        wide.model = MODEL_KERNEL;
        check_close(pool_row(&zero, &keys, 1e15, alpha).f, mean, 1e-12, 0, "w = 0", (size_t)kernel);
        check_close(pool_row(&wide, &keys, -3, alpha).f, mean, 1e-12, 0, "h = infinity", (size_t)kernel);
        assert_true(alpha[0] == alpha[points.n - 1]);
    }
}

/* However far or sharp, a kernel without an edge attends to the nearest key. */
static void far_queries_take_the_nearest(void **state) {
    (void)state;
    double x[] = {-1, 0.5, 4}, y[] = {10, 20, 30}, alpha[3];
    Keys keys = {3, x, y};
    static const double far[] = {1e3, 1e9, 1e15, 1e160, 1e299};
    for (size_t i = 0; i < sizeof far / sizeof *far; i++) {
        for (double w = 1e-3; w < 1e9; w *= 10) {
            Pool pool = parametric_pool(w);
            double right = pool_row(&pool, &keys, far[i], alpha).f, left = pool_row(&pool, &keys, -far[i], alpha).f;
            if (w * w * far[i] > 1e3 && far[i] < 1e15) {
                assert_true(right == 30);
                assert_true(left == 10);
            }
            assert_true(right >= 10 && right <= 30 && left >= 10 && left <= 30);
        }
    }
}

/* More keys than the curve holds at a time, the heaviest last, so that the running maximum must grow. */
static void curve_over_many_keys(void **state) {
    (void)state;
    enum { MANY = 1500 };
    static double x[MANY], y[MANY], alpha[MANY];
    Rng rng = rng_seed(3);
    for (size_t i = 0; i < MANY; i++) {
        x[i] = (double)i / 100;
        y[i] = rng_normal(&rng);
    }
    Keys keys = {MANY, x, y};
    for (double query = -3; query < 20; query += 0.37) {
        for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
            Pool pool = kernel_pool(kernel, 0.5);
            double f;
            bool supported;
            PoolRow row = pool_row(&pool, &keys, query, alpha);
            pool_predict(&pool, &keys, &query, 1, &f, &supported);
            assert_int_equal(supported, row.supported);
            check_close(f, row.f, 1e-12, 1e-13, "curve over many keys", (size_t)kernel);
        }
    }
}

enum { LONG_ROW = 5000 };

/* Masks that leave few, many or all keys; runs of equal keys. */
static void make_long_row(Rng *rng, size_t n, double *x, double *y, bool *muted) {
    uint32_t often = rng_u32(rng) % 4;
    x[0] = 0;
    for (size_t i = 1; i < n; i++)
        x[i] = x[i - 1] + (rng_u32(rng) % 5 ? 10.0 / (double)n * rng_uniform(rng) : 0);
    for (size_t i = 0; i < n; i++) {
        y[i] = rng_normal(rng);
        muted[i] = often == 0 ? rng_u32(rng) % 100 > 0 : often == 1 && rng_u32(rng) % 3 == 0;
    }
}

/* pool_row against softmax in long double over pool_scores: every weight to 1e-13, 0 where exp is, and the figures. */
static void check_row_of_weights(const Pool *pool, const Keys *keys, size_t without, double query) {
    static double score[LONG_ROW], alpha[LONG_ROW], again[LONG_ROW];
    long double temperature = pool->temperature == 0 ? 1 : pool->temperature;
    long double max = -INFINITY, z = 0, squares = 0, entropy = 0, f = 0, size = 0;
    pool_scores_without(pool, keys, without, query, score);
    PoolRow row = pool_row_without(pool, keys, without, query, alpha);
    memcpy(again, score, keys->n * sizeof *score);
    PoolRow same = pool_weights(pool, keys, again);
    for (size_t i = 0; i < keys->n; i++)
        max = fmaxl(max, (double)(score[i] / temperature));
    for (size_t i = 0; i < keys->n; i++)
        z += max > -INFINITY ? expl((double)(score[i] / temperature) - max) : 0;
    assert_int_equal(row.supported, z > 0);
    for (size_t i = 0; i < keys->n; i++) {
        long double weight = z > 0 ? expl((double)(score[i] / temperature) - max) / z : 0;
        if (!(fabsl(alpha[i] - weight) <= 1e-13L * weight + 5e-324L) || (alpha[i] == 0) != (again[i] == 0) ||
            fabs(alpha[i] - again[i]) > 1e-15 * alpha[i] ||
            (exp((double)(weight > 0 ? logl(weight * z) : -800)) == 0 && alpha[i] != 0))
            fail_msg("kernel %d, n %zu, query %.17g, key %zu: %.17g and %.17g, expected %.17Lg", pool->kernel, keys->n,
                     query, i, alpha[i], again[i], weight);
        squares += weight * weight;
        entropy -= weight > 0 ? weight * logl(weight) : 0;
        f += weight * keys->y[i];
        size += weight * fabs(keys->y[i]);
    }
    if (!row.supported)
        return;
    assert_true(fabsl(row.f - f) <= 1e-13L * size && fabsl(row.entropy - entropy) <= 1e-12L * (1 + entropy));
    assert_true(fabsl(row.n_eff * squares - 1) <= 1e-12L);
    assert_true(fabs(same.f - row.f) <= 1e-13 * (double)size && fabs(same.n_eff / row.n_eff - 1) <= 1e-12);
}

static void rows_of_weights(void **state) {
    (void)state;
    static double x[LONG_ROW], y[LONG_ROW];
    static bool muted[LONG_ROW];
    static const double widths[] = {1e-9, 0.004, 0.05, 0.26, 2, 1e5, INFINITY}, temperatures[] = {0, 1, 0.2, 7};
    Rng rng = rng_seed(44);
    for (size_t round = 0; round < 1500; round++) {
        size_t n = round % 9 == 0 ? LONG_ROW : 1 + rng_u32(&rng) % 700;
        make_long_row(&rng, n, x, y, muted);
        Pool pool = kernel_pool((int)(rng_u32(&rng) % KERNEL_COUNT), widths[rng_u32(&rng) % 7]);
        pool.model = round % 2 ? MODEL_KERNEL : MODEL_PARAMETRIC;
        pool.temperature = temperatures[rng_u32(&rng) % 4];
        pool.muted = round % 3 == 0 ? muted : NULL;
        pool.causal = round % 4 == 0;
        double query = rng_u32(&rng) % 2 ? x[rng_u32(&rng) % n] : 12 * rng_uniform(&rng) - 1;
        check_row_of_weights(&pool, &(Keys){n, x, y}, round % 5 == 0 ? rng_u32(&rng) % n : POOL_ALL, query);
    }
}

/* Scores, key by key, with the nearest visible keys found by looking at all. */
static double score_by_definition(const Pool *pool, const Keys *keys, size_t without, double query, size_t at) {
    const Kernel *kernel = &KERNELS[pool->kernel];
    double left = INFINITY, right = INFINITY, d = query - keys->x[at], u = d / pool->h,
           edge = pool->h * kernel->support;
    for (size_t i = 0; i < keys->n; i++) {
        double away = query - keys->x[i];
        if (i == without || (pool->muted && pool->muted[i]) || (pool->causal && away < 0))
            continue;
        left = away >= 0 ? fmin(left, away) : left;
        right = away <= 0 ? fmin(right, -away) : right;
    }
    double near = fmin(left, right), room = 2 * DBL_EPSILON * (fabs(query) + near);
    if (at == without || (pool->muted && pool->muted[at]) || (pool->causal && d < 0))
        return -INFINITY;
    if (left != right && fabs(left - right) <= room && (d == left || d == -right))
        u = near / pool->h;
    if (isfinite(edge) && fabs(fabs(d) - edge) <= fmin(2 * DBL_EPSILON * (fabs(query) + edge), edge / 1024))
        u = kernel->support;
    return kernel->log_weight(u);
}

static void scores_see_the_nearest_visible_keys(void **state) {
    (void)state;
    double x[60], y[60] = {0}, score[60];
    bool muted[60];
    Rng rng = rng_seed(12);
    for (size_t round = 0; round < 20000; round++) {
        size_t n = 1 + rng_u32(&rng) % 60, without = round % 2 ? rng_u32(&rng) % n : POOL_ALL;
        Pool pool = kernel_pool((int)(rng_u32(&rng) % KERNEL_COUNT), round % 3 ? 0.3 : 0.7);
        for (size_t i = 0; i < n; i++) {
            x[i] = (double)i / 10 - (double)(rng_u32(&rng) % 2) / 10; /* decimals, some of them twice */
            x[i] = i > 0 && x[i] < x[i - 1] ? x[i - 1] : x[i];
            muted[i] = rng_u32(&rng) % 2;
        }
        pool.muted = round % 4 < 2 ? muted : NULL;
        pool.causal = round % 8 < 3;
        double query = (double)(rng_u32(&rng) % 140) / 20 - 0.5;
        Keys keys = {n, x, y};
        pool_scores_without(&pool, &keys, without, query, score);
        for (size_t i = 0; i < n; i++) {
            double expected = score_by_definition(&pool, &keys, without, query, i);
            if (score[i] != expected)
                fail_msg("round %zu, kernel %d, key %zu: %.17g, expected %.17g", round, pool.kernel, i, score[i],
                         expected);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_weights),
        cmocka_unit_test(scores_see_the_nearest_visible_keys),
        cmocka_unit_test(kernel_predictions),
        cmocka_unit_test(kernel_weights),
        cmocka_unit_test(parametric_predictions),
        cmocka_unit_test(edges_are_decimal),
        cmocka_unit_test(nearest_ties_share),
        cmocka_unit_test(near_ties_do_not),
        cmocka_unit_test(properties),
        cmocka_unit_test(few_keys),
        cmocka_unit_test(zero_w_is_the_average),
        cmocka_unit_test(far_queries_take_the_nearest),
        cmocka_unit_test(curve_over_many_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

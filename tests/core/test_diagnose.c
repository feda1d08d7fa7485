/* Diagnostics against 50-digit values, the identities they obey, and the search for the best bandwidth
 * against brute force. */
#include "check.h"
#include "core/diagnose.h"
#include "core/fit.h"
#include "core/kernel.h"
#include "core/rng.h"
#include "table.h"

#include <math.h>
#include <string.h>

enum { ROOM = 300 };

static Keys keys_of(const Points *points) { return (Keys){points->n, points->x, points->y}; }

static Pool kernel_pool(int kernel, double h) {
    return (Pool){.model = MODEL_KERNEL, .kernel = kernel, .h = h, .w = 1 / h};
}

static void reference(void **state) {
    (void)state;
    Table table = table_load("tests/data/diagnostics.csv");
    Points d2l = points_load("d2l"), motorcycle = points_load("motorcycle");
    double alpha[ROOM];
    for (size_t row = 0; row < table.rows; row++) {
        Keys keys = keys_of(table_is(&table, row, "data", "d2l") ? &d2l : &motorcycle);
        Pool pool = kernel_pool(KERNEL_GAUSSIAN, table_number(&table, row, "h"));
        Diagnosis d = diagnose(&pool, &keys, alpha);
        check_close(d.df, table_number(&table, row, "trace"), 1e-12, 0, "df", row);
        check_close(d.rss, table_number(&table, row, "rss"), 1e-12, 0, "rss", row);
        check_close(d.loo_mse, table_number(&table, row, "loo_mse"), 1e-12, 0, "loo", row);
        check_close(d.gcv, table_number(&table, row, "gcv"), 1e-12, 0, "gcv", row);
        check_close(d.aicc, table_number(&table, row, "aicc"), 1e-12, 0, "aicc", row);
        assert_true(d.n == keys.n && d.left_out == 0);
    }
    assert_int_equal(table.rows, 7);
    table_free(&table);
}

/* tr H, tr HH' and the identity (y - f) / (1 - H_ii) from the whole hat matrix. */
static void from_the_hat_matrix(void **state) {
    (void)state;
    Points points = points_load("motorcycle");
    Keys keys = keys_of(&points);
    static double hat[ROOM][ROOM];
    double scratch[ROOM];
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        Pool pool = kernel_pool(kernel, 5);
        double trace = 0, square = 0, rss = 0, loo = 0;
        for (size_t i = 0; i < keys.n; i++) {
            double f = pool_row(&pool, &keys, keys.x[i], hat[i]).f, residual = keys.y[i] - f;
            trace += hat[i][i];
            rss += residual * residual;
            loo += residual * residual / ((1 - hat[i][i]) * (1 - hat[i][i]));
            for (size_t j = 0; j < keys.n; j++)
                square += hat[i][j] * hat[i][j];
        }
        Diagnosis d = diagnose(&pool, &keys, scratch);
        double n = (double)keys.n;
        check_close(d.df, trace, 1e-12, 0, "df", (size_t)kernel);
        check_close(d.loo_mse, loo / n, 1e-11, 0, "loo", (size_t)kernel);
        check_close(d.sigma, sqrt(rss / (n - 2 * trace + square)), 1e-12, 0, "sigma", (size_t)kernel);
    }
}

static void average_uses_one_parameter(void **state) {
    (void)state;
    double x[] = {1, 2, 3, 4, 5}, y[] = {1, 3, 2, 5, 4}, alpha[5];
    Pool pool = {.model = MODEL_AVERAGE};
    Diagnosis d = diagnose(&pool, &(Keys){5, x, y}, alpha);
    check_close(d.df, 1, 1e-14, 0, "df", 0);
    check_close(d.rss, 10, 1e-14, 0, "rss", 0);
    check_close(d.sigma, sqrt(10 / 4.0), 1e-14, 0, "sigma of n - 1", 0);
    PoolRow row = pool_row(&pool, &(Keys){5, x, y}, 9, alpha);
    check_close(diagnose_band(d.sigma, &row), 2 * sqrt(2.5 / 5), 1e-14, 0, "two standard errors of a mean", 0);
}

/* The curve through every point has no degrees of freedom left: figures that would divide by 0 are NAN. */
static void undefined_cases(void **state) {
    (void)state;
    double x[] = {1, 2, 3, 4}, y[] = {1, 3, 2, 5}, alpha[4];
    Keys keys = {4, x, y}, none = {0, NULL, NULL}, one = {1, x, y};
    Pool sharp = kernel_pool(KERNEL_EPANECHNIKOV, 0.5), wide = kernel_pool(KERNEL_GAUSSIAN, 0.6);
    Diagnosis d = diagnose(&sharp, &keys, alpha);
    assert_true(d.df == 4 && d.rss == 0 && d.left_out == 4);
    assert_true(isnan(d.loo_mse) && isnan(d.gcv) && isnan(d.aicc) && isnan(d.sigma));
    d = diagnose(&wide, &keys, alpha);
    assert_true(d.df > 2 && isnan(d.aicc) && d.gcv > 0 && d.loo_mse > 0 && d.sigma > 0);
    d = diagnose(&wide, &one, alpha);
    assert_true(d.n == 1 && d.left_out == 1 && isnan(d.loo_mse) && isnan(d.gcv) && isnan(d.aicc) && isnan(d.sigma));
    d = diagnose(&wide, &none, NULL);
    assert_true(d.n == 0 && isnan(d.loo_mse) && isnan(d.gcv) && isnan(d.aicc) && isnan(d.sigma));
    PoolRow unsupported = {0}, row = {.supported = true, .f = 1, .n_eff = 4, .entropy = 1};
    assert_true(isnan(diagnose_band(1, &unsupported)) && isnan(diagnose_band(NAN, &row)));
    assert_true(diagnose_band(3, &row) == 3);
}

static double loss_at(const Pool *pool, const Keys *keys, double h, size_t *left_out) {
    static double room[4 * ROOM];
    Pool trained = *pool;
    trained.model = MODEL_PARAMETRIC;
    FitLoss loss = fit_loss(&trained, keys, &(FitOptions){.mean = true}, (double[]){1 / h, 1}, NULL, room);
    *left_out = loss.left_out;
    return loss.loss;
}

/* Brute force: no bandwidth of a much finer grid that reaches every point is better by more than a hair. */
static void best_bandwidth(void **state) {
    (void)state;
    static const char *const names[] = {"d2l", "motorcycle", "cars"};
    double alpha[ROOM];
    for (int s = 0; s < 3; s++) {
        Points points = points_load(names[s]);
        Keys keys = keys_of(&points);
        for (int kernel = 0; kernel < KERNEL_CONSTANT; kernel += s == 1 ? 3 : 1) { /* the long one: a few kernels */
            Pool pool = kernel_pool(kernel, 1);
            pool.causal = (kernel + s) % 2;
            DiagnoseBest best = diagnose_best_h(&pool, &keys, alpha);
            size_t left_out, alone;
            loss_at(&pool, &keys, 1e6, &alone);
            assert_int_equal(alone, pool.causal && keys.x[1] > keys.x[0]);
            assert_true(best.found && !best.at_edge);
            check_close(loss_at(&pool, &keys, best.h, &left_out), best.loo_mse, 1e-9, 0, "reported loss",
                        (size_t)kernel);
            assert_int_equal(left_out, alone);
            for (double h = 0.01; h < 200; h *= 1.11) {
                double loss = loss_at(&pool, &keys, h, &left_out);
                if (left_out == alone && loss < best.loo_mse * (kernel == KERNEL_BOXCAR ? 0.98 : 1 - 1e-6))
                    fail_msg("%s, %s: h = %g beats %g: %g < %g", names[s], KERNELS[kernel].id, h, best.h, loss,
                             best.loo_mse);
            }
        }
    }
}

static void best_bandwidth_of_nothing(void **state) {
    (void)state;
    double x[] = {1, 1, 1}, y[] = {1, 2, 3}, line[] = {5, 5, 5}, apart[] = {1, 2, 4}, alpha[3];
    Pool pool = kernel_pool(KERNEL_GAUSSIAN, 1), constant = kernel_pool(KERNEL_CONSTANT, 1),
         average = {.model = MODEL_AVERAGE};
    assert_false(diagnose_best_h(&pool, &(Keys){3, x, y}, alpha).found);
    assert_false(diagnose_best_h(&pool, &(Keys){1, x, y}, alpha).found);
    assert_false(diagnose_best_h(&pool, &(Keys){0, NULL, NULL}, NULL).found);
    assert_false(diagnose_best_h(&constant, &(Keys){3, apart, y}, alpha).found);
    assert_false(diagnose_best_h(&average, &(Keys){3, apart, y}, alpha).found);
    assert_false(diagnose_best_h(&pool, &(Keys){3, apart, line}, alpha).found);
}

/* Alternating values: every neighbour misleads, and the widest window is the best there is. */
static void pure_noise_is_averaged(void **state) {
    (void)state;
    double x[40], y[40], alpha[40];
    for (int i = 0; i < 40; i++) {
        x[i] = i;
        y[i] = i % 2 ? 1 : -1;
    }
    Pool pool = kernel_pool(KERNEL_GAUSSIAN, 1);
    DiagnoseBest best = diagnose_best_h(&pool, &(Keys){40, x, y}, alpha);
    assert_true(best.found && best.at_edge && best.h > 100);
}

/* The smooth compact kernels, matched, use up about as many degrees of freedom as the Gaussian, and far more
 * with its h as it is. Boxcar and Laplace are too unlike it for that. */
static void matched_kernels_agree(void **state) {
    (void)state;
    Points points = points_load("motorcycle");
    Keys keys = keys_of(&points);
    double alpha[ROOM];
    Pool gaussian = kernel_pool(KERNEL_GAUSSIAN, 3);
    double df = diagnose(&gaussian, &keys, alpha).df;
    for (int kernel = 0; kernel < KERNEL_CONSTANT; kernel++) {
        double h = diagnose_match_h(KERNEL_GAUSSIAN, kernel, 3);
        check_close(diagnose_match_h(kernel, KERNEL_GAUSSIAN, h), 3, 1e-14, 0, "there and back", (size_t)kernel);
        if (kernel < KERNEL_TRIANGULAR || kernel > KERNEL_COSINE)
            continue;
        Pool matched = kernel_pool(kernel, h), same = kernel_pool(kernel, 3);
        check_close(diagnose(&matched, &keys, alpha).df, df, 0.16, 0, KERNELS[kernel].id, 0);
        assert_true(diagnose(&same, &keys, alpha).df > 1.8 * df);
    }
    assert_true(isnan(diagnose_match_h(KERNEL_CONSTANT, KERNEL_GAUSSIAN, 1)));
    assert_true(isnan(diagnose_match_h(KERNEL_GAUSSIAN, KERNEL_CONSTANT, 1)));
}

static void muted_is_absent(void **state) {
    (void)state;
    double x[] = {1, 2, 2.5, 4, 5}, y[] = {1, 3, 9, 5, 4}, fewer_x[] = {1, 2, 4, 5}, fewer_y[] = {1, 3, 5, 4}, alpha[5];
    bool muted[] = {false, false, true, false, false};
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        Pool pool = kernel_pool(kernel, 1.3), quiet = pool;
        quiet.muted = muted;
        Diagnosis a = diagnose(&quiet, &(Keys){5, x, y}, alpha),
                  b = diagnose(&pool, &(Keys){4, fewer_x, fewer_y}, alpha);
        check_close(a.df, b.df, 1e-14, 0, "df", (size_t)kernel);
        check_close(a.rss, b.rss, 1e-13, 1e-28, "rss", (size_t)kernel);
        assert_int_equal(a.n, b.n);
        DiagnoseBest c = diagnose_best_h(&quiet, &(Keys){5, x, y}, alpha);
        DiagnoseBest d = diagnose_best_h(&pool, &(Keys){4, fewer_x, fewer_y}, alpha);
        assert_int_equal(c.found, d.found);
        check_close(c.h, d.h, 1e-3, 0, "best h", (size_t)kernel);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference),
        cmocka_unit_test(from_the_hat_matrix),
        cmocka_unit_test(average_uses_one_parameter),
        cmocka_unit_test(undefined_cases),
        cmocka_unit_test(best_bandwidth),
        cmocka_unit_test(best_bandwidth_of_nothing),
        cmocka_unit_test(pure_noise_is_averaged),
        cmocka_unit_test(matched_kernels_agree),
        cmocka_unit_test(muted_is_absent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

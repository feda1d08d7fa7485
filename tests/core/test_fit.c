/* Training: losses, gradients and trajectories against 50-digit values; every gradient of every scorer on
 * every pair of feature maps against central differences; and how a run ends. */
#include "check.h"
#include "core/fit.h"
#include "core/kernel.h"
#include "core/rng.h"
#include "table.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ROOM = 20000 };

static Keys keys_of(const Points *points) { return (Keys){points->n, points->x, points->y}; }

static Pool parametric(int kernel) { return (Pool){.model = MODEL_PARAMETRIC, .kernel = kernel, .h = 1, .w = 1}; }

static void losses(void **state) {
    (void)state;
    Table table = table_load("tests/data/loss_w.csv");
    Points d2l = points_load("d2l"), motorcycle = points_load("motorcycle");
    Pool pool = parametric(KERNEL_GAUSSIAN);
    static double room[ROOM];
    for (size_t row = 0; row < table.rows; row++) {
        Keys keys = keys_of(table_is(&table, row, "data", "d2l") ? &d2l : &motorcycle);
        double p[] = {table_number(&table, row, "w"), 1}, gradient[2];
        FitLoss loss = fit_loss(&pool, &keys, &(FitOptions){0}, p, gradient, room);
        check_close(loss.loss, table_number(&table, row, "loo_loss"), 1e-12, 0, "loss", row);
        /* Where one neighbour has all weight, y_j - f is rounding instead of 0: a part of 1e-14 of the loss. */
        double noise = 1e-14 * loss.loss;
        check_close(gradient[0], table_number(&table, row, "loo_gradient"), 1e-12, noise, "gradient", row);
        assert_true(loss.left_out == 0 && loss.points == keys.n);
        loss = fit_loss(&pool, &keys, &(FitOptions){.self_included = true, .mean = true}, p, gradient, room);
        double n = (double)keys.n;
        check_close(loss.loss * n, table_number(&table, row, "self_loss"), 1e-12, 0, "self loss", row);
        check_close(gradient[0] * n, table_number(&table, row, "self_gradient"), 1e-12, noise, "self gradient", row);
    }
    assert_int_equal(table.rows, 18);
    table_free(&table);
}

static void trajectories(void **state) {
    (void)state;
    Table table = table_load("tests/data/training_w.csv");
    Points d2l = points_load("d2l");
    Keys keys = keys_of(&d2l);
    Pool pool = parametric(KERNEL_GAUSSIAN);
    static double room[ROOM];
    double p[2] = {0, 1}, gradient[2];
    Fit fit;
    for (size_t row = 0; row < table.rows; row++) {
        if (table_number(&table, row, "step") == 0) {
            FitOptions options = {.rate = table_number(&table, row, "lr")};
            options.mean = table_number(&table, row, "mean_loss") == 1;
            p[0] = table_number(&table, row, "w0");
            fit_begin(&fit, &options, &pool, &keys, p, NULL, room);
        } else {
            assert_true(fit_step(&fit, &pool, &keys, p, room) || fit.state == FIT_STILL);
        }
        fit_loss(&pool, &keys, &fit.options, p, gradient, room);
        check_close(p[0], table_number(&table, row, "w"), 1e-12, 0, "w", row);
        check_close(fit.loss.loss, table_number(&table, row, "loss"), 1e-12, 0, "loss", row);
        check_close(gradient[0], table_number(&table, row, "gradient"), 1e-12, 1e-12, "gradient", row);
        assert_int_equal(fit.step, (size_t)table_number(&table, row, "step"));
        assert_true(p[1] == 1);
    }
    assert_int_equal(table.rows, 68);
    table_free(&table);
}

/* The gradient of the loss against (L(p + e) - L(p - e)) / 2e for every parameter, T among them. */
static void check_gradient(const Pool *pool, const Keys *keys, const FitOptions *options, double *p, const char *what) {
    static double room[ROOM], gradient[ROOM];
    size_t length = fit_layout(pool, keys->n).length;
    assert_true(fit_room(keys->n, length) <= ROOM);
    double scale = 0;
    FitLoss loss = fit_loss(pool, keys, options, p, gradient, room);
    for (size_t i = 0; i < length; i++)
        scale = fmax(scale, fabs(gradient[i]));
    for (size_t i = 0; i < length; i++) {
        double here = p[i], e = 1e-5 * fmax(fabs(here), 0.1);
        p[i] = here + e;
        double above = fit_loss(pool, keys, options, p, NULL, room).loss;
        p[i] = here - e;
        double below = fit_loss(pool, keys, options, p, NULL, room).loss;
        p[i] = here;
        check_close(gradient[i], (above - below) / (2 * e), 1e-5, 1e-6 * scale + 1e-9 * loss.loss, what, i);
    }
}

static const FitOptions VARIANTS[] = {
    {0}, {.mean = true}, {.self_included = true}, {.self_included = true, .mean = true}};
enum { VARIANT_COUNT = sizeof VARIANTS / sizeof *VARIANTS };

/* Ten keys, two of them equal, so that all pairs of maps stay cheap. */
static const double X[] = {0.2, 0.9, 1.1, 1.1, 1.8, 2.4, 3.3, 3.5, 4.2, 4.8};
static const double Y[] = {0.3, 2.1, 2.6, 2.2, 3.5, 3.1, 2.2, 2.0, 1.4, 1.6};
enum { FEW = sizeof X / sizeof *X };

static void gradients_of_scorers(void **state) {
    (void)state;
    static double p[ROOM], features[FEW * FEATURE_MAX];
    Keys keys = {FEW, X, Y};
    Rng rng = rng_seed(11);
    size_t checked = 0;
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++) {
        for (int query = 0; query < FEATURE_COUNT; query++) {
            for (int key = 0; key < FEATURE_COUNT; key++) {
                char message[200];
                ScoreModel model = {.scorer = scorer,
                                    .query = feature_map(query, 0, 5, false),
                                    .key = feature_map(key, 0, 5, true),
                                    .hidden = 3,
                                    .parameters = p,
                                    .key_features = features};
                model.query.d = model.key.d = 4;
                if (!score_fits(scorer, &model.query, &model.key, message, sizeof message))
                    continue;
                feature_rows(&model.key, X, FEW, features);
                Pool pool = {.model = MODEL_SCORER, .scorer = &model};
                size_t length = score_layout(&model, FEW).length;
                for (size_t i = 0; i < length; i++)
                    p[i] = 0.5 * rng_normal(&rng);
                p[length - 1] = 0.8;
                for (int v = 0; v < VARIANT_COUNT; v++)
                    check_gradient(&pool, &keys, &VARIANTS[v], p, SCORERS[scorer].id);
                checked++;
            }
        }
    }
    /* Three scorers take any pair, four want equal lengths: 1, 1, 2, 2, 3 and, with d = 4, three more. */
    assert_int_equal(checked, 3 * 8 * 8 + 4 * (2 * 2 + 2 * 2 + 1 + 3 * 3));
}

/* The width in every kernel. Between the edges the loss of a compact kernel is smooth; the w here put no key
 * on an edge. The boxcar's loss has steps, so its gradient is 0. */
static void gradients_of_widths(void **state) {
    (void)state;
    Keys keys = {FEW, X, Y};
    static const double widths[] = {0.13, 0.4, -0.61, 0.737};
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        Pool pool = parametric(kernel);
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
            for (int v = 0; v < VARIANT_COUNT; v++) {
                double p[] = {widths[i], 1.3};
                check_gradient(&pool, &keys, &VARIANTS[v], p, KERNELS[kernel].id);
            }
        }
    }
    static double room[ROOM];
    Pool boxcar = parametric(KERNEL_BOXCAR);
    double gradient[2];
    fit_loss(&boxcar, &keys, &(FitOptions){0}, (double[]){0.4, 1}, gradient, room);
    assert_true(gradient[0] == 0);
}

static void gradients_with_masks(void **state) {
    (void)state;
    Keys keys = {FEW, X, Y};
    bool muted[FEW] = {[2] = true, [7] = true};
    static double features[2 * FEW], p[ROOM];
    ScoreModel model = {.scorer = SCORER_ADDITIVE,
                        .query = feature_map(FEATURE_BIAS, 0, 5, false),
                        .key = feature_map(FEATURE_BIAS, 0, 5, true),
                        .hidden = 3,
                        .parameters = p,
                        .key_features = features};
    feature_rows(&model.key, X, FEW, features);
    Pool pools[] = {parametric(KERNEL_LAPLACE), {.model = MODEL_SCORER, .scorer = &model}};
    for (int k = 0; k < 2; k++) {
        size_t length = fit_layout(&pools[k], FEW).length;
        for (size_t i = 0; i < length; i++)
            p[i] = 0.3 + 0.1 * (double)(i % 5);
        pools[k].muted = muted;
        check_gradient(&pools[k], &keys, &VARIANTS[0], p, "muted");
        pools[k].causal = true;
        check_gradient(&pools[k], &keys, &VARIANTS[0], p, "muted and causal");
    }
}

static void read_and_apply(void **state) {
    (void)state;
    double p[2] = {-4, 0.5}, back[2];
    Pool pool = parametric(KERNEL_GAUSSIAN);
    fit_apply(&pool, NULL, 10, p);
    assert_true(pool.w == -4 && pool.h == 0.25 && pool.temperature == 0.5);
    fit_read(&pool, 10, back);
    assert_memory_equal(p, back, sizeof p);
    pool.temperature = 0;
    fit_read(&pool, 10, back);
    assert_true(back[1] == 1);
}

/* Points without another key in reach contribute nothing and are counted; the mean is over the others. */
static void left_out_points(void **state) {
    (void)state;
    double x[] = {0, 1, 1.5, 9}, y[] = {5, 1, 3, 7}, room[50], gradient[2];
    Keys keys = {4, x, y};
    Pool pool = parametric(KERNEL_EPANECHNIKOV);
    FitLoss loss = fit_loss(&pool, &keys, &(FitOptions){.mean = true}, (double[]){1.6, 1}, gradient, room);
    assert_true(loss.left_out == 2 && loss.points == 2 && loss.loss == 4);
    loss = fit_loss(&pool, &keys, &(FitOptions){0}, (double[]){100, 1}, gradient, room);
    assert_true(loss.left_out == 4 && loss.points == 0 && loss.loss == 0 && gradient[0] == 0 && gradient[1] == 0);
    loss = fit_loss(&pool, &(Keys){1, x, y}, &(FitOptions){0}, (double[]){1, 1}, gradient, room);
    assert_true(loss.left_out == 1 && loss.loss == 0);
    loss = fit_loss(&pool, &(Keys){0, NULL, NULL}, &(FitOptions){.mean = true}, (double[]){1, 1}, gradient, room);
    assert_true(loss.left_out == 0 && loss.points == 0 && loss.loss == 0);
}

/* Muting a point is the same as deleting it. */
static void muted_is_absent(void **state) {
    (void)state;
    bool muted[FEW] = {[3] = true};
    double x[FEW], y[FEW], room[100], with[2], without[2];
    size_t n = 0;
    for (size_t i = 0; i < FEW; i++) {
        if (muted[i])
            continue;
        x[n] = X[i];
        y[n++] = Y[i];
    }
    for (int kernel = 0; kernel < KERNEL_COUNT; kernel++) {
        Pool pool = parametric(kernel), quiet = pool;
        quiet.muted = muted;
        FitLoss a = fit_loss(&quiet, &(Keys){FEW, X, Y}, &VARIANTS[1], (double[]){0.9, 1}, with, room);
        FitLoss b = fit_loss(&pool, &(Keys){n, x, y}, &VARIANTS[1], (double[]){0.9, 1}, without, room);
        check_close(a.loss, b.loss, 1e-14, 0, "loss", (size_t)kernel);
        check_close(with[0], without[0], 1e-13, 1e-14, "gradient", (size_t)kernel);
        assert_true(a.points == b.points && a.left_out == b.left_out);
    }
}

static void curve_of_losses(void **state) {
    (void)state;
    Points d2l = points_load("d2l");
    Keys keys = keys_of(&d2l);
    Pool pool = parametric(KERNEL_BOXCAR);
    static double room[ROOM];
    double p[] = {3, 1}, w[] = {0, 0.5, 3, 1e6}, loss[4];
    fit_loss_curve(&pool, &keys, &(FitOptions){0}, p, 0, w, 4, loss, room);
    for (size_t j = 0; j < 3; j++) {
        double changed[] = {w[j], 1};
        assert_true(loss[j] == fit_loss(&pool, &keys, &(FitOptions){0}, changed, NULL, room).loss);
    }
    assert_true(isnan(loss[3]) && p[0] == 3);
}

static void stops_at_a_stationary_point(void **state) {
    (void)state;
    Keys keys = {FEW, X, Y};
    Pool pool = parametric(KERNEL_GAUSSIAN);
    double p[] = {0, 1}, room[100];
    Fit fit;
    fit_begin(&fit, &(FitOptions){.rate = 0.5}, &pool, &keys, p, NULL, room);
    assert_int_equal(fit.state, FIT_RUNNING);
    assert_false(fit_step(&fit, &pool, &keys, p, room));
    assert_true(fit.state == FIT_STILL && p[0] == 0);
}

/* A step into overflow is not taken: whatever the rate, the parameters stay finite and give a finite loss. */
static void stops_before_divergence(void **state) {
    (void)state;
    Keys keys = {FEW, X, Y};
    static double features[3 * FEW], room[ROOM], p[ROOM], before[ROOM];
    ScoreModel model = {.scorer = SCORER_GENERAL,
                        .query = feature_map(FEATURE_LIFT, 0, 5, false),
                        .key = feature_map(FEATURE_LIFT, 0, 5, true),
                        .parameters = p,
                        .key_features = features};
    feature_rows(&model.key, X, FEW, features);
    Pool pool = {.model = MODEL_SCORER, .scorer = &model};
    size_t length = score_layout(&model, FEW).length;
    static const double rates[] = {1e307, 1e308, DBL_MAX};
    for (size_t r = 0; r < 3; r++) {
        Fit fit;
        score_defaults(&model, X, FEW, 1, p);
        fit_begin(&fit, &(FitOptions){.rate = rates[r]}, &pool, &keys, p, NULL, room);
        do
            memcpy(before, p, sizeof before);
        while (fit_step(&fit, &pool, &keys, p, room) && fit.step < 20);
        assert_int_equal(fit.state, FIT_DIVERGED);
        assert_memory_equal(before, p, sizeof before);
        assert_true(isfinite(fit.loss.loss));
        assert_true(isfinite(fit_loss(&pool, &keys, &fit.options, p, NULL, room).loss));
        for (size_t i = 0; i < length; i++)
            assert_true(isfinite(p[i]));
    }
}

/* Neither is a step after which no key is in reach of any point: a loss of nothing is not a good loss. */
static void stops_before_losing_all_points(void **state) {
    (void)state;
    Keys keys = {FEW - 4, X + 4, Y + 4}; /* no two equal: those would always reach each other */
    Pool pool = parametric(KERNEL_EPANECHNIKOV);
    double p[] = {0.4, 1}, room[100], before = 0;
    Fit fit;
    fit_begin(&fit, &(FitOptions){.rate = 1e9}, &pool, &keys, p, NULL, room);
    do
        before = p[0];
    while (fit_step(&fit, &pool, &keys, p, room) && fit.step < 20);
    assert_int_equal(fit.state, FIT_DIVERGED);
    assert_true(p[0] == before && fit.loss.points > 0);
}

static void nothing_to_train(void **state) {
    (void)state;
    Keys keys = {FEW, X, Y};
    double room[100], p[2] = {1, 1};
    Fit fit;
    Pool average = {.model = MODEL_AVERAGE};
    fit_begin(&fit, &(FitOptions){.rate = 1}, &average, &keys, NULL, NULL, room);
    assert_int_equal(fit.state, FIT_NOTHING);
    assert_true(fit.loss.loss > 0);
    assert_false(fit_step(&fit, &average, &keys, NULL, room));
    Pool pool = parametric(KERNEL_GAUSSIAN);
    fit_begin(&fit, &(FitOptions){.rate = 1}, &pool, &(Keys){1, X, Y}, p, NULL, room);
    assert_int_equal(fit.state, FIT_NOTHING);
    assert_false(fit_step(&fit, &pool, &(Keys){1, X, Y}, p, room));
    assert_true(p[0] == 1 && fit.step == 0);
}

static void frozen_blocks_stay(void **state) {
    (void)state;
    Keys keys = {FEW, X, Y};
    static double features[2 * FEW], room[ROOM], p[100], start[100], moments[200];
    ScoreModel model = {.scorer = SCORER_ADDITIVE,
                        .query = feature_map(FEATURE_BIAS, 0, 5, false),
                        .key = feature_map(FEATURE_BIAS, 0, 5, true),
                        .hidden = 3,
                        .parameters = p,
                        .key_features = features};
    feature_rows(&model.key, X, FEW, features);
    Pool pool = {.model = MODEL_SCORER, .scorer = &model};
    ScoreLayout layout = score_layout(&model, FEW);
    for (unsigned frozen = 0; frozen < 8; frozen++) {
        for (int adam = 0; adam < 2; adam++) {
            FitOptions options = {.method = adam ? FIT_ADAM : FIT_DESCENT,
                                  .rate = 0.01,
                                  .frozen = frozen,
                                  .train_temperature = frozen & 1};
            Fit fit;
            score_defaults(&model, X, FEW, 1, p);
            p[layout.block[2].offset + 2] = 0.1;
            memcpy(start, p, sizeof p);
            fit_begin(&fit, &options, &pool, &keys, p, moments, room);
            for (int step = 0; step < 3; step++)
                fit_step(&fit, &pool, &keys, p, room);
            for (size_t b = 0; b < layout.count; b++) {
                const ScoreBlock *block = &layout.block[b];
                bool stays = b == 3 ? !options.train_temperature : frozen >> b & 1;
                bool same =
                    memcmp(p + block->offset, start + block->offset, block->rows * block->columns * sizeof *p) == 0;
                assert_int_equal(same, stays);
            }
            assert_true(p[layout.length - 1] > 0);
        }
    }
}

/* Adam with its constants, by hand on one step: every parameter moves by the rate, whatever its gradient. */
static void first_adam_step_is_the_rate(void **state) {
    (void)state;
    Keys keys = {FEW, X, Y};
    double p[] = {0.5, 1}, room[100], moments[4], gradient[2];
    Pool pool = parametric(KERNEL_GAUSSIAN);
    Fit fit;
    fit_loss(&pool, &keys, &(FitOptions){0}, p, gradient, room);
    fit_begin(&fit, &(FitOptions){.method = FIT_ADAM, .rate = 0.1}, &pool, &keys, p, moments, room);
    assert_true(fit_step(&fit, &pool, &keys, p, room));
    check_close(p[0], 0.5 - copysign(0.1, gradient[0]), 1e-7, 0, "w", 0);
}

/* Matrix parameters really learn: the loss on the textbook data falls well below that of the start. */
static void matrices_learn(void **state) {
    (void)state;
    static const int pairs[][2] = {{SCORER_GENERAL, FEATURE_FOURIER},
                                   {SCORER_ADDITIVE, FEATURE_BIAS},
                                   {SCORER_LOCATION, FEATURE_RBF},
                                   {SCORER_COSINE, FEATURE_CIRCLE}};
    Points d2l = points_load("d2l");
    Keys keys = keys_of(&d2l);
    static double features[50 * FEATURE_MAX], room[ROOM], p[ROOM], moments[2 * ROOM];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        ScoreModel model = {.scorer = pairs[i][0],
                            .query = feature_map(pairs[i][1], 0, 5, false),
                            .key = feature_map(pairs[i][1], 0, 5, true),
                            .hidden = 4,
                            .parameters = p,
                            .key_features = features};
        model.query.d = model.key.d = 8;
        feature_rows(&model.key, keys.x, keys.n, features);
        Pool pool = {.model = MODEL_SCORER, .scorer = &model};
        score_defaults(&model, keys.x, keys.n, 1, p);
        Fit fit;
        fit_begin(&fit, &FIT_PRESETS[FIT_MATRICES].options, &pool, &keys, p, moments, room);
        double start = fit.loss.loss;
        for (size_t step = 0; step < 100; step++)
            assert_true(fit_step(&fit, &pool, &keys, p, room));
        if (!(fit.loss.loss < 0.9 * start))
            fail_msg("%s: loss %g after %g", SCORERS[pairs[i][0]].id, fit.loss.loss, start);
    }
}

static void presets(void **state) {
    (void)state;
    assert_string_equal(FIT_PRESETS[FIT_BOOK].id, "book");
    assert_true(FIT_PRESETS[FIT_BOOK].options.rate == 0.5 && FIT_PRESETS[FIT_BOOK].steps == 5);
    assert_string_equal(FIT_PRESETS[FIT_GENTLE].id, "gentle");
    assert_true(FIT_PRESETS[FIT_GENTLE].options.rate == 0.05 && FIT_PRESETS[FIT_GENTLE].steps == 50);
    for (int i = 0; i <= FIT_GENTLE; i++) {
        const FitOptions *options = &FIT_PRESETS[i].options;
        assert_true(!options->mean && !options->self_included && options->method == FIT_DESCENT);
    }
    for (int state_index = FIT_RUNNING; state_index <= FIT_NOTHING; state_index++)
        assert_true(strlen(fit_state_text((FitState)state_index)) > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses),
        cmocka_unit_test(trajectories),
        cmocka_unit_test(gradients_of_scorers),
        cmocka_unit_test(gradients_of_widths),
        cmocka_unit_test(gradients_with_masks),
        cmocka_unit_test(read_and_apply),
        cmocka_unit_test(left_out_points),
        cmocka_unit_test(muted_is_absent),
        cmocka_unit_test(curve_of_losses),
        cmocka_unit_test(stops_at_a_stationary_point),
        cmocka_unit_test(stops_before_divergence),
        cmocka_unit_test(stops_before_losing_all_points),
        cmocka_unit_test(nothing_to_train),
        cmocka_unit_test(frozen_blocks_stay),
        cmocka_unit_test(first_adam_step_is_the_rate),
        cmocka_unit_test(matrices_learn),
        cmocka_unit_test(presets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

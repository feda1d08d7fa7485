/* Scorers against values computed with 50 digits (tests/data/scorer_*.csv), layouts, shapes, the sentences
 * about degenerate combinations checked against what such a combination does, and starting parameters. */
#include "check.h"
#include "core/kernel.h"
#include "core/pool.h"
#include "core/rng.h"
#include "table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROOM = 300, MOST = 40000 };

/* A model with room for its parameters and key features, over the keys of a data set. */
typedef struct Case {
    Points points;
    Keys keys;
    double parameters[MOST], key_features[ROOM * FEATURE_MAX];
    ScoreModel model;
    Pool pool;
} Case;

static void case_begin(Case *c, const char *data, int scorer, int query, int key, size_t d, size_t hidden) {
    c->points = points_load(data);
    c->keys = (Keys){c->points.n, c->points.x, c->points.y};
    c->model = (ScoreModel){.scorer = scorer,
                            .query = feature_map(query, 0, 5, false),
                            .key = feature_map(key, 0, 5, true),
                            .hidden = hidden,
                            .parameters = c->parameters,
                            .key_features = c->key_features};
    c->model.query.d = c->model.key.d = d;
    feature_rows(&c->model.key, c->points.x, c->points.n, c->key_features);
    c->pool = (Pool){.model = MODEL_SCORER, .scorer = &c->model};
}

static void set_parameter(Case *c, const Table *table, size_t row) {
    ScoreLayout layout = score_layout(&c->model, c->points.n);
    const char *name = table_text(table, row, "parameter");
    for (size_t b = 0; b < layout.count; b++) {
        const ScoreBlock *block = &layout.block[b];
        if (strcmp(block->id, strcmp(name, "v") == 0 ? "w_v" : name) != 0)
            continue;
        size_t i = (size_t)table_number(table, row, "row"), j = (size_t)table_number(table, row, "column");
        assert_true(i < block->rows && j < block->columns);
        c->parameters[block->offset + i * block->columns + j] = table_number(table, row, "value");
        return;
    }
    fail_msg("row %zu: no parameter %s", row, name);
}

static void load_parameters(Case *c, const Table *parameters, const Table *weights, size_t row) {
    size_t count = 0;
    for (size_t p = 0; p < c->keys.n * FEATURE_MAX && p < MOST; p++)
        c->parameters[p] = NAN;
    for (size_t p = 0; p < parameters->rows; p++) {
        bool mine = true;
        static const char *const key[] = {"scorer", "features", "case"};
        for (int k = 0; k < 3; k++)
            mine = mine && table_is(parameters, p, key[k], table_text(weights, row, key[k]));
        if (mine) {
            set_parameter(c, parameters, p);
            count++;
        }
    }
    assert_int_equal(count + 1, score_layout(&c->model, c->points.n).length);
}

static void reference_scores(void **state) {
    (void)state;
    static Case c;
    Table parameters = table_load("tests/data/scorer_parameters.csv");
    Table table = table_load("tests/data/scorer_weights.csv");
    double score[ROOM], alpha[ROOM], f;
    bool supported;
    PoolRow result = {0};
    for (size_t row = 0; row < table.rows; row++) {
        size_t index = (size_t)table_number(&table, row, "key_index");
        if (index == 0) {
            int feature = feature_find(table_text(&table, row, "features"));
            case_begin(&c, "d2l", score_find(table_text(&table, row, "scorer")), feature, feature, 16, 4);
            load_parameters(&c, &parameters, &table, row);
            double query = table_number(&table, row, "query");
            pool_scores(&c.pool, &c.keys, query, score);
            result = pool_row(&c.pool, &c.keys, query, alpha);
            pool_predict(&c.pool, &c.keys, &query, 1, &f, &supported);
            assert_true(result.supported && supported);
        }
        /* Sums of products lose digits where they cancel: the absolute part is 1e-13 of terms of size 1. */
        check_close(score[index], table_number(&table, row, "score"), 1e-12, 1e-13, "score", row);
        check_close(alpha[index], table_number(&table, row, "alpha"), 1e-12, 0, "weight", row);
        check_close(result.f, table_number(&table, row, "prediction"), 1e-12, 0, "prediction of a row", row);
        check_close(f, result.f, 1e-14, 0, "prediction of a curve", row);
    }
    assert_int_equal(table.rows, 4350);
    table_free(&parameters);
    table_free(&table);
}

static void table_is_complete(void **state) {
    (void)state;
    for (int i = 0; i < SCORER_COUNT; i++) {
        const Scorer *scorer = &SCORERS[i];
        assert_int_equal(score_find(scorer->id), i);
        assert_true(strlen(scorer->label) > 0 && strlen(scorer->formula) > 0 && strlen(scorer->paper) > 4);
        assert_true(scorer->parameters < SCORE_BLOCKS);
        assert_int_equal(scorer->parameters > 0, scorer->gradient != NULL);
        assert_int_equal(scorer->parameters > 0, scorer->defaults != NULL);
    }
    assert_int_equal(score_find("bilinear"), -1);
}

static void layouts(void **state) {
    (void)state;
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++) {
        ScoreModel model = {.scorer = scorer,
                            .query = feature_map(FEATURE_BIAS, 0, 5, false),
                            .key = feature_map(FEATURE_LIFT, 0, 5, true),
                            .hidden = 4};
        ScoreLayout layout = score_layout(&model, 7);
        size_t end = 0;
        for (size_t b = 0; b < layout.count; b++) {
            assert_int_equal(layout.block[b].offset, end);
            end += layout.block[b].rows * layout.block[b].columns;
        }
        assert_int_equal(layout.length, end);
        assert_string_equal(layout.block[layout.count - 1].id, "temperature");
        static const size_t lengths[SCORER_COUNT] = {2, 2, 4 * 2 + 4 * 3 + 4 + 1, 7 * 2 + 1, 2 * 3 + 1, 1, 1};
        assert_int_equal(layout.length, lengths[scorer]);
    }
}

static void shapes(void **state) {
    (void)state;
    char message[200];
    FeatureMap bias = feature_map(FEATURE_BIAS, 0, 5, false), lift = feature_map(FEATURE_LIFT, 0, 5, true);
    FeatureMap circle = feature_map(FEATURE_CIRCLE, 0, 5, true);
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++) {
        bool any_shape = scorer == SCORER_ADDITIVE || scorer == SCORER_GENERAL || scorer == SCORER_LOCATION;
        assert_true(score_fits(scorer, &bias, &circle, message, sizeof message));
        assert_int_equal(score_fits(scorer, &bias, &lift, message, sizeof message), any_shape);
    }
    score_fits(SCORER_DOT, &bias, &lift, message, sizeof message);
    assert_string_equal(message,
                        "Dot product compares vectors of equal length, but q has length 2 (With bias) and k has "
                        "length 3 (Lift).");
}

static void cut(double *x, double *y, size_t n) {
    for (size_t i = 0; i < n; i++) {
        x[i] = (double)i - 6.25;
        y[i] = 0;
    }
}

static size_t heaviest(const double *alpha, size_t n) {
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        best = alpha[i] > alpha[best] ? i : best;
    return best;
}

/* The sentence about the ends, wherever it is given, holds for any parameters and any query. */
static void ends_really_win(void **state) {
    (void)state;
    enum { N = 14 };
    static double features[N * FEATURE_MAX], parameters[MOST];
    double x[N], y[N], alpha[N];
    Rng rng = rng_seed(5);
    size_t checked = 0;
    cut(x, y, N);
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++) {
        for (int pair = 0; pair < FEATURE_COUNT * FEATURE_COUNT; pair++) {
            char message[200];
            ScoreModel model = {.scorer = scorer,
                                .query = feature_map(pair % FEATURE_COUNT, -7, 7, false),
                                .key = feature_map(pair / FEATURE_COUNT, -7, 7, true),
                                .hidden = 4,
                                .parameters = parameters,
                                .key_features = features};
            const char *why = score_degenerate(scorer, &model.query, &model.key);
            if (!why || !strstr(why, "first or the last") ||
                !score_fits(scorer, &model.query, &model.key, message, sizeof message))
                continue;
            feature_rows(&model.key, x, N, features);
            for (int draw = 0; draw < 50; draw++) {
                for (size_t p = 0; p < score_layout(&model, N).length; p++)
                    parameters[p] = rng_normal(&rng);
                Pool pool = {.model = MODEL_SCORER, .scorer = &model};
                pool_row(&pool, &(Keys){N, x, y}, 8 * rng_normal(&rng), alpha);
                assert_true(alpha[heaviest(alpha, N)] <= fmax(alpha[0], alpha[N - 1]) * (1 + 1e-12));
                checked++;
            }
        }
    }
    assert_true(checked > 500);
}

/* And where nothing is said and the features allow it, the starting parameters attend to what is near. */
static void sensible_starts_are_local(void **state) {
    (void)state;
    static const int pairs[][2] = {
        {SCORER_DISTANCE, FEATURE_IDENTITY}, {SCORER_DISTANCE, FEATURE_LIFT}, {SCORER_COSINE, FEATURE_CIRCLE},
        {SCORER_ADDITIVE, FEATURE_BIAS},     {SCORER_ADDITIVE, FEATURE_LIFT}, {SCORER_LOCATION, FEATURE_BIAS},
        {SCORER_LOCATION, FEATURE_LIFT},     {SCORER_GENERAL, FEATURE_LIFT},  {SCORER_GENERAL, FEATURE_CIRCLE},
        {SCORER_DOT, FEATURE_CIRCLE},        {SCORER_DOT, FEATURE_FOURIER},   {SCORER_SCALED_DOT, FEATURE_CIRCLE}};
    static Case c;
    double alpha[ROOM];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        case_begin(&c, "d2l", pairs[i][0], pairs[i][1], pairs[i][1], 16, 3);
        assert_null(score_degenerate(pairs[i][0], &c.model.query, &c.model.key));
        score_defaults(&c.model, c.keys.x, c.keys.n, 4, c.parameters);
        assert_true(c.parameters[score_layout(&c.model, c.keys.n).length - 1] == 1);
        for (double query = 0.3; query < 4.9; query += 0.1) {
            pool_row(&c.pool, &c.keys, query, alpha);
            double far = fabs(c.points.x[heaviest(alpha, c.keys.n)] - query), nearest = 9;
            for (size_t k = 0; k < c.keys.n; k++)
                nearest = fmin(nearest, fabs(c.points.x[k] - query));
            check_close(far, nearest, 0, 1e-9, SCORERS[pairs[i][0]].id, i);
        }
    }
}

static void other_sentences(void **state) {
    (void)state;
    FeatureMap identity = feature_map(FEATURE_IDENTITY, 0, 5, false), lift = feature_map(FEATURE_LIFT, 0, 5, true);
    FeatureMap bias = feature_map(FEATURE_BIAS, 0, 5, true), random = feature_map(FEATURE_RANDOM, 0, 5, true);
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++) {
        assert_int_equal(score_degenerate(scorer, &identity, &identity) != NULL, scorer != SCORER_DISTANCE);
        assert_null(score_degenerate(scorer, &random, &random));
    }
    assert_non_null(score_degenerate(SCORER_DOT, &lift, &lift));
    assert_null(score_degenerate(SCORER_GENERAL, &lift, &lift));
    assert_null(score_degenerate(SCORER_COSINE, &bias, &bias));
    assert_null(score_degenerate(SCORER_ADDITIVE, &bias, &identity));
}

/* Scorers are blind to how the keys are cut into blocks: more keys than the curve takes at a time. */
static void curve_over_many_keys(void **state) {
    (void)state;
    enum { MANY = 700 };
    static double x[MANY], y[MANY], alpha[MANY], features[MANY * 4], parameters[MANY * 4 + 1];
    Rng rng = rng_seed(8);
    for (size_t i = 0; i < MANY; i++) {
        x[i] = (double)i / 140;
        y[i] = rng_normal(&rng);
    }
    for (int scorer = 0; scorer < SCORER_COUNT; scorer++) {
        ScoreModel model = {.scorer = scorer,
                            .query = feature_map(FEATURE_FOURIER, 0, 5, false),
                            .key = feature_map(FEATURE_FOURIER, 0, 5, true),
                            .hidden = 3,
                            .parameters = parameters,
                            .key_features = features};
        model.query.d = model.key.d = 4;
        feature_rows(&model.key, x, MANY, features);
        for (size_t p = 0; p < score_layout(&model, MANY).length; p++)
            parameters[p] = rng_normal(&rng);
        Pool pool = {.model = MODEL_SCORER, .scorer = &model, .temperature = 0.5};
        for (double query = -1; query < 6; query += 0.7) {
            double f;
            bool supported;
            PoolRow row = pool_row(&pool, &(Keys){MANY, x, y}, query, alpha);
            pool_predict(&pool, &(Keys){MANY, x, y}, &query, 1, &f, &supported);
            check_close(f, row.f, 1e-12, 1e-13, SCORERS[scorer].id, 0);
        }
    }
}

static void zero_vectors_have_no_direction(void **state) {
    (void)state;
    double x[] = {-1, 0, 2}, y[] = {1, 2, 6}, parameters[] = {3, 1}, alpha[3];
    ScoreModel model = {.scorer = SCORER_COSINE,
                        .query = feature_map(FEATURE_IDENTITY, 0, 5, false),
                        .key = feature_map(FEATURE_IDENTITY, 0, 5, true),
                        .parameters = parameters,
                        .key_features = x};
    Pool pool = {.model = MODEL_SCORER, .scorer = &model};
    PoolRow row = pool_row(&pool, &(Keys){3, x, y}, 0, alpha);
    assert_true(row.supported && row.f == 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_scores),
        cmocka_unit_test(table_is_complete),
        cmocka_unit_test(layouts),
        cmocka_unit_test(shapes),
        cmocka_unit_test(ends_really_win),
        cmocka_unit_test(sensible_starts_are_local),
        cmocka_unit_test(other_sentences),
        cmocka_unit_test(curve_over_many_keys),
        cmocka_unit_test(zero_vectors_have_no_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

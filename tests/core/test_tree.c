/* Scorers through the tree of cells against the definition in long double: every score on every pair of features, flat
 * and sharp, near 0 and far from it, spread, in clusters, and with many keys at one place. */
#include "core/engine.h"
#include "core/form.h"
#include "core/rng.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check.h"

enum { N = 1200, QUERIES = 7, HIDDEN = 5, PARAMETERS = 2 * 64 * 64 };

typedef long double Real;

typedef struct Lab {
    double x[N], y[N], query[QUERIES], parameters[PARAMETERS];
    ScoreModel model;
    Pool pool;
    Engine *engine;
} Lab;

/* The features again, in long double. The random head's are those of feature.c. */
static void features(const FeatureMap *map, double x, Real *phi) {
    double rough[FEATURE_MAX];
    size_t d = feature_length(map);
    Real spacing = ((Real)map->x1 - map->x0) / (Real)(d > 1 ? d - 1 : 1);
    feature_rows(map, &x, 1, rough);
    for (size_t c = 0; c < d; c++) {
        Real angle = x / powl(map->base, (Real)(c / 2 * 2) / (Real)d), u = ((Real)x - map->x0) / spacing - (Real)c;
        phi[c] = rough[c];
        if (map->kind == FEATURE_CENTRED)
            phi[c] = (Real)x - map->centre;
        if (map->kind == FEATURE_LIFT && c == 2)
            phi[c] = (Real)x * x;
        if (map->kind == FEATURE_CIRCLE)
            phi[c] = c ? sinl((Real)map->omega * x) : cosl((Real)map->omega * x);
        if (map->kind == FEATURE_FOURIER)
            phi[c] = c % 2 ? cosl(angle) : sinl(angle);
        if (map->kind == FEATURE_RBF)
            phi[c] = expl(-u * u / 2);
    }
}

static Real dot(const Real *a, const Real *b, size_t d) {
    Real sum = 0;
    for (size_t c = 0; c < d; c++)
        sum += a[c] * b[c];
    return sum;
}

static Real score_of(const ScoreModel *model, const Real *q, const Real *k) {
    size_t d_q = feature_length(&model->query), d_k = feature_length(&model->key);
    const double *p = model->parameters, *W_k = p + model->hidden * d_q, *w_v = W_k + model->hidden * d_k;
    Real sum = 0, norms = sqrtl(dot(k, k, d_k) * dot(q, q, d_q));
    switch (model->scorer) {
    case SCORER_DISTANCE:
        for (size_t c = 0; c < d_k; c++)
            sum += (q[c] - k[c]) * (q[c] - k[c]);
        return -(Real)p[0] * p[0] * sum / 2;
    case SCORER_COSINE:
        return norms > 0 ? p[0] * dot(q, k, d_k) / norms : 0;
    case SCORER_GENERAL:
        for (size_t a = 0; a < d_q; a++)
            for (size_t b = 0; b < d_k; b++)
                sum += q[a] * p[a * d_k + b] * k[b];
        return sum;
    case SCORER_ADDITIVE:
        for (size_t u = 0; u < model->hidden; u++) {
            Real t = 0;
            for (size_t a = 0; a < d_q; a++)
                t += p[u * d_q + a] * q[a];
            for (size_t b = 0; b < d_k; b++)
                t += W_k[u * d_k + b] * k[b];
            sum += w_v[u] * tanhl(t);
        }
        return sum;
    default:
        return dot(q, k, d_k) / (model->scorer == SCORER_SCALED_DOT ? sqrtl((Real)d_k) : 1);
    }
}

/* What rounding of the features and of the score's terms alone can come to. */
static double noise_of(const Lab *lab, const Form *form, double x) {
    double jet[3 * FEATURE_MAX], sum = 0;
    size_t d = form->length;
    form_jet(&lab->model, x, 1e-300, jet);
    for (size_t c = 0; c < d; c++) {
        double size = fabs(jet[c]) + fabs(jet[d + c] * x) + fabs(form->a[c]);
        sum += form->kind == FORM_DOT        ? fabs(form->a[c]) * (fabs(jet[c]) + fabs(jet[d + c] * x))
               : form->kind == FORM_DISTANCE ? 2 * fabs(form->factor) * fabs(form->a[c] - jet[c]) * size
                                             : fabs(form->o[c]) * size;
    }
    return 8 * DBL_EPSILON * sum;
}

typedef struct Exact {
    Real f, alpha[N];
    double noise;
} Exact;

/* Features of all keys, kept while map and keys are the same. */
static const Real *key_features(const Lab *lab) {
    static Real k[N * 16];
    static FeatureMap map;
    static double ends[2];
    const FeatureMap *now = &lab->model.key;
    size_t d = feature_length(now);
    assert_true(d <= 16);
    if (map.kind == now->kind && map.omega == now->omega && ends[0] == lab->x[0] && ends[1] == lab->x[N - 2])
        return k;
    map = *now;
    ends[0] = lab->x[0];
    ends[1] = lab->x[N - 2];
    for (size_t i = 0; i < N; i++)
        features(now, lab->x[i], k + i * d);
    return k;
}

static void exactly(const Lab *lab, double query, Exact *exact) {
    static Real score[N];
    const Real *k = key_features(lab);
    Real q[FEATURE_MAX], max = -INFINITY, sum = 0, all = 0;
    size_t d = feature_length(&lab->model.key);
    Form form;
    features(&lab->model.query, query, q);
    assert_true(form_query(&lab->model, lab->pool.temperature, query, &form));
    exact->noise = 0;
    for (size_t i = 0; i < N; i++) {
        bool hidden = (lab->pool.muted && lab->pool.muted[i]) || (lab->pool.causal && lab->x[i] > query);
        score[i] = hidden ? -INFINITY : score_of(&lab->model, q, k + i * d) / lab->pool.temperature;
        max = fmaxl(max, score[i]);
    }
    for (size_t i = 0; i < N; i++) {
        exact->alpha[i] = max > -INFINITY ? expl(score[i] - max) : 0;
        sum += exact->alpha[i];
        all += exact->alpha[i] * lab->y[i];
    }
    for (size_t i = 0; i < N; i++) {
        exact->alpha[i] /= sum;
        if (exact->alpha[i] > 1e-14L && (i % 8 == 0 || exact->alpha[i] > 1e-2L || exact->noise == 0))
            exact->noise = fmax(exact->noise, noise_of(lab, &form, lab->x[i]));
    }
    exact->f = all / sum;
}

/* Layouts of keys, in ascending order. */

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void uniform(Rng *rng, double *x) {
    for (size_t i = 0; i < N; i++)
        x[i] = 5 * rng_uniform(rng);
}

static void thousand(Rng *rng, double *x) {
    for (size_t i = 0; i < N; i++)
        x[i] = 1000 + 5 * rng_uniform(rng);
}

static void million(Rng *rng, double *x) {
    for (size_t i = 0; i < N; i++)
        x[i] = 1e6 + 5 * rng_uniform(rng);
}

static void around_zero(Rng *rng, double *x) {
    for (size_t i = 0; i < N; i++)
        x[i] = rng_normal(rng);
}

static void clusters(Rng *rng, double *x) {
    for (size_t i = 0; i < N; i++)
        x[i] = (double)(rng_u32(rng) % 4) + (i % 3 ? 1e-3 : 1e-7) * rng_normal(rng);
    x[0] = 5;
}

static void places(Rng *rng, double *x) {
    for (size_t i = 0; i < N; i++)
        x[i] = (double)(rng_u32(rng) % 12) * 0.4;
}

static void one_place(Rng *rng, double *x) {
    (void)rng;
    for (size_t i = 0; i < N; i++)
        x[i] = 2.5;
}

static void tails(Rng *rng, double *x) {
    for (size_t i = 0; i < N; i++)
        x[i] = rng_normal(rng) / (0.05 + rng_uniform(rng));
}

/* All but one in a single finest cell. */
static void outlier(Rng *rng, double *x) {
    uniform(rng, x);
    x[0] = 3e4;
}

typedef void Layout(Rng *rng, double *x);

static Layout *const LAYOUTS[] = {uniform, thousand, million, around_zero, clusters, places, one_place, tails, outlier};
enum { LAYOUT_COUNT = sizeof LAYOUTS / sizeof *LAYOUTS };

static void lay_out(Lab *lab, int layout) {
    Rng rng = rng_seed(7);
    LAYOUTS[layout](&rng, lab->x);
    qsort(lab->x, N, sizeof *lab->x, ascending);
    for (size_t i = 0; i < N; i++)
        lab->y[i] = rng_uniform(&rng) - 0.5 + (i % 50 == 0 ? 0.5 : 0);
    for (size_t j = 0; j < QUERIES; j++) {
        double t = ((double)j - 0.5) / (QUERIES - 2); /* also outside */
        lab->query[j] = j == 3 ? lab->x[N / 3] : lab->x[0] + (lab->x[N - 1] - lab->x[0]) * t;
    }
    assert_true(engine_set_keys(lab->engine, &(Keys){N, lab->x, lab->y}, NULL));
}

/* Parameters that, times `scale`, make weights from flat to sharp. */
static void parametrise(Lab *lab, double scale) {
    Rng rng = rng_seed(3);
    ScoreLayout layout = score_layout(&lab->model, N);
    assert_true(layout.length <= PARAMETERS);
    for (size_t i = 0; i < layout.length; i++)
        lab->parameters[i] = scale * rng_normal(&rng);
    if (layout.block[0].rows * layout.block[0].columns == 1)
        lab->parameters[0] = scale;
    if (lab->model.scorer == SCORER_GENERAL && scale > 1) /* as score_defaults has it */
        score_defaults(&lab->model, lab->x, N, scale, lab->parameters);
}

static bool choose(Lab *lab, int scorer, int query, int key, double scale, double temperature) {
    char message[200];
    double x0 = lab->x[0], x1 = lab->x[N - 1];
    lab->model = (ScoreModel){.scorer = scorer, .hidden = HIDDEN, .parameters = lab->parameters};
    x1 = x1 > x0 ? x1 : x0 + 1;
    lab->model.query = feature_map(query, x0, x1, false);
    lab->model.key = feature_map(key, x0, x1, true);
    if (!score_fits(scorer, &lab->model.query, &lab->model.key, message, sizeof message))
        return false;
    parametrise(lab, scale);
    lab->pool = (Pool){.model = MODEL_SCORER, .scorer = &lab->model, .temperature = temperature};
    return true;
}

static double range_of(const Lab *lab) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < N; i++) {
        low = fmin(low, lab->y[i]);
        high = fmax(high, lab->y[i]);
    }
    return high - low;
}

static double worst, worst_alpha;

static void check_one(Lab *lab, double query, const char *name) {
    static Exact exact;
    static double alpha[N];
    double f, range = range_of(lab);
    bool supported;
    Keys keys = {N, lab->x, lab->y};
    PoolRow row;
    exactly(lab, query, &exact);
    engine_curve(lab->engine, &lab->pool, &query, 1, &f, &supported);
    if (isnan(exact.f)) { /* no key is seen */
        assert_false(supported);
        return;
    }
    double room = 1e-8 + 4 * exact.noise, missed = (double)fabsl(f - exact.f) / range;
    if (!(supported && missed <= room))
        fail_msg("%s: query %.17g: %.17g for %.17Lg, off by %.3g of %.3g", name, query, f, exact.f, missed, room);
    if (exact.noise < 1e-11)
        worst = fmax(worst, missed);
    assert_true(engine_row(lab->engine, &lab->pool, &keys, POOL_ALL, query, alpha, &row));
    assert_true(row.supported);
    for (size_t i = 0; i < N; i++) {
        double off = (double)fabsl(alpha[i] - exact.alpha[i]);
        if (!(off <= room * (double)exact.alpha[i] * 4 + 1e-300) && exact.noise < 0.01 && exact.alpha[i] > 1e-14L)
            fail_msg("%s: query %.17g: weight %zu is %.17g for %.17Lg, noise %.3g", name, query, i, alpha[i],
                     exact.alpha[i], exact.noise);
        if (exact.noise < 1e-11 && exact.alpha[i] > 1e-14L)
            worst_alpha = fmax(worst_alpha, off / (double)exact.alpha[i]);
    }
}

static int set_up(void **state) {
    Lab *lab = calloc(1, sizeof *lab);
    lab->engine = engine_create();
    *state = lab;
    return 0;
}

static int tear_down(void **state) {
    Lab *lab = *state;
    engine_destroy(lab->engine);
    free(lab);
    return 0;
}

static void test_against_definition(void **state) {
    Lab *lab = *state;
    static const double SCALES[] = {0.1, 2, 40, 3000}, TEMPERATURES[] = {1, 0.01};
    char name[200];
    for (int layout = 0; layout < LAYOUT_COUNT; layout++) {
        lay_out(lab, layout);
        for (int c = 0; c < SCORER_COUNT * FEATURE_COUNT * FEATURE_COUNT; c++) {
            int scorer = c % SCORER_COUNT, query = c / SCORER_COUNT % FEATURE_COUNT,
                key = c / SCORER_COUNT / FEATURE_COUNT;
            for (int s = 0; s < 8 && form_serves(scorer); s++) {
                bool other = query != key && (s + query + key) % 5 != 0; /* a few of the mixed ones */
                bool idle = SCORERS[scorer].parameters == 0 && s % 4 != 0;
                bool turn = query == key || SCORERS[scorer].parameters == 0 || (s + layout) % 2 == 0;
                if (other || idle || !turn || !choose(lab, scorer, query, key, SCALES[s % 4], TEMPERATURES[s / 4]))
                    continue;
                snprintf(name, sizeof name, "layout %d, %s, %s, %s, scale %g, T %g", layout, SCORERS[scorer].id,
                         FEATURES[query].id, FEATURES[key].id, SCALES[s % 4], TEMPERATURES[s / 4]);
                for (int j = s % 3; j < QUERIES; j += 3)
                    check_one(lab, lab->query[j], name);
            }
        }
    }
    print_message("worst %.3g, of weights %.3g\n", worst, worst_alpha);
}

static const int SOME[][2] = {{SCORER_GENERAL, FEATURE_LIFT},     {SCORER_ADDITIVE, FEATURE_BIAS},
                              {SCORER_COSINE, FEATURE_IDENTITY},  {SCORER_COSINE, FEATURE_RBF},
                              {SCORER_DISTANCE, FEATURE_FOURIER}, {SCORER_SCALED_DOT, FEATURE_RANDOM}};
enum { SOME_COUNT = sizeof SOME / sizeof *SOME };

static void test_masks(void **state) {
    Lab *lab = *state;
    static bool muted[N];
    Rng rng = rng_seed(11);
    for (int layout = 0; layout < LAYOUT_COUNT; layout++)
        for (int masks = 1; masks < 4; masks++) {
            lay_out(lab, layout);
            for (size_t i = 0; i < N; i++)
                muted[i] = rng_u32(&rng) % 3 == 0 || i / 100 == 7;
            assert_true(engine_set_keys(lab->engine, &(Keys){N, lab->x, lab->y}, masks & 1 ? muted : NULL));
            for (int c = 0; c < SOME_COUNT; c++) {
                assert_true(choose(lab, SOME[c][0], SOME[c][1], SOME[c][1], 2, 0.1));
                lab->pool.muted = masks & 1 ? muted : NULL;
                lab->pool.causal = (masks & 2) != 0;
                for (int j = 1; j < QUERIES; j++)
                    check_one(lab, lab->query[j], SCORERS[SOME[c][0]].id);
            }
        }
}

/* No key is seen: no prediction. */
static void test_nothing_seen(void **state) {
    Lab *lab = *state;
    static double alpha[N];
    Keys keys = {N, lab->x, lab->y};
    lay_out(lab, 0);
    assert_true(choose(lab, SCORER_GENERAL, FEATURE_LIFT, FEATURE_LIFT, 2, 1));
    lab->pool.causal = true;
    double query = lab->x[0] - 1, f;
    bool supported = true;
    PoolRow row;
    engine_curve(lab->engine, &lab->pool, &query, 1, &f, &supported);
    assert_false(supported);
    assert_true(engine_row(lab->engine, &lab->pool, &keys, POOL_ALL, query, alpha, &row));
    assert_false(row.supported);
    for (size_t i = 0; i < N; i++)
        assert_true(alpha[i] == 0);
}

/* Rows that leave a key out, and scores, as pool.c has them. */
static void test_rows(void **state) {
    Lab *lab = *state;
    static double alpha[N], expected[N];
    static bool muted[N];
    Keys keys = {N, lab->x, lab->y};
    for (int masked = 0; masked < 2; masked++)
        for (int c = 0; c < SOME_COUNT; c++) {
            lay_out(lab, 0);
            for (size_t i = 0; i < N; i++)
                muted[i] = i % 5 == 0;
            assert_true(engine_set_keys(lab->engine, &keys, masked ? muted : NULL));
            assert_true(choose(lab, SOME[c][0], SOME[c][1], SOME[c][1], 2, 0.05));
            lab->pool.muted = masked ? muted : NULL;
            for (size_t without = 0; without < N; without += 499) {
                double query = lab->x[without];
                PoolRow row, slow = pool_row_without(&lab->pool, &keys, without, query, expected);
                assert_true(engine_row(lab->engine, &lab->pool, &keys, without, query, alpha, &row));
                assert_true(fabs(row.f - slow.f) < 1e-8 && fabs(row.n_eff / slow.n_eff - 1) < 1e-8 &&
                            fabs(row.entropy - slow.entropy) < 1e-8);
                for (size_t i = 0; i < N; i++)
                    assert_true(fabs(alpha[i] - expected[i]) <= 1e-8 * expected[i]);
                pool_scores_without(&lab->pool, &keys, without, query, expected);
                assert_true(engine_row_scores(lab->engine, &lab->pool, &keys, without, query, alpha));
                for (size_t i = 0; i < N; i++)
                    assert_true(alpha[i] == expected[i] || fabs(alpha[i] - expected[i]) < 1e-8);
            }
        }
}

static void check_columns(Lab *lab, size_t columns) {
    static Exact exact;
    static float weight[QUERIES * N];
    bool supported[QUERIES];
    bool serves = engine_weights(lab->engine, &lab->pool, lab->query, QUERIES, columns, weight, supported);
    assert_int_equal(serves, columns < N / 8);
    for (size_t j = 0; serves && j < QUERIES; j++) {
        exactly(lab, lab->query[j], &exact);
        for (size_t c = 0, k = 0; c < columns; c++) {
            double sum = 0, w = (double)weight[j * columns + c], room = 1e-5 + 4 * exact.noise;
            for (; k < N && k * columns / N == c; k++)
                sum += supported[j] ? (double)exact.alpha[k] : 0;
            if (!(fabs(w - sum) <= room * (sum + 1e-8)))
                fail_msg("%s, query %zu, column %zu of %zu: %g for %g", SCORERS[lab->model.scorer].id, j, c, columns, w,
                         sum);
        }
    }
}

static void test_heatmap(void **state) {
    Lab *lab = *state;
    static const size_t COLUMNS[] = {1, 40, 140, 1000};
    for (int layout = 0; layout < LAYOUT_COUNT; layout++)
        for (int c = 0; c < SOME_COUNT; c++)
            for (int s = 0; s < 8; s++) {
                if (s % 4 == 0)
                    lay_out(lab, layout);
                assert_true(choose(lab, SOME[c][0], SOME[c][1], SOME[c][1], s < 4 ? 0.5 : 20, s % 2 ? 1 : 0.01));
                lab->pool.causal = s % 3 == 0;
                check_columns(lab, COLUMNS[s % 4]);
            }
}

/* Parameters that overflow: as pool.c has it. And what is left to pool.c. */
static void test_beyond(void **state) {
    Lab *lab = *state;
    static double features[N * FEATURE_MAX], alpha[N];
    static const double SCALES[] = {1e150, 1e300, NAN};
    Keys keys = {N, lab->x, lab->y};
    PoolRow row;
    lay_out(lab, 0);
    for (int c = 0; c < SOME_COUNT; c++)
        for (int s = 0; s < 3; s++) {
            double f[QUERIES], expected[QUERIES];
            bool supported[QUERIES], wanted[QUERIES];
            assert_true(choose(lab, SOME[c][0], SOME[c][1], SOME[c][1], 1, 1));
            for (size_t i = 0; i < score_layout(&lab->model, N).length; i++)
                lab->parameters[i] *= SCALES[s];
            feature_rows(&lab->model.key, lab->x, N, features);
            lab->model.key_features = features;
            pool_predict(&lab->pool, &keys, lab->query, QUERIES, expected, wanted);
            engine_curve(lab->engine, &lab->pool, lab->query, QUERIES, f, supported);
            for (size_t j = 0; j < QUERIES; j++) {
                if (supported[j] != wanted[j]) /* f itself is the rounding's choice */
                    fail_msg("%s, scale %g, query %zu: %g for %g", SCORERS[SOME[c][0]].id, SCALES[s], j, f[j],
                             expected[j]);
            }
        }
    lab->model.scorer = SCORER_LOCATION;
    assert_false(engine_scores(lab->engine, &lab->pool));
    assert_false(engine_row(lab->engine, &lab->pool, &keys, POOL_ALL, 1, alpha, &row));
    lab->model.scorer = SCORER_DOT;
    assert_true(engine_set_keys(lab->engine, &(Keys){0, lab->x, lab->y}, NULL));
    assert_false(engine_scores(lab->engine, &lab->pool));
    assert_true(engine_set_keys(lab->engine, &(Keys){100, lab->x, lab->y}, NULL));
    assert_false(engine_row(lab->engine, &lab->pool, &keys, POOL_ALL, 1, alpha, &row));
}

/* Few keys, masked or not: side by side, and no less exact than the definition in doubles. */
static void test_few(void **state) {
    Lab *lab = *state;
    static bool muted[N];
    static const size_t counts[] = {1, 15, 16, 17, 50, 256, 257, 400};
    lay_out(lab, 0);
    for (size_t i = 0; i < N; i++)
        muted[i] = i % 3 == 0;
    for (int i = 0; i < 8 * SOME_COUNT * 4; i++) {
        const int *some = SOME[i % SOME_COUNT];
        int masks = i / SOME_COUNT % 4;
        size_t n = counts[i / SOME_COUNT / 4];
        Keys keys = {n, lab->x, lab->y};
        double f[QUERIES], expected[QUERIES];
        bool supported[QUERIES], wanted[QUERIES];
        assert_true(choose(lab, some[0], some[1], some[1], 2, 0.1));
        lab->pool.muted = masks & 1 ? muted : NULL;
        lab->pool.causal = (masks & 2) != 0;
        assert_true(engine_set_keys(lab->engine, &keys, lab->pool.muted));
        engine_curve(lab->engine, &lab->pool, lab->query, QUERIES, f, supported);
        pool_predict(&lab->pool, &keys, lab->query, QUERIES, expected, wanted);
        for (size_t j = 0; j < QUERIES; j++)
            if (supported[j] != wanted[j] || !(fabs(f[j] - expected[j]) < (n <= 256 ? 1e-12 : 1e-8)))
                fail_msg("%zu keys, %s, masks %d, query %zu: %.17g for %.17g", n, SCORERS[some[0]].id, masks, j, f[j],
                         expected[j]);
    }
}

/* One key after the other moves: as from a fresh start. */
static void test_moved_key(void **state) {
    Lab *lab = *state;
    Engine *fresh = engine_create();
    lay_out(lab, 0);
    assert_true(choose(lab, SCORER_SCALED_DOT, FEATURE_FOURIER, FEATURE_FOURIER, 1, 0.1));
    for (size_t k = 100; k < N - 1; k += 300) {
        Keys keys = {N, lab->x, lab->y};
        double f[QUERIES], again[QUERIES], before = lab->x[k];
        bool supported[QUERIES];
        lab->x[k] = (lab->x[k] + lab->x[k + 1]) / 2;
        lab->y[k] += 3;
        assert_true(engine_move_key(lab->engine, &keys, k, before, k));
        assert_true(engine_set_keys(fresh, &keys, NULL));
        engine_curve(lab->engine, &lab->pool, lab->query, QUERIES, f, supported);
        engine_curve(fresh, &lab->pool, lab->query, QUERIES, again, supported);
        assert_memory_equal(f, again, sizeof f);
    }
    engine_destroy(fresh);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_against_definition),
        TEST(test_masks),
        TEST(test_nothing_seen),
        TEST(test_rows),
        TEST(test_heatmap),
        TEST(test_beyond),
        TEST(test_moved_key),
        TEST(test_few),
    };
    return cmocka_run_group_tests_name("core/tree", tests, NULL, NULL);
}

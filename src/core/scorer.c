/* The scoring functions of the lecture's table and their gradients in the parameters. Each works on one query
 * and a run of keys at a time, so that what depends on the query alone (W'q, W_q q) is computed once.
 * Graves et al. 2014 (cosine); Bahdanau et al. 2015 (additive); Luong et al. 2015 (location, general, dot);
 * Vaswani et al. 2017 (scaled dot). */
#include "core/score.h"

#include "core/rng.h"

#include <math.h>
#include <string.h>

static double dot(const double *a, const double *b, size_t d) {
    double sum = 0;
    for (size_t i = 0; i < d; i++)
        sum += a[i] * b[i];
    return sum;
}

/* row[0..d) += factor * a */
static void add(double *row, const double *a, double factor, size_t d) {
    for (size_t i = 0; i < d; i++)
        row[i] += factor * a[i];
}

static const double *key_at(const ScoreContext *context, size_t i) {
    return context->keys + (context->first + i) * context->side[SCORE_D_K];
}

/* distance: -w^2 norm(q - k)^2 / 2 */

static double squared_distance(const ScoreContext *context, size_t i) {
    const double *k = key_at(context, i);
    double sum = 0;
    for (size_t c = 0; c < context->side[SCORE_D_Q]; c++)
        sum += (context->q[c] - k[c]) * (context->q[c] - k[c]);
    return sum;
}

static void distance_score(const ScoreContext *context, double *score) {
    double w = context->parameter[0][0];
    for (size_t i = 0; i < context->count; i++)
        score[i] = -w * w * squared_distance(context, i) / 2;
}

static void distance_gradient(const ScoreContext *context, const double *upstream, double *const *gradient) {
    for (size_t i = 0; i < context->count; i++)
        gradient[0][0] -= upstream[i] * context->parameter[0][0] * squared_distance(context, i);
}

static void distance_defaults(const ScoreModel *model, const double *x, size_t n, double w, double *const *parameter) {
    (void)model, (void)x, (void)n;
    parameter[0][0] = w;
}

/* cosine: beta cos(q, k). A vector of zeros has no direction; its cosine is 0. */

static double cosine(const ScoreContext *context, double q_norm, size_t i) {
    const double *k = key_at(context, i);
    size_t d = context->side[SCORE_D_K];
    double k_norm = sqrt(dot(k, k, d));
    return q_norm > 0 && k_norm > 0 ? dot(context->q, k, d) / q_norm / k_norm : 0;
}

static void cosine_score(const ScoreContext *context, double *score) {
    double q_norm = sqrt(dot(context->q, context->q, context->side[SCORE_D_Q]));
    for (size_t i = 0; i < context->count; i++)
        score[i] = context->parameter[0][0] * cosine(context, q_norm, i);
}

static void cosine_gradient(const ScoreContext *context, const double *upstream, double *const *gradient) {
    double q_norm = sqrt(dot(context->q, context->q, context->side[SCORE_D_Q]));
    for (size_t i = 0; i < context->count; i++)
        gradient[0][0] += upstream[i] * cosine(context, q_norm, i);
}

static void cosine_defaults(const ScoreModel *model, const double *x, size_t n, double w, double *const *parameter) {
    (void)x, (void)n;
    double omega = model->key.omega;
    parameter[0][0] = model->key.kind == FEATURE_CIRCLE ? w * w / (omega * omega) : 1;
}

static bool is_scalar(const FeatureMap *map) { return FEATURES[map->kind].length == 1; }

static const char *cosine_degenerate(const FeatureMap *query, const FeatureMap *key) {
    (void)query;
    return is_scalar(key) ? "The cosine of two numbers is only the sign of their product: "
                            "all keys on the same side of 0 get the same weight."
                          : NULL;
}

/* additive: w_v' tanh(W_q q + W_k k) */

static void hidden_of_query(const ScoreContext *context, double *hidden) {
    size_t d = context->side[SCORE_D_Q];
    for (size_t u = 0; u < context->side[SCORE_HIDDEN]; u++)
        hidden[u] = dot(context->parameter[0] + u * d, context->q, d);
}

static double unit(const ScoreContext *context, const double *from_query, size_t u, const double *k) {
    size_t d = context->side[SCORE_D_K];
    return tanh(from_query[u] + dot(context->parameter[1] + u * d, k, d));
}

static void additive_score(const ScoreContext *context, double *score) {
    double from_query[SCORE_HIDDEN_MAX];
    hidden_of_query(context, from_query);
    for (size_t i = 0; i < context->count; i++) {
        score[i] = 0;
        for (size_t u = 0; u < context->side[SCORE_HIDDEN]; u++)
            score[i] += context->parameter[2][u] * unit(context, from_query, u, key_at(context, i));
    }
}

static void additive_gradient(const ScoreContext *context, const double *upstream, double *const *gradient) {
    double from_query[SCORE_HIDDEN_MAX];
    size_t d_q = context->side[SCORE_D_Q], d_k = context->side[SCORE_D_K];
    hidden_of_query(context, from_query);
    for (size_t u = 0; u < context->side[SCORE_HIDDEN]; u++) {
        double sum = 0;
        for (size_t i = 0; i < context->count; i++) {
            const double *k = key_at(context, i);
            double t = unit(context, from_query, u, k);
            double inner = upstream[i] * context->parameter[2][u] * (1 - t) * (1 + t);
            gradient[2][u] += upstream[i] * t;
            add(gradient[1] + u * d_k, k, inner, d_k);
            sum += inner;
        }
        add(gradient[0] + u * d_q, context->q, sum, d_q);
    }
}

static bool has_line(const FeatureMap *map) { return FEATURES[map->kind].one >= 0 && FEATURES[map->kind].x >= 0; }

/* tanh(c u + 1) - tanh(c u - 1) is a bump in u = x - x_i; its height is chosen so that the score has the
 * Gaussian's curvature -w^2 at the top. c = w / 3 makes it 10.7 high: far keys keep 2e-5 of the top's weight. */
static void make_bump(const ScoreModel *model, double w, double *const *parameter) {
    const Feature *query = &FEATURES[model->query.kind], *key = &FEATURES[model->key.kind];
    size_t d_q = feature_length(&model->query), d_k = feature_length(&model->key);
    double c = w / 3, t = tanh(1.0);
    for (size_t u = 0; u < 2; u++) {
        double sign = u == 0 ? 1 : -1;
        memset(parameter[0] + u * d_q, 0, d_q * sizeof(double));
        memset(parameter[1] + u * d_k, 0, d_k * sizeof(double));
        parameter[0][u * d_q + (size_t)query->x] = c;
        parameter[0][u * d_q + (size_t)query->one] = sign;
        parameter[1][u * d_k + (size_t)key->x] = -c;
        parameter[2][u] = sign * 9 / (4 * t * (1 - t * t));
    }
}

static void additive_defaults(const ScoreModel *model, const double *x, size_t n, double w, double *const *parameter) {
    (void)x, (void)n;
    size_t d_q = feature_length(&model->query), d_k = feature_length(&model->key);
    bool bump = model->hidden >= 2 && has_line(&model->query) && has_line(&model->key);
    Rng rng = rng_seed(1);
    for (size_t i = 0; i < model->hidden * d_q; i++)
        parameter[0][i] = rng_normal(&rng) / sqrt((double)d_q);
    for (size_t i = 0; i < model->hidden * d_k; i++)
        parameter[1][i] = rng_normal(&rng) / sqrt((double)d_k);
    for (size_t u = 0; u < model->hidden; u++)
        parameter[2][u] = bump ? 0 : rng_normal(&rng);
    if (bump)
        make_bump(model, w, parameter);
}

static const char *additive_degenerate(const FeatureMap *query, const FeatureMap *key) {
    return is_scalar(query) && is_scalar(key) ? "Without a constant 1 among the features, the additive score cannot "
                                                "make a bump that moves along with the query."
                                              : NULL;
}

/* location: (W q)_i */

static void location_score(const ScoreContext *context, double *score) {
    size_t d = context->side[SCORE_D_Q];
    for (size_t i = 0; i < context->count; i++)
        score[i] = dot(context->parameter[0] + (context->first + i) * d, context->q, d);
}

static void location_gradient(const ScoreContext *context, const double *upstream, double *const *gradient) {
    size_t d = context->side[SCORE_D_Q];
    for (size_t i = 0; i < context->count; i++)
        add(gradient[0] + (context->first + i) * d, context->q, upstream[i], d);
}

static void location_defaults(const ScoreModel *model, const double *x, size_t n, double w, double *const *parameter) {
    const Feature *query = &FEATURES[model->query.kind];
    size_t d = feature_length(&model->query);
    for (size_t i = 0; i < n; i++) {
        double *row = parameter[0] + i * d;
        memset(row, 0, d * sizeof *row);
        if (has_line(&model->query)) {
            row[query->x] = w * w * x[i];
            row[query->one] = -w * w * x[i] * x[i] / 2;
        }
    }
}

static const char *location_degenerate(const FeatureMap *query, const FeatureMap *key) {
    (void)key;
    return is_scalar(query) ? "Without a constant 1 among the features, all scores are 0 where the query's feature "
                              "is 0: the prediction there is always the average."
                            : NULL;
}

/* general: q' W k */

static void general_score(const ScoreContext *context, double *score) {
    double row[FEATURE_MAX] = {0};
    size_t d_q = context->side[SCORE_D_Q], d_k = context->side[SCORE_D_K];
    for (size_t a = 0; a < d_q; a++)
        add(row, context->parameter[0] + a * d_k, context->q[a], d_k);
    for (size_t i = 0; i < context->count; i++)
        score[i] = dot(row, key_at(context, i), d_k);
}

static void general_gradient(const ScoreContext *context, const double *upstream, double *const *gradient) {
    double sum[FEATURE_MAX] = {0};
    size_t d_q = context->side[SCORE_D_Q], d_k = context->side[SCORE_D_K];
    for (size_t i = 0; i < context->count; i++)
        add(sum, key_at(context, i), upstream[i], d_k);
    for (size_t a = 0; a < d_q; a++)
        add(gradient[0] + a * d_k, sum, context->q[a], d_k);
}

static void general_defaults(const ScoreModel *model, const double *x, size_t n, double w, double *const *parameter) {
    (void)x, (void)n;
    size_t d_q = feature_length(&model->query), d_k = feature_length(&model->key);
    bool both_circle = model->query.kind == FEATURE_CIRCLE && model->key.kind == FEATURE_CIRCLE;
    double omega = model->key.omega, *W = parameter[0];
    memset(W, 0, d_q * d_k * sizeof *W);
    if (model->query.kind == FEATURE_LIFT && model->key.kind == FEATURE_LIFT) {
        W[0 * 3 + 2] = W[2 * 3 + 0] = -w * w / 2;
        W[1 * 3 + 1] = w * w;
        return;
    }
    for (size_t a = 0; a < d_q && a < d_k; a++)
        W[a * d_k + a] = both_circle ? w * w / (omega * omega) : 1;
}

static const char *const ENDS = "This score only ever favours the first or the last key, "
                                "however near to the query another one lies.";

/* A line in the key has its largest value at an end. */
static const char *general_degenerate(const FeatureMap *query, const FeatureMap *key) {
    (void)query;
    return FEATURES[key->kind].degree == 1 ? ENDS : NULL;
}

/* dot: q'k, and scaled by 1 / sqrt(d) */

static void dot_score(const ScoreContext *context, double *score) {
    for (size_t i = 0; i < context->count; i++)
        score[i] = dot(context->q, key_at(context, i), context->side[SCORE_D_K]);
}

static void scaled_dot_score(const ScoreContext *context, double *score) {
    double root = sqrt((double)context->side[SCORE_D_K]);
    for (size_t i = 0; i < context->count; i++)
        score[i] = dot(context->q, key_at(context, i), context->side[SCORE_D_K]) / root;
}

/* A line, or the parabola 1 + x k + x^2 k^2, which opens upwards. */
static const char *dot_degenerate(const FeatureMap *query, const FeatureMap *key) {
    bool parabola = query->kind == FEATURE_LIFT && key->kind == FEATURE_LIFT;
    return FEATURES[key->kind].degree == 1 || parabola ? ENDS : NULL;
}

static const char *never(const FeatureMap *query, const FeatureMap *key) {
    (void)query, (void)key;
    return NULL;
}

const Scorer SCORERS[SCORER_COUNT] = {
    [SCORER_DISTANCE] = {"distance",
                         "Distance",
                         "−½ w² ‖q − k‖²",
                         "Nadaraya 1964, Watson 1964",
                         true,
                         1,
                         {{"w", "w", SCORE_ONE, SCORE_ONE}},
                         distance_score,
                         distance_gradient,
                         distance_defaults,
                         never},
    [SCORER_COSINE] = {"cosine",
                       "Cosine",
                       "β cos(q, k)",
                       "Graves 2014",
                       true,
                       1,
                       {{"beta", "β", SCORE_ONE, SCORE_ONE}},
                       cosine_score,
                       cosine_gradient,
                       cosine_defaults,
                       cosine_degenerate},
    [SCORER_ADDITIVE] = {"additive",
                         "Additive",
                         "vᵀ tanh(W[q; k])",
                         "Bahdanau 2015",
                         false,
                         3,
                         {{"W_q", "W_q", SCORE_HIDDEN, SCORE_D_Q},
                          {"W_k", "W_k", SCORE_HIDDEN, SCORE_D_K},
                          {"w_v", "w_v", SCORE_ONE, SCORE_HIDDEN}},
                         additive_score,
                         additive_gradient,
                         additive_defaults,
                         additive_degenerate},
    [SCORER_LOCATION] = {"location",
                         "Location",
                         "(W q)ᵢ",
                         "Luong 2015",
                         false,
                         1,
                         {{"W", "W", SCORE_KEYS, SCORE_D_Q}},
                         location_score,
                         location_gradient,
                         location_defaults,
                         location_degenerate},
    [SCORER_GENERAL] = {"general",
                        "General",
                        "qᵀ W k",
                        "Luong 2015",
                        false,
                        1,
                        {{"W", "W", SCORE_D_Q, SCORE_D_K}},
                        general_score,
                        general_gradient,
                        general_defaults,
                        general_degenerate},
    [SCORER_DOT] = {"dot", "Dot product", "qᵀ k", "Luong 2015", true, 0, {{0}}, dot_score, NULL, NULL, dot_degenerate},
    [SCORER_SCALED_DOT] = {"scaled_dot",
                           "Scaled dot product",
                           "qᵀ k / √d",
                           "Vaswani 2017",
                           true,
                           0,
                           {{0}},
                           scaled_dot_score,
                           NULL,
                           NULL,
                           dot_degenerate},
};

/* What bounds a score about a place c: |s(z) - s(c)| <= |s'(c)| R + sup |s''| R^2 / 2 in the disc of radius R. The
 * first term takes s' as it is, so that large components that cancel out do not count; only the second takes
 * magnitudes. tanh: |tanh'(z)| = 1 / |cosh z|^2 and |cosh(x + iy)|^2 = sinh^2 x + cos^2 y, which is far from 0 unless x
 * is near 0 and y near pi / 2. */
#include "core/form.h"

#include "core/lanes.h"

#include <math.h>
#include <string.h>

static double dot(const double *a, const double *b, size_t d) {
    double sum = 0;
    for (size_t i = 0; i < d; i++)
        sum += a[i] * b[i];
    return sum;
}

static const double *parameter(const ScoreModel *model, size_t block) {
    return model->parameters + score_layout(model, 1).block[block].offset;
}

/* The query's sides */

static void general_query(const ScoreModel *model, const double *q, double temperature, Form *form) {
    const double *W = parameter(model, 0);
    size_t d_q = feature_length(&model->query);
    for (size_t c = 0; c < form->length; c++) {
        form->a[c] = 0;
        for (size_t i = 0; i < d_q; i++)
            form->a[c] += q[i] * W[i * form->length + c];
        form->a[c] /= temperature;
    }
}

static void scale_query(const double *q, double factor, Form *form) {
    for (size_t c = 0; c < form->length; c++)
        form->a[c] = q[c] * factor;
}

static void dot_query(const ScoreModel *model, const double *q, double temperature, Form *form) {
    (void)model;
    scale_query(q, 1 / temperature, form);
}

static void scaled_dot_query(const ScoreModel *model, const double *q, double temperature, Form *form) {
    (void)model;
    scale_query(q, 1 / (sqrt((double)form->length) * temperature), form);
}

static void cosine_query(const ScoreModel *model, const double *q, double temperature, Form *form) {
    double norm = sqrt(dot(q, q, form->length));
    scale_query(q, norm > 0 ? *parameter(model, 0) / norm / temperature : 0, form);
}

static void distance_query(const ScoreModel *model, const double *q, double temperature, Form *form) {
    double w = *parameter(model, 0);
    form->factor = -w * w / (2 * temperature);
    memcpy(form->a, q, form->length * sizeof *q);
}

static void additive_query(const ScoreModel *model, const double *q, double temperature, Form *form) {
    size_t d_q = feature_length(&model->query);
    const double *W_q = parameter(model, 0), *w_v = parameter(model, 2);
    for (size_t u = 0; u < form->length; u++) {
        form->a[u] = dot(W_q + u * d_q, q, d_q);
        form->o[u] = w_v[u] / temperature;
    }
}

/* The keys' sides: from the features' values, slopes and bends; radius 0: values only. */

typedef struct Vectors {
    double *value, *slope, *bend;
} Vectors;

static void plain_key(const ScoreModel *model, const Vectors *phi, double radius, const Vectors *b) {
    size_t size = feature_length(&model->key) * sizeof(double);
    memcpy(b->value, phi->value, size);
    if (!(radius > 0))
        return;
    memcpy(b->slope, phi->slope, size);
    memcpy(b->bend, phi->bend, size);
}

/* The largest values within the disc. */
static double most_slope(const Vectors *phi, size_t c, double radius) {
    return fabs(phi->slope[c]) + phi->bend[c] * radius;
}

static double most_value(const Vectors *phi, size_t c, double radius) {
    return fabs(phi->value[c]) + (fabs(phi->slope[c]) + phi->bend[c] * radius / 2) * radius;
}

/* k / norm(k): with v = norm^2, the second derivative of k v^(-1/2) is
 * k'' v^(-1/2) - k' v' v^(-3/2) - k v'' v^(-3/2) / 2 + 3/4 k v'^2 v^(-5/2). */
static void direction_jet(const Vectors *phi, size_t d, double v, double radius, const Vectors *b) {
    double v1 = 2 * dot(phi->value, phi->slope, d), most_v1 = 0, most_v2 = 0;
    for (size_t c = 0; c < d; c++) {
        double slope = most_slope(phi, c, radius), value = most_value(phi, c, radius);
        most_v1 += 2 * slope * value;
        most_v2 += 2 * (slope * slope + value * phi->bend[c]);
    }
    double least = v - (fabs(v1) + most_v2 * radius / 2) * radius, root = sqrt(least), cube = least * root;
    for (size_t c = 0; c < d; c++) {
        double slope = most_slope(phi, c, radius), value = most_value(phi, c, radius);
        b->slope[c] = (phi->slope[c] - phi->value[c] * v1 / (2 * v)) / sqrt(v);
        b->bend[c] = phi->bend[c] / root + (slope * most_v1 + value * most_v2 / 2) / cube +
                     0.75 * value * most_v1 * most_v1 / (cube * least);
        if (!(least > 0))
            b->bend[c] = INFINITY;
    }
}

/* A scalar's direction is its sign, and where waves come in pairs the norm is always the same. */
static void direction_key(const ScoreModel *model, const Vectors *phi, double radius, const Vectors *b) {
    size_t d = feature_length(&model->key);
    double v = dot(phi->value, phi->value, d), norm = sqrt(v);
    bool paired = model->key.kind == FEATURE_CIRCLE || model->key.kind == FEATURE_FOURIER;
    for (size_t c = 0; c < d; c++)
        b->value[c] = norm > 0 ? phi->value[c] / norm : 0;
    if (!(radius > 0))
        return;
    if (d == 1) {
        b->slope[0] = 0;
        b->bend[0] = norm > 0 && fabs(phi->value[0]) > fabs(phi->slope[0]) * radius ? 0 : INFINITY;
        return;
    }
    for (size_t c = 0; paired && c < d; c++) {
        b->slope[c] = phi->slope[c] / norm;
        b->bend[c] = phi->bend[c] / norm;
    }
    if (!paired)
        direction_jet(phi, d, v, radius, b);
}

static void hidden_key(const ScoreModel *model, const Vectors *phi, double radius, const Vectors *b) {
    size_t d = feature_length(&model->key);
    const double *row = parameter(model, 1);
    for (size_t u = 0; u < model->hidden; u++, row += d) {
        b->value[u] = dot(row, phi->value, d);
        if (!(radius > 0))
            continue;
        b->slope[u] = dot(row, phi->slope, d);
        b->bend[u] = 0;
        for (size_t c = 0; c < d; c++)
            b->bend[u] += row[c] == 0 ? 0 : fabs(row[c]) * phi->bend[c];
    }
}

typedef struct Sides {
    bool serves;
    FormKind kind;
    void (*query)(const ScoreModel *model, const double *q, double temperature, Form *form);
    void (*key)(const ScoreModel *model, const Vectors *phi, double radius, const Vectors *b);
} Sides;

static const Sides SIDES[SCORER_COUNT] = {
    [SCORER_DISTANCE] = {true, FORM_DISTANCE, distance_query, plain_key},
    [SCORER_COSINE] = {true, FORM_DOT, cosine_query, direction_key},
    [SCORER_ADDITIVE] = {true, FORM_TANH, additive_query, hidden_key},
    [SCORER_LOCATION] = {false, FORM_DOT, NULL, NULL},
    [SCORER_GENERAL] = {true, FORM_DOT, general_query, plain_key},
    [SCORER_DOT] = {true, FORM_DOT, dot_query, plain_key},
    [SCORER_SCALED_DOT] = {true, FORM_DOT, scaled_dot_query, plain_key},
};

bool form_serves(int scorer) { return SIDES[scorer].serves; }

size_t form_length(const ScoreModel *model) {
    return SIDES[model->scorer].kind == FORM_TANH ? model->hidden : feature_length(&model->key);
}

bool form_query(const ScoreModel *model, double temperature, double x, Form *form) {
    double q[FEATURE_MAX], all = 0;
    form->kind = SIDES[model->scorer].kind;
    form->length = form_length(model);
    form->factor = 0;
    feature_rows(&model->query, &x, 1, q);
    SIDES[model->scorer].query(model, q, temperature == 0 ? 1 : temperature, form);
    for (size_t c = 0; c < form->length; c++)
        all += fabs(form->a[c]) + (form->kind == FORM_TANH ? fabs(form->o[c]) : 0);
    return isfinite(all + form->factor);
}

void form_keys(const ScoreModel *model, const double x[FORM_LANES], double *b) {
    double phi[FORM_LANES * FEATURE_MAX], value[FEATURE_MAX];
    size_t length = form_length(model), d = feature_length(&model->key);
    feature_rows(&model->key, x, FORM_LANES, phi);
    for (size_t l = 0; l < FORM_LANES; l++) {
        SIDES[model->scorer].key(model, &(Vectors){.value = phi + l * d}, 0, &(Vectors){.value = value});
        for (size_t c = 0; c < length; c++)
            b[c * FORM_LANES + l] = value[c];
    }
}

void form_jet(const ScoreModel *model, double x, double radius, double *jet) {
    double phi[3 * FEATURE_MAX];
    size_t length = form_length(model);
    Vectors from = {phi, phi + FEATURE_MAX, phi + 2 * FEATURE_MAX}, to = {jet, jet + length, jet + 2 * length};
    feature_jet(&model->key, x, radius, from.value, from.slope, from.bend);
    SIDES[model->scorer].key(model, &from, radius, &to);
}

/* Scores */

CLONES static void dot_scores(const Form *form, const double *row, double *score) {
    double sum[FORM_LANES] = {0};
    for (size_t c = 0; c < form->length; c++, row += FORM_LANES) {
        double a = form->a[c];
#pragma omp simd
        for (size_t l = 0; l < FORM_LANES; l++)
            sum[l] += a * row[l];
    }
    memcpy(score, sum, sizeof sum);
}

CLONES static void distance_scores(const Form *form, const double *row, double *score) {
    double sum[FORM_LANES] = {0};
    for (size_t c = 0; c < form->length; c++, row += FORM_LANES) {
        double a = form->a[c];
#pragma omp simd
        for (size_t l = 0; l < FORM_LANES; l++)
            sum[l] += (a - row[l]) * (a - row[l]);
    }
    for (size_t l = 0; l < FORM_LANES; l++)
        score[l] = form->factor * sum[l];
}

/* tanh t = 1 - 2 / (e^(2t) + 1), which is 1 in doubles from t = 20 on. */
INLINED double tanh_of(double t) {
    t = t > 20 ? 20 : t < -20 ? -20 : t;
    return 1 - 2 / (lanes_exp(2 * t) + 1);
}

CLONES static void tanh_scores(const Form *form, const double *row, double *score) {
    double sum[FORM_LANES] = {0};
    for (size_t u = 0; u < form->length; u++, row += FORM_LANES) {
        double a = form->a[u], o = form->o[u];
#pragma omp simd
        for (size_t l = 0; l < FORM_LANES; l++)
            sum[l] += o * tanh_of(a + row[l]);
    }
    memcpy(score, sum, sizeof sum);
}

void form_scores(const Form *form, const double *b, double *score) {
    typedef void Scores(const Form *form, const double *row, double *score);
    static Scores *const SCORES[] = {
        [FORM_DOT] = dot_scores, [FORM_DISTANCE] = distance_scores, [FORM_TANH] = tanh_scores};
    SCORES[form->kind](form, b, score);
}

/* Bounds */

static FormBound bound_of(double score, double first, double second, double radius, double reach) {
    return (FormBound){score, (fabs(first) + second * radius / 2) * radius, (fabs(first) + second * reach / 2) * reach};
}

CLONES static FormBound dot_bound(const Form *form, const double *jet, double radius, double reach) {
    size_t d = form->length;
    const double *a = form->a, *slope = jet + d, *bend = slope + d;
    double score = 0, first = 0, second = 0;
#pragma omp simd reduction(+ : score, first, second)
    for (size_t c = 0; c < d; c++) {
        score += a[c] * jet[c];
        first += a[c] * slope[c];
        second += a[c] == 0 ? 0 : fabs(a[c]) * bend[c];
    }
    return bound_of(score, first, second, radius, reach);
}

CLONES static FormBound distance_bound(const Form *form, const double *jet, double radius, double reach) {
    size_t d = form->length;
    const double *a = form->a, *slope = jet + d, *bend = slope + d;
    double score = 0, first = 0, second = 0;
#pragma omp simd reduction(+ : score, first, second)
    for (size_t c = 0; c < d; c++) {
        double away = a[c] - jet[c], most = fabs(slope[c]) + bend[c] * radius;
        score += away * away;
        first -= 2 * away * slope[c];
        second += 2 * (most * most + (fabs(away) + (fabs(slope[c]) + bend[c] * radius / 2) * radius) * bend[c]);
    }
    return bound_of(form->factor * score, form->factor * first, -form->factor * second, radius, reach);
}

/* At least sinh^2 x + cos^2 y for x >= 0. */
INLINED double cosh_square(double x, double y) {
    double square = x * x, rest = y * y < 1 ? 1 - y * y : 0;
    return square * (1 + square * (1.0 / 3 + square * (2.0 / 45 + square / 315))) + rest;
}

CLONES static FormBound tanh_bound(const Form *form, const double *jet, double radius, double reach) {
    size_t d = form->length;
    const double *a = form->a, *o = form->o, *slope = jet + d, *bend = slope + d;
    double score = 0, disc = 0, line = 0;
#pragma omp simd reduction(+ : score, disc, line)
    for (size_t u = 0; u < d; u++) {
        double t = a[u] + jet[u], size = fabs(o[u]);
        double far = (fabs(slope[u]) + bend[u] * radius / 2) * radius;
        double near = (fabs(slope[u]) + bend[u] * reach / 2) * reach;
        double far_x = fabs(t) - far, near_x = fabs(t) - near;
        double over = far / cosh_square(far_x > 0 ? far_x : 0, far);
        double along = near / cosh_square(near_x > 0 ? near_x : 0, 0);
        score += o[u] * tanh_of(t);
        disc += size == 0 ? 0 : size * over;
        line += size == 0 ? 0 : size * (along > 2 ? 2 : along);
    }
    return (FormBound){score, disc, line};
}

FormBound form_bound(const Form *form, const double *jet, double radius, double reach) {
    typedef FormBound Bound(const Form *form, const double *jet, double radius, double reach);
    static Bound *const BOUNDS[] = {[FORM_DOT] = dot_bound, [FORM_DISTANCE] = distance_bound, [FORM_TANH] = tanh_bound};
    return BOUNDS[form->kind](form, jet, radius, reach);
}

/* Each observable is one small function of the moment. Those of the curve are taken over its samples, so they are
 * written as shares and integrals, which do not depend on how many samples the window asks for. */
#include "model/observe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OF_RESULTS(name, expression)                                                                                   \
    static double name(const Moment *m) {                                                                              \
        const Results *r = m->results;                                                                                 \
        return expression;                                                                                             \
    }
#define OF_SCENE(name, expression)                                                                                     \
    static double name(const Moment *m) {                                                                              \
        const Scene *s = m->scene;                                                                                     \
        return expression;                                                                                             \
    }

OF_RESULTS(prediction, r->row.supported ? r->row.f : NAN)
OF_RESULTS(truth, r->truth)
OF_RESULTS(error, r->row.supported ? r->row.f - r->truth : NAN)
OF_RESULTS(mean, r->n ? r->mean : NAN)
OF_RESULTS(n_eff, r->row.supported ? r->row.n_eff : NAN)
OF_RESULTS(entropy, r->row.supported ? r->row.entropy : NAN)
OF_RESULTS(alpha_max, r->alpha_max)
OF_RESULTS(support, r->row.supported)
OF_RESULTS(fits, r->fits)
OF_RESULTS(degenerate, r->degenerate != NULL)
OF_RESULTS(heat_max, r->heat_max)
OF_RESULTS(heat_min, r->heat_min)
OF_RESULTS(df, r->diagnosed ? r->diagnosis.df : NAN)
OF_RESULTS(rss, r->diagnosed ? r->diagnosis.rss : NAN)
OF_RESULTS(loo, r->diagnosed ? r->diagnosis.loo_mse : NAN)
OF_RESULTS(gcv, r->diagnosed ? r->diagnosis.gcv : NAN)
OF_RESULTS(weight_of_first, r->n ? r->alpha[0] : NAN)
OF_RESULTS(weight_of_last, r->n ? r->alpha[r->n - 1] : NAN)

OF_SCENE(points, (double)s->points.n)
OF_SCENE(w, s->params.w)
OF_SCENE(h, s->params.h)
OF_SCENE(query, s->params.query)
OF_SCENE(beta, s->params.beta)
OF_SCENE(temperature, s->params.temperature)
OF_SCENE(model, s->params.model)
OF_SCENE(kernel, s->params.kernel)
OF_SCENE(scorer, s->params.scorer)
OF_SCENE(parameters, (double)train_count(s))
OF_SCENE(output_length, s->params.one_hot ? (double)s->points.n : s->points.values)

static double query_length(const Moment *m) {
    FeatureMap map = scene_feature(m->scene, false);
    return (double)feature_length(&map);
}

static double key_length(const Moment *m) {
    FeatureMap map = scene_feature(m->scene, true);
    return (double)feature_length(&map);
}

static double muted(const Moment *m) {
    double count = 0;
    for (size_t i = 0; i < m->scene->points.n; i++)
        count += m->scene->points.muted[i] != 0;
    return count;
}

static double weight_sum(const Moment *m) {
    double sum = 0;
    for (size_t k = 0; k < m->results->n; k++)
        sum += m->results->alpha[k];
    return sum;
}

/* Keys that have any weight at all. */
static double reach(const Moment *m) {
    double count = 0;
    for (size_t k = 0; k < m->results->n; k++)
        count += m->results->alpha[k] > 0;
    return count;
}

static size_t nearest(const Results *r) {
    size_t best = 0;
    for (size_t k = 1; k < r->n; k++)
        if (fabs(r->x[k] - r->query) < fabs(r->x[best] - r->query))
            best = k;
    return best;
}

static size_t heaviest(const Results *r) {
    size_t best = 0;
    for (size_t k = 1; k < r->n; k++)
        if (r->alpha[k] > r->alpha[best])
            best = k;
    return best;
}

OF_RESULTS(x_of_nearest, r->n ? r->x[nearest(r)] : NAN)
OF_RESULTS(y_of_nearest, r->n ? r->y[nearest(r)] : NAN)
OF_RESULTS(weight_of_nearest, r->n ? r->alpha[nearest(r)] : NAN)
OF_RESULTS(x_of_heaviest, r->n && r->row.supported ? r->x[heaviest(r)] : NAN)
OF_RESULTS(y_of_heaviest, r->n && r->row.supported ? r->y[heaviest(r)] : NAN)

/* Smallest (sign -1) or largest (sign 1) finite number. */
static double extreme(const double *at, size_t n, double sign) {
    double best = NAN;
    for (size_t k = 0; k < n; k++)
        if (isfinite(at[k]) && !(sign * at[k] <= sign * best))
            best = at[k];
    return best;
}

static double extreme_score(const Results *r, double sign) {
    double best = NAN;
    for (size_t k = 0; k < r->n; k++) {
        double score = results_score(r, k);
        best = isfinite(score) && !(sign * score <= sign * best) ? score : best;
    }
    return best;
}

OF_RESULTS(score_min, extreme_score(r, -1))
OF_RESULTS(score_max, extreme_score(r, 1))
OF_RESULTS(y_min, extreme(r->y, r->n, -1))
OF_RESULTS(y_max, extreme(r->y, r->n, 1))

static double curve_extreme(const Results *r, double sign) {
    double best = NAN;
    for (size_t j = 0; j < r->curve_count; j++)
        if (r->curve_supported[j] && !(sign * r->curve_f[j] <= sign * best))
            best = r->curve_f[j];
    return best;
}

OF_RESULTS(curve_min, curve_extreme(r, -1))
OF_RESULTS(curve_max, curve_extreme(r, 1))

static double gaps(const Moment *m) {
    const Results *r = m->results;
    double without = 0;
    for (size_t j = 0; j < r->curve_count; j++)
        without += !r->curve_supported[j];
    return r->curve_count ? without / (double)r->curve_count : NAN;
}

/* Total change of the curve's slope, in the units of y per x. */
static double roughness(const Moment *m) {
    const Results *r = m->results;
    double turn = 0;
    for (size_t j = 2; j < r->curve_count; j++)
        if (r->curve_supported[j] && r->curve_supported[j - 1] && r->curve_supported[j - 2])
            turn += fabs(r->curve_f[j] - 2 * r->curve_f[j - 1] + r->curve_f[j - 2]);
    return r->curve_count > 2 ? turn / (r->curve_x[1] - r->curve_x[0]) : NAN;
}

/* Root mean square between curve and true function, where both are. */
static double distance(const Moment *m) {
    const Results *r = m->results;
    double sum = 0, count = 0;
    for (size_t j = 0; j < r->curve_count; j++) {
        double d = r->curve_f[j] - r->curve_truth[j];
        if (!r->curve_supported[j] || isnan(d))
            continue;
        sum += d * d;
        count++;
    }
    return count > 0 ? sqrt(sum / count) : NAN;
}

/* Of the scene as it stands, for the training options that are set. */
static double loss(const Moment *m) {
    const Results *r = m->results;
    Keys keys = {r->n, r->x, r->y};
    if (!r->fits)
        return NAN;
    size_t length = fit_layout(&r->pool, r->n).length;
    double *parameters = malloc((length + fit_room(r->n, length) + 1) * sizeof *parameters);
    if (!parameters)
        return NAN;
    FitOptions options = train_options(m->scene);
    fit_read(&r->pool, r->n, parameters);
    double value = fit_loss(&r->pool, &keys, &options, parameters, NULL, parameters + length).loss;
    free(parameters);
    return value;
}

/* |w| with the smallest leave-one-out error. */
static double best_w(const Moment *m) {
    const Results *r = m->results;
    Keys keys = {r->n, r->x, r->y};
    if (r->pool.model != MODEL_KERNEL && r->pool.model != MODEL_PARAMETRIC)
        return NAN;
    double *room = malloc((r->n + 1) * sizeof *room);
    if (!room)
        return NAN;
    Engine *engine = r->n > TRAIN_SEARCH_BY_DEFINITION ? r->keys.engine : NULL;
    DiagnoseSearch search = diagnose_search(&r->pool, &keys);
    while (diagnose_search_on(&search, &keys, engine, room))
        ;
    DiagnoseBest best = diagnose_search_end(&search, &keys);
    free(room);
    return best.found ? 1 / best.h : NAN;
}

static double steps_done(const Moment *m) { return m->train->begun ? (double)m->train->fit.step : 0; }

const Observable OBSERVABLES[] = {
    {"prediction", "f at the query", prediction},
    {"truth", "the true function at the query", truth},
    {"error", "prediction - truth", error},
    {"mean", "mean of the values", mean},
    {"n_eff", "number of keys attended to, 1 / sum alpha^2", n_eff},
    {"entropy", "of the weights, nats", entropy},
    {"alpha_max", "largest weight of the query", alpha_max},
    {"weight_sum", "sum of the query's weights", weight_sum},
    {"weight_of_nearest", "weight of the key nearest to the query", weight_of_nearest},
    {"weight_of_first", "weight of the key with the smallest x", weight_of_first},
    {"weight_of_last", "weight of the key with the largest x", weight_of_last},
    {"x_of_nearest", "the key nearest to the query", x_of_nearest},
    {"y_of_nearest", "its value", y_of_nearest},
    {"x_of_heaviest", "the key with the largest weight", x_of_heaviest},
    {"y_of_heaviest", "its value", y_of_heaviest},
    {"reach", "number of keys with any weight", reach},
    {"support", "1: the query has a prediction; 0: no key is in reach", support},
    {"score_min", "smallest score of the query", score_min},
    {"score_max", "largest score of the query", score_max},
    {"points", "number of points", points},
    {"muted", "number of muted keys", muted},
    {"y_min", "smallest value", y_min},
    {"y_max", "largest value", y_max},
    {"w", "width parameter", w},
    {"h", "bandwidth", h},
    {"query", "place of the query", query},
    {"beta", "key strength", beta},
    {"temperature", "T", temperature},
    {"model", "row of the model, from 0", model},
    {"kernel", "row of the kernel, from 0", kernel},
    {"scorer", "row of the scorer, from 0", scorer},
    {"loss", "of training, at the current parameters and options", loss},
    {"steps_done", "training steps since it began", steps_done},
    {"best_w", "w with the smallest leave-one-out error", best_w},
    {"df", "degrees of freedom, the trace of the hat matrix", df},
    {"rss", "sum of squared residuals, self included", rss},
    {"loo", "leave-one-out mean squared error", loo},
    {"gcv", "generalised cross-validation", gcv},
    {"parameters", "number of learned parameters", parameters},
    {"output_length", "numbers in the output: 1, or n with one-hot values", output_length},
    {"query_length", "d_q, length of the query's vector", query_length},
    {"key_length", "d_k, length of a key's vector", key_length},
    {"fits", "1: the scorer accepts these shapes", fits},
    {"degenerate", "1: the scorer cannot attend to what is near on these features", degenerate},
    {"heat_max", "largest cell of the heatmap", heat_max},
    {"heat_min", "smallest cell of the heatmap", heat_min},
    {"gaps", "share of the curve without a prediction, 0 to 1", gaps},
    {"roughness", "total change of the curve's slope", roughness},
    {"curve_min", "lowest place of the curve in view", curve_min},
    {"curve_max", "highest place of the curve in view", curve_max},
    {"distance", "root mean square between the curve and the true function", distance},
};
const int OBSERVABLE_COUNT = sizeof OBSERVABLES / sizeof *OBSERVABLES;

int observe_find(const char *id) {
    for (int row = 0; row < OBSERVABLE_COUNT; row++)
        if (strcmp(OBSERVABLES[row].id, id) == 0)
            return row;
    return -1;
}

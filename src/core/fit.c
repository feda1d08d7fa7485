/* With r_i = f_{-i}(x_i) - y_i and alpha = softmax(s / T):
 *   dL/ds_j = 2 r_i alpha_j (y_j - f) / T        for each point i and each key j, so that
 *   dL/dp   = sum_ij dL/ds_j ds_j/dp,            dL/dT = -sum_ij dL/ds_j s_j / T.
 * For the width w of a kernel, ds_j/dw = (log K)'(u_j) (x_i - x_j); the Gaussian's is -w (x_i - x_j)^2.
 * Adam: Kingma and Ba 2015, with their constants. */
#include "core/fit.h"

#include "core/engine.h"
#include "core/kernel.h"

#include <assert.h>
#include <math.h>
#include <string.h>

const FitPreset FIT_PRESETS[FIT_PRESET_COUNT] = {
    [FIT_BOOK] = {"book", "Book", {.method = FIT_DESCENT, .rate = 0.5}, 5},
    [FIT_GENTLE] = {"gentle", "Gentle", {.method = FIT_DESCENT, .rate = 0.05}, 50},
    [FIT_MATRICES] = {"adam", "Adam", {.method = FIT_ADAM, .rate = 0.05, .mean = true}, 300},
};

const char *fit_state_text(FitState state) {
    static const char *const text[] = {
        [FIT_RUNNING] = "Training.",
        [FIT_STILL] = "The last step changed nothing: the gradient vanishes here.",
        [FIT_DIVERGED] =
            "Stopped: after the next step the loss would not be a number. The last good parameters are kept.",
        [FIT_NOTHING] = "There is nothing to train.",
    };
    return text[state];
}

ScoreLayout fit_layout(const Pool *pool, size_t n) {
    static const ScoreLayout none = {0};
    static const ScoreLayout width = {2, 2, {{"w", "w", 1, 1, 0}, {"temperature", "T", 1, 1, 1}}};
    if (pool->model == MODEL_SCORER)
        return score_layout(pool->scorer, n);
    return pool->model == MODEL_PARAMETRIC ? width : none;
}

static double temperature_of(const Pool *pool) { return pool->temperature == 0 ? 1 : pool->temperature; }

void fit_read(const Pool *pool, size_t n, double *parameters) {
    ScoreLayout layout = fit_layout(pool, n);
    if (layout.length == 0)
        return;
    if (pool->model == MODEL_SCORER)
        memcpy(parameters, pool->scorer->parameters, layout.length * sizeof *parameters);
    else
        parameters[0] = pool->w;
    parameters[layout.length - 1] = temperature_of(pool);
}

void fit_apply(Pool *pool, ScoreModel *model, size_t n, const double *parameters) {
    ScoreLayout layout = fit_layout(pool, n);
    if (layout.length == 0)
        return;
    if (pool->model == MODEL_SCORER) {
        *model = *pool->scorer;
        model->parameters = parameters;
        pool->scorer = model;
    } else {
        pool->w = parameters[0];
        pool->h = 1 / fabs(pool->w);
    }
    pool->temperature = parameters[layout.length - 1];
}

size_t fit_room(size_t n, size_t length) { return 3 * n + 2 * length; }

static double width_gradient(const Pool *pool, const Keys *keys, double query, const double *upstream) {
    double sum = 0;
    for (size_t j = 0; j < keys->n; j++) {
        double d = query - keys->x[j];
        if (upstream[j] != 0)
            sum += upstream[j] * KERNELS[pool->kernel].slope(d * pool->w) * d;
    }
    return sum;
}

/* Adds the gradient of (f - y)^2 for one point, given its scores and weights. */
static void add_gradient(const Pool *pool, const Keys *keys, size_t i, double f, const double *score,
                         const double *alpha, double *upstream, size_t length, double *gradient) {
    double twice_residual = 2 * (f - keys->y[i]);
    for (size_t j = 0; j < keys->n; j++) {
        upstream[j] = twice_residual * alpha[j] * (keys->y[j] - f) / pool->temperature;
        if (upstream[j] != 0)
            gradient[length - 1] -= upstream[j] * score[j] / pool->temperature;
    }
    if (pool->model == MODEL_SCORER)
        score_gradient(pool->scorer, keys->n, keys->x[i], upstream, gradient);
    else
        gradient[0] += width_gradient(pool, keys, keys->x[i], upstream);
}

/* Scores beyond the range of doubles; softmax would call that no support. */
static bool overflows(const double *score, size_t n) {
    for (size_t j = 0; j < n; j++)
        if (isnan(score[j]) || score[j] == INFINITY)
            return true;
    return false;
}

/* The same from an engine's sums, near-linear in n and within 1e-8: the width of a kernel only. */
static bool fast_loss(const Pool *trained, const FitOptions *options, double *gradient, FitLoss *result) {
    EngineLoss fast;
    bool needs_temperature = gradient && options->train_temperature && isfinite(KERNELS[trained->kernel].support);
    if (!options->engine || trained->model != MODEL_PARAMETRIC || needs_temperature ||
        !engine_loss(options->engine, trained, options->self_included, gradient != NULL, &fast))
        return false;
    double divisor = options->mean && fast.points > 0 ? (double)fast.points : 1;
    *result = (FitLoss){fast.loss / divisor, fast.points, fast.left_out};
    if (gradient) {
        gradient[0] = fast.slope_w / divisor;
        gradient[1] = fast.slope_temperature / divisor;
    }
    return true;
}

FitLoss fit_loss(const Pool *pool, const Keys *keys, const FitOptions *options, const double *parameters,
                 double *gradient, double *room) {
    size_t n = keys->n, length = fit_layout(pool, n).length;
    double *score = room, *alpha = room + n, *upstream = room + 2 * n;
    Pool trained = *pool;
    ScoreModel model;
    FitLoss result = {0};
    fit_apply(&trained, &model, n, parameters);
    if (fast_loss(&trained, options, gradient, &result))
        return result;
    for (size_t p = 0; gradient && p < length; p++)
        gradient[p] = 0;
    for (size_t i = 0; i < n; i++) {
        if (pool->muted && pool->muted[i])
            continue;
        pool_scores_without(&trained, keys, options->self_included ? POOL_ALL : i, keys->x[i], score);
        if (overflows(score, n))
            result.loss = NAN;
        memcpy(alpha, score, n * sizeof *alpha);
        PoolRow row = pool_weights(&trained, keys, alpha);
        if (!row.supported) {
            result.left_out++;
            continue;
        }
        result.points++;
        result.loss += (row.f - keys->y[i]) * (row.f - keys->y[i]);
        if (gradient && length > 0)
            add_gradient(&trained, keys, i, row.f, score, alpha, upstream, length, gradient);
    }
    double divisor = options->mean && result.points > 0 ? (double)result.points : 1;
    result.loss /= divisor;
    for (size_t p = 0; gradient && p < length; p++)
        gradient[p] /= divisor;
    return result;
}

void fit_loss_curve(const Pool *pool, const Keys *keys, const FitOptions *options, const double *parameters,
                    size_t index, const double *value, size_t m, double *loss, double *room) {
    size_t length = fit_layout(pool, keys->n).length;
    double *changed = room + 3 * keys->n;
    assert(index < length);
    memcpy(changed, parameters, length * sizeof *changed);
    for (size_t j = 0; j < m; j++) {
        changed[index] = value[j];
        FitLoss result = fit_loss(pool, keys, options, changed, NULL, room);
        loss[j] = result.points > 0 ? result.loss : NAN;
    }
}

void fit_begin(Fit *fit, const FitOptions *options, const Pool *pool, const Keys *keys, const double *parameters,
               double *moments, double *room) {
    size_t length = fit_layout(pool, keys->n).length;
    assert(moments || options->method != FIT_ADAM || length == 0);
    *fit = (Fit){.options = *options, .state = FIT_RUNNING, .length = length, .moments = moments};
    for (size_t p = 0; moments && p < 2 * length; p++)
        moments[p] = 0;
    fit->loss = fit_loss(pool, keys, options, parameters, NULL, room);
    if (length == 0 || fit->loss.points == 0)
        fit->state = FIT_NOTHING;
}

/* Adam's direction for one parameter, scaled like a gradient; the moments move on. */
static double adam_direction(Fit *fit, size_t p, double gradient) {
    const double keep_mean = 0.9, keep_square = 0.999;
    double *mean = &fit->moments[p], *square = &fit->moments[fit->length + p];
    *mean = keep_mean * *mean + (1 - keep_mean) * gradient;
    *square = keep_square * *square + (1 - keep_square) * gradient * gradient;
    double t = (double)(fit->step + 1);
    double unbiased_mean = *mean / (1 - pow(keep_mean, t)), unbiased_square = *square / (1 - pow(keep_square, t));
    return unbiased_mean / (sqrt(unbiased_square) + 1e-8);
}

static void zero_frozen(const FitOptions *options, const ScoreLayout *layout, double *gradient) {
    for (size_t b = 0; b < layout->count; b++) {
        const ScoreBlock *block = &layout->block[b];
        bool is_temperature = b + 1 == layout->count;
        if ((is_temperature && !options->train_temperature) || (options->frozen >> b & 1))
            for (size_t p = 0; p < block->rows * block->columns; p++)
                gradient[block->offset + p] = 0;
    }
}

/* Where the step would lead, into next[0..length). */
static void propose(Fit *fit, const double *parameters, double *gradient, double *next) {
    size_t last = fit->length - 1;
    gradient[last] *= parameters[last]; /* dL / d log T */
    for (size_t p = 0; p < fit->length; p++) {
        double slope = fit->options.method == FIT_ADAM ? adam_direction(fit, p, gradient[p]) : gradient[p];
        double move = fit->options.rate * slope;
        next[p] = p == last ? parameters[p] * exp(-move) : parameters[p] - move;
    }
}

static bool all_finite(const double *value, size_t length) {
    for (size_t p = 0; p < length; p++)
        if (!isfinite(value[p]))
            return false;
    return true;
}

static bool changes(const double *before, const double *after, size_t length) {
    for (size_t p = 0; p < length; p++)
        if (fabs(after[p] - before[p]) > 1e-14 * fabs(before[p]))
            return true;
    return false;
}

static bool stop(Fit *fit, FitState state) {
    fit->state = state;
    return false;
}

bool fit_step(Fit *fit, const Pool *pool, const Keys *keys, double *parameters, double *room) {
    ScoreLayout layout = fit_layout(pool, keys->n);
    double *gradient = room + 3 * keys->n, *next = gradient + layout.length;
    assert(layout.length == fit->length);
    if (layout.length == 0)
        return stop(fit, FIT_NOTHING);
    fit->loss = fit_loss(pool, keys, &fit->options, parameters, gradient, room);
    if (fit->loss.points == 0)
        return stop(fit, FIT_NOTHING);
    zero_frozen(&fit->options, &layout, gradient);
    if (!isfinite(fit->loss.loss) || !all_finite(gradient, layout.length))
        return stop(fit, FIT_DIVERGED);
    propose(fit, parameters, gradient, next);
    if (!all_finite(next, layout.length) || next[layout.length - 1] <= 0)
        return stop(fit, FIT_DIVERGED);
    FitLoss reached = fit_loss(pool, keys, &fit->options, next, NULL, room);
    if (!isfinite(reached.loss) || reached.points == 0)
        return stop(fit, FIT_DIVERGED);
    fit->state = changes(parameters, next, layout.length) ? FIT_RUNNING : FIT_STILL;
    memcpy(parameters, next, layout.length * sizeof *parameters);
    fit->loss = reached;
    fit->step++;
    return fit->state == FIT_RUNNING;
}

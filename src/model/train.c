/* The scene's parameters become one vector in the order of the sorted keys, core/fit moves it, and it goes back. */
#include "model/train.h"

#include "model/params.h"
#include "model/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void train_free(Train *train) {
    results_free(&train->bench);
    free(train->start_score.at);
    free(train->parameters.at);
    free(train->moments.at);
    free(train->room.at);
    memset(train, 0, sizeof *train);
}

FitOptions train_options(const Scene *scene) {
    const Params *p = &scene->params;
    return (FitOptions){.method = p->method ? FIT_ADAM : FIT_DESCENT, .rate = p->rate, .mean = p->loss_mean,
                        .self_included = !p->exclude_self, .train_temperature = p->train_temperature};
}

size_t train_count(const Scene *scene) {
    size_t temperature = scene->params.train_temperature ? 1 : 0;
    if (scene->params.model == MODEL_PARAMETRIC) return 1 + temperature;
    if (scene->params.model != MODEL_SCORER) return 0;
    size_t length = scene_layout(scene).length;
    return length - 1 + temperature;
}

static Keys keys_of(const Train *train) { return (Keys){train->bench.n, train->bench.x, train->bench.y}; }

/* The scene as keys and parameters. */
static bool prepare(Train *train, const Scene *scene) {
    Results *bench = &train->bench;
    if (!results_prepare(bench, scene)) return false;
    size_t length = fit_layout(&bench->pool, bench->n).length;
    bool room = vector_reserve(&train->parameters, length + 1) && vector_reserve(&train->moments, 2 * length + 1) &&
                vector_reserve(&train->room, fit_room(bench->n, length) + bench->n + 1);
    if (!room || !bench->fits) return false;
    train->parameters.length = length;
    fit_read(&bench->pool, bench->n, train->parameters.at);
    return true;
}

static void write_back(const Train *train, Scene *scene) {
    const double *from = train->parameters.at;
    size_t length = train->parameters.length;
    if (length == 0) return;
    if (scene->params.model == MODEL_PARAMETRIC) {
        param_set(scene, PARAM_W, from[0]);
        if (scene->params.train_temperature) param_set(scene, PARAM_TEMPERATURE, from[1]);
        return;
    }
    results_unorder(&train->bench, from, scene->score.at);
    scene_params_from_score(scene);
}

static bool begin(Train *train, const Scene *scene) {
    FitOptions options = train_options(scene);
    if (!prepare(train, scene)) return false;
    if (train->begun && train->fit.length == train->parameters.length) {
        train->fit.options = options;
        return true;
    }
    if (!vector_assign(&train->start_score, scene->score.at, scene->score.length)) return false;
    train->start = scene->params;
    Keys keys = keys_of(train);
    fit_begin(&train->fit, &options, &train->bench.pool, &keys, train->parameters.at, train->moments.at, train->room.at);
    train->begun = true;
    train->loss_count = 0;
    return true;
}

bool train_start(Train *train, const Scene *scene) {
    if (!begin(train, scene)) return false;
    if (train->fit.state == FIT_STILL || train->fit.state == FIT_DIVERGED) train->fit.state = FIT_RUNNING;
    train->running = train->fit.state == FIT_RUNNING;
    train->left = scene->params.steps;
    train->waiting = 1.0 / TRAIN_TICKS; /* the first step comes at once */
    return true;
}

void train_pause(Train *train) { train->running = false; }

static void remember_loss(Train *train, double loss) {
    if (train->loss_count == TRAIN_HISTORY) {
        memmove(train->loss, train->loss + 1, (TRAIN_HISTORY - 1) * sizeof *train->loss);
        train->loss_count--;
    }
    train->loss[train->loss_count++] = loss;
}

bool train_step(Train *train, Scene *scene) {
    if (!begin(train, scene)) return false;
    if (train->fit.state == FIT_STILL || train->fit.state == FIT_DIVERGED) train->fit.state = FIT_RUNNING;
    Keys keys = keys_of(train);
    double before = train->fit.loss.loss;
    bool taken = fit_step(&train->fit, &train->bench.pool, &keys, train->parameters.at, train->room.at);
    if (taken) {
        if (train->loss_count == 0) remember_loss(train, before);
        remember_loss(train, train->fit.loss.loss);
        write_back(train, scene);
    } else
        train->running = false;
    return taken;
}

void train_forget(Train *train) {
    train->begun = train->running = false;
    train->loss_count = 0;
    train->fit = (Fit){0};
}

void train_reset(Train *train, Scene *scene) {
    if (!train->begun) return;
    scene->params.w = train->start.w;
    scene->params.h = train->start.h;
    scene->params.beta = train->start.beta;
    scene->params.temperature = train->start.temperature;
    if (train->start_score.length == scene->score.length && scene->score.length)
        memcpy(scene->score.at, train->start_score.at, scene->score.length * sizeof(double));
    train_forget(train);
}

bool train_tick(Train *train, Scene *scene, double seconds) {
    enum { AT_ONCE = 4 };
    if (!train->running) return false;
    train->waiting = fmin(train->waiting + seconds, (double)AT_ONCE / TRAIN_TICKS);
    bool moved = false;
    while (train->running && train->waiting >= 1.0 / TRAIN_TICKS) {
        train->waiting -= 1.0 / TRAIN_TICKS;
        moved = true;
        if (train_step(train, scene) && --train->left <= 0) train->running = false;
    }
    return moved;
}

bool train_loss_curve(Train *train, const Scene *scene, const double *w, size_t m, double *loss) {
    if (scene->params.model != MODEL_PARAMETRIC || !prepare(train, scene)) return false;
    FitOptions options = train_options(scene);
    Keys keys = keys_of(train);
    fit_loss_curve(&train->bench.pool, &keys, &options, train->parameters.at, 0, w, m, loss, train->room.at);
    return true;
}

bool train_best_width(Train *train, Scene *scene) {
    bool width = scene->params.model == MODEL_KERNEL || scene->params.model == MODEL_PARAMETRIC;
    if (!width || !prepare(train, scene)) return false;
    Keys keys = keys_of(train);
    DiagnoseBest best = diagnose_best_h(&train->bench.pool, &keys, train->room.at);
    if (best.found) param_set(scene, PARAM_H, best.h);
    return best.found;
}

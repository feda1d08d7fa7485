/* The scene's parameters become one vector in the order of the sorted keys, core/fit moves it, and it goes back. */
#include "model/train.h"

#include "core/kernel.h"

#include "model/hash.h"
#include "model/params.h"
#include "model/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void train_free(Train *train) {
    results_free(&train->bench);
    free(train->start_score.at);
    free(train->written.at);
    free(train->parameters.at);
    free(train->moments.at);
    free(train->room.at);
    memset(train, 0, sizeof *train);
}

FitOptions train_options(const Scene *scene) {
    const Params *p = &scene->params;
    return (FitOptions){.method = p->method ? FIT_ADAM : FIT_DESCENT,
                        .rate = p->rate,
                        .mean = p->loss_mean,
                        .self_included = !p->exclude_self,
                        .train_temperature = p->train_temperature && p->model == MODEL_SCORER};
}

const char *train_refusal(const Scene *scene) {
    return scene->params.model == MODEL_SCORER && scene->points.n > TRAIN_PAIRS_MOST
               ? "Training goes through every pair of points here: it takes up to 5000 of them"
               : NULL;
}

size_t train_count(const Scene *scene) {
    size_t temperature = scene->params.train_temperature ? 1 : 0;
    if (scene->params.model == MODEL_PARAMETRIC)
        return 1;
    if (scene->params.model != MODEL_SCORER)
        return 0;
    size_t length = scene_layout(scene).length;
    return length - 1 + temperature;
}

static Keys keys_of(const Train *train) { return (Keys){train->bench.n, train->bench.x, train->bench.y}; }

/* The scene as keys and parameters. */
static bool prepare(Train *train, const Scene *scene) {
    Results *bench = &train->bench;
    if (!results_prepare(bench, scene))
        return false;
    size_t length = fit_layout(&bench->pool, bench->n).length;
    bool room = vector_reserve(&train->parameters, length + 1) && vector_reserve(&train->moments, 2 * length + 1) &&
                vector_reserve(&train->room, fit_room(bench->n, length) + bench->n + 1);
    if (!room || !bench->fits)
        return false;
    train->parameters.length = length;
    fit_read(&bench->pool, bench->n, train->parameters.at);
    return true;
}

static void write_back(const Train *train, Scene *scene) {
    const double *from = train->parameters.at;
    size_t length = train->parameters.length;
    if (length == 0)
        return;
    if (scene->params.model == MODEL_PARAMETRIC) {
        scene->params.w = from[0]; /* as it is, even beyond what a slider may type */
        scene->params.h = from[0] == 0 ? INFINITY : 1 / fabs(from[0]);
        scene_score_from_params(scene);
        return;
    }
    results_unorder(&train->bench, from, scene->score.at);
    scene_params_from_score(scene);
}

/* Whether the scene is as the last step left it; a hand on a slider or matrix makes a new start. */
static bool goes_on(const Train *train, const Scene *scene) {
    const Params *a = &train->start, *b = &scene->params;
    const Vector *now = &train->parameters, *then = &train->written;
    bool same = a->model == b->model && a->scorer == b->scorer && a->features == b->features &&
                a->key_features == b->key_features && a->data == b->data && a->kernel == b->kernel;
    return train->begun && same && now->length == then->length &&
           memcmp(now->at, then->at, now->length * sizeof *now->at) == 0;
}

static bool begin(Train *train, const Scene *scene) {
    FitOptions options = train_options(scene);
    if (!prepare(train, scene))
        return false;
    if (train->bench.n > TRAIN_BY_DEFINITION)
        options.engine = train->bench.keys.engine;
    if (goes_on(train, scene)) {
        train->fit.options = options;
        return true;
    }
    if (!vector_assign(&train->start_score, scene->score.at, scene->score.length))
        return false;
    train->start = scene->params;
    Keys keys = keys_of(train);
    fit_begin(&train->fit, &options, &train->bench.pool, &keys, train->parameters.at, train->moments.at,
              train->room.at);
    train->begun = vector_assign(&train->written, train->parameters.at, train->parameters.length);
    train->loss_count = 0;
    return train->begun;
}

bool train_concerns(const Train *train, const Scene *scene) {
    const Params *a = &train->start, *b = &scene->params;
    return train->begun && a->model == b->model && (a->model != MODEL_SCORER || a->scorer == b->scorer);
}

bool train_start(Train *train, const Scene *scene) {
    if (!begin(train, scene))
        return false;
    if (train->fit.state == FIT_STILL || train->fit.state == FIT_DIVERGED)
        train->fit.state = FIT_RUNNING;
    train->running = train->fit.state == FIT_RUNNING;
    train->searching = false;
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
    if (!begin(train, scene))
        return false;
    if (train->fit.state == FIT_STILL || train->fit.state == FIT_DIVERGED)
        train->fit.state = FIT_RUNNING;
    Keys keys = keys_of(train);
    double before = train->fit.loss.loss;
    bool taken = fit_step(&train->fit, &train->bench.pool, &keys, train->parameters.at, train->room.at);
    if (taken) {
        if (train->loss_count == 0)
            remember_loss(train, before);
        remember_loss(train, train->fit.loss.loss);
        write_back(train, scene);
        train->begun = vector_assign(&train->written, train->parameters.at, train->parameters.length);
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
    if (!train->begun)
        return;
    scene->params.w = train->start.w;
    scene->params.h = train->start.h;
    scene->params.beta = train->start.beta;
    scene->params.temperature = train->start.temperature;
    scene_score_from_params(scene);
    if (train->start_score.length == scene->score.length && scene->score.length)
        memcpy(scene->score.at, train->start_score.at, scene->score.length * sizeof(double));
    train_forget(train);
}

bool train_tick(Train *train, Scene *scene, double seconds) {
    enum { AT_ONCE = 4 };
    if (!train->running)
        return false;
    double most = scene->points.n > TRAIN_SLOW ? 1 : AT_ONCE;
    train->waiting = fmin(train->waiting + seconds, most / TRAIN_TICKS);
    bool moved = false;
    while (train->running && train->waiting >= 1.0 / TRAIN_TICKS) {
        train->waiting -= 1.0 / TRAIN_TICKS;
        moved = true;
        if (train_step(train, scene) && --train->left <= 0)
            train->running = false;
    }
    return moved;
}

static uint64_t curve_key(const Scene *scene) {
    const Params *p = &scene->params;
    const Points *points = &scene->points;
    const int numbers[] = {p->kernel, p->exclude_self, p->loss_mean, p->causal, p->value};
    const double range[] = {scene->x0, scene->x1, (double)points->n};
    uint64_t key = hash_bytes(HASH_START, numbers, sizeof numbers);
    key = hash_bytes(key, range, sizeof range);
    return hash_bytes(key, points->mark, sizeof points->mark);
}

/* Widths around the useful ones: from nearly average pooling to nearly the nearest neighbour, 0 first. */
static void curve_widths(const Scene *scene, double w[TRAIN_CURVE]) {
    double unit = 5 / (scene->x1 - scene->x0);
    w[0] = 0;
    for (int i = 1; i < TRAIN_CURVE; i++)
        w[i] = unit * 0.1 * pow(400, (double)(i - 1) / (TRAIN_CURVE - 2));
}

/* The loss at width w, from the engine's sums; NAN where no point contributes, or a frame has no time for pairs. */
static double loss_at(Train *train, const Scene *scene, double w) {
    FitOptions options = train_options(scene);
    Pool pool = train->bench.pool;
    EngineLoss fast;
    double slow;
    pool.w = w;
    pool.h = 1 / fabs(w);
    if (engine_loss(train->bench.keys.engine, &pool, options.self_included, false, &fast))
        return fast.points ? fast.loss / (options.mean ? (double)fast.points : 1) : NAN;
    Keys keys = keys_of(train);
    if (keys.n > TRAIN_SEARCH_BY_DEFINITION)
        return NAN;
    fit_loss_curve(&pool, &keys, &options, train->parameters.at, 0, &w, 1, &slow, train->room.at);
    return slow;
}

bool train_refresh_curve(Train *train, const Scene *scene, bool may_wait) {
    size_t n = scene->points.n, most = n > 0 ? TRAIN_CURVE_WORK / n : 0;
    bool can = scene->params.model == MODEL_PARAMETRIC && n > 0 && n <= TRAIN_CURVE_POINTS;
    uint64_t key = can ? curve_key(scene) : 0;
    if (!can || key != train->curve_key || train->curve_count == 0) {
        train->curve_count = 0;
        train->curve_key = key;
        curve_widths(scene, train->curve_w);
    }
    if (can && train->curve_count < TRAIN_CURVE && !(may_wait && most < TRAIN_CURVE) && prepare(train, scene)) {
        int stop = train->curve_count + (int)(most > 1 ? most < TRAIN_CURVE ? most : TRAIN_CURVE : 1);
        for (; train->curve_count < stop && train->curve_count < TRAIN_CURVE; train->curve_count++)
            train->curve_loss[train->curve_count] = loss_at(train, scene, train->curve_w[train->curve_count]);
    }
    train->curve_known = train->curve_count == TRAIN_CURVE;
    return can && !train->curve_known && !may_wait;
}

bool train_search_begin(Train *train, const Scene *scene) {
    bool width = scene->params.model == MODEL_KERNEL || scene->params.model == MODEL_PARAMETRIC;
    train_pause(train);
    train->searching = width && prepare(train, scene);
    if (!train->searching)
        return false;
    Keys keys = keys_of(train);
    train->search = diagnose_search(&train->bench.pool, &keys);
    train->search_version = train->bench.keys.version;
    return true;
}

/* Whether it is still about the scene: only the bandwidth may have changed. */
static bool search_concerns(Train *train, const Scene *scene) {
    const Pool *now = &train->bench.pool, *then = &train->search.pool;
    return prepare(train, scene) && train->bench.keys.version == train->search_version && now->model == then->model &&
           now->kernel == then->kernel && now->causal == then->causal;
}

TrainSearch train_search_on(Train *train, Scene *scene) {
    if (!train->searching || !search_concerns(train, scene)) {
        train->searching = false;
        return TRAIN_SEARCH_DROPPED;
    }
    Keys keys = keys_of(train);
    Engine *engine = keys.n > TRAIN_SEARCH_BY_DEFINITION ? train->bench.keys.engine : NULL;
    train->search.pool.muted = train->bench.pool.muted;
    for (size_t work = 0; work < TRAIN_SEARCH_WORK && train->searching; work += keys.n)
        train->searching = diagnose_search_on(&train->search, &keys, engine, train->room.at);
    if (train->searching)
        return TRAIN_SEARCH_GOES_ON;
    DiagnoseBest best = diagnose_search_end(&train->search, &keys);
    if (best.found)
        param_set(scene, PARAM_H, best.h);
    return best.found ? TRAIN_SEARCH_FOUND : TRAIN_SEARCH_NOTHING;
}

bool train_best_width(Train *train, Scene *scene) {
    TrainSearch state = TRAIN_SEARCH_GOES_ON;
    if (!train_search_begin(train, scene))
        return false;
    while (state == TRAIN_SEARCH_GOES_ON)
        state = train_search_on(train, scene);
    return state == TRAIN_SEARCH_FOUND;
}

/* Ownership, what is prepared for a bandwidth, and the windows of queries that need them. */
#include "core/engine_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 512, FEW = 160 }; /* queries at a time; keys that are quicker summed one by one */

static const double DROPPED = 1e-13; /* of all the weights, by windows */

Engine *engine_create(void) { return calloc(1, sizeof(Engine)); }

void engine_destroy(Engine *engine) {
    if (!engine)
        return;
    moments_free(&engine->moments);
    free(engine->own);
    free(engine->memory);
    free(engine->columns.memory);
    free(engine->block_memory);
    free(engine->scratch);
    tree_free(&engine->tree);
    free(engine);
}

/* A block of at least `count` doubles, its contents lost when it grows. */
static bool grow(double **memory, size_t *room, size_t count) {
    if (count <= *room)
        return true;
    free(*memory);
    *memory = malloc(count * sizeof **memory);
    *room = *memory ? count : 0;
    return *memory != NULL;
}

static bool take_unmuted(Engine *engine, const Keys *keys, const bool *muted) {
    size_t n = 0;
    if (!grow(&engine->own, &engine->own_room, 2 * keys->n))
        return false;
    double *x = engine->own, *y = engine->own + keys->n;
    for (size_t i = 0; i < keys->n; i++) {
        x[n] = keys->x[i];
        y[n] = keys->y[i];
        n += !muted[i];
    }
    engine->keys = (Keys){n, x, y};
    return true;
}

static bool any(const bool *flag, size_t n) {
    for (size_t i = 0; flag && i < n; i++)
        if (flag[i])
            return true;
    return false;
}

/* Room for the coefficients of every level and for the sweeps. */
static bool make_room(Engine *engine) {
    const Moments *moments = &engine->moments;
    size_t groups = 0, sweep = SWEEP_ROWS * (moments->groups[0] + 1) * LANES;
    for (size_t l = 0; l < moments->levels; l++)
        groups += moments->groups[l];
    if (!grow(&engine->memory, &engine->room, groups * SHAPE_ROWS * LANES + sweep) ||
        !grow(&engine->columns.memory, &engine->columns.room, columns_room()))
        return false;
    double *next = engine->memory;
    for (size_t l = 0; l < moments->levels; l++) {
        engine->coefficient[l] = next;
        next += moments->groups[l] * SHAPE_ROWS * LANES;
    }
    engine->sweep_memory = next;
    return true;
}

static void forget(Engine *engine, Reach reach) {
    engine->reach = reach;
    memset(engine->ready, 0, sizeof engine->ready);
    engine->sweep.moments = NULL;
}

/* What was made of the keys before is of no use. */
static void forget_keys(Engine *engine) {
    forget(engine, (Reach){0});
    engine->blocks_tried = false;
    tree_forget(&engine->tree);
}

bool engine_set_keys(Engine *engine, const Keys *keys, const bool *muted) {
    forget_keys(engine);
    engine->columns.count = 0;
    engine->centre = 0;
    engine->keys = *keys;
    bool fine = !any(muted, keys->n) || take_unmuted(engine, keys, muted);
    if (fine && engine->keys.n > DIRECT_BLOCK) {
        fine = moments_build(&engine->moments, &engine->keys) && make_room(engine);
        engine->centre = engine->moments.centre;
    }
    fine = fine && grow(&engine->block_memory, &engine->block_room, blocks_room(engine->keys.n));
    if (!fine)
        engine->keys.n = 0;
    return fine;
}

bool engine_move_key(Engine *engine, const Keys *keys, size_t from, double before, size_t to) {
    bool same = engine->keys.n == keys->n && engine->keys.x == keys->x && keys->n > DIRECT_BLOCK;
    if (!same || !moments_move(&engine->moments, keys, before, to))
        return engine_set_keys(engine, keys, NULL);
    forget_keys(engine);
    engine->keys = *keys;
    columns_renew(&engine->columns, keys, from < to ? from : to, from < to ? to : from);
    return true;
}

double engine_centre(const Engine *engine) { return engine->centre; }

Reach engine_prepare(Engine *engine, const Pool *pool) {
    Pool plain = *pool;
    plain.muted = NULL;
    plain.causal = false;
    Reach reach = reach_of(&plain, engine->keys.n, DROPPED);
    if (reach.kind != engine->reach.kind || reach.kernel != engine->reach.kernel || reach.inv != engine->reach.inv)
        forget(engine, reach);
    return reach;
}

GaussLevel engine_gauss_level(Engine *engine, size_t level) {
    const Moments *moments = &engine->moments;
    double inv = engine->reach.inv, width = moments->width[level];
    if (!engine->ready[level])
        gauss_coefficients(moments->group[level], moments->groups[level], moments->origin + width / 2, width, inv,
                           engine->coefficient[level]);
    engine->ready[level] = true;
    return (GaussLevel){moments, level, inv, 1 / (width * LANES), engine->coefficient[level]};
}

Window engine_nearest(const Engine *engine, const Reach *reach, double query) {
    const Keys *keys = &engine->keys;
    bool few = keys->n <= DIRECT_BLOCK;
    size_t mid = few ? reach_lower(keys->x, (Bracket){0, keys->n}, query) : moments_lower(&engine->moments, query);
    return reach_nearest(reach, keys, query, mid);
}

Window engine_window(const Engine *engine, const Reach *reach, double query) {
    const Moments *moments = &engine->moments;
    Window window = engine_nearest(engine, reach, query);
    bool endless = reach->kind == REACH_GAUSSIAN || reach->kind == REACH_LAPLACE;
    if (engine->keys.n <= DIRECT_BLOCK || !endless) {
        reach_widen(reach, &engine->keys, query, &window);
        return window;
    }
    double radius = reach_radius(reach, window.near) + reach_slack(query, window.near);
    size_t first = moments_lower(moments, query - radius), end = moments_lower(moments, query + radius);
    window.first = first < window.first ? first : window.first;
    window.end = end > window.end ? end : window.end;
    return window;
}

bool engine_tie_may_show(const Engine *engine, const Reach *reach, double query) {
    double radius = GAUSS_REACH / reach->inv, most = reach_slack(query, radius) * GAUSS_REACH * reach->inv;
    return most > reach->tie && engine_nearest(engine, reach, query).sharp;
}

SoftmaxMean engine_gauss_hard(Engine *engine, const Reach *reach, const Pool *pool, double query) {
    Window window = engine_window(engine, reach, query);
    double radius = reach_radius(reach, window.near);
    size_t level = gauss_far_level(&engine->moments, reach->inv, radius);
    if (window.sharp || window.end - window.first <= FEW || level == engine->moments.levels)
        return direct_window(reach, pool, &engine->keys, &window, query, engine->centre);
    GaussLevel at = engine_gauss_level(engine, level);
    return gauss_far(&at, query, window.near, radius);
}

static const double GLANCE_ERROR = 1e-12; /* of a weight, by the powers that scattering leaves out */

/* Whether moments alone can serve this pool. */
static bool glance_serves(const Engine *engine, const Reach *reach, double half_width) {
    const Moments *moments = &engine->moments;
    double kappa = half_width * reach->inv, far = fabs(moments->origin) + moments->width[moments->levels - 1];
    double tie = reach_slack(far, GAUSS_REACH / reach->inv) * GAUSS_REACH * reach->inv;
    return kappa * kappa * kappa * kappa / 8 <= GLANCE_ERROR && tie <= reach->tie &&
           gauss_level(moments, reach->inv) < moments->levels;
}

bool engine_glance(Engine *engine, const Pool *pool, const Keys *points, const double *query, size_t m, double *f,
                   bool *supported) {
    SoftmaxMean mean[CHUNK];
    double half_width;
    Reach reach = reach_of(pool, points->n, DROPPED);
    forget_keys(engine);
    forget(engine, reach);
    engine->keys = (Keys){0};
    engine->columns.count = 0;
    bool fine = reach.kind == REACH_GAUSSIAN && points->n > 0 &&
                grow(&engine->scratch, &engine->scratch_room, SCATTER_ROOM) &&
                scatter_build(&engine->moments, points, engine->scratch, &half_width) && make_room(engine) &&
                glance_serves(engine, &reach, half_width);
    if (!fine)
        return false;
    GaussLevel at = engine_gauss_level(engine, gauss_level(&engine->moments, reach.inv));
    for (size_t j = 0; j < m; j += CHUNK) {
        size_t count = m - j < CHUNK ? m - j : CHUNK;
        gauss_near(&at, query + j, count, mean);
        for (size_t k = 0; k < count; k++) {
            fine = fine && mean[k].sum > 0;
            supported[j + k] = true;
            f[j + k] = engine->moments.centre + mean[k].weighted / mean[k].sum;
        }
    }
    forget(engine, (Reach){0});
    return fine;
}

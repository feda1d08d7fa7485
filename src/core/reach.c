/* The window of the Gaussian: with `near` the distance to the nearest key, a key at distance d has the weight
 * exp(-(d^2 - near^2) / 2h^2) of the nearest, so that beyond d^2 = near^2 + 2 h^2 L all n keys together have less
 * than n exp(-L) of it. L = log(n / accuracy). */
#include "core/reach.h"

#include "core/kernel.h"

#include <float.h>
#include <math.h>

static Reach compact_reach(Reach reach, double h, double temperature) {
    const Kernel *kernel = &KERNELS[reach.kernel];
    reach.edge = h * kernel->support;
    bool root = temperature != 1 && reach.kernel != KERNEL_BOXCAR;
    reach.kind = root ? REACH_ROOT : REACH_COMPACT;
    return reach;
}

Reach reach_of(const Pool *pool, size_t n, double accuracy) {
    Reach reach = {.kind = REACH_DENSE, .kernel = pool->kernel, .tie = 100 * accuracy};
    reach.drop = log((double)(n ? n : 1) / accuracy);
    reach.far = accuracy < 1e-15 ? 10 : 1e6;
    if (pool->model == MODEL_SCORER || pool->muted || pool->causal)
        return reach;
    bool divides = pool->model == MODEL_KERNEL;
    double temperature = pool->temperature == 0 ? 1 : pool->temperature;
    reach.inv = divides ? 1 / pool->h : fabs(pool->w);
    if (pool->model == MODEL_AVERAGE || pool->kernel == KERNEL_CONSTANT || reach.inv == 0) {
        reach.kind = REACH_ALL;
        return reach;
    }
    if (isfinite(KERNELS[pool->kernel].support))
        reach = compact_reach(reach, divides ? pool->h : 1 / fabs(pool->w), temperature);
    else if (pool->kernel == KERNEL_GAUSSIAN)
        reach.kind = REACH_GAUSSIAN, reach.inv /= sqrt(temperature);
    else if (pool->kernel == KERNEL_LAPLACE)
        reach.kind = REACH_LAPLACE, reach.inv /= temperature;
    if (!(reach.inv > 1e-140 && reach.inv < 1e140))
        reach.kind = REACH_DENSE;
    return reach;
}

/* Without a branch that depends on the keys: which half it is cannot be predicted. */
size_t reach_lower(const double *key, Bracket bracket, double x) {
    size_t length = bracket.end - bracket.first;
    if (length == 0)
        return bracket.first;
    const double *at = key + bracket.first;
    while (length > 1) {
        size_t half = length / 2;
        at += half & -(size_t)(at[half - 1] < x);
        length -= half;
    }
    return (size_t)(at - key) + (*at < x);
}

size_t reach_lower_near(const double *key, size_t n, size_t hint, double x) {
    for (size_t i = hint; i < n && i < hint + 3; i++)
        if (key[i] >= x)
            return i > 0 && key[i - 1] >= x ? reach_lower(key, (Bracket){0, i}, x) : i;
    return reach_lower(key, (Bracket){0, n}, x);
}

double reach_slack(double x, double distance) { return 2 * DBL_EPSILON * (fabs(x) + distance); }

double reach_room(const Reach *reach, double query) {
    return fmin(reach_slack(query, reach->edge), reach->edge / 1024);
}

static inline bool within(const Reach *reach, double room, double distance) {
    bool on_edge = fabs(distance - reach->edge) <= room;
    return reach->kernel == KERNEL_BOXCAR ? distance <= reach->edge || on_edge : distance < reach->edge && !on_edge;
}

bool reach_within(const Reach *reach, double room, double distance) { return within(reach, room, distance); }

/* Few keys lie within rounding of an edge, but many may be equal: steps that grow, then halving. */
size_t reach_first_within(const Reach *reach, const Keys *keys, double query, size_t from) {
    const double *key = keys->x;
    double room = reach_room(reach, query);
    size_t low = from, high = from, step = 1;
    while (low > 0 && within(reach, room, query - key[low - 1])) { /* low: within, or not known */
        high = low - 1;
        low = low > step ? low - step : 0;
        step *= 2;
    }
    step = 1;
    while (high < keys->n && !within(reach, room, query - key[high])) {
        low = high + 1;
        high = keys->n - high > step ? high + step : keys->n;
        step *= 2;
    }
    while (low < high) {
        size_t half = low + (high - low) / 2;
        if (within(reach, room, query - key[half]))
            high = half;
        else
            low = half + 1;
    }
    return low;
}

size_t reach_first_beyond(const Reach *reach, const Keys *keys, double query, size_t from) {
    const double *key = keys->x;
    double room = reach_room(reach, query);
    size_t low = from, high = from, step = 1;
    while (high < keys->n && within(reach, room, key[high] - query)) {
        low = high + 1;
        high = keys->n - high > step ? high + step : keys->n;
        step *= 2;
    }
    step = 1;
    while (low > 0 && !within(reach, room, key[low - 1] - query)) {
        high = low - 1;
        low = low > step ? low - step : 0;
        step *= 2;
    }
    while (low < high) {
        size_t half = low + (high - low) / 2;
        if (within(reach, room, key[half] - query))
            low = half + 1;
        else
            high = half;
    }
    return low;
}

double reach_radius(const Reach *reach, double near) {
    if (reach->kind == REACH_LAPLACE)
        return near + reach->drop / reach->inv;
    double u = near * reach->inv;
    return near + 2 * reach->drop / (u + sqrt(u * u + 2 * reach->drop)) / reach->inv;
}

static bool tie_shows(const Reach *reach, double query, double near, double apart) {
    if (!(apart > 0 && apart <= reach_slack(query, near)))
        return false;
    double per_distance = reach->kind == REACH_GAUSSIAN ? near * reach->inv * reach->inv : reach->inv;
    return apart * per_distance > reach->tie;
}

/* For a query between keys [0, mid) and [rest, n). */
static Window between(const Reach *reach, const Keys *keys, double query, size_t mid, size_t rest) {
    double below = mid > 0 ? query - keys->x[mid - 1] : INFINITY;
    double above = rest < keys->n ? keys->x[rest] - query : INFINITY;
    Window window = {.first = mid, .mid = mid, .end = rest, .near = below < above ? below : above};
    bool endless = reach->kind == REACH_GAUSSIAN || reach->kind == REACH_LAPLACE;
    window.sharp = endless && window.near * reach->inv > reach->far;
    if (fabs(below - above) <= reach_slack(query, window.near))
        window.sharp = window.sharp || tie_shows(reach, query, window.near, fabs(below - above));
    return window;
}

Window reach_nearest(const Reach *reach, const Keys *keys, double query, size_t mid) {
    return between(reach, keys, query, mid, mid);
}

void reach_widen(const Reach *reach, const Keys *keys, double query, Window *window) {
    Bracket all = {0, keys->n};
    if (reach->kind == REACH_COMPACT || reach->kind == REACH_ROOT) {
        window->first = reach_first_within(reach, keys, query, reach_lower(keys->x, all, query - reach->edge));
        window->end = reach_first_beyond(reach, keys, query, reach_lower(keys->x, all, query + reach->edge));
        window->sharp = window->sharp || reach->kind == REACH_ROOT;
        return;
    }
    double radius = reach_radius(reach, window->near) + reach_slack(query, window->near);
    window->first = reach_lower(keys->x, (Bracket){0, window->first}, query - radius);
    window->end = reach_lower(keys->x, (Bracket){window->end, keys->n}, query + radius);
}

Window reach_window_without(const Reach *reach, const Keys *keys, size_t i) {
    Window window = between(reach, keys, keys->x[i], i, i + 1);
    reach_widen(reach, keys, keys->x[i], &window);
    return window;
}

SoftmaxMean reach_dense(const Pool *pool, const Keys *keys, const Window *window, double query, double centre) {
    size_t first = window->first > 0 ? window->first - 1 : 0, end = window->end < keys->n ? window->end + 1 : keys->n;
    Keys part = {end - first, keys->x + first, keys->y + first};
    Pool plain = *pool;
    plain.muted = NULL;
    SoftmaxMean mean = pool_mean(&plain, &part, POOL_ALL, query);
    mean.weighted -= centre * mean.sum;
    if (pool->model != MODEL_SCORER && mean.sum > 0)
        mean.max -= KERNELS[pool->kernel].log_weight(0) / (pool->temperature == 0 ? 1 : pool->temperature);
    return mean;
}

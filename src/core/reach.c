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

size_t reach_lower(const double *key, Bracket bracket, double x) {
    size_t at = bracket.first, length = bracket.end - bracket.first;
    while (length > 0) {
        size_t half = length / 2;
        bool below = key[at + half] < x;
        at = below ? at + half + 1 : at;
        length = below ? length - half - 1 : half;
    }
    return at;
}

double reach_slack(double x, double distance) { return 2 * DBL_EPSILON * (fabs(x) + distance); }

double reach_room(const Reach *reach, double query) {
    return fmin(reach_slack(query, reach->edge), reach->edge / 1024);
}

bool reach_within(const Reach *reach, double room, double distance) {
    bool on_edge = fabs(distance - reach->edge) <= room;
    return reach->kernel == KERNEL_BOXCAR ? distance <= reach->edge || on_edge : distance < reach->edge && !on_edge;
}

static Window compact_window(const Reach *reach, const double *key, double query, Window window, Bracket left,
                             Bracket right) {
    double room = reach_room(reach, query);
    size_t end = left.end < window.mid ? left.end : window.mid;
    window.first = left.first < end ? left.first : end;
    while (window.first < end) {
        size_t half = window.first + (end - window.first) / 2;
        if (reach_within(reach, room, query - key[half]))
            end = half;
        else
            window.first = half + 1;
    }
    window.end = right.first > window.end ? right.first : window.end;
    end = right.end > window.end ? right.end : window.end;
    while (window.end < end) {
        size_t half = window.end + (end - window.end) / 2;
        if (reach_within(reach, room, key[half] - query))
            window.end = half + 1;
        else
            end = half;
    }
    return window;
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

/* For a query whose neighbours are at the distances below and above: the keys [0, mid) and [rest, n). */
static Window window_between(const Reach *reach, const Keys *keys, double query, size_t mid, size_t rest, double below,
                             double above, Bracket left, Bracket right) {
    Window window = {.first = mid, .mid = mid, .end = rest, .near = fmin(below, above)};
    window.sharp = tie_shows(reach, query, window.near, fabs(below - above));
    if (reach->kind == REACH_COMPACT || reach->kind == REACH_ROOT) {
        window = compact_window(reach, keys->x, query, window, left, right);
        window.sharp = window.sharp || reach->kind == REACH_ROOT || window.end - window.first <= 4;
        return window;
    }
    double radius = reach_radius(reach, window.near) + reach_slack(query, window.near);
    window.sharp = window.sharp || window.near * reach->inv > reach->far;
    window.first = reach_lower(keys->x, (Bracket){0, mid}, query - radius);
    window.end = reach_lower(keys->x, (Bracket){rest, keys->n}, query + radius);
    return window;
}

Window reach_window(const Reach *reach, const Keys *keys, double query, size_t mid, Bracket left, Bracket right) {
    double below = mid > 0 ? query - keys->x[mid - 1] : INFINITY;
    double above = mid < keys->n ? keys->x[mid] - query : INFINITY;
    return window_between(reach, keys, query, mid, mid, below, above, left, right);
}

Window reach_window_without(const Reach *reach, const Keys *keys, size_t i, Bracket left, Bracket right) {
    double query = keys->x[i], below = i > 0 ? query - keys->x[i - 1] : INFINITY;
    double above = i + 1 < keys->n ? keys->x[i + 1] - query : INFINITY;
    return window_between(reach, keys, query, i, i + 1, below, above, left, right);
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

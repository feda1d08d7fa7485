/* With e = exp(-d / h) from a key to the next one, S' = 1 + e S and L' = e (L + S d / h). */
#include "core/decay.h"

#include "core/lanes.h"

#include <math.h>

enum { SHIFT = 6, CHUNK = DECAY_BRANCH };

static const double TIE = 1e-9; /* difference of scores that may be left to rounding */

/* From each of n keys to the next: distances in bandwidths, and their exponentials. x[n] is read. */
CLONES static void decay_steps(const double *x, size_t n, double inv, double *step, double *shrink) {
#pragma omp simd
    for (size_t i = 0; i < n; i++) {
        step[i] = (x[i + 1] - x[i]) * inv;
        shrink[i] = lanes_exp2(-LANES_LOG2_E * step[i]);
    }
}

INLINED DecaySums move_on(DecaySums sums, double step, double shrink) {
    return (DecaySums){shrink * sums.sum, shrink * sums.weighted, shrink * (sums.slope + step * sums.sum),
                       shrink * (sums.slope_weighted + step * sums.weighted)};
}

INLINED DecaySums take_in(DecaySums sums, double value) {
    sums.sum += 1;
    sums.weighted += value;
    return sums;
}

/* Backwards through keys [at, stop), at most CHUNK, from the sums at key `stop`; those at each key into `each`, if it
 * is not NULL. */
static DecaySums go_back(const Decay *decay, size_t at, size_t stop, DecaySums sums, DecaySums *each) {
    double step[CHUNK] = {0}, shrink[CHUNK] = {0};
    const double *y = decay->keys.y;
    decay_steps(decay->keys.x + at, stop < decay->end ? stop - at : stop - at - 1, decay->reach.inv, step, shrink);
    for (size_t k = stop - at; k-- > 0;) {
        sums = take_in(move_on(sums, step[k], shrink[k]), y[at + k] - decay->centre);
        if (each)
            each[k] = sums;
    }
    return sums;
}

static void begin_right(Decay *decay, size_t first, size_t end) {
    decay->first = first;
    decay->end = end;
    decay->levels = 1;
    while (end - first > (size_t)1 << SHIFT * decay->levels)
        decay->levels++;
    for (size_t l = 0; l < DECAY_LEVELS; l++)
        decay->at[l] = SIZE_MAX;
}

/* The sums of a level from key `at` on, within the 64 children that begin there. */
static void fill_right(Decay *decay, size_t level, size_t at) {
    size_t child = (size_t)1 << SHIFT * level, most = child << SHIFT;
    size_t stop = decay->end - at < most ? decay->end : at + most, count = (stop - at + child - 1) / child;
    DecaySums *right = decay->right[level], sums = {0};
    if (stop < decay->end)
        sums = decay->right[level + 1][(stop - decay->at[level + 1]) >> SHIFT * (level + 1)];
    right[count] = sums;
    if (level == 0)
        go_back(decay, at, stop, sums, right);
    for (size_t c = count; level > 0 && c-- > 0; right[c] = sums)
        for (size_t end = c + 1 < count ? at + (c + 1) * child : stop; end > at + c * child;) {
            size_t begin = at + (end - 1 - at) / CHUNK * CHUNK;
            sums = go_back(decay, begin, end, sums, NULL);
            end = begin;
        }
    decay->at[level] = at;
}

/* The sums over keys [key, end), as seen from `key`. */
static DecaySums right_of(Decay *decay, size_t key) {
    if (key >= decay->end)
        return (DecaySums){0};
    if (key >= decay->at[0] && key - decay->at[0] < DECAY_BRANCH)
        return decay->right[0][key - decay->at[0]];
    for (size_t level = decay->levels; level-- > 0;) {
        size_t shift = SHIFT * (level + 1), at = decay->first + ((key - decay->first) >> shift << shift);
        if (decay->at[level] != at)
            fill_right(decay, level, at);
    }
    return decay->right[0][key - decay->at[0]];
}

void decay_begin(Decay *decay, const Reach *reach, const Keys *keys, double centre, bool causal) {
    decay->reach = *reach;
    decay->keys = *keys;
    decay->causal = causal;
    decay->centre = centre;
    decay->i = decay->run = 0;
    decay->left = (DecaySums){0};
    begin_right(decay, 0, causal ? 0 : keys->n);
}

static void next_run(Decay *decay) {
    const double *x = decay->keys.x;
    size_t i = decay->i, end = i;
    while (end < decay->keys.n && x[end] == x[i])
        end++;
    decay->run = end;
    begin_right(decay, i, end);
}

/* CHUNK queries: the distances to the nearest keys, and the sums on both sides as seen from these. */
typedef struct Chunk {
    double below[CHUNK], above[CHUNK];
    DecaySums left[CHUNK], right[CHUNK];
} Chunk;

static void gather(Decay *decay, size_t count, Chunk *chunk) {
    double step[CHUNK] = {0}, shrink[CHUNK] = {1};
    const double *x = decay->keys.x, *y = decay->keys.y;
    size_t first = decay->i == 0;
    decay_steps(x + decay->i + first - 1, count - first, decay->reach.inv, step + first, shrink + first);
    for (size_t j = 0; j < count; j++, decay->i++) {
        size_t i = decay->i;
        if (decay->causal && i == decay->run)
            next_run(decay);
        chunk->below[j] = i > 0 ? x[i] - x[i - 1] : INFINITY;
        chunk->above[j] = i + 1 < decay->end ? x[i + 1] - x[i] : INFINITY;
        chunk->left[j] = decay->left;
        chunk->right[j] = right_of(decay, i + 1);
        decay->left = take_in(move_on(decay->left, step[j], shrink[j]), y[i] - decay->centre);
    }
}

/* Both sides together, relative to the nearest key. */
CLONES static void decay_combine(const Chunk *chunk, size_t count, double inv, Others *others) {
    for (size_t j = 0; j < count; j++) {
        double below = chunk->below[j], above = chunk->above[j], near = below < above ? below : above;
        double left = below < INFINITY ? (below - near) * inv : 0, right = above < INFINITY ? (above - near) * inv : 0;
        DecaySums a = move_on(chunk->left[j], left, lanes_exp2(-LANES_LOG2_E * left));
        DecaySums b = move_on(chunk->right[j], right, lanes_exp2(-LANES_LOG2_E * right));
        others[j] = (Others){a.sum + b.sum,     a.weighted + b.weighted,
                             a.slope + b.slope, a.slope_weighted + b.slope_weighted,
                             near * inv,        lanes_exp2(-LANES_LOG2_E * near * inv)};
    }
}

static bool proven(const Decay *decay, double x, double below, double above) {
    double near = fmin(below, above), apart = fabs(below - above), inv = decay->reach.inv;
    bool ties = apart > 0 && apart <= reach_slack(x, near) && apart * inv > TIE;
    return !ties && near * inv <= decay->reach.far;
}

void decay_next(Decay *decay, size_t count, Others *others) {
    for (size_t j = 0; j < count; j += CHUNK) {
        Chunk chunk;
        size_t part = count - j < CHUNK ? count - j : CHUNK, first = decay->i;
        gather(decay, part, &chunk);
        decay_combine(&chunk, part, decay->reach.inv, others + j);
        for (size_t k = 0; k < part; k++) {
            if (others[j + k].sum == 0)
                others[j + k] = OTHERS_NONE;
            else if (!proven(decay, decay->keys.x[first + k], chunk.below[k], chunk.above[k]))
                others[j + k] = OTHERS_UNPROVEN;
        }
    }
}

/* What every key sees of the others, for the Laplace kernel: the sums over all keys to the left shrink by one factor
 * from key to key, and so do those to the right on the way back. Two passes, O(n) whatever the bandwidth, all terms
 * positive and each side relative to its nearest key, so that nothing cancels or underflows. */
#ifndef CORE_DECAY_H
#define CORE_DECAY_H

#include "core/others.h"
#include "core/reach.h"

enum { DECAY_BRANCH = 64, DECAY_LEVELS = 5 };

/* The sums over all keys on one side of a place, relative to the nearest: of w, w v, and the same times its |u|. */
typedef struct DecaySums {
    double sum, weighted, slope, slope_weighted;
} DecaySums;

typedef struct Decay {
    Reach reach;
    Keys keys;
    bool causal;
    double centre;
    size_t i, run;                                   /* the next query; causal: end of the keys equal to it */
    DecaySums left;                                  /* keys up to i - 1, as seen from there */
    size_t first, end, levels, at[DECAY_LEVELS];     /* of `right`, over keys [first, end) */
    DecaySums right[DECAY_LEVELS][DECAY_BRANCH + 1]; /* level l: at each 64^l-th key, within the 64 that are in use */
} Decay;

/* REACH_LAPLACE. causal: only keys up to the query, those equal to it included. */
void decay_begin(Decay *decay, const Reach *reach, const Keys *keys, double centre, bool causal);

/* What the next `count` keys see. Not proven: where rounding decides between equally near keys by more than 1e-9, and
 * keys so far from all others that only pool.c's rules are safe. */
void decay_next(Decay *decay, size_t count, Others *others);

#endif

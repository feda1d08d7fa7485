/* What a pool comes to on one-dimensional keys: a kernel, a scale (u = d * inv), and for each query the window
 * of keys that can matter. A temperature goes into the scale: exp(-u^2/2)^(1/T) is the Gaussian of inv / sqrt T.
 * Two rules of pool.c hold here as well: a distance that equals the bandwidth up to rounding lies on the edge,
 * and nearest keys on both sides that are equally far up to rounding share. */
#ifndef CORE_REACH_H
#define CORE_REACH_H

#include "core/pool.h"
#include "core/softmax.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    REACH_DENSE,    /* scorers, masks and extreme scales: every score, as pool.c does */
    REACH_ALL,      /* every key has the same weight */
    REACH_GAUSSIAN, /* exp(-u^2/2) */
    REACH_LAPLACE,  /* exp(-|u|) */
    REACH_COMPACT,  /* K(u) within the edge */
    REACH_ROOT      /* K(u)^(1/T) within the edge */
} ReachKind;

typedef struct Reach {
    ReachKind kind;
    int kernel;
    double inv;  /* 1/h, temperature included */
    double edge; /* h times the support; only for compact kernels */
    double drop; /* keys whose score lies this far below the best may be left out */
    double tie;  /* difference of scores that may be left to rounding */
    double far;  /* distance of the nearest key, in bandwidths, from which on only pool.c's rules are safe */
} Reach;

/* A stretch of sorted keys that holds position: indices [first, end) between which a search goes on. */
typedef struct Bracket {
    size_t first, end;
} Bracket;

/* Keys [first, end) for one query; those before mid lie left of it. */
typedef struct Window {
    size_t first, mid, end;
    double near; /* distance to the nearest key; INFINITY when there is none */
    bool sharp;  /* two nearest keys tie up to rounding, and the rounding would show: pool.c must decide */
} Window;

/* Weights below `accuracy` of all the weights together may be dropped; n: number of keys. Below 1e-15, the last
 * digits are to be those of pool.c. */
Reach reach_of(const Pool *pool, size_t n, double accuracy);

/* First index in the bracket whose key is >= x. */
size_t reach_lower(const double *key, Bracket bracket, double x);

/* How far apart two distances near `distance` from x may be and still be the same decimal, as in pool.c. */
double reach_slack(double x, double distance);

/* The same where `hint` is likely near the answer. */
size_t reach_lower_near(const double *key, size_t n, size_t hint, double x);

/* What the nearest keys tell of a query; `mid` is reach_lower of the query. The window is still empty. */
Window reach_nearest(const Reach *reach, const Keys *keys, double query, size_t mid);

/* The left and the right end of a compact kernel's window: exactly the keys with weight. `from` is an index near the
 * end, or where reach_lower(query -+ edge) is. */
size_t reach_first_within(const Reach *reach, const Keys *keys, double query, size_t from);
size_t reach_first_beyond(const Reach *reach, const Keys *keys, double query, size_t from);

/* Widens it to all keys that can matter. Not for REACH_DENSE and REACH_ALL. */
void reach_widen(const Reach *reach, const Keys *keys, double query, Window *window);

/* The same for key i as the query, itself left out: first <= i < end, and near is to the nearest other key. sharp is
 * set for what the caller must leave to pool.c. */
Window reach_window_without(const Reach *reach, const Keys *keys, size_t i);

/* Whether a compact kernel gives weight at this distance; room: reach_room of the query. */
bool reach_within(const Reach *reach, double room, double distance);

/* How far from the query a key can matter, the nearest being at `near`; for the Gaussian and Laplace. */
double reach_radius(const Reach *reach, double near);

/* Distance within which pool.c takes a key for lying on the edge. */
double reach_room(const Reach *reach, double query);

/* The window's sums by the definition, pool.c's, with weighted about `centre`; as elsewhere in the engine, K(0) = 1. */
SoftmaxMean reach_dense(const Pool *pool, const Keys *keys, const Window *window, double query, double centre);

#endif

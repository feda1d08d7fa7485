/* Feature maps phi: a number x becomes the vector that a scoring function compares, as rows of one table.
 * Queries and keys each have a map of their own, so that q = phi_q(x) and k_i = phi_k(x_i) may differ in
 * length: that is what "scoring functions for different shapes of data" is about. */
#ifndef CORE_FEATURE_H
#define CORE_FEATURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FEATURE_IDENTITY,
    FEATURE_CENTRED,
    FEATURE_BIAS,
    FEATURE_LIFT,
    FEATURE_CIRCLE,
    FEATURE_FOURIER,
    FEATURE_RBF,
    FEATURE_RANDOM,
    FEATURE_COUNT
};

enum { FEATURE_MAX = 256 }; /* longest feature vector */

/* One map with its settings. Plain data: copy it, compare it, store it. */
typedef struct FeatureMap {
    int kind;      /* row of FEATURES */
    size_t d;      /* length, 2 to FEATURE_MAX, for fourier (rounded down to even), rbf and random */
    double base;   /* fourier: ratio of the longest wavelength to the shortest, about */
    double omega;  /* circle; lowest frequency of random. Radians per unit of x */
    double x0, x1; /* rbf: first and last centre */
    double centre; /* centred: the mean of the keys; the caller keeps it current */
    uint64_t seed; /* random */
    bool key;      /* random: the head W_k rather than W_q */
} FeatureMap;

typedef struct Feature {
    const char *id;      /* as on the command line */
    const char *label;   /* English name; the user interface translates it */
    const char *formula; /* the vector, in Unicode */
    int degree;          /* the vector is polynomial in x of this degree; 0: it is not polynomial */
    int one, x, square;  /* which component is always 1, is x, is x^2; -1: none */
    size_t length;       /* d; 0 when the map's own d says */
    void (*rows)(const FeatureMap *map, const double *x, size_t n, double *phi); /* feature_rows */
    /* The first derivative, and a bound of the second, see feature_jet. */
    void (*jet)(const FeatureMap *map, double x, double radius, double *slope, double *bend);
} Feature;

extern const Feature FEATURES[FEATURE_COUNT];

/* Index of the map named `id`, or -1. */
int feature_find(const char *id);

/* A map with default settings for x in [x0, x1]: d = 16, base 10000, omega = pi / (x1 - x0) (half a turn, so
 * that no two x look alike), centre in the middle, seed 1. */
FeatureMap feature_map(int kind, double x0, double x1, bool key);

/* Length d of the vectors, 1 to FEATURE_MAX. */
size_t feature_length(const FeatureMap *map);

/* phi(x) of n numbers, one row of d = feature_length(map) each, into phi[0 .. n d). */
void feature_rows(const FeatureMap *map, const double *x, size_t n, double *phi);

/* phi and its derivative at x, and bend[c] >= |phi_c''(z)| for every complex z with |z - x| <= radius: what tells how
 * far a vector can get from phi(x) nearby. d of each. */
void feature_jet(const FeatureMap *map, double x, double radius, double *phi, double *slope, double *bend);

#endif

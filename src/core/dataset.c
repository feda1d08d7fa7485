/* The built-in data. Synthetic sets draw every x first, sort them, and only then draw the noise in the
 * order of x, so that n standard normals belong to a seed and the noise level only stretches them.
 * Sources: "Dive into Deep Learning", section on attention pooling by Nadaraya-Watson regression, in its
 * 2.0 and 1.0 editions; the real sets as published with R (MASS::mcycle, faithful, cars). */
#include "core/dataset.h"

#include "core/rng.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static double d2l(double x) { return x < 0 ? NAN : 2 * sin(x) + pow(x, 0.8); }

static double d2l_first_edition(double x) { return 2 * sin(x) + x; }

static double step(double x) { return x < 2.5 ? -1 : 1; }

static double sine(double x) { return sin(2 * x); }

const Dataset DATASETS[DATASET_COUNT] = {
    [DATASET_D2L] = {"d2l", "D2L: 2 sin x + x⁰·⁸", d2l, 0, 5, 50, 0.5, NULL,
                     "Dive into Deep Learning, attention pooling (2.0 edition)"},
    [DATASET_D2L_1_0] = {"d2l-1.0", "D2L 1.0: 2 sin x + x", d2l_first_edition, 0, 5, 40, 1, NULL,
                         "Dive into Deep Learning, attention pooling (1.0 edition)"},
    [DATASET_STEP] = {"step", "Step: sign(x − 2.5)", step, 0, 5, 50, 0.3, NULL, "synthetic: a jump at x = 2.5"},
    [DATASET_SINE] = {"sine", "Sine: sin 2x", sine, 0, 5, 50, 0.3, NULL, "synthetic: about one and a half waves"},
    [DATASET_MOTORCYCLE] = {"motorcycle", "Motorcycle", NULL, 0, 60, 0, 0, "data/motorcycle.csv",
                            "head acceleration (g) against ms after impact, 133 points; Silverman (1985)"},
    [DATASET_FAITHFUL] = {"faithful", "Old Faithful", NULL, 1, 6, 0, 0, "data/faithful.csv",
                          "minutes to the next eruption against minutes of the last, 272 points; Azzalini and "
                          "Bowman (1990)"},
    [DATASET_CARS] = {"cars", "Cars", NULL, 0, 30, 0, 0, "data/cars.csv",
                      "stopping distance (ft) against speed (mph), 50 points; Ezekiel (1930)"},
};

int dataset_find(const char *id) {
    for (int i = 0; i < DATASET_COUNT; i++)
        if (strcmp(DATASETS[i].id, id) == 0)
            return i;
    return -1;
}

static int compare_doubles(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* Six decimals also hide the last bit in which one C library's sin or pow differs from another's. */
static double six_decimals(double value) { return round(value * 1e6) / 1e6; }

void dataset_generate(const Dataset *set, size_t n, double noise, uint64_t seed, double *x, double *y) {
    assert(set->truth);
    Rng rng = rng_seed(seed);
    for (size_t i = 0; i < n; i++) {
        x[i] = six_decimals(set->x0 + (set->x1 - set->x0) * rng_uniform(&rng));
        if (x[i] >= set->x1) /* rounded up onto the open end */
            x[i] = six_decimals(set->x1 - 1e-6);
    }
    if (n > 0)
        qsort(x, n, sizeof *x, compare_doubles);
    for (size_t i = 0; i < n; i++)
        y[i] = six_decimals(set->truth(x[i]) + noise * rng_normal(&rng));
}

void dataset_queries(double x0, double x1, size_t m, double *query) {
    bool textbook = x0 == 0 && x1 == 5 && m == 50, overflows = isinf(x1 - x0);
    for (size_t j = 0; j < m; j++) {
        double t = m > 1 ? (double)j / (double)(m - 1) : 0;
        query[j] = textbook ? (double)j / 10 : overflows ? x0 * (1 - t) + x1 * t : x0 + (x1 - x0) * t;
    }
    if (m > 1 && !textbook)
        query[m - 1] = x1;
}

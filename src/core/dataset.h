/* The built-in data sets as rows of one table: synthetic ones with their true function, and real ones,
 * whose points are a CSV under assets/data that the caller loads. */
#ifndef CORE_DATASET_H
#define CORE_DATASET_H

#include <stddef.h>
#include <stdint.h>

enum {
    DATASET_D2L,
    DATASET_D2L_1_0,
    DATASET_STEP,
    DATASET_SINE,
    DATASET_MOTORCYCLE,
    DATASET_FAITHFUL,
    DATASET_CARS,
    DATASET_COUNT
};

typedef struct Dataset {
    const char *id;            /* as on the command line */
    const char *label;         /* English name for a menu; the user interface translates it */
    double (*truth)(double x); /* true function, NAN where undefined; NULL for real data */
    double x0, x1;             /* x is drawn uniformly from [x0, x1) */
    size_t n;                  /* default number of points; 0 for real data */
    double noise;              /* default standard deviation of the noise */
    const char *asset;         /* "data/cars.csv"; NULL for synthetic data */
    const char *source;        /* where it comes from, one line */
} Dataset;

extern const Dataset DATASETS[DATASET_COUNT];

/* Index of the data set named `id`, or -1. */
int dataset_find(const char *id);

/* n points of a synthetic set into x and y, x ascending, both rounded to 6 decimals: the same points on
 * every machine. The standard normals do not depend on `noise`, so changing it stretches the same draw. */
void dataset_generate(const Dataset *set, size_t n, double noise, uint64_t seed, double *x, double *y);

/* Evaluation queries: the textbook's 0, 0.1 ... 4.9 for its own range [0, 5) when m = 50, otherwise m
 * evenly spaced over [x0, x1], both ends included. */
void dataset_queries(double x0, double x1, size_t m, double *query);

#endif

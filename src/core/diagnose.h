/* How much a smoother smooths, and how well. H is the hat matrix, the weights at the training inputs, so that
 * f = H y; df = tr H counts the parameters it uses up; leave-one-out, GCV and AICc estimate its error. Muted
 * keys are out of the data. Undefined figures are NAN. */
#ifndef CORE_DIAGNOSE_H
#define CORE_DIAGNOSE_H

#include "core/pool.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Diagnosis {
    size_t n;        /* points that have a prediction */
    size_t left_out; /* of these, points without any other key in reach: loo_mse is without them */
    double df;       /* tr H */
    double rss;      /* sum (y_i - f_i)^2 */
    double loo_mse;  /* mean of (y_i - f_{-i}(x_i))^2; NAN when nothing is left */
    double gcv;      /* (rss / n) / (1 - df / n)^2; NAN when df = n */
    double aicc;     /* ln(rss / n) + 1 + 2 (df + 1) / (n - df - 2), Hurvich, Simonoff and Tsai 1998;
                        NAN when n - df - 2 <= 0 or rss = 0 */
    double sigma;    /* noise: sqrt(rss / (n - 2 df + tr HH')); NAN when that is not positive */
} Diagnosis;

/* `alpha`: the caller's n doubles of scratch. Costs 2 n queries. */
Diagnosis diagnose(const Pool *pool, const Keys *keys, double *alpha);

/* Half the height of the band at a query: 2 sigma sqrt(sum alpha^2); NAN without sigma or support. */
double diagnose_band(double sigma, const PoolRow *row);

/* The bandwidth with the smallest leave-one-out error, for MODEL_KERNEL and MODEL_PARAMETRIC (whose w is then
 * 1 / h): a search on a logarithmic scale over everything from below the smallest gap to far beyond the range,
 * then closer around the best, to about 5 digits. A bandwidth that leaves any point without another key in reach does
 * not compete. */
typedef struct DiagnoseBest {
    bool found;   /* false: fewer than two different x, or every h is equally good */
    bool at_edge; /* the best is the widest h tried: nothing beats the average */
    double h, loo_mse;
} DiagnoseBest;

/* `alpha`: n doubles. Costs DIAGNOSE_TRIES times n queries. */
DiagnoseBest diagnose_best_h(const Pool *pool, const Keys *keys, double *alpha);

/* The same search a bandwidth at a time. Keys and pool must stay the same until it ends. */
enum { DIAGNOSE_TRIES = 120 };
typedef struct DiagnoseSearch {
    Pool pool;
    int tried;    /* bandwidths */
    size_t alone; /* points that see no other at any bandwidth */
    double low, high, centre, best_log, best, worst;
} DiagnoseSearch;

struct Engine;

DiagnoseSearch diagnose_search(const Pool *pool, const Keys *keys);
/* Tries the next one; false when it was the last. engine: one with these keys, for many of them; NULL: by the
 * definition. */
bool diagnose_search_on(DiagnoseSearch *search, const Keys *keys, struct Engine *engine, double *alpha);
DiagnoseBest diagnose_search_end(const DiagnoseSearch *search, const Keys *keys);

/* The bandwidth at which kernel `to` smooths as much as kernel `from` does with h (both rows of KERNELS);
 * NAN when either is the constant kernel, which no bandwidth changes. */
double diagnose_match_h(int from, int to, double h);

#endif

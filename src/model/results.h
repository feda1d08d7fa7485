/* Everything that is computed from a scene: the curve, the weights of the current query, the heatmap.
 * Whole and pure: the same scene and frame give the same results, and nothing on screen is a frame old. */
#ifndef MODEL_RESULTS_H
#define MODEL_RESULTS_H

#include "core/pool.h"
#include "model/scene.h"

#include <stdbool.h>
#include <stddef.h>

enum { HEAT_COLUMNS = 512, HEAT_ROWS_OWN = 200, HEAT_ROWS_BUILTIN = 50 };

typedef struct Results {
    size_t n;
    size_t *order; /* order[k]: the point that is key k; keys sorted by x, equal x by age */
    size_t *rank;  /* the reverse: rank[i] is the key that point i is */
    double *x, *y; /* the keys and their values, n each */
    Pool pool;

    size_t curve_count; /* evenly spaced over the view's x, both ends included */
    double *curve_x, *curve_f, *curve_truth;
    bool *curve_supported;

    PoolRow row; /* of the current query */
    double *score, *alpha; /* of the current query, by key */
    double query, truth;   /* truth: NAN where unknown */
    double alpha_max, mean;
    double *fitted; /* f at every key, only with residuals shown; NAN without support */

    size_t heat_rows, heat_columns; /* columns < n: each holds the summed weight of several keys */
    double *heat_query;
    float *heat;     /* alpha, row by row; a row without support is all NAN */
    double heat_max; /* largest cell, 0 when there is none */

    void *memory[16]; /* what to free */
} Results;

/* Evaluates the scene with `curve_count` samples over its view. False when memory ran out; the results are then
 * empty (n = 0). Keeps and reuses memory of the call before. */
bool results_compute(Results *results, const Scene *scene, size_t curve_count);
void results_free(Results *results);

/* The queries of a table or heatmap for this scene: the textbook's 50 on built-in data, otherwise 200 over the
 * range of x. Returns their number; writes at most HEAT_ROWS_OWN. */
size_t results_queries(const Scene *scene, double query[HEAT_ROWS_OWN]);
/* Points of the scene as keys: sorts them into order, x and y (room for n each). */
void results_sort(const Points *points, size_t *order, double *x, double *y);
/* Row of the heatmap nearest to a query; 0 when it has none. */
size_t results_heat_row(const Results *results, double query);
/* Column of the heatmap that holds key k. */
size_t results_heat_column(const Results *results, size_t key);

#endif

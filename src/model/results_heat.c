/* Rows are queries, columns keys: weights, or the scores before softmax. A masked key is NAN among scores; among the
 * points' own rows also a point that is left out of its own prediction. */
#include "model/results_heat.h"

#include "model/results_pool.h"

#include <math.h>

static void make_queries(Results *r, const Scene *scene) {
    double query[HEAT_ROWS_OWN];
    if (!scene->params.heat_points) {
        bool own = !scene_has_truth(scene) && r->n > 0; /* the range is known here without looking at every point */
        size_t m = r->heat_rows, standard = own ? 0 : results_queries(scene, query);
        if (standard != m)
            dataset_queries(r->x[0], r->x[r->n - 1], m, query);
        for (size_t j = 0; j < m; j++)
            r->heat_query[j] = query[j];
        return;
    }
    for (size_t j = 0; j < r->heat_rows; j++)
        r->heat_query[j] = r->x[results_heat_point(r, j)];
}

size_t results_heat_point(const Results *r, size_t row) { return row * r->n / (r->heat_rows ? r->heat_rows : 1); }

static void fill_weights(Results *r, float *cells, const double *alpha, bool supported, size_t left_out) {
    for (size_t c = 0; c < r->heat_columns; c++)
        cells[c] = supported ? 0 : NAN;
    for (size_t k = 0; supported && k < r->n; k++)
        cells[results_heat_column(r, k)] += (float)alpha[k];
    if (left_out < r->n && r->heat_columns == r->n)
        cells[left_out] = NAN;
    for (size_t k = 0; k < r->n && r->heat_columns == r->n; k++)
        if (r->muted[k])
            cells[k] = NAN;
}

/* Several keys to a column: their largest score. */
static void fill_scores(Results *r, float *cells, const double *score) {
    for (size_t c = 0; c < r->heat_columns; c++)
        cells[c] = NAN;
    for (size_t k = 0; k < r->n; k++) {
        float *cell = &cells[results_heat_column(r, k)];
        if (isfinite(score[k]) && !(*cell >= (float)score[k]))
            *cell = (float)score[k];
    }
}

static void fill_row(Results *r, const Scene *scene, size_t row, double *room) {
    float *cells = r->heat + row * r->heat_columns;
    bool own = scene->params.heat_points && scene->params.exclude_self;
    size_t without = own ? results_heat_point(r, row) : POOL_ALL;
    if (!r->fits) {
        fill_weights(r, cells, room, false, r->n);
    } else if (scene->params.heat_scores) {
        results_row_scores(r, without, r->heat_query[row], room);
        fill_scores(r, cells, room);
    } else {
        PoolRow pooled = results_row(r, without, r->heat_query[row], room);
        fill_weights(r, cells, room, pooled.supported, without == POOL_ALL ? r->n : without);
    }
}

/* All rows at once from the engine's sums, where it serves this model and what is shown. */
static bool fast_weights(Results *r, const Scene *scene) {
    bool plain = !scene->params.heat_points && !scene->params.heat_scores && r->fits && !r->pool.muted && r->n > 0;
    if (!plain)
        return false;
    bool supported[HEAT_ROWS];
    if (!engine_weights(r->keys.engine, &r->pool, r->heat_query, r->heat_rows, r->heat_columns, r->heat, supported))
        return false;
    for (size_t row = 0; row < r->heat_rows; row++)
        for (size_t c = 0; c < r->heat_columns && !supported[row]; c++)
            r->heat[row * r->heat_columns + c] = NAN;
    return true;
}

void results_heat(Results *r, const Scene *scene) {
    size_t count = r->heat_rows * r->heat_columns;
    float low = INFINITY, high = -INFINITY;
    make_queries(r, scene);
    if (!fast_weights(r, scene))
        for (size_t row = 0; row < r->heat_rows; row++)
            fill_row(r, scene, row, r->fitted);
    for (size_t i = 0; i < count; i++) {
        if (r->heat[i] < low)
            low = r->heat[i];
        if (r->heat[i] > high)
            high = r->heat[i];
    }
    r->heat_min = low <= high ? (double)low : 0;
    r->heat_max = low <= high ? (double)high : 0;
}

size_t results_heat_row(const Results *r, double query) {
    size_t best = 0;
    for (size_t j = 1; j < r->heat_rows; j++)
        if (fabs(r->heat_query[j] - query) < fabs(r->heat_query[best] - query))
            best = j;
    return best;
}

size_t results_heat_column(const Results *r, size_t key) {
    return r->heat_columns == r->n ? key : key * r->heat_columns / r->n;
}

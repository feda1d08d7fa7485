/* Everything that is computed from a scene: the curve, the weights of the current query, the heatmap.
 * Whole and pure: the same scene and frame give the same results, and nothing on screen is a frame old. */
#ifndef MODEL_RESULTS_H
#define MODEL_RESULTS_H

#include "core/diagnose.h"
#include "core/pool.h"
#include "model/crowd.h"
#include "model/scene.h"
#include "model/sorted.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    HEAT_COLUMNS = 512,
    HEAT_ROWS_OWN = 200,
    HEAT_ROWS_BUILTIN = 50,
    HEAT_ROWS = 400,
    DIAGNOSED_MAX = 400,
    ONE_HOT_MAX = 400,
    HEAVIEST = 64,
    SCORER_LOOKS = 20000000, /* keys that the location score looks at for the curve, and for the heatmap, of a frame;
                                any score, where the heatmap's rows leave out a key or show scores ... */
    SCORER_LEAST = 25,       /* ... but so many queries at least */
    LOCATION_MANY = 25000,   /* keys from which on its curve in a usual window is coarser */
    SCORER_RESIDUALS = 25000 /* points with residuals of a scorer, at most */
};

/* A further value column in the order of the keys, with an engine where there are many. */
typedef struct ResultsColumn {
    size_t n;
    double *y;
    Engine *engine;
    unsigned long keys_version;
    uint64_t mark;
} ResultsColumn;

typedef struct Results {
    size_t n;
    Sorted keys; /* the next five are its own */
    size_t *order, *rank;
    double *x, *y;
    bool *muted;
    Pool pool;
    ScoreModel scorer;      /* of the model scorer; its features and parameters are the two below */
    double *key_features;   /* n x d_k, of few keys (scorer.key_features is NULL for more) ... */
    FeatureMap features_of; /* ... by this map, of these keys */
    unsigned long features_version;
    size_t features_room;
    double *parameters; /* with the location scorer's rows in the order of the keys */
    bool fits;          /* the scorer's shapes go together; else nothing is supported and `refusal` says why */
    char refusal[200];
    const char *degenerate; /* one sentence why this scorer cannot attend to what is near; NULL: it can */

    size_t curve_count; /* evenly spaced over the view's x, both ends included */
    double *curve_x, *curve_f, *curve_truth;
    bool *curve_supported;

    size_t in_view; /* keys over the view's x */

    PoolRow row;         /* of the current query */
    double *alpha;       /* of the current query, by key */
    double query, truth; /* truth: NAN where unknown */
    double alpha_max, mean;
    size_t heaviest[HEAVIEST]; /* the keys that weigh most, heaviest first; of equal ones the nearer to the query */
    int heaviest_count;
    double *fitted; /* f at every key, only with residuals shown; NAN without support */
    bool *supported;

    PoolRow pinned;       /* of the second query, where there is one */
    double *pinned_alpha; /* by key */
    bool *ghost_supported;
    double *curve_ghost; /* the second curve; NAN without support, or where there is none */

    size_t heat_rows, heat_columns; /* columns < n: each holds the summed weight of several keys */
    double *heat_query;
    float *heat;               /* alpha (or scores), row by row; NAN: no support, or a masked key */
    double heat_min, heat_max; /* smallest and largest cell, 0 when there is none */

    double *curve_band;  /* half the height of the band of +-2 standard errors; NAN where there is none */
    double *curve_alpha; /* with one-hot values: a curve of alpha for every key, n x curve_count */
    size_t alpha_keys;   /* n, or 0 where there are too many keys to draw */
    double curve_alpha_max;

    double *curve_value[VALUES_MAX]; /* f of every value column, where there are several and they are shown */
    int values;
    ResultsColumn column[VALUES_MAX];

    /* Of the keys from which curves, row and heatmap were computed, and hashes of everything else they depend on. */
    unsigned long curve_version, row_version, heat_version;
    uint64_t curve_key, row_key, heat_key;

    Crowd crowd; /* of too many points to draw one by one; grid of zeros otherwise */

    Diagnosis diagnosis; /* of the fit to the points */
    bool diagnosed;      /* false for too many points */

    void *memory[32]; /* what to free */
} Results;

/* Evaluates the scene with `curve_count` samples over its view (fewer, where the location score
 * has very many keys to look at: see r->curve_count). False when memory ran out; the results are then empty (n = 0).
 * Keeps and reuses memory of the call before. */
bool results_compute(Results *results, const Scene *scene, size_t curve_count);
/* After it: the crowd over the view, where there are more than CROWD_LEAST points; else r->crowd is emptied. */
void results_crowd(Results *results, const Scene *scene, CrowdGrid grid);
/* Only the keys and the pool: sorted, with the scorer's features. False when memory ran out. */
bool results_prepare(Results *results, const Scene *scene);
/* A parameter vector in the order of the keys back into the order of the points. */
void results_unorder(const Results *results, const double *parameters, double *score);
void results_free(Results *results);

/* Whether no key farther from the query weighs more than a nearer one. */
bool results_fall(const Results *results);

/* The score of key k at the current query; -INFINITY where it is out of reach or masked. */
double results_score(const Results *results, size_t k);

/* The queries of a table or heatmap for this scene: the textbook's 50 on built-in data, otherwise 200 over the
 * range of x. Returns their number; writes at most HEAT_ROWS_OWN. */
size_t results_queries(const Scene *scene, double query[HEAT_ROWS_OWN]);
/* Row of the heatmap nearest to a query; 0 when it has none. */
size_t results_heat_row(const Results *results, double query);
/* The key whose own row this is, where rows are the points. */
size_t results_heat_point(const Results *results, size_t row);
/* Column of the heatmap that holds key k. */
size_t results_heat_column(const Results *results, size_t key);

#endif

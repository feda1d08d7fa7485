/* Scoring functions a(q, k): how well a key fits a query, as rows of one table. All parameters of a scorer
 * lie in one flat vector of doubles; its layout names each matrix, so that grids, training, undo and scene
 * files loop over blocks instead of knowing the scorers. */
#ifndef CORE_SCORE_H
#define CORE_SCORE_H

#include "core/feature.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    SCORER_DISTANCE,
    SCORER_COSINE,
    SCORER_ADDITIVE,
    SCORER_LOCATION,
    SCORER_GENERAL,
    SCORER_DOT,
    SCORER_SCALED_DOT,
    SCORER_COUNT
};

enum {
    SCORE_BLOCKS = 4,     /* most blocks in a layout: three of the scorer's, and T */
    SCORE_HIDDEN_MAX = 64 /* most tanh units of the additive score */
};

/* One parameter matrix, rows x columns, row by row from parameters[offset]. */
typedef struct ScoreBlock {
    const char *id;    /* "W_q"; as in a scene file */
    const char *label; /* for the screen, in Unicode */
    size_t rows, columns, offset;
} ScoreBlock;

/* The last block is always the temperature T, 1 x 1. */
typedef struct ScoreLayout {
    size_t count, length; /* blocks; doubles in all */
    ScoreBlock block[SCORE_BLOCKS];
} ScoreLayout;

/* A scorer on its features. `parameters` has the length of score_layout; `key_features` is the caller's
 * n x feature_length(&key), made by feature_rows(&key, ...) whenever a key or the map changes; pool.h takes NULL as
 * well and makes them again and again. The location score does not look at them. */
typedef struct ScoreModel {
    int scorer; /* row of SCORERS */
    FeatureMap query, key;
    size_t hidden; /* tanh units of the additive score, 1 to SCORE_HIDDEN_MAX; the others ignore it */
    const double *parameters;
    const double *key_features;
} ScoreModel;

/* The sides that a parameter's rows and columns can have. */
typedef enum { SCORE_ONE, SCORE_HIDDEN, SCORE_KEYS, SCORE_D_Q, SCORE_D_K, SCORE_SIDES } ScoreSide;

typedef struct ScoreParameter {
    const char *id, *label;
    ScoreSide rows, columns;
} ScoreParameter;

/* One query against keys [first, first + count) of n. */
typedef struct ScoreContext {
    size_t side[SCORE_SIDES];
    size_t first, count;
    const double *parameter[SCORE_BLOCKS]; /* start of each block */
    const double *q;                       /* d_q */
    const double *keys;                    /* n x d_k */
} ScoreContext;

typedef struct Scorer {
    const char *id;      /* as on the command line */
    const char *label;   /* English name; the user interface translates it */
    const char *formula; /* in Unicode */
    const char *paper;
    bool same_length; /* needs d_q = d_k */
    size_t parameters;
    ScoreParameter parameter[SCORE_BLOCKS - 1];
    /* score[0..count) */
    void (*score)(const ScoreContext *context, double *score);
    /* Adds sum_i upstream_i da(q, k_i)/dp to gradient[b] for each block b; NULL: no parameters. */
    void (*gradient)(const ScoreContext *context, const double *upstream, double *const *gradient);
    /* Parameters that make the scorer useful at once, see score_defaults; NULL: no parameters. */
    void (*defaults)(const ScoreModel *model, const double *x, size_t n, double w, double *const *parameter);
    /* See score_degenerate. */
    const char *(*degenerate)(const FeatureMap *query, const FeatureMap *key);
} Scorer;

extern const Scorer SCORERS[SCORER_COUNT];

/* Index of the scorer named `id`, or -1. */
int score_find(const char *id);

/* Layout of the parameters of a scorer over n keys. Reads neither `parameters` nor `key_features`. */
ScoreLayout score_layout(const ScoreModel *model, size_t n);

/* Whether the shapes go together; if not, `message` says so with both. */
bool score_fits(int scorer, const FeatureMap *query, const FeatureMap *key, char *message, size_t room);

/* One sentence why this combination cannot attend to what is near, or NULL. */
const char *score_degenerate(int scorer, const FeatureMap *query, const FeatureMap *key);

/* Starting parameters, T = 1 and, wherever the features allow it, the scorer's best likeness of the Gaussian
 * of width w:
 *   distance  w itself
 *   cosine    on circle, beta = w^2 / omega^2; otherwise beta = 1
 *   additive  with a constant and x on both sides, two tanh units that make a bump; otherwise a fixed draw
 *   location  with a constant and x, the rows w^2 x_i and -w^2 x_i^2 / 2 of the current keys; otherwise 0
 *   general   on lift, the matrix that equals the Gaussian; on circle, w^2 / omega^2 times the unit matrix;
 *             otherwise the unit matrix
 * x[0..n) are the keys; parameters[0 .. length). */
void score_defaults(const ScoreModel *model, const double *x, size_t n, double w, double *parameters);

/* a(phi_q(x), k_i) for keys [first, first + count) of n into score[0..count). T plays no part. */
void score_row(const ScoreModel *model, size_t n, size_t first, size_t count, double x, double *score);

/* Adds sum_i upstream[i] da(phi_q(x), k_i)/dp over all n keys to gradient[0 .. length). T plays no part. */
void score_gradient(const ScoreModel *model, size_t n, double x, const double *upstream, double *gradient);

#endif

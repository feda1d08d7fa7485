/* What queries attend to, each by the quickest way: the engine's, or pool.c's. */
#ifndef MODEL_RESULTS_POOL_H
#define MODEL_RESULTS_POOL_H

#include "model/results.h"

enum { FEATURES_KEPT = 25000 }; /* keys whose features are kept, at most */

/* The scorer of results whose keys are ready, and its features, made again only when they are others. */
void results_scorer(Results *results, const Scene *scene);

/* Of results whose pool is ready: f at m queries, one row of A, and its scores; see pool.h. */
void results_predict(Results *results, const double *query, size_t m, double *f, bool *supported);
PoolRow results_row(Results *results, size_t without, double query, double *alpha);
void results_row_scores(Results *results, size_t without, double query, double *score);

/* f of value column c at m queries, in the order of the keys. False when memory ran out. */
bool results_predict_column(Results *results, const Scene *scene, int c, const double *query, size_t m, double *f,
                            bool *supported);
void results_free_columns(Results *results);

/* phi of key k into phi[0 .. FEATURE_MAX). */
void results_feature(const Results *results, size_t k, double *phi);

/* Queries that a frame can afford, of `queries`: where a row of weights goes through every key, no more than these can
 * be asked while the hand waits. */
size_t results_affordable(const Scene *scene, size_t queries, bool whole_rows);

#endif

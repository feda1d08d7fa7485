/* A scorer's weights over the pyramid of cells (moments.h). From the coarsest cell down, a query drops the cells whose
 * weights cannot show, takes those in which the scores are proven to be smooth enough for proxies (proxy.h), and goes
 * on to the halves of the others, below the finest level too where many keys share a cell; what is left is summed key
 * by key, where that can be from a polynomial through the proxies' scores. So the time of a query depends on how far
 * its scores rise and fall, hardly on the number of keys or on how sharp the weights are. Every weight that shows is
 * within 1e-10 by proof, and rounding. */
#ifndef CORE_TREE_H
#define CORE_TREE_H

#include "core/form.h"
#include "core/proxy.h"
#include "core/softmax.h"

#include <stdbool.h>
#include <stddef.h>

/* A cell on the way down. */
typedef struct TreeCell {
    ProxyCell cell;
    bool proven, flat;  /* enough for what is asked; enough for the scores of single keys */
    bool even;          /* all its weights are the same to a heatmap */
    double score, most; /* at its centre, and anywhere in it */
} TreeCell;

typedef struct Tree {
    Proxies proxies;
    TreeCell *active, *found; /* room for three lists, one after the other */
    size_t room, found_count;
} Tree;

/* See proxies_begin; columns may be not built. False when memory ran out. */
bool tree_begin(Tree *tree, const Moments *moments, const Columns *columns, const ScoreModel *model);
void tree_forget(Tree *tree);
void tree_free(Tree *tree);

/* Sums over the first `seen` keys, values less moments->centre. Supported as in pool.h. */
SoftmaxMean tree_mean(Tree *tree, const Form *form, size_t seen);

/* Adds FORM_LANES keys or proxies with these scores, and factors as in a block of proxy.h. */
void tree_add(SoftmaxMean *mean, const double *score, const double *factors);

/* Scores of all keys, -INFINITY from `seen` on and where they are more than `drop` below the largest. */
void tree_scores(Tree *tree, const Form *form, size_t seen, double drop, double *score);

/* exp(score - shift) of the first `seen` keys, summed by column, for the heatmap's columns, shift being the logarithm
 * of the sum of all. */
void tree_columns(Tree *tree, const Form *form, size_t seen, double shift, float *weight);

#endif

/* A heatmap's columns that sum many keys, for kernels other than the Gaussian: within a narrow column a kernel is as
 * good as a polynomial of degree 5, which its values at six Chebyshev nodes give, and the column's moments sum over its
 * keys. */
#ifndef CORE_NODES_H
#define CORE_NODES_H

#include "core/columns.h"
#include "core/direct.h"

enum { NODES = 6 };

/* powers[k][j]: what the value at node j adds to the factor of u^k. */
typedef struct Nodes {
    double place[NODES], powers[NODES][NODES];
} Nodes;

Nodes nodes_make(void);

/* Whether column c is narrow enough, and the query, where kernels have their kink, does not lie in it. Columns that the
 * kernel's edge runs through are for the caller to keep out. */
bool nodes_suit(const Columns *columns, const DirectQuery *query, size_t c);

/* Sums of weights of columns [first, end), all of which suit, into weight[first] and on; returns their sum. */
double nodes_weights(const Nodes *nodes, const Columns *columns, int kernel, const DirectQuery *query, size_t first,
                     size_t end, float *weight);

#endif

/* Compact kernels as sums of products: on either side of the query K((q - x)/h) = sum_r k_r(t) phi_r(v), t and v being
 * the places of q and x about some middle, in bandwidths, t counted away from the keys (for a side, t = q - middle left
 * of the query and middle - q right of it). phi_r = v^r, up to the kernel's degree; for the cosine cos and sin of pi v
 * / 2 and v times these. So the sums of phi_r and phi_r y over keys give, for any query beyond them, the sums of w =
 * K(u) and g = -u K'(u) (others.h), K(0) being 1. For |t| <= 3/2 and |v| <= 1/2 rounding is at most that of sum |a_j|
 * 2^j for K = sum a_j |u|^j: 730 times 2^-53 for the tricube. */
#ifndef CORE_PRODUCT_H
#define CORE_PRODUCT_H

#include "core/lanes.h"

#include <stddef.h>

enum { PRODUCT_RANK = 10, PRODUCT_STATE = 2 * PRODUCT_RANK };

/* Parts of a window: the end of the tile before, the query's own up to it and from it on, the beginning of the next. */
enum { PRODUCT_LAST, PRODUCT_SEEN, PRODUCT_REST, PRODUCT_NEXT, PRODUCT_PARTS };

/* LANES queries at once: each part's t and sums; out come the sums of w, w y, g and g y, added up. */
typedef struct ProductBatch {
    double t[PRODUCT_PARTS][LANES], state[PRODUCT_PARTS][PRODUCT_STATE][LANES], sum[4][LANES];
} ProductBatch;

/* x[0..n) with values y less `centre`; inv = 1/h. The state is `rank` sums of phi_r, then as many of phi_r y. */
typedef void ProductSums(const double *x, const double *y, size_t n, double middle, double inv, double centre,
                         double *state);

typedef struct Product {
    size_t rank;
    ProductSums *add;   /* all of them onto a state */
    ProductSums *back;  /* n + 1 states: the sums from each key on; state n, what comes after them, is given */
    ProductSums *forth; /* n + 1 states: the sums before each key; state 0, what came before them, is given */
    void (*evaluate)(ProductBatch *batch);
} Product;

/* NULL for kernels that are none. */
const Product *product_of(int kernel);

#endif

/* Compact kernels from cell moments. Within its window such a kernel is a polynomial in u (one for each side of the
 * query where K depends on |u|), so a cell that lies wholly in the window is a polynomial of its moments, exactly; the
 * cosine is its interpolation of degree 16, to 1e-16. The window is taken apart into whole cells, as coarse as
 * possible, and the keys at its ends, which are summed one by one. Unlike differences of running sums this adds only
 * what has weight, so that nothing cancels. Whether a query has support is decided by counting keys. */
#ifndef CORE_SHAPE_H
#define CORE_SHAPE_H

#include "core/moments.h"
#include "core/softmax.h"

enum { SHAPE_ROWS = 41, SHAPE_STEP = 3 }; /* rows of coefficients of a group at most; levels are taken 3 by 3 */

typedef struct Shape Shape;

/* The polynomial of a compact kernel. */
const Shape *shape_of(int kernel);

/* Whether it differs left and right of the query: the window's mid is then needed. */
bool shape_is_sided(const Shape *shape);

/* Coarsest level in use, a multiple of SHAPE_STEP; the number of levels when the window is narrower than a cell. */
size_t shape_level(const Moments *moments, double inv);

/* Coefficients of all groups of a level into coefficient[groups x SHAPE_ROWS x LANES]. */
void shape_coefficients(const Shape *shape, const Moments *moments, size_t level, double inv, double *coefficient);

/* A structure that is ready for evaluation: coefficient[l] for each level l that is a multiple of SHAPE_STEP. */
typedef struct ShapeLevels {
    const Shape *shape;
    const Moments *moments;
    size_t top;
    double inv;
    double *const *coefficient;
} ShapeLevels;

/* Sums over the window. sum = -1 where rounding could show, because all keys lie near the edge. */
SoftmaxMean shape_mean(const ShapeLevels *at, const Window *window, double query);

#endif

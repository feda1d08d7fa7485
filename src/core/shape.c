/* A cell at s (its middle to the query, in bandwidths) with half width kappa holds keys at s - kappa v, v in [-1, 1].
 * For K(u) = sum_j a_j u^j the cell's sum is sum_k C_k s^k with C_k = sum_(j >= k) a_j binom(j, k) (-kappa)^(j-k)
 * M_(j-k). Right of the query s is taken positive and v mirrored, which flips the sign of odd moments. */
#include "core/shape.h"

#include "core/direct.h"
#include "core/kernel.h"

#include <math.h>

enum { DEGREE_MAX = 16, MOMENT_GROUP = MOMENT_ROWS * LANES };

static const double ROUNDING = 1e-13, ACCURACY = 1e-10; /* of a weight; of the sum of weights */

struct Shape {
    int kernel, degree;
    bool sided; /* K depends on |u| in odd powers */
    double a[DEGREE_MAX + 1];
};

static const Shape SHAPES[] = {
    {KERNEL_BOXCAR, 0, false, {1}},
    {KERNEL_TRIANGULAR, 1, true, {1, -1}},
    {KERNEL_EPANECHNIKOV, 2, false, {1, 0, -1}},
    {KERNEL_BIWEIGHT, 4, false, {1, 0, -2, 0, 1}},
    {KERNEL_TRICUBE, 9, true, {1, 0, 0, -3, 0, 0, 3, 0, 0, -1}},
    {KERNEL_COSINE,
     16,
     false,
     {1.0, 0, -1.233700550136169, 0, 0.25366950790103104, 0, -0.02086348076317886, 0, 0.0009192602739434877, 0,
      -2.5202039782228713e-05, 0, 4.7108307433635577e-07, 0, -6.382235924529259e-09, 0, 6.3317327178079e-11}},
};

const Shape *shape_of(int kernel) {
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++)
        if (SHAPES[i].kernel == kernel)
            return &SHAPES[i];
    return NULL;
}

bool shape_is_sided(const Shape *shape) { return shape->sided; }

static size_t rows_of(const Shape *shape) { return 1 + 2 * (size_t)(shape->degree + 1) * (shape->sided ? 2 : 1); }

size_t shape_level(const Moments *moments, double inv) {
    size_t level = moments->levels;
    for (size_t l = 0; l < moments->levels && moments->width[l] * inv <= 1; l += SHAPE_STEP)
        level = l;
    return level;
}

/* factor[k][i] = a_(k+i) binom(k + i, k) (sign kappa)^i; sign is -1 left of the query and 1 right of it. */
static void expansion(const Shape *shape, double signed_kappa, double factor[DEGREE_MAX + 1][MOMENTS]) {
    for (int k = 0; k <= shape->degree; k++) {
        double term = 1;
        for (int i = 0; i < MOMENTS && k + i <= shape->degree; i++) {
            factor[k][i] = shape->a[k + i] * term;
            term *= signed_kappa * (k + i + 1) / (i + 1);
        }
    }
}

INLINED void expand(const Shape *shape, const double *moment, double factor[DEGREE_MAX + 1][MOMENTS],
                    double *coefficient) {
    for (int k = 0; k <= shape->degree; k++) {
        double row[LANES] = {0};
        for (int i = 0; i < MOMENTS && k + i <= shape->degree; i++) {
            const double *from = moment + i * LANES;
            double f = factor[k][i];
#pragma omp simd
            for (size_t lane = 0; lane < LANES; lane++)
                row[lane] += f * from[lane];
        }
        memcpy(coefficient + k * LANES, row, sizeof row);
    }
}

/* Rows of a group: middles; then for the left side, and if need be for the right, sum w y and sum w. */
CLONES static void shape_groups(const Shape *shape, const Moments *moments, size_t level, double inv,
                                double *coefficient) {
    double factor[2][DEGREE_MAX + 1][MOMENTS], width = moments->width[level], kappa = width / 2 * inv;
    size_t half = (size_t)(shape->degree + 1) * LANES, size = rows_of(shape) * LANES;
    expansion(shape, -kappa, factor[0]);
    expansion(shape, kappa, factor[1]);
    for (size_t g = 0; g < moments->groups[level]; g++) {
        double *to = coefficient + g * size;
        const double *from = moments->group[level] + g * MOMENT_GROUP;
        for (size_t lane = 0; lane < LANES; lane++)
            to[lane] = moments->origin + ((double)(g * LANES + lane) + 0.5) * width;
        for (size_t side = 0; side < (shape->sided ? 2 : 1); side++) {
            expand(shape, from, factor[side], to + LANES + 2 * side * half);
            expand(shape, from + MOMENTS * LANES, factor[side], to + LANES + (2 * side + 1) * half);
        }
    }
}

void shape_coefficients(const Shape *shape, const Moments *moments, size_t level, double inv, double *coefficient) {
    shape_groups(shape, moments, level, inv, coefficient);
}

/* Cells [first, end) of one level. */
typedef struct Piece {
    size_t level, first, end;
} Piece;

enum { PIECES = 2 * MOMENT_LEVELS };

/* From the finest cells upwards: what does not fill a whole coarser cell is a piece of its own level. */
INLINED size_t take_apart(size_t top, size_t first, size_t end, Piece *piece) {
    size_t count = 0;
    for (size_t level = 0; first < end; level += SHAPE_STEP) {
        size_t block = (size_t)1 << SHAPE_STEP, up = (first + block - 1) / block, down = end / block;
        if (level >= top || up >= down) {
            piece[count++] = (Piece){level, first, end};
            break;
        }
        if (first < up * block)
            piece[count++] = (Piece){level, first, up * block};
        if (down * block < end)
            piece[count++] = (Piece){level, down * block, end};
        first = up;
        end = down;
    }
    return count;
}

/* One group; lanes outside [first, end) do not count. */
INLINED void add_group(const double *group, int degree, size_t side, size_t first, size_t end, double query, double inv,
                       double *sum, double *weighted) {
    const double *by_value = group + (1 + 2 * side * (size_t)(degree + 1)) * LANES;
    const double *plain = by_value + (size_t)(degree + 1) * LANES;
#pragma omp simd
    for (size_t lane = 0; lane < LANES; lane++) {
        double s = (query - group[lane]) * inv, keep = lane >= first && lane < end ? 1 : 0;
        s = side ? -s : s;
        double a = by_value[(size_t)degree * LANES + lane], b = plain[(size_t)degree * LANES + lane];
#pragma GCC unroll 17
        for (int k = degree - 1; k >= 0; k--) {
            a = a * s + by_value[(size_t)k * LANES + lane];
            b = b * s + plain[(size_t)k * LANES + lane];
        }
        sum[lane] += keep * b;
        weighted[lane] += keep * a;
    }
}

INLINED double total(const double lane[LANES]) {
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

INLINED void add_cells(const ShapeLevels *at, int degree, bool sided, size_t side, size_t first, size_t end,
                       double query, SoftmaxMean *mean) {
    Piece piece[PIECES];
    double sum[LANES] = {0}, weighted[LANES] = {0};
    size_t count = take_apart(at->top, first, end, piece);
    size_t size = (1 + 2 * (size_t)(degree + 1) * (sided ? 2 : 1)) * LANES;
    for (size_t p = 0; p < count; p++)
        for (size_t g = piece[p].first / LANES; g * LANES < piece[p].end; g++) {
            size_t low = piece[p].first > g * LANES ? piece[p].first - g * LANES : 0;
            add_group(at->coefficient[piece[p].level] + g * size, degree, side, low, piece[p].end - g * LANES, query,
                      at->inv, sum, weighted);
        }
    mean->sum += total(sum);
    mean->weighted += total(weighted);
}

typedef void Cells(const ShapeLevels *at, size_t side, size_t first, size_t end, double query, SoftmaxMean *mean);

/* The loop of each kernel, with its degree known to the compiler. */
#define CELLS(kernel, degree, sided)                                                                                   \
    CLONES static void cells_##kernel(const ShapeLevels *at, size_t side, size_t first, size_t end, double query,      \
                                      SoftmaxMean *mean) {                                                             \
        add_cells(at, degree, sided, side, first, end, query, mean);                                                   \
    }

CELLS(boxcar, 0, false)
CELLS(triangular, 1, true)
CELLS(epanechnikov, 2, false)
CELLS(biweight, 4, false)
CELLS(tricube, 9, true)
CELLS(cosine, 16, false)

static Cells *const CELLS_OF[KERNEL_COUNT] = {
    [KERNEL_BOXCAR] = cells_boxcar,
    [KERNEL_TRIANGULAR] = cells_triangular,
    [KERNEL_EPANECHNIKOV] = cells_epanechnikov,
    [KERNEL_BIWEIGHT] = cells_biweight,
    [KERNEL_TRICUBE] = cells_tricube,
    [KERNEL_COSINE] = cells_cosine,
};

/* Keys [first, end), all on one side of the query or of a kernel that does not care. */
static void add_keys(const ShapeLevels *at, size_t side, size_t first, size_t end, const DirectQuery *query,
                     SoftmaxMean *mean) {
    const Moments *moments = at->moments;
    const double *x = moments->keys.x, *y = moments->keys.y;
    int kernel = at->shape->kernel;
    if (first >= end)
        return;
    size_t low = moments_key_cell(moments, first), high = moments_key_cell(moments, end - 1);
    low += moments->start[low] < first;
    high += moments->start[high + 1] == end;
    if (low >= high) {
        direct_add(kernel, query, x + first, y + first, end - first, mean);
        return;
    }
    size_t whole = moments->start[low], rest = moments->start[high];
    direct_add(kernel, query, x + first, y + first, whole - first, mean);
    CELLS_OF[kernel](at, side, low, high, query->x, mean);
    direct_add(kernel, query, x + rest, y + rest, end - rest, mean);
}

SoftmaxMean shape_mean(const ShapeLevels *at, const Window *window, double query) {
    SoftmaxMean mean = {0, 0, 0};
    DirectQuery direct = {query, 0, at->inv, at->moments->centre};
    if (at->shape->sided) {
        add_keys(at, 0, window->first, window->mid, &direct, &mean);
        add_keys(at, 1, window->mid, window->end, &direct, &mean);
    } else {
        add_keys(at, 0, window->first, window->end, &direct, &mean);
    }
    if (!((double)(window->end - window->first) * ROUNDING <= ACCURACY * mean.sum))
        mean.sum = -1;
    return mean;
}

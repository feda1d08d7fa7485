/* exp(-(last - x_i)/h) over a cell: exp(-(last - middle)/h) sum_k kappa^k/k! M_k, likewise from the right with the
 * signs turned. Cut after u^15: for kappa <= 1 the rest is below 1e-13, the weight itself at least 1/e. */
#include "core/sweep.h"

#include "core/direct.h"
#include "core/kernel.h"

#include <math.h>

enum { LEFT, LEFT_BY_VALUE, RIGHT, RIGHT_BY_VALUE, SHRINK_LEFT, SHRINK_RIGHT };
enum { GROUP = MOMENT_ROWS * LANES };

bool sweep_serves(const Moments *moments, double inv) { return moments->width[0] * inv <= 2; }

/* The last key up to the end of a cell, and the first one from its beginning on: also for an empty cell. */
static double last_key(const Moments *moments, size_t cell) {
    size_t end = moments->start[cell + 1];
    return moments->keys.x[end > 0 ? end - 1 : 0];
}

static double first_key(const Moments *moments, size_t cell) {
    size_t first = moments->start[cell];
    return moments->keys.x[first < moments->keys.n ? first : moments->keys.n - 1];
}

/* A cell's series in kappa from both sides, LANES cells at once: even and odd powers apart. */
INLINED void series(const double *moment, const double factor[MOMENTS], double *left, double *right) {
    double even[LANES] = {0}, odd[LANES] = {0};
    for (size_t k = 0; k < MOMENTS; k += 2) {
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            even[lane] += factor[k] * moment[k * LANES + lane];
            odd[lane] += factor[k + 1] * moment[(k + 1) * LANES + lane];
        }
    }
    for (size_t lane = 0; lane < LANES; lane++) {
        left[lane] = even[lane] + odd[lane];
        right[lane] = even[lane] - odd[lane];
    }
}

/* An empty cell adds 0 times this factor, which must be a number: its last key may be anywhere before it. */
INLINED double limited(double distance, double width) {
    distance = distance < -width ? -width : distance;
    return distance > width ? width : distance;
}

/* What the sums so far shrink by from one cell to the next, and what each cell adds. */
CLONES static void prepare(Sweep *sweep) {
    const Moments *moments = sweep->moments;
    double factor[MOMENTS] = {1}, scale = -LANES_LOG2_E * sweep->inv, width = moments->width[0];
    for (int k = 1; k < MOMENTS; k++)
        factor[k] = factor[k - 1] * (width / 2 * sweep->inv) / k;
    for (size_t g = 0; g < moments->groups[0]; g++) {
        double first[LANES], last[LANES], before[LANES], after[LANES], middle[LANES], *row[SWEEP_ROWS];
        for (size_t r = 0; r < SWEEP_ROWS; r++)
            row[r] = sweep->row[r] + g * LANES;
        for (size_t lane = 0; lane < LANES; lane++) {
            size_t cell = g * LANES + lane;
            middle[lane] = moments->origin + ((double)cell + 0.5) * width;
            first[lane] = first_key(moments, cell);
            last[lane] = last_key(moments, cell);
            before[lane] = cell > 0 ? last_key(moments, cell - 1) : last[lane];
            after[lane] = first_key(moments, cell + 1);
        }
        const double *moment = moments->group[0] + g * GROUP;
        series(moment, factor, row[LEFT_BY_VALUE], row[RIGHT_BY_VALUE]);
        series(moment + MOMENTS * LANES, factor, row[LEFT], row[RIGHT]);
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            double left = lanes_exp2(scale * limited(last[lane] - middle[lane], width));
            double right = lanes_exp2(scale * limited(middle[lane] - first[lane], width));
            row[LEFT][lane] *= left;
            row[LEFT_BY_VALUE][lane] *= left;
            row[RIGHT][lane] *= right;
            row[RIGHT_BY_VALUE][lane] *= right;
            row[SHRINK_LEFT][lane] = lanes_exp2(scale * (last[lane] - before[lane]));
            row[SHRINK_RIGHT][lane] = lanes_exp2(scale * (after[lane] - first[lane]));
        }
    }
}

void sweep_build(Sweep *sweep, const Moments *moments, double inv, double *memory) {
    size_t cells = moments->count[0], room = (moments->groups[0] + 1) * LANES;
    *sweep = (Sweep){.moments = moments, .inv = inv};
    for (size_t r = 0; r < SWEEP_ROWS; r++)
        sweep->row[r] = memory + r * room;
    prepare(sweep);
    double **row = sweep->row;
    for (size_t c = 1; c < cells; c++) {
        row[LEFT][c] += row[LEFT][c - 1] * row[SHRINK_LEFT][c];
        row[LEFT_BY_VALUE][c] += row[LEFT_BY_VALUE][c - 1] * row[SHRINK_LEFT][c];
    }
    for (size_t c = cells - 1; c-- > 0;) {
        row[RIGHT][c] += row[RIGHT][c + 1] * row[SHRINK_RIGHT][c];
        row[RIGHT_BY_VALUE][c] += row[RIGHT_BY_VALUE][c + 1] * row[SHRINK_RIGHT][c];
    }
}

/* Adds what a sweep brought as far as a key at `distance`. */
static void add_swept(const Sweep *sweep, int side, size_t cell, double distance, double near, SoftmaxMean *mean) {
    double e = lanes_exp2(-LANES_LOG2_E * ((distance - near) * sweep->inv));
    mean->sum += e * sweep->row[side][cell];
    mean->weighted += e * sweep->row[side + 1][cell];
}

SoftmaxMean sweep_mean(const Sweep *sweep, const Window *window, double query) {
    const Moments *moments = sweep->moments;
    const double *x = moments->keys.x, *y = moments->keys.y;
    SoftmaxMean mean = {-window->near * sweep->inv, 0, 0};
    size_t n = moments->keys.n, mid = window->mid, first = mid, end = mid;
    if (mid > 0) {
        size_t cell = moments_key_cell(moments, mid - 1);
        first = moments->start[cell];
        if (first > 0)
            add_swept(sweep, LEFT, cell - 1, query - x[first - 1], window->near, &mean);
    }
    if (mid < n) {
        size_t cell = moments_key_cell(moments, mid);
        end = moments->start[cell + 1];
        if (end < n)
            add_swept(sweep, RIGHT, cell + 1, x[end] - query, window->near, &mean);
    }
    DirectQuery direct = {query, window->near, sweep->inv, moments->centre};
    direct_add(KERNEL_LAPLACE, &direct, x + first, y + first, end - first, &mean);
    return mean;
}

SoftmaxMean sweep_before(const Sweep *sweep, double query, size_t end) {
    const Moments *moments = sweep->moments;
    const double *x = moments->keys.x, *y = moments->keys.y;
    if (end == 0)
        return SOFTMAX_MEAN_EMPTY;
    size_t cell = moments_key_cell(moments, end - 1), first = moments->start[cell];
    DirectQuery direct = {query, query - x[end - 1], sweep->inv, moments->centre};
    SoftmaxMean mean = {-direct.near * sweep->inv, 0, 0};
    if (first > 0)
        add_swept(sweep, LEFT, cell - 1, query - x[first - 1], direct.near, &mean);
    direct_add(KERNEL_LAPLACE, &direct, x + first, y + first, end - first, &mean);
    return mean;
}

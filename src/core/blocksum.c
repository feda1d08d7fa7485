/* Sums over windows: the blocks at the ends key by key, those between from running sums. These are wrong by 2^-104 n
 * for each of n / 16 additions at most; that much, in bandwidths squared, must vanish beside the weights. */
#include "core/blocks.h"

#include "core/kernel.h"
#include "core/pair.h"

#include <math.h>

enum { CHUNK = BLOCK_LEAST, MANY = 8192, BATCH = 32 };

static const double ACCURACY = 1e-10; /* of the sum of weights */
static const double LIGHT = 0.003;    /* weight per key below which the last digit of a distance decides */

bool blocks_serve(int kernel) {
    return kernel == KERNEL_BOXCAR || kernel == KERNEL_TRIANGULAR || kernel == KERNEL_EPANECHNIKOV;
}

/* For each query of a batch the blocks that hold the window's ends and, for the triangular kernel, the query; those
 * between them lie wholly in the window. unsure: rounding could decide. */
typedef struct Batch {
    size_t left[BATCH], mid[BATCH], right[BATCH];
    bool unsure[BATCH];
    double query[BATCH], room[BATCH], count[BATCH], sum[BATCH], weighted[BATCH];
} Batch;

/* The last block that begins before x; the first one when there is none. */
static size_t block_before(const Blocks *blocks, const Moments *moments, double x) {
    Bracket bracket = {0, blocks->count};
    size_t size = (size_t)1 << blocks->shift;
    if (moments) {
        bracket = moments_bracket(moments, x, 0);
        bracket.first = (bracket.first + size - 1) >> blocks->shift;
        bracket.end = (bracket.end + size - 1) >> blocks->shift;
    }
    size_t after = reach_lower(blocks->first, bracket, x);
    return after > 0 ? after - 1 : 0;
}

static const double *keys_of(const Blocks *blocks, size_t block) {
    return block + 1 == blocks->count ? blocks->tail_x : blocks->keys.x + (block << blocks->shift);
}

static const double *values_of(const Blocks *blocks, size_t block) {
    return block + 1 == blocks->count ? blocks->tail_y : blocks->keys.y + (block << blocks->shift);
}

static void ask_for(const Blocks *blocks, bool powers, size_t block) {
    const double *x = keys_of(blocks, block), *y = values_of(blocks, block);
    PREFETCH(x);
    PREFETCH(x + CHUNK / 2);
    PREFETCH(x + CHUNK - 1);
    PREFETCH(y);
    PREFETCH(y + CHUNK / 2);
    PREFETCH(y + CHUNK - 1);
    PREFETCH(blocks->values + 2 * block);
    if (!powers)
        return;
    PREFETCH(blocks->powers + BLOCK_ROW * block);
    PREFETCH(blocks->powers + BLOCK_ROW * block + BLOCK_ROW - 1);
}

/* Of many blocks even the search is slow to begin: first asks for where cells start, then for the blocks there. */
static void ask_for_search(const Blocks *blocks, const Moments *moments, const double *query, size_t m, double away) {
    size_t cell[2 * BATCH];
    for (size_t j = 0; j < m; j++) {
        cell[2 * j] = moments_cell(moments, query[j] - away);
        cell[2 * j + 1] = moments_cell(moments, query[j] + away);
        PREFETCH(moments->start + cell[2 * j]);
        PREFETCH(moments->start + cell[2 * j + 1]);
    }
    for (size_t j = 0; j < 2 * m; j++) {
        PREFETCH(blocks->first + (moments->start[cell[j]] >> blocks->shift));
        PREFETCH(blocks->first + (moments->start[cell[j] + 1] >> blocks->shift));
    }
}

static void find_blocks(const Blocks *blocks, const Moments *moments, const Reach *reach, const double *query, size_t m,
                        Batch *batch) {
    bool sided = reach->kernel == KERNEL_TRIANGULAR, powers = reach->kernel != KERNEL_BOXCAR;
    for (size_t j = 0; j < m; j++) {
        double x = query[j], slack = reach_slack(x, reach->edge), doubt = 4 * slack;
        double low = x - reach->edge, high = x + reach->edge;
        size_t left = block_before(blocks, moments, low + doubt), right = block_before(blocks, moments, high - doubt);
        batch->unsure[j] = slack * reach->inv > reach->tie || (left > 0 && blocks->first[left] >= low - doubt) ||
                           blocks->first[right + 1] <= high + doubt;
        batch->left[j] = left;
        batch->right[j] = right < left ? left : right;
        batch->mid[j] = sided ? block_before(blocks, moments, x) : left;
        batch->query[j] = x;
        batch->room[j] = reach_room(reach, x);
        ask_for(blocks, powers, left);
        ask_for(blocks, powers, right);
        if (sided)
            ask_for(blocks, powers, batch->mid[j]);
    }
}

typedef struct Sums {
    double count[LANES], sum[LANES], weighted[LANES];
} Sums;

/* The keys of one block that lie in the window. */
INLINED void add_block(const Blocks *blocks, int kernel, size_t block, double query, double edge, double room,
                       double inv, Sums *sums) {
    const double *x = keys_of(blocks, block), *y = values_of(blocks, block);
    size_t size = (size_t)1 << blocks->shift;
    for (size_t at = 0; at < size; at += LANES) {
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            double d = fabs(query - x[at + lane]), off = fabs(d - edge), u = d * inv, weight = 1;
            u = u < 1 ? u : 1;
            double within = kernel == KERNEL_BOXCAR ? (d <= edge     ? 1.0
                                                       : off <= room ? 1.0
                                                                     : 0.0)
                                                    : (off <= room ? 0.0
                                                       : d < edge  ? 1.0
                                                                   : 0.0);
            if (kernel == KERNEL_TRIANGULAR)
                weight = 1 - u;
            if (kernel == KERNEL_EPANECHNIKOV)
                weight = (1 - u) * (1 + u);
            weight *= within;
            sums->count[lane] += within;
            sums->sum[lane] += weight;
            sums->weighted[lane] += weight * (y[at + lane] - blocks->centre);
        }
    }
}

INLINED double total(const double lane[LANES]) {
    return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

INLINED void add_ends(const Blocks *blocks, int kernel, const Reach *reach, size_t m, Batch *batch) {
    for (size_t j = 0; j < m; j++) {
        Sums sums = {{0}, {0}, {0}};
        double query = batch->query[j], room = batch->room[j];
        size_t left = batch->left[j], mid = batch->mid[j], right = batch->right[j];
        add_block(blocks, kernel, left, query, reach->edge, room, reach->inv, &sums);
        if (mid != left && mid != right)
            add_block(blocks, kernel, mid, query, reach->edge, room, reach->inv, &sums);
        if (right != left)
            add_block(blocks, kernel, right, query, reach->edge, room, reach->inv, &sums);
        batch->count[j] = total(sums.count);
        batch->sum[j] = total(sums.sum);
        batch->weighted[j] = total(sums.weighted);
    }
}

/* Differences of the running sums over whole blocks [first, end), for each query of a batch. */
typedef struct Whole {
    double count[BATCH], hi[1 + BLOCK_POWERS][BATCH], lo[1 + BLOCK_POWERS][BATCH];
} Whole;

INLINED void put_difference(const double *from, const double *to, size_t lo, double *hi_out, double *lo_out) {
    Pair difference = pair_subtract((Pair){to[0], to[lo]}, (Pair){from[0], from[lo]});
    *hi_out = difference.hi;
    *lo_out = difference.lo;
}

/* Row 0 is the values', then as many powers as the kernel asks for, in the order of `row`. */
INLINED void gather(const Blocks *blocks, const int *row, size_t rows, size_t first, size_t end, size_t j,
                    Whole *whole) {
    if (first >= end) {
        whole->count[j] = 0;
        for (size_t r = 0; r <= rows; r++)
            whole->hi[r][j] = whole->lo[r][j] = 0;
        return;
    }
    const double *from = blocks->powers + BLOCK_ROW * first, *to = blocks->powers + BLOCK_ROW * end;
    whole->count[j] = (double)((end - first) << blocks->shift);
    put_difference(blocks->values + 2 * first, blocks->values + 2 * end, 1, &whole->hi[0][j], &whole->lo[0][j]);
    for (size_t r = 0; r < rows; r++)
        put_difference(from + row[r], to + row[r], BLOCK_POWERS, &whole->hi[r + 1][j], &whole->lo[r + 1][j]);
}

/* sum 1 - u^2 over n keys, u = (s - x) inv: n - inv^2 (n s^2 - 2 s sum x + sum x^2); likewise with values. */
INLINED double parabola(Pair n, Pair x, Pair xx, Pair s, Pair ss, double inv) {
    Pair square = pair_add(pair_subtract(pair_multiply(n, ss), pair_multiply((Pair){2 * s.hi, 2 * s.lo}, x)), xx);
    return n.hi - square.hi * inv * inv;
}

/* sum u over n keys left of s. */
INLINED double slope(Pair n, Pair x, Pair s, double inv) { return pair_subtract(pair_multiply(n, s), x).hi * inv; }

#define ROW(r) ((Pair){hi[(r)*BATCH + j], lo[(r)*BATCH + j]})

/* Adds the whole blocks: all on one side of the query where the kernel has sides, 1 left and -1 right. */
INLINED void add_whole(const Blocks *blocks, int kernel, const Reach *reach, double side, const Whole *whole,
                       Batch *batch) {
    double inv = reach->inv / blocks->scale, scale = blocks->scale, origin = blocks->origin;
    const double *query = batch->query, *n = whole->count, *hi = whole->hi[0], *lo = whole->lo[0];
    double *count = batch->count, *sum = batch->sum, *weighted = batch->weighted;
#pragma omp simd
    for (size_t j = 0; j < BATCH; j++) {
        Pair away = pair_sum(query[j], -origin), s = {away.hi * scale, away.lo * scale}, keys = {n[j], 0};
        count[j] += n[j];
        if (kernel == KERNEL_BOXCAR) {
            sum[j] += n[j];
            weighted[j] += hi[j];
        } else if (kernel == KERNEL_TRIANGULAR) {
            sum[j] += n[j] - side * slope(keys, ROW(1), s, inv);
            weighted[j] += hi[j] - side * slope(ROW(0), ROW(2), s, inv);
        } else {
            Pair ss = pair_multiply(s, s);
            sum[j] += parabola(keys, ROW(1), ROW(2), s, ss, inv);
            weighted[j] += parabola(ROW(0), ROW(3), ROW(4), s, ss, inv);
        }
    }
}

INLINED void add_middle(const Blocks *blocks, int kernel, const Reach *reach, size_t m, Batch *batch) {
    static const int row[] = {BLOCK_X, BLOCK_XX, BLOCK_XV, BLOCK_XXV};
    Whole whole = {{0}, {{0}}, {{0}}};
    for (size_t j = 0; j < m; j++)
        gather(blocks, row, kernel == KERNEL_BOXCAR ? 0 : 4, batch->left[j] + 1, batch->right[j], j, &whole);
    add_whole(blocks, kernel, reach, 1, &whole, batch);
}

INLINED void add_both_sides(const Blocks *blocks, int kernel, const Reach *reach, size_t m, Batch *batch) {
    static const int row[] = {BLOCK_X, BLOCK_XV};
    Whole left = {{0}, {{0}}, {{0}}}, right = left;
    for (size_t j = 0; j < m; j++) {
        gather(blocks, row, 2, batch->left[j] + 1, batch->mid[j], j, &left);
        gather(blocks, row, 2, batch->mid[j] + 1, batch->right[j], j, &right);
    }
    add_whole(blocks, kernel, reach, 1, &left, batch);
    add_whole(blocks, kernel, reach, -1, &right, batch);
}

typedef void Evaluate(const Blocks *blocks, const Reach *reach, size_t m, Batch *batch);

/* The batch's sums, the kernel known to the compiler. */
#define EVALUATE(name, kernel, add)                                                                                    \
    CLONES static void evaluate_##name(const Blocks *blocks, const Reach *reach, size_t m, Batch *batch) {             \
        add_ends(blocks, kernel, reach, m, batch);                                                                     \
        add(blocks, kernel, reach, m, batch);                                                                          \
    }

EVALUATE(boxcar, KERNEL_BOXCAR, add_middle)
EVALUATE(triangular, KERNEL_TRIANGULAR, add_both_sides)
EVALUATE(epanechnikov, KERNEL_EPANECHNIKOV, add_middle)

static Evaluate *const EVALUATES[KERNEL_COUNT] = {
    [KERNEL_BOXCAR] = evaluate_boxcar,
    [KERNEL_TRIANGULAR] = evaluate_triangular,
    [KERNEL_EPANECHNIKOV] = evaluate_epanechnikov,
};

/* What the running sums may be wrong by, as a weight. */
static double running_error(const Blocks *blocks, const Reach *reach) {
    double n = (double)blocks->keys.n, inv = reach->inv / blocks->scale;
    return reach->kernel == KERNEL_BOXCAR ? 0 : n * (n / CHUNK + 1) * (1 + inv * inv) * 0x1p-102;
}

void blocks_means(const Blocks *blocks, const Moments *moments, const Reach *reach, const double *query, size_t m,
                  SoftmaxMean *mean) {
    Batch batch = {0};
    double error = running_error(blocks, reach);
    for (size_t at = 0; at < m; at += BATCH) {
        size_t count = m - at < BATCH ? m - at : BATCH;
        if (moments && blocks->count > MANY)
            ask_for_search(blocks, moments, query + at, count, reach->edge);
        find_blocks(blocks, moments, reach, query + at, count, &batch);
        EVALUATES[reach->kernel](blocks, reach, count, &batch);
        for (size_t j = 0; j < count; j++) {
            bool proven = batch.sum[j] >= LIGHT * batch.count[j] && error <= ACCURACY * batch.sum[j];
            mean[at + j] = (SoftmaxMean){0, proven ? batch.sum[j] : -1, batch.weighted[j]};
            if (batch.unsure[j])
                mean[at + j].sum = -1;
            else if (batch.count[j] == 0)
                mean[at + j] = SOFTMAX_MEAN_EMPTY;
        }
    }
}

double blocks_values_before(const Blocks *blocks, size_t end) {
    size_t block = end >> blocks->shift, last = blocks->count - 1;
    block = block < last ? block : last;
    double sum = blocks->values[2 * block] + blocks->values[2 * block + 1];
    for (size_t i = block << blocks->shift; i < end; i++)
        sum += blocks->keys.y[i] - blocks->centre;
    return sum;
}

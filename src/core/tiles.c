/* For K = sum_j a_j u^j on u >= 0, left of the query, u = t - v: sum_x K = sum_i (-1)^i E_i(t) sum v^i with E_i(t) =
 * sum_(j >= i) a_j binom(j, i) t^(j - i); right of it, u = v - s: the same with t = -s and without the sign. Since
 * |t| <= 3/2 and |v| <= 1/2, rounding is at most that of sum |a_j| 2^j, which is 730 for the tricube. */
#include "core/tiles.h"

#include "core/kernel.h"
#include "core/lanes.h"

#include <math.h>
#include <string.h>

enum { DEGREE = TILE_RANK - 1, SHIFT = 6, PARTS = 4 };
enum { PART_LAST, PART_SEEN, PART_REST, PART_NEXT };

static const double LIGHT = 0.003;               /* weight per key below which the last digit of a distance decides */
static const double TIE = 1e-9;                  /* difference of weights that may be left to rounding */
static const double OFFSET = 0.3713906763541037; /* of the first tile: unlikely to lie on a multiple of anything */
static const double FINEST = 1e-12; /* bandwidth beside the keys' size below which tiles are too narrow for a double */

/* K and g = -u K' as polynomials in |u|, in which only every step-th power occurs. */
typedef struct Poly {
    int step;
    double k[TILE_RANK], g[TILE_RANK];
} Poly;

static const Poly POLYS[KERNEL_COUNT] = {
    [KERNEL_BOXCAR] = {1, {1}, {0}},
    [KERNEL_TRIANGULAR] = {1, {1, -1}, {0, 1}},
    [KERNEL_EPANECHNIKOV] = {2, {1, 0, -1}, {0, 0, 2}},
    [KERNEL_BIWEIGHT] = {2, {1, 0, -2, 0, 1}, {0, 0, 4, 0, -4}},
    [KERNEL_TRICUBE] = {3, {1, 0, 0, -3, 0, 0, 3, 0, 0, -1}, {0, 0, 0, 9, 0, 0, -18, 0, 0, 9}},
};

/* sin(pi a / 2) on [-1, 1], relative error 1e-16: as in direct.c. */
INLINED double quarter_sine(double a) {
    double z = a * a, p = 5.87297574479995e-12;
    p = p * z - 6.684416831856085e-10;
    p = p * z + 5.6921364280986254e-08;
    p = p * z - 3.5988430204672576e-06;
    p = p * z + 0.0001604411847130916;
    p = p * z - 0.004681754135304255;
    p = p * z + 0.07969262624616565;
    p = p * z - 0.6459640975062462;
    p = p * z + 1.5707963267948966;
    return p * a;
}

/* sin and cos of pi a / 2 for |a| <= 1.6. */
INLINED void quarter_turn(double a, double *sine, double *cosine) {
    double turn = a > 0.8 ? 1 : a < -0.8 ? -1 : 0, b = a - turn;
    double s = quarter_sine(b), c = quarter_sine(1 - fabs(b));
    *sine = turn == 0 ? s : turn * c;
    *cosine = turn == 0 ? c : -turn * s;
}

/* Adds phi_r(v) and phi_r(v) y for one key. */
INLINED void add_key(int kernel, int rank, double v, double y, double *state) {
    if (kernel == KERNEL_COSINE) {
        double s, c;
        quarter_turn(v, &s, &c);
        const double phi[4] = {c, s, v * c, v * s};
        for (int r = 0; r < 4; r++) {
            state[r] += phi[r];
            state[4 + r] += phi[r] * y;
        }
        return;
    }
    double square = v * v, even = 1, odd = v;
#pragma GCC unroll 10
    for (int r = 0; r < rank; r++) {
        double phi = r % 2 ? odd : even;
        state[r] += phi;
        state[rank + r] += phi * y;
        if (r % 2)
            odd *= square;
        else
            even *= square;
    }
}

/* Sums over keys [0, n) about a middle, added to state. */
INLINED void add_keys(int kernel, int rank, const double *x, const double *y, size_t n, double middle, double inv,
                      double centre, double *state) {
    double sum[TILE_STATE] = {0};
    for (size_t i = 0; i < n; i++)
        add_key(kernel, rank, (x[i] - middle) * inv, y[i] - centre, sum);
    for (int r = 0; r < 2 * rank; r++)
        state[r] += sum[r];
}

/* The sums from each of `count` keys on, the last ones' behind them being there. */
INLINED void fill_backwards(int kernel, int rank, const double *x, const double *y, size_t count, double middle,
                            double inv, double centre, double *state) {
    double sum[TILE_STATE] = {0};
    const double *after = state + count * (size_t)(2 * rank);
    for (size_t c = count; c-- > 0;) {
        double *to = state + c * (size_t)(2 * rank);
        add_key(kernel, rank, (x[c] - middle) * inv, y[c] - centre, sum);
        for (int r = 0; r < 2 * rank; r++)
            to[r] = after[r] + sum[r];
    }
}

/* LANES queries at once: for each part of their windows the place t, and the part's sums. */
typedef struct Batch {
    double t[PARTS][LANES], state[PARTS][TILE_STATE][LANES], sum[4][LANES], count[LANES];
    bool unsure[LANES];
} Batch;

INLINED void evaluate_turn(bool right, size_t part, Batch *batch) {
    double(*m)[LANES] = batch->state[part], *at = batch->t[part];
#pragma omp simd
    for (size_t lane = 0; lane < LANES; lane++) {
        double s, c, t = right ? -at[lane] : at[lane], half_pi = 1.5707963267948966;
        quarter_turn(t, &s, &c);
        batch->sum[0][lane] += c * m[0][lane] + s * m[1][lane];
        batch->sum[1][lane] += c * m[4][lane] + s * m[5][lane];
        batch->sum[2][lane] += half_pi * (t * (s * m[0][lane] - c * m[1][lane]) - (s * m[2][lane] - c * m[3][lane]));
        batch->sum[3][lane] += half_pi * (t * (s * m[4][lane] - c * m[5][lane]) - (s * m[6][lane] - c * m[7][lane]));
    }
}

/* binom(j, i) */
static const double BINOMIAL[TILE_RANK][TILE_RANK] = {
    {1, 0, 0, 0, 0, 0, 0, 0, 0, 0},         {1, 1, 0, 0, 0, 0, 0, 0, 0, 0},     {1, 2, 1, 0, 0, 0, 0, 0, 0, 0},
    {1, 3, 3, 1, 0, 0, 0, 0, 0, 0},         {1, 4, 6, 4, 1, 0, 0, 0, 0, 0},     {1, 5, 10, 10, 5, 1, 0, 0, 0, 0},
    {1, 6, 15, 20, 15, 6, 1, 0, 0, 0},      {1, 7, 21, 35, 35, 21, 7, 1, 0, 0}, {1, 8, 28, 56, 70, 56, 28, 8, 1, 0},
    {1, 9, 36, 84, 126, 126, 84, 36, 9, 1},
};

INLINED double power(double t, int exponent) { return exponent == 0 ? 1 : exponent == 1 ? t : t * t; }

/* One part; `right` of the query, of which t is then the mirror image. With E_i(t) = t^b P(t^step), b < step. */
INLINED void evaluate_poly(const Poly *poly, int rank, bool right, size_t part, Batch *batch) {
    double(*m)[LANES] = batch->state[part], *at = batch->t[part];
    double sums[4][LANES];
    memcpy(sums, batch->sum, sizeof sums);
#pragma GCC unroll 10
    for (int i = 0; i < rank; i++) {
        double sign = !right && i % 2 ? -1 : 1;
        int step = poly->step, lowest = (i + step - 1) / step * step;
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            double t = at[lane], z = t * power(t, step - 1), k = 0, g = 0;
#pragma GCC unroll 10
            for (int j = rank - 1; j >= lowest; j -= step) {
                k = k * z + sign * poly->k[j] * BINOMIAL[j][i];
                g = g * z + sign * poly->g[j] * BINOMIAL[j][i];
            }
            k *= power(t, lowest - i);
            g *= power(t, lowest - i);
            sums[0][lane] += k * m[i][lane];
            sums[1][lane] += k * m[rank + i][lane];
            sums[2][lane] += g * m[i][lane];
            sums[3][lane] += g * m[rank + i][lane];
        }
    }
    memcpy(batch->sum, sums, sizeof sums);
}

typedef struct Method {
    int rank;
    void (*add)(const double *x, const double *y, size_t n, double middle, double inv, double centre, double *state);
    void (*fill)(const double *x, const double *y, size_t n, double middle, double inv, double centre, double *state);
    void (*evaluate)(Batch *batch);
} Method;

/* The loops of each kernel, which the compiler then knows. */
#define METHOD(name, kernel, rank, evaluate)                                                                           \
    CLONES static void add_##name(const double *x, const double *y, size_t n, double middle, double inv,               \
                                  double centre, double *state) {                                                      \
        add_keys(kernel, rank, x, y, n, middle, inv, centre, state);                                                   \
    }                                                                                                                  \
    CLONES static void fill_##name(const double *x, const double *y, size_t n, double middle, double inv,              \
                                   double centre, double *state) {                                                     \
        fill_backwards(kernel, rank, x, y, n, middle, inv, centre, state);                                             \
    }                                                                                                                  \
    CLONES static void evaluate_##name(Batch *batch) {                                                                 \
        for (size_t part = 0; part < PARTS; part++)                                                                    \
            evaluate;                                                                                                  \
    }

#define POLY(name, kernel, rank)                                                                                       \
    METHOD(name, kernel, rank, evaluate_poly(&POLYS[kernel], rank, part >= PART_REST, part, batch))

POLY(boxcar, KERNEL_BOXCAR, 1)
POLY(triangular, KERNEL_TRIANGULAR, 2)
POLY(epanechnikov, KERNEL_EPANECHNIKOV, 3)
POLY(biweight, KERNEL_BIWEIGHT, 5)
POLY(tricube, KERNEL_TRICUBE, 10)
METHOD(cosine, KERNEL_COSINE, 4, evaluate_turn(part >= PART_REST, part, batch))

static const Method METHODS[KERNEL_COUNT] = {
    [KERNEL_BOXCAR] = {1, add_boxcar, fill_boxcar, evaluate_boxcar},
    [KERNEL_TRIANGULAR] = {2, add_triangular, fill_triangular, evaluate_triangular},
    [KERNEL_EPANECHNIKOV] = {3, add_epanechnikov, fill_epanechnikov, evaluate_epanechnikov},
    [KERNEL_BIWEIGHT] = {5, add_biweight, fill_biweight, evaluate_biweight},
    [KERNEL_TRICUBE] = {10, add_tricube, fill_tricube, evaluate_tricube},
    [KERNEL_COSINE] = {4, add_cosine, fill_cosine, evaluate_cosine},
};

static const double NOTHING[TILE_STATE];

static const Method *method_of(const Tiles *tiles) { return &METHODS[tiles->reach.kernel]; }

static void end_begin(TileEnd *end, size_t first, size_t stop, double middle) {
    end->first = first;
    end->end = stop;
    end->middle = middle;
    end->levels = 1;
    while (stop - first > (size_t)1 << SHIFT * end->levels)
        end->levels++;
    for (size_t l = 0; l < TILE_LEVELS; l++)
        end->at[l] = SIZE_MAX;
}

/* The sums of a level from key `at` on, within the 64 children that begin there. */
static void end_fill(const Tiles *tiles, TileEnd *end, size_t level, size_t at) {
    const Method *method = method_of(tiles);
    size_t width = 2 * (size_t)method->rank, child = (size_t)1 << SHIFT * level, most = child << SHIFT;
    size_t stop = end->end - at < most ? end->end : at + most, count = (stop - at + child - 1) / child;
    const double *x = tiles->keys.x + at, *y = tiles->keys.y + at, *after = NOTHING;
    double *state = end->state[level];
    if (stop < end->end)
        after = end->state[level + 1] + ((stop - end->at[level + 1]) >> SHIFT * (level + 1)) * width;
    memcpy(state + count * width, after, width * sizeof *state);
    if (level == 0)
        method->fill(x, y, count, end->middle, tiles->reach.inv, tiles->centre, state);
    for (size_t c = count; level > 0 && c-- > 0;) {
        size_t length = c * child + child < stop - at ? child : stop - at - c * child;
        memcpy(state + c * width, state + (c + 1) * width, width * sizeof *state);
        method->add(x + c * child, y + c * child, length, end->middle, tiles->reach.inv, tiles->centre,
                    state + c * width);
    }
    end->at[level] = at;
}

/* The sums over keys [key, end). */
static const double *end_from(const Tiles *tiles, TileEnd *end, size_t key) {
    if (key >= end->end)
        return NOTHING;
    for (size_t level = end->levels; level-- > 0;) {
        size_t shift = SHIFT * (level + 1), at = end->first + ((key - end->first) >> shift << shift);
        if (end->at[level] != at)
            end_fill(tiles, end, level, at);
    }
    return end->state[0] + (key - end->at[0]) * 2 * (size_t)method_of(tiles)->rank;
}

static void beginning_begin(TileBeginning *beginning, size_t first, double middle) {
    *beginning = (TileBeginning){.first = first, .next = first, .middle = middle};
}

/* Sums over all keys before `stop`; of many, in two steps, so that rounding does not add up. */
static void beginning_until(const Tiles *tiles, TileBeginning *beginning, size_t stop) {
    const Method *method = method_of(tiles);
    while (beginning->next < stop) {
        size_t at = beginning->next, left = TILE_BRANCH - (at - beginning->first) % TILE_BRANCH;
        size_t count = stop - at < left ? stop - at : left;
        method->add(tiles->keys.x + at, tiles->keys.y + at, count, beginning->middle, tiles->reach.inv, tiles->centre,
                    beginning->part);
        beginning->next += count;
        for (size_t r = 0; count == left && r < TILE_STATE; r++) {
            beginning->done[r] += beginning->part[r];
            beginning->part[r] = 0;
        }
    }
}

void tiles_begin(Tiles *tiles, const Reach *reach, const Keys *keys, double centre, bool causal) {
    double low = keys->x[0], high = keys->x[keys->n - 1];
    tiles->reach = *reach;
    tiles->keys = *keys;
    tiles->causal = causal;
    tiles->centre = centre;
    tiles->width = reach->edge;
    tiles->origin = low - OFFSET * reach->edge;
    if (high - low < 0.99 * reach->edge) /* all in one */
        tiles->origin = low / 2 + high / 2 - reach->edge / 2;
    tiles->i = tiles->low = tiles->high = tiles->before = tiles->first = tiles->end = tiles->far = tiles->run = 0;
    tiles->number = -2;
}

static double number_of(const Tiles *tiles, double x) { return floor((x - tiles->origin) * tiles->reach.inv); }

static double middle_of(const Tiles *tiles, double number) { return tiles->origin + (number + 0.5) * tiles->width; }

static size_t tile_end(const Tiles *tiles, size_t from, double number) {
    size_t end = from;
    while (end < tiles->keys.n && number_of(tiles, tiles->keys.x[end]) == number)
        end++;
    return end;
}

/* The tile of query i, the first key of it. */
static void next_tile(Tiles *tiles) {
    size_t i = tiles->i;
    double number = number_of(tiles, tiles->keys.x[i]);
    bool follows = number == tiles->number + 1;
    tiles->before = follows ? tiles->first : i;
    tiles->end = follows && tiles->far > i ? tiles->far : tile_end(tiles, i, number);
    tiles->far = tile_end(tiles, tiles->end, number + 1);
    tiles->first = i;
    tiles->number = number;
    end_begin(&tiles->last, tiles->before, i, middle_of(tiles, number - 1));
    end_begin(&tiles->rest, i, tiles->causal ? i : tiles->end, middle_of(tiles, number));
    beginning_begin(&tiles->seen, i, middle_of(tiles, number));
    beginning_begin(&tiles->next, tiles->end, middle_of(tiles, number + 1));
}

/* causal: the keys equal to the query count as lying to the right of it. */
static void next_run(Tiles *tiles) {
    const double *x = tiles->keys.x;
    size_t i = tiles->i, end = i;
    while (end < tiles->keys.n && x[end] == x[i])
        end++;
    tiles->run = end;
    end_begin(&tiles->rest, i, end, x[i]);
}

static void put(const double *from, size_t rows, size_t lane, double (*to)[LANES]) {
    for (size_t r = 0; r < rows; r++)
        to[r][lane] = from[r];
}

/* Whether rounding decides which of the nearest keys on both sides is nearer, and it would show. */
static bool ties(const Tiles *tiles, size_t i) {
    const double *x = tiles->keys.x;
    if (tiles->causal || i == 0 || i + 1 == tiles->keys.n)
        return false;
    double below = x[i] - x[i - 1], above = x[i + 1] - x[i], near = below < above ? below : above;
    double apart = fabs(below - above);
    return apart > 0 && apart <= reach_slack(x[i], near) && apart * tiles->reach.inv > TIE;
}

/* Query i into a lane. */
static void take_query(Tiles *tiles, size_t lane, Batch *batch) {
    size_t i = tiles->i, rows = 2 * (size_t)method_of(tiles)->rank;
    double query = tiles->keys.x[i], inv = tiles->reach.inv;
    if (i == tiles->end)
        next_tile(tiles);
    if (tiles->causal && i == tiles->run)
        next_run(tiles);
    size_t low = reach_first_within(&tiles->reach, &tiles->keys, query, tiles->low);
    size_t high = tiles->causal ? tiles->run : reach_first_beyond(&tiles->reach, &tiles->keys, query, tiles->high);
    tiles->low = low;
    tiles->high = high;
    batch->count[lane] = (double)(high - low - 1);
    bool inside =
        low >= tiles->before && low <= tiles->first && (tiles->causal || (high >= tiles->end && high <= tiles->far));
    batch->unsure[lane] = !inside || ties(tiles, i);
    if (!inside)
        low = tiles->first, high = tiles->end;
    batch->t[PART_LAST][lane] = (query - tiles->last.middle) * inv;
    batch->t[PART_SEEN][lane] = (query - tiles->seen.middle) * inv;
    batch->t[PART_REST][lane] = (tiles->rest.middle - query) * inv;
    batch->t[PART_NEXT][lane] = (tiles->next.middle - query) * inv;
    put(end_from(tiles, &tiles->last, low), rows, lane, batch->state[PART_LAST]);
    put(end_from(tiles, &tiles->rest, i + 1), rows, lane, batch->state[PART_REST]);
    beginning_until(tiles, &tiles->seen, i);
    for (size_t r = 0; r < rows; r++)
        batch->state[PART_SEEN][r][lane] = tiles->seen.done[r] + tiles->seen.part[r];
    if (!tiles->causal)
        beginning_until(tiles, &tiles->next, high);
    for (size_t r = 0; r < rows; r++)
        batch->state[PART_NEXT][r][lane] = tiles->next.done[r] + tiles->next.part[r];
    tiles->i++;
}

static Others others_of(const Batch *batch, size_t lane) {
    if (batch->unsure[lane] || !(batch->sum[0][lane] >= LIGHT * batch->count[lane]))
        return OTHERS_UNPROVEN;
    if (batch->count[lane] == 0)
        return OTHERS_NONE;
    return (Others){batch->sum[0][lane], batch->sum[1][lane], batch->sum[2][lane], batch->sum[3][lane], 0, 1};
}

void tiles_next(Tiles *tiles, size_t count, Others *others) {
    const double *x = tiles->keys.x;
    double largest = fmax(fabs(x[0]), fabs(x[tiles->keys.n - 1]));
    bool fine = largest * FINEST * tiles->reach.inv < 1;
    for (size_t j = 0; !fine && j < count; j++)
        others[j] = OTHERS_UNPROVEN;
    for (size_t j = 0; fine && j < count; j += LANES) {
        Batch batch = {0};
        size_t lanes = count - j < LANES ? count - j : LANES;
        for (size_t lane = 0; lane < lanes; lane++)
            take_query(tiles, lane, &batch);
        method_of(tiles)->evaluate(&batch);
        for (size_t lane = 0; lane < lanes; lane++)
            others[j + lane] = others_of(&batch, lane);
    }
}

/* Accumulating: keys of a cell are scaled into a small buffer, filled up with zeros to whole vectors, and added in
 * two passes of 8 powers each, because 16 pairs of sums do not fit the registers.
 * Merging: with u = (u' -+ 1)/2 in the left and right child, (u'/2 + s/2)^k = 2^-k sum_j binom(k, j) u'^j s^(k-j). */
#include "core/moments.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GUESS = 16,
    CHUNK = 256,
    LEAST_CELLS = 8,
    LEAST_KEYS = 16,
    ENOUGH_CELLS = 1024,
    MANY_KEYS = 128,
    HALF = MOMENTS / 2,
    GROUP = MOMENT_ROWS * LANES
};

/* Adds sum b u^k and sum b u^k v, k < 8; n is a multiple of LANES. */
INLINED void add_powers(const double *u, const double *v, const double *b, size_t n, double *plain, double *weighted,
                        size_t stride) {
    double p0 = 0, p1 = 0, p2 = 0, p3 = 0, p4 = 0, p5 = 0, p6 = 0, p7 = 0;
    double w0 = 0, w1 = 0, w2 = 0, w3 = 0, w4 = 0, w5 = 0, w6 = 0, w7 = 0;
#pragma omp simd reduction(+ : p0, p1, p2, p3, p4, p5, p6, p7, w0, w1, w2, w3, w4, w5, w6, w7)
    for (size_t i = 0; i < n / LANES * LANES; i++) {
        double t0 = b[i], x = u[i], y = v[i], x2 = x * x, t1 = t0 * x, t2 = t0 * x2, t3 = t1 * x2, t4 = t2 * x2;
        double t5 = t3 * x2, t6 = t4 * x2, t7 = t5 * x2;
        p0 += t0, w0 += t0 * y;
        p1 += t1, w1 += t1 * y;
        p2 += t2, w2 += t2 * y;
        p3 += t3, w3 += t3 * y;
        p4 += t4, w4 += t4 * y;
        p5 += t5, w5 += t5 * y;
        p6 += t6, w6 += t6 * y;
        p7 += t7, w7 += t7 * y;
    }
    const double p[HALF] = {p0, p1, p2, p3, p4, p5, p6, p7}, w[HALF] = {w0, w1, w2, w3, w4, w5, w6, w7};
    for (size_t k = 0; k < HALF; k++) {
        plain[k * stride] += p[k];
        weighted[k * stride] += w[k];
    }
}

CLONES static void add_keys(const double *x, const double *y, size_t n, double middle, double half_width, double centre,
                            double *sum, size_t stride) {
    double u[CHUNK], v[CHUNK], b[CHUNK], scale = 1 / half_width, *plain = sum + MOMENTS * stride;
    for (size_t at = 0; at < n; at += CHUNK) {
        size_t count = n - at < CHUNK ? n - at : CHUNK, padded = (count + LANES - 1) / LANES * LANES;
        for (size_t i = count; i < padded; i++)
            u[i] = v[i] = b[i] = 0;
#pragma omp simd
        for (size_t i = 0; i < count; i++) {
            u[i] = (x[at + i] - middle) * scale;
            v[i] = y[at + i] - centre;
            b[i] = 1;
        }
        add_powers(u, v, b, padded, plain, sum, stride);
#pragma omp simd
        for (size_t i = 0; i < padded; i++) {
            double square = u[i] * u[i], fourth = square * square;
            b[i] = b[i] * fourth * fourth;
        }
        add_powers(u, v, b, padded, plain + HALF * stride, sum + HALF * stride, stride);
    }
}

void moments_add(const double *x, const double *y, size_t n, double middle, double half_width, double centre,
                 double *sum, size_t stride) {
    add_keys(x, y, n, middle, half_width, centre, sum, stride);
}

/* One row of LANES parents from two groups of children: left and right sums of the children as even and odd. */
INLINED void split_row(const double *children, const double *next, double *sum, double *difference) {
    for (size_t lane = 0; lane < LANES / 2; lane++) {
        sum[lane] = children[2 * lane] + children[2 * lane + 1];
        difference[lane] = children[2 * lane + 1] - children[2 * lane];
        sum[LANES / 2 + lane] = next[2 * lane] + next[2 * lane + 1];
        difference[LANES / 2 + lane] = next[2 * lane + 1] - next[2 * lane];
    }
}

/* Factors of the shift: shift[k][j] = 2^-k binom(k, j). */
static void shift_table(double shift[MOMENTS][MOMENTS]) {
    for (int k = 0; k < MOMENTS; k++) {
        shift[k][0] = ldexp(1, -k);
        for (int j = 1; j <= k; j++)
            shift[k][j] = shift[k][j - 1] * (k - j + 1) / j;
    }
}

/* Half of a group, the sums with or without values: 16 rows of both children into 16 rows of parents. */
CLONES static void merge_rows(const double *child, const double *next, double shift[MOMENTS][MOMENTS], double *parent) {
    double part[2][MOMENTS][LANES];
    for (size_t k = 0; k < MOMENTS; k++)
        split_row(child + k * LANES, next + k * LANES, part[0][k], part[1][k]);
    for (size_t k = 0; k < MOMENTS; k++) {
        double row[LANES] = {0};
        for (size_t j = 0; j <= k; j++) {
            double factor = shift[k][j];
            const double *from = part[(k - j) % 2][j];
#pragma omp simd
            for (size_t lane = 0; lane < LANES; lane++)
                row[lane] += factor * from[lane];
        }
        memcpy(parent + k * LANES, row, sizeof row);
    }
}

/* Groups [first, end) of a level from the level below. */
static void merge_groups(const Moments *moments, size_t level, size_t first, size_t end,
                         double shift[MOMENTS][MOMENTS]) {
    for (size_t g = first; g < end; g++) {
        const double *child = moments->group[level - 1] + 2 * g * GROUP;
        double *parent = moments->group[level] + g * GROUP;
        merge_rows(child, child + GROUP, shift, parent);
        merge_rows(child + MOMENTS * LANES, child + GROUP + MOMENTS * LANES, shift, parent + MOMENTS * LANES);
    }
}

double moments_width(double x0, double x1, double cells) {
    double far = fmax(fabs(x0), fabs(x1)), width = (x1 / 2 - x0 / 2) * (2 / cells);
    int exponent = width > 0 ? ilogb(width) + 1 : -1000;
    int least = far > 0 ? ilogb(far) - 50 : -1000;
    exponent = exponent < least ? least : exponent;
    return ldexp(1, exponent < -1000 ? -1000 : exponent);
}

typedef struct Grid {
    double width, origin;
    size_t count;
} Grid;

/* Few keys to a cell while there are few cells; but cells cost time to fill as well. */
static Grid choose_grid(const Keys *keys) {
    double x0 = keys->x[0], x1 = keys->x[keys->n - 1];
    double few = fmin((double)keys->n / LEAST_KEYS, ENOUGH_CELLS), many = (double)keys->n / MANY_KEYS;
    double cells = fmin(fmax(fmax(few, many), LEAST_CELLS), MOMENT_CELLS);
    double width = moments_width(x0, x1, cells), origin = floor(x0 / width) * width;
    return (Grid){width, origin, (size_t)((x1 - origin) / width) + 1};
}

static void choose_levels(Moments *moments) {
    size_t level = 0;
    for (;; level++) {
        moments->groups[level] = (moments->count[level] + LANES - 1) / LANES;
        if (moments->count[level] == 1)
            break;
        moments->count[level + 1] = (moments->count[level] + 1) / 2;
        moments->width[level + 1] = 2 * moments->width[level];
    }
    moments->levels = level + 1;
}

static bool make_room(Moments *moments) {
    size_t groups = 0, starts = (moments->groups[0] + 2) * LANES;
    for (size_t l = 0; l < moments->levels; l++)
        groups += moments->groups[l] + 1;
    if (groups > moments->memory_room) {
        free(moments->memory);
        moments->memory = malloc(groups * GROUP * sizeof *moments->memory);
        moments->memory_room = moments->memory ? groups : 0;
    }
    if (starts > moments->start_room) {
        free(moments->start);
        moments->start = malloc(starts * sizeof *moments->start);
        moments->start_room = moments->start ? starts : 0;
    }
    if (!moments->memory || !moments->start)
        return false;
    memset(moments->memory, 0, groups * GROUP * sizeof *moments->memory);
    double *next = moments->memory;
    for (size_t l = 0; l < moments->levels; l++) {
        moments->group[l] = next;
        next += (moments->groups[l] + 1) * GROUP;
    }
    return true;
}

/* The first key at or after `from` that is not below x; looks near `from` first. */
static size_t gallop(const Keys *keys, size_t from, double x) {
    size_t step = 1;
    while (from + step < keys->n && keys->x[from + step] < x)
        step *= 2;
    size_t end = from + step < keys->n ? from + step : keys->n;
    return reach_lower(keys->x, (Bracket){from + step / 2 < end ? from + step / 2 : from, end}, x);
}

static void find_starts(Moments *moments) {
    size_t last = (moments->groups[0] + 2) * LANES;
    moments->start[0] = 0;
    for (size_t c = 1; c < last; c++)
        moments->start[c] = c < moments->count[0] ? gallop(&moments->keys, moments->start[c - 1],
                                                           moments->origin + (double)c * moments->width[0])
                                                  : moments->keys.n;
}

static void fill_cell(Moments *moments, size_t c) {
    size_t first = moments->start[c], n = moments->start[c + 1] - first;
    double middle = moments->origin + ((double)c + 0.5) * moments->width[0];
    double *sum = moments->group[0] + c / LANES * GROUP + c % LANES;
    if (n > 0)
        moments_add(moments->keys.x + first, moments->keys.y + first, n, middle, moments->width[0] / 2, moments->centre,
                    sum, LANES);
}

/* Any value in the middle of the data does as centre: that of a few keys' mean, rounded so coarsely that one key more
 * or less hardly ever makes it another one. */
double moments_middle_value(const Keys *keys) {
    size_t step = keys->n / 64 + 1, count = 0;
    double mean = 0, low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < keys->n; i += step) {
        mean += (keys->y[i] - mean) / (double)++count;
        low = fmin(low, keys->y[i]);
        high = fmax(high, keys->y[i]);
    }
    double spread = high / 2 - low / 2, unit = spread > 1e-300 ? ldexp(1, ilogb(spread)) : 0, units = mean / unit;
    return unit > 0 && fabs(units) < 1e15 ? rint(units) * unit : mean;
}

bool moments_begin(Moments *moments) {
    moments->per_width = 1 / moments->width[0];
    choose_levels(moments);
    if (make_room(moments))
        return true;
    moments_free(moments);
    return false;
}

void moments_merge(Moments *moments) {
    double shift[MOMENTS][MOMENTS];
    shift_table(shift);
    for (size_t l = 1; l < moments->levels; l++)
        merge_groups(moments, l, 0, moments->groups[l], shift);
}

bool moments_build(Moments *moments, const Keys *keys) {
    Grid grid = choose_grid(keys);
    moments->keys = *keys;
    moments->centre = moments_middle_value(keys);
    moments->width[0] = grid.width;
    moments->origin = grid.origin;
    moments->count[0] = grid.count;
    if (!moments_begin(moments))
        return false;
    find_starts(moments);
    for (size_t c = 0; c < moments->count[0]; c++)
        fill_cell(moments, c);
    moments_merge(moments);
    return true;
}

/* Sums of a cell, and of all that it is a part of, anew. */
static void renew_cell(Moments *moments, size_t c) {
    double shift[MOMENTS][MOMENTS], *sum = moments->group[0] + c / LANES * GROUP + c % LANES;
    for (size_t row = 0; row < MOMENT_ROWS; row++)
        sum[row * LANES] = 0;
    fill_cell(moments, c);
    shift_table(shift);
    for (size_t l = 1; l < moments->levels; l++)
        merge_groups(moments, l, (c >> l) / LANES, (c >> l) / LANES + 1, shift);
}

/* The cell that find_starts would put x in. */
static size_t exact_cell(const Moments *moments, double x) {
    size_t c = moments_cell(moments, x);
    while (c > 0 && x < moments->origin + (double)c * moments->width[0])
        c--;
    while (c + 1 < moments->count[0] && x >= moments->origin + (double)(c + 1) * moments->width[0])
        c++;
    return c;
}

bool moments_move(Moments *moments, const Keys *keys, double before, size_t to) {
    Grid grid = choose_grid(keys);
    if (moments->keys.n != keys->n || grid.width != moments->width[0] || grid.origin != moments->origin ||
        grid.count != moments->count[0] || moments_middle_value(keys) != moments->centre)
        return false;
    moments->keys = *keys;
    size_t old = exact_cell(moments, before), now = exact_cell(moments, keys->x[to]);
    for (size_t c = old + 1; c <= now; c++)
        moments->start[c]--;
    for (size_t c = now + 1; c <= old; c++)
        moments->start[c]++;
    renew_cell(moments, old);
    if (now != old)
        renew_cell(moments, now);
    return true;
}

void moments_free(Moments *moments) {
    free(moments->memory);
    free(moments->start);
    *moments = (Moments){0};
}

size_t moments_cell(const Moments *moments, double x) {
    double at = (x - moments->origin) * moments->per_width, last = (double)moments->count[0] - 1;
    return at <= 0 ? 0 : at >= last ? (size_t)last : (size_t)at;
}

size_t moments_key_cell(const Moments *moments, size_t i) {
    size_t cell = moments_cell(moments, moments->keys.x[i]);
    while (moments->start[cell] > i)
        cell--;
    while (moments->start[cell + 1] <= i)
        cell++;
    return cell;
}

Bracket moments_bracket(const Moments *moments, double x, double room) {
    size_t low = moments_cell(moments, x - room), high = moments_cell(moments, x + room);
    return (Bracket){moments->start[low > 0 ? low - 1 : 0], moments->start[high + 2]};
}

/* Where x would be if its cell were filled evenly. */
static size_t guess_of(const Moments *moments, size_t cell, double x) {
    size_t first = moments->start[cell], count = moments->start[cell + 1] - first;
    double part = (x - moments->origin) * moments->per_width - (double)cell;
    return first + (part <= 0 ? 0 : part >= 1 ? count : (size_t)(part * (double)count));
}

size_t moments_lower(const Moments *moments, double x) {
    const double *key = moments->keys.x;
    size_t cell = moments_cell(moments, x), first = moments->start[cell], end = moments->start[cell + 1];
    if (end - first > 4 * GUESS) {
        size_t guess = guess_of(moments, cell, x), low = guess > first + GUESS ? guess - GUESS : first;
        size_t high = guess + GUESS < end ? guess + GUESS : end;
        if ((low == 0 || key[low - 1] < x) && (high == moments->keys.n || key[high] >= x))
            return reach_lower(key, (Bracket){low, high}, x);
    }
    return reach_lower(key, moments_bracket(moments, x, 0), x);
}

void moments_prefetch(const Moments *moments, double x) {
    size_t cell = moments_cell(moments, x), guess = guess_of(moments, cell, x), last = moments->keys.n - 1;
    size_t low = guess > GUESS ? guess - GUESS : 0;
    for (size_t i = low; i <= guess + GUESS; i += LANES) {
        PREFETCH(moments->keys.x + (i < last ? i : last));
        PREFETCH(moments->keys.y + (i < last ? i : last));
    }
    PREFETCH(moments->keys.x + moments->start[cell]);
    PREFETCH(moments->keys.y + moments->start[cell]);
}

size_t moments_keys(const Moments *moments, size_t level, size_t first, size_t end) {
    size_t limit = moments->count[0];
    first = first << level < limit ? first << level : limit;
    end = end << level < limit ? end << level : limit;
    return moments->start[end] - moments->start[first];
}

/* Chunks of 16 keys are summed about their own first key m in double, and the sums moved to the common origin in Pair:
 * sum x^2 = N m^2 + 2 m sum u + sum u^2, and so on. What a sum over u is wrong by is moved like a key, so a query sees
 * it from as near as it sees the chunk. */
#include "core/blocks.h"

#include "core/pair.h"

#include <math.h>
#include <string.h>

enum { CHUNK = BLOCK_LEAST, BLOCKS_MOST = 65536 };

static size_t shift_for(size_t n) {
    size_t shift = 4;
    while ((n - 1) >> shift >= BLOCKS_MOST)
        shift++;
    return shift;
}

size_t blocks_room(size_t n) {
    if (n == 0)
        return 0;
    size_t shift = shift_for(n), count = ((n - 1) >> shift) + 1;
    return (count + 1) * (1 + 2 + BLOCK_ROW) + ((size_t)2 << shift);
}

/* LANES chunks side by side. */
typedef struct Chunks {
    double value[LANES], hi[BLOCK_POWERS][LANES], lo[BLOCK_POWERS][LANES];
} Chunks;

/* sum u, u^2, u v, u^2 v about each chunk's first key, and sum v. */
INLINED void sum_near(const Blocks *blocks, const double *x, const double *y, double power[BLOCK_POWERS][LANES],
                      double *value) {
    double scale = blocks->scale, centre = blocks->centre, u[LANES], v[LANES];
    for (size_t i = 0; i < CHUNK; i++) {
        for (size_t lane = 0; lane < LANES; lane++) {
            u[lane] = (x[lane * CHUNK + i] - x[lane * CHUNK]) * scale;
            v[lane] = y[lane * CHUNK + i] - centre;
        }
#pragma omp simd
        for (size_t lane = 0; lane < LANES; lane++) {
            double square = u[lane] * u[lane];
            power[BLOCK_X][lane] += u[lane];
            power[BLOCK_XX][lane] += square;
            power[BLOCK_XV][lane] += u[lane] * v[lane];
            power[BLOCK_XXV][lane] += square * v[lane];
            value[lane] += v[lane];
        }
    }
}

CLONES static void sum_chunks(const Blocks *blocks, const double *x, const double *y, Chunks *chunks) {
    double power[BLOCK_POWERS][LANES] = {{0}}, value[LANES] = {0}, base[LANES];
    double origin = blocks->origin, scale = blocks->scale, *hi = chunks->hi[0], *lo = chunks->lo[0];
    sum_near(blocks, x, y, power, value);
    for (size_t lane = 0; lane < LANES; lane++)
        base[lane] = x[lane * CHUNK];
#pragma omp simd
    for (size_t lane = 0; lane < LANES; lane++) {
        Pair away = pair_sum(base[lane], -origin), m = {away.hi * scale, away.lo * scale}, mm = pair_multiply(m, m);
        Pair x1 = pair_add(pair_scale(m, CHUNK), (Pair){power[BLOCK_X][lane], 0});
        Pair x2 = pair_add(pair_scale(mm, CHUNK), pair_scale(m, 2 * power[BLOCK_X][lane]));
        Pair v1 = pair_add(pair_scale(m, value[lane]), (Pair){power[BLOCK_XV][lane], 0});
        Pair v2 = pair_add(pair_scale(mm, value[lane]), pair_scale(m, 2 * power[BLOCK_XV][lane]));
        x2 = pair_add(x2, (Pair){power[BLOCK_XX][lane], 0});
        v2 = pair_add(v2, (Pair){power[BLOCK_XXV][lane], 0});
        hi[BLOCK_X * LANES + lane] = x1.hi, lo[BLOCK_X * LANES + lane] = x1.lo;
        hi[BLOCK_XX * LANES + lane] = x2.hi, lo[BLOCK_XX * LANES + lane] = x2.lo;
        hi[BLOCK_XV * LANES + lane] = v1.hi, lo[BLOCK_XV * LANES + lane] = v1.lo;
        hi[BLOCK_XXV * LANES + lane] = v2.hi, lo[BLOCK_XXV * LANES + lane] = v2.lo;
    }
    memcpy(chunks->value, value, sizeof value);
}

/* The sums over all keys before a place. */
typedef struct Running {
    Pair value, power[BLOCK_POWERS];
} Running;

static void store(const Blocks *blocks, size_t block, const Running *running) {
    double *power = blocks->powers + block * BLOCK_ROW;
    blocks->values[2 * block] = running->value.hi;
    blocks->values[2 * block + 1] = running->value.lo;
    for (size_t r = 0; r < BLOCK_POWERS; r++) {
        power[r] = running->power[r].hi;
        power[BLOCK_POWERS + r] = running->power[r].lo;
    }
}

static void run_on(Running *running, const Chunks *chunks, size_t lane) {
    running->value = pair_add(running->value, (Pair){chunks->value[lane], 0});
    for (size_t r = 0; r < BLOCK_POWERS; r++)
        running->power[r] = pair_add(running->power[r], (Pair){chunks->hi[r][lane], chunks->lo[r][lane]});
}

/* Up to LANES chunks from `key` on; what is missing of the last ones does not matter, for no block begins after them.
 */
static void take_chunks(const Blocks *blocks, size_t key, Chunks *chunks) {
    const double *x = blocks->keys.x + key, *y = blocks->keys.y + key;
    double part_x[LANES * CHUNK] = {0}, part_y[LANES * CHUNK] = {0};
    size_t rest = blocks->keys.n - key;
    if (rest < LANES * CHUNK) {
        memcpy(part_x, x, rest * sizeof *x);
        memcpy(part_y, y, rest * sizeof *y);
        x = part_x;
        y = part_y;
    }
    sum_chunks(blocks, x, y, chunks);
}

static void run_through(Blocks *blocks) {
    size_t per_block = ((size_t)1 << blocks->shift) / CHUNK, chunks = (blocks->keys.n - 1) / CHUNK + 1;
    Running running = {0};
    for (size_t at = 0; at < chunks; at += LANES) {
        Chunks next;
        take_chunks(blocks, at * CHUNK, &next);
        for (size_t lane = 0; lane < LANES && at + lane < chunks; lane++) {
            if ((at + lane) % per_block == 0)
                store(blocks, (at + lane) / per_block, &running);
            run_on(&running, &next, lane);
        }
    }
}

CLONES static double largest_from(const double *y, size_t n, double centre) {
    double largest = 0;
#pragma omp simd reduction(max : largest)
    for (size_t i = 0; i < n; i++)
        largest = fabs(y[i] - centre) > largest ? fabs(y[i] - centre) : largest;
    return largest;
}

static bool is_moderate(double x) { return x == 0 || (x > 1e-140 && x < 1e140); }

static void copy_tail(Blocks *blocks) {
    const Keys *keys = &blocks->keys;
    size_t size = (size_t)1 << blocks->shift, start = (blocks->count - 1) << blocks->shift;
    for (size_t i = 0; i < size; i++) {
        blocks->tail_x[i] = start + i < keys->n ? keys->x[start + i] : INFINITY;
        blocks->tail_y[i] = start + i < keys->n ? keys->y[start + i] : blocks->centre;
    }
}

void blocks_build(Blocks *blocks, const Keys *keys, double centre, double *memory) {
    *blocks = (Blocks){.keys = *keys, .centre = centre, .scale = 1};
    if (keys->n == 0)
        return;
    double low = keys->x[0], high = keys->x[keys->n - 1], span = high - low;
    if (!is_moderate(span) || !is_moderate(largest_from(keys->y, keys->n, centre)))
        return;
    blocks->origin = low / 2 + high / 2;
    blocks->scale = span > 0 ? ldexp(1, -ilogb(span)) : 1;
    blocks->shift = shift_for(keys->n);
    blocks->count = ((keys->n - 1) >> blocks->shift) + 1;
    blocks->powers = memory;
    blocks->values = blocks->powers + blocks->count * BLOCK_ROW;
    blocks->first = blocks->values + 2 * blocks->count;
    blocks->tail_x = blocks->first + blocks->count + 1;
    blocks->tail_y = blocks->tail_x + ((size_t)1 << blocks->shift);
    for (size_t b = 0; b < blocks->count; b++)
        blocks->first[b] = keys->x[b << blocks->shift];
    blocks->first[blocks->count] = INFINITY;
    copy_tail(blocks);
    run_through(blocks);
}

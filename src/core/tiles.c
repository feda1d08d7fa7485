/* What lies where is decided by the rules of reach.h, key by key and exactly; the tiles only say about which middle a
 * key's powers are taken. Where rounding puts the end of a window into another tile than it should be in, the query is
 * left to a slower way. */
#include "core/tiles.h"

#include <math.h>
#include <string.h>

enum { SHIFT = 6 };

static const double LIGHT = 0.003;               /* weight per key below which the last digit of a distance decides */
static const double TIE = 1e-9;                  /* difference of weights that may be left to rounding */
static const double OFFSET = 0.3713906763541037; /* of the first tile: unlikely to lie on a multiple of anything */
static const double FINEST = 1e-12; /* bandwidth beside the keys' size below which tiles are too narrow for a double */

static const double NOTHING[PRODUCT_STATE];

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
    const Product *product = tiles->product;
    size_t width = 2 * product->rank, child = (size_t)1 << SHIFT * level, most = child << SHIFT;
    size_t stop = end->end - at < most ? end->end : at + most, count = (stop - at + child - 1) / child;
    const double *x = tiles->keys.x + at, *y = tiles->keys.y + at, *after = NOTHING;
    double *state = end->state[level];
    if (stop < end->end)
        after = end->state[level + 1] + ((stop - end->at[level + 1]) >> SHIFT * (level + 1)) * width;
    memcpy(state + count * width, after, width * sizeof *state);
    if (level == 0)
        product->back(x, y, count, end->middle, tiles->reach.inv, tiles->centre, state);
    for (size_t c = count; level > 0 && c-- > 0;) {
        size_t length = c * child + child < stop - at ? child : stop - at - c * child;
        memcpy(state + c * width, state + (c + 1) * width, width * sizeof *state);
        product->add(x + c * child, y + c * child, length, end->middle, tiles->reach.inv, tiles->centre,
                     state + c * width);
    }
    end->at[level] = at;
}

/* The sums over keys [key, end). */
static const double *end_from(const Tiles *tiles, TileEnd *end, size_t key) {
    size_t width = 2 * tiles->product->rank;
    if (key >= end->end)
        return NOTHING;
    if (key >= end->at[0] && key - end->at[0] < TILE_BRANCH)
        return end->state[0] + (key - end->at[0]) * width;
    for (size_t level = end->levels; level-- > 0;) {
        size_t shift = SHIFT * (level + 1), at = end->first + ((key - end->first) >> shift << shift);
        if (end->at[level] != at)
            end_fill(tiles, end, level, at);
    }
    return end->state[0] + (key - end->at[0]) * width;
}

static void beginning_begin(TileBeginning *beginning, size_t first, size_t end, double middle) {
    beginning->first = beginning->at = first;
    beginning->end = end;
    beginning->filled = false;
    beginning->middle = middle;
    memcpy(beginning->state, NOTHING, sizeof NOTHING);
}

/* The sums over the keys before `stop`. */
static const double *beginning_until(const Tiles *tiles, TileBeginning *beginning, size_t stop) {
    const Product *product = tiles->product;
    size_t width = 2 * product->rank;
    if (stop < beginning->at)
        beginning_begin(beginning, beginning->first, beginning->end, beginning->middle);
    while (!beginning->filled || stop > beginning->at + TILE_BRANCH) {
        if (beginning->filled) {
            beginning->at += TILE_BRANCH;
            memmove(beginning->state, beginning->state + TILE_BRANCH * width, width * sizeof *beginning->state);
        }
        size_t at = beginning->at, rest = beginning->end - at, count = rest < TILE_BRANCH ? rest : TILE_BRANCH;
        product->forth(tiles->keys.x + at, tiles->keys.y + at, count, beginning->middle, tiles->reach.inv,
                       tiles->centre, beginning->state);
        beginning->filled = true;
    }
    return beginning->state + (stop - beginning->at) * width;
}

void tiles_begin(Tiles *tiles, const Reach *reach, const Keys *keys, double centre, bool causal) {
    double low = keys->x[0], high = keys->x[keys->n - 1];
    tiles->reach = *reach;
    tiles->product = product_of(reach->kernel);
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
    beginning_begin(&tiles->seen, i, tiles->end, middle_of(tiles, number));
    beginning_begin(&tiles->next, tiles->end, tiles->far, middle_of(tiles, number + 1));
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

/* LANES queries, and how many keys each sees. */
typedef struct Batch {
    ProductBatch product;
    double count[LANES];
    bool unsure[LANES];
} Batch;

/* Query i into a lane. */
static void take_query(Tiles *tiles, size_t lane, Batch *batch) {
    size_t i = tiles->i, rows = 2 * tiles->product->rank;
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
    if (!inside) {
        low = tiles->first;
        high = high < tiles->end ? tiles->end : high > tiles->far ? tiles->far : high;
    }
    batch->product.t[PRODUCT_LAST][lane] = (query - tiles->last.middle) * inv;
    batch->product.t[PRODUCT_SEEN][lane] = (query - tiles->seen.middle) * inv;
    batch->product.t[PRODUCT_REST][lane] = (tiles->rest.middle - query) * inv;
    batch->product.t[PRODUCT_NEXT][lane] = (tiles->next.middle - query) * inv;
    put(end_from(tiles, &tiles->last, low), rows, lane, batch->product.state[PRODUCT_LAST]);
    put(end_from(tiles, &tiles->rest, i + 1), rows, lane, batch->product.state[PRODUCT_REST]);
    put(beginning_until(tiles, &tiles->seen, i), rows, lane, batch->product.state[PRODUCT_SEEN]);
    put(tiles->causal ? NOTHING : beginning_until(tiles, &tiles->next, high), rows, lane,
        batch->product.state[PRODUCT_NEXT]);
    tiles->i++;
}

static Others others_of(const Batch *batch, size_t lane) {
    if (batch->unsure[lane] || !(batch->product.sum[0][lane] >= LIGHT * batch->count[lane]))
        return OTHERS_UNPROVEN;
    if (batch->count[lane] == 0)
        return OTHERS_NONE;
    return (Others){batch->product.sum[0][lane],
                    batch->product.sum[1][lane],
                    batch->product.sum[2][lane],
                    batch->product.sum[3][lane],
                    0,
                    1};
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
        tiles->product->evaluate(&batch.product);
        for (size_t lane = 0; lane < lanes; lane++)
            others[j + lane] = others_of(&batch, lane);
    }
}

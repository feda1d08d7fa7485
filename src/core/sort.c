/* Radix sort from the least digit on, each pass stable, over the bits of the doubles: those of a positive number with
 * the sign bit set, those of a negative one turned over, are numbers in the same order. What is moved is a prefix, the
 * 32 highest bits of the range the keys span, with the key's place below it. The few keys of one prefix are then put
 * in order by all their bits, a key at a time; where many share one, the whole is sorted again by all digits. */
#include "core/sort.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { PREFIX_BITS = 32, DIGIT_BITS = 11, DIGITS = 3, VALUES = 1 << DIGIT_BITS };
enum { WHOLE_BITS = 8, WHOLE_DIGITS = 8, WHOLE_VALUES = 1 << WHOLE_BITS };
enum { FEW = 32 };

/* A key with its place, where a prefix is not enough. */
typedef struct Item {
    uint64_t bits, place;
} Item;

static bool in_order(const double *x, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (!(x[i - 1] <= x[i]))
            return false;
    return true;
}

static uint64_t bits_of(double x) {
    uint64_t bits;
    x += 0.0; /* -0 becomes +0 */
    memcpy(&bits, &x, sizeof bits);
    return bits ^ (-(bits >> 63) | (uint64_t)1 << 63);
}

static void insert(Item *item, size_t n) {
    for (size_t i = 1; i < n; i++) {
        Item hand = item[i];
        size_t at = i;
        for (; at > 0 && item[at - 1].bits > hand.bits; at--)
            item[at] = item[at - 1];
        item[at] = hand;
    }
}

static void to_starts(size_t *count, size_t values) {
    for (size_t v = 0, start = 0; v < values; v++) {
        size_t here = count[v];
        count[v] = start;
        start += here;
    }
}

/* All digits of all keys. */
static void sort_whole(const double *x, size_t n, size_t *order, Item *item) {
    Item *other = item + n;
    for (size_t i = 0; i < n; i++)
        item[i] = (Item){bits_of(x[i]), i};
    for (unsigned d = 0; d < WHOLE_DIGITS; d++) {
        size_t next[WHOLE_VALUES] = {0};
        for (size_t i = 0; i < n; i++)
            next[item[i].bits >> d * WHOLE_BITS & (WHOLE_VALUES - 1)]++;
        if (next[item[0].bits >> d * WHOLE_BITS & (WHOLE_VALUES - 1)] == n)
            continue;
        to_starts(next, WHOLE_VALUES);
        for (size_t i = 0; i < n; i++)
            other[next[item[i].bits >> d * WHOLE_BITS & (WHOLE_VALUES - 1)]++] = item[i];
        Item *swap = item;
        item = other;
        other = swap;
    }
    for (size_t i = 0; i < n; i++)
        order[i] = item[i].place;
}

/* Of the keys' range: its least, and how far to shift what lies above it. */
typedef struct Range {
    uint64_t least;
    unsigned shift;
} Range;

static Range range_of(const double *x, size_t n) {
    double low = x[0], high = x[0];
    for (size_t i = 1; i < n; i++) {
        low = x[i] < low ? x[i] : low;
        high = x[i] > high ? x[i] : high;
    }
    Range range = {bits_of(low), 0};
    while ((bits_of(high) - range.least) >> range.shift >> PREFIX_BITS)
        range.shift++;
    return range;
}

static size_t digit_of(uint64_t word, unsigned digit) {
    return (size_t)(word >> (PREFIX_BITS + digit * DIGIT_BITS)) & (VALUES - 1);
}

/* Prefix above, place below. The result is where it points, in `word` or in `other`. */
static uint64_t *sort_prefixes(uint64_t *word, size_t n, uint64_t *other) {
    size_t next[DIGITS][VALUES] = {{0}};
    for (size_t i = 0; i < n; i++)
        for (unsigned d = 0; d < DIGITS; d++)
            next[d][digit_of(word[i], d)]++;
    for (unsigned d = 0; d < DIGITS; d++) {
        if (next[d][digit_of(word[0], d)] == n)
            continue;
        to_starts(next[d], VALUES);
        for (size_t i = 0; i < n; i++)
            other[next[d][digit_of(word[i], d)]++] = word[i];
        uint64_t *swap = word;
        word = other;
        other = swap;
    }
    return word;
}

/* Keys of one prefix, order[0..n), by all their bits; false when they are many and not all equal. */
static bool settle(const double *x, size_t n, size_t *order) {
    Item item[FEW];
    size_t same = 1;
    while (same < n && x[order[same]] == x[order[0]])
        same++;
    if (same == n || n > FEW)
        return same == n;
    for (size_t i = 0; i < n; i++)
        item[i] = (Item){bits_of(x[order[i]]), order[i]};
    insert(item, n);
    for (size_t i = 0; i < n; i++)
        order[i] = (size_t)item[i].place;
    return true;
}

/* False when too many different keys have one prefix. */
static bool sort_by_prefix(const double *x, size_t n, size_t *order, uint64_t *word) {
    Range range = range_of(x, n);
    for (size_t i = 0; i < n; i++)
        word[i] = (bits_of(x[i]) - range.least) >> range.shift << PREFIX_BITS | i;
    word = sort_prefixes(word, n, word + n);
    for (size_t i = 0; i < n; i++)
        order[i] = (size_t)(word[i] & (((uint64_t)1 << PREFIX_BITS) - 1));
    bool fine = true;
    for (size_t first = 0, end = 1; fine && range.shift > 0 && first < n; first = end++) {
        while (end < n && word[end] >> PREFIX_BITS == word[first] >> PREFIX_BITS)
            end++;
        fine = end - first == 1 || settle(x, end - first, order + first);
    }
    return fine;
}

void sort_order(const double *x, size_t n, size_t *order, uint64_t *scratch) {
    assert((uint64_t)n >> PREFIX_BITS == 0);
    if (in_order(x, n))
        for (size_t i = 0; i < n; i++)
            order[i] = i;
    else if (n <= FEW) {
        for (size_t i = 0; i < n; i++)
            order[i] = i;
        settle(x, n, order);
    } else if (!sort_by_prefix(x, n, order, scratch))
        sort_whole(x, n, order, (Item *)scratch);
}

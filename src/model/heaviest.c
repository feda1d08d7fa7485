/* A search from the query outwards that passes over blocks of keys in which no weight is large enough. */
#include "model/heaviest.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 1024 };

static void insert(Results *r, size_t k) {
    size_t *key = r->heaviest;
    int at = r->heaviest_count;
    while (at > 0 && r->alpha[k] > r->alpha[key[at - 1]]) /* of equals the nearer one came first */
        at--;
    if (at >= HEAVIEST)
        return;
    if (r->heaviest_count < HEAVIEST)
        r->heaviest_count++;
    memmove(key + at + 1, key + at, (size_t)(r->heaviest_count - at - 1) * sizeof *key);
    key[at] = k;
}

/* The largest weight of each block of keys, so that most of a scorer's need not be looked at. `least`: there are
 * HEAVIEST keys of at least this weight. */
typedef struct Summits {
    size_t size, count; /* keys in a block */
    double largest[BLOCKS + 1], least;
} Summits;

static int descending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

static void find_summits(const Results *r, Summits *s) {
    double sorted[BLOCKS + 1];
    s->size = r->n / BLOCKS + 1;
    s->count = 0;
    for (size_t from = 0; from < r->n; from += s->size)
        s->largest[s->count++] = crowd_largest(r->alpha + from, r->n - from < s->size ? r->n - from : s->size);
    memcpy(sorted, s->largest, s->count * sizeof *sorted);
    qsort(sorted, s->count, sizeof *sorted, descending);
    s->least = s->count >= HEAVIEST ? sorted[HEAVIEST - 1] : 0;
}

/* Whether no key of a block can be among the heaviest any more. */
static bool is_low(const Results *r, const Summits *s, size_t block) {
    double largest = s->largest[block];
    return largest < s->least || (r->heaviest_count == HEAVIEST && largest <= r->alpha[r->heaviest[HEAVIEST - 1]]);
}

/* From the nearest key outwards, where the heavy ones mostly are. No kernel grows with the distance, so among them the
 * search ends with the first lighter ones on both sides. */
void heaviest_find(Results *r) {
    size_t low = sorted_lower(&r->keys, r->query), high = low;
    bool falling = results_fall(r);
    Summits summits = {.size = 0};
    if (!falling)
        find_summits(r, &summits);
    r->heaviest_count = 0;
    while (low > 0 || high < r->n) {
        if (!falling && low > 0 && low % summits.size == 0 && is_low(r, &summits, low / summits.size - 1)) {
            low -= summits.size;
            continue;
        }
        if (!falling && high < r->n && high % summits.size == 0 && is_low(r, &summits, high / summits.size)) {
            high = high + summits.size < r->n ? high + summits.size : r->n;
            continue;
        }
        bool left = high >= r->n || (low > 0 && r->query - r->x[low - 1] <= r->x[high] - r->query);
        size_t k = left ? --low : high++;
        if (!falling && r->alpha[k] < summits.least)
            continue;
        if (r->heaviest_count < HEAVIEST || r->alpha[k] > r->alpha[r->heaviest[HEAVIEST - 1]])
            insert(r, k);
        else if (falling)
            break;
    }
}

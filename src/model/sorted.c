/* A point that moved is taken out of the order and put in again, which moves memory but compares nothing. */
#include "model/sorted.h"

#include <stdlib.h>
#include <string.h>

typedef struct Ordered {
    double x;
    size_t i;
} Ordered;

static int by_x(const void *a, const void *b) {
    const Ordered *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->i < q->i ? -1 : p->i > q->i;
}

static bool ascending(const double *x, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (x[i] < x[i - 1])
            return false;
    return true;
}

void sorted_order(const double *x, size_t n, size_t *order) {
    Ordered *pairs = ascending(x, n) ? NULL : malloc(n * sizeof *pairs);
    for (size_t i = 0; i < n; i++) {
        order[i] = i;
        if (pairs)
            pairs[i] = (Ordered){x[i], i};
    }
    if (!pairs)
        return;
    qsort(pairs, n, sizeof *pairs, by_x);
    for (size_t k = 0; k < n; k++)
        order[k] = pairs[k].i;
    free(pairs);
}

void sorted_free(Sorted *s) {
    void *const all[] = {s->order, s->rank, s->x, s->y, s->muted, s->seen[0], s->seen[1], s->seen[2]};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    engine_destroy(s->engine);
    memset(s, 0, sizeof *s);
}

static bool grow(void **at, size_t bytes) {
    void *grown = realloc(*at, bytes ? bytes : 1);
    if (grown)
        *at = grown;
    return grown != NULL;
}

static bool reserve(Sorted *s, size_t n) {
    if (!s->engine && !(s->engine = engine_create()))
        return false;
    if (n <= s->room && s->order)
        return true;
    bool ok = grow((void **)&s->order, n * sizeof *s->order) && grow((void **)&s->rank, n * sizeof *s->rank) &&
              grow((void **)&s->x, n * sizeof *s->x) && grow((void **)&s->y, n * sizeof *s->y) &&
              grow((void **)&s->muted, n * sizeof *s->muted);
    for (int c = 0; c < 3 && ok; c++)
        ok = grow((void **)&s->seen[c], n * sizeof(double));
    s->known = false;
    s->room = ok ? n : 0;
    return ok;
}

/* How many points differ from those seen, 0, 1 or 2 (more); and the first one. */
static int differences(const Sorted *s, const double *const now[3], size_t n, size_t *first) {
    int count = 0;
    for (int c = 0; c < 3; c++) {
        if (memcmp(s->seen[c], now[c], n * sizeof(double)) == 0)
            continue;
        for (size_t i = 0; i < n && count < 2; i++)
            if (memcmp(&s->seen[c][i], &now[c][i], sizeof(double)) != 0) {
                if (count == 1 && i == *first)
                    continue; /* both its x and its y */
                *first = i;
                count++;
            }
    }
    return count;
}

static void place(Sorted *s, size_t k, size_t point, const double *const now[3]) {
    s->order[k] = point;
    s->rank[point] = k;
    s->x[k] = now[0][point];
    s->y[k] = now[1][point];
    s->muted[k] = now[2][point] != 0;
}

static bool before(const double *x, size_t a, size_t b) { return x[a] < x[b] || (x[a] == x[b] && a < b); }

/* Moves one point to where its new x belongs. */
static void move_one(Sorted *s, size_t point, const double *const now[3]) {
    size_t k = s->rank[point];
    while (k > 0 && before(now[0], point, s->order[k - 1])) {
        place(s, k, s->order[k - 1], now);
        k--;
    }
    while (k + 1 < s->n && before(now[0], s->order[k + 1], point)) {
        place(s, k, s->order[k + 1], now);
        k++;
    }
    place(s, k, point, now);
}

static void place_all(Sorted *s, const double *const now[3]) {
    sorted_order(now[0], s->n, s->order);
    for (size_t k = 0; k < s->n; k++)
        place(s, k, s->order[k], now);
}

static void summarise(Sorted *s) {
    s->any_muted = false;
    s->mean_x = s->mean_y = 0;
    for (size_t k = 0; k < s->n; k++) {
        s->any_muted = s->any_muted || s->muted[k];
        s->mean_x += (s->x[k] - s->mean_x) / (double)(k + 1);
        s->mean_y += (s->y[k] - s->mean_y) / (double)(k + 1);
    }
}

bool sorted_refresh(Sorted *s, const double *x, const double *y, const double *muted, size_t n) {
    const double *const now[3] = {x, y, muted};
    size_t point = 0;
    if (!reserve(s, n)) {
        s->n = 0;
        s->known = false;
        return false;
    }
    int changed = s->known && s->n == n ? n ? differences(s, now, n, &point) : 0 : 2;
    if (changed == 0)
        return true;
    s->n = n;
    if (changed == 1)
        move_one(s, point, now);
    else
        place_all(s, now);
    for (int c = 0; c < 3 && n; c++)
        memcpy(s->seen[c], now[c], n * sizeof(double));
    summarise(s);
    Keys keys = {n, s->x, s->y};
    s->known = engine_set_keys(s->engine, &keys, s->any_muted ? s->muted : NULL);
    s->version++;
    if (!s->known)
        s->n = 0;
    return s->known;
}

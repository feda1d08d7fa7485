/* Marks tell what changed (points.h): nothing; one point, if the marks differ by just what that point adds to them,
 * which is then taken out of the order and put in again; else everything. */
#include "model/sorted.h"

#include "core/reach.h"
#include "core/sort.h"

#include <stdlib.h>
#include <string.h>

enum { X, VALUE, MUTED, COLUMNS };

void sorted_free(Sorted *s) {
    void *const all[] = {s->order, s->rank, s->x, s->y, s->muted, s->part[0], s->part[1]};
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
    for (int c = 0; c < 2; c++)
        ok = ok && grow((void **)&s->part[c], (n / SORTED_BLOCK + 1) * sizeof *s->part[c]);
    s->known = false;
    s->room = ok ? n : 0;
    return ok;
}

/* What is looked at of the points. */
typedef struct Look {
    const double *column[COLUMNS];
    uint64_t mark[COLUMNS];
} Look;

static Look look_at(const Points *points, int value_column) {
    return (Look){{points->x, points->column[value_column], points->muted},
                  {points->mark[POINTS_X], points->mark[value_column], points->mark[POINTS_MUTED]}};
}

static bool same_marks(const Sorted *s, const Look *now) { return memcmp(s->mark, now->mark, sizeof s->mark) == 0; }

bool sorted_current(const Sorted *s, const Points *points, int value_column) {
    Look now = look_at(points, value_column);
    return s->known && s->n == points->n && same_marks(s, &now);
}

size_t sorted_lower(const Sorted *s, double x) { return reach_lower(s->x, (Bracket){0, s->n}, x); }

/* Whether this point alone has changed. */
static bool is_the_one(const Sorted *s, const Look *now, size_t point) {
    size_t k = s->rank[point];
    const double before[COLUMNS] = {s->x[k], s->y[k], s->muted[k]};
    for (int c = 0; c < COLUMNS; c++)
        if (now->mark[c] - s->mark[c] !=
            points_mark_of(point, now->column[c][point]) - points_mark_of(point, before[c]))
            return false;
    return true;
}

static void place(Sorted *s, size_t k, size_t point, const Look *now) {
    s->order[k] = point;
    s->rank[point] = k;
    s->x[k] = now->column[X][point];
    s->y[k] = now->column[VALUE][point];
    s->muted[k] = now->column[MUTED][point] != 0;
}

/* Key `from` in place `to`; the point there stays what it was. */
static void shift(Sorted *s, size_t to, size_t from) {
    s->order[to] = s->order[from];
    s->rank[s->order[to]] = to;
    s->x[to] = s->x[from];
    s->y[to] = s->y[from];
    s->muted[to] = s->muted[from];
}

/* Moves one point to where its new x belongs; of equal x the older comes first. */
static void move_one(Sorted *s, size_t point, const Look *now) {
    size_t k = s->rank[point];
    double x = now->column[X][point];
    for (; k > 0 && (x < s->x[k - 1] || (x == s->x[k - 1] && point < s->order[k - 1])); k--)
        shift(s, k, k - 1);
    for (; k + 1 < s->n && (x > s->x[k + 1] || (x == s->x[k + 1] && point > s->order[k + 1])); k++)
        shift(s, k, k + 1);
    place(s, k, point, now);
}

static bool sort_all(Sorted *s, const Look *now) {
    uint64_t *scratch = malloc((s->n ? s->n : 1) * SORT_WORDS * sizeof *scratch);
    if (scratch)
        sort_order(now->column[X], s->n, s->order, scratch);
    free(scratch);
    return scratch != NULL;
}

/* Keys' shares of the means, in several sums at once; each number is divided before it is added, so that sums of the
 * largest do not overflow. */
static double share_of(const double *value, size_t n, double first, double share) {
    enum { WAYS = 16 };
    double sum[WAYS] = {0}, total = 0;
    size_t i = 0;
    for (; i + WAYS <= n; i += WAYS)
        for (size_t way = 0; way < WAYS; way++)
            sum[way] += (value[i + way] - first) * share;
    for (; i < n; i++)
        sum[0] += (value[i] - first) * share;
    for (size_t way = 0; way < WAYS; way++)
        total += sum[way];
    return total;
}

/* The means and any_muted, of which keys first to last have changed. */
static void summarise(Sorted *s, size_t first, size_t last) {
    const double *column[] = {s->x, s->y};
    double *mean[] = {&s->mean_x, &s->mean_y}, share = 1 / (double)s->n;
    size_t blocks = (s->n + SORTED_BLOCK - 1) / SORTED_BLOCK;
    s->any_muted = s->n && memchr(s->muted, true, s->n * sizeof *s->muted);
    for (int c = 0; c < 2; c++) {
        double base = s->n ? column[c][0] : 0, *part = s->part[c];
        *mean[c] = base;
        for (size_t b = 0; b < blocks; b++) {
            size_t from = b * SORTED_BLOCK, n = s->n - from < SORTED_BLOCK ? s->n - from : SORTED_BLOCK;
            if (base != s->base[c] || (from <= last && from + n > first))
                part[b] = share_of(column[c] + from, n, base, share);
            *mean[c] += part[b];
        }
        s->base[c] = base;
    }
}

static bool tell_engine(Sorted *s) {
    Keys keys = {s->n, s->x, s->y};
    return engine_set_keys(s->engine, &keys, s->any_muted ? s->muted : NULL);
}

static bool renew_one(Sorted *s, const Look *now, size_t point) {
    size_t k = s->rank[point];
    double before = s->x[k], before_y = s->y[k];
    bool mutes = s->any_muted || s->muted[k];
    move_one(s, point, now);
    size_t to = s->rank[point];
    s->moved = true;
    s->move = (SortedMove){before, before_y, s->x[to], s->y[to]};
    summarise(s, k < to ? k : to, k < to ? to : k);
    Keys keys = {s->n, s->x, s->y};
    return mutes || s->any_muted ? tell_engine(s) : engine_move_key(s->engine, &keys, k, before, to);
}

static bool renew_all(Sorted *s, const Look *now, bool same_order) {
    if (!same_order && !sort_all(s, now))
        return false;
    for (size_t k = 0; k < s->n; k++)
        place(s, k, s->order[k], now);
    summarise(s, 0, s->n);
    return tell_engine(s);
}

static bool renew(Sorted *s, const Look *now, size_t n, size_t touched) {
    bool had = s->known && s->n == n;
    s->moved = false;
    if (!reserve(s, n))
        return false;
    s->n = n;
    return had && touched < n && is_the_one(s, now, touched) ? renew_one(s, now, touched)
                                                             : renew_all(s, now, had && s->mark[X] == now->mark[X]);
}

bool sorted_refresh(Sorted *s, const Points *points, int value_column) {
    Look now = look_at(points, value_column);
    if (sorted_current(s, points, value_column))
        return true;
    s->known = renew(s, &now, points->n, points->touched);
    memcpy(s->mark, now.mark, sizeof s->mark);
    s->version++;
    if (!s->known)
        s->n = 0;
    return s->known;
}

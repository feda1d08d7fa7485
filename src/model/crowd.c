/* Keys are sorted, so a column of cells is a run of them, and counting goes down one column after the other, in memory
 * that stays at hand. Weights depend on x alone, so all points of a column share their mean. */
#include "model/crowd.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS = 4, SAMPLES = 8 };

static bool grow(void **at, size_t *room, size_t count, size_t size) {
    if (count <= *room && *at)
        return true;
    void *grown = realloc(*at, count * size);
    if (!grown)
        return false;
    *at = grown;
    *room = count;
    return true;
}

#define GROW(slot, field, wanted) grow((void **)&c->field, &c->room[slot], (wanted), sizeof *c->field)

static bool make_room(Crowd *c, CrowdGrid grid) {
    size_t columns = (size_t)grid.columns, rows = (size_t)grid.rows, across = (size_t)grid.across;
    return GROW(0, cell, columns * rows) && GROW(1, heaviest, across) && GROW(2, start, columns + 1) &&
           GROW(3, strip_start, across + 1) && GROW(4, count, columns * rows) && GROW(5, most, columns) &&
           GROW(6, stronger, columns);
}

/* Keys at the very end of the view are in its last column. */
static void divide(const Sorted *keys, View view, int columns, size_t *start) {
    for (int c = 0; c <= columns; c++) {
        double t = (double)c / columns;
        start[c] = sorted_lower(keys, c < columns ? view.x0 * (1 - t) + view.x1 * t : nextafter(view.x1, INFINITY));
    }
    for (int c = columns; c > 0; c--) /* rounding must not turn them round */
        start[c - 1] = start[c - 1] < start[c] ? start[c - 1] : start[c];
}

static void count_column(Crowd *c, const Sorted *keys, int column) {
    unsigned *count = c->count + (size_t)column * (size_t)c->grid.rows, most = 0;
    double per_unit = c->grid.rows / (c->view.y1 - c->view.y0), top = c->view.y1 * per_unit;
    memset(count, 0, (size_t)c->grid.rows * sizeof *count);
    for (size_t k = c->start[column]; k < c->start[column + 1]; k++) {
        double row = top - keys->y[k] * per_unit;
        if (row >= 0 && row < c->grid.rows)
            count[(int)row]++;
    }
    for (int row = 0; row < c->grid.rows; row++)
        most = count[row] > most ? count[row] : most;
    c->most[column] = most;
}

/* The columns whose keys may not be those of before: where the moved key was and is, with a neighbour for rounding. */
static void count_moved(Crowd *c, const Sorted *keys) {
    double per_unit = c->grid.columns / (c->view.x1 - c->view.x0);
    const double x[] = {keys->move.from_x, keys->move.to_x};
    for (int i = 0; i < 2; i++) {
        double at = (x[i] - c->view.x0) * per_unit;
        int middle = at > 0 ? at < c->grid.columns ? (int)at : c->grid.columns - 1 : 0;
        for (int column = middle - 1; column <= middle + 1; column++)
            if (column >= 0 && column < c->grid.columns)
                count_column(c, keys, column);
    }
}

static double sum_of(const double *v, size_t n) {
    double part[WAYS] = {0};
    size_t i = 0;
    for (; i + WAYS <= n; i += WAYS)
        for (size_t way = 0; way < WAYS; way++)
            part[way] += v[i + way];
    for (; i < n; i++)
        part[0] += v[i];
    return (part[0] + part[1]) + (part[2] + part[3]);
}

double crowd_largest(const double *v, size_t n) {
    double part[WAYS] = {0};
    size_t i = 0;
    for (; i + WAYS <= n; i += WAYS)
        for (size_t way = 0; way < WAYS; way++)
            part[way] = v[i + way] > part[way] ? v[i + way] : part[way];
    for (; i < n; i++)
        part[0] = v[i] > part[0] ? v[i] : part[0];
    return fmax(fmax(part[0], part[1]), fmax(part[2], part[3]));
}

/* The mean weight of n >= 1 neighbours, for a shade: of many, whose weights fall evenly, that of a few. */
static double mean_weight(const CrowdWeights *weights, size_t first, size_t n) {
    double sum = 0;
    if (!weights->falling || n <= 2 * SAMPLES)
        return sum_of(weights->alpha + first, n) / (double)n;
    for (size_t i = 0; i < SAMPLES; i++)
        sum += weights->alpha[first + (2 * i + 1) * n / (2 * SAMPLES)];
    return sum / SAMPLES;
}

/* The largest weight of keys [first, end); `middle` is the first key at or beyond the query. */
static double largest_weight(const CrowdWeights *weights, size_t middle, size_t first, size_t end) {
    const double *alpha = weights->alpha;
    if (!weights->falling || first >= end)
        return crowd_largest(alpha + first, end - first);
    if (middle <= first || middle >= end)
        return alpha[middle <= first ? first : end - 1];
    return fmax(alpha[middle - 1], alpha[middle]);
}

/* Returns what the fullest cell comes to. */
static float weigh(Crowd *c, const Sorted *keys, const CrowdWeights *weights) {
    double by = weights->largest > 0 ? 8 / weights->largest : 0;
    size_t middle = sorted_lower(keys, weights->query);
    float most = 0;
    for (int column = 0; column < c->grid.columns; column++) {
        size_t first = c->start[column], n = c->start[column + 1] - first;
        c->stronger[column] = 1 + (n ? (float)(mean_weight(weights, first, n) * by) : 0);
        most = fmaxf(most, (float)c->most[column] * c->stronger[column]);
    }
    for (int i = 0; i < c->grid.across; i++)
        c->heaviest[i] = (float)largest_weight(weights, middle, c->strip_start[i], c->strip_start[i + 1]);
    return most;
}

/* Few counts are different, so their logarithms are taken once a column. */
static void shade_column(Crowd *c, int column, float scale) {
    enum { TABLE = 256 };
    float table[TABLE];
    size_t rows = (size_t)c->grid.rows, columns = (size_t)c->grid.columns;
    const unsigned *count = c->count + (size_t)column * rows;
    float *cell = c->cell + column, stronger = c->stronger[column];
    unsigned known = c->most[column] < TABLE ? c->most[column] + 1 : TABLE;
    table[0] = 0;
    for (unsigned i = 1; i < known; i++)
        table[i] = fmaxf(logf(1 + (float)i * stronger) * scale, 0.005f);
    for (size_t row = 0; row < rows; row++, cell += columns)
        *cell = count[row] < known ? table[count[row]] : logf(1 + (float)count[row] * stronger) * scale;
}

static bool same_view(View a, View b) { return a.x0 == b.x0 && a.x1 == b.x1 && a.y0 == b.y0 && a.y1 == b.y1; }

static bool same_grid(CrowdGrid a, CrowdGrid b) {
    return a.columns == b.columns && a.rows == b.rows && a.across == b.across;
}

bool crowd_compute(Crowd *c, const Sorted *keys, const CrowdWeights *weights, View view, CrowdGrid grid) {
    bool alike = c->counted && same_view(c->view, view) && same_grid(c->grid, grid);
    bool same = alike && c->keys_version == keys->version;
    bool one = alike && keys->moved && c->keys_version + 1 == keys->version;
    c->counted = false;
    c->grid = grid;
    if (grid.columns < 1 || grid.rows < 1 || grid.across < 1 || !make_room(c, grid)) {
        c->grid = (CrowdGrid){0};
        return false;
    }
    if (!same) {
        c->view = view;
        c->keys_version = keys->version;
        divide(keys, view, grid.columns, c->start);
        divide(keys, view, grid.across, c->strip_start);
        for (int column = 0; column < grid.columns && !one; column++)
            count_column(c, keys, column);
        if (one)
            count_moved(c, keys);
    }
    if (!same || c->weights != weights->version) {
        float most = weigh(c, keys, weights), scale = most > 0 ? 1 / logf(1 + most) : 0;
        for (int column = 0; column < grid.columns; column++)
            shade_column(c, column, scale);
        c->weights = weights->version;
    }
    c->counted = true;
    return true;
}

void crowd_free(Crowd *c) {
    void *const all[] = {c->cell, c->heaviest, c->start, c->strip_start, c->count, c->most, c->stronger};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
    *c = (Crowd){0};
}

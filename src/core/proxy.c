/* What is remembered lies in chunks that are filled one after the other; when all are full, everything is forgotten
 * before the next query. A cell that finds no room is made in `spare`. */
#include "core/proxy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 18, JET = 0, BLOCK, KEYS, KINDS, SPARE = (FEATURE_MAX + 2) * FORM_LANES };

_Static_assert(SPARE >= 3 * FEATURE_MAX, "a jet fits a spare block");

/* Lagrange's polynomials, multiplied out; in long double, for the coefficients are large and cancel. */
static void make_places(Proxies *proxies) {
    for (int j = 0; j < PROXIES; j++) {
        double chebyshev = cos((2 * j + 1) * 3.14159265358979323846 / (2 * PROXIES));
        proxies->place[j] = rint(chebyshev * PROXY_GRAIN) / PROXY_GRAIN;
    }
    for (int j = 0; j < PROXIES; j++) {
        long double poly[PROXIES] = {1};
        int degree = 0;
        for (int i = 0; i < PROXIES; i++) {
            long double from = proxies->place[i], scale = 1 / (proxies->place[j] - from);
            if (i == j)
                continue;
            poly[++degree] = 0;
            for (int k = degree; k >= 0; k--)
                poly[k] = ((k > 0 ? poly[k - 1] : 0) - from * poly[k]) * scale;
        }
        for (int k = 0; k < PROXIES; k++)
            proxies->inverse[j][k] = (double)poly[k];
    }
}

static bool same_map(const FeatureMap *a, const FeatureMap *b) {
    return a->kind == b->kind && a->d == b->d && a->base == b->base && a->omega == b->omega && a->x0 == b->x0 &&
           a->x1 == b->x1 && a->centre == b->centre && a->seed == b->seed && a->key == b->key;
}

/* Only the additive score's vectors of keys know a parameter. */
typedef struct Run {
    size_t from, count;
} Run;

static Run parameters_of_keys(const ScoreModel *model) {
    if (model->scorer != SCORER_ADDITIVE)
        return (Run){0, 0};
    return (Run){score_layout(model, 1).block[1].offset, model->hidden * feature_length(&model->key)};
}

static bool same_parameters(const Proxies *proxies, const ScoreModel *model) {
    Run now = parameters_of_keys(model), then = parameters_of_keys(&proxies->model);
    return now.from == then.from && now.count == then.count &&
           memcmp(model->parameters + now.from, proxies->parameters + then.from, now.count * sizeof(double)) == 0;
}

static bool same_model(const Proxies *proxies, const ScoreModel *model) {
    const ScoreModel *known = &proxies->model;
    bool direction = model->scorer == SCORER_COSINE, hidden = model->scorer == SCORER_ADDITIVE;
    return same_map(&known->key, &model->key) && direction == (known->scorer == SCORER_COSINE) &&
           hidden == (known->scorer == SCORER_ADDITIVE) && (!hidden || same_parameters(proxies, model));
}

static bool make_room(Proxies *proxies) {
    size_t slots = KINDS * proxies->cells;
    if (!proxies->spare) {
        make_places(proxies);
        proxies->spare = malloc(KINDS * SPARE * sizeof *proxies->spare);
        proxies->deep = malloc(PROXY_DEEP * sizeof *proxies->deep);
        proxies->parameters = malloc(2 * SCORE_HIDDEN_MAX * FEATURE_MAX * sizeof *proxies->parameters);
    }
    if (slots > proxies->index_room) {
        free(proxies->index);
        proxies->index = malloc(slots * sizeof *proxies->index);
        proxies->index_room = proxies->index ? slots : 0;
    }
    return proxies->spare && proxies->deep && proxies->parameters && proxies->index;
}

static void count_cells(Proxies *proxies) {
    proxies->cells = 0;
    for (size_t l = 0; l < proxies->moments->levels; l++) {
        proxies->base[l] = proxies->cells;
        proxies->cells += proxies->moments->count[l];
    }
    proxies->base[PROXY_COLUMNS] = proxies->cells;
    proxies->cells += HEAT_COLUMNS_MOST;
}

static void forget_columns(Proxies *proxies) {
    for (size_t i = KINDS * proxies->base[PROXY_COLUMNS]; i < KINDS * proxies->cells; i++)
        proxies->index[i] = NULL;
}

bool proxies_begin(Proxies *proxies, const Moments *moments, const Columns *columns, const ScoreModel *model) {
    if (proxies->known && !proxies->full && same_model(proxies, model)) {
        if (proxies->columns_count != columns->count)
            forget_columns(proxies);
        proxies->columns_count = columns->count;
        return true;
    }
    proxies->moments = moments;
    proxies->columns = columns;
    proxies->columns_count = columns->count;
    proxies->known = proxies->full = false;
    proxies->filled = 0;
    count_cells(proxies);
    if (!make_room(proxies)) {
        proxies_free(proxies);
        return false;
    }
    Run run = parameters_of_keys(model);
    for (size_t i = run.from; i < run.from + run.count; i++)
        proxies->parameters[i] = model->parameters[i];
    for (size_t i = 0; i < KINDS * proxies->cells; i++)
        proxies->index[i] = NULL;
    for (size_t i = 0; i < PROXY_DEEP; i++)
        proxies->deep[i].level = 0;
    proxies->deep_count = 0;
    proxies->model = *model;
    proxies->model.parameters = proxies->parameters;
    proxies->model.key_features = NULL;
    proxies->length = form_length(model);
    proxies->known = true;
    return true;
}

void proxies_forget(Proxies *proxies) { proxies->known = false; }

void proxies_free(Proxies *proxies) {
    for (size_t c = 0; c < proxies->chunks; c++)
        free(proxies->chunk[c]);
    free(proxies->spare);
    free(proxies->deep);
    free(proxies->parameters);
    free(proxies->index);
    *proxies = (Proxies){0};
}

/* Room that stays, or NULL. */
static double *take(Proxies *proxies, size_t count) {
    if (proxies->full || count > CHUNK)
        return NULL;
    size_t c = proxies->filled / CHUNK, from = proxies->filled % CHUNK;
    if (from + count > CHUNK) {
        c++;
        from = 0;
    }
    if (c == proxies->chunks && c < PROXY_CHUNKS && (proxies->chunk[c] = malloc(CHUNK * sizeof **proxies->chunk)))
        proxies->chunks++;
    if (c >= proxies->chunks) {
        proxies->full = true;
        return NULL;
    }
    proxies->filled = c * CHUNK + from + count;
    return proxies->chunk[c] + from;
}

/* By linear probing; a cell that finds no slot is not remembered. */
static ProxyDeep *deep_of(Proxies *proxies, const ProxyCell *cell) {
    size_t mix = (cell->cell * 0x9e3779b97f4a7c15U) ^ ((size_t)-cell->level * 0xc2b2ae3d27d4eb4fU);
    size_t at = (mix >> 40) % PROXY_DEEP;
    ProxyDeep *deep = &proxies->deep[at];
    while (deep->level != 0 && (deep->level != cell->level || deep->cell != cell->cell)) {
        at = (at + 1) % PROXY_DEEP;
        deep = &proxies->deep[at];
    }
    if (deep->level == cell->level)
        return deep;
    if (proxies->deep_count >= PROXY_DEEP / 4 * 3) {
        proxies->full = true;
        deep = &proxies->deep_spare;
    } else {
        proxies->deep_count++;
    }
    *deep = (ProxyDeep){cell->level, cell->cell, SIZE_MAX, {NULL, NULL}};
    return deep;
}

static double **slot(Proxies *proxies, const ProxyCell *cell, int kind) {
    if (cell->level < 0)
        return &deep_of(proxies, cell)->known[kind];
    return &proxies->index[KINDS * (proxies->base[cell->level] + cell->cell) + (size_t)kind];
}

/* Keys of a cell of the pyramid. */
static ProxyCell cell_at(const Moments *moments, int level, size_t cell) {
    size_t first = cell << level, end = (cell + 1) << level, limit = moments->count[0];
    return (ProxyCell){level, cell, moments->start[first < limit ? first : limit],
                       moments->start[end < limit ? end : limit]};
}

ProxyCell proxies_root(const Proxies *proxies) {
    return cell_at(proxies->moments, (int)proxies->moments->levels - 1, 0);
}

ProxyCell proxies_column(const Proxies *proxies, size_t c) {
    size_t n = proxies->moments->keys.n, count = proxies->columns->count;
    return (ProxyCell){PROXY_COLUMNS, c, columns_start(n, count, c), columns_start(n, count, c + 1)};
}

/* The first key of the right half of a cell that the pyramid does not halve. */
static size_t split_of(Proxies *proxies, const ProxyCell *cell, double middle) {
    const double *x = proxies->moments->keys.x;
    ProxyCell left = {cell->level - 1, 2 * cell->cell, cell->first, cell->end};
    ProxyDeep *deep = deep_of(proxies, &left);
    if (deep->split == SIZE_MAX)
        deep->split = reach_lower(x, (Bracket){cell->first, cell->end}, middle);
    return deep->split;
}

size_t proxies_halves(Proxies *proxies, const ProxyCell *cell, ProxyCell half[2]) {
    const Moments *moments = proxies->moments;
    size_t count = 0, both[2] = {2 * cell->cell, 2 * cell->cell + 1};
    size_t split = cell->level > 0 ? 0 : split_of(proxies, cell, proxies_place(proxies, cell).middle);
    for (size_t i = 0; i < 2; i++) {
        ProxyCell part = {cell->level - 1, both[i], i ? split : cell->first, i ? cell->end : split};
        if (cell->level > 0)
            part = cell_at(moments, cell->level - 1, both[i]);
        if (part.first < part.end)
            half[count++] = part;
    }
    return count;
}

static double width_of(const Moments *moments, int level) {
    return level >= 0 ? moments->width[level] : ldexp(moments->width[0], level);
}

ProxyPlace proxies_place(const Proxies *proxies, const ProxyCell *cell) {
    const Moments *moments = proxies->moments;
    if (cell->level != PROXY_COLUMNS) {
        double width = width_of(moments, cell->level);
        return (ProxyPlace){moments->origin + ((double)cell->cell + 0.5) * width, width / 2};
    }
    double middle = columns_middle(proxies->columns, cell->cell);
    double half = columns_half_width(proxies->columns, cell->cell);
    return (ProxyPlace){middle, half > 0 ? half : 1e-15 * fabs(middle) + 1e-290};
}

bool proxies_exact(const Proxies *proxies, int level) {
    const Moments *moments = proxies->moments;
    double far = fabs(moments->origin) + 2 * moments->width[moments->levels - 1];
    return width_of(moments, level) / (2 * PROXY_GRAIN) >= nextafter(far, INFINITY) - far;
}

const double *proxies_jet(Proxies *proxies, const ProxyCell *cell) {
    double **known = slot(proxies, cell, JET), *jet = *known;
    if (jet)
        return jet;
    jet = *known = take(proxies, 3 * proxies->length);
    jet = jet ? jet : proxies->spare + JET * SPARE;
    ProxyPlace place = proxies_place(proxies, cell);
    form_jet(&proxies->model, place.middle, PROXY_DISC * place.half, jet);
    return jet;
}

/* As moments_add gives them: with values, then without, which is all that there is of a column. */
static void fill_moments(const Proxies *proxies, const ProxyCell *cell, double moment[2 * MOMENTS]) {
    const Moments *moments = proxies->moments;
    const double *x = moments->keys.x, *y = moments->keys.y;
    ProxyPlace place = proxies_place(proxies, cell);
    for (size_t k = 0; k < 2 * MOMENTS; k++)
        moment[k] = 0;
    if (cell->level < 0)
        moments_add(x + cell->first, y + cell->first, cell->end - cell->first, place.middle, place.half,
                    moments->centre, moment, 1);
    for (size_t k = 0; k < MOMENTS && cell->level == PROXY_COLUMNS; k++)
        moment[MOMENTS + k] = columns_moment(proxies->columns, cell->cell, k);
    for (size_t k = 0; k < 2 * MOMENTS && cell->level >= 0 && cell->level != PROXY_COLUMNS; k++)
        moment[k] = moments->group[cell->level][(cell->cell / LANES * MOMENT_ROWS + k) * LANES + cell->cell % LANES];
}

static void fill_factors(const Proxies *proxies, const ProxyCell *cell, double *factor) {
    double moment[2 * MOMENTS];
    fill_moments(proxies, cell, moment);
    for (size_t j = 0; j < PROXIES; j++) {
        factor[j] = factor[PROXIES + j] = 0;
        for (size_t k = 0; k < PROXIES; k++) {
            factor[j] += proxies->inverse[j][k] * moment[MOMENTS + k];
            factor[PROXIES + j] += proxies->inverse[j][k] * moment[k];
        }
    }
}

const double *proxies_block(Proxies *proxies, const ProxyCell *cell) {
    double **known = slot(proxies, cell, BLOCK), *block = *known, x[PROXIES];
    if (block)
        return block;
    block = *known = take(proxies, (proxies->length + 2) * FORM_LANES);
    block = block ? block : proxies->spare + BLOCK * SPARE;
    ProxyPlace place = proxies_place(proxies, cell);
    for (size_t j = 0; j < PROXIES; j++)
        x[j] = place.middle + place.half * proxies->place[j];
    form_keys(&proxies->model, x, block);
    fill_factors(proxies, cell, block + proxies->length * FORM_LANES);
    return block;
}

static void fill_keys(const Proxies *proxies, size_t first, size_t end, double *block) {
    const Moments *moments = proxies->moments;
    double x[FORM_LANES], *plain = block + proxies->length * FORM_LANES, *weighted = plain + FORM_LANES;
    for (size_t l = 0; l < FORM_LANES; l++) {
        size_t i = first + l < end ? first + l : end - 1;
        x[l] = moments->keys.x[i];
        plain[l] = first + l < end;
        weighted[l] = plain[l] * (moments->keys.y[i] - moments->centre);
    }
    form_keys(&proxies->model, x, block);
}

const double *proxies_keys(Proxies *proxies, size_t c, size_t i) {
    ProxyCell cell = cell_at(proxies->moments, 0, c);
    size_t first = cell.first, end = cell.end;
    size_t stride = (proxies->length + 2) * FORM_LANES, blocks = (end - first + FORM_LANES - 1) / FORM_LANES;
    double **known = slot(proxies, &cell, KEYS), *spare = proxies->spare + KEYS * SPARE;
    if (*known)
        return *known + i * stride;
    *known = take(proxies, blocks * stride);
    if (!*known) {
        fill_keys(proxies, first + i * FORM_LANES, end, spare);
        return spare;
    }
    for (size_t b = 0; b < blocks; b++)
        fill_keys(proxies, first + b * FORM_LANES, end, *known + b * stride);
    return *known + i * stride;
}

void proxies_polynomial(const Proxies *proxies, const double value[PROXIES], double coefficient[PROXIES]) {
    for (size_t k = 0; k < PROXIES; k++)
        coefficient[k] = 0;
    for (size_t j = 0; j < PROXIES; j++)
        for (size_t k = 0; k < PROXIES; k++)
            coefficient[k] += proxies->inverse[j][k] * value[j];
}

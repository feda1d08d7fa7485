/* On the way down, the largest score that some key surely has rises, and what lies so far below that all keys together
 * would not show is dropped. */
#include "core/tree.h"

#include "core/lanes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 256 };

static const double SMOOTH = 12;                      /* disc + line: PROXY_ERROR e^12 is 5e-11 of a weight */
static const double FLAT_DISC = 1000, FLAT_LINE = 20; /* the same for scores: 3e-13, and 1e-9 by rounding */
static const double FAINT = 30;                       /* e^-30 of all weights together is dropped ... */
static const double LOWEST = -690;                    /* for lanes_exp */
static const double ROUNDING = 1e-7;                  /* of a heatmap's cell */

bool tree_begin(Tree *tree, const Moments *moments, const Columns *columns, const ScoreModel *model) {
    size_t room = 2 * (moments->count[0] + 2);
    if (!proxies_begin(&tree->proxies, moments, columns, model))
        return false;
    if (room <= tree->room)
        return true;
    TreeCell *cells = malloc(3 * room * sizeof *cells);
    if (!cells)
        return false;
    free(tree->active);
    tree->active = cells;
    tree->room = room;
    return true;
}

void tree_forget(Tree *tree) { proxies_forget(&tree->proxies); }

void tree_free(Tree *tree) {
    proxies_free(&tree->proxies);
    free(tree->active);
    *tree = (Tree){0};
}

/* What a descent is after. */
typedef struct Descent {
    const Form *form;
    size_t first, end; /* keys */
    double best, drop; /* a score below best - drop does not show */
    bool rises;        /* best grows with what is seen */
    bool scores;       /* of single keys, rather than sums of weights of whole cells */
} Descent;

/* The keys of a cell. */
typedef struct Span {
    size_t first, end;
} Span;

static Span span_of(const Moments *moments, size_t level, size_t cell) {
    size_t first = cell << level, end = (cell + 1) << level, limit = moments->count[0];
    return (Span){moments->start[first < limit ? first : limit], moments->start[end < limit ? end : limit]};
}

/* Looks at a cell: its bounds, whether it is proven, and what it says of the largest score. */
static void look(Tree *tree, Descent *descent, TreeCell *at, const Span *span) {
    ProxyPlace place = proxies_place(&tree->proxies, at->level, at->cell);
    const double *jet = proxies_jet(&tree->proxies, at->level, at->cell);
    FormBound bound = form_bound(descent->form, jet, PROXY_DISC * place.half, place.half);
    bool whole = span->first >= descent->first && span->end <= descent->end;
    at->score = bound.score;
    at->most = bound.score + bound.line;
    at->flat = bound.disc <= FLAT_DISC && bound.line <= FLAT_LINE && proxies_exact(&tree->proxies, at->level);
    at->proven = at->flat && (descent->scores || (whole && bound.disc + bound.line <= SMOOTH));
    if (descent->rises && whole && bound.score - bound.line > descent->best)
        descent->best = bound.score - bound.line;
}

static bool shows(const Descent *descent, const TreeCell *at) { return !(at->most < descent->best - descent->drop); }

static size_t add_halves(const Moments *moments, const Descent *descent, const TreeCell *at, TreeCell *to) {
    size_t count = 0;
    for (unsigned half = 0; half < 2; half++) {
        unsigned level = at->level - 1, cell = 2 * at->cell + half;
        Span span = span_of(moments, level, cell);
        if (cell < moments->count[level] && span.first < span.end && span.first < descent->end &&
            span.end > descent->first)
            to[count++] = (TreeCell){.level = level, .cell = cell};
    }
    return count;
}

/* Into tree->found, from left to right on each level. */
static void descend(Tree *tree, Descent *descent) {
    const Moments *moments = tree->proxies.moments;
    TreeCell *active = tree->active, *next = active + tree->room, *found = next + tree->room;
    size_t count = descent->first < descent->end, found_count = 0;
    active[0] = (TreeCell){.level = (unsigned)(moments->levels - 1)};
    while (count > 0) {
        size_t next_count = 0;
        for (size_t i = 0; i < count; i++) {
            Span span = span_of(moments, active[i].level, active[i].cell);
            look(tree, descent, &active[i], &span);
        }
        for (size_t i = 0; i < count; i++) {
            if (!shows(descent, &active[i]))
                continue;
            if (active[i].proven || active[i].level == 0)
                found[found_count++] = active[i];
            else
                next_count += add_halves(moments, descent, &active[i], next + next_count);
        }
        TreeCell *swap = active;
        active = next;
        next = swap;
        count = next_count;
    }
    tree->found = found;
    tree->found_count = 0;
    for (size_t i = 0; i < found_count; i++)
        if (shows(descent, &found[i]))
            found[tree->found_count++] = found[i];
}

/* e^(score - max) times the factors. */
CLONES static void add_block(const double *score, const double *plain, const double *weighted, double max,
                             SoftmaxMean *mean) {
    double sum = 0, all = 0;
#pragma omp simd reduction(+ : sum, all)
    for (size_t l = 0; l < FORM_LANES; l++) {
        double below = score[l] - max, e = lanes_exp(below < LOWEST ? LOWEST : below);
        e = below < LOWEST ? 0 : e;
        sum += e * plain[l];
        all += e * weighted[l];
    }
    mean->sum += sum;
    mean->weighted += all;
}

CLONES static void polynomial_scores(const double *x, size_t n, const ProxyPlace *place, const double *coefficient,
                                     double score, double *to) {
    double scale = 1 / place->half, middle = place->middle;
#pragma omp simd
    for (size_t i = 0; i < n; i++) {
        double u = (x[i] - middle) * scale, square = u * u;
        double even = coefficient[PROXIES - 2], odd = coefficient[PROXIES - 1];
#pragma GCC unroll 8
        for (int k = PROXIES - 4; k >= 0; k -= 2) {
            even = even * square + coefficient[k];
            odd = odd * square + coefficient[k + 1];
        }
        to[i] = score + (odd * u + even);
    }
}

/* Scores of keys [first, end), all of which are in this cell. */
static void cell_scores(Tree *tree, const Form *form, const TreeCell *at, size_t first, size_t end, double *to) {
    double score[FORM_LANES], coefficient[PROXIES];
    if (at->flat) {
        form_scores(form, proxies_block(&tree->proxies, at->level, at->cell), score);
        for (size_t j = 0; j < PROXIES; j++)
            score[j] -= at->score;
        ProxyPlace place = proxies_place(&tree->proxies, at->level, at->cell);
        proxies_polynomial(&tree->proxies, score, coefficient);
        polynomial_scores(tree->proxies.moments->keys.x + first, end - first, &place, coefficient, at->score, to);
        return;
    }
    size_t start = span_of(tree->proxies.moments, 0, at->cell).first;
    for (size_t i = first; i < end;) {
        size_t block = (i - start) / FORM_LANES, from = (i - start) % FORM_LANES;
        form_scores(form, proxies_keys(&tree->proxies, at->cell, block), score);
        for (size_t l = from; l < FORM_LANES && i < end; l++, i++)
            to[i - first] = score[l];
    }
}

CLONES static void add_values(const double *score, const double *value, size_t n, double centre, double max,
                              SoftmaxMean *mean) {
    double sum = 0, all = 0;
#pragma omp simd reduction(+ : sum, all)
    for (size_t i = 0; i < n; i++) {
        double below = score[i] - max, e = lanes_exp(below < LOWEST ? LOWEST : below);
        e = below < LOWEST ? 0 : e;
        sum += e;
        all += e * (value[i] - centre);
    }
    mean->sum += sum;
    mean->weighted += all;
}

static void rise_to(double max, SoftmaxMean *mean) {
    double shrink = max > mean->max ? exp(mean->max - max) : 1;
    *mean = (SoftmaxMean){max > mean->max ? max : mean->max, mean->sum * shrink, mean->weighted * shrink};
}

void tree_add(SoftmaxMean *mean, const double *score, const double *factors) {
    rise_to(softmax_max(score, FORM_LANES), mean);
    if (mean->max > -INFINITY)
        add_block(score, factors, factors + FORM_LANES, mean->max, mean);
}

/* Those of a finest cell that is not proven, up to key `end`. */
static void add_keys(Tree *tree, const Form *form, const TreeCell *at, size_t end, SoftmaxMean *mean) {
    const Moments *moments = tree->proxies.moments;
    Span span = span_of(moments, at->level, at->cell);
    double score[CHUNK];
    end = span.end < end ? span.end : end;
    for (size_t i = span.first; i < end; i += CHUNK) {
        size_t count = end - i < CHUNK ? end - i : CHUNK;
        cell_scores(tree, form, at, i, i + count, score);
        rise_to(softmax_max(score, count), mean);
        if (mean->max > -INFINITY)
            add_values(score, moments->keys.y + i, count, moments->centre, mean->max, mean);
    }
}

SoftmaxMean tree_mean(Tree *tree, const Form *form, size_t seen) {
    size_t n = tree->proxies.moments->keys.n;
    SoftmaxMean mean = SOFTMAX_MEAN_EMPTY;
    double score[FORM_LANES];
    Descent descent = {form, 0, seen, -INFINITY, FAINT + log((double)n), true, false};
    descend(tree, &descent);
    for (size_t i = 0; i < tree->found_count; i++) {
        const TreeCell *at = &tree->found[i];
        if (!at->proven) {
            add_keys(tree, form, at, seen, &mean);
            continue;
        }
        const double *block = proxies_block(&tree->proxies, at->level, at->cell);
        form_scores(form, block, score);
        tree_add(&mean, score, block + form->length * FORM_LANES);
    }
    return mean;
}

/* The keys of a found cell that the descent was after. */
static Span found_span(const Tree *tree, const Descent *descent, const TreeCell *at) {
    Span span = span_of(tree->proxies.moments, at->level, at->cell);
    span.first = span.first > descent->first ? span.first : descent->first;
    span.end = span.end < descent->end ? span.end : descent->end;
    return span;
}

void tree_scores(Tree *tree, const Form *form, size_t seen, double drop, double *score) {
    size_t n = tree->proxies.moments->keys.n;
    Descent descent = {form, 0, seen, -INFINITY, drop, true, true};
    for (size_t i = 0; i < n; i++)
        score[i] = -INFINITY;
    descend(tree, &descent);
    for (size_t i = 0; i < tree->found_count; i++) {
        Span span = found_span(tree, &descent, &tree->found[i]);
        cell_scores(tree, form, &tree->found[i], span.first, span.end, score + span.first);
    }
}

/* A column from its proxies; false where that is not proven. */
static bool smooth_column(Tree *tree, const Descent *descent, size_t c, float *weight) {
    size_t n = tree->proxies.moments->keys.n, columns = tree->proxies.columns->count;
    bool seen = columns_start(n, columns, c) < descent->end, whole = columns_start(n, columns, c + 1) <= descent->end;
    *weight = 0;
    if (!seen || !whole)
        return !seen;
    ProxyPlace place = proxies_place(&tree->proxies, PROXY_COLUMNS, c);
    const double *jet = proxies_jet(&tree->proxies, PROXY_COLUMNS, c);
    FormBound bound = form_bound(descent->form, jet, PROXY_DISC * place.half, place.half);
    TreeCell at = {.most = bound.score + bound.line};
    double rounding = bound.line * DBL_EPSILON * fabs(place.middle) / place.half; /* of where a proxy is */
    if (!shows(descent, &at))
        return true;
    if (!(bound.disc + bound.line <= SMOOTH && rounding <= ROUNDING))
        return false;
    double score[FORM_LANES];
    SoftmaxMean mean = {.max = descent->best};
    const double *block = proxies_block(&tree->proxies, PROXY_COLUMNS, c);
    form_scores(descent->form, block, score);
    add_block(score, block + descent->form->length * FORM_LANES, block + (descent->form->length + 1) * FORM_LANES,
              descent->best, &mean);
    *weight = mean.sum > 0 ? (float)mean.sum : 0;
    return true;
}

/* Weights of keys at + 0, 1, ... into their columns. */
static void add_to_columns(const Tree *tree, const double *score, size_t at, size_t count, double shift,
                           float *weight) {
    size_t n = tree->proxies.moments->keys.n, columns = tree->proxies.columns->count;
    for (size_t k = 0; k < count;) {
        size_t c = (at + k) * columns / n, next = columns_start(n, columns, c + 1) - at;
        double sum = 0;
        for (; k < count && k < next; k++)
            sum += score[k] - shift > LOWEST ? exp(score[k] - shift) : 0;
        weight[c] += (float)sum;
    }
}

/* Keys of a run of columns, one by one. */
static void rough_columns(Tree *tree, Descent *descent, float *weight) {
    double score[CHUNK];
    descend(tree, descent);
    for (size_t i = 0; i < tree->found_count; i++) {
        Span span = found_span(tree, descent, &tree->found[i]);
        for (size_t at = span.first; at < span.end; at += CHUNK) {
            size_t count = span.end - at < CHUNK ? span.end - at : CHUNK;
            cell_scores(tree, descent->form, &tree->found[i], at, at + count, score);
            add_to_columns(tree, score, at, count, descent->best, weight);
        }
    }
}

void tree_columns(Tree *tree, const Form *form, size_t seen, double shift, float *weight) {
    size_t n = tree->proxies.moments->keys.n, columns = tree->proxies.columns->count;
    Descent descent = {form, 0, seen, shift, FAINT + log((double)n), false, true};
    for (size_t c = 0, end; c < columns; c = end) {
        for (end = c; end < columns && !smooth_column(tree, &descent, end, weight + end); end++)
            ;
        if (end > c) {
            size_t to = columns_start(n, columns, end);
            descent.first = columns_start(n, columns, c);
            descent.end = to < seen ? to : seen;
            rough_columns(tree, &descent, weight);
            descent.end = seen;
        }
        end++; /* a smooth one */
    }
}

/* On the way down, the largest score that some key surely has rises, and what lies so far below that all keys together
 * would not show is dropped. */
#include "core/tree.h"

#include "core/lanes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 256, FEW = 128 }; /* keys at a time; keys that are not worth halving a cell below the finest level */

static const double SMOOTH = 7;                       /* disc + line: PROXY_ERROR e^7 is 3.3e-13 of a weight */
static const double FLAT_DISC = 1000, FLAT_LINE = 20; /* the same for scores: 3e-13, and 1e-9 by rounding */
static const double FAINT = 30;                       /* e^-30 of all weights together is dropped ... */
static const double LOWEST = -690;                    /* for lanes_exp */
static const double ROUNDING = 1e-7;                  /* of a heatmap's cell */
static const double EVEN = 1e-6;                      /* between the scores of a cell, to a heatmap */

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

/* What a descent is after: sums of weights, scores of single keys, or sums of weights by column. */
typedef enum { SUMS, SCORES, COLUMNS } Purpose;

typedef struct Descent {
    const Form *form;
    Purpose purpose;
    size_t first, end; /* keys */
    double best, drop; /* a score below best - drop does not show */
    bool rises;        /* best grows with what is seen */
} Descent;

static size_t column_of(const Tree *tree, size_t key) {
    return key * tree->proxies.columns->count / tree->proxies.moments->keys.n;
}

static bool suits(const Tree *tree, const Descent *descent, const ProxyCell *cell) {
    return descent->purpose == SCORES ||
           (cell->first >= descent->first && cell->end <= descent->end &&
            (descent->purpose == SUMS || column_of(tree, cell->first) == column_of(tree, cell->end - 1)));
}

/* Looks at a cell: its bounds, whether it is proven, and what it says of the largest score. */
static void look(Tree *tree, Descent *descent, TreeCell *at) {
    const ProxyCell *cell = &at->cell;
    ProxyPlace place = proxies_place(&tree->proxies, cell);
    const double *jet = proxies_jet(&tree->proxies, cell);
    FormBound bound = form_bound(descent->form, jet, PROXY_DISC * place.half, place.half);
    bool smooth = bound.disc + bound.line <= SMOOTH;
    at->score = bound.score;
    at->most = bound.score + bound.line;
    at->flat = bound.disc <= FLAT_DISC && bound.line <= FLAT_LINE && proxies_exact(&tree->proxies, cell->level);
    at->proven = at->flat && (descent->purpose == SCORES || smooth) && suits(tree, descent, cell);
    at->even = descent->purpose == COLUMNS && bound.line <= EVEN;
    if (descent->rises && cell->first >= descent->first && cell->end <= descent->end &&
        bound.score - bound.line > descent->best)
        descent->best = bound.score - bound.line;
}

static bool shows(const Descent *descent, const TreeCell *at) { return !(at->most < descent->best - descent->drop); }

static size_t add_halves(Tree *tree, const Descent *descent, const TreeCell *at, TreeCell *to) {
    ProxyCell half[2];
    size_t count = 0, halves = proxies_halves(&tree->proxies, &at->cell, half);
    for (size_t i = 0; i < halves; i++)
        if (half[i].first < descent->end && half[i].end > descent->first)
            to[count++] = (TreeCell){.cell = half[i]};
    return count;
}

static bool can_be_halved(const Tree *tree, const ProxyCell *cell) {
    return cell->level > 0 || (cell->end - cell->first > FEW && proxies_exact(&tree->proxies, cell->level - 1));
}

/* Into tree->found, from left to right on each level. */
static void descend(Tree *tree, Descent *descent) {
    TreeCell *active = tree->active, *next = active + tree->room, *found = next + tree->room;
    size_t count = descent->first < descent->end, found_count = 0;
    active[0] = (TreeCell){.cell = proxies_root(&tree->proxies)};
    while (count > 0) {
        size_t next_count = 0;
        for (size_t i = 0; i < count; i++)
            look(tree, descent, &active[i]);
        for (size_t i = 0; i < count; i++) {
            if (!shows(descent, &active[i]))
                continue;
            bool room = found_count + next_count + (count - i) < tree->room;
            if (active[i].proven || active[i].even || !room || !can_be_halved(tree, &active[i].cell))
                found[found_count++] = active[i];
            else
                next_count += add_halves(tree, descent, &active[i], next + next_count);
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

typedef struct Span {
    size_t first, end;
} Span;

/* The keys of a found cell that the descent was after. */
static Span found_span(const Descent *descent, const TreeCell *at) {
    const ProxyCell *cell = &at->cell;
    return (Span){cell->first > descent->first ? cell->first : descent->first,
                  cell->end < descent->end ? cell->end : descent->end};
}

/* e^(score - max), or 0 where it is next to nothing. */
INLINED double weight_below(double score, double max) {
    double below = score - max, e = lanes_exp(below < LOWEST ? LOWEST : below);
    return below < LOWEST ? 0 : e;
}

/* Weights times the factors. */
CLONES static void add_block(const double *score, const double *plain, const double *weighted, double max,
                             SoftmaxMean *mean) {
    double sum = 0, all = 0;
#pragma omp simd reduction(+ : sum, all)
    for (size_t l = 0; l < FORM_LANES; l++) {
        double e = weight_below(score[l], max);
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
        form_scores(form, proxies_block(&tree->proxies, &at->cell), score);
        for (size_t j = 0; j < PROXIES; j++)
            score[j] -= at->score;
        ProxyPlace place = proxies_place(&tree->proxies, &at->cell);
        proxies_polynomial(&tree->proxies, score, coefficient);
        polynomial_scores(tree->proxies.moments->keys.x + first, end - first, &place, coefficient, at->score, to);
        return;
    }
    for (size_t i = first; i < end;) {
        size_t c = moments_key_cell(tree->proxies.moments, i), start = tree->proxies.moments->start[c];
        size_t block = (i - start) / FORM_LANES, last = tree->proxies.moments->start[c + 1];
        form_scores(form, proxies_keys(&tree->proxies, c, block), score);
        for (size_t l = (i - start) % FORM_LANES; l < FORM_LANES && i < end && i < last; l++, i++)
            to[i - first] = score[l];
    }
}

CLONES static void add_values(const double *score, const double *value, size_t n, double centre, double max,
                              SoftmaxMean *mean) {
    double sum = 0, all = 0;
#pragma omp simd reduction(+ : sum, all)
    for (size_t i = 0; i < n; i++) {
        double e = weight_below(score[i], max);
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

/* Those of a cell that is not proven. */
static void add_keys(Tree *tree, const Descent *descent, const TreeCell *at, SoftmaxMean *mean) {
    const Moments *moments = tree->proxies.moments;
    Span span = found_span(descent, at);
    double score[CHUNK];
    for (size_t i = span.first; i < span.end; i += CHUNK) {
        size_t count = span.end - i < CHUNK ? span.end - i : CHUNK;
        cell_scores(tree, descent->form, at, i, i + count, score);
        rise_to(softmax_max(score, count), mean);
        if (mean->max > -INFINITY)
            add_values(score, moments->keys.y + i, count, moments->centre, mean->max, mean);
    }
}

SoftmaxMean tree_mean(Tree *tree, const Form *form, size_t seen) {
    SoftmaxMean mean = SOFTMAX_MEAN_EMPTY;
    double score[FORM_LANES], drop = FAINT + log((double)tree->proxies.moments->keys.n);
    Descent descent = {form, SUMS, 0, seen, -INFINITY, drop, true};
    descend(tree, &descent);
    for (size_t i = 0; i < tree->found_count; i++) {
        const TreeCell *at = &tree->found[i];
        if (!at->proven) {
            add_keys(tree, &descent, at, &mean);
            continue;
        }
        const double *block = proxies_block(&tree->proxies, &at->cell);
        form_scores(form, block, score);
        tree_add(&mean, score, block + form->length * FORM_LANES);
    }
    return mean;
}

void tree_scores(Tree *tree, const Form *form, size_t seen, double drop, double *score) {
    size_t n = tree->proxies.moments->keys.n;
    Descent descent = {form, SCORES, 0, seen, -INFINITY, drop, true};
    for (size_t i = 0; i < n; i++)
        score[i] = -INFINITY;
    descend(tree, &descent);
    for (size_t i = 0; i < tree->found_count; i++) {
        Span span = found_span(&descent, &tree->found[i]);
        cell_scores(tree, form, &tree->found[i], span.first, span.end, score + span.first);
    }
}

/* The sum of a cell's weights, relative to exp(shift), from its proxies. */
static double weight_of(Tree *tree, const Form *form, const ProxyCell *cell, double shift) {
    double score[FORM_LANES];
    SoftmaxMean mean = {.max = shift};
    const double *block = proxies_block(&tree->proxies, cell), *factors = block + form->length * FORM_LANES;
    form_scores(form, block, score);
    add_block(score, factors, factors + FORM_LANES, shift, &mean);
    return mean.sum > 0 ? mean.sum : 0;
}

/* A column from its proxies; false where that is not proven. */
static bool smooth_column(Tree *tree, const Descent *descent, size_t c, float *weight) {
    ProxyCell column = proxies_column(&tree->proxies, c);
    *weight = 0;
    if (column.first >= descent->end || column.end > descent->end)
        return column.first >= descent->end;
    ProxyPlace place = proxies_place(&tree->proxies, &column);
    const double *jet = proxies_jet(&tree->proxies, &column);
    FormBound bound = form_bound(descent->form, jet, PROXY_DISC * place.half, place.half);
    TreeCell at = {.most = bound.score + bound.line};
    double rounding = bound.line * DBL_EPSILON * fabs(place.middle) / place.half; /* of where a proxy is */
    if (!shows(descent, &at))
        return true;
    if (!(bound.disc + bound.line <= SMOOTH && rounding <= ROUNDING))
        return false;
    *weight = (float)weight_of(tree, descent->form, &column, descent->best);
    return true;
}

CLONES static double sum_of_weights(const double *score, size_t n, double shift) {
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        double below = score[i] - shift, e = lanes_exp(below < LOWEST ? LOWEST : below);
        sum += below < LOWEST ? 0 : e;
    }
    return sum;
}

/* Weights of keys at + 0, 1, ... into their columns. */
static void add_to_columns(const Tree *tree, const double *score, size_t at, size_t count, double shift,
                           float *weight) {
    for (size_t k = 0, next; k < count; k = next) {
        ProxyCell column = proxies_column(&tree->proxies, column_of(tree, at + k));
        next = column.end - at < count ? column.end - at : count;
        weight[column.cell] += (float)sum_of_weights(score + k, next - k, shift);
    }
}

/* As many keys of the same weight. */
static void add_even(const Tree *tree, const Span *span, double weight_of_one, float *weight) {
    for (size_t at = span->first, next; at < span->end; at = next) {
        ProxyCell column = proxies_column(&tree->proxies, column_of(tree, at));
        next = column.end < span->end ? column.end : span->end;
        weight[column.cell] += (float)((double)(next - at) * weight_of_one);
    }
}

static void add_one_by_one(Tree *tree, const Descent *descent, const TreeCell *found, const Span *span, float *weight) {
    double score[CHUNK];
    for (size_t at = span->first; at < span->end; at += CHUNK) {
        size_t count = span->end - at < CHUNK ? span->end - at : CHUNK;
        cell_scores(tree, descent->form, found, at, at + count, score);
        add_to_columns(tree, score, at, count, descent->best, weight);
    }
}

/* The keys of a run of columns, in smaller cells or one by one. */
static void rough_columns(Tree *tree, Descent *descent, float *weight) {
    descend(tree, descent);
    for (size_t i = 0; i < tree->found_count; i++) {
        const TreeCell *found = &tree->found[i];
        Span span = found_span(descent, found);
        if (found->proven)
            weight[column_of(tree, span.first)] += (float)weight_of(tree, descent->form, &found->cell, descent->best);
        else if (found->even)
            add_even(tree, &span, exp(found->score - descent->best), weight);
        else
            add_one_by_one(tree, descent, found, &span, weight);
    }
}

void tree_columns(Tree *tree, const Form *form, size_t seen, double shift, float *weight) {
    size_t n = tree->proxies.moments->keys.n, columns = tree->proxies.columns->count;
    Descent descent = {form, COLUMNS, 0, seen, shift, FAINT + log((double)n), false};
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

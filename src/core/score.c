/* One vector of parameters, cut into the blocks that a scorer's row names, and the calls through that row.
 * The sizes of the blocks follow from the features, the keys and the hidden units alone, so a layout can be
 * asked for at any time and need not be stored. */
#include "core/score.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

int score_find(const char *id) {
    for (int i = 0; i < SCORER_COUNT; i++)
        if (strcmp(SCORERS[i].id, id) == 0)
            return i;
    return -1;
}

static void fill_sides(const ScoreModel *model, size_t n, size_t side[SCORE_SIDES]) {
    assert(model->scorer != SCORER_ADDITIVE || (model->hidden >= 1 && model->hidden <= SCORE_HIDDEN_MAX));
    side[SCORE_ONE] = 1;
    side[SCORE_HIDDEN] = model->hidden;
    side[SCORE_KEYS] = n;
    side[SCORE_D_Q] = feature_length(&model->query);
    side[SCORE_D_K] = feature_length(&model->key);
}

ScoreLayout score_layout(const ScoreModel *model, size_t n) {
    const Scorer *scorer = &SCORERS[model->scorer];
    size_t side[SCORE_SIDES];
    ScoreLayout layout = {.count = scorer->parameters + 1};
    fill_sides(model, n, side);
    for (size_t b = 0; b < layout.count; b++) {
        ScoreParameter p = {"temperature", "T", SCORE_ONE, SCORE_ONE};
        if (b < scorer->parameters)
            p = scorer->parameter[b];
        layout.block[b] = (ScoreBlock){p.id, p.label, side[p.rows], side[p.columns], layout.length};
        layout.length += side[p.rows] * side[p.columns];
    }
    return layout;
}

bool score_fits(int scorer, const FeatureMap *query, const FeatureMap *key, char *message, size_t room) {
    size_t d_q = feature_length(query), d_k = feature_length(key);
    if (!SCORERS[scorer].same_length || d_q == d_k)
        return true;
    snprintf(message, room, "%s compares vectors of equal length, but q has length %zu (%s) and k has length %zu (%s).",
             SCORERS[scorer].label, d_q, FEATURES[query->kind].label, d_k, FEATURES[key->kind].label);
    return false;
}

const char *score_degenerate(int scorer, const FeatureMap *query, const FeatureMap *key) {
    return SCORERS[scorer].degenerate(query, key);
}

static void point_at_blocks(const ScoreLayout *layout, double *vector, double *start[SCORE_BLOCKS]) {
    for (size_t b = 0; b < layout->count; b++)
        start[b] = vector + layout->block[b].offset;
}

void score_defaults(const ScoreModel *model, const double *x, size_t n, double w, double *parameters) {
    ScoreLayout layout = score_layout(model, n);
    double *start[SCORE_BLOCKS];
    point_at_blocks(&layout, parameters, start);
    if (SCORERS[model->scorer].defaults)
        SCORERS[model->scorer].defaults(model, x, n, w, start);
    parameters[layout.length - 1] = 1;
}

static ScoreContext context_of(const ScoreModel *model, size_t n, double x, double *q) {
    ScoreLayout layout = score_layout(model, n);
    ScoreContext context = {.count = n, .q = q, .keys = model->key_features};
    fill_sides(model, n, context.side);
    assert(!SCORERS[model->scorer].same_length || context.side[SCORE_D_Q] == context.side[SCORE_D_K]);
    for (size_t b = 0; b < layout.count; b++)
        context.parameter[b] = model->parameters + layout.block[b].offset;
    feature_rows(&model->query, &x, 1, q);
    return context;
}

void score_row(const ScoreModel *model, size_t n, size_t first, size_t count, double x, double *score) {
    double q[FEATURE_MAX];
    ScoreContext context = context_of(model, n, x, q);
    context.first = first;
    context.count = count;
    SCORERS[model->scorer].score(&context, score);
}

void score_gradient(const ScoreModel *model, size_t n, double x, const double *upstream, double *gradient) {
    double q[FEATURE_MAX], *start[SCORE_BLOCKS];
    ScoreContext context = context_of(model, n, x, q);
    ScoreLayout layout = score_layout(model, n);
    point_at_blocks(&layout, gradient, start);
    if (SCORERS[model->scorer].gradient)
        SCORERS[model->scorer].gradient(&context, upstream, start);
}

/* Scoring functions as forms of two vectors, one that knows the query alone and one that knows the key alone:
 *   dot       a . b            general, dot, scaled_dot, and cosine with b = k / norm(k)
 *   distance  f norm(a - b)^2
 *   tanh      o . tanh(a + b)  additive, with b = W_k k
 * T is in them already. Keys are taken FORM_LANES at a time, component by component, so that scores are computed side
 * by side. A key's vector is a function of the number x; its derivatives bound how far a score gets from its value at
 * one place. The location score is no such form: it does not look at the key. */
#ifndef CORE_FORM_H
#define CORE_FORM_H

#include "core/score.h"

#include <stdbool.h>
#include <stddef.h>

enum { FORM_LANES = 16 };

typedef enum { FORM_DOT, FORM_DISTANCE, FORM_TANH } FormKind;

/* A query's side. */
typedef struct Form {
    FormKind kind;
    size_t length; /* of a and b, at most FEATURE_MAX */
    double factor; /* distance */
    double a[FEATURE_MAX], o[SCORE_HIDDEN_MAX];
} Form;

/* Scores, less than +-`disc` from `score` in a complex disc about a place, and +-`line` on the real line within it. */
typedef struct FormBound {
    double score, disc, line;
} FormBound;

bool form_serves(int scorer);

/* Length of the vectors. */
size_t form_length(const ScoreModel *model);

/* The form for the query x. False when it overflows. */
bool form_query(const ScoreModel *model, double temperature, double x, Form *form);

/* b of FORM_LANES keys: component c of key l is at b[c * FORM_LANES + l]. */
void form_keys(const ScoreModel *model, const double x[FORM_LANES], double *b);

/* b at x, its slope, and a bound of its second derivative within the complex disc of `radius`: three vectors, one after
 * the other. INFINITY where there is none. */
void form_jet(const ScoreModel *model, double x, double radius, double *jet);

/* Scores of FORM_LANES keys. */
void form_scores(const Form *form, const double *b, double *score);

/* Bounds in the disc of the jet's radius, and on the line up to `reach` <= radius from its place. */
FormBound form_bound(const Form *form, const double *jet, double radius, double reach);

#endif

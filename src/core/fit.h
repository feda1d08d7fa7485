/* Training: the loss sum_i (f_{-i}(x_i) - y_i)^2 (no 1/2), or its mean, over the points themselves; its exact
 * gradient in w, in a scorer's parameters and in T; gradient descent and Adam. Muted keys are out of the data
 * altogether: neither attended to nor predicted. A point to which no key is visible contributes nothing and
 * is counted. */
#ifndef CORE_FIT_H
#define CORE_FIT_H

#include "core/pool.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum { FIT_DESCENT, FIT_ADAM } FitMethod;

typedef struct FitOptions {
    FitMethod method;
    double rate;            /* learning rate, > 0 */
    bool mean;              /* divide the sum by the number of points that contribute */
    bool self_included;     /* let a point attend to itself; the default leaves it out */
    bool train_temperature; /* T stays as it is by default */
    unsigned frozen;        /* bit b set: block b of the layout stays as it is */
    struct Engine *engine;  /* an engine with these very keys, for many of them; NULL: by the definition */
} FitOptions;

typedef struct FitPreset {
    const char *id, *label; /* label: English; the user interface translates it */
    FitOptions options;
    size_t steps;
} FitPreset;

/* book: what the textbook does, and it overshoots; gentle: lands on the minimum; adam: for matrices. */
enum { FIT_BOOK, FIT_GENTLE, FIT_MATRICES, FIT_PRESET_COUNT };
extern const FitPreset FIT_PRESETS[FIT_PRESET_COUNT];

typedef enum {
    FIT_RUNNING,
    FIT_STILL,    /* the last step changed nothing: a stationary point, such as w = 0 */
    FIT_DIVERGED, /* the next step would overflow, or leave no point with a key in reach; the parameters are
                     the last good ones */
    FIT_NOTHING   /* nothing to train: no parameters, or no point with a visible key */
} FitState;

/* One sentence in English for a state. */
const char *fit_state_text(FitState state);

typedef struct FitLoss {
    double loss;     /* 0 when nothing contributes; not finite when scores or predictions overflow */
    size_t points;   /* that contribute */
    size_t left_out; /* that do not: no other key in reach */
} FitLoss;

/* The flat vector of everything that trains: MODEL_PARAMETRIC has the blocks w and T, MODEL_SCORER those of
 * score_layout (T last), the others none. */
ScoreLayout fit_layout(const Pool *pool, size_t n);

/* Reads the vector out of a pool's w, T or scorer, or makes `pool` use the vector: it then points to
 * `parameters` through `model`, which must live as long. h follows w. */
void fit_read(const Pool *pool, size_t n, double *parameters);
void fit_apply(Pool *pool, ScoreModel *model, size_t n, const double *parameters);

/* Doubles of scratch for the functions below, of n keys and `length` parameters. */
size_t fit_room(size_t n, size_t length);

/* Loss at `parameters`; with `gradient` not NULL also dL/dp into gradient[0..length), frozen or not; only T's is NAN
 * where an engine serves a kernel with an edge and T does not train. `room`: fit_room(n, length) doubles. */
FitLoss fit_loss(const Pool *pool, const Keys *keys, const FitOptions *options, const double *parameters,
                 double *gradient, double *room);

/* Loss as parameter `index` runs over value[0..m), the others staying: a curve for the screen. NAN where no
 * point contributes. */
void fit_loss_curve(const Pool *pool, const Keys *keys, const FitOptions *options, const double *parameters,
                    size_t index, const double *value, size_t m, double *loss, double *room);

/* A run of training. Reset: call fit_begin again, with the parameters that it began with. */
typedef struct Fit {
    FitOptions options; /* may change between steps */
    FitState state;
    size_t step;     /* steps done */
    FitLoss loss;    /* at the current parameters */
    size_t length;   /* of the parameter vector */
    double *moments; /* 2 x length, for Adam */
} Fit;

/* `moments`: the caller's 2 x length doubles, kept until the run ends; may be NULL for plain descent. */
void fit_begin(Fit *fit, const FitOptions *options, const Pool *pool, const Keys *keys, const double *parameters,
               double *moments, double *room);

/* One step on all points. Points and options may have changed since the last one. Returns whether it was
 * taken; if not, fit->state says why and the parameters are untouched. T moves on a log scale, so it stays
 * positive: its step is rate * T dL/dT in log T. */
bool fit_step(Fit *fit, const Pool *pool, const Keys *keys, double *parameters, double *room);

#endif

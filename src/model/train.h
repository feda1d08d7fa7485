/* Training of the scene's learnable parameters, a step at a time on fixed ticks, so that its speed does not depend on
 * the frame rate. The trainer writes the same fields that the sliders write. */
#ifndef MODEL_TRAIN_H
#define MODEL_TRAIN_H

#include "core/diagnose.h"
#include "core/fit.h"
#include "model/results.h"
#include "model/scene.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TRAIN_TICKS = 20 /* steps a second */,
    TRAIN_HISTORY = 4096 /* losses kept */,
    TRAIN_CURVE = 61,
    TRAIN_CURVE_POINTS = 100000, /* points up to which the loss is shown against w ... */
    TRAIN_CURVE_WORK = 61 * 400, /* ... of which a frame computes as many widths as this has points, and one at least */
    TRAIN_BY_DEFINITION = 2000,  /* points up to which the loss is summed pair by pair, whatever the model */
    TRAIN_PAIRS_MOST = 5000,     /* points up to which pairs are gone through where there is no other way */
    TRAIN_SLOW = 50000,          /* points from which on a frame takes one step at most */
    TRAIN_SEARCH_BY_DEFINITION = 400, /* points up to which the search for the best bandwidth is the definition's */
    TRAIN_SEARCH_WORK = 200000        /* points times bandwidths that it tries in a frame, and one bandwidth at least */
};

typedef struct Train {
    Fit fit;
    bool begun; /* there is a start to go back to */
    bool running;
    int left;       /* steps until it pauses by itself */
    double waiting; /* seconds not yet turned into steps */
    Params start;   /* parameters and vector that reset goes back to */
    Vector start_score;
    Vector written; /* what the last step left: anything else is a new start */
    Results bench;  /* the scene as sorted keys */
    Vector parameters, moments, room;
    double loss[TRAIN_HISTORY]; /* before each step, the oldest dropped */
    size_t loss_count;
    double curve_w[TRAIN_CURVE], curve_loss[TRAIN_CURVE]; /* loss against w */
    int curve_count;                                      /* of these are computed */
    bool curve_known;
    uint64_t curve_key; /* of what it was computed from */
    DiagnoseSearch search;
    bool searching;
    unsigned long search_version; /* of the keys */
} Train;

void train_free(Train *train);

/* What training would minimise, as the scene says. */
FitOptions train_options(const Scene *scene);
/* Number of learned parameters of the scene's model: 0, 1, h (d_q + d_k) + h, n d ... without T unless it trains. */
size_t train_count(const Scene *scene);

/* One sentence why a hand should not start it, for it would not see the end of it; NULL: it may. Scorers train pair by
 * pair, everything else in a time near-linear in n. */
const char *train_refusal(const Scene *scene);

/* Whether what training has done so far is about the model on show. */
bool train_concerns(const Train *train, const Scene *scene);

/* Starts or goes on for params.steps steps; pauses. False when memory ran out. */
bool train_start(Train *train, const Scene *scene);
void train_pause(Train *train);
/* One step, whether running or not. Returns whether it was taken; train->fit.state says why not. */
bool train_step(Train *train, Scene *scene);
/* Back to the parameters and the loss that training began with. */
void train_reset(Train *train, Scene *scene);
/* Forgets the start: the model or the data were changed by someone else. */
void train_forget(Train *train);
/* Steps due after `seconds` more; at most a handful at once, and of many points only one. True if any was taken or
 * training stopped. */
bool train_tick(Train *train, Scene *scene, double seconds);

/* Brings the curve of the loss against w up to date, for the parametric model and up to TRAIN_CURVE_POINTS points;
 * computes only when something it depends on has changed. Of many points it takes several calls, and none that may
 * wait, because a hand is at work, computes any of it. Returns whether there is more to do: until then curve_known is
 * false. */
bool train_refresh_curve(Train *train, const Scene *scene, bool may_wait);

/* The search for the h that is best by leave-one-out. False if the model has no width, or memory ran out. */
bool train_search_begin(Train *train, const Scene *scene);

typedef enum {
    TRAIN_SEARCH_GOES_ON,
    TRAIN_SEARCH_FOUND,   /* h is set */
    TRAIN_SEARCH_NOTHING, /* no bandwidth is best */
    TRAIN_SEARCH_DROPPED  /* points, kernel or model have changed since */
} TrainSearch;

/* As much of it as a frame has time for. */
TrainSearch train_search_on(Train *train, Scene *scene);

/* The whole search. False if there is no best one or the model has no width. */
bool train_best_width(Train *train, Scene *scene);

#endif

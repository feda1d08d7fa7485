/* What can be read off the lab, as rows of one table, so that a lesson can say in a file what its text claims and when
 * its task is done. */
#ifndef MODEL_OBSERVE_H
#define MODEL_OBSERVE_H

#include "model/results.h"
#include "model/scene.h"
#include "model/train.h"

/* One moment of the lab. The results must be those of the scene. */
typedef struct Moment {
    const Scene *scene;
    const Results *results;
    const Train *train;
} Moment;

typedef struct Observable {
    const char *id;
    const char *help;                      /* one line; for an index, length or share also its range */
    double (*value)(const Moment *moment); /* NAN where it is not defined */
} Observable;

extern const Observable OBSERVABLES[];
extern const int OBSERVABLE_COUNT;

/* Row of the observable named `id`, or -1. */
int observe_find(const char *id);

#endif

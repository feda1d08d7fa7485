/* A step is the parameters before and after and one splice of the points: their common beginning and end
 * are left out, so a moved, added or deleted point costs a few bytes at any n. */
#include "model/history.h"

#include <stdlib.h>
#include <string.h>

typedef struct State { /* a step's side: everything of a scene but the points */
    Params params;
    View view;
    char names[3][SCENE_NAME];
} State;

typedef struct Step {
    State before, after;
    size_t first;          /* where the splice starts */
    size_t removed, added; /* points: x and y of each behind each other in `points` */
    double *points;        /* removed x, removed y, added x, added y */
    unsigned merge;
    bool replaced;         /* the data changed as a whole: the view follows */
} Step;

struct History {
    Scene last; /* as of the last commit */
    Step *steps;
    size_t count, room, done; /* steps[0..done) are in effect */
};

static State state_of(const Scene *scene) {
    State state;
    memset(&state, 0, sizeof state);
    memcpy(&state.params, &scene->params, sizeof state.params);
    state.view = scene->view;
    memcpy(state.names[0], scene->x_name, SCENE_NAME);
    memcpy(state.names[1], scene->y_name, SCENE_NAME);
    memcpy(state.names[2], scene->source, SCENE_NAME);
    return state;
}

static void state_apply(Scene *scene, const State *state, bool with_view) {
    memcpy(&scene->params, &state->params, sizeof scene->params);
    if (with_view) scene->view = state->view;
    memcpy(scene->x_name, state->names[0], SCENE_NAME);
    memcpy(scene->y_name, state->names[1], SCENE_NAME);
    memcpy(scene->source, state->names[2], SCENE_NAME);
}

/* What `last` remembers of a scene's points and state. */
static bool remember(Scene *last, const Scene *scene) {
    if (!points_assign(&last->points, scene->points.x, scene->points.y, scene->points.n)) return false;
    State state = state_of(scene);
    state_apply(last, &state, true);
    return true;
}

History *history_create(const Scene *scene) {
    History *history = calloc(1, sizeof *history);
    if (history && remember(&history->last, scene)) return history;
    history_destroy(history);
    return NULL;
}

static void drop_from(History *history, size_t from) {
    for (size_t i = from; i < history->count; i++) free(history->steps[i].points);
    history->count = from;
}

void history_destroy(History *history) {
    if (!history) return;
    drop_from(history, 0);
    free(history->steps);
    scene_free(&history->last);
    free(history);
}

static bool same_point(const Points *a, size_t i, const Points *b, size_t j) {
    return memcmp(&a->x[i], &b->x[j], sizeof(double)) == 0 && memcmp(&a->y[i], &b->y[j], sizeof(double)) == 0;
}

static bool make_splice(Step *step, const Points *old, const Points *now) {
    size_t least = old->n < now->n ? old->n : now->n, head = 0, tail = 0;
    while (head < least && same_point(old, head, now, head)) head++;
    while (tail < least - head && same_point(old, old->n - 1 - tail, now, now->n - 1 - tail)) tail++;
    step->first = head;
    step->removed = old->n - head - tail;
    step->added = now->n - head - tail;
    if (step->removed + step->added == 0) return true;
    double *p = step->points = malloc(2 * (step->removed + step->added) * sizeof *p);
    if (!p) return false;
    if (step->removed) {
        memcpy(p, old->x + head, step->removed * sizeof *p);
        memcpy(p + step->removed, old->y + head, step->removed * sizeof *p);
    }
    p += 2 * step->removed;
    if (step->added) {
        memcpy(p, now->x + head, step->added * sizeof *p);
        memcpy(p + step->added, now->y + head, step->added * sizeof *p);
    }
    return true;
}

/* Replaces `out` points from `first` by `in` points; x then y of the new ones in `source`. */
static bool splice(Points *points, size_t first, size_t out, size_t in, const double *source) {
    size_t tail = points->n - first - out;
    if (!points_reserve(points, points->n - out + in)) return false;
    double *const arrays[2] = {points->x, points->y};
    for (int axis = 0; axis < 2; axis++) {
        memmove(arrays[axis] + first + in, arrays[axis] + first + out, tail * sizeof(double));
        if (in) memcpy(arrays[axis] + first, source + (size_t)axis * in, in * sizeof(double));
    }
    points->n = points->n - out + in;
    return true;
}

static bool push(History *history, Step step) {
    if (history->count == history->room) {
        size_t room = history->room ? 2 * history->room : 64;
        Step *steps = realloc(history->steps, room * sizeof *steps);
        if (!steps) return false;
        history->steps = steps;
        history->room = room;
    }
    history->steps[history->count++] = step;
    history->done = history->count;
    return true;
}

static bool differs(const State *a, const State *b) {
    return memcmp(&a->params, &b->params, sizeof a->params) != 0 || memcmp(a->names, b->names, sizeof a->names) != 0;
}

static bool is_replacement(const Step *step) {
    return step->removed > 1 || step->added > 1 || step->before.params.data != step->after.params.data;
}

bool history_commit(History *history, const Scene *scene, unsigned merge) {
    Step step;
    memset(&step, 0, sizeof step);
    step.before = state_of(&history->last);
    step.after = state_of(scene);
    step.merge = merge;
    if (!make_splice(&step, &history->last.points, &scene->points)) return false;
    if (!step.points && !differs(&step.before, &step.after)) {
        history->last.view = scene->view;
        return false;
    }
    drop_from(history, history->done);
    step.replaced = is_replacement(&step);
    Step *previous = history->count ? &history->steps[history->count - 1] : NULL;
    if (merge && previous && previous->merge == merge && !step.points && !previous->points) {
        previous->after = step.after;
        return remember(&history->last, scene);
    }
    if (!remember(&history->last, scene) || !push(history, step)) {
        free(step.points);
        return false;
    }
    return true;
}

bool history_revert(const History *history, Scene *scene) {
    const Points *points = &history->last.points;
    if (!points_assign(&scene->points, points->x, points->y, points->n)) return false;
    State state = state_of(&history->last);
    state_apply(scene, &state, false);
    return true;
}

bool history_can_undo(const History *history) { return history->done > 0; }
bool history_can_redo(const History *history) { return history->done < history->count; }

bool history_undo(History *history, Scene *scene) {
    if (!history_can_undo(history)) return false;
    const Step *step = &history->steps[history->done - 1];
    if (!splice(&scene->points, step->first, step->added, step->removed, step->points)) return false;
    state_apply(scene, &step->before, step->replaced);
    history->done--;
    return remember(&history->last, scene);
}

bool history_redo(History *history, Scene *scene) {
    if (!history_can_redo(history)) return false;
    const Step *step = &history->steps[history->done];
    const double *added = step->points ? step->points + 2 * step->removed : NULL;
    if (!splice(&scene->points, step->first, step->removed, step->added, added)) return false;
    state_apply(scene, &step->after, step->replaced);
    history->done++;
    return remember(&history->last, scene);
}

/* A step is the parameters before and after and one splice of the points: their common beginning and end
 * are left out, so a moved, added or deleted point costs a few bytes at any n. */
#include "model/history.h"

#include "model/vector.h"

#include <stdlib.h>
#include <string.h>

typedef struct State { /* a step's side: everything of a scene but the points */
    Params params;
    View view;
    double x0, x1;
    char names[3 + VALUES_MAX][SCENE_NAME]; /* of x, y, the source, and the value columns */
    char function[SCENE_TEXT];
} State;

typedef struct Step {
    State before, after;
    size_t first;          /* where the splice starts */
    size_t removed, added; /* how many points */
    int removed_values, added_values;
    double *points; /* the removed points column by column, then the added ones; NULL: no difference */
    Vector score_before, score_after; /* both empty: no difference */
    unsigned merge;
    unsigned long number; /* of the state after it */
    bool replaced;        /* the data changed as a whole: the view follows */
} Step;

struct History {
    Scene last; /* as of the last commit */
    Step *steps;
    size_t count, room, done; /* steps[0..done) are in effect */
    unsigned long numbers;    /* given to states so far */
};

static State state_of(const Scene *scene) {
    State state;
    memset(&state, 0, sizeof state);
    memcpy(&state.params, &scene->params, sizeof state.params);
    state.view = scene->view;
    state.x0 = scene->x0;
    state.x1 = scene->x1;
    memcpy(state.names[0], scene->x_name, SCENE_NAME);
    memcpy(state.names[1], scene->y_name, SCENE_NAME);
    memcpy(state.names[2], scene->source, SCENE_NAME);
    memcpy(state.names[3], scene->value_names, sizeof scene->value_names);
    memcpy(state.function, scene->function, sizeof state.function);
    return state;
}

static void state_apply(Scene *scene, const State *state, bool with_view) {
    memcpy(&scene->params, &state->params, sizeof scene->params);
    if (with_view)
        scene->view = state->view;
    scene->x0 = state->x0;
    scene->x1 = state->x1;
    memcpy(scene->x_name, state->names[0], SCENE_NAME);
    memcpy(scene->y_name, state->names[1], SCENE_NAME);
    memcpy(scene->source, state->names[2], SCENE_NAME);
    memcpy(scene->value_names, state->names[3], sizeof scene->value_names);
    memcpy(scene->function, state->function, sizeof scene->function);
}

/* What `last` remembers of a scene's points and state. */
static bool remember(Scene *last, const Scene *scene) {
    if (!points_copy(&last->points, &scene->points))
        return false;
    if (!vector_assign(&last->score, scene->score.at, scene->score.length))
        return false;
    State state = state_of(scene);
    state_apply(last, &state, true);
    return true;
}

History *history_create(const Scene *scene) {
    History *history = calloc(1, sizeof *history);
    if (history && remember(&history->last, scene))
        return history;
    history_destroy(history);
    return NULL;
}

static void step_free(Step *step) {
    free(step->points);
    free(step->score_before.at);
    free(step->score_after.at);
}

static void drop_from(History *history, size_t from) {
    for (size_t i = from; i < history->count; i++)
        step_free(&history->steps[i]);
    history->count = from;
}

void history_destroy(History *history) {
    if (!history)
        return;
    drop_from(history, 0);
    free(history->steps);
    scene_free(&history->last);
    free(history);
}

static bool same_point(const Points *a, size_t i, const Points *b, size_t j) {
    for (int c = 0; c < points_columns(a); c++)
        if (memcmp(&a->column[c][i], &b->column[c][j], sizeof(double)) != 0)
            return false;
    return true;
}

static double *pack(double *to, const Points *points, size_t first, size_t count) {
    for (int c = 0; c < points_columns(points); c++, to += count)
        if (count)
            memcpy(to, points->column[c] + first, count * sizeof *to);
    return to;
}

static bool make_splice(Step *step, const Points *old, const Points *now) {
    size_t least = old->n < now->n ? old->n : now->n, head = 0, tail = 0;
    if (old->values != now->values)
        least = 0; /* other columns: the points are replaced */
    while (head < least && same_point(old, head, now, head))
        head++;
    while (tail < least - head && same_point(old, old->n - 1 - tail, now, now->n - 1 - tail))
        tail++;
    step->first = head;
    step->removed = old->n - head - tail;
    step->added = now->n - head - tail;
    if (step->removed + step->added == 0)
        return true;
    step->removed_values = old->values;
    step->added_values = now->values;
    size_t doubles = step->removed * (size_t)points_columns(old) + step->added * (size_t)points_columns(now);
    step->points = malloc(doubles * sizeof *step->points);
    if (!step->points)
        return false;
    pack(pack(step->points, old, head, step->removed), now, head, step->added);
    return true;
}

/* Replaces `out` points from `first` by `in` points of `values` value columns, packed in `source`. */
static bool splice(Points *points, size_t first, size_t out, size_t in, int values, const double *source) {
    size_t tail = points->n - first - out;
    if (!points_resize(points, points->n - out + in, values))
        return false;
    for (int c = 0; c < points_columns(points); c++) {
        double *column = points->column[c];
        memmove(column + first + in, column + first + out, tail * sizeof(double));
        if (in)
            memcpy(column + first, source + (size_t)c * in, in * sizeof(double));
    }
    points->n = points->n - out + in;
    points_mark(points);
    return true;
}

static bool make_score_step(Step *step, const Vector *old, const Vector *now) {
    bool same = old->length == now->length &&
                (old->length == 0 || memcmp(old->at, now->at, old->length * sizeof *old->at) == 0);
    return same || (vector_assign(&step->score_before, old->at, old->length) &&
                    vector_assign(&step->score_after, now->at, now->length));
}

static bool step_has_score(const Step *step) { return step->score_before.length || step->score_after.length; }

static bool push(History *history, Step step) {
    if (history->count == history->room) {
        size_t room = history->room ? 2 * history->room : 64;
        Step *steps = realloc(history->steps, room * sizeof *steps);
        if (!steps)
            return false;
        history->steps = steps;
        history->room = room;
    }
    history->steps[history->count++] = step;
    history->done = history->count;
    return true;
}

static bool differs(const State *a, const State *b) {
    return memcmp(&a->params, &b->params, sizeof a->params) != 0 || memcmp(a->names, b->names, sizeof a->names) != 0 ||
           memcmp(a->function, b->function, sizeof a->function) != 0;
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
    bool made = make_splice(&step, &history->last.points, &scene->points) &&
                make_score_step(&step, &history->last.score, &scene->score);
    if (!made) {
        step_free(&step);
        return false;
    }
    if (!step.points && !step_has_score(&step) && !differs(&step.before, &step.after)) {
        history->last.view = scene->view;
        return false;
    }
    drop_from(history, history->done);
    step.replaced = is_replacement(&step);
    Step *previous = history->count ? &history->steps[history->count - 1] : NULL;
    bool joins = merge && previous && previous->merge == merge && !step.points && !previous->points;
    if (joins && step_has_score(&step) == step_has_score(previous)) {
        Vector spare = previous->score_after;
        previous->after = step.after;
        previous->score_after = step.score_after;
        step.score_after = spare;
        step_free(&step);
        previous->number = ++history->numbers;
        return remember(&history->last, scene);
    }
    step.number = ++history->numbers;
    if (!remember(&history->last, scene) || !push(history, step)) {
        step_free(&step);
        return false;
    }
    return true;
}

/* Puts one side of a step into the scene. */
static bool restore(Scene *scene, const Step *step, bool back) {
    size_t removed_doubles = step->removed * (size_t)(2 + step->removed_values);
    const double *added = step->points ? step->points + removed_doubles : NULL;
    if (step->points && back &&
        !splice(&scene->points, step->first, step->added, step->removed, step->removed_values, step->points))
        return false;
    if (step->points && !back &&
        !splice(&scene->points, step->first, step->removed, step->added, step->added_values, added))
        return false;
    const Vector *score = back ? &step->score_before : &step->score_after;
    if (step_has_score(step) && !vector_assign(&scene->score, score->at, score->length))
        return false;
    state_apply(scene, back ? &step->before : &step->after, step->replaced);
    return true;
}

void history_look(History *history, const Scene *scene) { history->last.view = scene->view; }

bool history_revert(const History *history, Scene *scene) {
    const Scene *last = &history->last;
    if (!points_copy(&scene->points, &last->points))
        return false;
    if (!vector_assign(&scene->score, last->score.at, last->score.length))
        return false;
    State state = state_of(last);
    state_apply(scene, &state, false);
    return true;
}

unsigned long history_state(const History *history) {
    return history->done ? history->steps[history->done - 1].number : 0;
}

bool history_can_undo(const History *history) { return history->done > 0; }
bool history_can_redo(const History *history) { return history->done < history->count; }

bool history_undo(History *history, Scene *scene) {
    if (!history_can_undo(history))
        return false;
    if (!restore(scene, &history->steps[history->done - 1], true))
        return false;
    history->done--;
    return remember(&history->last, scene);
}

bool history_redo(History *history, Scene *scene) {
    if (!history_can_redo(history))
        return false;
    if (!restore(scene, &history->steps[history->done], false))
        return false;
    history->done++;
    return remember(&history->last, scene);
}

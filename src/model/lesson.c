/* Entering a step builds a scene of its own from the defaults and swaps it in only when all went well. A condition with
 * `at` is judged the same way in a copy: real scene, real results, real training. */
#include "model/lesson.h"

#include "model/matrix.h"
#include "model/params.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CURVE = 401 }; /* samples for conditions about the curve at another place */

static const double WORK_MAX = 1e8; /* n^2 steps: about a second */

const char *const LESSON_SIGNS[LESSON_RELATIONS] = {"=", "<", ">", "<=", ">="};

Lesson *lesson_create(void) { return calloc(1, sizeof(Lesson)); }

void lesson_destroy(Lesson *lesson) {
    if (!lesson)
        return;
    for (size_t i = 0; i < lesson->owned_count; i++)
        free(lesson->owned[i]);
    free(lesson->owned);
    free(lesson);
}

void *lesson_room(Lesson *lesson, size_t count, size_t size) {
    if (lesson->owned_count == lesson->owned_room) {
        size_t room = lesson->owned_room ? 2 * lesson->owned_room : 64;
        void **owned = realloc(lesson->owned, room * sizeof *owned);
        if (!owned)
            return NULL;
        lesson->owned = owned;
        lesson->owned_room = room;
    }
    void *memory = calloc(count ? count : 1, size);
    if (memory)
        lesson->owned[lesson->owned_count++] = memory;
    return memory;
}

const char *lesson_text(const LessonText *text, int language) {
    if (text->in[language])
        return text->in[language];
    for (int i = 0; i < LANGUAGE_COUNT; i++)
        if (text->in[i])
            return text->in[i];
    return "";
}

static bool refuse(char *error, size_t room, const char *what) {
    snprintf(error, room, "%s", what);
    return false;
}

static bool apply_points(const LessonChange *change, Scene *scene) {
    return change->point_count == 0 || scene_adopt(scene, change->x, change->y, change->point_count, "", "", "");
}

static bool move_one(const LessonMove *move, bool by, Scene *scene) {
    size_t i = move->point;
    if (i >= scene->points.n)
        return false;
    double x = by ? scene->points.x[i] : 0, y = by ? scene_y(scene)[i] : 0;
    if (!(fabs(x + move->x) <= 1e300 && fabs(y + move->y) <= 1e300)) /* what core computes with */
        return false;
    scene_move_point(scene, i, x + move->x, y + move->y);
    return true;
}

static bool apply_moves(const LessonChange *change, Scene *scene) {
    bool good = true;
    for (size_t i = 0; i < change->move_count; i++)
        good = good && move_one(&change->move[i], false, scene);
    for (size_t i = 0; i < change->nudge_count; i++)
        good = good && move_one(&change->nudge[i], true, scene);
    return good;
}

static void apply_mutes(const LessonChange *change, Scene *scene) {
    for (size_t r = 0; r < change->mute_count; r++)
        for (size_t i = 0; i < scene->points.n; i++)
            if (scene->points.x[i] >= change->mute[r].from && scene->points.x[i] <= change->mute[r].to)
                scene_mute_point(scene, i, true);
}

/* As by hand: a typed function makes the data the function's. */
static bool apply_setting(const LessonChange *change, size_t i, Scene *scene, const Library *library) {
    const LessonSetting *setting = &change->set[i];
    if (setting->row != PARAM_FUNCTION)
        return param_set_redraw(scene, setting->row, setting->value, library);
    param_set_string(scene, PARAM_FUNCTION, change->function);
    return param_set_redraw(scene, PARAM_DATA, DATA_FUNCTION, library);
}

bool lesson_apply(const LessonChange *change, Scene *scene, const Library *library, Train *train, char *error,
                  size_t room) {
    if (!apply_points(change, scene))
        return refuse(error, room, "out of memory");
    for (size_t i = 0; i < change->set_count; i++)
        if (!apply_setting(change, i, scene, library))
            return refuse(error, room, "out of memory");
    for (size_t i = 0; i < change->matrix_count; i++)
        if (!matrix_set(scene, change->matrix[i], error, room))
            return false;
    if (!apply_moves(change, scene))
        return refuse(error, room, "the lesson moves a point that is not there");
    apply_mutes(change, scene);
    if ((double)scene->points.n * (double)scene->points.n * change->train > WORK_MAX)
        return refuse(error, room, "the lesson trains too many points for too many steps");
    for (int i = 0; i < change->train; i++)
        if (!train_step(train, scene))
            break; /* nothing more to train: its state says why */
    return true;
}

bool lesson_enter(const LessonStep *step, Scene *scene, const Library *library, Train *train, char *error,
                  size_t room) {
    Scene fresh;
    Train trained = {.begun = false};
    bool ready = scene_init(&fresh, library) || refuse(error, room, "out of memory");
    if (ready)
        fresh.settings = scene->settings;
    if (!ready || !lesson_apply(&step->enter, &fresh, library, &trained, error, room)) {
        scene_free(&fresh);
        train_free(&trained);
        return false;
    }
    scene_free(scene);
    memcpy(scene, &fresh, sizeof *scene); /* padding too: scenes are compared as bytes */
    train_free(train);
    results_free(&trained.bench); /* it points into itself, and every step prepares it anew */
    memcpy(train, &trained, sizeof *train);
    return true;
}

/* ---- conditions ---- */

static double elsewhere(const LessonOperand *operand, const Scene *from, const Library *library) {
    Scene scene = {.params = {.data = 0}};
    Train train = {.begun = false};
    Results results = {.n = 0};
    char ignored[200];
    double value = NAN;
    if (scene_copy(&scene, from) && lesson_apply(operand->at, &scene, library, &train, ignored, sizeof ignored) &&
        results_compute(&results, &scene, CURVE))
        value = OBSERVABLES[operand->observable].value(&(Moment){&scene, &results, &train});
    results_free(&results);
    train_free(&train);
    scene_free(&scene);
    return value;
}

static double side(const LessonOperand *operand, const Moment *moment, const Library *library) {
    if (operand->observable < 0)
        return operand->number;
    double value =
        operand->at ? elsewhere(operand, moment->scene, library) : OBSERVABLES[operand->observable].value(moment);
    return value * operand->times + operand->plus;
}

static bool compare(LessonRelation is, double a, double b, double within) {
    switch (is) {
    case LESSON_EQUAL:
        return a == b || fabs(a - b) <= within;
    case LESSON_LESS:
        return a < b;
    case LESSON_MORE:
        return a > b;
    case LESSON_AT_MOST:
        return a <= b;
    case LESSON_AT_LEAST:
        return a >= b;
    default:
        return false;
    }
}

bool lesson_holds(const LessonCondition *condition, const Moment *moment, const Library *library, double seen[2]) {
    double a = side(&condition->value, moment, library), b = side(&condition->to, moment, library);
    if (seen)
        seen[0] = a, seen[1] = b;
    return compare(condition->is, a, b, condition->within);
}

bool lesson_task_done(const LessonStep *step, const Scene *scene, const Results *results, const Train *train) {
    Moment moment = {scene, results, train};
    for (size_t i = 0; i < step->when_count; i++)
        if (!lesson_holds(&step->when[i], &moment, NULL, NULL))
            return false;
    return step->when_count > 0;
}

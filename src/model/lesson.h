/* A lesson as plain data: steps, each a text in both languages, the state that it sets, what it frames and hides, and
 * what it claims. A step starts from the defaults of the parameter table, so going back restores it exactly. */
#ifndef MODEL_LESSON_H
#define MODEL_LESSON_H

#include "model/observe.h"
#include "model/scene.h"
#include "model/train.h"

#include <stdbool.h>
#include <stddef.h>

/* By LANGUAGE_EN, LANGUAGE_ZH; NULL: not there. With the marks of ui/rich.h. */
typedef struct LessonText {
    const char *in[LANGUAGE_COUNT];
} LessonText;

typedef struct LessonSetting {
    int row; /* of PARAMS */
    double value;
} LessonSetting;

typedef struct LessonMove {
    size_t point; /* in the scene's order, from 0; a drawn data set is sorted by x */
    double x, y;
} LessonMove;

typedef struct LessonRange {
    double from, to;
} LessonRange;

/* A change of the scene: own points, the settings in the order of the table, matrices, moves, mutes, training. */
typedef struct LessonChange {
    LessonSetting *set;
    size_t set_count;
    const char *function; /* of the setting of PARAM_FUNCTION, which has no value */
    const char **matrix;  /* "W=[[1,0],[0,1]]", see matrix_set */
    size_t matrix_count;
    double *x, *y; /* own points */
    size_t point_count;
    LessonMove *move, *nudge; /* to a place, by an amount */
    size_t move_count, nudge_count;
    LessonRange *mute; /* mutes every key whose x lies in it, ends included */
    size_t mute_count;
    int train; /* steps */
} LessonChange;

typedef enum {
    LESSON_EQUAL,
    LESSON_LESS,
    LESSON_MORE,
    LESSON_AT_MOST,
    LESSON_AT_LEAST,
    LESSON_RELATIONS
} LessonRelation;

/* "=", "<", ... as in the file. */
extern const char *const LESSON_SIGNS[LESSON_RELATIONS];

typedef struct LessonOperand {
    int observable; /* row of OBSERVABLES; -1: the number */
    double number;
    double times, plus; /* times the observable, plus; 1 and 0 by default */
    LessonChange *at;   /* NULL: in the scene as it is */
} LessonOperand;

typedef struct LessonCondition {
    LessonOperand value, to;
    LessonRelation is;
    double within; /* tolerance of "=" */
} LessonCondition;

typedef struct LessonStep {
    LessonText title, text;
    LessonChange enter;
    const char **highlight; /* ids of controls, areas ("plot", "weights", "heatmap", "inspector") and sections */
    size_t highlight_count;
    const char **hide; /* ids of sidebar sections: "section.train" */
    size_t hide_count;
    LessonText question, answer; /* the answer is hidden at first */
    LessonText task;
    LessonCondition *when; /* all hold: the task is done */
    size_t when_count;
    LessonChange *solution;  /* a change that does the task; NULL without a task */
    LessonCondition *claims; /* what the text says, for the tests */
    size_t claim_count;
} LessonStep;

typedef struct Lesson {
    const char *id;
    int number;
    LessonText title;
    LessonStep *step;
    size_t step_count;
    void **owned; /* all memory of the lesson */
    size_t owned_count, owned_room;
} Lesson;

/* An empty lesson; NULL without memory. NULL may be destroyed. */
Lesson *lesson_create(void);
void lesson_destroy(Lesson *lesson);
/* `count` zeroed items of `size` bytes that live as long as the lesson; NULL without memory. */
void *lesson_room(Lesson *lesson, size_t count, size_t size);

/* The text in a language, or in the other one where it is missing; "" if there is none. */
const char *lesson_text(const LessonText *text, int language);

/* Applies a change to the scene as it is. False and one line in error if it cannot be (a matrix of the wrong shape, no
 * such point, no memory); the scene may then be half changed. */
bool lesson_apply(const LessonChange *change, Scene *scene, const Library *library, Train *train, char *error,
                  size_t room);

/* The state of a step: the defaults, the person's settings, and the step's change. Training starts anew and has run as
 * many steps as the step says. False and one line in error if it cannot be; the scene is then untouched. */
bool lesson_enter(const LessonStep *step, Scene *scene, const Library *library, Train *train, char *error, size_t room);

/* Whether a condition holds. Operands with `at` are evaluated in a copy of the scene; `library` may be NULL where there
 * are none. What is not defined or cannot be evaluated makes it false. With `seen` not NULL, the two sides. */
bool lesson_holds(const LessonCondition *condition, const Moment *moment, const Library *library, double seen[2]);

/* Whether the step has a task and all its conditions hold. Cheap enough for every frame. */
bool lesson_task_done(const LessonStep *step, const Scene *scene, const Results *results, const Train *train);

#endif

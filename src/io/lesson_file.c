/* Conditions, steps and the lesson itself, each a table of its keys. */
#include "io/lesson_file.h"

#include "io/lesson_change.h"

#include <stdio.h>
#include <string.h>

enum { VALUES_MAX_JSON = 100000 };

/* ---- conditions ---- */

static bool read_observable(LessonReading *reading, Jspan value, void *into) {
    int *observable = into;
    char text[LESSON_ID_MAX] = "", what[120];
    *observable = jspan_string(value, text, sizeof text) ? observe_find(text) : -1;
    snprintf(what, sizeof what, "\"%s\" is no observable; the list is in src/model/observe.c", text);
    return *observable >= 0 || lesson_json_refuse(reading, value, what);
}

static const LessonKey OPERAND_KEYS[] = {{"value", read_observable, offsetof(LessonOperand, observable), true},
                                         {"at", lesson_change_alone, offsetof(LessonOperand, at), false},
                                         {"times", lesson_json_number, offsetof(LessonOperand, times), false},
                                         {"plus", lesson_json_number, offsetof(LessonOperand, plus), false}};

/* A number, the name of an observable, or an object. */
static bool read_operand(LessonReading *reading, Jspan value, void *into) {
    LessonOperand *operand = into;
    *operand = (LessonOperand){.observable = -1, .times = 1};
    if (jspan_number(value, &operand->number))
        return true;
    if (!jspan_is_object(value))
        return read_observable(reading, value, &operand->observable);
    return lesson_json_object(reading, value, OPERAND_KEYS, LESSON_COUNT(OPERAND_KEYS), operand);
}

static bool read_relation(LessonReading *reading, Jspan value, void *into) {
    char text[4] = "";
    bool string = jspan_string(value, text, sizeof text);
    for (int i = 0; i < LESSON_RELATIONS && string; i++)
        if (strcmp(text, LESSON_SIGNS[i]) == 0) {
            LessonRelation relation = (LessonRelation)i;
            memcpy(into, &relation, sizeof relation);
            return true;
        }
    return lesson_json_refuse(reading, value, "one of \"=\", \"<\", \">\", \"<=\", \">=\" is expected");
}

static bool read_tolerance(LessonReading *reading, Jspan value, void *into) {
    return (jspan_number(value, into) && *(double *)into >= 0) ||
           lesson_json_refuse(reading, value, "a number from 0 is expected");
}

/* {"value": V, "at": {...}, "times": F, "plus": G, "is": "<", "to": NUMBER | V | {...}, "within": E}: the left side
 * stands open. */
static bool read_condition(LessonReading *reading, Jspan value, void *into) {
    static const LessonKey KEYS[] = {
        {"value", read_observable, offsetof(LessonCondition, value.observable), true},
        {"at", lesson_change_alone, offsetof(LessonCondition, value.at), false},
        {"times", lesson_json_number, offsetof(LessonCondition, value.times), false},
        {"plus", lesson_json_number, offsetof(LessonCondition, value.plus), false},
        {"is", read_relation, offsetof(LessonCondition, is), true},
        {"to", read_operand, offsetof(LessonCondition, to), true},
        {"within", read_tolerance, offsetof(LessonCondition, within), false},
    };
    LessonCondition *condition = into;
    *condition = (LessonCondition){.value = {.observable = -1, .times = 1}, .to = {.observable = -1, .times = 1}};
    return lesson_json_object(reading, value, KEYS, LESSON_COUNT(KEYS), condition);
}

static bool read_conditions(LessonReading *reading, Jspan value, LessonCondition **conditions, size_t *count) {
    return lesson_json_array(reading, value, read_condition, sizeof **conditions, 64, conditions, count);
}

static bool read_claims(LessonReading *reading, Jspan value, void *into) {
    LessonStep *step = into;
    return read_conditions(reading, value, &step->claims, &step->claim_count);
}

static bool read_when(LessonReading *reading, Jspan value, void *into) {
    LessonStep *step = into;
    if (!read_conditions(reading, value, &step->when, &step->when_count))
        return false;
    for (size_t i = 0; i < step->when_count; i++)
        if (step->when[i].value.at || step->when[i].to.at)
            return lesson_json_refuse(reading, value,
                                      "a task is judged by what is on the screen: \"at\" has no place here");
    return step->when_count > 0 || lesson_json_refuse(reading, value, "a task needs a condition");
}

/* ---- steps ---- */

static bool read_task(LessonReading *reading, Jspan value, void *into) {
    static const LessonKey KEYS[] = {
        {"en", lesson_json_string, offsetof(LessonStep, task.in[LANGUAGE_EN]), false},
        {"zh", lesson_json_string, offsetof(LessonStep, task.in[LANGUAGE_ZH]), false},
        {"when", read_when, 0, true},
        {"solution", lesson_change_alone, offsetof(LessonStep, solution), true},
    };
    LessonStep *step = into;
    if (!lesson_json_object(reading, value, KEYS, LESSON_COUNT(KEYS), step))
        return false;
    return step->task.in[LANGUAGE_EN] || step->task.in[LANGUAGE_ZH] ||
           lesson_json_refuse(reading, value, "a text needs \"en\", \"zh\" or both");
}

static bool read_highlight(LessonReading *reading, Jspan value, void *into) {
    LessonStep *step = into;
    return lesson_json_array(reading, value, lesson_json_id, sizeof *step->highlight, 16, &step->highlight,
                             &step->highlight_count);
}

static bool read_hide(LessonReading *reading, Jspan value, void *into) {
    LessonStep *step = into;
    return lesson_json_array(reading, value, lesson_json_id, sizeof *step->hide, 16, &step->hide, &step->hide_count);
}

static bool read_step(LessonReading *reading, Jspan value, void *into) {
    static const LessonKey KEYS[] = {
        {"title", lesson_json_text, offsetof(LessonStep, title), true},
        {"text", lesson_json_text, offsetof(LessonStep, text), true},
        {"set", lesson_change_set, offsetof(LessonStep, enter), false},
        LESSON_CHANGE_KEYS(offsetof(LessonStep, enter)),
        {"highlight", read_highlight, 0, false},
        {"hide", read_hide, 0, false},
        {"question", lesson_json_text, offsetof(LessonStep, question), false},
        {"answer", lesson_json_text, offsetof(LessonStep, answer), false},
        {"task", read_task, 0, false},
        {"claims", read_claims, 0, false},
    };
    LessonStep *step = into;
    Jspan found;
    if (!lesson_json_object(reading, value, KEYS, LESSON_COUNT(KEYS), step))
        return false;
    if (jspan_find(value, "question", &found) != jspan_find(value, "answer", &found))
        return lesson_json_refuse(reading, value, "a question and its answer belong together: one of them is missing");
    return true;
}

static bool read_steps(LessonReading *reading, Jspan value, void *into) {
    Lesson *lesson = into;
    return lesson_json_array(reading, value, read_step, sizeof *lesson->step, LESSON_STEPS_MAX, &lesson->step,
                             &lesson->step_count) &&
           (lesson->step_count > 0 || lesson_json_refuse(reading, value, "a lesson needs at least one step"));
}

static bool read_lesson_number(LessonReading *reading, Jspan value, void *into) {
    return lesson_json_whole(reading, value, 1, 999, into);
}

static bool read_lesson(LessonReading *reading, Jspan whole) {
    static const LessonKey KEYS[] = {
        {"id", lesson_json_id, offsetof(Lesson, id), true},
        {"number", read_lesson_number, offsetof(Lesson, number), true},
        {"title", lesson_json_text, offsetof(Lesson, title), true},
        {"steps", read_steps, 0, true},
    };
    return lesson_json_object(reading, whole, KEYS, LESSON_COUNT(KEYS), reading->lesson);
}

Lesson *lesson_file_read(const char *label, const char *text, size_t size, char *error, size_t room) {
    static const char MARK[] = "\xef\xbb\xbf"; /* some editors begin with it */
    Jspan whole;
    if (size > LESSON_FILE_BYTES_MAX) {
        snprintf(error, room, "%s: is larger than the limit of 1 MB for lessons", label);
        return NULL;
    }
    if (size >= 3 && memcmp(text, MARK, 3) == 0) {
        text += 3;
        size -= 3;
    }
    if (!jspan_check(label, text, size, VALUES_MAX_JSON, &whole, error, room))
        return NULL;
    LessonReading reading = {.label = label, .text = text, .lesson = lesson_create(), .error = error, .room = room};
    if (!reading.lesson)
        snprintf(error, room, "%s: not enough memory", label);
    else if (read_lesson(&reading, whole))
        return reading.lesson;
    lesson_destroy(reading.lesson);
    return NULL;
}

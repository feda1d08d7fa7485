/* Lessons from JSON: one file each, built in (assets/lessons) or in a folder of the user's. Reading is strict, so
 * that whoever writes a lesson is told the line and column to mend. A TEXT is {"en": "...", "zh": "..."}, or one
 * of the two, with the marks of ui/rich.h.
 *
 * - {"id": "width", "number": 4, "title": TEXT, "steps": [STEP, ...]}
 * - STEP: "title": TEXT, "text": TEXT; and if wanted the keys of a CHANGE,
 *   "set": {"w": 4, "kernel": "boxcar", "W": [[1, 0], [0, 1]], "function": "2 sin x"} (as on the command line),
 *   "highlight": ["w", "plot", ...], "hide": ["section.train", ...],
 *   "question": TEXT and "answer": TEXT, "claims": [CONDITION, ...],
 *   "task": {"en": "...", "zh": "...", "when": [CONDITION, ...], "solution": {CHANGE and settings}}
 * - CHANGE: "points": [[x, y], ...] (own data), "move": [[point, x, y], ...], "nudge": [[point, dx, dy], ...],
 *   "mute": [[from x, to x], ...], "train": number of steps
 * - CONDITION: {"value": OBSERVABLE, "is": "=", "<", ">", "<=" or ">=", "to": a number, an OBSERVABLE or
 *   {"value": ...}, "within": tolerance of "="}. Beside each "value" there may be "times", "plus", and
 *   "at": {CHANGE and settings}, which evaluates it elsewhere. model/observe.c lists the observables. */
#ifndef IO_LESSON_FILE_H
#define IO_LESSON_FILE_H

#include "model/lesson.h"

#include <stdbool.h>
#include <stddef.h>

enum { LESSON_FILE_BYTES_MAX = 1 << 20, LESSON_STEPS_MAX = 50, LESSON_TEXT_MAX = 2000, LESSON_LIST_MAX = 200 };

/* Reads text[0..size); `label` is the file's name in messages. NULL and one line "label:line:column: what" in error for
 * anything that is no lesson: bad JSON, an unknown or missing key, a value out of range, an unknown parameter, choice
 * or observable. What a step highlights or hides is not looked up, and matrices are checked when the step is entered.
 */
Lesson *lesson_file_read(const char *label, const char *text, size_t size, char *error, size_t room);

/* The lessons of a program or folder, by number, then id. */
typedef struct LessonList {
    Lesson *item[LESSON_LIST_MAX];
    size_t count;
} LessonList;

/* Appends the built-in lessons (or those of the folder that ATTNLAB_ASSETS names). False and one line in error when one
 * is malformed; those before it stay. */
bool lesson_list_built_in(LessonList *list, char *error, size_t room);
/* Appends every *.json of a folder that is a lesson. False and one line in error, about the first that is not, or when
 * the folder cannot be opened. */
bool lesson_list_folder(LessonList *list, const char *folder, char *error, size_t room);
/* The lesson of this id, or number as text ("4"); NULL when there is none. */
const Lesson *lesson_list_find(const LessonList *list, const char *name);
/* Zeros are fine too. */
void lesson_list_free(LessonList *list);

#endif

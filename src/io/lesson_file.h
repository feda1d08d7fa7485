/* Lessons from JSON: one file each, built in (assets/lessons) or in a folder of the user's. Reading is strict, so that
 * whoever writes a lesson is told the line and column to mend. */
#ifndef IO_LESSON_FILE_H
#define IO_LESSON_FILE_H

#include "model/lesson.h"

#include <stdbool.h>
#include <stddef.h>

enum { LESSON_FILE_BYTES_MAX = 1 << 20, LESSON_STEPS_MAX = 50, LESSON_TEXT_MAX = 2000, LESSON_LIST_MAX = 200 };

/* Reads text[0..size); `label` is the file's name in messages. NULL and one line "label:line:column: what" in error for
 * anything that is no lesson: bad JSON, an unknown or missing key, a value out of range, an unknown parameter, choice or
 * observable. What a step highlights or hides is not looked up, and matrices are checked when the step is entered. */
Lesson *lesson_file_read(const char *label, const char *text, size_t size, char *error, size_t room);

/* The lessons of a program or folder, by number, then id. */
typedef struct LessonList {
    Lesson *item[LESSON_LIST_MAX];
    size_t count;
} LessonList;

/* Appends the built-in lessons (or those of the folder that ATTNLAB_ASSETS names). False and one line in error when one
 * is malformed; those before it stay. */
bool lesson_list_built_in(LessonList *list, char *error, size_t room);
/* Appends every *.json of a folder. False and one line in error, also when it cannot be opened. */
bool lesson_list_folder(LessonList *list, const char *folder, char *error, size_t room);
/* The lesson of this id, or number as text ("4"); NULL when there is none. */
const Lesson *lesson_list_find(const LessonList *list, const char *name);
/* Zeros are fine too. */
void lesson_list_free(LessonList *list);

#endif

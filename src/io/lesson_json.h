/* What reading a lesson is made of: objects against tables of their keys, lists, texts and numbers. Everything read
 * lives in the lesson's memory; every reader returns false after one line of complaint. */
#ifndef IO_LESSON_JSON_H
#define IO_LESSON_JSON_H

#include "io/jspan.h"
#include "io/lesson_file.h"

enum { LESSON_ITEMS_MAX = 5000, LESSON_ID_MAX = 40 };

typedef struct LessonReading {
    const char *label, *text;
    Lesson *lesson;
    char *error;
    size_t room;
} LessonReading;

typedef bool (*LessonRead)(LessonReading *reading, Jspan value, void *into);

typedef struct LessonKey {
    const char *name;
    LessonRead read;
    size_t field; /* offset in the struct that the object fills */
    bool needed;
} LessonKey;

#define LESSON_COUNT(array) (sizeof(array) / sizeof *(array))

/* Complains about a place; false. */
bool lesson_json_refuse(LessonReading *reading, Jspan where, const char *what);
/* Zeroed memory of the lesson; NULL after a complaint. */
void *lesson_json_take(LessonReading *reading, Jspan where, size_t count, size_t size);
/* An object whose keys are those of the table. */
bool lesson_json_object(LessonReading *reading, Jspan object, const LessonKey *keys, size_t count, void *into);
/* A list of at most `most`: `items` is the address of a pointer to items of `size` bytes each. */
bool lesson_json_array(LessonReading *reading, Jspan array, LessonRead read, size_t size, size_t most, void *items,
                       size_t *count);

/* Readers; `into` points to: a const char *, a const char *, a double, a LessonText. */
bool lesson_json_string(LessonReading *reading, Jspan value, void *into);
bool lesson_json_id(LessonReading *reading, Jspan value, void *into);
bool lesson_json_number(LessonReading *reading, Jspan value, void *into);
bool lesson_json_text(LessonReading *reading, Jspan value, void *into);

bool lesson_json_whole(LessonReading *reading, Jspan value, double low, double high, int *into);
/* Exactly `count` numbers in brackets, none beyond 1e300; `what` is the complaint. */
bool lesson_json_tuple(LessonReading *reading, Jspan array, double *number, int count, const char *what);

#endif

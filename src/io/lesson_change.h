/* The part of a lesson that changes the scene: parameters, matrices, points, mutes, training. */
#ifndef IO_LESSON_CHANGE_H
#define IO_LESSON_CHANGE_H

#include "io/lesson_json.h"

/* The keys of a change inside an object that has a LessonChange at this offset. */
#define LESSON_CHANGE_KEYS(offset)                                                                                     \
    {"points", lesson_change_points, (offset), false}, {"move", lesson_change_moves, (offset), false},                 \
        {"nudge", lesson_change_nudges, (offset), false}, {"mute", lesson_change_mutes, (offset), false}, {            \
        "train", lesson_change_train, (offset) + offsetof(LessonChange, train), false                                  \
    }

/* Readers into a LessonChange, but train into an int: {"w": 4, "W": [[1, 0], [0, 1]]}, [[x, y], ...],
 * [[point, x, y], ...] twice, [[from, to], ...], and a number of steps. */
bool lesson_change_set(LessonReading *reading, Jspan value, void *into);
bool lesson_change_points(LessonReading *reading, Jspan value, void *into);
bool lesson_change_moves(LessonReading *reading, Jspan value, void *into);
bool lesson_change_nudges(LessonReading *reading, Jspan value, void *into);
bool lesson_change_mutes(LessonReading *reading, Jspan value, void *into);
bool lesson_change_train(LessonReading *reading, Jspan value, void *into);

/* A change that stands alone, into a LessonChange *: its settings are beside the other keys, {"w": 0, "train": 5}. */
bool lesson_change_alone(LessonReading *reading, Jspan value, void *into);

#endif

/* Settings are checked as on the command line, through param_parse, and kept in the order of the parameter table, in
 * which they can be applied whatever order the file has. */
#include "io/lesson_change.h"

#include "core/num.h"
#include "io/function.h"
#include "model/params.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRAIN_MAX = 10000 };

static bool check_function(void *owner, const char *text, char *error, size_t room) {
    (void)owner;
    Function *function = function_create(text, error, room);
    function_destroy(function);
    return function != NULL;
}

static bool read_function(LessonReading *reading, Jspan value, LessonChange *change) {
    const Formulas formulas = {NULL, function_available() ? check_function : NULL, NULL};
    const Scene blank = {.formulas = &formulas};
    LessonSetting *setting = &change->set[change->set_count++];
    char text[SCENE_TEXT], what[400];
    if (!jspan_string(value, text, sizeof text))
        return lesson_json_refuse(reading, value, "a function in quotes is expected, of at most 511 bytes");
    if (!param_parse(&blank, PARAM_FUNCTION, text, &setting->value, what, sizeof what))
        return lesson_json_refuse(reading, value, what);
    char *copy = lesson_json_take(reading, value, strlen(text) + 1, 1);
    if (copy)
        memcpy(copy, text, strlen(text) + 1);
    setting->row = PARAM_FUNCTION;
    change->function = copy;
    return copy != NULL;
}

static bool read_setting(LessonReading *reading, int row, Jspan value, LessonSetting *setting) {
    const Scene blank = {.params = {.data = 0}};
    char text[80], what[300];
    bool truth;
    if (PARAMS[row].setting)
        return lesson_json_refuse(reading, value, "this belongs to the person, not to a lesson");
    if (jspan_bool(value, &truth))
        snprintf(text, sizeof text, "%s", truth ? "on" : "off");
    else if (jspan_number(value, &setting->value))
        num_format(text, setting->value);
    else if (!jspan_string(value, text, sizeof text))
        return lesson_json_refuse(reading, value, "a number, a choice in quotes, true or false is expected");
    setting->row = row;
    return param_parse(&blank, row, text, &setting->value, what, sizeof what) ||
           lesson_json_refuse(reading, value, what);
}

static bool read_matrix(LessonReading *reading, Jspan key, Jspan value, LessonChange *change) {
    size_t name = (size_t)(key.end - key.at) - 2, length = (size_t)(value.end - value.at), used = 0;
    char *text = lesson_json_take(reading, value, name + length + 2, 1);
    if (!text)
        return false;
    memcpy(text, key.at + 1, name);
    text[name] = '=';
    for (size_t i = 0; i < length; i++) /* as on the command line: one line without blanks */
        if (!strchr(" \t\r\n", value.at[i]))
            text[name + 1 + used++] = value.at[i];
    change->matrix[change->matrix_count++] = text;
    return true;
}

static int find_param(Jspan key) {
    for (int row = 0; row < PARAM_COUNT; row++)
        if (jspan_is_key(key, PARAMS[row].id))
            return row;
    return -1;
}

static bool refuse_set(LessonReading *reading, Jspan key) {
    char what[160];
    snprintf(what, sizeof what, "%.*s is no parameter; see: attnlab list parameters",
             (int)fmin((double)(key.end - key.at), 60), key.at);
    return lesson_json_refuse(reading, key, what);
}

static int by_row(const void *a, const void *b) {
    return ((const LessonSetting *)a)->row - ((const LessonSetting *)b)->row;
}

/* One parameter or matrix by its name. */
static bool add_setting(LessonReading *reading, Jspan key, Jspan value, LessonChange *change) {
    int row = find_param(key);
    if (row == PARAM_FUNCTION)
        return read_function(reading, value, change);
    if (row >= 0)
        return read_setting(reading, row, value, &change->set[change->set_count++]);
    if (!jspan_is_array(value) || change->matrix_count == SCORE_BLOCKS)
        return refuse_set(reading, key);
    return read_matrix(reading, key, value, change);
}

static bool begin_settings(LessonReading *reading, Jspan object, LessonChange *change) {
    if (!jspan_is_object(object))
        return lesson_json_refuse(reading, object, "an object in braces is expected");
    change->set = lesson_json_take(reading, object, PARAM_COUNT, sizeof *change->set);
    change->matrix = lesson_json_take(reading, object, SCORE_BLOCKS, sizeof *change->matrix);
    return change->set && change->matrix;
}

static bool end_settings(LessonReading *reading, Jspan object, LessonChange *change) {
    Jspan h, w;
    qsort(change->set, change->set_count, sizeof *change->set, by_row);
    return !jspan_find(object, "w", &w) || !jspan_find(object, "h", &h) ||
           lesson_json_refuse(reading, h, "w and h are one number, h = 1/|w|: leave one out");
}

bool lesson_change_set(LessonReading *reading, Jspan object, void *into) {
    LessonChange *change = into;
    const char *cursor = NULL;
    Jspan key, value;
    if (!begin_settings(reading, object, change))
        return false;
    while (jspan_next_member(object, &cursor, &key, &value))
        if (!add_setting(reading, key, value, change))
            return false;
    return end_settings(reading, object, change);
}

static bool read_point(LessonReading *reading, Jspan value, void *into) {
    return lesson_json_tuple(reading, value, into, 2, "a point is [x, y], two numbers");
}

bool lesson_change_points(LessonReading *reading, Jspan value, void *into) {
    LessonChange *change = into;
    double(*pair)[2] = NULL;
    if (!lesson_json_array(reading, value, read_point, sizeof *pair, LESSON_ITEMS_MAX, &pair, &change->point_count))
        return false;
    change->x = lesson_json_take(reading, value, change->point_count, sizeof *change->x);
    change->y = lesson_json_take(reading, value, change->point_count, sizeof *change->y);
    for (size_t i = 0; change->x && change->y && i < change->point_count; i++) {
        change->x[i] = pair[i][0];
        change->y[i] = pair[i][1];
    }
    return change->x && change->y;
}

static bool read_one_move(LessonReading *reading, Jspan value, void *into) {
    static const char WHAT[] = "a move is [point, x, y], the point a whole number from 0";
    double number[3] = {0};
    if (!lesson_json_tuple(reading, value, number, 3, WHAT))
        return false;
    if (number[0] != floor(number[0]) || number[0] < 0 || number[0] >= POINTS_MAX)
        return lesson_json_refuse(reading, value, WHAT);
    *(LessonMove *)into = (LessonMove){(size_t)number[0], number[1], number[2]};
    return true;
}

bool lesson_change_moves(LessonReading *reading, Jspan value, void *into) {
    LessonChange *change = into;
    return lesson_json_array(reading, value, read_one_move, sizeof *change->move, LESSON_ITEMS_MAX, &change->move,
                             &change->move_count);
}

bool lesson_change_nudges(LessonReading *reading, Jspan value, void *into) {
    LessonChange *change = into;
    return lesson_json_array(reading, value, read_one_move, sizeof *change->nudge, LESSON_ITEMS_MAX, &change->nudge,
                             &change->nudge_count);
}

static bool read_range(LessonReading *reading, Jspan value, void *into) {
    double number[2] = {0};
    if (!lesson_json_tuple(reading, value, number, 2, "a range of x is [from, to]"))
        return false;
    *(LessonRange *)into = (LessonRange){number[0], number[1]};
    return number[0] <= number[1] || lesson_json_refuse(reading, value, "this range ends before it begins");
}

bool lesson_change_mutes(LessonReading *reading, Jspan value, void *into) {
    LessonChange *change = into;
    return lesson_json_array(reading, value, read_range, sizeof *change->mute, LESSON_ITEMS_MAX, &change->mute,
                             &change->mute_count);
}

bool lesson_change_train(LessonReading *reading, Jspan value, void *into) {
    return lesson_json_whole(reading, value, 0, TRAIN_MAX, into);
}

bool lesson_change_alone(LessonReading *reading, Jspan object, void *into) {
    static const LessonKey KEYS[] = {LESSON_CHANGE_KEYS(0)};
    LessonChange *change = lesson_json_take(reading, object, 1, sizeof *change);
    const char *cursor = NULL;
    Jspan key, value;
    if (!change || !begin_settings(reading, object, change))
        return false;
    memcpy(into, &change, sizeof change);
    while (jspan_next_member(object, &cursor, &key, &value)) {
        size_t i = 0;
        while (i < LESSON_COUNT(KEYS) && !jspan_is_key(key, KEYS[i].name))
            i++;
        bool good = i < LESSON_COUNT(KEYS) ? KEYS[i].read(reading, value, (char *)change + KEYS[i].field)
                                           : add_setting(reading, key, value, change);
        if (!good)
            return false;
    }
    return end_settings(reading, object, change);
}

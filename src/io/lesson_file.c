/* Every object of the format is a table of its keys, each with the function that reads its value into a struct; one
 * loop walks any object against its table. Strings and arrays live in the lesson's own memory. */
#include "io/lesson_file.h"

#include "core/num.h"
#include "io/jspan.h"
#include "model/params.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX_JSON = 100000, ITEMS_MAX = 5000, TRAIN_MAX = 10000, ID_MAX = 40 };

typedef struct Reading {
    const char *label, *text;
    Lesson *lesson;
    char *error;
    size_t room;
} Reading;

typedef bool (*Read)(Reading *reading, Jspan value, void *into);

typedef struct Key {
    const char *name;
    Read read;
    size_t field; /* offset in the struct that the object fills */
    bool needed;
} Key;

#define COUNT(array) (sizeof(array) / sizeof *(array))

static bool refuse(Reading *reading, Jspan where, const char *what) {
    jspan_complain(reading->label, reading->text, where.at, what, reading->error, reading->room);
    return false;
}

static void *take(Reading *reading, Jspan where, size_t count, size_t size) {
    void *memory = lesson_room(reading->lesson, count, size);
    if (!memory) refuse(reading, where, "not enough memory");
    return memory;
}

static bool refuse_key(Reading *reading, Jspan key, const Key *keys, size_t count) {
    char what[400];
    int length = (int)fmin((double)(key.end - key.at), 60);
    size_t used = (size_t)snprintf(what, sizeof what, "%.*s is no key here; known are", length, key.at);
    for (size_t i = 0; i < count && used < sizeof what; i++)
        used += (size_t)snprintf(what + used, sizeof what - used, "%s %s", i ? "," : "", keys[i].name);
    return refuse(reading, key, what);
}

/* An object whose keys are those of the table. */
static bool read_object(Reading *reading, Jspan object, const Key *keys, size_t count, void *into) {
    const char *cursor = NULL;
    Jspan key, value;
    if (!jspan_is_object(object)) return refuse(reading, object, "an object in braces is expected");
    while (jspan_next_member(object, &cursor, &key, &value)) {
        size_t i = 0;
        while (i < count && !jspan_is_key(key, keys[i].name)) i++;
        if (i == count) return refuse_key(reading, key, keys, count);
        if (!keys[i].read(reading, value, (char *)into + keys[i].field)) return false;
    }
    for (size_t i = 0; i < count; i++) {
        char what[80];
        snprintf(what, sizeof what, "\"%s\" is missing here", keys[i].name);
        if (keys[i].needed && !jspan_find(object, keys[i].name, &value)) return refuse(reading, object, what);
    }
    return true;
}

/* An array into *items, `size` bytes each. */
static bool read_array(Reading *reading, Jspan array, Read read, size_t size, size_t most, void *items,
                       size_t *count) {
    const char *cursor = NULL;
    Jspan item;
    char what[80];
    size_t n = 0;
    if (!jspan_is_array(array)) return refuse(reading, array, "a list in brackets is expected");
    while (jspan_next_item(array, &cursor, &item)) n++;
    snprintf(what, sizeof what, "at most %zu items are allowed here", most);
    if (n > most) return refuse(reading, array, what);
    char *memory = take(reading, array, n, size);
    if (!memory) return false;
    memcpy(items, &memory, sizeof memory);
    *count = n;
    cursor = NULL;
    for (size_t i = 0; jspan_next_item(array, &cursor, &item); i++)
        if (!read(reading, item, memory + i * size)) return false;
    return true;
}

/* ---- plain values ---- */

static bool read_string(Reading *reading, Jspan value, void *into) {
    char text[LESSON_TEXT_MAX], *kept;
    if (!jspan_string(value, text, sizeof text) || !text[0])
        return refuse(reading, value, "a text in quotes is expected, of 1 to 1999 bytes");
    kept = take(reading, value, strlen(text) + 1, 1);
    if (!kept) return false;
    memcpy(kept, text, strlen(text) + 1);
    memcpy(into, &kept, sizeof kept);
    return true;
}

static bool read_id(Reading *reading, Jspan value, void *into) {
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    char text[ID_MAX];
    if (!jspan_string(value, text, sizeof text) || !text[0] || text[strspn(text, LETTERS)])
        return refuse(reading, value, "an id is 1 to 39 letters, digits, '.', '_' and '-', in quotes");
    return read_string(reading, value, into);
}

static bool read_number(Reading *reading, Jspan value, void *into) {
    return jspan_number(value, into) || refuse(reading, value, "a number is expected");
}

static bool read_whole(Reading *reading, Jspan value, double low, double high, int *into) {
    double number;
    char what[80];
    snprintf(what, sizeof what, "a whole number from %.0f to %.0f is expected", low, high);
    if (!jspan_number(value, &number) || number != floor(number) || number < low || number > high)
        return refuse(reading, value, what);
    *into = (int)number;
    return true;
}

static bool read_lesson_number(Reading *reading, Jspan value, void *into) {
    return read_whole(reading, value, 1, 999, into);
}

static bool read_train(Reading *reading, Jspan value, void *into) {
    return read_whole(reading, value, 0, TRAIN_MAX, into);
}

static bool read_tuple(Reading *reading, Jspan array, double *number, int count, const char *what) {
    const char *cursor = NULL;
    Jspan item;
    int i = 0;
    while (jspan_next_item(array, &cursor, &item))
        if (i == count || !jspan_number(item, &number[i++])) return refuse(reading, item, what);
    return i == count || refuse(reading, array, what);
}

static const Key TEXT_KEYS[] = {{"en", read_string, offsetof(LessonText, in[LANGUAGE_EN]), false},
                                {"zh", read_string, offsetof(LessonText, in[LANGUAGE_ZH]), false}};

static bool read_text(Reading *reading, Jspan value, void *into) {
    LessonText *text = into;
    if (!read_object(reading, value, TEXT_KEYS, COUNT(TEXT_KEYS), text)) return false;
    return text->in[LANGUAGE_EN] || text->in[LANGUAGE_ZH] ||
           refuse(reading, value, "a text needs \"en\", \"zh\" or both");
}

/* ---- changes ---- */

static bool read_setting(Reading *reading, int row, Jspan value, LessonSetting *setting) {
    const Scene blank = {.params = {.data = 0}};
    char text[80], what[300];
    bool truth;
    if (PARAMS[row].setting) return refuse(reading, value, "this belongs to the person, not to a lesson");
    if (jspan_bool(value, &truth))
        snprintf(text, sizeof text, "%s", truth ? "on" : "off");
    else if (jspan_number(value, &setting->value))
        num_format(text, setting->value);
    else if (!jspan_string(value, text, sizeof text))
        return refuse(reading, value, "a number, a choice in quotes, true or false is expected");
    setting->row = row;
    return param_parse(&blank, row, text, &setting->value, what, sizeof what) || refuse(reading, value, what);
}

static bool read_matrix(Reading *reading, Jspan key, Jspan value, LessonChange *change) {
    size_t name = (size_t)(key.end - key.at) - 2, length = (size_t)(value.end - value.at), used = 0;
    char *text = take(reading, value, name + length + 2, 1);
    if (!text) return false;
    memcpy(text, key.at + 1, name);
    text[name] = '=';
    for (size_t i = 0; i < length; i++) /* as on the command line: one line without blanks */
        if (!strchr(" \t\r\n", value.at[i])) text[name + 1 + used++] = value.at[i];
    change->matrix[change->matrix_count++] = text;
    return true;
}

static int find_param(Jspan key) {
    for (int row = 0; row < PARAM_COUNT; row++)
        if (jspan_is_key(key, PARAMS[row].id)) return row;
    return -1;
}

static bool refuse_set(Reading *reading, Jspan key) {
    char what[160];
    snprintf(what, sizeof what, "%.*s is no parameter; see: attnlab list parameters",
             (int)fmin((double)(key.end - key.at), 60), key.at);
    return refuse(reading, key, what);
}

static int by_row(const void *a, const void *b) {
    return ((const LessonSetting *)a)->row - ((const LessonSetting *)b)->row;
}

/* One parameter or matrix by its name. */
static bool add_setting(Reading *reading, Jspan key, Jspan value, LessonChange *change) {
    int row = find_param(key);
    if (row >= 0) return read_setting(reading, row, value, &change->set[change->set_count++]);
    if (!jspan_is_array(value) || change->matrix_count == SCORE_BLOCKS) return refuse_set(reading, key);
    return read_matrix(reading, key, value, change);
}

static bool begin_settings(Reading *reading, Jspan object, LessonChange *change) {
    if (!jspan_is_object(object)) return refuse(reading, object, "an object in braces is expected");
    change->set = take(reading, object, PARAM_COUNT, sizeof *change->set);
    change->matrix = take(reading, object, SCORE_BLOCKS, sizeof *change->matrix);
    return change->set && change->matrix;
}

static bool end_settings(Reading *reading, Jspan object, LessonChange *change) {
    Jspan h, w;
    qsort(change->set, change->set_count, sizeof *change->set, by_row);
    return !jspan_find(object, "w", &w) || !jspan_find(object, "h", &h) ||
           refuse(reading, h, "w and h are one number, h = 1/|w|: leave one out");
}

static bool read_set(Reading *reading, Jspan object, void *into) {
    LessonChange *change = into;
    const char *cursor = NULL;
    Jspan key, value;
    if (!begin_settings(reading, object, change)) return false;
    while (jspan_next_member(object, &cursor, &key, &value))
        if (!add_setting(reading, key, value, change)) return false;
    return end_settings(reading, object, change);
}

static bool read_point(Reading *reading, Jspan value, void *into) {
    return read_tuple(reading, value, into, 2, "a point is [x, y], two numbers");
}

static bool read_points(Reading *reading, Jspan value, void *into) {
    LessonChange *change = into;
    double(*pair)[2] = NULL;
    if (!read_array(reading, value, read_point, sizeof *pair, ITEMS_MAX, &pair, &change->point_count)) return false;
    change->x = take(reading, value, change->point_count, sizeof *change->x);
    change->y = take(reading, value, change->point_count, sizeof *change->y);
    for (size_t i = 0; change->x && change->y && i < change->point_count; i++) {
        change->x[i] = pair[i][0];
        change->y[i] = pair[i][1];
    }
    return change->x && change->y;
}

static bool read_one_move(Reading *reading, Jspan value, void *into) {
    static const char WHAT[] = "a move is [point, x, y], the point a whole number from 0";
    double number[3] = {0};
    if (!read_tuple(reading, value, number, 3, WHAT)) return false;
    if (number[0] != floor(number[0]) || number[0] < 0 || number[0] >= POINTS_MAX) return refuse(reading, value, WHAT);
    *(LessonMove *)into = (LessonMove){(size_t)number[0], number[1], number[2]};
    return true;
}

static bool read_moves(Reading *reading, Jspan value, void *into) {
    LessonChange *change = into;
    return read_array(reading, value, read_one_move, sizeof *change->move, ITEMS_MAX, &change->move,
                      &change->move_count);
}

static bool read_nudges(Reading *reading, Jspan value, void *into) {
    LessonChange *change = into;
    return read_array(reading, value, read_one_move, sizeof *change->nudge, ITEMS_MAX, &change->nudge,
                      &change->nudge_count);
}

static bool read_range(Reading *reading, Jspan value, void *into) {
    double number[2] = {0};
    if (!read_tuple(reading, value, number, 2, "a range of x is [from, to]")) return false;
    *(LessonRange *)into = (LessonRange){number[0], number[1]};
    return number[0] <= number[1] || refuse(reading, value, "this range ends before it begins");
}

static bool read_mutes(Reading *reading, Jspan value, void *into) {
    LessonChange *change = into;
    return read_array(reading, value, read_range, sizeof *change->mute, ITEMS_MAX, &change->mute, &change->mute_count);
}

#define CHANGE_KEYS(offset) \
    {"points", read_points, (offset), false}, {"move", read_moves, (offset), false}, \
        {"nudge", read_nudges, (offset), false}, {"mute", read_mutes, (offset), false}, \
        {"train", read_train, (offset) + offsetof(LessonChange, train), false}

/* A change that stands alone has its settings beside the other keys: {"w": 0, "train": 5}. */
static bool read_change(Reading *reading, Jspan object, void *into) {
    static const Key KEYS[] = {CHANGE_KEYS(0)};
    LessonChange *change = take(reading, object, 1, sizeof *change);
    const char *cursor = NULL;
    Jspan key, value;
    if (!change || !begin_settings(reading, object, change)) return false;
    memcpy(into, &change, sizeof change);
    while (jspan_next_member(object, &cursor, &key, &value)) {
        size_t i = 0;
        while (i < COUNT(KEYS) && !jspan_is_key(key, KEYS[i].name)) i++;
        bool good = i < COUNT(KEYS) ? KEYS[i].read(reading, value, (char *)change + KEYS[i].field)
                                    : add_setting(reading, key, value, change);
        if (!good) return false;
    }
    return end_settings(reading, object, change);
}

/* ---- conditions ---- */

static bool read_observable(Reading *reading, Jspan value, void *into) {
    int *observable = into;
    char text[ID_MAX] = "", what[120];
    *observable = jspan_string(value, text, sizeof text) ? observe_find(text) : -1;
    snprintf(what, sizeof what, "\"%s\" is no observable; the list is in src/model/observe.c", text);
    return *observable >= 0 || refuse(reading, value, what);
}

static const Key OPERAND_KEYS[] = {{"value", read_observable, offsetof(LessonOperand, observable), true},
                                   {"at", read_change, offsetof(LessonOperand, at), false},
                                   {"times", read_number, offsetof(LessonOperand, times), false},
                                   {"plus", read_number, offsetof(LessonOperand, plus), false}};

/* A number, the name of an observable, or an object. */
static bool read_operand(Reading *reading, Jspan value, void *into) {
    LessonOperand *operand = into;
    *operand = (LessonOperand){.observable = -1, .times = 1};
    if (jspan_number(value, &operand->number)) return true;
    if (!jspan_is_object(value)) return read_observable(reading, value, &operand->observable);
    return read_object(reading, value, OPERAND_KEYS, COUNT(OPERAND_KEYS), operand);
}

static bool read_relation(Reading *reading, Jspan value, void *into) {
    char text[4] = "";
    bool string = jspan_string(value, text, sizeof text);
    for (int i = 0; i < LESSON_RELATIONS && string; i++)
        if (strcmp(text, LESSON_SIGNS[i]) == 0) {
            LessonRelation relation = (LessonRelation)i;
            memcpy(into, &relation, sizeof relation);
            return true;
        }
    return refuse(reading, value, "one of \"=\", \"<\", \">\", \"<=\", \">=\" is expected");
}

static bool read_tolerance(Reading *reading, Jspan value, void *into) {
    return (jspan_number(value, into) && *(double *)into >= 0) || refuse(reading, value, "a number from 0 is expected");
}

/* {"value": V, "at": {...}, "times": F, "plus": G, "is": "<", "to": NUMBER | V | {...}, "within": E}: the left side stands open. */
static bool read_condition(Reading *reading, Jspan value, void *into) {
    static const Key KEYS[] = {
        {"value", read_observable, offsetof(LessonCondition, value.observable), true},
        {"at", read_change, offsetof(LessonCondition, value.at), false},
        {"times", read_number, offsetof(LessonCondition, value.times), false},
        {"plus", read_number, offsetof(LessonCondition, value.plus), false},
        {"is", read_relation, offsetof(LessonCondition, is), true},
        {"to", read_operand, offsetof(LessonCondition, to), true},
        {"within", read_tolerance, offsetof(LessonCondition, within), false},
    };
    LessonCondition *condition = into;
    *condition = (LessonCondition){.value = {.observable = -1, .times = 1}, .to = {.observable = -1, .times = 1}};
    return read_object(reading, value, KEYS, COUNT(KEYS), condition);
}

static bool read_conditions(Reading *reading, Jspan value, LessonCondition **conditions, size_t *count) {
    return read_array(reading, value, read_condition, sizeof **conditions, 64, conditions, count);
}

static bool read_claims(Reading *reading, Jspan value, void *into) {
    LessonStep *step = into;
    return read_conditions(reading, value, &step->claims, &step->claim_count);
}

static bool read_when(Reading *reading, Jspan value, void *into) {
    LessonStep *step = into;
    if (!read_conditions(reading, value, &step->when, &step->when_count)) return false;
    for (size_t i = 0; i < step->when_count; i++)
        if (step->when[i].value.at || step->when[i].to.at)
            return refuse(reading, value, "a task is judged by what is on the screen: \"at\" has no place here");
    return step->when_count > 0 || refuse(reading, value, "a task needs a condition");
}

/* ---- steps ---- */

static bool read_task(Reading *reading, Jspan value, void *into) {
    static const Key KEYS[] = {
        {"en", read_string, offsetof(LessonStep, task.in[LANGUAGE_EN]), false},
        {"zh", read_string, offsetof(LessonStep, task.in[LANGUAGE_ZH]), false},
        {"when", read_when, 0, true},
        {"solution", read_change, offsetof(LessonStep, solution), true},
    };
    LessonStep *step = into;
    if (!read_object(reading, value, KEYS, COUNT(KEYS), step)) return false;
    return step->task.in[LANGUAGE_EN] || step->task.in[LANGUAGE_ZH] ||
           refuse(reading, value, "a text needs \"en\", \"zh\" or both");
}

static bool read_highlight(Reading *reading, Jspan value, void *into) {
    LessonStep *step = into;
    return read_array(reading, value, read_id, sizeof *step->highlight, 16, &step->highlight, &step->highlight_count);
}

static bool read_hide(Reading *reading, Jspan value, void *into) {
    LessonStep *step = into;
    return read_array(reading, value, read_id, sizeof *step->hide, 16, &step->hide, &step->hide_count);
}

static bool read_step(Reading *reading, Jspan value, void *into) {
    static const Key KEYS[] = {
        {"title", read_text, offsetof(LessonStep, title), true},
        {"text", read_text, offsetof(LessonStep, text), true},
        {"set", read_set, offsetof(LessonStep, enter), false},
        CHANGE_KEYS(offsetof(LessonStep, enter)),
        {"highlight", read_highlight, 0, false},
        {"hide", read_hide, 0, false},
        {"question", read_text, offsetof(LessonStep, question), false},
        {"answer", read_text, offsetof(LessonStep, answer), false},
        {"task", read_task, 0, false},
        {"claims", read_claims, 0, false},
    };
    LessonStep *step = into;
    Jspan found;
    if (!read_object(reading, value, KEYS, COUNT(KEYS), step)) return false;
    if (jspan_find(value, "question", &found) != jspan_find(value, "answer", &found))
        return refuse(reading, value, "a question and its answer belong together: one of them is missing");
    return true;
}

static bool read_steps(Reading *reading, Jspan value, void *into) {
    Lesson *lesson = into;
    return read_array(reading, value, read_step, sizeof *lesson->step, LESSON_STEPS_MAX, &lesson->step,
                      &lesson->step_count) &&
           (lesson->step_count > 0 || refuse(reading, value, "a lesson needs at least one step"));
}

static bool read_lesson(Reading *reading, Jspan whole) {
    static const Key KEYS[] = {
        {"id", read_id, offsetof(Lesson, id), true},
        {"number", read_lesson_number, offsetof(Lesson, number), true},
        {"title", read_text, offsetof(Lesson, title), true},
        {"steps", read_steps, 0, true},
    };
    return read_object(reading, whole, KEYS, COUNT(KEYS), reading->lesson);
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
    if (!jspan_check(label, text, size, VALUES_MAX_JSON, &whole, error, room)) return NULL;
    Reading reading = {.label = label, .text = text, .lesson = lesson_create(), .error = error, .room = room};
    if (!reading.lesson)
        snprintf(error, room, "%s: not enough memory", label);
    else if (read_lesson(&reading, whole))
        return reading.lesson;
    lesson_destroy(reading.lesson);
    return NULL;
}

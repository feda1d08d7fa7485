/* One loop walks any object against the table of its keys, so the format is its tables. */
#include "io/lesson_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool lesson_json_refuse(LessonReading *reading, Jspan where, const char *what) {
    jspan_complain(reading->label, reading->text, where.at, what, reading->error, reading->room);
    return false;
}

void *lesson_json_take(LessonReading *reading, Jspan where, size_t count, size_t size) {
    void *memory = lesson_room(reading->lesson, count, size);
    if (!memory)
        lesson_json_refuse(reading, where, "not enough memory");
    return memory;
}

static bool refuse_key(LessonReading *reading, Jspan key, const LessonKey *keys, size_t count) {
    char what[400];
    int length = (int)fmin((double)(key.end - key.at), 60);
    size_t used = (size_t)snprintf(what, sizeof what, "%.*s is no key here; known are", length, key.at);
    for (size_t i = 0; i < count && used < sizeof what; i++)
        used += (size_t)snprintf(what + used, sizeof what - used, "%s %s", i ? "," : "", keys[i].name);
    return lesson_json_refuse(reading, key, what);
}

/* An object whose keys are those of the table. */
bool lesson_json_object(LessonReading *reading, Jspan object, const LessonKey *keys, size_t count, void *into) {
    const char *cursor = NULL;
    Jspan key, value;
    if (!jspan_is_object(object))
        return lesson_json_refuse(reading, object, "an object in braces is expected");
    while (jspan_next_member(object, &cursor, &key, &value)) {
        size_t i = 0;
        while (i < count && !jspan_is_key(key, keys[i].name))
            i++;
        if (i == count)
            return refuse_key(reading, key, keys, count);
        if (!keys[i].read(reading, value, (char *)into + keys[i].field))
            return false;
    }
    for (size_t i = 0; i < count; i++) {
        char what[80];
        snprintf(what, sizeof what, "\"%s\" is missing here", keys[i].name);
        if (keys[i].needed && !jspan_find(object, keys[i].name, &value))
            return lesson_json_refuse(reading, object, what);
    }
    return true;
}

/* An array into *items, `size` bytes each. */
bool lesson_json_array(LessonReading *reading, Jspan array, LessonRead read, size_t size, size_t most, void *items,
                       size_t *count) {
    const char *cursor = NULL;
    Jspan item;
    char what[80];
    size_t n = 0;
    if (!jspan_is_array(array))
        return lesson_json_refuse(reading, array, "a list in brackets is expected");
    while (jspan_next_item(array, &cursor, &item))
        n++;
    snprintf(what, sizeof what, "at most %zu items are allowed here", most);
    if (n > most)
        return lesson_json_refuse(reading, array, what);
    char *memory = lesson_json_take(reading, array, n, size);
    if (!memory)
        return false;
    memcpy(items, &memory, sizeof memory);
    *count = n;
    cursor = NULL;
    for (size_t i = 0; jspan_next_item(array, &cursor, &item); i++)
        if (!read(reading, item, memory + i * size))
            return false;
    return true;
}

bool lesson_json_string(LessonReading *reading, Jspan value, void *into) {
    char text[LESSON_TEXT_MAX], *kept;
    if (!jspan_string(value, text, sizeof text) || !text[0])
        return lesson_json_refuse(reading, value, "a text in quotes is expected, of 1 to 1999 bytes");
    kept = lesson_json_take(reading, value, strlen(text) + 1, 1);
    if (!kept)
        return false;
    memcpy(kept, text, strlen(text) + 1);
    memcpy(into, &kept, sizeof kept);
    return true;
}

bool lesson_json_id(LessonReading *reading, Jspan value, void *into) {
    static const char LETTERS[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    char text[LESSON_ID_MAX];
    if (!jspan_string(value, text, sizeof text) || !text[0] || text[strspn(text, LETTERS)])
        return lesson_json_refuse(reading, value, "an id is 1 to 39 letters, digits, '.', '_' and '-', in quotes");
    return lesson_json_string(reading, value, into);
}

bool lesson_json_number(LessonReading *reading, Jspan value, void *into) {
    return jspan_number(value, into) || lesson_json_refuse(reading, value, "a number is expected");
}

bool lesson_json_whole(LessonReading *reading, Jspan value, double low, double high, int *into) {
    double number;
    char what[80];
    snprintf(what, sizeof what, "a whole number from %.0f to %.0f is expected", low, high);
    if (!jspan_number(value, &number) || number != floor(number) || number < low || number > high)
        return lesson_json_refuse(reading, value, what);
    *into = (int)number;
    return true;
}

bool lesson_json_tuple(LessonReading *reading, Jspan array, double *number, int count, const char *what) {
    const char *cursor = NULL;
    Jspan item;
    int i = 0;
    while (jspan_next_item(array, &cursor, &item))
        if (i == count || !jspan_number(item, &number[i++]) || fabs(number[i - 1]) > 1e300)
            return lesson_json_refuse(reading, item, what);
    return i == count || lesson_json_refuse(reading, array, what);
}

static const LessonKey TEXT_KEYS[] = {{"en", lesson_json_string, offsetof(LessonText, in[LANGUAGE_EN]), false},
                                      {"zh", lesson_json_string, offsetof(LessonText, in[LANGUAGE_ZH]), false}};

bool lesson_json_text(LessonReading *reading, Jspan value, void *into) {
    LessonText *text = into;
    if (!lesson_json_object(reading, value, TEXT_KEYS, LESSON_COUNT(TEXT_KEYS), text))
        return false;
    return text->in[LANGUAGE_EN] || text->in[LANGUAGE_ZH] ||
           lesson_json_refuse(reading, value, "a text needs \"en\", \"zh\" or both");
}

/* jansson's tree is dropped as soon as it has said yes. The scanning below may then trust the text: it only needs
 * to know strings from structure. */
#include "io/jspan.h"

#include "core/num.h"
#include "io/utf8.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_JANSSON
#include <jansson.h>
#endif

/* ---- scanning ---- */

static bool blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && blank(*at))
        at++;
    return at;
}

/* Behind the string that starts at `at`. */
static const char *skip_string(const char *at, const char *end) {
    for (at++; at < end && *at != '"'; at++)
        at += *at == '\\';
    return at < end ? at + 1 : end;
}

static const char *skip_nest(const char *at, const char *end) {
    size_t depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = skip_string(at, end);
            continue;
        }
        depth += *at == '{' || *at == '[';
        depth -= *at == '}' || *at == ']';
        at++;
        if (depth == 0)
            break;
    }
    return at;
}

/* Behind the value that starts at `at`. */
static const char *skip_value(const char *at, const char *end) {
    if (at < end && *at == '"')
        return skip_string(at, end);
    if (at < end && (*at == '{' || *at == '['))
        return skip_nest(at, end);
    while (at < end && !blank(*at) && !strchr(",:]}", *at))
        at++;
    return at;
}

/* The start of the next element of a nest opened by `open`; NULL at its end. */
static const char *next_element(Jspan nest, char open, const char *cursor) {
    if (!nest.at || *nest.at != open)
        return NULL;
    const char *at = skip_blanks(cursor ? cursor : nest.at + 1, nest.end);
    if (cursor && at < nest.end && *at == ',')
        at = skip_blanks(at + 1, nest.end);
    return at + 1 < nest.end ? at : NULL;
}

bool jspan_next_item(Jspan array, const char **cursor, Jspan *value) {
    const char *at = next_element(array, '[', *cursor);
    if (!at)
        return false;
    *value = (Jspan){at, skip_value(at, array.end)};
    *cursor = value->end;
    return true;
}

bool jspan_next_member(Jspan object, const char **cursor, Jspan *key, Jspan *value) {
    const char *at = next_element(object, '{', *cursor);
    if (!at)
        return false;
    *key = (Jspan){at, skip_value(at, object.end)};
    at = skip_blanks(key->end, object.end);
    at = skip_blanks(at < object.end ? at + 1 : at, object.end); /* the colon */
    *value = (Jspan){at, skip_value(at, object.end)};
    *cursor = value->end;
    return true;
}

bool jspan_is_key(Jspan key, const char *name) {
    size_t length = strlen(name);
    return (size_t)(key.end - key.at) == length + 2 && memcmp(key.at + 1, name, length) == 0;
}

bool jspan_find(Jspan object, const char *key, Jspan *value) {
    const char *cursor = NULL;
    Jspan name;
    while (jspan_next_member(object, &cursor, &name, value))
        if (jspan_is_key(name, key))
            return true;
    *value = (Jspan){NULL, NULL};
    return false;
}

/* ---- values ---- */

static bool starts(Jspan value, const char *with) {
    size_t length = strlen(with);
    return value.at && (size_t)(value.end - value.at) >= length && memcmp(value.at, with, length) == 0;
}

bool jspan_is_object(Jspan value) { return starts(value, "{"); }

bool jspan_is_array(Jspan value) { return starts(value, "["); }

bool jspan_bool(Jspan value, bool *truth) {
    *truth = starts(value, "true");
    return *truth || starts(value, "false");
}

bool jspan_number(Jspan value, double *number) {
    return value.at && num_parse(value.at, (size_t)(value.end - value.at), number);
}

#ifdef HAVE_JANSSON

bool jspan_available(void) { return true; }

bool jspan_string(Jspan value, char *text, size_t room) {
    if (!starts(value, "\""))
        return false;
    json_t *string = json_loadb(value.at, (size_t)(value.end - value.at), JSON_DECODE_ANY, NULL);
    size_t length = json_string_length(string);
    bool fits = json_is_string(string) && length < room;
    if (fits)
        memcpy(text, json_string_value(string), length + 1);
    json_decref(string);
    return fits;
}

/* What a tree of the text would hold at most, for it is built before its items can be counted. */
static bool too_many(const char *text, size_t size, size_t most) {
    size_t commas = 0;
    for (size_t i = 0; i < size; i++)
        commas += text[i] == ',' || text[i] == '[' || text[i] == '{';
    return commas >= most;
}

typedef struct Source { /* what jansson asks for part by part */
    const char *text;
    size_t size, at;
    Progress *progress;
    bool stopped;
} Source;

static size_t give(void *buffer, size_t room, void *owner) {
    Source *source = owner;
    size_t left = source->size - source->at, part = left < room ? left : room;
    if (!progress_tell(source->progress, PROGRESS_TEXT, source->at, source->size)) {
        source->stopped = true;
        return (size_t)-1;
    }
    memcpy(buffer, source->text + source->at, part);
    source->at += part;
    return part;
}

bool jspan_check_watched(const char *label, const char *text, size_t size, size_t most, Progress *progress,
                         Jspan *whole, char *error, size_t room) {
    json_error_t fault;
    Source source = {.text = text, .size = size, .progress = progress};
    if (too_many(text, size, most)) {
        snprintf(error, room, "%s: has more than the limit of %zu values", label, most);
        return false;
    }
    json_t *root = json_load_callback(give, &source, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &fault);
    bool object = root && json_typeof(root) == JSON_OBJECT;
    json_decref(root);
    const char *at = skip_blanks(text, text + size), *end = text + size;
    while (end > at && blank(end[-1]))
        end--;
    *whole = (Jspan){at, end};
    if (source.stopped)
        snprintf(error, room, "%s: stopped", label);
    else if (!root)
        snprintf(error, room, "%s:%d:%d: %s", label, fault.line > 0 ? fault.line : 1,
                 fault.column > 0 ? fault.column : 1, fault.text);
    else if (!object)
        jspan_complain(label, text, at, "an object in braces is expected", error, room);
    return object && !source.stopped;
}

#else

bool jspan_available(void) { return false; }

bool jspan_string(Jspan value, char *text, size_t room) {
    (void)value, (void)text, (void)room;
    return false;
}

bool jspan_check_watched(const char *label, const char *text, size_t size, size_t most, Progress *progress,
                         Jspan *whole, char *error, size_t room) {
    (void)text, (void)size, (void)most, (void)progress, (void)whole;
    snprintf(error, room, "%s: this build has no jansson, so it cannot read JSON", label);
    return false;
}

#endif

bool jspan_check(const char *label, const char *text, size_t size, size_t most, Jspan *whole, char *error,
                 size_t room) {
    return jspan_check_watched(label, text, size, most, NULL, whole, error, room);
}

void jspan_complain(const char *label, const char *text, const char *at, const char *what, char *error, size_t room) {
    size_t line = 1, column = 1;
    for (; text < at; text++) {
        column += ((unsigned char)*text & 0xc0) != 0x80;
        if (*text == '\n') {
            line++;
            column = 1;
        }
    }
    snprintf(error, room, "%s:%zu:%zu: %s", label, line, column, what);
}

/* ---- writing ---- */

void jspan_put_number(FILE *out, double number) {
    char text[NUM_TEXT];
    num_format(text, number);
    fputs(text, out);
}

void jspan_put_string(FILE *out, const char *text) {
    size_t size = strlen(text);
    fputc('"', out);
    for (size_t step; size > 0; text += step, size -= step) {
        unsigned char c = (unsigned char)*text;
        step = utf8_step(text, size);
        if (step == 0) {
            fputs("\xef\xbf\xbd", out);
            step = 1;
        } else if (c < 0x20 || c == 0x7f) {
            fprintf(out, "\\u%04x", c);
        } else {
            if (c == '"' || c == '\\')
                fputc('\\', out);
            fwrite(text, 1, step, out);
        }
    }
    fputc('"', out);
}

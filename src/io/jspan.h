/* JSON in place. A text is checked once, as a whole, by jansson (RFC 8259, no duplicate keys); after that values are
 * just spans of it, so every complaint can name its line and column, and what is not understood can be kept as it
 * was written. Numbers pass through core/num, which no locale touches. */
#ifndef IO_JSPAN_H
#define IO_JSPAN_H

#include "io/progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* One value of a checked text, without blanks around it; at NULL = none. */
typedef struct Jspan {
    const char *at, *end;
} Jspan;

/* Whether this build has jansson. */
bool jspan_available(void);

/* Whether text[0..size) is an object in JSON; *whole is its span. False and "label:line:column: what" in error, also
 * when it has more than `most` values, the build has no jansson, or it was stopped. */
bool jspan_check_watched(const char *label, const char *text, size_t size, size_t most, Progress *progress,
                         Jspan *whole, char *error, size_t room);
/* The same while nobody watches. */
bool jspan_check(const char *label, const char *text, size_t size, size_t most, Jspan *whole, char *error, size_t room);

/* The next member of an object, or item of an array, after `*cursor` (start with NULL); false at the end. A span of
 * another kind has none. */
bool jspan_next_member(Jspan object, const char **cursor, Jspan *key, Jspan *value);
bool jspan_next_item(Jspan array, const char **cursor, Jspan *value);
/* The member named `key`, a name without escapes; false when there is none. */
bool jspan_find(Jspan object, const char *key, Jspan *value);
bool jspan_is_key(Jspan key, const char *name);

/* False when the value is of another kind, or (string) needs more than `room` bytes with its NUL. */
bool jspan_number(Jspan value, double *number);
bool jspan_string(Jspan value, char *text, size_t room);
bool jspan_bool(Jspan value, bool *truth);
bool jspan_is_object(Jspan value);
bool jspan_is_array(Jspan value);

/* Writes "label:line:column: " in front of `what`; `at` is in text. The column counts characters. */
void jspan_complain(const char *label, const char *text, const char *at, const char *what, char *error, size_t room);

/* `number` must be finite; reads back as the same double, the sign of zero too. */
void jspan_put_number(FILE *out, double number);
/* What is no UTF-8 becomes U+FFFD. */
void jspan_put_string(FILE *out, const char *text);

#endif

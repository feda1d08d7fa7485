/* Just enough of UTF-8 for files: is it valid, and where may a text be cut. RFC 3629: at most 4 bytes, no
 * surrogates, nothing longer than needed, nothing above U+10FFFF. */
#ifndef IO_UTF8_H
#define IO_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character that text[0..size) begins with, 1 to 4; 0 when it is not valid UTF-8 or size is 0. */
size_t utf8_step(const char *text, size_t size);

/* Whether all of text[0..size) is valid. */
bool utf8_valid(const char *text, size_t size);

/* Copies text[0..size) for a reader's eyes: what is invalid, and control characters, become '?'; what does
 * not fit into `room` bytes is cut between characters and ends with "...". room >= 8. */
void utf8_show(char *shown, size_t room, const char *text, size_t size);

#endif

/* Numbers as text, the only place that converts between the two: shortest decimals that read back
 * as the same double, always with a dot, whatever the C library's locale. */
#ifndef CORE_NUM_H
#define CORE_NUM_H

#include <stdbool.h>
#include <stddef.h>

enum { NUM_TEXT = 32 }; /* bytes that any formatted number fits in, terminator included */

/* Shortest decimal that reads back as `value`; "inf", "-inf" or "nan" where it is not finite.
 * Returns the length. */
size_t num_format(char text[NUM_TEXT], double value);

/* For people: `decimals` digits after the dot; scientific when |value| needs more than 9 digits or
 * would show as zero. Never "-0.00". Returns the length. */
size_t num_format_fixed(char text[NUM_TEXT], double value, int decimals);

/* For people: `digits` significant digits, trailing zeros dropped ("0.25", "1e8"). */
size_t num_format_digits(char text[NUM_TEXT], double value, int digits);

/* Reads all of text[0..length) as one decimal number: sign, digits, one dot, exponent; blanks around
 * it are allowed. False for anything else: empty, hex, inf, nan, a value that overflows to infinity. */
bool num_parse(const char *text, size_t length, double *value);

#endif

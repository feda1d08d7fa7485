/* Numbers as text. printf and strtod spell the decimal point as the process locale wants it, so printf's
 * point is put back to a dot, and strtod is only ever handed an integer with an exponent, which has none.
 * Most input never gets that far: a mantissa up to 2^53 and a power of ten up to 10^22 are both exact as
 * doubles, so one multiplication or division rounds correctly (Clinger 1990, "How to read floating point
 * numbers accurately"). */
#include "core/num.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_DIGITS = 800,     /* a decimal of more digits than 767 can only matter as "a little more" */
    MAX_EXPONENT = 99999, /* beyond any double, even after 800 digits */
    EXACT_POWER = 22
};

static const double POWERS_OF_TEN[EXACT_POWER + 1] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* What the grammar saw: the significant digits as text[0..length), with dots still among them. */
typedef struct Decimal {
    bool negative;
    const char *digits;
    size_t length;
    int64_t exponent; /* of the last digit */
} Decimal;

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    return at;
}

/* Digits with at most one dot among them; NULL when there is no digit. */
static const char *read_mantissa(const char *at, const char *end, Decimal *decimal) {
    bool dot = false, any = false;
    decimal->digits = at;
    for (; at < end && (is_digit(*at) || (*at == '.' && !dot)); at++) {
        if (*at == '.')
            dot = true;
        else if (dot)
            decimal->exponent--;
        any = any || is_digit(*at);
    }
    decimal->length = (size_t)(at - decimal->digits);
    return any ? at : NULL;
}

/* An optional exponent; NULL for an "e" without digits. Saturates far outside of any text's length. */
static const char *read_exponent(const char *at, const char *end, Decimal *decimal) {
    if (at == end || (*at != 'e' && *at != 'E'))
        return at;
    at++;
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    if (at == end || !is_digit(*at))
        return NULL;
    int64_t value = 0;
    for (; at < end && is_digit(*at); at++)
        value = value > INT64_MAX / 100 ? value : value * 10 + (*at - '0');
    decimal->exponent += negative ? -value : value;
    return at;
}

static bool read_decimal(const char *text, size_t length, Decimal *decimal) {
    const char *end = text + length;
    const char *at = skip_blanks(text, end);
    *decimal = (Decimal){.negative = at < end && *at == '-'};
    if (at < end && (*at == '-' || *at == '+'))
        at++;
    at = read_mantissa(at, end, decimal);
    at = at ? read_exponent(at, end, decimal) : NULL;
    return at && skip_blanks(at, end) == end;
}

/* False when the digits or the exponent are too many for one exact operation. */
static bool convert_exactly(const Decimal *decimal, double *value) {
    uint64_t mantissa = 0;
    for (size_t i = 0; i < decimal->length; i++) {
        if (decimal->digits[i] == '.')
            continue;
        mantissa = mantissa * 10 + (uint64_t)(decimal->digits[i] - '0');
        if (mantissa > (UINT64_C(1) << 53))
            return false;
    }
    if (decimal->exponent > EXACT_POWER || decimal->exponent < -EXACT_POWER)
        return false;
    *value = decimal->exponent < 0 ? (double)mantissa / POWERS_OF_TEN[-decimal->exponent]
                                   : (double)mantissa * POWERS_OF_TEN[decimal->exponent];
    return true;
}

/* Through strtod, as "digits e exponent". Digits past MAX_DIGITS become one more digit, 0 or 1. */
static double convert_by_library(const Decimal *decimal) {
    char text[MAX_DIGITS + 16];
    size_t kept = 0;
    int64_t dropped = 0;
    bool rest = false;
    for (size_t i = 0; i < decimal->length; i++) {
        char c = decimal->digits[i];
        if (c == '.' || (kept == 0 && c == '0'))
            continue;
        if (kept < MAX_DIGITS) {
            text[kept++] = c;
        } else {
            rest = rest || c != '0';
            dropped++;
        }
    }
    if (kept == 0)
        return 0;
    if (dropped > 0) {
        text[kept++] = rest ? '1' : '0';
        dropped--;
    }
    int64_t exponent = decimal->exponent + dropped;
    exponent = exponent > MAX_EXPONENT ? MAX_EXPONENT : exponent < -MAX_EXPONENT ? -MAX_EXPONENT : exponent;
    snprintf(text + kept, sizeof text - kept, "e%d", (int)exponent);
    return strtod(text, NULL);
}

bool num_parse(const char *text, size_t length, double *value) {
    Decimal decimal;
    double magnitude;
    if (!read_decimal(text, length, &decimal))
        return false;
    if (!convert_exactly(&decimal, &magnitude))
        magnitude = convert_by_library(&decimal);
    if (!isfinite(magnitude))
        return false;
    *value = decimal.negative ? -magnitude : magnitude;
    return true;
}

/* Copies printf's number with whatever bytes stand for the decimal point as one dot. */
static size_t copy_with_dot(char text[NUM_TEXT], const char *printed) {
    size_t length = 0;
    bool dot = false;
    for (; *printed != '\0' && length < NUM_TEXT - 1; printed++) {
        if (is_digit(*printed) || strchr("+-e", *printed))
            text[length++] = *printed;
        else if (!dot) {
            text[length++] = '.';
            dot = true;
        }
    }
    text[length] = '\0';
    return length;
}

static size_t print_general(char text[NUM_TEXT], double value, int digits) {
    char printed[64];
    snprintf(printed, sizeof printed, "%.*g", digits, value);
    return copy_with_dot(text, printed);
}

static size_t print_not_finite(char text[NUM_TEXT], double value) {
    return (size_t)snprintf(text, NUM_TEXT, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
}

static bool reads_back(const char *text, size_t length, double value) {
    double again;
    return num_parse(text, length, &again) && again == value;
}

/* Below a power of two the doubles lie twice as dense, so the nearest decimal of 16 digits may miss where
 * the next one up still hits: try 17 digits with the last one rounded up. */
static size_t print_power_of_two(char text[NUM_TEXT], double value) {
    size_t length = print_general(text, value, 17);
    size_t last = strcspn(text, "e") - 1;
    if (last < 2 || !is_digit(text[last - 1]) || text[last - 1] == '9')
        return length;
    text[last - 1]++;
    memmove(text + last, text + last + 1, length - last);
    return length - 1;
}

size_t num_format(char text[NUM_TEXT], double value) {
    if (!isfinite(value))
        return print_not_finite(text, value);
    size_t length = 0;
    int exponent;
    /* Any 15 digits survive a normal double; only below those is there less to print. */
    for (int digits = fabs(value) < DBL_MIN ? 1 : 15; digits < 17; digits++) {
        length = print_general(text, value, digits);
        if (reads_back(text, length, value))
            return length;
    }
    if (fabs(frexp(value, &exponent)) == 0.5) {
        length = print_power_of_two(text, value);
        if (reads_back(text, length, value))
            return length;
    }
    return print_general(text, value, 17);
}

/* "e+08" as "e8": for people. */
static size_t shorten_exponent(char *text) {
    char *e = strchr(text, 'e');
    if (e) {
        char *digits = e + 1 + (e[1] == '-'), *from = e + 1 + strspn(e + 1, "+-0");
        memmove(digits, *from ? from : "0", strlen(*from ? from : "0") + 1);
    }
    return strlen(text);
}

static bool shows_as_zero(const char *text) { return text[strspn(text, "-0.")] == '\0'; }

size_t num_format_fixed(char text[NUM_TEXT], double value, int decimals) {
    char printed[400];
    if (!isfinite(value))
        return print_not_finite(text, value);
    decimals = decimals < 0 ? 0 : decimals > 15 ? 15 : decimals;
    if (value == 0)
        value = 0; /* the sign of -0 */
    snprintf(printed, sizeof printed, "%.*f", decimals, value);
    size_t whole = strspn(printed + (printed[0] == '-'), "0123456789");
    if (whole <= 9) {
        size_t length = copy_with_dot(text, printed);
        if (value == 0 || !shows_as_zero(text))
            return length;
    }
    snprintf(printed, sizeof printed, "%.*e", decimals, value);
    copy_with_dot(text, printed);
    return shorten_exponent(text);
}

size_t num_format_digits(char text[NUM_TEXT], double value, int digits) {
    if (!isfinite(value))
        return print_not_finite(text, value);
    print_general(text, value == 0 ? 0 : value, digits < 1 ? 1 : digits > 17 ? 17 : digits);
    return shorten_exponent(text);
}

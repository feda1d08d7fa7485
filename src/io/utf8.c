/* The lead byte gives the length and the range of the second byte; the ranges are those of RFC 3629's
 * syntax (section 4), which is how overlong forms and surrogates are ruled out. */
#include "io/utf8.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

typedef struct Lead {
    unsigned char first, last; /* lead bytes */
    unsigned char low, high;   /* second byte */
    size_t length;
} Lead;

static const Lead LEADS[] = {
    {0x00, 0x7f, 0x00, 0xff, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

size_t utf8_step(const char *text, size_t size) {
    const unsigned char *bytes = (const unsigned char *)text;
    if (size == 0)
        return 0;
    const Lead *lead = LEADS;
    while (bytes[0] < lead->first || bytes[0] > lead->last)
        if (++lead == LEADS + sizeof LEADS / sizeof *LEADS)
            return 0;
    if (lead->length > size || (lead->length > 1 && (bytes[1] < lead->low || bytes[1] > lead->high)))
        return 0;
    for (size_t i = 2; i < lead->length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    return lead->length;
}

/* Bytes of ASCII at the start, eight at a time: nearly all of a table. */
static size_t ascii_start(const char *text, size_t size) {
    size_t at = 0;
    for (uint64_t eight; at + sizeof eight <= size; at += sizeof eight) {
        memcpy(&eight, text + at, sizeof eight);
        if (eight & 0x8080808080808080u)
            break;
    }
    return at;
}

bool utf8_valid(const char *text, size_t size) {
    while (size > 0) {
        size_t plain = ascii_start(text, size);
        text += plain;
        size -= plain;
        if (size == 0)
            break;
        size_t step = utf8_step(text, size);
        if (step == 0)
            return false;
        text += step;
        size -= step;
    }
    return true;
}

/* Bytes of text's first character as it is shown; *plain: as it stands rather than as '?'. */
static size_t shown_step(const char *text, size_t size, bool *plain) {
    size_t step = utf8_step(text, size);
    *plain = step > 1 || (step == 1 && (unsigned char)*text >= ' ' && *text != 127);
    return step ? step : 1;
}

/* No character takes more room shown than it has bytes, so a text shorter than the room is not cut. */
void utf8_show(char *shown, size_t room, const char *text, size_t size) {
    assert(room >= 8);
    bool plain, whole = size < room;
    size_t used = 0;
    while (size > 0) {
        size_t step = shown_step(text, size, &plain), length = plain ? step : 1;
        if (!whole && used + length > room - sizeof "...") {
            memcpy(shown + used, "...", 3);
            used += 3;
            break;
        }
        if (plain)
            memcpy(shown + used, text, length);
        else
            shown[used] = '?';
        used += length;
        text += step;
        size -= step;
    }
    shown[used] = '\0';
}

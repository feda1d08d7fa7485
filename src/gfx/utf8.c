/* A strict UTF-8 decoder. A lead byte tells the length and the smallest code point that may have it;
 * whatever does not fit costs one byte and yields U+FFFD, so that decoding always moves on. */
#include "gfx/utf8.h"

static const struct {
    unsigned char mask, lead;
    int more;
    uint32_t least;
} FORMS[] = {
    {0x80, 0x00, 0, 0},
    {0xE0, 0xC0, 1, 0x80},
    {0xF0, 0xE0, 2, 0x800},
    {0xF8, 0xF0, 3, 0x10000},
};

static uint32_t decode(const unsigned char *s, int form) {
    uint32_t codepoint = s[0] & (unsigned char)~FORMS[form].mask;
    for (int i = 1; i <= FORMS[form].more; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return UINT32_MAX;
        codepoint = codepoint << 6 | (s[i] & 0x3F);
    }
    bool surrogate = codepoint >= 0xD800 && codepoint <= 0xDFFF;
    return codepoint < FORMS[form].least || codepoint > 0x10FFFF || surrogate ? UINT32_MAX : codepoint;
}

uint32_t utf8_next(const char **text) {
    const unsigned char *s = (const unsigned char *)*text;
    if (!*s)
        return 0;
    for (int form = 0; form < 4; form++) {
        if ((s[0] & FORMS[form].mask) != FORMS[form].lead)
            continue;
        uint32_t codepoint = decode(s, form);
        if (codepoint == UINT32_MAX)
            break;
        *text += 1 + FORMS[form].more;
        return codepoint;
    }
    *text += 1;
    return UTF8_REPLACEMENT;
}

bool utf8_invisible(uint32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || (c >= 0x200B && c <= 0x200F) ||
           (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x2064) || (c >= 0xFE00 && c <= 0xFE0F) || c == 0xFEFF;
}

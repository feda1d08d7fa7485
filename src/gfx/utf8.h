/* One code point after the other out of UTF-8. */
#ifndef GFX_UTF8_H
#define GFX_UTF8_H

#include <stdbool.h>
#include <stdint.h>

enum { UTF8_REPLACEMENT = 0xFFFD };

/* The code point at *text, which moves behind it; 0 at the terminator, where *text stays. A malformed
 * sequence (also a surrogate, an overlong form, or beyond U+10FFFF) is one U+FFFD per bad byte. */
uint32_t utf8_next(const char **text);

/* True if the code point leaves no mark and takes no room: controls, joiners, variation selectors. */
bool utf8_invisible(uint32_t codepoint);

#endif

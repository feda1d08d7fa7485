/* The chain of fonts: for every code point the first font that has it, its advance, and its picture. */
#ifndef GFX_FONTS_H
#define GFX_FONTS_H

#include "draw/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Fonts Fonts;

/* Coverage of one glyph, 8 bits a pixel, row 0 on top. The pen is at (left, top) of the picture's origin:
 * pixel (0, 0) belongs at pen.x + left, baseline - top. An empty glyph has width 0. */
typedef struct GlyphImage {
    int width, height, left, top;
    unsigned char *pixels; /* free() it; NULL if empty */
} GlyphImage;

enum { FONTS_PHASES = 4 }; /* horizontal places within a pixel for which a glyph is drawn anew */

/* Finds and opens the fonts. NULL, with one line in `error` naming what was needed and where was looked, if
 * there is no font for Latin letters. Needs no OpenGL context. */
Fonts *fonts_create(char *error, size_t room);
void fonts_destroy(Fonts *fonts);

/* Whether some font has the code point (Chinese can be shown if it has U+6CE8). */
bool fonts_has(Fonts *fonts, uint32_t codepoint);

/* The files in use, best first; NULL from `i` = their count on. */
const char *fonts_path(const Fonts *fonts, size_t i);

/* Size that texts are really drawn in: rounded to half a pixel, at least 1, at most FONTS_LARGEST. */
enum { FONTS_LARGEST = 400 };
float fonts_size(float size);

/* Advance in em, the same for all digits; 0 for an invisible code point. One that no font has counts as U+FFFD, or as
 * nothing if that is missing too, and is named once on standard error. */
float fonts_advance(Fonts *fonts, Font font, uint32_t codepoint);

/* Width of one line of UTF-8, in pixels. */
float fonts_width(Fonts *fonts, const char *utf8, Font font, float size);

/* Layout's view of the fonts, valid as long as they are. */
TextMetrics fonts_metrics(Fonts *fonts);

/* Draws a glyph at fonts_size(size), shifted right by phase / FONTS_PHASES pixels. False if memory or the
 * font failed; *image is then empty. */
bool fonts_raster(Fonts *fonts, Font font, uint32_t codepoint, float size, int phase, GlyphImage *image);

#endif

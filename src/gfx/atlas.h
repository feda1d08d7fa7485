/* The glyph atlas: pictures of glyphs in a few textures, drawn when first asked for; and one texture more of this
 * picture's words, each put together from its glyphs, for a driver in software takes longer over many small
 * rectangles than over one. */
#ifndef GFX_ATLAS_H
#define GFX_ATLAS_H

#include "gfx/fonts.h"
#include "gfx/gl.h"

enum { ATLAS_EDGE = 1024, ATLAS_PAGES = 4, ATLAS_WORDS = ATLAS_PAGES /* the page of words */ };

typedef struct Atlas Atlas;

/* A glyph's place: texels (x, y) to (x + width, y + height) of a page; left and top as in GlyphImage. */
typedef struct Glyph {
    short x, y, width, height, left, top;
    short page;
} Glyph;

/* Textures are created in the current context; `info` must outlive the atlas. NULL when memory runs out. */
Atlas *atlas_create(Fonts *fonts, const GlInfo *info);
void atlas_destroy(Atlas *atlas);

/* The glyph, drawn at fonts_size(size) and phase / FONTS_PHASES pixels to the right; empty (width 0) if there
 * is nothing to draw. False if all pages are full: upload, draw what refers to them, atlas_clear, ask again.
 * If it does not even fit an empty atlas it is empty. */
bool atlas_glyph(Atlas *atlas, Font font, uint32_t codepoint, float size, int phase, Glyph *glyph);
void atlas_clear(Atlas *atlas);

/* To be called once a picture: what was on the page of words is not needed any more. */
void atlas_begin(Atlas *atlas);
/* Room for a word on its page, cleared; false when there is none, or no memory. Then its glyphs, from the left and top
 * of the room; where two overlap, the larger coverage counts. */
bool atlas_word(Atlas *atlas, int width, int height, Glyph *word);
void atlas_word_add(Atlas *atlas, const Glyph *word, const Glyph *glyph, int left, int top);

/* Sends what was drawn since the last time to the textures. */
void atlas_upload(Atlas *atlas);
unsigned atlas_texture(const Atlas *atlas, int page);

#endif

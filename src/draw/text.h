/* How wide and how high a text is, asked of whoever owns the fonts (gfx's glyph atlas, or a fixed-width
 * stand-in in tests), so that layout needs no graphics library. */
#ifndef DRAW_TEXT_H
#define DRAW_TEXT_H

typedef enum { FONT_REGULAR, FONT_BOLD, FONT_COUNT } Font;

/* What layout may ask of a font; `owner` is passed back to the functions. Sizes and results in pixels.
 * A text is one line of UTF-8; an empty one has width 0. */
typedef struct TextMetrics {
    void *owner;
    float (*width)(void *owner, const char *utf8, Font font, float size);
} TextMetrics;

/* Baseline that centres capital letters of this size on `middle`. */
static inline float text_baseline(float middle, float size) { return middle + 0.36f * size; }

#endif

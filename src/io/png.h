/* Pictures as PNG files: sRGB, with their resolution and with texts (the scene itself travels in one), and the same
 * bytes for the same picture, for no time is written. */
#ifndef IO_PNG_H
#define IO_PNG_H

#include <stdbool.h>
#include <stddef.h>

enum { PNG_SIDE_MAX = 32768, PNG_TEXT_MAX = 1 << 28 };

typedef struct PngText {
    const char *key;  /* 1 to 79 Latin letters, such as "Title" */
    const char *text; /* UTF-8 */
} PngText;

/* Saves width * height pixels, 4 bytes each (R, G, B, alpha, not premultiplied), top row first, to `path` whole or
 * not at all. dpi > 0 is the resolution in pixels an inch. False and one line in error when it fails. */
bool png_save(const char *path, const unsigned char *rgba, int width, int height, double dpi, const PngText *texts,
              size_t text_count, char *error, size_t room);

/* The same pixels as a PNG file in memory, size bytes, to be freed; NULL without memory or for sides out of range. */
unsigned char *png_encode(const unsigned char *rgba, int width, int height, size_t *size);

/* The text under `key` in the PNG file bytes[0..size), to be freed by the caller; NULL and one line in error when
 * it is no PNG, is damaged before the text, or has none. */
char *png_find_text(const char *label, const void *bytes, size_t size, const char *key, char *error, size_t room);

/* The same from the file at `path`. */
char *png_read_text(const char *path, const char *key, char *error, size_t room);

/* Whether the bytes begin as a PNG file does. */
bool png_is_png(const void *bytes, size_t size);

#endif

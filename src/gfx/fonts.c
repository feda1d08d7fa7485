/* Text as single glyphs, each from the first font of the chain that has it, all on one baseline.
 * Advances are measured once at 1024 pixels per em, so they scale without the steps of hinted metrics.
 * Pictures: SDL_ttf rasters the glyph four times too wide (horizontal resolution only), which keeps light
 * vertical hinting; averaging four columns then gives exact coverage at any quarter of a pixel. So letters
 * stand where the layout puts them, and still have crisp horizontal strokes. Digits are all as wide as 0, so
 * that numbers stand in columns and do not jitter while they change. */
#include "gfx/fonts.h"

#include "gfx/fontfind.h"
#include "gfx/utf8.h"

#include <SDL.h>
#include <SDL_ttf.h>
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EM = 1024 };

typedef struct Face {
    TTF_Font *raster, *measure; /* the second is opened when first needed */
    float size;                 /* that `raster` is set to; 0 = none yet */
} Face;

/* What is known of one code point in one weight. */
typedef struct Entry {
    uint32_t key;   /* 1 + codepoint * FONT_COUNT + font; 0 = free */
    uint32_t shown; /* the code point drawn for it */
    int face;       /* -1: nothing to draw */
    float advance;  /* em */
    float shift;    /* em: the picture stands so much further right */
} Entry;

struct Fonts {
    FontFile files[FONTFIND_MOST];
    Face faces[FONTFIND_MOST];
    size_t count;
    Entry *entries; /* open addressing, `room` a power of two */
    size_t room, used;
};

static bool open_faces(Fonts *fonts) {
    size_t kept = 0;
    for (size_t i = 0; i < fonts->count; i++) {
        FontFile file = fonts->files[i];
        TTF_Font *font = TTF_OpenFontIndex(file.path, 16, file.index);
        if (!font) {
            fprintf(stderr, "attnlab: font %s: %s\n", file.path, TTF_GetError());
            free(file.path);
            continue;
        }
        TTF_SetFontHinting(font, TTF_HINTING_LIGHT);
        fonts->files[kept] = file;
        fonts->faces[kept++] = (Face){.raster = font};
    }
    fonts->count = kept;
    return kept > 0;
}

Fonts *fonts_create(char *error, size_t room) {
    const char *source = "";
    if (TTF_Init() != 0) {
        snprintf(error, room, "SDL_ttf cannot start: %s", TTF_GetError());
        return NULL;
    }
    Fonts *fonts = calloc(1, sizeof *fonts);
    if (fonts)
        fonts->entries = calloc(1024, sizeof *fonts->entries);
    if (!fonts || !fonts->entries) {
        snprintf(error, room, "out of memory for fonts");
        goto failed;
    }
    fonts->room = 1024;
    fonts->count = fontfind_list(fonts->files, &source);
    size_t found = fonts->count;
    if (!open_faces(fonts) || !fonts_has(fonts, 'a')) {
        snprintf(error, room,
                 "a font with Latin letters is needed (Inter, Noto Sans or DejaVu Sans); looked in %s: "
                 "%zu font files, none of them usable",
                 source, found);
        goto failed;
    }
    return fonts;
failed:
    if (fonts)
        fonts_destroy(fonts);
    else
        TTF_Quit();
    return NULL;
}

void fonts_destroy(Fonts *fonts) {
    if (!fonts)
        return;
    for (size_t i = 0; i < fonts->count; i++) {
        TTF_CloseFont(fonts->faces[i].raster);
        if (fonts->faces[i].measure)
            TTF_CloseFont(fonts->faces[i].measure);
    }
    fontfind_free(fonts->files, fonts->count);
    free(fonts->entries);
    free(fonts);
    TTF_Quit();
}

const char *fonts_path(const Fonts *fonts, size_t i) { return i < fonts->count ? fonts->files[i].path : NULL; }

float fonts_size(float size) {
    float rounded = floorf(size * 2 + 0.5f) / 2;
    return rounded > 1 ? (rounded < FONTS_LARGEST ? rounded : FONTS_LARGEST) : 1;
}

/* The first face of this weight with the code point, else of any weight, else -1. */
static int find_face(const Fonts *fonts, Font font, uint32_t codepoint) {
    for (int any = 0; any < 2; any++)
        for (size_t i = 0; i < fonts->count; i++)
            if ((any || fonts->files[i].font == font) && TTF_GlyphIsProvided32(fonts->faces[i].raster, codepoint))
                return (int)i;
    return -1;
}

bool fonts_has(Fonts *fonts, uint32_t codepoint) { return find_face(fonts, FONT_REGULAR, codepoint) >= 0; }

static float measure(Fonts *fonts, int face, uint32_t codepoint) {
    Face *f = &fonts->faces[face];
    int advance = 0;
    if (!f->measure) {
        f->measure = TTF_OpenFontIndex(fonts->files[face].path, EM, fonts->files[face].index);
        if (!f->measure || TTF_SetFontSizeDPI(f->measure, EM, 72, 72) != 0)
            return 0.5f;
        TTF_SetFontHinting(f->measure, TTF_HINTING_NONE);
    }
    if (TTF_GlyphMetrics32(f->measure, codepoint, NULL, NULL, NULL, NULL, &advance) != 0)
        return 0.5f;
    return (float)advance / EM;
}

static Entry learn(Fonts *fonts, Font font, uint32_t codepoint, uint32_t key) {
    Entry entry = {.key = key, .shown = codepoint, .face = -1};
    if (utf8_invisible(codepoint))
        return entry;
    entry.face = find_face(fonts, font, codepoint);
    if (entry.face < 0) {
        fprintf(stderr, "attnlab: no font has U+%04X\n", (unsigned)codepoint);
        entry.shown = UTF8_REPLACEMENT;
        entry.face = find_face(fonts, font, UTF8_REPLACEMENT);
    }
    if (entry.face < 0)
        return entry;
    entry.advance = measure(fonts, entry.face, entry.shown);
    if (codepoint >= '0' && codepoint <= '9') {
        float zero = measure(fonts, entry.face, '0');
        entry.shift = (zero - entry.advance) / 2;
        entry.advance = zero;
    }
    return entry;
}

/* The entry of `key`, or the free one where it belongs. */
static Entry *slot(Entry *entries, size_t room, uint32_t key) {
    size_t at = (key * 2654435761u) & (room - 1);
    while (entries[at].key != 0 && entries[at].key != key)
        at = (at + 1) & (room - 1);
    return &entries[at];
}

/* Doubles the table when it is half full; without memory it is emptied, which only costs time. */
static void make_room(Fonts *fonts) {
    if (fonts->used * 2 < fonts->room)
        return;
    Entry *larger = calloc(fonts->room * 2, sizeof *larger);
    if (!larger) {
        memset(fonts->entries, 0, fonts->room * sizeof *fonts->entries);
        fonts->used = 0;
        return;
    }
    for (size_t i = 0; i < fonts->room; i++)
        if (fonts->entries[i].key)
            *slot(larger, fonts->room * 2, fonts->entries[i].key) = fonts->entries[i];
    free(fonts->entries);
    fonts->entries = larger;
    fonts->room *= 2;
}

static Entry lookup(Fonts *fonts, Font font, uint32_t codepoint) {
    uint32_t key = 1 + codepoint * FONT_COUNT + (uint32_t)font;
    Entry *entry = slot(fonts->entries, fonts->room, key);
    if (entry->key)
        return *entry;
    make_room(fonts);
    entry = slot(fonts->entries, fonts->room, key);
    *entry = learn(fonts, font, codepoint, key);
    fonts->used++;
    return *entry;
}

float fonts_advance(Fonts *fonts, Font font, uint32_t codepoint) { return lookup(fonts, font, codepoint).advance; }

float fonts_width(Fonts *fonts, const char *utf8, Font font, float size) {
    double em = 0;
    for (uint32_t codepoint; (codepoint = utf8_next(&utf8));)
        em += lookup(fonts, font, codepoint).advance;
    return (float)(em * fonts_size(size));
}

static float width_of(void *owner, const char *utf8, Font font, float size) {
    return fonts_width(owner, utf8, font, size);
}

TextMetrics fonts_metrics(Fonts *fonts) { return (TextMetrics){fonts, width_of}; }

/* A rastered glyph, FONTS_PHASES times too wide: `ink` is where its marks are on the surface, `left` and
 * `top` are as in GlyphImage. */
typedef struct Wide {
    SDL_Surface *surface;
    SDL_Rect ink;
    int left, top;
} Wide;

static unsigned char alpha_at(const SDL_Surface *surface, int x, int y) {
    const unsigned char *row = (const unsigned char *)surface->pixels + (size_t)y * (size_t)surface->pitch;
    return (unsigned char)(((const uint32_t *)(const void *)row)[x] >> 24);
}

static SDL_Rect find_ink(const SDL_Surface *surface) {
    int left = surface->w, right = 0, top = surface->h, bottom = 0;
    for (int y = 0; y < surface->h; y++)
        for (int x = 0; x < surface->w; x++)
            if (alpha_at(surface, x, y)) {
                left = x < left ? x : left;
                right = x + 1 > right ? x + 1 : right;
                top = y < top ? y : top;
                bottom = y + 1;
            }
    return right > left ? (SDL_Rect){left, top, right - left, bottom - top} : (SDL_Rect){0, 0, 0, 0};
}

/* Half sizes are exact: 1 point at 36 k dots per inch is k / 2 pixels. */
static bool set_size(Face *face, float size) {
    unsigned dots = (unsigned)(size * 2 + 0.5f) * 36;
    if (face->size == size)
        return true;
    face->size = TTF_SetFontSizeDPI(face->raster, 1, dots * FONTS_PHASES, dots) == 0 ? size : 0;
    return face->size == size;
}

static bool raster_wide(Face *face, uint32_t codepoint, float size, Wide *wide) {
    int left, right, bottom, top, advance;
    if (!set_size(face, size) ||
        TTF_GlyphMetrics32(face->raster, codepoint, &left, &right, &bottom, &top, &advance) != 0)
        return false;
    *wide = (Wide){.left = left, .top = top};
    if (right <= left || top <= bottom)
        return true;
    wide->surface = TTF_RenderGlyph32_Blended(face->raster, codepoint, (SDL_Color){255, 255, 255, 255});
    if (!wide->surface)
        return false;
    assert(wide->surface->format->BytesPerPixel == 4);
    wide->ink = find_ink(wide->surface);
    return true;
}

static int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

/* Averages FONTS_PHASES columns into one. */
static bool narrow(const Wide *wide, int phase, GlyphImage *image) {
    int start = wide->left + phase, end = start + wide->ink.w;
    int left = floor_div(start, FONTS_PHASES), right = floor_div(end + FONTS_PHASES - 1, FONTS_PHASES);
    *image = (GlyphImage){right - left, wide->ink.h, left, wide->top, NULL};
    image->pixels = calloc((size_t)image->width, (size_t)image->height);
    if (!image->pixels)
        return false;
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++) {
            unsigned sum = 0;
            for (int i = 0; i < FONTS_PHASES; i++) {
                int column = (left + x) * FONTS_PHASES + i - start;
                if (column >= 0 && column < wide->ink.w)
                    sum += alpha_at(wide->surface, wide->ink.x + column, wide->ink.y + y);
            }
            image->pixels[y * image->width + x] = (unsigned char)((sum + FONTS_PHASES / 2) / FONTS_PHASES);
        }
    return true;
}

bool fonts_raster(Fonts *fonts, Font font, uint32_t codepoint, float size, int phase, GlyphImage *image) {
    Entry entry = lookup(fonts, font, codepoint);
    Wide wide = {0};
    *image = (GlyphImage){0};
    if (entry.face < 0)
        return true;
    phase += (int)lroundf(entry.shift * fonts_size(size) * FONTS_PHASES);
    bool done = raster_wide(&fonts->faces[entry.face], entry.shown, fonts_size(size), &wide) &&
                (wide.ink.w == 0 || narrow(&wide, phase, image));
    SDL_FreeSurface(wide.surface);
    if (!done)
        *image = (GlyphImage){0};
    return done;
}

/* Pages of 1024 x 1024 pixels, coverage in all four bytes, each packed by skyline (stb_rect_pack) as glyphs turn up,
 * with a copy in memory so that new glyphs go up as one rectangle per page and frame. A few thousand Chinese glyphs
 * fit; when all pages are full the owner draws what it has and the atlas starts again from nothing, which costs a
 * frame's time once and needs no book-keeping of what was used last. */
#include "gfx/atlas.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <string.h>

#define STBRP_STATIC
#define STB_RECT_PACK_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#include <stb/stb_rect_pack.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

enum { MARGIN = 1 }; /* empty texels between glyphs */

typedef struct Page {
    GLuint texture;
    uint32_t *texels;
    stbrp_context packer;
    stbrp_node nodes[ATLAS_EDGE];
    int dirty_top, dirty_bottom; /* rows to upload */
} Page;

typedef struct Place {
    uint64_t key; /* 0 = free */
    Glyph glyph;
} Place;

struct Atlas {
    Fonts *fonts;
    const GlInfo *info;
    Page *pages[ATLAS_PAGES];
    int page_count;
    Page *words;
    int shelf_left, shelf_top, shelf_height; /* where the next word goes */
    Place *places;                           /* open addressing, `room` a power of two */
    size_t room, used;
};

Atlas *atlas_create(Fonts *fonts, const GlInfo *info) {
    Atlas *atlas = calloc(1, sizeof *atlas);
    if (!atlas)
        return NULL;
    *atlas = (Atlas){.fonts = fonts, .info = info, .room = 4096, .places = calloc(4096, sizeof *atlas->places)};
    if (!atlas->places) {
        free(atlas);
        return NULL;
    }
    return atlas;
}

static void free_page(Page *page) {
    if (!page)
        return;
    glDeleteTextures(1, &page->texture);
    free(page->texels);
    free(page);
}

void atlas_destroy(Atlas *atlas) {
    if (!atlas)
        return;
    for (int i = 0; i < atlas->page_count; i++)
        free_page(atlas->pages[i]);
    free_page(atlas->words);
    free(atlas->places);
    free(atlas);
}

static void clear_page(Page *page) {
    stbrp_init_target(&page->packer, ATLAS_EDGE, ATLAS_EDGE, page->nodes, ATLAS_EDGE);
    memset(page->texels, 0, (size_t)ATLAS_EDGE * ATLAS_EDGE * sizeof *page->texels);
    page->dirty_top = 0;
    page->dirty_bottom = ATLAS_EDGE;
}

void atlas_clear(Atlas *atlas) {
    for (int i = 0; i < atlas->page_count; i++)
        clear_page(atlas->pages[i]);
    memset(atlas->places, 0, atlas->room * sizeof *atlas->places);
    atlas->used = 0;
}

static Page *make_page(const Atlas *atlas) {
    Page *page = calloc(1, sizeof *page);
    if (page)
        page->texels = malloc((size_t)ATLAS_EDGE * ATLAS_EDGE * sizeof *page->texels);
    if (!page || !page->texels) {
        free(page);
        return NULL;
    }
    page->texture = gl_make_texture();
    gl_store(atlas->info, ATLAS_EDGE, ATLAS_EDGE, NULL);
    clear_page(page);
    return page;
}

static Page *add_page(Atlas *atlas) {
    Page *page = make_page(atlas);
    if (page)
        atlas->pages[atlas->page_count++] = page;
    return page;
}

/* The slot of `key`, or the free one where it belongs. */
static Place *slot(Place *places, size_t room, uint64_t key) {
    size_t at = (size_t)((key * 0x9E3779B97F4A7C15u) >> 32) & (room - 1);
    while (places[at].key != 0 && places[at].key != key)
        at = (at + 1) & (room - 1);
    return &places[at];
}

/* False when there is no memory for a larger table. */
static bool make_room(Atlas *atlas) {
    if (atlas->used * 2 < atlas->room)
        return true;
    Place *larger = calloc(atlas->room * 2, sizeof *larger);
    if (!larger)
        return false;
    for (size_t i = 0; i < atlas->room; i++)
        if (atlas->places[i].key)
            *slot(larger, atlas->room * 2, atlas->places[i].key) = atlas->places[i];
    free(atlas->places);
    atlas->places = larger;
    atlas->room *= 2;
    return true;
}

static bool pack(Page *page, const GlyphImage *image, stbrp_rect *rect) {
    *rect = (stbrp_rect){.w = image->width + MARGIN, .h = image->height + MARGIN};
    return stbrp_pack_rects(&page->packer, rect, 1) && rect->was_packed;
}

static void touch_rows(Page *page, int top, int height) {
    page->dirty_top = top < page->dirty_top ? top : page->dirty_top;
    page->dirty_bottom = top + height > page->dirty_bottom ? top + height : page->dirty_bottom;
}

static void copy_in(Page *page, const GlyphImage *image, int left, int top) {
    for (int y = 0; y < image->height; y++)
        for (int x = 0; x < image->width; x++)
            page->texels[(top + y) * ATLAS_EDGE + left + x] = image->pixels[y * image->width + x] * 0x01010101u;
    touch_rows(page, top, image->height);
}

/* Finds room for the image on some page; false if all are full. */
static bool place_image(Atlas *atlas, const GlyphImage *image, Glyph *glyph) {
    for (int i = 0; i < ATLAS_PAGES; i++) {
        Page *page = i < atlas->page_count ? atlas->pages[i] : add_page(atlas);
        stbrp_rect rect;
        if (!page)
            return false;
        if (!pack(page, image, &rect))
            continue;
        copy_in(page, image, rect.x, rect.y);
        *glyph =
            (Glyph){(short)rect.x,     (short)rect.y, (short)image->width, (short)image->height, (short)image->left,
                    (short)image->top, (short)i};
        return true;
    }
    return false;
}

bool atlas_glyph(Atlas *atlas, Font font, uint32_t codepoint, float size, int phase, Glyph *glyph) {
    uint64_t half_pixels = (uint64_t)(fonts_size(size) * 2);
    uint64_t key = ((half_pixels * FONTS_PHASES + (uint64_t)phase) * FONT_COUNT + (uint64_t)font) << 21 | codepoint;
    Place *place = slot(atlas->places, atlas->room, key);
    if (place->key) {
        *glyph = place->glyph;
        return true;
    }
    GlyphImage image;
    *glyph = (Glyph){0};
    fonts_raster(atlas->fonts, font, codepoint, size, phase, &image);
    bool fits = image.width < ATLAS_EDGE && image.height < ATLAS_EDGE;
    bool placed = make_room(atlas) && (image.width == 0 || !fits || place_image(atlas, &image, glyph));
    free(image.pixels);
    if (!placed)
        return atlas->used == 0;
    *slot(atlas->places, atlas->room, key) = (Place){key, *glyph};
    atlas->used++;
    return true;
}

void atlas_begin(Atlas *atlas) { atlas->shelf_left = atlas->shelf_top = atlas->shelf_height = 0; }

/* Words are mostly of one height, so shelves waste little. */
bool atlas_word(Atlas *atlas, int width, int height, Glyph *word) {
    if (!atlas->words && !(atlas->words = make_page(atlas)))
        return false;
    if (atlas->shelf_left + width > ATLAS_EDGE) {
        atlas->shelf_top += atlas->shelf_height;
        atlas->shelf_left = atlas->shelf_height = 0;
    }
    if (width > ATLAS_EDGE || atlas->shelf_top + height > ATLAS_EDGE)
        return false;
    *word = (Glyph){.x = (short)atlas->shelf_left, .y = (short)atlas->shelf_top, .page = ATLAS_WORDS};
    word->width = (short)width;
    word->height = (short)height;
    for (int y = 0; y < height; y++)
        memset(atlas->words->texels + (word->y + y) * ATLAS_EDGE + word->x, 0, (size_t)width * sizeof(uint32_t));
    touch_rows(atlas->words, word->y, height);
    atlas->shelf_left += width + MARGIN;
    atlas->shelf_height = height + MARGIN > atlas->shelf_height ? height + MARGIN : atlas->shelf_height;
    return true;
}

void atlas_word_add(Atlas *atlas, const Glyph *word, const Glyph *glyph, int left, int top) {
    const uint32_t *from = atlas->pages[glyph->page]->texels + glyph->y * ATLAS_EDGE + glyph->x;
    uint32_t *to = atlas->words->texels + (word->y + top) * ATLAS_EDGE + word->x + left;
    for (int y = 0; y < glyph->height; y++, from += ATLAS_EDGE, to += ATLAS_EDGE)
        for (int x = 0; x < glyph->width; x++)
            to[x] = from[x] > to[x] ? from[x] : to[x];
}

static void upload_page(const Atlas *atlas, Page *page) {
    if (!page || page->dirty_top >= page->dirty_bottom)
        return;
    glBindTexture(GL_TEXTURE_2D, page->texture);
    gl_replace(atlas->info, 0, page->dirty_top, ATLAS_EDGE, page->dirty_bottom - page->dirty_top,
               page->texels + (size_t)page->dirty_top * ATLAS_EDGE, ATLAS_EDGE);
    page->dirty_top = ATLAS_EDGE;
    page->dirty_bottom = 0;
}

void atlas_upload(Atlas *atlas) {
    for (int i = 0; i < atlas->page_count; i++)
        upload_page(atlas, atlas->pages[i]);
    upload_page(atlas, atlas->words);
}

unsigned atlas_texture(const Atlas *atlas, int page) {
    return page == ATLAS_WORDS ? atlas->words->texture : atlas->pages[page]->texture;
}

/* A text is a walk of the pen: each glyph's picture is put at the pen, whose place along the line is kept to
 * a quarter of a pixel and across it to a whole one, and the pen moves on by the advance. An upright text is
 * the same walk with the axes turned: along is up, and a picture's right is up. */
#include "gfx/glyphs.h"

#include "gfx/utf8.h"

#include <math.h>

enum { CHUNK = 64 }; /* glyphs of one page collected before they are added */

/* The pen, and glyphs waiting to be added. */
typedef struct Walk {
    Batches *batches;
    Atlas *atlas;
    const DrawCmd *cmd;
    int page;
    size_t count;
    Glyph glyphs[CHUNK];
    int place[CHUNK]; /* of the pen along the line, whole pixels */
    int across;       /* the baseline, whole pixels */
} Walk;

/* Where a glyph's picture goes, its own right and down being along and across the line. */
static Rect picture(const Walk *walk, size_t i) {
    const Glyph *g = &walk->glyphs[i];
    float left = (float)(walk->place[i] + g->left), top = (float)(walk->across - g->top);
    if (walk->cmd->upright)
        return (Rect){(float)(walk->across - g->top), (float)(-walk->place[i] - g->left - g->width), g->height,
                      g->width};
    return (Rect){left, top, g->width, g->height};
}

static void put_glyph(PlainVertex *quad, Rect r, const Glyph *g, bool upright, Rgba color) {
    float u0 = g->x, v0 = g->y, u1 = (float)(g->x + g->width), v1 = (float)(g->y + g->height);
    float right = rect_right(r), bottom = rect_bottom(r);
    /* corners of the place, and the texels there: turned left by a quarter when upright */
    quad[0] = (PlainVertex){r.x, r.y, upright ? u1 : u0, v0, color};
    quad[1] = (PlainVertex){right, r.y, u1, upright ? v1 : v0, color};
    quad[2] = (PlainVertex){right, bottom, upright ? u0 : u1, v1, color};
    quad[3] = (PlainVertex){r.x, bottom, u0, upright ? v0 : v1, color};
}

/* The glyphs as one picture; false when there is no room for it. */
static bool put_word(Walk *walk, Rect bounds) {
    Glyph word;
    if (walk->cmd->upright || walk->count < 2 || !batches_shows(walk->batches, bounds) ||
        !atlas_word(walk->atlas, (int)bounds.w, (int)bounds.h, &word))
        return false;
    for (size_t i = 0; i < walk->count; i++) {
        Rect r = picture(walk, i);
        atlas_word_add(walk->atlas, &word, &walk->glyphs[i], (int)(r.x - bounds.x), (int)(r.y - bounds.y));
    }
    PlainVertex *quad = batches_add(walk->batches, PROGRAM_TEXT, ATLAS_WORDS, bounds, 1);
    if (quad)
        put_glyph(quad, bounds, &word, false, rgba_of(walk->cmd->fill));
    return true;
}

static void flush(Walk *walk) {
    if (walk->count == 0)
        return;
    Rect bounds = picture(walk, 0);
    for (size_t i = 1; i < walk->count; i++)
        bounds = rect_join(bounds, picture(walk, i));
    if (put_word(walk, bounds)) {
        walk->count = 0;
        return;
    }
    PlainVertex *quad = batches_add(walk->batches, PROGRAM_TEXT, walk->page, bounds, walk->count);
    for (size_t i = 0; quad && i < walk->count; i++, quad += 4)
        put_glyph(quad, picture(walk, i), &walk->glyphs[i], walk->cmd->upright, rgba_of(walk->cmd->fill));
    walk->count = 0;
}

static void add_glyph(Walk *walk, const Glyph *glyph, int place) {
    if (walk->count == CHUNK || (walk->count > 0 && walk->page != glyph->page))
        flush(walk);
    walk->page = glyph->page;
    walk->glyphs[walk->count] = *glyph;
    walk->place[walk->count++] = place;
}

/* The range of places along the line where glyphs can be seen, with one em to spare. */
static void visible_range(const Walk *walk, float size, double *from, double *to) {
    Rect clip = walk->batches->clip;
    bool upright = walk->cmd->upright;
    *from = (upright ? -(double)rect_bottom(clip) : clip.x) - 2 * size;
    *to = (upright ? -(double)clip.y : rect_right(clip)) + 2 * size;
}

/* Whether the line's strip, two ems to either side of the baseline, meets the clip. */
static bool strip_seen(const Walk *walk, float size) {
    Rect clip = walk->batches->clip, strip = {-1e9f, (float)walk->across - 2 * size, 2e9f, 4 * size};
    if (walk->cmd->upright)
        strip = (Rect){(float)walk->across - 2 * size, -1e9f, 4 * size, 2e9f};
    return clip.w > 0 && rect_intersect(strip, clip).w > 0;
}

bool glyphs_paint(Batches *batches, Atlas *atlas, Fonts *fonts, const DrawCmd *cmd, const char *utf8, size_t *done) {
    static const float ANCHORS[] = {[ALIGN_LEFT] = 0, [ALIGN_CENTRE] = 0.5f, [ALIGN_RIGHT] = 1};
    if (!(cmd->fill & 0xFF) || !(cmd->size > 0) || !(fabsf(cmd->rect.x) < 1e7f) || !(fabsf(cmd->rect.y) < 1e7f))
        return true;
    Walk walk = {.batches = batches, .atlas = atlas, .cmd = cmd};
    float size = fonts_size(cmd->size);
    walk.across = (int)floorf((cmd->upright ? cmd->rect.x : cmd->rect.y) + 0.5f);
    if (!strip_seen(&walk, size))
        return true;
    double from, to, pen = cmd->upright ? -(double)cmd->rect.y : cmd->rect.x;
    if (cmd->align != ALIGN_LEFT)
        pen -= (double)ANCHORS[cmd->align] * fonts_width(fonts, utf8, cmd->font, size);
    visible_range(&walk, size, &from, &to);
    uint32_t codepoint;
    for (size_t i = 0; pen < to && (codepoint = utf8_next(&utf8)); i++) {
        double place = floor(pen * FONTS_PHASES + 0.5) / FONTS_PHASES, whole = floor(place);
        pen += (double)fonts_advance(fonts, cmd->font, codepoint) * size;
        if (i < *done || pen < from)
            continue;
        Glyph glyph;
        if (!atlas_glyph(atlas, cmd->font, codepoint, size, (int)((place - whole) * FONTS_PHASES), &glyph)) {
            flush(&walk);
            *done = i;
            return false;
        }
        if (glyph.width > 0)
            add_glyph(&walk, &glyph, (int)whole);
    }
    flush(&walk);
    return true;
}

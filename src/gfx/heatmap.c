/* Heatmaps: every cell is a texel of the colour that its step of the colour map has, and the nearest texel to a pixel's
 * centre is the cell it lies in, so cell edges are exact and nothing is ever smoothed. Large cells on whole pixels, of
 * an opaque map, are a texel for every pixel, so that a driver in software need only copy them. Cells without a value
 * are clear, and a second quad hatches them. Textures are kept by a digest of what they show: a grid that stays as it
 * is costs nothing but its pixels. */
#include "gfx/heatmap.h"

#include "gfx/digest.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Cells of a texture either way; pixels up to which they are the texels. */
enum { BLOCK_MOST = 4096, PIXELS_MOST = 1 << 20 };

typedef struct Grid {
    GLuint texture;
    int high, wide;
    uint64_t digest; /* 0: nothing */
    bool holes;      /* some cells have no value */
    bool opaque;     /* all are, and the texels are pixels */
    bool used;       /* in the picture being painted */
} Grid;

struct Heatmaps {
    const GlInfo *info;
    Grid *grids;
    size_t count;
    uint32_t *texels;
    size_t texel_room;
    uint32_t colors[COLORMAP_ROWS][COLORMAP_STEPS];
    bool opaque[COLORMAP_ROWS]; /* all colours of the map */
};

/* A part of a command's grid that fits a texture. */
typedef struct Block {
    const float *cells;
    int rows, columns, stride, colormap;
    bool pixels;    /* the texels are the area's pixels; else its cells */
    int high, wide; /* of the texture */
    Rect area;
} Block;

/* As the shaders give their colours to the blending. */
static uint32_t premultiplied(const GlInfo *info, Color color) {
    Rgba c = rgba_of(color);
    return gl_word(info, (unsigned char)((c.r * c.a + 127) / 255), (unsigned char)((c.g * c.a + 127) / 255),
                   (unsigned char)((c.b * c.a + 127) / 255), c.a);
}

Heatmaps *heatmaps_create(const GlInfo *info) {
    Heatmaps *maps = calloc(1, sizeof *maps);
    if (!maps)
        return NULL;
    maps->info = info;
    for (int map = 0; map < COLORMAP_ROWS; map++) {
        maps->opaque[map] = true;
        for (int i = 0; i < COLORMAP_STEPS; i++) {
            maps->colors[map][i] = premultiplied(info, COLORMAPS[map].steps()[i]);
            maps->opaque[map] &= (COLORMAPS[map].steps()[i] & 0xFF) == 0xFF;
        }
    }
    return maps;
}

void heatmaps_destroy(Heatmaps *maps) {
    if (!maps)
        return;
    for (size_t i = 0; i < maps->count; i++)
        if (maps->grids[i].texture)
            glDeleteTextures(1, &maps->grids[i].texture);
    free(maps->grids);
    free(maps->texels);
    free(maps);
}

void heatmaps_begin(Heatmaps *maps) {
    for (size_t i = 0; i < maps->count; i++)
        maps->grids[i].used = false;
}

/* The grid that shows this already, else one to fill; NULL when memory ran out. */
static Grid *find_grid(Heatmaps *maps, uint64_t digest) {
    Grid *unused = NULL;
    for (size_t i = 0; i < maps->count; i++) {
        if (maps->grids[i].digest == digest)
            return &maps->grids[i];
        if (!maps->grids[i].used)
            unused = &maps->grids[i];
    }
    if (unused)
        return unused;
    Grid *grids = realloc(maps->grids, (maps->count + 1) * sizeof *grids);
    if (!grids)
        return NULL;
    maps->grids = grids;
    grids[maps->count] = (Grid){0};
    return &grids[maps->count++];
}

static uint64_t digest_of(const Block *block) {
    const int shape[] = {block->rows, block->columns, block->colormap, block->high, block->wide};
    uint64_t digest = digest_bytes(shape, sizeof shape);
    for (int row = 0; row < block->rows; row++)
        digest = digest_mix(digest, digest_bytes(block->cells + (size_t)row * (size_t)block->stride,
                                                 (size_t)block->columns * sizeof *block->cells));
    return digest ? digest : 1;
}

static bool need_texels(Heatmaps *maps, size_t count) {
    if (count <= maps->texel_room)
        return true;
    uint32_t *texels = realloc(maps->texels, count * sizeof *texels);
    if (!texels)
        return false;
    maps->texels = texels;
    maps->texel_room = count;
    return true;
}

/* The cell that a pixel's centre lies in, of `of` cells along `length` pixels. */
static int cell_at(int pixel, int of, int length) { return (int)((2 * (long)pixel + 1) * of / (2 * (long)length)); }

/* A row of cells to colours; returns whether some have none. */
static bool color_row(const float *cells, int count, const uint32_t *colors, uint32_t *texel) {
    int missing = 0;
    for (int i = 0; i < count; i++) {
        float t = cells[i] > 0 ? (cells[i] < 1 ? cells[i] : 1) : 0;
        int none = isnan(cells[i]);
        missing |= none;
        texel[i] = none ? 0 : colors[(int)(t * (COLORMAP_STEPS - 1) + 0.5f)];
    }
    return missing;
}

/* Each of `count` texels as often as it takes to fill `wide`, in place. */
static void widen_row(uint32_t *texel, int count, int wide) {
    for (int x = wide - 1; x >= 0 && count < wide; x--) /* from the end, where cells lie left of their pixels */
        texel[x] = texel[cell_at(x, count, wide)];
}

/* Cells to colours in maps->texels; false when memory ran out. */
static bool convert(Heatmaps *maps, const Block *block, bool *holes) {
    size_t wide = (size_t)block->wide;
    if (!need_texels(maps, (size_t)block->high * wide))
        return false;
    *holes = false;
    for (int y = 0, last = -1; y < block->high; y++) {
        uint32_t *texel = maps->texels + (size_t)y * wide;
        int row = cell_at(y, block->rows, block->high);
        if (row == last) {
            memcpy(texel, texel - wide, wide * sizeof *texel);
            continue;
        }
        *holes |= color_row(block->cells + (size_t)row * (size_t)block->stride, block->columns,
                            maps->colors[block->colormap], texel);
        widen_row(texel, block->columns, block->wide);
        last = row;
    }
    return true;
}

static void send(const Heatmaps *maps, Grid *grid, const Block *block) {
    if (!grid->texture)
        grid->texture = gl_make_texture();
    glBindTexture(GL_TEXTURE_2D, grid->texture);
    if (grid->high == block->high && grid->wide == block->wide)
        gl_replace(maps->info, 0, 0, block->wide, block->high, maps->texels, block->wide);
    else
        gl_store(maps->info, block->wide, block->high, maps->texels);
    grid->high = block->high;
    grid->wide = block->wide;
}

static bool add_quad(Batches *batches, Program program, int number, Rect area) {
    PlainVertex *quad = batches_add(batches, program, number, area, 1);
    for (int i = 0; quad && i < 4; i++) {
        bool right = i == 1 || i == 2, bottom = i >= 2;
        quad[i] = (PlainVertex){right ? rect_right(area) : area.x,
                                bottom ? rect_bottom(area) : area.y,
                                right,
                                bottom,
                                {255, 255, 255, 255}};
    }
    return quad != NULL;
}

static bool is_whole(float at) { return at == floorf(at); }

/* Whether a texel for every pixel can be had, and more of them than cells. */
static bool by_pixels(const Block *block, int most) {
    Rect a = block->area;
    return is_whole(a.x) && is_whole(a.y) && is_whole(a.w) && is_whole(a.h) && a.w >= (float)block->columns &&
           a.h >= (float)block->rows && a.w * a.h <= PIXELS_MOST && a.w <= (float)most && a.h <= (float)most;
}

static bool paint_block(Heatmaps *maps, Batches *batches, const Block *block) {
    if (!batches_shows(batches, block->area))
        return true;
    uint64_t digest = digest_of(block);
    Grid *grid = find_grid(maps, digest);
    if (!grid)
        return false;
    if (grid->digest != digest) {
        grid->digest = 0;
        if (!convert(maps, block, &grid->holes))
            return false;
        send(maps, grid, block);
        grid->opaque = block->pixels && !grid->holes;
        grid->digest = digest;
    }
    grid->used = true;
    int number = (int)(grid - maps->grids);
    return add_quad(batches, grid->opaque ? PROGRAM_OPAQUE : PROGRAM_HEATMAP, number, block->area) &&
           (!grid->holes || add_quad(batches, PROGRAM_HATCH, number, block->area));
}

/* Where cells [first, first + count) of `of` lie along an edge of the area. */
static void span(float start, float length, int first, int count, int of, float *from, float *size) {
    float end = start + length * ((float)(first + count) / (float)of);
    *from = start + length * ((float)first / (float)of);
    *size = end - *from;
}

bool heatmaps_paint(Heatmaps *maps, Batches *batches, const DrawCmd *cmd, const float *cells) {
    int most = maps->info->max_texture < BLOCK_MOST ? maps->info->max_texture : BLOCK_MOST;
    for (int row = 0; row < cmd->rows; row += most)
        for (int column = 0; column < cmd->columns; column += most) {
            Block block = {.cells = cells + (size_t)row * (size_t)cmd->columns + (size_t)column,
                           .rows = cmd->rows - row < most ? cmd->rows - row : most,
                           .columns = cmd->columns - column < most ? cmd->columns - column : most,
                           .stride = cmd->columns,
                           .colormap = cmd->colormap};
            span(cmd->rect.x, cmd->rect.w, column, block.columns, cmd->columns, &block.area.x, &block.area.w);
            span(cmd->rect.y, cmd->rect.h, row, block.rows, cmd->rows, &block.area.y, &block.area.h);
            block.pixels = maps->opaque[cmd->colormap] && by_pixels(&block, most);
            block.high = block.pixels ? (int)block.area.h : block.rows;
            block.wide = block.pixels ? (int)block.area.w : block.columns;
            if (!paint_block(maps, batches, &block))
                return false;
        }
    return true;
}

unsigned heatmaps_texture(const Heatmaps *maps, int number) { return maps->grids[number].texture; }

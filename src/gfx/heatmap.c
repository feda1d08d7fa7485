/* Heatmaps: every cell is a texel of the colour that its step of the colour map has, and the nearest texel to a pixel's
 * centre is the cell it lies in, so cell edges are exact and nothing is ever smoothed. Cells without a value are clear,
 * and a second quad hatches them. Textures are kept by a digest of what they show: a grid that stays as it is costs
 * nothing but its pixels. */
#include "gfx/heatmap.h"

#include "gfx/digest.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>

typedef struct Grid {
    GLuint texture;
    int rows, columns;
    uint64_t digest; /* 0: nothing */
    bool holes;      /* some cells have no value */
    bool used;       /* in the picture being painted */
} Grid;

struct Heatmaps {
    const GlInfo *info;
    Grid *grids;
    size_t count;
    uint32_t *texels;
    size_t texel_room;
    uint32_t colors[COLORMAP_ROWS][COLORMAP_STEPS];
};

/* A part of a command's grid that fits a texture. */
typedef struct Block {
    const float *cells;
    int rows, columns, stride, colormap;
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
    for (int map = 0; map < COLORMAP_ROWS; map++)
        for (int i = 0; i < COLORMAP_STEPS; i++)
            maps->colors[map][i] = premultiplied(info, COLORMAPS[map].steps()[i]);
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
    const int shape[] = {block->rows, block->columns, block->colormap};
    uint64_t digest = digest_bytes(shape, sizeof shape);
    for (int row = 0; row < block->rows; row++)
        digest = digest_mix(digest, digest_bytes(block->cells + (size_t)row * (size_t)block->stride,
                                                 (size_t)block->columns * sizeof *block->cells));
    return digest ? digest : 1;
}

/* Cells to colours in maps->texels; false when memory ran out. */
static bool convert(Heatmaps *maps, const Block *block, bool *holes) {
    size_t count = (size_t)block->rows * (size_t)block->columns;
    if (count > maps->texel_room) {
        uint32_t *texels = realloc(maps->texels, count * sizeof *texels);
        if (!texels)
            return false;
        maps->texels = texels;
        maps->texel_room = count;
    }
    const uint32_t *colors = maps->colors[block->colormap];
    uint32_t *texel = maps->texels;
    int missing = 0;
    for (int row = 0; row < block->rows; row++) {
        const float *cells = block->cells + (size_t)row * (size_t)block->stride;
        for (int i = 0; i < block->columns; i++) {
            float t = cells[i] > 0 ? (cells[i] < 1 ? cells[i] : 1) : 0;
            int none = isnan(cells[i]);
            missing |= none;
            *texel++ = none ? 0 : colors[(int)(t * (COLORMAP_STEPS - 1) + 0.5f)];
        }
    }
    *holes = missing;
    return true;
}

static void send(const Heatmaps *maps, Grid *grid, const Block *block) {
    if (!grid->texture)
        grid->texture = gl_make_texture();
    glBindTexture(GL_TEXTURE_2D, grid->texture);
    if (grid->rows == block->rows && grid->columns == block->columns)
        gl_replace(maps->info, 0, 0, block->columns, block->rows, maps->texels, block->columns);
    else
        gl_store(maps->info, block->columns, block->rows, maps->texels);
    grid->rows = block->rows;
    grid->columns = block->columns;
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
        grid->digest = digest;
    }
    grid->used = true;
    int number = (int)(grid - maps->grids);
    return add_quad(batches, PROGRAM_HEATMAP, number, block->area) &&
           (!grid->holes || add_quad(batches, PROGRAM_HATCH, number, block->area));
}

/* Where cells [first, first + count) of `of` lie along an edge of the area. */
static void span(float start, float length, int first, int count, int of, float *from, float *size) {
    float end = start + length * ((float)(first + count) / (float)of);
    *from = start + length * ((float)first / (float)of);
    *size = end - *from;
}

bool heatmaps_paint(Heatmaps *maps, Batches *batches, const DrawCmd *cmd, const float *cells) {
    int most = maps->info->max_texture < 4096 ? maps->info->max_texture : 4096;
    for (int row = 0; row < cmd->rows; row += most)
        for (int column = 0; column < cmd->columns; column += most) {
            Block block = {.cells = cells + (size_t)row * (size_t)cmd->columns + (size_t)column,
                           .rows = cmd->rows - row < most ? cmd->rows - row : most,
                           .columns = cmd->columns - column < most ? cmd->columns - column : most,
                           .stride = cmd->columns,
                           .colormap = cmd->colormap};
            span(cmd->rect.x, cmd->rect.w, column, block.columns, cmd->columns, &block.area.x, &block.area.w);
            span(cmd->rect.y, cmd->rect.h, row, block.rows, cmd->rows, &block.area.y, &block.area.h);
            if (!paint_block(maps, batches, &block))
                return false;
        }
    return true;
}

unsigned heatmaps_texture(const Heatmaps *maps, int number) { return maps->grids[number].texture; }

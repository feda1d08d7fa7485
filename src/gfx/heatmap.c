/* Heatmaps: cells become steps of the colour map (256 = no value) in a 16-bit integer texture, and the
 * fragment shader fetches the step of the cell that a pixel's centre lies in, then the step's colour, so that
 * cell edges are exact and nothing is ever smoothed. The texture is a plain row of cells broken into lines of
 * 2048, so its shape does not depend on the grid's and it is allocated anew only to grow. */
#include "gfx/heatmap.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdlib.h>

enum { LINE = 2048, NO_VALUE = 256 }; /* LINE as in heatmap.frag; every context has textures as wide */

typedef struct Grid {
    GLuint texture;
    int lines; /* allocated */
} Grid;

struct Heatmaps {
    Grid *grids;
    size_t count, room;
    unsigned short *steps;
    size_t step_room;
    int most_lines;
    GLuint colors;
};

/* As the shaders give their colours to the blending. */
static Rgba premultiplied(Color color) {
    Rgba c = rgba_of(color);
    c.r = (unsigned char)((c.r * c.a + 127) / 255);
    c.g = (unsigned char)((c.g * c.a + 127) / 255);
    c.b = (unsigned char)((c.b * c.a + 127) / 255);
    return c;
}

static GLuint make_texture(void) {
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

Heatmaps *heatmaps_create(int max_texture) {
    Heatmaps *maps = calloc(1, sizeof *maps);
    Rgba colors[COLORMAP_ROWS][COLORMAP_STEPS + 1] = {{{0, 0, 0, 0}}}; /* the last: NO_VALUE */
    if (!maps)
        return NULL;
    for (int map = 0; map < COLORMAP_ROWS; map++)
        for (int i = 0; i < COLORMAP_STEPS; i++)
            colors[map][i] = premultiplied(COLORMAPS[map].steps()[i]);
    maps->most_lines = max_texture < 8192 ? max_texture : 8192;
    maps->colors = make_texture();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, COLORMAP_STEPS + 1, COLORMAP_ROWS, 0, GL_RGBA, GL_UNSIGNED_BYTE, colors);
    return maps;
}

void heatmaps_destroy(Heatmaps *maps) {
    if (!maps)
        return;
    for (size_t i = 0; i < maps->room; i++)
        if (maps->grids[i].texture)
            glDeleteTextures(1, &maps->grids[i].texture);
    glDeleteTextures(1, &maps->colors);
    free(maps->grids);
    free(maps->steps);
    free(maps);
}

void heatmaps_begin(Heatmaps *maps) { maps->count = 0; }

static Grid *next_grid(Heatmaps *maps) {
    if (maps->count == maps->room) {
        size_t room = maps->room + 8;
        Grid *grids = realloc(maps->grids, room * sizeof *grids);
        if (!grids)
            return NULL;
        for (size_t i = maps->room; i < room; i++)
            grids[i] = (Grid){0, 0};
        maps->grids = grids;
        maps->room = room;
    }
    return &maps->grids[maps->count++];
}

/* Cells to steps, padded to whole lines. *holes tells whether some have no value. */
static bool convert(Heatmaps *maps, const float *cells, size_t count, int lines, bool *holes) {
    size_t padded = (size_t)lines * LINE;
    if (padded > maps->step_room) {
        unsigned short *steps = realloc(maps->steps, padded * sizeof *steps);
        if (!steps)
            return false;
        maps->steps = steps;
        maps->step_room = padded;
    }
    int missing = 0;
    for (size_t i = 0; i < count; i++) {
        float t = cells[i] > 0 ? (cells[i] < 1 ? cells[i] : 1) : 0;
        int none = isnan(cells[i]);
        missing |= none;
        maps->steps[i] = (unsigned short)(none ? NO_VALUE : (int)(t * (COLORMAP_STEPS - 1) + 0.5f));
    }
    *holes = missing;
    for (size_t i = count; i < padded; i++)
        maps->steps[i] = NO_VALUE;
    return true;
}

static void send(Grid *grid, const unsigned short *steps, int lines) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    if (!grid->texture)
        grid->texture = make_texture();
    glBindTexture(GL_TEXTURE_2D, grid->texture);
    if (lines > grid->lines) {
        glTexImage2D(GL_TEXTURE_2D, 0, GL_R16UI, LINE, lines, 0, GL_RED_INTEGER, GL_UNSIGNED_SHORT, steps);
        grid->lines = lines;
    } else {
        glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, LINE, lines, GL_RED_INTEGER, GL_UNSIGNED_SHORT, steps);
    }
}

static bool add_quad(Batches *batches, Program program, int number, const DrawCmd *cmd, Rect area, int rows) {
    RichVertex *quad = batches_add(batches, program, number, area, 1);
    for (int i = 0; quad && i < 4; i++) {
        bool right = i == 1 || i == 2, bottom = i >= 2;
        quad[i] = (RichVertex){.x = right ? rect_right(area) : area.x,
                               .y = bottom ? rect_bottom(area) : area.y,
                               .u = right ? (float)cmd->columns : 0,
                               .v = bottom ? (float)rows : 0,
                               .shape = {(float)cmd->columns, (float)rows, (float)cmd->colormap, 0}};
    }
    return quad != NULL;
}

/* `rows` rows of the grid, whose first cell is cells[0], at `area`. */
static bool paint_band(Heatmaps *maps, Batches *batches, const DrawCmd *cmd, Rect area, int rows, const float *cells) {
    if (!batches_shows(batches, area))
        return true;
    size_t count = (size_t)rows * (size_t)cmd->columns;
    int number = (int)maps->count, lines = (int)((count + LINE - 1) / LINE);
    Grid *grid = next_grid(maps);
    bool holes;
    if (!grid || !convert(maps, cells, count, lines, &holes))
        return false;
    send(grid, maps->steps, lines);
    return add_quad(batches, PROGRAM_HEATMAP, number, cmd, area, rows) &&
           (!holes || add_quad(batches, PROGRAM_HATCH, number, cmd, area, rows));
}

bool heatmaps_paint(Heatmaps *maps, Batches *batches, const DrawCmd *cmd, const float *cells) {
    if (cmd->rows <= 0 || cmd->columns <= 0)
        return true;
    int most = (int)((long long)maps->most_lines * LINE / cmd->columns);
    if (most == 0)
        return false;
    for (int row = 0; row < cmd->rows; row += most) {
        int rows = cmd->rows - row < most ? cmd->rows - row : most;
        float top = cmd->rect.y + cmd->rect.h * ((float)row / (float)cmd->rows);
        float bottom = cmd->rect.y + cmd->rect.h * ((float)(row + rows) / (float)cmd->rows);
        Rect area = {cmd->rect.x, top, cmd->rect.w, bottom - top};
        if (!paint_band(maps, batches, cmd, area, rows, cells + (size_t)row * (size_t)cmd->columns))
            return false;
    }
    return true;
}

unsigned heatmaps_cells(const Heatmaps *maps, int number) { return maps->grids[number].texture; }

unsigned heatmaps_colors(const Heatmaps *maps) { return maps->colors; }

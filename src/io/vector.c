/* The choice of the writer, and what both need to know of a draw list: where a stroke lies (inside the edge), what
 * a clip leaves, which texts can be written, what a heatmap looks like as an image. */
#include "io/vector.h"

#include "io/file.h"
#include "io/utf8.h"
#include "io/vector_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const struct {
    const char *extension;
    bool (*write)(FILE *out, const DrawList *list, const VectorPage *page, char *why, size_t room);
} FORMATS[] = {{".svg", vector_svg}, {".pdf", vector_pdf}};

enum { FORMAT_COUNT = sizeof FORMATS / sizeof *FORMATS };

static int format_of(const char *path) {
    const char *dot = strrchr(path, '.');
    for (int i = 0; dot && i < FORMAT_COUNT; i++)
        if (strcasecmp(dot, FORMATS[i].extension) == 0)
            return i;
    return FORMAT_COUNT;
}

bool vector_knows(const char *path) { return format_of(path) < FORMAT_COUNT; }

static bool write_file(const char *path, int format, const DrawList *list, const VectorPage *page, char *error,
                       size_t room) {
    FileSave save;
    char why[200];
    if (!file_save_begin(&save, path, error, room))
        return false;
    if (FORMATS[format].write(save.out, list, page, why, sizeof why))
        return file_save_commit(&save, error, room);
    snprintf(error, room, "cannot save %s: %s", path, why);
    file_save_cancel(&save);
    return false;
}

bool vector_save(const char *path, const DrawList *list, double width, double height, const char *title, char *error,
                 size_t room) {
    int format = format_of(path);
    const char *wrong = NULL;
    if (format == FORMAT_COUNT)
        wrong = "the name must end in .svg or .pdf";
    else if (!(width >= 1 && width <= VECTOR_SIDE_MAX && height >= 1 && height <= VECTOR_SIDE_MAX))
        wrong = "each side must have 1 to 16000 pixels";
    char *clean = wrong ? NULL : vector_clean(title ? title : "");
    if (!wrong && (!clean || list->failed))
        wrong = "not enough memory";
    bool saved = !wrong && write_file(path, format, list, &(VectorPage){width, height, clean}, error, room);
    if (wrong)
        snprintf(error, room, "cannot save %s: %s", path, wrong);
    free(clean);
    return saved;
}

/* ---- text ---- */

/* A character that XML 1.0 forbids, or that draws nothing: controls, and U+FFFE and U+FFFF. */
static bool unwanted(const char *at, size_t step) {
    unsigned char c = (unsigned char)at[0];
    return (step == 1 && (c < 0x20 || c == 0x7f)) || (step == 2 && c == 0xc2 && (unsigned char)at[1] < 0xa0) ||
           (step == 3 && memcmp(at, "\xef\xbf", 2) == 0 && (unsigned char)at[2] >= 0xbe);
}

char *vector_clean(const char *text) {
    size_t size = strlen(text), used = 0;
    char *clean = malloc(3 * size + 1);
    while (clean && size > 0) {
        size_t step = utf8_step(text, size);
        if (step == 0) {
            memcpy(clean + used, "\xef\xbf\xbd", 3);
            used += 3;
        } else if (!unwanted(text, step)) {
            memcpy(clean + used, text, step);
            used += step;
        }
        text += step ? step : 1;
        size -= step ? step : 1;
    }
    if (clean)
        clean[used] = '\0';
    return clean;
}

bool vector_chinese(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0xe3 && (unsigned char)*text <= 0xe9) /* U+3000 to U+9FFF */
            return true;
    return false;
}

double vector_size(float size) { return fmin(fmax(floor((double)size * 2 + 0.5) / 2, 1), 400); }

/* ---- shapes ---- */

Rect vector_clip(const DrawCmd *cmd, const VectorPage *page, bool *whole) {
    Rect all = {0, 0, (float)page->width, (float)page->height}, left = rect_intersect(cmd->rect, all);
    *whole = left.x <= 0 && left.y <= 0 && left.w >= all.w && left.h >= all.h;
    return left;
}

static double radius_inside(double radius, double by) { return radius > by ? radius - by : 0; }

bool vector_box(const DrawCmd *cmd, VectorBox *box) {
    float half = (cmd->rect.w < cmd->rect.h ? cmd->rect.w : cmd->rect.h) / 2;
    if (!(half > 0) || !isfinite(cmd->rect.x) || !isfinite(cmd->rect.y) || !isfinite(cmd->rect.w + cmd->rect.h))
        return false;
    double radius = cmd->radius > 0 ? fmin(cmd->radius, half) : 0, width = cmd->width > 0 ? fmin(cmd->width, half) : 0;
    box->filled = (cmd->fill & 0xFF) != 0;
    box->stroked = (cmd->stroke & 0xFF) != 0 && width > 0;
    box->width = width;
    box->line = rect_inset(cmd->rect, (float)(width / 2));
    box->line_radius = radius_inside(radius, width / 2);
    /* a fill reaches under an opaque stroke, lest a seam shows, and up to a translucent one */
    double by = !box->stroked ? 0 : (cmd->stroke & 0xFF) == 0xFF ? width / 2 : width;
    box->fill = rect_inset(cmd->rect, (float)by);
    box->fill_radius = radius_inside(radius, by);
    return box->filled || box->stroked;
}

static bool finite_point(Vec2 p) { return isfinite(p.x) && isfinite(p.y); }

size_t vector_run(const Vec2 *points, size_t count, size_t *from) {
    size_t end;
    while (*from < count && !finite_point(points[*from]))
        ++*from;
    for (end = *from; end < count && finite_point(points[end]); end++)
        continue;
    return end - *from;
}

/* ---- heatmaps ---- */

enum { ZOOMED_SIDE = 2048, SIDE_MOST = 32000 };

/* Texels a cell: about two a pixel, for viewers smooth an image whose texels are larger than pixels. */
static int zoom_of(int cells, float length) {
    int most = ZOOMED_SIDE / cells, wanted = (int)ceilf(fminf(2 * length / (float)cells, ZOOMED_SIDE));
    int zoom = wanted < most ? wanted : most;
    return zoom > 1 ? zoom : 1;
}

static void put_cell(unsigned char *texel, const Color *steps, float cell) {
    float t = cell > 0 ? (cell < 1 ? cell : 1) : 0;
    Color color = isnan(cell) ? 0 : steps[(int)(t * (COLORMAP_STEPS - 1) + 0.5f)];
    for (int i = 0; i < 4; i++)
        texel[i] = (unsigned char)(color >> (24 - 8 * i));
}

unsigned char *vector_grid(const DrawList *list, const DrawCmd *cmd, int *width, int *height) {
    const Color *steps = COLORMAPS[cmd->colormap].steps();
    if (cmd->rows > SIDE_MOST || cmd->columns > SIDE_MOST)
        return NULL;
    int across = zoom_of(cmd->columns, cmd->rect.w), down = zoom_of(cmd->rows, cmd->rect.h);
    *width = cmd->columns * across;
    *height = cmd->rows * down;
    size_t line = (size_t)*width * 4;
    unsigned char *image = malloc(line * (size_t)*height);
    for (int row = 0; image && row < *height; row++) {
        unsigned char *at = image + (size_t)row * line;
        const float *cells = list->cells + cmd->first + (size_t)(row / down) * (size_t)cmd->columns;
        if (row % down)
            memcpy(at, at - line, line);
        else
            for (int column = 0; column < *width; column++)
                put_cell(at + 4 * column, steps, cells[column / across]);
    }
    return image;
}

bool vector_gap(const DrawList *list, const DrawCmd *cmd, size_t *cell, Rect *area) {
    const float *cells = list->cells + cmd->first;
    size_t columns = (size_t)cmd->columns;
    while (*cell < cmd->count && !isnan(cells[*cell]))
        ++*cell;
    if (*cell == cmd->count)
        return false;
    size_t row = *cell / columns, from = *cell % columns, to = from;
    while (to < columns && isnan(cells[row * columns + to]))
        to++;
    *cell = row * columns + to;
    float w = cmd->rect.w / (float)cmd->columns, h = cmd->rect.h / (float)cmd->rows;
    *area = (Rect){cmd->rect.x + w * (float)from, cmd->rect.y + h * (float)row, w * (float)(to - from), h};
    return true;
}

/* What the two writers of vector files share; not for others. */
#ifndef IO_VECTOR_PARTS_H
#define IO_VECTOR_PARTS_H

#include "draw/drawlist.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct VectorPage {
    double width, height; /* pixels */
    const char *title;    /* clean UTF-8 */
} VectorPage;

/* One writer per format; the whole file into `out`. False and a reason in `why`; what fails in the stream itself
 * is noticed by whoever closes it. */
bool vector_svg(FILE *out, const DrawList *list, const VectorPage *page, char *why, size_t room);
bool vector_pdf(FILE *out, const DrawList *list, const VectorPage *page, char *why, size_t room);

/* The families in order of preference, as the renderer's, separated by commas. */
#define VECTOR_FAMILIES "Inter,Noto Sans,DejaVu Sans,Noto Sans CJK SC"

/* Bits of text without control characters, what is no UTF-8 as U+FFFD; to be freed, NULL without memory. */
char *vector_clean(const char *text);
/* Whether it has Chinese characters, which then are to have the shapes of the mainland. */
bool vector_chinese(const char *text);
/* Size that the renderer really draws texts in: rounded to half a pixel, from 1 to 400. */
double vector_size(float size);

/* The part of the page that a clip leaves; `whole` when that is all of it. */
Rect vector_clip(const DrawCmd *cmd, const VectorPage *page, bool *whole);

/* Outline and inside of a RECT or CIRCLE: a stroke of `width` centred on `line`, and the fill's own edge. */
typedef struct VectorBox {
    bool filled, stroked;
    Rect fill, line;
    double fill_radius, line_radius, width;
} VectorBox;
/* False when nothing is to be seen. */
bool vector_box(const DrawCmd *cmd, VectorBox *box);

/* Length of the run of finite points at points[from..count), 0 at the end; *from is moved to its first point. */
size_t vector_run(const Vec2 *points, size_t count, size_t *from);

/* The grid as an image, 4 bytes a texel (R, G, B, alpha 255, or all 0 where there is no value), each cell several
 * texels wide and high, so that a viewer that smooths images blurs little. To be freed; NULL without memory or
 * when it is too fine for an image. */
unsigned char *vector_grid(const DrawList *list, const DrawCmd *cmd, int *width, int *height);
/* The next row's run of cells without a value at or after *cell: its area; false when there is none. */
bool vector_gap(const DrawList *list, const DrawCmd *cmd, size_t *cell, Rect *area);

/* Hatching of cells without value, as the renderer's: lines x + y = HATCH_STEP (k + 1/2) on a pale ground. */
enum { HATCH_STEP = 7 };
#define HATCH_GREY 0.58
#define HATCH_GROUND 0.12
#define HATCH_WIDTH 1.4
#define HATCH_LINE 0.83

#endif

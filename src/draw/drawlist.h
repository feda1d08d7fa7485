/* A picture as plain data: a list of commands in painting order, in pixels. The OpenGL renderer, the
 * vector exports and the tests all read the same list; two equal pictures have equal dumps. */
#ifndef DRAW_DRAWLIST_H
#define DRAW_DRAWLIST_H

#include "draw/colormap.h"
#include "draw/geom.h"
#include "draw/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum { DRAW_CLIP, DRAW_RECT, DRAW_CIRCLE, DRAW_LINE, DRAW_POLYGON, DRAW_TEXT, DRAW_HEATMAP } DrawKind;

typedef enum { ALIGN_LEFT, ALIGN_CENTRE, ALIGN_RIGHT } Align;

/* One command. Points, characters and cells live in the list's pools; `first` and `count` index them. */
typedef struct DrawCmd {
    DrawKind kind;
    Rect rect;    /* CLIP, RECT, HEATMAP: the area; CIRCLE: its bounding square; TEXT: x, y = anchor on the baseline */
    float radius; /* RECT: of the corners */
    Color fill;   /* RECT, CIRCLE, POLYGON, TEXT; LINE uses stroke. Alpha 0 = none */
    Color stroke; /* outline, centred on the edge's inside */
    float width;  /* of the stroke, pixels */
    float dash, gap;   /* LINE: lengths in pixels; dash 0 = solid */
    size_t first;      /* LINE, POLYGON: index into points; TEXT: into chars; HEATMAP: into cells */
    size_t count;      /* LINE, POLYGON: points; TEXT: bytes without the terminator; HEATMAP: rows * columns */
    Font font;         /* TEXT */
    float size;        /* TEXT: pixels per em */
    Align align;       /* TEXT: where the anchor is */
    bool upright;      /* TEXT: turned by 90 degrees, reading upwards */
    int rows, columns; /* HEATMAP */
    int colormap;      /* HEATMAP: row of COLORMAPS */
} DrawCmd;

typedef struct DrawList {
    DrawCmd *cmds;
    Vec2 *points;
    char *chars;  /* each text ends with a NUL */
    float *cells; /* heatmap cells, row 0 on top, each already mapped to [0, 1]; NAN = hatched (no support) */
    size_t cmd_count, point_count, char_count, cell_count;
    size_t cmd_room, point_room, char_room, cell_room;
    Color background;
    bool failed; /* memory ran out: commands after that were dropped */
} DrawList;

void drawlist_init(DrawList *list);
void drawlist_free(DrawList *list);
/* Empties the list, keeping its memory. */
void drawlist_clear(DrawList *list, Color background);

/* What follows is cut to `area` until the next clip; drawlist_unclip ends it. Clips do not nest. */
void drawlist_clip(DrawList *list, Rect area);
void drawlist_unclip(DrawList *list);

void drawlist_rect(DrawList *list, Rect area, float radius, Color fill, Color stroke, float width);
void drawlist_circle(DrawList *list, Vec2 centre, float radius, Color fill, Color stroke, float width);
/* An open polyline with round joins; fewer than 2 points draw nothing. The points are copied. */
void drawlist_line(DrawList *list, const Vec2 *points, size_t count, float width, Color color, float dash, float gap);
void drawlist_segment(DrawList *list, Vec2 a, Vec2 b, float width, Color color);
/* A filled convex polygon. */
void drawlist_polygon(DrawList *list, const Vec2 *points, size_t count, Color fill);
/* One line of UTF-8 with its anchor on the baseline. Control characters are not drawn. */
void drawlist_text(DrawList *list, Vec2 anchor, Align align, Font font, float size, Color color, const char *utf8);
void drawlist_text_upright(DrawList *list, Vec2 anchor, Align align, Font font, float size, Color color,
                           const char *utf8);
/* Returns room for rows * columns cells in [0, 1] (NAN = hatched) to be filled by the caller before the
 * next call, or NULL when memory ran out. */
float *drawlist_heatmap(DrawList *list, Rect area, int rows, int columns, int colormap);

/* Adds all of `from`, moved by (x, y) and cut to `frame`; not its background. */
void drawlist_append(DrawList *list, const DrawList *from, float x, float y, Rect frame);

/* One command a line, numbers with 2 decimals, for tests and for eyes. */
void drawlist_dump(const DrawList *list, FILE *out);
/* Same commands, points, texts and cells. */
bool drawlist_equal(const DrawList *a, const DrawList *b);

#endif

/* What is to be drawn, as quads in a few batches: each batch is one draw call of one program. */
#ifndef GFX_BATCH_H
#define GFX_BATCH_H

#include "draw/colormap.h"
#include "draw/geom.h"

#include <stdbool.h>
#include <stddef.h>

/* SOLID is FLAT, and OPAQUE is HEATMAP, for what is opaque and on whole pixels: drawn without blending. */
typedef enum {
    PROGRAM_SOLID,
    PROGRAM_OPAQUE,
    PROGRAM_FLAT,
    PROGRAM_TEXT,
    PROGRAM_HEATMAP,
    PROGRAM_HATCH,
    PROGRAM_SHAPE, /* the first of those with rich vertices */
    PROGRAM_LINE,
    PROGRAM_DASH,
    PROGRAM_COUNT
} Program;

typedef struct Rgba {
    unsigned char r, g, b, a;
} Rgba;

/* A corner of quads up to HATCH. */
typedef struct PlainVertex {
    float x, y, u, v;
    Rgba color;
} PlainVertex;

/* A corner of the other quads; the shaders tell what the numbers are. */
typedef struct RichVertex {
    float x, y, u, v;
    Rgba fill;
    union {
        Rgba stroke;
        unsigned short dash[2];
    } extra;
    float shape[4];
} RichVertex;

typedef struct Batch {
    Program program;
    int texture; /* TEXT: atlas page; OPAQUE, HEATMAP, HATCH: number of the grid */
    Rect clip;
    bool clipped;
    Rect bounds; /* of all items */
    Rect *items; /* where each command draws */
    size_t item_count, item_room;
    unsigned char *bytes; /* 4 vertices a quad, in the order top left, top right, bottom right, bottom left */
    size_t quads, byte_room;
} Batch;

typedef struct Batches {
    Batch *all; /* in painting order */
    size_t count, room;
    Rect view;   /* what is outside is dropped */
    Rect clip;   /* the current clip, within the view */
    bool failed; /* memory ran out: something is missing */
    Batch *last; /* that batches_add returned room in */
} Batches;

/* Whether its vertices are rich. */
bool batch_rich(Program program);
size_t batch_vertex_size(Program program);

/* Starts an empty picture that shows `view`. */
void batches_begin(Batches *batches, Rect view);
void batches_free(Batches *batches);
/* Forgets the quads, keeps view and clip. */
void batches_clear(Batches *batches);
void batches_clip(Batches *batches, Rect area);

/* Whether anything within `bounds` can be seen. */
bool batches_shows(const Batches *batches, Rect bounds);

/* Room for 4 * quads vertices that draw within `bounds`, to be filled by the caller, or NULL if nothing of it
 * can be seen or memory ran out. batches_trim gives back `unused` quads at the end of it. */
void *batches_add(Batches *batches, Program program, int texture, Rect bounds, size_t quads);
void batches_trim(Batches *batches, size_t unused);

/* The smallest rectangle around points (at least one), with a margin. */
Rect batch_bounds(const Vec2 *points, size_t count, float margin);

static inline Rgba rgba_of(Color color) {
    return (Rgba){(unsigned char)(color >> 24), (unsigned char)(color >> 16), (unsigned char)(color >> 8),
                  (unsigned char)color};
}

#endif

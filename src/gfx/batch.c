/* Few draw calls, and still the painter's order: a command joins an earlier batch of its program unless it
 * overlaps something drawn since, because pictures that do not overlap may be painted in any order.
 * A command that lies wholly within the clip needs none, so most batches are drawn without a scissor. */
#include "gfx/batch.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LOOK_BACK = 12 }; /* batches searched for one to join */

bool batch_rich(Program program) { return program >= PROGRAM_SHAPE; }

size_t batch_vertex_size(Program program) { return batch_rich(program) ? sizeof(RichVertex) : sizeof(PlainVertex); }

void batches_begin(Batches *batches, Rect view) {
    batches->view = batches->clip = view;
    batches->failed = false;
    batches_clear(batches);
}

void batches_free(Batches *batches) {
    for (size_t i = 0; i < batches->room; i++) {
        free(batches->all[i].items);
        free(batches->all[i].bytes);
    }
    free(batches->all);
    *batches = (Batches){0};
}

void batches_clear(Batches *batches) {
    batches->count = 0;
    batches->last = NULL;
}

void batches_clip(Batches *batches, Rect area) { batches->clip = rect_intersect(area, batches->view); }

bool batches_shows(const Batches *batches, Rect bounds) {
    return batches->clip.w > 0 && rect_meet(bounds, batches->clip);
}

Rect batch_bounds(const Vec2 *points, size_t count, float margin) {
    Vec2 low = points[0], high = points[0];
    for (size_t i = 1; i < count; i++) {
        low = (Vec2){geom_least(points[i].x, low.x), geom_least(points[i].y, low.y)};
        high = (Vec2){geom_most(points[i].x, high.x), geom_most(points[i].y, high.y)};
    }
    return rect_inset((Rect){low.x, low.y, high.x - low.x, high.y - low.y}, -margin);
}

static bool hides(const Batch *batch, Rect bounds) {
    if (!rect_meet(batch->bounds, bounds))
        return false;
    for (size_t i = batch->item_count; i-- > 0;)
        if (rect_meet(batch->items[i], bounds))
            return true;
    return false;
}

static Batch *find(Batches *batches, const Batch *like, Rect bounds) {
    Batch *best = NULL;
    for (size_t i = batches->count, tries = 0; i-- > 0 && tries < LOOK_BACK; tries++) {
        Batch *batch = &batches->all[i];
        if (batch->program == like->program && batch->texture == like->texture && batch->clipped == like->clipped &&
            (!like->clipped || rect_same(batch->clip, like->clip)))
            best = batch;
        if (hides(batch, bounds))
            break;
    }
    return best;
}

static Batch *append(Batches *batches, const Batch *like) {
    if (batches->count == batches->room) {
        size_t room = batches->room ? batches->room * 2 : 16;
        Batch *all = realloc(batches->all, room * sizeof *all);
        if (!all)
            return NULL;
        memset(all + batches->room, 0, (room - batches->room) * sizeof *all);
        batches->all = all;
        batches->room = room;
    }
    Batch *batch = &batches->all[batches->count++];
    Batch memory = *batch; /* keeps what it allocated for an earlier picture */
    *batch = *like;
    batch->items = memory.items;
    batch->item_room = memory.item_room;
    batch->bytes = memory.bytes;
    batch->byte_room = memory.byte_room;
    return batch;
}

static bool grow(void **memory, size_t *room, size_t wanted, size_t size) {
    if (wanted <= *room)
        return true;
    size_t next = wanted + wanted / 2 + 16;
    void *grown = next <= SIZE_MAX / 2 / size ? realloc(*memory, next * size) : NULL;
    if (!grown)
        return false;
    *memory = grown;
    *room = next;
    return true;
}

static bool add_item(Batch *batch, Rect bounds) {
    void *items = batch->items;
    bool grown = grow(&items, &batch->item_room, batch->item_count + 1, sizeof *batch->items);
    batch->items = items;
    if (!grown)
        return false;
    batch->bounds = batch->item_count ? rect_join(batch->bounds, bounds) : bounds;
    batch->items[batch->item_count++] = bounds;
    return true;
}

static void *add_quads(Batch *batch, size_t quads) {
    size_t quad_size = 4 * batch_vertex_size(batch->program);
    void *bytes = batch->bytes;
    bool grown = grow(&bytes, &batch->byte_room, (batch->quads + quads) * quad_size, 1);
    batch->bytes = bytes;
    if (!grown)
        return NULL;
    void *room = batch->bytes + batch->quads * quad_size;
    batch->quads += quads;
    return room;
}

void *batches_add(Batches *batches, Program program, int texture, Rect bounds, size_t quads) {
    if (quads == 0 || !batches_shows(batches, bounds))
        return NULL;
    Batch like = {.program = program, .texture = texture, .clip = batches->clip};
    like.clipped = !rect_within(rect_intersect(bounds, batches->view), batches->clip);
    Rect visible = rect_intersect(bounds, batches->clip);
    Batch *batch = find(batches, &like, visible);
    if (!batch)
        batch = append(batches, &like);
    void *room = batch && add_item(batch, visible) ? add_quads(batch, quads) : NULL;
    batches->failed |= !room;
    batches->last = room ? batch : NULL;
    return room;
}

void batches_trim(Batches *batches, size_t unused) {
    assert(batches->last && batches->last->quads >= unused);
    batches->last->quads -= unused;
}

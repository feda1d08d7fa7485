/* The renderer: a draw list becomes batches of quads, the quads go up in one buffer per vertex format, and
 * each batch is one indexed draw call. Blending is in plain 8-bit sRGB with premultiplied colours, so that
 * the screen, the exports and what other programs make of the same list agree, and a transparent background
 * gets the right alpha. Pixels to clip space is one orthographic matrix. */
#include "gfx/renderer.h"

#include "gfx/atlas.h"
#include "gfx/batch.h"
#include "gfx/glyphs.h"
#include "gfx/heatmap.h"
#include "gfx/paint.h"

#include <assert.h>
#include <cglm/cglm.h>
#include <epoxy/gl.h>
#include <stdlib.h>

static const char *const PROGRAM_NAMES[PROGRAM_COUNT] = {
    [PROGRAM_SOLID] = "flat", [PROGRAM_FLAT] = "flat", [PROGRAM_TEXT] = "text",       [PROGRAM_SHAPE] = "shape",
    [PROGRAM_LINE] = "line",  [PROGRAM_DASH] = "dash", [PROGRAM_HEATMAP] = "heatmap", [PROGRAM_HATCH] = "hatch",
};

typedef struct Stage {
    GLuint program, array;
    GLint clip; /* location of u_clip */
} Stage;

struct Renderer {
    GlInfo info;
    Fonts *fonts;
    Atlas *atlas;
    Heatmaps *heatmaps;
    Stage stages[PROGRAM_COUNT];
    GLuint plain, rich, corners; /* buffers: vertices of either format, and the indices of quads */
    size_t corner_quads;         /* that `corners` has indices for */
    Batches batches;
    Vec2 *scratch;
    size_t scratch_room;
    mat4 to_clip;
    Rect part; /* of the picture, that the framebuffer shows */
    Rect area; /* of the part, being painted */
    bool upside_down;
    int draw_calls;
};

static void attribute(GLuint place, GLint count, GLenum type, bool unit, size_t stride, size_t at) {
    glEnableVertexAttribArray(place);
    glVertexAttribPointer(place, count, type, unit ? GL_TRUE : GL_FALSE, (GLsizei)stride, (const void *)at);
}

static void describe_vertices(Program program, GLuint array, GLuint vertices, GLuint corners) {
    size_t stride = batch_vertex_size(program);
    glBindVertexArray(array);
    glBindBuffer(GL_ARRAY_BUFFER, vertices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, corners);
    attribute(0, 2, GL_FLOAT, false, stride, 0);
    attribute(1, 2, GL_FLOAT, false, stride, 2 * sizeof(float));
    attribute(2, 4, GL_UNSIGNED_BYTE, true, stride, 4 * sizeof(float));
    if (stride == sizeof(PlainVertex))
        return;
    if (program == PROGRAM_DASH)
        attribute(3, 2, GL_UNSIGNED_SHORT, false, stride, offsetof(RichVertex, extra));
    else
        attribute(3, 4, GL_UNSIGNED_BYTE, true, stride, offsetof(RichVertex, extra));
    attribute(4, 4, GL_FLOAT, false, stride, offsetof(RichVertex, shape));
}

static bool make_stage(Renderer *r, const ShaderSources *sources, Program which, char *error, size_t room) {
    Stage *stage = &r->stages[which];
    stage->program = shader_program(sources, PROGRAM_NAMES[which], r->info.es, error, room);
    if (!stage->program)
        return false;
    stage->clip = glGetUniformLocation(stage->program, "u_clip");
    glUseProgram(stage->program);
    glUniform1i(glGetUniformLocation(stage->program, "u_page"), 0);
    glUniform2f(glGetUniformLocation(stage->program, "u_per_texel"), 1.0f / ATLAS_EDGE, 1.0f / ATLAS_EDGE);
    glGenVertexArrays(1, &stage->array);
    describe_vertices(which, stage->array, batch_rich(which) ? r->rich : r->plain, r->corners);
    return true;
}

Renderer *renderer_create(const ShaderSources *sources, Fonts *fonts, char *error, size_t room) {
    Renderer *r = calloc(1, sizeof *r);
    if (!r) {
        snprintf(error, room, "out of memory for the renderer");
        return NULL;
    }
    r->fonts = fonts;
    if (!gl_inspect(&r->info, error, room))
        goto failed;
    glGenBuffers(1, &r->plain);
    glGenBuffers(1, &r->rich);
    glGenBuffers(1, &r->corners);
    for (Program which = 0; which < PROGRAM_COUNT; which++)
        if (!make_stage(r, sources, which, error, room))
            goto failed;
    r->atlas = atlas_create(fonts, &r->info);
    r->heatmaps = heatmaps_create(&r->info);
    if (!r->atlas || !r->heatmaps) {
        snprintf(error, room, "out of memory for the renderer");
        goto failed;
    }
    return r;
failed:
    renderer_destroy(r);
    return NULL;
}

void renderer_destroy(Renderer *r) {
    if (!r)
        return;
    heatmaps_destroy(r->heatmaps);
    atlas_destroy(r->atlas);
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        if (r->stages[i].array)
            glDeleteVertexArrays(1, &r->stages[i].array);
        if (r->stages[i].program)
            glDeleteProgram(r->stages[i].program);
    }
    if (r->plain)
        glDeleteBuffers(3, (GLuint[]){r->plain, r->rich, r->corners});
    batches_free(&r->batches);
    free(r->scratch);
    free(r);
}

TextMetrics renderer_metrics(Renderer *r) { return fonts_metrics(r->fonts); }

const GlInfo *renderer_info(const Renderer *r) { return &r->info; }

int renderer_draw_calls(const Renderer *r) { return r->draw_calls; }

/* Two triangles a quad. */
static bool need_corners(Renderer *r, size_t quads) {
    if (quads <= r->corner_quads)
        return true;
    quads += quads / 2 + 1024;
    GLuint *corners = malloc(quads * 6 * sizeof *corners);
    if (!corners)
        return false;
    for (size_t i = 0; i < quads; i++)
        for (size_t k = 0; k < 6; k++)
            corners[6 * i + k] = (GLuint)(4 * i + (size_t[]){0, 1, 2, 2, 3, 0}[k]);
    glBindVertexArray(0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, r->corners);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(quads * 6 * sizeof *corners), corners, GL_STATIC_DRAW);
    free(corners);
    r->corner_quads = quads;
    return true;
}

/* Sends the vertices of all batches of one format, one after the other; returns how many quads. */
static size_t send_format(const Batches *batches, bool rich, GLuint buffer) {
    size_t quad_size = 4 * (rich ? sizeof(RichVertex) : sizeof(PlainVertex)), total = 0, at = 0;
    for (size_t i = 0; i < batches->count; i++)
        if (batch_rich(batches->all[i].program) == rich)
            total += batches->all[i].quads;
    if (total == 0)
        return 0;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(total * quad_size), NULL, GL_STREAM_DRAW);
    for (size_t i = 0; i < batches->count; i++) {
        const Batch *batch = &batches->all[i];
        if (batch_rich(batch->program) != rich)
            continue;
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(at * quad_size), (GLsizeiptr)(batch->quads * quad_size),
                        batch->bytes);
        at += batch->quads;
    }
    return total;
}

static void set_scissor(const Renderer *r, Rect clip) {
    int left = (int)floorf(clip.x - r->part.x + 0.5f), top = (int)floorf(clip.y - r->part.y + 0.5f);
    int right = (int)floorf(rect_right(clip) - r->part.x + 0.5f);
    int bottom = (int)floorf(rect_bottom(clip) - r->part.y + 0.5f);
    glScissor(left, r->upside_down ? top : (int)r->part.h - bottom, right - left, bottom - top);
}

static void bind_texture(const Renderer *r, const Batch *batch) {
    if (batch->program == PROGRAM_TEXT)
        glBindTexture(GL_TEXTURE_2D, atlas_texture(r->atlas, batch->texture));
    else if (batch->program == PROGRAM_HEATMAP || batch->program == PROGRAM_HATCH)
        glBindTexture(GL_TEXTURE_2D, heatmaps_texture(r->heatmaps, batch->texture));
}

static void draw_batch(Renderer *r, const Batch *batch, size_t first) {
    const Stage *stage = &r->stages[batch->program];
    glUseProgram(stage->program);
    glBindVertexArray(stage->array);
    (batch->program == PROGRAM_SOLID ? glDisable : glEnable)(GL_BLEND);
    bind_texture(r, batch);
    set_scissor(r, batch->clipped ? batch->clip : r->area);
    glDrawElements(GL_TRIANGLES, (GLsizei)(batch->quads * 6), GL_UNSIGNED_INT,
                   (const void *)(first * 6 * sizeof(GLuint)));
    r->draw_calls++;
}

/* Draws and forgets what the batches have. */
static bool draw_batches(Renderer *r) {
    size_t at[2] = {0, 0};
    atlas_upload(r->atlas);
    size_t plain = send_format(&r->batches, false, r->plain), rich = send_format(&r->batches, true, r->rich);
    bool drawn = need_corners(r, plain > rich ? plain : rich);
    for (size_t i = 0; drawn && i < r->batches.count; i++) {
        const Batch *batch = &r->batches.all[i];
        size_t *first = &at[batch_rich(batch->program)];
        if (batch->quads > 0)
            draw_batch(r, batch, *first);
        *first += batch->quads;
    }
    batches_clear(&r->batches);
    return drawn;
}

static bool paint_clip(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    (void)list;
    batches_clip(&r->batches, cmd->rect);
    return true;
}

static bool paint_box(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    (void)list;
    paint_rect(&r->batches, cmd->rect, cmd->radius, cmd->fill, cmd->stroke, cmd->width);
    return true;
}

static bool paint_polyline(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    if (cmd->count > r->scratch_room) {
        Vec2 *scratch = realloc(r->scratch, cmd->count * sizeof *scratch);
        if (!scratch)
            return false;
        r->scratch = scratch;
        r->scratch_room = cmd->count;
    }
    paint_line(&r->batches, cmd, list->points + cmd->first, r->scratch);
    return true;
}

static bool paint_convex(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    paint_polygon(&r->batches, list->points + cmd->first, cmd->count, cmd->fill);
    return true;
}

/* When the atlas is full, what has been painted so far is drawn, and the atlas starts again. */
static bool paint_text(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    size_t done = 0;
    bool drawn = true;
    while (!glyphs_paint(&r->batches, r->atlas, r->fonts, cmd, list->chars + cmd->first, &done)) {
        drawn &= draw_batches(r);
        atlas_clear(r->atlas);
    }
    return drawn;
}

static bool paint_heatmap(Renderer *r, const DrawList *list, const DrawCmd *cmd) {
    return heatmaps_paint(r->heatmaps, &r->batches, cmd, list->cells + cmd->first);
}

static bool (*const PAINTERS[])(Renderer *, const DrawList *, const DrawCmd *) = {
    [DRAW_CLIP] = paint_clip,       [DRAW_RECT] = paint_box,       [DRAW_CIRCLE] = paint_box,
    [DRAW_LINE] = paint_polyline,   [DRAW_POLYGON] = paint_convex, [DRAW_TEXT] = paint_text,
    [DRAW_HEATMAP] = paint_heatmap,
};

/* The state that drawing relies on, whatever was done to the context before. */
static void set_state(const Renderer *r, Color background) {
    Rgba c = rgba_of(background);
    float alpha = c.a / 255.0f, part = alpha / 255.0f;
    glViewport(0, 0, (GLsizei)r->part.w, (GLsizei)r->part.h);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DITHER);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glActiveTexture(GL_TEXTURE0);
    glClearColor(c.r * part, c.g * part, c.b * part, alpha);
}

static void set_matrix(Renderer *r) {
    float top = r->part.y, bottom = rect_bottom(r->part);
    glm_ortho(r->part.x, rect_right(r->part), r->upside_down ? top : bottom, r->upside_down ? bottom : top, -1, 1,
              r->to_clip);
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        glUseProgram(r->stages[i].program);
        glUniformMatrix4fv(r->stages[i].clip, 1, GL_FALSE, r->to_clip[0]);
    }
}

/* Whether nothing that was painted before shows through in the area. */
static bool hides(const DrawCmd *cmd, Rect clip, Rect area) {
    Rect seen = rect_intersect(cmd->rect, clip);
    bool whole = seen.x <= area.x && seen.y <= area.y && rect_right(seen) >= rect_right(area) &&
                 rect_bottom(seen) >= rect_bottom(area);
    return cmd->kind == DRAW_RECT && whole && (cmd->fill & 0xFF) == 0xFF && !(cmd->radius > 0) &&
           !((cmd->stroke & 0xFF) && cmd->width > 0);
}

/* The command to begin with: the last one that hides all before it, or the list's count for none. */
static size_t first_seen(const DrawList *list, Rect area) {
    size_t first = list->cmd_count;
    Rect clip = area;
    for (size_t i = 0; i < list->cmd_count; i++) {
        if (list->cmds[i].kind == DRAW_CLIP)
            clip = rect_intersect(list->cmds[i].rect, area);
        else if (hides(&list->cmds[i], clip, area))
            first = i;
    }
    return first;
}

static bool meet(Rect a, Rect b) {
    return a.x < rect_right(b) && b.x < rect_right(a) && a.y < rect_bottom(b) && b.y < rect_bottom(a);
}

static bool same_place(Rect a, Rect b) { return a.x == b.x && a.y == b.y && a.w == b.w && a.h == b.h; }

static bool paint_area(Renderer *r, const DrawList *list, const Rect *bounds, Rect area) {
    bool whole = !list->failed;
    size_t first = first_seen(list, area);
    r->area = area;
    set_scissor(r, area);
    batches_begin(&r->batches, area);
    if (same_place(area, r->part))
        glClear(GL_COLOR_BUFFER_BIT);
    else if (first == list->cmd_count)
        paint_ground(&r->batches, area, list->background); /* llvmpipe is slow to clear a part */
    for (size_t i = 0; i < list->cmd_count; i++) {
        const DrawCmd *cmd = &list->cmds[i];
        bool hidden = first < list->cmd_count && i < first, elsewhere = bounds && !meet(bounds[i], area);
        assert((size_t)cmd->kind < sizeof PAINTERS / sizeof *PAINTERS);
        if (cmd->kind == DRAW_CLIP || !(hidden || elsewhere))
            whole &= PAINTERS[cmd->kind](r, list, cmd);
    }
    whole &= draw_batches(r);
    return whole && !r->batches.failed;
}

static bool submit(Renderer *r, const DrawList *list, const Rect *bounds, Rect part, bool upside_down, const Rect *area,
                   int count) {
    bool whole = true;
    if (part.w < 1 || part.h < 1)
        return true;
    r->part = part;
    r->upside_down = upside_down;
    r->draw_calls = 0;
    set_state(r, list->background);
    set_matrix(r);
    heatmaps_begin(r->heatmaps);
    glEnable(GL_SCISSOR_TEST);
    for (int i = 0; i < count; i++)
        whole &= paint_area(r, list, bounds, area[i]);
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(0);
    return whole;
}

bool renderer_submit_part(Renderer *r, const DrawList *list, int x, int y, int width, int height, bool upside_down) {
    Rect part = {(float)x, (float)y, (float)width, (float)height};
    return submit(r, list, NULL, part, upside_down, &part, 1);
}

bool renderer_submit(Renderer *r, const DrawList *list, int width, int height) {
    return renderer_submit_part(r, list, 0, 0, width, height, false);
}

bool renderer_repaint(Renderer *r, const DrawList *list, const Rect *bounds, int width, int height, const Rect *area,
                      int count) {
    return submit(r, list, bounds, (Rect){0, 0, (float)width, (float)height}, false, area, count);
}

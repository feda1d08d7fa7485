/* Quads go up in one buffer per vertex format, and each batch is one indexed draw call. Sets of batches are drawn side
 * by side: within a set the order is kept, but between sets, which do not overlap, whatever uses the same program goes
 * together, for a change of program is what costs a driver most. Blending is in plain 8-bit sRGB with premultiplied
 * colours, so that the screen, the exports and what other programs make of the same list agree, and a transparent
 * background gets the right alpha. Pixels to clip space is one orthographic matrix. */
#include "gfx/stages.h"

#include <assert.h>
#include <cglm/cglm.h>
#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const PROGRAM_NAMES[PROGRAM_COUNT] = {
    [PROGRAM_SOLID] = "flat",      [PROGRAM_FLAT] = "flat",   [PROGRAM_TEXT] = "text",
    [PROGRAM_SHAPE] = "shape",     [PROGRAM_LINE] = "line",   [PROGRAM_DASH] = "dash",
    [PROGRAM_HEATMAP] = "heatmap", [PROGRAM_HATCH] = "hatch", [PROGRAM_OPAQUE] = "heatmap",
};

/* Draw calls after which a driver in software is to begin with the pixels, while the rest is prepared. */
enum { FLUSH_EVERY = 9 };

typedef struct Stage {
    GLuint program, array;
    GLint clip; /* location of u_clip */
} Stage;

struct Stages {
    Stage stages[PROGRAM_COUNT];
    GLuint plain, rich, corners; /* buffers: vertices of either format, and the indices of quads */
    size_t corner_quads;         /* that `corners` has indices for */
    Rect part;                   /* of the picture, that the framebuffer shows */
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

static bool make_stage(Stages *s, const ShaderSources *sources, bool es, Program which, char *error, size_t room) {
    Stage *stage = &s->stages[which];
    stage->program = shader_program(sources, PROGRAM_NAMES[which], es, error, room);
    if (!stage->program)
        return false;
    stage->clip = glGetUniformLocation(stage->program, "u_clip");
    glUseProgram(stage->program);
    glUniform1i(glGetUniformLocation(stage->program, "u_page"), 0);
    glUniform2f(glGetUniformLocation(stage->program, "u_per_texel"), 1.0f / ATLAS_EDGE, 1.0f / ATLAS_EDGE);
    glGenVertexArrays(1, &stage->array);
    describe_vertices(which, stage->array, batch_rich(which) ? s->rich : s->plain, s->corners);
    return true;
}

Stages *stages_create(const ShaderSources *sources, const GlInfo *info, char *error, size_t room) {
    Stages *s = calloc(1, sizeof *s);
    if (!s) {
        snprintf(error, room, "out of memory for the renderer");
        return NULL;
    }
    glGenBuffers(1, &s->plain);
    glGenBuffers(1, &s->rich);
    glGenBuffers(1, &s->corners);
    for (Program which = 0; which < PROGRAM_COUNT; which++)
        if (!make_stage(s, sources, info->es, which, error, room)) {
            stages_destroy(s);
            return NULL;
        }
    return s;
}

void stages_destroy(Stages *s) {
    if (!s)
        return;
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        if (s->stages[i].array)
            glDeleteVertexArrays(1, &s->stages[i].array);
        if (s->stages[i].program)
            glDeleteProgram(s->stages[i].program);
    }
    glDeleteBuffers(3, (GLuint[]){s->plain, s->rich, s->corners});
    free(s);
}

int stages_draw_calls(const Stages *s) { return s->draw_calls; }

/* Two triangles a quad. */
static bool need_corners(Stages *s, size_t quads) {
    if (quads <= s->corner_quads)
        return true;
    quads += quads / 2 + 1024;
    GLuint *corners = malloc(quads * 6 * sizeof *corners);
    if (!corners)
        return false;
    for (size_t i = 0; i < quads; i++)
        for (size_t k = 0; k < 6; k++)
            corners[6 * i + k] = (GLuint)(4 * i + (size_t[]){0, 1, 2, 2, 3, 0}[k]);
    glBindVertexArray(0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, s->corners);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(quads * 6 * sizeof *corners), corners, GL_STATIC_DRAW);
    free(corners);
    s->corner_quads = quads;
    return true;
}

/* Sends the vertices of all batches of one format, set after set; returns how many quads. */
static size_t send_format(const Batches *sets, int count, bool rich, GLuint buffer) {
    size_t quad_size = 4 * (rich ? sizeof(RichVertex) : sizeof(PlainVertex)), total = 0, at = 0;
    for (int set = 0; set < count; set++)
        for (size_t i = 0; i < sets[set].count; i++)
            if (batch_rich(sets[set].all[i].program) == rich)
                total += sets[set].all[i].quads;
    if (total == 0)
        return 0;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(total * quad_size), NULL, GL_STREAM_DRAW);
    for (int set = 0; set < count; set++)
        for (size_t i = 0; i < sets[set].count; i++) {
            const Batch *batch = &sets[set].all[i];
            if (batch_rich(batch->program) != rich)
                continue;
            glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)(at * quad_size), (GLsizeiptr)(batch->quads * quad_size),
                            batch->bytes);
            at += batch->quads;
        }
    return total;
}

static void set_scissor(const Stages *s, Rect clip) {
    int left = (int)floorf(clip.x - s->part.x + 0.5f), top = (int)floorf(clip.y - s->part.y + 0.5f);
    int right = (int)floorf(rect_right(clip) - s->part.x + 0.5f);
    int bottom = (int)floorf(rect_bottom(clip) - s->part.y + 0.5f);
    glScissor(left, s->upside_down ? top : (int)s->part.h - bottom, right - left, bottom - top);
}

/* How far drawing has come: in every set the next batch, and the quads before it in the buffers. */
typedef struct Progress {
    const Batches *sets;
    const Rect *areas;
    int count;
    size_t next[STAGES_SETS], at[STAGES_SETS][2];
    const Atlas *atlas;
    const Heatmaps *heatmaps;
} Progress;

static void begin_progress(Progress *p) {
    size_t at[2] = {0, 0};
    for (int set = 0; set < p->count; set++) {
        p->next[set] = 0;
        p->at[set][0] = at[0];
        p->at[set][1] = at[1];
        for (size_t i = 0; i < p->sets[set].count; i++)
            at[batch_rich(p->sets[set].all[i].program)] += p->sets[set].all[i].quads;
    }
}

static const Batch *head(const Progress *p, int set) {
    return p->next[set] < p->sets[set].count ? &p->sets[set].all[p->next[set]] : NULL;
}

/* The program that most sets wait for; PROGRAM_COUNT at the end. */
static Program choose(const Progress *p) {
    int waiting[PROGRAM_COUNT + 1] = {0};
    Program best = PROGRAM_COUNT;
    for (int set = 0; set < p->count; set++)
        if (head(p, set))
            waiting[head(p, set)->program]++;
    for (Program i = 0; i < PROGRAM_COUNT; i++)
        if (waiting[i] > waiting[best])
            best = i;
    return best;
}

static void bind_texture(const Progress *p, const Batch *batch) {
    if (batch->program == PROGRAM_TEXT)
        glBindTexture(GL_TEXTURE_2D, atlas_texture(p->atlas, batch->texture));
    else if (batch->program == PROGRAM_HEATMAP || batch->program == PROGRAM_HATCH || batch->program == PROGRAM_OPAQUE)
        glBindTexture(GL_TEXTURE_2D, heatmaps_texture(p->heatmaps, batch->texture));
}

/* All batches of this program that are next in this set. */
static void draw_run(Stages *s, Progress *p, int set, Program program) {
    for (const Batch *batch; (batch = head(p, set)) && batch->program == program; p->next[set]++) {
        size_t *first = &p->at[set][batch_rich(program)];
        if (batch->quads == 0)
            continue;
        bind_texture(p, batch);
        set_scissor(s, batch->clipped ? batch->clip : p->areas[set]);
        glDrawElements(GL_TRIANGLES, (GLsizei)(batch->quads * 6), GL_UNSIGNED_INT,
                       (const void *)(*first * 6 * sizeof(GLuint)));
        *first += batch->quads;
        if (++s->draw_calls % FLUSH_EVERY == 0)
            glFlush();
    }
}

bool stages_draw(Stages *s, const Batches *sets, const Rect *areas, int count, const Atlas *atlas,
                 const Heatmaps *heatmaps) {
    Progress p = {.sets = sets, .areas = areas, .count = count, .atlas = atlas, .heatmaps = heatmaps};
    assert(count <= STAGES_SETS);
    size_t plain = send_format(sets, count, false, s->plain), rich = send_format(sets, count, true, s->rich);
    if (!need_corners(s, plain > rich ? plain : rich))
        return false;
    begin_progress(&p);
    glEnable(GL_SCISSOR_TEST);
    for (Program program; (program = choose(&p)) != PROGRAM_COUNT;) {
        glUseProgram(s->stages[program].program);
        glBindVertexArray(s->stages[program].array);
        (program <= PROGRAM_OPAQUE ? glDisable : glEnable)(GL_BLEND);
        for (int set = 0; set < count; set++)
            draw_run(s, &p, set, program);
    }
    glDisable(GL_SCISSOR_TEST);
    glBindVertexArray(0);
    return true;
}

static void set_matrices(Stages *s) {
    float top = s->part.y, bottom = rect_bottom(s->part);
    mat4 to_clip;
    glm_ortho(s->part.x, rect_right(s->part), s->upside_down ? top : bottom, s->upside_down ? bottom : top, -1, 1,
              to_clip);
    for (int i = 0; i < PROGRAM_COUNT; i++) {
        glUseProgram(s->stages[i].program);
        glUniformMatrix4fv(s->stages[i].clip, 1, GL_FALSE, to_clip[0]);
    }
}

void stages_begin(Stages *s, Rect part, bool upside_down) {
    s->part = part;
    s->upside_down = upside_down;
    s->draw_calls = 0;
    glViewport(0, 0, (GLsizei)part.w, (GLsizei)part.h);
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_DITHER);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glActiveTexture(GL_TEXTURE0);
    set_matrices(s);
}

void stages_clear(Color color) {
    Rgba c = rgba_of(color);
    float alpha = c.a / 255.0f, share = alpha / 255.0f;
    glClearColor(c.r * share, c.g * share, c.b * share, alpha);
    glClear(GL_COLOR_BUFFER_BIT);
}

bool stages_copy(Stages *s, unsigned texture, const Rect *part, int count) {
    const Rgba none = {0, 0, 0, 0};
    PlainVertex quads[STAGES_SETS][4];
    if (!need_corners(s, STAGES_SETS))
        return false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 4; k++) {
            float x = k == 1 || k == 2 ? rect_right(part[i]) : part[i].x;
            float y = k >= 2 ? rect_bottom(part[i]) : part[i].y;
            quads[i][k] = (PlainVertex){x, y, (x - s->part.x) / s->part.w, 1 - (y - s->part.y) / s->part.h, none};
        }
    glBindBuffer(GL_ARRAY_BUFFER, s->plain);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)((size_t)count * sizeof quads[0]), quads, GL_STREAM_DRAW);
    glUseProgram(s->stages[PROGRAM_HEATMAP].program);
    glBindVertexArray(s->stages[PROGRAM_HEATMAP].array);
    glDisable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, texture);
    glDrawElements(GL_TRIANGLES, 6 * count, GL_UNSIGNED_INT, NULL);
    glBindVertexArray(0);
    return true;
}

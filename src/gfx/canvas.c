/* What a window's back buffer holds after a swap is not known, so the picture is kept in a texture and copied from
 * there: whole, or only what changed where the framebuffer is known to keep what it holds. Where no such texture can
 * be had, every frame is painted whole, straight into the framebuffer. */
#include "gfx/canvas.h"

#include "gfx/batch.h"
#include "gfx/bounds.h"
#include "gfx/damage.h"

#include <epoxy/gl.h>
#include <stdlib.h>

_Static_assert((int)DAMAGE_RECTS <= (int)RENDERER_AREAS, "they are painted at once");

struct Canvas {
    Renderer *renderer;
    Fonts *fonts;
    Damage damage;
    Rect *bounds; /* of the list's commands */
    size_t bounds_room;
    GLuint frame, texture;
    int width, height;
    size_t painted;
    Rect all;
    const Rect *changes; /* to the last picture: the damage, or all */
    int change_count;
};

Canvas *canvas_create(Renderer *renderer, Fonts *fonts) {
    Canvas *canvas = calloc(1, sizeof *canvas);
    if (canvas) {
        canvas->renderer = renderer;
        canvas->fonts = fonts;
    }
    return canvas;
}

static void forget_target(Canvas *canvas) {
    if (canvas->frame)
        glDeleteFramebuffers(1, &canvas->frame);
    if (canvas->texture)
        glDeleteTextures(1, &canvas->texture);
    canvas->frame = canvas->texture = 0;
    damage_forget(&canvas->damage);
}

void canvas_destroy(Canvas *canvas) {
    if (!canvas)
        return;
    forget_target(canvas);
    damage_free(&canvas->damage);
    free(canvas->bounds);
    free(canvas);
}

/* Binds a framebuffer of this size; false if there can be none. */
static bool bind_target(Canvas *canvas, int width, int height) {
    if (canvas->frame && canvas->width == width && canvas->height == height) {
        glBindFramebuffer(GL_FRAMEBUFFER, canvas->frame);
        return true;
    }
    forget_target(canvas);
    canvas->width = width;
    canvas->height = height;
    canvas->texture = gl_make_texture();
    gl_store(renderer_info(canvas->renderer), width, height, NULL);
    glGenFramebuffers(1, &canvas->frame);
    glBindFramebuffer(GL_FRAMEBUFFER, canvas->frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, canvas->texture, 0);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

static bool need_bounds(Canvas *canvas, size_t count) {
    if (count <= canvas->bounds_room)
        return true;
    Rect *bounds = realloc(canvas->bounds, (count + count / 2) * sizeof *bounds);
    if (!bounds)
        return false;
    canvas->bounds = bounds;
    canvas->bounds_room = count + count / 2;
    return true;
}

static bool repaint(Canvas *canvas, const DrawList *list, int width, int height) {
    const Damage *damage = &canvas->damage;
    if (!need_bounds(canvas, list->cmd_count))
        return false;
    bounds_find(list, canvas->fonts, canvas->bounds);
    damage_find(&canvas->damage, list, canvas->bounds, width, height);
    canvas->painted = 0;
    for (int i = 0; i < damage->count; i++)
        canvas->painted += (size_t)(damage->rect[i].w * damage->rect[i].h);
    bool whole = renderer_repaint(canvas->renderer, list, canvas->bounds, width, height, damage->rect, damage->count,
                                  canvas->texture);
    if (!whole)
        damage_forget(&canvas->damage);
    return whole;
}

/* A window's pixels have no alpha, so that llvmpipe would convert them one by one if they were blitted; as a picture
 * they are copied in rows. Between framebuffers of our own it is the other way round. */
static bool copy_to(Canvas *canvas, GLuint window, const Rect *part, int count) {
    if (window == 0)
        return renderer_copy(canvas->renderer, canvas->texture, canvas->width, canvas->height, part, count);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas->frame);
    for (int i = 0; i < count; i++) {
        int left = (int)part[i].x, right = (int)rect_right(part[i]);
        int low = canvas->height - (int)rect_bottom(part[i]), high = canvas->height - (int)part[i].y;
        glBlitFramebuffer(left, low, right, high, left, low, right, high, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    glBindFramebuffer(GL_READ_FRAMEBUFFER, window);
    return true;
}

bool canvas_show(Canvas *canvas, const DrawList *list, int width, int height, bool keeps) {
    GLint window;
    Rect all = {0, 0, (float)width, (float)height};
    canvas->change_count = 0;
    if (width < 1 || height < 1)
        return true;
    glGetIntegerv(GL_FRAMEBUFFER_BINDING, &window);
    bool kept = bind_target(canvas, width, height), whole = kept && repaint(canvas, list, width, height);
    glBindFramebuffer(GL_FRAMEBUFFER, (GLuint)window);
    canvas->changes = kept ? canvas->damage.rect : &canvas->all;
    canvas->change_count = kept ? canvas->damage.count : 1;
    canvas->all = all;
    if (!kept) {
        forget_target(canvas);
        return renderer_submit(canvas->renderer, list, width, height);
    }
    return copy_to(canvas, (GLuint)window, keeps ? canvas->changes : &all, keeps ? canvas->change_count : 1) && whole;
}

const Rect *canvas_changes(const Canvas *canvas, int *count) {
    *count = canvas->change_count;
    return canvas->changes;
}

size_t canvas_painted(const Canvas *canvas) { return canvas->painted; }

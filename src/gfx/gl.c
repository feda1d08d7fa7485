/* The first questions to a context: which OpenGL, whose, how large.
 * Everything in this layer stays in the subset that OpenGL 3.3 core and OpenGL ES 3.0 share, so one check
 * at the start is enough; the one extension that is asked for only saves time. */
#include "gfx/gl.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <string.h>

static int smaller(int a, int b) { return a < b ? a : b; }

bool gl_inspect(GlInfo *info, char *error, size_t room) {
    info->es = !epoxy_is_desktop_gl();
    info->version = epoxy_gl_version();
    const char *name = (const char *)glGetString(GL_RENDERER);
    snprintf(info->renderer, sizeof info->renderer, "%s", name ? name : "unknown driver");
    if (info->version < (info->es ? 30 : 33)) {
        snprintf(error, room,
                 "OpenGL 3.3 or OpenGL ES 3.0 is needed, found OpenGL%s %d.%d (%s); "
                 "try LIBGL_ALWAYS_SOFTWARE=1",
                 info->es ? " ES" : "", info->version / 10, info->version % 10, info->renderer);
        return false;
    }
    info->clears = !info->es && epoxy_has_gl_extension("GL_ARB_clear_texture");
    GLint buffer = 0, view[2] = {0, 0};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &info->max_texture);
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &buffer);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, view);
    info->max_target = smaller(buffer, smaller(view[0], view[1]));
    return true;
}

unsigned gl_make_texture(void) {
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

uint32_t gl_word(const GlInfo *info, unsigned char r, unsigned char g, unsigned char b, unsigned char a) {
    uint32_t word;
    if (!info->es)
        return (uint32_t)a << 24 | (uint32_t)r << 16 | (uint32_t)g << 8 | b;
    memcpy(&word, (unsigned char[]){r, g, b, a}, sizeof word);
    return word;
}

static GLenum order(const GlInfo *info) { return info->es ? GL_RGBA : GL_BGRA; }

static GLenum type(const GlInfo *info) { return info->es ? GL_UNSIGNED_BYTE : GL_UNSIGNED_INT_8_8_8_8_REV; }

/* GL_RGBA without a size lets the driver keep the order that it is given. */
void gl_store(const GlInfo *info, int width, int height, const uint32_t *pixels) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glTexImage2D(GL_TEXTURE_2D, 0, info->es ? GL_RGBA8 : GL_RGBA, width, height, 0, order(info), type(info), pixels);
}

void gl_replace(const GlInfo *info, int x, int y, int width, int height, const uint32_t *pixels, int stride) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, stride);
    glTexSubImage2D(GL_TEXTURE_2D, 0, x, y, width, height, order(info), type(info), pixels);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
}

void gl_clear(const GlInfo *info, unsigned texture, int x, int y, int width, int height, uint32_t word) {
    glClearTexSubImage(texture, 0, x, y, 0, width, height, 1, order(info), type(info), &word);
}

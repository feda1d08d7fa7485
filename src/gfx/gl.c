/* The first questions to a context: which OpenGL, whose, how large.
 * Everything in this layer stays in the subset that OpenGL 3.3 core and OpenGL ES 3.0 share, so one check
 * at the start is enough and no extension is ever asked for. */
#include "gfx/gl.h"

#include <epoxy/gl.h>
#include <stdio.h>

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
    GLint buffer = 0, view[2] = {0, 0};
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &info->max_texture);
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &buffer);
    glGetIntegerv(GL_MAX_VIEWPORT_DIMS, view);
    info->max_target = smaller(buffer, smaller(view[0], view[1]));
    return true;
}

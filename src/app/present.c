/* After the window has lost anything two frames are shown whole, by a swap; the next one, drawn whole, and all that
 * follow are sent in parts. Two, since drivers of Mesa 22 that have sent parts may put the first frame of a new size
 * where it belonged in the old one. GLX is asked only where SDL has made the context with it: under X11, for OpenGL,
 * unless the hint for EGL is set. Hardware is left alone, for there parts would come without waiting for the screen. */
#include "app/present.h"

#include <string.h>

static void find(const char *name, void *function) { *(void **)function = SDL_GL_GetProcAddress(name); }

static bool has_word(const char *list, const char *word) {
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static bool by_glx(bool es) {
    const char *driver = SDL_GetCurrentVideoDriver();
    return driver && strcmp(driver, "x11") == 0 && !es && !SDL_GetHintBoolean(SDL_HINT_VIDEO_X11_FORCE_EGL, SDL_FALSE);
}

static bool in_software(void) {
    const unsigned char *(*get_string)(unsigned) = NULL;
    find("glGetString", &get_string);
    const char *name = get_string ? (const char *)get_string(0x1f01 /* GL_RENDERER */) : NULL;
    return name && (strstr(name, "llvmpipe") || strstr(name, "softpipe"));
}

void present_open(Present *present, bool es) {
    void *(*display)(void) = NULL;
    unsigned long (*drawable)(void) = NULL;
    const char *(*extensions)(void *, int) = NULL;
    *present = (Present){0};
    if (!by_glx(es) || !in_software())
        return;
    find("glXGetCurrentDisplay", &display);
    find("glXGetCurrentDrawable", &drawable);
    find("glXQueryExtensionsString", &extensions);
    if (!display || !drawable || !extensions || !display())
        return;
    present->display = display();
    present->window = drawable();
    const char *known = extensions(present->display, 0);
    if (present->window && known && has_word(known, "GLX_MESA_copy_sub_buffer"))
        find("glXCopySubBufferMESA", &present->copy);
}

void present_look(Present *present, const SDL_Event *event) {
    Uint8 kind = event->window.event;
    if (event->type == SDL_WINDOWEVENT && kind != SDL_WINDOWEVENT_ENTER && kind != SDL_WINDOWEVENT_LEAVE)
        present->state = PRESENT_LOST;
}

bool present_wants_frame(const Present *present) { return present->state == PRESENT_AGAIN; }

void present_show(Present *present, SDL_Window *window, const Rect *changes, int count) {
    int width, height;
    if (!present->copy || present->state < PRESENT_UNKNOWN) {
        SDL_GL_SwapWindow(window);
        present->state = !present->copy ? PRESENT_LOST : present->state + 1;
        return;
    }
    SDL_GL_GetDrawableSize(window, &width, &height);
    for (int i = 0; i < count; i++) {
        Rect r = changes[i];
        present->copy(present->display, present->window, (int)r.x, height - (int)rect_bottom(r), (int)r.w, (int)r.h);
    }
    present->state = PRESENT_KEPT;
}

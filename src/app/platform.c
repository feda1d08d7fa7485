/* The open window: one Input out of many events, and small services. What does not fit into an Input is kept for the
 * next; a drop's path and a long composition are ours to free. */
#include "app/platform_parts.h"

#include "core/num.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WAIT_SLICE = 500 }; /* ms: a signal that comes just before a wait is seen after one slice */

void platform_measure(Platform *platform) {
    int window_w, window_h, width, height;
    SDL_GetWindowSize(platform->window, &window_w, &window_h);
    SDL_GL_GetDrawableSize(platform->window, &width, &height);
    EventState *state = &platform->state;
    state->width = width;
    state->height = height;
    state->scale_x = window_w > 0 ? (double)width / window_w : 1;
    state->scale_y = window_h > 0 ? (double)height / window_h : 1;
}

void platform_free_event(SDL_Event *event) {
    if (event->type >= SDL_DROPFILE && event->type <= SDL_DROPCOMPLETE)
        SDL_free(event->drop.file);
    else if (event->type == SDL_TEXTEDITING_EXT)
        SDL_free(event->editExt.text);
}

/* ---- events ---- */

/* One event within `timeout` seconds. */
static bool next_event(Platform *platform, double timeout, SDL_Event *event) {
    if (platform->has_later) {
        platform->has_later = false;
        *event = platform->later;
        return true;
    }
    double end = timeout < 0 ? INFINITY : (double)SDL_GetTicks64() + timeout * 1000;
    for (;;) {
        double left = end - (double)SDL_GetTicks64();
        int slice = left <= 0 ? 0 : left < WAIT_SLICE ? (int)ceil(left) : WAIT_SLICE;
        if (slice > 0 ? SDL_WaitEventTimeout(event, slice) : SDL_PollEvent(event))
            return true;
        if (slice == 0)
            return false;
    }
}

bool platform_wait(Platform *platform, Input *input, double timeout) {
    SDL_Event event;
    bool any = next_event(platform, timeout, &event);
    platform_measure(platform);
    event_begin(&platform->state, input);
    for (bool more = any; more; more = SDL_PollEvent(&event)) {
        present_look(&platform->present, &event);
        if (!event_translate(&event, &platform->state, input)) {
            platform->later = event;
            platform->has_later = true;
            break;
        }
        platform_free_event(&event);
    }
    input->time = (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency();
    return any;
}

bool platform_pending(const Platform *platform) {
    return platform->has_later || SDL_HasEvents(SDL_FIRSTEVENT, SDL_LASTEVENT);
}

/* ---- the window ---- */

static bool hidden(const Platform *platform) {
    return platform->offscreen || (SDL_GetWindowFlags(platform->window) & (SDL_WINDOW_MINIMIZED | SDL_WINDOW_HIDDEN));
}

/* ATTNLAB_SCALE when it is a number; 0 otherwise. */
static double scale_asked(void) {
    const char *text = getenv("ATTNLAB_SCALE");
    double scale = 0;
    return text && num_parse(text, strlen(text), &scale) && scale > 0 ? fmin(fmax(scale, 0.5), 4) : 0;
}

void platform_size(Platform *platform, int *width, int *height, float *scale) {
    bool minimised = SDL_GetWindowFlags(platform->window) & SDL_WINDOW_MINIMIZED;
    platform_measure(platform);
    *width = minimised ? 0 : (int)platform->state.width;
    *height = minimised ? 0 : (int)platform->state.height;
    double asked = scale_asked();
    double found = fmax((double)platform->desktop_scale, fmin(platform->state.scale_x, 4));
    *scale = (float)(asked > 0 ? asked : found);
}

bool platform_keeps(const Platform *platform) { return platform->present.state == PRESENT_KEPT; }

bool platform_wants_frame(const Platform *platform) {
    return !hidden(platform) && present_wants_frame(&platform->present);
}

void platform_show(Platform *platform, const Rect *changes, int count) {
    if (!hidden(platform)) /* under Wayland it would wait for ever while hidden */
        present_show(&platform->present, platform->window, changes, count);
}

bool platform_synced(const Platform *platform) { return platform->synced; }

bool platform_is_es(const Platform *platform) { return platform->es; }

void platform_pointer(Platform *platform, Pointer pointer) {
    static const SDL_SystemCursor CURSORS[POINTER_COUNT] = {
        [POINTER_ARROW] = SDL_SYSTEM_CURSOR_ARROW,   [POINTER_HAND] = SDL_SYSTEM_CURSOR_HAND,
        [POINTER_MOVE] = SDL_SYSTEM_CURSOR_SIZEALL,  [POINTER_WIDTH] = SDL_SYSTEM_CURSOR_SIZEWE,
        [POINTER_HEIGHT] = SDL_SYSTEM_CURSOR_SIZENS, [POINTER_CROSS] = SDL_SYSTEM_CURSOR_CROSSHAIR,
        [POINTER_TEXT] = SDL_SYSTEM_CURSOR_IBEAM,
    };
    if (pointer == platform->pointer || platform->offscreen)
        return;
    if (!platform->cursors[pointer])
        platform->cursors[pointer] = SDL_CreateSystemCursor(CURSORS[pointer]);
    if (platform->cursors[pointer])
        SDL_SetCursor(platform->cursors[pointer]);
    platform->pointer = pointer;
}

void platform_capture(Platform *platform, bool on) {
    if (!platform->offscreen)
        SDL_CaptureMouse(on);
}

void platform_fullscreen(Platform *platform, bool on) {
    if (platform->offscreen)
        return;
    SDL_SetWindowFullscreen(platform->window, on ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
    if (on)
        SDL_DisableScreenSaver();
    else
        SDL_EnableScreenSaver();
}

void platform_title(Platform *platform, const char *title) {
    if (platform->offscreen)
        return;
    SDL_SetWindowTitle(platform->window, title);
    platform_title_x11(platform, title);
}

void platform_text_input(Platform *platform, bool on, Rect caret) {
    if (on) {
        double x = platform->state.scale_x, y = platform->state.scale_y;
        SDL_Rect area = {(int)(caret.x / x), (int)(caret.y / y), (int)ceil(caret.w / x), (int)ceil(caret.h / y)};
        SDL_SetTextInputRect(&area);
    }
    if (on == platform->text_on)
        return;
    if (on)
        SDL_StartTextInput();
    else
        SDL_StopTextInput();
    platform->text_on = on;
    platform->state.composing = false;
    platform->state.composed[0] = '\0';
}

bool platform_clipboard_get(Platform *platform, char *text, size_t room) {
    (void)platform;
    char *owned = SDL_GetClipboardText();
    SDL_utf8strlcpy(text, owned ? owned : "", room);
    SDL_free(owned);
    return text[0] != '\0';
}

bool platform_clipboard_set(Platform *platform, const char *text) {
    (void)platform;
    return SDL_SetClipboardText(text) == 0;
}

char *platform_clipboard_text(Platform *platform) {
    (void)platform;
    char *owned = SDL_GetClipboardText(), *text = owned ? strdup(owned) : NULL;
    SDL_free(owned);
    return text;
}

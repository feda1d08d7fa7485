/* What platform.c and platform_open.c share: the platform's parts. For those two files only. */
#ifndef APP_PLATFORM_PARTS_H
#define APP_PLATFORM_PARTS_H

#include "app/event.h"
#include "app/platform.h"
#include "app/present.h"

#include <SDL.h>

struct Platform {
    SDL_Window *window;
    SDL_GLContext context;
    EventState state;
    SDL_Event later; /* did not fit into the last Input */
    bool has_later;
    Present present;
    bool offscreen, es, synced, text_on;
    float desktop_scale;
    Pointer pointer;
    SDL_Cursor *cursors[POINTER_COUNT];
    void (*lost)(void *owner);
    void *owner;
};

/* Asks SDL for the sizes of window and picture. */
void platform_measure(Platform *platform);

/* Under X11: the title once more, as UTF-8, which SDL cannot do as long as nobody calls setlocale. */
void platform_title_x11(Platform *platform, const char *title);

/* Frees what an event owns. */
void platform_free_event(SDL_Event *event);

#endif

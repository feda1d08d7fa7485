/* How a frame comes to the screen. Usually by swapping buffers, after which nobody knows what the back buffer holds.
 * Drivers in software, which send every pixel to the X server, can also send parts of the back buffer and then keep
 * it as it is (GLX_MESA_copy_sub_buffer): so only what changed is drawn, and sent. For platform.c alone. */
#ifndef APP_PRESENT_H
#define APP_PRESENT_H

#include "draw/geom.h"

#include <SDL.h>
#include <stdbool.h>

typedef enum {
    PRESENT_LOST,    /* the screen may show anything */
    PRESENT_AGAIN,   /* it shows the last frame, or what a driver that had not yet heard of a new size made of it */
    PRESENT_UNKNOWN, /* the screen shows the last frame, the back buffer may hold anything */
    PRESENT_KEPT     /* both hold the last frame */
} PresentState;

typedef struct Present {
    PresentState state;
    void (*copy)(void *display, unsigned long window, int x, int y, int width, int height); /* NULL: cannot be done */
    void *display;
    unsigned long window;
} Present;

/* Looks for the way of sending parts; the window's context, OpenGL or (es) OpenGL ES, is current. */
void present_open(Present *present, bool es);

/* Every event of the window is to be seen here first: it may have lost what it showed, or its size. */
void present_look(Present *present, const SDL_Event *event);

/* Whether a frame is wanted though nothing has happened. */
bool present_wants_frame(const Present *present);

/* Shows what has been drawn, which differs from the last frame in `changes`, whole pixels, y down. */
void present_show(Present *present, SDL_Window *window, const Rect *changes, int count);

#endif

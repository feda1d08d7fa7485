/* The window, its OpenGL context and its events: the only code that talks to SDL's video and events. Everything
 * is in pixels of the picture; SDL's window units end here. One Platform at a time, on the main thread. */
#ifndef APP_PLATFORM_H
#define APP_PLATFORM_H

#include "draw/geom.h"
#include "ui/input.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Platform Platform;

typedef enum {
    POINTER_ARROW,
    POINTER_HAND,   /* over something to press or to drag */
    POINTER_MOVE,   /* dragging in both directions */
    POINTER_WIDTH,  /* dragging sideways */
    POINTER_HEIGHT, /* dragging up and down */
    POINTER_CROSS,
    POINTER_TEXT,
    POINTER_COUNT
} Pointer;

/* A window of width x height units (pixels at interface scale 1; made smaller to fit the screen) with a current
 * context of OpenGL 3.3 core, or else OpenGL ES 3.0. NULL and one line in error when there is no display or no
 * such OpenGL: the program exits with status 3. */
Platform *platform_open(const char *title, int width, int height, char *error, size_t room);

/* A current context without a window to see, and without a display: for exports and tests. */
Platform *platform_open_offscreen(char *error, size_t room);

void platform_close(Platform *platform);

/* Waits at most `timeout` seconds (negative: as long as it takes) for something to happen, then takes as much as
 * one Input may hold. False when nothing happened; the Input then says what is still held. SIGINT, SIGTERM
 * and a lost Wayland server arrive as input->terminate. */
bool platform_wait(Platform *platform, Input *input, double timeout);

/* Whether the next platform_wait will not block. */
bool platform_pending(const Platform *platform);

/* Size of the picture in pixels, 0 x 0 while minimised, and the interface scale: ATTNLAB_SCALE, else what the
 * desktop says, 1 to 4. */
void platform_size(Platform *platform, int *width, int *height, float *scale);

/* Whether the framebuffer still holds the last frame, and the screen shows it: only what changes need be drawn. */
bool platform_keeps(const Platform *platform);

/* Whether one more frame is to be drawn at once, though nothing has happened. */
bool platform_wants_frame(const Platform *platform);

/* Shows the frame, unless there is nothing to show it on. `changes` are the `count` places, in whole pixels, where it
 * differs from the last one: what else is sent to the screen is only for lack of a way to leave it out. */
void platform_show(Platform *platform, const Rect *changes, int count);

/* Whether platform_show waits for the screen; if not, the caller limits its frames itself. */
bool platform_synced(const Platform *platform);

/* Whether the context is OpenGL ES: shaders then begin with another version line. */
bool platform_is_es(const Platform *platform);

void platform_pointer(Platform *platform, Pointer pointer);

/* During a drag: motion outside the window arrives too. */
void platform_capture(Platform *platform, bool on);

/* The whole of the screen that the window is on; the screensaver keeps away meanwhile. */
void platform_fullscreen(Platform *platform, bool on);

void platform_title(Platform *platform, const char *title);

/* Text arrives in Inputs only while on: a field has the focus and its caret is here, which is where an input method
 * shows its candidates. Call it whenever the caret moves. */
void platform_text_input(Platform *platform, bool on, Rect caret);

/* The clipboard as UTF-8, cut between characters to fit; false when it is empty. */
bool platform_clipboard_get(Platform *platform, char *text, size_t room);
bool platform_clipboard_set(Platform *platform, const char *text);
/* All of it, to be freed; NULL without memory. */
char *platform_clipboard_text(Platform *platform);

/* Calls lost(owner) when the X server goes away, after which the process ends with status 3. NULL: no more. */
void platform_on_lost(Platform *platform, void (*lost)(void *owner), void *owner);

#endif

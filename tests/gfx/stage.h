/* A context of OpenGL without a display, fonts and a renderer, for tests; shaders come from the source tree. */
#ifndef TESTS_GFX_STAGE_H
#define TESTS_GFX_STAGE_H

#include "gfx/renderer.h"

typedef struct SDL_Window SDL_Window;

typedef struct TestStage {
    SDL_Window *window;
    void *context;
    Fonts *fonts;
    Renderer *renderer;
    char *shader; /* the last one read */
} TestStage;

/* Opens OpenGL 3.3 core, or OpenGL ES 3.0. False, with a line on standard error, if there is no such context;
 * then exit with STAGE_SKIP. */
enum { STAGE_SKIP = 77 };
bool stage_open(TestStage *stage, bool es);
void stage_close(TestStage *stage);

/* Sources in the source tree's folder shaders/. */
ShaderSources stage_sources(TestStage *stage);

/* The picture of the list, opaque unless `transparent`; free() it. */
unsigned char *stage_render(TestStage *stage, const DrawList *list, int width, int height, bool transparent);

#endif

/* Opens SDL's "offscreen" driver by name, so that no test ever shows a window. */
#include "stage.h"

#include "gfx/target.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>

static const char *read_shader(void *owner, const char *name) {
    TestStage *stage = owner;
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", SHADER_DIR, name);
    FILE *file = fopen(path, "rb");
    free(stage->shader);
    stage->shader = file ? calloc(1, 65536) : NULL;
    if (stage->shader && fread(stage->shader, 1, 65535, file) == 0) {
        free(stage->shader);
        stage->shader = NULL;
    }
    if (file)
        fclose(file);
    return stage->shader;
}

ShaderSources stage_sources(TestStage *stage) { return (ShaderSources){stage, read_shader}; }

static bool open_context(TestStage *stage, bool es) {
    if (SDL_VideoInit("offscreen") != 0)
        return false;
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, es ? SDL_GL_CONTEXT_PROFILE_ES : SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, es ? 0 : 3);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0); /* llvmpipe has a faster way without one */
    stage->window = SDL_CreateWindow("test", 0, 0, 1280, 800, SDL_WINDOW_OPENGL);
    stage->context = stage->window ? SDL_GL_CreateContext(stage->window) : NULL;
    return stage->context != NULL;
}

bool stage_open(TestStage *stage, bool es) {
    char error[512];
    *stage = (TestStage){0};
    if (!open_context(stage, es)) {
        fprintf(stderr, "no OpenGL context: %s\n", SDL_GetError());
        stage_close(stage);
        return false;
    }
    stage->fonts = fonts_create(error, sizeof error);
    if (stage->fonts) {
        ShaderSources sources = stage_sources(stage);
        stage->renderer = renderer_create(&sources, stage->fonts, error, sizeof error);
    }
    if (stage->renderer)
        return true;
    fprintf(stderr, "%s\n", error);
    abort(); /* a context is there: what fails now is a fault */
}

void stage_close(TestStage *stage) {
    renderer_destroy(stage->renderer);
    fonts_destroy(stage->fonts);
    free(stage->shader);
    if (stage->context)
        SDL_GL_DeleteContext(stage->context);
    if (stage->window)
        SDL_DestroyWindow(stage->window);
    SDL_VideoQuit(); /* the driver's threads end too: the leak sanitizer cannot stop them at exit */
}

unsigned char *stage_render(TestStage *stage, const DrawList *list, int width, int height, bool transparent) {
    char error[256];
    unsigned char *rgba = malloc(4 * (size_t)width * (size_t)height);
    if (!rgba ||
        !target_render(stage->renderer, list, width, height, TARGET_TILE, transparent, rgba, error, sizeof error)) {
        fprintf(stderr, "%s\n", error);
        abort();
    }
    return rgba;
}

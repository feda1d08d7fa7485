/* Stands before SDL in a starting attnlab (LD_PRELOAD) and writes to standard output when it came to where: a line
 * "seconds what" for each mark, seconds of CLOCK_MONOTONIC. A mark is the end of what it names. The last is the first
 * frame, swapped and finished, and there the process ends. The script start.py sets it up and reads it. */
#define _GNU_SOURCE /* RTLD_NEXT */
#include <SDL.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void mark(const char *what) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    printf("%.6f %s\n", (double)t.tv_sec + 1e-9 * (double)t.tv_nsec, what);
}

/* SDL's own function of that name, into a pointer to a function. */
static void find(const char *name, void *function) {
    *(void **)function = dlsym(RTLD_NEXT, name);
    if (*(void **)function)
        return;
    fprintf(stderr, "first_swap: %s is not in this SDL\n", name);
    _exit(1);
}

__attribute__((constructor)) static void loaded(void) { mark("libraries loaded"); }

int SDL_InitSubSystem(Uint32 flags) {
    int (*own)(Uint32);
    find("SDL_InitSubSystem", &own);
    if (flags & SDL_INIT_VIDEO)
        mark("options, scene, fonts, translation");
    int status = own(flags);
    if (flags & SDL_INIT_VIDEO)
        mark("connection to the display");
    return status;
}

SDL_Window *SDL_CreateWindow(const char *title, int x, int y, int w, int h, Uint32 flags) {
    SDL_Window *(*own)(const char *, int, int, int, int, Uint32);
    find("SDL_CreateWindow", &own);
    SDL_Window *window = own(title, x, y, w, h, flags);
    mark("window, with the drivers of OpenGL");
    return window;
}

SDL_GLContext SDL_GL_CreateContext(SDL_Window *window) {
    SDL_GLContext (*own)(SDL_Window *);
    find("SDL_GL_CreateContext", &own);
    SDL_GLContext context = own(window);
    mark("context of OpenGL");
    return context;
}

void SDL_GL_SwapWindow(SDL_Window *window) {
    void (*own)(SDL_Window *), (*finish)(void) = NULL;
    find("SDL_GL_SwapWindow", &own);
    mark("shaders, lessons, draw list, commands");
    own(window);
    *(void **)&finish = SDL_GL_GetProcAddress("glFinish");
    if (finish)
        finish();
    mark("first frame on the screen");
    fflush(stdout);
    _exit(0);
}

/* The clock on the wall suffers from whatever else runs; the processor time counts this program's threads alone.
 * A whole frame of the textbook scene, as the window runs it: input, layout, results, draw list, and its pixels by
 * OpenGL up to glFinish. Prints the medians; asserts nothing. */
#include "app/app.h"

#include <epoxy/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FRAMES = 300 };

static double now_ms(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(double *times, double at) {
    qsort(times, FRAMES, sizeof *times, by_value);
    return times[(int)(at * (FRAMES - 1))];
}

static void bind_target(int width, int height) {
    GLuint frame, color;
    glGenFramebuffers(1, &frame);
    glGenRenderbuffers(1, &color);
    glBindRenderbuffer(GL_RENDERBUFFER, color);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGB8, width, height); /* as a window's pixels: without alpha */
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, color);
}

/* Drags the first point to and fro. */
static void measure(App *app, int width, int height) {
    static double whole[FRAMES], list[FRAMES], used[FRAMES];
    Input input = {.mouse_inside = true, .mouse_x = 500, .mouse_y = 300};
    for (int i = 0; i < FRAMES; i++) {
        scene_move_point(&app->lab->scene, 20, 2 + 0.5 * (i % 20) / 20, 3);
        input.mouse_x = 500 + i % 20;
        input.time += 0.016;
        double start = now_ms(CLOCK_MONOTONIC), process = now_ms(CLOCK_PROCESS_CPUTIME_ID);
        double thread = now_ms(CLOCK_THREAD_CPUTIME_ID);
        app_input(app, &input);
        app_draw(app);
        list[i] = now_ms(CLOCK_THREAD_CPUTIME_ID) - thread;
        renderer_submit(app->renderer, &app->list, width, height);
        glFinish();
        whole[i] = now_ms(CLOCK_MONOTONIC) - start;
        used[i] = now_ms(CLOCK_PROCESS_CPUTIME_ID) - process;
    }
    printf("frame %dx%d n=%zu: median %.2f ms, 90%% %.2f ms; processor time %.2f ms, of which input to draw list %.2f "
           "ms\n",
           width, height, app->lab->scene.points.n, quantile(whole, 0.5), quantile(whole, 0.9), quantile(used, 0.5),
           quantile(list, 0.5));
}

int main(void) {
    static const int SIZES[][2] = {{1280, 800}, {1920, 1080}};
    for (int i = 0; i < 2; i++) {
        Options options = {.width = SIZES[i][0], .height = SIZES[i][1], .scale = 1};
        Failure failure = {EXIT_INTERNAL, ""};
        Lab lab;
        App app;
        if (!lab_open(&lab, &options, &failure) || !app_open(&app, &lab, &options, false, &failure)) {
            fprintf(stderr, "bench_frame: %s\n", failure.line);
            return 77;
        }
        bind_target(SIZES[i][0], SIZES[i][1]);
        measure(&app, SIZES[i][0], SIZES[i][1]);
        app_close(&app);
        lab_close(&lab);
    }
    return 0;
}

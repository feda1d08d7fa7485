/* The clock on the wall suffers from whatever else runs; the processor time counts this program's threads alone.
 * A whole frame of the textbook scene, as the window runs it: input, layout, results, draw list, and its pixels by
 * OpenGL up to glFinish. Prints the medians; asserts nothing.
 *
 *   bench_frame [FRAMES]   so many frames at 1280x800 only, for counting instructions: see ./dev bench instructions */
#include "app/app.h"

#include <epoxy/gl.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { FRAMES_MOST = 300 };

static double now_ms(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double quantile(double *times, int frames, double at) {
    qsort(times, (size_t)frames, sizeof *times, by_value);
    return times[(int)(at * (frames - 1))];
}

/* In place of the window, and with its order of colours. */
static void bind_target(const GlInfo *info, int width, int height) {
    GLuint frame;
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    unsigned texture = gl_make_texture();
    gl_store(info, width, height, NULL);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
}

/* Drags the first point to and fro. */
static void measure(App *app, int width, int height, int frames) {
    static double whole[FRAMES_MOST], list[FRAMES_MOST], used[FRAMES_MOST];
    size_t painted = 0;
    Input input = {.mouse_inside = true, .mouse_x = 500, .mouse_y = 300};
    for (int i = 0; i < frames; i++) {
        scene_move_point(&app->lab->scene, 20, 2 + 0.5 * (i % 20) / 20, 3);
        input.mouse_x = 500 + i % 20;
        input.time += 0.016;
        double start = now_ms(CLOCK_MONOTONIC), process = now_ms(CLOCK_PROCESS_CPUTIME_ID);
        double thread = now_ms(CLOCK_THREAD_CPUTIME_ID);
        app_input(app, &input);
        app_draw(app);
        list[i] = now_ms(CLOCK_THREAD_CPUTIME_ID) - thread;
        canvas_show(app->canvas, &app->list, width, height);
        painted += canvas_painted(app->canvas);
        glFinish();
        whole[i] = now_ms(CLOCK_MONOTONIC) - start;
        used[i] = now_ms(CLOCK_PROCESS_CPUTIME_ID) - process;
    }
    printf("frame %dx%d n=%zu: median %.2f ms, 90%% %.2f ms; processor time %.2f ms, of which input to draw list %.2f "
           "ms; %.0f %% of the pixels painted anew\n",
           width, height, app->lab->scene.points.n, quantile(whole, frames, 0.5), quantile(whole, frames, 0.9),
           quantile(used, frames, 0.5), quantile(list, frames, 0.5), 100.0 * (double)painted / frames / width / height);
}

int main(int argc, char **argv) {
    int frames = argc > 1 ? atoi(argv[1]) : FRAMES_MOST, sizes = argc > 1 ? 1 : 2;
    frames = frames < 1 ? 1 : frames < FRAMES_MOST ? frames : FRAMES_MOST;
    static const int SIZES[][2] = {{1280, 800}, {1920, 1080}};
    for (int i = 0; i < sizes; i++) {
        Options options = {.width = SIZES[i][0], .height = SIZES[i][1], .scale = 1};
        Failure failure = {EXIT_INTERNAL, ""};
        Lab lab;
        App app;
        if (!lab_open(&lab, &options, &failure) || !app_open(&app, &lab, &options, false, &failure)) {
            fprintf(stderr, "bench_frame: %s\n", failure.line);
            return 77;
        }
        bind_target(renderer_info(app.renderer), SIZES[i][0], SIZES[i][1]);
        measure(&app, SIZES[i][0], SIZES[i][1], frames);
        app_close(&app);
        lab_close(&lab);
    }
    return 0;
}

/* How long a frame of the textbook's picture takes from the draw list to the finished pixels: the median of
 * many frames, the query moving as under a dragging hand. Prints milliseconds. */
#include "stage.h"
#include "textbook.h"

#include <epoxy/gl.h>
#include <stdlib.h>
#include <time.h>

enum { FRAMES = 200, WIDTH = 1280, HEIGHT = 800 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *times, size_t count) {
    qsort(times, count, sizeof *times, compare);
    return times[count / 2];
}

int main(void) {
    TestStage stage;
    DrawList list;
    double build[FRAMES], submit[FRAMES], finish[FRAMES];
    if (!stage_open(&stage, false))
        return STAGE_SKIP;
    drawlist_init(&list);
    TextMetrics metrics = renderer_metrics(stage.renderer);
    for (int i = -10; i < FRAMES; i++) {
        double start = now();
        textbook_draw(&list, &THEMES[THEME_LIGHT], &metrics, WIDTH, HEIGHT, 2.5 + 2.0 * i / FRAMES);
        double built = now();
        renderer_submit(stage.renderer, &list, WIDTH, HEIGHT);
        double submitted = now();
        glFinish();
        if (i >= 0) {
            build[i] = built - start;
            submit[i] = submitted - built;
            finish[i] = now() - built;
        }
    }
    printf("textbook frame, %d x %d, %s: %zu commands, %d draw calls\n", WIDTH, HEIGHT,
           renderer_info(stage.renderer)->renderer, list.cmd_count, renderer_draw_calls(stage.renderer));
    printf("  build list %.3f ms, submit %.3f ms, submit + glFinish %.3f ms (medians of %d)", median(build, FRAMES),
           median(submit, FRAMES), median(finish, FRAMES), FRAMES);
    printf(", best %.3f / %.3f ms\n", submit[0], finish[0]); /* sorted by now */
    drawlist_free(&list);
    stage_close(&stage);
    return EXIT_SUCCESS;
}

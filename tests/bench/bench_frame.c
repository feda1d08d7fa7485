/* Whole frames as the window runs them: input, layout, results, draw list, and the pixels by OpenGL up to glFinish, for
 * the textbook's scene and for a crowd of a million points. Medians of a gesture each; asserts nothing. The clock on
 * the wall suffers from whatever else runs; the processor time counts this program's threads alone.
 *
 *   bench_frame [--json FILE]               every gesture
 *   bench_frame [--json FILE] TEXT [N]      those whose name contains TEXT, N frames each: for counting instructions
 *
 * FILE is written as {"gesture": median seconds, ...}. */
#include "app/app.h"
#include "app/hand.h"
#include "core/rng.h"
#include "ui/plot.h"

#include <epoxy/gl.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FRAMES_MOST = 300, CROWD = 1000000 };

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

static Vec2 centre_of(App *app, const char *id) {
    Hand hand = hand_on(app);
    const Control *control = hand_find(&hand, id);
    return control ? rect_centre(control->rect) : (Vec2){0, 0};
}

static Vec2 at_point(App *app, size_t point) {
    Axes axes = plot_axes(&app->ui, &app->lab->scene);
    const Points *points = &app->lab->scene.points;
    return (Vec2){(float)axes_px_x(&axes, points->x[point]), (float)axes_px_y(&axes, points->y[point])};
}

/* Presses at the place where a gesture begins. */
static void take(Input *input, Vec2 at, int button) {
    input->mouse_x = (double)at.x;
    input->mouse_y = (double)at.y;
    input->down = input->pressed = button;
    input->clicks = 1;
}

static void begin_point(App *app, Input *input) { take(input, at_point(app, 20), BUTTON_LEFT); }

static void begin_w(App *app, Input *input) { take(input, centre_of(app, "w"), BUTTON_LEFT); }

/* Where no point is near. */
static Vec2 ground(App *app) {
    Rect a = app->ui.panels.plot_area;
    return (Vec2){a.x + a.w / 2, a.y + 20};
}

static void begin_query(App *app, Input *input) {
    Axes axes = plot_axes(&app->ui, &app->lab->scene);
    take(input, (Vec2){(float)axes_px_x(&axes, app->lab->scene.params.query), ground(app).y}, BUTTON_LEFT);
}

static void begin_pan(App *app, Input *input) { take(input, ground(app), BUTTON_LEFT); }

static void begin_hover(App *app, Input *input) { take(input, rect_centre(app->ui.panels.plot_area), 0); }

static void next_move(Input *input, int i) { input->mouse_x += i % 20 < 10 ? 3 : -3; }

static void next_zoom(Input *input, int i) { input->wheel_y = i % 20 < 10 ? 1 : -1; }

/* A scorer on a feature map. */
typedef struct Scored {
    int scorer, features;
} Scored;

static const Scored ADDITIVE = {SCORER_ADDITIVE, FEATURE_BIAS}, GENERAL = {SCORER_GENERAL, FEATURE_LIFT},
                    FOURIER = {SCORER_SCALED_DOT, FEATURE_FOURIER}, RBF = {SCORER_COSINE, FEATURE_RBF};

static void begin_temperature(App *app, Input *input) { take(input, centre_of(app, "temperature"), BUTTON_LEFT); }

typedef struct Trial {
    const char *name;
    size_t points;
    int width, height;
    void (*begin)(App *app, Input *input);
    void (*next)(Input *input, int i);
    const Scored *scored; /* NULL: the default model */
} Trial;

static const Trial TRIALS[] = {
    {"textbook: drag a point", 50, 1280, 800, begin_point, next_move, NULL},
    {"textbook: drag w", 50, 1280, 800, begin_w, next_move, NULL},
    {"textbook: drag the query", 50, 1280, 800, begin_query, next_move, NULL},
    {"1920x1080: drag a point", 50, 1920, 1080, begin_point, next_move, NULL},
    {"crowd: drag a point", CROWD, 1280, 800, begin_point, next_move, NULL},
    {"crowd: drag w", CROWD, 1280, 800, begin_w, next_move, NULL},
    {"crowd: drag the query", CROWD, 1280, 800, begin_query, next_move, NULL},
    {"crowd: pan", CROWD, 1280, 800, begin_pan, next_move, NULL},
    {"crowd: zoom", CROWD, 1280, 800, begin_hover, next_zoom, NULL},
    {"crowd: hover", CROWD, 1280, 800, begin_hover, next_move, NULL},
    {"crowd: general scorer, drag the query", CROWD, 1280, 800, begin_query, next_move, &GENERAL},
    {"crowd: general scorer, drag T", CROWD, 1280, 800, begin_temperature, next_move, &GENERAL},
    {"crowd: general scorer, drag a point", CROWD, 1280, 800, begin_point, next_move, &GENERAL},
    {"crowd: additive scorer, drag the query", CROWD, 1280, 800, begin_query, next_move, &ADDITIVE},
    {"crowd: additive scorer, drag T", CROWD, 1280, 800, begin_temperature, next_move, &ADDITIVE},
    {"crowd: dot on waves, drag the query", CROWD, 1280, 800, begin_query, next_move, &FOURIER},
    {"crowd: cosine on bumps, drag T", CROWD, 1280, 800, begin_temperature, next_move, &RBF},
};

/* Returns the median in milliseconds. */
static double measure(App *app, const Trial *trial, int frames) {
    static double whole[FRAMES_MOST], list[FRAMES_MOST], used[FRAMES_MOST];
    size_t painted = 0;
    Input input = {.mouse_inside = true, .time = app->ui.time};
    app_draw(app);
    trial->begin(app, &input);
    for (int i = -2; i < frames; i++) { /* the press, and a move that may still be a click */
        input.time += 0.016;
        double start = now_ms(CLOCK_MONOTONIC), process = now_ms(CLOCK_PROCESS_CPUTIME_ID);
        double thread = now_ms(CLOCK_THREAD_CPUTIME_ID);
        app_input(app, &input);
        app_draw(app);
        double listed = now_ms(CLOCK_THREAD_CPUTIME_ID) - thread;
        canvas_show(app->canvas, &app->list, trial->width, trial->height, i > -2); /* keeps it, as windows under X11 */
        glFinish();
        input.pressed = input.clicks = 0;
        trial->next(&input, i + 20);
        if (i < 0)
            continue;
        painted += canvas_painted(app->canvas);
        list[i] = listed;
        whole[i] = now_ms(CLOCK_MONOTONIC) - start;
        used[i] = now_ms(CLOCK_PROCESS_CPUTIME_ID) - process;
    }
    printf("%-38s median %6.2f ms, 90 %% %6.2f; processor %6.2f, of which list %6.2f; %3.0f %% painted\n", trial->name,
           quantile(whole, frames, 0.5), quantile(whole, frames, 0.9), quantile(used, frames, 0.5),
           quantile(list, frames, 0.5), 100.0 * (double)painted / frames / trial->width / trial->height);
    fflush(stdout);
    return quantile(whole, frames, 0.5);
}

static bool make_crowd(Lab *lab, size_t n) {
    Rng rng = rng_seed(1); /* as in bench_pool */
    double *x = malloc(n * sizeof *x), *y = malloc(n * sizeof *y);
    for (size_t i = 0; x && y && i < n; i++) {
        x[i] = 5 * rng_uniform(&rng);
        y[i] = 2 * sin(x[i]) + pow(x[i], 0.8) + 0.5 * rng_normal(&rng);
    }
    bool made = x && y && scene_adopt(&lab->scene, x, y, n, "crowd", "x", "y");
    free(x);
    free(y);
    return made;
}

static void choose(Lab *lab, const Scored *scored) {
    Scene *scene = &lab->scene;
    param_set(scene, PARAM_MODEL, MODEL_SCORER);
    param_set_redraw(scene, PARAM_SCORER, scored->scorer, &lab->library);
    param_set_redraw(scene, PARAM_FEATURES, scored->features, &lab->library);
}

/* Returns the status to exit with. */
static int run(const Trial *trial, int frames, FILE *json) {
    Options options = {.width = trial->width, .height = trial->height, .scale = 1};
    Failure failure = {EXIT_INTERNAL, ""};
    Lab lab;
    App app;
    if (!lab_open(&lab, &options, &failure) || (trial->points > 50 && !make_crowd(&lab, trial->points)) ||
        !app_open(&app, &lab, &options, false, &failure)) {
        fprintf(stderr, "bench_frame: %s\n", failure.line);
        return 77;
    }
    if (trial->scored)
        choose(&lab, trial->scored);
    bind_target(renderer_info(app.renderer), trial->width, trial->height);
    double median = measure(&app, trial, frames);
    if (json)
        fprintf(json, "%s\n  \"%s\": %.9g", ftell(json) > 1 ? "," : "", trial->name, median / 1e3);
    app_close(&app);
    lab_close(&lab);
    return 0;
}

int main(int argc, char **argv) {
    bool to_file = argc > 2 && strcmp(argv[1], "--json") == 0;
    FILE *json = to_file ? fopen(argv[2], "w") : NULL;
    if (to_file && !json) {
        fprintf(stderr, "bench_frame: cannot write %s\n", argv[2]);
        return EXIT_FAILURE;
    }
    char **word = argv + (to_file ? 3 : 1); /* NULL ends them */
    int status = 0, frames = word[0] && word[1] ? atoi(word[1]) : 0;
    if (json)
        fprintf(json, "{");
    for (size_t i = 0; status == 0 && i < sizeof TRIALS / sizeof *TRIALS; i++) {
        int usual = TRIALS[i].points > 50 ? 60 : FRAMES_MOST;
        if (!word[0] || strstr(TRIALS[i].name, word[0]))
            status = run(&TRIALS[i], frames > 0 && frames < usual ? frames : usual, json);
    }
    if (json) {
        fprintf(json, "\n}\n");
        status = fclose(json) == 0 ? status : EXIT_FAILURE;
    }
    return status;
}

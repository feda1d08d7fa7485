/* Start and end of the parts, and the frame: input -> scene -> results -> draw list -> pixels. */
#include "app/app.h"

#include "app/command_run.h"
#include "app/dialogs.h"
#include "app/rescue.h"
#include "app/session.h"
#include "gfx/target.h"
#include "io/assets.h"
#include "io/png.h"
#include "io/scene_file.h"
#include "io/vector.h"
#include "io/xdg.h"
#include "ui/lessonbar.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PNG_SCENE_POINTS = 50000 };
enum { CHINESE_SAMPLE = 0x6CE8 }; /* 注: a font that has it can show the translation */

typedef struct ShaderAssets { /* the one shader being read */
    Asset asset;
    char error[256];
} ShaderAssets;

static const char *shader_source(void *owner, const char *name) {
    ShaderAssets *shaders = owner;
    char path[64];
    snprintf(path, sizeof path, "shaders/%s", name);
    asset_close(&shaders->asset);
    shaders->asset = (Asset){0};
    return asset_open(path, &shaders->asset, shaders->error, sizeof shaders->error) ? shaders->asset.data : NULL;
}

static bool open_renderer(App *app, Failure *failure) {
    ShaderAssets shaders = {0};
    ShaderSources sources = {&shaders, shader_source};
    failure->status = EXIT_DISPLAY;
    app->renderer = renderer_create(&sources, app->fonts, failure->line, sizeof failure->line);
    if (!app->renderer && shaders.error[0]) {
        failure->status = EXIT_ASSET;
        snprintf(failure->line, sizeof failure->line, "%s", shaders.error);
    }
    asset_close(&shaders.asset);
    return app->renderer != NULL;
}

static bool open_fonts(App *app, Failure *failure) {
    failure->status = EXIT_ASSET;
    app->fonts = fonts_create(failure->line, sizeof failure->line);
    return app->fonts != NULL;
}

static bool open_chinese(App *app, Failure *failure) {
    Asset asset;
    failure->status = EXIT_ASSET;
    if (!asset_open("locale/zh.po", &asset, failure->line, sizeof failure->line))
        return false;
    app->chinese = po_parse(asset.name, asset.data, asset.size, failure->line, sizeof failure->line);
    asset_close(&asset);
    return app->chinese != NULL;
}

static bool open_platform(App *app, const Options *options, Failure *failure) {
    failure->status = EXIT_DISPLAY;
    int w = (int)lround(options->width * options->scale), h = (int)lround(options->height * options->scale);
    app->platform = app->visible ? platform_open("attnlab", w, h, failure->line, sizeof failure->line)
                                 : platform_open_offscreen(failure->line, sizeof failure->line);
    app->scale = app->scale_asked = (float)options->scale;
    app->width = w;
    app->height = h;
    return app->platform != NULL;
}

static const char *translate(void *owner, const char *message) { return po_find(owner, message); }

/* "4", "width", "width:3"; steps count from 1. */
static bool open_lesson(App *app, const char *text, Failure *failure) {
    char name[64];
    size_t length = strcspn(text, ":");
    double step = 1;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), text);
    const Lesson *lesson = lesson_list_find(&app->lessons, name);
    bool number = !text[length] || num_parse(text + length + 1, strlen(text + length + 1), &step);
    failure->status = EXIT_USAGE;
    if (!lesson || !number || !(step >= 1 && step <= (double)lesson->step_count)) {
        snprintf(failure->line, sizeof failure->line, "--lesson %.60s: no such %s (see attnlab list lessons)", text,
                 lesson ? "step" : "lesson");
        return false;
    }
    for (size_t i = 0; i < app->lessons.count; i++)
        if (app->lessons.item[i] == lesson)
            command_lesson(app, (long)i, (size_t)step - 1);
    return true;
}

/* The lessons built in, and after them those of the person's own folder; a malformed one there is named, and the lab
 * goes on without it. */
static bool open_lessons(App *app, Failure *failure) {
    char folder[XDG_PATH], error[600];
    failure->status = EXIT_ASSET;
    if (!lesson_list_built_in(&app->lessons, failure->line, sizeof failure->line))
        return false;
    bool own = app->visible && xdg_config_path("lessons", folder) && access(folder, R_OK) == 0;
    if (own && !lesson_list_folder(&app->lessons, folder, error, sizeof error)) {
        fprintf(stderr, "attnlab: %s\n", error);
        ui_notice(&app->ui, error);
    }
    app->ui.lesson.all = (const Lesson *const *)app->lessons.item;
    app->ui.lesson.count = app->lessons.count;
    return true;
}

bool app_open(App *app, Lab *lab, const Options *options, bool visible, Failure *failure) {
    memset(app, 0, sizeof *app);
    app->lab = lab;
    app->visible = visible;
    drawlist_init(&app->list);
    if (!open_fonts(app, failure) || !open_chinese(app, failure) || !open_platform(app, options, failure) ||
        !open_renderer(app, failure))
        goto out;
    failure->status = EXIT_INTERNAL;
    snprintf(failure->line, sizeof failure->line, "out of memory");
    app->history = history_create(&lab->scene);
    if (!app->history)
        goto out;
    ui_init(&app->ui, renderer_metrics(app->renderer), (Translator){app->chinese, translate}, &lab->library);
    app->ui.train = &app->train;
    app->ui.trail = &app->trail;
    if (!open_lessons(app, failure))
        goto out;
    app->ui.latin_only = !fonts_has(app->fonts, CHINESE_SAMPLE);
    if (app->ui.latin_only && lab->scene.settings.language == LANGUAGE_ZH) {
        lab->scene.settings.language = LANGUAGE_EN;
        fprintf(stderr, "attnlab: no font with Chinese characters was found: showing English "
                        "(install fonts-noto-cjk)\n");
    }
    if (options->lesson && !open_lesson(app, options->lesson, failure))
        goto out;
    app_draw(app);
    return true;
out:
    app_close(app);
    return false;
}

void app_close(App *app) {
    dialogs_free(app);
    history_destroy(app->history);
    renderer_destroy(app->renderer);
    platform_close(app->platform);
    fonts_destroy(app->fonts);
    po_destroy(app->chinese);
    lesson_list_free(&app->lessons);
    free(app->trail.x);
    free(app->trail.f);
    free(app->trail.supported);
    results_free(&app->results);
    train_free(&app->train);
    drawlist_free(&app->list);
    memset(app, 0, sizeof *app);
}

static void layout(App *app) {
    ui_layout(&app->ui, &app->lab->scene, app->width, app->height, app->scale * app->ui.zoom);
}

/* Keeps the curve as it is when a drag of something that moves it begins, and drops it when the drag ends. */
static void keep_trail(App *app, bool was_busy) {
    const Results *r = &app->results;
    Trail *trail = &app->trail;
    DragKind kind = app->ui.drag.kind;
    if (kind != DRAG_POINT && kind != DRAG_SLIDER && kind != DRAG_CELL) {
        trail->count = 0;
        return;
    }
    if (was_busy)
        return;
    size_t n = r->curve_count;
    double *x = realloc(trail->x, n * sizeof *x), *f = realloc(trail->f, n * sizeof *f);
    bool *supported = realloc(trail->supported, n * sizeof *supported);
    trail->x = x ? x : trail->x;
    trail->f = f ? f : trail->f;
    trail->supported = supported ? supported : trail->supported;
    trail->count = x && f && supported ? n : 0;
    for (size_t j = 0; j < trail->count; j++) {
        x[j] = r->curve_x[j];
        f[j] = r->curve_f[j];
        supported[j] = r->curve_supported[j];
    }
}

static void apply(App *app, const Input *input) {
    Scene *scene = &app->lab->scene;
    bool was_busy = ui_busy(&app->ui);
    layout(app);
    ui_interact(&app->ui, input, scene, &app->results);
    keep_trail(app, was_busy);
    if (input->drop[0])
        command_drop(app, input->drop);
    if (input->terminate)
        app->quit = app->terminated = true;
    if (input->quit)
        command_quit(app);
    if (app->ui.pending != COMMAND_NONE)
        command_run(app);
    if (train_tick(&app->train, scene, input->time - app->time))
        app->ui.changed = true;
    app->time = input->time;
    if (app->ui.changed && !ui_busy(&app->ui) && !app->train.running) {
        history_commit(app->history, scene, app->ui.merge);
        app->ui.changed = false;
    }
    if (!app->ui.changed && !ui_busy(&app->ui))
        history_look(app->history, scene);
}

/* One key at a time: each may be a command or a step of its own. */
void app_input(App *app, const Input *input) {
    Input one = *input;
    one.key_count = input->key_count > 0;
    apply(app, &one);
    one.pressed = one.released = one.clicks = 0;
    one.wheel_x = one.wheel_y = 0;
    one.text[0] = one.drop[0] = '\0';
    one.focus_lost = one.quit = false;
    for (size_t i = 1; i < input->key_count; i++) {
        one.keys[0] = input->keys[i];
        apply(app, &one);
    }
}

/* Everything that follows from the scene, whole, so that nothing on screen is a frame old. */
static void compute(App *app) {
    layout(app);
    if (app->ui.panels.inset[INSET_LOSS_W].w > 0)
        train_refresh_curve(&app->train, &app->lab->scene);
    if (!results_compute(&app->results, &app->lab->scene, ui_curve_count(&app->ui)))
        ui_notice(&app->ui, "Out of memory: the picture is incomplete");
    const LessonStep *step = lessonbar_step(&app->ui);
    if (step && lesson_task_done(step, &app->lab->scene, &app->results, &app->train))
        app->ui.lesson.done = true; /* and stays so */
    ui_draw(&app->ui, &app->lab->scene, &app->results, &app->list);
    dialogs_draw(app);
}

void app_draw(App *app) {
    if (app->visible) {
        float display = 1;
        platform_size(app->platform, &app->width, &app->height, &display);
        app->scale = display * app->scale_asked;
    }
    if (app->width <= 0 || app->height <= 0)
        return; /* minimised */
    compute(app);
    app->frames++;
    if (!app->visible)
        return;
    renderer_submit(app->renderer, &app->list, app->width, app->height);
    platform_swap(app->platform);
}

static void reflect(App *app) {
    const Ui *ui = &app->ui;
    bool on_point = ui->hover_point >= 0 && strcmp(ui->hot, "plot") == 0;
    platform_capture(app->platform, ui_busy(ui));
    platform_pointer(app->platform, ui->drag.kind == DRAG_VIEW ? POINTER_MOVE
                                    : ui->hover_query          ? POINTER_WIDTH
                                    : on_point                 ? POINTER_HAND
                                                               : POINTER_ARROW);
    const Control *field = NULL;
    if (ui->field.open && ui->field.param >= 0) {
        char id[CONTROL_ID];
        snprintf(id, sizeof id, "%s.field", PARAMS[ui->field.param].id);
        field = controls_find(&ui->controls, id);
    } else if (ui->field.open)
        field = controls_find(&ui->controls, ui->focus);
    platform_text_input(app->platform, ui->field.open, field ? field->rect : (Rect){0, 0, 1, 1});
}

/* Seconds until something is to be done without a hand; negative for never. */
static double next_due(App *app) {
    double due, first = INFINITY;
    if (app->train.running)
        return 1.0 / TRAIN_TICKS;
    if (dialogs_tick(app))
        return 0.05;
    if (ui_timer(&app->ui, &due))
        first = due;
    if (rescue_timer(app, &due))
        first = fmin(first, due);
    return isfinite(first) ? fmax(0.01, first - app->ui.time + 0.01) : -1;
}

void app_run(App *app) {
    Input input = {0};
    while (!app->quit) {
        double timeout = next_due(app);
        platform_wait(app->platform, &input, timeout); /* without news the input still tells the time */
        app_input(app, &input);
        while (!app->quit && platform_pending(app->platform) && platform_wait(app->platform, &input, 0))
            app_input(app, &input);
        if (app->quit)
            break;
        app_draw(app);
        reflect(app);
        session_tick(app);
    }
}

static unsigned char *pixels_of(App *app, const Figure *figure, Failure *failure) {
    unsigned char *rgba = malloc((size_t)figure->width * (size_t)figure->height * 4);
    *failure = (Failure){EXIT_INTERNAL, "out of memory"};
    if (rgba && target_render(app->renderer, &app->list, figure->width, figure->height, TARGET_TILE,
                              figure->transparent, rgba, failure->line, sizeof failure->line))
        return rgba;
    free(rgba);
    return NULL;
}

/* PNG carries the scene, so that opening the picture brings it back. */
static bool save_png(App *app, const Figure *figure, const char *path, Failure *failure) {
    size_t size;
    unsigned char *rgba = pixels_of(app, figure, failure);
    char *scene = rgba ? scene_file_write(&app->lab->scene, &app->lab->extras, &size) : NULL;
    const PngText texts[] = {{"Software", "attnlab " ATTNLAB_VERSION}, {SCENE_FILE_PNG_KEY, scene}};
    bool saved = false;
    if (rgba && scene) {
        failure->status = EXIT_OUTPUT;
        saved = png_save(path, rgba, figure->width, figure->height, 96.0 * (double)figure->scale, texts, 2,
                         failure->line, sizeof failure->line);
    }
    free(scene);
    free(rgba);
    return saved;
}

static bool save_list(App *app, const Figure *figure, const char *path, Failure *failure) {
    if (!vector_knows(path))
        return save_png(app, figure, path, failure);
    failure->status = EXIT_OUTPUT;
    return vector_save(path, &app->list, figure->width, figure->height, "attnlab", failure->line, sizeof failure->line);
}

Figure app_figure(const App *app, Picture picture, int width, int height, float scale) {
    return (Figure){picture, width, height, scale, app->lab->scene.settings.theme, false, false};
}

static void still_life(App *app, const Figure *figure, const Scene *scene, Ui *still) {
    *still = app->ui; /* the same interface, without a hand on it */
    ui_reset_hands(still);
    still->focus_ring = still->help = false;
    still->hot[0] = still->notice[0] = still->offer[0] = '\0';
    still->form.open = still->field.open = false;
    ui_layout_picture(still, scene, figure->picture, figure->width, figure->height, figure->scale);
}

/* The same scene in the figure's theme; it shares all memory. */
static Scene scene_of(const App *app, const Figure *figure) {
    Scene scene = app->lab->scene;
    scene.settings.theme = figure->theme;
    return scene;
}

void app_draw_figure(App *app, const Figure *figure, DrawList *list) {
    Scene scene = scene_of(app, figure);
    Ui still;
    still_life(app, figure, &scene, &still);
    ui_draw(&still, &scene, &app->results, list);
    if (figure->transparent)
        ui_undress(&still, list);
}

/* Computes and draws into the app's own list, as the next step after which is to render it. */
static bool draw_figure(App *app, const Figure *figure, Failure *failure) {
    Scene scene = scene_of(app, figure);
    Ui still;
    still_life(app, figure, &scene, &still);
    *failure = (Failure){EXIT_INTERNAL, "out of memory"};
    if (!results_compute(&app->results, &scene, ui_curve_count(&still)))
        return false;
    app_draw_figure(app, figure, &app->list);
    return true;
}

bool app_save_figure(App *app, const Figure *figure, const char *path, Failure *failure) {
    Figure made = *figure;
    if (made.physical && vector_knows(path)) {
        made.width = (int)lround(figure->width / (double)figure->scale);
        made.height = (int)lround(figure->height / (double)figure->scale);
        made.scale = 1;
    }
    return draw_figure(app, &made, failure) && save_list(app, &made, path, failure);
}

unsigned char *app_encode_figure(App *app, const Figure *figure, size_t *size, Failure *failure) {
    unsigned char *rgba = draw_figure(app, figure, failure) ? pixels_of(app, figure, failure) : NULL;
    unsigned char *bytes = rgba ? png_encode(rgba, figure->width, figure->height, size) : NULL;
    free(rgba);
    return bytes;
}

bool app_save_screen(App *app, const char *path, Failure *failure) {
    compute(app);
    Figure screen = app_figure(app, PICTURE_ALL, app->width, app->height, app->scale);
    return save_list(app, &screen, path, failure);
}

/* Start and end of the parts, in order and in reverse. */
#include "app/app.h"

#include "app/command_run.h"
#include "app/dialogs.h"
#include "app/rescue.h"
#include "app/session.h"
#include "io/assets.h"
#include "io/xdg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

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
    app->canvas = app->renderer ? canvas_create(app->renderer, app->fonts) : NULL;
    if (app->renderer && !app->canvas)
        snprintf(failure->line, sizeof failure->line, "out of memory for the picture");
    return app->canvas != NULL;
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
static bool open_lessons(App *app, bool own_too, Failure *failure) {
    char folder[XDG_PATH], error[600];
    failure->status = EXIT_ASSET;
    if (!lesson_list_built_in(&app->lessons, failure->line, sizeof failure->line))
        return false;
    bool own = own_too && xdg_config_path("lessons", folder) && access(folder, R_OK) == 0;
    if (own && !lesson_list_folder(&app->lessons, folder, error, sizeof error)) {
        fprintf(stderr, "attnlab: %s\n", error);
        ui_notice(&app->ui, error);
    }
    app->ui.lesson.all = (const Lesson *const *)app->lessons.item;
    app->ui.lesson.count = app->lessons.count;
    return true;
}

/* What a frame frees, the next one needs again: the C library is not to give it back to the system in between, which
 * costs a page fault for every 4 KB. */
static void keep_freed_memory(void) {
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

bool app_open(App *app, Lab *lab, const Options *options, bool visible, Failure *failure) {
    memset(app, 0, sizeof *app);
    keep_freed_memory();
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
    if (!open_lessons(app, visible || options->lesson, failure))
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
    canvas_destroy(app->canvas);
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

/* Figures: the same draw functions at another size, to PNG, SVG or PDF. */
#include "app/app.h"

#include "gfx/target.h"
#include "io/png.h"
#include "io/scene_file.h"
#include "io/vector.h"

#include <stdlib.h>
#include <string.h>

enum { PNG_SCENE_POINTS = 50000 }; /* of more points the scene would be larger than the picture */

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
    bool carries = app->lab->scene.points.n <= PNG_SCENE_POINTS;
    char *scene = rgba && carries ? scene_file_write(&app->lab->scene, &app->lab->extras, &size) : NULL;
    const PngText texts[] = {{"Software", "attnlab " ATTNLAB_VERSION}, {SCENE_FILE_PNG_KEY, scene}};
    bool saved = false;
    if (rgba && (scene || !carries)) {
        failure->status = EXIT_OUTPUT;
        saved = png_save(path, rgba, figure->width, figure->height, 96.0 * (double)figure->scale, texts,
                         carries ? 2 : 1, failure->line, sizeof failure->line);
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
    if (!ui_compute(&still, &scene, &app->results))
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
    app_compute(app);
    Figure screen = app_figure(app, PICTURE_ALL, app->width, app->height, app->scale);
    return save_list(app, &screen, path, failure);
}

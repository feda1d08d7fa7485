/* The state of the lab: all that a scene file holds, as plain data. Points keep the order in which they
 * were made, so a dragged point keeps its identity when it passes its neighbour; results sort them. */
#ifndef MODEL_SCENE_H
#define MODEL_SCENE_H

#include "core/dataset.h"
#include "core/pool.h"

#include <stdbool.h>
#include <stddef.h>

enum { DATA_OWN = DATASET_COUNT, DATA_CHOICES }; /* Params.data: a row of DATASETS, or the user's own points */
enum { POINTS_MAX = 1000000, SCENE_NAME = 64 };

typedef struct Points {
    size_t n, room;
    double *x, *y;
} Points;

/* One field per row of the parameter table (params.h) that a scene keeps. */
typedef struct Params {
    int data, n, seed;
    double noise;
    int model, kernel;
    double w, h; /* one number, h = 1/|w|; both kept as typed */
    double query;
    int show_truth, show_rays, show_average, show_residuals, show_strip;
    int colormap, heat_full; /* heat_full: colour scale 0..1 instead of 0..max */
} Params;

/* What belongs to the person rather than to the scene. */
typedef struct Settings {
    int theme, language;
} Settings;

enum { LANGUAGE_EN, LANGUAGE_ZH, LANGUAGE_COUNT };
enum { THEME_CHOICES = 3, COLORMAP_CHOICES = 3 }; /* rows of draw's THEMES and COLORMAPS; ui checks that they agree */

/* Axis limits of the plot. */
typedef struct View {
    double x0, x1, y0, y1;
} View;

typedef struct Scene {
    Params params;
    Settings settings;
    View view;
    Points points;
    char x_name[SCENE_NAME], y_name[SCENE_NAME]; /* column names of real data, "" for none */
    char source[SCENE_NAME];                     /* file name of own data, "" for built-in */
} Scene;

/* The points of the real built-in data sets, loaded once at start; row i belongs to DATASETS[i]. */
typedef struct Library {
    Points sets[DATASET_COUNT];
    char names[DATASET_COUNT][2][SCENE_NAME];
} Library;

/* Room for n points; false when memory ran out (the points are then unchanged). */
bool points_reserve(Points *points, size_t n);
bool points_assign(Points *points, const double *x, const double *y, size_t n);
void points_free(Points *points);

/* Default parameters and the textbook's points. False when memory ran out. */
bool scene_init(Scene *scene, const Library *library);
void scene_free(Scene *scene);

/* Draws the points anew from data, n, noise and seed; for real data copies them from the library.
 * Does nothing for own data. False when memory ran out. */
bool scene_resample(Scene *scene, const Library *library);
/* Takes over the user's points: data becomes DATA_OWN, width, query and view fit them. */
bool scene_adopt(Scene *scene, const double *x, const double *y, size_t n, const char *source, const char *x_name,
                 const char *y_name);

/* Adds a point at the end; false at POINTS_MAX or without memory. */
bool scene_add_point(Scene *scene, double x, double y);
/* Removes point i; the points after it move down by one. */
void scene_delete_point(Scene *scene, size_t i);
/* Moves point i. Both coordinates must be finite. */
void scene_move_point(Scene *scene, size_t i, double x, double y);

/* Smallest and largest x and y over points and, for synthetic data, the range of its x. All 0..1 when empty. */
View scene_extent(const Scene *scene);
/* The view that shows everything: the extent, the true function, and a margin. */
View scene_fit(const Scene *scene);
/* Span kept in [1e-9 max(1, |centre|), 1e18] around the same centre, so that zoom can neither collapse nor overflow. */
View view_clamp(View view);

/* True function at x, NAN where there is none. */
double scene_truth(const Scene *scene, double x);
bool scene_has_truth(const Scene *scene);
/* What the pooling pipeline needs to know. */
Pool scene_pool(const Scene *scene);

#endif

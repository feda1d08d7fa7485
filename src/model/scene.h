/* The state of the lab: all that a scene file holds, as plain data. Points keep the order in which they
 * were made, so a dragged point keeps its identity when it passes its neighbour; results sort them. */
#ifndef MODEL_SCENE_H
#define MODEL_SCENE_H

#include "core/dataset.h"
#include "core/pool.h"
#include "model/points.h"

#include <stdbool.h>
#include <stddef.h>

/* Params.data: a row of DATASETS, points drawn from the scene's typed function, or the user's own points. */
enum { DATA_FUNCTION = DATASET_COUNT, DATA_OWN, DATA_CHOICES };
enum { SCENE_NAME = 64, SCENE_TEXT = 512 };

/* Evaluates typed functions; it comes from above, for the model has no parser. Zeros: there is none. */
typedef struct Formulas {
    void *owner;
    /* False and one line "at character 5: what is wrong" for a text that is no function of x. */
    bool (*check)(void *owner, const char *text, char *error, size_t room);
    double (*at)(void *owner, const char *text, double x); /* NAN where undefined, and for a text that is wrong */
} Formulas;

/* A scorer's parameters as one flat vector, laid out by score_layout; the location scorer's rows belong to the
 * points in their own order, not sorted. */
typedef struct Vector {
    size_t length, room;
    double *at;
} Vector;

/* One field per row of the parameter table (params.h) that a scene keeps. */
typedef struct Params {
    int data, n, seed;
    double noise;
    int model, kernel;
    double w, h; /* one number, h = 1/|w|; both kept as typed */
    double query;
    int scorer, features, key_features; /* key_features: 0 the same as features, otherwise 1 + row of FEATURES */
    int dimension, head_seed, hidden;
    double base;
    double temperature, beta; /* beta: the cosine scorer's, tied to its parameter vector as w is to the distance's */
    int causal, exclude_self;
    double rate; /* of training */
    int steps, loss_mean, method, train_temperature;
    int match_smoothness; /* switching kernels keeps the smoothness instead of h */
    int value;            /* value column that is predicted, from 0 */
    int one_hot;          /* values are the unit vectors instead of y: the output is the weights themselves */
    int show_truth, show_rays, show_average, show_residuals, show_strip;
    int show_band, show_columns;
    int pin_query; /* a second query, to compare two rows */
    double pinned_query;
    int pin_curve; /* a second curve, of a kernel of its own */
    int pinned_kernel;
    double pinned_h;
    int colormap, heat_full; /* heat_full: colour scale 0..1 instead of 0..max */
    int heat_scores, heat_log, heat_by_x, heat_transposed, heat_points; /* heat_points: rows are the points */
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
    Vector score;
    double x0, x1; /* range of x when the points were last replaced: feature maps are made for it */
    char x_name[SCENE_NAME], y_name[SCENE_NAME]; /* column names of real data, "" for none */
    char source[SCENE_NAME];                     /* file name of own data, "" for built-in */
    char value_names[VALUES_MAX][SCENE_NAME];    /* of the value columns where there are several */
    char function[SCENE_TEXT];                   /* the typed true function; with data=function it is the truth */
    const Formulas *formulas;                    /* the library's; NULL or empty: typed functions have no value */
} Scene;

/* The points of the real built-in data sets, loaded once at start; row i belongs to DATASETS[i]. */
typedef struct Library {
    Points sets[DATASET_COUNT];
    char names[DATASET_COUNT][2][SCENE_NAME];
    Formulas formulas;
} Library;

/* Default parameters and the textbook's points. False when memory ran out. */
bool scene_init(Scene *scene, const Library *library);
void scene_free(Scene *scene);
/* A copy with memory of its own into an empty or used scene. False when memory ran out. */
bool scene_copy(Scene *to, const Scene *from);

/* Draws the points anew from data, n, noise and seed; for real data copies them from the library.
 * Does nothing for own data. False when memory ran out. */
bool scene_resample(Scene *scene, const Library *library);
/* Takes over the user's points: data becomes DATA_OWN, width, query and view fit them. */
bool scene_adopt(Scene *scene, const double *x, const double *y, size_t n, const char *source, const char *x_name,
                 const char *y_name);

/* The same with `values` value columns (1 to VALUES_MAX), value[c] holding n numbers, named names[c]; the first is the
 * one that is predicted. */
bool scene_adopt_values(Scene *scene, const double *x, const double *const *value, int values, size_t n,
                        const char *source, const char *x_name, const char *const *names);

/* Adds a point at the end; false at POINTS_MAX or without memory. */
bool scene_add_point(Scene *scene, double x, double y);
/* Removes point i; the points after it move down by one. */
void scene_delete_point(Scene *scene, size_t i);
/* Moves point i. Both coordinates must be finite. With several value columns y is that of the chosen one. */
void scene_move_point(Scene *scene, size_t i, double x, double y);
void scene_mute_point(Scene *scene, size_t i, bool muted);
/* The value column that is predicted and shown as y; n numbers. */
double *scene_y(const Scene *scene);
int scene_value_column(const Scene *scene); /* its column among the points' */

/* The feature map of queries or of keys, as the parameters say. `centre` is left at the middle of the range. */
FeatureMap scene_feature(const Scene *scene, bool key);
/* The scorer, without key features; its parameters are the scene's. */
ScoreModel scene_scorer(const Scene *scene);
/* Layout of the parameter vector of the current scorer. */
ScoreLayout scene_layout(const Scene *scene);
/* Parameters that make the current scorer useful at once. False when memory ran out. */
bool scene_reset_score(Scene *scene);
/* Writes what the vector and the parameters w, beta and T share from one to the other. */
void scene_score_from_params(Scene *scene);
void scene_params_from_score(Scene *scene);

/* Takes the range of x for feature maps from the data set, or from the points. */
void scene_find_range(Scene *scene);
/* Smallest and largest x and y over points and, for synthetic data, the range of its x. All 0..1 when empty. */
View scene_extent(const Scene *scene);
/* The view that shows everything: the extent, the true function, and a margin. */
View scene_fit(const Scene *scene);
/* Span kept in [1e-9 max(1, |centre|), 1e18] around the same centre, so that zoom can neither collapse nor overflow. */
View view_clamp(View view);

/* Range that points of synthetic data are drawn from. */
void scene_draw_range(const Scene *scene, double *x0, double *x1);
/* True function at x, NAN where there is none. */
double scene_truth(const Scene *scene, double x);
bool scene_has_truth(const Scene *scene);
/* What the pooling pipeline needs to know, apart from a scorer and the muted keys, which need sorted keys. */
Pool scene_pool(const Scene *scene);

#endif

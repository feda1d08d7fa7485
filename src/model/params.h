/* THE table of parameters: one row per number, choice or switch that a user can set. The sidebar, the
 * command line, the scripts, the scene file and the help all loop over it. */
#ifndef MODEL_PARAMS_H
#define MODEL_PARAMS_H

#include "core/num.h"
#include "model/scene.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum { PARAM_REAL, PARAM_INT, PARAM_CHOICE, PARAM_SWITCH, PARAM_TEXT } ParamKind;
typedef enum { SCALE_LINEAR, SCALE_LOG, SCALE_LOG_ZERO } ParamScale; /* of its slider; LOG_ZERO starts at exactly 0 */

typedef struct Param {
    const char *id;    /* as on the command line */
    const char *label; /* English; the user interface translates it */
    const char *help;  /* one line for `attnlab list parameters` */
    ParamKind kind;
    size_t field;    /* offset in Scene: a double for PARAM_REAL, SCENE_TEXT bytes for PARAM_TEXT,
                      * otherwise an int */
    double min, max; /* refused outside */
    double initial;  /* the default, as a number; a text has none, and its value is 0 */
    const char *initial_text;
    double slider_min, slider_max;
    ParamScale scale;
    int decimals; /* shown in the sidebar */
    int choices;  /* PARAM_CHOICE: how many */
    const char *(*choice_id)(int choice);
    const char *(*choice_label)(int choice);
    bool setting;      /* belongs to the person, not to the scene: not undone, not saved with it */
    bool draws_data;   /* a change draws the points anew */
    bool resets_score; /* a change gives the scorer its default parameters */
} Param;

enum {
    PARAM_DATA,
    PARAM_FUNCTION,
    PARAM_N,
    PARAM_NOISE,
    PARAM_SEED,
    PARAM_MODEL,
    PARAM_KERNEL,
    PARAM_W,
    PARAM_H,
    PARAM_QUERY,
    PARAM_SCORER,
    PARAM_FEATURES,
    PARAM_KEY_FEATURES,
    PARAM_DIMENSION,
    PARAM_BASE,
    PARAM_HEAD_SEED,
    PARAM_HIDDEN,
    PARAM_BETA,
    PARAM_TEMPERATURE,
    PARAM_CAUSAL,
    PARAM_EXCLUDE_SELF,
    PARAM_RATE,
    PARAM_STEPS,
    PARAM_LOSS,
    PARAM_METHOD,
    PARAM_TRAIN_T,
    PARAM_MATCH,
    PARAM_VALUE,
    PARAM_ONE_HOT,
    PARAM_TRUTH,
    PARAM_RAYS,
    PARAM_AVERAGE,
    PARAM_RESIDUALS,
    PARAM_STRIP,
    PARAM_COLORMAP,
    PARAM_HEAT_FULL,
    PARAM_BAND,
    PARAM_COLUMNS,
    PARAM_PIN_QUERY,
    PARAM_PINNED_QUERY,
    PARAM_PIN_CURVE,
    PARAM_PINNED_KERNEL,
    PARAM_PINNED_H,
    PARAM_HEAT_SCORES,
    PARAM_HEAT_LOG,
    PARAM_HEAT_BY_X,
    PARAM_HEAT_POINTS,
    PARAM_HEAT_TRANSPOSED,
    PARAM_THEME,
    PARAM_LANGUAGE,
    PARAM_COUNT
};

/* Where the logarithmic part of a SCALE_LOG_ZERO slider starts; below is the notch of exactly 0. */
#define PARAM_ZERO_END 0.06

extern const Param PARAMS[PARAM_COUNT];

/* Row of the parameter named `id`, or -1. */
int param_find(const char *id);
/* Row of a choice by its id, or -1. */
int param_choice(const Param *param, const char *id);

double param_value(const Scene *scene, int row);
/* Sets the field, clamped to [min, max] and rounded for integers, and what is tied to it (w and h). Choosing
 * a data set also takes over its default n and noise. Does not draw points: see param_set_redraw. */
void param_set(Scene *scene, int row, double value);
/* param_set, then new points when the row asks for them. False when memory ran out. */
bool param_set_redraw(Scene *scene, int row, double value, const Library *library);

/* The text of a PARAM_TEXT row, and putting another one there, cut to fit, which param_parse has found good. Drawing
 * points by it is asked for with data=function. */
const char *param_string(const Scene *scene, int row);
void param_set_string(Scene *scene, int row, const char *text);

/* The value as text: a choice's id, on/off, or the shortest decimal; room for NUM_TEXT bytes, which a
 * PARAM_TEXT may be longer than. */
void param_text(const Scene *scene, int row, char text[NUM_TEXT]);
/* Text into a value for this row; a PARAM_TEXT is only checked. False with one line in `error` that says what is
 * allowed. */
bool param_parse(const Scene *scene, int row, const char *text, double *value, char *error, size_t room);

/* Slider position in [0, 1] of a value, and back. Positions give values of 3 significant digits. */
double param_position(int row, double value);
double param_at(int row, double position);

#endif

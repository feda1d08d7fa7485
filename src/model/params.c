/* The parameter table and the one gate through which every value is read, checked and written. */
#include "model/params.h"

#include "core/diagnose.h"
#include "core/kernel.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static const char *data_id(int i) { return i == DATA_OWN ? "own" : i == DATA_FUNCTION ? "function" : DATASETS[i].id; }
static const char *data_label(int i) {
    return i == DATA_OWN ? "Own data" : i == DATA_FUNCTION ? "Typed function" : DATASETS[i].label;
}
static const char *kernel_id(int i) { return KERNELS[i].id; }
static const char *kernel_label(int i) { return KERNELS[i].label; }

static const char *const MODEL_NAMES[][2] = {
    {"average", "Average"}, {"kernel", "Kernel"}, {"parametric", "Learned w"}, {"scorer", "Scorer"}};
static const char *model_id(int i) { return MODEL_NAMES[i][0]; }
static const char *model_label(int i) { return MODEL_NAMES[i][1]; }

static const char *const COLORMAP_NAMES[][2] = {{"viridis", "Viridis"}, {"cividis", "Cividis"}, {"reds", "Reds"}};
static const char *colormap_id(int i) { return COLORMAP_NAMES[i][0]; }
static const char *colormap_label(int i) { return COLORMAP_NAMES[i][1]; }

static const char *const HEAT_NAMES[][2] = {{"max", "0 – max"}, {"one", "0 – 1"}};
static const char *heat_id(int i) { return HEAT_NAMES[i][0]; }
static const char *heat_label(int i) { return HEAT_NAMES[i][1]; }

static const char *const THEME_NAMES[][2] = {{"light", "Light"}, {"dark", "Dark"}, {"projector", "Projector"}};
static const char *theme_id(int i) { return THEME_NAMES[i][0]; }
static const char *theme_label(int i) { return THEME_NAMES[i][1]; }

static const char *const LANGUAGE_NAMES[][2] = {{"en", "English"}, {"zh", "中文"}};
static const char *language_id(int i) { return LANGUAGE_NAMES[i][0]; }
static const char *language_label(int i) { return LANGUAGE_NAMES[i][1]; }

static const char *scorer_id(int i) { return SCORERS[i].id; }
static const char *scorer_label(int i) { return SCORERS[i].label; }
static const char *feature_id(int i) { return FEATURES[i].id; }
static const char *feature_label(int i) { return FEATURES[i].formula; }
static const char *key_feature_id(int i) { return i == 0 ? "same" : FEATURES[i - 1].id; }
static const char *key_feature_label(int i) { return i == 0 ? "the same" : FEATURES[i - 1].formula; }

static const char *const LOSS_NAMES[][2] = {{"sum", "Sum"}, {"mean", "Mean"}};
static const char *loss_id(int i) { return LOSS_NAMES[i][0]; }
static const char *loss_label(int i) { return LOSS_NAMES[i][1]; }

static const char *const METHOD_NAMES[][2] = {{"descent", "Descent"}, {"adam", "Adam"}};
static const char *method_id(int i) { return METHOD_NAMES[i][0]; }
static const char *method_label(int i) { return METHOD_NAMES[i][1]; }

static const char *const SHOW_NAMES[][2] = {{"weights", "Weights A"}, {"scores", "Scores S"}};
static const char *show_id(int i) { return SHOW_NAMES[i][0]; }
static const char *show_label(int i) { return SHOW_NAMES[i][1]; }

static const char *const LOG_NAMES[][2] = {{"linear", "Linear"}, {"log", "Log"}};
static const char *log_id(int i) { return LOG_NAMES[i][0]; }
static const char *log_label(int i) { return LOG_NAMES[i][1]; }

static const char *const AXIS_NAMES[][2] = {{"index", "By index"}, {"x", "By x"}};
static const char *axis_id(int i) { return AXIS_NAMES[i][0]; }
static const char *axis_label(int i) { return AXIS_NAMES[i][1]; }

static const char *const ROWS_NAMES[][2] = {{"queries", "Queries"}, {"points", "Points"}};
static const char *rows_id(int i) { return ROWS_NAMES[i][0]; }
static const char *rows_label(int i) { return ROWS_NAMES[i][1]; }

static const char *const VALUES_NAMES[][2] = {{"y", "y"}, {"one-hot", "one-hot"}};
static const char *values_id(int i) { return VALUES_NAMES[i][0]; }
static const char *values_label(int i) { return VALUES_NAMES[i][1]; }

#define FIELD(member) .field = offsetof(Scene, member)
#define CHOICE(name, count)                                                                                            \
    .kind = PARAM_CHOICE, .choices = (count), .max = (count)-1, .choice_id = name##_id, .choice_label = name##_label
#define SWITCH .kind = PARAM_SWITCH, .max = 1

const Param PARAMS[PARAM_COUNT] = {
    [PARAM_DATA] = {"data", "Data", "the data set; a FILE on the command line makes it own", CHOICE(data, DATA_CHOICES),
                    FIELD(params.data), .draws_data = true},
    [PARAM_FUNCTION] = {"function", "f(x)", "the true function, such as 2 sin x + x^0.8; makes the data function",
                        PARAM_TEXT, FIELD(function), .initial_text = "2 sin x + x^0.8", .draws_data = true},
    [PARAM_N] = {"n", "n", "number of points drawn (synthetic data)", PARAM_INT, FIELD(params.n), .min = 0,
                 .max = POINTS_MAX, .initial = 50, .slider_min = 1, .slider_max = 200, .draws_data = true},
    [PARAM_NOISE] = {"noise", "noise", "standard deviation of the noise (synthetic data)", PARAM_REAL,
                     FIELD(params.noise), .min = 0, .max = 1e6, .initial = 0.5, .slider_min = 0, .slider_max = 2,
                     .decimals = 2, .draws_data = true},
    [PARAM_SEED] = {"seed", "seed", "seed of the random draw: the same seed, the same points", PARAM_INT,
                    FIELD(params.seed), .min = 0, .max = 999999999, .initial = 42, .slider_min = 0, .slider_max = 100,
                    .draws_data = true},
    [PARAM_MODEL] = {"model", "Model", "average pooling, Nadaraya-Watson with bandwidth h, or parametric with w",
                     CHOICE(model, MODEL_COUNT), FIELD(params.model), .initial = MODEL_PARAMETRIC},
    [PARAM_KERNEL] = {"kernel", "Kernel", "shape of the kernel K(u)", CHOICE(kernel, KERNEL_COUNT),
                      FIELD(params.kernel), .initial = KERNEL_GAUSSIAN},
    [PARAM_W] = {"w", "w", "learnable width parameter, h = 1/|w|; 0 is average pooling", PARAM_REAL, FIELD(params.w),
                 .min = -1e9, .max = 1e9, .initial = 4, .slider_min = 0.01, .slider_max = 100, .scale = SCALE_LOG_ZERO,
                 .decimals = 2},
    [PARAM_H] = {"h", "h", "bandwidth, h = 1/|w|", PARAM_REAL, FIELD(params.h), .min = 1e-9, .max = 1e300,
                 .initial = 0.25, .slider_min = 0.01, .slider_max = 100, .scale = SCALE_LOG, .decimals = 3},
    [PARAM_QUERY] = {"query", "query", "the place x where the lab looks", PARAM_REAL, FIELD(params.query),
                     .min = -1e300, .max = 1e300, .initial = 2.3, .slider_min = 0, .slider_max = 5, .decimals = 2},
    [PARAM_SCORER] = {"scorer", "Scorer", "scoring function a(q, k) of the model scorer", CHOICE(scorer, SCORER_COUNT),
                      FIELD(params.scorer), .resets_score = true},
    [PARAM_FEATURES] = {"features", "φ(x)", "feature map of queries, and of keys unless key_features says otherwise",
                        CHOICE(feature, FEATURE_COUNT), FIELD(params.features), .resets_score = true},
    [PARAM_KEY_FEATURES] = {"key_features", "φ of keys", "feature map of keys", CHOICE(key_feature, FEATURE_COUNT + 1),
                            FIELD(params.key_features), .resets_score = true},
    [PARAM_DIMENSION] = {"d", "d", "length of the feature vectors fourier, rbf and random", PARAM_INT,
                         FIELD(params.dimension), .min = 2, .max = FEATURE_MAX, .initial = 16, .slider_min = 2,
                         .slider_max = 128, .scale = SCALE_LOG, .resets_score = true},
    [PARAM_BASE] = {"base", "base", "fourier: ratio of the longest wavelength to the shortest", PARAM_REAL,
                    FIELD(params.base), .min = 1.01, .max = 1e9, .initial = 10000, .slider_min = 2,
                    .slider_max = 100000, .scale = SCALE_LOG, .resets_score = true},
    [PARAM_HEAD_SEED] = {"head_seed", "head", "seed of the random heads W_q and W_k", PARAM_INT,
                         FIELD(params.head_seed), .min = 0, .max = 999999999, .initial = 1, .slider_min = 0,
                         .slider_max = 50, .resets_score = true},
    [PARAM_HIDDEN] = {"hidden", "units", "tanh units of the additive score", PARAM_INT, FIELD(params.hidden), .min = 1,
                      .max = SCORE_HIDDEN_MAX, .initial = 2, .slider_min = 1, .slider_max = 16, .resets_score = true},
    [PARAM_BETA] = {"beta", "β", "key strength of the cosine score", PARAM_REAL, FIELD(params.beta), .min = -1e9,
                    .max = 1e9, .initial = 40, .slider_min = 0.1, .slider_max = 1000, .scale = SCALE_LOG_ZERO,
                    .decimals = 2},
    [PARAM_TEMPERATURE] = {"temperature", "T", "temperature: the scores are divided by it before softmax", PARAM_REAL,
                           FIELD(params.temperature), .min = 1e-9, .max = 1e9, .initial = 1, .slider_min = 0.01,
                           .slider_max = 100, .scale = SCALE_LOG, .decimals = 2},
    [PARAM_CAUSAL] = {"causal", "Causal mask", "only keys x_i <= x are seen", SWITCH, FIELD(params.causal)},
    [PARAM_EXCLUDE_SELF] = {"exclude_self", "Leave the point out", "training predicts each point from the others only",
                            SWITCH, FIELD(params.exclude_self), .initial = 1},
    [PARAM_RATE] = {"lr", "lr", "learning rate", PARAM_REAL, FIELD(params.rate), .min = 1e-12, .max = 1e12,
                    .initial = 0.05, .slider_min = 0.001, .slider_max = 10, .scale = SCALE_LOG, .decimals = 3},
    [PARAM_STEPS] = {"steps", "steps", "training steps until it pauses", PARAM_INT, FIELD(params.steps), .min = 1,
                     .max = 1000000, .initial = 50, .slider_min = 1, .slider_max = 1000, .scale = SCALE_LOG},
    [PARAM_LOSS] = {"loss", "Loss", "loss of training: sum or mean of the squared errors", CHOICE(loss, 2),
                    FIELD(params.loss_mean)},
    [PARAM_METHOD] = {"method", "Method", "plain gradient descent, or Adam", CHOICE(method, 2), FIELD(params.method)},
    [PARAM_TRAIN_T] = {"train_temperature", "Train T too", "training moves the temperature too", SWITCH,
                       FIELD(params.train_temperature)},
    [PARAM_MATCH] = {"match_smoothness", "Match smoothness",
                     "switching kernels keeps the smoothness instead of the bandwidth", SWITCH,
                     FIELD(params.match_smoothness)},
    [PARAM_VALUE] = {"value", "Value", "value column that is predicted, from 0", PARAM_INT, FIELD(params.value),
                     .min = 0, .max = VALUES_MAX - 1, .slider_max = VALUES_MAX - 1},
    [PARAM_ONE_HOT] = {"values", "Values", "values: y, or the unit vectors, so that the output is the weights",
                       CHOICE(values, 2), FIELD(params.one_hot)},
    [PARAM_TRUTH] = {"truth", "True function", "draw the true function", SWITCH, FIELD(params.show_truth),
                     .initial = 1},
    [PARAM_RAYS] = {"rays", "Rays to the output", "draw rays from the heaviest keys to the output", SWITCH,
                    FIELD(params.show_rays), .initial = 1},
    [PARAM_AVERAGE] = {"average_line", "Average line", "draw the mean of y for comparison", SWITCH,
                       FIELD(params.show_average)},
    [PARAM_RESIDUALS] = {"residuals", "Residuals", "draw the residual of every point", SWITCH,
                         FIELD(params.show_residuals)},
    [PARAM_STRIP] = {"strip", "Weight strip", "draw the strip of attention weights under the plot", SWITCH,
                     FIELD(params.show_strip), .initial = 1},
    [PARAM_COLORMAP] = {"colormap", "Colours", "colours of the heatmap", CHOICE(colormap, COLORMAP_CHOICES),
                        FIELD(params.colormap)},
    [PARAM_HEAT_FULL] = {"heat_scale", "Scale", "colour scale of the heatmap: 0 to the maximum, or 0 to 1",
                         CHOICE(heat, 2), FIELD(params.heat_full)},
    [PARAM_BAND] = {"band", "Band ±2σ", "draw the band of +-2 standard errors of the prediction", SWITCH,
                    FIELD(params.show_band)},
    [PARAM_COLUMNS] = {"columns", "All values", "draw the curve of every value column", SWITCH,
                       FIELD(params.show_columns), .initial = 1},
    [PARAM_PIN_QUERY] = {"pin_query", "Pinned query", "show a second query beside the first", SWITCH,
                         FIELD(params.pin_query)},
    [PARAM_PINNED_QUERY] = {"pinned_query", "pinned x", "the place of the second query", PARAM_REAL,
                            FIELD(params.pinned_query), .min = -1e300, .max = 1e300, .initial = 1, .slider_max = 5,
                            .decimals = 2},
    [PARAM_PIN_CURVE] = {"pin_curve", "Pinned curve", "show a second curve, of a kernel of its own", SWITCH,
                         FIELD(params.pin_curve)},
    [PARAM_PINNED_KERNEL] = {"pinned_kernel", "Pinned kernel", "kernel of the second curve",
                             CHOICE(kernel, KERNEL_COUNT), FIELD(params.pinned_kernel)},
    [PARAM_PINNED_H] = {"pinned_h", "pinned h", "bandwidth of the second curve", PARAM_REAL, FIELD(params.pinned_h),
                        .min = 1e-9, .max = 1e300, .initial = 1, .slider_min = 0.01, .slider_max = 100,
                        .scale = SCALE_LOG, .decimals = 3},
    [PARAM_HEAT_SCORES] = {"heatmap", "Show", "heatmap of the weights A or of the scores S", CHOICE(show, 2),
                           FIELD(params.heat_scores)},
    [PARAM_HEAT_LOG] = {"heat_colour", "Colour", "linear or logarithmic colours of the heatmap", CHOICE(log, 2),
                        FIELD(params.heat_log)},
    [PARAM_HEAT_BY_X] = {"heat_axis", "Columns", "columns of the heatmap by index of the key, or by its x",
                         CHOICE(axis, 2), FIELD(params.heat_by_x)},
    [PARAM_HEAT_POINTS] = {"heat_rows", "Rows", "rows of the heatmap: evenly spaced queries, or the points themselves",
                           CHOICE(rows, 2), FIELD(params.heat_points)},
    [PARAM_HEAT_TRANSPOSED] = {"heat_transposed", "Transposed", "heatmap with keys down and queries across", SWITCH,
                               FIELD(params.heat_transposed)},
    [PARAM_THEME] = {"theme", "Theme", "colours of the lab", CHOICE(theme, THEME_CHOICES), FIELD(settings.theme),
                     .setting = true},
    [PARAM_LANGUAGE] = {"lang", "Language", "language of the lab", CHOICE(language, LANGUAGE_COUNT),
                        FIELD(settings.language), .setting = true},
};

int param_find(const char *id) {
    for (int row = 0; row < PARAM_COUNT; row++)
        if (strcmp(PARAMS[row].id, id) == 0)
            return row;
    return -1;
}

int param_choice(const Param *param, const char *id) {
    for (int i = 0; i < param->choices; i++)
        if (strcmp(param->choice_id(i), id) == 0)
            return i;
    return -1;
}

double param_value(const Scene *scene, int row) {
    const char *field = (const char *)scene + PARAMS[row].field;
    if (PARAMS[row].kind == PARAM_TEXT)
        return 0;
    return PARAMS[row].kind == PARAM_REAL ? *(const double *)(const void *)field : *(const int *)(const void *)field;
}

static void write_field(Scene *scene, int row, double value) {
    char *field = (char *)scene + PARAMS[row].field;
    if (PARAMS[row].kind == PARAM_TEXT)
        return; /* its number says nothing */
    if (PARAMS[row].kind == PARAM_REAL)
        *(double *)(void *)field = value;
    else
        *(int *)(void *)field = (int)lround(value);
}

/* The feature map that shows each scorer at its best. */
static const int DEFAULT_FEATURES[SCORER_COUNT] = {
    [SCORER_DISTANCE] = FEATURE_IDENTITY, [SCORER_COSINE] = FEATURE_CIRCLE, [SCORER_ADDITIVE] = FEATURE_BIAS,
    [SCORER_LOCATION] = FEATURE_BIAS,     [SCORER_GENERAL] = FEATURE_LIFT,  [SCORER_DOT] = FEATURE_CIRCLE,
    [SCORER_SCALED_DOT] = FEATURE_RANDOM};

/* What is tied to a parameter. */
static void follow(Params *params, int row) {
    if (row == PARAM_W)
        params->h = params->w == 0 ? INFINITY : 1 / fabs(params->w);
    if (row == PARAM_H)
        params->w = 1 / params->h;
    if (row == PARAM_DATA && params->data < DATASET_COUNT && DATASETS[params->data].truth) {
        params->n = (int)DATASETS[params->data].n;
        params->noise = DATASETS[params->data].noise;
    }
    if (row == PARAM_SCORER) {
        params->features = DEFAULT_FEATURES[params->scorer];
        params->key_features = 0;
        params->temperature = 1;
    }
}

void param_set(Scene *scene, int row, double value) {
    const Param *param = &PARAMS[row];
    int kernel = scene->params.kernel;
    assert(!isnan(value));
    write_field(scene, row, fmin(fmax(value, param->min), param->max));
    if (row == PARAM_KERNEL && scene->params.match_smoothness) {
        double h = diagnose_match_h(kernel, scene->params.kernel, scene->params.h);
        if (isfinite(h))
            param_set(scene, PARAM_H, h);
    }
    follow(&scene->params, row);
    if (row == PARAM_W || row == PARAM_H || row == PARAM_BETA || row == PARAM_TEMPERATURE)
        scene_score_from_params(scene);
}

bool param_set_redraw(Scene *scene, int row, double value, const Library *library) {
    param_set(scene, row, value);
    if (PARAMS[row].resets_score)
        return scene_reset_score(scene);
    return !PARAMS[row].draws_data || scene_resample(scene, library);
}

const char *param_string(const Scene *scene, int row) {
    assert(PARAMS[row].kind == PARAM_TEXT);
    return (const char *)scene + PARAMS[row].field;
}

void param_set_string(Scene *scene, int row, const char *text) {
    char *field = (char *)scene + PARAMS[row].field;
    assert(PARAMS[row].kind == PARAM_TEXT);
    char copy[SCENE_TEXT] = ""; /* scenes are compared as bytes */
    snprintf(copy, sizeof copy, "%s", text);
    memcpy(field, copy, sizeof copy);
}

void param_text(const Scene *scene, int row, char text[NUM_TEXT]) {
    const Param *param = &PARAMS[row];
    double value = param_value(scene, row);
    if (param->kind == PARAM_CHOICE)
        snprintf(text, NUM_TEXT, "%s", param->choice_id((int)value));
    else if (param->kind == PARAM_SWITCH)
        snprintf(text, NUM_TEXT, "%s", value != 0 ? "on" : "off");
    else if (param->kind == PARAM_TEXT)
        snprintf(text, NUM_TEXT, "%.*s", NUM_TEXT - 1, param_string(scene, row));
    else
        num_format(text, value);
}

static bool parse_choice(const Param *param, const char *text, double *value, char *error, size_t room) {
    int choice = param_choice(param, text);
    *value = choice;
    if (choice >= 0)
        return true;
    size_t used = (size_t)snprintf(error, room, "%s=%.40s: choose one of", param->id, text);
    for (int i = 0; i < param->choices && used < room; i++)
        used += (size_t)snprintf(error + used, room - used, "%s %s", i ? "," : "", param->choice_id(i));
    return false;
}

static bool parse_switch(const Param *param, const char *text, double *value, char *error, size_t room) {
    static const char *const WORDS[][2] = {{"off", "on"}, {"0", "1"}, {"no", "yes"}, {"false", "true"}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        for (int j = 0; j < 2; j++)
            if (strcmp(text, WORDS[i][j]) == 0)
                return *value = j, true;
    snprintf(error, room, "%s=%.40s: choose on or off", param->id, text);
    return false;
}

static bool parse_number(const Param *param, const char *text, double *value, char *error, size_t room) {
    if (!num_parse(text, strlen(text), value)) {
        snprintf(error, room, "%s=%.40s: not a number; write numbers such as 3.5", param->id, text);
        return false;
    }
    if (param->kind == PARAM_INT && *value != floor(*value)) {
        snprintf(error, room, "%s=%.40s: must be a whole number", param->id, text);
        return false;
    }
    if (*value >= param->min && *value <= param->max)
        return true;
    char low[NUM_TEXT], high[NUM_TEXT];
    num_format(low, param->min);
    num_format(high, param->max);
    snprintf(error, room, "%s=%.40s: must be from %s to %s", param->id, text, low, high);
    return false;
}

static bool check_text(const Scene *scene, const Param *param, const char *text, char *error, size_t room) {
    const Formulas *formulas = scene->formulas;
    char why[300];
    if (!formulas || !formulas->check)
        snprintf(error, room, "%s: this build cannot evaluate typed functions", param->id);
    else if (strlen(text) >= SCENE_TEXT)
        snprintf(error, room, "%s: longer than %d bytes", param->id, SCENE_TEXT - 1);
    else if (!formulas->check(formulas->owner, text, why, sizeof why))
        snprintf(error, room, "%s: %s", param->id, why);
    else
        return true;
    return false;
}

bool param_parse(const Scene *scene, int row, const char *text, double *value, char *error, size_t room) {
    const Param *param = &PARAMS[row];
    if (row == PARAM_DATA && strcmp(text, "own") == 0 && scene->params.data != DATA_OWN) {
        snprintf(error, room, "data=own: name a CSV file instead");
        return false;
    }
    switch (param->kind) {
    case PARAM_CHOICE:
        return parse_choice(param, text, value, error, room);
    case PARAM_TEXT:
        *value = 0;
        return check_text(scene, param, text, error, room);
    case PARAM_SWITCH:
        return parse_switch(param, text, value, error, room);
    default:
        return parse_number(param, text, value, error, room);
    }
}

double param_position(int row, double value) {
    const Param *param = &PARAMS[row];
    double low = param->slider_min, high = param->slider_max;
    double v = param->scale == SCALE_LOG_ZERO ? fabs(value) : value;
    if (param->scale == SCALE_LINEAR)
        return fmin(fmax((v - low) / (high - low), 0), 1);
    if (param->scale == SCALE_LOG)
        return fmin(fmax(log(v / low) / log(high / low), 0), 1);
    if (v == 0)
        return 0;
    return fmin(fmax(PARAM_ZERO_END + (1 - PARAM_ZERO_END) * log(v / low) / log(high / low), PARAM_ZERO_END), 1);
}

static double three_digits(double value) {
    if (value == 0 || !isfinite(value))
        return value;
    double unit = pow(10, floor(log10(fabs(value))) - 2);
    char text[NUM_TEXT];
    num_format_digits(text, round(value / unit) * unit, 3); /* through text, so that 0.123 is the double 0.123 */
    double rounded = value;
    return num_parse(text, strlen(text), &rounded) ? rounded : value;
}

double param_at(int row, double position) {
    const Param *param = &PARAMS[row];
    double low = param->slider_min, high = param->slider_max, t = fmin(fmax(position, 0), 1);
    double value;
    if (param->scale == SCALE_LINEAR)
        value = low + t * (high - low);
    else if (param->scale == SCALE_LOG)
        value = low * pow(high / low, t);
    else if (t < PARAM_ZERO_END / 2)
        return 0;
    else
        value = low * pow(high / low, fmax(t - PARAM_ZERO_END, 0) / (1 - PARAM_ZERO_END));
    return param->kind == PARAM_INT ? round(value) : three_digits(value);
}

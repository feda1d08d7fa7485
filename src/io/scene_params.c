/* A scene's parameters: a loop over PARAMS in both directions. w and h are one number, h = 1/|w|: w is written always,
 * h only when it is the one that was typed and 1/|w| rounds differently; so an h of infinity (w = 0), which JSON cannot
 * say, never needs to be written. */
#include "io/scene_parts.h"

#include "model/params.h"

#include <math.h>

/* Whether h need not be written: 1/|w| gives it back, or training made it something that is not allowed. */
static bool h_follows(const Params *params) {
    const Param *row = &PARAMS[PARAM_H];
    return params->h == 1 / fabs(params->w) || !(params->h >= row->min && params->h <= row->max);
}

static void write_value(FILE *out, const Scene *scene, int row) {
    double value = param_value(scene, row);
    if (PARAMS[row].kind == PARAM_CHOICE)
        jspan_put_string(out, PARAMS[row].choice_id((int)value));
    else if (PARAMS[row].kind == PARAM_SWITCH)
        fputs(value != 0 ? "true" : "false", out);
    else if (PARAMS[row].kind == PARAM_TEXT)
        jspan_put_string(out, param_string(scene, row));
    else /* training may leave the range; what is written must be readable */
        jspan_put_number(out, fmin(fmax(value, PARAMS[row].min), PARAMS[row].max));
}

void scene_params_write(FILE *out, const Scene *scene, const char *extras) {
    const char *separator = "";
    fputs("  \"parameters\": {", out);
    for (int row = 0; row < PARAM_COUNT; row++) {
        if (PARAMS[row].setting || (row == PARAM_H && h_follows(&scene->params)))
            continue;
        fprintf(out, "%s\n    \"%s\": ", separator, PARAMS[row].id);
        write_value(out, scene, row);
        separator = ",";
    }
    fprintf(out, "%s\n  }", extras ? extras : "");
}

/* A text is checked where it can be: a build without a parser keeps it for one that has one. */
static bool read_text(SceneReading *reading, int row, Jspan span) {
    char text[SCENE_TEXT], what[400];
    double value;
    const Formulas *formulas = reading->scene->formulas;
    if (!jspan_string(span, text, sizeof text))
        return scene_refuse(reading, span, "a text of at most 511 bytes is expected, in quotes");
    if (formulas && formulas->check && !param_parse(reading->scene, row, text, &value, what, sizeof what))
        return scene_refuse(reading, span, what);
    param_set_string(reading->scene, row, text);
    return true;
}

/* A value into a number that the row allows. */
static bool read_value(SceneReading *reading, int row, Jspan span, double *value) {
    const Param *param = &PARAMS[row];
    char text[80], what[300];
    bool truth;
    if (param->kind == PARAM_CHOICE) {
        if (!jspan_string(span, text, sizeof text))
            return scene_refuse(reading, span, "the name of a choice is expected, in quotes");
        *value = param_choice(param, text);
        if (*value >= 0)
            return true;
    } else if (param->kind == PARAM_SWITCH) {
        *value = jspan_bool(span, &truth) && truth;
        return jspan_bool(span, &truth) || scene_refuse(reading, span, "true or false is expected");
    } else {
        if (!jspan_number(span, value))
            return scene_refuse(reading, span, "a number is expected");
        num_format(text, *value);
    }
    return param_parse(reading->scene, row, text, value, what, sizeof what) || scene_refuse(reading, span, what);
}

/* h beside w: as it was typed, if it is the same number. */
static bool read_h_beside_w(SceneReading *reading, Jspan span, double h) {
    Params *params = &reading->scene->params;
    if (!(fabs(h * fabs(params->w) - 1) < 1e-6))
        return scene_refuse(reading, span, "h and w are one number, h = 1/|w|, but differ here; leave one out");
    if (params->w == 1 / h)
        params->h = h;
    return true;
}

static bool apply_parameters(SceneReading *reading, const Jspan spans[PARAM_COUNT]) {
    for (int row = 0; row < PARAM_COUNT; row++) {
        double value;
        if (!spans[row].at)
            continue;
        if (PARAMS[row].kind == PARAM_TEXT) {
            if (!read_text(reading, row, spans[row]))
                return false;
            continue;
        }
        if (!read_value(reading, row, spans[row], &value))
            return false;
        if (row == PARAM_H && spans[PARAM_W].at) {
            if (!read_h_beside_w(reading, spans[row], value))
                return false;
        } else {
            param_set(reading->scene, row, value);
        }
    }
    return true;
}

void scene_keep_member(FILE *out, const char *indent, Jspan key, Jspan value) {
    fprintf(out, ",\n%s", indent);
    fwrite(key.at, 1, (size_t)(key.end - key.at), out);
    fputs(": ", out);
    fwrite(value.at, 1, (size_t)(value.end - value.at), out);
}

/* Row of PARAMS that a key names, or -1. */
static int known_parameter(Jspan key) {
    for (int row = 0; row < PARAM_COUNT; row++)
        if (!PARAMS[row].setting && jspan_is_key(key, PARAMS[row].id))
            return row;
    return -1;
}

bool scene_params_read(SceneReading *reading, Jspan object, FILE *extras) {
    Jspan spans[PARAM_COUNT] = {{NULL, NULL}}, key, value;
    const char *cursor = NULL;
    if (!jspan_is_object(object))
        return scene_refuse(reading, object, "an object in braces is expected");
    while (jspan_next_member(object, &cursor, &key, &value)) {
        int row = known_parameter(key);
        if (row >= 0)
            spans[row] = value;
        else
            scene_keep_member(extras, "    ", key, value);
    }
    return apply_parameters(reading, spans);
}

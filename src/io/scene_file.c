/* Both directions loop over the same two tables: PARAMS for the parameters, KEYS for everything else. Reading fills
 * a fresh scene, which replaces the caller's only when all went well. w and h are one number, h = 1/|w|: w is
 * written always, h only when it is the one that was typed and 1/|w| rounds differently; so an h of infinity
 * (w = 0), which JSON cannot say, never needs to be written. */
#include "io/scene_file.h"

#include "io/file.h"
#include "io/jspan.h"
#include "io/png.h"
#include "model/params.h"
#include "model/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_VALUES_MAX = 8 * POINTS_MAX + 100000, PNG_BYTES_MAX = 1 << 29 };

typedef struct Reading {
    const char *label, *text;
    const Library *library;
    Scene *scene; /* the fresh one */
    bool has_points, has_view, has_range, has_score;
    char *error;
    size_t room;
} Reading;

static bool refuse(Reading *reading, Jspan where, const char *what) {
    jspan_complain(reading->label, reading->text, where.at, what, reading->error, reading->room);
    return false;
}

/* ---- parameters ---- */

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
    else /* training may leave the range; what is written must be readable */
        jspan_put_number(out, fmin(fmax(value, PARAMS[row].min), PARAMS[row].max));
}

static void write_parameters(FILE *out, const Scene *scene, const char *extras) {
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

/* A value into a number that the row allows. */
static bool read_value(Reading *reading, int row, Jspan span, double *value) {
    const Param *param = &PARAMS[row];
    char text[80], what[300];
    bool truth;
    if (param->kind == PARAM_CHOICE) {
        if (!jspan_string(span, text, sizeof text))
            return refuse(reading, span, "the name of a choice is expected, in quotes");
        *value = param_choice(param, text);
        if (*value >= 0)
            return true;
    } else if (param->kind == PARAM_SWITCH) {
        *value = jspan_bool(span, &truth) && truth;
        return jspan_bool(span, &truth) || refuse(reading, span, "true or false is expected");
    } else {
        if (!jspan_number(span, value))
            return refuse(reading, span, "a number is expected");
        num_format(text, *value);
    }
    return param_parse(reading->scene, row, text, value, what, sizeof what) || refuse(reading, span, what);
}

/* h beside w: as it was typed, if it is the same number. */
static bool read_h_beside_w(Reading *reading, Jspan span, double h) {
    Params *params = &reading->scene->params;
    if (!(fabs(h * fabs(params->w) - 1) < 1e-6))
        return refuse(reading, span, "h and w are one number, h = 1/|w|, but differ here; leave one out");
    if (params->w == 1 / h)
        params->h = h;
    return true;
}

static bool apply_parameters(Reading *reading, const Jspan spans[PARAM_COUNT]) {
    for (int row = 0; row < PARAM_COUNT; row++) {
        double value;
        if (!spans[row].at)
            continue;
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

static void keep_member(FILE *out, const char *indent, Jspan key, Jspan value) {
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

static bool read_parameters(Reading *reading, Jspan object, FILE *extras) {
    Jspan spans[PARAM_COUNT] = {{NULL, NULL}}, key, value;
    const char *cursor = NULL;
    if (!jspan_is_object(object))
        return refuse(reading, object, "an object in braces is expected");
    while (jspan_next_member(object, &cursor, &key, &value)) {
        int row = known_parameter(key);
        if (row >= 0)
            spans[row] = value;
        else
            keep_member(extras, "    ", key, value);
    }
    return apply_parameters(reading, spans);
}

/* ---- the other keys ---- */

static bool read_numbers(Reading *reading, Jspan array, double *numbers, int count, const char *what) {
    const char *cursor = NULL;
    Jspan item;
    int i = 0;
    while (jspan_next_item(array, &cursor, &item)) {
        if (i == count || !jspan_number(item, &numbers[i]))
            return refuse(reading, item, what);
        i++;
    }
    return i == count || refuse(reading, array, what);
}

static void write_view(FILE *out, const Scene *scene) {
    const double edges[] = {scene->view.x0, scene->view.x1, scene->view.y0, scene->view.y1};
    for (int i = 0; i < 4; i++) {
        fputs(i ? ", " : "[", out);
        jspan_put_number(out, edges[i]);
    }
    fputc(']', out);
}

static bool read_view(Reading *reading, Jspan value) {
    double edges[4] = {0};
    if (!read_numbers(reading, value, edges, 4, "the view is [x0, x1, y0, y1]"))
        return false;
    if (!(edges[0] < edges[1] && edges[2] < edges[3]))
        return refuse(reading, value,
                      "the view's second number must be larger than its first, and its fourth than its third");
    reading->scene->view = view_clamp((View){edges[0], edges[1], edges[2], edges[3]});
    return reading->has_view = true;
}

static bool read_name(Reading *reading, Jspan value, char name[SCENE_NAME]) {
    char text[SCENE_NAME];
    if (!jspan_string(value, text, sizeof text))
        return refuse(reading, value, "a text of at most 63 bytes is expected, in quotes");
    memset(name, 0, SCENE_NAME); /* scenes are compared as bytes */
    memcpy(name, text, strlen(text));
    return true;
}

static void write_names(FILE *out, const Scene *scene) {
    fputc('[', out);
    jspan_put_string(out, scene->x_name);
    fputs(", ", out);
    jspan_put_string(out, scene->y_name);
    fputc(']', out);
}

static bool read_names(Reading *reading, Jspan value) {
    char *const names[] = {reading->scene->x_name, reading->scene->y_name};
    const char *cursor = NULL;
    Jspan item;
    size_t i = 0;
    for (; jspan_next_item(value, &cursor, &item); i++)
        if (i == 2 || !read_name(reading, item, names[i]))
            return i == 2 ? refuse(reading, value, "the names are [x, y]") : false;
    return i == 2 || refuse(reading, value, "the names are [x, y]");
}

static void write_source(FILE *out, const Scene *scene) { jspan_put_string(out, scene->source); }

static bool read_source(Reading *reading, Jspan value) { return read_name(reading, value, reading->scene->source); }

static void write_points(FILE *out, const Scene *scene) {
    const Points *points = &scene->points;
    fputc('[', out);
    for (size_t i = 0; i < points->n; i++) {
        fputs(i ? ",\n    [" : "\n    [", out);
        jspan_put_number(out, points->x[i]);
        for (int c = 2; c < points_columns(points); c++) {
            fputs(", ", out);
            jspan_put_number(out, points->column[c][i]);
        }
        fputc(']', out);
    }
    fputs(points->n ? "\n  ]" : "]", out);
}

static size_t count_items(Jspan array) {
    const char *cursor = NULL;
    Jspan item;
    size_t count = 0;
    while (jspan_next_item(array, &cursor, &item))
        count++;
    return count;
}

/* Numbers in the first point: x, and 1 to VALUES_MAX values. */
static int point_width(Jspan array) {
    const char *cursor = NULL;
    Jspan item;
    size_t width = jspan_next_item(array, &cursor, &item) && jspan_is_array(item) ? count_items(item) : 2;
    return width < 2 ? 2 : width > 1 + VALUES_MAX ? 1 + VALUES_MAX : (int)width;
}

static bool read_points(Reading *reading, Jspan value) {
    static const char WHAT[] = "a point is [x, y], or x and its values, the same number of them in every point";
    Points *points = &reading->scene->points;
    const char *cursor = NULL;
    Jspan item;
    size_t count = count_items(value);
    if (!jspan_is_array(value))
        return refuse(reading, value, "the points are [[x, y], ...]");
    if (count > POINTS_MAX)
        return refuse(reading, value, "more points than the limit of 1000000");
    int width = point_width(value);
    if (!points_resize(points, count, width - 1))
        return refuse(reading, value, "not enough memory for this many points");
    for (points->n = 0; jspan_next_item(value, &cursor, &item); points->n++) {
        double numbers[1 + VALUES_MAX];
        if (!jspan_is_array(item))
            return refuse(reading, item, WHAT);
        if (!read_numbers(reading, item, numbers, width, WHAT))
            return false;
        points->x[points->n] = numbers[0];
        points->muted[points->n] = 0;
        for (int c = 1; c < width; c++)
            points->column[1 + c][points->n] = numbers[c];
    }
    return reading->has_points = true;
}

static void write_range(FILE *out, const Scene *scene) {
    fputc('[', out);
    jspan_put_number(out, scene->x0);
    fputs(", ", out);
    jspan_put_number(out, scene->x1);
    fputc(']', out);
}

static bool read_range(Reading *reading, Jspan value) {
    double range[2];
    if (!read_numbers(reading, value, range, 2, "the range is [x0, x1]"))
        return false;
    if (!(range[0] < range[1]))
        return refuse(reading, value, "the range's second number must be larger than its first");
    reading->scene->x0 = range[0];
    reading->scene->x1 = range[1];
    return reading->has_range = true;
}

static void write_muted(FILE *out, const Scene *scene) {
    const char *separator = "";
    fputc('[', out);
    for (size_t i = 0; i < scene->points.n; i++)
        if (scene->points.muted[i] != 0) {
            fprintf(out, "%s%zu", separator, i);
            separator = ", ";
        }
    fputc(']', out);
}

static bool read_muted(Reading *reading, Jspan value) {
    const char *cursor = NULL;
    Jspan item;
    double index;
    while (jspan_next_item(value, &cursor, &item)) {
        bool point = jspan_number(item, &index) && index >= 0 && index < (double)reading->scene->points.n;
        if (!point || index != floor(index))
            return refuse(reading, item, "muted points are named by their place in \"points\", from 0 on");
        reading->scene->points.muted[(size_t)index] = 1;
    }
    return true;
}

static void write_score(FILE *out, const Scene *scene) {
    fputc('[', out);
    for (size_t i = 0; i < scene->score.length; i++) {
        fputs(i ? ", " : "", out);
        jspan_put_number(out, isfinite(scene->score.at[i]) ? scene->score.at[i] : 0);
    }
    fputc(']', out);
}

/* The scorer's parameters; their number follows from the scorer, its features and the points. */
static bool read_score(Reading *reading, Jspan value) {
    Scene *scene = reading->scene;
    size_t count = count_items(value), wanted = scene_layout(scene).length;
    const char *cursor = NULL;
    Jspan item;
    char what[120];
    snprintf(what, sizeof what, "this scorer has %zu parameters on these points", wanted);
    if (count != wanted || !vector_reserve(&scene->score, count))
        return refuse(reading, value, what);
    for (size_t i = 0; i < count && jspan_next_item(value, &cursor, &item); i++)
        if (!jspan_number(item, &scene->score.at[i]))
            return refuse(reading, item, "a number is expected");
    scene->score.length = count;
    return reading->has_score = true;
}

static void write_value_names(FILE *out, const Scene *scene) {
    fputc('[', out);
    for (int c = 0; c < scene->points.values && scene->points.values > 1; c++) {
        fputs(c ? ", " : "", out);
        jspan_put_string(out, scene->value_names[c]);
    }
    fputc(']', out);
}

static bool read_value_names(Reading *reading, Jspan value) {
    const char *cursor = NULL;
    Jspan item;
    for (size_t i = 0; jspan_next_item(value, &cursor, &item); i++)
        if (i == VALUES_MAX || !read_name(reading, item, reading->scene->value_names[i]))
            return i == VALUES_MAX ? refuse(reading, value, "too many names of values") : false;
    return true;
}

/* What a scene has beside its parameters, in the order in which it is written and read. */
static const struct {
    const char *name;
    void (*write)(FILE *out, const Scene *scene);
    bool (*read)(Reading *reading, Jspan value);
} KEYS[] = {{"view", write_view, read_view},       {"names", write_names, read_names},
            {"source", write_source, read_source}, {"values", write_value_names, read_value_names},
            {"points", write_points, read_points}, {"range", write_range, read_range},
            {"muted", write_muted, read_muted},    {"score", write_score, read_score}};

enum { KEY_COUNT = sizeof KEYS / sizeof *KEYS };

/* ---- all of it ---- */

char *scene_file_write(const Scene *scene, const SceneExtras *extras, size_t *size) {
    char *text = NULL;
    *size = 0;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    fprintf(out, "{\n  \"attnlab\": %d,\n", SCENE_FILE_VERSION);
    write_parameters(out, scene, extras ? extras->parameters : NULL);
    for (int i = 0; i < KEY_COUNT; i++) {
        fprintf(out, ",\n  \"%s\": ", KEYS[i].name);
        KEYS[i].write(out, scene);
    }
    fprintf(out, "%s\n}\n", extras && extras->top ? extras->top : "");
    bool failed = ferror(out) != 0;
    if (fclose(out) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}

static bool read_version(Reading *reading, Jspan whole) {
    Jspan value;
    double version;
    char what[120];
    if (!jspan_find(whole, "attnlab", &value))
        return refuse(reading, whole, "this is no scene of attnlab: it has no \"attnlab\"");
    if (!jspan_number(value, &version) || version != floor(version) || version < 1)
        return refuse(reading, value, "the version of the scene is a whole number from 1 on");
    if (version <= SCENE_FILE_VERSION)
        return true;
    snprintf(what, sizeof what,
             "this scene was written by a newer attnlab (version %.0f of the format; this one reads %d)",
             fmin(version, 1e15), SCENE_FILE_VERSION);
    return refuse(reading, value, what);
}

static bool is_known(Jspan key) {
    bool known = jspan_is_key(key, "attnlab") || jspan_is_key(key, "parameters");
    for (int i = 0; i < KEY_COUNT && !known; i++)
        known = jspan_is_key(key, KEYS[i].name);
    return known;
}

static void keep_unknown(Jspan whole, FILE *extras) {
    const char *cursor = NULL;
    Jspan key, value;
    while (jspan_next_member(whole, &cursor, &key, &value))
        if (!is_known(key))
            keep_member(extras, "  ", key, value);
}

/* What the file left out. */
static bool complete(Reading *reading, Jspan whole) {
    Scene *scene = reading->scene;
    View view = scene->view;
    if (!reading->has_points && scene->params.data == DATA_OWN)
        return refuse(reading, whole, "own data without \"points\"");
    if (!reading->has_points) {
        double w = scene->params.w, h = scene->params.h, query = scene->params.query;
        if (!scene_resample(scene, reading->library))
            return refuse(reading, whole, "not enough memory");
        scene->params.w = w; /* new points may choose others */
        scene->params.h = h;
        scene->params.query = query;
    }
    if (!reading->has_range)
        scene_find_range(scene);
    double beta = scene->params.beta;
    if (!reading->has_score && !scene_reset_score(scene))
        return refuse(reading, whole, "not enough memory");
    if (!reading->has_score) {
        scene->params.beta = beta;
        scene_score_from_params(scene);
    }
    scene->view = reading->has_view ? view : scene_fit(scene);
    return true;
}

static bool read_all(Reading *reading, Jspan whole, FILE *top, FILE *parameters) {
    Jspan value;
    if (!read_version(reading, whole))
        return false;
    if (jspan_find(whole, "parameters", &value) && !read_parameters(reading, value, parameters))
        return false;
    for (int i = 0; i < KEY_COUNT; i++)
        if (jspan_find(whole, KEYS[i].name, &value) && !KEYS[i].read(reading, value))
            return false;
    keep_unknown(whole, top);
    return complete(reading, whole);
}

/* Reads into a fresh scene and fresh extras. */
static bool read_fresh(Reading *reading, Jspan whole, SceneExtras *extras) {
    size_t size;
    FILE *top = open_memstream(&extras->top, &size);
    FILE *parameters = top ? open_memstream(&extras->parameters, &size) : NULL;
    snprintf(reading->error, reading->room, "%s: not enough memory", reading->label);
    bool good = parameters && scene_init(reading->scene, reading->library) && read_all(reading, whole, top, parameters);
    if (parameters && fclose(parameters) != 0)
        good = false;
    if (top && fclose(top) != 0)
        good = false;
    return good;
}

static void replace_extras(SceneExtras *extras, SceneExtras *fresh) {
    if (extras) {
        scene_extras_free(extras);
        *extras = *fresh;
    } else {
        scene_extras_free(fresh);
    }
}

bool scene_file_read(const char *label, const char *text, size_t size, const Library *library, Scene *scene,
                     SceneExtras *extras, char *error, size_t room) {
    static const char MARK[] = "\xef\xbb\xbf"; /* some editors begin with it */
    Jspan whole;
    Scene fresh = {0};
    SceneExtras fresh_extras = {0};
    Reading reading = {.label = label, .library = library, .scene = &fresh, .error = error, .room = room};
    if (size >= 3 && memcmp(text, MARK, 3) == 0) {
        text += 3;
        size -= 3;
    }
    reading.text = text;
    if (!jspan_check(label, text, size, JSON_VALUES_MAX, &whole, error, room))
        return false;
    if (!read_fresh(&reading, whole, &fresh_extras)) {
        scene_free(&fresh);
        scene_extras_free(&fresh_extras);
        return false;
    }
    fresh.settings = scene->settings;
    scene_free(scene);
    *scene = fresh;
    replace_extras(extras, &fresh_extras);
    if (room)
        error[0] = '\0';
    return true;
}

void scene_extras_free(SceneExtras *extras) {
    free(extras->top);
    free(extras->parameters);
    *extras = (SceneExtras){0};
}

bool scene_file_save(const char *path, const Scene *scene, const SceneExtras *extras, char *error, size_t room) {
    size_t size;
    char *text = scene_file_write(scene, extras, &size);
    if (!text)
        snprintf(error, room, "cannot save %s: not enough memory", path);
    bool saved = text && file_save_bytes(path, text, size, error, room);
    free(text);
    return saved;
}

bool scene_file_is_scene(const void *bytes, size_t size) {
    const char *at = bytes, *end = at + size;
    if (png_is_png(bytes, size))
        return true;
    if (size >= 3 && memcmp(at, "\xef\xbb\xbf", 3) == 0)
        at += 3;
    while (at < end && strchr(" \t\r\n", *at) && *at)
        at++;
    return at < end && *at == '{';
}

bool scene_file_load(const char *path, const Library *library, Scene *scene, SceneExtras *extras, char *error,
                     size_t room) {
    size_t size;
    const char *label = file_label(path);
    char *bytes = file_read(path, PNG_BYTES_MAX, &size, error, room);
    if (bytes && png_is_png(bytes, size)) {
        char *text = png_find_text(label, bytes, size, SCENE_FILE_PNG_KEY, error, room);
        free(bytes);
        bytes = text;
        size = text ? strlen(text) : 0;
    }
    if (bytes && size > SCENE_FILE_BYTES_MAX) {
        snprintf(error, room, "%s: is larger than the limit of %d MB for scenes", label, SCENE_FILE_BYTES_MAX >> 20);
        free(bytes);
        return false;
    }
    bool good = bytes && scene_file_read(label, bytes, size, library, scene, extras, error, room);
    free(bytes);
    return good;
}

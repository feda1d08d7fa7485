/* Both directions loop over the same two tables: PARAMS for the parameters (scene_params.c), SCENE_KEYS for everything
 * else (scene_keys.c). Reading fills a fresh scene, which replaces the caller's only when all went well. */
#include "io/scene_file.h"

#include "io/file.h"
#include "io/png.h"
#include "io/scene_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { JSON_VALUES_MAX = 8 * POINTS_MAX + 100000 };

bool scene_refuse(SceneReading *reading, Jspan where, const char *what) {
    jspan_complain(reading->label, reading->text, where.at, what, reading->error, reading->room);
    return false;
}

char *scene_file_write(const Scene *scene, const SceneExtras *extras, size_t *size) {
    char *text = NULL;
    *size = 0;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    fprintf(out, "{\n  \"attnlab\": %d,\n", SCENE_FILE_VERSION);
    scene_params_write(out, scene, extras ? extras->parameters : NULL);
    for (int i = 0; i < SCENE_KEY_COUNT; i++) {
        fprintf(out, ",\n  \"%s\": ", SCENE_KEYS[i].name);
        SCENE_KEYS[i].write(out, scene);
    }
    fprintf(out, "%s\n}\n", extras && extras->top ? extras->top : "");
    bool failed = ferror(out) != 0;
    if (fclose(out) == 0 && !failed)
        return text;
    free(text);
    return NULL;
}

static bool read_version(SceneReading *reading, Jspan whole) {
    Jspan value;
    double version;
    char what[120];
    if (!jspan_find(whole, "attnlab", &value))
        return scene_refuse(reading, whole, "this is no scene of attnlab: it has no \"attnlab\"");
    if (!jspan_number(value, &version) || version != floor(version) || version < 1)
        return scene_refuse(reading, value, "the version of the scene is a whole number from 1 on");
    if (version <= SCENE_FILE_VERSION)
        return true;
    snprintf(what, sizeof what,
             "this scene was written by a newer attnlab (version %.0f of the format; this one reads %d)",
             fmin(version, 1e15), SCENE_FILE_VERSION);
    return scene_refuse(reading, value, what);
}

static bool is_known(Jspan key) {
    bool known = jspan_is_key(key, "attnlab") || jspan_is_key(key, "parameters");
    for (int i = 0; i < SCENE_KEY_COUNT && !known; i++)
        known = jspan_is_key(key, SCENE_KEYS[i].name);
    return known;
}

static void keep_unknown(Jspan whole, FILE *extras) {
    const char *cursor = NULL;
    Jspan key, value;
    while (jspan_next_member(whole, &cursor, &key, &value))
        if (!is_known(key))
            scene_keep_member(extras, "  ", key, value);
}

/* What the file left out. */
static bool complete(SceneReading *reading, Jspan whole) {
    Scene *scene = reading->scene;
    View view = scene->view;
    if (!reading->has_points && scene->params.data == DATA_OWN)
        return scene_refuse(reading, whole, "own data without \"points\"");
    if (!reading->has_points) {
        double w = scene->params.w, h = scene->params.h, query = scene->params.query;
        if (!scene_resample(scene, reading->library))
            return scene_refuse(reading, whole, "not enough memory");
        scene->params.w = w; /* new points may choose others */
        scene->params.h = h;
        scene->params.query = query;
    }
    if (!reading->has_range)
        scene_find_range(scene);
    double beta = scene->params.beta;
    if (!reading->has_score && !scene_reset_score(scene))
        return scene_refuse(reading, whole, "not enough memory");
    if (!reading->has_score) {
        scene->params.beta = beta;
        scene_score_from_params(scene);
    }
    scene->view = reading->has_view ? view : scene_fit(scene);
    return true;
}

static bool read_all(SceneReading *reading, Jspan whole, FILE *top, FILE *parameters) {
    Jspan value;
    if (!read_version(reading, whole))
        return false;
    if (jspan_find(whole, "parameters", &value) && !scene_params_read(reading, value, parameters))
        return false;
    for (int i = 0; i < SCENE_KEY_COUNT; i++)
        if (jspan_find(whole, SCENE_KEYS[i].name, &value) && !SCENE_KEYS[i].read(reading, value))
            return false;
    keep_unknown(whole, top);
    return complete(reading, whole);
}

/* Reads into a fresh scene and fresh extras. */
static bool read_fresh(SceneReading *reading, Jspan whole, SceneExtras *extras) {
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

static bool read_watched(const char *label, const char *text, size_t size, const Library *library, Scene *scene,
                         SceneExtras *extras, Progress *progress, char *error, size_t room) {
    static const char MARK[] = "\xef\xbb\xbf"; /* some editors begin with it */
    Jspan whole;
    Scene fresh = {0};
    SceneExtras fresh_extras = {0};
    SceneReading reading = {
        .label = label, .library = library, .progress = progress, .scene = &fresh, .error = error, .room = room};
    if (size >= 3 && memcmp(text, MARK, 3) == 0) {
        text += 3;
        size -= 3;
    }
    reading.text = text;
    if (!jspan_check_watched(label, text, size, JSON_VALUES_MAX, progress, &whole, error, room))
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

bool scene_file_read(const char *label, const char *text, size_t size, const Library *library, Scene *scene,
                     SceneExtras *extras, char *error, size_t room) {
    return read_watched(label, text, size, library, scene, extras, NULL, error, room);
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

bool scene_file_take(const char *label, const char *bytes, size_t size, const Library *library, Scene *scene,
                     SceneExtras *extras, Progress *progress, char *error, size_t room) {
    char *text = NULL;
    if (png_is_png(bytes, size)) {
        bytes = text = png_find_text(label, bytes, size, SCENE_FILE_PNG_KEY, error, room);
        size = text ? strlen(text) : 0;
    }
    bool fits = size <= SCENE_FILE_BYTES_MAX;
    if (!fits)
        snprintf(error, room, "%s: is larger than the limit of %d MB for scenes", label, SCENE_FILE_BYTES_MAX >> 20);
    bool good = fits && bytes && read_watched(label, bytes, size, library, scene, extras, progress, error, room);
    free(text);
    return good;
}

bool scene_file_load(const char *path, const Library *library, Scene *scene, SceneExtras *extras, char *error,
                     size_t room) {
    size_t size;
    char *bytes = file_read(path, SCENE_FILE_PNG_MAX, &size, error, room);
    bool good = bytes && scene_file_take(file_label(path), bytes, size, library, scene, extras, NULL, error, room);
    free(bytes);
    return good;
}

/* What a scene file holds beside its parameters, one pair of functions for each key. Whatever can be counted is counted
 * before memory is taken for it. */
#include "io/scene_parts.h"

#include "model/vector.h"

#include <math.h>
#include <string.h>

static bool read_numbers(SceneReading *reading, Jspan array, double *numbers, int count, const char *what) {
    const char *cursor = NULL;
    Jspan item;
    int i = 0;
    while (jspan_next_item(array, &cursor, &item)) {
        if (i == count || !jspan_number(item, &numbers[i]))
            return scene_refuse(reading, item, what);
        i++;
    }
    return i == count || scene_refuse(reading, array, what);
}

static void write_view(FILE *out, const Scene *scene) {
    const double edges[] = {scene->view.x0, scene->view.x1, scene->view.y0, scene->view.y1};
    for (int i = 0; i < 4; i++) {
        fputs(i ? ", " : "[", out);
        jspan_put_number(out, edges[i]);
    }
    fputc(']', out);
}

static bool read_view(SceneReading *reading, Jspan value) {
    double edges[4] = {0};
    if (!read_numbers(reading, value, edges, 4, "the view is [x0, x1, y0, y1]"))
        return false;
    if (!(edges[0] < edges[1] && edges[2] < edges[3]))
        return scene_refuse(reading, value,
                            "the view's second number must be larger than its first, and its fourth than its third");
    reading->scene->view = view_clamp((View){edges[0], edges[1], edges[2], edges[3]});
    return reading->has_view = true;
}

static bool read_name(SceneReading *reading, Jspan value, char name[SCENE_NAME]) {
    char text[SCENE_NAME];
    if (!jspan_string(value, text, sizeof text))
        return scene_refuse(reading, value, "a text of at most 63 bytes is expected, in quotes");
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

static bool read_names(SceneReading *reading, Jspan value) {
    char *const names[] = {reading->scene->x_name, reading->scene->y_name};
    const char *cursor = NULL;
    Jspan item;
    size_t i = 0;
    for (; jspan_next_item(value, &cursor, &item); i++)
        if (i == 2 || !read_name(reading, item, names[i]))
            return i == 2 ? scene_refuse(reading, value, "the names are [x, y]") : false;
    return i == 2 || scene_refuse(reading, value, "the names are [x, y]");
}

static void write_source(FILE *out, const Scene *scene) { jspan_put_string(out, scene->source); }

static bool read_source(SceneReading *reading, Jspan value) {
    return read_name(reading, value, reading->scene->source);
}

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

static bool read_points(SceneReading *reading, Jspan value) {
    static const char WHAT[] = "a point is [x, y], or x and its values, the same number of them in every point";
    Points *points = &reading->scene->points;
    const char *cursor = NULL;
    Jspan item;
    size_t count = count_items(value);
    if (!jspan_is_array(value))
        return scene_refuse(reading, value, "the points are [[x, y], ...]");
    if (count > POINTS_MAX)
        return scene_refuse(reading, value, "more points than the limit of 1000000");
    int width = point_width(value);
    if (!points_resize(points, count, width - 1))
        return scene_refuse(reading, value, "not enough memory for this many points");
    for (points->n = 0; jspan_next_item(value, &cursor, &item); points->n++) {
        double numbers[1 + VALUES_MAX];
        if (points->n % 1024 == 0 && !progress_tell(reading->progress, PROGRESS_SCENE, points->n, count))
            return scene_refuse(reading, item, "stopped");
        if (!jspan_is_array(item))
            return scene_refuse(reading, item, WHAT);
        if (!read_numbers(reading, item, numbers, width, WHAT))
            return false;
        points->x[points->n] = numbers[0];
        points->muted[points->n] = 0;
        for (int c = 1; c < width; c++)
            points->column[1 + c][points->n] = numbers[c];
    }
    points_mark(points);
    return reading->has_points = true;
}

static void write_range(FILE *out, const Scene *scene) {
    fputc('[', out);
    jspan_put_number(out, scene->x0);
    fputs(", ", out);
    jspan_put_number(out, scene->x1);
    fputc(']', out);
}

static bool read_range(SceneReading *reading, Jspan value) {
    double range[2];
    if (!read_numbers(reading, value, range, 2, "the range is [x0, x1]"))
        return false;
    if (!(range[0] < range[1]))
        return scene_refuse(reading, value, "the range's second number must be larger than its first");
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

static bool read_muted(SceneReading *reading, Jspan value) {
    const char *cursor = NULL;
    Jspan item;
    double index;
    while (jspan_next_item(value, &cursor, &item)) {
        bool point = jspan_number(item, &index) && index >= 0 && index < (double)reading->scene->points.n;
        if (!point || index != floor(index))
            return scene_refuse(reading, item, "muted points are named by their place in \"points\", from 0 on");
        points_set(&reading->scene->points, POINTS_MUTED, (size_t)index, 1);
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
static bool read_score(SceneReading *reading, Jspan value) {
    Scene *scene = reading->scene;
    size_t count = count_items(value), wanted = scene_layout(scene).length;
    const char *cursor = NULL;
    Jspan item;
    char what[120];
    snprintf(what, sizeof what, "this scorer has %zu parameters on these points", wanted);
    if (count != wanted || !vector_reserve(&scene->score, count))
        return scene_refuse(reading, value, what);
    for (size_t i = 0; i < count && jspan_next_item(value, &cursor, &item); i++)
        if (!jspan_number(item, &scene->score.at[i]))
            return scene_refuse(reading, item, "a number is expected");
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

static bool read_value_names(SceneReading *reading, Jspan value) {
    const char *cursor = NULL;
    Jspan item;
    for (size_t i = 0; jspan_next_item(value, &cursor, &item); i++)
        if (i == VALUES_MAX || !read_name(reading, item, reading->scene->value_names[i]))
            return i == VALUES_MAX ? scene_refuse(reading, value, "too many names of values") : false;
    return true;
}

const SceneKey SCENE_KEYS[SCENE_KEY_COUNT] = {
    {"view", write_view, read_view},       {"names", write_names, read_names},
    {"source", write_source, read_source}, {"values", write_value_names, read_value_names},
    {"points", write_points, read_points}, {"range", write_range, read_range},
    {"muted", write_muted, read_muted},    {"score", write_score, read_score}};

/* Scene: making, editing and measuring the points and the view. */
#include "model/scene.h"

#include "model/params.h"
#include "model/vector.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool scene_init(Scene *scene, const Library *library) {
    memset(scene, 0, sizeof *scene); /* padding too: scenes are compared as bytes */
    scene->formulas = &library->formulas;
    for (int row = 0; row < PARAM_COUNT; row++)
        if (PARAMS[row].kind == PARAM_TEXT)
            param_set_string(scene, row, PARAMS[row].initial_text);
        else
            param_set(scene, row, PARAMS[row].initial);
    return scene_resample(scene, library);
}

void scene_free(Scene *scene) {
    points_free(&scene->points);
    free(scene->score.at);
    scene->score = (Vector){0};
}

bool scene_copy(Scene *to, const Scene *from) {
    Points points = to->points;
    Vector score = to->score;
    bool copied = points_copy(&points, &from->points) && vector_assign(&score, from->score.at, from->score.length);
    if (copied)
        memcpy(to, from, sizeof *to);
    to->points = points;
    to->score = score;
    return copied;
}

/* 20 over the range of x, to one digit: w = 4 on the textbook's [0, 5). */
static double default_width(View extent) {
    double range = extent.x1 - extent.x0;
    if (!(range > 0) || !isfinite(range) || !isfinite(20 / range))
        return 1;
    double unit = pow(10, floor(log10(20 / range)));
    return round(20 / range / unit) * unit;
}

void scene_find_range(Scene *scene) {
    if (scene->params.data == DATA_FUNCTION && scene->x1 > scene->x0)
        return; /* a function is asked over the range that there was */
    View now = scene_extent(scene);
    scene->x0 = now.x0;
    scene->x1 = now.x1 > now.x0 ? now.x1 : now.x0 + fmax(1, fabs(now.x0) * 1e-6); /* a range, also at 1e15 */
    if (!scene_has_truth(scene))
        return;
    scene_draw_range(scene, &scene->x0, &scene->x1);
}

/* After new points: a width and a query that suit them, unless the range is much as before. */
static bool settle(Scene *scene, View before) {
    View now = scene_extent(scene);
    scene_find_range(scene);
    if (!scene_has_truth(scene))
        scene->params.n = (int)scene->points.n; /* what is shown is what there is */
    scene->params.value = 0;
    double ratio = (now.x1 - now.x0) / (before.x1 - before.x0);
    if (!(ratio > 0.67 && ratio < 1.5))
        param_set(scene, PARAM_W, default_width(now));
    scene->view = scene_fit(scene);
    if (!(scene->params.query >= scene->view.x0 && scene->params.query <= scene->view.x1)) {
        double middle = now.x0 / 2 + now.x1 / 2, unit = pow(10, floor(log10(fmax(now.x1 - now.x0, 1e-300))) - 1);
        param_set(scene, PARAM_QUERY, isfinite(middle / unit) ? round(middle / unit) * unit : middle);
    }
    return scene_reset_score(scene);
}

static void set_names(Scene *scene, const char *source, const char *x_name, const char *y_name) {
    memset(scene->source, 0, sizeof scene->source);
    memset(scene->x_name, 0, sizeof scene->x_name);
    memset(scene->y_name, 0, sizeof scene->y_name);
    memset(scene->value_names, 0, sizeof scene->value_names);
    snprintf(scene->source, sizeof scene->source, "%s", source);
    snprintf(scene->x_name, sizeof scene->x_name, "%s", x_name);
    snprintf(scene->y_name, sizeof scene->y_name, "%s", y_name);
}

static double nothing(double x) { return 0 * x; }

/* Points of the typed function; those where it is undefined are left out. */
static void draw_function(Scene *scene, size_t n) {
    Dataset flat = {.truth = nothing};
    double *x = scene->points.x, *y = scene->points.y;
    size_t kept = 0;
    scene_draw_range(scene, &flat.x0, &flat.x1);
    if (n)
        dataset_generate(&flat, n, scene->params.noise, (uint64_t)scene->params.seed, x, y);
    for (size_t i = 0; i < n; i++) {
        double value = round((scene_truth(scene, x[i]) + y[i]) * 1e6) / 1e6;
        x[kept] = x[i];
        y[kept] = value;
        kept += isfinite(value);
    }
    scene->points.n = kept;
}

bool scene_resample(Scene *scene, const Library *library) {
    if (scene->params.data == DATA_OWN)
        return true;
    static const Dataset TYPED = {.truth = nothing};
    bool typed = scene->params.data == DATA_FUNCTION;
    const Dataset *set = typed ? &TYPED : &DATASETS[scene->params.data];
    bool first = scene->view.x0 == scene->view.x1;
    View before = first ? (View){0, 5, 0, 1} : scene_extent(scene);
    if (!set->truth) {
        const Points *real = &library->sets[scene->params.data];
        if (!points_assign(&scene->points, real->x, real->y, real->n))
            return false;
        set_names(scene, "", library->names[scene->params.data][0], library->names[scene->params.data][1]);
    } else {
        size_t n = (size_t)scene->params.n;
        if (!points_resize(&scene->points, n, 1))
            return false;
        scene->points.n = n;
        if (typed)
            draw_function(scene, n);
        else if (n)
            dataset_generate(set, n, scene->params.noise, (uint64_t)scene->params.seed, scene->points.x,
                             scene->points.y);
        memset(scene->points.muted, 0, n * sizeof(double));
        points_mark(&scene->points);
        set_names(scene, "", "", "");
    }
    return settle(scene, before);
}

bool scene_adopt(Scene *scene, const double *x, const double *y, size_t n, const char *source, const char *x_name,
                 const char *y_name) {
    View before = scene_extent(scene);
    if (!points_assign(&scene->points, x, y, n))
        return false;
    param_set(scene, PARAM_DATA, DATA_OWN);
    set_names(scene, source, x_name, y_name);
    return settle(scene, before);
}

/* The location scorer has a row for every point; a new point's row is what its default would be. */
static bool grow_rows(Scene *scene, double x) {
    ScoreLayout layout = scene_layout(scene);
    if (scene->params.scorer != SCORER_LOCATION || layout.length != scene->score.length)
        return true;
    size_t d = layout.block[0].columns, rows = layout.block[0].rows;
    double one[FEATURE_MAX + 1];
    ScoreModel model = scene_scorer(scene);
    if (!vector_reserve(&scene->score, layout.length + d))
        return false;
    score_defaults(&model, &x, 1, scene->params.w, one);
    memmove(scene->score.at + (rows + 1) * d, scene->score.at + rows * d, sizeof(double)); /* T */
    memcpy(scene->score.at + rows * d, one, d * sizeof(double));
    scene->score.length += d;
    return true;
}

static void drop_row(Scene *scene, size_t i) {
    ScoreLayout layout = scene_layout(scene);
    if (scene->params.scorer != SCORER_LOCATION || layout.length != scene->score.length)
        return;
    size_t d = layout.block[0].columns;
    memmove(scene->score.at + i * d, scene->score.at + (i + 1) * d, (layout.length - (i + 1) * d) * sizeof(double));
    scene->score.length -= d;
}

bool scene_adopt_values(Scene *scene, const double *x, const double *const *value, int values, size_t n,
                        const char *source, const char *x_name, const char *const *names) {
    assert(values >= 1 && values <= VALUES_MAX);
    if (!points_reserve(&scene->points, n, values))
        return false;
    if (!scene_adopt(scene, x, value[0], n, source, x_name, names[0]))
        return false;
    if (!points_resize(&scene->points, n, values))
        return false;
    for (int c = 0; c < values; c++) {
        memcpy(scene->points.column[2 + c], value[c], n * sizeof(double));
        snprintf(scene->value_names[c], SCENE_NAME, "%s", names[c]);
    }
    points_mark(&scene->points);
    scene->view = scene_fit(scene);
    return true;
}

bool scene_add_point(Scene *scene, double x, double y) {
    Points *points = &scene->points;
    if (points->n >= POINTS_MAX || !points_reserve(points, points->n + 1, points->values))
        return false;
    if (!grow_rows(scene, x))
        return false;
    points_append(points);
    scene_move_point(scene, points->n - 1, x, y);
    return true;
}

void scene_delete_point(Scene *scene, size_t i) {
    Points *points = &scene->points;
    assert(i < points->n);
    drop_row(scene, i);
    points->n--;
    for (int c = 0; c < points_columns(points); c++)
        memmove(points->column[c] + i, points->column[c] + i + 1, (points->n - i) * sizeof(double));
    points_mark(points);
}

void scene_move_point(Scene *scene, size_t i, double x, double y) {
    assert(i < scene->points.n && isfinite(x) && isfinite(y));
    points_set(&scene->points, POINTS_X, i, x);
    points_set(&scene->points, scene_value_column(scene), i, y);
}

void scene_mute_point(Scene *scene, size_t i, bool muted) {
    assert(i < scene->points.n);
    points_set(&scene->points, POINTS_MUTED, i, muted);
}

double *scene_y(const Scene *scene) { return scene->points.column[scene_value_column(scene)]; }

int scene_value_column(const Scene *scene) {
    int value = scene->params.value;
    return POINTS_VALUE + (value < scene->points.values ? value : 0);
}

static void include(double *low, double *high, double value) {
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

/* Several at once, for there may be a million. */
static void include_all(double *low, double *high, const double *value, size_t n) {
    enum { WAYS = 4 };
    double least[WAYS], most[WAYS];
    size_t i = 0;
    for (int way = 0; way < WAYS; way++)
        least[way] = *low, most[way] = *high;
    for (; i + WAYS <= n; i += WAYS)
        for (int way = 0; way < WAYS; way++)
            include(&least[way], &most[way], value[i + (size_t)way]);
    for (; i < n; i++)
        include(&least[0], &most[0], value[i]);
    for (int way = 0; way < WAYS; way++) {
        *low = least[way] < *low ? least[way] : *low;
        *high = most[way] > *high ? most[way] : *high;
    }
}

View scene_extent(const Scene *scene) {
    View e = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    include_all(&e.x0, &e.x1, scene->points.x, scene->points.n);
    for (int c = POINTS_VALUE; c < points_columns(&scene->points); c++)
        include_all(&e.y0, &e.y1, scene->points.column[c], scene->points.n);
    if (scene_has_truth(scene)) {
        double x0, x1;
        scene_draw_range(scene, &x0, &x1);
        include(&e.x0, &e.x1, x0);
        include(&e.x0, &e.x1, x1);
    }
    if (e.x0 > e.x1)
        e.x0 = 0, e.x1 = 1;
    if (e.y0 > e.y1)
        e.y0 = 0, e.y1 = 1;
    return e;
}

/* [low, high] widened by a share of its length; equal ends get room around them. */
static void widen(double *low, double *high, double share) {
    double length = *high - *low;
    double pad = length > 0 ? length * share : fmax(fabs(*low) * 0.1, 0.5);
    *low -= pad;
    *high += pad;
}

View scene_fit(const Scene *scene) {
    enum { SAMPLES = 200 };
    View fit = scene_extent(scene);
    if (scene_has_truth(scene) && scene->params.show_truth)
        for (int i = 0; i <= SAMPLES; i++) {
            double f = scene_truth(scene, fit.x0 + (fit.x1 - fit.x0) * i / SAMPLES);
            if (isfinite(f))
                include(&fit.y0, &fit.y1, f);
        }
    widen(&fit.x0, &fit.x1, scene_has_truth(scene) ? 0.02 : 0.04); /* room for the disc of a heavy key */
    widen(&fit.y0, &fit.y1, 0.08);
    return view_clamp(fit);
}

static void clamp_span(double *low, double *high) {
    double centre = *low / 2 + *high / 2, half = *high / 2 - *low / 2;
    if (!isfinite(centre))
        centre = 0;
    centre = fmin(fmax(centre, -1e17), 1e17);
    double least = 1e-9 * fmax(1, fabs(centre)) / 2, most = 1e18 / 2;
    if (half >= least && half <= most && isfinite(*low) && isfinite(*high))
        return;
    half = !(half >= least) ? least : fmin(half, most);
    *low = centre - half;
    *high = centre + half;
}

View view_clamp(View view) {
    clamp_span(&view.x0, &view.x1);
    clamp_span(&view.y0, &view.y1);
    return view;
}

void scene_draw_range(const Scene *scene, double *x0, double *x1) {
    bool built_in = scene->params.data<DATASET_COUNT, known = scene->x1> scene->x0;
    *x0 = built_in ? DATASETS[scene->params.data].x0 : known ? scene->x0 : 0;
    *x1 = built_in ? DATASETS[scene->params.data].x1 : known ? scene->x1 : 5;
}

bool scene_has_truth(const Scene *scene) {
    return scene->params.data == DATA_FUNCTION ||
           (scene->params.data < DATASET_COUNT && DATASETS[scene->params.data].truth != NULL);
}

double scene_truth(const Scene *scene, double x) {
    const Formulas *formulas = scene->formulas;
    if (scene->params.data == DATA_FUNCTION)
        return formulas && formulas->at ? formulas->at(formulas->owner, scene->function, x) : NAN;
    return scene_has_truth(scene) ? DATASETS[scene->params.data].truth(x) : NAN;
}

Pool scene_pool(const Scene *scene) {
    const Params *p = &scene->params;
    return (Pool){.model = (Model)p->model,
                  .kernel = p->kernel,
                  .h = p->h,
                  .w = p->w,
                  .temperature = p->model == MODEL_SCORER ? p->temperature : 1,
                  .causal = p->causal};
}

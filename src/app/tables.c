/* CSV out. A query without support has empty cells. */
#include "app/tables.h"

#include "core/kernel.h"
#include "core/pool.h"
#include "io/csv.h"
#include "io/file.h"
#include "io/lesson_file.h"
#include "model/params.h"
#include "model/results.h"
#include "model/results_pool.h"
#include "model/train.h"
#include "ui/command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Work { /* what both tables need */
    size_t m;
    double *query, *column; /* column: n or m numbers, whichever is more */
    bool *supported;
    Results keys_of; /* the scene as sorted keys */
    Keys keys;
} Work;

static void work_free(Work *work) {
    results_free(&work->keys_of);
    free(work->query);
    free(work->column);
    free(work->supported);
}

/* Inclusive and evenly spaced; multiplied before divided, so that whole steps stay whole. */
static void spread(const Options *options, double *query) {
    for (size_t j = 0; j < options->count; j++) {
        double way = options->stop - options->start, last = (double)(options->count - 1);
        query[j] = options->count == 1 ? options->start : options->start + way * (double)j / last;
    }
    if (options->count > 1)
        query[options->count - 1] = options->stop;
}

static bool work_begin(Work *work, const Lab *lab, const Options *options, Failure *failure) {
    double standard[HEAT_ROWS_OWN];
    memset(work, 0, sizeof *work);
    size_t n = lab->scene.points.n;
    work->m = options->has_queries ? options->count : results_queries(&lab->scene, standard);
    work->query = malloc(work->m * sizeof *work->query);
    work->column = malloc(((n > work->m ? n : work->m) + 1) * sizeof *work->column);
    work->supported = malloc(work->m * sizeof *work->supported);
    if (!work->query || !work->column || !work->supported || !results_prepare(&work->keys_of, &lab->scene)) {
        work_free(work);
        *failure = (Failure){EXIT_INTERNAL, "out of memory"};
        return false;
    }
    if (options->has_queries)
        spread(options, work->query);
    else
        memcpy(work->query, standard, work->m * sizeof *standard);
    work->keys = (Keys){n, work->keys_of.x, work->keys_of.y};
    return true;
}

static bool output_begin(FileSave *save, const Options *options, Failure *failure) {
    failure->status = EXIT_OUTPUT;
    return file_save_begin(save, options->output ? options->output : "-", failure->line, sizeof failure->line);
}

static bool output_end(FileSave *save, Failure *failure) {
    failure->status = EXIT_OUTPUT;
    return file_save_commit(save, failure->line, sizeof failure->line);
}

static void write_number_or_empty(CsvWriter *writer, bool known, double value) {
    if (known)
        csv_write_number(writer, value);
    else
        csv_write_text(writer, "");
}

static void write_curve(CsvWriter *writer, Work *work, const Scene *scene) {
    static const char *const HEADS[] = {"x", "prediction", "truth"};
    for (int i = 0; i < 3; i++)
        csv_write_text(writer, HEADS[i]);
    csv_write_row(writer);
    if (work->keys_of.pool.model == MODEL_SCORER)
        results_predict(&work->keys_of, work->query, work->m, work->column, work->supported);
    else
        pool_predict(&work->keys_of.pool, &work->keys, work->query, work->m, work->column, work->supported);
    for (size_t j = 0; j < work->m; j++) {
        double truth = scene_truth(scene, work->query[j]);
        csv_write_number(writer, work->query[j]);
        write_number_or_empty(writer, work->supported[j], work->column[j]);
        write_number_or_empty(writer, !isnan(truth), truth);
        csv_write_row(writer);
    }
}

static void write_weights(CsvWriter *writer, Work *work, const Scene *scene) {
    (void)scene;
    csv_write_text(writer, "query");
    for (size_t k = 0; k < work->keys.n; k++)
        csv_write_number(writer, work->keys.x[k]);
    csv_write_row(writer);
    for (size_t j = 0; j < work->m; j++) {
        PoolRow row = results_row(&work->keys_of, POOL_ALL, work->query[j], work->column);
        csv_write_number(writer, work->query[j]);
        for (size_t k = 0; k < work->keys.n; k++)
            write_number_or_empty(writer, row.supported, work->column[k]);
        csv_write_row(writer);
    }
}

typedef void TableWriter(CsvWriter *writer, Work *work, const Scene *scene);

static bool print(TableWriter *table, const Lab *lab, const Options *options, Failure *failure) {
    Work work;
    FileSave save;
    if (!work_begin(&work, lab, options, failure))
        return false;
    bool ok = output_begin(&save, options, failure);
    if (ok) {
        CsvWriter writer = {.out = save.out};
        table(&writer, &work, &lab->scene);
        ok = output_end(&save, failure);
    }
    work_free(&work);
    return ok;
}

bool tables_predict(const Lab *lab, const Options *options, Failure *failure) {
    return print(write_curve, lab, options, failure);
}

bool tables_weights(const Lab *lab, const Options *options, Failure *failure) {
    return print(write_weights, lab, options, failure);
}

static void write_points(CsvWriter *writer, const Scene *scene) {
    const Points *points = &scene->points;
    csv_write_text(writer, scene->x_name[0] ? scene->x_name : "x");
    for (int c = 0; c < points->values; c++) {
        const char *name = points->values > 1 ? scene->value_names[c] : scene->y_name;
        char numbered[16] = "y";
        if (c > 0)
            snprintf(numbered, sizeof numbered, "y%d", c + 1);
        csv_write_text(writer, name[0] ? name : numbered);
    }
    csv_write_row(writer);
    for (size_t i = 0; i < points->n; i++) {
        csv_write_number(writer, points->x[i]);
        for (int c = 2; c < points_columns(points); c++)
            csv_write_number(writer, points->column[c][i]);
        csv_write_row(writer);
    }
}

static void write_losses(CsvWriter *writer, const Train *train) {
    csv_write_text(writer, "step");
    csv_write_text(writer, "loss");
    csv_write_row(writer);
    for (size_t i = 0; i < train->loss_count; i++) {
        csv_write_number(writer, (double)i);
        csv_write_number(writer, train->loss[i]);
        csv_write_row(writer);
    }
}

bool tables_write(FILE *out, Table table, char separator, const Lab *lab, const Train *train) {
    const Options standard = {.has_queries = false};
    CsvWriter writer = {.out = out, .separator = separator};
    Failure failure;
    Work work;
    if (table == TABLE_DATA)
        write_points(&writer, &lab->scene);
    else if (table == TABLE_LOSS)
        write_losses(&writer, train);
    else if (work_begin(&work, lab, &standard, &failure)) {
        (table == TABLE_CURVE ? write_curve : write_weights)(&writer, &work, &lab->scene);
        work_free(&work);
    } else
        return false;
    return true;
}

static void fit_heads(CsvWriter *writer, const Scene *scene, const ScoreLayout *layout, size_t length) {
    csv_write_text(writer, "step");
    csv_write_text(writer, "loss");
    if (scene->params.model == MODEL_PARAMETRIC)
        csv_write_text(writer, "w");
    for (size_t b = 0; b < layout->count && scene->params.model == MODEL_SCORER; b++) {
        const ScoreBlock *block = &layout->block[b];
        for (size_t i = 0; i < block->rows * block->columns && block->offset + i < length; i++) {
            char name[64];
            snprintf(name, sizeof name, "%s[%zu][%zu]", block->id, i / block->columns, i % block->columns);
            csv_write_text(writer, block->rows * block->columns == 1 ? block->id : name);
        }
    }
    csv_write_row(writer);
}

static void fit_row(CsvWriter *writer, const Scene *scene, size_t step, double loss, size_t length) {
    csv_write_number(writer, (double)step);
    csv_write_number(writer, loss);
    if (scene->params.model == MODEL_PARAMETRIC)
        csv_write_number(writer, scene->params.w);
    for (size_t i = 0; i < length; i++)
        csv_write_number(writer, scene->score.at[i]);
    csv_write_row(writer);
}

bool tables_fit(Lab *lab, const Options *options, Failure *failure) {
    Scene *scene = &lab->scene;
    Train train = {.begun = false};
    FileSave save;
    bool scorer = scene->params.model == MODEL_SCORER;
    size_t steps = options->steps ? options->steps : (size_t)scene->params.steps,
           length = scorer ? train_count(scene) : 0;
    ScoreLayout layout = scene_layout(scene);
    if (train_count(scene) == 0) {
        *failure =
            (Failure){EXIT_USAGE, "fit: this model has nothing to train; choose model=parametric, or a scorer with "
                                  "parameters"};
        return false;
    }
    if (!output_begin(&save, options, failure))
        return false;
    CsvWriter writer = {.out = save.out};
    fit_heads(&writer, scene, &layout, length);
    bool begun = train_start(&train, scene);
    if (begun)
        fit_row(&writer, scene, 0, train.fit.loss.loss, length);
    for (size_t step = 1; begun && step <= steps && train_step(&train, scene); step++)
        fit_row(&writer, scene, step, train.fit.loss.loss, length);
    if (train.fit.state != FIT_RUNNING)
        fprintf(stderr, "attnlab: %s\n", fit_state_text(train.fit.state));
    train_free(&train);
    return output_end(&save, failure);
}

static void list_data(FILE *out) {
    for (int i = 0; i < DATASET_COUNT; i++)
        fprintf(out, "%-12s %s (%s)\n", DATASETS[i].id, DATASETS[i].label, DATASETS[i].source);
}

static void list_kernels(FILE *out) {
    for (int i = 0; i < KERNEL_COUNT; i++)
        fprintf(out, "%-14s K(u) = %s\n", KERNELS[i].id, KERNELS[i].formula);
}

static void list_scorers(FILE *out) {
    for (int i = 0; i < SCORER_COUNT; i++)
        fprintf(out, "%-12s a(q, k) = %s (%s)\n", SCORERS[i].id, SCORERS[i].formula, SCORERS[i].paper);
}

static void list_features(FILE *out) {
    for (int i = 0; i < FEATURE_COUNT; i++)
        fprintf(out, "%-10s φ(x) = %s\n", FEATURES[i].id, FEATURES[i].formula);
}

static void list_range(FILE *out, const Param *param) {
    char low[NUM_TEXT], high[NUM_TEXT];
    num_format(low, param->min);
    num_format(high, param->max);
    if (param->kind == PARAM_SWITCH)
        fprintf(out, "on|off");
    if (param->kind == PARAM_TEXT)
        fprintf(out, "text");
    for (int i = 0; i < param->choices; i++)
        fprintf(out, "%s%s", i ? "|" : "", param->choice_id(i));
    if (param->kind == PARAM_REAL || param->kind == PARAM_INT)
        fprintf(out, "%s..%s", low, high);
}

static void list_default(FILE *out, const Param *param) {
    char text[NUM_TEXT];
    num_format(text, param->initial);
    if (param->kind == PARAM_TEXT)
        fprintf(out, "%s", param->initial_text);
    else if (param->kind == PARAM_SWITCH)
        fprintf(out, "%s", param->initial != 0 ? "on" : "off");
    else if (param->kind == PARAM_CHOICE)
        fprintf(out, "%s", param->choice_id((int)param->initial));
    else
        fprintf(out, "%s", text);
}

/* The scorers' matrices, which are no rows of PARAMS for their shape depends on the features. */
static void list_matrices(FILE *out) {
    for (int s = 0; s < SCORER_COUNT; s++)
        for (size_t p = 0; p < SCORERS[s].parameters; p++)
            if (param_find(SCORERS[s].parameter[p].id) < 0)
                fprintf(out, "%s\t[[...], ...]\t\tmatrix of scorer=%s, a list of rows\n", SCORERS[s].parameter[p].id,
                        SCORERS[s].id);
}

static void list_parameters(FILE *out) {
    fprintf(out, "id\trange\tdefault\tmeaning\n");
    for (int i = 0; i < PARAM_COUNT; i++) {
        fprintf(out, "%s\t", PARAMS[i].id);
        list_range(out, &PARAMS[i]);
        fputc('\t', out);
        list_default(out, &PARAMS[i]);
        fprintf(out, "\t%s\n", PARAMS[i].help);
    }
    list_matrices(out);
}

static void list_keys(FILE *out) {
    for (int c = 0; c < COMMAND_COUNT; c++) {
        if (!COMMANDS[c].label || !COMMANDS[c].keys[0])
            continue;
        fprintf(out, "%s:", COMMANDS[c].label);
        for (int k = 0; k < COMMAND_KEYS && COMMANDS[c].keys[k]; k++)
            fprintf(out, " %s", COMMANDS[c].keys[k]);
        fputc('\n', out);
    }
    for (int g = 0; g < GESTURE_COUNT; g++)
        fprintf(out, "%s: %s\n", GESTURES[g].label, GESTURES[g].keys);
}

static void list_lessons(FILE *out) {
    LessonList lessons = {.count = 0};
    char error[300];
    if (!lesson_list_built_in(&lessons, error, sizeof error))
        fprintf(stderr, "attnlab: %s\n", error);
    for (size_t i = 0; i < lessons.count; i++)
        fprintf(out, "%d %-18s %zu steps  %s / %s\n", lessons.item[i]->number, lessons.item[i]->id,
                lessons.item[i]->step_count, lesson_text(&lessons.item[i]->title, LANGUAGE_EN),
                lesson_text(&lessons.item[i]->title, LANGUAGE_ZH));
    lesson_list_free(&lessons);
}

typedef struct Listing {
    const char *name;
    void (*print)(FILE *out);
} Listing;

static const Listing LISTINGS[] = {
    {"data", list_data},       {"kernels", list_kernels},       {"scorers", list_scorers}, {"features", list_features},
    {"lessons", list_lessons}, {"parameters", list_parameters}, {"keys", list_keys}};

bool tables_list(const Options *options, Failure *failure) {
    FileSave save;
    for (size_t i = 0; i < sizeof LISTINGS / sizeof *LISTINGS; i++) {
        if (strcmp(options->script, LISTINGS[i].name) != 0)
            continue;
        if (!output_begin(&save, options, failure))
            return false;
        LISTINGS[i].print(save.out);
        return output_end(&save, failure);
    }
    failure->status = EXIT_USAGE;
    snprintf(failure->line, sizeof failure->line,
             "list %.60s: choose data, kernels, scorers, features, parameters, lessons or keys", options->script);
    return false;
}

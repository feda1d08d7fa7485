/* From the command line to a scene. */
#include "app/lab.h"

#include "io/assets.h"
#include "io/csv.h"
#include "io/file.h"
#include "io/scene_file.h"
#include "model/matrix.h"
#include "model/params.h"

#include <stdlib.h>
#include <string.h>

static bool fail(Failure *failure, ExitStatus status, const char *line) {
    failure->status = status;
    if (line != failure->line)
        snprintf(failure->line, sizeof failure->line, "%s", line);
    return false;
}

static bool load_builtin(Library *library, int set, Failure *failure) {
    Asset asset;
    CsvData data;
    if (!asset_open(DATASETS[set].asset, &asset, failure->line, sizeof failure->line))
        return fail(failure, EXIT_ASSET, failure->line);
    bool read = csv_read_text(asset.name, asset.data, asset.size, &data, failure->line, sizeof failure->line);
    asset_close(&asset);
    if (!read)
        return fail(failure, EXIT_ASSET, failure->line);
    bool kept = points_assign(&library->sets[set], data.x, data.y, data.n);
    snprintf(library->names[set][0], SCENE_NAME, "%s", data.x_name);
    snprintf(library->names[set][1], SCENE_NAME, "%s", data.y_name);
    csv_data_free(&data);
    return kept || fail(failure, EXIT_INTERNAL, "out of memory");
}

bool lab_adopt_csv(Lab *lab, const char *path, const CsvData *data, Failure *failure) {
    const double *value[VALUES_MAX] = {data->y};
    const char *names[VALUES_MAX] = {data->y_name}, *slash = strrchr(path, '/');
    int count = 1;
    for (size_t c = 0; c < data->mores && count < VALUES_MAX; c++, count++) {
        value[count] = data->more[c];
        names[count] = data->more_name[c];
    }
    bool fits = data->n <= POINTS_MAX;
    if (fits &&
        scene_adopt_values(&lab->scene, data->x, value, count, data->n, slash ? slash + 1 : path, data->x_name, names))
        return true;
    snprintf(failure->line, sizeof failure->line, "%.300s: %s", file_label(path),
             fits ? "not enough memory" : "more points than the limit of 1000000");
    return fail(failure, EXIT_INPUT, failure->line);
}

static bool load_csv(Lab *lab, const char *path, const char *bytes, size_t size, const CsvChoice *choice,
                     CsvReport *report, Failure *failure) {
    CsvData data;
    if (!csv_import_text(file_label(path), bytes, size, choice, &data, report, failure->line, sizeof failure->line))
        return fail(failure, EXIT_INPUT, failure->line);
    bool adopted = lab_adopt_csv(lab, path, &data, failure);
    csv_data_free(&data);
    return adopted;
}

static void tell(const CsvReport *report, const char *label) {
    char line[400];
    if (!csv_report_matters(report))
        return;
    csv_report_line(report, label, line, sizeof line);
    fprintf(stderr, "attnlab: %s\n", line);
}

static bool load_scene(Lab *lab, const char *path, const char *bytes, size_t size, Failure *failure) {
    return scene_file_take(file_label(path), bytes, size, &lab->library, &lab->scene, &lab->extras, NULL, failure->line,
                           sizeof failure->line) ||
           fail(failure, EXIT_INPUT, failure->line);
}

bool lab_load(Lab *lab, const char *path, const char *x, const char *value, Failure *failure) {
    const CsvChoice choice = {.x = x, .value = value, .more = VALUES_MAX - 1};
    CsvReport report;
    size_t size;
    char *bytes = file_read(path, SCENE_FILE_PNG_MAX, &size, failure->line, sizeof failure->line);
    if (!bytes)
        return fail(failure, EXIT_INPUT, failure->line);
    bool scene = scene_file_is_scene(bytes, size), loaded = false;
    if (scene && (x || value))
        fail(failure, EXIT_USAGE, "--x and --value choose columns of a CSV, and this file is none");
    else if (scene)
        loaded = load_scene(lab, path, bytes, size, failure);
    else
        loaded = load_csv(lab, path, bytes, size, &choice, &report, failure);
    if (loaded && !scene)
        tell(&report, file_label(path));
    free(bytes);
    return loaded;
}

typedef struct Change {
    bool given;
    double value;
    const char *text; /* PARAM_TEXT */
} Change;

typedef struct Changes {
    Change row[PARAM_COUNT];
    const char *block[OPTION_SETS]; /* "W=[[1,2],[3,4]]": known only when the scorer is */
    size_t blocks;
} Changes;

static bool read_set(const Scene *scene, const char *set, Changes *changes, Failure *failure) {
    char id[40];
    size_t length = strcspn(set, "=");
    snprintf(id, sizeof id, "%.*s", (int)(length < sizeof id ? length : sizeof id - 1), set);
    int row = param_find(id);
    if (row < 0 && set[length + 1] == '[') {
        changes->block[changes->blocks++] = set;
        return true;
    }
    if (row < 0) {
        snprintf(failure->line, sizeof failure->line, "--set %.60s: no such parameter (see attnlab list parameters)",
                 set);
        return fail(failure, EXIT_USAGE, failure->line);
    }
    if (!param_parse(scene, row, set + length + 1, &changes->row[row].value, failure->line, sizeof failure->line))
        return fail(failure, EXIT_USAGE, failure->line);
    changes->row[row].given = true;
    changes->row[row].text = set + length + 1;
    if (row == PARAM_W)
        changes->row[PARAM_H].given = false; /* one number: the later one counts */
    if (row == PARAM_H)
        changes->row[PARAM_W].given = false;
    return true;
}

static bool check_sets(const Lab *lab, const Options *options, const Changes *changes, Failure *failure) {
    const Change *row = changes->row;
    bool synthetic = scene_has_truth(&lab->scene);
    if (row[PARAM_DATA].given && row[PARAM_DATA].value < DATASET_COUNT)
        synthetic = DATASETS[(int)row[PARAM_DATA].value].truth != NULL;
    if (row[PARAM_DATA].given && row[PARAM_DATA].value == DATA_FUNCTION && !lab->library.formulas.check)
        return fail(failure, EXIT_USAGE, "--set data=function: this build cannot evaluate typed functions");
    if (row[PARAM_FUNCTION].given || (row[PARAM_DATA].given && row[PARAM_DATA].value == DATA_FUNCTION))
        synthetic = true;
    if (row[PARAM_DATA].given && options->file)
        return fail(failure, EXIT_USAGE, "--set data and a FILE exclude each other");
    for (int i = 0; i < PARAM_COUNT; i++)
        if (row[i].given && PARAMS[i].draws_data && i != PARAM_DATA && !synthetic) {
            snprintf(failure->line, sizeof failure->line, "--set %s: only synthetic data is drawn anew", PARAMS[i].id);
            return fail(failure, EXIT_USAGE, failure->line);
        }
    return true;
}

/* In the table's order, whatever the order on the command line: the data set first, then its n and noise. What a row
 * asks for (new points, a scorer's defaults) is done once, before the next row of another kind. */
static bool apply_rows(Lab *lab, const Changes *changes) {
    bool draw = false, reset = false, ok = true;
    for (int i = 0; i <= PARAM_COUNT && ok; i++) {
        bool given = i < PARAM_COUNT && changes->row[i].given;
        if (draw && (i == PARAM_COUNT || (given && !PARAMS[i].draws_data))) {
            ok = scene_resample(&lab->scene, &lab->library);
            draw = false;
        }
        if (ok && reset && (i == PARAM_COUNT || (given && !PARAMS[i].resets_score))) {
            ok = scene_reset_score(&lab->scene);
            reset = false;
        }
        if (!given)
            continue;
        if (PARAMS[i].kind == PARAM_TEXT) {
            param_set_string(&lab->scene, i, changes->row[i].text);
            param_set(&lab->scene, PARAM_DATA, DATA_FUNCTION);
        } else
            param_set(&lab->scene, i, changes->row[i].value);
        draw = draw || PARAMS[i].draws_data;
        reset = reset || PARAMS[i].resets_score;
    }
    return ok;
}

static bool check_shapes(const Scene *scene, Failure *failure) {
    FeatureMap query = scene_feature(scene, false), key = scene_feature(scene, true);
    if (scene->params.model != MODEL_SCORER ||
        score_fits(scene->params.scorer, &query, &key, failure->line, sizeof failure->line))
        return true;
    return fail(failure, EXIT_USAGE, failure->line);
}

static bool check_value(const Scene *scene, Failure *failure) {
    if (scene->params.value < scene->points.values)
        return true;
    snprintf(failure->line, sizeof failure->line, "--set value=%d: the data has %d value column%s, numbered from 0",
             scene->params.value, scene->points.values, scene->points.values == 1 ? "" : "s");
    return fail(failure, EXIT_USAGE, failure->line);
}

static bool apply_sets(Lab *lab, const Options *options, Failure *failure) {
    Changes changes = {.blocks = 0};
    for (size_t i = 0; i < options->set_count; i++)
        if (!read_set(&lab->scene, options->sets[i], &changes, failure))
            return false;
    if (!check_sets(lab, options, &changes, failure))
        return false;
    if (!apply_rows(lab, &changes))
        return fail(failure, EXIT_INTERNAL, "out of memory");
    if (!check_shapes(&lab->scene, failure) || !check_value(&lab->scene, failure))
        return false;
    for (size_t i = 0; i < changes.blocks; i++)
        if (!matrix_set(&lab->scene, changes.block[i], failure->line, sizeof failure->line))
            return fail(failure, EXIT_USAGE, failure->line);
    return true;
}

/* Chinese where the environment says so. */
static int startup_language(void) {
    static const char *const NAMES[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(NAMES[i]);
        if (value && *value)
            return strncmp(value, "zh", 2) == 0 ? LANGUAGE_ZH : LANGUAGE_EN;
    }
    return LANGUAGE_EN;
}

/* What was set last time goes before the environment, and gives way to the command line. */
static void recall(Lab *lab, SavedSettings *saved) {
    saved->settings = lab->scene.settings;
    settings_load(saved);
    lab->scene.settings = saved->settings;
}

bool lab_open(Lab *lab, const Options *options, Failure *failure) {
    memset(lab, 0, sizeof *lab);
    for (int set = 0; set < DATASET_COUNT; set++)
        if (!DATASETS[set].truth && !load_builtin(&lab->library, set, failure))
            goto out;
    lab->library.formulas = formula_serve(&lab->formula);
    if (!scene_init(&lab->scene, &lab->library)) {
        fail(failure, EXIT_INTERNAL, "out of memory");
        goto out;
    }
    param_set(&lab->scene, PARAM_LANGUAGE, startup_language());
    if (options->saved)
        recall(lab, options->saved);
    if (options->file && !lab_load(lab, options->file, options->x, options->value, failure))
        goto out;
    if (!apply_sets(lab, options, failure))
        goto out;
    return true;
out:
    lab_close(lab);
    return false;
}

void lab_close(Lab *lab) {
    scene_free(&lab->scene);
    scene_extras_free(&lab->extras);
    formula_free(&lab->formula);
    for (int set = 0; set < DATASET_COUNT; set++)
        points_free(&lab->library.sets[set]);
}

/* From the command line to a scene. */
#include "app/lab.h"

#include "io/assets.h"
#include "io/csv.h"
#include "io/file.h"
#include "model/params.h"

#include <stdlib.h>
#include <string.h>

static bool fail(Failure *failure, ExitStatus status, const char *line) {
    failure->status = status;
    if (line != failure->line) snprintf(failure->line, sizeof failure->line, "%s", line);
    return false;
}

static bool load_builtin(Library *library, int set, Failure *failure) {
    Asset asset;
    CsvData data;
    if (!asset_open(DATASETS[set].asset, &asset, failure->line, sizeof failure->line))
        return fail(failure, EXIT_ASSET, failure->line);
    bool read = csv_read_text(asset.name, asset.data, asset.size, &data, failure->line, sizeof failure->line);
    asset_close(&asset);
    if (!read) return fail(failure, EXIT_ASSET, failure->line);
    bool kept = points_assign(&library->sets[set], data.x, data.y, data.n);
    snprintf(library->names[set][0], SCENE_NAME, "%s", data.x_name);
    snprintf(library->names[set][1], SCENE_NAME, "%s", data.y_name);
    csv_data_free(&data);
    return kept || fail(failure, EXIT_INTERNAL, "out of memory");
}

bool lab_load(Scene *scene, const char *path, Failure *failure) {
    CsvData data;
    if (!csv_read(path, &data, failure->line, sizeof failure->line)) return fail(failure, EXIT_INPUT, failure->line);
    if (data.extra)
        fprintf(stderr, "attnlab: %s: the first two columns are x and y; %zu more ignored\n", file_label(path), data.extra);
    const char *slash = strrchr(path, '/');
    bool adopted = data.n <= POINTS_MAX && scene_adopt(scene, data.x, data.y, data.n, slash ? slash + 1 : path,
                                                       data.x_name, data.y_name);
    csv_data_free(&data);
    return adopted || fail(failure, EXIT_INPUT, "too many points for this machine's memory");
}

typedef struct Change {
    bool given;
    double value;
} Change;

static bool read_set(const Scene *scene, const char *set, Change *changes, Failure *failure) {
    char id[40];
    size_t length = strcspn(set, "=");
    snprintf(id, sizeof id, "%.*s", (int)(length < sizeof id ? length : sizeof id - 1), set);
    int row = param_find(id);
    if (row < 0) {
        snprintf(failure->line, sizeof failure->line, "--set %.60s: no such parameter (see attnlab list parameters)", set);
        return fail(failure, EXIT_USAGE, failure->line);
    }
    if (!param_parse(scene, row, set + length + 1, &changes[row].value, failure->line, sizeof failure->line))
        return fail(failure, EXIT_USAGE, failure->line);
    changes[row].given = true;
    if (row == PARAM_W) changes[PARAM_H].given = false; /* one number: the later one counts */
    if (row == PARAM_H) changes[PARAM_W].given = false;
    return true;
}

/* In the table's order, whatever the order on the command line: the data set first, then its n and noise. */
static bool apply_sets(Lab *lab, const Options *options, Failure *failure) {
    Change changes[PARAM_COUNT] = {{0}};
    for (size_t i = 0; i < options->set_count; i++)
        if (!read_set(&lab->scene, options->sets[i], changes, failure)) return false;
    bool draws = false, synthetic = scene_has_truth(&lab->scene);
    if (changes[PARAM_DATA].given && changes[PARAM_DATA].value < DATASET_COUNT)
        synthetic = DATASETS[(int)changes[PARAM_DATA].value].truth != NULL;
    if (changes[PARAM_DATA].given && options->file)
        return fail(failure, EXIT_USAGE, "--set data and a FILE exclude each other");
    for (int row = 0; row < PARAM_COUNT; row++) {
        if (!changes[row].given) continue;
        if (PARAMS[row].draws_data && row != PARAM_DATA && !synthetic) {
            snprintf(failure->line, sizeof failure->line, "--set %s: only synthetic data is drawn anew", PARAMS[row].id);
            return fail(failure, EXIT_USAGE, failure->line);
        }
        bool last_draw = PARAMS[row].draws_data;
        if (!last_draw && draws) {
            if (!scene_resample(&lab->scene, &lab->library)) return fail(failure, EXIT_INTERNAL, "out of memory");
            draws = false;
        }
        param_set(&lab->scene, row, changes[row].value);
        draws = draws || last_draw;
    }
    if (draws && !scene_resample(&lab->scene, &lab->library)) return fail(failure, EXIT_INTERNAL, "out of memory");
    return true;
}

/* Chinese where the environment says so. */
static int startup_language(void) {
    static const char *const NAMES[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(NAMES[i]);
        if (value && *value) return strncmp(value, "zh", 2) == 0 ? LANGUAGE_ZH : LANGUAGE_EN;
    }
    return LANGUAGE_EN;
}

bool lab_open(Lab *lab, const Options *options, Failure *failure) {
    memset(lab, 0, sizeof *lab);
    for (int set = 0; set < DATASET_COUNT; set++)
        if (!DATASETS[set].truth && !load_builtin(&lab->library, set, failure)) goto out;
    if (!scene_init(&lab->scene, &lab->library)) {
        fail(failure, EXIT_INTERNAL, "out of memory");
        goto out;
    }
    param_set(&lab->scene, PARAM_LANGUAGE, startup_language());
    if (options->file && !lab_load(&lab->scene, options->file, failure)) goto out;
    if (!apply_sets(lab, options, failure)) goto out;
    return true;
out:
    lab_close(lab);
    return false;
}

void lab_close(Lab *lab) {
    scene_free(&lab->scene);
    for (int set = 0; set < DATASET_COUNT; set++) points_free(&lab->library.sets[set]);
}

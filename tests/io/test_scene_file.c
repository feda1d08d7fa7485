/* Scene files: byte for byte the same after a round trip, whatever the scene; what is left out, unknown, newer,
 * wrong and where; nothing half read; a crash while saving leaves a whole file. */
#include "io/scene_file.h"

#include "io/png.h"
#include "model/params.h"
#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

/* Real data sets of three points each, so that no asset is needed. */
static void fill_library(Library *library) {
    memset(library, 0, sizeof *library);
    for (int i = 0; i < DATASET_COUNT; i++)
        if (!DATASETS[i].truth) {
            assert_true(points_assign(&library->sets[i], (double[]){1, 2, 3}, (double[]){4, 5, 7}, 3));
            snprintf(library->names[i][0], SCENE_NAME, "column of x");
            snprintf(library->names[i][1], SCENE_NAME, "列");
        }
}

static void free_library(Library *library) {
    for (int i = 0; i < DATASET_COUNT; i++)
        points_free(&library->sets[i]);
}

static uint64_t seed = 5;

static uint64_t next(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return seed ^ seed >> 31;
}

/* Any finite double. */
static double wild(void) {
    double value;
    do {
        uint64_t bits = next();
        memcpy(&value, &bits, sizeof bits);
    } while (!isfinite(value));
    return value;
}

/* Own points, some with several value columns that have names. */
static void make_own(Scene *scene) {
    int values = 1 + (int)(next() % VALUES_MAX);
    assert_true(scene_adopt(scene, (double[]){wild(), -0.0}, (double[]){wild(), 5e-324}, 2, "a \"b\" \\ \t名.csv",
                            "\x7f\x01", "y"));
    assert_true(points_resize(&scene->points, 2, values));
    for (int c = 1; c < values; c++)
        for (int i = 0; i < 2; i++)
            points_set(&scene->points, POINTS_VALUE + c, (size_t)i, wild());
    for (int c = 0; c < values && values > 1; c++)
        snprintf(scene->value_names[c], SCENE_NAME, "列 %d", c);
}

/* A scene as hands may leave it: every parameter somewhere in its range, points anywhere. */
static void make_random(Scene *scene, const Library *library) {
    assert_true(scene_init(scene, library));
    for (int row = 0; row < PARAM_COUNT; row++) {
        const Param *param = &PARAMS[row];
        double share = (double)(next() >> 11) / 9007199254740992.0;
        bool real = param->kind == PARAM_REAL;
        double value = real && next() % 2 ? wild() : param->min + share * (fmin(param->max, 1e6) - param->min);
        if (next() % 8 == 0)
            value = 0;
        if (row != PARAM_N && (row != PARAM_W || next() % 2))
            param_set(scene, row, value);
    }
    scene->points.n = 0;
    for (size_t i = 0, n = next() % 60; i < n; i++)
        assert_true(scene_add_point(scene, i % 3 ? wild() : -0.0, wild()));
    if (scene->params.data == DATA_OWN)
        make_own(scene);
    else
        scene->view = view_clamp((View){wild(), wild(), wild(), wild()});
    for (size_t i = 0; i < scene->points.n; i++)
        scene_mute_point(scene, i, next() % 4 == 0);
    assert_true(scene_reset_score(scene));
    if (!(fabs(scene->params.beta) < 1e9)) /* of points that are beyond all reason */
        param_set(scene, PARAM_BETA, 1);
    for (size_t i = 0; i < scene->score.length; i++)
        scene->score.at[i] = wild();
}

static void assert_numbers(const double *a, const double *b, size_t count) {
    if (count)
        assert_memory_equal(a, b, count * sizeof *a);
}

static void assert_same(const Scene *a, const Scene *b) {
    Scene left = *a, right = *b;
    memset(&left.points, 0, sizeof left.points);
    memset(&right.points, 0, sizeof right.points);
    memset(&left.score, 0, sizeof left.score);
    memset(&right.score, 0, sizeof right.score);
    assert_memory_equal(&left, &right, sizeof left);
    assert_int_equal(a->points.n, b->points.n);
    assert_int_equal(a->points.values, b->points.values);
    for (int c = 0; c < points_columns(&a->points); c++)
        assert_numbers(a->points.column[c], b->points.column[c], a->points.n);
    assert_int_equal(a->score.length, b->score.length);
    assert_numbers(a->score.at, b->score.at, a->score.length);
}

static void test_round_trip(void **state) {
    (void)state;
    Library library;
    fill_library(&library);
    for (int round = 0; round < 600; round++) {
        Scene scene, back;
        char error[300] = "";
        size_t size, again_size;
        make_random(&scene, &library);
        assert_true(scene_init(&back, &library));
        back.settings = scene.settings;
        char *text = scene_file_write(&scene, NULL, &size);
        if (!scene_file_read("s", text, size, &library, &back, NULL, error, sizeof error))
            fail_msg("round %d: %s\n%.900s", round, error, text);
        assert_same(&scene, &back);
        char *again = scene_file_write(&back, NULL, &again_size);
        assert_int_equal(size, again_size);
        assert_memory_equal(text, again, size);
        free(text);
        free(again);
        scene_free(&scene);
        scene_free(&back);
    }
    free_library(&library);
}

typedef struct Fixture {
    Library library;
    Scene scene;
    SceneExtras extras;
    char error[300];
} Fixture;

static void fixture_open(Fixture *f) {
    memset(f, 0, sizeof *f);
    fill_library(&f->library);
    assert_true(scene_init(&f->scene, &f->library));
}

static void fixture_close(Fixture *f) {
    scene_free(&f->scene);
    scene_extras_free(&f->extras);
    free_library(&f->library);
}

static bool read_text(Fixture *f, const char *text) {
    return scene_file_read("s.json", text, strlen(text), &f->library, &f->scene, &f->extras, f->error, sizeof f->error);
}

static void read_well(Fixture *f, const char *text) {
    if (!read_text(f, text))
        fail_msg("%s in %s", f->error, text);
}

static void test_every_parameter_is_written(void **state) {
    (void)state;
    Fixture f;
    size_t size;
    char key[80];
    fixture_open(&f);
    param_set(&f.scene, PARAM_H, 0.3); /* 1/(1/0.3) is not 0.3: both are written */
    f.scene.params.h = nextafter(0.3, 1);
    char *text = scene_file_write(&f.scene, NULL, &size);
    assert_int_equal(strlen(text), size);
    for (int row = 0; row < PARAM_COUNT; row++) {
        snprintf(key, sizeof key, "\n    \"%s\": ", PARAMS[row].id);
        if ((strstr(text, key) != NULL) == PARAMS[row].setting)
            fail_msg("%s", PARAMS[row].id);
    }
    free(text);
    fixture_close(&f);
}

static void test_w_and_h_are_one_number(void **state) {
    (void)state;
    Fixture f;
    fixture_open(&f);
    read_well(&f, "{\"attnlab\": 1, \"parameters\": {\"w\": 0}}");
    assert_true(f.scene.params.w == 0 && isinf(f.scene.params.h));
    size_t size;
    char *text = scene_file_write(&f.scene, NULL, &size);
    assert_null(strstr(text, "\"h\""));
    assert_null(strstr(text, "inf"));
    free(text);
    read_well(&f, "{\"attnlab\": 1, \"parameters\": {\"h\": 0.1}}");
    assert_true(f.scene.params.h == 0.1 && f.scene.params.w == 10);
    read_well(&f, "{\"attnlab\": 1, \"parameters\": {\"w\": -8}}");
    assert_true(f.scene.params.h == 0.125 && f.scene.params.w == -8);
    read_well(&f, "{\"attnlab\": 1, \"parameters\": {\"h\": 0.33333, \"w\": 3.00003}}"); /* rounded by hand */
    assert_true(f.scene.params.w == 3.00003);
    assert_false(read_text(&f, "{\"attnlab\": 1, \"parameters\": {\"h\": 0.5,\n \"w\": 3}}"));
    assert_string_equal(f.error, "s.json:1:36: h and w are one number, h = 1/|w|, but differ here; leave one out");
    fixture_close(&f);
}

/* Whatever training made of the numbers, the file can be read, and then stays the same. */
static void test_numbers_out_of_range(void **state) {
    (void)state;
    static const double WILD[] = {1e300, -1e300, INFINITY, -INFINITY, NAN, 5e-324};
    for (size_t i = 0; i < sizeof WILD / sizeof *WILD; i++) {
        Fixture f;
        size_t size, again_size;
        fixture_open(&f);
        for (size_t k = 0; k < f.scene.score.length; k++)
            f.scene.score.at[k] = WILD[i];
        scene_params_from_score(&f.scene);
        f.scene.params.beta = WILD[i];
        char *text = scene_file_write(&f.scene, NULL, &size);
        read_well(&f, text);
        char *again = scene_file_write(&f.scene, NULL, &again_size);
        assert_string_equal(text, again);
        free(text);
        free(again);
        fixture_close(&f);
    }
}

static void test_what_is_left_out(void **state) {
    (void)state;
    Fixture f;
    Scene fresh;
    fixture_open(&f);
    assert_true(scene_init(&fresh, &f.library));
    f.scene.settings = (Settings){2, 1}; /* the person's: they stay */
    param_set(&f.scene, PARAM_W, 77);
    scene_delete_point(&f.scene, 3);
    read_well(&f, "\xef\xbb\xbf{\"attnlab\": 1}");
    assert_int_equal(f.scene.settings.theme, 2);
    fresh.settings = f.scene.settings;
    assert_same(&fresh, &f.scene);
    read_well(&f, "{\"attnlab\": 1, \"parameters\": {\"n\": 7, \"query\": -40, \"w\": 3}}");
    assert_int_equal(f.scene.points.n, 7);
    assert_true(f.scene.params.query == -40 && f.scene.params.w == 3);
    read_well(&f, "{\"attnlab\": 1, \"parameters\": {\"data\": \"own\"}, \"points\": [[1e3, -0.0]]}");
    assert_true(f.scene.points.n == 1 && f.scene.points.x[0] == 1000 && signbit(f.scene.points.y[0]));
    assert_true(f.scene.view.x0 < 1000 && f.scene.view.x1 > 1000);
    read_well(&f, "{\"attnlab\": 1, \"points\": []}");
    assert_int_equal(f.scene.points.n, 0);
    scene_free(&fresh);
    fixture_close(&f);
}

static void test_unknown_keys_come_back(void **state) {
    (void)state;
    Fixture f;
    size_t size, again_size;
    fixture_open(&f);
    read_well(&f, "{\"later\": {\"a\": [1.50, \"}\\\"]\", null]}, \"attnlab\": 1,\n"
                  " \"parameters\": {\"w\": 2, \"later\": 1e0, \"theme\": \"dark\"}, \"x\": 12345678901234567890}");
    char *text = scene_file_write(&f.scene, &f.extras, &size);
    assert_non_null(strstr(text, ",\n    \"later\": 1e0,\n    \"theme\": \"dark\"\n  },\n"));
    assert_non_null(
        strstr(text, ",\n  \"later\": {\"a\": [1.50, \"}\\\"]\", null]},\n  \"x\": 12345678901234567890\n}\n"));
    read_well(&f, text);
    char *again = scene_file_write(&f.scene, &f.extras, &again_size);
    assert_int_equal(size, again_size);
    assert_string_equal(text, again);
    free(again);
    free(text);
    read_well(&f, "{\"attnlab\": 1}"); /* and go with the scene that they belong to */
    text = scene_file_write(&f.scene, &f.extras, &size);
    assert_null(strstr(text, "later"));
    free(text);
    fixture_close(&f);
}

static void test_refused_with_the_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "s.json:1:1: "},
        {"[1]", "s.json:1:1: an object in braces is expected"},
        {"{\"attnlab\": 1,\n \"points\": [[1, 2]\n}", "s.json:3:1: "},
        {"{\"attnlab\": 1} x", "s.json:1:16: end of file expected"},
        {"{\"attnlab\": 1, \"attnlab\": 1}", "s.json:1:24: duplicate object key"},
        {"{\"w\": 1}", "s.json:1:1: this is no scene of attnlab: it has no \"attnlab\""},
        {"{\"attnlab\": \"1\"}", "s.json:1:13: the version of the scene is a whole number from 1 on"},
        {"{\"attnlab\": 0}", "s.json:1:13: the version of the scene"},
        {"{\n \"attnlab\": 2, \"points\": 3}",
         "s.json:2:13: this scene was written by a newer attnlab (version 2 of the format; this one reads 1)"},
        {"{\"attnlab\": 1, \"parameters\": []}", "s.json:1:30: an object in braces is expected"},
        {"{\"attnlab\": 1, \"parameters\": {\"w\": \"4\"}}", "s.json:1:36: a number is expected"},
        {"{\"attnlab\": 1, \"parameters\": {\"w\": 1e10}}", "s.json:1:36: w=10000000000: must be from "},
        {"{\"attnlab\": 1, \"parameters\": {\"n\": 2.5}}", "s.json:1:36: n=2.5: must be a whole number"},
        {"{\"attnlab\": 1, \"parameters\": {\"n\": -1}}", "s.json:1:36: n=-1: must be from 0 to 1000000"},
        {"{\"attnlab\": 1, \"parameters\": {\"kernel\": \"核\"}}", "s.json:1:41: kernel=核: choose one of gaussian"},
        {"{\"attnlab\": 1, \"parameters\": {\"kernel\": 1}}",
         "s.json:1:41: the name of a choice is expected, in quotes"},
        {"{\"attnlab\": 1, \"parameters\": {\"rays\": 1}}", "s.json:1:39: true or false is expected"},
        {"{\"attnlab\": 1, \"parameters\": {\"data\": \"own\"}}", "s.json:1:1: own data without \"points\""},
        {"{\"attnlab\": 1, \"view\": [0, 1, 2]}", "s.json:1:24: the view is [x0, x1, y0, y1]"},
        {"{\"attnlab\": 1, \"view\": [0, 1, 2, 3, 4]}", "s.json:1:37: the view is [x0, x1, y0, y1]"},
        {"{\"attnlab\": 1, \"view\": [1, 0, 2, 3]}", "s.json:1:24: the view's second number must be larger"},
        {"{\"attnlab\": 1, \"names\": [\"x\"]}", "s.json:1:25: the names are [x, y]"},
        {"{\"attnlab\": 1, \"names\": [\"x\", \"y\", \"z\"]}", "s.json:1:25: the names are [x, y]"},
        {"{\"attnlab\": 1, \"names\": \"xy\"}", "s.json:1:25: the names are [x, y]"},
        {"{\"attnlab\": 1, \"source\": 7}", "s.json:1:26: a text of at most 63 bytes"},
        {"{\"attnlab\": 1, \"source\": \"0123456789012345678901234567890123456789012345678901234567890123\"}",
         "s.json:1:26: a text of at most 63 bytes"},
        {"{\"attnlab\": 1, \"points\": {}}", "s.json:1:26: the points are [[x, y], ...]"},
        {"{\"attnlab\": 1, \"points\": [[1, 2], [3]]}", "s.json:1:35: a point is [x, y], or x and its values"},
        {"{\"attnlab\": 1, \"points\": [[1, 2], 3]}", "s.json:1:35: a point is"},
        {"{\"attnlab\": 1, \"points\": [\n[1, 2],\n[3, null]]}", "s.json:3:5: a point is"},
        {"{\"attnlab\": 1, \"points\": [[1, 2, 3], [1, 2]]}", "s.json:1:38: a point is"},
        {"{\"attnlab\": 1, \"points\": [[1, 2], [1, 2, 3]]}", "s.json:1:42: a point is"},
        {"{\"attnlab\": 1, \"points\": [[1, 2, 3, 4, 5, 6, 7, 8]]}", "s.json:1:49: a point is"},
        {"{\"attnlab\": 1, \"points\": [[1, 2]], \"muted\": [1]}", "s.json:1:46: muted points are named"},
        {"{\"attnlab\": 1, \"points\": [[1, 2]], \"muted\": [-1]}", "s.json:1:46: muted points are named"},
        {"{\"attnlab\": 1, \"points\": [[1, 2]], \"muted\": [0.5]}", "s.json:1:46: muted points are named"},
        {"{\"attnlab\": 1, \"score\": []}", "s.json:1:25: this scorer has"},
        {"{\"attnlab\": 1, \"score\": [1, 2, 3, 4, 5, 6]}", "s.json:1:25: this scorer has"},
        {"{\"attnlab\": 1, \"score\": [\"1\", 2]}", "s.json:1:26: a number is expected"},
        {"{\"attnlab\": 1, \"range\": [1, 1]}", "s.json:1:25: the range's second number must be larger"},
        {"{\"attnlab\": 1, \"values\": [\"\", \"\", \"\", \"\", \"\", \"\", \"\"]}", "s.json:1:26: too many names"},
        {"{\"attnlab\": 1, \"values\": [1]}", "s.json:1:27: a text of at most 63 bytes"},
        {"{\"attnlab\": 1, \"points\": [[1, 1e999]]}", "s.json:1:3"},
        {"{\"attnlab\": 1, \"points\": [[1, NaN]]}", "s.json:1:3"},
        {"{\"attnlab\": 1, \"a\": \"\xff\"}", "s.json:1:2"},
    };
    Fixture f;
    size_t size, after;
    fixture_open(&f);
    read_well(&f, "{\"attnlab\": 1, \"parameters\": {\"w\": 5}, \"k\": 1}");
    char *before = scene_file_write(&f.scene, &f.extras, &size);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (read_text(&f, cases[i].text))
            fail_msg("accepted: %s", cases[i].text);
        if (strncmp(f.error, cases[i].error, strlen(cases[i].error)) != 0)
            fail_msg("%s\nsays  %s\nnot   %s", cases[i].text, f.error, cases[i].error);
        char *now = scene_file_write(&f.scene, &f.extras, &after);
        assert_string_equal(before, now);
        free(now);
    }
    free(before);
    fixture_close(&f);
}

/* Deep nests and long lists are refused before they cost memory. */
static void test_limits(void **state) {
    (void)state;
    enum { SIZE = 9000000 };
    Fixture f;
    char *text = malloc(SIZE + 1);
    fixture_open(&f);
    memset(text, '[', SIZE);
    text[SIZE] = '\0';
    assert_false(read_text(&f, text));
    assert_non_null(strstr(f.error, "more than the limit of"));
    text[100000] = '\0';
    assert_false(read_text(&f, text));
    assert_non_null(strstr(f.error, "depth"));
    size_t used = (size_t)sprintf(text, "{\"attnlab\":1,\"points\":[");
    for (int i = 0; i < POINTS_MAX + 1; i++, used += 6)
        memcpy(text + used, "[1,2],", 6);
    memcpy(text + used - 1, "]}", 3);
    assert_false(read_text(&f, text));
    assert_string_equal(f.error, "s.json:1:23: more points than the limit of 1000000");
    free(text);
    fixture_close(&f);
}

static void test_a_million_points(void **state) {
    (void)state;
    Fixture f;
    struct timespec a, b, c;
    size_t size;
    fixture_open(&f);
    assert_true(points_reserve(&f.scene.points, 1000000, 1));
    for (f.scene.points.n = 0; f.scene.points.n < 1000000;)
        scene_add_point(&f.scene, (double)f.scene.points.n * 0.001234567, sin((double)f.scene.points.n));
    clock_gettime(CLOCK_MONOTONIC, &a);
    char *text = scene_file_write(&f.scene, NULL, &size);
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert_true(size < SCENE_FILE_BYTES_MAX);
    read_well(&f, text);
    clock_gettime(CLOCK_MONOTONIC, &c);
    print_message("1e6 points, %.0f MB: written in %.2f s, read in %.2f s\n", (double)size / 1e6,
                  (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec),
                  (double)(c.tv_sec - b.tv_sec) + 1e-9 * (double)(c.tv_nsec - b.tv_nsec));
    assert_int_equal(f.scene.points.n, 1000000);
    free(text);
    fixture_close(&f);
}

static void test_files_and_pictures(void **state) {
    Scratch *scratch = *state;
    Fixture f;
    size_t size, after;
    static const unsigned char PIXEL[4] = {1, 2, 3, 255};
    fixture_open(&f);
    param_set(&f.scene, PARAM_W, 0.1);
    char *text = scene_file_write(&f.scene, NULL, &size);
    const char *path = scratch_path(scratch, "a.json");
    assert_true(scene_file_save(path, &f.scene, NULL, f.error, sizeof f.error));
    param_set(&f.scene, PARAM_W, 50);
    assert_true(scene_file_load(path, &f.library, &f.scene, NULL, f.error, sizeof f.error));
    assert_true(f.scene.params.w == 0.1);
    path = scratch_path(scratch, "a.png");
    PngText inside = {SCENE_FILE_PNG_KEY, text};
    assert_true(png_save(path, PIXEL, 1, 1, 96, &inside, 1, f.error, sizeof f.error));
    param_set(&f.scene, PARAM_W, 50);
    assert_true(scene_file_load(path, &f.library, &f.scene, NULL, f.error, sizeof f.error));
    char *now = scene_file_write(&f.scene, NULL, &after);
    assert_string_equal(text, now);
    free(now);
    now = png_read_text(path, SCENE_FILE_PNG_KEY, f.error, sizeof f.error);
    assert_string_equal(text, now);
    free(now);
    assert_true(png_save(path, PIXEL, 1, 1, 96, NULL, 0, f.error, sizeof f.error));
    assert_false(scene_file_load(path, &f.library, &f.scene, NULL, f.error, sizeof f.error));
    assert_non_null(strstr(f.error, "a.png: this picture holds no 'attnlab scene'"));
    assert_false(scene_file_load(scratch_path(scratch, "none"), &f.library, &f.scene, NULL, f.error, sizeof f.error));
    assert_non_null(strstr(f.error, "No such file or directory"));
    assert_false(scene_file_save("/dev/full", &f.scene, NULL, f.error, sizeof f.error));
    assert_string_equal(f.error, "cannot save /dev/full: No space left on device");
    assert_true(scene_file_is_scene("\n {", 3) && scene_file_is_scene("\x89PNG\r\n\x1a\n", 8));
    assert_false(scene_file_is_scene("1,2\n", 4) || scene_file_is_scene("", 0) || scene_file_is_scene("\0{", 2));
    free(text);
    fixture_close(&f);
}

/* A process that saves two scenes in turn is killed, again and again: the file is always one of the two. */
static void test_killed_while_saving(void **state) {
    Scratch *scratch = *state;
    Fixture f;
    const char *path = scratch_path(scratch, "k.json");
    size_t sizes[2];
    char *texts[2];
    fixture_open(&f);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 3000; k++)
            scene_add_point(&f.scene, wild(), wild());
        texts[i] = scene_file_write(&f.scene, NULL, &sizes[i]);
    }
    for (int round = 0; round < 40; round++) {
        pid_t child = fork();
        if (child == 0)
            for (int i = 0;; i++) {
                Scene scene = f.scene;
                scene.points.n = f.scene.points.n - 3000 * (size_t)(i % 2);
                scene_file_save(path, &scene, NULL, f.error, sizeof f.error);
            }
        struct timespec pause = {0, 4000000 + round * 777000};
        do
            nanosleep(&pause, NULL);
        while (access(path, F_OK) != 0);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        size_t size;
        char *now = scratch_slurp(path, &size);
        bool whole = (size == sizes[0] && memcmp(now, texts[0], size) == 0) ||
                     (size == sizes[1] && memcmp(now, texts[1], size) == 0);
        assert_true(whole);
        free(now);
    }
    free(texts[0]);
    free(texts[1]);
    fixture_close(&f);
}

/* Root may write everywhere, so a child that is nobody in particular tries. */
static void test_a_folder_that_cannot_be_written(void **state) {
    Scratch *scratch = *state;
    Fixture f;
    fixture_open(&f);
    const char *path = scratch_path(scratch, "r.json");
    assert_true(scene_file_save(path, &f.scene, NULL, f.error, sizeof f.error));
    assert_int_equal(chmod(scratch->folder, 0555), 0);
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(9);
        bool saved = scene_file_save(path, &f.scene, NULL, f.error, sizeof f.error);
        _exit(saved ? 1 : strstr(f.error, "Permission denied") ? 0 : 2);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_int_equal(chmod(scratch->folder, 0700), 0);
    assert_int_equal(scratch_count(scratch), 1);
    assert_true(scene_file_load(path, &f.library, &f.scene, NULL, f.error, sizeof f.error));
    fixture_close(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_every_parameter_is_written),
        cmocka_unit_test(test_w_and_h_are_one_number),
        cmocka_unit_test(test_numbers_out_of_range),
        cmocka_unit_test(test_what_is_left_out),
        cmocka_unit_test(test_unknown_keys_come_back),
        cmocka_unit_test(test_refused_with_the_place),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_a_million_points),
        cmocka_unit_test_setup_teardown(test_files_and_pictures, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_killed_while_saving, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_a_folder_that_cannot_be_written, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* fuzz TARGET [ROUNDS [SEED]]: readers of files against damaged input. Good samples are cut, doubled, mixed with pieces
 * of the format and with random bytes, from a fixed seed; each input lies in memory of its own size, so that the
 * sanitizers see a read past its end. What must hold for any input is asserted by the target. */
#include "io/csv.h"
#include "io/function.h"
#include "io/po.h"
#include "io/scene_file.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { INPUT_MAX = 3000, SAMPLES = 8, PIECES = 24 };

typedef struct Fuzz {
    uint64_t random;
    Library library;
    Scene scene;
    SceneExtras extras;
    long good; /* inputs that were accepted */
} Fuzz;

typedef struct Target {
    const char *name;
    long rounds;
    void (*check)(Fuzz *fuzz, const char *bytes, size_t size);
    const char *samples[SAMPLES], *pieces[PIECES];
} Target;

static size_t pick(Fuzz *fuzz, size_t below) {
    fuzz->random = fuzz->random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(fuzz->random >> 33) % below;
}

/* ---- targets ---- */

static void check_csv(Fuzz *fuzz, const char *bytes, size_t size) {
    CsvData data;
    CsvReport report;
    char error[200] = "", line[300];
    CsvChoice choice = {
        .x = pick(fuzz, 4) ? NULL : "b", .value = pick(fuzz, 4) ? NULL : "3", .more = pick(fuzz, CSV_MORE_MAX + 1)};
    bool good = csv_import_text("f", bytes, size, &choice, &data, &report, error, sizeof error);
    assert(good == (error[0] == '\0'));
    assert(good == (data.n > 0));
    for (size_t i = 0; i < data.n; i++)
        assert(isfinite(data.x[i]) && isfinite(data.y[i]));
    assert(data.mores <= choice.more);
    for (size_t c = 0; c < data.mores; c++)
        for (size_t i = 0; i < data.n; i++)
            assert(isfinite(data.more[c][i]));
    if (good) {
        csv_report_line(&report, "f", line, sizeof line);
        assert(report.rows == data.n && report.x < report.columns && report.value < report.columns);
        for (size_t i = 0; i < CSV_LINES_SHOWN && i < report.skipped; i++)
            assert(report.skipped_lines[i] > (i ? report.skipped_lines[i - 1] : 0));
    }
    csv_data_free(&data);
    free(csv_preview(bytes, size, 5));
    fuzz->good += good;
}

static void check_scene(Fuzz *fuzz, const char *bytes, size_t size) {
    char error[300] = "";
    size_t before_size, after_size;
    char *before = scene_file_write(&fuzz->scene, &fuzz->extras, &before_size);
    bool good = scene_file_read("f", bytes, size, &fuzz->library, &fuzz->scene, &fuzz->extras, error, sizeof error);
    assert(good == (error[0] == '\0'));
    char *after = scene_file_write(&fuzz->scene, &fuzz->extras, &after_size);
    if (!good) { /* nothing changed */
        assert(before_size == after_size && memcmp(before, after, after_size) == 0);
    } else { /* what was read can be read */
        if (!scene_file_read("f", after, after_size, &fuzz->library, &fuzz->scene, &fuzz->extras, error,
                             sizeof error)) {
            fprintf(stderr, "%s\n%s\n", error, after);
            abort();
        }
        char *again = scene_file_write(&fuzz->scene, &fuzz->extras, &before_size);
        assert(before_size == after_size && memcmp(again, after, after_size) == 0);
        free(again);
    }
    free(before);
    free(after);
    fuzz->good += good;
}

static void check_po(Fuzz *fuzz, const char *bytes, size_t size) {
    char error[200] = "";
    Po *po = po_parse("f", bytes, size, error, sizeof error);
    assert((po != NULL) == (error[0] == '\0'));
    for (size_t i = 0; po && i < po_count(po); i++)
        assert(po_find(po, po_msgid(po, i)) && po_find(po, po_msgid(po, i))[0]);
    fuzz->good += po != NULL;
    po_destroy(po);
}

static void check_function(Fuzz *fuzz, const char *bytes, size_t size) {
    static const double AT[] = {0, 1, -1, 2.5, 1e300, -1e-300};
    char error[200] = "", *text = malloc(size + 1);
    memcpy(text, bytes, size);
    text[size] = '\0';
    Function *function = function_create(text, error, sizeof error);
    assert((function != NULL) == (error[0] == '\0'));
    for (size_t i = 0; function && i < sizeof AT / sizeof *AT; i++) {
        double value = function_at(function, AT[i]);
        assert(isnan(value) || isfinite(value));
    }
    fuzz->good += function != NULL;
    function_destroy(function);
    free(text);
}

static const Target TARGETS[] = {
    {"csv",
     60000,
     check_csv,
     {"x,y\n1,2\n3,4.5\n-1e3,+.5\n", "a;b;c\n1,5;2,25;x\r\n3;NA;4\r\n", "1\t2\n3\t4\n", "a  b\n 1  2\n3   4 \n",
      "\"\",\"a\",\"b\"\n\"1\",2,3\n\"2\",NA,4\n", "\xba\xe1\xd7\xf8,b\n1,2\n",
      "\xff\xfe"
      "1,2\n"},
     {",", ";",   "\t",  " ", "\n", "\r\n",  "\r",  "\"",           "\"\"", "NA",   "nan",
      "1", "2.5", "3,5", "x", "-",  "1e400", "inf", "\xef\xbb\xbf", "意",   "\xff", "\x81\x30\x81\x30"}},
    {"scene",
     6000,
     check_scene,
     {"{\"attnlab\": 1, \"parameters\": {\"data\": \"own\", \"w\": 2, \"h\": 0.5, \"rays\": true}, \"view\": [0, 1, 2, "
      "3], "
      "\"names\": [\"a\", \"b\"], \"source\": \"s\", \"points\": [[1, 2], [3, 4.5]], \"k\": {\"z\": [1, \"]\"]}}",
      "{\"attnlab\": 1, \"parameters\": {\"n\": 5, \"kernel\": \"boxcar\", \"seed\": 3, \"noise\": 0.25}}",
      "{\"attnlab\": 1, \"points\": [[0, -0.0]], \"muted\": [0]}", "{\"attnlab\": 1}"},
     {"{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "\"",
      "\\",
      "\\u0000",
      "\\ud83d",
      "null",
      "true",
      "1e9",
      "-0",
      "1e999",
      "\"points\":",
      "\"attnlab\": 2",
      "\"parameters\": {",
      "[1, 2]",
      "0",
      "\"w\":",
      "\xff",
      "\n",
      "\"muted\": [1]"}},
    {"po",
     60000,
     check_po,
     {"msgid \"\"\nmsgstr \"Language: zh\\n\"\n\n#, fuzzy\nmsgid \"a\"\nmsgstr \"b\"\n\nmsgid \"c\"\n\"d\"\nmsgstr "
      "\"\\te\"\n",
      "msgid \"q\"\nmsgstr \"\"\n# x\nmsgid \"r\"\nmsgstr \"键\""},
     {"msgid", "msgstr", "\"", "\\", "\n", "\r", " ", "#", "#, fuzzy", "msgctxt", "msgstr[0]", "\\n", "\xff", "\"a\"",
      "键"}},
    {"function",
     60000,
     check_function,
     {"2 sin x + x^0.8", "2·sin（ｘ）÷ 3 − x²", "x < 1 ? √x : max(x, 2, pi)", "-(e^-x)(x+1)", "½ ln 2x"},
     {"x", "sin", "cos", "max", "(", ")", "^", "²", "⁻¹", "√",  "π",   "e",
      ",", "?",   ":",   "<",   "=", "-", "+", "*", "/",  "1e", "0.5", "（"}},
};

/* ---- inputs ---- */

static size_t count_of(const char *const *list, size_t most) {
    size_t count = 0;
    while (count < most && list[count])
        count++;
    return count;
}

/* Replaces `old` bytes at `at` by `fresh`; what would be too long is left. */
static void splice(char *input, size_t *size, size_t at, size_t old, const char *fresh, size_t count) {
    if (*size - old + count > INPUT_MAX)
        return;
    memmove(input + at + count, input + at + old, *size - at - old);
    memmove(input + at, fresh, count);
    *size += count - old;
}

static void damage(Fuzz *fuzz, const Target *target, char *input, size_t *size) {
    size_t at = pick(fuzz, *size + 1), length = pick(fuzz, 12);
    char copy[12], byte = (char)pick(fuzz, 256);
    length = length < *size - at ? length : *size - at;
    memcpy(copy, input + at, length);
    const char *piece = target->pieces[pick(fuzz, count_of(target->pieces, PIECES))];
    switch (pick(fuzz, 6)) {
    case 0:
        splice(input, size, at, length, "", 0);
        break;
    case 1:
        splice(input, size, pick(fuzz, *size + 1), 0, copy, length);
        break;
    case 2:
        splice(input, size, at, length ? 1 : 0, &byte, 1);
        break;
    case 3:
        *size = at;
        break;
    default:
        splice(input, size, at, pick(fuzz, 2) ? 0 : length, piece, strlen(piece));
        break;
    }
}

static void run(Fuzz *fuzz, const Target *target, long rounds) {
    size_t samples = count_of(target->samples, SAMPLES);
    for (long round = 0; round < rounds; round++) {
        char input[INPUT_MAX];
        const char *sample = target->samples[pick(fuzz, samples)];
        size_t size = strlen(sample);
        memcpy(input, sample, size);
        for (size_t i = pick(fuzz, 6); i > 0; i--)
            damage(fuzz, target, input, &size);
        char *exact = malloc(size ? size : 1);
        memcpy(exact, input, size);
        target->check(fuzz, exact, size);
        free(exact);
    }
    printf("%s: %ld of %ld inputs accepted\n", target->name, fuzz->good, rounds);
    assert(fuzz->good > rounds / 20 && fuzz->good < rounds); /* both ways are gone */
}

int main(int argc, char **argv) {
    Fuzz fuzz = {.random = argc > 3 ? strtoull(argv[3], NULL, 10) : 1};
    if (!scene_init(&fuzz.scene, &fuzz.library))
        return EXIT_FAILURE;
    int found = 0;
    for (size_t i = 0; i < sizeof TARGETS / sizeof *TARGETS; i++)
        if (argc > 1 && strcmp(argv[1], TARGETS[i].name) == 0) {
            run(&fuzz, &TARGETS[i], argc > 2 ? atol(argv[2]) : TARGETS[i].rounds);
            found = 1;
        }
    scene_free(&fuzz.scene);
    scene_extras_free(&fuzz.extras);
    return found ? EXIT_SUCCESS : EXIT_FAILURE;
}

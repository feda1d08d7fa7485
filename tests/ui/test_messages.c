/* Every message that a screen can show is translated, and every translation is of a message that exists: the tables are
 * walked, the sources are read for literals, and whole frames in Chinese are asked what they want translated. */
#include "desk.h"

#include "core/dataset.h"
#include "core/kernel.h"
#include "io/po.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Words { /* string literals of the sources */
    char **text;
    size_t count;
} Words;

static int failures, checked;

static char *slurp(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("%s cannot be read", path);
    char *text = calloc(1, 1 << 20);
    size_t size = fread(text, 1, (1 << 20) - 1, file);
    assert_true(size > 0 && size < (1 << 20) - 1);
    fclose(file);
    return text;
}

static Po *translations(void) {
    char path[1024], error[300];
    snprintf(path, sizeof path, "%s/assets/locale/zh.po", getenv("ATTNLAB_SOURCE"));
    char *text = slurp(path);
    Po *po = po_parse("zh.po", text, strlen(text), error, sizeof error);
    if (!po)
        fail_msg("%s", error);
    free(text);
    return po;
}

static void need(const Po *po, const char *message, const char *where) {
    checked += message && *message;
    if (!message || !*message || po_find(po, message))
        return;
    print_error("%s: not translated: %s\n", where, message);
    failures++;
}

/* One literal at `c`, behind its quote; adjacent ones are joined. Returns what follows. */
static const char *read_literal(const char *c, char *out, size_t room) {
    size_t used = 0;
    for (;;) {
        for (; *c && *c != '"'; c++) {
            char letter = *c;
            if (letter == '\\') {
                c++;
                letter = *c == 'n' ? '\n' : *c == 't' ? '\t' : *c;
            }
            if (used + 1 < room)
                out[used++] = letter;
        }
        const char *next = *c ? c + 1 : c;
        while (*next == ' ' || *next == '\n')
            next++;
        if (*next != '"')
            break;
        c = next + 1;
    }
    out[used] = '\0';
    return *c ? c + 1 : c;
}

static void collect(Words *words, const char *text) {
    char literal[2000];
    for (const char *c = text; *c;) {
        if (c[0] == '/' && c[1] == '*') {
            const char *end = strstr(c + 2, "*/");
            c = end ? end + 2 : c + strlen(c);
        } else if (c[0] == '\'') {
            c += c[1] == '\\' ? 3 : 2;
            if (*c == '\'')
                c++;
        } else if (*c == '"') {
            c = read_literal(c + 1, literal, sizeof literal);
            words->text = realloc(words->text, (words->count + 1) * sizeof *words->text);
            words->text[words->count++] = strdup(literal);
        } else
            c++;
    }
}

/* A literal that stands right in a call of ui_tr or ui_notice. */
static void check_calls(const Po *po, const char *text, const char *path) {
    static const char *const CALLS[] = {"ui_tr(", "ui_notice("};
    char literal[2000];
    for (int i = 0; i < 2; i++)
        for (const char *c = strstr(text, CALLS[i]); c; c = strstr(c + 1, CALLS[i])) {
            const char *end = c + strcspn(c, ";{\n");
            for (const char *quote = c; (quote = memchr(quote, '"', (size_t)(end - quote))) != NULL && quote < end;) {
                quote = read_literal(quote + 1, literal, sizeof literal);
                need(po, literal, path);
                if (quote >= end || i == 0)
                    break;
            }
        }
}

static void each_source(const Po *po, Words *words) {
    static const char *const LAYERS[] = {"core", "model", "draw", "ui", "gfx", "io", "app"};
    size_t files = 0;
    for (int i = 0; i < 7; i++) {
        char folder[1000], path[1300];
        snprintf(folder, sizeof folder, "%s/src/%s", getenv("ATTNLAB_SOURCE"), LAYERS[i]);
        DIR *dir = opendir(folder);
        if (!dir)
            fail_msg("no folder %s", folder);
        for (struct dirent *entry; (entry = readdir(dir));) {
            size_t length = strlen(entry->d_name);
            if (length < 3 || entry->d_name[length - 2] != '.' || !strchr("ch", entry->d_name[length - 1]))
                continue;
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            char *text = slurp(path);
            collect(words, text);
            if (po)
                check_calls(po, text, path);
            free(text);
            files++;
        }
        closedir(dir);
    }
    assert_true(files > 60);
}

static void words_free(Words *words) {
    for (size_t i = 0; i < words->count; i++)
        free(words->text[i]);
    free(words->text);
}

static void test_tables_are_translated(void **state) {
    (void)state;
    Po *po = translations();
    failures = 0;
    for (int row = 0; row < PARAM_COUNT; row++) {
        need(po, PARAMS[row].label, PARAMS[row].id);
        for (int i = 0; i < PARAMS[row].choices; i++)
            need(po, PARAMS[row].choice_label(i), PARAMS[row].id);
    }
    for (int c = 0; c < COMMAND_COUNT; c++)
        need(po, COMMANDS[c].label, "COMMANDS");
    for (int g = 0; g < GESTURE_COUNT; g++)
        need(po, GESTURES[g].keys, "GESTURES"), need(po, GESTURES[g].label, "GESTURES");
    for (int k = 0; k < KERNEL_COUNT; k++)
        need(po, KERNELS[k].label, "KERNELS");
    for (int i = 0; i < DATASET_COUNT; i++)
        need(po, DATASETS[i].label, "DATASETS");
    po_destroy(po);
    assert_int_equal(failures, 0);
}

static void test_calls_are_translated(void **state) {
    (void)state;
    Po *po = translations();
    Words words = {0};
    failures = checked = 0;
    each_source(po, &words);
    assert_true(checked > 15);
    words_free(&words);
    po_destroy(po);
    assert_int_equal(failures, 0);
}

static void test_no_translation_is_left_over(void **state) {
    (void)state;
    Po *po = translations();
    Words words = {0};
    each_source(NULL, &words);
    int left = 0;
    assert_true(po_count(po) > 100);
    for (size_t i = 0; i < po_count(po); i++) {
        bool used = false;
        for (size_t w = 0; w < words.count && !used; w++)
            used = strcmp(words.text[w], po_msgid(po, i)) == 0;
        if (used || !*po_msgid(po, i))
            continue;
        print_error("zh.po: nothing says: %s\n", po_msgid(po, i));
        left++;
    }
    words_free(&words);
    po_destroy(po);
    assert_int_equal(left, 0);
}

/* Placeholders and coloured words survive the translation. */
static void test_marks_survive(void **state) {
    (void)state;
    static const char *const MARKS[] = {"%1", "%2", "{q ", "{k ", "{v ", "{o ", "{b ", "}"};
    Po *po = translations();
    for (size_t i = 0; i < po_count(po); i++) {
        const char *id = po_msgid(po, i), *text = po_find(po, id);
        for (size_t m = 0; m < sizeof MARKS / sizeof *MARKS; m++)
            if (!strstr(id, MARKS[m]) != !strstr(text, MARKS[m]))
                fail_msg("%s: %s", id, text);
    }
    po_destroy(po);
}

static const char *find_or_fail(void *owner, const char *message) {
    need(owner, message, "on screen");
    return po_find(owner, message);
}

/* Whatever the screen asks for, in every state of the lab that has words of its own. */
static void test_frames_are_translated(void **state) {
    Desk *d = *state;
    Po *po = translations();
    failures = 0;
    d->ui.translator = (Translator){po, find_or_fail};
    d->scene.settings.language = LANGUAGE_ZH;
    for (int section = 0; section < SECTION_COUNT; section++)
        d->ui.fold[section] = 1;
    for (int data = 0; data < DATASET_COUNT; data++)
        for (int model = 0; model < MODEL_COUNT; model++) {
            assert_true(param_set_redraw(&d->scene, PARAM_DATA, data, &d->library));
            param_set(&d->scene, PARAM_MODEL, model);
            param_set(&d->scene, PARAM_AVERAGE, 1);
            desk_move(d, 700, 300);
        }
    desk_click_on(d, "data");
    desk_key(d, "Esc");
    desk_key(d, "F1");
    desk_key(d, "Esc");
    d->input.mouse_x = 700, d->input.mouse_y = 300;
    desk_press(d, BUTTON_RIGHT, 1);
    assert_true(d->ui.popup.open);
    desk_release(d, BUTTON_RIGHT);
    desk_key(d, "Esc");
    param_set(&d->scene, PARAM_MODEL, MODEL_KERNEL);
    param_set(&d->scene, PARAM_KERNEL, KERNEL_BOXCAR);
    param_set(&d->scene, PARAM_H, 1e-6);
    Vec2 cell = rect_centre(d->ui.panels.heat_area);
    desk_move(d, (double)cell.x, (double)cell.y); /* no support, in the plot, the table and the heatmap's title */
    assert_false(d->results.row.supported);
    assert_true(scene_adopt(&d->scene, NULL, NULL, 0, "own", "", ""));
    desk_frame(d);
    assert_true(param_set_redraw(&d->scene, PARAM_DATA, 0, &d->library));
    assert_true(param_set_redraw(&d->scene, PARAM_N, 700, &d->library)); /* binned */
    desk_frame(d);
    po_destroy(po);
    assert_int_equal(failures, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tables_are_translated),
        cmocka_unit_test(test_calls_are_translated),
        cmocka_unit_test(test_no_translation_is_left_over),
        cmocka_unit_test(test_marks_survive),
        cmocka_unit_test_setup_teardown(test_frames_are_translated, desk_setup, desk_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

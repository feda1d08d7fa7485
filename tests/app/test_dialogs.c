/* Files through the dialogs, in a home folder of their own: names that no shell must see, what is no file, saving
 * without overwriting, what is unsaved, and exports that their own command line repeats. */
#define _XOPEN_SOURCE 700
#include "stage.h"

#include "app/dialogs.h"
#include "app/document.h"
#include "app/export_command.h"
#include "io/scene_file.h"
#include "model/params.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Names that a shell, an option parser or a latin alphabet would stumble over. */
static void test_names(void **state) {
    Stage *s = *state;
    static const char *const NAMES[] = {"a b.csv",
                                        "空气 质量.csv",
                                        "a\"; touch pwned; \".csv",
                                        "-rf.csv",
                                        "--help.csv",
                                        "$(touch pwned).csv",
                                        "it's.csv",
                                        "-",
                                        "~x.csv",
                                        "%s%n.csv"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        char path[1024], csv[60];
        snprintf(path, sizeof path, "%s/%s", s->home, NAMES[i]);
        snprintf(csv, sizeof csv, "a,b\n1,%zu\n3,7\n4,5\n", i);
        stage_write(path, csv);
        stage_open(s, NAMES[i]); /* relative: to the folder that the dialog shows */
        if (!s->app.ui.form.open || form_index(&s->app.ui.form, "found") < 0)
            fail_msg("%s: %s", NAMES[i], s->app.ui.form.open ? stage_error(s) : s->app.ui.notice);
        stage_keys(s, "Enter");
        assert_false(s->app.ui.form.open);
        assert_int_equal(s->lab.scene.points.n, 3);
        assert_true(scene_y(&s->lab.scene)[0] == (double)i);
        assert_string_equal(s->lab.scene.source, NAMES[i]);
        assert_false(document_unsaved(&s->app)); /* it is on disk */
    }
    assert_false(stage_exists("pwned"));
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        stage_keys(s, "Ctrl+Z"); /* one step each */
    assert_int_equal(s->lab.scene.params.data, 0);
    assert_false(history_can_undo(s->app.history));
}

static void test_what_is_no_file(void **state) {
    Stage *s = *state;
    assert_int_equal(mkfifo("pipe.csv", 0600), 0);
    assert_int_equal(mkfifo("pipe.json", 0600), 0);
    assert_int_equal(mkdir("folder", 0700), 0);
    stage_write("folder/x.csv", "1,2\n");
    stage_write("bad.csv", "1,x\n");
    stage_open(s, "pipe.csv"); /* would wait for ever */
    assert_non_null(strstr(stage_error(s), "pipe"));
    stage_keys(s, "Ctrl+A");
    stage_type(s, "nothing.csv");
    stage_keys(s, "Enter");
    assert_true(s->app.ui.form.open && *stage_error(s));
    stage_keys(s, "Ctrl+A");
    stage_type(s, "bad.csv");
    stage_keys(s, "Enter");
    assert_non_null(strstr(stage_error(s), ":1:3"));
    stage_keys(s, "Ctrl+A");
    stage_type(s, "folder");
    stage_keys(s, "Enter"); /* goes in */
    assert_true(s->app.ui.form.open && s->app.ui.form.items == 1);
    stage_keys(s, "Down Enter Enter");
    assert_int_equal(s->lab.scene.points.n, 1);
    stage_keys(s, "Ctrl+Shift+S Ctrl+A");
    stage_type(s, "../pipe.json");
    stage_keys(s, "Enter");
    assert_true(s->app.ui.form.open && *stage_error(s));
    stage_keys(s, "Ctrl+A");
    stage_type(s, "no/such/folder/x.json");
    stage_keys(s, "Enter");
    assert_true(s->app.ui.form.open && *stage_error(s));
    stage_keys(s, "Ctrl+A");
    stage_type(s, "x.csv");
    stage_keys(s, "Enter");
    assert_true(s->app.ui.form.open && *stage_error(s));
    stage_keys(s, "Esc");
    assert_false(s->app.ui.form.open);
}

static void test_completion(void **state) {
    Stage *s = *state;
    stage_write("data one.csv", "1,2\n");
    stage_write("data two.csv", "1,2\n");
    stage_write("data.exe", "");
    assert_int_equal(mkdir("dat注", 0700), 0);
    stage_keys(s, "Ctrl+O");
    stage_type(s, "d");
    assert_int_equal(s->app.ui.form.items, 3); /* not the one of another kind */
    stage_keys(s, "Tab");
    assert_string_equal(s->app.ui.field.text + strlen(s->home) + 1, "dat");
    stage_type(s, "a o");
    stage_keys(s, "Tab");
    assert_string_equal(s->app.ui.field.text + strlen(s->home) + 1, "data one.csv");
    stage_keys(s, "Tab"); /* nothing more to complete: the next control */
    assert_string_equal(s->app.ui.focus, "dialog.files");
    stage_keys(s, "Esc Ctrl+O");
    stage_type(s, "DATA T");
    stage_keys(s, "Tab Enter Enter");
    assert_string_equal(s->lab.scene.source, "data two.csv");
}

static void test_save(void **state) {
    Stage *s = *state;
    char first[4096] = "", again[4096] = "";
    assert_false(document_unsaved(&s->app));
    stage_keys(s, "Right");
    assert_true(document_unsaved(&s->app));
    stage_keys(s, "Ctrl+S");
    stage_type(s, "mine"); /* the name is selected; the extension is added */
    stage_keys(s, "Enter");
    assert_true(stage_exists("mine.json"));
    assert_false(document_unsaved(&s->app));
    stage_keys(s, "Ctrl+Z");
    assert_true(document_unsaved(&s->app));
    stage_keys(s, "Ctrl+Y");
    assert_false(document_unsaved(&s->app));
    stage_keys(s, "R Ctrl+S"); /* the same file, without a question */
    assert_false(s->app.ui.form.open || document_unsaved(&s->app));
    stage_write("other.json", "kept");
    stage_keys(s, "R Ctrl+Shift+S Ctrl+A");
    stage_type(s, "other.json");
    stage_keys(s, "Enter");
    assert_non_null(form_find(&s->app.ui.form, "answers"));
    stage_keys(s, "Enter"); /* the careful answer stands first */
    FILE *file = fopen("other.json", "rb");
    assert_true(fgets(first, sizeof first, file) && strcmp(first, "kept") == 0);
    fclose(file);
    assert_true(s->app.ui.form.open && document_unsaved(&s->app));
    stage_keys(s, "Enter Left Enter");
    assert_false(s->app.ui.form.open || document_unsaved(&s->app));
    file = fopen("other.json", "rb");
    assert_true(fgets(again, sizeof again, file) && strcmp(again, "{\n") == 0);
    fclose(file);
    assert_non_null(strstr(document_path(&s->app), "/other.json"));
}

/* Undoing past the opening of a file leaves its name: saving then cannot write the older work over it. */
static void test_undo_leaves_the_file(void **state) {
    Stage *s = *state;
    stage_keys(s, "R Ctrl+S");
    stage_type(s, "a.json");
    stage_keys(s, "Enter R");
    stage_write("b.csv", "1,2\n3,4\n");
    stage_keys(s, "Ctrl+Z");
    stage_open(s, "b.csv");
    stage_keys(s, "Enter");
    assert_string_equal(document_path(&s->app), "");
    stage_keys(s, "R Ctrl+S"); /* R does nothing to own data */
    assert_true(s->app.ui.form.open);
    stage_keys(s, "Esc");
    stage_open(s, "a.json");
    assert_non_null(strstr(document_path(&s->app), "/a.json"));
    assert_int_equal(s->lab.scene.params.seed, 43);
    stage_keys(s, "Ctrl+Z");
    assert_int_equal(s->lab.scene.params.data, DATA_OWN);
    assert_string_equal(document_path(&s->app), "");
    stage_keys(s, "Ctrl+Y");
    assert_non_null(strstr(document_path(&s->app), "/a.json"));
}

static void close_window(Stage *s) {
    Input input = {.time = s->time += 0.01, .quit = true};
    app_input(&s->app, &input);
    app_draw(&s->app);
}

static void test_closing(void **state) {
    Stage *s = *state;
    close_window(s);
    assert_true(s->app.quit); /* nothing to lose */
    s->app.quit = false;
    stage_keys(s, "R");
    close_window(s);
    assert_true(s->app.ui.form.open && !s->app.quit);
    stage_keys(s, "Esc");
    assert_false(s->app.quit || s->app.ui.form.open);
    stage_keys(s, "Ctrl+Q Right Right Enter"); /* Cancel */
    assert_false(s->app.quit || s->app.ui.form.open);
    stage_keys(s, "Ctrl+Q Enter"); /* Save: needs a name */
    stage_type(s, "last.json");
    stage_keys(s, "Esc");
    assert_false(s->app.quit);
    stage_keys(s, "Ctrl+Q Enter");
    stage_type(s, "last.json");
    stage_keys(s, "Enter");
    assert_true(s->app.quit && stage_exists("last.json"));
    s->app.quit = false;
    stage_keys(s, "R Ctrl+Q Right Enter"); /* Discard */
    assert_true(s->app.quit);
    s->app.quit = false;
    Input input = {.time = s->time += 0.01, .terminate = true};
    app_input(&s->app, &input);
    assert_true(s->app.quit && s->app.terminated); /* asks nobody */
}

static void test_new(void **state) {
    Stage *s = *state;
    stage_keys(s, "R Ctrl+N");
    assert_true(s->app.ui.form.open);
    stage_keys(s, "Right Enter");
    assert_int_equal(s->lab.scene.params.seed, 42);
    assert_false(document_unsaved(&s->app));
    stage_keys(s, "Ctrl+Z");
    assert_int_equal(s->lab.scene.params.seed, 43);
}

static void test_paste(void **state) {
    Stage *s = *state;
    assert_true(platform_clipboard_set(s->app.platform, "t\tv\n1\t2,5\n2\t3,5\n3\t\n4\t1\n"));
    stage_keys(s, "Ctrl+V");
    assert_true(s->app.ui.form.open);
    assert_false(form_find(&s->app.ui.form, "skipped")->hidden);
    stage_keys(s, "Esc");
    assert_int_equal(s->lab.scene.params.data, 0);
    stage_keys(s, "Ctrl+V Enter");
    assert_int_equal(s->lab.scene.points.n, 3);
    assert_true(scene_y(&s->lab.scene)[0] == 2.5);
    stage_keys(s, "Ctrl+Z");
    assert_true(platform_clipboard_set(s->app.platform, "no numbers at all"));
    stage_keys(s, "Ctrl+V");
    assert_false(s->app.ui.form.open);
    assert_true(s->app.ui.notice[0]);
    stage_keys(s, "R");
    size_t size;
    char *scene = scene_file_write(&s->lab.scene, NULL, &size);
    assert_true(platform_clipboard_set(s->app.platform, scene));
    free(scene);
    stage_keys(s, "R R Ctrl+V"); /* a scene's text is a scene, of no file */
    assert_int_equal(s->lab.scene.params.seed, 43);
    assert_string_equal(document_path(&s->app), "");
    assert_true(platform_clipboard_set(s->app.platform, "no numbers at all"));
    stage_keys(s, "Ctrl+O Ctrl+A Ctrl+V"); /* into a field it is text */
    assert_string_equal(s->app.ui.field.text, "no numbers at all");
    stage_keys(s, "Ctrl+A Ctrl+X");
    assert_string_equal(s->app.ui.field.text, "");
    stage_keys(s, "Ctrl+V Ctrl+V");
    assert_string_equal(s->app.ui.field.text, "no numbers at allno numbers at all");
}

static void test_columns(void **state) {
    Stage *s = *state;
    stage_write("wide.csv", "t,a,b\n1,5,8\n2,6,9\n");
    stage_open(s, "wide.csv");
    stage_keys(s, "Tab Tab Tab"); /* Cancel, x, value */
    assert_string_equal(s->app.ui.focus, "dialog.value.a");
    stage_keys(s, "Right Enter");
    assert_true(scene_y(&s->lab.scene)[0] == 8);
    assert_string_equal(s->lab.scene.y_name, "b");
}

/* From the export dialog to the same state, byte for byte: own data of several values, a muted and a moved point, a
 * scorer's matrix, a typed function, the view. */
static void test_a_picture_is_the_state(void **state) {
    Stage *s = *state;
    size_t before, after;
    stage_write("wide.csv", "t,a,b\n0.1,5,8\n2.7,6,-9e-7\n3.3333333333333335,1e22,4\n");
    stage_open(s, "wide.csv");
    stage_keys(s, "Enter");
    Scene *scene = &s->lab.scene;
    scene_mute_point(scene, 1, true);
    scene_move_point(scene, 0, 0.30000000000000004, -0.0);
    param_set(scene, PARAM_MODEL, MODEL_SCORER);
    param_set(scene, PARAM_SCORER, SCORER_GENERAL);
    assert_true(scene_reset_score(scene));
    scene->score.at[0] = 1.0 / 3;
    scene->view = (View){-1.1, 5.3, -2, 1e10};
    if (s->lab.library.formulas.check)
        param_set_string(scene, PARAM_FUNCTION, "sin x / x");
    s->app.ui.changed = true;
    stage_keys(s, "T");
    char *text = scene_file_write(scene, &s->lab.extras, &before);
    stage_keys(s, "Ctrl+E");
    stage_focus(s, "dialog.path");
    stage_keys(s, "Ctrl+A");
    stage_type(s, "state.png");
    stage_keys(s, "Enter");
    assert_true(stage_exists("state.png"));
    stage_keys(s, "Ctrl+N Right Enter");
    assert_int_equal(scene->params.model, MODEL_PARAMETRIC);
    stage_open(s, "state.png");
    assert_false(s->app.ui.form.open);
    char *again = scene_file_write(scene, &s->lab.extras, &after);
    assert_string_equal(text, again);
    assert_int_equal(before, after);
    assert_string_equal(document_path(&s->app), ""); /* saving must not write a scene over a picture */
    free(text);
    free(again);
}

enum { LONG = 300000 };

/* Rows, and words that nobody wants: 40 MB, which takes longer than anybody waits unseen. */
static void write_long_file(const char *path) {
    char words[101];
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    memset(words, 'w', 100);
    words[100] = '\0';
    fputs("t,a,words,b\n", file);
    for (int i = 0; i < LONG; i++)
        fprintf(file, "%d.%03d,%d.123456,%s,%d\n", i / 1000, i % 1000, i, words, 3 * i);
    assert_int_equal(fclose(file), 0);
}

static bool loads(const Stage *s) { return s->app.ui.form.open && form_index(&s->app.ui.form, "share") >= 0; }

static bool wait_for_it(Stage *s) {
    bool any = stage_wait(s, 60);
    assert_false(loads(s));
    return any;
}

static void test_a_long_file(void **state) {
    Stage *s = *state;
    write_long_file("long.csv");
    stage_open(s, "long.csv");
    assert_true(loads(s)); /* in the path dialog's place */
    assert_non_null(strchr(form_find(&s->app.ui.form, "share")->text, '%'));
    stage_keys(s, "Space T Ctrl+Z"); /* nothing reaches the lab meanwhile; Space is on Cancel */
    assert_false(s->app.ui.form.open);
    assert_int_equal(s->lab.scene.params.data, 0);
    assert_int_equal(s->lab.scene.settings.theme, 1);
    stage_keys(s, "T T");
    stage_open(s, "long.csv");
    assert_true(loads(s));
    stage_keys(s, "Esc");
    assert_false(s->app.ui.form.open || dialogs_tick(&s->app));
    assert_int_equal(s->lab.scene.params.data, 0);
    assert_false(history_can_undo(s->app.history) || document_unsaved(&s->app));
    stage_open(s, "long.csv");
    assert_true(wait_for_it(s));
    assert_int_equal(s->app.dialogs.draft.data.n, LONG);
    stage_keys(s, "Enter");
    assert_int_equal(s->lab.scene.points.n, LONG);
    assert_int_equal(s->lab.scene.points.values, 2);
    assert_true(s->lab.scene.points.column[3][LONG - 1] == 3 * (LONG - 1.0));
    stage_keys(s, "Ctrl+Z");
    assert_int_equal(s->lab.scene.points.n, 50);
    stage_write("short.csv", "1,2\n"); /* flashes nothing */
    stage_open(s, "short.csv");
    assert_false(loads(s));
    stage_keys(s, "Esc");
}

static void test_a_long_file_that_is_wrong(void **state) {
    Stage *s = *state;
    write_long_file("long.csv");
    FILE *file = fopen("long.csv", "ab");
    fputs("1,word,w,2\n", file);
    fclose(file);
    stage_open(s, "long.csv");
    assert_true(wait_for_it(s));
    assert_non_null(strstr(stage_error(s), "long.csv:300002:3: 'word' is not a number"));
    assert_non_null(strstr(s->app.ui.field.text, "/long.csv")); /* the path dialog again, to mend it */
    assert_int_equal(s->lab.scene.params.data, 0);
    stage_keys(s, "Esc");
    Input drop = {.time = s->time += 0.01};
    snprintf(drop.drop, sizeof drop.drop, "%s/long.csv", s->home);
    app_input(&s->app, &drop);
    app_draw(&s->app);
    assert_true(wait_for_it(s));
    assert_false(s->app.ui.form.open); /* there was no dialog before, either */
    assert_non_null(strstr(s->app.ui.notice, "'word' is not a number"));
    app_input(&s->app, &drop); /* another one ends the first */
    app_input(&s->app, &drop);
    assert_true(loads(s));
    Input close = {.time = s->time += 0.01, .quit = true};
    app_input(&s->app, &close);
    assert_true(s->app.quit); /* closing does not wait for it */
}

/* The teardown closes the lab with a file under way. */
static void test_a_long_file_at_the_end(void **state) {
    Stage *s = *state;
    write_long_file("long.csv");
    stage_open(s, "long.csv");
    assert_true(loads(s));
}

static void test_a_long_scene(void **state) {
    Stage *s = *state;
    write_long_file("long.csv");
    stage_open(s, "long.csv");
    assert_true(wait_for_it(s));
    stage_keys(s, "Enter Ctrl+S Ctrl+A");
    stage_type(s, "long.json");
    stage_keys(s, "Enter Ctrl+Z");
    assert_int_equal(s->lab.scene.points.n, 50);
    stage_open(s, "long.json");
    assert_true(loads(s));
    stage_keys(s, "Esc");
    assert_int_equal(s->lab.scene.points.n, 50);
    assert_string_equal(document_path(&s->app), "");
    stage_open(s, "long.json");
    assert_true(wait_for_it(s));
    assert_false(s->app.ui.form.open);
    assert_int_equal(s->lab.scene.points.n, LONG);
    assert_non_null(strstr(document_path(&s->app), "/long.json"));
    assert_false(document_unsaved(&s->app));
}

static void test_quoting(void **state) {
    (void)state;
    static const char *const WORDS[] = {"plain.csv",           "a b", "it's",     "",
                                        "$(x) `y` \"z\" \\ !", "-o",  "空气.csv", "a\nb"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        char command[300] = "printf %s", back[200] = "";
        export_quote(command, sizeof command, WORDS[i]);
        if (WORDS[i][0] == '-')
            continue; /* printf's own */
        FILE *pipe = popen(command, "r");
        size_t got = fread(back, 1, sizeof back - 1, pipe);
        back[got] = '\0';
        assert_int_equal(pclose(pipe), 0);
        assert_string_equal(back, WORDS[i]);
    }
}

/* The command line shown makes the same bytes as the dialog. */
static void test_export_command(void **state) {
    Stage *s = *state;
    char command[8000];
    const char *attnlab = getenv("ATTNLAB");
    assert_non_null(attnlab);
    stage_keys(s, "R R Right T Ctrl+E");
    int path = form_index(&s->app.ui.form, "path");
    while (s->app.ui.field.row != path || !s->app.ui.field.open)
        stage_keys(s, "Tab");
    stage_keys(s, "Ctrl+A");
    stage_type(s, "it's one.png");
    assert_true(s->app.dialogs.exporting.has_command);
    char first[6000];
    memcpy(first, s->app.dialogs.exporting.command, sizeof first);
    stage_keys(s, "Enter");
    assert_true(stage_exists("it's one.png"));
    assert_int_equal(rename("it's one.png", "dialog.png"), 0);
    assert_int_equal(strncmp(first, "attnlab ", 8), 0);
    snprintf(command, sizeof command, "'%s' %s && cmp dialog.png \"it's one.png\"", attnlab, first + 8);
    assert_int_equal(system(command), 0);
    stage_keys(s, "Ctrl+E"); /* a name that exists is refused */
    while (s->app.ui.field.row != path || !s->app.ui.field.open)
        stage_keys(s, "Tab");
    stage_keys(s, "Ctrl+A");
    stage_type(s, "dialog.png");
    stage_keys(s, "Enter");
    assert_true(s->app.ui.form.open && *stage_error(s));
    stage_keys(s, "Esc");
    s->app.ui.chosen_point = 3; /* a point deleted by hand: no parameter says so */
    stage_keys(s, "Del Ctrl+E");
    assert_false(s->app.dialogs.exporting.has_command);
    assert_int_equal(s->lab.scene.points.n, 49);
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, stage_setup, stage_teardown)
    const struct CMUnitTest tests[] = {TEST(test_names),
                                       TEST(test_what_is_no_file),
                                       TEST(test_completion),
                                       TEST(test_save),
                                       TEST(test_new),
                                       TEST(test_undo_leaves_the_file),
                                       TEST(test_closing),
                                       TEST(test_paste),
                                       TEST(test_columns),
                                       TEST(test_a_picture_is_the_state),
                                       TEST(test_a_long_file),
                                       TEST(test_a_long_file_that_is_wrong),
                                       TEST(test_a_long_file_at_the_end),
                                       TEST(test_a_long_scene),
                                       TEST(test_export_command),
                                       cmocka_unit_test(test_quoting)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

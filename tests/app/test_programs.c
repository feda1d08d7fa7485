/* The desktop's own dialogs and clipboard programs, played by small scripts of the same names that come first in PATH:
 * from the key to the effect, with answers that are right, cancelled, broken, late, or never come. */
#define _XOPEN_SOURCE 700
#include "stage.h"

#include "app/dialogs.h"
#include "app/document.h"
#include "io/png.h"
#include "io/scene_file.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Notes its arguments, each with a NUL, its process, and what it reads. */
#define NOTES                                                                                                          \
    "#!/bin/sh\n"                                                                                                      \
    "for a; do printf '%s\\0' \"$a\"; done >argv\n"                                                                    \
    "echo $$ >pid\n"

static int setup(void **state) {
    int failed = stage_setup(state);
    if (failed)
        return failed;
    Stage *s = *state;
    char path[100];
    snprintf(path, sizeof path, "%s/bin:/usr/bin:/bin", s->home);
    setenv("PATH", path, 1);
    unsetenv("WAYLAND_DISPLAY");
    setenv("DISPLAY", ":0", 1); /* no fake asks it */
    return mkdir("bin", 0700);
}

static void install(const char *name, const char *text) {
    char path[100], fresh[100];
    snprintf(path, sizeof path, "bin/%s", name);
    snprintf(fresh, sizeof fresh, "bin/%s.new", name);
    stage_write(fresh, text);
    assert_int_equal(chmod(fresh, 0700), 0);
    assert_int_equal(rename(fresh, path), 0);
}

/* Only what the test installed. */
static void only_the_fakes(Stage *s) {
    char path[100];
    snprintf(path, sizeof path, "%s/bin", s->home);
    setenv("PATH", path, 1);
}

static size_t slurp(const char *path, char *bytes, size_t room) {
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, room - 1, file) : 0;
    if (file)
        fclose(file);
    bytes[size] = '\0';
    return size;
}

/* Argument `number` that the last fake got, from 1; NULL for none. */
static const char *argument(int number) {
    static char argv[8000];
    size_t size = slurp("argv", argv, sizeof argv);
    const char *at = argv;
    for (; number > 1 && at < argv + size; number--)
        at += strlen(at) + 1;
    return at < argv + size ? at : NULL;
}

static void ask(Stage *s, const char *key) {
    stage_keys(s, key);
    assert_true(stage_exists("bin/zenity") || stage_exists("bin/kdialog"));
    stage_focus(s, "dialog.system-dialog");
    stage_keys(s, "Enter");
}

static bool has_form(const Stage *s, const char *row) {
    return s->app.ui.form.open && form_index(&s->app.ui.form, row) >= 0;
}

static const char *const NAMES[] = {"plain.csv",
                                    "a b  c.csv",
                                    "a\"; touch pwned; \".csv",
                                    "it's $(touch pwned) `touch pwned`.csv",
                                    "空气 质量.csv",
                                    "-rf.csv",
                                    "--save.csv",
                                    "two\nlines.csv",
                                    "ends with a line feed\n.csv",
                                    "back\\slash %s %n.csv"};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

static void answer(Stage *s, const char *name, const char *folder) {
    char text[2200];
    snprintf(text, sizeof text, "%s%s\n", folder ? folder : s->home, name);
    stage_write("answer", text);
}

static void check_names(Stage *s) {
    for (size_t i = 0; i < NAME_COUNT; i++) {
        char path[1024], csv[60];
        snprintf(path, sizeof path, "/%s", NAMES[i]);
        snprintf(csv, sizeof csv, "a,b\n1,%zu\n3,7\n", i);
        stage_write(NAMES[i], csv);
        answer(s, path, NULL);
        ask(s, "Ctrl+O");
        assert_true(stage_wait(s, 20));
        if (!has_form(s, "found"))
            fail_msg("%s: %s", NAMES[i], s->app.ui.form.open ? stage_error(s) : s->app.ui.notice);
        stage_keys(s, "Enter");
        assert_int_equal(s->lab.scene.points.n, 2);
        assert_true(scene_y(&s->lab.scene)[0] == (double)i);
        assert_false(stage_exists("pwned"));
    }
}

static void test_zenity_opens(void **state) {
    Stage *s = *state;
    char expected[200];
    install("zenity", NOTES "exec cat answer\n");
    install("kdialog", "#!/bin/sh\nexit 9\n"); /* zenity goes first */
    check_names(s);
    assert_string_equal(argument(1), "--file-selection");
    assert_string_equal(argument(2), "--title=Open data, a scene or a picture");
    snprintf(expected, sizeof expected, "--filename=%s/", s->home);
    assert_string_equal(argument(3), expected);
    assert_null(argument(4));
}

static void test_kdialog_opens(void **state) {
    Stage *s = *state;
    char expected[200];
    install("kdialog", NOTES "exec /bin/cat answer\n");
    only_the_fakes(s);
    check_names(s);
    assert_string_equal(argument(1), "--title=Open data, a scene or a picture");
    assert_string_equal(argument(2), "--getopenfilename");
    snprintf(expected, sizeof expected, "%s/", s->home);
    assert_string_equal(argument(3), expected);
    assert_null(argument(4));
}

static void test_saves(void **state) {
    Stage *s = *state;
    static const char *const FILES[] = {"/-o.json", "/a\"; touch pwned; \".json", "/场景 一.json", "/two\nlines.json"};
    install("zenity", NOTES "exec cat answer\n");
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        answer(s, FILES[i], NULL);
        stage_keys(s, "R");
        ask(s, "Ctrl+Shift+S");
        assert_true(stage_wait(s, 20));
        assert_false(s->app.ui.form.open);
        assert_true(stage_exists(FILES[i] + 1));
        assert_string_equal(document_path(&s->app) + strlen(s->home), FILES[i]);
    }
    assert_string_equal(argument(2), "--title=Save the scene");
    assert_string_equal(argument(4), "--save");
    assert_false(stage_exists("pwned"));
    stage_write("kept.json", "kept"); /* what exists is asked about, whatever the system's dialog has asked */
    answer(s, "/kept.json", NULL);
    ask(s, "Ctrl+Shift+S");
    stage_wait(s, 20);
    assert_true(has_form(s, "answers"));
    stage_keys(s, "Enter Esc");
    char text[40];
    slurp("kept.json", text, sizeof text);
    assert_string_equal(text, "kept");
}

/* Everything that is no path leaves the dialog as it was, and tells what went wrong unless it was a hand. */
static void test_no_answer(void **state) {
    Stage *s = *state;
    static const struct {
        const char *script, *error;
    } cases[] = {
        {"exit 1\n", ""},
        {"echo /somewhere; exit 1\n", ""},
        {"exit 0\n", ""},
        {"echo relative.csv\n", ""},
        {"exit 255\n", "The system dialog did not work"},
        {"kill -9 $$\n", "The system dialog did not work"},
        {"echo \"$HOME/nothing-here.csv\"\n", "nothing-here.csv"},
        {"i=0; while [ $i -lt 3000 ]; do printf /a; i=$((i+1)); done\n", "This path is too long"},
        {"echo \"$HOME\"\n", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char script[300] = NOTES;
        strcat(script, cases[i].script);
        install("zenity", script);
        ask(s, "Ctrl+O");
        assert_true(stage_wait(s, 20));
        assert_true(has_form(s, "path"));
        if (cases[i].error[0] ? !strstr(stage_error(s), cases[i].error) : stage_error(s)[0] != '\0')
            fail_msg("'%s' after: %s", stage_error(s), cases[i].script);
        stage_keys(s, "Esc");
        assert_int_equal(s->lab.scene.params.data, 0);
    }
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static pid_t noted_pid(void) {
    char text[40] = "";
    for (int i = 0; i < 1000 && slurp("pid", text, sizeof text) == 0; i++)
        usleep(5000);
    return (pid_t)atoi(text);
}

/* One that never answers is ended by Esc, also when it does not listen, and the lab goes on meanwhile. */
static void test_hanging(void **state) {
    Stage *s = *state;
    static const char *const SCRIPTS[] = {NOTES "exec sleep 1000\n",
                                          NOTES "trap '' TERM\nwhile :; do sleep 0.1; done\n"};
    for (int i = 0; i < 2; i++) {
        remove("pid");
        install("zenity", SCRIPTS[i]);
        ask(s, "Ctrl+O");
        pid_t pid = noted_pid();
        assert_true(pid > 0);
        usleep(50000); /* until it is deaf */
        assert_true(stage_wait(s, 0.1));
        assert_string_equal(stage_error(s), "Waiting for the system dialog");
        stage_keys(s, "Enter"); /* not a second one */
        assert_int_equal(noted_pid(), pid);
        double begin = seconds();
        stage_keys(s, "Esc");
        assert_true(seconds() - begin < 5);
        assert_false(s->app.ui.form.open || dialogs_tick(&s->app));
        assert_true(kill(pid, 0) != 0 && errno == ESRCH);
    }
}

/* The lab is closed while it hangs: the teardown must not wait. */
static void test_hanging_at_the_end(void **state) {
    Stage *s = *state;
    install("zenity", NOTES "exec sleep 1000\n");
    install("xclip", "#!/bin/sh\nexec sleep 1000\n");
    stage_keys(s, "Ctrl+E");
    stage_focus(s, "dialog.copy-picture");
    stage_keys(s, "Enter Esc");
    ask(s, "Ctrl+O");
    assert_true(s->app.dialogs.system.pid > 0 && s->app.dialogs.clipboard.pid > 0);
}

static void test_missing(void **state) {
    Stage *s = *state;
    only_the_fakes(s);
    stage_keys(s, "Ctrl+O");
    assert_null(controls_find(&s->app.ui.controls, "dialog.system-dialog"));
    stage_keys(s, "Esc");
    install("zenity", NOTES);
    stage_keys(s, "Ctrl+O");
    stage_focus(s, "dialog.system-dialog");
    assert_int_equal(remove("bin/zenity"), 0); /* gone between the look and the press */
    stage_keys(s, "Enter");
    stage_wait(s, 1);
    assert_non_null(strstr(stage_error(s), "dialog")); /* kdialog: no such file */
    stage_keys(s, "Esc");
}

/* ---- the picture on the clipboard ---- */

static void copy_picture(Stage *s) {
    stage_keys(s, "Ctrl+E");
    stage_focus(s, "dialog.copy-picture");
    stage_keys(s, "Enter");
}

/* A PNG; one that is a file also has the scene in it. */
static void check_picture(const char *path, bool file) {
    enum { ROOM = 1 << 23 };
    char *bytes = test_malloc(ROOM), error[300];
    size_t size = slurp(path, bytes, ROOM);
    assert_true(png_is_png(bytes, size));
    char *scene = file ? png_find_text(path, bytes, size, SCENE_FILE_PNG_KEY, error, sizeof error) : NULL;
    assert_true(!file || scene);
    free(scene);
    test_free(bytes);
}

static void test_xclip(void **state) {
    Stage *s = *state;
    static const char *const WORDS[] = {"-selection", "clipboard", "-t", "image/png", "-i"};
    install("xclip", NOTES "cat >picture\n");
    install("wl-copy", "#!/bin/sh\nexit 9\n"); /* not without Wayland */
    copy_picture(s);
    assert_true(stage_wait(s, 20));
    assert_string_equal(s->app.ui.notice, "Copied");
    for (int i = 0; i < 5; i++)
        assert_string_equal(argument(i + 1), WORDS[i]);
    assert_null(argument(6));
    check_picture("picture", false);
}

static void test_wl_copy(void **state) {
    Stage *s = *state;
    setenv("WAYLAND_DISPLAY", "wayland-0", 1);
    install("xclip", "#!/bin/sh\nexit 9\n");
    install("wl-copy", NOTES "cat >picture\n");
    copy_picture(s);
    assert_true(stage_wait(s, 20));
    assert_string_equal(s->app.ui.notice, "Copied");
    assert_string_equal(argument(1), "--type");
    assert_string_equal(argument(2), "image/png");
    assert_null(argument(3));
    check_picture("picture", false);
}

/* As xclip does: it goes on in the background, to serve the picture, and holds what it was given open. */
static void test_one_that_stays(void **state) {
    Stage *s = *state;
    install("xclip", NOTES "cat >picture\n(sleep 2) &\n");
    copy_picture(s);
    double begin = seconds();
    assert_true(stage_wait(s, 20));
    assert_true(seconds() - begin < 1.8);
    assert_string_equal(s->app.ui.notice, "Copied");
}

static void test_a_copy_that_fails(void **state) {
    Stage *s = *state;
    static const char *const SCRIPTS[] = {NOTES "exit 1\n", NOTES "kill -9 $$\n", NOTES "exec sleep 1000\n"};
    for (int i = 0; i < 3; i++) {
        install("xclip", SCRIPTS[i]);
        copy_picture(s);
        stage_wait(s, i < 2 ? 20 : 0.1);
        s->time += i < 2 ? 0 : 11; /* it is not waited for longer than that */
        stage_keys(s, "Esc");
        assert_int_equal(dialogs_tick(&s->app), i == 2); /* to be shown at once */
        assert_string_equal(s->app.ui.notice, "The picture could not be copied");
        assert_false(dialogs_tick(&s->app));
    }
}

static void test_no_program(void **state) {
    Stage *s = *state;
    only_the_fakes(s);
    copy_picture(s);
    assert_false(dialogs_tick(&s->app));
    const char *path = strstr(s->app.ui.notice, s->home);
    assert_non_null(path); /* where it was saved instead */
    check_picture(path, true);
    install("xclip", NOTES);
    unsetenv("DISPLAY"); /* nobody to give it to */
    copy_picture(s);
    assert_false(stage_exists("argv"));
    assert_non_null(strstr(s->app.ui.notice, s->home));
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, stage_teardown)
    const struct CMUnitTest tests[] = {
        TEST(test_zenity_opens), TEST(test_kdialog_opens),      TEST(test_saves),      TEST(test_no_answer),
        TEST(test_hanging),      TEST(test_hanging_at_the_end), TEST(test_missing),    TEST(test_xclip),
        TEST(test_wl_copy),      TEST(test_one_that_stays),     TEST(test_no_program), TEST(test_a_copy_that_fails)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

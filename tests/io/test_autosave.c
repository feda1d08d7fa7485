/* Autosave: nothing is left by a clean exit, a killed window leaves its last copy and a living one is not offered, two
 * windows never share a name, and a copy goes to one taker. */
#define _XOPEN_SOURCE 700
#include "io/autosave.h"

#include "home.h"
#include "scratch.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <utime.h>

#include <cmocka.h>

static Autosave *begin(void) {
    char error[300];
    Autosave *autosave = autosave_begin(error, sizeof error);
    if (!autosave)
        fail_msg("%s", error);
    return autosave;
}

static void write_text(Autosave *autosave, const char *text) {
    char error[300];
    if (!autosave_write(autosave, text, strlen(text), error, sizeof error))
        fail_msg("%s", error);
}

static void assert_text(const char *path, const char *text) {
    size_t size;
    char *bytes = scratch_slurp(path, &size);
    assert_string_equal(bytes, text);
    free(bytes);
}

/* A window that writes `text` and then waits to be killed. */
static pid_t start_window(const char *text) {
    int ends[2];
    char byte = 0;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        Autosave *autosave = begin();
        write_text(autosave, text);
        if (write(ends[1], "r", 1) == 1)
            for (;;)
                pause();
        _exit(1);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
    return child;
}

static void kill_window(pid_t child) {
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

static int entries(Home *home) {
    Scratch folder;
    snprintf(folder.folder, sizeof folder.folder, "%s/a/b/state/attnlab", home->folder);
    return scratch_count(&folder);
}

static void test_clean_exit(void **state) {
    Home *home = *state;
    AutosaveLeft left[4];
    assert_int_equal(autosave_list(left, 4), 0); /* no folder yet */
    Autosave *autosave = begin();
    write_text(autosave, "one");
    write_text(autosave, "two");
    assert_text(autosave_path(autosave), "two");
    assert_int_equal(autosave_list(left, 4), 0); /* ours is alive */
    autosave_end(autosave);
    autosave_end(NULL);
    assert_int_equal(entries(home), 0);
}

static void test_crash(void **state) {
    Home *home = *state;
    AutosaveLeft left[4];
    pid_t dead = start_window("left"), alive = start_window("alive");
    assert_int_equal(autosave_list(left, 4), 0);
    kill_window(dead);
    assert_int_equal(autosave_list(left, 4), 1);
    assert_text(left[0].path, "left");
    Autosave *first = begin(), *second = begin();
    assert_string_not_equal(autosave_path(first), autosave_path(second));
    assert_true(autosave_take(first, left[0].path));
    assert_false(autosave_take(second, left[0].path)); /* too late */
    assert_text(autosave_path(first), "left");
    assert_int_equal(autosave_list(left, 4), 0);
    autosave_end(first);
    autosave_end(second);
    kill_window(alive);
    assert_int_equal(autosave_list(left, 4), 1);
    autosave_discard(left[0].path);
    assert_int_equal(autosave_list(left, 4), 0);
    assert_int_equal(entries(home), 0);
}

static void test_newest_first(void **state) {
    (void)state;
    AutosaveLeft left[8];
    static const long TIMES[] = {300, 100, 500, 200, 400};
    for (int i = 0; i < 5; i++) {
        AutosaveLeft one[8];
        char text[8];
        snprintf(text, sizeof text, "%d", i);
        kill_window(start_window(text));
        size_t count = autosave_list(one, 8); /* the new one is the newest */
        assert_int_equal(count, i + 1);
        struct utimbuf when = {TIMES[i], TIMES[i]};
        assert_int_equal(utime(one[0].path, &when), 0);
    }
    assert_int_equal(autosave_list(left, 8), 5);
    for (int i = 0; i < 5; i++)
        assert_int_equal(left[i].time, 500 - 100 * i);
    assert_int_equal(autosave_list(left, 2), 2);
    assert_int_equal(left[0].time, 500);
    assert_int_equal(left[1].time, 400);
    assert_int_equal(autosave_list(left, 0), 0);
}

/* Names that a later process with the same id must not overwrite, and files that are none of ours. */
static void test_other_files(void **state) {
    Home *home = *state;
    AutosaveLeft left[4];
    char name[200];
    autosave_end(begin()); /* makes the folder */
    snprintf(name, sizeof name, "a/b/state/attnlab/autosave-%ld-0.json", (long)getpid());
    scratch_write(home_path(home, name), "of an earlier process", 21);
    scratch_write(home_path(home, "a/b/state/attnlab/notes.json"), "x", 1);
    scratch_write(home_path(home, "a/b/state/attnlab/autosave-1"), "x", 1);
    mkdir(home_path(home, "a/b/state/attnlab/autosave-7-0.json"), 0700);
    Autosave *autosave = begin();
    write_text(autosave, "mine");
    assert_text(home_path(home, name), "of an earlier process");
    assert_int_equal(autosave_list(left, 4), 1);
    assert_text(left[0].path, "of an earlier process");
    autosave_end(autosave);
}

static void test_no_folder(void **state) {
    Home *home = *state;
    char error[300];
    AutosaveLeft left[1];
    scratch_write(home_path(home, "a"), "a file", 6);
    assert_null(autosave_begin(error, sizeof error));
    assert_string_equal(error, "no automatic copies are kept: Not a directory");
    assert_int_equal(autosave_list(left, 1), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_clean_exit, home_setup, home_teardown),
        cmocka_unit_test_setup_teardown(test_crash, home_setup, home_teardown),
        cmocka_unit_test_setup_teardown(test_newest_first, home_setup, home_teardown),
        cmocka_unit_test_setup_teardown(test_other_files, home_setup, home_teardown),
        cmocka_unit_test_setup_teardown(test_no_folder, home_setup, home_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

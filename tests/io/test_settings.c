/* Settings: a round trip, what is absent, wrong or damaged, and folders that cannot be made. */
#define _XOPEN_SOURCE 700
#include "io/settings.h"

#include "home.h"
#include "io/xdg.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

static const SavedSettings OTHER = {{2, LANGUAGE_ZH}, 1.25, 300.5, "/a/b \"c\" 文件夹", {"/one", "/二"}};
static const SavedSettings PRESET = {{1, LANGUAGE_ZH}, 2, 0, "/before", {""}};

static void put_file(Home *home, const char *text) {
    mkdir(home_path(home, "config"), 0700);
    mkdir(home_path(home, "config/attnlab"), 0700);
    scratch_write(home_path(home, "config/attnlab/settings.json"), text, strlen(text));
}

static void assert_same(const SavedSettings *a, const SavedSettings *b) {
    assert_int_equal(a->settings.theme, b->settings.theme);
    assert_int_equal(a->settings.language, b->settings.language);
    assert_true(a->scale == b->scale && a->sidebar == b->sidebar);
    assert_string_equal(a->folder, b->folder);
    for (int i = 0; i < SETTINGS_RECENT; i++)
        assert_string_equal(a->recent[i], b->recent[i]);
}

static void test_round_trip(void **state) {
    Home *home = *state;
    SavedSettings saved = PRESET;
    char error[1300];
    assert_false(settings_load(&saved)); /* no file: as before */
    assert_same(&saved, &PRESET);
    if (!settings_save(&OTHER, error, sizeof error))
        fail_msg("%s", error);
    assert_true(settings_load(&saved));
    assert_same(&saved, &OTHER);
    struct stat info;
    assert_int_equal(stat(home_path(home, "config/attnlab"), &info), 0);
    assert_int_equal(info.st_mode & 0777, 0700);
}

static void test_single_values(void **state) {
    Home *home = *state;
    static const struct {
        const char *text;
        SavedSettings expected;
    } cases[] = {
        {"{}", {{1, LANGUAGE_ZH}, 2, 0, "/before", {""}}},
        {"{\"theme\": \"light\", \"later\": [1]}", {{0, LANGUAGE_ZH}, 2, 0, "/before", {""}}},
        {"{\"theme\": \"pink\", \"lang\": \"en\"}", {{1, LANGUAGE_EN}, 2, 0, "/before", {""}}},
        {"{\"theme\": 0, \"lang\": null, \"folder\": 3}", {{1, LANGUAGE_ZH}, 2, 0, "/before", {""}}},
        {"{\"scale\": 0.1, \"sidebar\": 1e9}", {{1, LANGUAGE_ZH}, 2, 0, "/before", {""}}},
        {"{\"scale\": 0, \"sidebar\": 288}", {{1, LANGUAGE_ZH}, 0, 288, "/before", {""}}},
        {"{\"scale\": \"1\", \"folder\": \"\"}", {{1, LANGUAGE_ZH}, 2, 0, "", {""}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        SavedSettings saved = PRESET;
        put_file(home, cases[i].text);
        assert_true(settings_load(&saved));
        assert_same(&saved, &cases[i].expected);
    }
}

static void test_damage_is_kept_aside(void **state) {
    Home *home = *state;
    static const char *const TEXTS[] = {"", "{\"theme\": ", "[]", "\x01\x02\xff", "{\"theme\": \"dark\"} {}"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        SavedSettings saved = PRESET;
        put_file(home, TEXTS[i]);
        assert_false(settings_load(&saved));
        assert_same(&saved, &PRESET);
        assert_int_not_equal(access(home_path(home, "config/attnlab/settings.json"), F_OK), 0);
        size_t size;
        char *kept = scratch_slurp(home_path(home, "config/attnlab/settings.json.damaged"), &size);
        assert_int_equal(size, strlen(TEXTS[i]));
        assert_memory_equal(kept, TEXTS[i], size);
        free(kept);
        assert_false(settings_load(&saved)); /* the next start is quiet */
    }
}

static void test_folders_that_cannot_be(void **state) {
    Home *home = *state;
    char error[1300], path[XDG_PATH];
    scratch_write(home_path(home, "config"), "a file", 6);
    assert_false(settings_save(&OTHER, error, sizeof error));
    assert_non_null(strstr(error, "Not a directory"));
    setenv("XDG_CONFIG_HOME", "relative", 1); /* counts as unset */
    setenv("HOME", "/home-of-nobody", 1);
    assert_true(xdg_config_path("x", path));
    assert_string_equal(path, "/home-of-nobody/.config/attnlab/x");
    unsetenv("XDG_STATE_HOME");
    assert_true(xdg_state_path("", path));
    assert_string_equal(path, "/home-of-nobody/.local/state/attnlab");
    unsetenv("HOME");
    assert_false(xdg_config_path("x", path));
    assert_false(settings_save(&OTHER, error, sizeof error));
    assert_non_null(strstr(error, "neither XDG_CONFIG_HOME nor HOME"));
}

/* The newest comes first, each once, and the oldest goes. */
static void test_recent(void **state) {
    (void)state;
    SavedSettings saved = {0};
    char name[2] = "a";
    for (int i = 0; i < SETTINGS_RECENT + 2; i++, name[0]++)
        settings_add_recent(&saved, name);
    assert_string_equal(saved.recent[0], "j");
    assert_string_equal(saved.recent[SETTINGS_RECENT - 1], "c");
    settings_add_recent(&saved, "f");
    assert_string_equal(saved.recent[0], "f");
    assert_string_equal(saved.recent[1], "j");
    assert_string_equal(saved.recent[4], "g");
    assert_string_equal(saved.recent[5], "e");
    assert_string_equal(saved.recent[SETTINGS_RECENT - 1], "c");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, home_setup, home_teardown),
        cmocka_unit_test_setup_teardown(test_single_values, home_setup, home_teardown),
        cmocka_unit_test_setup_teardown(test_damage_is_kept_aside, home_setup, home_teardown),
        cmocka_unit_test_setup_teardown(test_folders_that_cannot_be, home_setup, home_teardown),
        cmocka_unit_test(test_recent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

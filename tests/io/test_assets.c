/* Assets: what is built in is what lies in the source folder, all of it, and ATTNLAB_ASSETS takes its place. */
#include "io/assets.h"

#include "io/csv.h"
#include "io/file.h"
#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

static void test_sorted_and_found(void **state) {
    (void)state;
    assert_true(ASSET_COUNT >= 4);
    for (size_t i = 0; i < ASSET_COUNT; i++) {
        assert_true(i == 0 || strcmp(ASSETS[i - 1].name, ASSETS[i].name) < 0);
        assert_ptr_equal(asset_find(ASSETS[i].name), &ASSETS[i]);
        assert_int_equal(ASSETS[i].data[ASSETS[i].size], 0);
    }
    assert_null(ASSETS[ASSET_COUNT].name);
    assert_null(asset_find("data/none.csv"));
    assert_null(asset_find(""));
}

/* Every file of the source folders is in, with its bytes, and nothing else is. */
static void test_equal_to_the_files(void **state) {
    (void)state;
    static const char *const FOLDERS[][2] = {
        {"shaders", "shaders"}, {"assets/data", "data"}, {"assets/lessons", "lessons"}, {"assets/locale", "locale"}};
    size_t seen = 0;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof *FOLDERS; i++) {
        char folder[4096], path[8192], name[512], error[512];
        snprintf(folder, sizeof folder, "%s/%s", getenv("ATTNLAB_SOURCE"), FOLDERS[i][0]);
        DIR *dir = opendir(folder);
        for (struct dirent *entry; dir && (entry = readdir(dir));) {
            size_t size;
            if (entry->d_name[0] == '.' || entry->d_type == DT_DIR)
                continue;
            snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
            snprintf(name, sizeof name, "%s/%s", FOLDERS[i][1], entry->d_name);
            char *bytes = file_read(path, 1 << 24, &size, error, sizeof error);
            const Asset *asset = asset_find(name);
            assert_non_null(bytes);
            assert_non_null(asset);
            assert_int_equal(asset->size, size);
            assert_memory_equal(asset->data, bytes, size);
            free(bytes);
            seen++;
        }
        if (dir)
            closedir(dir);
    }
    assert_int_equal(seen, ASSET_COUNT);
}

static void test_every_data_set_reads(void **state) {
    (void)state;
    int tables = 0;
    for (size_t i = 0; i < ASSET_COUNT; i++) {
        CsvData data;
        char error[512];
        if (strncmp(ASSETS[i].name, "data/", 5) != 0)
            continue;
        if (!csv_read_text(ASSETS[i].name, ASSETS[i].data, ASSETS[i].size, &data, error, sizeof error))
            fail_msg("%s", error);
        assert_true(data.header);
        assert_true(data.n >= 50);
        csv_data_free(&data);
        tables++;
    }
    assert_true(tables >= 4);
}

static void test_built_in(void **state) {
    (void)state;
    Asset asset;
    char error[512];
    unsetenv("ATTNLAB_ASSETS");
    assert_true(asset_open("data/cars.csv", &asset, error, sizeof error));
    assert_memory_equal(asset.data, "speed,dist\n4,2\n", 15);
    asset_close(&asset);
    asset_close(&asset);
    assert_false(asset_open("data/none.csv", &asset, error, sizeof error));
    assert_string_equal(error, "asset data/none.csv is missing from this program");
    setenv("ATTNLAB_ASSETS", "", 1); /* empty counts as unset */
    assert_true(asset_open("data/cars.csv", &asset, error, sizeof error));
    asset_close(&asset);
    unsetenv("ATTNLAB_ASSETS");
}

static void test_folder_instead(void **state) {
    Scratch *scratch = *state;
    Asset asset;
    char error[1024], expected[1024], data[256];
    snprintf(data, sizeof data, "%s/data", scratch->folder);
    mkdir(data, 0700);
    scratch_write(scratch_path(scratch, "data/own.csv"), "1,2\n", 4);
    setenv("ATTNLAB_ASSETS", scratch->folder, 1);
    assert_true(asset_open("data/own.csv", &asset, error, sizeof error));
    assert_string_equal(asset.data, "1,2\n");
    assert_int_equal(asset.size, 4);
    assert_string_equal(asset.name, "data/own.csv");
    asset_close(&asset);
    assert_false(asset_open("data/cars.csv", &asset, error, sizeof error)); /* not silently the built-in one */
    snprintf(expected, sizeof expected,
             "asset data/cars.csv is missing from ATTNLAB_ASSETS: %s/data/cars.csv: No such file or directory",
             scratch->folder);
    assert_string_equal(error, expected);
    asset_close(&asset);
    assert_false(asset_open("../own.csv", &asset, error, sizeof error));
    assert_string_equal(error, "'../own.csv' is no name of an asset");
    assert_false(asset_open("/etc/passwd", &asset, error, sizeof error));
    assert_false(asset_open("data", &asset, error, sizeof error));
    remove(scratch_path(scratch, "data/own.csv"));
    setenv("ATTNLAB_ASSETS", getenv("ATTNLAB_SOURCE"), 1); /* the source folder itself serves too */
    assert_true(asset_open("data/cars.csv", &asset, error, sizeof error));
    assert_int_equal(asset.size, asset_find("data/cars.csv")->size);
    asset_close(&asset);
    unsetenv("ATTNLAB_ASSETS");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorted_and_found),
        cmocka_unit_test(test_equal_to_the_files),
        cmocka_unit_test(test_every_data_set_reads),
        cmocka_unit_test(test_built_in),
        cmocka_unit_test_setup_teardown(test_folder_instead, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

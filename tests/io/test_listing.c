/* Paths cut in two, names found by their beginning, and what is not shown. */
#define _XOPEN_SOURCE 700
#include "io/listing.h"

#include "scratch.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static void split(const char *typed, const char *folder, const char *name) {
    char found_folder[LISTING_PATH], found_name[LISTING_PATH];
    assert_true(listing_split(typed, "/base", found_folder, found_name));
    assert_string_equal(found_folder, folder);
    assert_string_equal(found_name, name);
}

static void test_split(void **state) {
    (void)state;
    setenv("HOME", "/data/me", 1);
    split("x.csv", "/base/", "x.csv");
    split("", "/base/", "");
    split("-rf", "/base/", "-rf");
    split("a/b", "/base/a/", "b");
    split("/", "/", "");
    split("/etc/", "/etc/", "");
    split("~", "/data/me/", "");
    split("~/a b/气", "/data/me/a b/", "气");
    split("~you/x", "/base/~you/", "x");
    char longest[3 * LISTING_PATH], folder[LISTING_PATH], name[LISTING_PATH];
    memset(longest, 'a', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_false(listing_split(longest, "/base", folder, name));
    assert_false(listing_join("/", longest, folder));
    assert_true(listing_join("/a/", "b", folder));
    assert_string_equal(folder, "/a/b");
}

static void touch(const char *folder, const char *name) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
}

static void test_read(void **state) {
    (void)state;
    char folder[] = "/tmp/attnlab-listing-XXXXXX", path[1000], error[300], common[LISTING_PATH];
    static const char *const KINDS[] = {".csv", ".json", NULL};
    static const char *const FILES[] = {"beta.CSV", "Beta two.json", "alpha.csv",   ".hidden.csv",
                                        "beta.exe", "be\nta.csv",    "be\xffta.csv"};
    assert_non_null(mkdtemp(folder));
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; i++)
        touch(folder, FILES[i]);
    snprintf(path, sizeof path, "%s/behind", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/be.csv", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(listing_kind(path), LISTING_OTHER);
    snprintf(path, sizeof path, "%s/", folder);
    Listing listing = {0};
    assert_true(listing_read(&listing, path, "be", KINDS, error, sizeof error));
    assert_int_equal(listing.count, 3);
    assert_string_equal(listing.name[0], "behind/");
    assert_string_equal(listing.name[1], "Beta two.json");
    assert_string_equal(listing.name[2], "beta.CSV");
    listing_common(&listing, common);
    assert_string_equal(common, "");
    assert_true(listing_read(&listing, path, "", KINDS, error, sizeof error));
    assert_int_equal(listing.count, 4);
    assert_true(listing_read(&listing, path, ".h", KINDS, error, sizeof error));
    assert_int_equal(listing.count, 1);
    assert_true(listing_read(&listing, path, "al", NULL, error, sizeof error));
    listing_common(&listing, common);
    assert_string_equal(common, "alpha.csv");
    assert_false(listing_read(&listing, "/no/such/folder/", "", NULL, error, sizeof error));
    assert_int_equal(listing.count, 0);
    assert_non_null(strstr(error, "/no/such/folder/"));
    listing_free(&listing);
    snprintf(path, sizeof path, "rm -r %s", folder);
    assert_int_equal(system(path), 0);
}

/* A name in common ends between characters: 气 and 汽 begin with the same byte. */
static void test_common_is_text(void **state) {
    (void)state;
    char *names[] = {(char[]){"a气.csv"}, (char[]){"a汽.csv"}}, common[LISTING_PATH];
    const Listing listing = {.name = names, .count = 2};
    listing_common(&listing, common);
    assert_string_equal(common, "a");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_split), cmocka_unit_test(test_read),
                                       cmocka_unit_test(test_common_is_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

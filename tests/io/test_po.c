/* Translations: what the format allows, what is refused and on which line, and random bytes. */
#include "io/po.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char SAMPLE[] = "\xef\xbb\xbf# a comment\r\n"
                             "msgid \"\"\n"
                             "msgstr \"\"\n"
                             "\"Content-Type: text/plain; charset=UTF-8\\n\"\n"
                             "\n"
                             "#: src/app/main.c:3\n"
                             "#, c-format\n"
                             "msgid \"width\"\n"
                             "msgstr \"宽度\"\r\n"
                             "msgid \"one \"\n"
                             "\t\"two\"\n"
                             "  \"\"\n"
                             "msgstr \"\"\n"
                             "\"一\"\n"
                             "\"二\"\n"
                             "\n"
                             "msgid \"empty\"\n"
                             "msgstr \"\"\n"
                             "#, fuzzy\n"
                             "msgid \"unsure\"\n"
                             "msgstr \"不确定\"\n"
                             "msgid \"a\\tb\\n\\\"c\\\"\\\\\"\n"
                             "msgstr \"\\\\\\\"\\n\"\n"
                             "#~ msgid \"old\"\n"
                             "#~ msgstr \"旧\"\n"
                             "msgid\"key\"\n"
                             "msgstr\"键\""; /* no newline at the end */

static Po *parse(const char *text, char *error) { return po_parse("zh.po", text, strlen(text), error, 256); }

static void test_sample(void **state) {
    (void)state;
    char error[256] = "";
    Po *po = parse(SAMPLE, error);
    if (!po)
        fail_msg("%s", error);
    assert_string_equal(po_find(po, "width"), "宽度");
    assert_string_equal(po_find(po, "one two"), "一二");
    assert_string_equal(po_find(po, "a\tb\n\"c\"\\"), "\\\"\n");
    assert_string_equal(po_find(po, "key"), "键");
    static const char *const NONE[] = {"", "empty", "unsure", "old", "widt", "width ", "one", "zzz"};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++)
        assert_null(po_find(po, NONE[i]));
    assert_int_equal(po_count(po), 4);
    for (size_t i = 1; i < po_count(po); i++)
        assert_true(strcmp(po_msgid(po, i - 1), po_msgid(po, i)) < 0);
    po_destroy(po);
}

static void test_nothing(void **state) {
    (void)state;
    char error[256];
    Po *po = parse("", error);
    assert_non_null(po);
    assert_null(po_find(po, "x"));
    po_destroy(po);
    po_destroy(NULL);
    assert_null(po_find(NULL, "x"));
    assert_int_equal(po_count(NULL), 0);
}

static void test_refused_with_the_line(void **state) {
    (void)state;
    static const struct {
        const char *text;
        const char *error;
    } cases[] = {
        {"msgid \"a\"\nmsgstr \"b\"\nnonsense\n", "zh.po:3: expected msgid, msgstr, a string or a comment"},
        {"msgid \"a\"\n", "zh.po:1: the last msgid has no msgstr"},
        {"msgid \"a\"\n\nmsgid \"b\"\n", "zh.po:3: the msgid before this one has no msgstr"},
        {"msgstr \"a\"\n", "zh.po:1: this msgstr has no msgid"},
        {"msgid \"a\"\nmsgstr \"b\"\nmsgstr \"c\"\n", "zh.po:3: this msgstr has no msgid"},
        {"\n\"a\"\n", "zh.po:2: this string belongs to no msgid or msgstr"},
        {"msgid \"a\nmsgstr \"b\"\n", "zh.po:1: the string is not closed on its line"},
        {"msgid \"a\\\"\n", "zh.po:1: the string is not closed on its line"},
        {"msgid \"a\" b\n", "zh.po:1: nothing may follow the string on its line"},
        {"msgid a\n", "zh.po:1: a string in double quotes is expected here"},
        {"msgid", "zh.po:1: a string in double quotes is expected here"},
        {"msgid \"\\q\"\n", "zh.po:1: unknown escape after a backslash"},
        {"msgid \"\\", "zh.po:1: unknown escape after a backslash"},
        {"msgid \"a\"\nmsgstr \"\xff\"\n", "zh.po:2: is not UTF-8 text"},
        {"msgctxt \"m\"\nmsgid \"a\"\n", "zh.po:1: contexts and plurals are not supported"},
        {"msgid \"a\"\nmsgid_plural \"b\"\n", "zh.po:2: contexts and plurals are not supported"},
        {"msgid \"a\"\nmsgstr[0] \"b\"\n", "zh.po:2: contexts and plurals are not supported"},
        {"msgid \"a\"\nmsgstr \"b\"\nmsgid \"c\"\nmsgstr \"\"\nmsgid \"a\"\nmsgstr \"\"\n",
         "zh.po:5: this msgid stands in the file twice"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char error[256] = "";
        assert_null(parse(cases[i].text, error));
        assert_string_equal(error, cases[i].error);
    }
}

static void test_random_bytes(void **state) {
    (void)state;
    static const char *const PIECES[] = {"msgid ", "msgstr ", "\"a\"", "\"\\n\"", "\n",         "\"注意\"",
                                         "# x\n",  "\"\"\n",  "\\",    "\"",      "#, fuzzy\n", "\xff"};
    uint32_t seed = 99;
    for (int round = 0; round < 30000; round++) {
        char text[160], error[256] = "";
        size_t size = 0;
        while (size < (size_t)round % 140) {
            seed = seed * 1664525u + 1013904223u;
            if (round % 4 == 0) {
                text[size++] = (char)(seed >> 24);
                continue;
            }
            const char *piece = PIECES[(seed >> 16) % (round % 4 == 1 ? 8 : sizeof PIECES / sizeof *PIECES)];
            memcpy(text + size, piece, strlen(piece));
            size += strlen(piece);
        }
        char *exact = malloc(size ? size : 1);
        memcpy(exact, text, size);
        Po *po = po_parse("f", exact, size, error, sizeof error);
        assert_int_equal(po != NULL, error[0] == '\0');
        for (size_t i = 0; i < po_count(po); i++)
            assert_non_null(po_find(po, po_msgid(po, i)));
        po_destroy(po);
        free(exact);
    }
}

/* Well-formed files of many entries in random order are all found. */
static void test_many_entries(void **state) {
    (void)state;
    enum { COUNT = 997 };
    char *text = malloc(COUNT * 64), error[256], id[32], translation[32];
    size_t size = 0;
    for (int i = 0; i < COUNT; i++)
        size +=
            (size_t)snprintf(text + size, 64, "msgid \"id %d\"\nmsgstr \"tr %d\"\n", i * 271 % COUNT, i * 271 % COUNT);
    Po *po = po_parse("f", text, size, error, sizeof error);
    assert_int_equal(po_count(po), COUNT);
    for (int i = 0; i < COUNT; i++) {
        snprintf(id, sizeof id, "id %d", i);
        snprintf(translation, sizeof translation, "tr %d", i);
        assert_string_equal(po_find(po, id), translation);
    }
    po_destroy(po);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sample),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_refused_with_the_line),
        cmocka_unit_test(test_random_bytes),
        cmocka_unit_test(test_many_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

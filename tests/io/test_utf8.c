/* What is valid UTF-8, over every code point and over the classic malformed sequences; and cutting for display. */
#include "io/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Encodes by the definition, independent of the table under test. */
static size_t encode(uint32_t c, char *out) {
    size_t length = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char MARK[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3f));
    out[0] = (char)(MARK[length] | c);
    return length;
}

static void test_every_code_point(void **state) {
    (void)state;
    for (uint32_t c = 0; c < 0x120000; c++) {
        char text[4];
        size_t length = encode(c, text);
        bool legal = c < 0x110000 && (c < 0xd800 || c > 0xdfff);
        if (utf8_step(text, length) != (legal ? length : 0))
            fail_msg("U+%04X", c);
        if (length > 1 && utf8_step(text, length - 1) != 0)
            fail_msg("U+%04X cut short", c);
    }
}

static void test_malformed(void **state) {
    (void)state;
    static const char *const BAD[] = {"\x80",         "\xbf",         "\xc0\xaf",         "\xc1\x81",
                                      "\xe0\x80\xaf", "\xe0\x9f\xbf", "\xf0\x80\x80\xaf", "\xf5\x80\x80\x80",
                                      "\xff",         "\xe4\xb8",     "\xe4\x41\x41",     "\xed\xa0\x80"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_int_equal(utf8_step(BAD[i], strlen(BAD[i])), 0);
    assert_int_equal(utf8_step("a", 0), 0);
    assert_true(utf8_valid("", 0));
    assert_true(utf8_valid("注意力 σ \xf0\x9f\x99\x82", 17));
    assert_false(utf8_valid("abc\xff", 4));
}

static void test_show(void **state) {
    (void)state;
    char shown[12];
    utf8_show(shown, sizeof shown, "hello world", 11);
    assert_string_equal(shown, "hello world"); /* fits exactly */
    utf8_show(shown, sizeof shown, "hello worlds", 12);
    assert_string_equal(shown, "hello wo...");
    utf8_show(shown, sizeof shown, "\t\xff\x7f\0x", 5);
    assert_string_equal(shown, "????x");
    utf8_show(shown, sizeof shown, "", 0);
    assert_string_equal(shown, "");
}

/* Whatever comes in, valid text that fits comes out. */
static void test_show_is_always_valid(void **state) {
    (void)state;
    uint32_t seed = 1;
    for (int round = 0; round < 20000; round++) {
        char text[40], shown[40];
        size_t size = (size_t)round % sizeof text, room = 8 + (size_t)round % 31;
        for (size_t i = 0; i < size; i++)
            text[i] = (char)((seed = seed * 1664525u + 1013904223u) >> 24);
        if (round % 2)
            for (size_t i = 0; i + 3 <= size; i += 3)
                memcpy(text + i, "意", 3);
        memset(shown, 'Z', sizeof shown);
        utf8_show(shown, room, text, size);
        size_t length = strlen(shown);
        assert_true(length < room);
        assert_true(utf8_valid(shown, length));
        for (size_t i = 0; i < length; i++)
            assert_true((unsigned char)shown[i] >= ' ');
    }
}

/* A character anywhere among plain ones, whole, cut, or broken. */
static void test_one_among_many(void **state) {
    (void)state;
    for (size_t size = 1; size < 40; size++)
        for (size_t at = 0; at < size; at++) {
            char text[40];
            memset(text, 'a', sizeof text);
            text[at] = (char)0xff;
            assert_false(utf8_valid(text, size));
            text[at] = (char)0x80;
            assert_false(utf8_valid(text, size));
            memcpy(text + at, "é", at + 1 < size ? 2 : 1);
            assert_int_equal(utf8_valid(text, size), at + 1 < size);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_among_many),
        cmocka_unit_test(test_every_code_point),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_show),
        cmocka_unit_test(test_show_is_always_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

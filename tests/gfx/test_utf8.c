/* UTF-8: good and bad sequences, and that decoding always comes to an end. */
#include "gfx/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void check(const char *text, const uint32_t *expected) {
    size_t i = 0;
    for (uint32_t c; (c = utf8_next(&text)); i++)
        assert_int_equal(c, expected[i]);
    assert_int_equal(expected[i], 0);
    assert_int_equal(*text, 0);
}

static void test_good(void **state) {
    (void)state;
    check("", (uint32_t[]){0});
    check("aÿα注𝛼", (uint32_t[]){'a', 0xFF, 0x3B1, 0x6CE8, 0x1D6FC, 0});
    check("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
          (uint32_t[]){0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10FFFF, 0});
}

static void test_bad(void **state) {
    (void)state;
    enum { R = UTF8_REPLACEMENT };
    check("a\x80z", (uint32_t[]){'a', R, 'z', 0}); /* continuation alone */
    check("\xC3", (uint32_t[]){R, 0});             /* cut off */
    check("\xE6\xB3", (uint32_t[]){R, R, 0});
    check("\xC0\xAF", (uint32_t[]){R, R, 0});               /* overlong */
    check("\xED\xA0\x80", (uint32_t[]){R, R, R, 0});        /* surrogate */
    check("\xF4\x90\x80\x80", (uint32_t[]){R, R, R, R, 0}); /* beyond the last */
    check("\xFF\xFE!", (uint32_t[]){R, R, '!', 0});
}

/* Any bytes: no more code points than bytes, none out of range. */
static void test_any_bytes(void **state) {
    (void)state;
    uint32_t seed = 7;
    for (int round = 0; round < 2000; round++) {
        char text[33] = {0};
        for (int i = 0; i < 32; i++) {
            seed = seed * 1664525u + 1013904223u;
            text[i] = (char)(seed >> 24 ? seed >> 24 : 1);
        }
        const char *at = text;
        int count = 0;
        for (uint32_t c; (c = utf8_next(&at)); count++)
            assert_true(c <= 0x10FFFF && !(c >= 0xD800 && c <= 0xDFFF));
        assert_true(count <= 32 && at == text + 32);
    }
}

static void test_invisible(void **state) {
    (void)state;
    for (uint32_t c = 0x20; c < 0x7F; c++)
        assert_false(utf8_invisible(c));
    const uint32_t hidden[] = {1, '\n', '\t', 0x7F, 0x85, 0x200B, 0x200D, 0xFE0F, 0xFEFF};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        assert_true(utf8_invisible(hidden[i]));
    assert_false(utf8_invisible(0x6CE8));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_good), cmocka_unit_test(test_bad),
                                       cmocka_unit_test(test_any_bytes), cmocka_unit_test(test_invisible)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

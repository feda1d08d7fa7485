/* Key names: every key goes to its name and back, with every set of modifiers. */
#include "ui/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_examples(void **state) {
    (void)state;
    static const struct {
        const char *name;
        uint32_t key;
        int mods;
        const char *shown;
    } cases[] = {
        {"Ctrl+Shift+Z", 'z', MOD_CTRL | MOD_SHIFT, "Ctrl+Shift+Z"},
        {"shift+ctrl+z", 'z', MOD_CTRL | MOD_SHIFT, "Ctrl+Shift+Z"},
        {"z", 'z', 0, "Z"},
        {"Z", 'z', 0, "Z"},
        {".", '.', 0, "."},
        {"?", '?', 0, "?"},
        {"+", '+', 0, "+"},
        {"Ctrl++", '+', MOD_CTRL, "Ctrl++"},
        {"Ctrl+-", '-', MOD_CTRL, "Ctrl+-"},
        {"Ctrl+0", '0', MOD_CTRL, "Ctrl+0"},
        {"PgDn", KEY_PAGE_DOWN, 0, "PgDn"},
        {"pagedown", KEY_PAGE_DOWN, 0, "PgDn"},
        {"Return", KEY_ENTER, 0, "Enter"},
        {"ESCAPE", KEY_ESCAPE, 0, "Esc"},
        {"Alt+F4", KEY_F1 + 3, MOD_ALT, "Alt+F4"},
        {"F12", KEY_F12, 0, "F12"},
        {"f1", KEY_F1, 0, "F1"},
        {"Shift+Tab", KEY_TAB, MOD_SHIFT, "Shift+Tab"},
        {"Space", ' ', 0, "Space"},
        {"\xc3\xa9", 0xe9, 0, "\xc3\xa9"},
        {"\xe6\x84\x8f", 0x610f, 0, "\xe6\x84\x8f"},
        {"\xf0\x9f\x99\x82", 0x1f642, 0, "\xf0\x9f\x99\x82"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        KeyPress key;
        char shown[64];
        if (!input_parse_key(cases[i].name, &key))
            fail_msg("%s", cases[i].name);
        assert_int_equal(key.key, cases[i].key);
        assert_int_equal(key.mods, cases[i].mods);
        assert_false(key.repeat);
        input_key_name(key, shown, sizeof shown);
        assert_string_equal(shown, cases[i].shown);
    }
}

static void test_no_keys(void **state) {
    (void)state;
    static const char *const BAD[] = {"",     "Ctrl",    "Ctrl+",    "Shift+Ctrl+",     "F0",   "F13",  "F",    "zz",
                                      " ",    "Super+Z", "Left ",    "Ctrl+Ctrl",       "\x80", "\xff", "\xc3", "\t",
                                      "\x7f", "Ctrl z",  "\xe6\x84", "\xf4\x90\x80\x80"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        KeyPress key;
        bool parsed = input_parse_key(BAD[i], &key);
        if (parsed && strcmp(BAD[i], "F") != 0)
            fail_msg("'%s' was taken for a key", BAD[i]);
        assert_int_equal(parsed, strcmp(BAD[i], "F") == 0); /* F is a letter */
    }
}

static void round_trip(uint32_t code) {
    for (int mods = 0; mods < 8; mods++) {
        KeyPress key = {code, mods, false}, back;
        char name[64];
        input_key_name(key, name, sizeof name);
        if (!input_parse_key(name, &back) || back.key != code || back.mods != mods)
            fail_msg("%s (U+%04X, modifiers %d)", name, (unsigned)code, mods);
    }
}

static void test_round_trip(void **state) {
    (void)state;
    static const uint32_t CONTROL[] = {KEY_TAB, KEY_ENTER, KEY_ESCAPE, KEY_BACKSPACE, KEY_DELETE, KEY_SPACE};
    for (uint32_t code = KEY_LEFT; code <= KEY_F12; code++)
        round_trip(code);
    for (size_t i = 0; i < sizeof CONTROL / sizeof *CONTROL; i++)
        round_trip(CONTROL[i]);
    for (uint32_t code = 33; code < 0x3000; code++)
        if (code != KEY_DELETE && (code < 'A' || code > 'Z')) /* letters are lower case */
            round_trip(code);
}

static void test_small_room(void **state) {
    (void)state;
    char name[8];
    input_key_name((KeyPress){KEY_BACKSPACE, MOD_CTRL | MOD_SHIFT | MOD_ALT, false}, name, sizeof name);
    assert_string_equal(name, "Ctrl+Sh");
    input_key_name((KeyPress){0x7fffffff, 0, false}, name, sizeof name);
    assert_string_equal(name, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_examples),
        cmocka_unit_test(test_no_keys),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_small_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

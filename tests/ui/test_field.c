/* A line being typed. */
#include "ui/field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void press(Field *field, const char *name) {
    KeyPress key;
    assert_true(input_parse_key(name, &key));
    assert_true(field_key(field, key));
}

static Field opened(const char *text) {
    Field field;
    field_open(&field, 6, text, true);
    assert_true(field.open && field.param == 6);
    return field;
}

static void test_typing_replaces_the_selection(void **state) {
    (void)state;
    Field f = opened("0.25");
    field_type(&f, "3.75");
    assert_string_equal(f.text, "3.75");
    assert_int_equal(f.cursor, 4);
    field_open(&f, 6, "12", false);
    field_type(&f, "3");
    assert_string_equal(f.text, "123");
}

static void test_keys(void **state) {
    (void)state;
    Field f = opened("12345");
    press(&f, "Home");
    field_type(&f, "-");
    assert_string_equal(f.text, "-12345");
    press(&f, "Right");
    press(&f, "Del");
    assert_string_equal(f.text, "-1345");
    press(&f, "End");
    press(&f, "Backspace");
    assert_string_equal(f.text, "-134");
    press(&f, "Left");
    press(&f, "Shift+Left");
    field_type(&f, "7");
    assert_string_equal(f.text, "-174");
    press(&f, "Ctrl+A");
    field_type(&f, "9");
    assert_string_equal(f.text, "9");
    press(&f, "Shift+Home");
    press(&f, "Backspace");
    assert_string_equal(f.text, "");
    press(&f, "Backspace"); /* nothing left, and no harm */
    press(&f, "Del");
    press(&f, "Left");
    press(&f, "Right");
    assert_string_equal(f.text, "");
    assert_int_equal(f.cursor, 0);
}

static void test_other_keys_are_not_its_own(void **state) {
    (void)state;
    Field f = opened("1");
    static const char *const KEYS[] = {"Enter", "Esc", "Tab", "R", "Ctrl+B"};
    for (int i = 0; i < 5; i++) {
        KeyPress key;
        assert_true(input_parse_key(KEYS[i], &key));
        assert_false(field_key(&f, key));
    }
    assert_string_equal(f.text, "1");
}

static void test_only_plain_characters(void **state) {
    (void)state;
    Field f = opened("");
    field_type(&f, "1\n\t\x7f意é2");
    assert_string_equal(f.text, "12");
}

static void test_never_too_long(void **state) {
    (void)state;
    char text[FIELD_TEXT + 100];
    memset(text, '7', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    Field f = opened(text);
    assert_int_equal(f.length, FIELD_TEXT - 1);
    press(&f, "End");
    field_type(&f, text);
    assert_int_equal(strlen(f.text), FIELD_TEXT - 1);
    press(&f, "Ctrl+A");
    field_type(&f, text);
    assert_true(strlen(f.text) < FIELD_TEXT && (int)strlen(f.text) == f.length);
}

/* Any keys in any order: the text stays a string, cursor and selection stay inside. */
static void test_random_keys(void **state) {
    (void)state;
    static const char *const KEYS[] = {
        "Left",      "Right",      "Home",   "End",       "Shift+Left", "Shift+Right", "Shift+Home",     "Shift+End",
        "Ctrl+Left", "Ctrl+Right", "Del",    "Backspace", "Up",         "Down",        "PgUp",           "PgDn",
        "Ctrl+Home", "Ctrl+End",   "Ctrl+A", "Ctrl+Z",    "Ctrl+Y",     "Ins",         "Ctrl+Shift+Left"};
    srand(3);
    Field f = opened("0.5");
    for (int i = 0; i < 20000; i++) {
        if (rand() % 3 == 0)
            field_type(&f, rand() % 2 ? "1" : "-.e");
        else
            press(&f, KEYS[(size_t)rand() % (sizeof KEYS / sizeof *KEYS)]);
        assert_int_equal(strlen(f.text), f.length);
        assert_true(f.length < FIELD_TEXT);
        assert_true(f.cursor >= 0 && f.cursor <= f.length);
        assert_true(f.select_start >= 0 && f.select_start <= f.length && f.select_end >= 0 && f.select_end <= f.length);
    }
}

static void test_typing_clears_the_error(void **state) {
    (void)state;
    Field f = opened("x");
    strcpy(f.error, "not a number");
    field_type(&f, "1");
    assert_string_equal(f.error, "");
}

/* Characters stay whole whatever their length in bytes, and places stay between them. */
static void test_characters_are_whole(void **state) {
    (void)state;
    Field f = opened("");
    f.wide = true;
    field_type(&f, "a注ü𝛼");
    assert_string_equal(f.text, "a注ü𝛼");
    assert_int_equal(f.length, 10);
    press(&f, "Left");
    assert_int_equal(f.cursor, 6);
    press(&f, "Backspace");
    assert_string_equal(f.text, "a注𝛼");
    press(&f, "Left");
    assert_int_equal(f.cursor, 1);
    press(&f, "Del");
    assert_string_equal(f.text, "a𝛼");
    press(&f, "Shift+End");
    char selected[FIELD_TEXT];
    field_selection(&f, selected);
    assert_string_equal(selected, "𝛼");
    field_type(&f, "文 件");
    assert_string_equal(f.text, "a文 件");
    field_place(&f, 3); /* inside 文 */
    assert_int_equal(f.cursor, 1);
    field_set(&f, "/data/我/\xff x");
    assert_string_equal(f.text, "/data/我/ x");
    press(&f, "Ctrl+Left");
    assert_int_equal(f.cursor, 11);
    press(&f, "Ctrl+Left");
    assert_int_equal(f.cursor, 6);
}

/* What is too long is cut, between characters, and the end is a NUL. */
static void test_a_long_text(void **state) {
    (void)state;
    Field f = opened("");
    f.wide = true;
    for (int i = 0; i < 500; i++)
        field_type(&f, "注");
    assert_int_equal(f.length, (FIELD_TEXT - 1) / 3 * 3);
    assert_int_equal(strlen(f.text), f.length);
    char *text = test_calloc(3001, 1);
    for (int i = 0; i < 1000; i++)
        memcpy(text + 3 * i, "注", 3);
    field_set(&f, text);
    assert_int_equal(f.length, (FIELD_TEXT - 1) / 3 * 3);
    test_free(text);
}

static void type_each(Field *f, const char *text) {
    for (; *text; text++)
        field_type(f, (char[]){*text, '\0'});
}

/* A word at a time; moving the cursor, replacing a selection and deleting begin steps of their own. */
static void test_undo(void **state) {
    (void)state;
    Field f = opened("old");
    f.wide = true;
    press(&f, "Ctrl+Z"); /* nothing yet */
    press(&f, "Ctrl+Y");
    assert_string_equal(f.text, "old");
    press(&f, "End");
    type_each(&f, "er one");
    press(&f, "Ctrl+Z");
    assert_string_equal(f.text, "older");
    assert_int_equal(f.cursor, 5);
    press(&f, "Ctrl+Z");
    assert_string_equal(f.text, "old");
    press(&f, "Ctrl+Y");
    press(&f, "Ctrl+Shift+Z");
    press(&f, "Ctrl+Y");
    assert_string_equal(f.text, "older one");
    press(&f, "Home");
    type_each(&f, "12");
    press(&f, "Backspace");
    press(&f, "Ctrl+A");
    type_each(&f, "new");
    press(&f, "Ctrl+Z");
    assert_string_equal(f.text, "1older one");
    press(&f, "Ctrl+Z");
    assert_string_equal(f.text, "12older one");
    press(&f, "Ctrl+Z");
    assert_string_equal(f.text, "older one");
    type_each(&f, "x"); /* what was undone is gone */
    press(&f, "Ctrl+Y");
    assert_string_equal(f.text, "xolder one");
    field_set(&f, "/completed/path");
    press(&f, "Ctrl+Z");
    assert_string_equal(f.text, "xolder one");
    assert_int_equal(f.cursor, 1);
}

/* Undoing everything gives the first text, redoing everything the last; a long history forgets its beginning only. */
static void test_undo_of_random_edits(void **state) {
    (void)state;
    static const char *const KEYS[] = {"Left", "Home", "End", "Shift+Left", "Del", "Backspace", "Ctrl+A", "Shift+Home"};
    srand(5);
    for (int round = 0; round < 300; round++) {
        char texts[40][FIELD_TEXT];
        int count = 1, edits = 1 + rand() % 30;
        Field f = opened("ab cd 注意 ef");
        memcpy(texts[0], f.text, sizeof texts[0]);
        for (int i = 0; i < edits; i++) {
            press(&f, KEYS[(size_t)rand() % (sizeof KEYS / sizeof *KEYS)]);
            if (rand() % 2)
                field_set(&f, (char[]){(char)('a' + i % 26), ' ', 'x', '\0'});
            if (strcmp(f.text, texts[count - 1]) != 0 && count < 39)
                memcpy(texts[count++], f.text, sizeof f.text);
        }
        char last[FIELD_TEXT];
        memcpy(last, f.text, sizeof last);
        int undone = 0;
        for (int i = 0; i < 100; i++) {
            char before[FIELD_TEXT];
            memcpy(before, f.text, sizeof before);
            press(&f, "Ctrl+Z");
            bool turned = strcmp(before, f.text) != 0;
            undone += turned;
            assert_int_equal(strlen(f.text), f.length);
            assert_true(f.cursor <= f.length);
            assert_true(!turned || (f.select_start == f.cursor && f.select_end == f.cursor));
        }
        if (undone < FIELD_STEPS)
            assert_string_equal(f.text, texts[0]);
        for (int i = 0; i < 100; i++)
            press(&f, "Ctrl+Y");
        assert_string_equal(f.text, last);
    }
}

/* What is composed is shown in the selection's place and is not in the text; committed, it is. */
static void test_composing(void **state) {
    (void)state;
    char shown[FIELD_TEXT + FIELD_COMPOSED];
    int from, to;
    Field f = opened("ab我cd");
    f.wide = true;
    field_place(&f, 5);
    assert_int_equal(field_shown(&f, shown, &from, &to), 5);
    assert_true(from == 0 && to == 0);
    assert_string_equal(shown, "ab我cd");
    field_compose(&f, "注yi", 2);
    assert_int_equal(field_shown(&f, shown, &from, &to), 5 + 4);
    assert_string_equal(shown, "ab我注yicd");
    assert_true(from == 5 && to == 10);
    assert_string_equal(f.text, "ab我cd");
    field_compose(&f, "注", 99); /* beyond the end is the end */
    assert_int_equal(field_shown(&f, shown, &from, &to), 8);
    press(&f, "Home");
    press(&f, "Shift+Right");
    press(&f, "Shift+Right");
    assert_int_equal(field_shown(&f, shown, &from, &to), 3);
    assert_string_equal(shown, "注我cd"); /* what a commit would replace is not shown */
    field_type(&f, "注意");
    field_compose(&f, "", 0);
    assert_int_equal(field_shown(&f, shown, &from, &to), 6);
    assert_string_equal(shown, "注意我cd");
    press(&f, "Ctrl+Z");
    assert_string_equal(f.text, "ab我cd");
    char longest[2 * FIELD_TEXT];
    memset(longest, 'q', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    field_set(&f, longest);
    field_compose(&f, longest, 5000);
    assert_int_equal(field_shown(&f, shown, &from, &to), FIELD_TEXT - 1 + FIELD_COMPOSED - 1);
    assert_int_equal(strlen(shown), FIELD_TEXT - 1 + FIELD_COMPOSED - 1);
    field_compose(&f, "\xff\n", 1); /* nothing that has a place in a line */
    assert_int_equal(field_shown(&f, shown, &from, &to), FIELD_TEXT - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_typing_replaces_the_selection),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_other_keys_are_not_its_own),
        cmocka_unit_test(test_only_plain_characters),
        cmocka_unit_test(test_characters_are_whole),
        cmocka_unit_test(test_a_long_text),
        cmocka_unit_test(test_never_too_long),
        cmocka_unit_test(test_random_keys),
        cmocka_unit_test(test_typing_clears_the_error),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_undo_of_random_edits),
        cmocka_unit_test(test_composing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Every theme can be read: contrast by WCAG 2.1 of what is written and plotted against what it stands on. */
#include "draw/theme.h"
#include "luminance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#define check_contrast(theme, front, back, least)                                                                      \
    do {                                                                                                               \
        double ratio = contrast((theme)->front, (theme)->back);                                                        \
        if (ratio < (least))                                                                                           \
            fail_msg("%s: " #front " on " #back " has contrast %.2f", (theme)->id, ratio);                             \
    } while (0)

static void test_text(void **state) {
    (void)state;
    for (const Theme *t = THEMES; t < THEMES + THEME_COUNT; t++) {
        check_contrast(t, text, panel, 7);
        check_contrast(t, text, background, 7);
        check_contrast(t, text, control, 7);
        check_contrast(t, text, control_hot, 7);
        check_contrast(t, on_text, control_on, 7);
        check_contrast(t, dim, panel, 4.5);
        check_contrast(t, dim, background, 4.5);
        check_contrast(t, dim, control_hot, 4.5);
        check_contrast(t, warning, panel, 4.5);
        check_contrast(t, faint, panel, 2);
    }
}

static void test_meanings(void **state) {
    (void)state;
    for (const Theme *t = THEMES; t < THEMES + THEME_COUNT; t++) {
        double least = t == &THEMES[THEME_DARK] ? 4.5 : 3;
        check_contrast(t, query, panel, least);
        check_contrast(t, key, panel, least);
        check_contrast(t, value, panel, least);
        check_contrast(t, output, panel, least);
        check_contrast(t, truth, panel, 3);
        check_contrast(t, focus, panel, 3);
        check_contrast(t, focus, background, 3);
    }
}

static void test_quiet_lines(void **state) {
    (void)state;
    for (const Theme *t = THEMES; t < THEMES + THEME_COUNT; t++) {
        check_contrast(t, grid, panel, 1.05);
        check_contrast(t, border, panel, 1.1);
        assert_true(contrast(t->grid, t->panel) < contrast(t->axis, t->panel));
        assert_true(contrast(t->axis, t->panel) < contrast(t->text, t->panel));
        assert_true(contrast(t->faint, t->panel) < contrast(t->dim, t->panel));
    }
}

static void test_rows_are_full(void **state) {
    (void)state;
    for (int i = 0; i < THEME_COUNT; i++) {
        const Theme *t = &THEMES[i];
        const Color colors[] = {t->background, t->panel,   t->border, t->control, t->control_hot,
                                t->control_on, t->on_text, t->text,   t->dim,     t->faint,
                                t->grid,       t->axis,    t->track,  t->query,   t->key,
                                t->value,      t->output,  t->truth,  t->focus,   t->warning};
        for (size_t c = 0; c < sizeof colors / sizeof *colors; c++)
            assert_int_equal(colors[c] & 0xFF, 0xFF);
        assert_true(t->line >= 1 && t->text_scale >= 1);
        assert_int_equal(theme_find(t->id), i);
    }
    assert_int_equal(theme_find("sepia"), -1);
    assert_int_equal(theme_find(""), -1);
}

/* What the lessons and the book's pictures promise. */
static void test_promises(void **state) {
    (void)state;
    const Theme *light = &THEMES[THEME_LIGHT], *projector = &THEMES[THEME_PROJECTOR];
    assert_int_equal(light->query, 0xD55E00FF);
    assert_int_equal(light->key, 0x0072B2FF);
    assert_int_equal(light->value, 0x008A64FF);
    assert_int_equal(light->output, 0xA8397AFF);
    assert_int_equal(projector->background, 0xFFFFFFFF);
    assert_true(projector->line == 3 && projector->text_scale == 1.4f);
    assert_true(contrast(projector->dim, projector->panel) > contrast(light->dim, light->panel));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_text), cmocka_unit_test(test_meanings),
                                       cmocka_unit_test(test_quiet_lines), cmocka_unit_test(test_rows_are_full),
                                       cmocka_unit_test(test_promises)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

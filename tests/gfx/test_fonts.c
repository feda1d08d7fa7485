/* The chain of fonts, without any OpenGL: every sign of the interface is there, widths add up and scale,
 * pictures keep their ink at every phase, and ATTNLAB_FONT is obeyed. */
#include "gfx/fonts.h"
#include "gfx/utf8.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const char SIGNS[] = "Az09 注意力汇聚查询键值 αᵢ ŷ √d qᵀk ½ ² Σ ≈ ‖ → ▶ ◀ · − … ∞ σ φ β";

static Fonts *open_fonts(void) {
    char error[256] = "";
    Fonts *fonts = fonts_create(error, sizeof error);
    if (!fonts)
        fail_msg("%s", error);
    return fonts;
}

static long ink(const GlyphImage *image) {
    long sum = 0;
    for (int i = 0; i < image->width * image->height; i++)
        sum += image->pixels[i];
    return sum;
}

static void test_every_sign_has_a_glyph(void **state) {
    (void)state;
    Fonts *fonts = open_fonts();
    const char *text = SIGNS;
    for (uint32_t c; (c = utf8_next(&text));) {
        if (!fonts_has(fonts, c))
            fail_msg("no font has U+%04X", (unsigned)c);
        for (Font font = 0; font < FONT_COUNT; font++) {
            GlyphImage image;
            assert_true(fonts_advance(fonts, font, c) > 0);
            assert_true(fonts_raster(fonts, font, c, 13, 0, &image));
            assert_true((ink(&image) > 100) == (c != ' '));
            free(image.pixels);
        }
    }
    assert_false(fonts_has(fonts, 0x10FFFF));
    fonts_destroy(fonts);
}

static void test_widths(void **state) {
    (void)state;
    Fonts *fonts = open_fonts();
    TextMetrics m = fonts_metrics(fonts);
    assert_true(m.width(m.owner, "", FONT_REGULAR, 13) == 0);
    assert_true(m.width(m.owner, "\n\t\x01", FONT_REGULAR, 13) == 0);
    float a = m.width(m.owner, "Ab注", FONT_REGULAR, 14), b = m.width(m.owner, "αᵢ.", FONT_REGULAR, 14);
    assert_true(fabsf(m.width(m.owner, "Ab注αᵢ.", FONT_REGULAR, 14) - a - b) < 0.01f);
    assert_true(fabsf(m.width(m.owner, "Ab注", FONT_REGULAR, 28) - 2 * a) < 0.01f);
    assert_true(m.width(m.owner, "attention", FONT_BOLD, 14) > m.width(m.owner, "attention", FONT_REGULAR, 14));
    assert_true(fabsf(m.width(m.owner, "注", FONT_REGULAR, 20) - 20) < 0.5f); /* a Chinese sign fills its em */
    float digit = m.width(m.owner, "0", FONT_REGULAR, 20);
    assert_true(digit > 8 && digit < 16);
    for (Font font = 0; font < FONT_COUNT; font++) /* changing numbers do not jitter */
        assert_true(m.width(m.owner, "-11.71", font, 13) == m.width(m.owner, "-84.06", font, 13));
    fonts_destroy(fonts);
}

/* Moving a glyph by quarters of a pixel to the right moves its centre by as much, and keeps its ink. */
static void test_phases(void **state) {
    (void)state;
    Fonts *fonts = open_fonts();
    const uint32_t glyphs[] = {'i', 'g', 'W', 0x6CE8, 0x3B1};
    for (size_t g = 0; g < sizeof glyphs / sizeof *glyphs; g++) {
        double first_ink = 0, first_centre = 0;
        for (int phase = 0; phase < FONTS_PHASES; phase++) {
            GlyphImage image;
            double sum = 0, moment = 0;
            assert_true(fonts_raster(fonts, FONT_REGULAR, glyphs[g], 13, phase, &image));
            for (int y = 0; y < image.height; y++)
                for (int x = 0; x < image.width; x++) {
                    sum += image.pixels[y * image.width + x];
                    moment += image.pixels[y * image.width + x] * (image.left + x + 0.5);
                }
            free(image.pixels);
            if (phase == 0) {
                first_ink = sum;
                first_centre = moment / sum;
            }
            assert_true(fabs(sum / first_ink - 1) < 0.01);
            assert_true(fabs(moment / sum - first_centre - phase / (double)FONTS_PHASES) < 0.1);
        }
    }
    fonts_destroy(fonts);
}

static void test_sizes_are_halves(void **state) {
    (void)state;
    assert_true(fonts_size(13.2f) == 13 && fonts_size(13.3f) == 13.5f && fonts_size(12.75f) == 13);
    assert_true(fonts_size(0.1f) == 1 && fonts_size(1e9f) == FONTS_LARGEST && fonts_size(NAN) >= 1);
}

/* Ink between `top` rows above the baseline and `bottom` below it, with a pixel to spare. */
static void test_one_baseline(void **state) {
    (void)state;
    Fonts *fonts = open_fonts();
    const uint32_t standing[] = {'x', 'H', 0x3B1, 0x221A, '1'};
    for (size_t i = 0; i < sizeof standing / sizeof *standing; i++) {
        GlyphImage image;
        assert_true(fonts_raster(fonts, FONT_REGULAR, standing[i], 24, 0, &image));
        int below = image.height - image.top;
        assert_true(below >= -1 && below <= 2);
        assert_true(image.top >= 11 && image.top <= 25);
        free(image.pixels);
    }
    fonts_destroy(fonts);
}

static void test_named_files_win(void **state) {
    (void)state;
    char error[256] = "", latin[512], list[1200];
    Fonts *fonts = open_fonts();
    snprintf(latin, sizeof latin, "%s", fonts_path(fonts, 0));
    fonts_destroy(fonts);
    snprintf(list, sizeof list, "/no/such/file.ttf:%s#0", latin);
    setenv("ATTNLAB_FONT", list, 1);
    fonts = open_fonts();
    assert_string_equal(fonts_path(fonts, 0), latin);
    assert_null(fonts_path(fonts, 1));
    assert_false(fonts_has(fonts, 0x6CE8));
    assert_true(fonts_width(fonts, "注", FONT_BOLD, 13) >= 0); /* a replacement or nothing, never a crash */
    fonts_destroy(fonts);
    setenv("ATTNLAB_FONT", "/no/such/file.ttf", 1);
    assert_null(fonts_create(error, sizeof error));
    assert_non_null(strstr(error, "Latin"));
    assert_non_null(strstr(error, "ATTNLAB_FONT"));
    unsetenv("ATTNLAB_FONT");
    fonts_destroy(NULL);
}

static GlyphImage raster_with(const char *list) {
    GlyphImage image = {0};
    if (list)
        setenv("ATTNLAB_FONT", list, 1);
    Fonts *fonts = open_fonts();
    assert_true(fonts_raster(fonts, FONT_REGULAR, 0x76F4, 40, 0, &image));
    fonts_destroy(fonts);
    unsetenv("ATTNLAB_FONT");
    return image;
}

static bool same_image(const GlyphImage *a, const GlyphImage *b) {
    return a->width == b->width && a->height == b->height &&
           memcmp(a->pixels, b->pixels, (size_t)a->width * (size_t)a->height) == 0;
}

/* Noto's collection begins with the Japanese face; simplified Chinese, index 2, writes U+76F4 differently. */
static void test_chinese_is_simplified(void **state) {
    (void)state;
    char japanese[1200] = "", chinese[1200] = "";
    Fonts *fonts = open_fonts();
    for (size_t i = 0; fonts_path(fonts, i); i++)
        if (strstr(fonts_path(fonts, i), "NotoSansCJK-Regular.ttc")) {
            snprintf(japanese, sizeof japanese, "%s:%s#0", fonts_path(fonts, 0), fonts_path(fonts, i));
            snprintf(chinese, sizeof chinese, "%s:%s#2", fonts_path(fonts, 0), fonts_path(fonts, i));
        }
    fonts_destroy(fonts);
    if (!*chinese)
        skip();
    GlyphImage found = raster_with(NULL), right = raster_with(chinese), wrong = raster_with(japanese);
    assert_true(same_image(&found, &right));
    assert_false(same_image(&found, &wrong));
    free(found.pixels);
    free(right.pixels);
    free(wrong.pixels);
}

int main(void) {
    unsetenv("ATTNLAB_FONT");
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_sign_has_a_glyph),
                                       cmocka_unit_test(test_widths),
                                       cmocka_unit_test(test_phases),
                                       cmocka_unit_test(test_sizes_are_halves),
                                       cmocka_unit_test(test_one_baseline),
                                       cmocka_unit_test(test_named_files_win),
                                       cmocka_unit_test(test_chinese_is_simplified)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

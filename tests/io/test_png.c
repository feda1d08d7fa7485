/* PNG: the file is taken apart here, chunk by chunk and pixel by pixel, not by the code that wrote it. */
#include "io/png.h"

#include "scratch.h"

#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t be32(const unsigned char *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* Data of the first chunk of this type; its size in *size; NULL when there is none. */
static const unsigned char *chunk(const char *bytes, size_t total, const char *type, size_t *size) {
    const unsigned char *at = (const unsigned char *)bytes + 8, *end = (const unsigned char *)bytes + total;
    for (; at + 12 <= end; at += be32(at) + 12)
        if (memcmp(at + 4, type, 4) == 0) {
            *size = be32(at);
            return at + 8;
        }
    return NULL;
}

static void paint(unsigned char *rgba, int width, int height) {
    for (int i = 0; i < width * height * 4; i++)
        rgba[i] = (unsigned char)(i * 31 + i / 7);
}

static char *save_and_slurp(Scratch *scratch, int width, int height, double dpi, const PngText *texts, size_t count,
                            size_t *size) {
    unsigned char *rgba = malloc((size_t)(width * height * 4));
    char error[512] = "";
    paint(rgba, width, height);
    const char *path = scratch_path(scratch, "p.png");
    if (!png_save(path, rgba, width, height, dpi, texts, count, error, sizeof error))
        fail_msg("%s", error);
    free(rgba);
    return scratch_slurp(path, size);
}

/* Odd widths, one pixel, alpha of every value: read back by libpng's simple reader. */
static void test_pixels_come_back(void **state) {
    static const int SIZES[][2] = {{1, 1}, {3, 2}, {1, 50}, {127, 65}, {256, 256}};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        int width = SIZES[i][0], height = SIZES[i][1];
        size_t size;
        char *bytes = save_and_slurp(*state, width, height, 0, NULL, 0, &size);
        png_image image = {.version = PNG_IMAGE_VERSION};
        assert_true(png_image_begin_read_from_memory(&image, bytes, size));
        assert_int_equal(image.width, width);
        assert_int_equal(image.height, height);
        image.format = PNG_FORMAT_RGBA;
        unsigned char *read = malloc(PNG_IMAGE_SIZE(image)), *expected = malloc((size_t)(width * height * 4));
        assert_true(png_image_finish_read(&image, NULL, read, 0, NULL));
        paint(expected, width, height);
        assert_memory_equal(read, expected, (size_t)(width * height * 4));
        free(read);
        free(expected);
        free(bytes);
    }
}

static void test_chunks(void **state) {
    size_t size, length = 0;
    const PngText texts[] = {{"Software", "attnlab"}, {"Title", "注意力汇聚"}};
    char *bytes = save_and_slurp(*state, 20, 10, 300, texts, 2, &size);
    const unsigned char *density = chunk(bytes, size, "pHYs", &length);
    assert_non_null(density);
    assert_int_equal(be32(density), 11811); /* 300 / 0.0254 */
    assert_int_equal(be32(density + 4), 11811);
    assert_int_equal(density[8], 1);
    const unsigned char *srgb = chunk(bytes, size, "sRGB", &length);
    assert_non_null(srgb);
    assert_int_equal(srgb[0], 0);
    const unsigned char *header = chunk(bytes, size, "IHDR", &length);
    assert_memory_equal(header + 8, "\x08\x06\0\0\0", 5); /* 8 bits, RGBA, not interlaced */
    assert_null(chunk(bytes, size, "tIME", &length));
    free(bytes);
    bytes = save_and_slurp(*state, 20, 10, 0, NULL, 0, &size);
    assert_null(chunk(bytes, size, "pHYs", &length));
    free(bytes);
}

static void test_same_picture_same_bytes(void **state) {
    size_t first_size, second_size;
    const PngText text = {"Title", "t"};
    char *first = save_and_slurp(*state, 64, 64, 96, &text, 1, &first_size);
    char *second = save_and_slurp(*state, 64, 64, 96, &text, 1, &second_size);
    assert_int_equal(first_size, second_size);
    assert_memory_equal(first, second, first_size);
    free(first);
    free(second);
}

static void test_texts_come_back(void **state) {
    enum { LONG = 200000 };
    char *scene = malloc(LONG + 1), error[512];
    for (int i = 0; i < LONG; i++)
        scene[i] = (char)(32 + ((unsigned)i * (unsigned)i / 13 + (unsigned)i) % 90);
    scene[LONG] = '\0';
    const PngText texts[] = {{"Title", "注意力 \xf0\x9f\x99\x82\nσ"}, {"Empty", ""}, {"attnlab scene", scene}};
    size_t size;
    char *bytes = save_and_slurp(*state, 3, 3, 72, texts, 3, &size);
    for (size_t i = 0; i < 3; i++) {
        char *text = png_find_text("p.png", bytes, size, texts[i].key, error, sizeof error);
        assert_non_null(text);
        assert_string_equal(text, texts[i].text);
        free(text);
    }
    assert_true(size < LONG); /* the long one is compressed */
    assert_null(png_find_text("p.png", bytes, size, "Other", error, sizeof error));
    assert_string_equal(error, "p.png: this picture holds no 'Other'");
    free(bytes);
    free(scene);
}

/* Every truncation and many flipped bits: an answer, no crash. */
static void test_damaged_files(void **state) {
    size_t size;
    const PngText text = {"attnlab scene", "{\"version\": 1}"};
    char *bytes = save_and_slurp(*state, 5, 5, 72, &text, 1, &size), error[512];
    assert_true(png_is_png(bytes, size));
    assert_false(png_is_png(bytes, 7));
    assert_false(png_is_png("1,2\n3,4\n", 8));
    for (size_t cut = 0; cut < size; cut++) {
        char *part = malloc(cut ? cut : 1);
        memcpy(part, bytes, cut);
        char *found = png_find_text("p", part, cut, text.key, error, sizeof error);
        free(found);
        if (cut < 60)
            assert_null(found);
        free(part);
    }
    for (size_t i = 0; i < size * 8; i++) {
        bytes[i / 8] ^= (char)(1 << i % 8);
        free(png_find_text("p", bytes, size, text.key, error, sizeof error));
        bytes[i / 8] ^= (char)(1 << i % 8);
    }
    free(bytes);
}

static void test_failures_are_told(void **state) {
    Scratch *scratch = *state;
    unsigned char *rgba = calloc(1, 400 * 400 * 4);
    char error[512];
    for (int i = 0; i < 400 * 400 * 4; i++)
        rgba[i] = (unsigned char)((unsigned)i * (unsigned)i >> 5);
    assert_false(png_save("/dev/full", rgba, 400, 400, 72, NULL, 0, error, sizeof error));
    assert_string_equal(error, "cannot save /dev/full: No space left on device");
    assert_false(png_save("/dev/full", rgba, 1, 1, 72, NULL, 0, error, sizeof error));
    assert_string_equal(error, "cannot save /dev/full: No space left on device");
    assert_false(png_save(scratch_path(scratch, "z.png"), rgba, 0, 4, 72, NULL, 0, error, sizeof error));
    assert_non_null(strstr(error, "0 x 4 pixels; each side may have 1 to 32768"));
    assert_false(png_save(scratch_path(scratch, "z.png"), rgba, 4, 40000, 72, NULL, 0, error, sizeof error));
    assert_int_equal(scratch_count(scratch), 0);
    free(rgba);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_pixels_come_back, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_chunks, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_same_picture_same_bytes, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_texts_come_back, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_damaged_files, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_failures_are_told, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

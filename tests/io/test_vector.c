/* SVG and PDF: the same bytes each time, well formed, with words that other programs find, alignment, clips,
 * dashes, gaps in heatmaps, refusals; and the picture, drawn by librsvg and poppler, is the renderer's. */
#include "io/vector.h"

#include "draw/theme.h"
#include "io/png.h"
#include "scratch.h"
#include "stage.h"
#include "textbook.h"
#include "tool.h"

#include <math.h>
#include <png.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const Color INK = 0x202020FF, BLUE = 0x0072B2FF, PAPER = 0xFFFFFFFF;

/* Everything a list can hold. */
static void draw_sampler(DrawList *list) {
    drawlist_init(list);
    drawlist_clear(list, PAPER);
    drawlist_rect(list, (Rect){10, 10, 100, 60}, 8, 0xF0E8D0FF, INK, 2);
    drawlist_rect(list, (Rect){120, 10, 100, 60}, 0, 0x0072B280, 0xD55E0080, 10);
    drawlist_circle(list, (Vec2){270, 40}, 25, 0x008A64FF, INK, 3);
    drawlist_circle(list, (Vec2){330, 40}, 25, 0, 0xA8397AFF, 1);
    drawlist_segment(list, (Vec2){10.5f, 90}, (Vec2){390.5f, 90}, 1, INK);
    drawlist_line(list, (Vec2[]){{10, 100}, {200, 130}, {390, 100}}, 3, 3, BLUE, 9, 5);
    drawlist_line(list, (Vec2[]){{10, 120}, {50, 140}, {NAN, 0}, {90, 140}, {130, 120}}, 5, 2, INK, 0, 0);
    drawlist_polygon(list, (Vec2[]){{200, 140}, {240, 140}, {220, 170}}, 3, 0xD55E00C0);
    drawlist_clip(list, (Rect){250, 140, 40, 40});
    drawlist_circle(list, (Vec2){270, 160}, 24, BLUE, 0, 0);
    drawlist_unclip(list);
    drawlist_text(list, (Vec2){200, 200}, ALIGN_LEFT, FONT_REGULAR, 14, INK, "left <&> \"quotes\"");
    drawlist_text(list, (Vec2){200, 220}, ALIGN_CENTRE, FONT_BOLD, 14, INK, "centre of it");
    drawlist_text(list, (Vec2){200, 240}, ALIGN_RIGHT, FONT_REGULAR, 14, INK, "right end");
    drawlist_text(list, (Vec2){200, 260}, ALIGN_CENTRE, FONT_REGULAR, 14, 0x0072B2FF, "注意力权重 α(x, xᵢ) = ŷ √2");
    drawlist_text_upright(list, (Vec2){30, 260}, ALIGN_CENTRE, FONT_REGULAR, 14, INK, "upwards 向上");
    float *cells = drawlist_heatmap(list, (Rect){300, 120, 90, 60}, 2, 3, COLORMAP_VIRIDIS);
    memcpy(cells, (float[]){0, 0.5f, 1, NAN, NAN, 0.25f}, 6 * sizeof *cells);
}

static char *save_and_slurp(const char *path, const DrawList *list, size_t *size) {
    char error[300] = "";
    if (!vector_save(path, list, 400, 280, "A sampler & more", error, sizeof error))
        fail_msg("%s", error);
    return scratch_slurp(path, size);
}

static void test_the_same_bytes_each_time(void **state) {
    Scratch *scratch = *state;
    static const char *const NAMES[] = {"a.svg", "a.pdf"};
    DrawList list;
    draw_sampler(&list);
    for (int i = 0; i < 2; i++) {
        size_t first_size, again_size;
        char *first = save_and_slurp(scratch_path(scratch, NAMES[i]), &list, &first_size);
        char *again = save_and_slurp(scratch_path(scratch, NAMES[i]), &list, &again_size);
        assert_int_equal(first_size, again_size);
        assert_memory_equal(first, again, first_size);
        assert_true(first_size > 500);
        free(first);
        free(again);
    }
    drawlist_free(&list);
}

static bool is_there(const char *text, const char *part) { return strstr(text, part) != NULL; }

static void test_svg_says_what_was_drawn(void **state) {
    Scratch *scratch = *state;
    static const char *const PARTS[] = {
        "<title>A sampler &amp; more</title>",
        ">left &lt;&amp;&gt; \"quotes\"</text>",
        " text-anchor=\"middle\"",
        " text-anchor=\"end\"",
        " font-weight=\"bold\"",
        " xml:lang=\"zh-CN\">注意力权重 α(x, xᵢ) = ŷ √2</text>",
        " transform=\"rotate(-90 30 260)\"",
        "<rect x=\"11\" y=\"11\" width=\"98\" height=\"58\" rx=\"7\" fill=\"#f0e8d0\" stroke=\"#202020\" "
        "stroke-width=\"2\"/>",
        "<rect x=\"130\" y=\"20\" width=\"80\" height=\"40\" fill=\"#0072b2\" fill-opacity=\"0.502\"/>",
        "<rect x=\"125\" y=\"15\" width=\"90\" height=\"50\" fill=\"none\" stroke=\"#d55e00\" stroke-opacity=\"0.502\"",
        "<path d=\"M10.5 90 390.5 90\" fill=\"none\" stroke-linejoin=\"round\" stroke=\"#202020\" stroke-width=\"1\"/>",
        " stroke-dasharray=\"9 5\"",
        "<path d=\"M10 120 50 140\"",
        "<path d=\"M90 140 130 120\"",
        "<clipPath id=\"c1\"><rect x=\"250\" y=\"140\" width=\"40\" height=\"40\"/></clipPath>\n<g "
        "clip-path=\"url(#c1)\">",
        "<path fill=\"url(#hatch)\" d=\"M300 150h60v30h-60z\"/>",
    };
    DrawList list;
    size_t size;
    draw_sampler(&list);
    char *text = save_and_slurp(scratch_path(scratch, "a.svg"), &list, &size);
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (!is_there(text, PARTS[i]))
            fail_msg("missing: %s", PARTS[i]);
    free(text);
    drawlist_free(&list);
}

/* A second parser agrees that it is XML, even with everything in it that XML does not like. */
static void test_svg_is_xml(void **state) {
    Scratch *scratch = *state;
    DrawList list;
    char *output;
    drawlist_init(&list);
    drawlist_clear(&list, PAPER);
    static const char *const TEXTS[] = {
        "]]> -- <!-- & &amp; ' \"", "\x01\x1f\x7f\t\n", "\xff\xfe bad \xed\xa0\x80", "\xef\xbf\xbe\xef\xbf\xbf", "",
        "\xc2\x85 next line",       "𝔘 beyond"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        drawlist_text(&list, (Vec2){10, 20}, ALIGN_LEFT, FONT_REGULAR, 14, INK, TEXTS[i]);
    drawlist_rect(&list, (Rect){NAN, 0, 10, 10}, 0, INK, INK, 1);
    drawlist_rect(&list, (Rect){0, 0, -10, 10}, 0, INK, INK, 1);
    drawlist_circle(&list, (Vec2){1e30f, -1e30f}, INFINITY, INK, INK, 1);
    drawlist_polygon(&list, (Vec2[]){{0, 0}, {NAN, 1}, {2, 2}}, 3, INK);
    drawlist_heatmap(&list, (Rect){0, 0, 10, 10}, 0, 0, 0);
    drawlist_clip(&list, (Rect){-50, -50, 10, 10}); /* all of it outside */
    drawlist_text(&list, (Vec2){10, 20}, ALIGN_LEFT, FONT_REGULAR, 14, INK, "hidden");
    free(save_and_slurp(scratch_path(scratch, "x.svg"), &list, &(size_t){0}));
    assert_int_equal(tool_run((const char *[]){"xmllint", "--noout", scratch->path, NULL}, &output), 0);
    assert_string_equal(output, "");
    free(output);
    size_t size;
    char *text = scratch_slurp(scratch->path, &size);
    assert_false(is_there(text, "hidden"));
    assert_false(is_there(text, "nan"));
    free(text);
    free(save_and_slurp(scratch_path(scratch, "x.pdf"), &list, &(size_t){0}));
    assert_int_equal(tool_run((const char *[]){"pdftotext", scratch->path, "-", NULL}, &output), 0);
    assert_false(is_there(output, "hidden"));
    free(output);
    drawlist_free(&list);
}

static void test_pdf_has_words_and_fonts(void **state) {
    Scratch *scratch = *state;
    DrawList list;
    char *output;
    draw_sampler(&list);
    free(save_and_slurp(scratch_path(scratch, "a.pdf"), &list, &(size_t){0}));
    assert_int_equal(tool_run((const char *[]){"pdftotext", "-layout", scratch->path, "-", NULL}, &output), 0);
    static const char *const WORDS[] = {"left <&> \"quotes\"", "centre of it", "right end", "注意力权重", "√2"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (!is_there(output, WORDS[i]))
            fail_msg("pdftotext does not find '%s' in:\n%s", WORDS[i], output);
    free(output);
    assert_int_equal(tool_run((const char *[]){"pdffonts", scratch->path, NULL}, &output), 0);
    char *line = strtok(output, "\n");
    int fonts = 0;
    for (int i = 0; line; line = strtok(NULL, "\n"), i++) {
        if (i < 2)
            continue; /* the table's head */
        fonts++;
        /* name, type, encoding, then emb sub uni */
        assert_true(is_there(line, " yes yes yes "));
    }
    assert_true(fonts >= 2);
    free(output);
    assert_int_equal(tool_run((const char *[]){"pdfinfo", scratch->path, NULL}, &output), 0);
    assert_true(is_there(output, "A sampler & more"));
    assert_true(is_there(output, "Page size:       300 x 210 pts"));
    assert_false(is_there(output, "CreationDate"));
    free(output);
    drawlist_free(&list);
}

typedef struct Picture {
    int width, height;
    unsigned char *rgb;
} Picture;

static Picture load_picture(const char *path) {
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_file(&image, path));
    image.format = PNG_FORMAT_RGB;
    Picture picture = {(int)image.width, (int)image.height, malloc(PNG_IMAGE_SIZE(image))};
    assert_true(png_image_finish_read(&image, NULL, picture.rgb, 0, NULL));
    return picture;
}

static void rasterize_svg(Scratch *scratch, char png[600]) {
    char *output;
    snprintf(png, 600, "%s.png", scratch->path);
    assert_int_equal(tool_run((const char *[]){"rsvg-convert", "-o", png, scratch->path, NULL}, &output), 0);
    free(output);
}

static void rasterize_pdf(Scratch *scratch, char png[600]) {
    char *output, stem[560];
    snprintf(stem, sizeof stem, "%s", scratch->path);
    snprintf(png, 600, "%s.png", stem);
    assert_int_equal(
        tool_run((const char *[]){"pdftoppm", "-png", "-singlefile", "-r", "96", scratch->path, stem, NULL}, &output),
        0);
    free(output);
}

static const struct {
    const char *name;
    void (*rasterize)(Scratch *scratch, char png[600]);
} FORMATS[] = {{"a.svg", rasterize_svg}, {"a.pdf", rasterize_pdf}};

static const unsigned char *pixel(const Picture *p, int x, int y) { return p->rgb + 3 * (y * p->width + x); }

static bool near_color(const Picture *p, int x, int y, Color color, int tolerance) {
    for (int i = 0; i < 3; i++)
        if (abs(pixel(p, x, y)[i] - (int)(color >> (24 - 8 * i) & 0xFF)) > tolerance)
            return false;
    return true;
}

/* First and last column (or row) with ink in a part of the picture. */
static void ink_range(const Picture *p, Rect part, bool rows, int *first, int *last) {
    *first = *last = -1;
    for (int y = (int)part.y; y < (int)(part.y + part.h); y++)
        for (int x = (int)part.x; x < (int)(part.x + part.w); x++)
            if (!near_color(p, x, y, PAPER, 60)) {
                int at = rows ? y : x;
                *last = *first < 0 || at > *last ? at : *last;
                *first = *first < 0 || at < *first ? at : *first;
            }
}

/* Where things are, in both formats: cells to the pixel, anchors to a pixel or two. */
static void test_things_are_in_their_place(void **state) {
    Scratch *scratch = *state;
    DrawList list;
    draw_sampler(&list);
    for (int f = 0; f < 2; f++) {
        char png[600];
        int first, last;
        free(save_and_slurp(scratch_path(scratch, FORMATS[f].name), &list, &(size_t){0}));
        FORMATS[f].rasterize(scratch, png);
        Picture p = load_picture(png);
        assert_int_equal(p.width, 400);
        assert_int_equal(p.height, 280);
        for (int i = 0; i < 3; i++) /* two pixels from the edges of a cell, in its colour */
            for (int dx = 2; dx < 30; dx += 25)
                assert_true(near_color(&p, 300 + 30 * i + dx, 122, colormap_at(COLORMAP_VIRIDIS, i / 2.0), 3));
        assert_true(near_color(&p, 362, 152, colormap_at(COLORMAP_VIRIDIS, 0.25), 3));
        int dark = 0, pale = 0;
        for (int x = 302; x < 358; x++)
            near_color(&p, x, 165, 0xF2F2F2FF, 8) ? pale++ : (dark += !near_color(&p, x, 165, PAPER, 60));
        assert_true(dark >= 6 && pale >= 16);                                                 /* hatched */
        assert_true(near_color(&p, 270, 160, BLUE, 3) && near_color(&p, 252, 142, PAPER, 3)); /* a clipped circle */
        assert_true(near_color(&p, 248, 160, PAPER, 3) && near_color(&p, 292, 160, PAPER, 3));
        assert_true(near_color(&p, 60, 11, INK, 8) && near_color(&p, 60, 14, 0xF0E8D0FF, 3)); /* stroke inside */
        assert_false(near_color(&p, 121, 11, PAPER, 40));                                     /* a sharp corner */
        assert_true(near_color(&p, 60, 8, PAPER, 3) && near_color(&p, 10, 10, PAPER, 40));
        ink_range(&p, (Rect){150, 188, 240, 17}, false, &first, &last);
        assert_in_range(first, 199, 203);
        ink_range(&p, (Rect){100, 208, 200, 17}, false, &first, &last);
        assert_in_range((first + last + 1) / 2, 198, 202);
        ink_range(&p, (Rect){60, 228, 240, 17}, false, &first, &last);
        assert_in_range(last, 196, 200);
        ink_range(&p, (Rect){15, 190, 25, 90}, true, &first, &last);
        assert_true(first > 195 && first < 230 && last < 280); /* turned, on both sides of its anchor if it had room */
        free(p.rgb);
    }
    drawlist_free(&list);
}

/* Mean difference per channel over blocks of 8 x 8 pixels, so that antialiasing and hinting count little; and the
 * share of blocks that differ clearly. */
static void compare(const Picture *a, const unsigned char *rgba, double *mean, double *share) {
    enum { BLOCK = 8 };
    double total = 0;
    int blocks = 0, bad = 0;
    for (int by = 0; by + BLOCK <= a->height; by += BLOCK)
        for (int bx = 0; bx + BLOCK <= a->width; bx += BLOCK, blocks++) {
            double worst = 0;
            for (int c = 0; c < 3; c++) {
                int sum = 0;
                for (int i = 0; i < BLOCK * BLOCK; i++) {
                    int at = (by + i / BLOCK) * a->width + bx + i % BLOCK;
                    sum += a->rgb[3 * at + c] - rgba[4 * at + c];
                }
                worst = fmax(worst, abs(sum) / (double)(BLOCK * BLOCK));
            }
            total += worst;
            bad += worst > 24;
        }
    *mean = total / blocks;
    *share = (double)bad / blocks;
}

static void test_it_is_the_renderers_picture(void **state) {
    Scratch *scratch = *state;
    enum { W = 1440, H = 900 };
    TestStage stage;
    DrawList list;
    if (!stage_open(&stage, false))
        exit(STAGE_SKIP);
    for (int theme = 0; theme < THEME_COUNT; theme++) {
        drawlist_init(&list);
        TextMetrics metrics = renderer_metrics(stage.renderer);
        textbook_draw(&list, &THEMES[theme], &metrics, W, H, 2.3);
        unsigned char *rgba = stage_render(&stage, &list, W, H, false);
        for (int f = 0; f < 2; f++) {
            char png[600], error[300] = "";
            double mean, share;
            if (!vector_save(scratch_path(scratch, FORMATS[f].name), &list, W, H, NULL, error, sizeof error))
                fail_msg("%s", error);
            FORMATS[f].rasterize(scratch, png);
            Picture p = load_picture(png);
            assert_int_equal(p.width, W);
            assert_int_equal(p.height, H);
            compare(&p, rgba, &mean, &share);
            print_message("%s, %s: blocks differ by %.2f of 255 on average, %.2f%% clearly\n", FORMATS[f].name,
                          THEMES[theme].id, mean, 100 * share);
            assert_true(mean < 1.5 && share < 0.01);
            memset(p.rgb + 3 * W * 300, 255 * (theme == THEME_DARK), 3 * W * 100); /* the comparison can fail */
            compare(&p, rgba, &mean, &share);
            assert_true(share > 0.01);
            free(p.rgb);
        }
        free(rgba);
        drawlist_free(&list);
    }
    stage_close(&stage);
}

static void test_refusals(void **state) {
    Scratch *scratch = *state;
    DrawList list;
    char error[300];
    draw_sampler(&list);
    assert_true(vector_knows("a/b.SVG") && vector_knows("x.pdf"));
    assert_false(vector_knows("a.png") || vector_knows("svg") || vector_knows("a.pdf/b"));
    assert_false(vector_save(scratch_path(scratch, "a.png"), &list, 10, 10, "", error, sizeof error));
    assert_non_null(strstr(error, "must end in .svg or .pdf"));
    static const double SIDES[] = {0, -1, 0.5, 16001, NAN, INFINITY};
    for (size_t i = 0; i < sizeof SIDES / sizeof *SIDES; i++) {
        assert_false(vector_save(scratch_path(scratch, "a.svg"), &list, SIDES[i], 10, "", error, sizeof error));
        assert_false(vector_save(scratch_path(scratch, "a.pdf"), &list, 10, SIDES[i], "", error, sizeof error));
        assert_non_null(strstr(error, "each side must have 1 to 16000 pixels"));
    }
    assert_int_equal(scratch_count(scratch), 0);
    static const char *const NOWHERE[] = {"no/folder/a.svg", "no/folder/a.pdf"};
    for (int i = 0; i < 2; i++) {
        assert_false(vector_save(scratch_path(scratch, NOWHERE[i]), &list, 10, 10, "", error, sizeof error));
        assert_non_null(strstr(error, "No such file or directory"));
    }
    drawlist_free(&list);
}

/* A full device: a link to it whose name has the right ending. */
static void test_a_full_disk(void **state) {
    Scratch *scratch = *state;
    static const char *const NAMES[] = {"full.svg", "full.pdf"};
    DrawList list;
    char error[300];
    draw_sampler(&list);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(symlink("/dev/full", scratch_path(scratch, NAMES[i])), 0);
        assert_false(vector_save(scratch->path, &list, 400, 280, "", error, sizeof error));
        if (!is_there(error, "No space left on device"))
            fail_msg("%s", error);
    }
    drawlist_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_the_same_bytes_each_time, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_svg_says_what_was_drawn, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_svg_is_xml, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_pdf_has_words_and_fonts, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_things_are_in_their_place, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_it_is_the_renderers_picture, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_refusals, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_a_full_disk, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

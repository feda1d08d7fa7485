/* A canvas that paints only what changed must show what painting everything shows. Colours may differ by a step or two:
 * drivers in software round differently where a part of the picture holds nothing but rectangles. */
#include "core/rng.h"
#include "gfx/canvas.h"
#include "gfx/target.h"
#include "pixels.h"
#include "stage.h"
#include "textbook.h"

#include <epoxy/gl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { WIDTH = 800, HEIGHT = 600, TOLERANCE = 3 };

typedef struct Bench {
    TestStage stage;
    DrawList list;
    GLuint window; /* a framebuffer that stands for it */
    Canvas *canvas;
    int width, height; /* of what it shows; 0: unknown */
    int shows;
} Bench;

static void open_window(Bench *b) {
    glGenFramebuffers(1, &b->window);
    glBindFramebuffer(GL_FRAMEBUFFER, b->window);
    unsigned texture = gl_make_texture();
    gl_store(renderer_info(b->stage.renderer), WIDTH, HEIGHT, NULL);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
    assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
}

static Bench *fresh(void **state) {
    Bench *b = *state;
    canvas_destroy(b->canvas);
    b->canvas = canvas_create(b->stage.renderer, b->stage.fonts);
    b->width = b->height = 0;
    drawlist_clear(&b->list, 0xFFFFFFFF);
    return b;
}

/* What the window shows, from the top. */
static Picture look(int width, int height) {
    Picture p = {width, height, malloc(4 * (size_t)width * (size_t)height)};
    unsigned char *row = malloc(4 * (size_t)width);
    size_t pitch = 4 * (size_t)width;
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, p.rgba);
    for (int y = 0; y < height / 2; y++) {
        unsigned char *a = p.rgba + pitch * (size_t)y, *z = p.rgba + pitch * (size_t)(height - 1 - y);
        memcpy(row, a, pitch);
        memcpy(a, z, pitch);
        memcpy(z, row, pitch);
    }
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++)
        p.rgba[4 * i + 3] = 255;
    free(row);
    return p;
}

/* Mostly the window keeps what it showed; every third time it has lost it. */
static void check_shows(Bench *b, int width, int height, const char *what) {
    bool keeps = width == b->width && height == b->height && ++b->shows % 3;
    if (!keeps) {
        glClearColor(1, 0, 1, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    b->width = width;
    b->height = height;
    assert_true(canvas_show(b->canvas, &b->list, width, height, keeps));
    Picture seen = look(width, height);
    Picture whole = {width, height, stage_render(&b->stage, &b->list, width, height, false)};
    size_t wrong = pictures_differ(&seen, &whole, TOLERANCE);
    if (wrong)
        fail_msg("%s: %zu pixels are not what painting everything makes them", what, wrong);
    free(seen.rgba);
    free(whole.rgba);
}

static void draw_textbook(Bench *b, const Theme *theme, double query) {
    TextMetrics metrics = renderer_metrics(b->stage.renderer);
    textbook_draw(&b->list, theme, &metrics, WIDTH, HEIGHT, query);
}

static void test_a_moving_query(void **state) {
    Bench *b = fresh(state);
    draw_textbook(b, &THEMES[0], 1);
    check_shows(b, WIDTH, HEIGHT, "first frame");
    assert_int_equal(canvas_painted(b->canvas), WIDTH * HEIGHT);
    for (int i = 1; i < 12; i++) {
        draw_textbook(b, &THEMES[0], 1 + 0.07 * i);
        check_shows(b, WIDTH, HEIGHT, "moved query");
        assert_in_range(canvas_painted(b->canvas), 1, WIDTH * HEIGHT * 9 / 10);
    }
}

/* The same on the framebuffer that a window has, which is copied to in another way. */
static void test_the_default_framebuffer(void **state) {
    Bench *b = fresh(state);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    for (int i = 0; i < 4; i++) {
        draw_textbook(b, &THEMES[i % 2], 1 + 0.2 * i);
        check_shows(b, WIDTH - 13 * (i / 2), HEIGHT - 7 * (i / 2), "default framebuffer");
    }
    glBindFramebuffer(GL_FRAMEBUFFER, b->window);
}

static void test_nothing_new_paints_nothing(void **state) {
    Bench *b = fresh(state);
    draw_textbook(b, &THEMES[0], 1);
    check_shows(b, WIDTH, HEIGHT, "first frame");
    draw_textbook(b, &THEMES[0], 1);
    check_shows(b, WIDTH, HEIGHT, "same again");
    assert_int_equal(canvas_painted(b->canvas), 0);
}

static void test_a_small_change_paints_little(void **state) {
    Bench *b = fresh(state);
    draw_textbook(b, &THEMES[0], 1);
    check_shows(b, WIDTH, HEIGHT, "first frame");
    drawlist_circle(&b->list, (Vec2){400, 300}, 5, 0xFF0000FF, 0, 0);
    check_shows(b, WIDTH, HEIGHT, "one circle more");
    assert_in_range(canvas_painted(b->canvas), 100, 4 * 32 * 32);
}

static void test_another_size_or_ground(void **state) {
    Bench *b = fresh(state);
    draw_textbook(b, &THEMES[0], 1);
    check_shows(b, WIDTH, HEIGHT, "first frame");
    check_shows(b, WIDTH - 133, HEIGHT - 77, "smaller");
    check_shows(b, WIDTH, HEIGHT, "larger");
    draw_textbook(b, &THEMES[1], 1);
    check_shows(b, WIDTH, HEIGHT, "other theme");
    b->list.background = 0x123456FF;
    check_shows(b, WIDTH, HEIGHT, "other background");
    assert_true(canvas_show(b->canvas, &b->list, 0, 10, false));
}

static float between(Rng *rng, double low, double high) { return (float)(low + (high - low) * rng_uniform(rng)); }

static Vec2 somewhere(Rng *rng) { return (Vec2){between(rng, -60, WIDTH + 60), between(rng, -60, HEIGHT + 60)}; }

static Color some_color(Rng *rng) {
    return (Color)(rng_uniform(rng) * 4294967295.0) | (rng_uniform(rng) < 0.5 ? 0xFF : 0);
}

static void add_line(DrawList *list, Rng *rng) {
    Vec2 points[40];
    size_t count = 2 + (size_t)(rng_uniform(rng) * 38);
    points[0] = somewhere(rng);
    for (size_t i = 1; i < count; i++)
        points[i] = (Vec2){points[i - 1].x + between(rng, -40, 60), points[i - 1].y + between(rng, -60, 60)};
    if (rng_uniform(rng) < 0.2)
        points[count / 2].x = NAN;
    bool dashed = rng_uniform(rng) < 0.3;
    drawlist_line(list, points, count, between(rng, 0.3, 9), some_color(rng), dashed ? 9 : 0, dashed ? 5 : 0);
}

static void add_cells(DrawList *list, Rng *rng) {
    Vec2 at = somewhere(rng);
    float *cells = drawlist_heatmap(list, (Rect){at.x, at.y, between(rng, 5, 300), between(rng, 5, 200)}, 9, 7, 0);
    for (int i = 0; i < 63; i++)
        cells[i] = rng_uniform(rng) < 0.1 ? NAN : (float)rng_uniform(rng);
}

static void add_something(DrawList *list, Rng *rng) {
    static const char *const TEXTS[] = {"n_eff 12.5", "注意力", "gjpqy|ÅÄ", ""};
    Vec2 at = somewhere(rng), whole = {floorf(at.x), floorf(at.y)};
    Color color = some_color(rng);
    switch ((int)(rng_uniform(rng) * 9)) {
    case 0:
        drawlist_rect(list, (Rect){whole.x, whole.y, 90, 40}, 0, color, 0, 0);
        break;
    case 1:
        drawlist_rect(list, (Rect){at.x, at.y, between(rng, 0, 200), between(rng, 0, 90)}, 6, color, 0x000000FF, 2);
        break;
    case 2:
        drawlist_circle(list, at, between(rng, 0, 30), color, 0x000000FF, 1.5f);
        break;
    case 3:
    case 4:
        add_line(list, rng);
        break;
    case 5:
        drawlist_polygon(list, (Vec2[]){at, {at.x + 60, at.y + 5}, {at.x + 20, at.y + 70}}, 3, color);
        break;
    case 6:
        drawlist_text(list, at, (Align)(rng_uniform(rng) * 3), FONT_BOLD, between(rng, 8, 40), color,
                      TEXTS[(int)(rng_uniform(rng) * 4)]);
        break;
    case 7:
        drawlist_text_upright(list, at, ALIGN_CENTRE, FONT_REGULAR, 15, color, TEXTS[(int)(rng_uniform(rng) * 4)]);
        break;
    default:
        if (rng_uniform(rng) < 0.5)
            add_cells(list, rng);
        else if (rng_uniform(rng) < 0.5)
            drawlist_clip(list, (Rect){at.x, at.y, 400, 300});
        else
            drawlist_unclip(list);
    }
}

/* Forty commands, each from a seed of its own; from frame to frame a few seeds change. */
static void test_random_pictures(void **state) {
    enum { COMMANDS = 40, FRAMES = 60 };
    Bench *b = fresh(state);
    Rng rng = rng_seed(7);
    uint64_t seed[COMMANDS];
    for (int i = 0; i < COMMANDS; i++)
        seed[i] = (uint64_t)i;
    for (int frame = 0; frame < FRAMES; frame++) {
        char what[32];
        snprintf(what, sizeof what, "random frame %d", frame);
        seed[(int)(rng_uniform(&rng) * COMMANDS)] = (uint64_t)(1000 + frame);
        seed[(int)(rng_uniform(&rng) * COMMANDS)] += frame % 3 ? 0 : 5000;
        drawlist_clear(&b->list, 0xF4F5F7FF);
        for (int i = 0; i < COMMANDS; i++) {
            Rng own = rng_seed(seed[i]);
            add_something(&b->list, &own);
        }
        check_shows(b, WIDTH, HEIGHT, what);
    }
}

int main(int argc, char **argv) {
    Bench bench = {0};
    if (!stage_open(&bench.stage, argc > 1 && strcmp(argv[1], "es") == 0))
        return STAGE_SKIP;
    drawlist_init(&bench.list);
    open_window(&bench);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_a_moving_query, &bench),
        cmocka_unit_test_prestate(test_the_default_framebuffer, &bench),
        cmocka_unit_test_prestate(test_nothing_new_paints_nothing, &bench),
        cmocka_unit_test_prestate(test_a_small_change_paints_little, &bench),
        cmocka_unit_test_prestate(test_another_size_or_ground, &bench),
        cmocka_unit_test_prestate(test_random_pictures, &bench),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    canvas_destroy(bench.canvas);
    drawlist_free(&bench.list);
    stage_close(&bench.stage);
    return failed;
}

/* Pixels of every kind of command, against geometry sampled 256 times a pixel; order, clip, tiles, transparency
 * and texts. The comparer itself is proved able to reject. */
#include "gfx/heatmap.h"
#include "gfx/target.h"
#include "gfx/utf8.h"
#include "pixels.h"
#include "stage.h"
#include "textbook.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const Color WHITE = 0xFFFFFFFF, BLACK = 0x000000FF, RED = 0xFF0000FF, BLUE = 0x0000FFFF;

/* The list that a test fills, and the stage that draws it. */
typedef struct Bench {
    TestStage stage;
    DrawList list;
} Bench;

static Bench *bench_of(void **state) {
    Bench *b = *state;
    drawlist_clear(&b->list, WHITE);
    return b;
}

static Picture shoot(Bench *b, int width, int height) {
    return (Picture){width, height, stage_render(&b->stage, &b->list, width, height, false)};
}

static void check_pixel(const Picture *p, int x, int y, Color expected, int tolerance) {
    if (color_distance(pixel(p, x, y), expected) > tolerance)
        fail_msg("pixel %d, %d is %08x, expected %08x", x, y, (unsigned)pixel(p, x, y), (unsigned)expected);
}

/* Every pixel's coverage is that of the shape within `tolerance`. */
static void check_shape(const Picture *p, bool (*inside)(const void *, double, double), const void *shape,
                        double tolerance) {
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++) {
            double expected = sampled(inside, shape, x, y);
            if (fabs(coverage(p, x, y) - expected) > tolerance)
                fail_msg("pixel %d, %d is covered by %.3f, expected %.3f", x, y, coverage(p, x, y), expected);
        }
}

static void test_plain_rect_is_exact(void **state) {
    Bench *b = bench_of(state);
    drawlist_rect(&b->list, (Rect){3, 2, 5, 4}, 0, RED, 0, 0);
    Picture p = shoot(b, 13, 7);
    for (int y = 0; y < 7; y++)
        for (int x = 0; x < 13; x++)
            check_pixel(&p, x, y, x >= 3 && x < 8 && y >= 2 && y < 6 ? RED : WHITE, 0);
    free(p.rgba);
}

typedef struct Round {
    double x, y, w, h, r, stroke;
} Round;

static bool in_round(double x, double y, double left, double top, double w, double h, double r) {
    if (x < left || y < top || x > left + w || y > top + h)
        return false;
    double dx = fmax(fmax(left + r - x, x - (left + w - r)), 0), dy = fmax(fmax(top + r - y, y - (top + h - r)), 0);
    return dx * dx + dy * dy <= r * r;
}

static bool in_filled(const void *shape, double x, double y) {
    const Round *s = shape;
    return in_round(x, y, s->x, s->y, s->w, s->h, s->r);
}

static bool in_stroke(const void *shape, double x, double y) {
    const Round *s = shape;
    double w = s->stroke;
    return in_filled(s, x, y) && !in_round(x, y, s->x + w, s->y + w, s->w - 2 * w, s->h - 2 * w, fmax(s->r - w, 0));
}

/* Small ones in one piece, large ones cut in five. */
static const Round ROUNDS[] = {
    {3, 4, 20, 12, 0, 1},  {3.5, 4.25, 20, 12, 5, 2}, {2, 2, 90, 70, 6, 1},       {2.3, 2.7, 90.4, 70.2, 12, 3},
    {5, 5, 60, 60, 30, 2}, {4, 4, 80, 10, 5, 1.5},    {10.5, 3, 0.5, 40, 0, 0.1}, {2, 2, 95, 75, 0, 1.5},
};

static void test_rounded_rects(void **state) {
    for (size_t i = 0; i < sizeof ROUNDS / sizeof *ROUNDS; i++) {
        const Round *s = &ROUNDS[i];
        Rect area = {(float)s->x, (float)s->y, (float)s->w, (float)s->h};
        Bench *b = bench_of(state);
        drawlist_rect(&b->list, area, (float)s->r, BLACK, 0, 0);
        Picture p = shoot(b, 101, 81);
        check_shape(&p, in_filled, s, 0.13);
        free(p.rgba);
        b = bench_of(state);
        drawlist_rect(&b->list, area, (float)s->r, 0, BLACK, (float)s->stroke);
        p = shoot(b, 101, 81);
        check_shape(&p, in_stroke, s, s->w < 1 ? 0.6 : 0.26);
        free(p.rgba);
    }
}

static void test_stroke_and_fill_leave_no_gap(void **state) {
    Bench *b = bench_of(state);
    drawlist_rect(&b->list, (Rect){2, 2, 60, 50}, 8, BLACK, BLACK, 3);
    Picture p = shoot(b, 64, 54);
    Round whole = {2, 2, 60, 50, 8, 0};
    check_shape(&p, in_filled, &whole, 0.13);
    free(p.rgba);
}

static void test_circles(void **state) {
    const float radii[] = {0.4f, 1, 3.3f, 7.5f, 40};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        double r = radii[i];
        Round s = {50.3 - r, 50.6 - r, 2 * r, 2 * r, r, 0};
        Bench *b = bench_of(state);
        drawlist_circle(&b->list, (Vec2){50.3f, 50.6f}, radii[i], BLACK, 0, 0);
        Picture p = shoot(b, 101, 101);
        if (r >= 1)
            check_shape(&p, in_filled, &s, 0.16);
        assert_true(fabs(total_coverage(&p) / (M_PI * r * r) - 1) < (r < 1 ? 0.8 : r < 2 ? 0.1 : 0.02));
        free(p.rgba);
    }
}

typedef struct Bar {
    double x0, y0, x1, y1, half;
} Bar;

static bool in_bar(const void *shape, double x, double y) {
    const Bar *s = shape;
    double dx = s->x1 - s->x0, dy = s->y1 - s->y0, length = hypot(dx, dy);
    double along = ((x - s->x0) * dx + (y - s->y0) * dy) / length;
    double across = ((x - s->x0) * dy - (y - s->y0) * dx) / length;
    return along >= 0 && along <= length && fabs(across) <= s->half;
}

static void test_segments(void **state) {
    static const Bar BARS[] = {{5, 5.5, 60, 5.5, 0.5}, {5.5, 5, 5.5, 60, 0.5},      {5, 5, 60, 50, 1},
                               {60, 10, 5, 30, 2.5},   {10.2, 60.7, 50.9, 8, 1.25}, {5, 30, 60, 31, 0.75}};
    for (size_t i = 0; i < sizeof BARS / sizeof *BARS; i++) {
        const Bar *s = &BARS[i];
        Bench *b = bench_of(state);
        drawlist_segment(&b->list, (Vec2){(float)s->x0, (float)s->y0}, (Vec2){(float)s->x1, (float)s->y1},
                         (float)(2 * s->half), BLACK);
        Picture p = shoot(b, 67, 69);
        check_shape(&p, in_bar, s, 0.21);
        double area = 2 * s->half * hypot(s->x1 - s->x0, s->y1 - s->y0);
        assert_true(fabs(total_coverage(&p) / area - 1) < 0.02);
        free(p.rgba);
    }
    Bench *b = bench_of(state); /* thinner than a pixel: fainter */
    drawlist_segment(&b->list, (Vec2){5, 7}, (Vec2){55, 30}, 0.4f, BLACK);
    Picture p = shoot(b, 67, 69);
    assert_true(fabs(total_coverage(&p) / (0.4 * hypot(50, 23)) - 1) < 0.03);
    free(p.rgba);
}

static void test_grid_lines_are_crisp(void **state) {
    Bench *b = bench_of(state);
    drawlist_segment(&b->list, (Vec2){2, 3.5f}, (Vec2){9, 3.5f}, 1, BLACK);
    Picture p = shoot(b, 11, 7);
    for (int y = 0; y < 7; y++)
        for (int x = 0; x < 11; x++)
            check_pixel(&p, x, y, y == 3 && x >= 2 && x < 9 ? BLACK : WHITE, 0);
    free(p.rgba);
}

/* A translucent curve is nowhere darker than one coat, and nowhere torn: its area is length times width. */
static void test_translucent_joins(void **state) {
    Bench *b = bench_of(state);
    Vec2 arc[60];
    for (int i = 0; i < 60; i++)
        arc[i] = (Vec2){100 + 80 * cosf((float)i * 0.1f), 100 + 80 * sinf((float)i * 0.1f)};
    drawlist_line(&b->list, arc, 60, 7, 0x00000080, 0, 0);
    drawlist_line(&b->list, (Vec2[]){{70, 70}, {100, 70}, {120, 95}}, 3, 9, 0x00000080, 0, 0);
    Picture p = shoot(b, 201, 203);
    for (int y = 0; y < p.height; y++)
        for (int x = 0; x < p.width; x++)
            assert_true(coverage(&p, x, y) < 0.51);
    double area = 7 * 80 * 5.9 + 9 * (30 + hypot(20, 25));
    assert_true(fabs(total_coverage(&p) * 255 / 128 / area - 1) < 0.015);
    free(p.rgba);
}

/* A right angle and a hairpin have round corners, a point on a straight line changes nothing. */
static void test_joins(void **state) {
    Bench *b = bench_of(state);
    drawlist_line(&b->list, (Vec2[]){{10, 50}, {50, 50}, {50, 10}}, 3, 20, BLACK, 0, 0);
    Picture p = shoot(b, 70, 70);
    assert_true(coverage(&p, 55, 55) > 0.95 && coverage(&p, 45, 45) > 0.99);
    assert_true(coverage(&p, 58, 58) < 0.05); /* a mitre would be here */
    free(p.rgba);
    b = bench_of(state);
    drawlist_line(&b->list, (Vec2[]){{10, 30}, {50, 30}, {10.5f, 31}}, 3, 10, BLACK, 0, 0);
    p = shoot(b, 70, 70);
    assert_true(coverage(&p, 53, 30) > 0.95 && coverage(&p, 57, 30) < 0.05);
    free(p.rgba);
    b = bench_of(state);
    drawlist_line(&b->list, (Vec2[]){{3, 4}, {20, 12.5f}, {20, 12.5f}, {37, 21}, {63, 34}}, 5, 3, BLACK, 0, 0);
    p = shoot(b, 70, 70);
    b = bench_of(state);
    drawlist_line(&b->list, (Vec2[]){{3, 4}, {63, 34}}, 2, 3, BLACK, 0, 0);
    Picture straight = shoot(b, 70, 70);
    assert_int_equal(pictures_differ(&p, &straight, 1), 0);
    free(p.rgba);
    free(straight.rgba);
}

/* Leaving out points that the eye cannot see: a curve of many points is where its points are. */
static void test_dense_curve(void **state) {
    enum { N = 20000 };
    static Vec2 points[N];
    Bench *b = bench_of(state);
    for (int i = 0; i < N; i++)
        points[i] = (Vec2){(float)i * 400 / N, 100 + 80 * sinf((float)i * 12 / N)};
    drawlist_line(&b->list, points, N, 3, BLACK, 0, 0);
    Picture p = shoot(b, 400, 200);
    double length = 0;
    for (int i = 1; i < N; i++)
        length += hypot((double)points[i].x - points[i - 1].x, (double)points[i].y - points[i - 1].y);
    assert_true(fabs(total_coverage(&p) / (3 * length) - 1) < 0.01);
    for (int i = 40; i < N - 40; i += 37)
        assert_true(coverage(&p, (int)points[i].x, (int)points[i].y) > 0.95);
    free(p.rgba);
}

static void test_dashes(void **state) {
    Bench *b = bench_of(state);
    drawlist_line(&b->list, (Vec2[]){{1, 2.5f}, {11, 2.5f}, {31, 2.5f}}, 3, 1, BLACK, 4, 3);
    Picture p = shoot(b, 33, 5);
    for (int x = 0; x < 33; x++)
        check_pixel(&p, x, 2, x >= 1 && x < 31 && (x - 1) % 7 < 4 ? BLACK : WHITE, 3);
    free(p.rgba);
}

static void test_broken_and_degenerate_lines(void **state) {
    Bench *b = bench_of(state);
    drawlist_line(&b->list, (Vec2[]){{2, 5}, {2, 5}, {2, 5}}, 3, 1, BLACK, 0, 0);
    drawlist_line(&b->list, (Vec2[]){{0, NAN}, {NAN, 0}}, 2, 1, BLACK, 0, 0);
    drawlist_line(&b->list, (Vec2[]){{1, 3}, {9, 3}}, 2, 0, BLACK, 0, 0);
    drawlist_rect(&b->list, (Rect){2, 2, 0, 5}, 1, BLACK, BLACK, 1);
    drawlist_rect(&b->list, (Rect){2, 2, -4, 5}, 1, BLACK, BLACK, 1);
    drawlist_circle(&b->list, (Vec2){5, 5}, 0, BLACK, BLACK, 1);
    drawlist_polygon(&b->list, (Vec2[]){{1, 1}, {5, 5}, {9, 9}}, 3, BLACK);
    drawlist_heatmap(&b->list, (Rect){0, 0, 9, 9}, 0, 5, 0);
    Picture p = shoot(b, 12, 12);
    assert_true(total_coverage(&p) == 0);
    free(p.rgba);
    b = bench_of(state);
    drawlist_line(&b->list, (Vec2[]){{1, 2.5f}, {5, 2.5f}, {NAN, NAN}, {8, 2.5f}, {10, 2.5f}}, 5, 1, BLACK, 0, 0);
    p = shoot(b, 12, 5);
    assert_true(coverage(&p, 3, 2) > 0.99 && coverage(&p, 6, 2) < 0.01 && coverage(&p, 9, 2) > 0.99);
    free(p.rgba);
    b = bench_of(state); /* far out of the picture, as when zoomed in */
    drawlist_line(&b->list, (Vec2[]){{-3e6f, 5.5f}, {3e6f, 5.5f}, {3e6f, 9e6f}}, 3, 1, BLACK, 0, 0);
    p = shoot(b, 12, 12);
    assert_true(coverage(&p, 0, 5) > 0.9 && coverage(&p, 11, 5) > 0.9);
    free(p.rgba);
}

typedef struct Corners {
    Vec2 p[4];
    int count;
} Corners;

static bool in_corners(const void *shape, double x, double y) {
    const Corners *s = shape;
    int left = 0, right = 0;
    for (int i = 0; i < s->count; i++) {
        Vec2 a = s->p[i], c = s->p[(i + 1) % s->count];
        double side = (c.x - a.x) * (y - a.y) - (c.y - a.y) * (x - a.x);
        left += side > 0;
        right += side < 0;
    }
    return left == 0 || right == 0;
}

static void test_polygons(void **state) {
    const Corners shapes[] = {{{{5, 5}, {50, 12}, {20, 44}}, 3}, {{{8, 40}, {30.5f, 6}, {55, 20}, {33, 50}}, 4}};
    for (size_t i = 0; i < 2; i++) {
        const Corners *s = &shapes[i];
        Vec2 turned[4];
        for (int k = 0; k < s->count; k++)
            turned[k] = s->p[s->count - 1 - k];
        Bench *b = bench_of(state);
        drawlist_polygon(&b->list, s->p, (size_t)s->count, BLACK);
        Picture p = shoot(b, 61, 55);
        check_shape(&p, in_corners, s, 0.25);
        b = bench_of(state);
        drawlist_polygon(&b->list, turned, (size_t)s->count, BLACK);
        Picture q = shoot(b, 61, 55);
        assert_int_equal(pictures_differ(&p, &q, 2), 0);
        free(p.rgba);
        free(q.rgba);
    }
}

/* Translucent pieces that meet on a pixel's edge show no seam. */
static void test_bands_have_no_seams(void **state) {
    Bench *b = bench_of(state);
    for (int i = 0; i < 4; i++) {
        float x0 = 5 + 7 * (float)i, x1 = x0 + 7;
        drawlist_polygon(&b->list, (Vec2[]){{x0, 10 + (float)i}, {x1, 11 + (float)i}, {x1, 40}, {x0, 40}}, 4,
                         0x00000080);
    }
    Picture p = shoot(b, 40, 45);
    for (int y = 16; y < 39; y++)
        for (int x = 5; x < 33; x++)
            check_pixel(&p, x, y, 0x7F7F7FFF, 2);
    check_pixel(&p, 4, 20, WHITE, 0);
    check_pixel(&p, 33, 20, WHITE, 0);
    free(p.rgba);
}

static void test_heatmap_cells_are_exact(void **state) {
    const Rect areas[] = {{2, 3, 35, 24}, {0, 0, 7, 4}, {1, 1, 5, 3}};
    for (int map = 0; map < COLORMAP_COUNT; map++)
        for (size_t i = 0; i < sizeof areas / sizeof *areas; i++) {
            Rect area = areas[i];
            Bench *b = bench_of(state);
            float *cells = drawlist_heatmap(&b->list, area, 4, 7, map);
            for (int c = 0; c < 28; c++)
                cells[c] = (float)((c * 11) % 28) / 27 * 1.2f - 0.1f; /* some outside [0, 1] */
            Picture p = shoot(b, 41, 29);
            for (int y = 0; y < 29; y++)
                for (int x = 0; x < 41; x++) {
                    int row = (int)floor((y + 0.5 - area.y) * 4 / area.h);
                    int column = (int)floor((x + 0.5 - area.x) * 7 / area.w);
                    bool on = row >= 0 && row < 4 && column >= 0 && column < 7;
                    check_pixel(&p, x, y, on ? colormap_at(map, b->list.cells[row * 7 + column]) : WHITE, 0);
                }
            free(p.rgba);
        }
}

static void test_cells_without_value_are_hatched(void **state) {
    Bench *b = bench_of(state);
    float *cells = drawlist_heatmap(&b->list, (Rect){0, 0, 60, 30}, 1, 2, COLORMAP_VIRIDIS);
    cells[0] = NAN;
    cells[1] = 1;
    Picture p = shoot(b, 60, 30);
    int light = 0, dark = 0;
    for (int y = 0; y < 30; y++)
        for (int x = 0; x < 30; x++) {
            Color c = pixel(&p, x, y);
            assert_true((c >> 24) == ((c >> 16) & 0xFF));                                             /* grey */
            assert_int_equal(c, pixel(&p, x > 0 && y < 29 ? x - 1 : x, x > 0 && y < 29 ? y + 1 : y)); /* diagonal */
            light += (c >> 24) > 230;
            dark += (c >> 24) < 190;
        }
    assert_true(light > 200 && dark > 200);
    check_pixel(&p, 45, 15, 0xFDE725FF, 0);
    free(p.rgba);
}

/* Grids too large for one texture are drawn in blocks that meet exactly. */
static void test_heatmap_blocks(void **state) {
    enum { ROWS = 100, COLUMNS = 200, EDGE = 64 };
    Bench *b = bench_of(state);
    static float cells[ROWS * COLUMNS];
    GlInfo info = *renderer_info(b->stage.renderer);
    info.max_texture = EDGE;
    Heatmaps *maps = heatmaps_create(&info);
    Batches batches = {0};
    DrawCmd cmd = {.kind = DRAW_HEATMAP, .rect = {0, 0, 400, 300}, .rows = ROWS, .columns = COLUMNS};
    for (int i = 0; i < ROWS * COLUMNS; i++)
        cells[i] = (float)i / (ROWS * COLUMNS);
    batches_begin(&batches, (Rect){0, 0, 400, 300});
    assert_true(heatmaps_paint(maps, &batches, &cmd, cells));
    double area = 0;
    size_t quads = 0;
    for (size_t i = 0; i < batches.count; i++) {
        const PlainVertex *quad = (const PlainVertex *)(const void *)batches.all[i].bytes;
        for (size_t k = 0; k < batches.all[i].quads; k++, quad += 4, quads++) {
            assert_true(fmodf(quad[0].x, 2 * EDGE) == 0 && fmodf(quad[0].y, 3 * EDGE) == 0);
            area += (double)(quad[2].x - quad[0].x) * (double)(quad[2].y - quad[0].y);
        }
    }
    assert_int_equal(quads, 4 * 2);
    assert_true(fabs(area - 400 * 300) < 1e-3);
    batches_free(&batches);
    heatmaps_destroy(maps);
}

static void test_clip(void **state) {
    Bench *b = bench_of(state);
    drawlist_clip(&b->list, (Rect){10, 5, 20, 12});
    drawlist_rect(&b->list, (Rect){0, 0, 50, 40}, 0, RED, 0, 0);
    drawlist_circle(&b->list, (Vec2){30, 17}, 6, BLUE, 0, 0);
    drawlist_text(&b->list, (Vec2){0, 16}, ALIGN_LEFT, FONT_BOLD, 30, BLACK, "MMMMMMMM");
    drawlist_clip(&b->list, (Rect){45, 30, 0, 0});
    drawlist_rect(&b->list, (Rect){0, 0, 50, 40}, 0, BLACK, 0, 0);
    drawlist_unclip(&b->list);
    drawlist_rect(&b->list, (Rect){40, 30, 3, 3}, 0, BLUE, 0, 0);
    Picture p = shoot(b, 50, 40);
    for (int y = 0; y < 40; y++)
        for (int x = 0; x < 50; x++) {
            bool in = x >= 10 && x < 30 && y >= 5 && y < 17, late = x >= 40 && x < 43 && y >= 30 && y < 33;
            if (!in)
                check_pixel(&p, x, y, late ? BLUE : WHITE, 0);
            else
                assert_true(pixel(&p, x, y) != WHITE);
        }
    check_pixel(&p, 10, 5, RED, 255);
    free(p.rgba);
}

/* Painting order survives the sorting into batches: many overlapping squares of all programs. */
static void test_order_is_kept(void **state) {
    Bench *b = bench_of(state);
    uint32_t seed = 3;
    enum { COUNT = 400 };
    Rect areas[COUNT];
    Color colors[COUNT];
    for (int i = 0; i < COUNT; i++) {
        seed = seed * 1664525u + 1013904223u;
        float x = (float)(seed >> 8 & 63), y = (float)(seed >> 16 & 31);
        areas[i] = (Rect){x, y, 12, 10};
        colors[i] = (seed & 0xFFFFFF00u) | 0xFF;
        Vec2 middle = rect_centre(areas[i]);
        switch (i % 4) {
        case 0:
            drawlist_rect(&b->list, areas[i], 0, colors[i], 0, 0);
            break;
        case 1:
            drawlist_rect(&b->list, areas[i], 0, colors[i], colors[i], 1);
            break;
        case 2:
            drawlist_segment(&b->list, (Vec2){x, middle.y}, (Vec2){x + 12, middle.y}, 10, colors[i]);
            break;
        case 3:
            drawlist_polygon(&b->list, (Vec2[]){{x, y}, {x + 12, y}, {x + 12, y + 10}, {x, y + 10}}, 4, colors[i]);
        }
    }
    Picture p = shoot(b, 80, 48);
    for (int y = 0; y < 48; y++)
        for (int x = 0; x < 80; x++) {
            Color top = WHITE;
            for (int i = 0; i < COUNT; i++)
                top = rect_has(areas[i], x, y) ? colors[i] : top;
            check_pixel(&p, x, y, top, 2);
        }
    assert_true(renderer_draw_calls(b->stage.renderer) < COUNT);
    free(p.rgba);
}

static void test_blending(void **state) {
    Bench *b = bench_of(state);
    drawlist_rect(&b->list, (Rect){0, 0, 10, 10}, 0, 0xFF000080, 0, 0);
    drawlist_rect(&b->list, (Rect){0, 0, 5, 10}, 0, 0x0000FF40, 0, 0);
    Picture p = shoot(b, 10, 10);
    check_pixel(&p, 7, 5, 0xFF7F7FFF, 1);
    check_pixel(&p, 2, 5, 0xBF5F9FFF, 2);
    free(p.rgba);
}

static void test_transparent_pictures(void **state) {
    Bench *b = bench_of(state);
    drawlist_clear(&b->list, 0);
    drawlist_rect(&b->list, (Rect){2, 0, 4, 4}, 0, 0x3366CC80, 0, 0);
    drawlist_rect(&b->list, (Rect){6, 0, 4, 4}, 0, RED, 0, 0);
    Picture p = {10, 4, stage_render(&b->stage, &b->list, 10, 4, true)};
    assert_int_equal(pixel(&p, 0, 0) & 0xFF, 0);
    check_pixel(&p, 3, 1, 0x3366CC80, 2);
    check_pixel(&p, 7, 1, RED, 0);
    free(p.rgba);
    p = shoot(b, 10, 4);
    for (int x = 0; x < 10; x++)
        assert_int_equal(pixel(&p, x, 2) & 0xFF, 0xFF);
    free(p.rgba);
}

static void draw_textbook(Bench *b, float width, float height, double query) {
    TextMetrics metrics = renderer_metrics(b->stage.renderer);
    textbook_draw(&b->list, &THEMES[THEME_LIGHT], &metrics, width, height, query);
}

static void test_same_list_same_bytes(void **state) {
    Bench *b = bench_of(state);
    draw_textbook(b, 1281, 803, 2.3);
    Picture p = shoot(b, 1281, 803), q = shoot(b, 1281, 803);
    assert_memory_equal(p.rgba, q.rgba, 4 * 1281 * 803);
    free(p.rgba);
    free(q.rgba);
}

static void test_tiles_show_no_seam(void **state) {
    Bench *b = bench_of(state);
    char error[256];
    draw_textbook(b, 1001, 707, 2.3);
    Picture p = shoot(b, 1001, 707), q = {1001, 707, malloc(4 * 1001 * 707)};
    assert_true(target_render(b->stage.renderer, &b->list, 1001, 707, 150, false, q.rgba, error, sizeof error));
    assert_int_equal(pictures_differ(&p, &q, 2), 0);
    free(p.rgba);
    free(q.rgba);
}

static void test_comparer_rejects(void **state) {
    Bench *b = bench_of(state);
    draw_textbook(b, 900, 700, 2.3);
    Picture p = shoot(b, 900, 700);
    draw_textbook(b, 900, 700, 2.31);
    Picture moved = shoot(b, 900, 700);
    assert_true(pictures_differ(&p, &moved, 8) > 100);
    Picture other = {700, 900, p.rgba};
    assert_true(pictures_differ(&p, &other, 8) > 100);
    p.rgba[4 * 12345] ^= 0x40;
    Picture again = shoot(b, 900, 700);
    assert_int_equal(pictures_differ(&moved, &again, 0), 0);
    again.rgba[4 * 12345] ^= 0x40;
    assert_int_equal(pictures_differ(&moved, &again, 8), 1);
    free(p.rgba);
    free(moved.rgba);
    free(again.rgba);
}

/* The ink's box: left, top, right, bottom; empty if right <= left. */
static void find_ink(const Picture *p, int *box) {
    box[0] = p->width, box[1] = p->height, box[2] = box[3] = 0;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            if (coverage(p, x, y) > 0.04) {
                box[0] = x < box[0] ? x : box[0];
                box[1] = y < box[1] ? y : box[1];
                box[2] = x + 1 > box[2] ? x + 1 : box[2];
                box[3] = y + 1 > box[3] ? y + 1 : box[3];
            }
}

static void test_text_is_as_wide_as_measured(void **state) {
    static const char *const TEXTS[] = {"H", "Attention pooling", "注意力汇聚", "|f(x) = Σ αᵢyᵢ|", "0.27"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
        for (float size = 11; size < 31; size += 6.5f) {
            int box[3][4];
            float width = 0;
            for (Align align = ALIGN_LEFT; align <= ALIGN_RIGHT; align++) {
                Bench *b = bench_of(state);
                TextMetrics m = renderer_metrics(b->stage.renderer);
                width = m.width(m.owner, TEXTS[i], FONT_REGULAR, size);
                drawlist_text(&b->list, (Vec2){400, 60}, align, FONT_REGULAR, size, BLACK, TEXTS[i]);
                Picture p = shoot(b, 801, 101);
                find_ink(&p, box[align]);
                free(p.rgba);
            }
            float spare = 0.15f * size + 1.5f; /* bearings */
            assert_true(fabsf((float)box[ALIGN_LEFT][0] - 400) < spare);
            assert_true(fabsf((float)box[ALIGN_LEFT][2] - 400 - width) < spare);
            assert_true(fabsf((float)box[ALIGN_RIGHT][2] - 400) < spare);
            assert_true(fabsf((float)(box[ALIGN_CENTRE][0] + box[ALIGN_CENTRE][2]) / 2 - 400) < spare);
            assert_true(box[0][1] > 60 - 1.1f * size && box[0][3] < 62 + 0.35f * size);
        }
}

static void test_every_glyph_leaves_ink(void **state) {
    const char *text = "注意力αᵢŷ√dqᵀk½²ΣAz—";
    for (uint32_t c; *text;) {
        const char *from = text;
        char glyph[8] = "";
        c = utf8_next(&text);
        memcpy(glyph, from, (size_t)(text - from));
        Bench *b = bench_of(state);
        assert_true(fonts_has(b->stage.fonts, c));
        drawlist_text(&b->list, (Vec2){10, 30}, ALIGN_LEFT, FONT_REGULAR, 24, BLACK, glyph);
        Picture p = shoot(b, 50, 44);
        double ink = total_coverage(&p);
        assert_true(ink > 5 && ink < 24 * 24);
        free(p.rgba);
    }
}

static void test_no_ink(void **state) {
    static const char *const BLANK[] = {"", " ", "\n", "\t\x01\x7F", "\xEF\xBB\xBF", "\xE2\x80\x8B"};
    Bench *b = bench_of(state);
    for (size_t i = 0; i < sizeof BLANK / sizeof *BLANK; i++)
        drawlist_text(&b->list, (Vec2){20, 20}, ALIGN_LEFT, FONT_REGULAR, 16, BLACK, BLANK[i]);
    drawlist_text(&b->list, (Vec2){20, 20}, ALIGN_LEFT, FONT_REGULAR, 16, 0x00000000, "clear");
    drawlist_text(&b->list, (Vec2){20, 20}, ALIGN_LEFT, FONT_REGULAR, 0, BLACK, "no size");
    drawlist_text(&b->list, (Vec2){NAN, 20}, ALIGN_LEFT, FONT_REGULAR, 16, BLACK, "nowhere");
    drawlist_text(&b->list, (Vec2){20, 500}, ALIGN_LEFT, FONT_REGULAR, 16, BLACK, "below");
    drawlist_text(&b->list, (Vec2){500, 20}, ALIGN_LEFT, FONT_REGULAR, 16, BLACK, "beyond");
    Picture p = shoot(b, 60, 30);
    assert_true(total_coverage(&p) == 0);
    free(p.rgba);
}

static void test_bad_and_long_texts(void **state) {
    enum { LONG = 2000000 };
    char *text = malloc(LONG + 1);
    memset(text, 'm', LONG);
    text[LONG] = '\0';
    for (Align align = ALIGN_LEFT; align <= ALIGN_RIGHT; align++) {
        Bench *b = bench_of(state);
        drawlist_text(&b->list, (Vec2){30, 20}, align, FONT_REGULAR, 16, BLACK, text);
        drawlist_text(&b->list, (Vec2){30, 50}, align, FONT_REGULAR, 16, BLACK, "\xC3\x28 \xFF\xE6\xB3");
        Picture p = shoot(b, 60, 60);
        assert_true(coverage(&p, 0, 0) == 0 && total_coverage(&p) > 100);
        free(p.rgba);
    }
    free(text);
}

/* Upright is level turned left by a quarter, byte for byte. */
static void test_upright_text(void **state) {
    Bench *b = bench_of(state);
    drawlist_text(&b->list, (Vec2){8.25f, 40}, ALIGN_LEFT, FONT_REGULAR, 17, BLACK, "queries → gj 查询");
    Picture level = shoot(b, 200, 60);
    b = bench_of(state);
    drawlist_text_upright(&b->list, (Vec2){40, 200 - 8.25f}, ALIGN_LEFT, FONT_REGULAR, 17, BLACK, "queries → gj 查询");
    Picture upright = shoot(b, 60, 200);
    assert_true(total_coverage(&level) > 200);
    for (int y = 0; y < 60; y++)
        for (int x = 0; x < 200; x++)
            assert_int_equal(pixel(&level, x, y), pixel(&upright, y, 199 - x));
    free(level.rgba);
    free(upright.rgba);
}

static size_t put_utf8(char *out, uint32_t c) {
    out[0] = (char)(0xE0 | c >> 12);
    out[1] = (char)(0x80 | (c >> 6 & 0x3F));
    out[2] = (char)(0x80 | (c & 0x3F));
    out[3] = '\0';
    return 3;
}

/* More large glyphs than the atlas has room for, in one picture: first and last look as if drawn alone. */
static void test_full_atlas(void **state) {
    enum { COUNT = 900, ACROSS = 30, STEP = 60 };
    Bench *b = bench_of(state);
    char glyph[4];
    if (!fonts_has(b->stage.fonts, 0x4E00))
        skip();
    for (int i = 0; i < COUNT; i++) {
        put_utf8(glyph, 0x4E00 + (uint32_t)i);
        drawlist_text(&b->list, (Vec2){(float)(i % ACROSS) * STEP, (float)(i / ACROSS + 1) * STEP}, ALIGN_LEFT,
                      FONT_REGULAR, 110, i == 0 || i == COUNT - 1 ? RED : 0x0000FF10, glyph);
    }
    Picture many = shoot(b, ACROSS * STEP, ACROSS * STEP);
    for (int pick = 0; pick < COUNT; pick += COUNT - 1) {
        b = bench_of(state);
        put_utf8(glyph, 0x4E00 + (uint32_t)pick);
        drawlist_text(&b->list, (Vec2){(float)(pick % ACROSS) * STEP, (float)(pick / ACROSS + 1) * STEP}, ALIGN_LEFT,
                      FONT_REGULAR, 110, RED, glyph);
        Picture alone = shoot(b, ACROSS * STEP, ACROSS * STEP);
        size_t red = 0;
        for (int y = 0; y < alone.height; y++)
            for (int x = 0; x < alone.width; x++)
                if (pixel(&alone, x, y) == RED) {
                    red++;
                    assert_true((pixel(&many, x, y) >> 24) > 100);
                }
        assert_true(red > 50);
        free(alone.rgba);
    }
    free(many.rgba);
}

static void test_context_is_described(void **state) {
    Bench *b = bench_of(state);
    const GlInfo *info = renderer_info(b->stage.renderer);
    assert_true(info->version >= (info->es ? 30 : 33) && info->max_texture >= 2048 && info->max_target >= 2048);
    assert_true(*info->renderer);
}

static void test_sizes_below_one(void **state) {
    Bench *b = bench_of(state);
    assert_true(renderer_submit(b->stage.renderer, &b->list, 0, 100));
    assert_true(renderer_submit(b->stage.renderer, &b->list, 100, -1));
    unsigned char rgba[4];
    char error[256];
    assert_false(target_render(b->stage.renderer, &b->list, 0, 5, TARGET_TILE, false, rgba, error, sizeof error));
    assert_non_null(strstr(error, "0 x 5"));
}

static void test_failed_list_is_reported(void **state) {
    Bench *b = bench_of(state);
    assert_null(drawlist_heatmap(&b->list, (Rect){0, 0, 1, 1}, 2147483647, 2147483647, 0));
    assert_false(renderer_submit(b->stage.renderer, &b->list, 10, 10));
}

static const char *bad_source(void *owner, const char *name) {
    const char *const *broken = owner;
    if (strcmp(name, *broken) == 0)
        return "in vec2 v_x;\nlayout(location = 0) out vec4 o;\nvoid main() { o = nonsense; }\n";
    return strstr(name, ".vert") ? "out vec2 v_x;\nvoid main() { v_x = vec2(0.0); gl_Position = vec4(0.0); }\n" : NULL;
}

static void test_shader_errors_name_file_and_line(void **state) {
    Bench *b = bench_of(state);
    char error[512] = "";
    const char *names[] = {"flat.frag", "other.frag"};
    ShaderSources broken = {&names[0], bad_source}, missing = {&names[1], bad_source};
    assert_null(renderer_create(&broken, b->stage.fonts, error, sizeof error));
    assert_non_null(strstr(error, "shader flat.frag:3:"));
    assert_null(strchr(error, '\n'));
    assert_null(renderer_create(&missing, b->stage.fonts, error, sizeof error));
    assert_string_equal(error, "shader flat.frag is missing");
    renderer_destroy(NULL);
}

int main(int argc, char **argv) {
    Bench bench;
    if (!stage_open(&bench.stage, argc > 1 && strcmp(argv[1], "es") == 0))
        return STAGE_SKIP;
    drawlist_init(&bench.list);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(test_plain_rect_is_exact, &bench),
        cmocka_unit_test_prestate(test_rounded_rects, &bench),
        cmocka_unit_test_prestate(test_stroke_and_fill_leave_no_gap, &bench),
        cmocka_unit_test_prestate(test_circles, &bench),
        cmocka_unit_test_prestate(test_segments, &bench),
        cmocka_unit_test_prestate(test_grid_lines_are_crisp, &bench),
        cmocka_unit_test_prestate(test_translucent_joins, &bench),
        cmocka_unit_test_prestate(test_joins, &bench),
        cmocka_unit_test_prestate(test_dense_curve, &bench),
        cmocka_unit_test_prestate(test_dashes, &bench),
        cmocka_unit_test_prestate(test_broken_and_degenerate_lines, &bench),
        cmocka_unit_test_prestate(test_polygons, &bench),
        cmocka_unit_test_prestate(test_bands_have_no_seams, &bench),
        cmocka_unit_test_prestate(test_heatmap_cells_are_exact, &bench),
        cmocka_unit_test_prestate(test_cells_without_value_are_hatched, &bench),
        cmocka_unit_test_prestate(test_heatmap_blocks, &bench),
        cmocka_unit_test_prestate(test_clip, &bench),
        cmocka_unit_test_prestate(test_order_is_kept, &bench),
        cmocka_unit_test_prestate(test_blending, &bench),
        cmocka_unit_test_prestate(test_transparent_pictures, &bench),
        cmocka_unit_test_prestate(test_same_list_same_bytes, &bench),
        cmocka_unit_test_prestate(test_tiles_show_no_seam, &bench),
        cmocka_unit_test_prestate(test_comparer_rejects, &bench),
        cmocka_unit_test_prestate(test_text_is_as_wide_as_measured, &bench),
        cmocka_unit_test_prestate(test_every_glyph_leaves_ink, &bench),
        cmocka_unit_test_prestate(test_no_ink, &bench),
        cmocka_unit_test_prestate(test_bad_and_long_texts, &bench),
        cmocka_unit_test_prestate(test_upright_text, &bench),
        cmocka_unit_test_prestate(test_full_atlas, &bench),
        cmocka_unit_test_prestate(test_context_is_described, &bench),
        cmocka_unit_test_prestate(test_sizes_below_one, &bench),
        cmocka_unit_test_prestate(test_failed_list_is_reported, &bench),
        cmocka_unit_test_prestate(test_shader_errors_name_file_and_line, &bench),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    drawlist_free(&bench.list);
    stage_close(&bench.stage);
    return failed;
}

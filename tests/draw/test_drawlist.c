/* Draw lists: the dump, equality, growth, and what happens when memory runs out. */
#include "draw/drawlist.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

/* One command of every kind. */
static void fill_sample(DrawList *list) {
    drawlist_clear(list, 0xF4F5F1FF);
    drawlist_clip(list, (Rect){1, 2, 30, 40});
    drawlist_rect(list, (Rect){0, 0, 10.5f, 20}, 4, 0xFFFFFFFF, 0xE3E4E0FF, 1);
    drawlist_circle(list, (Vec2){5, 6}, 2, 0x0072B280, 0, 0);
    drawlist_line(list, (Vec2[]){{0, 0}, {1, 2}, {3, -4.126f}}, 3, 2.5f, 0xA8397AFF, 6, 4);
    drawlist_segment(list, (Vec2){1, 1}, (Vec2){2, 2}, 1, 0xEEEFECFF);
    drawlist_polygon(list, (Vec2[]){{0, 0}, {4, 0}, {2, 3}}, 3, 0x1B1B1FFF);
    drawlist_unclip(list);
    drawlist_text(list, (Vec2){7, 8}, ALIGN_CENTRE, FONT_BOLD, 13, 0x000000FF, "a \"b\" \\ \n 注意力");
    drawlist_text_upright(list, (Vec2){7, 8}, ALIGN_RIGHT, FONT_REGULAR, 12, 0x000000FF, "");
    float *cells = drawlist_heatmap(list, (Rect){0, 0, 20, 10}, 2, 3, COLORMAP_CIVIDIS);
    memcpy(cells, (float[]){0, 0.25f, 0.5f, 0.75f, 1, NAN}, 6 * sizeof *cells);
}

static char *dump(const DrawList *list) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    drawlist_dump(list, out);
    fclose(out);
    return text;
}

static void test_dump(void **state) {
    (void)state;
    DrawList list;
    drawlist_init(&list);
    fill_sample(&list);
    char *text = dump(&list);
    assert_string_equal(text, "background f4f5f1ff\n"
                              "clip 1.00 2.00 30.00 40.00\n"
                              "rect 0.00 0.00 10.50 20.00 radius 4.00 fill ffffffff stroke e3e4e0ff 1.00\n"
                              "circle 3.00 4.00 4.00 4.00 radius 2.00 fill 0072b280\n"
                              "line stroke a8397aff 2.50 dash 6.00 4.00 0.00,0.00 1.00,2.00 3.00,-4.13\n"
                              "line stroke eeefecff 1.00 1.00,1.00 2.00,2.00\n"
                              "polygon fill 1b1b1fff 0.00,0.00 4.00,0.00 2.00,3.00\n"
                              "clip -1000000.00 -1000000.00 2000000.00 2000000.00\n"
                              "text 7.00 8.00 centre bold 13.00 fill 000000ff \"a \\\"b\\\" \\\\ \\x0a 注意力\"\n"
                              "text 7.00 8.00 right regular 12.00 upright fill 000000ff \"\"\n"
                              "heatmap 0.00 0.00 20.00 10.00 cividis 2x3 | 0.00 0.25 0.50 | 0.75 1.00 nan\n");
    free(text);
    drawlist_free(&list);
}

static void test_equal_after_refill(void **state) {
    (void)state;
    DrawList a, b;
    drawlist_init(&a);
    drawlist_init(&b);
    assert_true(drawlist_equal(&a, &b));
    fill_sample(&a);
    assert_false(drawlist_equal(&a, &b));
    for (int i = 0; i < 3; i++)
        fill_sample(&b);
    assert_true(drawlist_equal(&a, &b));
    drawlist_free(&a);
    drawlist_free(&b);
}

/* Each of these alters one thing; every one must be noticed. */
static void alter_background(DrawList *l) { l->background ^= 1; }
static void alter_kind(DrawList *l) { l->cmds[1].kind = DRAW_CIRCLE; }
static void alter_rect(DrawList *l) { l->cmds[1].rect.h += 0.001f; }
static void alter_radius(DrawList *l) { l->cmds[1].radius = 5; }
static void alter_fill(DrawList *l) { l->cmds[2].fill ^= 1; }
static void alter_stroke(DrawList *l) { l->cmds[3].stroke ^= 0x100; }
static void alter_dash(DrawList *l) { l->cmds[3].dash = 5; }
static void alter_gap(DrawList *l) { l->cmds[3].gap = 5; }
static void alter_point(DrawList *l) { l->points[l->point_count - 1].y = 2.5f; }
static void alter_char(DrawList *l) { l->chars[0] = 'b'; }
static void alter_cell(DrawList *l) { l->cells[4] = NAN; }
static void alter_hatch(DrawList *l) { l->cells[5] = 0; }
static void alter_font(DrawList *l) { l->cmds[7].font = FONT_REGULAR; }
static void alter_size(DrawList *l) { l->cmds[7].size = 14; }
static void alter_align(DrawList *l) { l->cmds[7].align = ALIGN_LEFT; }
static void alter_upright(DrawList *l) { l->cmds[7].upright = true; }
static void alter_shape(DrawList *l) { l->cmds[9].rows = 3, l->cmds[9].columns = 2; }
static void alter_map(DrawList *l) { l->cmds[9].colormap = COLORMAP_REDS; }
static void alter_more(DrawList *l) { drawlist_unclip(l); }

static void test_any_change_is_noticed(void **state) {
    (void)state;
    void (*const alterations[])(DrawList *) = {alter_background, alter_kind,  alter_rect, alter_radius, alter_fill,
                                               alter_stroke,     alter_dash,  alter_gap,  alter_point,  alter_char,
                                               alter_cell,       alter_hatch, alter_font, alter_size,   alter_align,
                                               alter_upright,    alter_shape, alter_map,  alter_more};
    DrawList a, b;
    drawlist_init(&a);
    drawlist_init(&b);
    fill_sample(&a);
    for (size_t i = 0; i < sizeof alterations / sizeof *alterations; i++) {
        fill_sample(&b);
        assert_true(drawlist_equal(&a, &b));
        alterations[i](&b);
        assert_false(drawlist_equal(&a, &b));
        assert_false(drawlist_equal(&b, &a));
    }
    drawlist_free(&a);
    drawlist_free(&b);
}

static void test_growth_keeps_data(void **state) {
    (void)state;
    DrawList list;
    drawlist_init(&list);
    for (int i = 0; i < 5000; i++) {
        char text[16];
        snprintf(text, sizeof text, "n%d", i);
        drawlist_text(&list, (Vec2){0, 0}, ALIGN_LEFT, FONT_REGULAR, 12, 0xFF, text);
        drawlist_segment(&list, (Vec2){(float)i, 0}, (Vec2){0, (float)i}, 1, 0xFF);
        *drawlist_heatmap(&list, (Rect){0, 0, 1, 1}, 1, 1, 0) = (float)i;
    }
    assert_false(list.failed);
    assert_int_equal(list.cmd_count, 15000);
    for (int i = 0; i < 5000; i++) {
        const DrawCmd *cmd = &list.cmds[3 * i];
        assert_int_equal(atoi(list.chars + cmd[0].first + 1), i);
        assert_int_equal(strlen(list.chars + cmd[0].first), cmd[0].count);
        assert_true(list.points[cmd[1].first].x == (float)i && list.points[cmd[1].first + 1].y == (float)i);
        assert_true(list.cells[cmd[2].first] == (float)i);
    }
    drawlist_free(&list);
}

static void test_too_few_points(void **state) {
    (void)state;
    DrawList list;
    drawlist_init(&list);
    drawlist_line(&list, (Vec2[]){{1, 1}}, 1, 1, 0xFF, 0, 0);
    drawlist_line(&list, NULL, 0, 1, 0xFF, 0, 0);
    drawlist_polygon(&list, (Vec2[]){{1, 1}, {2, 2}}, 2, 0xFF);
    assert_int_equal(list.cmd_count, 0);
    float *cells = drawlist_heatmap(&list, (Rect){0, 0, 5, 5}, 0, 7, 0);
    assert_non_null(cells);
    assert_int_equal(list.cmd_count, 1);
    drawlist_free(&list);
}

static void test_out_of_memory(void **state) {
    (void)state;
    DrawList list, before;
    drawlist_init(&list);
    drawlist_init(&before);
    fill_sample(&list);
    fill_sample(&before);
    assert_null(drawlist_heatmap(&list, (Rect){0, 0, 1, 1}, INT_MAX, INT_MAX, 0));
    assert_true(list.failed);
    drawlist_rect(&list, (Rect){0, 0, 1, 1}, 0, 0xFF, 0, 0);
    drawlist_text(&list, (Vec2){0, 0}, ALIGN_LEFT, FONT_REGULAR, 12, 0xFF, "dropped");
    assert_true(drawlist_equal(&list, &before));
    drawlist_clear(&list, 0);
    assert_false(list.failed);
    drawlist_rect(&list, (Rect){0, 0, 1, 1}, 0, 0xFF, 0, 0);
    assert_int_equal(list.cmd_count, 1);
    drawlist_free(&list);
    drawlist_free(&before);
    drawlist_free(&before);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_dump),
                                       cmocka_unit_test(test_equal_after_refill),
                                       cmocka_unit_test(test_any_change_is_noticed),
                                       cmocka_unit_test(test_growth_keeps_data),
                                       cmocka_unit_test(test_too_few_points),
                                       cmocka_unit_test(test_out_of_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

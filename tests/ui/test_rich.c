/* Text with coloured words: nothing is lost, nothing sticks out. */
#include "desk.h"

#include "ui/rich.h"

static const char *const TEXTS[] = {
    "plain words that go on for a while and then some more until the line is over",
    "{b Bold} and {q query}, {k key}, {v value}, {o output} and {d dim}{b .}",
    "每个{k 键}的权重都是 1/n，所以无论查询在哪里，{o 预测}都是{v 值}的均值。选择“核函数”，让离查询近的键更重要。",
    "{o f}({q x}) = Σ softmax(−½(({q x} − {k xᵢ})w)²) {v yᵢ}",
    "braces {x stay} as { they are } and {} too {q",
    "",
    " ",
    "   two   blanks   ",
    "averyveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryveryverylongwordwithoutanyblanks",
};
enum { COUNT = sizeof TEXTS / sizeof *TEXTS };

/* What is left without marks and blanks. */
static void strip_marks(const char *text, char *plain) {
    bool marked = false;
    for (const char *c = text; *c; c++) {
        if (!marked && c[0] == '{' && c[1] && strchr("qkvodb", c[1]) && c[2] == ' ') {
            marked = true;
            c += 2;
        } else if (marked && *c == '}')
            marked = false;
        else if (*c != ' ')
            *plain++ = *c;
    }
    *plain = '\0';
}

static void collect(const DrawList *list, char *text) {
    text[0] = '\0';
    for (size_t i = 0; i < list->cmd_count; i++)
        if (list->cmds[i].kind == DRAW_TEXT)
            for (const char *c = list->chars + list->cmds[i].first; *c; c++)
                if (*c != ' ')
                    strncat(text, c, 1);
}

static float right_end(const Desk *d, const DrawList *list, float *lowest) {
    float right = 0;
    *lowest = 0;
    for (size_t i = 0; i < list->cmd_count; i++) {
        const DrawCmd *c = &list->cmds[i];
        float w = d->ui.metrics.width(NULL, list->chars + c->first, c->font, c->size);
        right = c->rect.x + w > right ? c->rect.x + w : right;
        *lowest = c->rect.y > *lowest ? c->rect.y : *lowest;
    }
    return right;
}

static void test_blocks_wrap(void **state) {
    Desk *d = *state;
    char wanted[600], found[600];
    for (int t = 0; t < COUNT - 1; t++)
        for (float width = 120; width < 700; width += 37) {
            drawlist_clear(&d->list, 0);
            Rect area = {30, 40, width, 2000};
            float end = rich_block(&d->ui, &d->scene, &d->list, area, 12, 20, 0x000000FF, TEXTS[t]), low;
            float right = right_end(d, &d->list, &low);
            if (right > rect_right(area) + 0.01f)
                fail_msg("'%s' in %g: sticks out to %g", TEXTS[t], (double)width, (double)right);
            assert_true(low <= end && end <= rect_bottom(area));
            strip_marks(TEXTS[t], wanted);
            collect(&d->list, found);
            assert_string_equal(found, wanted);
            assert_true(end ==
                        rich_block(&d->ui, &d->scene, NULL, area, 12, 20, 0x000000FF, TEXTS[t])); /* measured alike */
        }
}

static void test_blocks_end_with_their_area(void **state) {
    Desk *d = *state;
    for (float height = 0; height < 200; height += 9) {
        drawlist_clear(&d->list, 0);
        Rect area = {30, 40, 100, height};
        rich_block(&d->ui, &d->scene, &d->list, area, 12, 20, 0x000000FF, TEXTS[0]);
        float low;
        right_end(d, &d->list, &low);
        assert_true(low <= rect_bottom(area) + 1);
    }
}

static void test_lines_are_cut(void **state) {
    Desk *d = *state;
    char wanted[600], found[600];
    for (int t = 0; t < COUNT; t++)
        for (float right = 50; right < 1200; right += 61) {
            drawlist_clear(&d->list, 0);
            float low, end = rich_line(&d->ui, &d->scene, &d->list, (Vec2){30, 40}, right, 12, 0x000000FF, TEXTS[t]);
            if (right_end(d, &d->list, &low) > right + 0.01f)
                fail_msg("'%s' to %g", TEXTS[t], (double)right);
            assert_true(end <= right);
            strip_marks(TEXTS[t], wanted);
            collect(&d->list, found);
            if (strcmp(found, wanted) != 0)
                assert_non_null(strstr(found, "…"));
        }
    drawlist_clear(&d->list, 0);
    assert_true(rich_line(&d->ui, &d->scene, &d->list, (Vec2){30, 40}, 2000, 12, 0x000000FF, "ab {q cd}") > 30);
}

static void test_colours(void **state) {
    Desk *d = *state;
    const Theme *t = ui_theme(&d->scene);
    drawlist_clear(&d->list, 0);
    rich_line(&d->ui, &d->scene, &d->list, (Vec2){0, 40}, 2000, 12, 0x123456FF, "a{q b}{k c}{v d}{o e}{d f}{b g}");
    const Color colors[] = {0x123456FF, t->query, t->key, t->value, t->output, t->dim, t->text};
    assert_int_equal(d->list.cmd_count, 7);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(d->list.cmds[i].fill, colors[i]);
        assert_int_equal(d->list.cmds[i].font, i == 6 ? FONT_BOLD : FONT_REGULAR);
    }
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, desk_setup, desk_teardown)
    const struct CMUnitTest tests[] = {TEST(test_blocks_wrap), TEST(test_blocks_end_with_their_area),
                                       TEST(test_lines_are_cut), TEST(test_colours)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

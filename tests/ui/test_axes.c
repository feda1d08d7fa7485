/* Data to pixels and back, and ticks: round, inside, apart, and labelled so that they differ. */
#include "desk.h"

#include "core/rng.h"

#include <math.h>
#include <stdlib.h>

static const View VIEWS[] = {
    {0, 5, -1, 4}, {-1e15, 1e15, -1e-9, 1e-9}, {1e15, 1e15 + 1e6, 0, 1}, {-1e-12, 1e-12, 0, 1}, {-7, -3, 1e8, 2e8}};

static void test_there_and_back(void **state) {
    (void)state;
    for (size_t v = 0; v < sizeof VIEWS / sizeof *VIEWS; v++) {
        Axes axes = {VIEWS[v], {100, 50, 640, 480}};
        assert_true(fabs(axes_px_x(&axes, VIEWS[v].x0) - 100) < 1e-6 &&
                    fabs(axes_px_x(&axes, VIEWS[v].x1) - 740) < 1e-6);
        assert_true(fabs(axes_px_y(&axes, VIEWS[v].y0) - 530) < 1e-6 &&
                    fabs(axes_px_y(&axes, VIEWS[v].y1) - 50) < 1e-6);
        for (double px = -50; px < 900; px += 7.3) {
            double span = VIEWS[v].x1 - VIEWS[v].x0,
                   rounding = 4e-16 * fmax(fabs(VIEWS[v].x0), fabs(VIEWS[v].x1)) / span * 640;
            assert_true(fabs(axes_px_x(&axes, axes_x(&axes, px)) - px) < 1e-9 + 2 * rounding);
            assert_true(fabs(axes_px_y(&axes, axes_y(&axes, px)) - px) < 1e-6);
        }
        Vec2 far = axes_point(&axes, 1e300, -1e300);
        assert_true(isfinite(far.x) && isfinite(far.y) && far.x > 740 && far.y > 530);
    }
}

/* The value that a label says, with its minus sign read back. */
static double read_label(const char *label) {
    char plain[NUM_TEXT];
    size_t used = 0;
    for (const char *c = label; *c;) {
        bool minus = strncmp(c, "−", 3) == 0;
        plain[used++] = minus ? '-' : *c;
        c += minus ? 3 : 1;
    }
    plain[used] = '\0';
    double value;
    if (!num_parse(plain, used, &value))
        fail_msg("the label '%s' is no number", label);
    return value;
}

static void check_ticks(double low, double high, int wanted) {
    Ticks t = axes_ticks(low, high, wanted);
    double span = high - low, slack = span * 1e-6;
    if (t.count < 1 || t.count > TICKS_MAX)
        fail_msg("%.17g to %.17g: %d ticks", low, high, t.count);
    if (wanted >= 4 && t.count < 2)
        fail_msg("%.17g to %.17g, %d wanted: a single tick", low, high, wanted);
    if (t.count > 2 * wanted + 3)
        fail_msg("%.17g to %.17g, %d wanted: %d ticks", low, high, wanted, t.count);
    for (int i = 0; i < t.count; i++) {
        if (!(t.value[i] >= low - slack && t.value[i] <= high + slack))
            fail_msg("%.17g to %.17g: tick %.17g", low, high, t.value[i]);
        if (strlen(t.label[i]) >= NUM_TEXT || strchr(t.label[i], '-'))
            fail_msg("label %s", t.label[i]);
        double said = read_label(t.label[i]), step = t.count > 1 ? t.value[1] - t.value[0] : span;
        if (fabs(said - t.value[i]) > 0.01 * step + 1e-15 * fabs(t.value[i]))
            fail_msg("%.17g to %.17g: the tick at %.17g says %s", low, high, t.value[i], t.label[i]);
        if (i == 0)
            continue;
        assert_true(t.value[i] > t.value[i - 1]);
        if (strcmp(t.label[i], t.label[i - 1]) == 0)
            fail_msg("%.17g to %.17g: two ticks say %s", low, high, t.label[i]);
        if (i > 1)
            assert_true(fabs((t.value[i] - t.value[i - 1]) - step) < 1e-3 * step + 4e-16 * fabs(t.value[i]));
    }
}

static void test_ticks(void **state) {
    (void)state;
    Rng rng = rng_seed(9);
    static const double OFFSETS[] = {0, 1, -3, 99.5, 1234567, -1e9, 1e15, -1e15, 1e-7};
    for (size_t o = 0; o < sizeof OFFSETS / sizeof *OFFSETS; o++)
        for (int decade = -12; decade <= 18; decade++)
            for (int i = 0; i < 12; i++) {
                double span = pow(10, decade) * (1 + 9 * rng_uniform(&rng)),
                       low = OFFSETS[o] - span * rng_uniform(&rng);
                if (span < 1e-9 * fabs(OFFSETS[o]))
                    continue; /* view_clamp shows no less */
                for (int wanted = 2; wanted <= 16; wanted += 2)
                    check_ticks(low, low + span, wanted);
            }
    for (int i = 1; i < 200; i++)
        check_ticks(0, i * 0.1, 5);
}

static void test_ticks_of_the_textbook(void **state) {
    (void)state;
    Ticks t = axes_ticks(-0.1, 5.1, 6);
    assert_int_equal(t.count, 6);
    static const char *const LABELS[] = {"0", "1", "2", "3", "4", "5"};
    for (int i = 0; i < 6; i++)
        assert_string_equal(t.label[i], LABELS[i]);
    t = axes_ticks(-1, 1, 4);
    assert_string_equal(t.label[0], "−1.0");
    for (int i = 0; i < t.count; i++)
        assert_string_not_equal(t.label[i], "−0.0");
}

static void test_no_ticks(void **state) {
    (void)state;
    assert_int_equal(axes_ticks(1, 1, 5).count, 0);
    assert_int_equal(axes_ticks(2, 1, 5).count, 0);
    assert_int_equal(axes_ticks(NAN, 1, 5).count, 0);
    assert_int_equal(axes_ticks(-INFINITY, INFINITY, 5).count, 0);
    assert_true(axes_ticks(0, 1, 0).count <= TICKS_MAX && axes_ticks(0, 1, 100000).count <= TICKS_MAX);
}

static void test_minus(void **state) {
    (void)state;
    char text[NUM_TEXT] = "-1.5e-07";
    axes_minus(text);
    assert_string_equal(text, "−1.5e−07");
    char full[NUM_TEXT] = "-------------------------------"; /* no room to grow */
    axes_minus(full);
    assert_true(strlen(full) < NUM_TEXT);
}

static void test_decade(void **state) {
    (void)state;
    for (int k = -30; k <= 30; k++) {
        double unit = 3.3 * pow(10, k), decade = axes_decade(unit);
        assert_true(fabs(decade / pow(10, k) - 1) < 1e-12);
    }
    assert_true(axes_decade(0) == 1 && axes_decade(INFINITY) == 1 && axes_decade(NAN) == 1);
}

/* A curve breaks where it is not shown or not finite, and stays within reach of the area however far it goes. */
static void test_curve(void **state) {
    (void)state;
    enum { N = 9 };
    const double x[N] = {0, 1, 2, 3, 4, 5, 6, 7, 8}, y[N] = {0, 1, NAN, 1, 2, 1e300, 1, -1e300, 0};
    const bool shown[N] = {true, true, true, true, false, true, true, true, true};
    Axes axes = {{0, 8, 0, 2}, {0, 0, 800, 200}};
    DrawList list;
    drawlist_init(&list);
    axes_curve(&axes, &list, x, y, NULL, N, 2, 0x000000FF, 0, 0);
    assert_true(list.cmd_count >= 2);
    for (size_t i = 0; i < list.point_count; i++) {
        assert_true(list.points[i].y >= -150 && list.points[i].y <= 350);
        assert_true(list.points[i].x >= -1 && list.points[i].x <= 801);
        assert_false(list.points[i].x > 101 && list.points[i].x < 299); /* around the NAN */
    }
    drawlist_clear(&list, 0);
    axes_curve(&axes, &list, x, y, shown, N, 2, 0x000000FF, 0, 0);
    for (size_t i = 0; i < list.point_count; i++)
        assert_false(list.points[i].x > 301 && list.points[i].x < 499);
    drawlist_free(&list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_ticks),
        cmocka_unit_test(test_ticks_of_the_textbook),
        cmocka_unit_test(test_no_ticks),
        cmocka_unit_test(test_minus),
        cmocka_unit_test(test_decade),
        cmocka_unit_test(test_curve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

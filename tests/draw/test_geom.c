/* Rectangles: the common part is symmetric, contained in both, and empty where there is none. */
#include "draw/geom.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void check(Rect got, float x, float y, float w, float h) {
    assert_true(got.x == x && got.y == y && got.w == w && got.h == h);
}

static void test_overlap(void **state) {
    (void)state;
    Rect a = {0, 0, 10, 20}, b = {4, -5, 10, 10};
    check(rect_intersect(a, b), 4, 0, 6, 5);
    check(rect_intersect(b, a), 4, 0, 6, 5);
    check(rect_intersect(a, a), 0, 0, 10, 20);
    check(rect_intersect(a, (Rect){2, 3, 1, 1}), 2, 3, 1, 1);
}

static void test_nothing_in_common(void **state) {
    (void)state;
    Rect a = {0, 0, 10, 10};
    Rect apart[] = {{10, 0, 5, 5}, {0, 10, 5, 5}, {-5, 0, 5, 5}, {20, 20, 1, 1}, {2, 2, 0, 5}, {2, 2, 5, -1}};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++) {
        Rect common = rect_intersect(apart[i], a);
        assert_true(common.w == 0 && common.h == 0);
        common = rect_intersect(a, apart[i]);
        assert_true(common.w == 0 && common.h == 0);
    }
}

static void test_points(void **state) {
    (void)state;
    Rect r = {1, 2, 3, 4};
    assert_true(rect_has(r, 1, 2));
    assert_false(rect_has(r, 4, 2));
    assert_false(rect_has(r, 1, 6));
    check(rect_inset(r, 1), 2, 3, 1, 2);
    assert_true(rect_centre(r).x == 2.5f && rect_centre(r).y == 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_overlap), cmocka_unit_test(test_nothing_in_common),
                                       cmocka_unit_test(test_points)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

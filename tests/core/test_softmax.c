/* Softmax rows: distributions at any height, and the block-wise mean. */
#include "check.h"
#include "core/softmax.h"
#include "table.h"

#include <float.h>
#include <string.h>

static void known_row(void **state) {
    (void)state;
    double row[] = {log(1), log(2), -INFINITY, log(5)};
    Softmax softmax = softmax_row(row, 4);
    assert_true(softmax.supported && row[2] == 0);
    check_close(row[0], 1 / 8.0, 1e-15, 0, "weight", 0);
    check_close(row[3], 5 / 8.0, 1e-15, 0, "weight", 3);
    check_close(softmax.n_eff, 64 / 30.0, 1e-14, 0, "n_eff", 0);
    check_close(softmax.entropy, (log(8) + 2 * log(4) + 5 * log(1.6)) / 8, 1e-14, 0, "entropy", 0);
}

/* Adding any number to all scores changes nothing, also where exp would overflow or underflow. */
static void height_is_free(void **state) {
    (void)state;
    static const double heights[] = {0, 1024, -1024, 1e6, -1e6};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        double row[] = {heights[i], heights[i] - 1, heights[i] + 0.5};
        Softmax softmax = softmax_row(row, 3);
        check_close(row[1], exp(-1) / (1 + exp(-1) + exp(0.5)), 1e-15, 0, "weight", i);
        assert_true(softmax.supported);
    }
}

static void extremes(void **state) {
    (void)state;
    double masked[] = {-INFINITY, -INFINITY}, lone[] = {-INFINITY, -DBL_MAX, -INFINITY}, wide[] = {DBL_MAX, -DBL_MAX};
    Softmax none = softmax_row(masked, 2), empty = softmax_row(NULL, 0), one = softmax_row(lone, 3);
    assert_true(!none.supported && masked[0] == 0 && masked[1] == 0 && none.n_eff == 0 && none.entropy == 0);
    assert_false(empty.supported);
    assert_true(one.supported && lone[0] == 0 && lone[1] == 1 && one.n_eff == 1 && one.entropy == 0);
    assert_true(softmax_row(wide, 2).n_eff == 1 && wide[0] == 1 && wide[1] == 0);
}

/* Never a NAN: scores that overflowed are no support, whole or block by block. */
static void overflow(void **state) {
    (void)state;
    static const double bad[] = {NAN, INFINITY};
    for (int i = 0; i < 2; i++) {
        for (int at = 0; at < 3; at++) {
            double row[] = {1, 2, 3}, copy[3], value[] = {1, 2, 3};
            row[at] = bad[i];
            memcpy(copy, row, sizeof copy);
            assert_false(softmax_row(row, 3).supported);
            assert_true(row[0] == 0 && row[1] == 0 && row[2] == 0);
            SoftmaxMean mean = SOFTMAX_MEAN_EMPTY;
            softmax_mean_add(&mean, copy, value, 2);
            softmax_mean_add(&mean, copy + 2, value + 2, 1);
            assert_false(mean.sum > 0);
        }
    }
}

/* The same 7 keys in one block, or cut anywhere, rising or falling. */
static void blocks_agree(void **state) {
    (void)state;
    const double score[] = {-800, -3, -INFINITY, 2, 700, 699, -INFINITY}, value[] = {1, 2, 3, 4, 5, 6, 7};
    for (size_t cut = 0; cut <= 7; cut++) {
        double copy[7];
        memcpy(copy, score, sizeof copy);
        SoftmaxMean mean = SOFTMAX_MEAN_EMPTY;
        softmax_mean_add(&mean, copy, value, cut);
        softmax_mean_add(&mean, copy + cut, value + cut, 7 - cut);
        check_close(mean.weighted / mean.sum, (5 + 6 * exp(-1)) / (1 + exp(-1)), 1e-15, 0, "mean", cut);
    }
    SoftmaxMean none = SOFTMAX_MEAN_EMPTY;
    softmax_mean_add(&none, (double[]){-INFINITY}, value, 1);
    assert_true(none.sum == 0 && none.weighted == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_row), cmocka_unit_test(height_is_free), cmocka_unit_test(extremes),
        cmocka_unit_test(overflow),  cmocka_unit_test(blocks_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The generator against the published output of PCG32's demonstration (pcg32 with state 42, stream 54),
 * and the distributions that are made from it. */
#include "check.h"
#include "core/rng.h"
#include "table.h"

#include <math.h>

static void published_output(void **state) {
    (void)state;
    static const uint32_t expected[] = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
    Rng rng = rng_seed(42);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(rng_u32(&rng), expected[i]);
}

/* By hand from the published outputs: (0xa15c02b7 >> 5) 2^26 + (0x7b47f409 >> 6), over 2^53. */
static void uniform_uses_53_bits(void **state) {
    (void)state;
    Rng rng = rng_seed(42);
    assert_true(rng_uniform(&rng) == (84598805.0 * 67108864 + 32317392) / 9007199254740992.0);
}

static void uniform_moments(void **state) {
    (void)state;
    enum { N = 200000 };
    Rng rng = rng_seed(7);
    double sum = 0, squares = 0;
    for (int i = 0; i < N; i++) {
        double u = rng_uniform(&rng);
        assert_true(u >= 0 && u < 1);
        sum += u;
        squares += u * u;
    }
    check_close(sum / N, 0.5, 0, 4 * sqrt(1 / 12.0 / N), "mean", 0);
    check_close(squares / N, 1 / 3.0, 0, 4 * sqrt(4 / 45.0 / N), "second moment", 0);
}

/* Four standard errors: moments 0, 1, 0, 3, the share beyond 2, and no correlation of neighbours. */
static void normal_moments(void **state) {
    (void)state;
    enum { N = 200000 };
    Rng rng = rng_seed(7);
    double m1 = 0, m2 = 0, m3 = 0, m4 = 0, beyond = 0, last = 0, product = 0;
    for (int i = 0; i < N; i++) {
        double z = rng_normal(&rng);
        m1 += z / N;
        m2 += z * z / N;
        m3 += z * z * z / N;
        m4 += z * z * z * z / N;
        beyond += (fabs(z) > 2) / (double)N;
        product += z * last / N;
        last = z;
    }
    double error = 4 / sqrt(N);
    check_close(m1, 0, 0, error, "mean", 0);
    check_close(m2, 1, 0, error * sqrt(2), "variance", 0);
    check_close(m3, 0, 0, error * sqrt(15), "skewness", 0);
    check_close(m4, 3, 0, error * sqrt(96), "kurtosis", 0);
    check_close(beyond, 0.0455, 0, error * 0.2084, "tail", 0);
    check_close(product, 0, 0, error, "correlation", 0);
}

/* The polar method done by hand with the C library's log. */
static void normal_is_polar(void **state) {
    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        Rng rng = rng_seed(seed), copy = rng;
        double a, b, s;
        do {
            a = 2 * rng_uniform(&copy) - 1;
            b = 2 * rng_uniform(&copy) - 1;
            s = a * a + b * b;
        } while (s >= 1);
        check_close(rng_normal(&rng), a * sqrt(-2 * log(s) / s), 1e-14, 0, "normal", (size_t)seed);
        assert_int_equal(rng.state, copy.state);
    }
}

static void seeds_differ(void **state) {
    (void)state;
    Rng a = rng_seed(1), b = rng_seed(2), c = rng_seed(1);
    int equal = 0;
    for (int i = 0; i < 100; i++) {
        uint32_t value = rng_u32(&a);
        equal += value == rng_u32(&b);
        assert_int_equal(value, rng_u32(&c));
    }
    assert_true(equal < 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_output), cmocka_unit_test(uniform_uses_53_bits), cmocka_unit_test(uniform_moments),
        cmocka_unit_test(normal_moments),   cmocka_unit_test(normal_is_polar),      cmocka_unit_test(seeds_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

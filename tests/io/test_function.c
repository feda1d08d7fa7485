/* Typed functions: the ways people write them, what is refused and where, and values that are undefined. */
#include "io/function.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

static double at(const char *text, double x) {
    char error[200] = "";
    Function *function = function_create(text, error, sizeof error);
    if (!function)
        fail_msg("%s: %s", text, error);
    double value = function_at(function, x);
    function_destroy(function);
    return value;
}

static void test_values(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double x, value;
    } cases[] = {
        {"2*sin(x) + x^0.8", 2, 3.5596958},
        {"2 sin x + x^0.8", 2, 3.5596958},
        {"２sin（ｘ）＋ｘ＾０．８", 2, 3.5596958},
        {"2·sin x + x × x ÷ 2 − 1", 2, 2.8185949},
        {"x", -7.5, -7.5},
        {"42", 1, 42},
        {"-x^2", 3, -9},
        {"2^3^2", 0, 512},
        {"x**2", 3, 9},
        {"2x", 3, 6},
        {"2x^2", 3, 18},
        {"2(x+1)(x-1)", 3, 16},
        {"x(x+1)", 3, 12},
        {"x²+2x³", 2, 20},
        {"x⁻¹", 4, 0.25},
        {"2²³", 0, 8388608},
        {"x²x", 2, 8},
        {"π x", 2, 6.2831853},
        {"2πx", 1, 6.2831853},
        {"2 pi x", 1, 6.2831853},
        {"e^x", 1, 2.7182818},
        {"2e", 0, 5.4365637},
        {"2e3", 0, 2000},
        {"2e-1x", 3, 0.6},
        {"√x", 9, 3},
        {"√(x+7)", 9, 4},
        {"½x", 9, 4.5},
        {"sin 2x", 1, 0.90929743},
        {"sin x^2", 2, -0.7568025},
        {"sin x²", 2, -0.7568025},
        {"sin x cos x", 1, 0.45464871},
        {"sin -x", 1, -0.84147098},
        {"sin π x + 1", 0.5, 2},
        {"SIN(X)", 1, 0.84147098},
        {"sin(x)cos(x)", 1, 0.45464871},
        {"ln(e^2)", 0, 2},
        {"log(e)", 0, 1},
        {"log10(1000)", 0, 3},
        {"abs(x)", -3, 3},
        {"floor(x) + ceil(x)", 1.5, 3},
        {"max(x, 2, 3)", 1, 3},
        {"min(max(x, (1)), 5)", 9, 5},
        {"x < 2 ? 1 : 0", 1, 1},
        {"x ≤ 2 && x >= 1 ? 5 : x == 3 ? 7 : 8", 3, 7},
        {"1/2x", 4, 2},
        {".5x + 1.", 2, 2},
        {" \t x \t ", 2, 2},
        {"　x　", 2, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = at(cases[i].text, cases[i].x);
        if (!(fabs(value - cases[i].value) < 1e-6 * fmax(1, fabs(value))))
            fail_msg("%s at %g is %.9g, not %.9g", cases[i].text, cases[i].x, value, cases[i].value);
    }
}

static void test_undefined(void **state) {
    (void)state;
    static const struct {
        const char *text;
        double x;
    } cases[] = {{"1/x", 0},     {"0/x", 0},      {"ln(x)", 0}, {"ln(x)", -1},   {"sqrt(x)", -1},
                 {"x^0.8", -1},  {"exp(x)", 1e6}, {"x", NAN},   {"x", INFINITY}, {"3", -INFINITY},
                 {"asin(x)", 2}, {"x/0", 1},      {"1/0", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (!isnan(at(cases[i].text, cases[i].x)))
            fail_msg("%s at %g", cases[i].text, cases[i].x);
}

static void test_refused_with_the_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"", "at character 1: nothing is written here; try 2 sin x + x^0.8"},
        {"   ", "at character 1: nothing is written here"},
        {"y", "at character 1: 'y' is unknown; use x, pi, e, and functions such as sin(x)"},
        {"2·sin（y）", "at character 7: 'y' is unknown"},
        {"x = 3", "at character 3: write only what stands right of the =, such as 2 sin x"},
        {"f(x)", "at character 1: 'f' is unknown"},
        {"x2", "at character 1: 'x2' is unknown"},
        {"x 2", "at character 3: an operator is missing before '2'"},
        {"1.2.3", "at character 4: an operator is missing before '.3'"},
        {"1,5 x", "at character 2: a comma only stands between arguments; write numbers such as 3.5"},
        {"sin((1,5))", "at character 7: a comma only"},
        {"(x", "at character 3: a bracket is not closed"},
        {"x)", "at character 2: this bracket was never opened"},
        {"2 +", "at character 4: something is missing here"},
        {"sin", "at character 1: put brackets around what 'sin' is taken of"},
        {"2 sin", "at character 3: put brackets"},
        {"sin cos x", "at character 1: put brackets"},
        {"sin 2(x+1)", "at character 1: put brackets"},
        {"sin² x", "at character 1: put brackets"},
        {"|x|", "at character 1: write abs(x) for |x|"},
        {"x # 2", "at character 3: '#' has no meaning here"},
        {"x; 2", "at character 2: ';' has no meaning here"},
        {"\"x\"", "at character 1: '\"' has no meaning here"},
        {"x + 水", "at character 5: '水' has no meaning here"},
        {"x + \xff", "at character 5: "},
        {"1e999", "at character 1: '1e999' is no number that can be used"},
        {"()", "at character "},
        {"*x", "at character 1: "},
        {"x++", "at character "},
        {"atan2(x)", "at character "},
        {"sin()", "at character "},
        {"sin(x, 2)", "at character "},
        {"x ? 1", "at character "},
        {"_pi", "at character 1: '_pi' is unknown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char error[200] = "", tiny[12] = "";
        if (function_create(cases[i].text, error, sizeof error))
            fail_msg("accepted: %s", cases[i].text);
        if (strncmp(error, cases[i].error, strlen(cases[i].error)) != 0)
            fail_msg("%s\nsays  %s\nnot   %s", cases[i].text, error, cases[i].error);
        assert_null(function_create(cases[i].text, tiny, sizeof tiny));
        assert_true(strlen(tiny) < sizeof tiny);
    }
}

static void test_long_and_deep(void **state) {
    (void)state;
    char text[FUNCTION_TEXT_MAX + 2], error[200];
    memset(text, '(', sizeof text);
    text[FUNCTION_TEXT_MAX + 1] = '\0';
    assert_null(function_create(text, error, sizeof error));
    assert_string_equal(error, "the function is longer than 500 bytes");
    text[FUNCTION_TEXT_MAX] = '\0';
    assert_null(function_create(text, error, sizeof error));
    text[FUNCTION_TEXT_MAX / 2] = 'x';
    memset(text + FUNCTION_TEXT_MAX / 2 + 1, ')', FUNCTION_TEXT_MAX / 2 - 1);
    text[FUNCTION_TEXT_MAX - 1] = '\0';
    assert_null(function_create(text, error, sizeof error)); /* one is not closed */
    assert_true(at(text + 2, 3) == 3);
    for (int i = 0; i + 4 <= FUNCTION_TEXT_MAX; i += 2)
        memcpy(text + i, "-x", 3);
    assert_true(at(text, 1) < -200);
}

static void test_speed(void **state) {
    (void)state;
    enum { COUNT = 200000 };
    char error[200];
    Function *function = function_create("2 sin x + x^0.8", error, sizeof error);
    struct timespec a, b;
    double sum = 0;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int i = 0; i < COUNT; i++)
        sum += function_at(function, i * 1e-4);
    clock_gettime(CLOCK_MONOTONIC, &b);
    double seconds = (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec);
    print_message("%.0f ns a value\n", seconds / COUNT * 1e9);
    assert_true(isfinite(sum));
    function_destroy(function);
    function_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_undefined),
        cmocka_unit_test(test_refused_with_the_place),
        cmocka_unit_test(test_long_and_deep),
        cmocka_unit_test(test_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

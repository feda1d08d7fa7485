/* Numbers as text: what is written reads back, only numbers are read, and no locale interferes. Reading is
 * checked against strtod in the "C" locale, which rounds correctly. */
#include "check.h"
#include "core/num.h"
#include "core/rng.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static double parse(const char *text) {
    double value = NAN;
    if (!num_parse(text, strlen(text), &value))
        fail_msg("\"%s\" was refused", text);
    return value;
}

static uint64_t bits(double value) {
    uint64_t result;
    memcpy(&result, &value, sizeof result);
    return result;
}

static size_t significant_digits(const char *text) {
    size_t first = strcspn(text, "123456789"), end = strcspn(text, "e"), count = 0, zeros = 0;
    for (size_t i = first; i < end; i++) {
        if (text[i] == '.')
            continue;
        zeros = text[i] == '0' ? zeros + 1 : 0;
        count++;
    }
    return count - zeros;
}

static void check_round_trip(double value) {
    char text[NUM_TEXT], shorter[64];
    size_t length = num_format(text, value);
    assert_int_equal(length, strlen(text));
    assert_int_equal(bits(parse(text)), bits(value));
    assert_int_equal(strspn(text, "0123456789.e+-"), length);
    size_t digits = significant_digits(text);
    if (digits > 1 && value != 0) {
        snprintf(shorter, sizeof shorter, "%.*e", (int)digits - 2, value);
        assert_true(strtod(shorter, NULL) != value);
    }
}

static double random_double(Rng *rng) {
    uint64_t pattern = (uint64_t)rng_u32(rng) << 32 | rng_u32(rng);
    double value;
    memcpy(&value, &pattern, sizeof value);
    return isfinite(value) ? value : 1;
}

static void round_trip(void **state) {
    (void)state;
    static const double values[] = {0,       -0.0,     1,       0.1,    -2.5,   1e15, 1e16,      1e22,   1e23,
                                    DBL_MAX, -DBL_MAX, DBL_MIN, 5e-324, 1e-310, M_PI, 1.0 / 3,   0.3,    2.3,
                                    4.9,     123456.7, 5e-5,    1e100,  1e-100, 9e15, 0.1 + 0.2, 2e-323, 1e21};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        check_round_trip(values[i]);
    for (int e = -1074; e < 1024; e++) {
        check_round_trip(ldexp(1, e));
        check_round_trip(nextafter(ldexp(1, e), 0));
    }
    Rng rng = rng_seed(1);
    for (int i = 0; i < 20000; i++) {
        check_round_trip(random_double(&rng));
        check_round_trip(round(rng_normal(&rng) * 1e4) / 1e4);
    }
}

static void shortest_text(void **state) {
    (void)state;
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0.1, "0.1"},
                 {1, "1"},
                 {-2.5, "-2.5"},
                 {1e8, "100000000"},
                 {1e22, "1e+22"},
                 {5e-324, "5e-324"},
                 {0.1 + 0.2, "0.30000000000000004"},
                 {INFINITY, "inf"},
                 {NAN, "nan"},
                 {-INFINITY, "-inf"},
                 {5.9604644775390625e-8, "5.960464477539063e-08"},
                 {7.120236347223045e-307, "7.120236347223045e-307"}};
    char text[NUM_TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        num_format(text, cases[i].value);
        assert_string_equal(text, cases[i].text);
    }
}

static void check_same_as_strtod(const char *text) {
    double expected = strtod(text, NULL), value;
    assert_int_equal(num_parse(text, strlen(text), &value), isfinite(expected));
    if (isfinite(expected) && bits(value) != bits(expected))
        fail_msg("\"%s\" is %.17g instead of %.17g", text, value, expected);
}

static void reads_like_strtod(void **state) {
    (void)state;
    Rng rng = rng_seed(2);
    char text[64];
    for (int i = 0; i < 100000; i++) {
        unsigned long long digits = (unsigned long long)rng_u32(&rng) << (rng_u32(&rng) % 32);
        int range = i % 2 ? 24 : 330, exponent = (int)(rng_u32(&rng) % (unsigned)(2 * range)) - range;
        snprintf(text, sizeof text, "%s%llu.%ue%d", i % 3 ? "" : "-", digits, rng_u32(&rng) % 1000, exponent);
        check_same_as_strtod(text);
    }
    /* halfway between two doubles, and a little beside */
    static const char *const hard[] = {"9007199254740993",
                                       "9007199254740993.0000000000000000001",
                                       "9007199254740992.9999999999999999999",
                                       "1e23",
                                       "8.5e22",
                                       "2.2250738585072011e-308",
                                       "2.2250738585072014e-308",
                                       "4.9e-324",
                                       "2.4e-324",
                                       "2.5e-324",
                                       "1.7976931348623157e308",
                                       "1.7976931348623158e308",
                                       "1.7976931348623159e308",
                                       "0e99999999999999999999",
                                       "1e-99999999999999999999",
                                       "1e99999999999999999999",
                                       "0.000001e5",
                                       ".5",
                                       "5.",
                                       "-0",
                                       "+7"};
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        check_same_as_strtod(hard[i]);
}

/* 2^53 + 1 is halfway, and the digit that decides comes after more digits than are kept. */
static void reads_any_length(void **state) {
    (void)state;
    char text[5000];
    memset(text, '0', sizeof text);
    memcpy(text, "9007199254740993.", 17);
    text[4999] = '1';
    double value;
    assert_true(num_parse(text, 4999, &value) && value == 9007199254740992.0);
    assert_true(num_parse(text, 5000, &value) && value == 9007199254740994.0);
    memset(text, '0', sizeof text);
    text[1] = '.';
    memcpy(text + 4994, "25e4994", 6);
    assert_true(num_parse(text, 4996, &value) && value == 0);
    memset(text, '7', sizeof text);
    assert_false(num_parse(text, sizeof text, &value));
    memcpy(text + 4994, "e-4993", 6);
    assert_true(num_parse(text, sizeof text, &value) && value == 7.777777777777777777777);
}

static void refuses(void **state) {
    (void)state;
    static const char *const bad[] = {"",    " ",     ".",    "-",    "+",     "e5",    "1e",     "1e+",  "--1",
                                      "+-1", "1.2.3", "1,5",  "0x10", "0x1p3", "inf",   "nan",    "-inf", "infinity",
                                      "NaN", "1 2",   "1e5.", "1_0",  "1f",    "1e400", "-1e400", "1\n",  "\v1",
                                      "१",   "1٫5",   "1 e5", "- 1",  "1d5",   "1e5e5", "..1",    "1..",  ".e1"};
    double value = 42;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (num_parse(bad[i], strlen(bad[i]), &value))
            fail_msg("\"%s\" was read as %g", bad[i], value);
    assert_false(num_parse("1\0", 2, &value));
    assert_true(value == 42);
}

static void accepts(void **state) {
    (void)state;
    assert_true(parse(" 1.5\t") == 1.5);
    assert_true(parse("1E5") == 1e5 && parse("1e+05") == 1e5 && parse("007") == 7 && parse("-.5e-1") == -0.05);
    double value;
    assert_true(num_parse("12345", 3, &value) && value == 123);
    assert_true(signbit(parse("-0")) && parse("-0.0e5") == 0);
}

typedef struct Formatted {
    double value;
    int digits;
    const char *text;
} Formatted;

static void fixed(void **state) {
    (void)state;
    static const Formatted cases[] = {{2.345678, 2, "2.35"},    {0, 2, "0.00"},
                                      {-0.0, 2, "0.00"},        {-2, 0, "-2"},
                                      {0.001, 2, "1.00e-3"},    {-0.004, 2, "-4.00e-3"},
                                      {0.006, 2, "0.01"},       {123456789, 1, "123456789.0"},
                                      {1234567890, 1, "1.2e9"}, {999999999.96, 1, "1.0e9"},
                                      {1e300, 3, "1.000e300"},  {-1e300, 0, "-1e300"},
                                      {NAN, 2, "nan"},          {-INFINITY, 2, "-inf"},
                                      {5e-324, 1, "4.9e-324"},  {1.0 / 3, 99, "0.333333333333333"}};
    char text[NUM_TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(num_format_fixed(text, cases[i].value, cases[i].digits), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

static void digits(void **state) {
    (void)state;
    static const Formatted cases[] = {{0.25, 3, "0.25"}, {1e8, 3, "1e8"},      {2.0 / 3, 3, "0.667"}, {-0.0, 4, "0"},
                                      {100, 3, "100"},   {1234.5, 2, "1.2e3"}, {NAN, 3, "nan"},       {5, 0, "5"}};
    char text[NUM_TEXT];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(num_format_digits(text, cases[i].value, cases[i].digits), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

/* Runs a program without a shell; false unless it could be started. */
static bool run(const char *const *arguments) {
    pid_t child;
    int status;
    if (posix_spawnp(&child, arguments[0], NULL, NULL, (char *const *)arguments, environ) != 0)
        return false;
    return waitpid(child, &status, 0) == child;
}

static bool build_locale(const char *folder) {
    char path[300];
    snprintf(path, sizeof path, "%s/comma", folder);
    if (!run((const char *const[]){"localedef", "-i", "de_DE", "-f", "UTF-8", path, NULL}))
        return false;
    return setenv("LOCPATH", folder, 1) == 0 && setlocale(LC_NUMERIC, "comma") != NULL;
}

static bool choose_comma(const char *folder) {
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8", "it_IT.UTF-8", "ru_RU.UTF-8"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (setlocale(LC_NUMERIC, names[i]))
            return true;
    return build_locale(folder);
}

static void comma_locale(void **state) {
    (void)state;
    char folder[] = "/tmp/attnlab-locale-XXXXXX", text[NUM_TEXT];
    assert_non_null(mkdtemp(folder));
    bool comma = choose_comma(folder) && strcmp(localeconv()->decimal_point, ",") == 0;
    run((const char *const[]){"rm", "-r", folder, NULL});
    if (!comma) {
        print_message("no locale with a decimal comma here, and none could be built\n");
        skip();
    }
    double fast = parse("2.5"), slow = parse("0.30000000000000004"), scientific = parse("1.7976931348623157e308"),
           value;
    bool read_comma = num_parse("2,5", 3, &value);
    num_format(text, 0.1 + 0.2);
    char shown[NUM_TEXT], rounded[NUM_TEXT];
    num_format_fixed(shown, -1234.5678, 2);
    num_format_digits(rounded, 0.25, 3);
    setlocale(LC_NUMERIC, "C");
    assert_true(fast == 2.5 && slow == 0.1 + 0.2 && scientific == DBL_MAX && !read_comma);
    assert_string_equal(text, "0.30000000000000004");
    assert_string_equal(shown, "-1234.57");
    assert_string_equal(rounded, "0.25");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(shortest_text),
        cmocka_unit_test(reads_like_strtod),
        cmocka_unit_test(reads_any_length),
        cmocka_unit_test(refuses),
        cmocka_unit_test(accepts),
        cmocka_unit_test(fixed),
        cmocka_unit_test(digits),
        cmocka_unit_test(comma_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

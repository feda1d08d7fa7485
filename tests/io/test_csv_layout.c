/* How files of other programs are read: encodings, delimiters, decimal commas, missing values, a choice of columns,
 * what is reported, and the preview. */
#include "io/csv.h"

#include <iconv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

typedef struct Result {
    CsvData data;
    CsvReport report;
    char error[300], line[300];
} Result;

static bool import_more(Result *r, const char *bytes, size_t size, CsvChoice choice) {
    memset(r, 0, sizeof *r);
    bool good = csv_import_text("f.csv", bytes, size, &choice, &r->data, &r->report, r->error, sizeof r->error);
    if (good)
        csv_report_line(&r->report, "f.csv", r->line, sizeof r->line);
    return good;
}

static bool import(Result *r, const char *bytes, size_t size, const char *x, const char *value) {
    return import_more(r, bytes, size, (CsvChoice){.x = x, .value = value});
}

static void import_well(Result *r, const char *text, const char *x, const char *value) {
    if (!import(r, text, strlen(text), x, value))
        fail_msg("%s in:\n%s", r->error, text);
}

static size_t convert(const char *text, const char *encoding, char *out, size_t room) {
    iconv_t converter = iconv_open(encoding, "UTF-8");
    char *in = (char *)(size_t)text, *at = out;
    size_t left = strlen(text), spare = room;
    assert_true(converter != (iconv_t)-1);
    assert_true(iconv(converter, &in, &left, &at, &spare) != (size_t)-1);
    iconv_close(converter);
    return room - spare;
}

static void test_delimiters_and_decimals(void **state) {
    (void)state;
    static const struct {
        const char *text;
        char delimiter, decimal;
        size_t n;
        double x_last, y_last;
        bool header;
    } cases[] = {
        {"1,2\n3,4", ',', '.', 2, 3, 4, false},
        {"x;y\n1;2\n3;4", ';', '.', 2, 3, 4, true},
        {"x;y\n1,5;2,25\n3;-4,75e1", ';', ',', 2, 3, -47.5, true},
        {"1,2;3,4\n5,6;7,8\n", ';', ',', 2, 5.6, 7.8, false},
        {"a;b\n1,2;3,4\n", ';', ',', 1, 1.2, 3.4, true},
        {"a;b\n1.5;2.5\n", ';', '.', 1, 1.5, 2.5, true},
        {"x\ty\n1,5\t2,5\n", '\t', ',', 1, 1.5, 2.5, true},
        {"x\ty\n1.5\t2.5\n", '\t', '.', 1, 1.5, 2.5, true},
        {"my x\tmy y\n1 \t 2\n", '\t', '.', 1, 1, 2, true},
        {"x y\n1 2\n3   4\n", ' ', '.', 2, 3, 4, true},
        {"  1.5   2\n   3 \t 4  \n\n    \n 5 6", ' ', '.', 3, 5, 6, false},
        {"1,5 2,5\n", ' ', ',', 1, 1.5, 2.5, false},
        {"1, 2\n3, 4\n", ',', '.', 2, 3, 4, false},
        {"when;a, b;c\n1;x;2\n", ';', '.', 1, 1, 2, true},
        {"a;b,c\n1,2\n3,4\n", ',', '.', 2, 3, 4, true}, /* a semicolon in a name */
        {"\"1,5\";\"2\"\r\n", ';', ',', 1, 1.5, 2, false},
        {"1\t2\r3\t4\r", '\t', '.', 2, 3, 4, false},
        {" \n\n x  y \n 1  2 \n", ' ', '.', 1, 1, 2, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Result r;
        import_well(&r, cases[i].text, NULL, strcmp(cases[i].text, "when;a, b;c\n1;x;2\n") == 0 ? "c" : NULL);
        if (r.report.delimiter != cases[i].delimiter || r.report.decimal != cases[i].decimal)
            fail_msg("'%c' and '%c' in:\n%s", r.report.delimiter, r.report.decimal, cases[i].text);
        assert_int_equal(r.data.n, cases[i].n);
        assert_true(r.data.x[r.data.n - 1] == cases[i].x_last);
        assert_true(r.data.y[r.data.n - 1] == cases[i].y_last);
        assert_int_equal(r.data.header, cases[i].header);
        assert_int_equal(r.report.header, cases[i].header);
        csv_data_free(&r.data);
    }
}

/* More integers than the guess looks at, then a decimal comma. */
static void test_a_late_decimal_comma(void **state) {
    (void)state;
    enum { ROWS = 5000 };
    char *text = malloc(ROWS * 8 + 100);
    size_t size = 0;
    Result r;
    for (int i = 0; i < ROWS; i++)
        size += (size_t)sprintf(text + size, "%d;7\n", i);
    sprintf(text + size, "1,5;2\n");
    import_well(&r, text, NULL, NULL);
    assert_int_equal(r.data.n, ROWS + 1);
    assert_true(r.data.x[ROWS] == 1.5 && r.report.decimal == ',');
    csv_data_free(&r.data);
    sprintf(text + size, "1,5;2.5\n"); /* but both signs in one file are a mistake */
    assert_false(import(&r, text, strlen(text), NULL, NULL));
    assert_string_equal(r.error, "f.csv:5001:1: '1,5' is not a number; write numbers such as 3.5");
    free(text);
}

static void test_encodings(void **state) {
    (void)state;
    static const char TEXT[] = "横坐标,纵坐标\r\n1,2.5\r\n3,4\r\n";
    static const struct {
        const char *codec, *mark, *name;
    } cases[] = {
        {"UTF-8", "", "UTF-8"},       {"UTF-8", "\xef\xbb\xbf", "UTF-8"},   {"GB18030", "", "GB18030"},
        {"GBK", "", "GB18030"},       {"UTF-16LE", "\xff\xfe", "UTF-16LE"}, {"UTF-16BE", "\xfe\xff", "UTF-16BE"},
        {"UTF-16LE", "", "UTF-16LE"}, {"UTF-16BE", "", "UTF-16BE"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char bytes[200];
        Result r;
        size_t mark = strlen(cases[i].mark);
        memcpy(bytes, cases[i].mark, mark);
        size_t size = mark + convert(TEXT, cases[i].codec, bytes + mark, sizeof bytes - mark);
        char *exact = malloc(size); /* so that the sanitizer sees a read past the end */
        memcpy(exact, bytes, size);
        if (!import(&r, exact, size, NULL, NULL))
            fail_msg("%s: %s", cases[i].codec, r.error);
        free(exact);
        assert_string_equal(r.report.encoding, cases[i].name);
        assert_string_equal(r.data.x_name, "横坐标");
        assert_string_equal(r.data.y_name, "纵坐标");
        assert_true(r.data.n == 2 && r.data.x[1] == 3 && r.data.y[0] == 2.5);
        csv_data_free(&r.data);
    }
}

/* Western names are not taken for Chinese, and four-byte characters of GB 18030 are read. */
static void test_other_bytes(void **state) {
    (void)state;
    Result r;
    char bytes[200];
    static const char *const WESTERN[] = {"Température,Höhe\n1,2\n", "T°,µm\n1,2\n", "größe,maß\n1,2\n", "€,é\n1,2\n"};
    for (size_t i = 0; i < sizeof WESTERN / sizeof *WESTERN; i++) {
        size_t size = convert(WESTERN[i], "WINDOWS-1252", bytes, sizeof bytes);
        if (!import(&r, bytes, size, NULL, NULL))
            fail_msg("%s", r.error);
        assert_string_equal(r.report.encoding, "Windows-1252");
        assert_memory_equal(WESTERN[i], r.data.x_name, strlen(r.data.x_name));
        csv_data_free(&r.data);
    }
    size_t size = convert("距离𠀀,速度\n1,2\n", "GB18030", bytes, sizeof bytes);
    assert_true(import(&r, bytes, size, NULL, NULL));
    assert_string_equal(r.data.x_name, "距离𠀀");
    csv_data_free(&r.data);
    assert_true(import(&r, "\x81,\x8d\n1,2\n", 8, NULL, NULL)); /* not even Windows-1252 */
    csv_data_free(&r.data);
    size = convert("数,值\n1,2\n3,四\n", "GB18030", bytes, sizeof bytes); /* columns count characters */
    assert_false(import(&r, bytes, size, NULL, NULL));
    assert_string_equal(r.error, "f.csv:3:3: '四' is not a number; write numbers such as 3.5");
}

static const char AIR[] = "\"\",\"Ozone\",\"Solar.R\",\"Wind\",\"Temp\",\"Month\",\"Day\"\n"
                          "\"1\",41,190,7.4,67,5,1\n\"2\",36,118,8,72,5,2\n\"5\",NA,NA,14.3,56,5,5\n"
                          "\"6\",28,NA,14.9,66,5,6\n\"9\",8,19,20.1,61,5,9\n\"10\",NA,194,8.6,69,5,10\n";

static void test_columns_are_chosen(void **state) {
    (void)state;
    static const struct {
        const char *x, *value;
        size_t x_column, value_column, n;
        double x_first, y_first;
    } cases[] = {
        {NULL, NULL, 1, 2, 3, 41, 190},      {"Temp", "Ozone", 4, 1, 4, 67, 41}, {"5", "2", 4, 1, 4, 67, 41},
        {"Temp", NULL, 4, 1, 4, 67, 41},     {NULL, "Ozone", 2, 1, 3, 190, 41},  {NULL, "Temp", 1, 4, 4, 41, 67},
        {"Wind", "Wind", 3, 3, 6, 7.4, 7.4}, {"1", "Wind", 0, 3, 6, 1, 7.4},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Result r;
        import_well(&r, AIR, cases[i].x, cases[i].value);
        assert_int_equal(r.report.x, cases[i].x_column);
        assert_int_equal(r.report.value, cases[i].value_column);
        assert_int_equal(r.data.n, cases[i].n);
        assert_true(r.data.x[0] == cases[i].x_first && r.data.y[0] == cases[i].y_first);
        assert_string_equal(r.data.x_name, r.report.names[r.report.x]);
        csv_data_free(&r.data);
    }
    Result r;
    static const char *const WRONG[] = {"temp", "0", "8", "-1", "99999999999999999999", "", "Temp "};
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        char expected[200];
        if (WRONG[i][0] == '\0')
            continue; /* the name of R's first column */
        assert_false(import(&r, AIR, strlen(AIR), WRONG[i], "Ozone"));
        snprintf(expected, sizeof expected, "f.csv: there is no column '%s' among the 7 of the first row", WRONG[i]);
        assert_string_equal(r.error, expected);
        assert_null(r.data.x);
    }
    import_well(&r, "7,8,9\n10,11,12\n", "3", "1"); /* numbers without a header */
    assert_true(!r.data.header && r.data.n == 2 && r.data.x[1] == 12 && r.data.y[1] == 10);
    csv_data_free(&r.data);
    import_well(&r, "2020,2021\n1,2\n", "2021", "2020"); /* a name that is a number makes a header */
    assert_true(r.data.header && r.data.n == 1 && r.data.x[0] == 2 && r.data.y[0] == 1);
    csv_data_free(&r.data);
}

static void test_missing_values_are_skipped_and_told(void **state) {
    (void)state;
    Result r;
    import_well(&r, AIR, "Temp", "Ozone");
    assert_int_equal(r.report.skipped, 2);
    assert_string_equal(r.line,
                        "f.csv: 4 rows, x = Temp, value = Ozone (of 7 columns; UTF-8, commas); 2 rows without a "
                        "value skipped: lines 4, 7");
    csv_data_free(&r.data);
    import_well(&r, "x,y\r\n\r\n1,2\r\nNA,1\r\n,\r\n2,NA\r\n3,NULL\r\n#N/A,1\r\n1,None\r\n n/a , 1\r\n4,5", NULL, NULL);
    assert_int_equal(r.data.n, 2);
    assert_string_equal(r.line, "f.csv: 2 rows, x = x, value = y (of 2 columns; UTF-8, commas); 7 rows without a value "
                                "skipped: lines 4, 5, 6, 7, 8, ...");
    assert_true(csv_report_matters(&r.report));
    csv_data_free(&r.data);
    import_well(&r, "NA;1\n2,5;1\n", NULL, NULL); /* a missing value first is no header */
    assert_string_equal(r.line,
                        "f.csv: 1 row, x = column 1, value = column 2 (of 2 columns; UTF-8, semicolons, decimal "
                        "commas); 1 row without a value skipped: line 1");
    csv_data_free(&r.data);
    import_well(&r, "1\t2\n\n\t3\n\t\n4\t", NULL, NULL); /* rows that begin with a tab */
    assert_int_equal(r.report.skipped_lines[0], 3);
    assert_int_equal(r.report.skipped_lines[1], 4);
    assert_int_equal(r.report.skipped_lines[2], 5);
    csv_data_free(&r.data);
    import_well(&r, "1,2\n3,4,5\n6,7\n", NULL, NULL);
    assert_string_equal(r.line, "f.csv: 3 rows, x = column 1, value = column 2 (of 3 columns; UTF-8, commas); 1 row of "
                                "another length: line 2");
    assert_int_equal(r.data.extra, 1);
    csv_data_free(&r.data);
    import_well(&r, "x,y\n1,2\n", NULL, NULL);
    assert_false(csv_report_matters(&r.report));
    csv_data_free(&r.data);
    assert_false(import(&r, "a,b,c\n1,2,3\n4,5\n", 16, "a", "c"));
    assert_string_equal(r.error, "f.csv:3:1: this row has 2 cells and needs 3");
    char tiny[20];
    csv_report_line(&r.report, "a long label for a tiny line", tiny, sizeof tiny);
    assert_string_equal(tiny, "a long label for a ");
}

/* Of the other columns those that have a number wherever x and the value have; what they say in a skipped row, or in
 * the header, does not matter. */
static void test_further_values(void **state) {
    (void)state;
    static const struct {
        const char *text, *names; /* of what is kept, or its numbers in the last row */
        size_t more;
        CsvChoice choice;
    } cases[] = {
        {"x,y,a,b\n1,2,3,4\n5,6,7,8\n", "a=7 b=8 ", 8, {.x = NULL}},
        {"x,y,a,b\n1,2,3,4\n5,6,7,8\n", "a=7 ", 1, {.x = NULL}},
        {"x,y,a,b\n1,2,3,4\n5,6,7,8\n", "", 0, {.x = NULL}},
        {"x,y,a,b\n1,2,3,4\n5,6,7,8\n", "x=5 a=7 ", 8, {.x = "y", .value = "b"}},
        {"x,y,a,b\n1,2,NA,4\n5,6,7,8\n", "b=8 ", 8, {.x = NULL}},
        {"x,y,a,b\n1,2,3,4\n5,6,7,late\n", "a=7 ", 8, {.x = NULL}},
        {"x,y,a,b\n1,NA,NA,word\n5,6,7,8\n", "a=7 b=8 ", 8, {.x = NULL}}, /* in a skipped row */
        {"x,y,a,b\n1,2,3\n5,6,7,8\n", "a=7 ", 8, {.x = NULL}},            /* a short row */
        {"x,y,a\n1,2,3\n5,6,7,8\n", "a=7 ", 8, {.x = NULL}},              /* a long row */
        {"1,2,3\n5,6,7\n", "=7 ", 8, {.x = NULL}},
        {"1;2;3\n5;6;7,5\n", "=7.5 ", 8, {.x = NULL}},
        {"x,who,y,a\n1,Ann,2,3\n5,Bob,6,7\n", "a=7 ", 8, {.x = "x", .value = "y"}},
        {"x y a\n1  2   3\n 5 6 7\n", "a=7 ", 8, {.x = NULL}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Result r;
        char found[200] = "";
        CsvChoice choice = cases[i].choice;
        choice.more = cases[i].more;
        if (!import_more(&r, cases[i].text, strlen(cases[i].text), choice))
            fail_msg("%s in:\n%s", r.error, cases[i].text);
        for (size_t c = 0; c < r.data.mores; c++)
            snprintf(found + strlen(found), sizeof found - strlen(found), "%s=%g ", r.data.more_name[c],
                     r.data.more[c][r.data.n - 1]);
        assert_string_equal(found, cases[i].names);
        csv_data_free(&r.data);
    }
}

/* Column c of row r is 1000 r + c, but for a gap in the column that stands first among those kept. */
static void test_further_values_of_many(void **state) {
    (void)state;
    enum { ROWS = 3000, COLUMNS = 40 };
    char *text = malloc((size_t)ROWS * COLUMNS * 10);
    size_t size = 0;
    Result r;
    for (int row = 0; row < ROWS; row++)
        for (int c = 0; c < COLUMNS; c++)
            size += (size_t)sprintf(text + size, "%d%s%s", 1000 * row + c, row == ROWS - 1 && c == 2 ? "x" : "",
                                    c + 1 < COLUMNS ? "," : "\n");
    assert_true(import_more(&r, text, size, (CsvChoice){.more = CSV_MORE_MAX}));
    assert_int_equal(r.data.mores, CSV_MORE_MAX);
    for (size_t c = 0; c < r.data.mores; c++)
        for (size_t row = 0; row < ROWS; row += 499)
            assert_true(r.data.more[c][row] == (double)(1000 * row + 3 + c));
    csv_data_free(&r.data);
    free(text);
}

/* Whoever watches sees it grow, and may stop it. */
static void test_stopping(void **state) {
    (void)state;
    Progress progress = {0};
    Result r;
    assert_true(import_more(&r, AIR, strlen(AIR), (CsvChoice){.progress = &progress}));
    csv_data_free(&r.data);
    static const ProgressStage ROADS[][3] = {{PROGRESS_READ, PROGRESS_TABLE, PROGRESS_TABLE},
                                             {PROGRESS_READ, PROGRESS_TEXT, PROGRESS_SCENE}};
    for (int road = 0; road < 2; road++)
        for (int i = 0, before = 0; i < 3 - (road == 0); i++)
            for (size_t done = 0; done <= 50; done++) {
                assert_true(progress_tell(&progress, ROADS[road][i], done, 50));
                assert_in_range(progress.percent, before, 100);
                before = progress.percent;
            }
    assert_int_equal(progress.percent, 100);
    progress.stop = true;
    assert_false(import_more(&r, AIR, strlen(AIR), (CsvChoice){.progress = &progress}));
    assert_null(r.data.x);
    assert_non_null(strstr(r.error, "stopped"));
    assert_true(progress_tell(NULL, PROGRESS_READ, 0, 0));
}

static void test_preview(void **state) {
    (void)state;
    char bytes[200];
    char *text = csv_preview(AIR, strlen(AIR), 2);
    assert_string_equal(text, "\tOzone\tSolar.R\tWind\tTemp\tMonth\tDay\n1\t41\t190\t7.4\t67\t5\t1\n");
    free(text);
    text = csv_preview(bytes, convert("横坐标;纵坐标\n1,5;2\n", "GB18030", bytes, sizeof bytes), 9);
    assert_string_equal(text, "横坐标\t纵坐标\n1,5\t2\n");
    free(text);
    text = csv_preview("  a   b\n 1 2", 12, 5);
    assert_string_equal(text, "a\tb\n1\t2\n");
    free(text);
    text = csv_preview("", 0, 5);
    assert_string_equal(text, "");
    free(text);
    assert_null(csv_preview("\x7f"
                            "ELF\0\1\2",
                            7, 5));
}

static void test_huge_lines(void **state) {
    (void)state;
    enum { CELLS = 3000000 };
    char *text = malloc(2 * CELLS + 10);
    Result r;
    for (int i = 0; i < CELLS; i++)
        memcpy(text + 2 * i, "1,", 2);
    strcpy(text + 2 * CELLS, "1\n");
    assert_false(import(&r, text, strlen(text), NULL, NULL));
    assert_string_equal(r.error, "f.csv:1:1: more columns than the limit of 16384");
    free(text);
}

/* Late skipped rows are found again without reading byte by byte. */
static void test_a_million_rows_with_gaps(void **state) {
    (void)state;
    enum { ROWS = 1000000, ROOM = 64 };
    char *text = malloc((size_t)ROWS * ROOM);
    size_t size = 0;
    Result r;
    struct timespec a, b;
    for (int i = 0; i < ROWS; i++)
        size += (size_t)snprintf(text + size, ROOM, "%.12g;%s;%d;%.12g\n", i * 0.001234567891,
                                 i > ROWS - 100 ? "NA" : "12.5", i, i * 0.0234567891);
    clock_gettime(CLOCK_MONOTONIC, &a);
    assert_true(import_more(&r, text, size, (CsvChoice){.more = 2}));
    clock_gettime(CLOCK_MONOTONIC, &b);
    assert_true(r.data.mores == 2 && r.data.more[0][999] == 999);
    print_message("1e6 rows of four columns with gaps: %.3f s\n",
                  (double)(b.tv_sec - a.tv_sec) + 1e-9 * (double)(b.tv_nsec - a.tv_nsec));
    assert_int_equal(r.report.skipped, 99);
    assert_int_equal(r.report.skipped_lines[0], ROWS - 98);
    csv_data_free(&r.data);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_delimiters_and_decimals),
        cmocka_unit_test(test_a_late_decimal_comma),
        cmocka_unit_test(test_encodings),
        cmocka_unit_test(test_other_bytes),
        cmocka_unit_test(test_columns_are_chosen),
        cmocka_unit_test(test_missing_values_are_skipped_and_told),
        cmocka_unit_test(test_further_values),
        cmocka_unit_test(test_further_values_of_many),
        cmocka_unit_test(test_stopping),
        cmocka_unit_test(test_preview),
        cmocka_unit_test(test_huge_lines),
        cmocka_unit_test(test_a_million_rows_with_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

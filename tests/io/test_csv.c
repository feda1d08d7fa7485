/* CSV: what is accepted, what is refused and where, round trips, random bytes, and files that are no files. */
#include "io/csv.h"

#include "scratch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>

#include <cmocka.h>

static bool read_text(const char *text, CsvData *data, char *error) {
    return csv_read_text("f.csv", text, strlen(text), data, error, 256);
}

static void test_accepted(void **state) {
    (void)state;
    static const struct {
        const char *text;
        size_t n;
        double x_last, y_last;
        const char *x_name, *y_name;
        size_t extra;
    } cases[] = {
        {"1,2\n3,4\n", 2, 3, 4, "", "", 0},
        {"1,2\n3,4", 2, 3, 4, "", "", 0},
        {"speed,dist\n4,2\n", 1, 4, 2, "speed", "dist", 0},
        {"\xef\xbb\xbfspeed,dist\r\n4,2\r\n5,-6e-3\r\n", 2, 5, -6e-3, "speed", "dist", 0},
        {"\xef\xbb\xbf"
         "1,2\r3,4\r",
         2, 3, 4, "", "", 0},
        {"\n\r\n1,2\n\n \n3,4\n\n", 2, 3, 4, "", "", 0},
        {" 1 ,\t2 \n", 1, 1, 2, "", "", 0},
        {"\"1\",\"2\"\n\"3\",\"4.5\"\n", 2, 3, 4.5, "", "", 0},
        {"\"a, b\",\"say \"\"y\"\"\"\n1,2\n", 1, 1, 2, "a, b", "say \"y\"", 0},
        {"时间,加速度\n1,2\n", 1, 1, 2, "时间", "加速度", 0},
        {"\"two\nlines\",y\n1,2\n", 1, 1, 2, "two?lines", "y", 0},
        {"x,y,z,w\n1,2,abc,\n3,4,5\n", 2, 3, 4, "x", "y", 2},
        {"x,y,\n1,2,\n", 1, 1, 2, "x", "y", 1},
        {",\n1,2\n", 1, 1, 2, "", "", 0}, /* columns without a name */
        {"1e3,+.5\n-0,1.\n", 2, 0, 1, "", "", 0},
        {"inflow,nano\n1,2\n", 1, 1, 2, "inflow", "nano", 0}, /* words that begin as inf and nan do */
        {"1,1.7976931348623157e308\n", 1, 1, 1.7976931348623157e308, "", "", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CsvData data;
        char error[256] = "";
        if (!read_text(cases[i].text, &data, error))
            fail_msg("case %zu: %s", i, error);
        assert_int_equal(data.n, cases[i].n);
        assert_true(data.x[data.n - 1] == cases[i].x_last);
        assert_true(data.y[data.n - 1] == cases[i].y_last);
        assert_string_equal(data.x_name, cases[i].x_name);
        assert_string_equal(data.y_name, cases[i].y_name);
        assert_int_equal(data.extra, cases[i].extra);
        csv_data_free(&data);
    }
}

static void test_refused_with_the_place(void **state) {
    (void)state;
    static const char *const MEND = "is not a number; write numbers such as 3.5";
    static const struct {
        const char *text, *place, *what; /* what NULL: '<MEND>' after the quoted cell in place */
    } cases[] = {
        {"1,2\n3,abc\n", "f.csv:2:3: 'abc' ", NULL},
        {"abc,2\n", "f.csv:1:1: 'abc' ", NULL},
        {"1,abc\n2,3\n", "f.csv:1:3: 'abc' ", NULL}, /* no header: one cell is a number */
        {"x,y\nu,v\n1,2\n", "f.csv:2:1: 'u' ", NULL},
        {"nan,inf\n", "f.csv:1:1: 'nan' ", NULL},
        {"nan,NaN\n", "f.csv:1:1: 'nan' ", NULL},
        {"1;2,5\n3;4,x\n", "f.csv:2:3: '4,x' ", "is not a number; write numbers such as 3,5"},
        {"a b\n\n  1   2\n 3  4  \n5   6x\n", "f.csv:5:5: '6x' ", NULL},
        {"a\tb\n1\t2\n3\t 4x\n", "f.csv:3:4: '4x' ", NULL},
        {"NA,x\n", "f.csv:1:4: 'x' ", NULL},
        {"x,y\n,2\nNA,NA\n", "f.csv: ", "has no row with two numbers; write rows of x,y such as 1,2.5"},
        {"1,2\n3,-Inf\n", "f.csv:2:3: '-Inf' ", NULL},
        {"1,1e400\n", "f.csv:1:3: '1e400' ", NULL},
        {"1e400,-1e400\n", "f.csv:1:1: '1e400' ", NULL},
        {"0x10,1\n", "f.csv:1:1: '0x10' ", NULL},
        {"1,2\r\n\r\n\r\n  3,  4x\r\n", "f.csv:4:7: '4x' ", NULL},
        {"1,2\r3,4x\r", "f.csv:2:3: '4x' ", NULL},
        {"\xef\xbb\xbf"
         "1,2\n3,4 5\n",
         "f.csv:2:3: '4 5' ", NULL},
        {"\"a\nb\",\"c\n\nd\"\n1,x\n", "f.csv:5:3: 'x' ", NULL}, /* line breaks inside quotes count */
        {"1,2\n\"意\",4\n", "f.csv:2:1: '意' ", NULL},
        {"1,2,意意,4\n5,6,\"意,意\"\n7,\"x\",8\n", "f.csv:3:3: 'x' ", NULL},
        {"名,字\n1,意意\n", "f.csv:2:3: '意意' ", NULL},
        {"1,2\n3\n", "f.csv:2:1: ", "this row has 1 cell and needs two: x,y"},
        {"x\n1\n2\n", "f.csv:1:1: ", "this row has 1 cell and needs two: x,y"},
        {"1,2\n3,\"4\n5,6\n", "f.csv:2:3: ", "a quote is opened here and never closed"},
        {"", "f.csv: ", "has no rows; write rows of x,y such as 1,2.5"},
        {"\n\n  \r\n", "f.csv: ", "has no rows; write rows of x,y such as 1,2.5"},
        {"\xef\xbb\xbf", "f.csv: ", "has no rows; write rows of x,y such as 1,2.5"},
        {"x,y\n", "f.csv: ", "has a header but no rows; write rows of x,y such as 1,2.5"},
        {"x,y", "f.csv: ", "has a header but no rows; write rows of x,y such as 1,2.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CsvData data;
        char error[256] = "", expected[256];
        snprintf(expected, sizeof expected, "%s%s", cases[i].place, cases[i].what ? cases[i].what : MEND);
        assert_false(read_text(cases[i].text, &data, error));
        assert_string_equal(error, expected);
        assert_null(data.x);
        assert_int_equal(data.n, 0);
    }
}

static void test_binary_is_refused(void **state) {
    (void)state;
    CsvData data;
    char error[256];
    assert_false(csv_read_text("f", "1,2\n3,\0004\n", 9, &data, error, sizeof error));
    assert_string_equal(error, "f:2:1: is not text (it has a zero byte); save the table as CSV in UTF-8");
    assert_false(csv_read_text("f", "1,2\n\0013,4\n", 9, &data, error, sizeof error));
    assert_string_equal(error, "f:2:1: is not text (it has a control character); save the table as CSV in UTF-8");
    assert_false(csv_read_text("f",
                               "\xff\xfe"
                               "1\0,\0"
                               "2",
                               7, &data, error, sizeof error)); /* half a character */
    assert_string_equal(error, "f: is damaged, or cut short (UTF-16LE); save the table as CSV in UTF-8");
    assert_false(csv_read_text("f",
                               "\x7f"
                               "ELF\2\1\1\0\0\0",
                               10, &data, error, sizeof error));
    assert_non_null(strstr(error, "is not text"));
    assert_false(csv_read_text("f", "\xff\xfe\xff,\x01\n", 6, &data, error, sizeof error));
}

/* A cell longer than any message is cut, and a small room for the message is kept to. */
static void test_long_cells_and_small_messages(void **state) {
    (void)state;
    size_t size = 300000;
    char *text = malloc(size), error[256], tiny[10];
    CsvData data;
    memset(text, 'a', size);
    memcpy(text, "1,2\n3,", 6);
    assert_false(csv_read_text("f", text, size, &data, error, sizeof error));
    assert_string_equal(error, "f:2:3: this cell is very long; is a quote never closed?");
    assert_false(csv_read_text("f", text, 1000, &data, error, sizeof error));
    assert_non_null(strstr(error, "aaa...' is not a number"));
    assert_true(strlen(error) < 150);
    assert_false(csv_read_text("f", text, 1000, &data, tiny, sizeof tiny));
    assert_string_equal(tiny, "f:2:3: 'a");
    free(text);
}

/* Numbers written are numbers read, bit for bit, whatever their size; cells longer than a chunk's rest too. */
static void test_round_trip(void **state) {
    Scratch *scratch = *state;
    enum { N = 50000 };
    const char *path = scratch_path(scratch, "t.csv");
    uint64_t seed = 7;
    double *x = malloc(2 * N * sizeof *x), *y = x + N;
    for (size_t i = 0; i < 2 * N; i++) {
        do {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            uint64_t bits = seed ^ seed >> 29;
            memcpy(&x[i], &bits, sizeof bits);
        } while (!isfinite(x[i]));
    }
    FILE *file = fopen(path, "w");
    CsvWriter writer = {.out = file};
    csv_write_text(&writer, "x, \"quoted\"");
    csv_write_text(&writer, "y");
    csv_write_row(&writer);
    for (size_t i = 0; i < N; i++) {
        csv_write_number(&writer, x[i]);
        csv_write_number(&writer, y[i]);
        assert_true(csv_write_row(&writer));
    }
    assert_int_equal(fclose(file), 0);
    CsvData data;
    char error[256] = "";
    if (!csv_read(path, &data, error, sizeof error))
        fail_msg("%s", error);
    assert_int_equal(data.n, N);
    assert_string_equal(data.x_name, "x, \"quoted\"");
    assert_string_equal(data.y_name, "y");
    assert_memory_equal(data.x, x, N * sizeof *x);
    assert_memory_equal(data.y, y, N * sizeof *y);
    csv_data_free(&data);
    free(x);
}

/* The message names the right line deep in a file of many chunks. */
static void test_place_far_down(void **state) {
    (void)state;
    enum { ROWS = 40000, WIDTH = 8 };
    char *text = malloc(ROWS * WIDTH + 1), error[256];
    for (size_t i = 0; i < ROWS; i++)
        snprintf(text + i * WIDTH, WIDTH + 1, "1.5,2.5\n");
    static const size_t LINES[] = {0, 1, 8191, 8192, 16384, 39999};
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        CsvData data;
        char expected[64];
        text[LINES[i] * WIDTH + 5] = 'o';
        snprintf(expected, sizeof expected, "f:%zu:5: '2o5' ", LINES[i] + 1);
        assert_false(csv_read_text("f", text, ROWS * WIDTH, &data, error, sizeof error));
        assert_memory_equal(error, expected, strlen(expected));
        text[LINES[i] * WIDTH + 5] = '.';
    }
    free(text);
}

static void test_the_writer_reports_a_full_disk(void **state) {
    (void)state;
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    CsvWriter writer = {.out = full};
    bool good = true;
    for (int i = 0; i < 100000 && good; i++) {
        csv_write_number(&writer, i);
        good = csv_write_row(&writer);
    }
    assert_false(good);
    fclose(full);
}

/* None of these may hang; an alarm would end the test. */
static void test_what_is_no_file(void **state) {
    Scratch *scratch = *state;
    CsvData data;
    char error[512], expected[640];
    alarm(10);
    assert_false(csv_read(scratch->folder, &data, error, sizeof error));
    snprintf(expected, sizeof expected, "%s: is a folder, not a file", scratch->folder);
    assert_string_equal(error, expected);
    const char *fifo = scratch_path(scratch, "fifo");
    assert_int_equal(mkfifo(fifo, 0600), 0);
    assert_false(csv_read(fifo, &data, error, sizeof error));
    snprintf(expected, sizeof expected, "%s: is a pipe, not a file", fifo);
    assert_string_equal(error, expected);
    assert_false(csv_read("/dev/zero", &data, error, sizeof error));
    assert_string_equal(error, "/dev/zero: is a device, not a file");
    const char *none = scratch_path(scratch, "none.csv");
    assert_false(csv_read(none, &data, error, sizeof error));
    snprintf(expected, sizeof expected, "%s: No such file or directory", none);
    assert_string_equal(error, expected);
    alarm(0);
}

/* Random bytes, and random mixtures of what the format is made of: an answer, never a crash, and either points
 * that are finite or a message. */
static void test_random_bytes(void **state) {
    (void)state;
    static const char *const PIECES[] = {
        "1,2\n", "-3e2,4.5,6\r\n", "\n", "\"7\",8\r", ",", "\n", "\"", "1", "2.5", "x", " ", "\t", "nan", ";", "意",
        "\xff"};
    uint32_t seed = 12345;
    int accepted = 0;
    for (int round = 0; round < 30000; round++) {
        char text[200], error[256] = "";
        size_t size = 0, wanted = (size_t)round % 190;
        while (size < wanted) {
            seed = seed * 1664525u + 1013904223u;
            if (round % 3 == 0) {
                text[size++] = (char)(seed >> 24);
                continue;
            }
            size_t count = round % 3 == 1 ? 5 : sizeof PIECES / sizeof *PIECES;
            const char *piece = PIECES[(seed >> 16) % count];
            memcpy(text + size, piece, strlen(piece));
            size += strlen(piece);
        }
        char *exact = malloc(size ? size : 1); /* so that the sanitizer sees a read past the end */
        memcpy(exact, text, size);
        CsvData data;
        bool good = csv_read_text("f", exact, size, &data, error, sizeof error);
        assert_int_equal(good, error[0] == '\0');
        for (size_t i = 0; good && i < data.n; i++)
            assert_true(isfinite(data.x[i]) && isfinite(data.y[i]));
        accepted += good;
        csv_data_free(&data);
        free(exact);
    }
    assert_true(accepted > 100); /* the mixtures do reach the good path */
}

static void test_a_million_rows(void **state) {
    (void)state;
    enum { ROWS = 1000000, ROOM = 48 };
    char *text = malloc((size_t)ROWS * ROOM), error[256];
    size_t size = 0;
    for (int i = 0; i < ROWS; i++)
        size += (size_t)snprintf(text + size, ROOM, "%.15g,%.15g\n", i * 0.001234567891, sin(i));
    struct timeval begin, end;
    gettimeofday(&begin, NULL);
    CsvData data;
    assert_true(csv_read_text("f", text, size, &data, error, sizeof error));
    gettimeofday(&end, NULL);
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-6 * (double)(end.tv_usec - begin.tv_usec);
    print_message("1e6 rows, %.1f MB: %.3f s\n", (double)size * 1e-6, seconds);
    assert_int_equal(data.n, ROWS);
    csv_data_free(&data);
    free(text);
}

static void test_too_many_rows(void **state) {
    (void)state;
    size_t rows = (size_t)CSV_ROWS_MAX + 1;
    char *text = malloc(rows * 4), error[256];
    for (size_t i = 0; i < rows; i++)
        memcpy(text + 4 * i, "1,2\n", 4);
    CsvData data;
    assert_false(csv_read_text("f", text, rows * 4, &data, error, sizeof error));
    assert_string_equal(error, "f:5000001:1: more rows than the limit of 5000000");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_refused_with_the_place),
        cmocka_unit_test(test_binary_is_refused),
        cmocka_unit_test(test_long_cells_and_small_messages),
        cmocka_unit_test_setup_teardown(test_round_trip, scratch_setup, scratch_teardown),
        cmocka_unit_test(test_place_far_down),
        cmocka_unit_test(test_the_writer_reports_a_full_disk),
        cmocka_unit_test_setup_teardown(test_what_is_no_file, scratch_setup, scratch_teardown),
        cmocka_unit_test(test_random_bytes),
        cmocka_unit_test(test_a_million_rows),
        cmocka_unit_test(test_too_many_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

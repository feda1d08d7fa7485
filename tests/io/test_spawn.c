/* Other programs: arguments arrive as they are, input is the file, output is kept, and ends are noticed. */
#define _XOPEN_SOURCE 700
#include "io/spawn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static int finish(Spawn *spawn) {
    int status = -2;
    for (int tries = 0; tries < 1000 && !spawn_poll(spawn, &status); tries++)
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    return status;
}

static void test_arguments(void **state) {
    (void)state;
    Spawn spawn;
    char error[300];
    const char *const arguments[] = {"printf", "%s|%s", "a\"; touch pwned; \" $(x)", "空 气", NULL};
    assert_true(spawn_start(&spawn, arguments, NULL, true, error, sizeof error));
    assert_int_equal(finish(&spawn), 0);
    assert_string_equal(spawn.text, "a\"; touch pwned; \" $(x)|空 气");
    assert_false(spawn_poll(&spawn, &(int){0})); /* it ended only once */
}

static void test_input(void **state) {
    (void)state;
    Spawn spawn;
    char error[300];
    const char *const arguments[] = {"wc", "-c", NULL}, *const deaf[] = {"true", NULL};
    FILE *file = tmpfile();
    for (int i = 0; i < 300000; i++)
        fputc('x', file);
    assert_true(spawn_start(&spawn, arguments, file, true, error, sizeof error));
    assert_int_equal(finish(&spawn), 0);
    assert_int_equal(atoi(spawn.text), 300000);
    assert_true(spawn_start(&spawn, deaf, file, false, error, sizeof error)); /* reads nothing: no signal, no wait */
    assert_int_equal(finish(&spawn), 0);
    fclose(file);
}

static void test_ends(void **state) {
    (void)state;
    Spawn spawn;
    char error[300];
    const char *const no[] = {"attnlab-no-such-program", NULL}, *const bad[] = {"false", NULL},
                      *const slow[] = {"sleep", "100", NULL};
    assert_false(spawn_start(&spawn, no, NULL, true, error, sizeof error));
    assert_non_null(strstr(error, "attnlab-no-such-program"));
    assert_int_equal(spawn.pid, 0);
    assert_true(spawn_start(&spawn, bad, NULL, true, error, sizeof error));
    assert_int_equal(finish(&spawn), 1);
    assert_true(spawn_start(&spawn, slow, NULL, true, error, sizeof error));
    assert_false(spawn_poll(&spawn, &(int){0}));
    spawn_stop(&spawn);
    assert_int_equal(spawn.pid, 0);
    spawn_stop(&spawn);
    assert_true(spawn_finds("true"));
    assert_false(spawn_finds("attnlab-no-such-program"));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_arguments), cmocka_unit_test(test_input),
                                       cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

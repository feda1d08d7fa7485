/* The lab without a window, in a home folder of its own, which it is also started in: keys and text go in as from a
 * hand, and every one makes a frame. */
#ifndef TESTS_APP_STAGE_H
#define TESTS_APP_STAGE_H

#include "app/app.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct Stage {
    Lab lab;
    App app;
    double time;
    char home[64];
} Stage;

/* setup and teardown for cmocka. */
int stage_setup(void **state);
int stage_teardown(void **state);

/* Keys by their names, "Ctrl+O Enter". */
void stage_keys(Stage *s, const char *names);
void stage_type(Stage *s, const char *text);
/* Tab until this control has the focus; fails when none has. */
void stage_focus(Stage *s, const char *id);
/* A path into the open dialog, from its key to Enter. */
void stage_open(Stage *s, const char *path);
/* What the window does between frames, until nothing is being read and no other program is waited for, or for so
 * many seconds. True when there was something. */
bool stage_wait(Stage *s, double seconds);
/* What the open dialog complains about, "" for nothing. */
const char *stage_error(Stage *s);

void stage_write(const char *path, const char *text);
bool stage_exists(const char *path);

#endif

/* Scripted input: one step a line, addressed by what a person sees. Steps go through the same input path as a
 * mouse and keyboard, a frame each. */
#ifndef APP_PLAY_H
#define APP_PLAY_H

#include "app/app.h"

#include <stdbool.h>

/* Runs the steps of the file at `path` ("-": standard input). False with "file:line: what failed" at the first step
 * that fails or is not understood. */
bool play_run(App *app, const char *path, Failure *failure);

#endif

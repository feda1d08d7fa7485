/* Exit statuses, as the help and the README state them. */
#ifndef APP_EXIT_H
#define APP_EXIT_H

typedef enum {
    EXIT_DONE = 0,
    EXIT_INTERNAL = 1, /* also: a step of a script failed */
    EXIT_USAGE = 2,
    EXIT_DISPLAY = 3, /* no display or no OpenGL */
    EXIT_ASSET = 4,   /* a font or an asset is missing */
    EXIT_INPUT = 5,   /* input unreadable or malformed */
    EXIT_OUTPUT = 6   /* output not written */
} ExitStatus;

/* Why something failed: one clear line, and the status to exit with. */
typedef struct Failure {
    ExitStatus status;
    char line[512];
} Failure;

#endif

/* The command line as plain data. */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H

#include "app/exit.h"
#include "io/settings.h"
#include "ui/ui.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum {
    VERB_WINDOW,
    VERB_PREDICT,
    VERB_WEIGHTS,
    VERB_FIT,
    VERB_EXPORT,
    VERB_PLAY,
    VERB_LIST,
    VERB_HELP,
    VERB_VERSION
} Verb;

enum { OPTION_SETS = 64, OPTION_QUERIES = 10000000, OPTION_SIDE = 32768 };

typedef struct Options {
    Verb verb;
    const char *file;              /* CSV of own data, NULL for none */
    const char *x, *value;         /* columns of that CSV, by name or number; NULL for those that csv.h says */
    const char *script;            /* play: the steps; list: what to list */
    const char *lesson;            /* "4" or "width:3", NULL for none */
    const char *output;            /* -o, NULL for none */
    const char *sets[OPTION_SETS]; /* "ID=VALUE" */
    size_t set_count;
    char shorthand[8][64]; /* --theme dark as "theme=dark" */
    size_t shorthands;
    bool has_queries;
    double start, stop;
    size_t count;
    size_t steps; /* fit; 0: as the parameter steps says */
    int width, height;
    double scale;
    double dpi;           /* export: dots an inch, 0 for 96 times the scale */
    bool transparent;     /* export */
    bool has_scale;       /* it was given */
    SavedSettings *saved; /* the window's: what the person set last time, filled in by lab_open. NULL: not looked at */
    Picture picture;
    bool window; /* play: in a real window */
} Options;

/* False, with a usage error, for anything not understood. */
bool options_parse(int argc, char **argv, Options *options, Failure *failure);
void options_help(FILE *out);

#endif

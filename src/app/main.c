/* attnlab: see attention pooling, and take hold of it. */
#include "app/app.h"
#include "app/options.h"
#include "app/play.h"
#include "app/session.h"
#include "app/tables.h"

#include <stdio.h>

static bool run_window(Lab *lab, const Options *options, Failure *failure) {
    App app;
    if (!app_open(&app, lab, options, true, failure))
        return false;
    session_begin(&app, options);
    app_run(&app);
    session_end(&app);
    app_close(&app);
    return true;
}

static bool run_export(Lab *lab, const Options *options, Failure *failure) {
    App app;
    if (!app_open(&app, lab, options, false, failure))
        return false;
    Figure figure = app_figure(&app, options->picture, app.width, app.height, app.scale);
    figure.transparent = options->transparent;
    if (options->dpi > 0) {
        figure.scale = (float)(options->dpi / 96);
        figure.physical = true;
    }
    bool saved = app_save_figure(&app, &figure, options->output, failure);
    app_close(&app);
    return saved;
}

static bool run_play(Lab *lab, const Options *options, Failure *failure) {
    App app;
    if (!app_open(&app, lab, options, options->window, failure))
        return false;
    bool done = play_run(&app, options->script, failure);
    app_close(&app);
    return done;
}

static bool run(Options *options, Failure *failure) {
    Lab lab;
    SavedSettings saved = {.scale = 0};
    if (options->verb == VERB_WINDOW)
        options->saved = &saved; /* pictures and scripts are the same whoever makes them */
    if (options->verb == VERB_LIST)
        return tables_list(options, failure);
    if (!lab_open(&lab, options, failure))
        return false;
    bool done = false;
    switch (options->verb) {
    case VERB_PREDICT:
        done = tables_predict(&lab, options, failure);
        break;
    case VERB_WEIGHTS:
        done = tables_weights(&lab, options, failure);
        break;
    case VERB_FIT:
        done = tables_fit(&lab, options, failure);
        break;
    case VERB_EXPORT:
        done = run_export(&lab, options, failure);
        break;
    case VERB_PLAY:
        done = run_play(&lab, options, failure);
        break;
    default:
        done = run_window(&lab, options, failure);
        break;
    }
    lab_close(&lab);
    return done;
}

/* One line, whatever a file's name has in it. */
static void complain(const char *line) {
    fputs("attnlab: ", stderr);
    for (; *line; line++)
        fputc((unsigned char)*line < 0x20 || *line == 0x7f ? '?' : *line, stderr);
    fputc('\n', stderr);
}

int main(int argc, char **argv) {
    Options options;
    Failure failure = {EXIT_USAGE, ""};
    if (options_parse(argc, argv, &options, &failure)) {
        if (options.verb == VERB_HELP || options.verb == VERB_VERSION) {
            if (options.verb == VERB_HELP)
                options_help(stdout);
            else
                puts("attnlab " ATTNLAB_VERSION);
            return fflush(stdout) == 0 ? EXIT_DONE : EXIT_OUTPUT;
        }
        if (run(&options, &failure))
            return EXIT_DONE;
    }
    complain(failure.line);
    return (int)failure.status;
}

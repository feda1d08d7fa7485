/* Steps that read and write files: screenshot, save, load, dump. */
#include "app/play_parts.h"

#include "app/command_run.h"
#include "io/file.h"
#include "io/scene_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool play_step_screenshot(Play *play) {
    Failure failure = {EXIT_OUTPUT, ""};
    if (app_save_screen(play->app, play->word[1], &failure))
        return true;
    play->status = failure.status;
    return play_fail(play, failure.line, "");
}

bool play_step_save(Play *play) {
    const Lab *lab = play->app->lab;
    play->status = EXIT_OUTPUT;
    if (!scene_file_save(play->word[1], &lab->scene, &lab->extras, play->why, sizeof play->why))
        return false;
    play->status = EXIT_INTERNAL;
    return true;
}

bool play_step_load(Play *play) {
    command_load(play->app, play->word[1]);
    hand_wait(&play->hand, 0);
    return true;
}

bool play_step_drop(Play *play) {
    char here[INPUT_PATH] = "", path[2 * INPUT_PATH];
    const char *name = play_rest(play, 1);
    bool whole = name[0] == '/' || getcwd(here, sizeof here); /* desktops drop absolute paths */
    snprintf(path, sizeof path, "%s%s%s", here, here[0] ? "/" : "", name);
    if (!whole || strlen(path) >= INPUT_PATH)
        return play_fail(play, "this path is too long", name);
    hand_drop(&play->hand, path);
    return true;
}

/* A name that says what: "layout" the controls, "drawlist" the picture, "points" the data. */
bool play_step_dump(Play *play) {
    const char *slash = strrchr(play->word[1], '/'), *name = slash ? slash + 1 : play->word[1];
    const Points *points = &play->app->lab->scene.points;
    FileSave save;
    play->status = EXIT_OUTPUT;
    if (!file_save_begin(&save, play->word[1], play->why, sizeof play->why))
        return false;
    if (strncmp(name, "layout", 6) == 0)
        controls_dump(&play->app->ui.controls, save.out);
    else if (strncmp(name, "drawlist", 8) == 0)
        drawlist_dump(&play->app->list, save.out);
    else
        for (size_t i = 0; i < points->n; i++)
            fprintf(save.out, "%a,%a\n", points->x[i], points->y[i]);
    if (!file_save_commit(&save, play->why, sizeof play->why))
        return false;
    play->status = EXIT_INTERNAL;
    return true;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool play_step_report(Play *play) {
    HandTimes *times = &play->times;
    size_t n = times->count;
    if (n == 0)
        return play_fail(play, "no frames to report", "");
    qsort(times->ms, n, sizeof *times->ms, by_value);
    printf("%s: %zu frames, median %.1f ms, 90 %% %.1f ms, longest %.1f ms, from the input to the %s\n",
           play->words > 1 ? play_rest(play, 1) : "report", n, times->ms[n / 2], times->ms[n * 9 / 10],
           times->ms[n - 1], play->app->visible ? "window" : "draw list");
    times->count = 0;
    return true;
}

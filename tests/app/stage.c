#define _XOPEN_SOURCE 700
#include "stage.h"

#include "app/dialogs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int stage_setup(void **state) {
    Stage *s = test_calloc(1, sizeof *s);
    Options options;
    Failure failure = {EXIT_INTERNAL, ""};
    char *arguments[] = {(char[]){"attnlab"}, NULL};
    *state = s;
    snprintf(s->home, sizeof s->home, "/tmp/attnlab-stage-XXXXXX");
    if (!mkdtemp(s->home) || chdir(s->home) != 0 || setenv("HOME", s->home, 1) != 0 ||
        setenv("XDG_PICTURES_DIR", s->home, 1) != 0)
        return -1;
    if (!options_parse(1, arguments, &options, &failure) || !lab_open(&s->lab, &options, &failure))
        return -1;
    if (app_open(&s->app, &s->lab, &options, false, &failure))
        return 0;
    print_error("%s\n", failure.line);
    if (failure.status == EXIT_DISPLAY)
        exit(77);
    return -1;
}

int stage_teardown(void **state) {
    Stage *s = *state;
    char command[200];
    app_close(&s->app);
    lab_close(&s->lab);
    snprintf(command, sizeof command, "/bin/rm -rf '%s'", s->home);
    int removed = chdir("/") == 0 ? system(command) : -1;
    test_free(s);
    return removed;
}

void stage_keys(Stage *s, const char *names) {
    char copy[200];
    snprintf(copy, sizeof copy, "%s", names);
    for (char *name = strtok(copy, " "); name; name = strtok(NULL, " ")) {
        Input input = {.time = s->time += 0.01, .key_count = 1};
        assert_true(input_parse_key(name, &input.keys[0]));
        app_input(&s->app, &input);
        app_draw(&s->app);
    }
}

void stage_type(Stage *s, const char *text) {
    Input input = {.time = s->time += 0.01};
    snprintf(input.text, sizeof input.text, "%s", text);
    app_input(&s->app, &input);
    app_draw(&s->app);
}

void stage_focus(Stage *s, const char *id) {
    for (int i = 0; i < 60 && strcmp(s->app.ui.focus, id) != 0; i++)
        stage_keys(s, "Tab");
    assert_string_equal(s->app.ui.focus, id);
}

void stage_open(Stage *s, const char *path) {
    stage_keys(s, "Ctrl+O Ctrl+A");
    stage_type(s, path);
    stage_keys(s, "Enter");
}

bool stage_wait(Stage *s, double seconds) {
    bool any = false;
    for (double waited = 0; waited < seconds && dialogs_tick(&s->app); waited += 0.005, any = true) {
        usleep(5000);
        app_draw(&s->app);
    }
    return any;
}

const char *stage_error(Stage *s) {
    const FormRow *row = form_find(&s->app.ui.form, "error");
    return row->hidden ? "" : row->text;
}

void stage_write(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

bool stage_exists(const char *path) { return access(path, F_OK) == 0; }

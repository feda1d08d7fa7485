/* The rows of PARAMS that are settings are read and written by their ids; the others stand in tables here. */
#include "io/settings.h"

#include "io/file.h"
#include "io/jspan.h"
#include "io/xdg.h"
#include "model/params.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES_MAX = 1 << 20, JSON_VALUES_MAX = 10000 };

static const struct {
    const char *key;
    size_t field;
    double min, max;
} NUMBERS[] = {{"scale", offsetof(SavedSettings, scale), 0.25, 8},
               {"sidebar", offsetof(SavedSettings, sidebar), 0, 4000}};

enum { NUMBER_COUNT = sizeof NUMBERS / sizeof *NUMBERS };

/* Reads the rows of PARAMS that are settings, through a scene that has nothing else. */
static void read_rows(SavedSettings *saved, Jspan whole) {
    Scene scene = {.settings = saved->settings};
    char id[40];
    Jspan value;
    for (int row = 0; row < PARAM_COUNT; row++) {
        const Param *param = &PARAMS[row];
        if (!param->setting || param->kind != PARAM_CHOICE || !jspan_find(whole, param->id, &value))
            continue;
        int choice = jspan_string(value, id, sizeof id) ? param_choice(param, id) : -1;
        if (choice >= 0)
            param_set(&scene, row, choice);
    }
    saved->settings = scene.settings;
}

static void read_numbers(SavedSettings *saved, Jspan whole) {
    Jspan value;
    double number;
    for (int i = 0; i < NUMBER_COUNT; i++)
        if (jspan_find(whole, NUMBERS[i].key, &value) && jspan_number(value, &number) &&
            (number == 0 || (number >= NUMBERS[i].min && number <= NUMBERS[i].max)))
            memcpy((char *)saved + NUMBERS[i].field, &number, sizeof number);
}

static void read_recent(SavedSettings *saved, Jspan whole) {
    Jspan array, item;
    const char *cursor = NULL;
    size_t count = 0;
    if (!jspan_find(whole, "recent", &array) || !jspan_is_array(array))
        return;
    memset(saved->recent, 0, sizeof saved->recent);
    while (count < SETTINGS_RECENT && jspan_next_item(array, &cursor, &item))
        if (jspan_string(item, saved->recent[count], SETTINGS_FOLDER) && saved->recent[count][0])
            count++;
}

static void put_aside(const char *path, const char *why) {
    char aside[XDG_PATH + 16];
    snprintf(aside, sizeof aside, "%s.damaged", path);
    bool moved = rename(path, aside) == 0;
    fprintf(stderr, "attnlab: settings are back to the defaults: %s%s%s\n", why, moved ? "; kept as " : "",
            moved ? aside : "");
}

bool settings_load(SavedSettings *saved) {
    char path[XDG_PATH], error[XDG_PATH + 200] = "";
    size_t size;
    Jspan whole, value;
    if (!jspan_available() || !xdg_config_path("settings.json", path) || access(path, F_OK) != 0)
        return false;
    char *text = file_read(path, BYTES_MAX, &size, error, sizeof error);
    bool good = text && jspan_check(path, text, size, JSON_VALUES_MAX, &whole, error, sizeof error);
    if (good) {
        read_rows(saved, whole);
        read_numbers(saved, whole);
        if (jspan_find(whole, "folder", &value))
            (void)jspan_string(value, saved->folder, sizeof saved->folder);
        read_recent(saved, whole);
    } else {
        put_aside(path, error);
    }
    free(text);
    return good;
}

static void write_all(FILE *out, const SavedSettings *saved) {
    Scene scene = {.settings = saved->settings};
    fputs("{", out);
    for (int row = 0; row < PARAM_COUNT; row++)
        if (PARAMS[row].setting && PARAMS[row].kind == PARAM_CHOICE)
            fprintf(out, "\n  \"%s\": \"%s\",", PARAMS[row].id, PARAMS[row].choice_id((int)param_value(&scene, row)));
    for (int i = 0; i < NUMBER_COUNT; i++) {
        double number;
        memcpy(&number, (const char *)saved + NUMBERS[i].field, sizeof number);
        fprintf(out, "\n  \"%s\": ", NUMBERS[i].key);
        jspan_put_number(out, number);
        fputc(',', out);
    }
    fputs("\n  \"folder\": ", out);
    jspan_put_string(out, saved->folder);
    fputs(",\n  \"recent\": [", out);
    for (int i = 0; i < SETTINGS_RECENT && saved->recent[i][0]; i++) {
        fputs(i ? ",\n    " : "\n    ", out);
        jspan_put_string(out, saved->recent[i]);
    }
    fputs("]\n}\n", out);
}

void settings_add_recent(SavedSettings *saved, const char *path) {
    if (strlen(path) >= SETTINGS_FOLDER)
        return;
    int at = 0;
    while (at < SETTINGS_RECENT - 1 && saved->recent[at][0] && strcmp(saved->recent[at], path) != 0)
        at++;
    memmove(saved->recent[1], saved->recent[0], (size_t)at * SETTINGS_FOLDER);
    snprintf(saved->recent[0], SETTINGS_FOLDER, "%s", path);
}

bool settings_save(const SavedSettings *saved, char *error, size_t room) {
    char path[XDG_PATH];
    FileSave save;
    if (!xdg_config_path("settings.json", path)) {
        snprintf(error, room, "cannot save the settings: neither XDG_CONFIG_HOME nor HOME names a folder");
        return false;
    }
    if (!xdg_make_folders(path)) {
        snprintf(error, room, "cannot save %s: %s", path, strerror(errno));
        return false;
    }
    if (!file_save_begin(&save, path, error, room))
        return false;
    write_all(save.out, saved);
    return file_save_commit(&save, error, room);
}

/* The lessons that are there: built in, by the names of the assets, or the files of a folder. */
#include "io/assets.h"
#include "io/file.h"
#include "io/lesson_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096 };

static int compare(const void *a, const void *b) {
    const Lesson *left = *(Lesson *const *)a, *right = *(Lesson *const *)b;
    return left->number != right->number ? left->number - right->number : strcmp(left->id, right->id);
}

static bool is_json(const char *name) {
    size_t length = strlen(name);
    return name[0] != '.' && length > 5 && strcmp(name + length - 5, ".json") == 0;
}

static bool append(LessonList *list, const char *label, const char *text, size_t size, char *error, size_t room) {
    Lesson *lesson = lesson_file_read(label, text, size, error, room);
    if (!lesson)
        return false;
    const Lesson *same = lesson_list_find(list, lesson->id);
    if (same || list->count == LESSON_LIST_MAX) {
        snprintf(error, room, same ? "%s: another lesson has the id \"%s\" too" : "%s: one lesson too many (\"%s\")",
                 label, lesson->id);
        lesson_destroy(lesson);
        return false;
    }
    list->item[list->count++] = lesson;
    qsort(list->item, list->count, sizeof *list->item, compare);
    return true;
}

bool lesson_list_built_in(LessonList *list, char *error, size_t room) {
    static const char FOLDER[] = "lessons/";
    bool good = true;
    for (size_t i = 0; i < ASSET_COUNT && good; i++) {
        Asset asset;
        if (strncmp(ASSETS[i].name, FOLDER, strlen(FOLDER)) != 0 || !is_json(ASSETS[i].name))
            continue;
        good = asset_open(ASSETS[i].name, &asset, error, room);
        if (!good)
            break;
        good = append(list, asset.name, asset.data, asset.size, error, room);
        asset_close(&asset);
    }
    return good;
}

static bool append_file(LessonList *list, const char *folder, const char *name, char *error, size_t room) {
    char path[PATH_ROOM];
    size_t size;
    if ((size_t)snprintf(path, sizeof path, "%s/%s", folder, name) >= sizeof path) {
        snprintf(error, room, "%.200s: the path is too long", folder);
        return false;
    }
    char *text = file_read(path, LESSON_FILE_BYTES_MAX, &size, error, room);
    bool good = text && append(list, path, text, size, error, room);
    free(text);
    return good;
}

bool lesson_list_folder(LessonList *list, const char *folder, char *error, size_t room) {
    struct dirent **names;
    int count = scandir(folder, &names, NULL, alphasort);
    bool good = count >= 0;
    if (!good)
        snprintf(error, room, "cannot read the folder %s: %s", folder, strerror(errno));
    for (int i = 0; i < count; i++) {
        char why[600];
        if (is_json(names[i]->d_name) && !append_file(list, folder, names[i]->d_name, why, sizeof why)) {
            if (good)
                snprintf(error, room, "%s", why); /* the first one; the others are read all the same */
            good = false;
        }
        free(names[i]);
    }
    if (count >= 0)
        free(names);
    return good;
}

const Lesson *lesson_list_find(const LessonList *list, const char *name) {
    char number[16];
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->item[i]->id, name) == 0)
            return list->item[i];
    for (size_t i = 0; i < list->count; i++) {
        snprintf(number, sizeof number, "%d", list->item[i]->number);
        if (strcmp(number, name) == 0)
            return list->item[i];
    }
    return NULL;
}

void lesson_list_free(LessonList *list) {
    for (size_t i = 0; i < list->count; i++)
        lesson_destroy(list->item[i]);
    *list = (LessonList){.count = 0};
}

/* The table is written by assets/embed.py at build time and sorted, so that finding is a binary search. */
#include "io/assets.h"

#include "io/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ASSET_BYTES_MAX = 1 << 24, PATH_ROOM = 4096 };

static int compare(const void *name, const void *asset) { return strcmp(name, ((const Asset *)asset)->name); }

const Asset *asset_find(const char *name) { return bsearch(name, ASSETS, ASSET_COUNT, sizeof *ASSETS, compare); }

/* Names come from command lines too ("--lesson ../../x"): they stay below the folder. */
static bool name_is_safe(const char *name) { return name[0] && name[0] != '/' && !strstr(name, ".."); }

static bool open_in_folder(const char *folder, const char *name, Asset *asset, char *error, size_t room) {
    char path[PATH_ROOM];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    if (access(path, F_OK) != 0) { /* the source folder keeps all but the shaders one level down */
        char inner[PATH_ROOM];
        snprintf(inner, sizeof inner, "%s/assets/%s", folder, name);
        if (access(inner, F_OK) == 0)
            memcpy(path, inner, sizeof path);
    }
    char reason[PATH_ROOM + 128];
    asset->owned = file_read(path, ASSET_BYTES_MAX, &asset->size, reason, sizeof reason);
    asset->data = asset->owned;
    if (!asset->owned)
        snprintf(error, room, "asset %s is missing from ATTNLAB_ASSETS: %s", name, reason);
    return asset->owned != NULL;
}

bool asset_open(const char *name, Asset *asset, char *error, size_t room) {
    const Asset *built_in = asset_find(name);
    const char *folder = getenv("ATTNLAB_ASSETS");
    *asset = (Asset){.name = built_in ? built_in->name : name};
    if (!name_is_safe(name)) {
        snprintf(error, room, "'%s' is no name of an asset", name);
        return false;
    }
    if (folder && folder[0])
        return open_in_folder(folder, name, asset, error, room);
    if (built_in)
        *asset = *built_in;
    else
        snprintf(error, room, "asset %s is missing from this program", name);
    return built_in != NULL;
}

void asset_close(Asset *asset) {
    free(asset->owned);
    *asset = (Asset){0};
}

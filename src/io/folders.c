/* user-dirs.dirs is a list of shell assignments; only the form that xdg-user-dirs writes is read:
 * XDG_PICTURES_DIR="$HOME/Bilder" or an absolute path in quotes. */
#include "io/folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static const char *home(void) {
    const char *folder = getenv("HOME");
    return folder && *folder ? folder : ".";
}

/* The value between the quotes of one line, with $HOME replaced. */
static bool read_assignment(const char *line, char *path, size_t room) {
    static const char KEY[] = "XDG_PICTURES_DIR=\"", HOME[] = "$HOME/";
    if (strncmp(line, KEY, sizeof KEY - 1) != 0)
        return false;
    line += sizeof KEY - 1;
    size_t length = strcspn(line, "\"\n");
    if (line[length] != '"')
        return false;
    bool under_home = strncmp(line, HOME, sizeof HOME - 1) == 0;
    if (!under_home && line[0] != '/')
        return false;
    size_t skip = under_home ? sizeof HOME - 1 : 0;
    int wrote = snprintf(path, room, "%s%s%.*s", under_home ? home() : "", under_home ? "/" : "", (int)(length - skip),
                         line + skip);
    return wrote > 0 && (size_t)wrote < room;
}

static bool from_user_dirs(char *path, size_t room) {
    char name[1024], line[1024];
    const char *config = getenv("XDG_CONFIG_HOME");
    int wrote = config && *config ? snprintf(name, sizeof name, "%s/user-dirs.dirs", config)
                                  : snprintf(name, sizeof name, "%s/.config/user-dirs.dirs", home());
    FILE *file = wrote > 0 && (size_t)wrote < sizeof name ? fopen(name, "r") : NULL;
    bool found = false;
    while (file && !found && fgets(line, sizeof line, file))
        found = read_assignment(line, path, room);
    if (file)
        fclose(file);
    return found && is_folder(path);
}

bool folders_pictures(char *path, size_t room) {
    const char *named = getenv("XDG_PICTURES_DIR");
    if (named && *named && is_folder(named))
        return (size_t)snprintf(path, room, "%s", named) < room;
    if (from_user_dirs(path, room))
        return true;
    if ((size_t)snprintf(path, room, "%s/Pictures", home()) < room && is_folder(path))
        return true;
    return (size_t)snprintf(path, room, "%s", is_folder(home()) ? home() : ".") < room;
}

bool folders_new_picture(char *path, size_t room, char *error, size_t error_room) {
    char folder[900], stamp[32];
    time_t now = time(NULL);
    struct tm local;
    snprintf(error, error_room, "no folder for pictures could be named");
    if (!folders_pictures(folder, sizeof folder) || !localtime_r(&now, &local))
        return false;
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    for (int i = 1; i < 1000; i++) {
        char suffix[16] = "";
        if (i > 1)
            snprintf(suffix, sizeof suffix, "-%d", i);
        if ((size_t)snprintf(path, room, "%s/attnlab-%s%s.png", folder, stamp, suffix) >= room)
            return false;
        if (access(path, F_OK) != 0)
            return true;
    }
    snprintf(error, error_room, "%s: no free file name", folder);
    return false;
}

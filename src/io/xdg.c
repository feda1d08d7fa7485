/* A variable that is unset, empty or not absolute counts as unset, as the specification says. */
#include "io/xdg.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool join(const char *variable, const char *below_home, const char *name, char path[XDG_PATH]) {
    const char *base = getenv(variable), *home = getenv("HOME"), *slash = name[0] ? "/" : "";
    int wrote = -1;
    if (base && base[0] == '/')
        wrote = snprintf(path, XDG_PATH, "%s/attnlab%s%s", base, slash, name);
    else if (home && home[0] == '/')
        wrote = snprintf(path, XDG_PATH, "%s/%s/attnlab%s%s", home, below_home, slash, name);
    return wrote > 0 && wrote < XDG_PATH;
}

bool xdg_config_path(const char *name, char path[XDG_PATH]) { return join("XDG_CONFIG_HOME", ".config", name, path); }

bool xdg_state_path(const char *name, char path[XDG_PATH]) {
    return join("XDG_STATE_HOME", ".local/state", name, path);
}

bool xdg_make_folders(const char *path) {
    char part[XDG_PATH];
    if ((size_t)snprintf(part, sizeof part, "%s", path) >= sizeof part) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(part, 0700) != 0 && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

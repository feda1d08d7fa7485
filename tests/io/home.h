/* A home of its own for tests of what the program keeps: XDG_CONFIG_HOME and XDG_STATE_HOME in a scratch folder. */
#ifndef TESTS_HOME_H
#define TESTS_HOME_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct Home {
    char folder[32], path[512];
} Home;

static inline const char *home_path(Home *home, const char *name) {
    snprintf(home->path, sizeof home->path, "%s/%s", home->folder, name);
    return home->path;
}

static inline int home_setup(void **state) {
    Home *home = calloc(1, sizeof *home);
    snprintf(home->folder, sizeof home->folder, "/tmp/attnlab-home-XXXXXX");
    *state = home;
    if (!mkdtemp(home->folder))
        return -1;
    setenv("XDG_CONFIG_HOME", home_path(home, "config"), 1);
    setenv("XDG_STATE_HOME", home_path(home, "a/b/state"), 1);
    return 0;
}

static inline int home_remove(const char *path, const struct stat *info, int kind, struct FTW *walk) {
    (void)info, (void)kind, (void)walk;
    return remove(path);
}

static inline int home_teardown(void **state) {
    Home *home = *state;
    nftw(home->folder, home_remove, 8, FTW_DEPTH | FTW_PHYS);
    free(home);
    return 0;
}

#endif

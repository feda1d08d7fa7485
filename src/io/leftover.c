/* A process that still lives may be saving; one whose number was given to another process keeps its file a while
 * longer. The minute is for folders that several machines share, where the process cannot be asked after. */
#include "io/leftover.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { OLD = 60 /* seconds */, PID_MOST = 1 << 30 };
static const char PREFIX[] = ".attnlab-", SUFFIX[] = ".tmp";

void leftover_name(char *name, size_t room, int number) {
    snprintf(name, room, "%s%ld-%d%s", PREFIX, (long)getpid(), number, SUFFIX);
}

/* A decimal as printf writes it, from *at on; -1 for anything else. */
static long take_number(const char **at) {
    long number = 0;
    const char *begin = *at;
    for (; **at >= '0' && **at <= '9' && number < PID_MOST / 10; ++*at)
        number = number * 10 + (**at - '0');
    bool digits = *at > begin && !(*begin == '0' && *at - begin > 1);
    return digits ? number : -1;
}

/* The process that such a name names; 0 for any other name. */
static pid_t writer_of(const char *name) {
    const char *at = name + strlen(PREFIX);
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0)
        return 0;
    long pid = take_number(&at);
    if (pid <= 0 || *at++ != '-' || take_number(&at) < 0 || strcmp(at, SUFFIX) != 0)
        return 0;
    return (pid_t)pid;
}

static bool is_left(int folder, const char *name, time_t now) {
    struct stat info;
    pid_t pid = writer_of(name);
    if (pid == 0 || fstatat(folder, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    bool ours = S_ISREG(info.st_mode) && info.st_nlink == 1 && info.st_uid == geteuid();
    return ours && info.st_mtime < now - OLD && kill(pid, 0) != 0 && errno == ESRCH;
}

void leftover_remove(const char *folder) {
    DIR *dir = opendir(folder);
    time_t now = time(NULL);
    if (!dir)
        return;
    for (const struct dirent *entry; (entry = readdir(dir));)
        if (is_left(dirfd(dir), entry->d_name, now))
            unlinkat(dirfd(dir), entry->d_name, 0);
    closedir(dir);
}

/* Files whole or not at all: what can go wrong while saving is made to go wrong, and the old file is looked at. */
#define _GNU_SOURCE /* unshare */
#include "io/file.h"

#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>

#include <cmocka.h>

static void assert_file(const char *path, const char *expected) {
    size_t size;
    char *text = scratch_slurp(path, &size);
    assert_string_equal(text, expected);
    free(text);
}

static void save_text(const char *path, const char *text) {
    char error[512] = "";
    if (!file_save_bytes(path, text, strlen(text), error, sizeof error))
        fail_msg("%s", error);
}

static mode_t mode_of(const char *path) {
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    return info.st_mode & 07777;
}

static void test_new_and_replaced(void **state) {
    Scratch *scratch = *state;
    const char *path = scratch_path(scratch, "a.txt");
    mode_t mask = umask(027);
    save_text(path, "one");
    umask(mask);
    assert_int_equal(mode_of(path), 0640);
    save_text(path, "");
    assert_file(path, "");
    assert_int_equal(chmod(path, 0604), 0);
    save_text(path, "three");
    assert_file(path, "three");
    assert_int_equal(mode_of(path), 0604);
    assert_int_equal(scratch_count(scratch), 1); /* no temporary stays */
}

static void test_a_name_without_a_folder(void **state) {
    Scratch *scratch = *state;
    char here[4096];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(scratch->folder), 0);
    save_text("plain.txt", "x");
    assert_int_equal(chdir(here), 0);
    assert_file(scratch_path(scratch, "plain.txt"), "x");
}

static void test_links_are_followed(void **state) {
    Scratch *scratch = *state;
    char real[256], link[256], second[256], error[512];
    snprintf(real, sizeof real, "%s/real", scratch->folder);
    snprintf(link, sizeof link, "%s/link", scratch->folder);
    snprintf(second, sizeof second, "%s/second", scratch->folder);
    assert_int_equal(symlink("real", link), 0);
    assert_int_equal(symlink(link, second), 0);
    save_text(second, "dangling"); /* the file at the end does not exist yet */
    assert_file(real, "dangling");
    save_text(second, "again");
    assert_file(real, "again");
    struct stat info;
    assert_int_equal(lstat(second, &info), 0);
    assert_true(S_ISLNK(info.st_mode));
    assert_int_equal(unlink(link), 0);
    assert_int_equal(symlink("second", link), 0);
    assert_false(file_save_bytes(link, "x", 1, error, sizeof error));
    assert_non_null(strstr(error, strerror(ELOOP)));
}

static void test_cancel_keeps_the_old_file(void **state) {
    Scratch *scratch = *state;
    const char *path = scratch_path(scratch, "a.txt");
    char error[512];
    FileSave save;
    save_text(path, "old");
    assert_true(file_save_begin(&save, path, error, sizeof error));
    fputs("half", save.out);
    fflush(save.out);
    assert_file(path, "old");
    file_save_cancel(&save);
    assert_file(path, "old");
    assert_int_equal(scratch_count(scratch), 1);
}

/* A limit on the file size stands for a full disk: writes fail with a cause, at any moment. */
static void save_beyond_the_limit(Scratch *scratch, size_t size) {
    const char *path = scratch_path(scratch, "a.txt");
    struct rlimit old, small = {.rlim_cur = 100000, .rlim_max = RLIM_INFINITY};
    char error[512] = "", expected[640];
    char *bytes = calloc(1, size);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &old), 0);
    small.rlim_max = old.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    bool good = file_save_bytes(path, bytes, size, error, sizeof error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &old), 0);
    free(bytes);
    assert_false(good);
    snprintf(expected, sizeof expected, "cannot save %s: %s", path, strerror(EFBIG));
    assert_string_equal(error, expected);
}

static void test_a_failed_write_keeps_the_old_file(void **state) {
    Scratch *scratch = *state;
    save_text(scratch_path(scratch, "a.txt"), "old");
    save_beyond_the_limit(scratch, 100001);
    save_beyond_the_limit(scratch, 5000000);
    assert_file(scratch_path(scratch, "a.txt"), "old");
    assert_int_equal(scratch_count(scratch), 1);
}

static void test_devices_are_written_directly(void **state) {
    (void)state;
    char error[512];
    char bytes[100000] = {0};
    save_text("/dev/null", "x");
    assert_false(file_save_bytes("/dev/full", "x", 1, error, sizeof error)); /* only the flush can tell */
    assert_string_equal(error, "cannot save /dev/full: No space left on device");
    assert_false(file_save_bytes("/dev/full", bytes, sizeof bytes, error, sizeof error));
    assert_string_equal(error, "cannot save /dev/full: No space left on device");
    struct stat info;
    assert_int_equal(stat("/dev/full", &info), 0);
    assert_true(S_ISCHR(info.st_mode));
}

/* Standard output is duplicated: what the stream already holds stays, and comes first. */
static void check_standard_output(Scratch *scratch, const char *name) {
    const char *path = scratch_path(scratch, "out.txt");
    scratch_write(path, "before\n", 7);
    pid_t child = fork();
    if (child == 0) {
        int fd = open(path, O_WRONLY | O_APPEND);
        char error[512];
        dup2(fd, STDOUT_FILENO);
        _exit(file_save_bytes(name, "after\n", 6, error, sizeof error) ? 0 : 1);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    assert_file(path, "before\nafter\n");
}

static void test_standard_output(void **state) {
    check_standard_output(*state, "-");
    check_standard_output(*state, "/dev/stdout");
}

static void test_saves_that_cannot_start(void **state) {
    Scratch *scratch = *state;
    char error[512], expected[640];
    const char *none = scratch_path(scratch, "no/such/folder.txt");
    assert_false(file_save_bytes(none, "x", 1, error, sizeof error));
    snprintf(expected, sizeof expected, "cannot save %s: No such file or directory", none);
    assert_string_equal(error, expected);
    assert_false(file_save_bytes(scratch->folder, "x", 1, error, sizeof error));
    snprintf(expected, sizeof expected, "cannot save %s: Is a directory", scratch->folder);
    assert_string_equal(error, expected);
    assert_false(file_save_bytes("", "x", 1, error, sizeof error));
    assert_false(file_save_bytes("/proc/attnlab.txt", "x", 1, error, sizeof error)); /* refuses even root */
    assert_non_null(strstr(error, "cannot save /proc/attnlab.txt: "));
}

/* As an ordinary user, for root may write anywhere. */
static void test_read_only_folder_and_file(void **state) {
    Scratch *scratch = *state;
    const char *path = scratch_path(scratch, "a.txt");
    scratch_write(path, "old", 3);
    assert_int_equal(chmod(path, 0444), 0);
    assert_int_equal(chmod(scratch->folder, 0755), 0);
    pid_t child = fork();
    if (child == 0) {
        char error[512] = "";
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(9);
        bool file = file_save_bytes(path, "new", 3, error, sizeof error);
        bool says = strstr(error, "Permission denied") != NULL;
        chmod(scratch->folder, 0555); /* matters when the folder is the user's own */
        bool fresh = file_save_bytes(scratch_path(scratch, "b.txt"), "new", 3, error, sizeof error);
        _exit(file ? 1 : !says ? 2 : fresh ? 3 : !strstr(error, "Permission denied") ? 4 : 0);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    chmod(scratch->folder, 0755);
    assert_int_equal(status, 0);
    assert_file(scratch_path(scratch, "a.txt"), "old");
    assert_int_equal(scratch_count(scratch), 1);
}

/* ---- a disk that is full ---- */

static void put(const char *path, const char *text) {
    int fd = open(path, O_WRONLY);
    if (fd < 0 || write(fd, text, strlen(text)) < 0)
        _exit(77);
    close(fd);
}

/* A mount name space of this process alone, as root or as the root of a user name space of its own. */
static void leave_the_mounts(void) {
    uid_t user = geteuid();
    gid_t group = getegid();
    char map[60];
    if (user == 0 && unshare(CLONE_NEWNS) == 0)
        return;
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        _exit(77);
    put("/proc/self/setgroups", "deny");
    snprintf(map, sizeof map, "0 %u 1", (unsigned)user);
    put("/proc/self/uid_map", map);
    snprintf(map, sizeof map, "0 %u 1", (unsigned)group);
    put("/proc/self/gid_map", map);
}

/* A letter all over, many of them. */
static bool save_letters(const char *path, char letter, size_t size, char *error, size_t room) {
    char *bytes = malloc(size);
    memset(bytes, letter, size);
    bool saved = file_save_bytes(path, bytes, size, error, room);
    free(bytes);
    return saved;
}

static bool has_letters(const char *path, char letter, size_t size) {
    size_t got;
    char *bytes = scratch_slurp(path, &got);
    bool same = got == size;
    for (size_t i = 0; i < got && same; i++)
        same = bytes[i] == letter;
    free(bytes);
    return same;
}

static int fill_a_small_disk(const Scratch *scratch) {
    char path[256], error[512] = "";
    snprintf(path, sizeof path, "%s/a", scratch->folder);
    leave_the_mounts();
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 ||
        mount("attnlab-test", scratch->folder, "tmpfs", 0, "size=65536") != 0)
        return 77;
    if (!save_letters(path, 'o', 20000, error, sizeof error))
        return 1;
    static const size_t SIZES[] = {65536, 50000, 100000, 5000000}; /* 20000 are taken */
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        if (save_letters(path, 'n', SIZES[i], error, sizeof error) || !strstr(error, "No space left on device"))
            return 2;
        if (!has_letters(path, 'o', 20000) || scratch_count(scratch) != 1)
            return 3;
    }
    return save_letters(path, 'n', 30000, error, sizeof error) && has_letters(path, 'n', 30000) ? 0 : 4;
}

/* A real one, as small as can be, where mounting is allowed; elsewhere the limit above stands for it. */
static void test_a_full_disk(void **state) {
    pid_t child = fork();
    if (child == 0)
        _exit(fill_a_small_disk(*state));
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
        print_message("no disk may be mounted here: only the limit on a file's size was tried\n");
    else
        assert_int_equal(status, 0);
}

/* ---- killed while saving ---- */

enum { BLOCK = 300000 };

static void save_for_ever(const char *path) {
    char error[512];
    for (int i = 0;; i++)
        if (!save_letters(path, "ab"[i % 2], BLOCK, error, sizeof error))
            _exit(1);
}

static void age(const char *path, time_t seconds) {
    struct timespec times[2] = {{.tv_sec = time(NULL) - seconds}, {.tv_sec = time(NULL) - seconds}};
    assert_int_equal(utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW), 0);
}

static void age_all(Scratch *scratch, time_t seconds) {
    DIR *dir = opendir(scratch->folder);
    for (struct dirent *entry; (entry = readdir(dir));)
        if (strncmp(entry->d_name, ".attnlab-", 9) == 0)
            age(scratch_path(scratch, entry->d_name), seconds);
    closedir(dir);
}

/* At any moment: the file is one of the two, whole; what is left beside it goes with a later save. */
static void test_killed_at_any_moment(void **state) {
    Scratch *scratch = *state;
    char path[256];
    snprintf(path, sizeof path, "%s/a", scratch->folder);
    save_text(path, "");
    srand(11);
    for (int round = 0; round < 150; round++) {
        pid_t child = fork();
        if (child == 0)
            save_for_ever(path);
        nanosleep(&(struct timespec){.tv_nsec = 1000000 + rand() % 9000000}, NULL);
        kill(child, SIGKILL);
        int status = -1;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status)); /* it had not failed */
        if (!has_letters(path, 'a', BLOCK) && !has_letters(path, 'b', BLOCK) && !has_letters(path, 'a', 0))
            fail_msg("after %d rounds the file is neither the old nor the new one", round);
    }
    int left = scratch_count(scratch) - 1;
    print_message("%d of 150 left a temporary file\n", left);
    assert_true(left > 0); /* so the moments were in the middle, too */
    save_text(path, "x");
    assert_int_equal(scratch_count(scratch), left + 1); /* not yet: they are fresh */
    age_all(scratch, 100);
    save_text(path, "y");
    assert_int_equal(scratch_count(scratch), 1);
    assert_file(path, "y");
}

static pid_t gone_process(void) {
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return child;
}

/* Only what such a save can have left: by name, kind, owner, age, and the end of its process. */
static void test_what_is_removed(void **state) {
    Scratch *scratch = *state;
    char name[100], path[256], gone[40], here[40];
    snprintf(gone, sizeof gone, "%ld", (long)gone_process());
    snprintf(here, sizeof here, "%ld", (long)getpid());
    static const struct {
        const char *before, *after;
        bool lives, removed;
    } names[] = {
        {".attnlab-", "-0.tmp", false, true},
        {".attnlab-", "-999.tmp", false, true},
        {".attnlab-", "-1.tmp", true, false},
        {"attnlab-", "-0.tmp", false, false},
        {".attnlab-", "-0.tmp~", false, false},
        {".attnlab-", "-0.tmp.csv", false, false},
        {".attnlab-", "-.tmp", false, false},
        {".attnlab-", "-00.tmp", false, false},
        {".attnlab-0", "-0.tmp", false, false},
        {".attnlab-+", "-0.tmp", false, false},
        {".attnlab--", "-0.tmp", false, false},
        {".attnlab- ", "-0.tmp", false, false},
        {".attnlab-", "-0x1.tmp", false, false},
        {".attnlab-", "0.tmp", false, false},
        {".attnlab-9999999999", "-0.tmp", false, false},
        {".attnlab-", "-1 .tmp", false, false},
        {".attnlab-", "-0.json", false, false},
        {".Attnlab-", "-0.tmp", false, false},
    };
    enum { COUNT = sizeof names / sizeof *names };
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "%s%s%s", names[i].before, names[i].lives ? here : gone, names[i].after);
        scratch_write(scratch_path(scratch, name), "x", 1);
        age(scratch->path, 100);
    }
    const char *kept = scratch_path(scratch, "kept.csv");
    scratch_write(kept, "1,2\n", 4);
    age(kept, 1000);
    static const char *const KINDS[] = {"folder", "link", "pipe", "twice", "fresh"};
    for (int i = 0; i < 5; i++) { /* right names of the wrong kinds */
        snprintf(path, sizeof path, "%s/.attnlab-%s-%d.tmp", scratch->folder, gone, 100 + i);
        int failed = i == 0   ? mkdir(path, 0700)
                     : i == 1 ? symlink("kept.csv", path)
                     : i == 2 ? mkfifo(path, 0600)
                     : i == 3 ? link(scratch_path(scratch, "kept.csv"), path)
                              : 0;
        if (failed)
            fail_msg("%s: %s", KINDS[i], strerror(errno));
        if (i == 4)
            scratch_write(path, "x", 1);
        age(path, i == 4 ? 30 : 100);
    }
    save_text(scratch_path(scratch, "new.csv"), "1,2\n");
    for (size_t i = 0; i < COUNT; i++) {
        snprintf(name, sizeof name, "%s%s%s", names[i].before, names[i].lives ? here : gone, names[i].after);
        if ((access(scratch_path(scratch, name), F_OK) != 0) != names[i].removed)
            fail_msg("%s %s", name, names[i].removed ? "stayed" : "is gone");
    }
    for (int i = 0; i < 5; i++) {
        struct stat info;
        snprintf(path, sizeof path, "%s/.attnlab-%s-%d.tmp", scratch->folder, gone, 100 + i);
        if (lstat(path, &info) != 0)
            fail_msg("the %s is gone", KINDS[i]);
    }
    assert_file(scratch_path(scratch, "kept.csv"), "1,2\n");
}

static void test_reading(void **state) {
    Scratch *scratch = *state;
    const char *path = scratch_path(scratch, "a.bin");
    size_t length = 300000, size = 1;
    char *bytes = malloc(length), error[512], expected[640];
    for (size_t i = 0; i < length; i++)
        bytes[i] = (char)(i * 7);
    scratch_write(path, bytes, length);
    char *read = file_read(path, length, &size, error, sizeof error); /* exactly the limit is fine */
    assert_non_null(read);
    assert_int_equal(size, length);
    assert_memory_equal(read, bytes, length);
    assert_int_equal(read[length], 0);
    free(read);
    assert_null(file_read(path, length - 1, &size, error, sizeof error));
    snprintf(expected, sizeof expected, "%s: is larger than the limit of 299999 bytes", path);
    assert_string_equal(error, expected);
    scratch_write(path, "", 0);
    read = file_read(path, 10, &size, error, sizeof error);
    assert_string_equal(read, "");
    assert_int_equal(size, 0);
    free(read);
    free(bytes);
    assert_null(file_read("", 10, &size, error, sizeof error));
}

/* Their size is 0 until they are read. */
static void test_reading_proc(void **state) {
    (void)state;
    size_t size = 0;
    char error[512];
    char *read = file_read("/proc/self/status", 1 << 20, &size, error, sizeof error);
    assert_non_null(read);
    assert_true(size > 100);
    free(read);
    assert_null(file_read("/proc/self/status", 50, &size, error, sizeof error));
    assert_non_null(strstr(error, "limit of 50 bytes"));
}

static void test_reading_a_socket(void **state) {
    Scratch *scratch = *state;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char error[512];
    size_t size;
    snprintf(address.sun_path, sizeof address.sun_path, "%s/s", scratch->folder);
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
    assert_null(file_read(address.sun_path, 10, &size, error, sizeof error));
    assert_non_null(strstr(error, "is a socket, not a file"));
    close(fd);
}

static void feed(int fd, size_t length) {
    char part[1000];
    memset(part, 'q', sizeof part);
    while (length > 0) {
        ssize_t put = write(fd, part, length < sizeof part ? length : sizeof part);
        if (put <= 0)
            _exit(1);
        length -= (size_t)put;
    }
    _exit(0);
}

/* A pipe has no size to know beforehand, and a limit all the same. */
static void test_reading_standard_input(void **state) {
    (void)state;
    static const size_t LENGTHS[] = {0, 1, 65535, 65536, 65537, 200000, 262144, 262145};
    int old = dup(STDIN_FILENO);
    for (size_t i = 0; i < sizeof LENGTHS / sizeof *LENGTHS; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        if (child == 0) {
            close(ends[0]);
            signal(SIGPIPE, SIG_DFL);
            feed(ends[1], LENGTHS[i]);
        }
        close(ends[1]);
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        size_t size = 99;
        char error[512];
        char *read = file_read("-", 262144, &size, error, sizeof error);
        if (LENGTHS[i] <= 262144) {
            assert_non_null(read);
            assert_int_equal(size, LENGTHS[i]);
            for (size_t k = 0; k < size; k++)
                assert_int_equal(read[k], 'q');
        } else {
            assert_null(read);
            assert_string_equal(error, "standard input: is larger than the limit of 262144 bytes");
        }
        free(read);
        dup2(old, STDIN_FILENO);
        waitpid(child, NULL, 0);
    }
    close(old);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_new_and_replaced, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_a_name_without_a_folder, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_links_are_followed, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_cancel_keeps_the_old_file, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_a_failed_write_keeps_the_old_file, scratch_setup, scratch_teardown),
        cmocka_unit_test(test_devices_are_written_directly),
        cmocka_unit_test_setup_teardown(test_standard_output, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_saves_that_cannot_start, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_read_only_folder_and_file, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_a_full_disk, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_killed_at_any_moment, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_what_is_removed, scratch_setup, scratch_teardown),
        cmocka_unit_test_setup_teardown(test_reading, scratch_setup, scratch_teardown),
        cmocka_unit_test(test_reading_proc),
        cmocka_unit_test_setup_teardown(test_reading_a_socket, scratch_setup, scratch_teardown),
        cmocka_unit_test(test_reading_standard_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

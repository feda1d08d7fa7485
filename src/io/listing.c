/* readdir, a filter, and qsort. */
#include "io/listing.h"

#include "io/utf8.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool listing_split(const char *typed, const char *base, char folder[LISTING_PATH], char name[LISTING_PATH]) {
    char path[2 * LISTING_PATH];
    const char *home = getenv("HOME"), *slash = base[strlen(base) - 1] == '/' ? "" : "/";
    int wrote;
    if (typed[0] == '~' && (typed[1] == '/' || !typed[1]) && home && home[0] == '/')
        wrote = snprintf(path, sizeof path, "%s%s", home, typed[1] ? typed + 1 : "/");
    else if (typed[0] == '/')
        wrote = snprintf(path, sizeof path, "%s", typed);
    else
        wrote = snprintf(path, sizeof path, "%s%s%s", base, slash, typed);
    char *last = strrchr(path, '/');
    if (wrote < 0 || wrote >= LISTING_PATH || !last)
        return false;
    snprintf(folder, LISTING_PATH, "%.*s", (int)(last + 1 - path), path);
    snprintf(name, LISTING_PATH, "%s", last + 1);
    return true;
}

bool listing_join(const char *folder, const char *name, char path[LISTING_PATH]) {
    size_t length = strlen(folder), more = strlen(name);
    path[0] = '\0';
    if (length + more >= LISTING_PATH)
        return false;
    memcpy(path, folder, length);
    memcpy(path + length, name, more + 1);
    return true;
}

ListingKind listing_kind(const char *path) {
    struct stat info;
    if (stat(path, &info) != 0)
        return errno == ENOENT ? LISTING_NOTHING : LISTING_OTHER;
    return S_ISREG(info.st_mode) ? LISTING_FILE : S_ISDIR(info.st_mode) ? LISTING_FOLDER : LISTING_OTHER;
}

bool listing_has_extension(const char *path, const char *const *extensions) {
    size_t length = strlen(path);
    for (; *extensions; extensions++) {
        size_t tail = strlen(*extensions);
        if (length > tail && strcasecmp(path + length - tail, *extensions) == 0)
            return true;
    }
    return false;
}

static bool can_be_typed(const char *name) {
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            return false;
    return utf8_valid(name, strlen(name));
}

static bool add(Listing *listing, const char *name, bool folder) {
    char **grown = realloc(listing->name, (listing->count + 1) * sizeof *grown);
    size_t length = strlen(name);
    char *copy = malloc(length + 2);
    if (grown)
        listing->name = grown;
    if (!grown || !copy) {
        free(copy);
        return false;
    }
    memcpy(copy, name, length);
    memcpy(copy + length, folder ? "/" : "", folder ? 2 : 1);
    listing->name[listing->count++] = copy;
    return true;
}

static bool wanted(const struct dirent *entry, const char *name, size_t length) {
    bool dots = strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0;
    bool hidden = entry->d_name[0] == '.' && name[0] != '.';
    return !dots && !hidden && strncasecmp(entry->d_name, name, length) == 0 && can_be_typed(entry->d_name);
}

static int compare(const void *left, const void *right) {
    const char *a = *(char *const *)left, *b = *(char *const *)right;
    bool a_folder = a[strlen(a) - 1] == '/', b_folder = b[strlen(b) - 1] == '/';
    int order = strcasecmp(a, b);
    return a_folder != b_folder ? (int)b_folder - (int)a_folder : order ? order : strcmp(a, b);
}

bool listing_read(Listing *listing, const char *folder, const char *name, const char *const *extensions, char *error,
                  size_t room) {
    listing_free(listing);
    DIR *dir = opendir(folder);
    if (!dir) {
        snprintf(error, room, "%s: %s", folder, strerror(errno));
        return false;
    }
    size_t length = strlen(name);
    for (struct dirent *entry; (entry = readdir(dir)) && !listing->cut;) {
        char path[2 * LISTING_PATH];
        if (!wanted(entry, name, length))
            continue;
        snprintf(path, sizeof path, "%s%s", folder, entry->d_name);
        ListingKind kind = listing_kind(path);
        bool file = kind == LISTING_FILE && (!extensions || listing_has_extension(entry->d_name, extensions));
        if (!file && kind != LISTING_FOLDER)
            continue;
        listing->cut = listing->count == LISTING_MOST || !add(listing, entry->d_name, kind == LISTING_FOLDER);
    }
    closedir(dir);
    if (listing->count)
        qsort(listing->name, listing->count, sizeof *listing->name, compare);
    return true;
}

void listing_free(Listing *listing) {
    for (size_t i = 0; i < listing->count; i++)
        free(listing->name[i]);
    free(listing->name);
    *listing = (Listing){0};
}

void listing_common(const Listing *listing, char common[LISTING_PATH]) {
    snprintf(common, LISTING_PATH, "%s", listing->count ? listing->name[0] : "");
    size_t length = strlen(common);
    for (size_t i = 1; i < listing->count; i++) {
        size_t same = 0;
        while (same < length && listing->name[i][same] == common[same])
            same++;
        length = same;
    }
    while (length > 0 && ((unsigned char)common[length] & 0xc0) == 0x80)
        length--;
    common[length] = '\0';
}

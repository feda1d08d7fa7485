/* The files of a folder that a beginning of a name leads to, for a dialog that completes paths. */
#ifndef IO_LISTING_H
#define IO_LISTING_H

#include <stdbool.h>
#include <stddef.h>

enum { LISTING_PATH = 1024, LISTING_MOST = 2000 };

typedef struct Listing {
    char **name; /* folders first, with a slash at the end; each group in the order of its letters */
    size_t count;
    bool cut; /* there are more */
} Listing;

/* A typed path cut in two: its folder, absolute and with a slash at the end, and the name after that, "" for none. "~/"
 * is the home folder; what is not absolute lies in `base`. False when it is too long. */
bool listing_split(const char *typed, const char *base, char folder[LISTING_PATH], char name[LISTING_PATH]);

/* The two put together again. False, and "", when that is too long. */
bool listing_join(const char *folder, const char *name, char path[LISTING_PATH]);

/* Folders and regular files whose names begin with `name`, whatever the case of A-Z; only files with one of these
 * extensions (".csv", NULL ends), if there are any. Hidden ones only for a name with a dot. Names that are no UTF-8 or
 * have control characters cannot be typed and are left out. False with one line in error when the folder cannot be
 * read. Replaces *listing. */
bool listing_read(Listing *listing, const char *folder, const char *name, const char *const *extensions, char *error,
                  size_t room);
void listing_free(Listing *listing);

/* The longest beginning that all names share. */
void listing_common(const Listing *listing, char common[LISTING_PATH]);

typedef enum { LISTING_NOTHING, LISTING_FILE, LISTING_FOLDER, LISTING_OTHER } ListingKind;

/* What is at this path; OTHER is a device, a pipe, a socket, or what cannot be looked at. Never opens it. */
ListingKind listing_kind(const char *path);
bool listing_has_extension(const char *path, const char *const *extensions);

#endif

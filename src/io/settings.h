/* What the program remembers of a person from one start to the next: $XDG_CONFIG_HOME/attnlab/settings.json. */
#ifndef IO_SETTINGS_H
#define IO_SETTINGS_H

#include "model/scene.h"

#include <stdbool.h>
#include <stddef.h>

enum { SETTINGS_FOLDER = 1024, SETTINGS_RECENT = 8 };

typedef struct SavedSettings {
    Settings settings;                             /* theme and language */
    double scale;                                  /* of the interface, 0.25 to 8; 0 = as the screen says */
    double sidebar;                                /* width at scale 1, 0 to 4000; 0 = the default */
    char folder[SETTINGS_FOLDER];                  /* of the last file; "" for none */
    char recent[SETTINGS_RECENT][SETTINGS_FOLDER]; /* files, the newest first; "" where there are fewer */
} SavedSettings;

/* Overwrites what the file says, and leaves the rest as the caller set it. No file is no failure. A file that cannot be
 * read as JSON is renamed to settings.json.damaged, with one line on standard error; a single value that is not
 * allowed is passed over. True when a file was read. */
bool settings_load(SavedSettings *saved);

/* Saves all of it, whole or not at all; makes the folder. False and one line in error. */
bool settings_save(const SavedSettings *saved, char *error, size_t room);

/* Puts this file in front of the recent ones, once. */
void settings_add_recent(SavedSettings *saved, const char *path);

#endif

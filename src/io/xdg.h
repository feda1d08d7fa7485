/* Where a program keeps its own files: the XDG Base Directory Specification. */
#ifndef IO_XDG_H
#define IO_XDG_H

#include <stdbool.h>
#include <stddef.h>

enum { XDG_PATH = 1024 };

/* "$XDG_CONFIG_HOME/attnlab/NAME" (else ~/.config/...) and "$XDG_STATE_HOME/attnlab/NAME" (else ~/.local/state/...);
 * name "" gives the folder. False when there is no home, or the path is too long. */
bool xdg_config_path(const char *name, char path[XDG_PATH]);
bool xdg_state_path(const char *name, char path[XDG_PATH]);

/* Makes the folders above the file `path` that are missing, for this person only. False with errno. */
bool xdg_make_folders(const char *path);

#endif

/* The person's folders, as the XDG documents name them. */
#ifndef IO_FOLDERS_H
#define IO_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

/* The pictures folder: XDG_PICTURES_DIR from the environment or user-dirs.dirs, else ~/Pictures if there is one, else
 * the home folder, else the working folder. */
bool folders_pictures(char *path, size_t room);

/* A new file name in it, "attnlab-20261129-214500.png", that no file has yet. False with one line in error when none
 * could be found. */
bool folders_new_picture(char *path, size_t room, char *error, size_t error_room);

#endif

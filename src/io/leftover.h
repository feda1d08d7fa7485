/* What a save that was killed left behind: ".attnlab-PID-N.tmp" beside the file it was for. */
#ifndef IO_LEFTOVER_H
#define IO_LEFTOVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* The name of the temporary file that this process writes in its `number`-th try. */
void leftover_name(char *name, size_t room, int number);
/* Removes from the folder at `folder` the regular files of such names that are this user's, were not touched for a
 * minute and whose process is gone. Follows no link; what cannot be removed stays. */
void leftover_remove(const char *folder);

#endif

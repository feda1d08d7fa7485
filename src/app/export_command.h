/* The command line that does what the export dialog does. */
#ifndef APP_EXPORT_COMMAND_H
#define APP_EXPORT_COMMAND_H

#include "app/app.h"
#include "app/tables.h"

/* What of the command line makes the scene: its file if nothing has changed since it was saved, or every --set that
 * differs from the start, quoted for a shell. False, and "", when no command line can say it, which is tried. */
bool export_scene(App *app, char *text, size_t room);

typedef struct ExportWish {
    const Figure *figure; /* NULL: a table */
    int table;
    const char *path;
} ExportWish;

/* The whole line. False when there is none. */
bool export_command(App *app, const ExportWish *wish, char *text, size_t room);

/* Appends a word, quoted where a POSIX shell needs it, after a blank if there is something before it. */
void export_quote(char *text, size_t room, const char *word);

#endif

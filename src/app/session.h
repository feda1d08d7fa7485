/* What a window remembers beyond its life: the person's settings, the file, the copy against a crash. Only the
 * interactive window has a session, so that pictures, tables and scripts are the same for everybody. */
#ifndef APP_SESSION_H
#define APP_SESSION_H

#include "app/app.h"

/* Takes zoom and sidebar from the settings that lab_open found; what the command line says stays. */
void session_begin(App *app, const Options *options);
void session_end(App *app);
/* Once a frame: saves settings that were changed here, leaving those that another window changed. */
void session_tick(App *app);

/* Remembers a file that was opened or saved, and its folder. */
void session_add_file(App *app, const char *path);
/* The folder of the last file; the home folder when there was none. */
const char *session_folder(const App *app);

#endif

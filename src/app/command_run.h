/* The commands that need the whole lab: undo and redo, pictures, files, full screen, quit. */
#ifndef APP_COMMAND_RUN_H
#define APP_COMMAND_RUN_H

#include "app/app.h"

/* Runs app->ui.pending and clears it. */
void command_run(App *app);
/* Loads a dropped file as own data: one undo step, or a notice why not. */
void command_load(App *app, const char *path);

#endif

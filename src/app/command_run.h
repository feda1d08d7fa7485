/* The commands that need the whole lab: undo and redo, pictures, files, full screen, quit. */
#ifndef APP_COMMAND_RUN_H
#define APP_COMMAND_RUN_H

#include "app/app.h"

/* Runs app->ui.pending and clears it. */
void command_run(App *app);
/* Enters a step of a lesson: its state replaces the scene, as one undo step. index -1 leaves lessons and keeps the
 * scene. */
void command_lesson(App *app, long index, size_t step);
/* Loads a file at once: one undo step, or a notice why not. */
void command_load(App *app, const char *path);
/* A dropped file: a scene is opened, a CSV shown first. */
void command_drop(App *app, const char *path);
/* Goes on with the search for the best bandwidth, and says how far it is or how it ended. */
void command_search(App *app);
/* Quits, after asking what becomes of unsaved work. */
void command_quit(App *app);

#endif

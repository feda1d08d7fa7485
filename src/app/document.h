/* The file that the work in the window belongs to: its name, whether it has changed since, opening, saving, new. Every
 * change of the whole is one undo step; undoing past the opening of a file leaves the file's name too, so that saving
 * cannot write the old work over it. */
#ifndef APP_DOCUMENT_H
#define APP_DOCUMENT_H

#include "app/app.h"

/* `file` is what the command line named, NULL for none. */
void document_begin(App *app, const char *file);
/* Ends the step under way: training, and what was done during it. */
void document_commit(App *app);
/* The file's absolute path, "" while there is none. */
const char *document_path(const App *app);
/* Whether there is work of the person's own that no file has. A lesson's state is not, unless it has own data. */
bool document_unsaved(const App *app);
/* Once a frame: the window's title says the name, with a star while something is unsaved. */
void document_tick(App *app);

/* Saves to this path, whole or not at all, and the work is this file's from then on. */
bool document_save(App *app, const char *path, char *error, size_t room);
/* A scene or a picture that carries one replaces the work; a CSV is shown first; what takes long is read while the
 * window goes on. False with one line in error. */
bool document_open(App *app, const char *path, char *error, size_t room);
/* The state the lab starts with. */
void document_new(App *app);
/* What was just put into the scene is a step, and as good as saved, under this name ("" for none). */
void document_adopt(App *app, const char *path);
/* The same of the scene that was in this file, which is the work's from then on, unless it is a picture or has no
 * absolute path, as the clipboard. */
void document_adopt_scene(App *app, const char *path);

#endif

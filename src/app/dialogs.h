/* The dialogs: files, own data, export, and questions. Each fills ui.form and is told what a hand did with it; all
 * files are touched here, not in the user interface. */
#ifndef APP_DIALOGS_H
#define APP_DIALOGS_H

#include "app/app.h"

/* COMMAND_DIALOG: something happened in the open one. */
void dialogs_act(App *app);
void dialogs_close(App *app);
void dialogs_free(App *app);
/* Looks after files being read and other programs. True while there are any, so that it is asked again soon, and when
 * one of them has just ended. */
bool dialogs_tick(App *app);
/* What the open dialog draws itself, after the rest of the frame. */
void dialogs_draw(App *app);
/* Gives the form to `act`, with the focus there. */
void dialogs_show(App *app, void (*act)(App *app), const char *focus);

/* What its parts share: a message in the scene's language, the form's row of this id, and the row "error" that says a
 * line, or with "" nothing. */
const char *dialogs_tr(const App *app, const char *message);
FormRow *dialogs_row(App *app, const char *id);
void dialogs_complain(App *app, const char *line);

/* A question with two or three answers, the first of which Enter stands for unless `focus` names another one. Esc is
 * the last answer. */
void dialogs_ask(App *app, const char *title, const char *text, const char *const answers[3], const char *focus,
                 void (*answer)(App *app, int choice));

/* A path to open, or to save the scene to. */
void dialogs_open(App *app);
void dialogs_save(App *app);
/* Saves under the name that there is, or asks for one; then goes on with `then` (NULL: nothing). */
void dialogs_save_then(App *app, void (*then)(App *app));
/* `then`, at once or after asking what becomes of unsaved work. */
void dialogs_unless_unsaved(App *app, void (*then)(App *app));

/* Reads a file, or `bytes` (from malloc, taken; NULL: the file's own) under that name. What is read soon is shown or
 * taken before this returns; otherwise a dialog tells how far it is, and dialogs_tick goes on. False with one line in
 * error when that was no data and no scene. */
bool dialogs_load(App *app, const char *path, char *bytes, size_t size, char *error, size_t room);
/* What is being read is no longer wanted. */
void dialogs_load_stop(App *app);
/* Takes what has been read. True while something is being read. */
bool dialogs_load_tick(App *app);
/* How far it is, on the open dialog. */
void dialogs_load_draw(App *app);

/* Own data before it replaces anything; takes what the draft holds. */
void dialogs_csv(App *app, Draft *draft);
/* The path dialog again, with a path that could not be opened and the reason. */
void dialogs_open_again(App *app, const char *path, const char *error);

/* Pictures and tables out. */
void dialogs_export(App *app);

#endif

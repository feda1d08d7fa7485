/* The work in progress kept against a crash: written two seconds after a change, removed when the work is saved, undone
 * or given up, and offered by the next window when this one could not. */
#ifndef APP_RESCUE_H
#define APP_RESCUE_H

#include "app/app.h"

/* Looks for what a crash left and offers the newest; the start goes on either way. */
void rescue_begin(App *app);
/* Once a frame. */
void rescue_tick(App *app);
/* True when a copy is to be written at `due`, in the time of inputs. */
bool rescue_timer(const App *app, double *due);
/* Writes what is unsaved now. */
void rescue_write(App *app);
/* The end. `keep`: what is unsaved is left for the next window, for nobody could be asked. */
void rescue_end(App *app, bool keep);

/* Answers to the offer. */
void rescue_restore(App *app);
void rescue_forget(App *app);

#endif

/* A file read by a thread of its own while the window goes on: bytes, then the points or the scene in them. The thread
 * writes only into its Loading, which the window looks at once it is over; nothing else is shared but library's data
 * sets, which never change. */
#ifndef APP_LOADING_H
#define APP_LOADING_H

#include "app/app.h"

typedef struct Loading Loading;

/* Starts reading `path`, or the bytes that go by that name (from malloc, taken; NULL: the file's). The library must
 * live as long as the Loading. NULL without memory or threads; the bytes are gone then too. */
Loading *loading_start(const char *path, char *bytes, size_t size, const Library *library);
/* Whether it is over, after waiting at most so long. */
bool loading_wait(Loading *loading, double seconds);
/* 0 to 100. */
int loading_percent(Loading *loading);
const char *loading_path(const Loading *loading);

/* What came of one that is over: NULL when it is a scene or a CSV, otherwise one line. */
const char *loading_error(const Loading *loading);
bool loading_is_scene(const Loading *loading);
/* Moves it out of the Loading: a scene into the lab, or a CSV into a draft. */
void loading_take_scene(Loading *loading, Lab *lab);
void loading_take_draft(Loading *loading, Draft *draft);

/* Ends one that is over, or stops it; the thread is not waited for, but in `leave` for a moment: the program ends. */
void loading_end(Loading *loading);
void loading_leave(Loading *loading);

#endif

/* A scripted hand: makes the inputs that a mouse and a keyboard would, and a frame for each. */
#ifndef APP_HAND_H
#define APP_HAND_H

#include "app/app.h"

#include <stdbool.h>

/* How long frames took, milliseconds from the input to the picture on the window, or without one to the draw list. */
enum { HAND_TIMES = 8192 };
typedef struct HandTimes {
    double ms[HAND_TIMES];
    size_t count; /* of the last HAND_TIMES frames at most */
} HandTimes;

typedef struct Hand {
    App *app;
    Input input;      /* what is held now */
    HandTimes *times; /* NULL: nobody asks */
} Hand;

Hand hand_on(App *app);
void hand_move(Hand *hand, double x, double y);
void hand_press(Hand *hand, int button, int clicks);
void hand_release(Hand *hand, int button);
void hand_click(Hand *hand, double x, double y, int button, int clicks);
/* Press at one place, move in steps, let go at the other unless `hold`. */
void hand_drag(Hand *hand, double x0, double y0, double x1, double y1, bool hold);
void hand_wheel(Hand *hand, double x, double y, double ticks);
void hand_key(Hand *hand, KeyPress key);
void hand_type(Hand *hand, const char *text);
void hand_lose_focus(Hand *hand);
void hand_drop(Hand *hand, const char *path);
/* Until no file is being read. */
void hand_settle(Hand *hand);
/* Lets time pass. */
void hand_wait(Hand *hand, double seconds);

/* The control of this id, scrolled into view and its section unfolded, as a person would; NULL if there is none. */
const Control *hand_find(Hand *hand, const char *id);

#endif

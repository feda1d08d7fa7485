/* A lab on a desk without a screen: whole frames with made-up letters and a made-up hand, and undo as in the window. */
#ifndef TESTS_UI_DESK_H
#define TESTS_UI_DESK_H

#include "model/history.h"
#include "model/params.h"
#include "model/results.h"
#include "ui/axes.h"
#include "ui/plot.h"
#include "ui/ui.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

typedef struct Desk {
    Library library;
    Scene scene;
    Ui ui;
    Results results;
    History *history;
    DrawList list;
    Input input; /* what is held now */
    int width, height;
    float scale;
    int steps;     /* committed so far */
    Command asked; /* the last command that reached the app */
} Desk;

/* Letters are 0.55 em wide, Chinese ones 1 em. */
TextMetrics desk_metrics(void);

/* setup and teardown for cmocka: 1280 x 800 at scale 1, the pointer outside. */
int desk_setup(void **state);
int desk_teardown(void **state);
void desk_size(Desk *desk, int width, int height, float scale);

/* One frame with what `input` holds; edges, wheel, keys and text are used up by it. */
void desk_frame(Desk *desk);
void desk_move(Desk *desk, double x, double y);
void desk_press(Desk *desk, int button, int clicks);
void desk_release(Desk *desk, int button);
void desk_click(Desk *desk, double x, double y);
void desk_wheel(Desk *desk, double x, double y, double ticks);
/* A key by its name, "Ctrl+Z". */
void desk_key(Desk *desk, const char *name);
/* Letters into the open field. */
void desk_type(Desk *desk, const char *text);
/* The control of this id, scrolled into view; fails the test if there is none. */
const Control *desk_find(Desk *desk, const char *id);
void desk_click_on(Desk *desk, const char *id);
/* Press on a control's slider rail at a share of its way. */
void desk_press_slider(Desk *desk, const char *id, double share);
void desk_move_slider(Desk *desk, const char *id, double share);
/* Point i of the scene in pixels. */
void desk_point(const Desk *desk, size_t i, double *x, double *y);
void desk_grab_point(Desk *desk, size_t i);

/* Copies share nothing; equality is of bytes. */
Scene desk_copy(const Scene *scene);
bool desk_same(const Scene *a, const Scene *b);
bool desk_same_points(const Points *a, const Points *b);

#endif

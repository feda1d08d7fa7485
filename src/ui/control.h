/* Controls as plain data. Each frame the layout lists everything a hand can reach, in Tab order, with a
 * stable id; interaction, drawing, scripts and tests all work on that one list. */
#ifndef UI_CONTROL_H
#define UI_CONTROL_H

#include "draw/geom.h"
#include "model/params.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef enum {
    CONTROL_AREA,    /* plot, strip, heatmap, inspector, notes: a panel with hands of its own */
    CONTROL_SECTION, /* heading that folds a sidebar section */
    CONTROL_BUTTON,  /* does `command` */
    CONTROL_CHOICE,  /* one choice of a PARAM_CHOICE: a segment of a row of buttons */
    CONTROL_PICTURE, /* the same with the kernel's shape above the label */
    CONTROL_FORMULA, /* the same with a formula below the label */
    CONTROL_MENU,    /* opens the choices of a PARAM_CHOICE */
    CONTROL_ITEM,    /* one choice, or one command, of the open menu */
    CONTROL_SWITCH,  /* a PARAM_SWITCH */
    CONTROL_SLIDER,  /* a number */
    CONTROL_FIELD,   /* the same number to type */
    CONTROL_CELL,    /* one number of a parameter matrix: drag or type */
    CONTROL_TEXT,    /* a text to type: a PARAM_TEXT, or a row of the open dialog */
    CONTROL_NOTE,    /* a text to read, in a dialog */
    CONTROL_LIST,    /* the list of a dialog */
    CONTROL_ROW      /* one item of it */
} ControlKind;

enum { CONTROL_ID = 40, CONTROLS_MAX = 320 };

typedef struct Control {
    char id[CONTROL_ID]; /* "w", "w.field", "kernel.boxcar", "plot", "resample" */
    ControlKind kind;
    Rect rect;           /* where it is and where it reacts, pixels */
    Rect clip;           /* part of the picture where it can be seen */
    int param;           /* row of PARAMS, -1 for none */
    int choice;          /* CHOICE, PICTURE, FORMULA, ITEM; CELL: index into the scene's parameter vector */
    int number;          /* ITEM: shown before the label, 0 for none; in a dialog: the row of its form */
    int command;         /* BUTTON, ITEM, SECTION: a Command or section number */
    const char *label;   /* English, translated when drawn; NULL for none */
    const char *formula; /* FORMULA: not translated */
    const char *caption; /* the same, drawn to the left of the control */
    float text_size;     /* BUTTON: pixels; 0 the sidebar's */
    float captioned;     /* how far to the left, pixels */
    bool chosen;         /* CHOICE, PICTURE, ITEM, SWITCH: is on. SECTION: is open */
    bool primary;        /* BUTTON: dark */
    bool off;            /* shown but not usable */
} Control;

typedef struct Controls {
    Control items[CONTROLS_MAX];
    size_t count;
    size_t popup; /* items from here on belong to the open menu and lie on top */
    size_t modal; /* nothing before this one can be reached: it lies under a dialog */
} Controls;

/* Appends a control and returns it to be filled further; the last slot is overwritten when full. */
Control *controls_add(Controls *controls, ControlKind kind, Rect rect, const char *id);
/* "prefix.suffix" as id. */
Control *controls_add_part(Controls *controls, ControlKind kind, Rect rect, const char *prefix, const char *suffix);
const Control *controls_find(const Controls *controls, const char *id);
/* Topmost control at a place, NULL for none. */
const Control *controls_at(const Controls *controls, double x, double y);
/* The nearest control within `margin` pixels that a finger may have meant; what is under it comes first. */
const Control *controls_near(const Controls *controls, double x, double y, double margin);
/* Next (step 1) or previous (step -1) stop of the Tab key from `id` ("" = none); of a group of choices only the
 * chosen one is a stop. NULL when there is none. */
const Control *controls_tab(const Controls *controls, const char *id, int step);
bool control_is_choice(const Control *control);
/* id, kind and rectangle, a line each. */
void controls_dump(const Controls *controls, FILE *out);

#endif

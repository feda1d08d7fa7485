/* What a dialog shows, as plain data: rows of ready-made kinds, one below the other or in two columns. Whoever opens a
 * form fills it in, and looks at `event` when a hand has done something. Its controls are named after what they say:
 * "dialog.path", "dialog.format.svg", "dialog.files.3", "dialog.save". */
#ifndef UI_FORM_H
#define UI_FORM_H

#include "draw/geom.h"
#include "ui/field.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum {
    FORM_NOTE,    /* text */
    FORM_TEXT,    /* a text to type */
    FORM_CHOICES, /* one of the labels */
    FORM_SWITCH,
    FORM_LIST,    /* the form's items; tabs in them are columns */
    FORM_PICTURE, /* an empty place for the caller to draw on */
    FORM_BUTTONS
} FormKind;

typedef enum { FORM_LEFT, FORM_RIGHT, FORM_WIDE } FormPlace; /* of forms with two columns; WIDE is below both */

enum { FORM_ROWS = 24, FORM_LABELS = 7 };

typedef struct FormRow {
    FormKind kind;
    const char *id;
    const char *caption;            /* English, left of the control; NULL for none */
    const char *label[FORM_LABELS]; /* English, of choices, buttons, a switch */
    int labels;
    int chosen;     /* CHOICES; SWITCH 0 or 1; LIST: the item, -1 for none; BUTTONS: the one that Enter stands for */
    int lines;      /* NOTE, LIST, PICTURE: height in lines */
    bool plain;     /* NOTE: shown as it is; otherwise translated */
    bool warning;   /* NOTE: in the colour of warnings */
    bool completes; /* TEXT: Tab asks for completion before it moves on */
    bool off, hidden;
    FormPlace place;
    char text[FIELD_TEXT]; /* NOTE, TEXT */
} FormRow;

typedef enum {
    FORM_NOTHING,
    FORM_CHANGED,   /* row: a text was edited */
    FORM_CHOSEN,    /* row: another choice, switch or item */
    FORM_PRESSED,   /* row, choice: a button */
    FORM_OPENED,    /* row: an item was double-clicked */
    FORM_ACCEPTED,  /* Enter */
    FORM_COMPLETED, /* row: Tab in a text that completes */
    FORM_CANCELLED  /* Esc */
} FormEventKind;

typedef struct FormEvent {
    FormEventKind kind;
    int row, choice;
} FormEvent;

typedef struct Form {
    bool open;
    const char *title; /* English */
    float width, left; /* units: of the panel, and of the left column; left 0 = one column */
    FormRow row[FORM_ROWS];
    int rows;
    const char *const *item; /* of the list, the caller's; `items` of them */
    size_t items, scroll;    /* scroll: the first one on show */
    FormEvent event;
    char focus_before[40];
    Rect panel, picture, list; /* where they were laid out; w = 0 for none */
    int list_lines;
} Form;

/* An empty form of this width. */
void form_begin(Form *form, const char *title, float width, float left);
/* Another row; the last one is overwritten when there are too many. */
FormRow *form_add(Form *form, FormKind kind, const char *id, const char *caption);
/* Appends a label to a row of choices or buttons. */
void form_label(FormRow *row, const char *label);
/* The row of this id; there must be one. */
FormRow *form_find(Form *form, const char *id);
int form_index(const Form *form, const char *id);
/* Whether the event is of this kind and about the row of this id. */
bool form_is(const Form *form, FormEventKind kind, const char *id);
/* Whether this button was pressed. */
bool form_pressed(const Form *form, const char *label);

#endif

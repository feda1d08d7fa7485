/* The kinds of rows a sidebar section is made of. */
#ifndef UI_SIDEBAR_ROWS_H
#define UI_SIDEBAR_ROWS_H

#include "ui/ui.h"

typedef struct Pen { /* where the next row goes */
    Ui *ui;
    const Scene *scene;
    float x, y, w, gap;
} Pen;

/* A heading; true if its section is open. */
bool row_heading(Pen *pen, Section section);
/* [menu], or [caption] [menu]. */
void row_menu(Pen *pen, int param, bool captioned);
/* [caption] [slider] [field] */
void row_slider(Pen *pen, int param, bool off);
/* [caption] [field] [button] */
void row_field_button(Pen *pen, int param, const char *id, const char *label, Command command, bool off);
/* [caption] [text] */
void row_text(Pen *pen, int param);
/* Buttons side by side, one per choice; with or without the parameter's name before them. */
void row_choices(Pen *pen, int param, bool captioned);
/* Choices with a picture (kernels) or formula (scorers), `across` in a row. */
void row_pictures(Pen *pen, ControlKind kind, int param, int across, float height, bool off);
/* Switches, two in a row. */
void row_switches(Pen *pen, const int *params, int count);

typedef struct RowButton {
    const char *id, *label;
    Command command;
    bool primary, off;
} RowButton;

void row_buttons(Pen *pen, const RowButton *buttons, int count);
/* Room for a picture or text drawn by sidebar_insets. */
void row_inset(Pen *pen, Inset inset, float height);
/* A parameter matrix as a grid of numbers; at most `most` rows of it. */
void row_matrix(Pen *pen, const ScoreBlock *block, int most);

#endif

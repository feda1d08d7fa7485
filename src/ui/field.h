/* A line of text being typed: a number, a function, a path. Editing keys are stb_textedit's, moving by characters. */
#ifndef UI_FIELD_H
#define UI_FIELD_H

#include "ui/input.h"

#include <stdbool.h>

enum { FIELD_TEXT = 1024, FIELD_COMPOSED = 256, FIELD_STEPS = 24 };

/* A text as it was, for undo. */
typedef struct FieldStep {
    char text[FIELD_TEXT];
    int cursor;
} FieldStep;

typedef struct Field {
    bool open;
    int param;                                    /* row of PARAMS that is typed, -1 for none */
    int cell;                                     /* index into the scene's parameter vector, -1 for none */
    int row;                                      /* of the open dialog, -1 for none */
    bool wide;                                    /* takes any character; otherwise ASCII only, as numbers are */
    char text[FIELD_TEXT];                        /* valid UTF-8 */
    int length, cursor, select_start, select_end; /* bytes, between characters */
    char error[160];                              /* why the text was refused; "" while it was not */
    char composed[FIELD_COMPOSED];                /* by an input method, not in the text yet; "" for nothing */
    int composed_caret;                           /* bytes of it before its caret */
    FieldStep step[FIELD_STEPS];                  /* `undos` texts from before, then `redos` from after an undo */
    int undos, redos;
    int typed_at; /* where typing goes on and stays one step, -1 for nowhere */
} Field;

/* Opens with `text` selected as a whole, or with the cursor at its end. Its owner is param, or set by the caller. */
void field_open(Field *field, int param, const char *text, bool select);
/* Typed characters and editing keys; Ctrl+Z, and Ctrl+Y or Ctrl+Shift+Z, undo and redo within the text. Enter, Esc and
 * Tab are the caller's. */
void field_type(Field *field, const char *text);
bool field_key(Field *field, KeyPress key);
/* What an input method is composing, with its caret before the character of this number; "" ends it. */
void field_compose(Field *field, const char *text, int caret);
/* The text as it is shown: with what is being composed in the selection's place, which is then the span *from to *to
 * in bytes, both 0 for none. Returns the caret's place. */
int field_shown(const Field *field, char text[FIELD_TEXT + FIELD_COMPOSED], int *from, int *to);
/* Replaces the text, which can be undone; the cursor goes to its end. */
void field_set(Field *field, const char *text);
/* Puts the cursor at this byte, or at the beginning of the character it is in. */
void field_place(Field *field, int at);
/* The same before the character of this number, from 0. */
void field_place_character(Field *field, int character);
/* The selected text, "" for none. */
void field_selection(const Field *field, char text[FIELD_TEXT]);

#endif

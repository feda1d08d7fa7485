/* A line of text being typed: a number field. Editing keys are stb_textedit's. */
#ifndef UI_FIELD_H
#define UI_FIELD_H

#include "ui/input.h"

#include <stdbool.h>

enum { FIELD_TEXT = 64 };

typedef struct Field {
    bool open;
    int param;             /* row of PARAMS whose number is typed, -1 for a cell */
    int cell;              /* index into the scene's parameter vector */
    char text[FIELD_TEXT]; /* ASCII */
    int length, cursor, select_start, select_end;
    char error[160]; /* why the text was refused; "" while it was not */
} Field;

/* Opens with `text` selected as a whole, or empty with the cursor at its end when a first character follows. */
void field_open(Field *field, int param, const char *text, bool select);
/* Typed characters and editing keys. Enter, Esc and Tab are the caller's. */
void field_type(Field *field, const char *text);
bool field_key(Field *field, KeyPress key);

#endif

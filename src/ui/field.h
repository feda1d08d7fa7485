/* A line of text being typed: a number, a function, a path. Editing keys are stb_textedit's, moving by characters. */
#ifndef UI_FIELD_H
#define UI_FIELD_H

#include "ui/input.h"

#include <stdbool.h>

enum { FIELD_TEXT = 1024 };

typedef struct Field {
    bool open;
    int param;                                    /* row of PARAMS that is typed, -1 for none */
    int cell;                                     /* index into the scene's parameter vector, -1 for none */
    int row;                                      /* of the open dialog, -1 for none */
    bool wide;                                    /* takes any character; otherwise ASCII only, as numbers are */
    char text[FIELD_TEXT];                        /* valid UTF-8 */
    int length, cursor, select_start, select_end; /* bytes, between characters */
    char error[160];                              /* why the text was refused; "" while it was not */
} Field;

/* Opens with `text` selected as a whole, or with the cursor at its end. Its owner is param, or set by the caller. */
void field_open(Field *field, int param, const char *text, bool select);
/* Typed characters and editing keys. Enter, Esc and Tab are the caller's. */
void field_type(Field *field, const char *text);
bool field_key(Field *field, KeyPress key);
/* Replaces the text; the cursor goes to its end. */
void field_set(Field *field, const char *text);
/* Puts the cursor at this byte, or at the beginning of the character it is in. */
void field_place(Field *field, int at);
/* The same before the character of this number, from 0. */
void field_place_character(Field *field, int character);
/* The selected text, "" for none. */
void field_selection(const Field *field, char text[FIELD_TEXT]);

#endif

/* stb_textedit on a short ASCII line. */
#include "ui/field.h"

#include <string.h>

enum { K_SHIFT = 0x01000000, K_CTRL = 0x02000000 };

#define STB_TEXTEDIT_STRING Field
#define STB_TEXTEDIT_CHARTYPE char
#define STB_TEXTEDIT_POSITIONTYPE int
#define STB_TEXTEDIT_UNDOSTATECOUNT 4
#define STB_TEXTEDIT_UNDOCHARCOUNT 64
#include <stb/stb_textedit.h>

#define STB_TEXTEDIT_STRINGLEN(f) ((f)->length)
#define STB_TEXTEDIT_LAYOUTROW(r, f, n) layout_row(r, f, n)
#define STB_TEXTEDIT_GETWIDTH(f, n, i) (1.0f)
#define STB_TEXTEDIT_KEYTOTEXT(key) ((key) > 0 && (key) < 127 ? (key) : -1)
#define STB_TEXTEDIT_GETCHAR(f, i) ((f)->text[i])
#define STB_TEXTEDIT_NEWLINE '\n'
#define STB_TEXTEDIT_DELETECHARS(f, i, n) delete_chars(f, i, n)
#define STB_TEXTEDIT_INSERTCHARS(f, i, c, n) insert_chars(f, i, c, n)
#define STB_TEXTEDIT_K_SHIFT K_SHIFT
#define STB_TEXTEDIT_K_LEFT KEY_LEFT
#define STB_TEXTEDIT_K_RIGHT KEY_RIGHT
#define STB_TEXTEDIT_K_UP KEY_UP
#define STB_TEXTEDIT_K_DOWN KEY_DOWN
#define STB_TEXTEDIT_K_PGUP KEY_PAGE_UP
#define STB_TEXTEDIT_K_PGDOWN KEY_PAGE_DOWN
#define STB_TEXTEDIT_K_LINESTART KEY_HOME
#define STB_TEXTEDIT_K_LINEEND KEY_END
#define STB_TEXTEDIT_K_TEXTSTART (K_CTRL | KEY_HOME)
#define STB_TEXTEDIT_K_TEXTEND (K_CTRL | KEY_END)
#define STB_TEXTEDIT_K_DELETE KEY_DELETE
#define STB_TEXTEDIT_K_BACKSPACE KEY_BACKSPACE
#define STB_TEXTEDIT_K_UNDO (K_CTRL | 'z')
#define STB_TEXTEDIT_K_REDO (K_CTRL | 'y')

static void layout_row(StbTexteditRow *row, const Field *field, int from) {
    *row = (StbTexteditRow){
        .x1 = (float)(field->length - from), .baseline_y_delta = 1, .ymax = 1, .num_chars = field->length - from};
}

static void delete_chars(Field *field, int at, int n) {
    memmove(field->text + at, field->text + at + n, (size_t)(field->length - at - n + 1));
    field->length -= n;
}

static int insert_chars(Field *field, int at, const char *chars, int n) {
    if (field->length + n >= FIELD_TEXT)
        return 0;
    memmove(field->text + at + n, field->text + at, (size_t)(field->length - at + 1));
    memcpy(field->text + at, chars, (size_t)n);
    field->length += n;
    return 1;
}

#define STB_TEXTEDIT_IMPLEMENTATION
#include <stb/stb_textedit.h>

static STB_TexteditState load(const Field *field) {
    STB_TexteditState state;
    stb_textedit_initialize_state(&state, 1);
    state.cursor = field->cursor;
    state.select_start = field->select_start;
    state.select_end = field->select_end;
    return state;
}

static void store(Field *field, const STB_TexteditState *state) {
    field->cursor = state->cursor;
    int length = field->length; /* undo leaves a selection of what is gone */
    field->select_start = state->select_start < length ? state->select_start : length;
    field->select_end = state->select_end < length ? state->select_end : length;
}

void field_open(Field *field, int param, const char *text, bool select) {
    *field = (Field){.open = true, .param = param};
    field->length = (int)strnlen(text, FIELD_TEXT - 1);
    memcpy(field->text, text, (size_t)field->length);
    field->cursor = field->select_end = field->length;
    if (!select)
        field->select_end = field->select_start = field->length;
}

void field_type(Field *field, const char *text) {
    STB_TexteditState state = load(field);
    for (; *text; text++)
        if (*text >= ' ' && *text < 127)
            stb_textedit_key(field, &state, *text);
    field->error[0] = '\0';
    store(field, &state);
}

bool field_key(Field *field, KeyPress key) {
    bool select_all = key.key == 'a' && key.mods == MOD_CTRL;
    if (select_all) {
        field->select_start = 0;
        field->select_end = field->cursor = field->length;
        return true;
    }
    bool undo = key.mods == MOD_CTRL && (key.key == 'z' || key.key == 'y');
    bool edits = key.key > KEY_BASE || key.key == KEY_BACKSPACE || key.key == KEY_DELETE || undo;
    if (!edits)
        return false;
    STB_TexteditState state = load(field);
    int code = (int)key.key | (key.mods & MOD_SHIFT ? K_SHIFT : 0) | (key.mods & MOD_CTRL ? K_CTRL : 0);
    stb_textedit_key(field, &state, code);
    field->error[0] = '\0';
    store(field, &state);
    return true;
}

/* stb_textedit on the code points of the line, so that a key moves by or deletes a whole character; outside they are
 * UTF-8 and places in them bytes. Broken UTF-8 loses the bytes that do not belong. */
#include "ui/field.h"

#include <stdint.h>
#include <string.h>

enum { K_SHIFT = 0x01000000, K_CTRL = 0x02000000 };

typedef struct Line {
    uint32_t code[FIELD_TEXT];
    int length;
    int bytes; /* as UTF-8 */
} Line;

#define STB_TEXTEDIT_STRING Line
#define STB_TEXTEDIT_CHARTYPE uint32_t
#define STB_TEXTEDIT_POSITIONTYPE int
#define STB_TEXTEDIT_UNDOSTATECOUNT 4
#define STB_TEXTEDIT_UNDOCHARCOUNT 64
#include <stb/stb_textedit.h>

#define STB_TEXTEDIT_STRINGLEN(f) ((f)->length)
#define STB_TEXTEDIT_LAYOUTROW(r, f, n) layout_row(r, f, n)
#define STB_TEXTEDIT_GETWIDTH(f, n, i) (1.0f)
#define STB_TEXTEDIT_KEYTOTEXT(key) ((key) > 0 && (key) < KEY_BASE && (key) != KEY_DELETE ? (key) : -1)
#define STB_TEXTEDIT_GETCHAR(f, i) ((int)(f)->code[i])
#define STB_TEXTEDIT_IS_SPACE(c) is_gap((uint32_t)(c))
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

#define STB_TEXTEDIT_K_WORDLEFT (K_CTRL | KEY_LEFT)
#define STB_TEXTEDIT_K_WORDRIGHT (K_CTRL | KEY_RIGHT)

/* Where words end: also in paths. */
static int is_gap(uint32_t code) { return code == ' ' || code == '/' || code == 0x3000; }

static int bytes_of(uint32_t code) { return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4; }

static void layout_row(StbTexteditRow *row, const Line *line, int from) {
    *row = (StbTexteditRow){
        .x1 = (float)(line->length - from), .baseline_y_delta = 1, .ymax = 1, .num_chars = line->length - from};
}

static void delete_chars(Line *line, int at, int n) {
    for (int i = at; i < at + n; i++)
        line->bytes -= bytes_of(line->code[i]);
    memmove(line->code + at, line->code + at + n, (size_t)(line->length - at - n) * sizeof *line->code);
    line->length -= n;
}

static int insert_chars(Line *line, int at, const uint32_t *codes, int n) {
    int bytes = 0;
    for (int i = 0; i < n; i++)
        bytes += bytes_of(codes[i]);
    if (line->bytes + bytes >= FIELD_TEXT)
        return 0;
    memmove(line->code + at + n, line->code + at, (size_t)(line->length - at) * sizeof *line->code);
    memcpy(line->code + at, codes, (size_t)n * sizeof *codes);
    line->length += n;
    line->bytes += bytes;
    return 1;
}

#define STB_TEXTEDIT_IMPLEMENTATION
#include <stb/stb_textedit.h>

/* The code point that text begins with, and the bytes it takes; 0 with one byte for anything that is not UTF-8. */
static uint32_t decode(const char *text, int *bytes) {
    const unsigned char *at = (const unsigned char *)text;
    int length = at[0] < 0x80 ? 1 : at[0] < 0xc2 ? 0 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : at[0] < 0xf5 ? 4 : 0;
    uint32_t code = length <= 1 ? at[0] : at[0] & (0x7fu >> length);
    *bytes = 1;
    for (int i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | (at[i] & 0x3f);
    }
    bool good = length > 0 && bytes_of(code) == length && code < KEY_BASE && !(code >= 0xd800 && code < 0xe000);
    *bytes = good ? length : 1;
    return good ? code : 0;
}

static int encode(uint32_t code, char *text) {
    static const unsigned char MARKS[] = {0, 0, 0xc0, 0xe0, 0xf0};
    int length = bytes_of(code);
    for (int i = length; i-- > 1; code >>= 6)
        text[i] = (char)(0x80 | (code & 0x3f));
    text[0] = (char)(MARKS[length] | code);
    return length;
}

/* Control characters, and where lines could break, have no place in one line. */
static bool is_shown(uint32_t code) {
    return code >= ' ' && code != 127 && !(code >= 0x80 && code < 0xa0) && code != 0x2028 && code != 0x2029;
}

static int index_of(const Line *line, int byte) {
    int index = 0;
    for (int at = 0; index < line->length && at + bytes_of(line->code[index]) <= byte; index++)
        at += bytes_of(line->code[index]);
    return index;
}

static int byte_of(const Line *line, int index) {
    int byte = 0;
    for (int i = 0; i < index && i < line->length; i++)
        byte += bytes_of(line->code[i]);
    return byte;
}

static void load(const Field *field, Line *line, STB_TexteditState *state) {
    line->length = line->bytes = 0;
    for (int at = 0, bytes; at < field->length; at += bytes) {
        line->code[line->length++] = decode(field->text + at, &bytes);
        line->bytes += bytes;
    }
    stb_textedit_initialize_state(state, 1);
    state->cursor = index_of(line, field->cursor);
    state->select_start = index_of(line, field->select_start);
    state->select_end = index_of(line, field->select_end);
}

static void store(Field *field, const Line *line, const STB_TexteditState *state) {
    field->length = 0;
    for (int i = 0; i < line->length; i++)
        field->length += encode(line->code[i], field->text + field->length);
    field->text[field->length] = '\0';
    field->cursor = byte_of(line, state->cursor);
    field->select_start = byte_of(line, state->select_start); /* undo leaves a selection of what is gone */
    field->select_end = byte_of(line, state->select_end);
    field->error[0] = '\0';
}

void field_open(Field *field, int param, const char *text, bool select) {
    *field = (Field){.open = true, .param = param, .cell = -1, .row = -1};
    field_set(field, text);
    if (select)
        field->select_start = 0;
}

void field_set(Field *field, const char *text) {
    int used = 0, bytes;
    for (const char *at = text; *at; at += bytes) {
        uint32_t code = decode(at, &bytes);
        if (used + bytes >= FIELD_TEXT)
            break;
        if (is_shown(code))
            used += encode(code, field->text + used);
    }
    field->text[used] = '\0';
    field->length = field->cursor = field->select_start = field->select_end = used;
    field->error[0] = '\0';
}

void field_place(Field *field, int at) {
    at = at < 0 ? 0 : at < field->length ? at : field->length;
    while (at > 0 && ((unsigned char)field->text[at] & 0xc0) == 0x80)
        at--;
    field->cursor = field->select_start = field->select_end = at;
}

void field_place_character(Field *field, int character) {
    int at = 0;
    for (int bytes; character > 0 && at < field->length; character--, at += bytes)
        decode(field->text + at, &bytes);
    field_place(field, at);
}

void field_selection(const Field *field, char text[FIELD_TEXT]) {
    int from = field->select_start, to = field->select_end, first = from < to ? from : to;
    int length = from < to ? to - from : from - to;
    memcpy(text, field->text + first, (size_t)length);
    text[length] = '\0';
}

void field_type(Field *field, const char *text) {
    STB_TexteditState state;
    Line line;
    load(field, &line, &state);
    for (int bytes; *text; text += bytes) {
        uint32_t code = decode(text, &bytes);
        if (is_shown(code) && (field->wide || code < 127))
            stb_textedit_key(&line, &state, (int)code);
    }
    store(field, &line, &state);
}

bool field_key(Field *field, KeyPress key) {
    bool select_all = key.key == 'a' && key.mods == MOD_CTRL;
    if (select_all) {
        field->select_start = 0;
        field->select_end = field->cursor = field->length;
        return true;
    }
    bool undo = key.mods == MOD_CTRL && (key.key == 'z' || key.key == 'y');
    bool edits = (key.key > KEY_BASE && key.key < KEY_F1) || key.key == KEY_BACKSPACE || key.key == KEY_DELETE || undo;
    if (!edits)
        return false;
    STB_TexteditState state;
    Line line;
    load(field, &line, &state);
    int code = (int)key.key | (key.mods & MOD_SHIFT ? K_SHIFT : 0) | (key.mods & MOD_CTRL ? K_CTRL : 0);
    stb_textedit_key(&line, &state, code);
    store(field, &line, &state);
    return true;
}

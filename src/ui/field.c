/* stb_textedit on the code points of the line, so that a key moves by or deletes a whole character; outside they are
 * UTF-8 and places in them bytes. Broken UTF-8 loses the bytes that do not belong. Undo keeps whole texts, one for each
 * run of typing or deleting, in an array that undo and redo swap the text with. */
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
#define STB_TEXTEDIT_UNDOSTATECOUNT 4 /* of no use: its state lasts for one key */
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
#define STB_TEXTEDIT_K_UNDO (K_CTRL | 'z') /* never sent */
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
    field->select_start = byte_of(line, state->select_start);
    field->select_end = byte_of(line, state->select_end);
    field->error[0] = '\0';
}

/* ---- undo ---- */

static FieldStep step_of(const Field *field) {
    FieldStep step = {.cursor = field->cursor};
    memcpy(step.text, field->text, sizeof step.text);
    return step;
}

/* The text was this before; what had been undone is gone. `joins`: one with the change before, if that ended here. */
static void keep(Field *field, const FieldStep *before, bool joins) {
    if (strcmp(before->text, field->text) == 0)
        return;
    bool one = joins && field->undos > 0 && before->cursor == field->typed_at;
    field->typed_at = joins ? field->cursor : -1;
    field->redos = 0;
    if (one)
        return;
    if (field->undos == FIELD_STEPS)
        memmove(field->step, field->step + 1, (size_t)--field->undos * sizeof *field->step);
    field->step[field->undos++] = *before;
}

static void turn_back(Field *field, bool redo) {
    if (redo ? field->redos == 0 : field->undos == 0)
        return;
    int at = redo ? field->undos : field->undos - 1, by = redo ? 1 : -1;
    FieldStep now = step_of(field);
    memcpy(field->text, field->step[at].text, sizeof field->text);
    field->length = (int)strlen(field->text);
    field->cursor = field->select_start = field->select_end = field->step[at].cursor;
    field->step[at] = now;
    field->undos += by;
    field->redos -= by;
    field->typed_at = -1;
    field->error[0] = '\0';
}

/* ---- text ---- */

/* Of `text` what a line may have, into room for `size` bytes; its length. */
static int copy_shown(char *line, int size, const char *text) {
    int used = 0, bytes;
    for (const char *at = text; *at; at += bytes) {
        uint32_t code = decode(at, &bytes);
        if (used + bytes >= size)
            break;
        if (is_shown(code))
            used += encode(code, line + used);
    }
    line[used] = '\0';
    return used;
}

static void replace(Field *field, const char *text) {
    int used = copy_shown(field->text, FIELD_TEXT, text);
    field->length = field->cursor = field->select_start = field->select_end = used;
    field->error[0] = '\0';
}

void field_open(Field *field, int param, const char *text, bool select) {
    *field = (Field){.open = true, .param = param, .cell = -1, .row = -1, .typed_at = -1};
    replace(field, text);
    if (select)
        field->select_start = 0;
}

void field_set(Field *field, const char *text) {
    FieldStep before = step_of(field);
    replace(field, text);
    keep(field, &before, false);
}

static int byte_of_character(const char *text, int character) {
    int at = 0;
    for (int bytes; character > 0 && text[at]; character--, at += bytes)
        decode(text + at, &bytes);
    return at;
}

void field_compose(Field *field, const char *text, int caret) {
    copy_shown(field->composed, FIELD_COMPOSED, text);
    field->composed_caret = byte_of_character(field->composed, caret);
}

int field_shown(const Field *field, char text[FIELD_TEXT + FIELD_COMPOSED], int *from, int *to) {
    int start = field->select_start, end = field->select_end, length = (int)strlen(field->composed);
    int first = start == end ? field->cursor : start < end ? start : end, last = start < end ? end : start;
    last = start == end ? field->cursor : last;
    *from = *to = 0;
    memcpy(text, field->text, (size_t)field->length + 1);
    if (length == 0)
        return field->cursor;
    memcpy(text + first, field->composed, (size_t)length);
    memcpy(text + first + length, field->text + last, (size_t)(field->length - last) + 1);
    *from = first;
    *to = first + length;
    return first + field->composed_caret;
}

void field_place(Field *field, int at) {
    at = at < 0 ? 0 : at < field->length ? at : field->length;
    while (at > 0 && ((unsigned char)field->text[at] & 0xc0) == 0x80)
        at--;
    field->cursor = field->select_start = field->select_end = at;
}

void field_place_character(Field *field, int character) {
    field_place(field, byte_of_character(field->text, character));
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
    FieldStep before = step_of(field);
    bool replaces = field->select_start != field->select_end, begins_word = is_gap((unsigned char)*text);
    load(field, &line, &state);
    for (int bytes; *text; text += bytes) {
        uint32_t code = decode(text, &bytes);
        if (is_shown(code) && (field->wide || code < 127))
            stb_textedit_key(&line, &state, (int)code);
    }
    store(field, &line, &state);
    if (replaces || begins_word)
        field->typed_at = -1; /* a new step begins, which further typing joins */
    keep(field, &before, true);
}

static bool undo_key(Field *field, KeyPress key) {
    bool undo = key.key == 'z' && key.mods == MOD_CTRL;
    bool redo = (key.key == 'y' && key.mods == MOD_CTRL) || (key.key == 'z' && key.mods == (MOD_CTRL | MOD_SHIFT));
    if (undo || redo)
        turn_back(field, redo);
    return undo || redo;
}

bool field_key(Field *field, KeyPress key) {
    bool select_all = key.key == 'a' && key.mods == MOD_CTRL;
    if (select_all) {
        field->select_start = 0;
        field->select_end = field->cursor = field->length;
        return true;
    }
    if (undo_key(field, key))
        return true;
    bool deletes = key.key == KEY_BACKSPACE || key.key == KEY_DELETE;
    if (!(key.key > KEY_BASE && key.key < KEY_F1) && !deletes)
        return false;
    STB_TexteditState state;
    Line line;
    FieldStep before = step_of(field);
    load(field, &line, &state);
    int code = (int)key.key | (key.mods & MOD_SHIFT ? K_SHIFT : 0) | (key.mods & MOD_CTRL ? K_CTRL : 0);
    stb_textedit_key(&line, &state, code);
    store(field, &line, &state);
    keep(field, &before, deletes && key.repeat); /* a key held down is one step */
    return true;
}

/* What a hand did since the last frame, as plain data: filled from SDL by app/platform, from a script
 * by app/play, or by a test. Coordinates are pixels of the picture, scaled once where they come from. */
#ifndef UI_INPUT_H
#define UI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A key: the Unicode code point of what it types without modifiers (lower case), or one of these. */
enum {
    KEY_BASE = 0x110000,
    KEY_LEFT,
    KEY_RIGHT,
    KEY_UP,
    KEY_DOWN,
    KEY_HOME,
    KEY_END,
    KEY_PAGE_UP,
    KEY_PAGE_DOWN,
    KEY_INSERT,
    KEY_F1, /* F1 to F12 follow each other */
    KEY_F12 = KEY_F1 + 11,
    KEY_TAB = '\t',
    KEY_ENTER = '\r',
    KEY_ESCAPE = 27,
    KEY_BACKSPACE = 8,
    KEY_DELETE = 127,
    KEY_SPACE = ' '
};

enum { MOD_SHIFT = 1, MOD_CTRL = 2, MOD_ALT = 4 };
enum { BUTTON_LEFT = 1, BUTTON_MIDDLE = 2, BUTTON_RIGHT = 4 };
enum { INPUT_KEYS = 32, INPUT_TEXT = 256, INPUT_PATH = 1024 };

typedef struct KeyPress {
    uint32_t key;
    int mods;
    bool repeat;
} KeyPress;

/* At most one button edge per Input, and then no key: a press and its release never share one, and the mouse is
 * where it was when the button moved or the keys were pressed, so nothing is lost and nothing out of order. */
typedef struct Input {
    double mouse_x, mouse_y;
    bool mouse_inside;       /* the pointer is over the window */
    int down;                /* buttons held now */
    int pressed, released;   /* buttons whose edge this Input carries */
    int clicks;              /* with pressed: 1 single, 2 double */
    double wheel_x, wheel_y; /* ticks, summed; up and right positive */
    int mods;                /* held now */
    KeyPress keys[INPUT_KEYS];
    size_t key_count;
    char text[INPUT_TEXT];     /* UTF-8 typed into a field that asked for text */
    bool touch;                /* the pointer is a finger: it needs larger targets, and has no second button */
    double pinch;              /* two fingers: how much farther apart they are than before, 1.1 = a tenth; 0 for none */
    bool composing;            /* an input method is composing: no shortcuts */
    char composed[INPUT_TEXT]; /* its text so far, UTF-8, not typed yet; "" when nothing is composed */
    int composed_caret;        /* its caret, in characters of that text */
    bool focus_lost;           /* the window lost the focus: drags end, as a release */
    bool quit;                 /* the window was asked to close */
    bool terminate;            /* the program was: nobody is there to be asked */
    char drop[INPUT_PATH];     /* path of a file dropped on the window; "" mostly */
    double time;               /* seconds, monotonic */
} Input;

/* "Ctrl+Shift+Z", "PgDn", "F12", "." into a key, whatever the case; false if it names none. */
bool input_parse_key(const char *name, KeyPress *key);
/* The reverse, for help texts. */
void input_key_name(KeyPress key, char *name, size_t room);

#endif

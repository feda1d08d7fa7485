/* Commands: what keys, buttons and menus can ask for, as rows of one table. The help overlay, the
 * command line's `list keys` and the key handling all read it. */
#ifndef UI_COMMAND_H
#define UI_COMMAND_H

#include "ui/input.h"

typedef enum {
    COMMAND_NONE,
    COMMAND_UNDO,
    COMMAND_REDO,
    COMMAND_FIT,
    COMMAND_DELETE,
    COMMAND_ADD,
    COMMAND_QUERY_HERE,
    COMMAND_MUTE,
    COMMAND_RESAMPLE,
    COMMAND_PIN_QUERY,
    COMMAND_PIN_CURVE,
    COMMAND_NEXT,
    COMMAND_BACK,
    COMMAND_ANSWER,
    COMMAND_LESSONS,
    COMMAND_LESSON, /* no key: the lesson at ui->popup.current in the menu; the first entry leaves */
    COMMAND_TRAIN,
    COMMAND_STEP,
    COMMAND_TRAIN_RESET,
    COMMAND_BOOK,
    COMMAND_GENTLE,
    COMMAND_MATRICES,
    COMMAND_BEST_WIDTH,
    COMMAND_DEFAULTS,
    COMMAND_IDENTITY,
    COMMAND_GAUSSIAN,
    COMMAND_FAILURE,
    COMMAND_PNG,
    COMMAND_LANGUAGE,
    COMMAND_THEME,
    COMMAND_SIDEBAR,
    COMMAND_PRESENT,
    COMMAND_FULLSCREEN,
    COMMAND_LARGER,
    COMMAND_SMALLER,
    COMMAND_NATURAL,
    COMMAND_HELP,
    COMMAND_QUIT,
    COMMAND_NEW,
    COMMAND_OPEN,
    COMMAND_SAVE,
    COMMAND_SAVE_AS,
    COMMAND_EXPORT,
    COMMAND_PASTE,
    COMMAND_COPY, /* no label: of the text being typed */
    COMMAND_CUT,
    COMMAND_DIALOG,  /* no key: ui->form.event has happened */
    COMMAND_RESTORE, /* no key: the work that a crash left */
    COMMAND_FORGET,
    COMMAND_REVERT, /* no key: Esc on a drag that drew new points takes back all since the last step */
    COMMAND_COUNT
} Command;

enum { COMMAND_KEYS = 3 };

typedef struct CommandInfo {
    const char *label;              /* English, translated when shown */
    const char *keys[COMMAND_KEYS]; /* names for input_parse_key; NULL ends */
} CommandInfo;

extern const CommandInfo COMMANDS[COMMAND_COUNT];

/* What the hands do without a command: mouse and focused controls, for the help overlay. */
typedef struct Gesture {
    const char *keys, *label; /* English, translated when shown */
} Gesture;

extern const Gesture GESTURES[];
extern const int GESTURE_COUNT;

/* The command bound to a key, COMMAND_NONE if there is none. */
Command command_for_key(KeyPress key);

#endif

/* The table of commands and their keys. */
#include "ui/command.h"

const CommandInfo COMMANDS[COMMAND_COUNT] = {
    [COMMAND_UNDO] = {"Undo", {"Ctrl+Z"}},
    [COMMAND_REDO] = {"Redo", {"Ctrl+Shift+Z", "Ctrl+Y"}},
    [COMMAND_FIT] = {"Fit the view", {"Home", "0"}},
    [COMMAND_DELETE] = {"Delete the point", {"Del", "Backspace"}},
    [COMMAND_ADD] = {"Add a point here", {NULL}},
    [COMMAND_QUERY_HERE] = {"Query here", {NULL}},
    [COMMAND_MUTE] = {"Mute or unmute the key", {"M"}},
    [COMMAND_TRAIN] = {"Train or pause", {"Space"}},
    [COMMAND_STEP] = {"One training step", {"."}},
    [COMMAND_TRAIN_RESET] = {"Reset training", {NULL}},
    [COMMAND_BOOK] = {"Book", {NULL}},
    [COMMAND_GENTLE] = {"Gentle", {NULL}},
    [COMMAND_MATRICES] = {"Adam", {NULL}},
    [COMMAND_BEST_WIDTH] = {"Best by leave-one-out", {NULL}},
    [COMMAND_DEFAULTS] = {"Defaults", {NULL}},
    [COMMAND_IDENTITY] = {"Identity", {NULL}},
    [COMMAND_GAUSSIAN] = {"Gaussian", {NULL}},
    [COMMAND_FAILURE] = {"Show the failure", {NULL}},
    [COMMAND_NEXT] = {"Next step of the lesson", {"PgDn"}},
    [COMMAND_BACK] = {"Previous step of the lesson", {"PgUp"}},
    [COMMAND_ANSWER] = {"Show or hide the answer", {"A"}},
    [COMMAND_LESSONS] = {"Lessons", {"Ctrl+L"}},
    [COMMAND_PIN_QUERY] = {"Pin the query, or let it go", {"P"}},
    [COMMAND_PIN_CURVE] = {"Pin the curve, or let it go", {"G"}},
    [COMMAND_RESAMPLE] = {"Draw new points", {"R"}},
    [COMMAND_NEW] = {"New", {"Ctrl+N"}},
    [COMMAND_OPEN] = {"Open a file", {"Ctrl+O"}},
    [COMMAND_SAVE] = {"Save", {"Ctrl+S"}},
    [COMMAND_SAVE_AS] = {"Save as", {"Ctrl+Shift+S"}},
    [COMMAND_EXPORT] = {"Export", {"Ctrl+E"}},
    [COMMAND_PASTE] = {"Paste data", {"Ctrl+V"}},
    [COMMAND_RESTORE] = {"Restore", {NULL}},
    [COMMAND_FORGET] = {"Discard", {NULL}},
    [COMMAND_PNG] = {"Save a picture (PNG)", {"F12"}},
    [COMMAND_LANGUAGE] = {"Language", {"L"}},
    [COMMAND_THEME] = {"Theme", {"T"}},
    [COMMAND_SIDEBAR] = {"Show or hide the sidebar", {"Ctrl+B"}},
    [COMMAND_PRESENT] = {"Presentation", {"F5"}},
    [COMMAND_FULLSCREEN] = {"Full screen", {"F11"}},
    [COMMAND_LARGER] = {"Larger", {"Ctrl++", "Ctrl+="}},
    [COMMAND_SMALLER] = {"Smaller", {"Ctrl+-"}},
    [COMMAND_NATURAL] = {"Natural size", {"Ctrl+0"}},
    [COMMAND_HELP] = {"All keys", {"F1", "?"}},
    [COMMAND_QUIT] = {"Quit", {"Ctrl+Q"}},
};

const Gesture GESTURES[] = {
    {"Drag", "Move a point, the query or the view"},
    {"Shift, Ctrl", "While dragging: lock one axis, snap"},
    {"Esc", "Put back what is being dragged"},
    {"Double-click", "Add a point"},
    {"Right-click", "Menu of the point or place"},
    {"Alt+click", "Next point of a stack"},
    {"Wheel", "Zoom at the pointer"},
    {"← →", "Move the query (Shift fine, Ctrl coarse)"},
    {"Tab", "Next control or point"},
    {"0–9", "Type a number into the slider in focus"},
};
const int GESTURE_COUNT = sizeof GESTURES / sizeof *GESTURES;

/* Shift belongs to the character for signs such as '?' and '+', which no layout types alike. */
static int mods_that_count(KeyPress key) {
    bool sign = key.key < 127 && key.key > ' ' && !(key.key >= 'a' && key.key <= 'z');
    return sign ? key.mods & ~MOD_SHIFT : key.mods;
}

Command command_for_key(KeyPress key) {
    for (int command = 0; command < COMMAND_COUNT; command++)
        for (int k = 0; k < COMMAND_KEYS && COMMANDS[command].keys[k]; k++) {
            KeyPress bound;
            if (!input_parse_key(COMMANDS[command].keys[k], &bound))
                continue;
            if (bound.key == key.key && mods_that_count(bound) == mods_that_count(key))
                return (Command)command;
        }
    return COMMAND_NONE;
}

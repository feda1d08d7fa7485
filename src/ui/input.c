/* Keys by name, one table for both directions: "Ctrl+Shift+Z" is modifiers, each with its plus, then a name
 * from the table or one character. Letters are their lower case, shown as capitals, as on the keys themselves. */
#include "ui/input.h"

#include <stdio.h>
#include <string.h>

typedef struct Name {
    const char *name;
    uint32_t key;
} Name;

/* The first name of a key is the one shown; the others are only understood. */
static const Name KEYS[] = {
    {"Left", KEY_LEFT},      {"Right", KEY_RIGHT},        {"Up", KEY_UP},
    {"Down", KEY_DOWN},      {"Home", KEY_HOME},          {"End", KEY_END},
    {"PgUp", KEY_PAGE_UP},   {"PgDn", KEY_PAGE_DOWN},     {"Ins", KEY_INSERT},
    {"Del", KEY_DELETE},     {"Space", KEY_SPACE},        {"Tab", KEY_TAB},
    {"Enter", KEY_ENTER},    {"Esc", KEY_ESCAPE},         {"Backspace", KEY_BACKSPACE},
    {"F1", KEY_F1},          {"F2", KEY_F1 + 1},          {"F3", KEY_F1 + 2},
    {"F4", KEY_F1 + 3},      {"F5", KEY_F1 + 4},          {"F6", KEY_F1 + 5},
    {"F7", KEY_F1 + 6},      {"F8", KEY_F1 + 7},          {"F9", KEY_F1 + 8},
    {"F10", KEY_F1 + 9},     {"F11", KEY_F1 + 10},        {"F12", KEY_F12},
    {"PageUp", KEY_PAGE_UP}, {"PageDown", KEY_PAGE_DOWN}, {"Insert", KEY_INSERT},
    {"Delete", KEY_DELETE},  {"Return", KEY_ENTER},       {"Escape", KEY_ESCAPE},
};
enum { KEYS_COUNT = sizeof KEYS / sizeof *KEYS };

typedef struct Modifier {
    const char *name;
    int mod;
} Modifier;

static const Modifier MODIFIERS[] = {{"Ctrl+", MOD_CTRL}, {"Shift+", MOD_SHIFT}, {"Alt+", MOD_ALT}};
enum { MODIFIERS_COUNT = sizeof MODIFIERS / sizeof *MODIFIERS };

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Whether text begins with word, whatever the case. */
static bool begins(const char *text, const char *word) {
    while (*word && lower(*text) == lower(*word))
        text++, word++;
    return !*word;
}

/* The one code point that text consists of; 0 when it is anything else. */
static uint32_t single(const char *text) {
    unsigned char first = (unsigned char)*text;
    size_t length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < ' ' || (first >= 0x80 && first < 0xc2) || first > 0xf4 || strlen(text) != length)
        return 0;
    uint32_t code = length == 1 ? first : first & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    return code < KEY_BASE ? code : 0;
}

bool input_parse_key(const char *name, KeyPress *key) {
    *key = (KeyPress){0};
    for (int i = 0; i < MODIFIERS_COUNT; i++)
        if (begins(name, MODIFIERS[i].name) && name[strlen(MODIFIERS[i].name)]) {
            key->mods |= MODIFIERS[i].mod;
            name += strlen(MODIFIERS[i].name);
            i = -1; /* in any order, so from the start again */
        }
    for (int i = 0; i < KEYS_COUNT; i++)
        if (strlen(name) == strlen(KEYS[i].name) && begins(name, KEYS[i].name)) {
            key->key = KEYS[i].key;
            return true;
        }
    key->key = single(name);
    if (key->key < 0x80)
        key->key = (uint32_t)lower((char)key->key);
    return key->key > ' ' && key->key != KEY_DELETE;
}

static void character(uint32_t code, char text[5]) {
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char MARKS[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6)
        text[i] = (char)(0x80 | (code & 0x3f));
    text[0] = (char)(MARKS[length] | code);
    if (text[0] >= 'a' && text[0] <= 'z')
        text[0] = (char)(text[0] - 'a' + 'A');
    text[length] = '\0';
}

void input_key_name(KeyPress key, char *name, size_t room) {
    char mods[32] = "", typed[5] = "";
    const char *shown = typed;
    for (int i = 0; i < MODIFIERS_COUNT; i++)
        if (key.mods & MODIFIERS[i].mod)
            strcat(mods, MODIFIERS[i].name); /* 16 bytes at most */
    for (int i = KEYS_COUNT; i-- > 0;)
        if (KEYS[i].key == key.key)
            shown = KEYS[i].name;
    if (shown == typed && key.key < KEY_BASE)
        character(key.key, typed);
    snprintf(name, room, "%s%s", mods, shown);
}

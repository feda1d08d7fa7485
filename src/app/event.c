/* The order of things inside an Input is: pointer moves and wheel, then keys and text; or one button edge, alone
 * with the moves before it. Keys are what the layout types (AZERTY's A is 'a'), not where they lie; only for
 * layouts without Latin letters the place decides, so that Ctrl+Z exists there too. */
#include "app/event.h"

#include <math.h>
#include <string.h>

/* ---- what may still join an Input ---- */

static bool has_edge(const Input *input) { return input->pressed || input->released; }

static bool has_keys(const Input *input) { return input->key_count > 0 || input->text[0]; }

static bool has_wheel(const Input *input) { return input->wheel_x != 0 || input->wheel_y != 0; }

static bool takes_pointer(const Input *input) { return !has_edge(input) && !has_keys(input) && !input->focus_lost; }

/* ---- keys ---- */

typedef struct KeyName {
    SDL_Keycode sym;
    uint32_t key;
    uint32_t locked; /* keypad: what it is without NumLock; 0 = the same */
} KeyName;

static const KeyName KEYS[] = {
    {SDLK_LEFT, KEY_LEFT, 0},      {SDLK_RIGHT, KEY_RIGHT, 0},        {SDLK_UP, KEY_UP, 0},
    {SDLK_DOWN, KEY_DOWN, 0},      {SDLK_HOME, KEY_HOME, 0},          {SDLK_END, KEY_END, 0},
    {SDLK_PAGEUP, KEY_PAGE_UP, 0}, {SDLK_PAGEDOWN, KEY_PAGE_DOWN, 0}, {SDLK_INSERT, KEY_INSERT, 0},
    {SDLK_KP_ENTER, KEY_ENTER, 0}, {SDLK_RETURN2, KEY_ENTER, 0},      {SDLK_KP_PLUS, '+', 0},
    {SDLK_KP_MINUS, '-', 0},       {SDLK_KP_MULTIPLY, '*', 0},        {SDLK_KP_DIVIDE, '/', 0},
    {SDLK_KP_EQUALS, '=', 0},      {SDLK_KP_0, '0', KEY_INSERT},      {SDLK_KP_1, '1', KEY_END},
    {SDLK_KP_2, '2', KEY_DOWN},    {SDLK_KP_3, '3', KEY_PAGE_DOWN},   {SDLK_KP_4, '4', KEY_LEFT},
    {SDLK_KP_5, '5', 0},           {SDLK_KP_6, '6', KEY_RIGHT},       {SDLK_KP_7, '7', KEY_HOME},
    {SDLK_KP_8, '8', KEY_UP},      {SDLK_KP_9, '9', KEY_PAGE_UP},     {SDLK_KP_PERIOD, '.', KEY_DELETE},
};

/* SDL tells what a key types without Shift. Commands whose sign needs Shift on a common layout are found by the
 * key's place and its unshifted sign together, which is enough to know the layout. */
typedef struct Shifted {
    SDL_Scancode place;
    SDL_Keycode sym;
    uint32_t key;
} Shifted;

static const Shifted SHIFTED[] = {
    {SDL_SCANCODE_SLASH, '/', '?'},     /* US, UK */
    {SDL_SCANCODE_M, ',', '?'},         /* French */
    {SDL_SCANCODE_COMMA, ';', '.'},     /* French */
    {SDL_SCANCODE_MINUS, 0xdf, '?'},    /* German, beside 0 */
    {SDL_SCANCODE_MINUS, '\'', '?'},    /* Spanish, Italian, Portuguese */
    {SDL_SCANCODE_MINUS, '+', '?'},     /* Danish, Norwegian, Swedish */
    {SDL_SCANCODE_EQUALS, '=', '+'},    /* US, UK, French */
    {SDL_SCANCODE_SEMICOLON, ';', '+'}, /* Japanese */
};

static int mods_of(Uint16 mod) {
    return (mod & KMOD_SHIFT ? MOD_SHIFT : 0) | (mod & KMOD_CTRL ? MOD_CTRL : 0) | (mod & KMOD_ALT ? MOD_ALT : 0);
}

/* The digit that the key of the upper row has on most layouts; 0 when it is another key. */
static uint32_t digit_of(SDL_Scancode place) {
    if (place == SDL_SCANCODE_0)
        return '0';
    return place >= SDL_SCANCODE_1 && place <= SDL_SCANCODE_9 ? '1' + (uint32_t)(place - SDL_SCANCODE_1) : 0;
}

static uint32_t latin_of(SDL_Keycode sym, SDL_Scancode place) {
    bool foreign = sym >= 0x370 && !(sym & SDLK_SCANCODE_MASK); /* Greek, Cyrillic and everything after */
    if (foreign && place >= SDL_SCANCODE_A && place <= SDL_SCANCODE_Z)
        return 'a' + (uint32_t)(place - SDL_SCANCODE_A);
    return (uint32_t)sym;
}

/* False for a key that attnlab has no name for, such as a modifier alone. */
static bool key_press(const SDL_KeyboardEvent *event, KeyPress *press) {
    SDL_Keycode sym = event->keysym.sym;
    SDL_Scancode place = event->keysym.scancode;
    *press = (KeyPress){.mods = mods_of(event->keysym.mod), .repeat = event->repeat != 0};
    for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++)
        if (KEYS[i].sym == sym) {
            bool plain = KEYS[i].locked == 0 || (event->keysym.mod & KMOD_NUM);
            press->key = plain ? KEYS[i].key : KEYS[i].locked;
            return true;
        }
    if (sym >= SDLK_F1 && sym <= SDLK_F12) {
        press->key = KEY_F1 + (uint32_t)(sym - SDLK_F1);
        return true;
    }
    press->key = latin_of(sym, place);
    uint32_t shifted = sym < '0' || sym > '9' ? digit_of(place) : 0; /* French digits need Shift */
    for (size_t i = 0; i < sizeof SHIFTED / sizeof *SHIFTED; i++)
        if (SHIFTED[i].place == place && SHIFTED[i].sym == sym)
            shifted = SHIFTED[i].key;
    if (shifted && (press->mods & MOD_SHIFT)) {
        press->key = shifted;
        press->mods &= ~MOD_SHIFT;
    }
    return sym > 0 && !(sym & SDLK_SCANCODE_MASK);
}

/* The modifiers held now; false when what the Input already carries was done under others. */
static bool set_mods(int mods, EventState *state, Input *input) {
    if (mods != input->mods && (has_edge(input) || has_wheel(input)))
        return false;
    state->mods = input->mods = mods;
    return true;
}

static bool take_key(const SDL_KeyboardEvent *event, EventState *state, Input *input) {
    KeyPress press;
    bool names = event->type == SDL_KEYDOWN && !state->composing && key_press(event, &press);
    if (has_edge(input) || input->focus_lost || (names && input->key_count == INPUT_KEYS))
        return false;
    if (!set_mods(mods_of(event->keysym.mod), state, input))
        return false;
    if (names)
        input->keys[input->key_count++] = press;
    return true;
}

/* ---- text ---- */

/* Bytes of text that fit into an Input, cut between characters. */
static size_t fitting(const char *text) {
    size_t length = strlen(text);
    while (length >= INPUT_TEXT || (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80))
        length--;
    return length;
}

static void compose(const char *text, int caret, EventState *state, Input *input) {
    size_t length = fitting(text);
    memcpy(state->composed, text, length);
    state->composed[length] = '\0';
    state->composed_caret = caret;
    state->composing = length > 0;
    memcpy(input->composed, state->composed, sizeof input->composed);
    input->composed_caret = caret;
    input->composing = state->composing;
}

static bool take_text(const char *text, EventState *state, Input *input) {
    size_t used = strlen(input->text), length = strlen(text);
    bool earlier_keys = input->key_count > 1; /* an Input's text comes before its keys, but for the one that typed it */
    if (has_edge(input) || input->focus_lost || earlier_keys || (used > 0 && used + length >= INPUT_TEXT))
        return false;
    length = fitting(text);
    memcpy(input->text + used, text, length);
    input->text[used + length] = '\0';
    compose("", 0, state, input);
    return true;
}

static bool take_editing(const char *text, int caret, EventState *state, Input *input) {
    if (has_edge(input) || has_keys(input))
        return false;
    compose(text ? text : "", caret, state, input);
    return true;
}

/* ---- mouse ---- */

static void move_to(double x, double y, EventState *state, Input *input) {
    state->mouse_x = input->mouse_x = x;
    state->mouse_y = input->mouse_y = y;
    state->mouse_inside = input->mouse_inside = x >= 0 && y >= 0 && x < state->width && y < state->height;
}

/* An edge of one button, known to be one. */
static void set_button(int button, bool down, int clicks, EventState *state, Input *input) {
    state->down = down ? state->down | button : state->down & ~button;
    input->down = state->down;
    *(down ? &input->pressed : &input->released) = button;
    input->clicks = down ? clicks : 0;
}

static int button_of(Uint8 button) {
    static const struct {
        Uint8 sdl;
        int ours;
    } BUTTONS[] = {
        {SDL_BUTTON_LEFT, BUTTON_LEFT}, {SDL_BUTTON_MIDDLE, BUTTON_MIDDLE}, {SDL_BUTTON_RIGHT, BUTTON_RIGHT}};
    for (size_t i = 0; i < sizeof BUTTONS / sizeof *BUTTONS; i++)
        if (BUTTONS[i].sdl == button)
            return BUTTONS[i].ours;
    return 0;
}

static bool take_button(const SDL_MouseButtonEvent *event, EventState *state, Input *input) {
    int button = button_of(event->button);
    bool down = event->type == SDL_MOUSEBUTTONDOWN;
    if (!button || event->which == SDL_TOUCH_MOUSEID || !!(state->down & button) == down)
        return true; /* not ours, or the end of a drag that the lost focus has ended already */
    if (!takes_pointer(input))
        return false;
    move_to(event->x * state->scale_x, event->y * state->scale_y, state, input);
    bool twice = event->clicks > 0 && event->clicks % 2 == 0; /* of three clicks the third is single again */
    set_button(button, down, twice ? 2 : 1, state, input);
    return true;
}

static bool take_motion(const SDL_MouseMotionEvent *event, EventState *state, Input *input) {
    if (event->which == SDL_TOUCH_MOUSEID)
        return true;
    if (!takes_pointer(input))
        return false;
    move_to(event->x * state->scale_x, event->y * state->scale_y, state, input);
    for (Uint8 i = SDL_BUTTON_LEFT; i <= SDL_BUTTON_RIGHT && !state->touching; i++)
        if ((state->down & button_of(i)) && !(event->state & SDL_BUTTON(i))) {
            set_button(button_of(i), false, 0, state, input); /* its release was lost outside the window */
            break;
        }
    return true;
}

static bool take_wheel(const SDL_MouseWheelEvent *event, EventState *state, Input *input) {
    if (event->which == SDL_TOUCH_MOUSEID)
        return true;
    if (!takes_pointer(input))
        return false;
    double turn = event->direction == SDL_MOUSEWHEEL_FLIPPED ? -1 : 1;
    bool precise = event->preciseX != 0 || event->preciseY != 0;
    input->wheel_x += turn * (precise ? (double)event->preciseX : event->x);
    input->wheel_y += turn * (precise ? (double)event->preciseY : event->y);
    (void)state;
    return true;
}

static double spread(const EventState *state) {
    return hypot(state->finger_x[1] - state->finger_x[0], state->finger_y[1] - state->finger_y[0]);
}

/* Two fingers: their middle is the pointer, their distance the zoom. */
static bool take_pinch(const SDL_TouchFingerEvent *event, EventState *state, Input *input) {
    int which = event->fingerId == state->second;
    if (!takes_pointer(input))
        return false;
    double before = spread(state);
    state->finger_x[which] = (double)event->x * state->width;
    state->finger_y[which] = (double)event->y * state->height;
    double middle_x = (state->finger_x[0] + state->finger_x[1]) / 2;
    move_to(middle_x, (state->finger_y[0] + state->finger_y[1]) / 2, state, input);
    if (before > 1 && spread(state) > 1)
        input->pinch = (input->pinch > 0 ? input->pinch : 1) * spread(state) / before;
    if (event->type == SDL_FINGERUP)
        state->touching = state->pinching = input->touch = false;
    return true;
}

/* A second finger lets go of what the first one holds. */
static bool begin_pinch(const SDL_TouchFingerEvent *event, EventState *state, Input *input) {
    if (!takes_pointer(input))
        return false;
    set_button(BUTTON_LEFT, false, 0, state, input);
    state->pinching = true;
    state->second = event->fingerId;
    state->finger_x[1] = (double)event->x * state->width;
    state->finger_y[1] = (double)event->y * state->height;
    return true;
}

/* The first finger is the left button; with a second one they pinch; more are ignored. */
static bool take_finger(const SDL_TouchFingerEvent *event, EventState *state, Input *input) {
    bool down = event->type == SDL_FINGERDOWN, up = event->type == SDL_FINGERUP;
    bool first = state->touching && event->fingerId == state->finger;
    bool second = state->pinching && event->fingerId == state->second;
    if (state->pinching)
        return first || second ? take_pinch(event, state, input) : true;
    if (state->touching && down && !first)
        return begin_pinch(event, state, input);
    bool mine = state->touching ? first && !down : down && !(state->down & BUTTON_LEFT);
    if (!mine)
        return true;
    if (!takes_pointer(input))
        return false;
    move_to((double)event->x * state->width, (double)event->y * state->height, state, input);
    state->finger_x[0] = (double)event->x * state->width;
    state->finger_y[0] = (double)event->y * state->height;
    if (down || up)
        set_button(BUTTON_LEFT, down, 1, state, input);
    state->touching = !up;
    input->touch = true;
    state->finger = event->fingerId;
    return true;
}

/* ---- window ---- */

static bool take_focus_lost(EventState *state, Input *input) {
    if (has_edge(input))
        return false;
    state->down = input->down = 0;
    state->mods = input->mods = 0;
    state->touching = state->pinching = false;
    compose("", 0, state, input);
    input->focus_lost = true;
    return true;
}

static bool take_window(const SDL_WindowEvent *event, EventState *state, Input *input) {
    switch (event->event) {
    case SDL_WINDOWEVENT_FOCUS_LOST:
        return take_focus_lost(state, input);
    case SDL_WINDOWEVENT_CLOSE:
        input->quit = true;
        return true;
    case SDL_WINDOWEVENT_LEAVE:
    case SDL_WINDOWEVENT_ENTER:
        if (!takes_pointer(input))
            return false;
        state->mouse_inside = input->mouse_inside = event->event == SDL_WINDOWEVENT_ENTER;
        return true;
    default:
        return true;
    }
}

static int hex(char c) {
    static const char DIGITS[] = "0123456789abcdef0123456789ABCDEF";
    const char *at = c ? strchr(DIGITS, c) : NULL;
    return at ? (int)(at - DIGITS) % 16 : -1;
}

/* Some desktops drop a URI instead of a path: "file:///a%20b\r\n". */
static void path_of(const char *dropped, char path[INPUT_PATH]) {
    bool uri = strncmp(dropped, "file://", 7) == 0;
    if (uri)
        dropped = strchr(dropped + 7, '/') ? strchr(dropped + 7, '/') : "";
    size_t used = 0;
    while (*dropped && used + 1 < INPUT_PATH && !(uri && (*dropped == '\r' || *dropped == '\n'))) {
        bool escape = uri && dropped[0] == '%' && hex(dropped[1]) >= 0 && hex(dropped[2]) >= 0;
        path[used++] = escape ? (char)(hex(dropped[1]) * 16 + hex(dropped[2])) : *dropped;
        dropped += escape ? 3 : 1;
    }
    path[used] = '\0';
    if (used + 1 == INPUT_PATH)
        path[0] = '\0'; /* too long: half a path would name another file */
}

static bool take_drop(const SDL_DropEvent *event, Input *input) {
    if (input->drop[0] || has_edge(input))
        return false;
    if (event->file)
        path_of(event->file, input->drop);
    return true;
}

void event_begin(const EventState *state, Input *input) {
    *input = (Input){.mouse_x = state->mouse_x,
                     .mouse_y = state->mouse_y,
                     .mouse_inside = state->mouse_inside,
                     .down = state->down,
                     .mods = state->mods,
                     .touch = state->touching,
                     .composing = state->composing,
                     .composed_caret = state->composed_caret};
    memcpy(input->composed, state->composed, sizeof input->composed);
}

bool event_translate(const SDL_Event *event, EventState *state, Input *input) {
    switch (event->type) {
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        return take_key(&event->key, state, input);
    case SDL_TEXTINPUT:
        return take_text(event->text.text, state, input);
    case SDL_TEXTEDITING:
        return take_editing(event->edit.text, event->edit.start, state, input);
    case SDL_TEXTEDITING_EXT:
        return take_editing(event->editExt.text, event->editExt.start, state, input);
    case SDL_MOUSEMOTION:
        return take_motion(&event->motion, state, input);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return take_button(&event->button, state, input);
    case SDL_MOUSEWHEEL:
        return take_wheel(&event->wheel, state, input);
    case SDL_FINGERDOWN:
    case SDL_FINGERMOTION:
    case SDL_FINGERUP:
        return take_finger(&event->tfinger, state, input);
    case SDL_WINDOWEVENT:
        return take_window(&event->window, state, input);
    case SDL_DROPFILE:
        return take_drop(&event->drop, input);
    case SDL_QUIT:
        input->terminate = true;
        return true;
    default:
        return true;
    }
}

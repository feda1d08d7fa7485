/* Synthetic SDL events through the translation: what becomes of them, what may share an Input, and that nothing of
 * a random stream is lost or reordered. */
#include "app/event.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <string.h>

#include <cmocka.h>

typedef struct Bench {
    EventState state;
    Input input;
} Bench;

static Bench fresh(void) {
    Bench bench = {.state = {.scale_x = 2, .scale_y = 2, .width = 1600, .height = 1200}};
    event_begin(&bench.state, &bench.input);
    return bench;
}

static bool feed(Bench *bench, SDL_Event event) { return event_translate(&event, &bench->state, &bench->input); }

static void next(Bench *bench) { event_begin(&bench->state, &bench->input); }

static SDL_Event key(SDL_Keycode sym, SDL_Scancode place, Uint16 mod) {
    return (SDL_Event){.key = {.type = SDL_KEYDOWN, .keysym = {.sym = sym, .scancode = place, .mod = mod}}};
}

static SDL_Event motion(int x, int y, Uint32 held) {
    return (SDL_Event){.motion = {.type = SDL_MOUSEMOTION, .x = x, .y = y, .state = held}};
}

static SDL_Event button(bool down, Uint8 which, int x, int y, Uint8 clicks) {
    return (SDL_Event){
        .button = {
            .type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP, .button = which, .x = x, .y = y, .clicks = clicks}};
}

static SDL_Event wheel(int x, int y) { return (SDL_Event){.wheel = {.type = SDL_MOUSEWHEEL, .x = x, .y = y}}; }

static SDL_Event window(Uint8 what) { return (SDL_Event){.window = {.type = SDL_WINDOWEVENT, .event = what}}; }

static SDL_Event text(const char *typed) {
    SDL_Event event = {.text = {.type = SDL_TEXTINPUT}};
    snprintf(event.text.text, sizeof event.text.text, "%s", typed);
    return event;
}

static SDL_Event editing(const char *composed) {
    SDL_Event event = {.edit = {.type = SDL_TEXTEDITING}};
    snprintf(event.edit.text, sizeof event.edit.text, "%s", composed);
    return event;
}

static SDL_Event drop(const char *path) {
    return (SDL_Event){.drop = {.type = SDL_DROPFILE, .file = (char *)(uintptr_t)path}};
}

static SDL_Event finger(Uint32 type, SDL_FingerID id, float x, float y) {
    return (SDL_Event){.tfinger = {.type = type, .fingerId = id, .x = x, .y = y}};
}

/* ---- keys ---- */

static void test_keys_of_many_layouts(void **state) {
    (void)state;
    static const struct {
        SDL_Keycode sym;
        SDL_Scancode place;
        Uint16 mod;
        uint32_t key;
        int mods;
    } cases[] = {
        {SDLK_z, SDL_SCANCODE_Z, KMOD_LCTRL, 'z', MOD_CTRL},
        {SDLK_z, SDL_SCANCODE_W, KMOD_RCTRL | KMOD_LSHIFT, 'z', MOD_CTRL | MOD_SHIFT}, /* AZERTY: Z lies at W */
        {SDLK_a, SDL_SCANCODE_Q, KMOD_CAPS, 'a', 0},
        {0x44f, SDL_SCANCODE_Z, KMOD_LCTRL, 'z', MOD_CTRL}, /* Russian */
        {0x3b6, SDL_SCANCODE_Z, KMOD_LCTRL, 'z', MOD_CTRL}, /* Greek */
        {0xe9, SDL_SCANCODE_2, 0, 0xe9, 0},                 /* French, unshifted */
        {0xe9, SDL_SCANCODE_2, KMOD_LSHIFT, '2', 0},
        {0xe0, SDL_SCANCODE_0, KMOD_LSHIFT | KMOD_LCTRL, '0', MOD_CTRL},
        {SDLK_1, SDL_SCANCODE_1, KMOD_LSHIFT, '1', MOD_SHIFT}, /* US: types !, which nothing is bound to */
        {SDLK_SLASH, SDL_SCANCODE_SLASH, KMOD_RSHIFT, '?', 0},
        {SDLK_SLASH, SDL_SCANCODE_SLASH, 0, '/', 0},
        {SDLK_COMMA, SDL_SCANCODE_M, KMOD_LSHIFT, '?', 0},
        {SDLK_COMMA, SDL_SCANCODE_COMMA, KMOD_LSHIFT, ',', MOD_SHIFT},
        {0xdf, SDL_SCANCODE_MINUS, KMOD_LSHIFT, '?', 0},
        {SDLK_SEMICOLON, SDL_SCANCODE_COMMA, KMOD_LSHIFT, '.', 0},
        {SDLK_SEMICOLON, SDL_SCANCODE_SEMICOLON, 0, ';', 0},
        {SDLK_EQUALS, SDL_SCANCODE_EQUALS, KMOD_LCTRL | KMOD_LSHIFT, '+', MOD_CTRL},
        {SDLK_EQUALS, SDL_SCANCODE_EQUALS, KMOD_LCTRL, '=', MOD_CTRL},
        {SDLK_KP_PLUS, SDL_SCANCODE_KP_PLUS, KMOD_LCTRL | KMOD_NUM, '+', MOD_CTRL},
        {SDLK_KP_ENTER, SDL_SCANCODE_KP_ENTER, 0, KEY_ENTER, 0},
        {SDLK_KP_7, SDL_SCANCODE_KP_7, KMOD_NUM, '7', 0},
        {SDLK_KP_7, SDL_SCANCODE_KP_7, 0, KEY_HOME, 0},
        {SDLK_KP_PERIOD, SDL_SCANCODE_KP_PERIOD, 0, KEY_DELETE, 0},
        {SDLK_PAGEDOWN, SDL_SCANCODE_PAGEDOWN, 0, KEY_PAGE_DOWN, 0},
        {SDLK_LEFT, SDL_SCANCODE_LEFT, KMOD_LALT, KEY_LEFT, MOD_ALT},
        {SDLK_F1, SDL_SCANCODE_F1, 0, KEY_F1, 0},
        {SDLK_F12, SDL_SCANCODE_F12, 0, KEY_F12, 0},
        {SDLK_TAB, SDL_SCANCODE_TAB, KMOD_LSHIFT, KEY_TAB, MOD_SHIFT},
        {SDLK_RETURN, SDL_SCANCODE_RETURN, 0, KEY_ENTER, 0},
        {SDLK_ESCAPE, SDL_SCANCODE_ESCAPE, 0, KEY_ESCAPE, 0},
        {SDLK_BACKSPACE, SDL_SCANCODE_BACKSPACE, 0, KEY_BACKSPACE, 0},
        {SDLK_DELETE, SDL_SCANCODE_DELETE, 0, KEY_DELETE, 0},
        {SDLK_SPACE, SDL_SCANCODE_SPACE, 0, KEY_SPACE, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Bench bench = fresh();
        assert_true(feed(&bench, key(cases[i].sym, cases[i].place, cases[i].mod)));
        if (bench.input.key_count != 1 || bench.input.keys[0].key != cases[i].key ||
            bench.input.keys[0].mods != cases[i].mods)
            fail_msg("case %zu: %zu keys, U+%04X, modifiers %d", i, bench.input.key_count, bench.input.keys[0].key,
                     bench.input.keys[0].mods);
    }
}

static void test_keys_without_a_name(void **state) {
    (void)state;
    static const SDL_Keycode NONE[] = {SDLK_UNKNOWN, SDLK_LSHIFT, SDLK_LCTRL, SDLK_CAPSLOCK, SDLK_VOLUMEUP, SDLK_F13};
    for (size_t i = 0; i < sizeof NONE / sizeof *NONE; i++) {
        Bench bench = fresh();
        assert_true(feed(&bench, key(NONE[i], SDL_GetScancodeFromKey(NONE[i]), KMOD_LCTRL)));
        assert_int_equal(bench.input.key_count, 0);
        assert_int_equal(bench.input.mods, MOD_CTRL); /* but what is held is noticed */
        next(&bench);
        assert_int_equal(bench.input.mods, MOD_CTRL);
        SDL_Event up = key(NONE[i], SDL_SCANCODE_UNKNOWN, 0);
        up.type = SDL_KEYUP;
        assert_true(feed(&bench, up));
        assert_int_equal(bench.input.mods, 0);
    }
}

static void test_keys_stay_in_order_and_none_is_lost(void **state) {
    (void)state;
    Bench bench = fresh();
    int taken = 0;
    while (taken < 100 && feed(&bench, key('a' + taken % 26, SDL_SCANCODE_A, 0)))
        taken++;
    assert_int_equal(taken, INPUT_KEYS);
    assert_int_equal(bench.input.key_count, INPUT_KEYS);
    for (int i = 0; i < INPUT_KEYS; i++)
        assert_int_equal(bench.input.keys[i].key, 'a' + i % 26);
    SDL_Event held = key(SDLK_RIGHT, SDL_SCANCODE_RIGHT, 0);
    held.key.repeat = 1;
    next(&bench);
    assert_true(feed(&bench, held));
    assert_true(bench.input.keys[0].repeat);
}

/* ---- text ---- */

static void test_composing_keeps_the_keys(void **state) {
    (void)state;
    Bench bench = fresh();
    assert_true(feed(&bench, editing("zhu")));
    assert_true(bench.input.composing);
    assert_true(feed(&bench, key(SDLK_SPACE, SDL_SCANCODE_SPACE, 0)));
    assert_true(feed(&bench, key(SDLK_ESCAPE, SDL_SCANCODE_ESCAPE, 0)));
    assert_int_equal(bench.input.key_count, 0);
    next(&bench);
    assert_true(bench.input.composing); /* until it ends */
    assert_true(feed(&bench, text("注意")));
    assert_false(bench.input.composing);
    assert_string_equal(bench.input.text, "注意");
    assert_true(feed(&bench, key(SDLK_RETURN, SDL_SCANCODE_RETURN, 0)));
    assert_int_equal(bench.input.key_count, 1);
    next(&bench);
    assert_true(feed(&bench, editing("a")));
    assert_true(feed(&bench, editing(""))); /* given up */
    assert_false(bench.input.composing);
}

/* What is composed so far, and its caret, in every Input until it ends, however it ends. */
static void test_composed_text(void **state) {
    (void)state;
    Bench bench = fresh();
    SDL_Event first = editing("zhu yi");
    first.edit.start = 3;
    assert_true(feed(&bench, first));
    assert_string_equal(bench.input.composed, "zhu yi");
    assert_int_equal(bench.input.composed_caret, 3);
    next(&bench);
    assert_string_equal(bench.input.composed, "zhu yi");
    assert_int_equal(bench.input.composed_caret, 3);
    assert_true(feed(&bench, text("注意")));
    assert_string_equal(bench.input.composed, "");
    next(&bench);
    assert_string_equal(bench.input.composed, "");
    char many[3 * INPUT_TEXT + 1];
    for (int i = 0; i < INPUT_TEXT; i++)
        memcpy(many + 3 * i, "意", 4);
    SDL_Event longer = {.editExt = {.type = SDL_TEXTEDITING_EXT, .text = many, .start = 7}};
    assert_true(feed(&bench, longer));
    assert_int_equal(strlen(bench.input.composed), (INPUT_TEXT - 1) / 3 * 3); /* cut between characters */
    assert_int_equal(bench.input.composed_caret, 7);
    assert_true(bench.input.composing);
    assert_true(feed(&bench, window(SDL_WINDOWEVENT_FOCUS_LOST)));
    assert_true(!bench.input.composing && !bench.input.composed[0]);
    next(&bench);
    assert_true(feed(&bench, (SDL_Event){.editExt = {.type = SDL_TEXTEDITING_EXT}})); /* no text at all */
    assert_false(bench.input.composing);
}

static void test_text_is_never_cut_inside(void **state) {
    (void)state;
    Bench bench = fresh();
    int taken = 0;
    while (taken < 1000 && feed(&bench, text("意")))
        taken++;
    assert_int_equal(taken, (INPUT_TEXT - 1) / 3);
    assert_int_equal(strlen(bench.input.text), (size_t)taken * 3);
    next(&bench);
    assert_string_equal(bench.input.text, "");
    assert_true(feed(&bench, text("意")));
    assert_string_equal(bench.input.text, "意");
}

/* ---- mouse ---- */

static void test_motion_is_scaled_and_joined(void **state) {
    (void)state;
    Bench bench = fresh();
    for (int i = 0; i <= 100; i++)
        assert_true(feed(&bench, motion(i, 2 * i, 0)));
    assert_true(bench.input.mouse_x == 200 && bench.input.mouse_y == 400);
    assert_true(bench.input.mouse_inside);
    assert_true(feed(&bench, motion(-5, 3, 0)));
    assert_true(bench.input.mouse_x == -10);
    assert_false(bench.input.mouse_inside);
    assert_true(feed(&bench, motion(800, 3, 0))); /* pixel 1600 of 0..1599 */
    assert_false(bench.input.mouse_inside);
    assert_true(feed(&bench, window(SDL_WINDOWEVENT_ENTER)));
    assert_true(bench.input.mouse_inside);
    assert_true(feed(&bench, window(SDL_WINDOWEVENT_LEAVE)));
    assert_false(bench.input.mouse_inside);
}

static void test_wheel_is_summed(void **state) {
    (void)state;
    Bench bench = fresh();
    assert_true(feed(&bench, wheel(0, 1)));
    assert_true(feed(&bench, wheel(1, 1)));
    assert_true(bench.input.wheel_x == 1 && bench.input.wheel_y == 2);
    SDL_Event fine = wheel(0, 0);
    fine.wheel.preciseY = -0.25f;
    assert_true(feed(&bench, fine));
    assert_true(bench.input.wheel_y == 1.75);
    SDL_Event flipped = wheel(0, 1);
    flipped.wheel.direction = SDL_MOUSEWHEEL_FLIPPED;
    assert_true(feed(&bench, flipped));
    assert_true(bench.input.wheel_y == 0.75);
    /* Ctrl released after the wheel turned: the turn was a zoom and must stay one */
    next(&bench);
    assert_true(feed(&bench, key(SDLK_LCTRL, SDL_SCANCODE_LCTRL, KMOD_LCTRL)));
    next(&bench);
    assert_true(feed(&bench, wheel(0, 1)));
    SDL_Event up = key(SDLK_LCTRL, SDL_SCANCODE_LCTRL, 0);
    up.type = SDL_KEYUP;
    assert_false(feed(&bench, up));
    assert_int_equal(bench.input.mods, MOD_CTRL);
    next(&bench);
    assert_true(bench.input.wheel_y == 0);
    assert_true(feed(&bench, up));
    assert_int_equal(bench.input.mods, 0);
}

static void test_one_edge_an_input(void **state) {
    (void)state;
    Bench bench = fresh();
    assert_true(feed(&bench, motion(5, 5, 0)));
    assert_true(feed(&bench, button(true, SDL_BUTTON_LEFT, 10, 20, 1)));
    assert_int_equal(bench.input.pressed, BUTTON_LEFT);
    assert_int_equal(bench.input.down, BUTTON_LEFT);
    assert_int_equal(bench.input.clicks, 1);
    assert_true(bench.input.mouse_x == 20 && bench.input.mouse_y == 40);
    /* everything after it waits, so that the press keeps its place */
    assert_false(feed(&bench, button(false, SDL_BUTTON_LEFT, 10, 20, 1)));
    assert_false(feed(&bench, motion(90, 90, SDL_BUTTON_LMASK)));
    assert_false(feed(&bench, wheel(0, 1)));
    assert_false(feed(&bench, key(SDLK_a, SDL_SCANCODE_A, 0)));
    assert_false(feed(&bench, text("a")));
    assert_false(feed(&bench, drop("/a.csv")));
    assert_false(feed(&bench, window(SDL_WINDOWEVENT_FOCUS_LOST)));
    assert_true(bench.input.mouse_x == 20);
    next(&bench);
    assert_int_equal(bench.input.pressed, 0);
    assert_int_equal(bench.input.down, BUTTON_LEFT);
    assert_true(feed(&bench, button(false, SDL_BUTTON_LEFT, 11, 20, 1)));
    assert_int_equal(bench.input.released, BUTTON_LEFT);
    assert_int_equal(bench.input.down, 0);
    next(&bench);
    assert_true(feed(&bench, key(SDLK_a, SDL_SCANCODE_A, 0)));
    assert_false(feed(&bench, button(true, SDL_BUTTON_LEFT, 10, 20, 1))); /* and an edge waits for keys */
    assert_false(feed(&bench, motion(90, 90, 0)));                        /* and so does the pointer */
}

static void test_clicks(void **state) {
    (void)state;
    static const int CLICKS[][2] = {{0, 1}, {1, 1}, {2, 2}, {3, 1}, {4, 2}};
    for (size_t i = 0; i < sizeof CLICKS / sizeof *CLICKS; i++) {
        Bench bench = fresh();
        assert_true(feed(&bench, button(true, SDL_BUTTON_LEFT, 1, 1, (Uint8)CLICKS[i][0])));
        assert_int_equal(bench.input.clicks, CLICKS[i][1]);
    }
}

static void test_drags_end_with_the_focus(void **state) {
    (void)state;
    Bench bench = fresh();
    assert_true(feed(&bench, button(true, SDL_BUTTON_LEFT, 1, 1, 1)));
    next(&bench);
    assert_true(feed(&bench, window(SDL_WINDOWEVENT_FOCUS_LOST)));
    assert_true(bench.input.focus_lost);
    assert_int_equal(bench.input.down, 0);
    next(&bench);
    assert_false(bench.input.focus_lost);
    assert_true(feed(&bench, button(false, SDL_BUTTON_LEFT, 1, 1, 1))); /* comes late: no second release */
    assert_int_equal(bench.input.released, 0);
}

static void test_a_lost_release_is_made_up(void **state) {
    (void)state;
    Bench bench = fresh();
    assert_true(feed(&bench, button(true, SDL_BUTTON_LEFT, 1, 1, 1)));
    next(&bench);
    assert_true(feed(&bench, motion(2, 2, SDL_BUTTON_LMASK)));
    assert_int_equal(bench.input.released, 0);
    assert_true(feed(&bench, motion(3, 3, 0))); /* moves with no button down */
    assert_int_equal(bench.input.released, BUTTON_LEFT);
    assert_int_equal(bench.input.down, 0);
    assert_true(bench.input.mouse_x == 6);
}

static void test_touch_is_not_counted_twice(void **state) {
    (void)state;
    Bench bench = fresh();
    SDL_Event ghost = button(true, SDL_BUTTON_LEFT, 9, 9, 1);
    ghost.button.which = SDL_TOUCH_MOUSEID;
    assert_true(feed(&bench, finger(SDL_FINGERDOWN, 7, 0.5f, 0.25f)));
    assert_int_equal(bench.input.pressed, BUTTON_LEFT);
    assert_true(bench.input.mouse_x == 800 && bench.input.mouse_y == 300);
    assert_true(feed(&bench, ghost)); /* ignored */
    next(&bench);
    assert_int_equal(bench.input.pressed, 0);
    assert_true(bench.input.mouse_x == 800);
    assert_true(feed(&bench, finger(SDL_FINGERMOTION, 7, 0.75f, 0.25f)));
    assert_true(bench.input.mouse_x == 1200);
    assert_true(feed(&bench, finger(SDL_FINGERUP, 7, 0.75f, 0.25f)));
    assert_int_equal(bench.input.released, BUTTON_LEFT);
    next(&bench);
    assert_true(feed(&bench, finger(SDL_FINGERUP, 8, 0, 0)));
    assert_int_equal(bench.input.released, 0);
}

/* Two fingers twice as far apart zoom by two around their middle; what the first one held is let go. */
static void test_pinch(void **state) {
    (void)state;
    Bench bench = fresh();
    assert_true(feed(&bench, finger(SDL_FINGERDOWN, 7, 0.5f, 0.5f)));
    assert_true(bench.input.touch);
    next(&bench);
    assert_true(feed(&bench, finger(SDL_FINGERDOWN, 8, 0.6f, 0.5f)));
    assert_int_equal(bench.input.released, BUTTON_LEFT);
    next(&bench);
    assert_true(feed(&bench, finger(SDL_FINGERMOTION, 8, 0.7f, 0.5f)));
    assert_true(fabs(bench.input.pinch - 2) < 1e-5);
    assert_true(fabs(bench.input.mouse_x - 960) < 1e-3);
    assert_int_equal(bench.input.pressed | bench.input.down, 0);
    assert_true(feed(&bench, finger(SDL_FINGERMOTION, 9, 0.1f, 0.1f))); /* a third finger is ignored */
    assert_true(fabs(bench.input.pinch - 2) < 1e-5);
    next(&bench);
    assert_true(feed(&bench, finger(SDL_FINGERUP, 7, 0.5f, 0.5f)));
    assert_int_equal(bench.input.pressed | bench.input.released, 0);
    next(&bench);
    assert_true(feed(&bench, finger(SDL_FINGERDOWN, 7, 0.5f, 0.5f))); /* and one finger is a button again */
    assert_int_equal(bench.input.pressed, BUTTON_LEFT);
}

/* ---- window ---- */

static void test_quit(void **state) {
    (void)state;
    Bench bench = fresh();
    assert_true(feed(&bench, button(true, SDL_BUTTON_LEFT, 1, 1, 1)));
    assert_true(feed(&bench, (SDL_Event){.type = SDL_QUIT})); /* never waits */
    assert_true(bench.input.terminate && !bench.input.quit);  /* a signal: nobody is asked */
    next(&bench);
    assert_false(bench.input.terminate);
    assert_true(feed(&bench, window(SDL_WINDOWEVENT_CLOSE)));
    assert_true(bench.input.quit && !bench.input.terminate);
}

static void test_drops(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"/data/x/a b.csv", "/data/x/a b.csv"},
        {"/tmp/100%25.csv", "/tmp/100%25.csv"}, /* a path is a path */
        {"file:///tmp/a%20b%e6%84%8F.csv\r\n", "/tmp/a b意.csv"},
        {"file://host/tmp/a.csv", "/tmp/a.csv"},
        {"file:///tmp/50%", "/tmp/50%"},
        {"file:///tmp/%zz%4", "/tmp/%zz%4"},
        {"file://", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Bench bench = fresh();
        assert_true(feed(&bench, drop(CASES[i][0])));
        assert_string_equal(bench.input.drop, CASES[i][1]);
        assert_int_equal(feed(&bench, drop("/b")), !CASES[i][1][0]); /* one at a time */
    }
    Bench bench = fresh();
    assert_true(feed(&bench, drop(NULL)));
    char longest[INPUT_PATH + 10];
    memset(longest, 'a', sizeof longest);
    longest[INPUT_PATH - 1] = '\0';
    longest[0] = '/';
    assert_true(feed(&bench, drop(longest))); /* too long by one: rather none than half of it */
    assert_string_equal(bench.input.drop, "");
    longest[INPUT_PATH - 2] = '\0';
    assert_true(feed(&bench, drop(longest)));
    assert_string_equal(bench.input.drop, longest);
}

/* ---- all together ---- */

typedef struct Tally {
    int presses, releases, keys;
    double wheel;
} Tally;

static void add_up(const Input *input, Tally *tally) {
    int edges = (input->pressed != 0) + (input->released != 0);
    assert_true(edges <= 1);
    assert_false(edges && (input->key_count || input->text[0]));
    tally->presses += input->pressed != 0;
    tally->releases += input->released != 0;
    tally->keys += (int)input->key_count;
    tally->wheel += input->wheel_y;
}

/* A fresh Input takes any event; over a long random stream every press, release, key and wheel tick arrives once. */
static void test_a_random_stream(void **state) {
    (void)state;
    Bench bench = fresh();
    Tally sent = {0}, seen = {0};
    uint32_t seed = 5;
    bool held = false;
    for (int i = 0; i < 200000; i++) {
        seed = seed * 1664525u + 1013904223u;
        int x = (int)(seed >> 20 & 255), kind = (int)(seed >> 28);
        SDL_Event event = motion(x, x, held ? SDL_BUTTON_LMASK : 0);
        if (kind < 3) {
            held = !held;
            event = button(held, SDL_BUTTON_LEFT, x, x, 1);
            *(held ? &sent.presses : &sent.releases) += 1;
        } else if (kind < 6) {
            event = key('a' + x % 26, SDL_SCANCODE_A, x & 1 ? KMOD_LSHIFT : 0);
            sent.keys++;
        } else if (kind < 8) {
            event = wheel(0, 1);
            sent.wheel++;
        } else if (kind == 8) {
            event = text("t");
        }
        if (!feed(&bench, event)) {
            add_up(&bench.input, &seen);
            next(&bench);
            assert_true(feed(&bench, event));
        }
    }
    add_up(&bench.input, &seen);
    assert_int_equal(seen.presses, sent.presses);
    assert_int_equal(seen.releases, sent.releases);
    assert_int_equal(seen.keys, sent.keys);
    assert_true(seen.wheel == sent.wheel);
    assert_true(sent.presses > 1000 && sent.keys > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_keys_of_many_layouts),
        cmocka_unit_test(test_keys_without_a_name),
        cmocka_unit_test(test_keys_stay_in_order_and_none_is_lost),
        cmocka_unit_test(test_composing_keeps_the_keys),
        cmocka_unit_test(test_composed_text),
        cmocka_unit_test(test_text_is_never_cut_inside),
        cmocka_unit_test(test_motion_is_scaled_and_joined),
        cmocka_unit_test(test_wheel_is_summed),
        cmocka_unit_test(test_one_edge_an_input),
        cmocka_unit_test(test_clicks),
        cmocka_unit_test(test_drags_end_with_the_focus),
        cmocka_unit_test(test_a_lost_release_is_made_up),
        cmocka_unit_test(test_touch_is_not_counted_twice),
        cmocka_unit_test(test_pinch),
        cmocka_unit_test(test_quit),
        cmocka_unit_test(test_drops),
        cmocka_unit_test(test_a_random_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

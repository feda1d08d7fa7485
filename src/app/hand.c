/* Each move is one Input and one frame, as in the window. */
#include "app/hand.h"

#include "app/dialogs.h"
#include "ui/sidebar.h"

#include <SDL.h>
#include <stdio.h>
#include <string.h>

Hand hand_on(App *app) {
    Hand hand = {.app = app};
    hand.input.mouse_inside = true;
    hand.input.time = app->ui.time;
    return hand;
}

static double now_ms(void) { return 1e3 * (double)SDL_GetPerformanceCounter() / (double)SDL_GetPerformanceFrequency(); }

static void frame(Hand *hand) {
    double start = now_ms();
    hand->input.time += 0.01;
    app_input(hand->app, &hand->input);
    app_draw(hand->app);
    if (hand->times && hand->times->count < HAND_TIMES)
        hand->times->ms[hand->times->count++] = now_ms() - start;
    hand->input.pressed = hand->input.released = hand->input.clicks = 0;
    hand->input.wheel_x = hand->input.wheel_y = 0;
    hand->input.key_count = 0;
    hand->input.text[0] = hand->input.drop[0] = '\0';
    hand->input.focus_lost = false;
}

void hand_move(Hand *hand, double x, double y) {
    hand->input.mouse_x = x;
    hand->input.mouse_y = y;
    frame(hand);
}

void hand_press(Hand *hand, int button, int clicks) {
    hand->input.down |= button;
    hand->input.pressed = button;
    hand->input.clicks = clicks;
    frame(hand);
}

void hand_release(Hand *hand, int button) {
    hand->input.down &= ~button;
    hand->input.released = button;
    frame(hand);
}

void hand_click(Hand *hand, double x, double y, int button, int clicks) {
    hand_move(hand, x, y);
    for (int click = 1; click <= clicks; click++) {
        hand_press(hand, button, click);
        hand_release(hand, button);
    }
}

void hand_drag(Hand *hand, double x0, double y0, double x1, double y1, bool hold) {
    enum { STEPS = 4 };
    hand_move(hand, x0, y0);
    hand_press(hand, BUTTON_LEFT, 1);
    for (int i = 1; i < STEPS; i++)
        hand_move(hand, x0 + (x1 - x0) * i / STEPS, y0 + (y1 - y0) * i / STEPS);
    hand_move(hand, x1, y1);
    if (!hold)
        hand_release(hand, BUTTON_LEFT);
}

void hand_wheel(Hand *hand, double x, double y, double ticks) {
    hand_move(hand, x, y);
    hand->input.wheel_y = ticks;
    frame(hand);
}

void hand_key(Hand *hand, KeyPress key) {
    hand->input.keys[0] = key;
    hand->input.key_count = 1;
    hand->input.mods = key.mods;
    frame(hand);
    hand->input.mods = 0;
}

void hand_type(Hand *hand, const char *text) {
    bool into_field = hand->app->ui.field.open;
    for (size_t bytes = 1; *text; text += bytes) { /* without an open field the keys are shortcuts, or open one */
        for (bytes = 1; ((unsigned char)text[bytes] & 0xc0) == 0x80;)
            bytes++;
        if (into_field || hand->app->ui.field.open) {
            snprintf(hand->input.text, sizeof hand->input.text, "%.*s", (int)bytes, text);
            frame(hand);
        } else
            hand_key(hand, (KeyPress){.key = (unsigned char)*text});
    }
}

void hand_lose_focus(Hand *hand) {
    hand->input.focus_lost = true;
    hand->input.down = 0;
    frame(hand);
}

void hand_drop(Hand *hand, const char *path) {
    snprintf(hand->input.drop, sizeof hand->input.drop, "%s", path);
    frame(hand);
}

void hand_settle(Hand *hand) {
    if (!hand->app->dialogs.loading)
        return;
    while (dialogs_load_tick(hand->app))
        SDL_Delay(2);
    frame(hand);
}

void hand_wait(Hand *hand, double seconds) {
    for (; seconds > 0.05; seconds -= 0.05) { /* as often as a window would look */
        hand->input.time += 0.04;
        frame(hand);
    }
    hand->input.time += seconds;
    frame(hand);
}

static void unfold_all(Hand *hand) {
    const Controls *controls = &hand->app->ui.controls;
    for (size_t i = 0; i < controls->count; i++) { /* opening one lays the list out anew, longer */
        if (controls->items[i].kind != CONTROL_SECTION || controls->items[i].chosen)
            continue;
        char id[CONTROL_ID];
        memcpy(id, controls->items[i].id, sizeof id);
        const Control *section = hand_find(hand, id);
        Vec2 centre = rect_centre(section->rect);
        hand_click(hand, (double)centre.x, (double)centre.y, BUTTON_LEFT, 1);
    }
}

const Control *hand_find(Hand *hand, const char *id) {
    Ui *ui = &hand->app->ui;
    const Control *control = controls_find(&ui->controls, id);
    if (!control && strncmp(id, "section.", 8) != 0) {
        unfold_all(hand);
        control = controls_find(&ui->controls, id);
    }
    if (!control || ui->popup.open || ui->form.open)
        return control;
    sidebar_reveal(ui, control);
    app_draw(hand->app);
    return controls_find(&ui->controls, id);
}

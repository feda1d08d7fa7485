/* SDL events into an Input, as a pure function of the event and of what was held before, so that it is tested
 * without a display. What must not share an Input waits for the next one. */
#ifndef APP_EVENT_H
#define APP_EVENT_H

#include "ui/input.h"

#include <SDL.h>
#include <stdbool.h>

/* What lasts from one Input to the next. Zeros are a fine start, but for the scale and size. */
typedef struct EventState {
    double scale_x, scale_y; /* pixels of the picture per unit of SDL's window coordinates */
    double width, height;    /* of the picture, pixels */
    double mouse_x, mouse_y;
    bool mouse_inside;
    int down, mods;
    bool composing;
    char composed[INPUT_TEXT];
    int composed_caret;
    bool touching; /* one finger acts as the left button */
    SDL_FingerID finger;
    bool pinching; /* a second finger is down: the two zoom, and nothing is dragged */
    SDL_FingerID second;
    double finger_x[2], finger_y[2]; /* of both, pixels */
} EventState;

/* An Input in which nothing has happened yet. */
void event_begin(const EventState *state, Input *input);

/* Adds the event to the Input. False when it has to come first in the next Input instead: after a button edge
 * everything waits; an edge waits for keys to be handled; motion waits for keys; a full buffer waits too. An
 * Input fresh from event_begin takes any event. Does not free what the event points to. */
bool event_translate(const SDL_Event *event, EventState *state, Input *input);

#endif

/* What the kinds of steps of a script share. */
#ifndef APP_PLAY_PARTS_H
#define APP_PLAY_PARTS_H

#include "app/hand.h"

#include <stdbool.h>

enum { PLAY_WORDS = 48 };

/* One step of a script under way: its words, and why it failed. */
typedef struct Play {
    App *app;
    Hand hand;
    HandTimes times; /* since the last report */
    char *word[PLAY_WORDS];
    int words;
    char joined[1200];
    char why[600];
    ExitStatus status;
} Play;

/* Notes why a step failed, "what: detail"; always false. */
bool play_fail(Play *play, const char *what, const char *detail);
/* A word as a number; a point by its index, and where it is on the picture. */
bool play_number(Play *play, int word, double *value);
bool play_point_at(Play *play, int word, size_t *point, Vec2 *at);

/* The steps, each a function of its words; false when it failed. */
bool play_step_click(Play *play);
bool play_step_press(Play *play);
bool play_step_type(Play *play);
bool play_step_set(Play *play);
bool play_step_drag(Play *play);
bool play_step_hold(Play *play);
bool play_step_release(Play *play);
bool play_step_lose(Play *play);
bool play_step_hover(Play *play);
bool play_step_double_click(Play *play);
bool play_step_right_click(Play *play);
bool play_step_wheel(Play *play);
bool play_step_wait(Play *play);
bool play_step_resize(Play *play);
bool play_step_expect(Play *play);
bool play_step_screenshot(Play *play);
bool play_step_save(Play *play);
bool play_step_load(Play *play);
bool play_step_drop(Play *play);
bool play_step_dump(Play *play);
bool play_step_report(Play *play);

/* The words from there on, with a blank between them. */
const char *play_rest(Play *play, int word);

#endif

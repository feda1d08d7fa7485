/* One row per kind of step: its first word, how many words follow, and the function that does it. */
#include "app/play.h"

#include "app/play_parts.h"
#include "core/num.h"
#include "io/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SCRIPT_BYTES = 1 << 22 };

bool play_fail(Play *play, const char *what, const char *detail) {
    snprintf(play->why, sizeof play->why, "%.380s%s%.200s", what, *detail ? ": " : "", detail);
    return false;
}

bool play_number(Play *play, int word, double *value) {
    return num_parse(play->word[word], strlen(play->word[word]), value) ||
           play_fail(play, "not a number", play->word[word]);
}

typedef struct Step {
    const char *name;
    int least; /* words after the name */
    bool (*run)(Play *play);
} Step;

static const Step STEPS[] = {
    {"set", 2, play_step_set},
    {"click", 1, play_step_click},
    {"press", 1, play_step_press},
    {"type", 1, play_step_type},
    {"drag", 3, play_step_drag},
    {"hold", 3, play_step_hold},
    {"release", 0, play_step_release},
    {"lose", 1, play_step_lose},
    {"hover", 1, play_step_hover},
    {"doubleclick", 1, play_step_double_click},
    {"rightclick", 1, play_step_right_click},
    {"wheel", 2, play_step_wheel},
    {"wait", 1, play_step_wait},
    {"resize", 2, play_step_resize},
    {"expect", 2, play_step_expect},
    {"screenshot", 1, play_step_screenshot},
    {"dump", 1, play_step_dump},
    {"save", 1, play_step_save},
    {"load", 1, play_step_load},
    {"report", 0, play_step_report},
    {"drop", 1, play_step_drop},
};

/* Words between blanks; a # begins a comment. */
static void split(Play *play, char *line) {
    play->words = 0;
    line[strcspn(line, "#\r\n")] = '\0';
    for (char *at = strtok(line, " \t"); at && play->words < PLAY_WORDS; at = strtok(NULL, " \t"))
        play->word[play->words++] = at;
}

static bool run_line(Play *play, char *line) {
    split(play, line);
    if (play->words == 0)
        return true;
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
        if (strcmp(play->word[0], STEPS[i].name) != 0)
            continue;
        if (play->words - 1 < STEPS[i].least)
            return play_fail(play, "words are missing after", play->word[0]);
        bool done = STEPS[i].run(play);
        hand_settle(&play->hand);
        return done;
    }
    return play_fail(play, "no such step", play->word[0]);
}

bool play_run(App *app, const char *path, Failure *failure) {
    size_t size;
    char *script = file_read(path, SCRIPT_BYTES, &size, failure->line, sizeof failure->line);
    failure->status = EXIT_INPUT;
    if (!script)
        return false;
    Play play = {.app = app, .hand = hand_on(app), .status = EXIT_INTERNAL};
    play.hand.times = &play.times;
    bool ok = true;
    int number = 1;
    for (char *line = script; ok && *line; number++) {
        size_t length = strcspn(line, "\n");
        char *next = line + length + (line[length] == '\n');
        char copy[1024];
        snprintf(copy, sizeof copy, "%.*s", (int)(length < 1000 ? length : 1000), line);
        ok = run_line(&play, copy);
        line = next;
    }
    if (!ok) {
        failure->status = play.status;
        snprintf(failure->line, sizeof failure->line, "%.150s:%d: %.300s", file_label(path), number - 1, play.why);
    }
    free(script);
    return ok;
}

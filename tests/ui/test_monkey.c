/* A monkey at mouse and keyboard: nothing breaks, everything stays finite, and undo leads back to where it began. */
#include "desk.h"

#include "core/rng.h"

#include <math.h>
#include <stdlib.h>

static const char *const KEYS[] = {"Tab",   "Shift+Tab", "Tab",       "Enter",      "Space",      "Esc",    "Left",
                                   "Right", "Up",        "Down",      "Shift+Left", "Ctrl+Right", "Home",   "0",
                                   "R",     "Del",       "Backspace", "T",          "L",          "Ctrl+B", "F5",
                                   "F1",    "Ctrl++",    "Ctrl+-",    "Ctrl+0",     "Ctrl+Z",     "Ctrl+Y", "M",
                                   "1",     "7",         "-",         ".",          "PgDn",       "End",    "Ctrl+A"};
static const char *const TEXTS[] = {"1", "0", ".5", "-2", "e", "x", "意"};

typedef struct Monkey {
    Desk *desk;
    Rng rng;
} Monkey;

static size_t below(Monkey *m, size_t n) { return (size_t)(rng_uniform(&m->rng) * (double)n); }

static bool counts_points(const Desk *d) {
    return strncmp(d->ui.focus, "n", 2) == 0 || strcmp(d->ui.focus, "n.field") == 0 ||
           (d->ui.field.open && d->ui.field.param == PARAM_N);
}

/* Somewhere, more often on a control than not. */
static void place(Monkey *m, double *x, double *y) {
    Desk *d = m->desk;
    const Control *c =
        &d->ui.controls.items[below(m, d->ui.controls.count + 1) % (d->ui.controls.count + !d->ui.controls.count)];
    *x = rng_uniform(&m->rng) * (d->width + 200) - 100;
    *y = rng_uniform(&m->rng) * (d->height + 200) - 100;
    if (d->ui.controls.count == 0 || below(m, 4) == 0)
        return;
    *x = (double)c->rect.x + rng_uniform(&m->rng) * (double)c->rect.w;
    *y = (double)c->rect.y + rng_uniform(&m->rng) * (double)c->rect.h;
}

static void act(Monkey *m) {
    Desk *d = m->desk;
    double x, y;
    place(m, &x, &y);
    static const int MODS[] = {0, 0, 0, MOD_SHIFT, MOD_CTRL, MOD_ALT};
    d->input.mods = MODS[below(m, 6)];
    switch (below(m, 9)) {
    case 0:
        desk_wheel(d, x, y, rng_uniform(&m->rng) < 0.5 ? -3 : 2);
        break;
    case 1:
        desk_move(d, x, y);
        if (!d->input.down)
            desk_press(d, BUTTON_RIGHT, 1);
        desk_release(d, BUTTON_RIGHT);
        break;
    case 2:
    case 3:
        if (!counts_points(d))
            desk_key(d, KEYS[below(m, sizeof KEYS / sizeof *KEYS)]);
        break;
    case 4:
        if (d->ui.field.open && !counts_points(d))
            desk_type(d, TEXTS[below(m, sizeof TEXTS / sizeof *TEXTS)]);
        break;
    case 5:
        d->input.focus_lost = below(m, 10) == 0;
        if (d->input.focus_lost)
            d->input.down = 0;
        desk_move(d, x, y);
        break;
    default:
        if (d->input.down) {
            desk_move(d, x, y);
            desk_release(d, BUTTON_LEFT);
        } else {
            desk_move(d, x, y);
            desk_press(d, BUTTON_LEFT, 1 + (int)below(m, 2));
        }
    }
    if (d->ui.presenting && below(m, 3) == 0)
        desk_key(d, "F5");
    if (d->ui.sidebar_hidden && below(m, 3) == 0)
        desk_key(d, "Ctrl+B");
}

static void check(const Desk *d) {
    const Scene *s = &d->scene;
    for (size_t i = 0; i < s->points.n; i++)
        assert_true(isfinite(s->points.x[i]) && isfinite(s->points.y[i]));
    assert_true(isfinite(s->view.x0) && isfinite(s->view.x1) && s->view.x1 > s->view.x0 && s->view.y1 > s->view.y0);
    for (int row = 0; row < PARAM_COUNT; row++) {
        double value = param_value(s, row);
        if (row == PARAM_H && s->params.w == 0)
            continue;
        if (!(value >= PARAMS[row].min && value <= PARAMS[row].max))
            fail_msg("%s = %g", PARAMS[row].id, value);
    }
    for (size_t i = 0; i < s->score.length; i++)
        assert_true(isfinite(s->score.at[i]));
    assert_true(!d->results.row.supported || isfinite(d->results.row.f));
    assert_true(d->ui.chosen_point < (long)s->points.n && d->ui.hover_point < (long)s->points.n);
}

static void play(Desk *d, uint64_t seed, int acts) {
    Monkey m = {d, rng_seed(seed)};
    Scene before = desk_copy(&d->scene);
    for (int i = 0; i < acts; i++) {
        act(&m);
        check(d);
    }
    d->input.mods = 0;
    if (d->input.down)
        desk_release(d, BUTTON_LEFT);
    while (history_undo(d->history, &d->scene))
        continue;
    if (!desk_same_points(&before.points, &d->scene.points))
        fail_msg("seed %d: other points after undoing all", (int)seed);
    if (memcmp(&before.params, &d->scene.params, sizeof before.params) != 0)
        fail_msg("seed %d: other parameters", (int)seed);
    bool same = before.score.length == d->scene.score.length &&
                memcmp(before.score.at, d->scene.score.at, before.score.length * sizeof *before.score.at) == 0;
    if (!same)
        fail_msg("seed %d: other parameters of the scorer", (int)seed);
    scene_free(&before);
}

static void test_monkey(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        void *own = NULL;
        assert_int_equal(desk_setup(&own), 0);
        Desk *d = own;
        desk_size(d, seed % 3 == 0 ? 700 : 1100, 640, 1);
        if (seed % 2 == 0) {
            param_set(&d->scene, PARAM_MODEL, MODEL_SCORER);
            assert_true(param_set_redraw(&d->scene, PARAM_SCORER, (int)(seed / 2) % SCORER_COUNT, &d->library));
            history_commit(d->history, &d->scene, 0);
            history_destroy(d->history);
            d->history = history_create(&d->scene);
        }
        play(d, seed, 250);
        desk_teardown(&own);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_monkey)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

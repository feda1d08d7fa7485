/* Parameters become --set as far as they differ from the start; whether that is all, is found out by opening such a lab
 * and comparing it with this one, byte for byte. */
#include "app/export_command.h"

#include "app/document.h"
#include "core/num.h"
#include "model/params.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_safe(const char *word) {
    static const char SAFE[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-";
    return *word && strspn(word, SAFE) == strlen(word);
}

void export_quote(char *text, size_t room, const char *word) {
    size_t used = strlen(text);
    bool safe = is_safe(word);
    if (used + 4 * strlen(word) + 4 > room)
        return;
    if (used)
        text[used++] = ' ';
    if (!safe)
        text[used++] = '\'';
    for (; *word; word++) {
        if (*word == '\'') { /* end the quote, say one, begin anew */
            memcpy(text + used, "'\\'", 3);
            used += 3;
        }
        text[used++] = *word;
    }
    if (!safe)
        text[used++] = '\'';
    text[used] = '\0';
}

typedef struct Sets {
    char text[OPTION_SETS][600];
    Options options;
} Sets;

static bool is_wanted(const Scene *scene, int row) {
    const Param *param = &PARAMS[row];
    if (param->kind == PARAM_TEXT)
        return scene->params.data == DATA_FUNCTION;
    bool follows_h = row == PARAM_H && scene->params.w != 0 && scene->params.h == 1 / fabs(scene->params.w);
    if (param->setting || follows_h || (row == PARAM_H && scene->params.w == 0))
        return false;
    if (param->draws_data && row != PARAM_DATA && !scene_has_truth(scene))
        return false;
    bool tied = param->resets_score && scene->params.scorer != 0; /* the scorer has chosen them */
    return tied || row == PARAM_N || row == PARAM_NOISE || param_value(scene, row) != param->initial;
}

static void collect(const Scene *scene, Sets *sets) {
    sets->options = (Options){.verb = VERB_EXPORT, .width = 16, .height = 16, .scale = 1};
    for (int row = 0; row < PARAM_COUNT; row++) {
        size_t count = sets->options.set_count;
        char value[SCENE_TEXT];
        if (!is_wanted(scene, row) || count == OPTION_SETS)
            continue;
        if (PARAMS[row].kind == PARAM_TEXT)
            snprintf(value, sizeof value, "%s", param_string(scene, row));
        else
            param_text(scene, row, value);
        snprintf(sets->text[count], sizeof *sets->text, "%s=%s", PARAMS[row].id, value);
        sets->options.sets[count] = sets->text[count];
        sets->options.set_count++;
    }
}

static bool same_points(const Points *a, const Points *b) {
    if (a->n != b->n || a->values != b->values)
        return false;
    for (int c = 0; c < points_columns(a); c++)
        if (a->n && memcmp(a->column[c], b->column[c], a->n * sizeof(double)) != 0)
            return false;
    return true;
}

static bool same_scene(const Scene *a, const Scene *b) {
    bool score = a->score.length == b->score.length &&
                 (a->score.length == 0 || memcmp(a->score.at, b->score.at, a->score.length * sizeof(double)) == 0);
    return score && memcmp(&a->params, &b->params, sizeof a->params) == 0 && strcmp(a->function, b->function) == 0 &&
           memcmp(&a->view, &b->view, sizeof a->view) == 0 && same_points(&a->points, &b->points);
}

/* Drops what would be so anyway. */
static bool makes_scene(const Scene *scene, const Options *options) {
    Lab trial;
    Failure failure;
    if (!lab_open(&trial, options, &failure))
        return false;
    bool same = same_scene(scene, &trial.scene);
    lab_close(&trial);
    return same;
}

static void drop(Options *options, size_t i) {
    memmove(options->sets + i, options->sets + i + 1, (options->set_count - i - 1) * sizeof *options->sets);
    options->set_count--;
}

static bool from_sets(const Scene *scene, char *text, size_t room) {
    Sets *sets = malloc(sizeof *sets);
    if (!sets)
        return false;
    collect(scene, sets);
    Options *options = &sets->options;
    bool same = makes_scene(scene, options);
    for (size_t i = 0; same && i < options->set_count;) {
        const char *one = options->sets[i];
        Options without = *options;
        drop(&without, i);
        if ((strncmp(one, "n=", 2) == 0 || strncmp(one, "noise=", 6) == 0) && makes_scene(scene, &without))
            drop(options, i);
        else
            i++;
    }
    for (size_t i = 0; same && i < options->set_count; i++) {
        export_quote(text, room, "--set");
        export_quote(text, room, options->sets[i]);
    }
    free(sets);
    return same;
}

bool export_scene(App *app, char *text, size_t room) {
    text[0] = '\0';
    document_commit(app);
    const char *path = document_path(app);
    if (*path && history_state(app->history) == app->document.saved) {
        export_quote(text, room, path);
        return true;
    }
    return app->lab->scene.params.data != DATA_OWN && from_sets(&app->lab->scene, text, room);
}

static void quote_pair(char *text, size_t room, const char *option, const char *value) {
    export_quote(text, room, option);
    export_quote(text, room, value);
}

static void quote_figure(const App *app, const Figure *figure, char *text, size_t room) {
    char value[64], dpi[NUM_TEXT];
    snprintf(value, sizeof value, "%dx%d", figure->width, figure->height);
    quote_pair(text, room, "--size", value);
    num_format_digits(dpi, 96 * (double)figure->scale, 7);
    if (figure->scale != 1)
        quote_pair(text, room, "--dpi", dpi);
    if (figure->picture != PICTURE_ALL)
        quote_pair(text, room, "--view", PICTURE_NAMES[figure->picture]);
    quote_pair(text, room, "--theme", PARAMS[PARAM_THEME].choice_id(figure->theme));
    quote_pair(text, room, "--lang", PARAMS[PARAM_LANGUAGE].choice_id(app->lab->scene.settings.language));
    if (figure->transparent)
        export_quote(text, room, "--transparent");
}

bool export_command(App *app, const ExportWish *wish, char *text, size_t room) {
    static const char *const VERBS[TABLE_COUNT] = {NULL, "predict", "weights", NULL};
    const Exporting *exporting = &app->dialogs.exporting;
    const char *verb = wish->figure ? "export" : VERBS[wish->table];
    text[0] = '\0';
    if (!exporting->has_command || !verb || !*wish->path)
        return false;
    export_quote(text, room, "attnlab");
    export_quote(text, room, verb);
    if (exporting->sets[0])
        snprintf(text + strlen(text), room - strlen(text), " %s", exporting->sets);
    quote_pair(text, room, "-o", wish->path);
    if (wish->figure)
        quote_figure(app, wish->figure, text, room);
    return true;
}

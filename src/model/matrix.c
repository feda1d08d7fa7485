/* A list of rows, each a list of numbers; read into a scratch copy first, so that a refused matrix changes nothing. */
#include "model/matrix.h"

#include "core/num.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *skip(const char *at) { return at + strspn(at, " \t"); }

/* "[1, 2]" into at most `columns` numbers; NULL if it is no such list of exactly that many. */
static const char *read_row(const char *at, double *row, size_t columns) {
    if (*at != '[')
        return NULL;
    for (size_t j = 0; j < columns; j++) {
        at++;
        size_t length = strcspn(at, ",]");
        if (!num_parse(at, length, &row[j]))
            return NULL;
        at += length;
        if (*at != (j + 1 < columns ? ',' : ']'))
            return NULL;
    }
    return at + 1;
}

static bool read_matrix(const char *at, double *values, size_t rows, size_t columns) {
    at = skip(at);
    if (*at != '[')
        return false;
    for (size_t i = 0; i < rows; i++) {
        at = skip(at + 1);
        at = read_row(at, values + i * columns, columns);
        if (!at)
            return false;
        at = skip(at);
        if (*at != (i + 1 < rows ? ',' : ']'))
            return false;
    }
    return *skip(at + 1) == '\0';
}

static const ScoreBlock *find_block(const ScoreLayout *layout, const char *id, size_t length) {
    for (size_t b = 0; b < layout->count; b++)
        if (strlen(layout->block[b].id) == length && memcmp(layout->block[b].id, id, length) == 0)
            return &layout->block[b];
    return NULL;
}

/* What it should look like, with the right shape: "W_q: needs 2 rows of 2 numbers, as in W_q=[[0,0],[0,0]]". */
static void say_shape(const ScoreBlock *block, char *error, size_t room) {
    const char *row = block->rows == 1 ? "row" : "rows", *number = block->columns == 1 ? "number" : "numbers";
    size_t used = (size_t)snprintf(error, room, "%s: needs %zu %s of %zu %s", block->id, block->rows, row,
                                   block->columns, number);
    if (block->rows * block->columns > 12 || used >= room)
        return;
    used += (size_t)snprintf(error + used, room - used, ", as in %s=[", block->id);
    for (size_t i = 0; i < block->rows && used < room; i++)
        for (size_t j = 0; j < block->columns && used < room; j++)
            used += (size_t)snprintf(error + used, room - used, "%s0%s",
                                     j   ? ","
                                     : i ? ",["
                                         : "[",
                                     j + 1 == block->columns ? "]" : "");
    if (used < room)
        snprintf(error + used, room - used, "]");
}

bool matrix_set(Scene *scene, const char *text, char *error, size_t room) {
    ScoreLayout layout = scene_layout(scene);
    size_t length = strcspn(text, "=");
    const ScoreBlock *block = find_block(&layout, text, length);
    if (scene->params.model != MODEL_SCORER || !block || layout.length != scene->score.length) {
        snprintf(error, room,
                 "%.*s: the model has no such matrix; W belongs to scorer=general and location, W_q, W_k and w_v to "
                 "additive",
                 (int)(length < 40 ? length : 40), text);
        return false;
    }
    double *values = malloc((block->rows * block->columns + 1) * sizeof *values);
    bool read = values && read_matrix(text + length + 1, values, block->rows, block->columns);
    if (read) {
        memcpy(scene->score.at + block->offset, values, block->rows * block->columns * sizeof *values);
        scene_params_from_score(scene);
    } else
        say_shape(block, error, room);
    free(values);
    return read;
}

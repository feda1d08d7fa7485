/* cmocka with the headers that it wants before it, and what every test of the model begins with. */
#ifndef TESTS_MODEL_CHECK_H
#define TESTS_MODEL_CHECK_H

#include "model/params.h"
#include "model/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* A library whose real data sets hold a few made-up points each. */
static inline Library *library_create(void) {
    Library *library = test_calloc(1, sizeof *library);
    const double x[] = {2.5, 10, 20, 57.5}, y[] = {0, -40, 30, 1};
    for (int set = 0; set < DATASET_COUNT; set++) {
        if (DATASETS[set].truth)
            continue;
        assert_true(points_assign(&library->sets[set], x, y, 4));
        strcpy(library->names[set][0], "key");
        strcpy(library->names[set][1], "value");
    }
    return library;
}

static inline void library_destroy(Library *library) {
    for (int set = 0; set < DATASET_COUNT; set++)
        points_free(&library->sets[set]);
    test_free(library);
}

/* A copy that shares nothing. */
static inline Scene copy_scene(const Scene *scene) {
    Scene copy;
    memset(&copy, 0, sizeof copy);
    assert_true(scene_copy(&copy, scene));
    return copy;
}

static inline bool same_points(const Points *a, const Points *b) {
    if (a->n != b->n || a->values != b->values)
        return false;
    for (int c = 0; c < points_columns(a) && a->n; c++)
        if (memcmp(a->column[c], b->column[c], a->n * sizeof(double)) != 0)
            return false;
    return true;
}

/* Byte for byte, but for where the points are kept. */
static inline bool same_scene(const Scene *a, const Scene *b) {
    return memcmp(&a->params, &b->params, sizeof a->params) == 0 &&
           memcmp(&a->settings, &b->settings, sizeof a->settings) == 0 &&
           memcmp(&a->view, &b->view, sizeof a->view) == 0 && memcmp(a->x_name, b->x_name, sizeof a->x_name) == 0 &&
           memcmp(a->y_name, b->y_name, sizeof a->y_name) == 0 && memcmp(a->source, b->source, sizeof a->source) == 0 &&
           a->score.length == b->score.length &&
           (a->score.length == 0 || memcmp(a->score.at, b->score.at, a->score.length * sizeof(double)) == 0) &&
           same_points(&a->points, &b->points);
}

#endif

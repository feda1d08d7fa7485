/* What a run begins with: the built-in data, the scene that the command line asks for, the translations. */
#ifndef APP_LAB_H
#define APP_LAB_H

#include "app/exit.h"
#include "app/options.h"
#include "io/csv.h"
#include "io/scene_file.h"
#include "app/formula.h"
#include "model/scene.h"

#include <stdbool.h>

typedef struct Lab {
    Library library;
    Formula formula; /* behind library.formulas */
    Scene scene;
    SceneExtras extras; /* what a scene file said that this program does not know */
} Lab;

/* Loads the built-in data, then FILE, then every --set. False with the reason and the status to exit with. */
bool lab_open(Lab *lab, const Options *options, Failure *failure);
void lab_close(Lab *lab);

/* Reads a CSV, a scene, or a PNG that carries one. Points in a CSV keep their order; its columns x and value are chosen
 * by name or number (NULL: those that csv.h says), and others become further values. The scene is untouched on failure,
 * also when columns are chosen of what is no CSV. */
bool lab_load(Lab *lab, const char *path, const char *x, const char *value, Failure *failure);
/* Puts data that a CSV had into the scene, under the name of `path`. The scene is untouched on failure. */
bool lab_adopt_csv(Lab *lab, const char *path, const CsvData *data, Failure *failure);

#endif

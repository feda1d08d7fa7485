/* What a run begins with: the built-in data, the scene that the command line asks for, the translations. */
#ifndef APP_LAB_H
#define APP_LAB_H

#include "app/exit.h"
#include "app/options.h"
#include "model/scene.h"

#include <stdbool.h>

typedef struct Lab {
    Library library;
    Scene scene;
} Lab;

/* Loads the built-in data, then FILE, then every --set. False with the reason and the status to exit with. */
bool lab_open(Lab *lab, const Options *options, Failure *failure);
void lab_close(Lab *lab);

/* Reads the CSV at `path` into the scene. Points in the file keep their order. */
bool lab_load(Scene *scene, const char *path, Failure *failure);

#endif

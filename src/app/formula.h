/* Typed functions for the model: io/function behind the model's own interface, the last text compiled once. */
#ifndef APP_FORMULA_H
#define APP_FORMULA_H

#include "io/function.h"
#include "model/scene.h"

typedef struct Formula {
    char text[SCENE_TEXT];
    Function *function; /* of that text; NULL when it is none */
} Formula;

/* Without a parser in this build there is nothing in it. `formula` must outlive it. */
Formulas formula_serve(Formula *formula);
void formula_free(Formula *formula);

#endif

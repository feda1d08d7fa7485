/* One compiled function is enough: a lab has one scene, and its truth is asked for many times in a row. */
#include "app/formula.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool check(void *owner, const char *text, char *error, size_t room) {
    (void)owner;
    Function *function = function_create(text, error, room);
    function_destroy(function);
    return function != NULL;
}

static double at(void *owner, const char *text, double x) {
    Formula *formula = owner;
    char error[300];
    if (strcmp(formula->text, text) != 0) {
        function_destroy(formula->function);
        formula->function = function_create(text, error, sizeof error);
        snprintf(formula->text, sizeof formula->text, "%s", text);
    }
    return formula->function ? function_at(formula->function, x) : NAN;
}

Formulas formula_serve(Formula *formula) {
    return function_available() ? (Formulas){formula, check, at} : (Formulas){.owner = NULL};
}

void formula_free(Formula *formula) {
    function_destroy(formula->function);
    *formula = (Formula){.function = NULL};
}

/* muParser evaluates; function_text.c brings what was typed into its form. muParser has no notion of an undefined value
 * and no fixed place for its variable, so infinities become NAN here and x is a number on the heap. */
#include "io/function.h"

#include <math.h>
#include <stdio.h>

#ifdef HAVE_MUPARSER

#include "io/function_parts.h"

#include <muParserDLL.h>
#include <stdlib.h>

struct Function {
    muParserHandle_t parser;
    double *x;
};

static void complain(const FunctionText *text, muParserHandle_t handle, char *error, size_t room) {
    int position = mupGetErrorPos(handle);
    size_t at = position > 0 ? (size_t)position : 0;
    char token[40];
    snprintf(token, sizeof token, "%s", mupGetErrorToken(handle));
    size_t place = at < text->used ? text->places[at] : text->end;
    if (token[0] && at < text->used)
        snprintf(error, room, "at character %zu: '%s' does not fit here", place, token);
    else
        snprintf(error, room, "at character %zu: something is missing here", place);
}

static bool prepare(Function *function, const FunctionText *text, char *error, size_t room) {
    function->parser = mupCreate(muBASETYPE_FLOAT);
    function->x = malloc(sizeof *function->x);
    if (!function->parser || !function->x) {
        snprintf(error, room, "not enough memory");
        return false;
    }
    *function->x = 1;
    mupDefineFun1(function->parser, "floor", floor, 1);
    mupDefineFun1(function->parser, "ceil", ceil, 1);
    mupDefineConst(function->parser, "pi", acos(-1));
    mupDefineConst(function->parser, "e", exp(1));
    mupDefineVar(function->parser, "x", function->x);
    mupSetExpr(function->parser, text->out);
    mupEval(function->parser);
    if (!mupError(function->parser))
        return true;
    complain(text, function->parser, error, room);
    return false;
}

Function *function_create(const char *typed, char *error, size_t room) {
    FunctionText *text = calloc(1, sizeof *text);
    Function *function = calloc(1, sizeof *function);
    snprintf(error, room, "not enough memory");
    bool good =
        text && function && function_translate(typed, text, error, room) && prepare(function, text, error, room);
    free(text);
    if (good) {
        if (room)
            error[0] = '\0';
        return function;
    }
    function_destroy(function);
    return NULL;
}

void function_destroy(Function *function) {
    if (!function)
        return;
    if (function->parser)
        mupRelease(function->parser);
    free(function->x);
    free(function);
}

double function_at(const Function *function, double x) {
    if (!isfinite(x))
        return NAN;
    *function->x = x;
    double value = mupEval(function->parser);
    return mupError(function->parser) || !isfinite(value) ? NAN : value;
}

bool function_available(void) { return true; }

#else

struct Function {
    int unused;
};

Function *function_create(const char *text, char *error, size_t room) {
    (void)text;
    snprintf(error, room, "this build has no muParser, so it cannot evaluate a typed function");
    return NULL;
}

void function_destroy(Function *function) { (void)function; }

double function_at(const Function *function, double x) {
    (void)function, (void)x;
    return NAN;
}

bool function_available(void) { return false; }

#endif

/* From typed text to muParser's; not for others. */
#ifndef IO_FUNCTION_PARTS_H
#define IO_FUNCTION_PARTS_H

#include "io/function.h"

enum {
    FUNCTION_TOKENS = FUNCTION_TEXT_MAX + 1,
    FUNCTION_TOKEN = 48, /* bytes of the longest */
    FUNCTION_OUT = FUNCTION_TOKENS * (FUNCTION_TOKEN + 4)
};

typedef struct FunctionText {
    char out[FUNCTION_OUT];      /* for muParser */
    size_t places[FUNCTION_OUT]; /* the typed character, from 1, that each byte of it comes from */
    size_t used, end;            /* bytes of out; the place behind the last typed character */
} FunctionText;

/* False and one line in error. */
bool function_translate(const char *typed, FunctionText *text, char *error, size_t room);

#endif

/* A vector of doubles that grows. */
#include "model/vector.h"

#include <stdlib.h>
#include <string.h>

bool vector_reserve(Vector *vector, size_t length) {
    if (length <= vector->room)
        return true;
    double *at = realloc(vector->at, length * sizeof *at);
    if (!at)
        return false;
    vector->at = at;
    vector->room = length;
    return true;
}

bool vector_assign(Vector *vector, const double *at, size_t length) {
    if (!vector_reserve(vector, length))
        return false;
    if (length)
        memmove(vector->at, at, length * sizeof *at);
    vector->length = length;
    return true;
}

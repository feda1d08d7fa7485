/* A vector of doubles that grows: the scorer's parameters. */
#ifndef MODEL_VECTOR_H
#define MODEL_VECTOR_H

#include "model/scene.h"

#include <stdbool.h>
#include <stddef.h>

/* False when memory ran out; the vector is then unchanged. */
bool vector_reserve(Vector *vector, size_t length);
bool vector_assign(Vector *vector, const double *at, size_t length);

#endif

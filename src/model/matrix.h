/* Parameter matrices of the scorer as text: "W=[[1,2],[3,4]]". */
#ifndef MODEL_MATRIX_H
#define MODEL_MATRIX_H

#include "model/scene.h"

#include <stdbool.h>
#include <stddef.h>

/* Sets a block of the current scorer. The location scorer's rows are those of the points in their own order. False
 * with one line in `error` for an unknown block, a malformed list, or another shape than the block has. */
bool matrix_set(Scene *scene, const char *text, char *error, size_t room);

#endif

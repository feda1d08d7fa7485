/* The keys that weigh most. */
#ifndef MODEL_HEAVIEST_H
#define MODEL_HEAVIEST_H

#include "model/results.h"

/* Fills heaviest and heaviest_count of results whose alpha and query are ready. */
void heaviest_find(Results *results);

#endif

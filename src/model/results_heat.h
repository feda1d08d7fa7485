/* The heatmap's cells. */
#ifndef MODEL_RESULTS_HEAT_H
#define MODEL_RESULTS_HEAT_H

#include "model/results.h"

/* Fills heat_query, heat, heat_min and heat_max of results whose keys and pool are ready. Lends itself `fitted`. */
void results_heat(Results *results, const Scene *scene);

#endif

/* The commands that print tables: predict, weights, list. */
#ifndef APP_TABLES_H
#define APP_TABLES_H

#include "app/exit.h"
#include "app/lab.h"
#include "app/options.h"

#include "model/train.h"

#include <stdbool.h>
#include <stdio.h>

typedef enum { TABLE_DATA, TABLE_CURVE, TABLE_WEIGHTS, TABLE_LOSS, TABLE_COUNT } Table;
/* One of the tables of the lab as it stands: the points with their values; the curve and the weights as the commands
 * below print them; the losses of training so far. False without memory. */
bool tables_write(FILE *out, Table table, char separator, const Lab *lab, const Train *train);

bool tables_predict(const Lab *lab, const Options *options, Failure *failure);
bool tables_weights(const Lab *lab, const Options *options, Failure *failure);
/* Trains and prints step,loss and the learned parameters before each step and after the last. Moves the scene. */
bool tables_fit(Lab *lab, const Options *options, Failure *failure);
/* Needs no lab: the tables of the program itself. */
bool tables_list(const Options *options, Failure *failure);

#endif

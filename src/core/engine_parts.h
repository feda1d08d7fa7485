/* The inside of an Engine, for the files that make it up: engine.c, means.c, heat.c, loss.c, scored.c. */
#ifndef CORE_ENGINE_PARTS_H
#define CORE_ENGINE_PARTS_H

#include "core/blocks.h"
#include "core/causal.h"
#include "core/columns.h"
#include "core/decay.h"
#include "core/direct.h"
#include "core/engine.h"
#include "core/gauss.h"
#include "core/moments.h"
#include "core/reach.h"
#include "core/scatter.h"
#include "core/shape.h"
#include "core/sweep.h"
#include "core/tiles.h"
#include "core/tree.h"

struct Engine {
    Keys keys;
    double *own; /* copies of x and y without the muted keys, or unused */
    size_t own_room;
    Moments moments; /* built when n > DIRECT_BLOCK */
    double centre;   /* taken off the values in every sum */

    Reach reach; /* what the coefficients below belong to */
    double *memory;
    size_t room;
    double *coefficient[MOMENT_LEVELS];
    bool ready[MOMENT_LEVELS];
    double *sweep_memory;
    Sweep sweep; /* moments = NULL: not swept yet */
    Columns columns;
    Blocks blocks; /* of the compact kernels; built when first asked for */
    bool blocks_tried;
    double *block_memory;
    size_t block_room;
    union {
        Tiles tiles;
        Decay decay;
    } pass;          /* of engine_loss */
    double *scratch; /* of engine_glance */
    size_t scratch_room;
    Tree tree; /* of scorers */
};

/* Makes the coefficients of `pool` the engine's, and says how to evaluate it. */
Reach engine_prepare(Engine *engine, const Pool *pool);

/* Coefficients of a level for the Gaussian that was prepared. */
GaussLevel engine_gauss_level(Engine *engine, size_t level);

/* The levels that causal_gauss asks for, and the top one; MOMENT_LEVELS where cells do not serve. */
size_t engine_causal_levels(Engine *engine, GaussLevel level[MOMENT_LEVELS]);

/* reach_nearest, and the whole window of a query, found with the help of the cells. */
Window engine_nearest(const Engine *engine, const Reach *reach, double query);
Window engine_window(const Engine *engine, const Reach *reach, double query);

/* Whether a Gaussian query lies in the middle of two keys up to rounding, and so sharply that rounding could decide. */
bool engine_tie_may_show(const Engine *engine, const Reach *reach, double query);

/* Sums of a Gaussian query that cell moments on the usual level do not prove. */
SoftmaxMean engine_gauss_hard(Engine *engine, const Reach *reach, const Pool *pool, double query);

/* engine_means and engine_weights of a scorer; false, and nothing written, where the tree does not serve it. */
bool scored_means(Engine *engine, const Pool *pool, const double *query, size_t m, SoftmaxMean *mean);
bool scored_weights(Engine *engine, const Pool *pool, const double *query, size_t m, size_t columns, float *weight,
                    bool *supported);

#endif

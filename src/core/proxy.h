/* Proxies: PROXIES places in a cell that stand for all of its keys. The weight of a key is a smooth function of where
 * it is, and as good as the polynomial through its values at these places; so the sum of a cell's weights is a sum over
 * the places, with factors that follow from the cell's moments. The factors know no query and no parameter.
 *
 * Places are nearly Chebyshev's, but fractions with the denominator PROXY_GRAIN, so that they are exact doubles in
 * every cell that is not too fine. With f bounded by M in the complex disc of PROXY_DISC half widths about the cell's
 * centre, the polynomial misses f in the cell by at most PROXY_ERROR M: by Hermite's formula the error is w(x) / 2 pi i
 * times the integral of f(z) / (w(z) (z - x)) around the disc, w being the product over the places (Davis,
 * "Interpolation and Approximation", 1963, section 3.6). */
#ifndef CORE_PROXY_H
#define CORE_PROXY_H

#include "core/columns.h"
#include "core/form.h"
#include "core/moments.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    PROXIES = MOMENTS,
    PROXY_GRAIN = 1024,
    PROXY_DISC = 5,                /* half widths */
    PROXY_COLUMNS = MOMENT_LEVELS, /* the "level" of a heatmap's columns */
    PROXY_CHUNKS = 48,             /* of memory for what is remembered: 2 MB each */
    PROXY_DEEP = 1 << 15           /* slots for cells below the finest level */
};

_Static_assert((int)PROXIES == (int)FORM_LANES, "a cell's proxies are scored side by side");

static const double PROXY_ERROR = 3e-16;

/* A cell with its keys. Levels below 0 are halves, and halves of those, of the finest cells: where many keys share one.
 * Cell 2 c + 1 of a level is the right half of cell c of the next. */
typedef struct ProxyCell {
    int level;
    size_t cell, first, end;
} ProxyCell;

/* What is remembered of a cell below the finest level. */
typedef struct ProxyDeep {
    int level; /* 0: an empty slot */
    size_t cell, split;
    double *known[2];
} ProxyDeep;

/* A block is form_length x FORM_LANES numbers of form.h, then two rows of factors: those of the weights alone, and of
 * the weights times the values. A finest cell's own keys come in such blocks too, with factors 1 and y. */
typedef struct Proxies {
    const Moments *moments;
    const Columns *columns;
    bool known;       /* what is remembered belongs to the model below */
    ScoreModel model; /* with what the keys' vectors depend on, W_k among `parameters` */
    double *parameters;
    size_t columns_count;                             /* of the columns that are remembered */
    size_t length, cells, base[MOMENT_LEVELS + 1];    /* form_length; where the cells of a level begin among all */
    double place[PROXIES], inverse[PROXIES][PROXIES]; /* factor j = sum_k inverse[j][k] moment k */
    double **index;                                   /* what is remembered: three pointers for each cell */
    size_t index_room;
    ProxyDeep *deep, deep_spare;
    double *chunk[PROXY_CHUNKS], *spare;
    size_t chunks, filled, deep_count;
    bool full;
} Proxies;

/* Makes them those of these keys and this model, in whose place others may have been remembered. False when memory ran
 * out. Between two of these calls (one for each query) what was returned stays where it is. */
bool proxies_begin(Proxies *proxies, const Moments *moments, const Columns *columns, const ScoreModel *model);
/* The keys have changed. */
void proxies_forget(Proxies *proxies);
void proxies_free(Proxies *proxies);

/* The cell of all keys; the halves of a cell that have keys, returning how many; a column. */
ProxyCell proxies_root(const Proxies *proxies);
size_t proxies_halves(Proxies *proxies, const ProxyCell *cell, ProxyCell half[2]);
ProxyCell proxies_column(const Proxies *proxies, size_t c);

/* Centre and half width of a cell. */
typedef struct ProxyPlace {
    double middle, half;
} ProxyPlace;
ProxyPlace proxies_place(const Proxies *proxies, const ProxyCell *cell);

/* Whether places in the cells of a level are exact. */
bool proxies_exact(const Proxies *proxies, int level);

/* form_jet at the centre, for PROXY_DISC half widths; the cell's block; block i of the keys of finest cell c, filled up
 * with keys that count nothing. A pointer is valid until the next call of the same function. */
const double *proxies_jet(Proxies *proxies, const ProxyCell *cell);
const double *proxies_block(Proxies *proxies, const ProxyCell *cell);
const double *proxies_keys(Proxies *proxies, size_t c, size_t i);

/* Coefficients of the polynomial in u, the place in the cell from -1 to 1, through values at the places. */
void proxies_polynomial(const Proxies *proxies, const double value[PROXIES], double coefficient[PROXIES]);

#endif

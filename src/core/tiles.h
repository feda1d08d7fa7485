/* What every key sees of the others, for a compact kernel, in O(n) whatever the bandwidth: such a kernel is a short sum
 * of products (product.h). With tiles one bandwidth wide, the window of a query consists of the end of the tile before
 * its own, of its own up to it and from it on, and of the beginning of the next. As the query moves on from key to key,
 * sums over beginnings grow; sums over ends are made backwards and kept, coarsely for the whole tile and finely where
 * the query is. So only what has weight is ever added, and nothing subtracted (van Herk, 1992, for maxima). */
#ifndef CORE_TILES_H
#define CORE_TILES_H

#include "core/others.h"
#include "core/product.h"
#include "core/reach.h"

enum { TILE_BRANCH = 64, TILE_LEVELS = 5 };

/* Sums over keys [p, end), cheap as p moves on. Level l keeps those from each 64^l-th key on, within the 64
 * that hold p. */
typedef struct TileEnd {
    size_t first, end, levels, at[TILE_LEVELS];
    double middle, state[TILE_LEVELS][(TILE_BRANCH + 1) * PRODUCT_STATE];
} TileEnd;

/* Sums over keys [first, p), p <= end, cheap as p moves on: kept for the 64 keys from `at` on. */
typedef struct TileBeginning {
    size_t first, end, at;
    bool filled;
    double middle, state[(TILE_BRANCH + 1) * PRODUCT_STATE];
} TileBeginning;

typedef struct Tiles {
    Reach reach;
    const Product *product;
    Keys keys;
    bool causal;
    double centre, origin, width;
    size_t i, low, high;            /* the next query, and about where its window ends */
    size_t before, first, end, far; /* tiles: [before, first), [first, end) and [end, far) */
    size_t run;                     /* causal: end of the keys equal to the query */
    double number;                  /* of the query's tile */
    TileEnd last, rest;             /* of the tile before, and of its own after the query */
    TileBeginning seen, next;       /* its own up to the query, and the next one */
} Tiles;

/* REACH_COMPACT; n >= 1. causal: only keys up to the query, those equal to it included. */
void tiles_begin(Tiles *tiles, const Reach *reach, const Keys *keys, double centre, bool causal);

/* What the next `count` keys see. Not proven: what is not accurate to 1e-10 of the weights because all lie near the
 * edge, and where rounding decides between equally near keys by more than 1e-9. */
void tiles_next(Tiles *tiles, size_t count, Others *others);

#endif

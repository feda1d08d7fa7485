/* The order of keys, in time linear in their number: what a file in any order needs before it becomes Keys. Sorts
 * places, not the keys themselves, so that values and whatever else belongs to a key can follow. */
#ifndef CORE_SORT_H
#define CORE_SORT_H

#include <stddef.h>
#include <stdint.h>

enum { SORT_WORDS = 4 }; /* of scratch for each key */

/* order[0..n): places in x, ascending by x, equal keys (-0 and +0 too) in the order they have. Infinities are keys like
 * others; no NANs; n < 2^32. scratch: SORT_WORDS x n words, of no meaning afterwards. Keys that are in order already
 * cost one look. */
void sort_order(const double *x, size_t n, size_t *order, uint64_t *scratch);

#endif

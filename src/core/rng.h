/* The project's own random numbers, so that a seed gives the same points on every machine and C
 * library: PCG32 (O'Neill 2014) for uniforms, Marsaglia's polar method for normals. */
#ifndef CORE_RNG_H
#define CORE_RNG_H

#include <stdint.h>

typedef struct Rng {
    uint64_t state, increment;
} Rng;

Rng rng_seed(uint64_t seed);

/* Uniform 32 bits. */
uint32_t rng_u32(Rng *rng);

/* Uniform double in [0, 1), 53 bits. */
double rng_uniform(Rng *rng);

/* Standard normal. */
double rng_normal(Rng *rng);

#endif

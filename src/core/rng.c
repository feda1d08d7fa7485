/* PCG32 (O'Neill 2014, "PCG: a family of simple fast space-efficient statistically good algorithms for
 * random number generation", the XSH-RR variant): a 64-bit linear congruential state whose top bits choose
 * a rotation of the output. Normals by Marsaglia's polar method; its logarithm is computed here with
 * additions, multiplications and divisions only, because those are the same bits on every machine. */
#include "core/rng.h"

#include <math.h>

static const uint64_t MULTIPLIER = UINT64_C(6364136223846793005);
static const uint64_t SEQUENCE = 54; /* the stream of the reference implementation's demonstration */

uint32_t rng_u32(Rng *rng) {
    uint64_t old = rng->state;
    rng->state = old * MULTIPLIER + rng->increment;
    uint32_t shifted = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t rotation = (uint32_t)(old >> 59);
    return (shifted >> rotation) | (shifted << ((32 - rotation) & 31));
}

Rng rng_seed(uint64_t seed) {
    Rng rng = {0, SEQUENCE << 1 | 1};
    rng_u32(&rng);
    rng.state += seed;
    rng_u32(&rng);
    return rng;
}

double rng_uniform(Rng *rng) {
    uint64_t high = rng_u32(rng) >> 5, low = rng_u32(rng) >> 6;
    return (double)(high << 26 | low) / 9007199254740992.0; /* 2^53 */
}

/* log of a positive number: value = m 2^e, log m = 2 artanh((m - 1) / (m + 1)) with m near 1. */
static double portable_log(double value) {
    int exponent;
    double m = frexp(value, &exponent);
    if (m < 0.70710678118654752) {
        m *= 2;
        exponent--;
    }
    double s = (m - 1) / (m + 1), power = s, sum = 0;
    for (int k = 1; k < 25; k += 2, power *= s * s)
        sum += power / k;
    return 2 * sum + exponent * 0.69314718055994531;
}

double rng_normal(Rng *rng) {
    double a, b, square;
    do {
        a = 2 * rng_uniform(rng) - 1;
        b = 2 * rng_uniform(rng) - 1;
        square = a * a + b * b;
    } while (square >= 1 || square == 0);
    return a * sqrt(-2 * portable_log(square) / square);
}

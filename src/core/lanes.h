/* What the vectorised loops share: groups of LANES numbers, functions compiled once per generation of x86-64
 * and chosen at start, and 2^t without a branch, so that a compiler can run it on whole vectors.
 * 2^t = 2^k 2^f with k the nearest integer and |f| <= 1/2: adding 1.5 2^52 rounds t to k and leaves k in the low
 * bits, which are then added to the exponent; 2^f is interpolated in Chebyshev nodes. */
#ifndef CORE_LANES_H
#define CORE_LANES_H

#include <stdint.h>
#include <string.h>

enum { LANES = 8 };

/* For static functions only, whose names no two files share: clang 14 neither exports such a function nor keeps its
 * name to the file. */
#ifdef CORE_TARGET_CLONES
#define CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "arch=x86-64-v2", "default")))
#else
#define CLONES
#endif

/* What a cloned function calls must become part of it, or it stays as it is on the oldest processor. */
#if defined(__GNUC__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

/* Asks for memory that will be read soon. */
#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

static const double LANES_LOG2_E = 1.4426950408889634;

/* 2^f 2^k for |f| <= 1/2, k being the low bits of `shifted`. */
INLINED double lanes_scaled_exp2(double f, double shifted) {
    uint64_t k, bits;
    memcpy(&k, &shifted, sizeof k);
    double g = f * f, even = 7.072585949269223e-09, odd = 1.0208690299958306e-07; /* two chains, half as long */
    even = even * g + 1.321544258792169e-06;
    odd = odd * g + 1.5252657260200837e-05;
    even = even * g + 0.0001540353044173605;
    odd = odd * g + 0.0013333558230164974;
    even = even * g + 0.009618129107606888;
    odd = odd * g + 0.05550410866444772;
    even = even * g + 0.24022650695910097;
    odd = odd * g + 0.69314718055995;
    even = even * g + 1.0;
    double p = odd * f + even;
    memcpy(&bits, &p, sizeof bits);
    bits += k << 52;
    memcpy(&p, &bits, sizeof p);
    return p;
}

/* 2^t for t <= 1000, relative error below 4e-16 and rounding; 2^-1000 below t = -1000. */
INLINED double lanes_exp2(double t) {
    t = t < -1000.0 ? -1000.0 : t;
    double shifted = t + 0x1.8p52;
    return lanes_scaled_exp2(t - (shifted - 0x1.8p52), shifted);
}

/* e^x for x in [-690, 690], relative error 1e-15: what x lacks of a multiple of log 2 is found in two steps (Cody and
 * Waite 1980), for x log2(e) alone would lose digits as x grows. */
INLINED double lanes_exp(double x) {
    double shifted = x * LANES_LOG2_E + 0x1.8p52, k = shifted - 0x1.8p52;
    double rest = (x - k * 0x1.62e42feep-1) - k * 0x1.a39ef35793c76p-33;
    return lanes_scaled_exp2(rest * LANES_LOG2_E, shifted);
}

/* sin(pi a / 2) on [-1, 1], relative error 1e-16: Chebyshev interpolation in a^2. */
INLINED double lanes_quarter_sine(double a) {
    double z = a * a, p = 5.87297574479995e-12;
    p = p * z - 6.684416831856085e-10;
    p = p * z + 5.6921364280986254e-08;
    p = p * z - 3.5988430204672576e-06;
    p = p * z + 0.0001604411847130916;
    p = p * z - 0.004681754135304255;
    p = p * z + 0.07969262624616565;
    p = p * z - 0.6459640975062462;
    p = p * z + 1.5707963267948966;
    return p * a;
}

/* 2^t in single precision: relative error 1e-7 and rounding, t <= 100; 2^-120 below t = -120. */
INLINED float lanes_exp2f(float t) {
    t = t < -120.0F ? -120.0F : t;
    float shifted = t + 0x1.8p23F;
    uint32_t k, bits;
    memcpy(&k, &shifted, sizeof k);
    float f = t - (shifted - 0x1.8p23F);
    float p = 0.0013390863F;
    p = p * f + 0.009676032F;
    p = p * f + 0.05550357F;
    p = p * f + 0.24022107F;
    p = p * f + 0.6931472F;
    p = p * f + 1.0F;
    memcpy(&bits, &p, sizeof bits);
    bits += k << 23;
    memcpy(&p, &bits, sizeof p);
    return p;
}

#endif

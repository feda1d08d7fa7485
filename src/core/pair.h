/* Numbers of about 106 bits, each the sum of two doubles: hi the nearest double, lo what it misses. Sums after Knuth,
 * products after Dekker (1971), which need no fused multiply-add and no branch. What a step may be off by, relative to
 * the larger operand: 2^-104. Only for files that are compiled without contraction; products overflow above 1e300. */
#ifndef CORE_PAIR_H
#define CORE_PAIR_H

#include "core/lanes.h"

typedef struct Pair {
    double hi, lo;
} Pair;

/* a + b exactly. */
INLINED Pair pair_sum(double a, double b) {
    double sum = a + b, part = sum - a;
    return (Pair){sum, (a - (sum - part)) + (b - part)};
}

/* The same where |a| >= |b|. */
INLINED Pair pair_sum_ordered(double a, double b) {
    double sum = a + b;
    return (Pair){sum, b - (sum - a)};
}

INLINED Pair pair_add(Pair p, Pair q) {
    Pair sum = pair_sum(p.hi, q.hi);
    return pair_sum_ordered(sum.hi, sum.lo + (p.lo + q.lo));
}

INLINED Pair pair_subtract(Pair p, Pair q) { return pair_add(p, (Pair){-q.hi, -q.lo}); }

/* a as the sum of two numbers of 26 bits, whose products are exact. */
INLINED Pair pair_split(double a) {
    double c = 134217729.0 * a, hi = c - (c - a);
    return (Pair){hi, a - hi};
}

/* a b exactly. */
INLINED Pair pair_product(double a, double b) {
    double product = a * b;
    Pair s = pair_split(a), t = pair_split(b);
    return (Pair){product, ((s.hi * t.hi - product) + s.hi * t.lo + s.lo * t.hi) + s.lo * t.lo};
}

INLINED Pair pair_scale(Pair p, double factor) {
    Pair product = pair_product(p.hi, factor);
    return pair_sum_ordered(product.hi, product.lo + p.lo * factor);
}

INLINED Pair pair_multiply(Pair p, Pair q) {
    Pair product = pair_product(p.hi, q.hi);
    return pair_sum_ordered(product.hi, product.lo + (p.hi * q.lo + p.lo * q.hi));
}

#endif

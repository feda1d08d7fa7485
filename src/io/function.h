/* A true function f(x) that somebody typed, evaluated by muParser.
 *
 * Numbers with a point, x, pi, e, + - * / ^ (right to left, before a sign: -x^2 = -(x^2)), < > <= >= == != && ||
 * and c ? a : b, brackets, and sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh exp ln log (natural) log2
 * log10 sqrt abs sign floor ceil rint min max sum avg atan2. As on paper: 2x, 3(x + 1), 2 sin x, x², √x, π, ½, × · ÷ −,
 * full-width signs. A function without brackets takes the next product of numbers, x, pi and e: sin 2x = sin(2*x). */
#ifndef IO_FUNCTION_H
#define IO_FUNCTION_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Function Function;

enum { FUNCTION_TEXT_MAX = 500 }; /* bytes */

/* NULL and one line "at character 5: what is wrong" in error when the text is no function of x, or the build has no
 * muParser. Assignments (=) are refused. */
Function *function_create(const char *text, char *error, size_t room);
void function_destroy(Function *function);

/* f(x), NAN where it is undefined or infinite. Not for two threads at once. */
double function_at(const Function *function, double x);

/* Whether this build can evaluate functions. */
bool function_available(void);

#endif

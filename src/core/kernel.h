/* The kernels K(u) of Nadaraya-Watson regression, u = (x - x_i) / h, as rows of one table. A kernel
 * enters the pipeline as log K(u), so that a compact kernel's zero is a masked key. */
#ifndef CORE_KERNEL_H
#define CORE_KERNEL_H

#include <stddef.h>

enum {
    KERNEL_GAUSSIAN,
    KERNEL_BOXCAR,
    KERNEL_TRIANGULAR,
    KERNEL_EPANECHNIKOV,
    KERNEL_BIWEIGHT,
    KERNEL_TRICUBE,
    KERNEL_COSINE,
    KERNEL_LAPLACE,
    KERNEL_CONSTANT,
    KERNEL_COUNT
};

typedef struct Kernel {
    const char *id;                           /* as on the command line */
    const char *label;                        /* short English name for a button; the user interface translates it */
    const char *formula;                      /* K(u) in Unicode */
    double (*weight)(double u);               /* K(u) >= 0 */
    double (*log_weight)(double u);           /* log K(u); -INFINITY where K(u) = 0 */
    double support;                           /* K(u) = 0 for |u| > support; INFINITY for gaussian, laplace, constant */
    double smoothness;                        /* h / sigma of the Gaussian that smooths as much; NAN for constant */
    void (*log_weights)(double *u, size_t n); /* log_weight over a whole row, in place */
    double (*slope)(double u);                /* d log K / du inside the support; 0 at a kink and where K(u) = 0 */
} Kernel;

extern const Kernel KERNELS[KERNEL_COUNT];

/* Index of the kernel named `id`, or -1. */
int kernel_find(const char *id);

#endif

/* Looking at pictures of 4 bytes a pixel, rows from the top, and comparing them. */
#ifndef TESTS_GFX_PIXELS_H
#define TESTS_GFX_PIXELS_H

#include "draw/colormap.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct Picture {
    int width, height;
    unsigned char *rgba;
} Picture;

Color pixel(const Picture *p, int x, int y);

/* The largest difference of a channel between two colours. */
int color_distance(Color a, Color b);

/* How many pixels differ by more than `tolerance` in some channel; all of them if the sizes differ. */
size_t pictures_differ(const Picture *a, const Picture *b, int tolerance);

/* Coverage of black on white at a pixel, 0 to 1. */
double coverage(const Picture *p, int x, int y);
double total_coverage(const Picture *p);

/* Share of the pixel (x, y) that `inside` says is covered, by 16 x 16 samples: knows nothing of distances. */
double sampled(bool (*inside)(const void *shape, double x, double y), const void *shape, int x, int y);

#endif

/* See pixels.h. */
#include "pixels.h"

#include <stdlib.h>

Color pixel(const Picture *p, int x, int y) {
    const unsigned char *c = p->rgba + 4 * ((size_t)y * (size_t)p->width + (size_t)x);
    return (Color)c[0] << 24 | (Color)c[1] << 16 | (Color)c[2] << 8 | c[3];
}

int color_distance(Color a, Color b) {
    int most = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        int d = abs((int)((a >> shift) & 0xFF) - (int)((b >> shift) & 0xFF));
        most = d > most ? d : most;
    }
    return most;
}

size_t pictures_differ(const Picture *a, const Picture *b, int tolerance) {
    if (a->width != b->width || a->height != b->height)
        return (size_t)a->width * (size_t)a->height;
    size_t count = 0;
    for (int y = 0; y < a->height; y++)
        for (int x = 0; x < a->width; x++)
            count += color_distance(pixel(a, x, y), pixel(b, x, y)) > tolerance;
    return count;
}

double coverage(const Picture *p, int x, int y) { return 1 - (double)(pixel(p, x, y) >> 24) / 255; }

double total_coverage(const Picture *p) {
    double sum = 0;
    for (int y = 0; y < p->height; y++)
        for (int x = 0; x < p->width; x++)
            sum += coverage(p, x, y);
    return sum;
}

double sampled(bool (*inside)(const void *shape, double x, double y), const void *shape, int x, int y) {
    int hits = 0;
    for (int j = 0; j < 16; j++)
        for (int i = 0; i < 16; i++)
            hits += inside(shape, x + (i + 0.5) / 16, y + (j + 0.5) / 16);
    return hits / 256.0;
}

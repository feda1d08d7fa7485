/* Data to pixels, in double, and round numbers for the ticks. */
#ifndef UI_AXES_H
#define UI_AXES_H

#include "draw/geom.h"
#include "model/scene.h"
#include "ui/ui.h"

typedef struct Axes {
    View view;
    Rect area; /* pixels; y grows downwards there and upwards in the data */
} Axes;

double axes_px_x(const Axes *axes, double x);
double axes_px_y(const Axes *axes, double y);
double axes_x(const Axes *axes, double px);
double axes_y(const Axes *axes, double px);
/* Data units per pixel along each axis. */
double axes_unit_x(const Axes *axes);
double axes_unit_y(const Axes *axes);
/* Pixels as a float, kept within a few screens of the area so that far points stay drawable. */
Vec2 axes_point(const Axes *axes, double x, double y);

enum { TICKS_MAX = 24 };

typedef struct Ticks {
    int count;
    double value[TICKS_MAX];
    char label[TICKS_MAX][NUM_TEXT]; /* UTF-8, with a proper minus */
} Ticks;

/* Ticks at multiples of 1, 2 or 5 times a power of ten, about `wanted` of them, inside [low, high]. Where the span
 * is tiny against the values the labels keep enough digits to differ. */
Ticks axes_ticks(double low, double high, int wanted);
/* A number with a proper minus sign. */
void axes_minus(char text[NUM_TEXT]);
/* The largest 10^k that is at most `unit`: what a drag rounds to. */
double axes_decade(double unit);

/* Frame, grid and tick labels of a plot. */
void axes_draw(const Ui *ui, const Scene *scene, const Axes *axes, DrawList *list);
/* A polyline in data coordinates, broken where `shown` is false (NULL: everywhere shown) or y is not finite. */
void axes_curve(const Axes *axes, DrawList *list, const double *x, const double *y, const bool *shown, size_t n,
                float width, Color color, float dash, float gap);

#endif

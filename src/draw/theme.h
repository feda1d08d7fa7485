/* Themes: every colour and line width of the picture, as rows of one table. One colour per meaning,
 * the same in plots, formulas and tables: query orange, key blue, value green, output purple. */
#ifndef DRAW_THEME_H
#define DRAW_THEME_H

#include "draw/colormap.h"

enum { THEME_LIGHT, THEME_DARK, THEME_PROJECTOR, THEME_COUNT };

typedef struct Theme {
    const char *id, *label;
    Color background;                       /* behind the panels */
    Color panel, border;                    /* panels and their outline */
    Color control, control_hot;             /* buttons and fields: at rest, under the pointer */
    Color control_on, on_text;              /* pressed or chosen: fill and text */
    Color text, dim, faint;                 /* text, secondary text, disabled text and hints */
    Color grid, axis;                       /* plot lines */
    Color track;                            /* slider rail */
    Color query, key, value, output, truth; /* one per meaning */
    Color focus, warning;                   /* keyboard focus ring; notices */
    float line;                             /* width of the prediction curve, pixels at scale 1 */
    float text_scale;                       /* times the text size in plots and panels */
} Theme;

extern const Theme THEMES[THEME_COUNT];

/* Index of the theme named `id`, or -1. */
int theme_find(const char *id);

#endif

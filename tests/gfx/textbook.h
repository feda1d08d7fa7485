/* A picture like the application's, written straight as draw commands: what the renderer is looked at and
 * timed with. */
#ifndef TESTS_GFX_TEXTBOOK_H
#define TESTS_GFX_TEXTBOOK_H

#include "draw/drawlist.h"
#include "draw/theme.h"

/* Fills `list` for a window of `width` x `height`. `query` in [0, 5] is where the query stands. */
void textbook_draw(DrawList *list, const Theme *theme, const TextMetrics *metrics, float width, float height,
                   double query);

#endif

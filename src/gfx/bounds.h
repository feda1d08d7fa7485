/* Where commands draw, at most: a rectangle each, without regard to the clip. */
#ifndef GFX_BOUNDS_H
#define GFX_BOUNDS_H

#include "draw/drawlist.h"
#include "gfx/fonts.h"

/* bounds[0 .. list->cmd_count); a clip has none. */
void bounds_find(const DrawList *list, Fonts *fonts, Rect *bounds);

/* How far from its points a line draws. */
float bounds_margin(const DrawCmd *line);

#endif

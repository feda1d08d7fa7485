/* Texts to quads. */
#ifndef GFX_GLYPHS_H
#define GFX_GLYPHS_H

#include "draw/drawlist.h"
#include "gfx/atlas.h"
#include "gfx/batch.h"

/* Draws as many whole glyphs of the text command as the atlas takes, beginning with the glyph whose index is
 * *done; true when all are drawn. If false: draw what the batches have, clear both, and call again. */
bool glyphs_paint(Batches *batches, Atlas *atlas, Fonts *fonts, const DrawCmd *cmd, const char *utf8, size_t *done);

#endif

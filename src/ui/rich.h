/* Text with coloured words: "{q query}", "{k key}", "{v value}", "{o output}" in the colour of their meaning,
 * "{b bold}", "{d dim}". A line feed begins a new line of a block. Letters behind a single letter and an
 * underscore are a subscript: "W_q", "n_eff", but not "pin_query". Anything else is drawn as it stands. */
#ifndef UI_RICH_H
#define UI_RICH_H

#include "draw/drawlist.h"
#include "ui/ui.h"

/* One line from a baseline, cut at `right` with an ellipsis. Returns the x where it ends. Without a list (NULL) it only
 * measures. */
float rich_line(const Ui *ui, const Scene *scene, DrawList *list, Vec2 start, float right, float size, Color color,
                const char *text);
/* Broken into lines of `area`'s width (between words, or between any two Chinese characters); lines that do not fit
 * its height are left out. `line` is the line height. Returns the y below the last line drawn. Without a list (NULL)
 * it only measures. */
float rich_block(const Ui *ui, const Scene *scene, DrawList *list, Rect area, float size, float line, Color color,
                 const char *text);

#endif

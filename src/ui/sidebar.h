/* The sidebar: sections of controls, in the order of the lecture. */
#ifndef UI_SIDEBAR_H
#define UI_SIDEBAR_H

#include "ui/ui.h"

void sidebar_layout(Ui *ui, const Scene *scene);
void sidebar_draw(const Ui *ui, const Scene *scene, const Results *results, DrawList *list);
/* Whether a section is open: as the model needs it, unless a hand said otherwise. */
bool sidebar_open(const Ui *ui, const Scene *scene, Section section);
/* Whether the model uses w and h. */
bool sidebar_has_width(const Scene *scene);
/* Opens or folds a section by hand. */
void sidebar_toggle(Ui *ui, const Scene *scene, Section section);
/* Whether any of it is to be seen, for the sidebar may be scrolled away from it. */
bool sidebar_shows(const Ui *ui, Rect part);
/* Scrolls by wheel ticks, or so that a control can be seen. */
void sidebar_scroll(Ui *ui, double ticks);
void sidebar_reveal(Ui *ui, const Control *control);

#endif

/* Where everything is: panels for the window's size, and the small helpers that all panels share. */
#ifndef UI_LAYOUT_H
#define UI_LAYOUT_H

#include "ui/ui.h"

/* Design units into whole pixels. */
float layout_px(const Ui *ui, float units);
/* Text size in pixels for panels (grows with the projector theme) and for the sidebar. */
float layout_text(const Ui *ui, const Scene *scene, float units);
/* The data areas inside the panels. */
void layout_areas(Ui *ui, const Scene *scene);

#endif

/* Pictures and texts inside the sidebar: what the features look like, how good the fit is, how training goes. */
#ifndef UI_SIDEBAR_INSETS_H
#define UI_SIDEBAR_INSETS_H

#include "ui/ui.h"

void sidebar_insets(const Ui *ui, const Scene *scene, const Results *results, DrawList *list);

/* Text lines that the scorer's explanation takes at this width. */
int sidebar_reason_lines(const Ui *ui, const Scene *scene, float width);
/* Whether this scorer has a feature map with which it fails instructively, and whether it fails now. */
bool sidebar_can_fail(const Scene *scene);
bool sidebar_fails(const Scene *scene);

#endif

/* The bar on top: name, the model's formula in the colours of its symbols, and a few buttons. */
#ifndef UI_TOPBAR_H
#define UI_TOPBAR_H

#include "ui/ui.h"

void topbar_layout(Ui *ui, const Scene *scene);
void topbar_draw(const Ui *ui, const Scene *scene, DrawList *list);

#endif

/* The bar below the top bar that offers what a crash left. */
#ifndef UI_OFFERBAR_H
#define UI_OFFERBAR_H

#include "ui/ui.h"

/* Its height, 0 while there is nothing to offer. */
float offerbar_height(const Ui *ui);
/* Adds the buttons; ui->panels.offer is its place. */
void offerbar_layout(Ui *ui, const Scene *scene);
void offerbar_draw(const Ui *ui, const Scene *scene, DrawList *list);

#endif

/* The open menu: choices of a parameter, or commands about a place in the plot. */
#ifndef UI_POPUP_H
#define UI_POPUP_H

#include "ui/ui.h"

void popup_open_choices(Ui *ui, const Scene *scene, int param, Rect anchor);
/* Menu of a point (its index) or of an empty place (-1), at data x, y and pointer position. */
void popup_open_place(Ui *ui, long point, double x, double y, double pointer_x, double pointer_y);
/* The list of lessons, below a button. */
void popup_open_lessons(Ui *ui, Rect anchor);
void popup_close(Ui *ui);
/* Adds the items on top of the controls. */
void popup_layout(Ui *ui, const Scene *scene);
void popup_choose(Ui *ui, Scene *scene, const Control *item);
/* Every key belongs to an open menu. */
void popup_key(Ui *ui, Scene *scene, KeyPress key);
void popup_draw(const Ui *ui, const Scene *scene, DrawList *list);

#endif

/* What buttons, sliders, fields and menus do, and how they look. They write the scene's field itself, only
 * when used, and report it in ui->changed. */
#ifndef UI_WIDGET_H
#define UI_WIDGET_H

#include "ui/ui.h"

/* Sets a parameter through the table, draws new points where it asks for them, and marks the scene changed. */
void widget_set(Ui *ui, Scene *scene, int param, double value);

void widget_press(Ui *ui, Scene *scene, const Control *control, const Input *input);
void widget_drag(Ui *ui, Scene *scene, const Input *input);
/* `inside`: the pointer is still on the control that was pressed. */
void widget_release(Ui *ui, Scene *scene, bool inside);
/* Puts back the value a slider drag began with. */
void widget_restore(Ui *ui, Scene *scene);
/* A key for the control in focus; false if it means nothing to it. */
bool widget_key(Ui *ui, Scene *scene, const Control *control, KeyPress key);
/* Wheel ticks over a slider in focus. */
void widget_wheel(Ui *ui, Scene *scene, const Control *control, double ticks);

/* Opens the number field of a parameter, with its number selected or with what was typed. */
void widget_edit(Ui *ui, const Scene *scene, int param, const char *typed);
/* The same for one number of the scorer's parameters. */
void widget_edit_cell(Ui *ui, const Scene *scene, int cell, const char *typed);
/* Opens the field of a PARAM_TEXT. */
void widget_edit_text(Ui *ui, const Scene *scene, int param);
/* Takes the typed number or text; false and an error in the field if it is refused. */
bool widget_commit(Ui *ui, Scene *scene);

void widget_draw(const Ui *ui, const Scene *scene, const Control *control, DrawList *list);
/* The keyboard's focus ring around the control in focus. */
void widget_draw_focus(const Ui *ui, const Scene *scene, DrawList *list);
/* Value of a parameter as the sidebar shows it. */
void widget_value(const Scene *scene, int param, char text[NUM_TEXT]);

#endif

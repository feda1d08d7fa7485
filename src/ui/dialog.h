/* The open form: a panel over the dimmed lab that takes every key and every click. What a hand does arrives at the app
 * as COMMAND_DIALOG with ui->form.event. */
#ifndef UI_DIALOG_H
#define UI_DIALOG_H

#include "ui/ui.h"

/* Shows ui->form, with the focus on the row of this id (a text is opened, selected as a whole), or, as "row.label", on
 * one of its buttons. */
void dialog_open(Ui *ui, const char *focus);
void dialog_close(Ui *ui);
/* Replaces the text of a row, also in the open field. */
void dialog_set_text(Ui *ui, int row, const char *text);
/* Moves the focus, as Tab does. */
void dialog_tab(Ui *ui, int step);

/* Adds its controls on top of all others. */
void dialog_layout(Ui *ui, const Scene *scene);
/* What a label is called in the id of its control: "Copy as TSV" -> "copy-as-tsv". */
void dialog_name(const char *label, char *name, size_t room);
void dialog_pointer(Ui *ui, const Input *input);
void dialog_type(Ui *ui, const char *text);
void dialog_key(Ui *ui, KeyPress key);
void dialog_draw(const Ui *ui, const Scene *scene, DrawList *list);

#endif

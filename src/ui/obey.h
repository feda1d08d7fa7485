/* The commands that concern only scene and interface. */
#ifndef UI_OBEY_H
#define UI_OBEY_H

#include "ui/ui.h"

/* Runs ui->pending if it is one of them; otherwise it stays pending, for the app. */
void obey(Ui *ui, Scene *scene);

#endif

/* The lesson under the plot: title, text, question, task, and Back and Next. */
#ifndef UI_LESSONBAR_H
#define UI_LESSONBAR_H

#include "ui/ui.h"

/* The step on show; NULL outside lessons. */
const LessonStep *lessonbar_step(const Ui *ui);
/* Whether the step hides this section; not when the model is another than the step's. */
bool lessonbar_hides(const Ui *ui, const Scene *scene, const char *id);

/* Opens and scrolls the sidebar so that what the step points at can be seen. */
void lessonbar_reveal(Ui *ui, const Scene *scene);

/* Height that the step's text and buttons need at this width. */
float lessonbar_height(const Ui *ui, const Scene *scene, float width);
/* Adds the buttons; ui->panels.notes is its place. */
void lessonbar_layout(Ui *ui, const Scene *scene);
void lessonbar_draw(const Ui *ui, const Scene *scene, DrawList *list);
/* Frames around what the step points at. */
void lessonbar_draw_highlights(const Ui *ui, const Scene *scene, DrawList *list);
/* "Lesson 4 of 9 · title" and a dot for each lesson, from a baseline on; returns where it ends. */
float lessonbar_draw_title(const Ui *ui, const Scene *scene, DrawList *list, Vec2 at, float right, float size);

#endif

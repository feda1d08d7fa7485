/* The panels beside the plot. Each draws itself; strip, heatmap and inspector also say what is under the
 * pointer. */
#ifndef UI_PANELS_H
#define UI_PANELS_H

#include "ui/ui.h"

/* Everything that is not panel; the panels' own colour is that of the cleared picture. */
void backdrop_draw(const Ui *ui, const Scene *scene, DrawList *list);
/* A panel's border and round corners. */
void panel_draw(const Ui *ui, const Scene *scene, Rect panel, DrawList *list);

/* The weight strip: a stem alpha_i at each x_i, on the plot's x axis. */
void strip_draw(const Ui *ui, const Scene *scene, const Results *results, DrawList *list);
void strip_hover(Ui *ui, const Scene *scene, const Results *results, const Input *input);

/* The heatmap of attention weights: rows queries, columns keys sorted by x. */
void heatmap_draw(const Ui *ui, const Scene *scene, const Results *results, DrawList *list);
void heatmap_hover(Ui *ui, const Scene *scene, const Results *results, const Input *input);
/* Takes the query of the row under the pointer. */
void heatmap_drag(Ui *ui, Scene *scene, const Results *results, const Input *input);

/* The inspector: the current query's formula with its numbers. */
void inspector_draw(const Ui *ui, const Scene *scene, const Results *results, DrawList *list);
void inspector_hover(Ui *ui, const Scene *scene, const Results *results, const Input *input);

/* The notes under the plot: what to do and see with this model. */
/* Height that they need at this width. */
float notes_height(const Ui *ui, const Scene *scene, float width);
void notes_draw(const Ui *ui, const Scene *scene, DrawList *list);

/* All keys, from the tables that bind them. */
void help_draw(const Ui *ui, const Scene *scene, DrawList *list);

#endif

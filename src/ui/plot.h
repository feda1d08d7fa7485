/* The plot: true function, prediction, data points weighted by the current query, the query itself. */
#ifndef UI_PLOT_H
#define UI_PLOT_H

#include "ui/axes.h"
#include "ui/ui.h"

Axes plot_axes(const Ui *ui, const Scene *scene);
void plot_draw(const Ui *ui, const Scene *scene, const Results *results, DrawList *list);
/* Radius of key k in pixels: grows with the square root of its weight, so that area shows weight. */
float plot_radius(const Ui *ui, const Results *results, size_t key);

/* Hands on the plot. Hover: the nearest point within 10 px, or the query line. */
void plot_hover(Ui *ui, const Scene *scene, const Results *results, const Input *input);
void plot_press(Ui *ui, Scene *scene, const Results *results, const Input *input);
void plot_drag(Ui *ui, Scene *scene, const Input *input);
void plot_restore(Ui *ui, Scene *scene);
void plot_wheel(Ui *ui, Scene *scene, const Input *input);
void plot_menu(Ui *ui, Scene *scene, const Input *input);
/* Arrow keys: the chosen point, or the query. False if the key means nothing here. */
bool plot_key(Ui *ui, Scene *scene, KeyPress key);
/* Tab through the points in the order of x; false at either end. */
bool plot_tab(Ui *ui, const Results *results, int step);
void plot_delete(Ui *ui, Scene *scene);

#endif

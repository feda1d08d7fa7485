/* The picture is cleared to the panels' colour, and what shows between them is painted in strips, for most of a window
 * is panel: filling every panel once more would be a third of a frame's time. */
#include "ui/panels.h"

#include "ui/layout.h"

#include <math.h>

enum { PANELS = 7 };

/* Paints the parts of the band from y0 to y1 that no panel covers. */
static void fill_band(const Ui *ui, const Rect *panels, float y0, float y1, Color color, DrawList *list) {
    float x = 0, end = (float)ui->width;
    while (x < end) {
        float next = end, past = x;
        for (int i = 0; i < PANELS; i++) {
            bool crosses = panels[i].w > 0 && panels[i].y < y1 && rect_bottom(panels[i]) > y0;
            if (crosses && panels[i].x <= x && rect_right(panels[i]) > past)
                past = rect_right(panels[i]);
            else if (crosses && panels[i].x > x)
                next = fminf(next, panels[i].x);
        }
        if (past > x) {
            x = past;
            continue;
        }
        drawlist_rect(list, (Rect){x, y0, next - x, y1 - y0}, 0, color, 0, 0);
        x = next;
    }
}

void backdrop_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    const Panels *p = &ui->panels;
    const Rect panels[PANELS] = {p->top, p->sidebar, p->plot, p->strip, p->notes, p->heatmap, p->inspector};
    for (float y = 0, end = (float)ui->height; y < end;) {
        float next = end;
        for (int i = 0; i < PANELS; i++) {
            float edges[] = {panels[i].y, rect_bottom(panels[i])};
            for (int e = 0; e < 2 && panels[i].w > 0; e++)
                if (edges[e] > y)
                    next = fminf(next, edges[e]);
        }
        fill_band(ui, panels, y, next, ui_theme(scene)->background, list);
        y = next;
    }
}

void panel_draw(const Ui *ui, const Scene *scene, Rect panel, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    float r = layout_px(ui, 6), right = rect_right(panel) - r, bottom = rect_bottom(panel) - r;
    const Vec2 corners[] = {{panel.x, panel.y}, {right, panel.y}, {panel.x, bottom}, {right, bottom}};
    const Vec2 centres[] = {{panel.x + r, panel.y + r}, {right, panel.y + r}, {panel.x + r, bottom}, {right, bottom}};
    for (int i = 0; i < 4; i++) { /* what a round corner leaves of its square */
        drawlist_rect(list, (Rect){corners[i].x, corners[i].y, r, r}, 0, theme->background, 0, 0);
        drawlist_circle(list, centres[i], r, theme->panel, 0, 0);
    }
    drawlist_rect(list, panel, r, 0, theme->border, fmaxf(1, layout_px(ui, 1)));
}

/* The window's panels: sidebar | plot over strip over notes | heatmap over inspector, as in the design. */
#include "ui/layout.h"

#include "ui/dialog.h"
#include "ui/lessonbar.h"
#include "ui/offerbar.h"
#include "ui/panels.h"
#include "ui/popup.h"
#include "ui/sidebar.h"
#include "ui/topbar.h"

#include <math.h>

const char *const PICTURE_NAMES[PICTURE_COUNT] = {"all", "plot", "heatmap", "weights"};

float layout_px(const Ui *ui, float units) { return roundf(units * ui->scale); }

float layout_text(const Ui *ui, const Scene *scene, float units) {
    return roundf(units * ui->scale * ui_theme(scene)->text_scale * 2) / 2;
}

static Rect inside(Rect panel, float left, float top, float right, float bottom) {
    float w = panel.w - left - right, h = panel.h - top - bottom;
    if (panel.w <= 0 || w < 1 || h < 1)
        return (Rect){panel.x, panel.y, 0, 0};
    return (Rect){panel.x + left, panel.y + top, w, h};
}

/* Height of the heatmap's panel around a square of cells, kept below a share of what there is. */
static float heat_height(const Ui *ui, const Scene *scene, float width, float room) {
    float text = layout_text(ui, scene, 12), frame = roundf(5.9f * text) + layout_px(ui, 34);
    float side = width - roundf(2 * text) - layout_px(ui, 44);
    return roundf(fminf(side + frame, room * 0.62f));
}

void layout_areas(Ui *ui, const Scene *scene) {
    Panels *p = &ui->panels;
    float text = layout_text(ui, scene, 12), gap = layout_px(ui, 12);
    float left = roundf(2.6f * text) + gap;
    p->plot_area = inside(p->plot, left, roundf(2.2f * text) + gap / 2, layout_px(ui, 16), roundf(2 * text) + gap / 2);
    p->strip_area = inside(p->strip, left, roundf(1.9f * text) + gap / 2, layout_px(ui, 16), gap);
    float heat_left = roundf(1.6f * text) + gap, heat_below = roundf(3.9f * text) + gap * 1.5f;
    p->heat_area = inside(p->heatmap, heat_left, roundf(1.8f * text) + gap / 2, gap, heat_below);
    Rect heat = p->heat_area;
    p->bar_area = heat.w > 0 ? (Rect){heat.x, rect_bottom(heat) + roundf(1.9f * text), heat.w, layout_px(ui, 10)}
                             : (Rect){0, 0, 0, 0};
}

static void place_centre(Ui *ui, const Scene *scene, Rect column, float gap) {
    Panels *p = &ui->panels;
    p->plot = column;
    bool lesson = lessonbar_step(ui) != NULL;
    float wanted = lesson ? lessonbar_height(ui, scene, column.w) : notes_height(ui, scene, column.w);
    float notes = column.h > layout_px(ui, 380) || lesson ? fminf(wanted, column.h * (lesson ? 0.55f : 0.35f)) : 0;
    float strip = roundf(layout_px(ui, 96) + 2 * layout_text(ui, scene, 12));
    bool room = column.h - notes - strip > layout_px(ui, lesson ? 190 : 150);
    if (!scene->params.show_strip || !room)
        strip = 0;
    p->plot.h = column.h - (notes > 0 ? notes + gap : 0) - (strip > 0 ? strip + gap : 0);
    if (strip > 0)
        p->strip = (Rect){column.x, rect_bottom(p->plot) + gap, column.w, strip};
    if (notes > 0)
        p->notes = (Rect){column.x, rect_bottom(column) - notes, column.w, notes};
}

static void place_panels(Ui *ui, const Scene *scene) {
    Panels *p = &ui->panels;
    float w = (float)ui->width, h = (float)ui->height, gap = layout_px(ui, 12), margin = layout_px(ui, 14);
    if (!ui->presenting)
        p->top = (Rect){0, 0, w, layout_px(ui, 46)};
    p->offer = (Rect){0, p->top.h, w, offerbar_height(ui)};
    float top = p->top.h + p->offer.h;
    bool sidebar = ui->presenting ? ui->presents_sidebar : !ui->sidebar_hidden;
    float widest = fminf(layout_px(ui, ui->sidebar_width), roundf(w * 0.3f));
    if (sidebar)
        p->sidebar = (Rect){0, top, fmaxf(widest, layout_px(ui, 200)), fmaxf(h - top, 0)};
    Rect rest = {p->sidebar.w + margin, top + margin, w - p->sidebar.w - 2 * margin, h - top - 2 * margin};
    if (rest.w < layout_px(ui, 120) || rest.h < layout_px(ui, 100))
        return;
    float right = roundf(fminf(fmaxf(0.272f * w, layout_px(ui, 270)), rest.w * 0.42f));
    place_centre(ui, scene, (Rect){rest.x, rest.y, rest.w - right - gap, rest.h}, gap);
    p->heatmap = (Rect){rect_right(rest) - right, rest.y, right, heat_height(ui, scene, right, rest.h)};
    p->inspector = (Rect){p->heatmap.x, rect_bottom(p->heatmap) + gap, right, rest.h - p->heatmap.h - gap};
}

static void add_areas(Ui *ui) {
    static const char *const NAMES[] = {"plot", "weights", "heatmap", "inspector"}; /* no id of a parameter */
    const Rect areas[] = {ui->panels.plot, ui->panels.strip, ui->panels.heatmap, ui->panels.inspector};
    for (int i = 0; i < 4; i++)
        if (areas[i].w > 0)
            controls_add(&ui->controls, CONTROL_AREA, areas[i], NAMES[i]);
}

static void begin(Ui *ui, int width, int height, float scale) {
    ui->width = width;
    ui->height = height;
    ui->scale = scale;
    ui->panels = (Panels){0};
    ui->controls.count = 0;
}

void ui_layout(Ui *ui, const Scene *scene, int width, int height, float scale) {
    begin(ui, width, height, scale);
    place_panels(ui, scene);
    layout_areas(ui, scene);
    if (ui->panels.sidebar.w > 0)
        sidebar_layout(ui, scene);
    add_areas(ui);
    lessonbar_layout(ui, scene);
    if (ui->panels.top.h > 0)
        topbar_layout(ui, scene);
    offerbar_layout(ui, scene);
    ui->controls.popup = ui->controls.count;
    popup_layout(ui, scene);
    dialog_layout(ui, scene);
}

void ui_layout_picture(Ui *ui, const Scene *scene, Picture picture, int width, int height, float scale) {
    if (picture == PICTURE_ALL) {
        ui_layout(ui, scene, width, height, scale);
        return;
    }
    begin(ui, width, height, scale);
    Rect whole = {0, 0, (float)width, (float)height};
    if (picture == PICTURE_PLOT)
        ui->panels.plot = whole;
    if (picture == PICTURE_HEATMAP)
        ui->panels.heatmap = whole;
    if (picture == PICTURE_WEIGHTS)
        ui->panels.strip = whole;
    layout_areas(ui, scene);
    ui->controls.popup = ui->controls.modal = 0;
}

/* Two sentences for each model: what to do, and what to see. */
#include "ui/panels.h"

#include "ui/layout.h"
#include "ui/rich.h"

#include <math.h>

typedef struct Note {
    const char *title, *text;
} Note;

static const Note NOTES[MODEL_COUNT] = {
    [MODEL_AVERAGE] = {"{b Average pooling does not look at the} {q query}{b .}",
                       "Every {k key} gets the same weight 1/n, so the {o prediction} is the mean of the {v values} "
                       "wherever you ask. Choose Kernel to let the keys near the query count more."},
    [MODEL_KERNEL] = {"{b Drag the} {q orange query line}{b , then switch the kernel.}",
                      "Each {k key} is weighted by its distance to the {q query}, measured in bandwidths h. A smaller h "
                      "listens to fewer keys; where none is in reach of a compact kernel there is no {o prediction}."},
    [MODEL_PARAMETRIC] = {"{b Drag the} {q orange query line}{b , then move w.}",
                          "A larger w makes each query listen to fewer {k keys}: the heatmap tightens around its diagonal "
                          "and the {o prediction} follows individual {v values}. w = 0 is average pooling."},
};

void panel_draw(const Ui *ui, const Scene *scene, Rect panel, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    drawlist_rect(list, panel, layout_px(ui, 6), theme->panel, theme->border, layout_px(ui, 1) > 1 ? layout_px(ui, 1) : 1);
}

/* Draws, or with list NULL measures; returns the y below the text. */
static float write(const Ui *ui, const Scene *scene, Rect panel, DrawList *list) {
    const Note *note = &NOTES[scene->params.model];
    Color ink = ui_theme(scene)->text;
    float size = layout_text(ui, scene, 13), line = roundf(size * 1.6f), pad = layout_px(ui, 14);
    Rect area = {panel.x + pad, panel.y + layout_px(ui, 8), panel.w - 2 * pad, panel.h - layout_px(ui, 12)};
    float below = rich_block(ui, scene, list, area, size, line, ink, ui_tr(ui, scene, note->title));
    Rect rest = {area.x, below, area.w, rect_bottom(area) - below};
    return rich_block(ui, scene, list, rest, size, line, ink, ui_tr(ui, scene, note->text));
}

float notes_height(const Ui *ui, const Scene *scene, float width) {
    return ceilf(write(ui, scene, (Rect){0, 0, width, 10000}, NULL)) + layout_px(ui, 12);
}

void notes_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    if (ui->panels.notes.w <= 0) return;
    panel_draw(ui, scene, ui->panels.notes, list);
    write(ui, scene, ui->panels.notes, list);
}

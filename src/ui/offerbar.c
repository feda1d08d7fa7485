/* One line and two buttons; nothing waits for them. */
#include "ui/offerbar.h"

#include "ui/layout.h"
#include "ui/rich.h"
#include "ui/widget.h"

#include <math.h>

static const struct {
    const char *id;
    Command command;
} BUTTONS[] = {{"offer.discard", COMMAND_FORGET}, {"offer.restore", COMMAND_RESTORE}}; /* from the right */

float offerbar_height(const Ui *ui) { return ui->offer[0] && !ui->presenting ? layout_px(ui, 40) : 0; }

void offerbar_layout(Ui *ui, const Scene *scene) {
    Rect bar = ui->panels.offer;
    float x = rect_right(bar) - layout_px(ui, 14), h = layout_px(ui, 26), size = layout_px(ui, 13);
    for (int i = 0; i < 2 && bar.h > 0; i++) {
        const char *label = COMMANDS[BUTTONS[i].command].label;
        float w = ceilf(ui->metrics.width(ui->metrics.owner, ui_tr(ui, scene, label), FONT_REGULAR, size));
        w += layout_px(ui, 24);
        x -= w;
        Rect r = {x, bar.y + roundf((bar.h - h) / 2), w, h};
        Control *control = controls_add(&ui->controls, CONTROL_BUTTON, r, BUTTONS[i].id);
        control->label = label;
        control->command = BUTTONS[i].command;
        control->primary = i == 1;
        x -= layout_px(ui, 8);
    }
}

void offerbar_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Rect bar = ui->panels.offer;
    float size = layout_px(ui, 13);
    if (bar.h <= 0)
        return;
    drawlist_rect(list, bar, 0, theme->control_hot, 0, 0);
    drawlist_rect(list, (Rect){bar.x, rect_bottom(bar) - 1, bar.w, 1}, 0, theme->border, 0, 0);
    const Control *last = controls_find(&ui->controls, "offer.restore");
    float right = last ? last->rect.x : rect_right(bar);
    Vec2 at = {bar.x + layout_px(ui, 16), text_baseline(bar.y + bar.h / 2, size)};
    char text[300];
    ui_fill(text, sizeof text, ui_tr(ui, scene, "The last window ended without saving (%1). Its work is still here."),
            ui->offer, NULL);
    rich_line(ui, scene, list, at, right - layout_px(ui, 12), size, theme->text, text);
    for (int i = 0; i < 2; i++) {
        const Control *control = controls_find(&ui->controls, BUTTONS[i].id);
        if (control)
            widget_draw(ui, scene, control, list);
    }
}

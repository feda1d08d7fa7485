/* A menu drops below its anchor, or opens upwards where there is no room. */
#include "ui/popup.h"

#include "ui/layout.h"
#include "ui/widget.h"

#include <math.h>
#include <stdio.h>

static const Command PLACE_COMMANDS[] = {COMMAND_ADD, COMMAND_QUERY_HERE, COMMAND_FIT};
static const Command POINT_COMMANDS[] = {COMMAND_DELETE, COMMAND_MUTE, COMMAND_QUERY_HERE, COMMAND_FIT};
enum { PLACE_COUNT = 3, POINT_COUNT = 4 };

static int item_count(const Popup *popup) {
    if (popup->param < 0)
        return popup->point >= 0 ? POINT_COUNT : PLACE_COUNT;
    int n = PARAMS[popup->param].choices;
    return popup->param == PARAM_DATA ? n - 1 : n; /* own data comes from a file */
}

void popup_open_choices(Ui *ui, const Scene *scene, int param, Rect anchor) {
    ui->popup = (Popup){.open = true, .param = param, .anchor = anchor, .point = -1};
    int current = (int)param_value(scene, param);
    ui->popup.current = current < item_count(&ui->popup) ? current : -1;
}

void popup_open_place(Ui *ui, long point, double x, double y, double pointer_x, double pointer_y) {
    Rect anchor = {(float)pointer_x, (float)pointer_y, layout_px(ui, 180), 0};
    ui->popup = (Popup){.open = true, .param = -1, .anchor = anchor, .current = -1, .point = point, .x = x, .y = y};
}

void popup_close(Ui *ui) { ui->popup.open = false; }

void popup_layout(Ui *ui, const Scene *scene) {
    const Popup *popup = &ui->popup;
    if (!popup->open)
        return;
    int n = item_count(popup);
    float height = layout_px(ui, 28), x = popup->anchor.x, y = rect_bottom(popup->anchor) + layout_px(ui, 3);
    if (y + height * (float)n > (float)ui->height)
        y = fmaxf(0, popup->anchor.y - height * (float)n);
    x = fmaxf(0, fminf(x, (float)ui->width - popup->anchor.w));
    for (int i = 0; i < n; i++) {
        Rect r = {x, y + height * (float)i, popup->anchor.w, height};
        bool choice = popup->param >= 0;
        Command command = choice ? COMMAND_NONE : popup->point >= 0 ? POINT_COMMANDS[i] : PLACE_COMMANDS[i];
        char number[8];
        snprintf(number, sizeof number, "%d", (int)command);
        const char *part = choice ? PARAMS[popup->param].choice_id(i) : number;
        Control *item =
            controls_add_part(&ui->controls, CONTROL_ITEM, r, choice ? PARAMS[popup->param].id : "place", part);
        item->label = choice ? PARAMS[popup->param].choice_label(i) : COMMANDS[command].label;
        item->param = popup->param;
        item->choice = i;
        item->command = command;
        item->chosen = choice && param_value(scene, popup->param) == i;
    }
}

void popup_choose(Ui *ui, Scene *scene, const Control *item) {
    popup_close(ui);
    if (item->param >= 0)
        widget_set(ui, scene, item->param, item->choice);
    else
        ui->pending = (Command)item->command;
}

void popup_key(Ui *ui, Scene *scene, KeyPress key) {
    Popup *popup = &ui->popup;
    int n = item_count(popup);
    if (key.key == KEY_ESCAPE || key.key == KEY_TAB)
        popup_close(ui);
    if (key.key == KEY_DOWN)
        popup->current = (popup->current + 1) % n;
    if (key.key == KEY_UP)
        popup->current = (popup->current + n - 1 + (popup->current < 0)) % n;
    bool choose = key.key == KEY_ENTER || key.key == KEY_SPACE;
    if (!choose || popup->current < 0 || popup->current >= n)
        return;
    size_t at = ui->controls.popup + (size_t)popup->current;
    if (at >= ui->controls.count)
        return;
    Control item = ui->controls.items[at];
    popup_choose(ui, scene, &item);
}

void popup_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    const Controls *controls = &ui->controls;
    if (!ui->popup.open || controls->popup >= controls->count)
        return;
    const Theme *theme = ui_theme(scene);
    Rect first = controls->items[controls->popup].rect, last = controls->items[controls->count - 1].rect;
    Rect box = rect_inset((Rect){first.x, first.y, first.w, rect_bottom(last) - first.y}, -layout_px(ui, 3));
    for (int i = 3; i > 0; i--) /* a soft shadow */
        drawlist_rect(list, rect_inset(box, (float)-i * ui->scale), layout_px(ui, 6) + (float)i * ui->scale, 0x00000012,
                      0, 0);
    drawlist_rect(list, box, layout_px(ui, 6), theme->panel, theme->border, fmaxf(1, roundf(ui->scale)));
    for (size_t i = controls->popup; i < controls->count; i++)
        widget_draw(ui, scene, &controls->items[i], list);
}

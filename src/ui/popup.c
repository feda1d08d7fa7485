/* A menu drops below its anchor, or opens upwards where there is no room. */
#include "ui/popup.h"

#include "ui/layout.h"
#include "ui/widget.h"

#include <math.h>
#include <stdio.h>

static const Command PLACE_COMMANDS[] = {COMMAND_ADD, COMMAND_QUERY_HERE, COMMAND_FIT};
static const Command POINT_COMMANDS[] = {COMMAND_DELETE, COMMAND_MUTE, COMMAND_QUERY_HERE, COMMAND_FIT};
enum { PLACE_COUNT = 3, POINT_COUNT = 4 };

static int item_count(const Ui *ui) {
    const Popup *popup = &ui->popup;
    if (popup->lessons)
        return (int)ui->lesson.count + 1;
    if (popup->param < 0)
        return popup->point >= 0 ? POINT_COUNT : PLACE_COUNT;
    int n = PARAMS[popup->param].choices;
    return popup->param == PARAM_DATA ? n - 1 : n; /* own data comes from a file */
}

void popup_open_choices(Ui *ui, const Scene *scene, int param, Rect anchor) {
    ui->popup = (Popup){.open = true, .param = param, .anchor = anchor, .point = -1};
    int current = (int)param_value(scene, param);
    ui->popup.current = current < item_count(ui) ? current : -1;
}

void popup_open_place(Ui *ui, long point, double x, double y, double pointer_x, double pointer_y) {
    Rect anchor = {(float)pointer_x, (float)pointer_y, layout_px(ui, 180), 0};
    ui->popup = (Popup){.open = true, .param = -1, .anchor = anchor, .current = -1, .point = point, .x = x, .y = y};
}

void popup_open_lessons(Ui *ui, Rect anchor) {
    anchor.w = fmaxf(anchor.w, layout_px(ui, 300));
    ui->popup = (Popup){.open = true, .lessons = true, .param = -1, .anchor = anchor, .current = -1, .point = -1};
}

void popup_close(Ui *ui) { ui->popup.open = false; }

static void add_choice(Ui *ui, const Scene *scene, int i, Rect r) {
    const Param *param = &PARAMS[ui->popup.param];
    Control *item = controls_add_part(&ui->controls, CONTROL_ITEM, r, param->id, param->choice_id(i));
    item->label = param->choice_label(i);
    item->param = ui->popup.param;
    item->choice = i;
    item->chosen = param_value(scene, ui->popup.param) == i;
}

/* The first entry leaves the lesson, the others open one. */
static void add_lesson(Ui *ui, const Scene *scene, int i, Rect r) {
    const Lesson *lesson = i > 0 ? ui->lesson.all[i - 1] : NULL;
    Control *item = controls_add_part(&ui->controls, CONTROL_ITEM, r, "lesson", lesson ? lesson->id : "none");
    item->label = lesson ? lesson_text(&lesson->title, scene->settings.language) : "Explore freely";
    item->number = lesson ? lesson->number : 0;
    item->command = COMMAND_LESSON;
    item->choice = i;
    item->chosen = ui->lesson.index == i - 1;
}

static void add_command(Ui *ui, int i, Rect r) {
    char number[8];
    Command command = ui->popup.point >= 0 ? POINT_COMMANDS[i] : PLACE_COMMANDS[i];
    snprintf(number, sizeof number, "%d", (int)command);
    Control *item = controls_add_part(&ui->controls, CONTROL_ITEM, r, "place", number);
    item->label = COMMANDS[command].label;
    item->command = command;
    item->choice = i;
}

static void add_item(Ui *ui, const Scene *scene, int i, Rect r) {
    if (ui->popup.lessons)
        add_lesson(ui, scene, i, r);
    else if (ui->popup.param >= 0)
        add_choice(ui, scene, i, r);
    else
        add_command(ui, i, r);
}

void popup_layout(Ui *ui, const Scene *scene) {
    const Popup *popup = &ui->popup;
    if (!popup->open)
        return;
    int n = item_count(ui);
    float height = layout_px(ui, 28), x = popup->anchor.x, y = rect_bottom(popup->anchor) + layout_px(ui, 3);
    if (y + height * (float)n > (float)ui->height)
        y = fmaxf(0, popup->anchor.y - height * (float)n);
    x = fmaxf(0, fminf(x, (float)ui->width - popup->anchor.w));
    for (int i = 0; i < n; i++)
        add_item(ui, scene, i, (Rect){x, y + height * (float)i, popup->anchor.w, height});
}

void popup_choose(Ui *ui, Scene *scene, const Control *item) {
    popup_close(ui);
    ui->popup.current = item->choice;
    if (item->param >= 0)
        widget_set(ui, scene, item->param, item->choice);
    else
        ui->pending = (Command)item->command;
}

void popup_key(Ui *ui, Scene *scene, KeyPress key) {
    Popup *popup = &ui->popup;
    int n = item_count(ui);
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

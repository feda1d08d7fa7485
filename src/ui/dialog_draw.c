/* The look of the open form; its controls draw themselves, but for notes and the list. */
#include "ui/dialog.h"

#include "ui/layout.h"
#include "ui/rich.h"
#include "ui/widget.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 7 };

static float width_of(const Ui *ui, const char *text, float size) {
    return ui->metrics.width(ui->metrics.owner, text, FONT_REGULAR, size);
}

/* The text, or its beginning and "…" where it is wider than that. */
static void cut_text(const Ui *ui, DrawList *list, Vec2 at, float room, float size, Color color, const char *text) {
    char part[FIELD_TEXT];
    snprintf(part, sizeof part, "%s", text);
    size_t length = strlen(part);
    while (length > 0 && width_of(ui, part, size) > room) {
        do
            length--;
        while (length > 0 && ((unsigned char)part[length] & 0xc0) == 0x80);
        if (length + 4 > sizeof part)
            continue;
        memcpy(part + length, "…", sizeof "…");
    }
    if (room > size)
        drawlist_text(list, at, ALIGN_LEFT, FONT_REGULAR, size, color, part);
}

static int columns_of(const Form *form) {
    int most = 1;
    for (size_t i = 0; i < form->items && i < 50; i++) {
        int count = 1;
        for (const char *c = form->item[i]; *c; c++)
            count += *c == '\t';
        most = count > most ? count : most;
    }
    return most < COLUMNS ? most : COLUMNS;
}

static void draw_item(const Ui *ui, const Scene *scene, const Control *control, int columns, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    const char *text = ui->form.item[control->choice];
    float size = layout_px(ui, 13), pad = layout_px(ui, 8);
    bool hot = strcmp(ui->hot, control->id) == 0 && !control->off;
    if (control->chosen || hot)
        drawlist_rect(list, control->rect, layout_px(ui, 4), control->chosen ? theme->control_on : theme->control_hot,
                      0, 0);
    float x = control->rect.x + pad, w = (control->rect.w - pad) / (float)columns;
    float base = roundf(text_baseline(control->rect.y + control->rect.h / 2, size));
    for (int c = 0; c < columns && text; c++) {
        char cell[FIELD_TEXT];
        size_t length = strcspn(text, "\t");
        const char *more = text[length] && c + 1 == COLUMNS ? " …" : ""; /* columns that have no room */
        snprintf(cell, sizeof cell, "%.*s%s", (int)(length < sizeof cell - 8 ? length : sizeof cell - 8), text, more);
        cut_text(ui, list, (Vec2){x + w * (float)c, base}, w - pad, size,
                 control->chosen ? theme->on_text : theme->text, cell);
        text = text[length] ? text + length + 1 : NULL;
    }
}

static void draw_list(const Ui *ui, const Scene *scene, const Control *control, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    const Form *form = &ui->form;
    Rect r = control->rect;
    float hair = fmaxf(1, roundf(ui->scale));
    drawlist_rect(list, rect_inset(r, -hair), layout_px(ui, 5), theme->control, theme->border, hair);
    if (form->items <= (size_t)form->list_lines)
        return;
    float w = layout_px(ui, 4), h = r.h * (float)form->list_lines / (float)form->items;
    h = fmaxf(h, layout_px(ui, 16));
    float way = (float)form->scroll / (float)(form->items - (size_t)form->list_lines);
    drawlist_rect(list, (Rect){rect_right(r) - w - 2 * hair, r.y + (r.h - h) * way, w, h}, w / 2, theme->axis, 0, 0);
}

static void draw_note(const Ui *ui, const Scene *scene, const Control *control, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    const FormRow *row = &ui->form.row[control->number];
    const char *text = row->plain ? row->text : ui_tr(ui, scene, row->text);
    float size = layout_px(ui, 13);
    Rect area = control->rect;
    area.h += layout_px(ui, 4);
    rich_block(ui, scene, list, area, size, layout_px(ui, 18), row->warning ? theme->warning : theme->dim, text);
}

static void draw_panel(const Ui *ui, const Scene *scene, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Rect box = ui->form.panel;
    drawlist_rect(list, (Rect){0, 0, (float)ui->width, (float)ui->height}, 0, 0x00000080, 0, 0);
    for (int i = 4; i > 0; i--) /* a soft shadow */
        drawlist_rect(list, rect_inset(box, (float)-2 * (float)i * ui->scale),
                      layout_px(ui, 8) + 2 * (float)i * ui->scale, 0x00000018, 0, 0);
    drawlist_rect(list, box, layout_px(ui, 8), theme->panel, theme->border, fmaxf(1, roundf(ui->scale)));
    float size = layout_px(ui, 16);
    Vec2 head = {box.x + layout_px(ui, 20), box.y + layout_px(ui, 20) + size};
    drawlist_text(list, head, ALIGN_LEFT, FONT_BOLD, size, theme->text, ui_tr(ui, scene, ui->form.title));
}

void dialog_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    const Form *form = &ui->form;
    if (!form->open)
        return;
    draw_panel(ui, scene, list);
    int columns = columns_of(form);
    for (size_t i = ui->controls.modal; i < ui->controls.count; i++) {
        const Control *control = &ui->controls.items[i];
        if (control->kind == CONTROL_NOTE)
            draw_note(ui, scene, control, list);
        else if (control->kind == CONTROL_LIST)
            draw_list(ui, scene, control, list);
        else if (control->kind == CONTROL_ROW)
            draw_item(ui, scene, control, columns, list);
        else
            widget_draw(ui, scene, control, list);
    }
    drawlist_unclip(list);
    if (!ui->field.open)
        widget_draw_focus(ui, scene, list);
}

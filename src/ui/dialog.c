/* Opening a form, and hands on it. */
#include "ui/dialog.h"

#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- opening ---- */

static void send(Ui *ui, FormEventKind kind, int row, int choice) {
    ui->form.event = (FormEvent){kind, row, choice};
    ui->pending = COMMAND_DIALOG;
}

static void edit(Ui *ui, int row, bool select) {
    field_open(&ui->field, -1, ui->form.row[row].text, select);
    ui->field.wide = true;
    ui->field.row = row;
}

/* The focus is here; a text under it is open. */
static void set_focus(Ui *ui, const char *id, int row) {
    snprintf(ui->focus, sizeof ui->focus, "%s", id);
    bool text = row >= 0 && ui->form.row[row].kind == FORM_TEXT && !ui->form.row[row].off;
    if (!text)
        ui->field.open = false;
    else if (!ui->field.open || ui->field.row != row)
        edit(ui, row, true);
}

void dialog_open(Ui *ui, const char *focus) {
    char id[CONTROL_ID];
    ui_reset_hands(ui);
    ui->drag.kind = DRAG_NONE;
    ui->help = false;
    if (!ui->form.open && strncmp(ui->focus, "dialog.", 7) != 0)
        snprintf(ui->form.focus_before, sizeof ui->form.focus_before, "%s", ui->focus);
    ui->form.open = true;
    ui->field.open = false;
    snprintf(id, sizeof id, "dialog.%s", focus);
    set_focus(ui, id, form_index(&ui->form, focus));
    ui->focus_ring = true;
}

void dialog_close(Ui *ui) {
    ui->form.open = ui->field.open = false;
    snprintf(ui->focus, sizeof ui->focus, "%s", ui->form.focus_before);
    ui->focus_ring = false;
}

void dialog_set_text(Ui *ui, int row, const char *text) {
    snprintf(ui->form.row[row].text, FIELD_TEXT, "%s", text);
    if (ui->field.open && ui->field.row == row)
        field_set(&ui->field, text);
}

void dialog_tab(Ui *ui, int step) {
    const Control *next = controls_tab(&ui->controls, ui->focus, step);
    ui->focus_ring = true;
    if (next)
        set_focus(ui, next->id, next->number);
}

/* ---- hands ---- */

static int list_row(const Form *form) {
    for (int i = 0; i < form->rows; i++)
        if (form->row[i].kind == FORM_LIST && !form->row[i].hidden)
            return i;
    return -1;
}

static void reveal(Form *form, int item) {
    if (item < 0)
        return;
    if ((size_t)item < form->scroll)
        form->scroll = (size_t)item;
    if (item >= (int)form->scroll + form->list_lines)
        form->scroll = (size_t)(item - form->list_lines + 1);
}

static bool move_item(Ui *ui, int by) {
    Form *form = &ui->form;
    int row = list_row(form);
    if (row < 0 || form->items == 0 || form->row[row].off)
        return false;
    int last = (int)form->items - 1, at = form->row[row].chosen + by;
    at = form->row[row].chosen < 0 ? (by > 0 ? 0 : last) : at < 0 ? 0 : at > last ? last : at;
    form->row[row].chosen = at;
    reveal(form, at);
    send(ui, FORM_CHOSEN, row, at);
    return true;
}

static void choose(Ui *ui, int row, int choice) {
    if (ui->form.row[row].chosen == choice)
        return;
    ui->form.row[row].chosen = choice;
    send(ui, FORM_CHOSEN, row, choice);
}

static void activate(Ui *ui, const Control *control) {
    int row = control->number;
    if (control->off)
        return;
    if (control->kind == CONTROL_BUTTON)
        send(ui, FORM_PRESSED, row, control->choice);
    else if (control->kind == CONTROL_SWITCH)
        choose(ui, row, !ui->form.row[row].chosen);
    else if (control->kind == CONTROL_CHOICE)
        choose(ui, row, control->choice);
}

/* The character nearest to the pointer. */
static void place_cursor(Ui *ui, const Control *control, double x) {
    const float size = layout_px(ui, 13), left = control->rect.x + layout_px(ui, 8);
    const char *text = ui->field.text;
    int best = 0;
    float nearest = INFINITY;
    char part[FIELD_TEXT];
    for (int at = 0; at <= ui->field.length; at++) {
        if (((unsigned char)text[at] & 0xc0) == 0x80)
            continue;
        snprintf(part, sizeof part, "%.*s", at, text);
        float off = fabsf(left + ui->metrics.width(ui->metrics.owner, part, FONT_REGULAR, size) - (float)x);
        if (off < nearest)
            nearest = off, best = at;
    }
    field_place(&ui->field, best);
}

static void press(Ui *ui, const Control *control, const Input *input) {
    int row = control->number;
    ui->focus_ring = false;
    if (control->off)
        return;
    if (control->kind == CONTROL_TEXT) {
        bool again = ui->field.open && ui->field.row == row;
        set_focus(ui, control->id, row);
        if (again)
            place_cursor(ui, control, input->mouse_x);
    } else if (control->kind == CONTROL_ROW) {
        bool twice = input->clicks == 2;
        ui->form.row[row].chosen = control->choice;
        send(ui, twice ? FORM_OPENED : FORM_CHOSEN, row, control->choice);
    } else if (control->kind != CONTROL_LIST) {
        set_focus(ui, control->id, row);
        ui->drag = (Drag){.kind = DRAG_PRESS};
        snprintf(ui->drag.id, sizeof ui->drag.id, "%s", control->id);
    }
}

void dialog_pointer(Ui *ui, const Input *input) {
    const Control *control = input->mouse_inside ? controls_at(&ui->controls, input->mouse_x, input->mouse_y) : NULL;
    snprintf(ui->hot, sizeof ui->hot, "%s", control ? control->id : "");
    ui->pointer_x = input->mouse_x;
    ui->pointer_y = input->mouse_y;
    if (input->pressed & BUTTON_LEFT && control)
        press(ui, control, input);
    bool let_go = input->released & BUTTON_LEFT || input->focus_lost || !(input->down & BUTTON_LEFT);
    if (ui->drag.kind != DRAG_NONE && let_go && !(input->pressed & BUTTON_LEFT)) {
        bool inside = control && strcmp(control->id, ui->drag.id) == 0 && !input->focus_lost;
        ui->drag.kind = DRAG_NONE;
        if (inside)
            activate(ui, control);
    }
    if (input->wheel_y != 0 && rect_has(ui->form.list, input->mouse_x, input->mouse_y)) {
        double to = (double)ui->form.scroll - round(3 * input->wheel_y);
        ui->form.scroll = to > 0 ? (size_t)to : 0; /* the layout knows the end */
    }
}

static void take_text(Ui *ui) {
    snprintf(ui->form.row[ui->field.row].text, FIELD_TEXT, "%s", ui->field.text);
    send(ui, FORM_CHANGED, ui->field.row, 0);
}

void dialog_type(Ui *ui, const char *text) {
    if (!ui->field.open || ui->field.row < 0)
        return;
    field_type(&ui->field, text);
    take_text(ui);
}

static void enter(Ui *ui, const Control *focus, KeyPress key) {
    if (key.repeat)
        return; /* one Enter, one answer */
    if (focus && focus->kind == CONTROL_BUTTON)
        activate(ui, focus);
    else
        send(ui, FORM_ACCEPTED, focus ? focus->number : -1, 0);
}

static bool field_keys(Ui *ui, KeyPress key) {
    static const struct {
        uint32_t key;
        Command command;
    } CLIPBOARD[] = {{'v', COMMAND_PASTE}, {'c', COMMAND_COPY}, {'x', COMMAND_CUT}};
    if (!ui->field.open)
        return false;
    for (int i = 0; i < 3; i++)
        if (key.mods == MOD_CTRL && key.key == CLIPBOARD[i].key) {
            ui->pending = CLIPBOARD[i].command;
            return true;
        }
    if (field_key(&ui->field, key) && strcmp(ui->field.text, ui->form.row[ui->field.row].text) != 0)
        take_text(ui);
    return true;
}

static void move_choice(Ui *ui, const Control *focus, int by) {
    const FormRow *row = &ui->form.row[focus->number];
    char name[30], id[CONTROL_ID];
    int choice = (row->chosen + by + row->labels) % row->labels;
    dialog_name(row->label[choice], name, sizeof name);
    snprintf(id, sizeof id, "dialog.%.15s.%.15s", row->id, name);
    choose(ui, focus->number, choice);
    snprintf(ui->focus, sizeof ui->focus, "%s", id);
}

void dialog_key(Ui *ui, KeyPress key) {
    const Control *focus = controls_find(&ui->controls, ui->focus);
    bool completes = ui->field.open && ui->form.row[ui->field.row].completes;
    bool across = key.key == KEY_LEFT || key.key == KEY_RIGHT;
    ui->focus_ring = true;
    if (key.key == KEY_ESCAPE)
        send(ui, FORM_CANCELLED, -1, 0);
    else if (key.key == KEY_ENTER)
        enter(ui, focus, key);
    else if (key.key == KEY_TAB && completes && !(key.mods & MOD_SHIFT))
        send(ui, FORM_COMPLETED, ui->field.row, 0);
    else if (key.key == KEY_TAB)
        dialog_tab(ui, key.mods & MOD_SHIFT ? -1 : 1);
    else if ((key.key == KEY_UP || key.key == KEY_DOWN) && move_item(ui, key.key == KEY_UP ? -1 : 1))
        return;
    else if ((key.key == KEY_PAGE_UP || key.key == KEY_PAGE_DOWN) &&
             move_item(ui, (key.key == KEY_PAGE_UP ? -1 : 1) * ui->form.list_lines))
        return;
    else if (field_keys(ui, key))
        return;
    else if (focus && focus->kind == CONTROL_CHOICE && across)
        move_choice(ui, focus, key.key == KEY_LEFT ? -1 : 1);
    else if (focus && focus->kind == CONTROL_BUTTON && across)
        dialog_tab(ui, key.key == KEY_LEFT ? -1 : 1);
    else if (focus && key.key == KEY_SPACE)
        activate(ui, focus);
}

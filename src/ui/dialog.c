/* Layout and hands of the open form. Rows go down their column; where the panel would be higher than the window, its
 * list and picture give way. */
#include "ui/dialog.h"

#include "ui/layout.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROW = 28, LINE = 24, NOTE_LINE = 18, GAP = 8, CAPTION = 96, MARGIN = 20, TITLE = 30, COLUMN_GAP = 20 };

/* Height in units, of a row that has as many lines. */
static float units_of(const FormRow *row, int lines) {
    static const int LINES[] = {[FORM_NOTE] = NOTE_LINE, [FORM_LIST] = LINE, [FORM_PICTURE] = LINE};
    bool lined = row->kind == FORM_NOTE || row->kind == FORM_LIST || row->kind == FORM_PICTURE;
    return lined ? (float)(lines * LINES[row->kind]) : ROW;
}

/* Height of all rows, in units: the columns side by side, then what is below both. */
static float content(const Form *form, const int lines[FORM_ROWS]) {
    float height[3] = {0, 0, 0};
    for (int i = 0; i < form->rows; i++)
        if (!form->row[i].hidden)
            height[form->row[i].place] += units_of(&form->row[i], lines[i]) + GAP;
    return fmaxf(height[FORM_LEFT], height[FORM_RIGHT]) + height[FORM_WIDE] - GAP;
}

/* Takes lines from the list and the picture until the rows fit. */
static void fit_lines(const Form *form, float room, int lines[FORM_ROWS]) {
    for (int i = 0; i < form->rows; i++)
        lines[i] = form->row[i].lines;
    for (int i = 0; i < form->rows; i++) {
        FormKind kind = form->row[i].kind;
        bool gives = !form->row[i].hidden && (kind == FORM_LIST || kind == FORM_PICTURE);
        while (gives && lines[i] > 3 && content(form, lines) > room)
            lines[i]--;
    }
}

/* "Copy as TSV" -> "copy-as-tsv" */
static void name_of(const char *label, char *name, size_t room) {
    size_t used = 0;
    for (; *label && used + 1 < room; label++) {
        char c = *label >= 'A' && *label <= 'Z' ? (char)(*label - 'A' + 'a') : *label;
        bool keep = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (keep || (used > 0 && name[used - 1] != '-'))
            name[used++] = keep ? c : '-';
    }
    while (used > 0 && name[used - 1] == '-')
        used--;
    name[used] = '\0';
}

static Control *add(Ui *ui, int row, ControlKind kind, Rect rect, const char *part) {
    char id[CONTROL_ID];
    const FormRow *r = &ui->form.row[row];
    const char *name = r->kind == FORM_BUTTONS ? part : r->id, *more = r->kind == FORM_BUTTONS ? "" : part;
    snprintf(id, sizeof id, "dialog.%.15s%s%.15s", name, *more ? "." : "", more);
    Control *control = controls_add(&ui->controls, kind, rect, id);
    control->number = row;
    control->clip = ui->form.panel;
    control->off = r->off;
    return control;
}

static void add_labels(Ui *ui, int row, Rect r) {
    const FormRow *form_row = &ui->form.row[row];
    bool buttons = form_row->kind == FORM_BUTTONS;
    float gap = buttons ? layout_px(ui, GAP) : 0, n = (float)form_row->labels;
    float w = (r.w - gap * (n - 1)) / n;
    for (int i = 0; i < form_row->labels; i++) {
        char name[30];
        name_of(form_row->label[i], name, sizeof name);
        float x = r.x + (float)i * (w + gap), right = r.x + (float)i * (w + gap) + w;
        Rect one = {roundf(x), r.y, roundf(right) - roundf(x), r.h};
        Control *control = add(ui, row, buttons ? CONTROL_BUTTON : CONTROL_CHOICE, one, name);
        control->label = form_row->label[i];
        control->choice = i;
        control->chosen = !buttons && form_row->chosen == i;
        control->primary = buttons && form_row->chosen == i;
        if (i == 0 && form_row->caption) {
            control->caption = form_row->caption;
            control->captioned = layout_px(ui, CAPTION);
        }
    }
}

static void add_items(Ui *ui, int row, Rect r, int lines) {
    Form *form = &ui->form;
    size_t most = form->items > (size_t)lines ? form->items - (size_t)lines : 0;
    form->scroll = form->scroll < most ? form->scroll : most;
    form->list = r;
    form->list_lines = lines;
    add(ui, row, CONTROL_LIST, r, "");
    float h = r.h / (float)lines;
    for (int i = 0; i < lines && form->scroll + (size_t)i < form->items; i++) {
        char part[24];
        snprintf(part, sizeof part, "%d", i);
        Control *control = add(ui, row, CONTROL_ROW, (Rect){r.x, r.y + h * (float)i, r.w, h}, part);
        control->choice = (int)form->scroll + i;
        control->chosen = form->row[row].chosen == control->choice;
    }
}

static void place_row(Ui *ui, int row, Rect r, int lines) {
    const FormRow *form_row = &ui->form.row[row];
    float left = form_row->caption && form_row->kind != FORM_SWITCH ? layout_px(ui, CAPTION) : 0;
    Rect beside = {r.x + left, r.y, r.w - left, r.h};
    switch (form_row->kind) {
    case FORM_TEXT: {
        Control *control = add(ui, row, CONTROL_TEXT, beside, "");
        control->caption = form_row->caption;
        control->captioned = left;
        break;
    }
    case FORM_SWITCH: {
        Control *control = add(ui, row, CONTROL_SWITCH, r, "");
        control->label = form_row->caption;
        control->chosen = form_row->chosen != 0;
        break;
    }
    case FORM_CHOICES:
    case FORM_BUTTONS:
        add_labels(ui, row, beside);
        break;
    case FORM_LIST:
        add_items(ui, row, r, lines);
        break;
    case FORM_PICTURE:
        ui->form.picture = r;
        break;
    default: {
        Control *note = add(ui, row, CONTROL_NOTE, r, "");
        note->off = true;
        break;
    }
    }
}

static void place_rows(Ui *ui, Rect inside, const int lines[FORM_ROWS]) {
    Form *form = &ui->form;
    float left = form->left > 0 ? layout_px(ui, form->left) : inside.w, gap = layout_px(ui, GAP);
    float right = left + layout_px(ui, COLUMN_GAP), y[3] = {inside.y, inside.y, 0};
    for (int place = FORM_LEFT; place <= FORM_WIDE; place++) {
        if (place == FORM_WIDE)
            y[FORM_WIDE] = fmaxf(y[FORM_LEFT], y[FORM_RIGHT]);
        for (int i = 0; i < form->rows; i++) {
            const FormRow *row = &form->row[i];
            if (row->hidden || (int)row->place != place)
                continue;
            Rect r = {inside.x, y[place], place == FORM_LEFT ? left : inside.w, 0};
            if (place == FORM_RIGHT)
                r.x += right, r.w -= right;
            r.h = layout_px(ui, units_of(row, lines[i]));
            place_row(ui, i, r, lines[i]);
            y[place] += r.h + gap;
        }
    }
}

void dialog_layout(Ui *ui, const Scene *scene) {
    (void)scene;
    Form *form = &ui->form;
    ui->controls.modal = 0;
    if (!form->open)
        return;
    int lines[FORM_ROWS];
    float margin = layout_px(ui, MARGIN), title = layout_px(ui, TITLE);
    float room = ((float)ui->height - 2 * margin - title) / ui->scale - MARGIN;
    fit_lines(form, room, lines);
    float w = fminf(layout_px(ui, form->width), (float)ui->width - margin);
    float height = layout_px(ui, content(form, lines)) + 2 * margin + title;
    Rect panel = {roundf(((float)ui->width - w) / 2), roundf(fmaxf(((float)ui->height - height) / 2, 0)), w, height};
    form->panel = panel;
    form->picture = form->list = (Rect){0, 0, 0, 0};
    ui->controls.modal = ui->controls.count;
    place_rows(ui,
               (Rect){panel.x + margin, panel.y + margin + title, panel.w - 2 * margin, panel.h - 2 * margin - title},
               lines);
    ui->controls.popup = ui->controls.count;
}

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
    name_of(row->label[choice], name, sizeof name);
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

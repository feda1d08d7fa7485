/* Where the open form's rows go: down their column; where the panel would be higher than the window, its list and
 * picture give way. */
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
void dialog_name(const char *label, char *name, size_t room) {
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
        dialog_name(form_row->label[i], name, sizeof name);
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

/* Rows of the sidebar: where each control goes. */
#include "ui/sidebar_rows.h"

#include "ui/layout.h"
#include "ui/lessonbar.h"
#include "ui/sidebar.h"

#include <math.h>
#include <stdio.h>

enum { CAPTION = 58, COLUMNS_MAX = 4 };

static const char *const SECTION_NAMES[SECTION_COUNT] = {"Data",  "Model",           "Kernel", "Width",  "Scorer",
                                                         "Train", "Mask and values", "View",   "Heatmap"};
static const char *const SECTION_IDS[SECTION_COUNT] = {"data",  "model",  "kernel", "width",  "scorer",
                                                       "train", "values", "view",   "heatmap"};

static Rect row(Pen *pen, float height) {
    Rect r = {pen->x, pen->y, pen->w, layout_px(pen->ui, height)};
    pen->y += r.h + pen->gap;
    return r;
}

static Control *finish(Pen *pen, Control *control, const char *label) {
    control->label = label;
    control->clip = pen->ui->panels.sidebar;
    return control;
}

static Control *add(Pen *pen, ControlKind kind, Rect rect, const char *id, const char *label) {
    return finish(pen, controls_add(&pen->ui->controls, kind, rect, id), label);
}

static Control *add_part(Pen *pen, ControlKind kind, Rect rect, const char *id, const char *part, const char *label) {
    return finish(pen, controls_add_part(&pen->ui->controls, kind, rect, id, part), label);
}

static void caption(Control *control, const char *text, float left) {
    control->caption = text;
    control->captioned = left;
}

/* What remains of a row right of its caption. */
static Rect beside(const Pen *pen, Rect r) {
    float left = layout_px(pen->ui, CAPTION);
    return (Rect){r.x + left, r.y, r.w - left, r.h};
}

bool row_heading(Pen *pen, Section section) {
    char id[CONTROL_ID];
    snprintf(id, sizeof id, "section.%s", SECTION_IDS[section]);
    if (lessonbar_hides(pen->ui, pen->scene, id))
        return false;
    pen->y += layout_px(pen->ui, section == SECTION_DATA ? 2 : 8);
    Control *head =
        add_part(pen, CONTROL_SECTION, row(pen, 20), "section", SECTION_IDS[section], SECTION_NAMES[section]);
    head->command = section;
    return head->chosen = sidebar_open(pen->ui, pen->scene, section);
}

void row_menu(Pen *pen, int param, bool captioned) {
    Rect r = row(pen, captioned ? 27 : 30);
    Control *control = add(pen, CONTROL_MENU, captioned ? beside(pen, r) : r, PARAMS[param].id, PARAMS[param].label);
    control->param = param;
    if (captioned)
        caption(control, PARAMS[param].label, layout_px(pen->ui, CAPTION));
}

void row_slider(Pen *pen, int param, bool off) {
    Rect r = row(pen, 26), rest = beside(pen, r);
    float field = layout_px(pen->ui, 62);
    Rect track = {rest.x, r.y, rest.w - field - layout_px(pen->ui, 8), r.h};
    Control *control = add(pen, CONTROL_SLIDER, track, PARAMS[param].id, NULL);
    control->param = param;
    control->off = off;
    caption(control, PARAMS[param].label, layout_px(pen->ui, CAPTION));
    control =
        add_part(pen, CONTROL_FIELD, (Rect){rect_right(r) - field, r.y, field, r.h}, PARAMS[param].id, "field", NULL);
    control->param = param;
    control->off = off;
}

void row_field_button(Pen *pen, int param, const char *id, const char *label, Command command, bool off) {
    Rect r = row(pen, 27), rest = beside(pen, r);
    float field = layout_px(pen->ui, 76), gap = layout_px(pen->ui, 8);
    Control *control =
        add_part(pen, CONTROL_FIELD, (Rect){rest.x, r.y, field, r.h}, PARAMS[param].id, "field", PARAMS[param].label);
    control->param = param;
    control->off = off;
    caption(control, PARAMS[param].label, layout_px(pen->ui, CAPTION));
    Rect last = {rest.x + field + gap, r.y, rest.w - field - gap, r.h};
    control = add(pen, CONTROL_BUTTON, last, id, label);
    control->command = command;
    control->off = off;
}

void row_text(Pen *pen, int param) {
    Control *control = add(pen, CONTROL_TEXT, beside(pen, row(pen, 27)), PARAMS[param].id, PARAMS[param].label);
    control->param = param;
    caption(control, PARAMS[param].label, layout_px(pen->ui, CAPTION));
}

void row_choices(Pen *pen, int param, bool captioned) {
    Rect r = row(pen, 27);
    if (captioned)
        r = beside(pen, r);
    int n = PARAMS[param].choices;
    for (int i = 0; i < n; i++) {
        float x0 = roundf(r.x + r.w * (float)i / (float)n), x1 = roundf(r.x + r.w * (float)(i + 1) / (float)n);
        Control *control = add_part(pen, CONTROL_CHOICE, (Rect){x0, r.y, x1 - x0, r.h}, PARAMS[param].id,
                                    PARAMS[param].choice_id(i), PARAMS[param].choice_label(i));
        control->param = param;
        control->choice = i;
        control->chosen = param_value(pen->scene, param) == i;
        if (captioned && i == 0)
            caption(control, PARAMS[param].label, layout_px(pen->ui, CAPTION));
    }
}

void row_pictures(Pen *pen, ControlKind kind, int param, int across, float height, bool off) {
    float gap = layout_px(pen->ui, 6), w = floorf((pen->w - gap * (float)(across - 1)) / (float)across);
    Rect line = {0};
    for (int i = 0; i < PARAMS[param].choices; i++) {
        if (i % across == 0)
            line = row(pen, height);
        Rect r = {line.x + (float)(i % across) * (w + gap), line.y, w, line.h};
        Control *control =
            add_part(pen, kind, r, PARAMS[param].id, PARAMS[param].choice_id(i), PARAMS[param].choice_label(i));
        control->param = param;
        control->choice = i;
        control->chosen = param_value(pen->scene, param) == i;
        control->off = off;
        if (kind == CONTROL_FORMULA)
            control->formula = SCORERS[i].formula;
    }
}

void row_switches(Pen *pen, const int *params, int count) {
    Rect line = {0};
    for (int i = 0; i < count; i++) {
        if (i % 2 == 0)
            line = row(pen, 22);
        Rect r = {line.x + (i % 2 ? roundf(line.w / 2) : 0), line.y, floorf(line.w / 2), line.h};
        Control *control = add(pen, CONTROL_SWITCH, r, PARAMS[params[i]].id, PARAMS[params[i]].label);
        control->param = params[i];
        control->chosen = param_value(pen->scene, params[i]) != 0;
    }
}

void row_buttons(Pen *pen, const RowButton *buttons, int count) {
    Rect line = row(pen, 28);
    float gap = layout_px(pen->ui, 6), w = (line.w - gap * (float)(count - 1)) / (float)count;
    for (int i = 0; i < count; i++) {
        Rect r = {roundf(line.x + (float)i * (w + gap)), line.y, floorf(w), line.h};
        Control *control = add(pen, CONTROL_BUTTON, r, buttons[i].id, buttons[i].label);
        control->command = buttons[i].command;
        control->primary = buttons[i].primary;
        control->off = buttons[i].off;
    }
}

void row_inset(Pen *pen, Inset inset, float height) { pen->ui->panels.inset[inset] = row(pen, height); }

void row_matrix(Pen *pen, const ScoreBlock *block, int most) {
    size_t rows = block->rows < (size_t)most ? block->rows : (size_t)most;
    size_t columns = block->columns < COLUMNS_MAX ? block->columns : COLUMNS_MAX;
    float gap = layout_px(pen->ui, 3), left = layout_px(pen->ui, 36);
    for (size_t i = 0; i < rows; i++) {
        Rect line = row(pen, 23);
        pen->y -= pen->gap - gap;
        float w = (line.w - left) / (float)columns;
        for (size_t j = 0; j < columns; j++) {
            char part[24];
            snprintf(part, sizeof part, "%zu.%zu", i, j);
            Rect r = {roundf(line.x + left + (float)j * w), line.y, floorf(w) - gap, line.h};
            Control *control = add_part(pen, CONTROL_CELL, r, block->id, part, NULL);
            control->choice = (int)(block->offset + i * block->columns + j);
            if (i == 0 && j == 0)
                caption(control, block->label, left);
            bool cut = (i + 1 == rows && rows < block->rows) || (j + 1 == columns && columns < block->columns);
            if (cut)
                control->formula = "…";
        }
    }
    pen->y += pen->gap;
}

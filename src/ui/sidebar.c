/* Each section is a function that reads top to bottom as the page looks. */
#include "ui/sidebar.h"

#include "ui/layout.h"
#include "ui/widget.h"

#include "core/kernel.h"

#include <math.h>
#include <string.h>

typedef struct Pen { /* where the next row goes */
    Ui *ui;
    const Scene *scene;
    float x, y, w, line, gap;
} Pen;

static const char *const SECTION_NAMES[SECTION_COUNT] = {"Data", "Model", "Kernel", "Width", "View"};
static const char *const SECTION_IDS[SECTION_COUNT] = {"data", "model", "kernel", "width", "view"};

/* Only what the model uses is open; the rest is folded, not gone. */
static bool section_open(const Ui *ui, const Scene *scene, Section section) {
    if (ui->fold[section]) return ui->fold[section] > 0;
    bool width_matters = scene->params.model != MODEL_AVERAGE;
    return (section != SECTION_KERNEL && section != SECTION_WIDTH) || width_matters;
}

void sidebar_toggle(Ui *ui, const Scene *scene, Section section) {
    ui->fold[section] = section_open(ui, scene, section) ? -1 : 1;
}

static Rect row(Pen *pen, float height) {
    Rect r = {pen->x, pen->y, pen->w, layout_px(pen->ui, height)};
    pen->y += r.h + pen->gap;
    return r;
}

static Control *add(Pen *pen, ControlKind kind, Rect rect, const char *id, const char *label) {
    Control *control = controls_add(&pen->ui->controls, kind, rect, id);
    control->label = label;
    control->clip = pen->ui->panels.sidebar;
    return control;
}

static bool heading(Pen *pen, Section section) {
    pen->y += layout_px(pen->ui, section == SECTION_DATA ? 2 : 8);
    Control *head = controls_add_part(&pen->ui->controls, CONTROL_SECTION, row(pen, 20), "section",
                                      SECTION_IDS[section]);
    head->clip = pen->ui->panels.sidebar;
    head->label = SECTION_NAMES[section];
    head->command = section;
    return head->chosen = section_open(pen->ui, pen->scene, section);
}

static void menu(Pen *pen, int param) {
    Control *control = add(pen, CONTROL_MENU, row(pen, 30), PARAMS[param].id, PARAMS[param].label);
    control->param = param;
}

static void caption(Control *control, const char *text, float left) {
    control->caption = text;
    control->captioned = left;
}

/* [label] [slider] [field] */
static void slider(Pen *pen, int param, bool off) {
    Rect r = row(pen, 26);
    float label = layout_px(pen->ui, 50), field = layout_px(pen->ui, 62), gap = layout_px(pen->ui, 8);
    Rect track = {r.x + label, r.y, r.w - label - field - gap, r.h};
    Control *control = add(pen, CONTROL_SLIDER, track, PARAMS[param].id, NULL);
    control->param = param;
    control->off = off;
    caption(control, PARAMS[param].label, label);
    Rect box = {rect_right(r) - field, r.y, field, r.h};
    control = controls_add_part(&pen->ui->controls, CONTROL_FIELD, box, PARAMS[param].id, "field");
    control->clip = pen->ui->panels.sidebar;
    control->param = param;
    control->off = off;
}

/* A row of buttons, one per choice; the label stands before it when asked for. */
static void choices(Pen *pen, int param, bool labelled) {
    Rect r = row(pen, 27);
    float left = 0;
    if (labelled) {
        left = layout_px(pen->ui, 62);
        r.x += left;
        r.w -= left;
    }
    int n = PARAMS[param].choices;
    for (int i = 0; i < n; i++) {
        float x0 = roundf(r.x + r.w * (float)i / (float)n), x1 = roundf(r.x + r.w * (float)(i + 1) / (float)n);
        Control *control = controls_add_part(&pen->ui->controls, CONTROL_CHOICE, (Rect){x0, r.y, x1 - x0, r.h},
                                             PARAMS[param].id, PARAMS[param].choice_id(i));
        control->clip = pen->ui->panels.sidebar;
        control->label = PARAMS[param].choice_label(i);
        control->param = param;
        control->choice = i;
        control->chosen = param_value(pen->scene, param) == i;
        if (labelled && i == 0) caption(control, PARAMS[param].label, left);
    }
}

static void kernels(Pen *pen, bool off) {
    enum { ACROSS = 3 };
    float gap = layout_px(pen->ui, 6), w = floorf((pen->w - gap * (ACROSS - 1)) / ACROSS);
    Rect line = {0};
    for (int k = 0; k < KERNEL_COUNT; k++) {
        if (k % ACROSS == 0) line = row(pen, 44);
        Rect r = {line.x + (float)(k % ACROSS) * (w + gap), line.y, w, line.h};
        Control *control =
            controls_add_part(&pen->ui->controls, CONTROL_PICTURE, r, PARAMS[PARAM_KERNEL].id, KERNELS[k].id);
        control->clip = pen->ui->panels.sidebar;
        control->label = KERNELS[k].label;
        control->param = PARAM_KERNEL;
        control->choice = k;
        control->chosen = pen->scene->params.kernel == k;
        control->off = off;
    }
}

static void switches(Pen *pen, const int *params, int count) {
    Rect line = {0};
    for (int i = 0; i < count; i++) {
        if (i % 2 == 0) line = row(pen, 22);
        Rect r = {line.x + (i % 2 ? roundf(line.w / 2) : 0), line.y, floorf(line.w / 2), line.h};
        Control *control = add(pen, CONTROL_SWITCH, r, PARAMS[params[i]].id, PARAMS[params[i]].label);
        control->param = params[i];
        control->chosen = param_value(pen->scene, params[i]) != 0;
    }
}

/* [label] [field] [button] */
static void seed(Pen *pen, bool off) {
    Rect r = row(pen, 27);
    float label = layout_px(pen->ui, 50), field = layout_px(pen->ui, 76), gap = layout_px(pen->ui, 8);
    Control *control = add(pen, CONTROL_FIELD, (Rect){r.x + label, r.y, field, r.h}, "seed.field", PARAMS[PARAM_SEED].label);
    control->param = PARAM_SEED;
    control->off = off;
    caption(control, PARAMS[PARAM_SEED].label, label);
    Rect rest = {r.x + label + field + gap, r.y, r.w - label - field - gap, r.h};
    control = add(pen, CONTROL_BUTTON, rest, "resample", "Draw new");
    control->command = COMMAND_RESAMPLE;
    control->off = off;
}

static void data_section(Pen *pen) {
    if (!heading(pen, SECTION_DATA)) return;
    bool real = !scene_has_truth(pen->scene);
    menu(pen, PARAM_DATA);
    slider(pen, PARAM_N, real);
    slider(pen, PARAM_NOISE, real);
    seed(pen, real);
}

static void view_section(Pen *pen) {
    static const int SWITCHES[] = {PARAM_TRUTH, PARAM_RAYS, PARAM_AVERAGE, PARAM_RESIDUALS, PARAM_STRIP};
    if (!heading(pen, SECTION_VIEW)) return;
    switches(pen, SWITCHES, sizeof SWITCHES / sizeof *SWITCHES);
    choices(pen, PARAM_COLORMAP, true);
    choices(pen, PARAM_HEAT_FULL, true);
    choices(pen, PARAM_THEME, true);
}

void sidebar_layout(Ui *ui, const Scene *scene) {
    Rect side = ui->panels.sidebar;
    float margin = layout_px(ui, 16);
    Pen pen = {.ui = ui, .scene = scene, .x = side.x + margin, .w = side.w - 2 * margin, .gap = layout_px(ui, 5)};
    pen.y = side.y + layout_px(ui, 10) - roundf(ui->sidebar_scroll);
    bool average = scene->params.model == MODEL_AVERAGE;
    float top = pen.y;
    data_section(&pen);
    if (heading(&pen, SECTION_MODEL)) choices(&pen, PARAM_MODEL, false);
    if (heading(&pen, SECTION_KERNEL)) kernels(&pen, average);
    if (heading(&pen, SECTION_WIDTH)) {
        slider(&pen, PARAM_W, average);
        slider(&pen, PARAM_H, average);
    }
    view_section(&pen);
    ui->sidebar_content = pen.y - top + layout_px(ui, 20);
    float most = fmaxf(0, ui->sidebar_content - side.h);
    if (ui->sidebar_scroll > most) { /* the content shrank: once more from the new place */
        ui->sidebar_scroll = most;
        ui->controls.count = 0;
        sidebar_layout(ui, scene);
    }
}

void sidebar_scroll(Ui *ui, double ticks) {
    float most = fmaxf(0, ui->sidebar_content - ui->panels.sidebar.h);
    ui->sidebar_scroll = fminf(fmaxf(ui->sidebar_scroll - (float)ticks * layout_px(ui, 40), 0), most);
}

void sidebar_reveal(Ui *ui, const Control *control) {
    Rect side = ui->panels.sidebar, r = control->rect;
    if (side.w <= 0 || !rect_has((Rect){side.x, r.y, side.w, 1}, r.x, r.y)) return;
    float margin = layout_px(ui, 12);
    if (r.y < side.y + margin) ui->sidebar_scroll -= side.y + margin - r.y;
    if (rect_bottom(r) > rect_bottom(side) - margin) ui->sidebar_scroll += rect_bottom(r) - rect_bottom(side) + margin;
    sidebar_scroll(ui, 0);
}

static void draw_scroll_bar(const Ui *ui, const Theme *theme, DrawList *list) {
    Rect side = ui->panels.sidebar;
    if (ui->sidebar_content <= side.h) return;
    float w = layout_px(ui, 4), h = side.h * side.h / ui->sidebar_content;
    float y = side.y + (side.h - h) * ui->sidebar_scroll / (ui->sidebar_content - side.h);
    drawlist_rect(list, (Rect){rect_right(side) - w - layout_px(ui, 3), y, w, h}, w / 2, theme->border, 0, 0);
}

void sidebar_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Rect side = ui->panels.sidebar;
    drawlist_rect(list, side, 0, theme->panel, 0, 0);
    drawlist_rect(list, (Rect){rect_right(side) - 1, side.y, 1, side.h}, 0, theme->border, 0, 0);
    drawlist_clip(list, side);
    for (size_t i = 0; i < ui->controls.popup; i++)
        if (ui->controls.items[i].clip.x == side.x && ui->controls.items[i].clip.y == side.y &&
            ui->controls.items[i].kind != CONTROL_AREA)
            widget_draw(ui, scene, &ui->controls.items[i], list);
    draw_scroll_bar(ui, theme, list);
    drawlist_unclip(list);
}

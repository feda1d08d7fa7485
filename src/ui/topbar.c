/* The bar on top. */
#include "ui/topbar.h"

#include "ui/layout.h"
#include "ui/lessonbar.h"
#include "ui/rich.h"
#include "ui/widget.h"

#include "core/kernel.h"

#include <math.h>

typedef struct TopButton {
    const char *id, *label;
    Command command;
} TopButton;

static const TopButton BUTTONS[] = {
    /* from the right */
    {"button.help", "?", COMMAND_HELP},
    {"button.png", "Save PNG", COMMAND_PNG},
    {"button.theme", "Theme", COMMAND_THEME},
    {"button.language", "中 / EN", COMMAND_LANGUAGE},
    {"button.redo", "↷", COMMAND_REDO},
    {"button.undo", "↶", COMMAND_UNDO},
    {"button.lessons", "Lessons", COMMAND_LESSONS},
};

static const char *const FORMULAS[] = {
    [MODEL_AVERAGE] = "{o f}({q x}) = (1/n) Σ {v yᵢ}",
    [MODEL_KERNEL] = "{o f}({q x}) = Σ K(({q x} − {k xᵢ})/h) / Σ K(({q x} − {k xⱼ})/h) · {v yᵢ}",
    [MODEL_PARAMETRIC] = "{o f}({q x}) = Σ softmax(log K(({q x} − {k xᵢ})w)) {v yᵢ}",
    [MODEL_SCORER] = "{o f}({q x}) = Σ softmax(%1) {v yᵢ}",
};

/* The scorers' formulas with their symbols in colour. */
static const char *const SCORES[SCORER_COUNT] = {[SCORER_DISTANCE] = "−½w²‖{q q} − {k kᵢ}‖²",
                                                 [SCORER_COSINE] = "β cos({q q}, {k kᵢ})",
                                                 [SCORER_ADDITIVE] = "vᵀ tanh(W[{q q}; {k kᵢ}])",
                                                 [SCORER_LOCATION] = "(W {q q})ᵢ",
                                                 [SCORER_GENERAL] = "{q q}ᵀ W {k kᵢ}",
                                                 [SCORER_DOT] = "{q q}ᵀ{k kᵢ}",
                                                 [SCORER_SCALED_DOT] = "{q q}ᵀ{k kᵢ} / √d"};
static const char *const GAUSSIAN_FORMULA = "{o f}({q x}) = Σ softmax(−½(({q x} − {k xᵢ})w)²) {v yᵢ}";
static const char *const MODEL_TITLES[] = {
    [MODEL_AVERAGE] = "Average pooling",
    [MODEL_KERNEL] = "Nadaraya-Watson kernel regression",
    [MODEL_PARAMETRIC] = "Parametric attention pooling",
    [MODEL_SCORER] = "Scoring function",
};

void topbar_layout(Ui *ui, const Scene *scene) {
    Rect top = ui->panels.top;
    float x = rect_right(top) - layout_px(ui, 14), h = layout_px(ui, 28), size = layout_px(ui, 13);
    for (size_t i = 0; i < sizeof BUTTONS / sizeof *BUTTONS; i++) {
        const char *label = ui_tr(ui, scene, BUTTONS[i].label);
        float w = ceilf(ui->metrics.width(ui->metrics.owner, label, FONT_REGULAR, size)) + layout_px(ui, 20);
        x -= fmaxf(w, h);
        Rect r = {x, top.y + roundf((top.h - h) / 2), fmaxf(w, h), h};
        Control *control = controls_add(&ui->controls, CONTROL_BUTTON, r, BUTTONS[i].id);
        control->label = BUTTONS[i].command == COMMAND_LANGUAGE && ui->latin_only ? "EN" : BUTTONS[i].label;
        control->command = BUTTONS[i].command;
        x -= layout_px(ui, 8);
    }
}

static float left_of_buttons(const Ui *ui) {
    const Control *last = controls_find(&ui->controls, "button.lessons");
    return last ? last->rect.x : rect_right(ui->panels.top);
}

void topbar_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Rect top = ui->panels.top;
    drawlist_rect(list, (Rect){top.x, rect_bottom(top) - 1, top.w, 1}, 0, theme->border, 0, 0);
    float size = layout_px(ui, 16), small = layout_px(ui, 13), middle = top.y + top.h / 2;
    float x = top.x + layout_px(ui, 16), right = left_of_buttons(ui) - layout_px(ui, 12);
    drawlist_text(list, (Vec2){x, text_baseline(middle, size)}, ALIGN_LEFT, FONT_BOLD, size, theme->text, "attnlab");
    x += ui->metrics.width(ui->metrics.owner, "attnlab", FONT_BOLD, size) + layout_px(ui, 16);
    int model = scene->params.model;
    Vec2 at = {x, text_baseline(middle, small)};
    if (lessonbar_step(ui))
        at.x = lessonbar_draw_title(ui, scene, list, at, right, small);
    else
        at.x = rich_line(ui, scene, list, at, right, small, theme->dim, ui_tr(ui, scene, MODEL_TITLES[model]));
    bool gaussian = model == MODEL_PARAMETRIC && scene->params.kernel == KERNEL_GAUSSIAN;
    at.x += layout_px(ui, 12);
    char formula[256];
    ui_fill(formula, sizeof formula, gaussian ? GAUSSIAN_FORMULA : FORMULAS[model], SCORES[scene->params.scorer], NULL);
    if (at.x < right - layout_px(ui, 80))
        rich_line(ui, scene, list, at, right, small, theme->text, formula);
    for (size_t i = 0; i < sizeof BUTTONS / sizeof *BUTTONS; i++) {
        const Control *control = controls_find(&ui->controls, BUTTONS[i].id);
        if (control)
            widget_draw(ui, scene, control, list);
    }
}

/* The sidebar: what each section holds, top to bottom as the page looks. */
#include "ui/sidebar.h"

#include "ui/layout.h"
#include "ui/sidebar_insets.h"
#include "ui/sidebar_rows.h"
#include "ui/widget.h"

#include <math.h>
#include <string.h>

/* Only what the model uses is open; the rest is folded, not gone. */
bool sidebar_open(const Ui *ui, const Scene *scene, Section section) {
    if (ui->fold[section])
        return ui->fold[section] > 0;
    int model = scene->params.model;
    switch (section) {
    case SECTION_KERNEL:
        return model == MODEL_KERNEL || model == MODEL_PARAMETRIC;
    case SECTION_WIDTH:
        return sidebar_has_width(scene);
    case SECTION_SCORER:
        return model == MODEL_SCORER;
    case SECTION_TRAIN:
        return train_count(scene) > 0;
    case SECTION_VALUES:
    case SECTION_HEATMAP:
        return false;
    default:
        return true;
    }
}

bool sidebar_has_width(const Scene *scene) {
    int model = scene->params.model;
    return model == MODEL_KERNEL || model == MODEL_PARAMETRIC ||
           (model == MODEL_SCORER && scene->params.scorer == SCORER_DISTANCE);
}

void sidebar_toggle(Ui *ui, const Scene *scene, Section section) {
    ui->fold[section] = sidebar_open(ui, scene, section) ? -1 : 1;
}

static void data_section(Pen *pen) {
    bool real = !scene_has_truth(pen->scene);
    const Field *field = &pen->ui->field;
    row_menu(pen, PARAM_DATA, false);
    if (pen->scene->params.data == DATA_FUNCTION)
        row_text(pen, PARAM_FUNCTION);
    if (field->open && field->param == PARAM_FUNCTION && field->error[0])
        row_inset(pen, INSET_FUNCTION, 34);
    row_slider(pen, PARAM_N, real);
    row_slider(pen, PARAM_NOISE, real);
    row_field_button(pen, PARAM_SEED, "resample", "Draw new", COMMAND_RESAMPLE, real);
    if (pen->scene->points.values > 1)
        row_slider(pen, PARAM_VALUE, false);
}

static void model_section(Pen *pen) { row_choices(pen, PARAM_MODEL, false); }

static void values_section(Pen *pen) {
    static const int SWITCHES[] = {PARAM_CAUSAL};
    row_choices(pen, PARAM_ONE_HOT, true);
    row_switches(pen, SWITCHES, 1);
}

static void width_section(Pen *pen) {
    static const int SWITCHES[] = {PARAM_MATCH};
    bool off = !sidebar_has_width(pen->scene), scorer = pen->scene->params.model == MODEL_SCORER;
    const RowButton best = {"best_width", COMMANDS[COMMAND_BEST_WIDTH].label, COMMAND_BEST_WIDTH, false, off || scorer};
    row_slider(pen, PARAM_W, off);
    row_slider(pen, PARAM_H, off);
    row_buttons(pen, &best, 1);
    row_switches(pen, SWITCHES, 1);
    row_inset(pen, INSET_DIAGNOSIS, 34);
}

static bool uses_dimension(const FeatureMap *map) { return FEATURES[map->kind].length == 0; }

static void feature_rows_of(Pen *pen) {
    FeatureMap query = scene_feature(pen->scene, false), key = scene_feature(pen->scene, true);
    row_menu(pen, PARAM_FEATURES, true);
    row_menu(pen, PARAM_KEY_FEATURES, true);
    if (uses_dimension(&query) || uses_dimension(&key))
        row_slider(pen, PARAM_DIMENSION, false);
    if (query.kind == FEATURE_FOURIER || key.kind == FEATURE_FOURIER)
        row_slider(pen, PARAM_BASE, false);
    if (query.kind == FEATURE_RANDOM || key.kind == FEATURE_RANDOM)
        row_slider(pen, PARAM_HEAD_SEED, false);
    row_inset(pen, INSET_FEATURES, 96);
}

static void parameter_rows(Pen *pen) {
    ScoreLayout layout = scene_layout(pen->scene);
    int scorer = pen->scene->params.scorer;
    if (scorer == SCORER_COSINE)
        row_slider(pen, PARAM_BETA, false);
    if (scorer == SCORER_ADDITIVE)
        row_slider(pen, PARAM_HIDDEN, false);
    row_slider(pen, PARAM_TEMPERATURE, false);
    bool matrices = scorer == SCORER_ADDITIVE || scorer == SCORER_LOCATION || scorer == SCORER_GENERAL;
    if (!matrices || layout.length != pen->scene->score.length)
        return;
    for (size_t b = 0; b + 1 < layout.count; b++)
        row_matrix(pen, &layout.block[b], scorer == SCORER_LOCATION ? 5 : 6);
    const RowButton buttons[] = {{"defaults", COMMANDS[COMMAND_DEFAULTS].label, COMMAND_DEFAULTS, false, false},
                                 {"identity", COMMANDS[COMMAND_IDENTITY].label, COMMAND_IDENTITY, false, false},
                                 {"gaussian", COMMANDS[COMMAND_GAUSSIAN].label, COMMAND_GAUSSIAN, false, false}};
    row_buttons(pen, buttons, scorer == SCORER_GENERAL ? 3 : 1);
}

static void scorer_section(Pen *pen) {
    row_pictures(pen, CONTROL_FORMULA, PARAM_SCORER, 2, 40, pen->scene->params.model != MODEL_SCORER);
    if (pen->scene->params.model != MODEL_SCORER)
        return;
    row_inset(pen, INSET_REASON, sidebar_reason_lines(pen->ui, pen->scene, pen->w) * 16.0f);
    if (sidebar_can_fail(pen->scene)) {
        const RowButton failure = {"failure", sidebar_fails(pen->scene) ? "Back to what works" : "Show the failure",
                                   COMMAND_FAILURE, false, false};
        row_buttons(pen, &failure, 1);
    }
    feature_rows_of(pen);
    parameter_rows(pen);
}

static void train_section(Pen *pen) {
    static const int SWITCHES[] = {PARAM_EXCLUDE_SELF, PARAM_TRAIN_T};
    bool off = train_count(pen->scene) == 0, running = pen->ui->train && pen->ui->train->running;
    const RowButton run[] = {{"train", running ? "Pause" : "Train", COMMAND_TRAIN, true, off},
                             {"step", "Step", COMMAND_STEP, false, off},
                             {"train_reset", "Reset", COMMAND_TRAIN_RESET, false, off}};
    const RowButton presets[] = {{"book", COMMANDS[COMMAND_BOOK].label, COMMAND_BOOK, false, off},
                                 {"gentle", COMMANDS[COMMAND_GENTLE].label, COMMAND_GENTLE, false, off},
                                 {"adam", COMMANDS[COMMAND_MATRICES].label, COMMAND_MATRICES, false, off}};
    row_buttons(pen, run, 3);
    row_inset(pen, INSET_COUNT_NOTE, pen->ui->train && pen->ui->train->begun ? 34 : 18);
    row_inset(pen, INSET_LOSS, 44);
    if (pen->scene->params.model == MODEL_PARAMETRIC)
        row_inset(pen, INSET_LOSS_W, 64);
    row_buttons(pen, presets, 3);
    row_slider(pen, PARAM_RATE, off);
    row_slider(pen, PARAM_STEPS, off);
    row_choices(pen, PARAM_LOSS, true);
    row_choices(pen, PARAM_METHOD, true);
    row_switches(pen, SWITCHES, pen->scene->params.model == MODEL_SCORER ? 2 : 1);
}

static void view_section(Pen *pen) {
    static const int SWITCHES[] = {PARAM_TRUTH, PARAM_RAYS,      PARAM_AVERAGE,   PARAM_RESIDUALS, PARAM_BAND,
                                   PARAM_STRIP, PARAM_PIN_QUERY, PARAM_PIN_CURVE, PARAM_COLUMNS};
    row_switches(pen, SWITCHES, pen->scene->points.values > 1 ? 9 : 8);
    row_choices(pen, PARAM_THEME, true);
    if (!pen->ui->latin_only) /* its names could not be written */
        row_choices(pen, PARAM_LANGUAGE, true);
}

static void heatmap_section(Pen *pen) {
    static const int CHOICES[] = {PARAM_HEAT_SCORES, PARAM_HEAT_LOG,    PARAM_HEAT_FULL,
                                  PARAM_HEAT_BY_X,   PARAM_HEAT_POINTS, PARAM_COLORMAP};
    static const int SWITCHES[] = {PARAM_HEAT_TRANSPOSED};
    for (size_t i = 0; i < sizeof CHOICES / sizeof *CHOICES; i++)
        row_choices(pen, CHOICES[i], true);
    row_switches(pen, SWITCHES, 1);
}

static void kernel_section(Pen *pen) {
    int model = pen->scene->params.model;
    row_pictures(pen, CONTROL_PICTURE, PARAM_KERNEL, 3, 44, model != MODEL_KERNEL && model != MODEL_PARAMETRIC);
}

void sidebar_layout(Ui *ui, const Scene *scene) {
    static void (*const FILL[SECTION_COUNT])(Pen *) = {
        [SECTION_DATA] = data_section,     [SECTION_MODEL] = model_section,   [SECTION_KERNEL] = kernel_section,
        [SECTION_WIDTH] = width_section,   [SECTION_SCORER] = scorer_section, [SECTION_TRAIN] = train_section,
        [SECTION_VALUES] = values_section, [SECTION_VIEW] = view_section,     [SECTION_HEATMAP] = heatmap_section};
    Rect side = ui->panels.sidebar;
    float margin = layout_px(ui, 16);
    Pen pen = {.ui = ui, .scene = scene, .x = side.x + margin, .w = side.w - 2 * margin, .gap = layout_px(ui, 5)};
    pen.y = side.y + layout_px(ui, 10) - roundf(ui->sidebar_scroll);
    float top = pen.y;
    for (int section = 0; section < SECTION_COUNT; section++)
        if (row_heading(&pen, (Section)section))
            FILL[section](&pen);
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
    if (side.w <= 0 || !rect_has((Rect){side.x, r.y, side.w, 1}, r.x, r.y))
        return;
    float margin = layout_px(ui, 12);
    if (r.y < side.y + margin)
        ui->sidebar_scroll -= side.y + margin - r.y;
    if (rect_bottom(r) > rect_bottom(side) - margin)
        ui->sidebar_scroll += rect_bottom(r) - rect_bottom(side) + margin;
    sidebar_scroll(ui, 0);
}

static void draw_scroll_bar(const Ui *ui, const Theme *theme, DrawList *list) {
    Rect side = ui->panels.sidebar;
    if (ui->sidebar_content <= side.h)
        return;
    float w = layout_px(ui, 4), h = side.h * side.h / ui->sidebar_content;
    float y = side.y + (side.h - h) * ui->sidebar_scroll / (ui->sidebar_content - side.h);
    drawlist_rect(list, (Rect){rect_right(side) - w - layout_px(ui, 3), y, w, h}, w / 2, theme->border, 0, 0);
}

bool sidebar_shows(const Ui *ui, Rect part) { return part.w > 0 && rect_meet(part, ui->panels.sidebar); }

/* Labels stand beside their controls, or just above. */
static bool in_sight(const Ui *ui, const Control *control) {
    Rect side = ui->panels.sidebar, r = rect_inset(control->rect, -layout_px(ui, 32));
    return sidebar_shows(ui, (Rect){side.x, r.y, side.w, r.h});
}

void sidebar_draw(const Ui *ui, const Scene *scene, const Results *results, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Rect side = ui->panels.sidebar;
    drawlist_rect(list, (Rect){rect_right(side) - 1, side.y, 1, side.h}, 0, theme->border, 0, 0);
    drawlist_clip(list, side);
    for (size_t i = 0; i < ui->controls.popup; i++)
        if (memcmp(&ui->controls.items[i].clip, &side, sizeof side) == 0 && in_sight(ui, &ui->controls.items[i]))
            widget_draw(ui, scene, &ui->controls.items[i], list);
    sidebar_insets(ui, scene, results, list);
    draw_scroll_bar(ui, theme, list);
    drawlist_unclip(list);
}

/* Hands on controls. */
#include "ui/widget.h"

#include "ui/layout.h"
#include "ui/popup.h"
#include "ui/sidebar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A feature map whose shape the scorer cannot take is refused with both shapes. */
static bool refuses(Ui *ui, const Scene *scene, int param, double value) {
    if (param == PARAM_DATA && value == DATA_FUNCTION && !(scene->formulas && scene->formulas->check)) {
        ui_notice(ui, "This build cannot evaluate typed functions");
        return true;
    }
    if (param == PARAM_LANGUAGE && value != LANGUAGE_EN && ui->latin_only) {
        ui_notice(ui, "No font with Chinese characters was found (install fonts-noto-cjk)");
        return true;
    }
    if (param != PARAM_FEATURES && param != PARAM_KEY_FEATURES)
        return false;
    Scene tried = *scene; /* only its parameters are looked at */
    char why[200];
    param_set(&tried, param, value);
    FeatureMap query = scene_feature(&tried, false), key = scene_feature(&tried, true);
    if (score_fits(scene->params.scorer, &query, &key, why, sizeof why))
        return false;
    ui_refusal(ui, &tried, why, sizeof why);
    ui_notice(ui, why);
    return true;
}

void widget_set(Ui *ui, Scene *scene, int param, double value) {
    if (param_value(scene, param) == value && !PARAMS[param].draws_data)
        return;
    if (refuses(ui, scene, param, value))
        return;
    if (!param_set_redraw(scene, param, value, ui->library))
        ui_notice(ui, "Out of memory: the data is unchanged");
    if (PARAMS[param].draws_data)
        ui_reset_hands(ui);
    if (!PARAMS[param].setting)
        ui->changed = true;
}

void widget_value(const Scene *scene, int param, char text[NUM_TEXT]) {
    double value = param_value(scene, param);
    if (!isfinite(value))
        snprintf(text, NUM_TEXT, "%s", value > 0 ? "∞" : "−∞");
    else if (PARAMS[param].kind == PARAM_INT || fabs(value) >= 1000)
        num_format_digits(text, value, PARAMS[param].kind == PARAM_INT ? 10 : 6);
    else if (value != 0 && fabs(value) < pow(10, -PARAMS[param].decimals))
        num_format_digits(text, value, 3);
    else
        num_format_fixed(text, value, PARAMS[param].decimals);
}

void widget_edit(Ui *ui, const Scene *scene, int param, const char *typed) {
    char text[NUM_TEXT];
    num_format(text, param_value(scene, param));
    field_open(&ui->field, param, typed ? "" : text, !typed);
    if (typed)
        field_type(&ui->field, typed);
}

void widget_edit_cell(Ui *ui, const Scene *scene, int cell, const char *typed) {
    char text[NUM_TEXT];
    num_format(text, scene->score.at[cell]);
    field_open(&ui->field, -1, typed ? "" : text, !typed);
    ui->field.cell = cell;
    if (typed)
        field_type(&ui->field, typed);
}

static void set_cell(Ui *ui, Scene *scene, int cell, double value) {
    if (cell < 0 || (size_t)cell >= scene->score.length || scene->score.at[cell] == value)
        return;
    scene->score.at[cell] = value;
    scene_params_from_score(scene);
    ui->changed = true;
}

void widget_edit_text(Ui *ui, const Scene *scene, int param) {
    field_open(&ui->field, param, param_string(scene, param), true);
    ui->field.wide = true;
}

/* A new function is drawn from at once; one that is wrong says where, and the cursor goes there. */
static bool commit_text(Ui *ui, Scene *scene) {
    Field *field = &ui->field;
    double value;
    int place;
    bool same = strcmp(field->text, param_string(scene, field->param)) == 0 && scene->params.data == DATA_FUNCTION;
    if (!same && !param_parse(scene, field->param, field->text, &value, field->error, sizeof field->error)) {
        const char *at = strstr(field->error, "at character ");
        char error[sizeof field->error];
        memcpy(error, field->error, sizeof error);
        if (at && sscanf(at, "at character %d", &place) == 1)
            field_place_character(field, place - 1);
        memcpy(field->error, error, sizeof error);
        return false;
    }
    field->open = false;
    if (same)
        return true;
    param_set_string(scene, field->param, field->text);
    param_set(scene, PARAM_DATA, DATA_FUNCTION);
    if (!scene_resample(scene, ui->library))
        ui_notice(ui, "Out of memory: the data is unchanged");
    ui_reset_hands(ui);
    ui->changed = true;
    return true;
}

static bool commit_cell(Ui *ui, Scene *scene) {
    Field *field = &ui->field;
    double value;
    if (!num_parse(field->text, (size_t)field->length, &value) || fabs(value) > 1e9) {
        snprintf(field->error, sizeof field->error, "%.40s: not a number; write numbers such as 3.5", field->text);
        ui_notice(ui, field->error);
        return false;
    }
    field->open = false;
    set_cell(ui, scene, field->cell, value);
    return true;
}

bool widget_commit(Ui *ui, Scene *scene) {
    Field *field = &ui->field;
    double value;
    char shown[NUM_TEXT];
    if (!field->open)
        return true;
    if (field->param < 0)
        return commit_cell(ui, scene);
    if (PARAMS[field->param].kind == PARAM_TEXT)
        return commit_text(ui, scene);
    num_format(shown, param_value(scene, field->param));
    if (strcmp(field->text, shown) == 0) { /* untouched: right even where it could not be typed, as h = inf */
        field->open = false;
        return true;
    }
    if (!param_parse(scene, field->param, field->text, &value, field->error, sizeof field->error)) {
        ui_notice(ui, field->error);
        return false;
    }
    field->open = false;
    if (param_value(scene, field->param) != value)
        widget_set(ui, scene, field->param, value);
    return true;
}

/* Part of the slider that the knob's centre travels. */
static Rect rail(const Ui *ui, Rect slider) {
    float knob = layout_px(ui, 7);
    return (Rect){slider.x + knob, slider.y, fmaxf(slider.w - 2 * knob, 1), slider.h};
}

static void slide(Ui *ui, Scene *scene, const Control *control, double x) {
    Rect r = rail(ui, control->rect);
    widget_set(ui, scene, control->param, param_at(control->param, (x - ui->drag.from_y - (double)r.x) / (double)r.w));
    if (PARAMS[control->param].draws_data)
        scene->view = ui->drag.view; /* the axes stay until the release */
}

void widget_press(Ui *ui, Scene *scene, const Control *control, const Input *input) {
    if (control->off)
        return;
    ui->drag = (Drag){.kind = DRAG_PRESS, .start_x = input->mouse_x, .start_y = input->mouse_y, .view = scene->view};
    snprintf(ui->drag.id, sizeof ui->drag.id, "%s", control->id);
    if (control->kind == CONTROL_FIELD && !(ui->field.open && ui->field.param == control->param))
        widget_edit(ui, scene, control->param, NULL);
    if (control->kind == CONTROL_TEXT && !(ui->field.open && ui->field.param == control->param))
        widget_edit_text(ui, scene, control->param);
    if (control->kind == CONTROL_CELL) {
        bool open = ui->field.open && ui->field.param < 0 && ui->field.cell == control->choice;
        if (open)
            return;
        ui->drag.kind = DRAG_CELL;
        ui->drag.from_x = scene->score.at[control->choice];
    }
    if (control->kind != CONTROL_SLIDER)
        return;
    ui->drag.kind = DRAG_SLIDER;
    ui->drag.from_x = param_value(scene, control->param);
    Rect r = rail(ui, control->rect);
    double knob = (double)r.x + (double)r.w * param_position(control->param, ui->drag.from_x);
    bool on_knob = fabs(input->mouse_x - knob) <= (double)layout_px(ui, 7);
    if (on_knob)
        ui->drag.from_y = input->mouse_x - knob; /* taken where it is: it does not jump to the pointer */
    else
        slide(ui, scene, control, input->mouse_x);
}

/* Three pixels are one percent of the number it began with, or of 1 where that is smaller. */
static void drag_cell(Ui *ui, Scene *scene, const Control *control, const Input *input) {
    double unit = pow(10, floor(log10(fmax(fabs(ui->drag.from_x), 1))) - 2);
    double steps = round((input->mouse_x - ui->drag.start_x) / (3 * (double)ui->scale));
    if (input->mods & MOD_SHIFT)
        unit /= 10;
    char text[NUM_TEXT];
    double value = round(ui->drag.from_x / unit + steps) * unit, tidy = value;
    num_format_digits(text, value, 6);
    if (steps == 0)
        tidy = ui->drag.from_x;
    else if (!num_parse(text, strlen(text), &tidy))
        tidy = value;
    set_cell(ui, scene, control->choice, tidy);
}

void widget_drag(Ui *ui, Scene *scene, const Input *input) {
    const Control *control = controls_find(&ui->controls, ui->drag.id);
    if (ui->drag.kind == DRAG_CELL && control && !ui->field.open)
        drag_cell(ui, scene, control, input);
    if (ui->drag.kind == DRAG_SLIDER && control && input->mouse_x != ui->drag.start_x) {
        slide(ui, scene, control, input->mouse_x);
        ui->drag.start_x = NAN; /* moved: coming back to the start counts too */
    }
}

void widget_restore(Ui *ui, Scene *scene) {
    const Control *control = controls_find(&ui->controls, ui->drag.id);
    if (ui->drag.kind == DRAG_CELL && control)
        set_cell(ui, scene, control->choice, ui->drag.from_x);
    if (ui->drag.kind != DRAG_SLIDER || !control)
        return;
    if (PARAMS[control->param].draws_data) { /* the value alone would not bring back points moved by hand */
        scene->view = ui->drag.view;
        ui->pending = COMMAND_REVERT;
    } else
        widget_set(ui, scene, control->param, ui->drag.from_x);
}

static void activate(Ui *ui, Scene *scene, const Control *control) {
    Control copy = *control; /* opening a menu or section lays the list out anew */
    switch (copy.kind) {
    case CONTROL_BUTTON:
        ui->pending = (Command)copy.command;
        break;
    case CONTROL_SECTION:
        sidebar_toggle(ui, scene, (Section)copy.command);
        break;
    case CONTROL_SWITCH:
        widget_set(ui, scene, copy.param, !copy.chosen);
        break;
    case CONTROL_CHOICE:
    case CONTROL_FORMULA:
    case CONTROL_PICTURE:
        widget_set(ui, scene, copy.param, copy.choice);
        break;
    case CONTROL_MENU:
        popup_open_choices(ui, scene, copy.param, copy.rect);
        break;
    case CONTROL_ITEM:
        popup_choose(ui, scene, &copy);
        break;
    default:
        break;
    }
}

void widget_release(Ui *ui, Scene *scene, bool inside) {
    const Control *control = controls_find(&ui->controls, ui->drag.id);
    bool press = ui->drag.kind == DRAG_PRESS;
    bool cell = ui->drag.kind == DRAG_CELL && fabs(ui->pointer_x - ui->drag.start_x) < 3 * (double)ui->scale;
    ui->drag.kind = DRAG_NONE;
    if (cell && control)
        widget_edit_cell(ui, scene, control->choice, NULL);
    if (press && inside && control && !control->off)
        activate(ui, scene, control);
}

/* One step of a number by keyboard or wheel: a share of the slider's way, or a unit of an integer. */
static void step(Ui *ui, Scene *scene, int param, double steps, int mods) {
    double size = mods & MOD_SHIFT ? 0.2 : mods & MOD_CTRL ? 5 : 1, value = param_value(scene, param);
    if (PARAMS[param].kind == PARAM_INT) {
        double whole = round(steps * fmax(size, 1));
        widget_set(ui, scene, param, value + (whole != 0 ? whole : steps > 0 ? 1 : -1));
        return;
    }
    double position = param_position(param, value), to = position + steps * size * 0.02;
    bool notch = PARAMS[param].scale == SCALE_LOG_ZERO && steps > 0 && position == 0;
    double next = param_at(param, notch ? PARAM_ZERO_END : to);
    bool below = PARAMS[param].scale == SCALE_LOG_ZERO && steps < 0 && to < PARAM_ZERO_END;
    widget_set(ui, scene, param, below ? 0 : next);
}

static unsigned merge_number(const Control *control) {
    unsigned hash = 2166136261u;
    for (const char *c = control->id; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    return hash | 1;
}

static void move_choice(Ui *ui, Scene *scene, const Control *control, int by) {
    int n = PARAMS[control->param].choices, choice = ((int)param_value(scene, control->param) + by + n) % n;
    widget_set(ui, scene, control->param, choice);
    snprintf(ui->focus, sizeof ui->focus, "%s.%s", PARAMS[control->param].id, PARAMS[control->param].choice_id(choice));
}

static bool slider_key(Ui *ui, Scene *scene, const Control *control, KeyPress key) {
    bool less = key.key == KEY_LEFT || key.key == KEY_DOWN, more = key.key == KEY_RIGHT || key.key == KEY_UP;
    if (less || more) {
        ui->merge = ui_merge(ui, key, merge_number(control));
        step(ui, scene, control->param, more ? 1 : -1, key.mods);
        return true;
    }
    bool number = (key.key >= '0' && key.key <= '9') || key.key == '.' || key.key == '-';
    if (key.key == KEY_ENTER)
        widget_edit(ui, scene, control->param, NULL);
    if (number && !(key.mods & (MOD_CTRL | MOD_ALT)))
        widget_edit(ui, scene, control->param, (const char[]){(char)key.key, '\0'});
    else if (key.key != KEY_ENTER)
        return false;
    return true;
}

static bool cell_key(Ui *ui, Scene *scene, const Control *control, KeyPress key) {
    bool less = key.key == KEY_DOWN || key.key == KEY_LEFT, more = key.key == KEY_UP || key.key == KEY_RIGHT;
    bool number = (key.key >= '0' && key.key <= '9') || key.key == '.' || key.key == '-';
    if (less || more) {
        double value = scene->score.at[control->choice], unit = key.mods & MOD_SHIFT ? 0.01 : 0.1;
        ui->merge = ui_merge(ui, key, merge_number(control));
        set_cell(ui, scene, control->choice, round((value + (more ? unit : -unit)) / unit) * unit);
        return true;
    }
    if (key.key != KEY_ENTER && !(number && !(key.mods & (MOD_CTRL | MOD_ALT))))
        return false;
    widget_edit_cell(ui, scene, control->choice, number ? (const char[]){(char)key.key, '\0'} : NULL);
    return true;
}

bool widget_key(Ui *ui, Scene *scene, const Control *control, KeyPress key) {
    if (control->off)
        return false;
    if (control->kind == CONTROL_TEXT && key.key == KEY_ENTER)
        return widget_edit_text(ui, scene, control->param), true;
    if (control->kind == CONTROL_CELL)
        return cell_key(ui, scene, control, key);
    if (control->kind == CONTROL_SLIDER || control->kind == CONTROL_FIELD)
        return slider_key(ui, scene, control, key);
    bool plain = !(key.mods & (MOD_CTRL | MOD_ALT));
    if (control_is_choice(control) && plain) {
        int across = control->kind == CONTROL_PICTURE ? 3 : control->kind == CONTROL_FORMULA ? 2 : 1;
        if (key.key == KEY_LEFT || key.key == KEY_RIGHT)
            return move_choice(ui, scene, control, key.key == KEY_LEFT ? -1 : 1), true;
        if (key.key == KEY_UP || key.key == KEY_DOWN)
            return move_choice(ui, scene, control, (key.key == KEY_UP ? -1 : 1) * across), true;
    }
    bool opens = control->kind == CONTROL_MENU && key.key == KEY_DOWN;
    bool presses = (key.key == KEY_ENTER || key.key == KEY_SPACE) && plain && control->kind != CONTROL_AREA;
    if (opens || presses)
        activate(ui, scene, control);
    return opens || presses;
}

void widget_wheel(Ui *ui, Scene *scene, const Control *control, double ticks) {
    ui->merge = merge_number(control) ^ 2;
    step(ui, scene, control->param, ticks, 0);
}

/* One input, applied: pointer first, then wheel, then keys. Whoever holds a drag gets everything. */
#include "ui/ui.h"

#include "ui/dialog.h"
#include "ui/layout.h"
#include "ui/obey.h"
#include "ui/panels.h"
#include "ui/plot.h"
#include "ui/popup.h"
#include "ui/sidebar.h"
#include "ui/widget.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LONG_PRESS 0.55 /* seconds */

typedef struct Frame { /* what every part needs */
    Ui *ui;
    const Input *input;
    Scene *scene;
    const Results *results;
} Frame;

static bool is(const Control *control, const char *id) { return control && strcmp(control->id, id) == 0; }

/* The results are of the frame before; points may have been replaced since. */
static bool results_fit(const Frame *f) { return f->results->n == f->scene->points.n; }

static void hover(const Frame *f) {
    Ui *ui = f->ui;
    const Input *input = f->input;
    const Control *control = input->mouse_inside ? controls_at(&ui->controls, input->mouse_x, input->mouse_y) : NULL;
    snprintf(ui->hot, sizeof ui->hot, "%s", control ? control->id : "");
    ui->hover_point = ui->hover_row = -1;
    ui->hover_query = false;
    if (ui->popup.open) {
        if (control && control->kind == CONTROL_ITEM)
            ui->popup.current = (int)(control - &ui->controls.items[ui->controls.popup]);
        return;
    }
    if (!control || !results_fit(f))
        return;
    if (is(control, "plot"))
        plot_hover(ui, f->scene, f->results, input);
    if (is(control, "weights"))
        strip_hover(ui, f->scene, f->results, input);
    if (is(control, "heatmap"))
        heatmap_hover(ui, f->scene, f->results, input);
    if (is(control, "inspector"))
        inspector_hover(ui, f->scene, f->results, input);
}

static bool on_sidebar_edge(const Ui *ui, const Input *input) {
    Rect side = ui->panels.sidebar;
    double past = input->mouse_x - (double)rect_right(side);
    return side.w > 0 && past >= -1.5 * (double)ui->scale && past <= 5 * (double)ui->scale &&
           input->mouse_y >= (double)side.y;
}

/* The strip along the edge in which the scroll bar runs. */
static bool on_scroll_bar(const Ui *ui, const Input *input) {
    Rect side = ui->panels.sidebar;
    float w = 9 * ui->scale;
    return ui->sidebar_content > side.h &&
           rect_has((Rect){rect_right(side) - w, side.y, w, side.h}, input->mouse_x, input->mouse_y);
}

static void scroll_to(Ui *ui, const Input *input) {
    Rect side = ui->panels.sidebar;
    double by = (input->mouse_y - ui->drag.start_y) * (double)(ui->sidebar_content / side.h);
    ui->sidebar_scroll = ui->drag.from_size + (float)by;
    sidebar_scroll(ui, 0);
}

static void grab(Ui *ui, const Scene *scene, DragKind kind, const Input *input) {
    ui->drag = (Drag){.kind = kind, .start_x = input->mouse_x, .start_y = input->mouse_y};
    ui->drag.from_x = scene->params.query;
    ui->drag.from_size = ui->sidebar_width;
}

static void press_strip(const Frame *f) {
    Axes axes = plot_axes(f->ui, f->scene);
    if (axes.area.w <= 0)
        return;
    double x = axes_x(&axes, f->input->mouse_x), decade = axes_decade(axes_unit_x(&axes));
    grab(f->ui, f->scene, DRAG_QUERY, f->input);
    f->ui->drag.view = f->scene->view;
    f->ui->drag.start_x = axes_px_x(&axes, f->ui->drag.from_x); /* as if the query itself had been taken there */
    x = fmin(fmax(round(x / decade) * decade, f->scene->view.x0), f->scene->view.x1);
    widget_set(f->ui, f->scene, PARAM_QUERY, x);
}

static void press(const Frame *f) {
    Ui *ui = f->ui;
    double margin = f->input->touch ? 11 * (double)ui->scale : 0; /* 44 px targets from 22 px controls */
    const Control *control = controls_near(&ui->controls, f->input->mouse_x, f->input->mouse_y, margin);
    ui->press_time = f->input->touch ? ui->time : 0;
    ui->focus_ring = false;
    if (ui->popup.open && !(control && control->kind == CONTROL_ITEM)) {
        popup_close(ui);
        return;
    }
    bool field_stays =
        control &&
        (((control->kind == CONTROL_FIELD || control->kind == CONTROL_TEXT) && ui->field.param == control->param) ||
         (control->kind == CONTROL_CELL && ui->field.param < 0 && ui->field.cell == control->choice));
    if (ui->field.open && !field_stays && !widget_commit(ui, f->scene))
        ui->field.open = false;
    if (on_sidebar_edge(ui, f->input)) {
        grab(ui, f->scene, DRAG_SIDEBAR, f->input);
        return;
    }
    if (on_scroll_bar(ui, f->input)) {
        grab(ui, f->scene, DRAG_SCROLL, f->input);
        ui->drag.from_size = ui->sidebar_scroll;
        return;
    }
    if (!control)
        return;
    if (control->kind != CONTROL_ITEM)
        snprintf(ui->focus, sizeof ui->focus, "%s", control->id);
    if (is(control, "plot") && results_fit(f))
        plot_press(ui, f->scene, f->results, f->input);
    else if (is(control, "weights"))
        press_strip(f);
    else if (is(control, "heatmap") && rect_has(ui->panels.heat_area, f->input->mouse_x, f->input->mouse_y)) {
        grab(ui, f->scene, DRAG_HEAT, f->input);
        heatmap_drag(ui, f->scene, f->results, f->input);
    } else if (control->kind != CONTROL_AREA)
        widget_press(ui, f->scene, control, f->input);
}

static void drag(const Frame *f) {
    Ui *ui = f->ui;
    switch (ui->drag.kind) {
    case DRAG_CELL:
    case DRAG_SLIDER:
        widget_drag(ui, f->scene, f->input);
        break;
    case DRAG_POINT:
    case DRAG_QUERY:
    case DRAG_VIEW:
        plot_drag(ui, f->scene, f->input);
        break;
    case DRAG_HEAT:
        heatmap_drag(ui, f->scene, f->results, f->input);
        break;
    case DRAG_SCROLL:
        scroll_to(ui, f->input);
        break;
    case DRAG_SIDEBAR: {
        double by = (f->input->mouse_x - ui->drag.start_x) / (double)ui->scale;
        ui->sidebar_width = fminf(fmaxf(ui->drag.from_size + (float)by, 220), 420);
        break;
    }
    default:
        break;
    }
}

static void release(const Frame *f) {
    Ui *ui = f->ui;
    const Control *control = controls_at(&ui->controls, f->input->mouse_x, f->input->mouse_y);
    const Control *held = controls_find(&ui->controls, ui->drag.id);
    bool inside = control && strcmp(control->id, ui->drag.id) == 0;
    bool slid = ui->drag.kind == DRAG_SLIDER && held && param_value(f->scene, held->param) != ui->drag.from_x;
    if (slid && PARAMS[held->param].draws_data)
        f->scene->view = scene_fit(f->scene);
    if (ui->drag.kind == DRAG_PRESS || ui->drag.kind == DRAG_CELL)
        widget_release(ui, f->scene, inside);
    else
        ui->drag.kind = DRAG_NONE;
}

/* A finger that rests for a moment opens the menu that a right button would. */
static void long_press(const Frame *f) {
    Ui *ui = f->ui;
    bool holds = ui->drag.kind == DRAG_POINT || ui->drag.kind == DRAG_VIEW;
    double away = hypot(f->input->mouse_x - ui->drag.start_x, f->input->mouse_y - ui->drag.start_y);
    if (away > 10 * (double)ui->scale)
        ui->press_time = 0;
    if (!holds || ui->press_time == 0 || ui->time < ui->press_time + LONG_PRESS)
        return;
    ui->press_time = 0;
    plot_restore(ui, f->scene);
    ui->drag.kind = DRAG_NONE;
    if (results_fit(f))
        plot_hover(ui, f->scene, f->results, f->input);
    plot_menu(ui, f->scene, f->input);
}

static void pointer(const Frame *f) {
    Ui *ui = f->ui;
    const Input *input = f->input;
    bool moved = input->mouse_x != ui->pointer_x || input->mouse_y != ui->pointer_y;
    ui->pointer_x = input->mouse_x;
    ui->pointer_y = input->mouse_y;
    if (ui->drag.kind != DRAG_NONE) {
        if (moved)
            drag(f);
        long_press(f);
        bool let_go = input->released & BUTTON_LEFT || input->focus_lost || !(input->down & BUTTON_LEFT);
        if (let_go)
            release(f);
        return;
    }
    if (input->pressed & BUTTON_RIGHT)
        popup_close(ui);
    hover(f);
    if (ui->help && input->pressed) {
        ui->help = false;
        return;
    }
    if (input->pressed & BUTTON_LEFT)
        press(f);
    if (input->pressed & BUTTON_RIGHT && is(controls_find(&ui->controls, ui->hot), "plot"))
        plot_menu(ui, f->scene, input);
}

static void wheel(const Frame *f) {
    Ui *ui = f->ui;
    const Input *input = f->input;
    if ((input->wheel_y == 0 && input->pinch == 0) || ui->drag.kind != DRAG_NONE || ui->popup.open || ui->help)
        return;
    const Control *control = controls_find(&ui->controls, ui->hot);
    bool focused = control && strcmp(ui->focus, control->id) == 0;
    if (is(control, "plot") && rect_has(ui->panels.plot, input->mouse_x, input->mouse_y))
        plot_wheel(ui, f->scene, input);
    else if (focused && control->kind == CONTROL_SLIDER && !control->off)
        widget_wheel(ui, f->scene, control, input->wheel_y);
    else if (rect_has(ui->panels.sidebar, input->mouse_x, input->mouse_y))
        sidebar_scroll(ui, input->wheel_y);
}

static void move_focus(const Frame *f, int step) {
    Ui *ui = f->ui;
    ui->focus_ring = true;
    bool in_plot = strcmp(ui->focus, "plot") == 0;
    if (in_plot && results_fit(f) && plot_tab(ui, f->results, step))
        return;
    ui->chosen_point = -1;
    const Control *next = controls_tab(&ui->controls, ui->focus, step);
    if (!next)
        return;
    snprintf(ui->focus, sizeof ui->focus, "%s", next->id);
    if (is(next, "plot") && step < 0 && results_fit(f))
        plot_tab(ui, f->results, step);
    sidebar_reveal(ui, next);
}

/* Esc lets go of the nearest thing: a drag is put back, then a choice, then the focus. */
static void escape(const Frame *f) {
    Ui *ui = f->ui;
    if (ui->drag.kind != DRAG_NONE) {
        widget_restore(ui, f->scene);
        plot_restore(ui, f->scene);
        if (ui->drag.kind == DRAG_SIDEBAR)
            ui->sidebar_width = ui->drag.from_size;
        ui->drag.kind = DRAG_NONE;
    } else if (ui->chosen_point >= 0)
        ui->chosen_point = -1;
    else if (ui->presenting)
        ui->pending = COMMAND_PRESENT;
    else
        ui->focus[0] = '\0';
}

static void field_key_press(const Frame *f, KeyPress key) {
    Ui *ui = f->ui;
    if (key.key == KEY_ESCAPE)
        ui->field.open = false;
    else if (key.key == KEY_ENTER)
        widget_commit(ui, f->scene);
    else if (key.key == KEY_TAB) {
        if (widget_commit(ui, f->scene))
            move_focus(f, key.mods & MOD_SHIFT ? -1 : 1);
    } else if (key.mods == MOD_CTRL && (key.key == 'v' || key.key == 'c' || key.key == 'x'))
        ui->pending = key.key == 'v' ? COMMAND_PASTE : key.key == 'c' ? COMMAND_COPY : COMMAND_CUT;
    else
        field_key(&ui->field, key);
}

static void press_key(const Frame *f, KeyPress key) {
    Ui *ui = f->ui;
    const Control *focus = controls_find(&ui->controls, ui->focus);
    if (ui->help) {
        ui->help = false;
        return;
    }
    if (ui->field.open) {
        field_key_press(f, key);
        return;
    }
    bool remote = key.key == KEY_PAGE_UP || key.key == KEY_PAGE_DOWN || (key.key >= KEY_F1 && key.key <= KEY_F12);
    if (ui->popup.open && (remote || key.mods & MOD_CTRL))
        popup_close(ui); /* a shortcut, or a presenter's remote, does not wait for the menu */
    if (ui->popup.open) {
        popup_key(ui, f->scene, key);
        return;
    }
    if (key.key == KEY_ESCAPE) {
        escape(f);
        return;
    }
    if (ui->drag.kind != DRAG_NONE)
        return; /* the hand is on the mouse */
    if (key.key == KEY_TAB) {
        move_focus(f, key.mods & MOD_SHIFT ? -1 : 1);
        return;
    }
    bool area = !focus || focus->kind == CONTROL_AREA;
    bool trains = key.key == KEY_SPACE && !ui->focus_ring; /* after a mouse click Space is not the control's */
    if (focus && !area && !trains && widget_key(ui, f->scene, focus, key)) {
        ui->focus_ring = true;
        return;
    }
    if (area && plot_key(ui, f->scene, key))
        return;
    Command command = command_for_key(key);
    if (command != COMMAND_NONE)
        ui->pending = command;
}

/* A dialog takes everything; one key may close it, the next belongs to whatever is below. */
static void dialog_input(const Frame *f) {
    Ui *ui = f->ui;
    dialog_pointer(ui, f->input);
    if (f->input->text[0] && !f->input->composing)
        dialog_type(ui, f->input->text);
    for (size_t i = 0; i < f->input->key_count && !f->input->composing; i++)
        dialog_key(ui, f->input->keys[i]);
}

void ui_interact(Ui *ui, const Input *input, Scene *scene, const Results *results) {
    Frame f = {ui, input, scene, results};
    ui->time = input->time;
    ui->merge = 0;
    if (ui->notice[0] && ui->notice_until <= NOTICE_SECONDS) /* from before the clock was known */
        ui->notice_until = ui->time + NOTICE_SECONDS;
    if (ui->notice[0] && ui->time >= ui->notice_until)
        ui->notice[0] = '\0';
    if (ui->field.open)
        field_compose(&ui->field, input->composed, input->composed_caret);
    if (ui->form.open) {
        dialog_input(&f);
        return;
    }
    pointer(&f);
    wheel(&f);
    if (ui->pending != COMMAND_NONE)
        obey(ui, scene);
    if (ui->field.open && input->text[0])
        field_type(&ui->field, input->text);
    for (size_t i = 0; i < input->key_count && !input->composing; i++) {
        press_key(&f, input->keys[i]);
        if (ui->pending != COMMAND_NONE)
            obey(ui, scene);
    }
}

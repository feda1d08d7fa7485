/* The look of every control. */
#include "ui/widget.h"

#include "ui/axes.h"
#include "ui/layout.h"
#include "ui/rich.h"

#include "core/kernel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct Brush { /* what every part needs */
    const Ui *ui;
    const Scene *scene;
    const Theme *theme;
    const Control *control;
    DrawList *list;
    float size, hair;
    bool hot;
} Brush;

static float text_width(const Brush *b, const char *text, Font font, float size) {
    return b->ui->metrics.width(b->ui->metrics.owner, text, font, size);
}

/* The size at which a label fits, at most the one asked for. */
static float fitting(const Brush *b, float width, Font font, float size, const char *text) {
    float w = text_width(b, text, font, size), room = width - layout_px(b->ui, 6);
    return w > room && w > 0 ? fmaxf(floorf(size * room / w * 2) / 2, size * 0.7f) : size;
}

/* The label at its size, or smaller where it would not fit. */
static void label_in(const Brush *b, Rect r, Font font, float size, Color color, const char *text) {
    float fit = fitting(b, r.w, font, size, text);
    Vec2 centre = rect_centre(r);
    drawlist_text(b->list, (Vec2){roundf(centre.x), roundf(text_baseline(centre.y, fit))}, ALIGN_CENTRE, font, fit,
                  color, text);
}

/* One size for all choices of a row, that of the longest. */
static float row_size(const Brush *b) {
    float size = b->size;
    for (size_t i = 0; i < b->ui->controls.count; i++) {
        const Control *c = &b->ui->controls.items[i];
        if (c->kind == b->control->kind && c->param == b->control->param && c->rect.y == b->control->rect.y && c->label)
            size = fminf(size, fitting(b, c->rect.w, FONT_REGULAR, b->size, ui_tr(b->ui, b->scene, c->label)));
    }
    return size;
}

static const char *label_of(const Brush *b) {
    return b->control->label ? ui_tr(b->ui, b->scene, b->control->label) : "";
}

static void draw_button(const Brush *b) {
    Color fill = b->control->primary ? b->theme->control_on : b->hot ? b->theme->control_hot : b->theme->control;
    Color text = b->control->off ? b->theme->faint : b->control->primary ? b->theme->on_text : b->theme->text;
    drawlist_rect(b->list, b->control->rect, layout_px(b->ui, 5), fill, b->theme->border, b->hair);
    float size = b->control->text_size > 0 ? b->control->text_size : b->size;
    label_in(b, b->control->rect, FONT_REGULAR, size, text, label_of(b));
}

static void draw_choice(const Brush *b) {
    const Theme *t = b->theme;
    Rect r = b->control->rect;
    Color fill = b->control->chosen ? t->control_on : b->hot ? t->control_hot : t->control;
    r.w += b->hair; /* neighbours share their border */
    drawlist_rect(b->list, r, layout_px(b->ui, 3), fill, b->control->chosen ? t->control_on : t->border, b->hair);
    label_in(b, b->control->rect, FONT_REGULAR, row_size(b), b->control->chosen ? t->on_text : t->text, label_of(b));
}

/* The kernel's own shape, from its own function. */
static void draw_kernel(const Brush *b, Rect area, int kernel, Color color) {
    enum { SAMPLES = 49 };
    double reach = isfinite(KERNELS[kernel].support) ? 1.35 * KERNELS[kernel].support : 3;
    double top = KERNELS[kernel].weight(0);
    Vec2 points[SAMPLES];
    for (int i = 0; i < SAMPLES; i++) {
        double t = (double)i / (SAMPLES - 1), k = KERNELS[kernel].weight((2 * t - 1) * reach) / top;
        points[i] = (Vec2){area.x + (float)t * area.w, rect_bottom(area) - (float)k * area.h};
    }
    drawlist_line(b->list, points, SAMPLES, 1.6f * b->ui->scale, color, 0, 0);
}

static void draw_picture(const Brush *b) {
    const Theme *t = b->theme;
    bool off = b->control->off, chosen = b->control->chosen && !off;
    Rect r = b->control->rect;
    Color edge = chosen ? t->text : t->border, line = off ? t->faint : t->key;
    drawlist_rect(b->list, r, layout_px(b->ui, 5), b->hot ? t->control_hot : t->control, edge,
                  chosen ? 2 * b->hair : b->hair);
    Rect shape = {r.x + r.w * 0.12f, r.y + layout_px(b->ui, 7), r.w * 0.76f, r.h * 0.42f};
    draw_kernel(b, shape, b->control->choice, line);
    Rect below = {r.x, r.y + r.h * 0.60f, r.w, r.h * 0.36f};
    label_in(b, below, FONT_REGULAR, b->size * 0.82f, off ? t->faint : chosen ? t->text : t->dim, label_of(b));
}

static void draw_formula(const Brush *b) {
    const Theme *t = b->theme;
    bool off = b->control->off, chosen = b->control->chosen && !off;
    Rect r = b->control->rect;
    drawlist_rect(b->list, r, layout_px(b->ui, 5), b->hot ? t->control_hot : t->control, chosen ? t->text : t->border,
                  chosen ? 2 * b->hair : b->hair);
    Rect top = {r.x, r.y + r.h * 0.10f, r.w, r.h * 0.42f}, below = {r.x, r.y + r.h * 0.50f, r.w, r.h * 0.42f};
    label_in(b, top, FONT_REGULAR, b->size * 0.92f, off ? t->faint : t->text, label_of(b));
    label_in(b, below, FONT_REGULAR, b->size * 0.85f, off ? t->faint : t->dim, b->control->formula);
}

static void draw_arrow(const Brush *b, Vec2 centre, bool down, Color color) {
    float s = layout_px(b->ui, 4);
    const Vec2 below[] = {
        {centre.x - s, centre.y - s / 2}, {centre.x + s, centre.y - s / 2}, {centre.x, centre.y + s / 2}};
    const Vec2 right[] = {
        {centre.x - s / 2, centre.y - s}, {centre.x + s / 2, centre.y}, {centre.x - s / 2, centre.y + s}};
    drawlist_polygon(b->list, down ? below : right, 3, color);
}

static void draw_menu(const Brush *b) {
    Rect r = b->control->rect;
    int choice = (int)param_value(b->scene, b->control->param);
    const char *text = ui_tr(b->ui, b->scene, PARAMS[b->control->param].choice_label(choice));
    if (b->control->param == PARAM_DATA && b->scene->source[0])
        text = b->scene->source;
    drawlist_rect(b->list, r, layout_px(b->ui, 5), b->hot ? b->theme->control_hot : b->theme->control, b->theme->border,
                  b->hair);
    float arrow = layout_px(b->ui, 26), w = text_width(b, text, FONT_REGULAR, b->size);
    float room = r.w - arrow - layout_px(b->ui, 10), size = w > room ? b->size * room / w : b->size;
    drawlist_text(b->list, (Vec2){r.x + layout_px(b->ui, 10), roundf(text_baseline(r.y + r.h / 2, size))}, ALIGN_LEFT,
                  FONT_REGULAR, size, b->theme->text, text);
    draw_arrow(b, (Vec2){rect_right(r) - arrow / 2, r.y + r.h / 2}, true, b->theme->dim);
}

static void draw_item(const Brush *b) {
    Rect r = b->control->rect;
    int index = (int)(b->control - &b->ui->controls.items[b->ui->controls.popup]);
    if (b->hot || b->ui->popup.current == index)
        drawlist_rect(b->list, r, layout_px(b->ui, 4), b->theme->control_hot, 0, 0);
    float x = r.x + layout_px(b->ui, 10);
    Font font = b->control->chosen ? FONT_BOLD : FONT_REGULAR;
    float base = roundf(text_baseline(r.y + r.h / 2, b->size));
    if (b->control->number) {
        char number[16];
        snprintf(number, sizeof number, "%d", b->control->number);
        drawlist_text(b->list, (Vec2){x, base}, ALIGN_LEFT, font, b->size, b->theme->dim, number);
        x += layout_px(b->ui, 20);
    }
    drawlist_text(b->list, (Vec2){x, base}, ALIGN_LEFT, font, b->size, b->theme->text, label_of(b));
}

static void draw_section(const Brush *b) {
    Rect r = b->control->rect;
    float size = layout_px(b->ui, 12);
    Vec2 at = {r.x, roundf(text_baseline(r.y + r.h / 2, size))};
    Color color = b->hot ? b->theme->text : b->theme->dim;
    drawlist_text(b->list, at, ALIGN_LEFT, FONT_BOLD, size, color, label_of(b));
    draw_arrow(b, (Vec2){rect_right(r) - layout_px(b->ui, 6), r.y + r.h / 2}, b->control->chosen, b->theme->faint);
}

static void draw_switch(const Brush *b) {
    const Theme *t = b->theme;
    Rect r = b->control->rect;
    float side = layout_px(b->ui, 14);
    Rect box = {r.x, roundf(r.y + (r.h - side) / 2), side, side};
    bool on = b->control->chosen;
    drawlist_rect(b->list, box, layout_px(b->ui, 3),
                  on       ? t->control_on
                  : b->hot ? t->control_hot
                           : t->control,
                  on ? t->control_on : t->axis, b->hair);
    if (on) {
        const Vec2 tick[] = {{box.x + side * 0.24f, box.y + side * 0.52f},
                             {box.x + side * 0.43f, box.y + side * 0.71f},
                             {box.x + side * 0.77f, box.y + side * 0.30f}};
        drawlist_line(b->list, tick, 3, 1.7f * b->ui->scale, t->on_text, 0, 0);
    }
    const char *text = label_of(b);
    float x = rect_right(box) + layout_px(b->ui, 7), room = rect_right(r) - x - layout_px(b->ui, 4);
    float w = text_width(b, text, FONT_REGULAR, b->size), size = w > room ? b->size * room / w : b->size;
    drawlist_text(b->list, (Vec2){x, roundf(text_baseline(r.y + r.h / 2, size))}, ALIGN_LEFT, FONT_REGULAR, size,
                  t->text, text);
}

static void draw_slider(const Brush *b) {
    const Theme *t = b->theme;
    Rect r = b->control->rect;
    float knob = layout_px(b->ui, 7), middle = r.y + r.h / 2, rail = fmaxf(2, layout_px(b->ui, 3));
    float x0 = r.x + knob, x1 = rect_right(r) - knob;
    double position = param_position(b->control->param, param_value(b->scene, b->control->param));
    float x = roundf(x0 + (x1 - x0) * (float)position);
    drawlist_rect(b->list, (Rect){x0, roundf(middle - rail / 2), x1 - x0, rail}, rail / 2, t->track, 0, 0);
    if (b->control->off)
        return;
    drawlist_rect(b->list, (Rect){x0, roundf(middle - rail / 2), x - x0, rail}, rail / 2, t->text, 0, 0);
    drawlist_circle(b->list, (Vec2){x, middle}, knob, b->hot ? t->control_hot : t->control, t->text,
                    1.7f * b->ui->scale);
}

/* The text, the selection or what an input method is composing, underlined, and the caret, always in sight. */
static void draw_typing(const Brush *b, Rect r) {
    const Field *field = &b->ui->field;
    float pad = layout_px(b->ui, 6), x = r.x + pad, base = roundf(text_baseline(r.y + r.h / 2, b->size));
    char text[FIELD_TEXT + FIELD_COMPOSED], part[FIELD_TEXT + FIELD_COMPOSED];
    float edge[3];
    int from, to, caret = field_shown(field, text, &from, &to);
    bool composing = to > from;
    if (!composing) {
        from = field->select_start < field->select_end ? field->select_start : field->select_end;
        to = field->select_start < field->select_end ? field->select_end : field->select_start;
    }
    const int at[3] = {from, to, caret};
    for (int i = 0; i < 3; i++) {
        snprintf(part, sizeof part, "%.*s", at[i], text);
        edge[i] = text_width(b, part, FONT_REGULAR, b->size);
    }
    float over = fmaxf(0, edge[2] - (r.w - 2 * pad));
    drawlist_clip(b->list, rect_intersect(r, b->control->clip));
    if (edge[1] > edge[0] && composing)
        drawlist_rect(b->list, (Rect){x - over + edge[0], base + layout_px(b->ui, 2), edge[1] - edge[0], b->hair}, 0,
                      b->theme->text, 0, 0);
    else if (edge[1] > edge[0])
        drawlist_rect(b->list, (Rect){x - over + edge[0], r.y + pad / 2, edge[1] - edge[0], r.h - pad}, 2,
                      color_fade(b->theme->focus, 0.35), 0, 0);
    drawlist_text(b->list, (Vec2){x - over, base}, ALIGN_LEFT, FONT_REGULAR, b->size, b->theme->text, text);
    drawlist_rect(b->list, (Rect){roundf(x - over + edge[2]), r.y + pad / 2, fmaxf(1, b->hair), r.h - pad}, 0,
                  b->theme->text, 0, 0);
    drawlist_clip(b->list, b->control->clip);
}

static void draw_cell(const Brush *b) {
    const Theme *t = b->theme;
    Rect r = b->control->rect;
    const Field *field = &b->ui->field;
    bool open = field->open && field->param < 0 && field->cell == b->control->choice;
    drawlist_rect(b->list, r, layout_px(b->ui, 3), b->hot && !open ? t->control_hot : t->control,
                  open ? field->error[0] ? t->warning : t->focus : t->border, open ? 2 * b->hair : b->hair);
    if (open) {
        draw_typing(b, r);
        return;
    }
    char text[NUM_TEXT];
    num_format_digits(text, b->scene->score.at[b->control->choice], 3);
    axes_minus(text);
    label_in(b, r, FONT_REGULAR, b->size * 0.9f, t->text, text);
}

static void draw_field(const Brush *b) {
    const Theme *t = b->theme;
    Rect r = b->control->rect;
    const Field *field = &b->ui->field;
    bool open = field->open && field->param == b->control->param;
    Color edge = open ? field->error[0] ? t->warning : t->focus : t->border;
    drawlist_rect(b->list, r, layout_px(b->ui, 5), b->hot && !open ? t->control_hot : t->control, edge,
                  open ? 2 * b->hair : b->hair);
    if (open) {
        draw_typing(b, r);
        return;
    }
    char text[NUM_TEXT];
    widget_value(b->scene, b->control->param, text);
    float pad = layout_px(b->ui, 8), w = text_width(b, text, FONT_REGULAR, b->size);
    float size = w > r.w - 2 * pad ? b->size * (r.w - 2 * pad) / w : b->size;
    drawlist_text(b->list, (Vec2){rect_right(r) - pad, roundf(text_baseline(r.y + r.h / 2, size))}, ALIGN_RIGHT,
                  FONT_REGULAR, size, b->control->off ? t->faint : t->text, text);
}

/* A text to type; of a longer one its end, which tells files apart. */
static void draw_text(const Brush *b) {
    const Theme *t = b->theme;
    const Field *field = &b->ui->field;
    Rect r = b->control->rect;
    bool dialog = b->control->param < 0;
    bool open = field->open && (dialog ? field->row == b->control->number : field->param == b->control->param);
    const char *text = dialog ? b->ui->form.row[b->control->number].text : param_string(b->scene, b->control->param);
    drawlist_rect(b->list, r, layout_px(b->ui, 5), b->hot && !open ? t->control_hot : t->control,
                  open ? field->error[0] ? t->warning : t->focus : t->border, open ? 2 * b->hair : b->hair);
    if (open) {
        draw_typing(b, r);
        return;
    }
    float pad = layout_px(b->ui, 6), over = text_width(b, text, FONT_REGULAR, b->size) - (r.w - 2 * pad);
    drawlist_clip(b->list, rect_intersect(rect_inset(r, b->hair), b->control->clip));
    drawlist_text(b->list, (Vec2){r.x + pad - fmaxf(over, 0), roundf(text_baseline(r.y + r.h / 2, b->size))},
                  ALIGN_LEFT, FONT_REGULAR, b->size, b->control->off ? t->faint : t->text, text);
    drawlist_clip(b->list, b->control->clip);
}

static void draw_caption(const Brush *b) {
    if (!b->control->caption)
        return;
    Rect r = b->control->rect;
    const char *text = ui_tr(b->ui, b->scene, b->control->caption);
    float w = rich_line(b->ui, b->scene, NULL, (Vec2){0, 0}, 1e6f, b->size, 0, text),
          room = b->control->captioned - layout_px(b->ui, 4);
    float size = w > room ? b->size * room / w : b->size;
    Vec2 at = {r.x - b->control->captioned, roundf(text_baseline(r.y + r.h / 2, size))};
    rich_line(b->ui, b->scene, b->list, at, 1e6f, size, b->control->off ? b->theme->faint : b->theme->text, text);
}

void widget_draw(const Ui *ui, const Scene *scene, const Control *control, DrawList *list) {
    static void (*const PAINT[])(const Brush *) = {
        [CONTROL_SECTION] = draw_section, [CONTROL_BUTTON] = draw_button,   [CONTROL_CHOICE] = draw_choice,
        [CONTROL_PICTURE] = draw_picture, [CONTROL_FORMULA] = draw_formula, [CONTROL_CELL] = draw_cell,
        [CONTROL_MENU] = draw_menu,       [CONTROL_ITEM] = draw_item,       [CONTROL_SWITCH] = draw_switch,
        [CONTROL_SLIDER] = draw_slider,   [CONTROL_FIELD] = draw_field,     [CONTROL_TEXT] = draw_text};
    if (control->kind == CONTROL_AREA)
        return;
    Brush brush = {.ui = ui,
                   .scene = scene,
                   .theme = ui_theme(scene),
                   .control = control,
                   .list = list,
                   .size = layout_px(ui, 13),
                   .hair = fmaxf(1, roundf(ui->scale)),
                   .hot = !control->off && strcmp(ui->hot, control->id) == 0};
    PAINT[control->kind](&brush);
    draw_caption(&brush);
}

void widget_draw_focus(const Ui *ui, const Scene *scene, DrawList *list) {
    const Control *control = controls_find(&ui->controls, ui->focus);
    if (!ui->focus_ring || !control)
        return;
    float out = control->kind == CONTROL_AREA ? 0 : layout_px(ui, 2);
    Rect ring = rect_inset(control->rect, -out);
    drawlist_clip(list, control->kind == CONTROL_AREA ? control->rect : rect_inset(control->clip, -out));
    drawlist_rect(list, ring, layout_px(ui, 6), 0, ui_theme(scene)->focus, 2 * fmaxf(1, roundf(ui->scale)));
    drawlist_unclip(list);
}

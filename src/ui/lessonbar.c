/* One function writes the texts, with a list to draw and without to measure, so that both always agree. */
#include "ui/lessonbar.h"

#include "ui/layout.h"
#include "ui/panels.h"
#include "ui/rich.h"
#include "ui/sidebar.h"
#include "ui/widget.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const Lesson *lesson_of(const Ui *ui) {
    const LessonView *view = &ui->lesson;
    return view->index >= 0 && (size_t)view->index < view->count ? view->all[view->index] : NULL;
}

const LessonStep *lessonbar_step(const Ui *ui) {
    const Lesson *lesson = lesson_of(ui);
    return lesson && ui->lesson.step < lesson->step_count ? &lesson->step[ui->lesson.step] : NULL;
}

/* The model that the step is about. */
static int model_of(const LessonStep *step) {
    int model = (int)PARAMS[PARAM_MODEL].initial;
    for (size_t i = 0; i < step->enter.set_count; i++)
        if (step->enter.set[i].row == PARAM_MODEL)
            model = (int)step->enter.set[i].value;
    return model;
}

bool lessonbar_hides(const Ui *ui, const Scene *scene, const char *id) {
    const LessonStep *step = lessonbar_step(ui);
    if (step && scene->params.model != model_of(step))
        return false; /* someone went exploring: what the new model needs must be there */
    for (size_t i = 0; step && i < step->hide_count; i++)
        if (strcmp(step->hide[i], id) == 0)
            return true;
    return false;
}

static void again(Ui *ui, const Scene *scene) { ui_layout(ui, scene, ui->width, ui->height, ui->scale); }

/* The control of this id, with the section opened that holds it. */
static const Control *unfold(Ui *ui, const Scene *scene, const char *id) {
    const Control *control = controls_find(&ui->controls, id);
    if (control && control->kind == CONTROL_SECTION && !control->chosen) {
        ui->fold[control->command] = 1;
        again(ui, scene);
        return controls_find(&ui->controls, id);
    }
    for (int section = 0; !control && section < SECTION_COUNT; section++) {
        signed char before = ui->fold[section];
        ui->fold[section] = 1;
        again(ui, scene);
        control = controls_find(&ui->controls, id);
        if (!control)
            ui->fold[section] = before;
    }
    if (!control)
        again(ui, scene);
    return control;
}

/* The last control of a section, for the section to be seen as a whole. */
static const Control *end_of(const Ui *ui, const Control *control) {
    const Control *last = &ui->controls.items[ui->controls.popup];
    const Control *end = control;
    for (const Control *c = control + 1; control->kind == CONTROL_SECTION && c < last; c++) {
        if (c->kind == CONTROL_SECTION || c->kind == CONTROL_AREA)
            break;
        end = c;
    }
    return end;
}

void lessonbar_reveal(Ui *ui, const Scene *scene) {
    const LessonStep *step = lessonbar_step(ui);
    if (!step || ui->width <= 0)
        return;
    again(ui, scene);
    for (size_t i = step->highlight_count; i-- > 0;) { /* the first one last, so that it is seen in any case */
        const Control *control = unfold(ui, scene, step->highlight[i]);
        if (!control || control->kind == CONTROL_AREA)
            continue;
        sidebar_reveal(ui, end_of(ui, control));
        again(ui, scene);
        control = controls_find(&ui->controls, step->highlight[i]);
        if (control)
            sidebar_reveal(ui, control);
        again(ui, scene);
    }
}

typedef struct Page {
    const Ui *ui;
    const Scene *scene;
    DrawList *list; /* NULL: only measures */
    Rect rest;      /* below what is written */
    float size, line;
} Page;

static void paragraph(Page *page, Color color, const char *text) {
    if (!*text)
        return;
    float bottom = rect_bottom(page->rest);
    page->rest.y = rich_block(page->ui, page->scene, page->list, page->rest, page->size, page->line, color, text);
    page->rest.h = bottom - page->rest.y;
}

/* A box before the task, ticked when it is done. */
static void task(Page *page, const char *text) {
    if (!*text)
        return;
    const Theme *theme = ui_theme(page->scene);
    float side = roundf(page->size * 0.95f), gap = roundf(page->size * 0.5f);
    bool done = page->ui->lesson.done;
    Rect box = {page->rest.x, roundf(page->rest.y + (page->line - side) / 2), side, side};
    if (page->list) {
        drawlist_rect(page->list, box, side / 5, done ? theme->value : theme->control,
                      done ? theme->value : theme->axis, fmaxf(1, roundf(page->ui->scale)));
        const Vec2 tick[] = {{box.x + side * 0.24f, box.y + side * 0.52f},
                             {box.x + side * 0.43f, box.y + side * 0.71f},
                             {box.x + side * 0.77f, box.y + side * 0.30f}};
        if (done)
            drawlist_line(page->list, tick, 3, side / 8, theme->panel, 0, 0);
    }
    page->rest.x += side + gap;
    page->rest.w -= side + gap;
    paragraph(page, theme->text, text);
    page->rest.x -= side + gap;
    page->rest.w += side + gap;
}

static void write(Page *page) {
    const LessonStep *step = lessonbar_step(page->ui);
    const Theme *theme = ui_theme(page->scene);
    int language = page->scene->settings.language;
    char title[500], lesson[200] = "";
    if (page->ui->presenting) /* the bar on top, which names the lesson, is away */
        snprintf(lesson, sizeof lesson, "{d %s ·} ", lesson_text(&lesson_of(page->ui)->title, language));
    snprintf(title, sizeof title, "%s{b %s}", lesson, lesson_text(&step->title, language));
    paragraph(page, theme->text, title);
    paragraph(page, theme->text, lesson_text(&step->text, language));
    task(page, lesson_text(&step->task, language));
    const char *question = lesson_text(&step->question, language);
    if (*question) {
        char line[LESSON_LINE];
        snprintf(line, sizeof line, "{q %s} %s", ui_tr(page->ui, page->scene, "Question:"), question);
        paragraph(page, theme->text, line);
    }
    if (*question && page->ui->lesson.answer)
        paragraph(page, theme->dim, lesson_text(&step->answer, language));
}

static Page page_of(const Ui *ui, const Scene *scene, Rect panel, DrawList *list) {
    float pad = layout_px(ui, 14);
    Page page = {ui, scene, list, {panel.x + pad, panel.y + layout_px(ui, 6), panel.w - 2 * pad, panel.h}, 0, 0};
    page.size = layout_text(ui, scene, 13);
    page.line = roundf(page.size * 1.55f);
    return page;
}

static float button_height(const Ui *ui, const Scene *scene) { return roundf(layout_text(ui, scene, 13) * 2.1f); }

float lessonbar_height(const Ui *ui, const Scene *scene, float width) {
    Page page = page_of(ui, scene, (Rect){0, 0, width, 10000}, NULL);
    write(&page);
    return ceilf(page.rest.y) + button_height(ui, scene) + layout_px(ui, 16);
}

static float add_button(Ui *ui, const Scene *scene, float right, const char *id, const char *label, Command command,
                        bool primary) {
    float h = button_height(ui, scene), size = layout_text(ui, scene, 13), pad = layout_px(ui, 10);
    float w = ceilf(ui->metrics.width(ui->metrics.owner, ui_tr(ui, scene, label), FONT_REGULAR, size)) + 2.4f * pad;
    Rect r = {roundf(right - w), rect_bottom(ui->panels.notes) - h - pad, w, h};
    Control *control = controls_add(&ui->controls, CONTROL_BUTTON, r, id);
    control->label = label;
    control->command = command;
    control->primary = primary;
    control->text_size = size;
    return r.x - layout_px(ui, 8);
}

void lessonbar_layout(Ui *ui, const Scene *scene) {
    const LessonStep *step = lessonbar_step(ui);
    if (!step || ui->panels.notes.w <= 0)
        return;
    float right = rect_right(ui->panels.notes) - layout_px(ui, 10);
    right = add_button(ui, scene, right, "lesson.next", "Next ▶", COMMAND_NEXT, true);
    right = add_button(ui, scene, right, "lesson.back", "◀ Back", COMMAND_BACK, false);
    if (*lesson_text(&step->question, LANGUAGE_EN))
        add_button(ui, scene, right, "lesson.answer", ui->lesson.answer ? "Hide the answer" : "Show the answer",
                   COMMAND_ANSWER, false);
}

static void draw_place(const Ui *ui, const Scene *scene, DrawList *list) {
    const Lesson *lesson = lesson_of(ui);
    char step[24], count[24], text[64];
    snprintf(step, sizeof step, "%zu", ui->lesson.step + 1);
    snprintf(count, sizeof count, "%zu", lesson->step_count);
    ui_fill(text, sizeof text, ui_tr(ui, scene, "step %1 of %2"), step, count);
    Rect panel = ui->panels.notes;
    float size = layout_text(ui, scene, 12), x = panel.x + layout_px(ui, 14);
    float middle = rect_bottom(panel) - layout_px(ui, 10) - button_height(ui, scene) / 2;
    const Control *first = controls_find(&ui->controls, "lesson.answer");
    if (!first)
        first = controls_find(&ui->controls, "lesson.back");
    float w = ui->metrics.width(ui->metrics.owner, text, FONT_REGULAR, size);
    if (first && x + w + layout_px(ui, 6) > first->rect.x) /* no room for the words */
        snprintf(text, sizeof text, "%s/%s", step, count);
    drawlist_text(list, (Vec2){x, roundf(text_baseline(middle, size))}, ALIGN_LEFT, FONT_REGULAR, size,
                  ui_theme(scene)->dim, text);
}

void lessonbar_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    Rect panel = ui->panels.notes;
    if (panel.w <= 0)
        return;
    panel_draw(ui, scene, panel, list);
    Page page = page_of(ui, scene, panel, list);
    page.rest.h = panel.h - button_height(ui, scene) - layout_px(ui, 14);
    write(&page);
    draw_place(ui, scene, list);
    static const char *const BUTTONS[] = {"lesson.next", "lesson.back", "lesson.answer"};
    for (int i = 0; i < 3; i++) {
        const Control *control = controls_find(&ui->controls, BUTTONS[i]);
        if (control)
            widget_draw(ui, scene, control, list);
    }
}

static Rect highlight_rect(const Ui *ui, const char *id, Rect *clip) {
    const Control *control = controls_find(&ui->controls, id);
    if (!control)
        return (Rect){0, 0, 0, 0};
    *clip = control->clip;
    return control->kind == CONTROL_AREA ? rect_inset(control->rect, ui->scale)
                                         : rect_inset(control->rect, -3 * ui->scale);
}

void lessonbar_draw_highlights(const Ui *ui, const Scene *scene, DrawList *list) {
    const LessonStep *step = lessonbar_step(ui);
    for (size_t i = 0; step && i < step->highlight_count; i++) {
        Rect clip, r = highlight_rect(ui, step->highlight[i], &clip);
        if (r.w <= 0)
            continue;
        drawlist_clip(list, rect_inset(clip, -4 * ui->scale));
        drawlist_rect(list, r, layout_px(ui, 6), 0, color_fade(ui_theme(scene)->query, 0.85), 2 * ui->scale);
        drawlist_unclip(list);
    }
}

static float draw_dots(const Ui *ui, const Scene *scene, DrawList *list, Vec2 at, float right) {
    const Theme *theme = ui_theme(scene);
    float r = 3.5f * ui->scale, step = 13 * ui->scale;
    if (at.x + step * ((float)ui->lesson.count + 1) > right)
        return at.x;
    for (size_t i = 0; i < ui->lesson.count; i++) {
        bool now = (long)i == ui->lesson.index;
        float w = now ? 20 * ui->scale : 2 * r;
        Color color = now ? theme->query : (long)i < ui->lesson.index ? theme->text : theme->border;
        drawlist_rect(list, (Rect){at.x, at.y - r, w, 2 * r}, r, color, 0, 0);
        at.x += w + step - 2 * r;
    }
    return at.x;
}

float lessonbar_draw_title(const Ui *ui, const Scene *scene, DrawList *list, Vec2 at, float right, float size) {
    const Lesson *lesson = lesson_of(ui);
    char number[16], count[16], text[300];
    snprintf(number, sizeof number, "%d", lesson->number);
    snprintf(count, sizeof count, "%zu", ui->lesson.count);
    ui_fill(text, sizeof text, ui_tr(ui, scene, "Lesson %1 of %2"), number, count);
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, " · %s", lesson_text(&lesson->title, scene->settings.language));
    at.x = rich_line(ui, scene, list, at, right, size, ui_theme(scene)->dim, text) + layout_px(ui, 12);
    return draw_dots(ui, scene, list, (Vec2){at.x, at.y - 0.36f * size}, right) + layout_px(ui, 6);
}

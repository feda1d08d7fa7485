/* What a frame of the user interface is made of. */
#include "ui/ui.h"

#include "ui/dialog.h"
#include "ui/layout.h"
#include "ui/lessonbar.h"
#include "ui/offerbar.h"
#include "ui/panels.h"
#include "ui/plot.h"
#include "ui/popup.h"
#include "ui/sidebar.h"
#include "ui/topbar.h"
#include "ui/widget.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SIDEBAR_UNITS = 288 };

static_assert((int)THEME_CHOICES == (int)THEME_COUNT, "a row of THEMES for every choice");
static_assert((int)COLORMAP_CHOICES == (int)COLORMAP_COUNT, "a row of COLORMAPS for every choice");

void ui_init(Ui *ui, TextMetrics metrics, Translator translator, const Library *library) {
    memset(ui, 0, sizeof *ui);
    ui->metrics = metrics;
    ui->translator = translator;
    ui->library = library;
    ui->sidebar_width = SIDEBAR_UNITS;
    ui->scale = ui->zoom = 1;
    ui->lesson.index = -1;
    ui->pointer_x = ui->pointer_y = -1;
    ui_reset_hands(ui);
}

void ui_reset_hands(Ui *ui) {
    ui->hover_point = ui->chosen_point = ui->hover_row = -1;
    ui->hover_query = false;
    if (ui->drag.kind == DRAG_POINT)
        ui->drag.kind = DRAG_NONE;
    ui->popup.open = false;
    ui->popup.point = -1;
}

const char *ui_tr(const Ui *ui, const Scene *scene, const char *message) {
    if (scene->settings.language == LANGUAGE_EN || !ui->translator.find)
        return message;
    const char *text = ui->translator.find(ui->translator.owner, message);
    return text ? text : message;
}

void ui_refusal(const Ui *ui, const Scene *scene, char *text, size_t room) {
    FeatureMap query = scene_feature(scene, false), key = scene_feature(scene, true);
    char q[16], k[16];
    snprintf(q, sizeof q, "%zu", feature_length(&query));
    snprintf(k, sizeof k, "%zu", feature_length(&key));
    ui_fill(text, room,
            ui_tr(ui, scene, "This score compares vectors of equal length, but q has length %1 and k length %2."), q,
            k);
}

void ui_fill(char *text, size_t room, const char *pattern, const char *a, const char *b) {
    size_t used = 0;
    for (text[0] = '\0'; *pattern && used + 1 < room; pattern++) {
        const char *part = *pattern != '%' ? NULL : pattern[1] == '1' ? a : pattern[1] == '2' ? b : NULL;
        if (part) {
            int wrote = snprintf(text + used, room - used, "%s", part);
            used = used + (size_t)wrote < room ? used + (size_t)wrote : room - 1;
            pattern++;
        } else {
            text[used++] = *pattern;
            text[used] = '\0';
        }
    }
}

const Theme *ui_theme(const Scene *scene) { return &THEMES[scene->settings.theme]; }

bool ui_busy(const Ui *ui) { return ui->drag.kind != DRAG_NONE; }

static CrowdGrid crowd_grid(const Ui *ui) {
    enum { ACROSS_MOST = 8192 };
    const Panels *panels = &ui->panels;
    float side = fmaxf(2, roundf(2 * ui->scale));
    Rect area = panels->plot_area.w > 0 ? panels->plot_area : panels->strip_area;
    return (CrowdGrid){
        .columns = (int)(area.w / side), .rows = (int)(area.h / side), .across = (int)fminf(area.w, ACROSS_MOST)};
}

bool ui_compute(const Ui *ui, const Scene *scene, Results *results) {
    float w = fmaxf(ui->panels.plot_area.w, 0);
    bool done = results_compute(results, scene, w < 2 ? 2 : (size_t)w + 1);
    results_crowd(results, scene, crowd_grid(ui));
    return done;
}

unsigned ui_merge(Ui *ui, KeyPress key, unsigned what) {
    ui->presses += !key.repeat;
    return (what ^ (ui->presses * 2654435761u)) | 1;
}

void ui_notice(Ui *ui, const char *text) {
    snprintf(ui->notice, sizeof ui->notice, "%s", text);
    ui->notice_until = ui->time + NOTICE_SECONDS;
}

bool ui_timer(const Ui *ui, double *due) {
    bool pressed = ui->press_time > 0 && ui->drag.kind != DRAG_NONE, notice = ui->notice[0] != '\0';
    *due = pressed ? ui->press_time + 0.6 : ui->notice_until;
    if (pressed && notice && ui->notice_until < *due)
        *due = ui->notice_until;
    return pressed || notice;
}

static void draw_notice(const Ui *ui, const Scene *scene, DrawList *list) {
    if (!ui->notice[0])
        return;
    const Theme *theme = ui_theme(scene);
    float size = layout_text(ui, scene, 13);
    const char *text = ui_tr(ui, scene, ui->notice);
    float w = ui->metrics.width(ui->metrics.owner, text, FONT_REGULAR, size),
          room = (float)ui->width - layout_px(ui, 60);
    if (w > room)
        size *= room / w, w = room;
    Rect box = {roundf(((float)ui->width - w) / 2) - layout_px(ui, 16), (float)ui->height - layout_px(ui, 64),
                w + layout_px(ui, 32), layout_px(ui, 36)};
    drawlist_rect(list, box, layout_px(ui, 6), theme->control_on, theme->panel, 1);
    Vec2 centre = rect_centre(box);
    drawlist_text(list, (Vec2){centre.x, text_baseline(centre.y, size)}, ALIGN_CENTRE, FONT_REGULAR, size,
                  theme->on_text, text);
}

void ui_draw(const Ui *ui, const Scene *scene, const Results *results, DrawList *list) {
    const Panels *p = &ui->panels;
    drawlist_clear(list, ui_theme(scene)->panel);
    backdrop_draw(ui, scene, list);
    if (p->plot.w > 0)
        plot_draw(ui, scene, results, list);
    if (p->strip.w > 0)
        strip_draw(ui, scene, results, list);
    if (p->heatmap.w > 0)
        heatmap_draw(ui, scene, results, list);
    if (p->inspector.w > 0)
        inspector_draw(ui, scene, results, list);
    if (lessonbar_step(ui))
        lessonbar_draw(ui, scene, list);
    else
        notes_draw(ui, scene, list);
    if (p->sidebar.w > 0)
        sidebar_draw(ui, scene, results, list);
    if (p->top.h > 0)
        topbar_draw(ui, scene, list);
    offerbar_draw(ui, scene, list);
    lessonbar_draw_highlights(ui, scene, list);
    if (!ui->form.open)
        widget_draw_focus(ui, scene, list);
    popup_draw(ui, scene, list);
    dialog_draw(ui, scene, list);
    draw_notice(ui, scene, list);
    if (ui->help)
        help_draw(ui, scene, list);
}

void ui_undress(const Ui *ui, DrawList *list) {
    const Panels *p = &ui->panels;
    const Rect panels[] = {p->top, p->sidebar, p->plot, p->strip, p->notes, p->heatmap, p->inspector};
    list->background &= 0xffffff00;
    for (size_t i = 0; i < list->cmd_count; i++)
        for (size_t j = 0; j < sizeof panels / sizeof *panels; j++)
            if (list->cmds[i].kind == DRAW_RECT && memcmp(&list->cmds[i].rect, &panels[j], sizeof(Rect)) == 0)
                list->cmds[i].fill &= 0xffffff00;
}

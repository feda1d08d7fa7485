/* The list of controls: building, finding, hit testing, Tab order. */
#include "ui/control.h"

#include <math.h>
#include <string.h>

static const char *const KIND_NAMES[] = {"area",   "section", "button", "choice", "picture", "formula", "menu", "item",
                                         "switch", "slider",  "field",  "cell",   "text",    "note",    "list", "row"};

Control *controls_add(Controls *controls, ControlKind kind, Rect rect, const char *id) {
    if (controls->count == CONTROLS_MAX)
        controls->count--;
    Control *control = &controls->items[controls->count++];
    *control = (Control){.kind = kind, .rect = rect, .clip = rect, .param = -1};
    snprintf(control->id, sizeof control->id, "%s", id);
    return control;
}

Control *controls_add_part(Controls *controls, ControlKind kind, Rect rect, const char *prefix, const char *suffix) {
    char id[CONTROL_ID];
    snprintf(id, sizeof id, "%s.%s", prefix, suffix);
    return controls_add(controls, kind, rect, id);
}

const Control *controls_find(const Controls *controls, const char *id) {
    for (size_t i = 0; i < controls->count; i++)
        if (strcmp(controls->items[i].id, id) == 0)
            return &controls->items[i];
    return NULL;
}

const Control *controls_at(const Controls *controls, double x, double y) {
    for (size_t i = controls->count; i-- > controls->modal;) {
        const Control *control = &controls->items[i];
        if (rect_has(control->rect, x, y) && rect_has(control->clip, x, y))
            return control;
    }
    return NULL;
}

const Control *controls_near(const Controls *controls, double x, double y, double margin) {
    const Control *under = controls_at(controls, x, y), *found = under;
    double best = margin;
    if (under && under->kind != CONTROL_AREA)
        return under;
    for (size_t i = controls->count; i-- > 0;) {
        const Control *control = &controls->items[i];
        Rect r = rect_intersect(control->rect, control->clip);
        if (control->kind == CONTROL_AREA || control->off || r.w <= 0)
            continue;
        double dx = fmax(fmax((double)r.x - x, x - (double)rect_right(r)), 0);
        double dy = fmax(fmax((double)r.y - y, y - (double)rect_bottom(r)), 0);
        if (hypot(dx, dy) < best) {
            best = hypot(dx, dy);
            found = control;
        }
    }
    return found;
}

bool control_is_choice(const Control *control) {
    return control->kind == CONTROL_CHOICE || control->kind == CONTROL_PICTURE || control->kind == CONTROL_FORMULA;
}

static bool is_stop(const Control *control) {
    bool beside_slider = control->kind == CONTROL_FIELD && !control->label;
    if (control->off || control->kind == CONTROL_ITEM || control->kind == CONTROL_ROW || beside_slider)
        return false;
    return !control_is_choice(control) || control->chosen;
}

const Control *controls_tab(const Controls *controls, const char *id, int step) {
    size_t first = controls->modal, n = controls->popup - first;
    if (controls->popup <= first)
        return NULL;
    const Control *from = controls_find(controls, id);
    size_t at = from && from >= controls->items + first ? (size_t)(from - controls->items) - first
                : step > 0                              ? n - 1
                                                        : 0;
    for (size_t tried = 0; tried < n; tried++) {
        at = (at + (step > 0 ? 1 : n - 1)) % n;
        if (is_stop(&controls->items[first + at]))
            return &controls->items[first + at];
    }
    return NULL;
}

void controls_dump(const Controls *controls, FILE *out) {
    for (size_t i = 0; i < controls->count; i++) {
        const Control *c = &controls->items[i];
        fprintf(out, "%s %s %.0f %.0f %.0f %.0f%s%s\n", c->id, KIND_NAMES[c->kind], (double)c->rect.x,
                (double)c->rect.y, (double)c->rect.w, (double)c->rect.h, c->chosen ? " chosen" : "",
                c->off ? " off" : "");
    }
}

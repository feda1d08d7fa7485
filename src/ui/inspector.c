/* The inspector's table: the heaviest keys of the current query, one row each, and the sum over all. */
#include "ui/panels.h"

#include "ui/axes.h"
#include "ui/layout.h"
#include "ui/rich.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_KEY, COLUMN_SCORE, COLUMN_WEIGHT, COLUMN_BAR, COLUMN_VALUE, COLUMN_PRODUCT, COLUMN_COUNT };

typedef struct Table {
    float edge[COLUMN_COUNT]; /* right edges as shares of the width; the bar fills from the weight to its own */
    bool shown[COLUMN_COUNT];
    Rect area; /* of the rows */
    float line, size;
    int rows; /* that fit, without the sum */
    int count;
    bool chain; /* there is room for the steps of softmax */
} Table;

/* Columns share the width by what they need; where it is too little the least telling ones are left out. */
static void place_columns(Table *t) {
    static const float EMS[COLUMN_COUNT] = {3.7f, 4.2f, 4.0f, 3.4f, 3.7f, 4.0f};
    static const int LEAVE[] = {COLUMN_SCORE, COLUMN_BAR, COLUMN_PRODUCT};
    float total = 0, x = 0;
    for (int c = 0; c < COLUMN_COUNT; c++) {
        t->shown[c] = true;
        total += EMS[c];
    }
    for (int i = 0; i < 3 && total * t->size > t->area.w * 1.04f; i++) {
        t->shown[LEAVE[i]] = false;
        total -= EMS[LEAVE[i]];
    }
    for (int c = 0; c < COLUMN_COUNT; c++) {
        x += t->shown[c] ? EMS[c] / total : 0;
        t->edge[c] = x;
    }
}

static void short_number(char text[NUM_TEXT], double value) {
    if (fabs(value) >= 1e5)
        num_format_digits(text, value, 4);
    else
        num_format_fixed(text, value, 3);
    axes_minus(text);
}

/* With spaces where no line may be broken: score -> divided by T -> largest subtracted -> exp -> divided by the sum:
 * for the hovered key, or the heaviest. */
static void softmax_steps(const Results *r, size_t k, char *text, size_t room) {
    double score = results_score(r, k);
    if (r->muted[k] || !isfinite(score)) {
        snprintf(text, room, "{d a} −∞ {d → exp} 0 {d → α} 0");
        return;
    }
    double largest = -INFINITY, t = r->pool.temperature > 0 ? r->pool.temperature : 1;
    char a[NUM_TEXT], scaled[NUM_TEXT], shifted[NUM_TEXT], e[NUM_TEXT], total[NUM_TEXT], alpha[NUM_TEXT];
    if (r->heaviest_count) /* the heaviest key has the largest score */
        largest = results_score(r, r->heaviest[0]) / t;
    double e_k = exp(score / t - largest), sum = r->alpha[k] > 0 ? e_k / r->alpha[k] : 0;
    short_number(a, score);
    short_number(scaled, score / t);
    short_number(shifted, score / t - largest);
    short_number(e, e_k);
    num_format_digits(total, sum, 4);
    short_number(alpha, r->alpha[k]);
    snprintf(text, room, "{d a} %s {d → /T} %s {d → −max} %s {d → exp} %s {d → /Σ} %s {d → α} %s", a, scaled, shifted,
             e, total, alpha);
}

/* Whether the chain of steps fits the two lines that there are for it. */
static bool chain_fits(const Ui *ui, const Scene *scene, const Results *r, const Table *t, size_t k) {
    char text[400];
    softmax_steps(r, k, text, sizeof text);
    Rect endless = {0, 0, t->area.w + layout_px(ui, 8), 100 * t->line};
    return rich_block(ui, scene, NULL, endless, t->size * 0.94f, t->line, 0, text) <= 2 * t->line + 1;
}

static Table table(const Ui *ui, const Scene *scene, const Results *r) {
    Rect panel = ui->panels.inspector;
    Table t = {.size = layout_text(ui, scene, 12)};
    t.line = roundf(t.size * 1.6f);
    float pad = layout_px(ui, 12), head = roundf(t.size * 1.25f + t.line * 2) + pad / 2,
          foot = t.line * (panel.w < 22 * t.size ? 5.1f : 4.1f) + pad;
    t.area = (Rect){panel.x + pad, panel.y + head, panel.w - 2 * pad, 0};
    t.chain = r->heaviest_count > 0 && chain_fits(ui, scene, r, &t, r->heaviest[0]);
    foot -= t.chain ? 0 : 1.3f * t.line;
    t.area.h = fmaxf(panel.h - head - foot, 0);
    place_columns(&t);
    t.rows = (int)fminf(floorf(t.area.h / t.line), HEAVIEST);
    if (t.rows > 0 && r->row.supported)
        t.count = r->heaviest_count < t.rows ? r->heaviest_count : t.rows;
    return t;
}

static void cell(const Table *t, DrawList *list, int column, float base, Font font, Color color, const char *text) {
    if (!t->shown[column])
        return;
    drawlist_text(list, (Vec2){roundf(t->area.x + t->area.w * t->edge[column]), base}, ALIGN_RIGHT, font, t->size,
                  color, text);
}

static void number(const Table *t, DrawList *list, int column, float base, Font font, Color color, double value,
                   int decimals) {
    char text[NUM_TEXT];
    if (fabs(value) >= 1e5)
        num_format_digits(text, value, 3);
    else if (value != 0 && fabs(value) < 0.5 * pow(10, -decimals))
        num_format_digits(text, value, 1);
    else
        num_format_fixed(text, value, fabs(value) >= 1000 ? 0 : fabs(value) >= 100 ? 1 : decimals);
    axes_minus(text);
    cell(t, list, column, base, font, color, text);
}

static void draw_heads(const Ui *ui, const Scene *scene, const Table *t, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    static const char *const HEADS[COLUMN_COUNT] = {"key xᵢ", "score a", "weight α", NULL, "value yᵢ", "α·y"};
    const Color colors[COLUMN_COUNT] = {theme->key, theme->dim, theme->dim, 0, theme->value, theme->output};
    float base = t->area.y - roundf(t->line * 0.42f);
    Table small = *t;
    small.size = floorf(t->size * 0.94f * 2) / 2;
    for (int c = 0; c < COLUMN_COUNT; c++)
        if (HEADS[c])
            cell(&small, list, c, base, FONT_REGULAR, colors[c], ui_tr(ui, scene, HEADS[c]));
    drawlist_rect(list, (Rect){t->area.x, t->area.y - ui->scale, t->area.w, fmaxf(1, roundf(ui->scale))}, 0,
                  theme->border, 0, 0);
}

static void draw_row(const Ui *ui, const Scene *scene, const Results *r, const Table *t, int row, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    size_t k = r->heaviest[row];
    float top = t->area.y + (float)row * t->line, base = roundf(text_baseline(top + t->line / 2, t->size));
    if (ui->hover_point == (long)r->order[k])
        drawlist_rect(list, (Rect){t->area.x - 4, top, t->area.w + 8, t->line}, 3, color_fade(theme->query, 0.16), 0,
                      0);
    number(t, list, COLUMN_KEY, base, FONT_REGULAR, theme->key, r->x[k], 2);
    double score = results_score(r, k);
    if (score > -INFINITY)
        number(t, list, COLUMN_SCORE, base, FONT_REGULAR, theme->text, score, 3);
    else
        cell(t, list, COLUMN_SCORE, base, FONT_REGULAR, theme->dim, "−∞");
    number(t, list, COLUMN_WEIGHT, base, FONT_REGULAR, theme->text, r->alpha[k], 3);
    float x = t->area.x + t->area.w * t->edge[COLUMN_WEIGHT] + layout_px(ui, 8);
    float room = t->area.x + t->area.w * t->edge[COLUMN_BAR] - x;
    float w = r->alpha_max > 0 ? room * (float)(r->alpha[k] / r->alpha_max) : 0, h = roundf(t->line * 0.45f);
    if (t->shown[COLUMN_BAR])
        drawlist_rect(list, (Rect){x, roundf(top + (t->line - h) / 2), w, h}, 0, theme->key, 0, 0);
    if (scene->params.one_hot) { /* the value is the unit vector of this key */
        char unit[32];
        snprintf(unit, sizeof unit, "e(%zu)", k + 1);
        cell(t, list, COLUMN_VALUE, base, FONT_REGULAR, theme->value, unit);
        return;
    }
    number(t, list, COLUMN_VALUE, base, FONT_REGULAR, theme->value, r->y[k], 2);
    number(t, list, COLUMN_PRODUCT, base, FONT_REGULAR, theme->text, r->alpha[k] * r->y[k], 3);
}

static void fill_count(char *text, size_t room, const char *pattern, const char *second, size_t count) {
    char number[24];
    snprintf(number, sizeof number, "%zu", count);
    ui_fill(text, room, pattern, number, second);
}

/* Left of the summed weight, where there is no column of scores: the words, or where they do not fit the number of keys
 * that are not in the table, or the sign alone. */
static void draw_left_sum(const Ui *ui, const Table *t, float base, Color color, const char *text, size_t more,
                          DrawList *list) {
    char count[32];
    float room = t->area.w * t->edge[COLUMN_WEIGHT] - 3.2f * t->size, size = t->size * 0.85f;
    snprintf(count, sizeof count, "+%zu, Σ", more);
    const char *forms[] = {text, more ? count : "Σ", "Σ"};
    int form = 0;
    while (form < 2 && ui->metrics.width(ui->metrics.owner, forms[form], FONT_REGULAR, size) > room)
        form++;
    drawlist_text(list, (Vec2){t->area.x, base}, ALIGN_LEFT, FONT_REGULAR, size, color, forms[form]);
}

static void draw_sum(const Ui *ui, const Scene *scene, const Results *r, const Table *t, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    float top = t->area.y + (float)t->count * t->line, base = roundf(text_baseline(top + t->line / 2, t->size));
    drawlist_rect(list, (Rect){t->area.x, top, t->area.w, fmaxf(1, roundf(ui->scale))}, 0, theme->border, 0, 0);
    char text[64] = "Σ";
    size_t more = r->n > (size_t)t->count ? r->n - (size_t)t->count : 0;
    if (more)
        fill_count(text, sizeof text, ui_tr(ui, scene, "+ %1 more, Σ"), NULL, more);
    if (t->shown[COLUMN_SCORE])
        cell(t, list, COLUMN_SCORE, base, FONT_REGULAR, theme->dim, text);
    else
        draw_left_sum(ui, t, base, theme->dim, text, more, list);
    number(t, list, COLUMN_WEIGHT, base, FONT_REGULAR, theme->text, r->row.sum, 3);
    if (!scene->params.one_hot)
        number(t, list, COLUMN_PRODUCT, base, FONT_BOLD, theme->output, r->row.f, 3);
}

/* Thousands of keys are counted, not written with an exponent. */
static void format_n_eff(char text[NUM_TEXT], double n_eff) {
    if (n_eff < 1000)
        num_format_digits(text, n_eff, 3);
    else
        num_format_fixed(text, n_eff, 0);
}

static void draw_title(const Ui *ui, const Scene *scene, const Results *r, const Table *t, DrawList *list) {
    char query[NUM_TEXT], n_eff[NUM_TEXT], text[256];
    Rect panel = ui->panels.inspector;
    num_format_digits(query, r->query, 5);
    axes_minus(query);
    format_n_eff(n_eff, r->row.n_eff);
    float base = panel.y + layout_px(ui, 8) + roundf(t->size * 1.25f), right = rect_right(t->area);
    snprintf(text, sizeof text, "{b %s} {q x = %s}", ui_tr(ui, scene, "Query"), query);
    float end = rich_line(ui, scene, list, (Vec2){t->area.x, base}, right, t->size * 1.1f, ui_theme(scene)->text, text);
    if (!r->row.supported)
        return;
    char note[200];
    fill_count(note, sizeof note, ui_tr(ui, scene, "attends to ≈ %2 of %1 keys"), n_eff, r->n);
    float w = ui->metrics.width(ui->metrics.owner, note, FONT_REGULAR, t->size), room = right - end - t->size;
    if (w * 0.8f > room) { /* no room for a sentence */
        snprintf(note, sizeof note, "n_eff %s", n_eff);
        w = ui->metrics.width(ui->metrics.owner, note, FONT_REGULAR, t->size);
    }
    float size = w > room ? t->size * room / w : t->size;
    if (size > t->size * 0.6f)
        drawlist_text(list, (Vec2){right, base}, ALIGN_RIGHT, FONT_REGULAR, size, ui_theme(scene)->dim, note);
}

/* Returns the baseline of the line below. */
static float draw_steps(const Ui *ui, const Scene *scene, const Results *r, const Table *t, float base,
                        DrawList *list) {
    bool hover = ui->hover_point >= 0 && (size_t)ui->hover_point < r->n;
    size_t k = hover ? r->rank[ui->hover_point] : r->heaviest[0];
    char text[400];
    if (t->count == 0 || !t->chain || !chain_fits(ui, scene, r, t, k)) /* half a chain would be none */
        return base;
    softmax_steps(r, k, text, sizeof text);
    Rect area = {t->area.x, base - t->line * 0.7f, t->area.w + layout_px(ui, 8), 2 * t->line};
    return rich_block(ui, scene, list, area, t->size * 0.94f, t->line, ui_theme(scene)->text, text) + t->line * 0.7f;
}

static void draw_entropy(const Ui *ui, const Scene *scene, const Results *r, const Table *t, float base,
                         DrawList *list) {
    char entropy[NUM_TEXT], text[120];
    num_format_fixed(entropy, r->row.entropy, 3);
    ui_fill(text, sizeof text, ui_tr(ui, scene, "entropy %1 nats"), entropy, NULL);
    drawlist_text(list, (Vec2){t->area.x, base}, ALIGN_LEFT, FONT_REGULAR, t->size, ui_theme(scene)->dim, text);
}

/* f, and where it is known the truth and the error: in one line, or where that is too wide the error in a second. */
static size_t result_text(const Ui *ui, const Scene *scene, const Results *r, const Table *t, char *text, size_t room) {
    char query[NUM_TEXT], f[NUM_TEXT], truth[NUM_TEXT], error[NUM_TEXT];
    num_format_digits(query, r->query, 5);
    axes_minus(query);
    short_number(f, r->row.f);
    if (scene->params.one_hot)
        return (size_t)snprintf(text, room, "{o f(%s) = (α(1), …, α(%zu))}", query, r->n);
    if (!isfinite(r->truth))
        return (size_t)snprintf(text, room, "{o f(%s) = %s}", query, f);
    short_number(truth, r->truth);
    short_number(error, fabs(r->row.f - r->truth));
    const char *breaks[] = {"   ", "\n"};
    size_t used = 0;
    for (int i = 0; i < 2; i++) {
        used = (size_t)snprintf(text, room, "{o f(%s) = %s}   %s %s%s%s %s", query, f, ui_tr(ui, scene, "true"), truth,
                                breaks[i], ui_tr(ui, scene, "error"), error);
        if (rich_line(ui, scene, NULL, (Vec2){0, 0}, 1e6f, t->size * 1.03f, 0, text) <= t->area.w)
            break;
    }
    return used;
}

/* The same of the pinned query. */
static void pinned_text(const Ui *ui, const Scene *scene, const Results *r, char *text, size_t room) {
    char x[NUM_TEXT], f[NUM_TEXT], n_eff[NUM_TEXT];
    num_format_digits(x, scene->params.pinned_query, 5);
    axes_minus(x);
    short_number(f, r->pinned.f);
    format_n_eff(n_eff, r->pinned.n_eff);
    snprintf(text, room, "\n{d %s} {o f(%s) = %s}   {d n_eff} %s", ui_tr(ui, scene, "pinned"), x, f, n_eff);
}

static void draw_result(const Ui *ui, const Scene *scene, const Results *r, const Table *t, DrawList *list) {
    char text[600];
    size_t used = result_text(ui, scene, r, t, text, sizeof text);
    if (scene->params.pin_query && r->pinned.supported)
        pinned_text(ui, scene, r, text + used, sizeof text - used);
    float top = t->area.y + (float)(t->count + 1) * t->line + roundf(t->line * 0.15f);
    float end = rect_bottom(ui->panels.inspector) - layout_px(ui, 4);
    Rect area = {t->area.x, top, t->area.w + layout_px(ui, 8), fminf(3 * t->line, end - top)};
    float below =
        rich_block(ui, scene, list, area, t->size * 1.03f, t->line, ui_theme(scene)->text, text) + t->line * 0.7f;
    if (below < end)
        below = draw_steps(ui, scene, r, t, below, list);
    if (below < end)
        draw_entropy(ui, scene, r, t, below, list);
}

void inspector_draw(const Ui *ui, const Scene *scene, const Results *r, DrawList *list) {
    Rect panel = ui->panels.inspector;
    if (panel.h < layout_px(ui, 60))
        return;
    panel_draw(ui, scene, panel, list);
    Table t = table(ui, scene, r);
    drawlist_clip(list, rect_inset(panel, 1));
    draw_title(ui, scene, r, &t, list);
    if (r->n && !r->row.supported) {
        Rect area = {t.area.x, t.area.y - t.line, t.area.w, t.line * 4};
        char refusal[300];
        ui_refusal(ui, scene, refusal, sizeof refusal);
        rich_block(
            ui, scene, list, area, t.size, t.line, ui_theme(scene)->text,
            r->fits ? ui_tr(ui, scene, "No support: at this query every kernel weight is 0, so there is no prediction.")
                    : refusal);
    } else if (r->n && t.rows > 0) {
        draw_heads(ui, scene, &t, list);
        for (int row = 0; row < t.count; row++)
            draw_row(ui, scene, r, &t, row, list);
        draw_sum(ui, scene, r, &t, list);
        draw_result(ui, scene, r, &t, list);
    }
    drawlist_unclip(list);
}

void inspector_hover(Ui *ui, const Scene *scene, const Results *r, const Input *input) {
    Table t = table(ui, scene, r);
    if (!rect_has(t.area, input->mouse_x, input->mouse_y))
        return;
    int row = (int)(((float)input->mouse_y - t.area.y) / t.line);
    if (row >= 0 && row < t.count)
        ui->hover_point = (long)r->order[r->heaviest[row]];
}

/* The textbook's regression at one glance: sidebar, plot, weights, heatmap, table, lesson. Numbers come from
 * the formulas (f = 2 sin x + x^0.8, Gaussian weights), the noise from a small generator of its own. */
#include "textbook.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { KEYS = 50, CURVE = 700 };

typedef struct Book {
    DrawList *list;
    const Theme *t;
    const TextMetrics *metrics;
    double x[KEYS], y[KEYS], weight[KEYS], query, w;
} Book;

static double truth(double x) { return 2 * sin(x) + pow(x, 0.8); }

static void weigh(const Book *b, double query, double *weight) {
    double sum = 0;
    for (int i = 0; i < KEYS; i++)
        sum += weight[i] = exp(-0.5 * pow((query - b->x[i]) * b->w, 2));
    for (int i = 0; i < KEYS; i++)
        weight[i] /= sum;
}

static double predict(const Book *b, double query) {
    double weight[KEYS], sum = 0;
    weigh(b, query, weight);
    for (int i = 0; i < KEYS; i++)
        sum += weight[i] * b->y[i];
    return sum;
}

static void make_data(Book *b) {
    uint32_t seed = 42;
    for (int i = 0; i < KEYS; i++) {
        double noise = -3;
        for (int k = 0; k < 6; k++) {
            seed = seed * 1664525u + 1013904223u;
            noise += (double)(seed >> 8) / (1 << 24);
        }
        b->x[i] = fmax(0, 5.0 * (i + 0.5) / KEYS + 0.04 * noise);
        b->y[i] = truth(b->x[i]) + 0.7 * noise;
    }
}

static void say(Book *b, float x, float y, Align align, Font font, float size, Color color, const char *text) {
    drawlist_text(b->list, (Vec2){x, y}, align, font, size * b->t->text_scale, color, text);
}

static void panel(Book *b, Rect r) { drawlist_rect(b->list, r, 6, b->t->panel, b->t->border, 1); }

/* Words of several colours on one line: each "\x01" to "\x05" changes to query, key, value, output, text. */
static void say_mixed(Book *b, float x, float y, float size, const char *text) {
    const Color colors[] = {b->t->text, b->t->query, b->t->key, b->t->value, b->t->output, b->t->text};
    char word[256];
    Color color = b->t->text;
    while (*text) {
        size_t n = strcspn(text, "\x01\x02\x03\x04\x05");
        snprintf(word, sizeof word, "%.*s", (int)n, text);
        say(b, x, y, ALIGN_LEFT, FONT_REGULAR, size, color, word);
        x += b->metrics->width(b->metrics->owner, word, FONT_REGULAR, size * b->t->text_scale);
        text += n;
        if (*text)
            color = colors[(unsigned char)*text++];
    }
}

static void button(Book *b, Rect r, const char *label, bool on) {
    drawlist_rect(b->list, r, 5, on ? b->t->control_on : b->t->control, b->t->border, on ? 0 : 1);
    Vec2 c = rect_centre(r);
    say(b, c.x, text_baseline(c.y, 13), ALIGN_CENTRE, FONT_REGULAR, 13, on ? b->t->on_text : b->t->text, label);
}

static void slider(Book *b, float y, const char *label, float at, const char *value) {
    say(b, 16, text_baseline(y, 13), ALIGN_LEFT, FONT_REGULAR, 13, b->t->text, label);
    drawlist_rect(b->list, (Rect){68, y - 1.5f, 138, 3}, 1.5f, b->t->track, 0, 0);
    drawlist_rect(b->list, (Rect){68, y - 1.5f, 138 * at, 3}, 1.5f, b->t->text, 0, 0);
    drawlist_circle(b->list, (Vec2){68 + 138 * at, y}, 7.5f, b->t->panel, b->t->text, 1.8f);
    drawlist_rect(b->list, (Rect){215, y - 11, 56, 22}, 5, b->t->control, b->t->border, 1);
    say(b, 265, text_baseline(y, 13), ALIGN_RIGHT, FONT_REGULAR, 13, b->t->text, value);
}

static void kernel_card(Book *b, Rect r, const char *name, bool on) {
    drawlist_rect(b->list, r, 5, b->t->control, on ? b->t->text : b->t->border, on ? 2 : 1);
    Vec2 curve[41];
    for (int i = 0; i <= 40; i++) {
        float u = (float)(i - 20) / 7;
        curve[i] = (Vec2){r.x + 6 + (r.w - 12) * (float)i / 40, r.y + 28 - 21 * expf(-u * u / 2)};
    }
    drawlist_line(b->list, curve, 41, 1.5f, b->t->key, 0, 0);
    say(b, r.x + r.w / 2, r.y + 42, ALIGN_CENTRE, FONT_REGULAR, 10.5f, on ? b->t->text : b->t->dim, name);
}

static void sidebar(Book *b, float height) {
    static const char *const KERNELS[] = {"Gaussian", "Boxcar",  "Epanech", "Triangle",
                                          "Quartic",  "Tricube", "Laplace", "Constant"};
    static const char *const SCORERS[][2] = {{"Distance", "−½‖q−k‖²w²"},     {"Dot", "qᵀk"},
                                             {"Scaled", "dot qᵀk/√d"},       {"General", "qᵀWk"},
                                             {"Additive", "vᵀtanh(W[q;k])"}, {"Cosine", "β cos(q,k)"}};
    static const char *const MODELS[] = {"Average", "Kernel", "Learned w", "Scorer"};
    drawlist_rect(b->list, (Rect){0, 46, 288, height - 46}, 0, b->t->panel, 0, 0);
    drawlist_segment(b->list, (Vec2){287.5f, 46}, (Vec2){287.5f, height}, 1, b->t->border);
    say(b, 16, 80, ALIGN_LEFT, FONT_BOLD, 11.5f, b->t->dim, "DATA");
    button(b, (Rect){16, 90, 255, 28}, "", false);
    say(b, 26, text_baseline(104, 13), ALIGN_LEFT, FONT_REGULAR, 13, b->t->text, "D2L · 2 sin x + x^0.8");
    drawlist_polygon(b->list, (Vec2[]){{254, 101}, {263, 101}, {258.5f, 107}}, 3, b->t->text);
    slider(b, 135, "n", 0.41f, "50");
    slider(b, 163, "noise", 0.52f, "0.50");
    say(b, 16, text_baseline(194, 13), ALIGN_LEFT, FONT_REGULAR, 13, b->t->text, "seed");
    drawlist_rect(b->list, (Rect){68, 183, 97, 22}, 5, b->t->control, b->t->border, 1);
    say(b, 158, text_baseline(194, 13), ALIGN_RIGHT, FONT_REGULAR, 13, b->t->text, "42");
    button(b, (Rect){173, 180, 98, 28}, "⟳ Resample", false);
    say(b, 16, 232, ALIGN_LEFT, FONT_BOLD, 11.5f, b->t->dim, "MODEL");
    drawlist_rect(b->list, (Rect){16, 242, 255, 27}, 5, b->t->control, b->t->border, 1);
    drawlist_rect(b->list, (Rect){144, 243, 63, 25}, 0, b->t->control_on, 0, 0);
    for (int i = 0; i < 4; i++)
        say(b, 48 + 64 * (float)i, text_baseline(255.5f, 12), ALIGN_CENTRE, FONT_REGULAR, 12,
            i == 2 ? b->t->on_text : b->t->text, MODELS[i]);
    say(b, 16, 293, ALIGN_LEFT, FONT_BOLD, 11.5f, b->t->dim, "KERNEL");
    for (int i = 0; i < 8; i++)
        kernel_card(b, (Rect){16 + 65.5f * (float)(i % 4), 303 + 54 * (float)(i / 4), 59, 48}, KERNELS[i], i == 0);
    say(b, 16, 429, ALIGN_LEFT, FONT_BOLD, 11.5f, b->t->dim, "WIDTH");
    slider(b, 450, "w", 0.65f, "4.00");
    say(b, 16, text_baseline(478, 13), ALIGN_LEFT, FONT_REGULAR, 13, b->t->dim, "σ = 1/w = 0.25");
    button(b, (Rect){171, 467, 100, 23}, "LOO-CV best", false);
    say(b, 16, 513, ALIGN_LEFT, FONT_BOLD, 11.5f, b->t->dim, "SCORER");
    for (int i = 0; i < 6; i++) {
        Rect r = {16 + 131 * (float)(i % 2), 523 + 43 * (float)(i / 2), 124, 37};
        drawlist_rect(b->list, r, 5, b->t->control, i ? b->t->border : b->t->text, i ? 1 : 2);
        say(b, r.x + 62, r.y + 15, ALIGN_CENTRE, FONT_REGULAR, 10.5f, b->t->text, SCORERS[i][0]);
        say(b, r.x + 62, r.y + 29, ALIGN_CENTRE, FONT_REGULAR, 10.5f, b->t->dim, SCORERS[i][1]);
    }
    say(b, 16, 672, ALIGN_LEFT, FONT_BOLD, 11.5f, b->t->dim, "TRAIN");
    button(b, (Rect){16, 682, 74, 30}, "▶ Train", true);
    button(b, (Rect){98, 682, 54, 30}, "Step", false);
    button(b, (Rect){160, 682, 60, 30}, "Reset", false);
}

static void header(Book *b, float width) {
    drawlist_rect(b->list, (Rect){0, 0, width, 45}, 0, b->t->panel, 0, 0);
    drawlist_segment(b->list, (Vec2){0, 45.5f}, (Vec2){width, 45.5f}, 1, b->t->border);
    say(b, 16, 28, ALIGN_LEFT, FONT_BOLD, 15, b->t->text, "attnlab");
    say_mixed(b, 80, 28, 13,
              "Lesson 4 of 9 · A learnable width: f(\x01x\x05) = Σ softmax(−½((\x01x\x05−\x02xᵢ\x05)w)²) \x03yᵢ");
    for (int i = 0; i < 9; i++)
        drawlist_circle(b->list, (Vec2){width - 420 + 15 * (float)i, 23}, 4.5f,
                        i < 3    ? b->t->text
                        : i == 3 ? b->t->query
                                 : b->t->track,
                        0, 0);
    button(b, (Rect){width - 260, 8, 66, 30}, "中 / EN", false);
    button(b, (Rect){width - 186, 8, 74, 30}, "◐ Theme", false);
    button(b, (Rect){width - 104, 8, 88, 30}, "Export ▾", false);
}

typedef struct Frame {
    Rect r;
    double y0, y1;
} Frame;

static Vec2 place(const Frame *f, double x, double y) {
    return (Vec2){(float)(f->r.x + f->r.w * x / 5), (float)(f->r.y + f->r.h * (f->y1 - y) / (f->y1 - f->y0))};
}

static void axes(Book *b, const Frame *f) {
    char number[16];
    for (int i = 1; i <= 5; i++) {
        float x = floorf(place(f, i, 0).x) + 0.5f;
        drawlist_segment(b->list, (Vec2){x, f->r.y}, (Vec2){x, rect_bottom(f->r)}, 1, b->t->grid);
        snprintf(number, sizeof number, "%d", i);
        say(b, x, rect_bottom(f->r) + 20, ALIGN_CENTRE, FONT_REGULAR, 12, b->t->dim, number);
    }
    for (int i = -1; i <= 5; i++) {
        float y = floorf(place(f, 0, i).y) + 0.5f;
        drawlist_segment(b->list, (Vec2){f->r.x, y}, (Vec2){rect_right(f->r), y}, 1, b->t->grid);
        snprintf(number, sizeof number, "%d", i);
        say(b, f->r.x - 10, text_baseline(y, 12), ALIGN_RIGHT, FONT_REGULAR, 12, b->t->dim, number);
    }
}

static void curve(Book *b, const Frame *f, double (*value)(const Book *, double), Color color, float width,
                  float dash) {
    Vec2 points[CURVE];
    for (int i = 0; i < CURVE; i++) {
        double x = 5.0 * i / (CURVE - 1);
        points[i] = place(f, x, value(b, x));
    }
    drawlist_line(b->list, points, CURVE, width, color, dash, dash * 0.7f);
}

static double true_value(const Book *b, double x) {
    (void)b;
    return truth(x);
}

static double pinned(const Book *b, double x) { return predict(b, x) * 0.9 + 0.1; }

static void plot(Book *b, Rect r) {
    panel(b, r);
    Frame f = {{r.x + 48, r.y + 18, r.w - 64, r.h - 52}, -1, 5};
    axes(b, &f);
    drawlist_clip(b->list, rect_inset(r, 1));
    Vec2 band[4];
    for (int i = 0; i < 60; i++) {
        double x0 = 5.0 * i / 60, x1 = 5.0 * (i + 1) / 60;
        band[0] = place(&f, x0, predict(b, x0) - 0.3);
        band[1] = place(&f, x1, predict(b, x1) - 0.3);
        band[2] = place(&f, x1, predict(b, x1) + 0.3);
        band[3] = place(&f, x0, predict(b, x0) + 0.3);
        band[0].x = band[3].x = roundf(band[0].x);
        band[1].x = band[2].x = roundf(band[1].x);
        drawlist_polygon(b->list, band, 4, color_fade(b->t->output, 0.10));
    }
    curve(b, &f, true_value, b->t->truth, 1.8f, 6);
    curve(b, &f, pinned, color_fade(b->t->output, 0.35), 1.5f, 0);
    curve(b, &f, predict, b->t->output, b->t->line, 0);
    Vec2 out = place(&f, b->query, predict(b, b->query));
    for (int i = 0; i < KEYS; i++)
        if (b->weight[i] > 0.02)
            drawlist_segment(b->list, place(&f, b->x[i], b->y[i]), out, 0.6f + 6 * (float)b->weight[i],
                             color_fade(b->t->key, 0.15 + 4 * b->weight[i]));
    for (int i = 0; i < KEYS; i++) {
        float radius = 4 + 28 * sqrtf((float)b->weight[i]) * 0.9f;
        drawlist_circle(b->list, place(&f, b->x[i], b->y[i]), radius, color_fade(b->t->key, 0.25 + 4 * b->weight[i]),
                        b->t->key, 1);
    }
    drawlist_segment(b->list, (Vec2){out.x, f.r.y}, (Vec2){out.x, rect_bottom(f.r)}, 1.5f, b->t->query);
    drawlist_circle(b->list, out, 7.5f, b->t->output, b->t->panel, 2);
    drawlist_rect(b->list, (Rect){out.x - 34, rect_bottom(f.r) - 22, 68, 20}, 3, b->t->query, 0, 0);
    say(b, out.x, rect_bottom(f.r) - 8, ALIGN_CENTRE, FONT_REGULAR, 12, b->t->panel, "x = 2.30");
    static const char *const LEGEND[] = {"true f", "prediction ŷ", "data (key, value)", "query"};
    const Color colors[] = {b->t->truth, b->t->output, b->t->key, b->t->query};
    for (int i = 0; i < 4; i++) {
        drawlist_circle(b->list, (Vec2){f.r.x + 14 + 110 * (float)i, f.r.y + 10}, 4, colors[i], 0, 0);
        say(b, f.r.x + 24 + 110 * (float)i, f.r.y + 14, ALIGN_LEFT, FONT_REGULAR, 12, b->t->text, LEGEND[i]);
    }
    drawlist_unclip(b->list);
}

static void strip(Book *b, Rect r) {
    panel(b, r);
    Frame f = {{r.x + 48, r.y + 26, r.w - 64, r.h - 46}, 0, 0.2};
    say(b, f.r.x, r.y + 17, ALIGN_LEFT, FONT_REGULAR, 12, b->t->dim, "attention weights α(x, xᵢ) of this query");
    drawlist_segment(b->list, (Vec2){f.r.x, rect_bottom(f.r) + 0.5f}, (Vec2){rect_right(f.r), rect_bottom(f.r) + 0.5f},
                     1, b->t->axis);
    for (int i = 0; i < KEYS; i++) {
        Vec2 top = place(&f, b->x[i], b->weight[i]);
        drawlist_rect(b->list, (Rect){top.x - 1.5f, top.y, 3, rect_bottom(f.r) - top.y}, 0, b->t->key, 0, 0);
    }
}

static void heatmap(Book *b, Rect r) {
    panel(b, r);
    Rect map = {r.x + 42, r.y + 32, r.w - 62, r.w - 62};
    say(b, map.x, r.y + 21, ALIGN_LEFT, FONT_REGULAR, 12, b->t->dim,
        "attention weights · rows: queries · columns: keys");
    float *cells = drawlist_heatmap(b->list, map, KEYS, KEYS, COLORMAP_VIRIDIS);
    for (int row = 0; cells && row < KEYS; row++) {
        double weight[KEYS];
        weigh(b, 5.0 * row / KEYS, weight);
        for (int i = 0; i < KEYS; i++)
            cells[row * KEYS + i] = (float)(weight[i] / 0.27);
    }
    float row = floorf((float)(b->query / 5 * KEYS)) * map.h / KEYS;
    drawlist_rect(b->list, (Rect){map.x - 1, map.y + row - 1, map.w + 2, map.h / KEYS + 2}, 0, 0, b->t->query, 1.5f);
    drawlist_text_upright(b->list, (Vec2){map.x - 12, map.y + map.h / 2}, ALIGN_CENTRE, FONT_REGULAR,
                          12 * b->t->text_scale, b->t->dim, "queries →");
    say(b, map.x + map.w / 2, rect_bottom(map) + 18, ALIGN_CENTRE, FONT_REGULAR, 12, b->t->dim, "keys, sorted →");
    float *bar = drawlist_heatmap(b->list, (Rect){map.x, rect_bottom(map) + 30, map.w, 10}, 1, 256, COLORMAP_VIRIDIS);
    for (int i = 0; bar && i < 256; i++)
        bar[i] = (float)i / 255;
    say(b, map.x, rect_bottom(map) + 55, ALIGN_LEFT, FONT_REGULAR, 12, b->t->dim, "0");
    say(b, rect_right(map), rect_bottom(map) + 55, ALIGN_RIGHT, FONT_REGULAR, 12, b->t->dim, "0.27");
}

static void inspector(Book *b, Rect r) {
    static const char *const HEADS[] = {"key xᵢ", "score a", "weight α", "value yᵢ", "α·y"};
    static const float RIGHTS[] = {0.15f, 0.31f, 0.49f, 0.82f, 0.96f};
    const Color colors[] = {b->t->key, b->t->text, b->t->text, b->t->value, b->t->text};
    char number[32];
    panel(b, r);
    say(b, r.x + 12, r.y + 24, ALIGN_LEFT, FONT_BOLD, 13.5f, b->t->text, "Query");
    say(b, r.x + 56, r.y + 24, ALIGN_LEFT, FONT_BOLD, 13.5f, b->t->query, "x = 2.30");
    say(b, rect_right(r) - 12, r.y + 24, ALIGN_RIGHT, FONT_REGULAR, 13, b->t->dim, "attends to ≈ 11.5 of 50 keys");
    for (int i = 0; i < 5; i++)
        say(b, r.x + r.w * RIGHTS[i], r.y + 48, ALIGN_RIGHT, FONT_REGULAR, 12, colors[i], HEADS[i]);
    for (int i = 0; i < 9; i++) {
        float y = r.y + 70 + 21 * (float)i;
        int key = 19 + i;
        double score = -0.5 * pow((b->query - b->x[key]) * b->w, 2);
        const double row[] = {b->x[key], score, b->weight[key], b->y[key], b->weight[key] * b->y[key]};
        for (int k = 0; k < 5; k++) {
            snprintf(number, sizeof number, k == 0 || k == 3 ? "%.2f" : "%.3f", row[k]);
            say(b, r.x + r.w * RIGHTS[k], y, ALIGN_RIGHT, FONT_REGULAR, 12.5f, colors[k], number);
        }
        drawlist_rect(b->list, (Rect){floorf(r.x + r.w * 0.51f), y - 9, 400 * (float)b->weight[key], 9}, 0, b->t->key,
                      0, 0);
    }
    snprintf(number, sizeof number, "f(2.30) = %.3f", predict(b, b->query));
    say(b, r.x + 12, r.y + 280, ALIGN_LEFT, FONT_REGULAR, 13, b->t->output, number);
}

static void lesson(Book *b, Rect r) {
    panel(b, r);
    say(b, r.x + 16, r.y + 26, ALIGN_LEFT, FONT_BOLD, 13.5f, b->t->text, "Drag the orange query line, then move w.");
    say_mixed(b, r.x + 16, r.y + 47, 13,
              "A larger w makes each query listen to fewer \x02keys\x05: the heatmap tightens around its diagonal and "
              "the \x04prediction");
    say_mixed(b, r.x + 16, r.y + 67, 13,
              "follows individual \x03values\x05. 注意力汇聚:w 越大,每个\x01查询\x05只注意越少的\x02键\x05。");
    button(b, (Rect){rect_right(r) - 180, rect_bottom(r) - 36, 72, 26}, "◀ PgUp", false);
    button(b, (Rect){rect_right(r) - 102, rect_bottom(r) - 36, 88, 26}, "Next ▶", true);
}

void textbook_draw(DrawList *list, const Theme *theme, const TextMetrics *metrics, float width, float height,
                   double query) {
    Book b = {.list = list, .t = theme, .metrics = metrics, .query = query, .w = 4};
    make_data(&b);
    weigh(&b, query, b.weight);
    drawlist_clear(list, theme->background);
    float side = 390, left = 304, middle = width - left - side - 28, right = left + middle + 14;
    header(&b, width);
    sidebar(&b, height);
    plot(&b, (Rect){left, 60, middle, height - 340});
    strip(&b, (Rect){left, height - 268, middle, 120});
    lesson(&b, (Rect){left, height - 136, middle, 122});
    heatmap(&b, (Rect){right, 60, side, 420});
    inspector(&b, (Rect){right, 492, side, height - 506});
}

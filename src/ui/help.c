/* The overlay of all keys: commands, then what the hands do without one, in as many columns as keep it on the screen.
 */
#include "ui/panels.h"

#include "ui/layout.h"

#include <math.h>
#include <stdio.h>

enum { ENTRIES_MOST = 96 };

typedef struct Entry {
    char keys[64];
    const char *label;
} Entry;

static int collect(const Ui *ui, const Scene *scene, Entry *entries) {
    int count = 0;
    for (int g = 0; g < GESTURE_COUNT && count < ENTRIES_MOST; g++, count++) {
        snprintf(entries[count].keys, sizeof entries[count].keys, "%s", ui_tr(ui, scene, GESTURES[g].keys));
        entries[count].label = ui_tr(ui, scene, GESTURES[g].label);
    }
    for (int c = 0; c < COMMAND_COUNT && count < ENTRIES_MOST; c++) {
        size_t used = 0;
        if (!COMMANDS[c].label || !COMMANDS[c].keys[0])
            continue;
        for (int k = 0; k < COMMAND_KEYS && COMMANDS[c].keys[k] && used < sizeof entries[count].keys; k++)
            used += (size_t)snprintf(entries[count].keys + used, sizeof entries[count].keys - used, "%s%s",
                                     k ? ", " : "", COMMANDS[c].keys[k]);
        entries[count++].label = ui_tr(ui, scene, COMMANDS[c].label);
    }
    return count;
}

static float widest(const Ui *ui, const Entry *entries, int count, bool keys, float size) {
    float most = 0;
    for (int i = 0; i < count; i++)
        most = fmaxf(most, ui->metrics.width(ui->metrics.owner, keys ? entries[i].keys : entries[i].label,
                                             keys ? FONT_BOLD : FONT_REGULAR, size));
    return most;
}

typedef struct Grid {
    int columns, rows;
    float size, line, keys, column; /* of text, a row, the keys, a whole column */
    Rect box;
} Grid;

/* Text as large as it can be without leaving the screen, at most its natural size. */
static Grid place(const Ui *ui, const Entry *entries, int count) {
    Grid g = {.columns = count > 30 ? 2 : 1};
    float w = (float)ui->width * 0.96f, h = (float)ui->height * 0.96f, pad = layout_px(ui, 28);
    g.rows = (count + g.columns - 1) / g.columns;
    for (g.size = layout_px(ui, 14); g.size > layout_px(ui, 7); g.size -= 0.5f) {
        g.line = roundf(g.size * 1.75f);
        g.keys = widest(ui, entries, count, true, g.size);
        g.column = g.keys + widest(ui, entries, count, false, g.size) + 3 * g.size;
        g.box.w = g.column * (float)g.columns + 2 * pad;
        g.box.h = g.line * (float)g.rows + 4 * g.size + 2 * pad;
        if (g.box.w <= w && g.box.h <= h)
            break;
    }
    g.box.x = roundf(((float)ui->width - g.box.w) / 2);
    g.box.y = roundf(fmaxf(((float)ui->height - g.box.h) / 2, 0));
    return g;
}

void help_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    Entry entries[ENTRIES_MOST];
    int count = collect(ui, scene, entries);
    Grid g = place(ui, entries, count);
    float pad = layout_px(ui, 28), head = g.box.y + pad + g.size;
    drawlist_rect(list, (Rect){0, 0, (float)ui->width, (float)ui->height}, 0, 0x00000080, 0, 0);
    drawlist_rect(list, g.box, layout_px(ui, 8), theme->panel, theme->border, 1);
    drawlist_text(list, (Vec2){g.box.x + pad, head}, ALIGN_LEFT, FONT_BOLD, g.size * 1.25f, theme->text,
                  ui_tr(ui, scene, "All keys"));
    drawlist_text(list, (Vec2){rect_right(g.box) - pad, head}, ALIGN_RIGHT, FONT_REGULAR, g.size, theme->dim,
                  ui_tr(ui, scene, "any key closes"));
    for (int i = 0; i < count; i++) {
        float x = g.box.x + pad + (float)(i / g.rows) * g.column,
              y = head + 2.6f * g.size + (float)(i % g.rows) * g.line;
        drawlist_text(list, (Vec2){x + g.keys, y}, ALIGN_RIGHT, FONT_BOLD, g.size, theme->text, entries[i].keys);
        drawlist_text(list, (Vec2){x + g.keys + g.size, y}, ALIGN_LEFT, FONT_REGULAR, g.size, theme->text,
                      entries[i].label);
    }
}

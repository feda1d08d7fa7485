/* The overlay of all keys, in two columns over a dimmed lab. */
#include "ui/panels.h"

#include "ui/layout.h"

#include <math.h>
#include <stdio.h>

static void entry(const Scene *scene, DrawList *list, Vec2 at, float keys, float size, const char *key,
                  const char *label) {
    const Theme *theme = ui_theme(scene);
    drawlist_text(list, (Vec2){at.x + keys, at.y}, ALIGN_RIGHT, FONT_BOLD, size, theme->text, key);
    drawlist_text(list, (Vec2){at.x + keys + size, at.y}, ALIGN_LEFT, FONT_REGULAR, size, theme->text, label);
}

static void key_names(Command command, char *text, size_t room) {
    size_t used = 0;
    text[0] = '\0';
    for (int k = 0; k < COMMAND_KEYS && COMMANDS[command].keys[k] && used < room; k++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", k ? ", " : "", COMMANDS[command].keys[k]);
}

static bool is_listed(int command) { return COMMANDS[command].label && COMMANDS[command].keys[0]; }

void help_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    int count = GESTURE_COUNT;
    for (int c = 0; c < COMMAND_COUNT; c++)
        count += is_listed(c);
    int rows = (count + 1) / 2; /* commands go on in the second column, before the gestures */
    float w = fminf(layout_px(ui, 820), (float)ui->width * 0.94f), unit = w / 820;
    unit = fminf(unit, (float)ui->height * 0.98f / (27 * (float)rows + 86));
    float size = 14 * unit, line = 27 * unit, h = line * (float)rows + 86 * unit;
    w = 820 * unit;
    drawlist_rect(list, (Rect){0, 0, (float)ui->width, (float)ui->height}, 0, 0x00000080, 0, 0);
    Rect box = {roundf(((float)ui->width - w) / 2), roundf(fmaxf(((float)ui->height - h) / 2, 0)), w, h};
    drawlist_rect(list, box, layout_px(ui, 8), theme->panel, theme->border, 1);
    Vec2 head = {box.x + 28 * unit, box.y + 36 * unit};
    drawlist_text(list, head, ALIGN_LEFT, FONT_BOLD, size * 1.25f, theme->text, ui_tr(ui, scene, "All keys"));
    drawlist_text(list, (Vec2){rect_right(box) - 28 * unit, head.y}, ALIGN_RIGHT, FONT_REGULAR, size, theme->dim,
                  ui_tr(ui, scene, "any key closes"));
    float top = box.y + 72 * unit;
    int row = 0;
    for (int i = 0; i < COMMAND_COUNT + GESTURE_COUNT; i++) {
        char keys[64];
        const char *shown = keys, *label;
        if (i < COMMAND_COUNT && !is_listed(i))
            continue;
        if (i < COMMAND_COUNT) {
            key_names((Command)i, keys, sizeof keys);
            label = COMMANDS[i].label;
        } else {
            shown = ui_tr(ui, scene, GESTURES[i - COMMAND_COUNT].keys);
            label = GESTURES[i - COMMAND_COUNT].label;
        }
        bool second = row >= rows;
        Vec2 at = {box.x + (second ? 400 : 8) * unit, top + line * (float)(second ? row - rows : row)};
        entry(scene, list, at, (second ? 120 : 170) * unit, size, shown, ui_tr(ui, scene, label));
        row++;
    }
}

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

void help_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    const Theme *theme = ui_theme(scene);
    float w = fminf(layout_px(ui, 820), (float)ui->width * 0.94f), unit = w / 820, size = 14 * unit, line = 27 * unit;
    int commands = 0;
    for (int c = 0; c < COMMAND_COUNT; c++)
        commands += COMMANDS[c].label && COMMANDS[c].keys[0];
    int rows = commands > GESTURE_COUNT ? commands : GESTURE_COUNT;
    float h = line * (float)rows + 76 * unit;
    drawlist_rect(list, (Rect){0, 0, (float)ui->width, (float)ui->height}, 0, 0x00000080, 0, 0);
    Rect box = {roundf(((float)ui->width - w) / 2), roundf(fmaxf(((float)ui->height - h) / 2, 0)), w, h};
    drawlist_rect(list, box, layout_px(ui, 8), theme->panel, theme->border, 1);
    Vec2 head = {box.x + 28 * unit, box.y + 36 * unit};
    drawlist_text(list, head, ALIGN_LEFT, FONT_BOLD, size * 1.25f, theme->text, ui_tr(ui, scene, "All keys"));
    drawlist_text(list, (Vec2){rect_right(box) - 28 * unit, head.y}, ALIGN_RIGHT, FONT_REGULAR, size, theme->dim,
                  ui_tr(ui, scene, "any key closes"));
    float top = box.y + 72 * unit;
    int row = 0;
    for (int c = 0; c < COMMAND_COUNT; c++) {
        if (!COMMANDS[c].label || !COMMANDS[c].keys[0])
            continue;
        char keys[64];
        key_names((Command)c, keys, sizeof keys);
        entry(scene, list, (Vec2){box.x + 8 * unit, top + line * (float)row++}, 170 * unit, size, keys,
              ui_tr(ui, scene, COMMANDS[c].label));
    }
    for (int g = 0; g < GESTURE_COUNT; g++)
        entry(scene, list, (Vec2){box.x + 400 * unit, top + line * (float)g}, 100 * unit, size,
              ui_tr(ui, scene, GESTURES[g].keys), ui_tr(ui, scene, GESTURES[g].label));
}

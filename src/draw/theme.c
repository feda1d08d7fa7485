/* The themes: light for a laptop by day, dark for one by night, projector for a hall: pure white, thicker
 * curves, larger text and darker greys, because a beamer washes out whatever is pale.
 * The meaning colours are Okabe-Ito's orange and blue with a green and a purple of equal weight; the dark
 * theme has the same hues lightened. Contrast follows WCAG 2.1: text and secondary text at least 4.5:1 on
 * a panel, plot colours at least 3:1 (4.5:1 in the dark theme). */
#include "draw/theme.h"

#include <string.h>

const Theme THEMES[THEME_COUNT] = {
    [THEME_LIGHT] =
        {
            .id = "light",
            .label = "Light",
            .background = 0xF4F5F1FF,
            .panel = 0xFFFFFFFF,
            .border = 0xE3E4E0FF,
            .control = 0xFFFFFFFF,
            .control_hot = 0xF1F2EEFF,
            .control_on = 0x1B1B1FFF,
            .on_text = 0xFFFFFFFF,
            .text = 0x1B1B1FFF,
            .dim = 0x66686DFF,
            .faint = 0xA3A5A8FF,
            .grid = 0xEEEFECFF,
            .axis = 0xB9BAB8FF,
            .track = 0xD9DAD2FF,
            .query = 0xD55E00FF,
            .key = 0x0072B2FF,
            .value = 0x008A64FF,
            .output = 0xA8397AFF,
            .truth = 0x85878BFF,
            .focus = 0x3B82F6FF,
            .warning = 0xB3261EFF,
            .line = 2.5f,
            .text_scale = 1,
        },
    [THEME_DARK] =
        {
            .id = "dark",
            .label = "Dark",
            .background = 0x15171BFF,
            .panel = 0x1E2126FF,
            .border = 0x32363DFF,
            .control = 0x262A30FF,
            .control_hot = 0x31363EFF,
            .control_on = 0xE6E7EAFF,
            .on_text = 0x17191DFF,
            .text = 0xE6E7EAFF,
            .dim = 0xA6AAB2FF,
            .faint = 0x757B85FF,
            .grid = 0x2A2E35FF,
            .axis = 0x5A606AFF,
            .track = 0x434952FF,
            .query = 0xFF8C42FF,
            .key = 0x5CB3F2FF,
            .value = 0x41C79BFF,
            .output = 0xE383BDFF,
            .truth = 0x9BA0A8FF,
            .focus = 0x7AB8FFFF,
            .warning = 0xFFB454FF,
            .line = 2.5f,
            .text_scale = 1,
        },
    [THEME_PROJECTOR] =
        {
            .id = "projector",
            .label = "Projector",
            .background = 0xFFFFFFFF,
            .panel = 0xFFFFFFFF,
            .border = 0xC6C7C3FF,
            .control = 0xFFFFFFFF,
            .control_hot = 0xECEDE9FF,
            .control_on = 0x000000FF,
            .on_text = 0xFFFFFFFF,
            .text = 0x000000FF,
            .dim = 0x3C3E42FF,
            .faint = 0x76787CFF,
            .grid = 0xE2E3DFFF,
            .axis = 0x6E7074FF,
            .track = 0xB4B5B0FF,
            .query = 0xD55E00FF,
            .key = 0x0072B2FF,
            .value = 0x008A64FF,
            .output = 0xA8397AFF,
            .truth = 0x505256FF,
            .focus = 0x1D4ED8FF,
            .warning = 0xA31410FF,
            .line = 3,
            .text_scale = 1.4f,
        },
};

int theme_find(const char *id) {
    for (int i = 0; i < THEME_COUNT; i++)
        if (strcmp(THEMES[i].id, id) == 0)
            return i;
    return -1;
}

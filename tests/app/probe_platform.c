/* Says on standard output what the platform gives, for test_platform.sh: the window's size, then one line an Input.
 * probe_platform window|offscreen; T turns text input on and off, F11 the full screen. */
#include "app/platform.h"

#include <stdio.h>
#include <string.h>

static void print_input(const Input *input) {
    char name[64];
    if (input->pressed || input->released)
        printf("button pressed %d released %d clicks %d down %d at %g %g mods %d\n", input->pressed, input->released,
               input->clicks, input->down, input->mouse_x, input->mouse_y, input->mods);
    else
        printf("mouse %g %g inside %d down %d\n", input->mouse_x, input->mouse_y, input->mouse_inside, input->down);
    if (input->wheel_x != 0 || input->wheel_y != 0)
        printf("wheel %g %g mods %d\n", input->wheel_x, input->wheel_y, input->mods);
    for (size_t i = 0; i < input->key_count; i++) {
        input_key_name(input->keys[i], name, sizeof name);
        printf("key %s\n", name);
    }
    if (input->text[0])
        printf("text %s\n", input->text);
    if (input->focus_lost)
        printf("focus lost\n");
}

static void print_size(Platform *platform) {
    int width, height;
    float scale;
    platform_size(platform, &width, &height, &scale);
    printf("size %d %d scale %g\n", width, height, (double)scale);
}

/* What the keys of this program do. */
static void obey(Platform *platform, const Input *input, bool *text, bool *full) {
    for (size_t i = 0; i < input->key_count; i++) {
        if (input->keys[i].key == 't')
            platform_text_input(platform, *text = !*text, (Rect){10, 10, 2, 20});
        if (input->keys[i].key == KEY_F1 + 10)
            platform_fullscreen(platform, *full = !*full);
        if (input->keys[i].key == 'c') {
            char got[64];
            platform_clipboard_set(platform, "注意 3.5");
            printf("clipboard %d", platform_clipboard_get(platform, got, sizeof got));
            printf(" %s\n", got);
        }
    }
}

int main(int argc, char **argv) {
    char error[512] = "";
    bool window = argc > 1 && strcmp(argv[1], "window") == 0, text = false, full = false;
    Platform *platform = window ? platform_open("attnlab probe", 900, 700, error, sizeof error)
                                : platform_open_offscreen(error, sizeof error);
    if (!platform) {
        fprintf(stderr, "%s\n", error);
        return 3;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("open es %d\n", platform_is_es(platform));
    print_size(platform);
    platform_capture(platform, false);
    platform_title(platform, "attnlab probe window");
    for (Input input = {0}; window && !input.quit && !input.terminate;) {
        platform_pointer(platform, (Pointer)((int)input.mouse_x / 10 % POINTER_COUNT));
        platform_show(platform, NULL, 0);
        if (platform_wait(platform, &input, -1)) {
            print_input(&input);
            obey(platform, &input, &text, &full);
            print_size(platform);
        }
    }
    printf("quit\n");
    platform_close(platform);
    return 0;
}

/* show_textbook FILE.png [THEME [WIDTH HEIGHT]]: the picture of textbook.c, for eyes. */
#include "gfx/target.h"
#include "stage.h"
#include "textbook.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    TestStage stage;
    int theme = argc > 2 ? theme_find(argv[2]) : THEME_LIGHT;
    int width = argc > 4 ? atoi(argv[3]) : 1440, height = argc > 4 ? atoi(argv[4]) : 900;
    if (argc < 2 || theme < 0 || !stage_open(&stage, false))
        return EXIT_FAILURE;
    DrawList list;
    drawlist_init(&list);
    TextMetrics metrics = renderer_metrics(stage.renderer);
    textbook_draw(&list, &THEMES[theme], &metrics, (float)width, (float)height, 2.3);
    unsigned char *rgba = stage_render(&stage, &list, width, height, false);
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGBA};
    int written = png_image_write_to_file(&image, argv[1], 0, rgba, 0, NULL);
    fprintf(stderr, "%d draw calls\n", renderer_draw_calls(stage.renderer));
    free(rgba);
    drawlist_free(&list);
    stage_close(&stage);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* What an X server shows, from its own pixels: the screen as a file, how far two such files differ, and a window that
 * covers the middle of everything for a moment.
 *
 *   probe_screen save FILE | differ FILE FILE | cover
 *
 * `differ` prints how many pixels are more than TOLERANCE apart in a colour. */
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TOLERANCE = 3, MOST = 4096 * 4096 };

static void wait_ms(long ms) {
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&t, NULL);
}

static int save(Display *display, const char *path) {
    Window root = DefaultRootWindow(display);
    int screen = DefaultScreen(display), width = DisplayWidth(display, screen), height = DisplayHeight(display, screen);
    XImage *image = XGetImage(display, root, 0, 0, (unsigned)width, (unsigned)height, AllPlanes, ZPixmap);
    FILE *file = fopen(path, "wb");
    size_t size = image ? (size_t)image->bytes_per_line * (size_t)height : 0;
    int status = image && file && fwrite(image->data, 1, size, file) == size ? 0 : 1;
    if (file && fclose(file) != 0)
        status = 1;
    if (image)
        XDestroyImage(image);
    return status;
}

static size_t load(const char *path, unsigned char *bytes) {
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(bytes, 1, MOST, file) : 0;
    if (file)
        fclose(file);
    return size;
}

static int differ(const char *a_path, const char *b_path) {
    static unsigned char a[MOST], b[MOST];
    size_t size = load(a_path, a), count = 0;
    if (size == 0 || load(b_path, b) != size)
        return 1;
    for (size_t i = 0; i < size; i += 4)
        for (size_t k = 0; k < 3; k++)
            if (abs(a[i + k] - b[i + k]) > TOLERANCE) {
                count++;
                break;
            }
    printf("%zu\n", count);
    return 0;
}

static int cover(Display *display) {
    int screen = DefaultScreen(display);
    XSetWindowAttributes own = {.override_redirect = True, .background_pixel = 0xFF00FF};
    int width = DisplayWidth(display, screen), height = DisplayHeight(display, screen);
    Window window = XCreateWindow(display, DefaultRootWindow(display), width / 4, height / 4, (unsigned)width / 2,
                                  (unsigned)height / 2, 0, CopyFromParent, InputOutput, CopyFromParent,
                                  CWOverrideRedirect | CWBackPixel, &own);
    XMapRaised(display, window);
    XSync(display, False);
    wait_ms(300);
    XDestroyWindow(display, window);
    XSync(display, False);
    wait_ms(300);
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "differ") == 0)
        return differ(argv[2], argv[3]);
    Display *display = XOpenDisplay(NULL);
    int status = 2;
    if (display && argc == 3 && strcmp(argv[1], "save") == 0)
        status = save(display, argv[2]);
    if (display && argc == 2 && strcmp(argv[1], "cover") == 0)
        status = cover(display);
    if (display)
        XCloseDisplay(display);
    return status;
}

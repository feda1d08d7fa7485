/* From nothing to a window with OpenGL, or to the one line that says what is missing. Facts that this is built on (SDL
 * 2.26): without a display SDL silently takes its "offscreen" driver, so an interactive start looks at which one it
 * got; text input is on at start and would let an input method swallow the shortcuts; swap intervals may fail; X11
 * knows no scale but Xft.dpi. */
#include "app/platform_parts.h"

#include "core/num.h"

#include <SDL_syswm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SDL has loaded it already under X11; attnlab itself does not depend on it. */
static const char *const LIBX11 = "libX11.so.6";

enum { LEAST_WIDTH = 640, LEAST_HEIGHT = 480, OFFSCREEN_SIDE = 64 };

typedef struct Hint {
    const char *name, *value;
} Hint;

static const Hint HINTS[] = {
    {SDL_HINT_APP_NAME, "attnlab"},
    {SDL_HINT_IME_SHOW_UI, "1"},
    {SDL_HINT_IME_SUPPORT_EXTENDED_TEXT, "1"},
    {SDL_HINT_TOUCH_MOUSE_EVENTS, "0"}, /* a tap would be two clicks */
    {SDL_HINT_MOUSE_TOUCH_EVENTS, "0"},
    {SDL_HINT_VIDEO_MINIMIZE_ON_FOCUS_LOSS, "0"}, /* the teacher clicks on the other screen */
    {SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0"},
    {SDL_HINT_QUIT_ON_LAST_WINDOW_CLOSE, "0"}, /* closing may be refused; SDL_QUIT is a signal then */
};

/* The contexts that will do, best first. */
typedef struct Version {
    int profile, major, minor;
} Version;

static const Version VERSIONS[] = {{SDL_GL_CONTEXT_PROFILE_CORE, 3, 3}, {SDL_GL_CONTEXT_PROFILE_ES, 3, 0}};

static void ask_for(const Version *version) {
    SDL_GL_ResetAttributes();
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, version->profile);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, version->major);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, version->minor);
    if (version->profile == SDL_GL_CONTEXT_PROFILE_CORE)
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_FLAGS, SDL_GL_CONTEXT_FORWARD_COMPATIBLE_FLAG);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0);
}

/* What OpenGL there is, when what is needed is not: asked of a context of any version. */
static void found_version(char *found, size_t room) {
    SDL_GL_ResetAttributes();
    snprintf(found, room, "none (%s)", SDL_GetError());
    SDL_Window *window = SDL_CreateWindow("", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    SDL_GLContext context = window ? SDL_GL_CreateContext(window) : NULL;
    const unsigned char *(*get_string)(unsigned) = NULL;
    if (context)
        *(void **)&get_string = SDL_GL_GetProcAddress("glGetString");
    const char *version = get_string ? (const char *)get_string(0x1f02 /* GL_VERSION */) : NULL;
    if (version)
        snprintf(found, room, "%s", version);
    if (context)
        SDL_GL_DeleteContext(context);
    if (window)
        SDL_DestroyWindow(window);
}

#ifdef SDL_VIDEO_DRIVER_X11
typedef int (*ErrorHandler)(Display *, XErrorEvent *);

static int ignore_error(Display *display, XErrorEvent *event) {
    (void)display, (void)event;
    return 0;
}

/* libX11 ends the program at an X error unless told otherwise, and SDL makes one where GLX has no driver. NULL gives
 * libX11's own behaviour back. */
static void handle_errors(ErrorHandler handler) {
    void *library = SDL_LoadObject(LIBX11);
    ErrorHandler (*set)(ErrorHandler) = NULL;
    if (library)
        *(void **)&set = SDL_LoadFunction(library, "XSetErrorHandler");
    if (set)
        set(handler);
    if (library)
        SDL_UnloadObject(library);
}
#endif

static bool try_versions(Platform *platform, const char *title, int width, int height, Uint32 flags) {
    for (size_t i = 0; i < sizeof VERSIONS / sizeof *VERSIONS && !platform->context; i++) {
        ask_for(&VERSIONS[i]);
        platform->es = VERSIONS[i].profile == SDL_GL_CONTEXT_PROFILE_ES;
        platform->window = SDL_CreateWindow(title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                                            flags | SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI);
        platform->context = platform->window ? SDL_GL_CreateContext(platform->window) : NULL;
        if (!platform->context && platform->window) {
            SDL_DestroyWindow(platform->window);
            platform->window = NULL;
        }
    }
    return platform->context != NULL;
}

/* A window with a context, or the line that says what there is instead. */
static bool make_window(Platform *platform, const char *title, int width, int height, Uint32 flags, char *error,
                        size_t room) {
#ifdef SDL_VIDEO_DRIVER_X11
    handle_errors(ignore_error);
#endif
    bool good = try_versions(platform, title, width, height, flags);
    if (!good) {
        char found[200];
        found_version(found, sizeof found);
        snprintf(error, room, "no OpenGL: needed 3.3 or ES 3.0, found %s; try LIBGL_ALWAYS_SOFTWARE=1", found);
    }
#ifdef SDL_VIDEO_DRIVER_X11
    handle_errors(NULL);
#endif
    return good;
}

/* The line's number in "Xft.dpi:\t192", of which there may be others around; 0 when there is none. */
static double xft_dpi(const char *resources) {
    const char *line = resources ? strstr(resources, "Xft.dpi:") : NULL;
    double dpi = 0;
    if (line) {
        line += strlen("Xft.dpi:");
        line += strspn(line, " \t");
        if (!num_parse(line, strcspn(line, "\r\n"), &dpi))
            dpi = 0;
    }
    return dpi;
}

/* Under X11 the desktop's scale is a text property of the screen. */
static float scale_of_desktop(SDL_Window *window) {
    double dpi = 0;
#ifdef SDL_VIDEO_DRIVER_X11
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    void *library = SDL_LoadObject(LIBX11);
    char *(*resources)(Display *) = NULL;
    if (library)
        *(void **)&resources = SDL_LoadFunction(library, "XResourceManagerString");
    if (resources && SDL_GetWindowWMInfo(window, &info) && info.subsystem == SDL_SYSWM_X11)
        dpi = xft_dpi(resources(info.info.x11.display));
    if (library)
        SDL_UnloadObject(library);
#else
    (void)window;
#endif
    return dpi > 0 ? (float)fmin(fmax(dpi / 96, 1), 4) : 1;
}

/* Grows the window with the interface, and keeps it on its screen. */
static void fit_window(Platform *platform, int width, int height) {
    SDL_Rect usable;
    float scale = platform->desktop_scale;
    width = (int)((float)width * scale);
    height = (int)((float)height * scale);
    if (SDL_GetDisplayUsableBounds(SDL_GetWindowDisplayIndex(platform->window), &usable) == 0 && usable.w > 0) {
        width = SDL_min(width, usable.w);
        height = SDL_min(height, usable.h);
    }
    SDL_SetWindowMinimumSize(platform->window, LEAST_WIDTH, LEAST_HEIGHT); /* some window managers heed it */
    SDL_SetWindowSize(platform->window, width, height);
    SDL_SetWindowPosition(platform->window, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
}

static bool start_video(const char *driver) {
    for (size_t i = 0; i < sizeof HINTS / sizeof *HINTS; i++)
        SDL_SetHint(HINTS[i].name, HINTS[i].value);
    if (driver)
        SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, driver, SDL_HINT_OVERRIDE);
    SDL_SetMainReady();
    bool good = SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
    if (driver)
        SDL_ResetHint(SDL_HINT_VIDEODRIVER);
    return good;
}

static bool is_set(const char *variable) {
    const char *value = getenv(variable);
    return value && value[0];
}

/* The driver to ask for by name, for SDL tries all that it has and they print complaints of their own: the one whose
 * server is named in the environment. NULL: SDL chooses. False: there is no server. */
static bool choose_driver(const char **driver) {
    *driver = NULL;
#ifdef SDL_VIDEO_DRIVER_X11
    bool x11 = is_set("DISPLAY"), wayland = is_set("WAYLAND_DISPLAY");
    if (!is_set("SDL_VIDEODRIVER") && !(x11 && wayland))
        *driver = x11 ? "x11" : "wayland";
    return x11 || wayland || is_set("SDL_VIDEODRIVER");
#else
    return true;
#endif
}

/* Is anybody looking? */
static bool driver_shows(const char *driver) {
    static const char *const BLIND[] = {"offscreen", "dummy", "evdev"};
    for (size_t i = 0; i < sizeof BLIND / sizeof *BLIND; i++)
        if (strcmp(driver, BLIND[i]) == 0)
            return false;
    return true;
}

static void say_no_display(char *error, size_t room, const char *found) {
    const char *display = is_set("DISPLAY") ? getenv("DISPLAY") : "not set";
    snprintf(error, room, "no display: needed a screen for the window, found %s (DISPLAY is %s)", found, display);
}

Platform *platform_open(const char *title, int width, int height, char *error, size_t room) {
    const char *driver;
    Platform *platform = calloc(1, sizeof *platform);
    if (!platform)
        snprintf(error, room, "not enough memory");
    else if (!choose_driver(&driver))
        say_no_display(error, room, "none");
    else if (!start_video(driver))
        say_no_display(error, room, SDL_GetError());
    else if (!driver_shows(SDL_GetCurrentVideoDriver()))
        say_no_display(error, room, SDL_GetCurrentVideoDriver());
    else if (make_window(platform, title, width, height, SDL_WINDOW_RESIZABLE, error, room)) {
        SDL_StopTextInput();
        SDL_EnableScreenSaver();
        platform->synced = SDL_GL_SetSwapInterval(1) == 0;
        if (!platform->synced)
            SDL_GL_SetSwapInterval(0);
        present_open(&platform->present, platform->es);
        platform->desktop_scale = scale_of_desktop(platform->window);
        fit_window(platform, width, height);
        platform_measure(platform);
        return platform;
    }
    platform_close(platform);
    return NULL;
}

Platform *platform_open_offscreen(char *error, size_t room) {
    Platform *platform = calloc(1, sizeof *platform);
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1"); /* nobody looks at events here: SIGTERM ends it at once */
    if (!platform)
        snprintf(error, room, "not enough memory");
    else if (!start_video("offscreen") && !start_video(NULL)) /* SDL may be built without it */
        snprintf(error, room, "no OpenGL: cannot start without a display: %s", SDL_GetError());
    else if (make_window(platform, "", OFFSCREEN_SIDE, OFFSCREEN_SIDE, SDL_WINDOW_HIDDEN, error, room)) {
        SDL_StopTextInput();
        platform->offscreen = true;
        platform->desktop_scale = 1;
        platform_measure(platform);
        return platform;
    }
    platform_close(platform);
    return NULL;
}

#ifdef SDL_VIDEO_DRIVER_X11
/* In place of Xlib's own, which ends the process before anybody is told. */
static int say_lost(Display *display) {
    (void)display;
    fputs("attnlab: the display is gone\n", stderr);
    return 0;
}

static void on_lost(Display *display, void *owner) {
    Platform *platform = owner;
    (void)display;
    if (platform->lost)
        platform->lost(platform->owner);
    fflush(stderr);
    _Exit(3); /* Xlib would end the process here: nothing of it can be used any more */
}
#endif

void platform_on_lost(Platform *platform, void (*lost)(void *owner), void *owner) {
    platform->lost = lost;
    platform->owner = owner;
#ifdef SDL_VIDEO_DRIVER_X11
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    void *library = SDL_LoadObject(LIBX11);
    void (*set)(Display *, void (*)(Display *, void *), void *) = NULL; /* libX11 1.7 or later has it */
    int (*(*set_first)(int (*)(Display *)))(Display *) = NULL;
    if (library) {
        *(void **)&set = SDL_LoadFunction(library, "XSetIOErrorExitHandler");
        *(void **)&set_first = SDL_LoadFunction(library, "XSetIOErrorHandler");
    }
    if (set && set_first)
        set_first(lost ? say_lost : NULL);
    if (set && SDL_GetWindowWMInfo(platform->window, &info) && info.subsystem == SDL_SYSWM_X11)
        set(info.info.x11.display, on_lost, platform);
    if (library)
        SDL_UnloadObject(library);
#endif
}

void platform_title_x11(Platform *platform, const char *title) {
#ifdef SDL_VIDEO_DRIVER_X11
    SDL_SysWMinfo info;
    SDL_VERSION(&info.version);
    void *library = SDL_LoadObject(LIBX11);
    Atom (*atom)(Display *, const char *, int) = NULL;
    int (*change)(Display *, Window, Atom, Atom, int, int, const unsigned char *, int) = NULL;
    if (library) {
        *(void **)&atom = SDL_LoadFunction(library, "XInternAtom");
        *(void **)&change = SDL_LoadFunction(library, "XChangeProperty");
    }
    if (atom && change && SDL_GetWindowWMInfo(platform->window, &info) && info.subsystem == SDL_SYSWM_X11) {
        Display *display = info.info.x11.display;
        enum { REPLACE = 0 }; /* PropModeReplace */
        change(display, info.info.x11.window, atom(display, "_NET_WM_NAME", 0), atom(display, "UTF8_STRING", 0), 8,
               REPLACE, (const unsigned char *)title, (int)strlen(title));
    }
    if (library)
        SDL_UnloadObject(library);
#else
    (void)platform, (void)title;
#endif
}

void platform_close(Platform *platform) {
    if (!platform)
        return;
    if (platform->has_later)
        platform_free_event(&platform->later);
    for (int i = 0; i < POINTER_COUNT; i++)
        if (platform->cursors[i])
            SDL_FreeCursor(platform->cursors[i]);
    if (platform->context)
        SDL_GL_DeleteContext(platform->context);
    if (platform->window)
        SDL_DestroyWindow(platform->window);
    SDL_Quit();
    free(platform);
}

/* The running lab: owns every part and runs the frame. The only struct that knows all layers. */
#ifndef APP_APP_H
#define APP_APP_H

#include "app/exit.h"
#include "app/lab.h"
#include "app/options.h"
#include "app/platform.h"
#include "draw/drawlist.h"
#include "gfx/canvas.h"
#include "gfx/fonts.h"
#include "gfx/renderer.h"
#include "io/autosave.h"
#include "io/csv.h"
#include "io/lesson_file.h"
#include "io/listing.h"
#include "io/po.h"
#include "io/spawn.h"
#include "model/history.h"
#include "model/results.h"
#include "ui/ui.h"

#include <stdbool.h>

/* What session.c keeps. */
typedef struct Session {
    bool on;            /* the interactive window */
    SavedSettings seen; /* settings as of the last look */
    Settings start;     /* before the command line changed them */
    bool file_added, complained;
} Session;

typedef struct App App;

/* A picture of the scene, without hover and focus. */
typedef struct Figure {
    Picture picture;
    int width, height; /* pixels */
    float scale;       /* pixels per unit of design: 96 dots an inch are 1 */
    int theme;
    bool transparent; /* PNG: no background */
    bool physical;    /* SVG, PDF: as large as the PNG is at its resolution, not as many pixels */
} Figure;

/* What rescue.c keeps. */
typedef struct Rescue {
    Autosave *autosave; /* NULL outside the interactive window */
    AutosaveLeft left;  /* what is offered */
    bool has_copy, complained;
    unsigned long written; /* state of the history in the copy */
    double due, cost;      /* when to write, 0 for not; seconds that the last one took */
} Rescue;

/* The file that the work belongs to; see document.h. */
typedef struct Document {
    char path[LISTING_PATH];   /* absolute; "" for none */
    unsigned long from, saved; /* states of the history: since when it is this file's, and as it was last saved */
    char title[LISTING_PATH];  /* of the window, as last set */
} Document;

/* A CSV that waits for a decision. */
typedef struct Draft {
    char path[LISTING_PATH]; /* or what to call it */
    char *bytes, *preview;
    size_t size;
    CsvData data; /* as it would be taken; n = 0 while the columns cannot be read */
    CsvReport report;
    char x[FIELD_TEXT], value[FIELD_TEXT]; /* the columns, by their numbers; "" as found */
} Draft;

/* What the export dialog has been told. */
typedef struct Exporting {
    Figure figure;
    int format, size, table; /* rows of its tables */
    char sets[4096];         /* "--set ..." that make this scene, for a command line; or its file */
    bool has_command;
    char command[6000];
    DrawList preview;
} Exporting;

/* The open dialog and what it works on; see dialogs.h. */
typedef struct Dialogs {
    void (*act)(App *app);                /* takes ui.form.event */
    void (*answer)(App *app, int choice); /* to the question */
    void (*then)(App *app);               /* once the file is saved */
    bool saving;                          /* the path dialog's purpose */
    char path[LISTING_PATH];              /* that it is about */
    Listing listing;
    const char **item; /* of the form's list; the texts are in `texts` or in the listing */
    char *texts;
    bool recent;             /* the list shows recent files */
    struct Loading *loading; /* a file being read */
    bool named;              /* it was named in the path dialog */
    Draft draft;
    Exporting exporting;
    Spawn system;    /* the desktop's own dialog */
    Spawn clipboard; /* the program that takes a picture */
    double copied;   /* since when, as of the last input's time */
} Dialogs;

struct App {
    Lab *lab;
    Platform *platform;
    Fonts *fonts;
    Renderer *renderer;
    Canvas *canvas; /* what the window shows */
    Po *chinese;
    History *history;
    Results results;
    Train train;
    unsigned training;          /* runs so far */
    bool was_training, trained; /* a frame ago; something that is no step of the history yet */
    bool curve_goes_on;         /* the curve of the loss against w: more of it in the next frame */
    double time;                /* of the last input, seconds */
    LessonList lessons;
    Trail trail; /* the curve before the drag under way */
    DrawList list;
    Ui ui;
    int width, height; /* of the picture, pixels; 0 while there is nothing to draw on */
    float scale;       /* of the display times as asked for, without the interface's own zoom */
    float scale_asked;
    bool visible, fullscreen, quit;
    Session session;
    size_t frames; /* drawn so far */
    Document document;
    Rescue rescue;
    bool terminated; /* told to end at once */
    Dialogs dialogs;
};

/* Opens a window, or with `visible` false a hidden context for pictures and scripts. False with the reason. */
bool app_open(App *app, Lab *lab, const Options *options, bool visible, Failure *failure);
void app_close(App *app);

/* One frame: the hand first, then everything that follows from it. app_input may be called several times before
 * app_draw when inputs have piled up. */
void app_input(App *app, const Input *input);
void app_draw(App *app);
/* Lays out, computes and describes the frame in app->list, without showing it. */
void app_compute(App *app);
/* Runs until the window is closed; sleeps while nothing happens. */
void app_run(App *app);

/* The figure that is like the lab itself. */
Figure app_figure(const App *app, Picture picture, int width, int height, float scale);
/* Describes it, from results that were computed already. */
void app_draw_figure(App *app, const Figure *figure, DrawList *list);
/* Saves it, whole or not at all: as SVG or PDF if the path ends so, otherwise as PNG. */
bool app_save_figure(App *app, const Figure *figure, const char *path, Failure *failure);
/* Its pixels as a PNG in memory, to be freed; NULL with the failure. */
unsigned char *app_encode_figure(App *app, const Figure *figure, size_t *size, Failure *failure);
/* The same of what is on screen, as it is on screen. */
bool app_save_screen(App *app, const char *path, Failure *failure);

#endif

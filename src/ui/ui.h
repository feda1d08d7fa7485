/* The user interface: what it remembers between frames, and the three calls of a frame. It lays out
 * controls (ui_layout), lets the hand change the scene (ui_interact) and describes the picture
 * (ui_draw). Everything is in pixels of the picture; `scale` is pixels per unit of design. */
#ifndef UI_UI_H
#define UI_UI_H

#include "draw/drawlist.h"
#include "draw/text.h"
#include "draw/theme.h"
#include "model/lesson.h"
#include "model/results.h"
#include "model/scene.h"
#include "model/train.h"
#include "ui/command.h"
#include "ui/control.h"
#include "ui/field.h"
#include "ui/form.h"
#include "ui/input.h"

#include <stdbool.h>

typedef enum {
    SECTION_DATA,
    SECTION_MODEL,
    SECTION_KERNEL,
    SECTION_WIDTH,
    SECTION_SCORER,
    SECTION_TRAIN,
    SECTION_VALUES,
    SECTION_VIEW,
    SECTION_HEATMAP,
    SECTION_COUNT
} Section;

typedef enum {
    DRAG_NONE,
    DRAG_PRESS, /* a button or choice is held down */
    DRAG_SLIDER,
    DRAG_POINT,
    DRAG_QUERY,   /* the query line, in the plot or the strip */
    DRAG_HEAT,    /* the query, along the rows of the heatmap */
    DRAG_VIEW,    /* the plot's empty space: pan */
    DRAG_CELL,    /* a number of a parameter matrix */
    DRAG_SIDEBAR, /* the sidebar's edge: its width */
    DRAG_SCROLL   /* the sidebar's scroll bar */
} DragKind;

/* What the hand holds, and how it was before. */
typedef struct Drag {
    DragKind kind;
    char id[CONTROL_ID];
    double start_x, start_y; /* pointer at the press */
    size_t point;
    double from_x, from_y; /* point; query or slider value in from_x, a knob's offset in from_y */
    View view;
    float from_size; /* sidebar width or scroll */
} Drag;

/* An open menu: the choices of a parameter, or commands about a place in the plot. */
typedef struct Popup {
    bool open;
    int param;    /* row of PARAMS, -1 for a menu of commands */
    bool lessons; /* the list of lessons */
    Rect anchor;
    int current; /* item under keyboard or pointer, -1 for none */
    double x, y; /* the place in data, for commands */
    long point;  /* the point it is about, -1 for none */
} Popup;

/* Pictures and texts inside the sidebar. */
typedef enum {
    INSET_FUNCTION,
    INSET_DIAGNOSIS,
    INSET_REASON,
    INSET_FEATURES,
    INSET_COUNT_NOTE,
    INSET_LOSS,
    INSET_LOSS_W,
    INSET_COUNT
} Inset;

enum { LESSON_LINE = 2400 }; /* bytes of a lesson's line: its longest text and what is put before it */

/* A curve as it was, to show what moved. */
typedef struct Trail {
    size_t count;
    double *x, *f;
    bool *supported;
} Trail;

/* The lessons there are, and where one is. */
typedef struct LessonView {
    const Lesson *const *all;
    size_t count;
    long index; /* of the lesson, -1 for none */
    size_t step;
    bool answer, done; /* the answer is shown; the task is done */
} LessonView;

/* The rectangles of the frame's panels; w = 0 where hidden. */
typedef struct Panels {
    Rect top, offer, sidebar, plot, strip, notes, heatmap, inspector;
    Rect plot_area, strip_area, heat_area, bar_area; /* the data areas inside them */
    Rect inset[INSET_COUNT];
} Panels;

/* Translation of a message; returns the message itself where there is none. */
typedef struct Translator {
    void *owner;
    const char *(*find)(void *owner, const char *message);
} Translator;

typedef struct Ui {
    int width, height;
    float scale;
    TextMetrics metrics;
    Translator translator; /* used when the language is not English */
    const Library *library;
    bool latin_only;    /* no font has Chinese characters: the lab stays English */
    const Train *train; /* what training has done so far; NULL for none */

    Controls controls;
    Panels panels;
    float sidebar_width, sidebar_scroll, sidebar_content; /* units, pixels, pixels */
    bool sidebar_hidden, presenting, help;
    bool presents_sidebar;           /* asked for during a presentation */
    float zoom;                      /* of the interface, on top of the display's scale */
    int theme_before;                /* the theme to return to after a presentation */
    signed char fold[SECTION_COUNT]; /* 1 opened, -1 closed by hand, 0 as the model needs */

    char focus[CONTROL_ID], hot[CONTROL_ID];
    bool focus_ring; /* only after keyboard use */
    Drag drag;
    Popup popup;
    LessonView lesson;
    const Trail *trail; /* the curve before the drag, NULL for none */
    Field field;        /* the text being typed */
    Form form;          /* the open dialog */
    char offer[64];     /* when the work was kept that a crash left, in the bar that offers it; "" for none */
    long hover_point, chosen_point; /* a point of the scene, -1 for none */
    double pointer_x, pointer_y;
    bool hover_query;
    long hover_row; /* heatmap row under the pointer, -1 for none */

    bool changed;     /* the scene was edited since the app last looked */
    unsigned presses; /* of keys, not counting repeats */
    unsigned merge;   /* steps with the same nonzero number belong together */
    Command pending;  /* for the app: undo, redo, picture, full screen, quit */
    char notice[256];
    double press_time; /* when a finger came down, 0 when it moved or let go */
    double notice_until, time;
} Ui;

/* How a picture is made without a window: what it shows. */
typedef enum { PICTURE_ALL, PICTURE_PLOT, PICTURE_HEATMAP, PICTURE_WEIGHTS, PICTURE_COUNT } Picture;
extern const char *const PICTURE_NAMES[PICTURE_COUNT];

void ui_init(Ui *ui, TextMetrics metrics, Translator translator, const Library *library);

/* Places all panels and controls for a picture of width x height pixels. */
void ui_layout(Ui *ui, const Scene *scene, int width, int height, float scale);
/* The same for one panel alone, filling the picture. */
void ui_layout_picture(Ui *ui, const Scene *scene, Picture picture, int width, int height, float scale);

/* Applies one input to the scene. `results` are those of the frame on screen. Sets ui->changed if the scene was
 * edited and ui->pending if the app must act. Without input it writes nothing into the scene. */
void ui_interact(Ui *ui, const Input *input, Scene *scene, const Results *results);

/* The whole picture, after results_compute. */
void ui_draw(const Ui *ui, const Scene *scene, const Results *results, DrawList *list);

/* Takes the backgrounds of the picture and its panels away, for a transparent one. */
void ui_undress(const Ui *ui, DrawList *list);

/* True while a change is under way that is to be one undo step. */
bool ui_busy(const Ui *ui);
/* Computes the scene for the panels as they are laid out: a sample of the curve for every pixel of the plot, a crowd in
 * cells of two. False when memory ran out. */
bool ui_compute(const Ui *ui, const Scene *scene, Results *results);
/* Merge number of a key's step: a key held down makes one step with its repeats. `what` tells controls apart. */
unsigned ui_merge(Ui *ui, KeyPress key, unsigned what);
/* Forgets hover, drag and choice: the points were replaced by someone else (undo, a file). */
void ui_reset_hands(Ui *ui);
enum { NOTICE_SECONDS = 4 };

/* Shows a line for a few seconds. */
void ui_notice(Ui *ui, const char *text);
/* True if something will change on screen by itself at `due` (monotonic seconds). */
bool ui_timer(const Ui *ui, double *due);

const char *ui_tr(const Ui *ui, const Scene *scene, const char *message);
/* Why the scorer cannot compare these queries and keys, in the lab's language. */
void ui_refusal(const Ui *ui, const Scene *scene, char *text, size_t room);
/* A translated pattern with "%1" and "%2" replaced by a and b; languages order them as they need. */
void ui_fill(char *text, size_t room, const char *pattern, const char *a, const char *b);
const Theme *ui_theme(const Scene *scene);

#endif

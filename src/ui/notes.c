/* Two sentences for each model: what to do, and what to see. */
#include "ui/panels.h"

#include "ui/layout.h"
#include "ui/rich.h"

#include <math.h>

typedef struct Note {
    const char *title, *text;
} Note;

static const Note NOTES[MODEL_COUNT] = {
    [MODEL_AVERAGE] = {"{b Average pooling does not look at the} {q query}{b .}",
                       "Every {k key} gets the same weight 1/n, so the {o prediction} is the mean of the {v values} "
                       "wherever you ask. Choose Kernel to let the keys near the query count more."},
    [MODEL_KERNEL] =
        {"{b Drag the} {q orange query line}{b , then switch the kernel.}",
         "Each {k key} is weighted by its distance to the {q query}, measured in bandwidths h. A smaller h "
         "listens to fewer keys; where none is in reach of a compact kernel there is no {o prediction}."},
    [MODEL_PARAMETRIC] =
        {"{b Drag the} {q orange query line}{b , then move w.}",
         "A larger w makes each query listen to fewer {k keys}: the heatmap tightens around its diagonal "
         "and the {o prediction} follows individual {v values}. w = 0 is average pooling."},
};

static const Note SCORER_NOTES[SCORER_COUNT] = {
    [SCORER_DISTANCE] =
        {"{b Distance: near means similar.}",
         "The Gaussian kernel, written as a score of {q query} and {k key}. Softmax turns these scores into the "
         "same weights as before; w is the one learned number."},
    [SCORER_COSINE] =
        {"{b Cosine: only the angle counts.}",
         "On a circle the angle between {q q} and {k k} is the distance in x, so the cosine is largest at the "
         "nearest {k key}; the key strength β makes the weights sharper."},
    [SCORER_ADDITIVE] =
        {"{b Additive: a small network compares.}",
         "Each tanh unit is a soft step in {q query} and {k key}; two of them, with a constant 1 in the "
         "features, make a bump around the query. Train W_q, W_k and w_v."},
    [SCORER_LOCATION] =
        {"{b Location: it looks at the} {q query} {b alone.}",
         "Every {k key} has a row of W, made where the key stood. Drag a key: its weight stays as it is, "
         "because the score never looks at the key again."},
    [SCORER_GENERAL] =
        {"{b General: W decides what matches what.}",
         "On [1, x, x²] the default W makes this score exactly −½w²(x − xᵢ)²: the Gaussian's. Try the unit "
         "matrix instead, or train W."},
    [SCORER_DOT] =
        {"{b Dot product: no parameters at all.}",
         "On a circle all {k keys} have the same length, so the dot product ranks them as the cosine does. It is "
         "mild here, so that every {k key} is heard: lower the temperature T to sharpen it."},
    [SCORER_SCALED_DOT] =
        {"{b Scaled dot product: divided by √d.}",
         "Random heads give {q q} and {k k} independent parts of variance 1, so qᵀk has variance d and softmax "
         "saturates as d grows; √d keeps it steady. Move d and compare with Dot product."},
};

static Note note_of(const Scene *scene) {
    if (scene->params.model != MODEL_SCORER)
        return NOTES[scene->params.model];
    FeatureMap query = scene_feature(scene, false), key = scene_feature(scene, true);
    const char *fails = score_degenerate(scene->params.scorer, &query, &key);
    return fails ? (Note){"{b On these features this score fails.}", fails} : SCORER_NOTES[scene->params.scorer];
}

/* Draws, or with list NULL measures; returns the y below the text. */
static float write(const Ui *ui, const Scene *scene, Rect panel, DrawList *list) {
    const Note note = note_of(scene);
    Color ink = ui_theme(scene)->text;
    float size = layout_text(ui, scene, 13), line = roundf(size * 1.6f), pad = layout_px(ui, 14);
    Rect area = {panel.x + pad, panel.y + layout_px(ui, 8), panel.w - 2 * pad, panel.h - layout_px(ui, 12)};
    float below = rich_block(ui, scene, list, area, size, line, ink, ui_tr(ui, scene, note.title));
    Rect rest = {area.x, below, area.w, rect_bottom(area) - below};
    return rich_block(ui, scene, list, rest, size, line, ink, ui_tr(ui, scene, note.text));
}

float notes_height(const Ui *ui, const Scene *scene, float width) {
    return ceilf(write(ui, scene, (Rect){0, 0, width, 10000}, NULL)) + layout_px(ui, 12);
}

void notes_draw(const Ui *ui, const Scene *scene, DrawList *list) {
    if (ui->panels.notes.w <= 0)
        return;
    panel_draw(ui, scene, ui->panels.notes, list);
    write(ui, scene, ui->panels.notes, list);
}

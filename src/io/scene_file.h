/* Scenes as files: one JSON object with the points themselves, every parameter, and the view.
 *
 *   {"attnlab": 1, "parameters": {"data": "d2l", "n": 50, ...}, "view": [x0, x1, y0, y1],
 *    "names": [x, y], "source": "own.csv", "values": [names of the value columns, where there are several],
 *    "points": [[x, y], ...] or [[x, value, value, ...], ...], "range": [x0, x1] of the feature maps,
 *    "muted": [places in points, from 0], "score": [the scorer's parameters]}
 *
 * "parameters" has a row for each one of PARAMS that is no setting: choices by their ids, switches as true or false,
 * numbers as the shortest decimals that read back the same; "h" only where it does not follow from w. What is left
 * out has its default, or follows from the data. Unknown keys are kept and written back. */
#ifndef IO_SCENE_FILE_H
#define IO_SCENE_FILE_H

#include "io/progress.h"
#include "model/scene.h"

#include <stdbool.h>
#include <stddef.h>

enum { SCENE_FILE_VERSION = 1, SCENE_FILE_BYTES_MAX = 1 << 26, SCENE_FILE_PNG_MAX = 1 << 29 };
#define SCENE_FILE_PNG_KEY "attnlab scene" /* where an exported PNG carries the scene */

/* What a file says that this program does not know; zeros = nothing. Free with scene_extras_free. */
typedef struct SceneExtras {
    char *top, *parameters; /* members as text */
} SceneExtras;

void scene_extras_free(SceneExtras *extras);

/* The scene as text of *size bytes and a NUL, to be freed; NULL without memory. The same scene gives the same bytes.
 * extras may be NULL. */
char *scene_file_write(const Scene *scene, const SceneExtras *extras, size_t *size);

/* Reads text[0..size) into the scene, whose settings stay, and replaces *extras (NULL: dropped). False and one
 * line "label:line:column: what" in error, with scene and extras as they were, when it is malformed, says what is not
 * allowed, or was written by a newer version. */
bool scene_file_read(const char *label, const char *text, size_t size, const Library *library, Scene *scene,
                     SceneExtras *extras, char *error, size_t room);

/* To and from files; saving is whole or not at all. Loading also takes a PNG that carries a scene. */
bool scene_file_save(const char *path, const Scene *scene, const SceneExtras *extras, char *error, size_t room);
bool scene_file_load(const char *path, const Library *library, Scene *scene, SceneExtras *extras, char *error,
                     size_t room);

/* The same of a file's bytes, a scene's or a PNG's, while somebody watches (progress may be NULL). */
bool scene_file_take(const char *label, const char *bytes, size_t size, const Library *library, Scene *scene,
                     SceneExtras *extras, Progress *progress, char *error, size_t room);

/* Whether a file that begins with these bytes is to be loaded as a scene (an object, or a PNG) rather than as CSV. */
bool scene_file_is_scene(const void *bytes, size_t size);

#endif

/* The parts of a scene file; not for others. */
#ifndef IO_SCENE_PARTS_H
#define IO_SCENE_PARTS_H

#include "io/jspan.h"
#include "model/scene.h"

typedef struct SceneReading {
    const char *label, *text;
    const Library *library;
    Progress *progress;
    Scene *scene; /* the fresh one */
    bool has_points, has_view, has_range, has_score;
    char *error;
    size_t room;
} SceneReading;

/* False, with "label:line:column: what" as the reading's error. */
bool scene_refuse(SceneReading *reading, Jspan where, const char *what);

/* "parameters" and its value; `extras` are members to add, or NULL. Reading adds members that are unknown to it. */
void scene_params_write(FILE *out, const Scene *scene, const char *extras);
bool scene_params_read(SceneReading *reading, Jspan object, FILE *extras);
void scene_keep_member(FILE *out, const char *indent, Jspan key, Jspan value);

/* What a scene has beside its parameters, in the order in which it is written and read. */
typedef struct SceneKey {
    const char *name;
    void (*write)(FILE *out, const Scene *scene);
    bool (*read)(SceneReading *reading, Jspan value);
} SceneKey;

enum { SCENE_KEY_COUNT = 8 };
extern const SceneKey SCENE_KEYS[SCENE_KEY_COUNT];

#endif

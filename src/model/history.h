/* Undo and redo. The history keeps a copy of the last committed scene; a commit stores only what differs
 * from it, so whatever an interaction changed is undone, byte for byte, and one drag is one step. */
#ifndef MODEL_HISTORY_H
#define MODEL_HISTORY_H

#include "model/scene.h"

#include <stdbool.h>

typedef struct History History;

/* Starts with `scene` as the state before everything. NULL when memory ran out. */
History *history_create(const Scene *scene);
void history_destroy(History *history);

/* Ends a step: true if the scene differs from the last commit. A step with the same nonzero `merge` as the one
 * before it joins it (a key held down on a slider). View and settings alone make no step. Steps that were
 * undone are forgotten. Without memory the step is not recorded and earlier ones stay valid. */
bool history_commit(History *history, const Scene *scene, unsigned merge);

/* The view that undoing the next step returns to, where that replaces the points: call it while nothing changes. */
void history_look(History *history, const Scene *scene);

/* One step back or forth; false at the end. The view is restored only where the points were replaced. */
bool history_undo(History *history, Scene *scene);
bool history_redo(History *history, Scene *scene);
/* Points and parameters as of the last commit: takes back what was not committed. The view stays. False without
 * memory. */
bool history_revert(const History *history, Scene *scene);
/* A number for the state that is in effect: the same again only for the same state, larger for later ones; 0 at the
 * start. */
unsigned long history_state(const History *history);
bool history_can_undo(const History *history);
bool history_can_redo(const History *history);

#endif

/* Whoever comes last cleans up: a thread that finds its Loading abandoned, or the window that finds the thread done. So
 * nobody waits for a disk that does not answer. */
#include "app/loading.h"

#include "io/file.h"

#include <SDL.h>
#include <stdlib.h>
#include <string.h>

enum { RUNNING, OVER, ABANDONED };
enum { PREVIEW_ROWS = 60 };

struct Loading {
    char path[LISTING_PATH], error[1300];
    const Library *library;
    Library own;     /* the same, with the thread's own formula */
    Formula formula; /* behind own.formulas */
    Progress progress;
    SDL_atomic_t state;
    SDL_sem *over;
    SDL_Thread *thread;
    bool good, is_scene;
    Scene scene;
    SceneExtras extras;
    Draft draft;
};

static void destroy(Loading *loading) {
    if (loading->over)
        SDL_DestroySemaphore(loading->over);
    scene_free(&loading->scene);
    scene_extras_free(&loading->extras);
    csv_data_free(&loading->draft.data);
    free(loading->draft.bytes);
    free(loading->draft.preview);
    formula_free(&loading->formula);
    free(loading);
}

static bool read_csv(Loading *loading) {
    Draft *draft = &loading->draft;
    const CsvChoice choice = {.more = VALUES_MAX - 1, .progress = &loading->progress};
    if (!csv_import_text(file_label(loading->path), draft->bytes, draft->size, &choice, &draft->data, &draft->report,
                         loading->error, sizeof loading->error))
        return false;
    draft->preview = csv_preview(draft->bytes, draft->size, PREVIEW_ROWS);
    return true;
}

static bool read_scene(Loading *loading) {
    const Draft *draft = &loading->draft;
    return scene_file_take(file_label(loading->path), draft->bytes, draft->size, &loading->own, &loading->scene,
                           &loading->extras, &loading->progress, loading->error, sizeof loading->error);
}

static bool read_file(Loading *loading) {
    Draft *draft = &loading->draft;
    char *error = loading->error;
    if (!draft->bytes)
        draft->bytes = file_read_watched(loading->path, SCENE_FILE_PNG_MAX, &loading->progress, &draft->size, error,
                                         sizeof loading->error);
    if (!draft->bytes)
        return false;
    loading->is_scene = scene_file_is_scene(draft->bytes, draft->size);
    return loading->is_scene ? read_scene(loading) : read_csv(loading);
}

static int run(void *owner) {
    Loading *loading = owner;
    loading->good = read_file(loading);
    if (SDL_AtomicCAS(&loading->state, RUNNING, OVER))
        SDL_SemPost(loading->over);
    else
        destroy(loading);
    return 0;
}

Loading *loading_start(const char *path, char *bytes, size_t size, const Library *library) {
    Loading *loading = calloc(1, sizeof *loading);
    if (!loading) {
        free(bytes);
        return NULL;
    }
    snprintf(loading->path, sizeof loading->path, "%s", path);
    snprintf(loading->draft.path, sizeof loading->draft.path, "%s", path);
    loading->draft.bytes = bytes;
    loading->draft.size = size;
    loading->own = *library;
    loading->own.formulas = formula_serve(&loading->formula);
    SDL_AtomicSet(&loading->state, RUNNING);
    loading->over = SDL_CreateSemaphore(0);
    loading->thread = loading->over ? SDL_CreateThread(run, "loading", loading) : NULL;
    if (loading->thread)
        return loading;
    destroy(loading);
    return NULL;
}

bool loading_wait(Loading *loading, double seconds) {
    if (SDL_AtomicGet(&loading->state) == OVER)
        return true;
    return seconds > 0 && SDL_SemWaitTimeout(loading->over, (Uint32)(seconds * 1000)) == 0;
}

int loading_percent(Loading *loading) { return atomic_load(&loading->progress.percent); }

const char *loading_path(const Loading *loading) { return loading->path; }

const char *loading_error(const Loading *loading) { return loading->good ? NULL : loading->error; }

bool loading_is_scene(const Loading *loading) { return loading->is_scene; }

void loading_take_scene(Loading *loading, Lab *lab) {
    Scene *scene = &lab->scene;
    loading->scene.settings = scene->settings;
    loading->scene.formulas = &lab->library.formulas;
    scene_free(scene);
    scene_extras_free(&lab->extras);
    *scene = loading->scene;
    lab->extras = loading->extras;
    loading->scene = (Scene){.settings = scene->settings};
    loading->extras = (SceneExtras){NULL, NULL};
}

void loading_take_draft(Loading *loading, Draft *draft) {
    *draft = loading->draft;
    loading->draft = (Draft){.size = 0};
}

void loading_end(Loading *loading) {
    atomic_store(&loading->progress.stop, true);
    SDL_Thread *thread = loading->thread;
    if (SDL_AtomicCAS(&loading->state, RUNNING, ABANDONED)) {
        SDL_DetachThread(thread);
        return;
    }
    SDL_WaitThread(thread, NULL);
    destroy(loading);
}

void loading_leave(Loading *loading) {
    atomic_store(&loading->progress.stop, true);
    loading_wait(loading, 1);
    loading_end(loading);
}

/* How far a long reading has come, looked at and stopped from another thread: two atomic words, nothing to lock. A
 * reader that nobody watches has NULL for it. */
#ifndef IO_PROGRESS_H
#define IO_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Zeros are the beginning. */
typedef struct Progress {
    atomic_int percent; /* 0 to 100 */
    atomic_bool stop;   /* set by whoever waits: no longer wanted */
} Progress;

/* The stages of a reading: its bytes, then those of a table, or the text of a scene and what is made of it. */
typedef enum { PROGRESS_READ, PROGRESS_TABLE, PROGRESS_TEXT, PROGRESS_SCENE } ProgressStage;

/* Says that `done` of `total` of the stage are over. False when the reader is to stop. */
static inline bool progress_tell(Progress *progress, ProgressStage stage, size_t done, size_t total) {
    static const int BEGINS[] = {0, 10, 10, 70}, ENDS[] = {10, 100, 70, 100}; /* percent, by the time they take */
    if (!progress)
        return true;
    double share = total > 0 && done < total ? (double)done / (double)total : 1;
    int percent = BEGINS[stage] + (int)(share * (ENDS[stage] - BEGINS[stage]));
    atomic_store(&progress->percent, percent);
    return !atomic_load(&progress->stop);
}

#endif

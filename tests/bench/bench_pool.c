/* How long curves take: the engine against the definition written as a plain double sum, in one run, in turns, on one
 * thread; medians, with the spread from the 10th to the 90th percentile. Uniform x in [0, 5), y = 2 sin x + x^0.8 +
 * noise, Gaussian of h = 0.2, 1024 queries, unless the row says otherwise.
 *
 *   bench_pool [FILE.json]      also writes {"name": seconds, ...}, to compare two revisions
 *   bench_pool --row NAME --times N     one row of that file, such as "n=1000: build", N times and no clock: for
 *                               counting instructions as the difference of two N
 *   bench_pool --data FILE      the engine alone on n sorted x, then n y, raw doubles; JSON to standard output, for
 *                               the script `peers` */
#include "core/drag.h"
#include "core/engine.h"
#include "core/kernel.h"
#include "core/lanes.h"
#include "core/rng.h"
#include "core/sort.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { QUERIES = 1024, ROUNDS_MOST = 201, MOST = 1000000, ROWS_MOST = 64 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* All that a measured piece of work needs. */
typedef struct Bench {
    size_t n;
    double *x, *y, *unsorted_x, *unsorted_y, *query, *f, *alpha, *exponent;
    bool *supported;
    float *heat;
    Keys keys;
    Pool pool;
    Engine *engine;
    Drag drag;
    double *drag_memory;
    Engine *building, *glancing, *aggregating; /* so that no row spoils what another has prepared */
    size_t *order;                             /* of the unsorted points */
    uint64_t *scratch;
    double place; /* moves a little every time, so that nothing is remembered */
} Bench;

typedef void Work(Bench *bench);

static void dense(Bench *bench) {
    double factor = -0.5 / (bench->pool.h * bench->pool.h);
    for (size_t j = 0; j < QUERIES; j++) {
        double q = bench->query[j], sum = 0, weighted = 0;
        for (size_t i = 0; i < bench->n; i++) {
            double d = q - bench->x[i], w = exp(factor * d * d);
            sum += w;
            weighted += w * bench->y[i];
        }
        bench->f[j] = weighted / sum;
    }
}

static void forget(Bench *bench) {
    bench->place = bench->place > 0.01 ? 0 : bench->place + 1e-5;
    bench->pool.h = 0.2 + bench->place;
    bench->pool.w = 1 / bench->pool.h;
}

static void resident(Bench *bench) {
    forget(bench);
    engine_curve(bench->engine, &bench->pool, bench->query, QUERIES, bench->f, bench->supported);
}

static void causal(Bench *bench) {
    bench->pool.causal = true;
    resident(bench);
    bench->pool.causal = false;
}

static void stateless(Bench *bench) {
    pool_predict(&bench->pool, &bench->keys, bench->query, QUERIES, bench->f, bench->supported);
}

static void build(Bench *bench) { engine_set_keys(bench->building, &bench->keys, NULL); }

static void build_and_curve(Bench *bench) {
    build(bench);
    forget(bench);
    engine_curve(bench->building, &bench->pool, bench->query, QUERIES, bench->f, bench->supported);
}

static void glance(Bench *bench) {
    Keys points = {bench->n, bench->unsorted_x, bench->unsorted_y};
    forget(bench);
    if (!engine_glance(bench->glancing, &bench->pool, &points, bench->query, QUERIES, bench->f, bench->supported))
        bench->f[0] = NAN;
}

static void drag_once(Bench *bench) {
    forget(bench);
    drag_move(&bench->drag, 2.5 + bench->place, 3, bench->f, bench->supported);
}

static void heatmap(Bench *bench) {
    forget(bench);
    engine_weights(bench->engine, &bench->pool, bench->query, QUERIES, bench->n < 1000 ? bench->n : 1000, bench->heat,
                   bench->supported);
}

static void heatmap_columns(Bench *bench) {
    forget(bench);
    engine_weights(bench->aggregating, &bench->pool, bench->query, QUERIES, bench->n < 512 ? bench->n : 512,
                   bench->heat, bench->supported);
}

static void loss(Bench *bench) {
    EngineLoss result;
    forget(bench);
    engine_loss(bench->engine, &bench->pool, false, false, &result);
    bench->f[0] = result.loss;
}

static void loss_and_slope(Bench *bench) {
    EngineLoss result;
    forget(bench);
    engine_loss(bench->engine, &bench->pool, false, true, &result);
    bench->f[0] = result.loss;
}

/* Scorers, of which T moves a little every time. */
typedef enum { SCORED_CURVE, SCORED_ROW, SCORED_HEATMAP } ScoredWork;

static void scored(Bench *bench, int scorer, int features, ScoredWork work) {
    double parameters[2 * 8 * 16 + 8 + 1];
    ScoreModel model = {.scorer = scorer,
                        .query = feature_map(features, 0, 5, false),
                        .key = feature_map(features, 0, 5, true),
                        .hidden = 8,
                        .parameters = parameters};
    forget(bench);
    score_defaults(&model, NULL, 0, 5, parameters);
    Pool pool = {.model = MODEL_SCORER, .scorer = &model, .temperature = 1 + bench->place};
    PoolRow row = {.f = NAN};
    if (work == SCORED_CURVE)
        engine_curve(bench->aggregating, &pool, bench->query, QUERIES, bench->f, bench->supported);
    else if (work == SCORED_HEATMAP)
        engine_weights(bench->aggregating, &pool, bench->query, QUERIES, bench->n < 512 ? bench->n : 512, bench->heat,
                       bench->supported);
    else if (!engine_row(bench->aggregating, &pool, &bench->keys, POOL_ALL, 2.5, bench->alpha, &row))
        row = pool_row(&pool, &bench->keys, 2.5, bench->alpha);
    bench->f[0] += work == SCORED_ROW ? row.f : 0;
}

static void general_curve(Bench *bench) { scored(bench, SCORER_GENERAL, FEATURE_LIFT, SCORED_CURVE); }

static void additive_curve(Bench *bench) { scored(bench, SCORER_ADDITIVE, FEATURE_BIAS, SCORED_CURVE); }

static void waves_curve(Bench *bench) { scored(bench, SCORER_SCALED_DOT, FEATURE_FOURIER, SCORED_CURVE); }

static void general_row(Bench *bench) { scored(bench, SCORER_GENERAL, FEATURE_LIFT, SCORED_ROW); }

static void general_heatmap(Bench *bench) { scored(bench, SCORER_GENERAL, FEATURE_LIFT, SCORED_HEATMAP); }

static int ascending(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void sort_by_comparing(Bench *bench) {
    memcpy(bench->f, bench->unsorted_x, bench->n * sizeof(double));
    qsort(bench->f, bench->n, sizeof(double), ascending);
}

static void sort_points(Bench *bench) { sort_order(bench->unsorted_x, bench->n, bench->order, bench->scratch); }

static void weights_of_one_query(Bench *bench) {
    forget(bench);
    bench->f[0] += pool_row(&bench->pool, &bench->keys, 2.5, bench->alpha).f;
}

/* What exp costs at best: as many as a curve over 1000 keys has weights. */
CLONES static void exponentials(Bench *bench) {
    const double *t = bench->exponent;
    double sum = 0;
    for (size_t j = 0; j < QUERIES; j++) {
#pragma omp simd reduction(+ : sum)
        for (size_t i = 0; i < 1000; i++)
            sum += lanes_exp2(t[i]);
    }
    bench->f[0] = sum;
}

static void fill(Bench *bench) {
    Rng rng = rng_seed(1);
    bench->x = malloc(MOST * sizeof(double));
    bench->y = malloc(MOST * sizeof(double));
    bench->unsorted_x = malloc(MOST * sizeof(double));
    bench->unsorted_y = malloc(MOST * sizeof(double));
    bench->query = malloc(QUERIES * sizeof(double));
    bench->f = malloc(MOST * sizeof(double));
    bench->alpha = malloc(MOST * sizeof(double));
    bench->order = malloc(MOST * sizeof *bench->order);
    bench->scratch = malloc(MOST * SORT_WORDS * sizeof *bench->scratch);
    bench->exponent = malloc(1000 * sizeof(double));
    bench->drag_memory = malloc(DRAG_ROWS * QUERIES * sizeof(double));
    bench->supported = malloc(QUERIES * sizeof(bool));
    bench->heat = malloc(sizeof(float) * QUERIES * 1000);
    for (size_t j = 0; j < QUERIES; j++)
        bench->query[j] = 5.0 * (double)j / (QUERIES - 1);
    for (size_t i = 0; i < 1000; i++)
        bench->exponent[i] = -30 * rng_uniform(&rng);
}

static void empty(Bench *bench) {
    void *const memory[] = {bench->x,    bench->y,         bench->unsorted_x, bench->unsorted_y, bench->query,
                            bench->f,    bench->alpha,     bench->order,      bench->scratch,    bench->exponent,
                            bench->heat, bench->supported, bench->drag_memory};
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        free(memory[i]);
    engine_destroy(bench->engine);
    engine_destroy(bench->building);
    engine_destroy(bench->glancing);
    engine_destroy(bench->aggregating);
}

static void new_keys(Bench *bench, size_t n) {
    Rng rng = rng_seed(n);
    bench->n = n;
    for (size_t i = 0; i < n; i++)
        bench->x[i] = 5 * rng_uniform(&rng);
    qsort(bench->x, n, sizeof *bench->x, ascending);
    for (size_t i = 0; i < n; i++)
        bench->y[i] = 2 * sin(bench->x[i]) + pow(bench->x[i], 0.8) + 0.5 * rng_normal(&rng);
    bench->keys = (Keys){n, bench->x, bench->y};
    engine_set_keys(bench->engine, &bench->keys, NULL);
    engine_set_keys(bench->aggregating, &bench->keys, NULL);
}

/* The same points in another order. */
static void unsort(Bench *bench) {
    Rng rng = rng_seed(bench->n + 9);
    memcpy(bench->unsorted_x, bench->x, bench->n * sizeof(double));
    memcpy(bench->unsorted_y, bench->y, bench->n * sizeof(double));
    for (size_t i = bench->n; i > 1; i--) {
        size_t j = (size_t)(rng_uniform(&rng) * (double)i);
        double x = bench->unsorted_x[j], y = bench->unsorted_y[j];
        bench->unsorted_x[j] = bench->unsorted_x[i - 1];
        bench->unsorted_y[j] = bench->unsorted_y[i - 1];
        bench->unsorted_x[i - 1] = x;
        bench->unsorted_y[i - 1] = y;
    }
}

typedef struct Row {
    const char *name;
    Work *work;
    int kernel;
    size_t rounds, repeat;
    double median, low, high, least;
} Row;

static double quantile(double *time, size_t count, double q) { return time[(size_t)(q * (double)(count - 1) + 0.5)]; }

/* The rows take turns, so that what disturbs one disturbs all. */
static void run(Bench *bench, Row *row, size_t rows) {
    static double time[ROWS_MOST][ROUNDS_MOST];
    size_t most = 0;
    for (size_t r = 0; r < rows; r++)
        most = row[r].rounds > most ? row[r].rounds : most;
    for (size_t round = 0; round < most; round++)
        for (size_t r = 0; r < rows; r++) {
            if (round >= row[r].rounds)
                continue;
            bench->pool.kernel = row[r].kernel;
            if (round == 0 && row[r].rounds > 1)
                row[r].work(bench);
            double start = now();
            for (size_t k = 0; k < row[r].repeat; k++)
                row[r].work(bench);
            time[r][round] = (now() - start) / (double)row[r].repeat;
        }
    for (size_t r = 0; r < rows; r++) {
        qsort(time[r], row[r].rounds, sizeof(double), ascending);
        row[r].median = quantile(time[r], row[r].rounds, 0.5);
        row[r].low = quantile(time[r], row[r].rounds, 0.1);
        row[r].high = quantile(time[r], row[r].rounds, 0.9);
        row[r].least = time[r][0];
    }
}

/* New points, and a key taken that drag_once moves. */
static void prepare(Bench *bench, size_t n) {
    new_keys(bench, n);
    unsort(bench);
    Keys others = {n - 1, bench->x, bench->y};
    engine_set_keys(bench->engine, &others, NULL);
    bench->pool.kernel = KERNEL_GAUSSIAN;
    drag_begin(&bench->drag, bench->engine, &bench->pool, bench->query, QUERIES, bench->drag_memory);
    engine_set_keys(bench->engine, &bench->keys, NULL);
}

/* Rows of one n; the first is what the ratios refer to. */
static void table(Bench *bench, size_t n, Row *row, size_t rows, FILE *json) {
    prepare(bench, n);
    run(bench, row, rows);
    printf("n = %zu\n", n);
    for (size_t r = 0; r < rows; r++) {
        printf("  %-42s %12.4f ms  (%.4f to %.4f, least %.4f)  %9.1f x\n", row[r].name, 1e3 * row[r].median,
               1e3 * row[r].low, 1e3 * row[r].high, 1e3 * row[r].least, row[0].median / row[r].median);
        if (json)
            fprintf(json, "  \"n=%zu: %s\": %.9g,\n", n, row[r].name, row[r].median);
    }
}

/* x and y from a file of doubles, x ascending; 0 when it cannot be read. */
static size_t load(Bench *bench, const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    fseek(file, 0, SEEK_END);
    size_t n = (size_t)ftell(file) / (2 * sizeof(double));
    rewind(file);
    n = n > MOST ? 0 : n;
    n = n > 0 && fread(bench->x, sizeof(double), n, file) == n && fread(bench->y, sizeof(double), n, file) == n ? n : 0;
    fclose(file);
    bench->n = n;
    bench->keys = (Keys){n, bench->x, bench->y};
    engine_set_keys(bench->engine, &bench->keys, NULL);
    return n;
}

/* For `peers`: what others are compared with. */
static int alone(Bench *bench, const char *path) {
    Row rows[] = {
        {"resident", resident, KERNEL_GAUSSIAN, 101, 1, 0, 0, 0, 0},
        {"build", build, KERNEL_GAUSSIAN, 31, 1, 0, 0, 0, 0},
        {"build and curve", build_and_curve, KERNEL_GAUSSIAN, 31, 1, 0, 0, 0, 0},
        {"unsorted and curve", glance, KERNEL_GAUSSIAN, 31, 1, 0, 0, 0, 0},
        {"boxcar", resident, KERNEL_BOXCAR, 51, 1, 0, 0, 0, 0},
        {"epanechnikov", resident, KERNEL_EPANECHNIKOV, 51, 1, 0, 0, 0, 0},
    };
    size_t count = sizeof rows / sizeof *rows;
    if (load(bench, path) == 0) {
        fprintf(stderr, "bench_pool: cannot read %s\n", path);
        return EXIT_FAILURE;
    }
    unsort(bench);
    run(bench, rows, count);
    for (size_t r = 0; r < count; r++)
        printf("%s\"%s\": %.9g", r ? ", " : "{", rows[r].name, rows[r].median);
    printf("}\n");
    return EXIT_SUCCESS;
}

static const size_t COUNTS[] = {50, 1000, 10000, 100000, MOST};

/* The rows of n points; returns how many. */
static size_t rows_of(size_t n, Row row[ROWS_MOST]) {
    size_t slow = n >= 100000 ? 1 : n >= 10000 ? 3 : 21, scorers = 11;
    const Row rows[] = {
        {"definition: double sum with exp", dense, KERNEL_GAUSSIAN, slow, 1, 0, 0, 0, 0},
        {"resident curve, new h", resident, KERNEL_GAUSSIAN, 101, 3, 0, 0, 0, 0},
        {"resident causal curve, new h", causal, KERNEL_GAUSSIAN, 21, 1, 0, 0, 0, 0},
        {"pool_predict, no structure", stateless, KERNEL_GAUSSIAN, n >= 100000 ? 3 : 51, 1, 0, 0, 0, 0},
        {"build", build, KERNEL_GAUSSIAN, 51, 1, 0, 0, 0, 0},
        {"build and curve", build_and_curve, KERNEL_GAUSSIAN, 51, 1, 0, 0, 0, 0},
        {"unsorted points and curve", glance, KERNEL_GAUSSIAN, 31, 1, 0, 0, 0, 0},
        {"resident boxcar, new h", resident, KERNEL_BOXCAR, 51, 1, 0, 0, 0, 0},
        {"resident triangular, new h", resident, KERNEL_TRIANGULAR, 51, 1, 0, 0, 0, 0},
        {"resident Epanechnikov, new h", resident, KERNEL_EPANECHNIKOV, 51, 1, 0, 0, 0, 0},
        {"resident biweight, new h", resident, KERNEL_BIWEIGHT, 51, 1, 0, 0, 0, 0},
        {"resident tricube, new h", resident, KERNEL_TRICUBE, 51, 1, 0, 0, 0, 0},
        {"resident cosine, new h", resident, KERNEL_COSINE, 51, 1, 0, 0, 0, 0},
        {"resident Laplace, new h", resident, KERNEL_LAPLACE, 51, 1, 0, 0, 0, 0},
        {"one motion of a dragged key", drag_once, KERNEL_GAUSSIAN, 101, 50, 0, 0, 0, 0},
        {"heatmap 1024 x 512", heatmap_columns, KERNEL_GAUSSIAN, 51, 1, 0, 0, 0, 0},
        {"heatmap 1024 x 1000", heatmap, KERNEL_GAUSSIAN, 51, 1, 0, 0, 0, 0},
        {"leave-one-out loss", loss, KERNEL_GAUSSIAN, 11, 1, 0, 0, 0, 0},
        {"leave-one-out loss and slopes", loss_and_slope, KERNEL_GAUSSIAN, 11, 1, 0, 0, 0, 0},
        {"Epanechnikov loss and slopes", loss_and_slope, KERNEL_EPANECHNIKOV, 11, 1, 0, 0, 0, 0},
        {"Laplace loss and slopes", loss_and_slope, KERNEL_LAPLACE, 11, 1, 0, 0, 0, 0},
        {"weights of one query", weights_of_one_query, KERNEL_GAUSSIAN, 21, 1, 0, 0, 0, 0},
        {"general scorer on lift, new T", general_curve, KERNEL_GAUSSIAN, scorers, 1, 0, 0, 0, 0},
        {"additive scorer with bias, new T", additive_curve, KERNEL_GAUSSIAN, scorers, 1, 0, 0, 0, 0},
        {"scaled dot product of waves, new T", waves_curve, KERNEL_GAUSSIAN, scorers, 1, 0, 0, 0, 0},
        {"general scorer: weights of one query", general_row, KERNEL_GAUSSIAN, 21, 1, 0, 0, 0, 0},
        {"general scorer: heatmap 1024 x 512", general_heatmap, KERNEL_GAUSSIAN, scorers, 1, 0, 0, 0, 0},
        {"qsort of the unsorted keys alone", sort_by_comparing, KERNEL_GAUSSIAN, 3, 1, 0, 0, 0, 0},
        {"their order by sort_order", sort_points, KERNEL_GAUSSIAN, 11, 1, 0, 0, 0, 0},
        {"1024 x 1000 exponentials alone", exponentials, KERNEL_GAUSSIAN, 51, 1, 0, 0, 0, 0},
    };
    memcpy(row, rows, sizeof rows);
    return sizeof rows / sizeof *rows;
}

/* Runs the row called "n=1000: build" so many times; what goes before is the same for any number of times. */
static int only(Bench *bench, const char *name, long times) {
    Row row[ROWS_MOST];
    char full[100];
    for (size_t c = 0; c < sizeof COUNTS / sizeof *COUNTS; c++)
        for (size_t r = rows_of(COUNTS[c], row); r-- > 0;) {
            snprintf(full, sizeof full, "n=%zu: %s", COUNTS[c], row[r].name);
            if (strcmp(full, name) != 0)
                continue;
            prepare(bench, COUNTS[c]);
            bench->pool.kernel = row[r].kernel;
            for (long i = 0; i < times; i++)
                row[r].work(bench);
            return EXIT_SUCCESS;
        }
    fprintf(stderr, "bench_pool: no row is called %s\n", name);
    return EXIT_FAILURE;
}

/* Every row, and into the file if there is one. */
static int all(Bench *bench, FILE *json) {
    Row row[ROWS_MOST];
    if (json)
        fprintf(json, "{\n");
    for (size_t c = 0; c < sizeof COUNTS / sizeof *COUNTS; c++)
        table(bench, COUNTS[c], row, rows_of(COUNTS[c], row), json);
    if (!json)
        return EXIT_SUCCESS;
    fprintf(json, "  \"queries\": %d\n}\n", QUERIES);
    return fclose(json) == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int count, char **word) {
    Bench bench = {.engine = engine_create(),
                   .building = engine_create(),
                   .glancing = engine_create(),
                   .aggregating = engine_create(),
                   .pool = {.model = MODEL_KERNEL, .h = 0.2, .w = 5}};
    int status;
    fill(&bench);
    if (count == 3 && strcmp(word[1], "--data") == 0)
        status = alone(&bench, word[2]);
    else if (count == 5 && strcmp(word[1], "--row") == 0 && strcmp(word[3], "--times") == 0)
        status = only(&bench, word[2], atol(word[4]));
    else if (count > 2 || (count > 1 && word[1][0] == '-')) {
        fprintf(stderr, "usage: bench_pool [FILE.json] | --data FILE | --row NAME --times N\n");
        status = EXIT_FAILURE;
    } else {
        FILE *json = count > 1 ? fopen(word[1], "w") : NULL;
        if (count > 1 && !json)
            fprintf(stderr, "bench_pool: cannot write %s\n", word[1]);
        status = count > 1 && !json ? EXIT_FAILURE : all(&bench, json);
    }
    empty(&bench);
    return status;
}

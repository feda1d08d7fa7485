/* The error of terms cut off is that of exp(t kappa), (t kappa)^P / P!, beside a value of at least exp(-t kappa). */
#include "core/band.h"

#include <math.h>

static const float UNUSED[BAND_TERMS][BAND_COLUMNS];

/* Starting values of BAND_COLUMNS columns: distance in bandwidths, log2 of the weight, and of r. */
typedef struct Start {
    float distance[BAND_COLUMNS], weight[BAND_COLUMNS], ratio[BAND_COLUMNS];
} Start;

INLINED void begin(const Band *band, const double *middle, Start *start) {
    double inv = band->inv, query = band->query, shift = band->shift, s = band->step * inv;
    double t[BAND_COLUMNS], w[BAND_COLUMNS], r[BAND_COLUMNS]; /* a loop that also converts runs at half the width */
#pragma omp simd
    for (size_t i = 0; i < BAND_COLUMNS; i++) {
        t[i] = (query - middle[i]) * inv;
        w[i] = -0.5 * LANES_LOG2_E * t[i] * t[i] - shift;
        r[i] = -LANES_LOG2_E * s * (t[i] + 0.5 * s);
    }
    for (size_t i = 0; i < BAND_COLUMNS; i++) {
        start->distance[i] = (float)t[i];
        start->weight[i] = (float)w[i];
        start->ratio[i] = (float)r[i];
    }
}

/* One group; `rows` and `terms` are known to the compiler, curve = exp(-s^2/h^2). */
INLINED void write_group(const Band *band, size_t rows, int terms, float curve, const double *middle,
                         const float coefficient[BAND_TERMS][BAND_COLUMNS], float *weight, size_t stride) {
    float w[BAND_COLUMNS], r[BAND_COLUMNS], step = (float)(band->step * band->inv);
    Start start;
    begin(band, middle, &start);
#pragma omp simd
    for (size_t i = 0; i < BAND_COLUMNS; i++) {
        w[i] = lanes_exp2f(start.weight[i]);
        r[i] = rows > 1 ? lanes_exp2f(start.ratio[i]) : 1;
    }
    for (size_t j = 0; j < rows; j++) {
        float *out = weight + j * stride, scale = band->scale[j];
#pragma omp simd
        for (size_t i = 0; i < BAND_COLUMNS; i++) {
            float t = start.distance[i] + (float)j * step,
                  p = terms > 0 ? coefficient[terms > 0 ? terms - 1 : 0][i] : 1;
#pragma GCC unroll 10
            for (int k = terms - 2; k >= 0; k--)
                p = p * t + coefficient[k][i];
            out[i] = w[i] * scale * p;
            w[i] *= r[i];
            r[i] *= curve;
        }
    }
}

typedef void Group(const Band *band, float curve, const double *middle,
                   const float coefficient[BAND_TERMS][BAND_COLUMNS], float *weight, size_t stride);

#define GROUP(terms)                                                                                                   \
    CLONES static void eight_of_##terms(const Band *band, float curve, const double *middle,                           \
                                        const float coefficient[BAND_TERMS][BAND_COLUMNS], float *weight,              \
                                        size_t stride) {                                                               \
        write_group(band, BAND_ROWS, terms, curve, middle, coefficient, weight, stride);                               \
    }                                                                                                                  \
    CLONES static void one_of_##terms(const Band *band, float curve, const double *middle,                             \
                                      const float coefficient[BAND_TERMS][BAND_COLUMNS], float *weight,                \
                                      size_t stride) {                                                                 \
        write_group(band, 1, terms, curve, middle, coefficient, weight, stride);                                       \
    }

GROUP(0)
GROUP(4)
GROUP(6)
GROUP(10)

static const struct {
    int terms;
    double most; /* distance times half width */
    Group *one, *eight;
} SERIES[] = {
    {0, 0, one_of_0, eight_of_0},
    {4, 0.12, one_of_4, eight_of_4},
    {6, 0.28, one_of_6, eight_of_6},
    {BAND_TERMS, 1, one_of_10, eight_of_10},
};
enum { SERIES_COUNT = sizeof SERIES / sizeof *SERIES };

int band_terms(double reach, double kappa) {
    for (size_t i = 1; i < SERIES_COUNT; i++)
        if (reach * kappa <= SERIES[i].most)
            return SERIES[i].terms;
    return 0;
}

static Group *group_for(const Band *band, int terms) {
    size_t i = 0;
    while (SERIES[i].terms != terms)
        i++;
    return band->rows == 1 ? SERIES[i].one : SERIES[i].eight;
}

static float curve_of(const Band *band) {
    double s = band->step * band->inv;
    return band->rows == 1 ? 1 : (float)exp(-s * s);
}

static void copy_rows(const Band *band, float from[BAND_ROWS][BAND_COLUMNS], size_t count, float *weight,
                      size_t stride) {
    for (size_t j = 0; j < band->rows; j++)
        memcpy(weight + j * stride, from[j], count * sizeof *weight);
}

void band_keys(const Band *band, const double *key, size_t n, float *weight, size_t stride) {
    Group *group = group_for(band, 0);
    float curve = curve_of(band), part[BAND_ROWS][BAND_COLUMNS];
    size_t whole = n / BAND_COLUMNS * BAND_COLUMNS;
    double rest[BAND_COLUMNS];
    for (size_t i = 0; i < whole; i += BAND_COLUMNS)
        group(band, curve, key + i, UNUSED, weight + i, stride);
    if (whole == n)
        return;
    for (size_t i = 0; i < BAND_COLUMNS; i++)
        rest[i] = key[whole + i < n ? whole + i : n - 1];
    group(band, curve, rest, UNUSED, part[0], BAND_COLUMNS);
    copy_rows(band, part, n - whole, weight + whole, stride);
}

void band_columns(const Band *band, const BandGroup *columns, size_t count, float *weight, size_t stride) {
    float curve = curve_of(band), part[BAND_ROWS][BAND_COLUMNS];
    for (size_t i = 0; i < count; i += BAND_COLUMNS, columns++) {
        Group *group = group_for(band, columns->terms);
        bool whole = count - i >= BAND_COLUMNS;
        group(band, curve, columns->middle, columns->coefficient, whole ? weight + i : part[0],
              whole ? stride : BAND_COLUMNS);
        if (!whole)
            copy_rows(band, part, count - i, weight + i, stride);
    }
}

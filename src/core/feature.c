/* The feature maps.
 * fourier: the sinusoidal position encoding of Vaswani et al. (2017), with x as the position.
 * random: phi(x) = W e(x). e(x) holds cosines and sines of 8 frequencies, scaled to norm 1, and W holds random
 * signs, so every component has mean 0 and variance exactly norm(e)^2 = 1 over the draws, and two heads drawn
 * apart give var(q'k) = d. Signs cost one 32-bit draw per component, so W need not be kept anywhere. */
#include "core/feature.h"

#include "core/rng.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { WAVES = 8 }; /* frequencies of the random head */

static const double PI = 3.14159265358979323846;
static const uint64_t KEY_HEAD = UINT64_C(0x9e3779b97f4a7c15); /* any constant that sets the two heads apart */

static void identity(const FeatureMap *map, double x, double *phi) {
    (void)map;
    phi[0] = x;
}

static void centred(const FeatureMap *map, double x, double *phi) { phi[0] = x - map->centre; }

static void bias(const FeatureMap *map, double x, double *phi) {
    (void)map;
    phi[0] = x;
    phi[1] = 1;
}

static void lift(const FeatureMap *map, double x, double *phi) {
    (void)map;
    phi[0] = 1;
    phi[1] = x;
    phi[2] = x * x;
}

static void circle(const FeatureMap *map, double x, double *phi) {
    phi[0] = cos(map->omega * x);
    phi[1] = sin(map->omega * x);
}

static void fourier(const FeatureMap *map, double x, double *phi) {
    size_t d = feature_length(map);
    for (size_t j = 0; j < d; j += 2) {
        double angle = x / pow(map->base, (double)j / (double)d);
        phi[j] = sin(angle);
        phi[j + 1] = cos(angle);
    }
}

static void rbf(const FeatureMap *map, double x, double *phi) {
    size_t d = feature_length(map);
    double spacing = (map->x1 - map->x0) / (double)(d - 1);
    for (size_t j = 0; j < d; j++) {
        double u = (x - map->x0) / spacing - (double)j;
        phi[j] = exp(-u * u / 2);
    }
}

static void random_head(const FeatureMap *map, double x, double *phi) {
    double wave[2 * WAVES];
    for (int j = 0; j < WAVES; j++) {
        wave[2 * j] = cos((j + 1) * map->omega * x) / sqrt(WAVES);
        wave[2 * j + 1] = sin((j + 1) * map->omega * x) / sqrt(WAVES);
    }
    Rng rng = rng_seed(map->key ? map->seed ^ KEY_HEAD : map->seed);
    size_t d = feature_length(map);
    for (size_t c = 0; c < d; c++) {
        uint32_t signs = rng_u32(&rng);
        phi[c] = 0;
        for (int j = 0; j < 2 * WAVES; j++)
            phi[c] += signs >> j & 1 ? wave[j] : -wave[j];
    }
}

const Feature FEATURES[FEATURE_COUNT] = {
    [FEATURE_IDENTITY] = {"identity", "Identity", "[x]", 1, -1, 0, -1, 1, identity},
    [FEATURE_CENTRED] = {"centred", "Centred", "[x − mean]", 1, -1, -1, -1, 1, centred},
    [FEATURE_BIAS] = {"bias", "With bias", "[x, 1]", 1, 1, 0, -1, 2, bias},
    [FEATURE_LIFT] = {"lift", "Lift", "[1, x, x²]", 2, 0, 1, 2, 3, lift},
    [FEATURE_CIRCLE] = {"circle", "Circle", "[cos ωx, sin ωx]", 0, -1, -1, -1, 2, circle},
    [FEATURE_FOURIER] = {"fourier", "Fourier", "[sin x/bʲ, cos x/bʲ, …]", 0, -1, -1, -1, 0, fourier},
    [FEATURE_RBF] = {"rbf", "RBF", "[exp(−(x − cⱼ)²/2s²), …]", 0, -1, -1, -1, 0, rbf},
    [FEATURE_RANDOM] = {"random", "Random head", "W e(x), W drawn from the seed", 0, -1, -1, -1, 0, random_head},
};

int feature_find(const char *id) {
    for (int i = 0; i < FEATURE_COUNT; i++)
        if (strcmp(FEATURES[i].id, id) == 0)
            return i;
    return -1;
}

FeatureMap feature_map(int kind, double x0, double x1, bool key) {
    assert(kind >= 0 && kind < FEATURE_COUNT && x0 < x1);
    return (FeatureMap){.kind = kind,
                        .d = 16,
                        .base = 10000,
                        .omega = PI / (x1 - x0),
                        .x0 = x0,
                        .x1 = x1,
                        .centre = x0 + (x1 - x0) / 2,
                        .seed = 1,
                        .key = key};
}

size_t feature_length(const FeatureMap *map) {
    if (FEATURES[map->kind].length > 0)
        return FEATURES[map->kind].length;
    size_t d = map->d < 2 ? 2 : map->d > FEATURE_MAX ? FEATURE_MAX : map->d;
    return map->kind == FEATURE_FOURIER ? d / 2 * 2 : d;
}

void feature_rows(const FeatureMap *map, const double *x, size_t n, double *phi) {
    size_t d = feature_length(map);
    for (size_t i = 0; i < n; i++)
        FEATURES[map->kind].apply(map, x[i], phi + i * d);
}

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

enum { WAVES = 8, HEADS = 16 }; /* frequencies of the random head; how many vectors go through it at once */

static const double PI = 3.14159265358979323846;
static const uint64_t KEY_HEAD = UINT64_C(0x9e3779b97f4a7c15); /* any constant that sets the two heads apart */

static void identity(const FeatureMap *map, const double *x, size_t n, double *phi) {
    (void)map;
    for (size_t i = 0; i < n; i++)
        phi[i] = x[i];
}

static void centred(const FeatureMap *map, const double *x, size_t n, double *phi) {
    for (size_t i = 0; i < n; i++)
        phi[i] = x[i] - map->centre;
}

static void bias(const FeatureMap *map, const double *x, size_t n, double *phi) {
    (void)map;
    for (size_t i = 0; i < n; i++) {
        phi[2 * i] = x[i];
        phi[2 * i + 1] = 1;
    }
}

static void lift(const FeatureMap *map, const double *x, size_t n, double *phi) {
    (void)map;
    for (size_t i = 0; i < n; i++) {
        phi[3 * i] = 1;
        phi[3 * i + 1] = x[i];
        phi[3 * i + 2] = x[i] * x[i];
    }
}

static void line_jet(const FeatureMap *map, double x, double radius, double *slope, double *bend) {
    (void)x, (void)radius;
    for (size_t c = 0; c < feature_length(map); c++)
        slope[c] = bend[c] = 0;
    slope[0] = 1;
}

static void lift_jet(const FeatureMap *map, double x, double radius, double *slope, double *bend) {
    (void)map, (void)radius;
    slope[0] = bend[0] = bend[1] = 0;
    slope[1] = 1;
    slope[2] = 2 * x;
    bend[2] = 2;
}

/* |cos(omega z)| and |sin(omega z)| are at most cosh(omega Im z). */
static double wave_bend(double omega, double radius) { return omega * omega * cosh(omega * radius); }

static void circle(const FeatureMap *map, const double *x, size_t n, double *phi) {
    for (size_t i = 0; i < n; i++) {
        phi[2 * i] = cos(map->omega * x[i]);
        phi[2 * i + 1] = sin(map->omega * x[i]);
    }
}

static void circle_jet(const FeatureMap *map, double x, double radius, double *slope, double *bend) {
    slope[0] = -map->omega * sin(map->omega * x);
    slope[1] = map->omega * cos(map->omega * x);
    bend[0] = bend[1] = wave_bend(map->omega, radius);
}

static void fourier(const FeatureMap *map, const double *x, size_t n, double *phi) {
    size_t d = feature_length(map);
    for (size_t j = 0; j < d; j += 2) {
        double scale = pow(map->base, (double)j / (double)d);
        for (size_t i = 0; i < n; i++) {
            phi[i * d + j] = sin(x[i] / scale);
            phi[i * d + j + 1] = cos(x[i] / scale);
        }
    }
}

static void fourier_jet(const FeatureMap *map, double x, double radius, double *slope, double *bend) {
    size_t d = feature_length(map);
    for (size_t j = 0; j < d; j += 2) {
        double omega = 1 / pow(map->base, (double)j / (double)d);
        slope[j] = omega * cos(omega * x);
        slope[j + 1] = -omega * sin(omega * x);
        bend[j] = bend[j + 1] = wave_bend(omega, radius);
    }
}

static double rbf_spacing(const FeatureMap *map) { return (map->x1 - map->x0) / (double)(feature_length(map) - 1); }

static void rbf(const FeatureMap *map, const double *x, size_t n, double *phi) {
    size_t d = feature_length(map);
    double spacing = rbf_spacing(map);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < d; j++) {
            double u = (x[i] - map->x0) / spacing - (double)j;
            phi[i * d + j] = exp(-u * u / 2);
        }
}

/* The largest |exp(-z^2/2)| for |z - u| <= r: its logarithm ((Im z)^2 - (Re z)^2)/2 on the circle is a parabola in the
 * cosine of the angle. */
static double largest_bump(double u, double r) {
    double near = fabs(u) - r;
    return fabs(u) <= 2 * r ? exp((r * r - u * u / 2) / 2) : exp(-near * near / 2);
}

static void rbf_jet(const FeatureMap *map, double x, double radius, double *slope, double *bend) {
    double spacing = rbf_spacing(map), r = radius / spacing;
    for (size_t j = 0; j < feature_length(map); j++) {
        double u = (x - map->x0) / spacing - (double)j, far = fabs(u) + r;
        slope[j] = -u * exp(-u * u / 2) / spacing;
        bend[j] = (far * far + 1) * largest_bump(u, r) / (spacing * spacing);
    }
}

/* Up to HEADS vectors e(x), or their derivatives, through the signs of W. */
static void through_head(const FeatureMap *map, double wave[HEADS][2 * WAVES], size_t n, double *phi) {
    Rng rng = rng_seed(map->key ? map->seed ^ KEY_HEAD : map->seed);
    size_t d = feature_length(map);
    for (size_t c = 0; c < d; c++) {
        uint32_t signs = rng_u32(&rng);
        for (size_t i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < 2 * WAVES; j++)
                sum += signs >> j & 1 ? wave[i][j] : -wave[i][j];
            phi[i * d + c] = sum;
        }
    }
}

static void random_head(const FeatureMap *map, const double *x, size_t n, double *phi) {
    double wave[HEADS][2 * WAVES];
    for (size_t at = 0; at < n; at += HEADS) {
        size_t count = n - at < HEADS ? n - at : HEADS;
        for (size_t i = 0; i < count; i++)
            for (int j = 0; j < WAVES; j++) {
                wave[i][2 * j] = cos((j + 1) * map->omega * x[at + i]) / sqrt(WAVES);
                wave[i][2 * j + 1] = sin((j + 1) * map->omega * x[at + i]) / sqrt(WAVES);
            }
        through_head(map, wave, count, phi + at * feature_length(map));
    }
}

static void random_jet(const FeatureMap *map, double x, double radius, double *slope, double *bend) {
    double wave[HEADS][2 * WAVES], most = 0;
    for (int j = 0; j < WAVES; j++) {
        double omega = (j + 1) * map->omega;
        wave[0][2 * j] = -omega * sin(omega * x) / sqrt(WAVES);
        wave[0][2 * j + 1] = omega * cos(omega * x) / sqrt(WAVES);
        most += 2 * wave_bend(omega, radius) / sqrt(WAVES);
    }
    through_head(map, wave, 1, slope);
    for (size_t c = 0; c < feature_length(map); c++)
        bend[c] = most;
}

const Feature FEATURES[FEATURE_COUNT] = {
    [FEATURE_IDENTITY] = {"identity", "Identity", "[x]", 1, -1, 0, -1, 1, identity, line_jet},
    [FEATURE_CENTRED] = {"centred", "Centred", "[x − mean]", 1, -1, -1, -1, 1, centred, line_jet},
    [FEATURE_BIAS] = {"bias", "With bias", "[x, 1]", 1, 1, 0, -1, 2, bias, line_jet},
    [FEATURE_LIFT] = {"lift", "Lift", "[1, x, x²]", 2, 0, 1, 2, 3, lift, lift_jet},
    [FEATURE_CIRCLE] = {"circle", "Circle", "[cos ωx, sin ωx]", 0, -1, -1, -1, 2, circle, circle_jet},
    [FEATURE_FOURIER] = {"fourier", "Fourier", "[sin x/bʲ, cos x/bʲ, …]", 0, -1, -1, -1, 0, fourier, fourier_jet},
    [FEATURE_RBF] = {"rbf", "RBF", "[exp(−(x − cⱼ)²/2s²), …]", 0, -1, -1, -1, 0, rbf, rbf_jet},
    [FEATURE_RANDOM] = {"random", "Random head", "W e(x), W drawn from the seed", 0, -1, -1, -1, 0, random_head,
                        random_jet},
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
    FEATURES[map->kind].rows(map, x, n, phi);
}

void feature_jet(const FeatureMap *map, double x, double radius, double *phi, double *slope, double *bend) {
    FEATURES[map->kind].rows(map, &x, 1, phi);
    FEATURES[map->kind].jet(map, x, radius, slope, bend);
}

/* Every feature map: its length, the components that the table promises, and what each is good for. */
#include "check.h"
#include "core/feature.h"
#include "table.h"

#include <complex.h>
#include <math.h>
#include <string.h>

static double dot(const double *a, const double *b, size_t d) {
    double sum = 0;
    for (size_t i = 0; i < d; i++)
        sum += a[i] * b[i];
    return sum;
}

static void table_is_complete(void **state) {
    (void)state;
    for (int i = 0; i < FEATURE_COUNT; i++) {
        assert_int_equal(feature_find(FEATURES[i].id), i);
        assert_true(strlen(FEATURES[i].label) > 0 && strlen(FEATURES[i].formula) > 0);
    }
    assert_int_equal(feature_find("cubic"), -1);
}

/* No component more or fewer than the length says, for any d that anybody may set. */
static void length_is_kept(void **state) {
    (void)state;
    static const size_t wished[] = {0, 1, 2, 3, 17, 255, 256, 1000};
    static const double x[] = {-3, 0, 2.5, 60};
    double phi[4 * FEATURE_MAX + 1];
    for (int kind = 0; kind < FEATURE_COUNT; kind++) {
        for (size_t k = 0; k < sizeof wished / sizeof *wished; k++) {
            FeatureMap map = feature_map(kind, 0, 5, false);
            map.d = wished[k];
            size_t d = feature_length(&map);
            assert_true(d >= 1 && d <= FEATURE_MAX);
            for (size_t i = 0; i <= 4 * d; i++)
                phi[i] = NAN;
            feature_rows(&map, x, 4, phi);
            for (size_t i = 0; i < 4 * d; i++)
                assert_true(isfinite(phi[i]));
            assert_true(isnan(phi[4 * d]));
        }
    }
}

static void named_components(void **state) {
    (void)state;
    static const double x[] = {-3, 0, 2.5, 60};
    double phi[FEATURE_MAX];
    for (int kind = 0; kind < FEATURE_COUNT; kind++) {
        const Feature *feature = &FEATURES[kind];
        FeatureMap map = feature_map(kind, 0, 5, false);
        for (size_t i = 0; i < 4; i++) {
            feature->rows(&map, x + i, 1, phi);
            assert_true(feature->one < 0 || phi[feature->one] == 1);
            assert_true(feature->x < 0 || phi[feature->x] == x[i]);
            assert_true(feature->square < 0 || phi[feature->square] == x[i] * x[i]);
        }
    }
}

static void known_vectors(void **state) {
    (void)state;
    double phi[FEATURE_MAX];
    FeatureMap centred = feature_map(FEATURE_CENTRED, 0, 5, false), circle = feature_map(FEATURE_CIRCLE, 0, 5, false);
    FeatureMap fourier = feature_map(FEATURE_FOURIER, 0, 5, false), rbf = feature_map(FEATURE_RBF, 0, 5, false);
    FEATURES[FEATURE_CENTRED].rows(&centred, &(double){4}, 1, phi);
    assert_true(phi[0] == 1.5);
    FEATURES[FEATURE_CIRCLE].rows(&circle, &(double){2.5}, 1, phi);
    check_close(phi[0], 0, 0, 1e-15, "circle", 0);
    check_close(phi[1], 1, 1e-15, 0, "circle", 1);
    fourier.d = 4;
    FEATURES[FEATURE_FOURIER].rows(&fourier, &(double){2}, 1, phi);
    check_close(phi[0], sin(2), 1e-15, 0, "fourier", 0);
    check_close(phi[1], cos(2), 1e-15, 0, "fourier", 1);
    check_close(phi[2], sin(0.02), 1e-14, 0, "fourier", 2);
    check_close(phi[3], cos(0.02), 1e-14, 0, "fourier", 3);
    rbf.d = 6;
    FEATURES[FEATURE_RBF].rows(&rbf, &(double){3}, 1, phi);
    assert_true(phi[3] == 1);
    check_close(phi[1], exp(-2), 1e-15, 0, "rbf", 1);
    check_close(phi[5], exp(-2), 1e-15, 0, "rbf", 5);
}

static void norms_of_waves(void **state) {
    (void)state;
    double phi[FEATURE_MAX];
    FeatureMap circle = feature_map(FEATURE_CIRCLE, 0, 60, false), fourier = feature_map(FEATURE_FOURIER, 0, 60, false);
    for (double x = -70; x < 70; x += 3.3) {
        FEATURES[FEATURE_CIRCLE].rows(&circle, &(double){x}, 1, phi);
        check_close(dot(phi, phi, 2), 1, 1e-14, 0, "circle", 0);
        FEATURES[FEATURE_FOURIER].rows(&fourier, &(double){x}, 1, phi);
        check_close(dot(phi, phi, 16), 8, 1e-14, 0, "fourier", 0);
    }
}

/* Over the draws: mean 0 and variance 1 in every component, at any x; four standard errors. */
static void random_head_has_unit_variance(void **state) {
    (void)state;
    enum { DRAWS = 4000, D = 8 };
    static const double xs[] = {0, 1.7, 4.9, -20};
    for (size_t at = 0; at < 4; at++) {
        for (int key = 0; key < 2; key++) {
            FeatureMap map = feature_map(FEATURE_RANDOM, 0, 5, key);
            double mean[D] = {0}, square[D] = {0}, phi[D];
            map.d = D;
            for (uint64_t seed = 0; seed < DRAWS; seed++) {
                map.seed = seed;
                FEATURES[FEATURE_RANDOM].rows(&map, &(double){xs[at]}, 1, phi);
                for (int c = 0; c < D; c++) {
                    mean[c] += phi[c] / DRAWS;
                    square[c] += phi[c] * phi[c] / DRAWS;
                }
            }
            for (int c = 0; c < D; c++) {
                check_close(mean[c], 0, 0, 4 / sqrt(DRAWS), "mean", at);
                check_close(square[c], 1, 0, 4 * sqrt(2.0 / DRAWS), "variance", at);
            }
        }
    }
}

static void random_heads_differ(void **state) {
    (void)state;
    double a[16], b[16];
    FeatureMap query = feature_map(FEATURE_RANDOM, 0, 5, false), key = feature_map(FEATURE_RANDOM, 0, 5, true);
    FEATURES[FEATURE_RANDOM].rows(&query, &(double){2}, 1, a);
    FEATURES[FEATURE_RANDOM].rows(&key, &(double){2}, 1, b);
    assert_memory_not_equal(a, b, sizeof a);
    FEATURES[FEATURE_RANDOM].rows(&query, &(double){2}, 1, b);
    assert_memory_equal(a, b, sizeof a);
    query.seed = 2;
    FEATURES[FEATURE_RANDOM].rows(&query, &(double){2}, 1, b);
    assert_memory_not_equal(a, b, sizeof a);
}

/* Second derivatives of component c at z; of the random head there is none here. */
static double complex second(const FeatureMap *map, size_t c, double complex z) {
    double spacing = (map->x1 - map->x0) / (double)(feature_length(map) - 1);
    double scale = pow(map->base, (double)(c / 2 * 2) / (double)feature_length(map));
    double complex u = (z - map->x0) / spacing - (double)c;
    switch (map->kind) {
    case FEATURE_LIFT:
        return c == 2 ? 2 : 0;
    case FEATURE_CIRCLE:
        return -map->omega * map->omega * (c ? csin(map->omega * z) : ccos(map->omega * z));
    case FEATURE_FOURIER:
        return -(c % 2 ? ccos(z / scale) : csin(z / scale)) / (scale * scale);
    case FEATURE_RBF:
        return (u * u - 1) * cexp(-u * u / 2) / (spacing * spacing);
    default:
        return 0;
    }
}

/* Slopes are those of the vectors, and no second derivative in the disc is larger than its bound, on the real line
 * nor beside it. */
static void jets_bound(void **state) {
    (void)state;
    static const double places[] = {-3, 0, 2.4, 7}, radii[] = {0.01, 0.5, 3};
    double phi[FEATURE_MAX], slope[FEATURE_MAX], bend[FEATURE_MAX], near[3 * FEATURE_MAX];
    for (int kind = 0; kind < FEATURE_COUNT; kind++)
        for (size_t i = 0; i < 4; i++)
            for (size_t r = 0; r < 3; r++) {
                FeatureMap map = feature_map(kind, 0, 5, true);
                size_t d = feature_length(&map);
                double x = places[i], h = 1e-4;
                feature_jet(&map, x, radii[r], phi, slope, bend);
                for (int step = -8; step <= 8; step++) {
                    double at = x + radii[r] * step / 8;
                    feature_rows(&map, (double[]){at - h, at, at + h}, 3, near);
                    for (size_t c = 0; c < d; c++) {
                        double bends = (near[c] - 2 * near[d + c] + near[2 * d + c]) / (h * h);
                        assert_true(fabs(bends) <= bend[c] * (1 + 1e-6) + 1e-5);
                        assert_true(step != 0 || near[d + c] == phi[c]);
                        assert_true(step != 0 || fabs((near[2 * d + c] - near[c]) / (2 * h) - slope[c]) < 1e-5);
                        double complex beside = x + radii[r] * cexp(I * 3.14159265358979 * step / 8);
                        assert_true(cabs(second(&map, c, beside)) <= bend[c] * (1 + 1e-9));
                    }
                }
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_complete),   cmocka_unit_test(length_is_kept),
        cmocka_unit_test(named_components),    cmocka_unit_test(known_vectors),
        cmocka_unit_test(norms_of_waves),      cmocka_unit_test(random_head_has_unit_variance),
        cmocka_unit_test(random_heads_differ), cmocka_unit_test(jets_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

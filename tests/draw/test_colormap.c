/* Colour maps against published colours, and what a map must be: opaque, smooth, monotone in luminance. */
#include "draw/colormap.h"
#include "luminance.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static int channel(Color color, int shift) { return (int)((color >> shift) & 0xFF); }

/* The largest difference in red, green or blue. */
static int distance(Color a, Color b) {
    int most = 0;
    for (int shift = 8; shift < 32; shift += 8)
        if (abs(channel(a, shift) - channel(b, shift)) > most)
            most = abs(channel(a, shift) - channel(b, shift));
    return most;
}

static void test_published_colours(void **state) {
    (void)state;
    static const struct {
        int map, step;
        Color color;
    } SAMPLES[] = {
        {COLORMAP_VIRIDIS, 0, 0x440154FF},   {COLORMAP_VIRIDIS, 8, 0x470D60FF},   {COLORMAP_VIRIDIS, 85, 0x31688EFF},
        {COLORMAP_VIRIDIS, 140, 0x1E9D89FF}, {COLORMAP_VIRIDIS, 170, 0x35B779FF}, {COLORMAP_VIRIDIS, 255, 0xFDE725FF},
        {COLORMAP_CIVIDIS, 0, 0x00224EFF},   {COLORMAP_CIVIDIS, 12, 0x002B62FF},  {COLORMAP_CIVIDIS, 85, 0x575D6DFF},
        {COLORMAP_CIVIDIS, 104, 0x686A71FF}, {COLORMAP_CIVIDIS, 170, 0xA59C74FF}, {COLORMAP_CIVIDIS, 246, 0xF7DE3EFF},
        {COLORMAP_CIVIDIS, 255, 0xFEE838FF}, {COLORMAP_REDS, 0, 0xFFF5F0FF},      {COLORMAP_REDS, 255, 0x67000DFF},
    };
    for (size_t i = 0; i < sizeof SAMPLES / sizeof *SAMPLES; i++)
        assert_in_range(distance(COLORMAPS[SAMPLES[i].map].steps()[SAMPLES[i].step], SAMPLES[i].color), 0, 2);
}

static void test_every_map_is_a_scale(void **state) {
    (void)state;
    for (int map = 0; map < COLORMAP_COUNT; map++) {
        const Color *steps = COLORMAPS[map].steps();
        double direction = luminance(steps[COLORMAP_STEPS - 1]) - luminance(steps[0]);
        assert_true(fabs(direction) > 0.5);
        for (int i = 0; i < COLORMAP_STEPS; i++) {
            assert_int_equal(steps[i] & 0xFF, 0xFF);
            if (i == 0)
                continue;
            assert_in_range(distance(steps[i], steps[i - 1]), 0, 6);
            double rise = (luminance(steps[i]) - luminance(steps[i - 1])) * (direction > 0 ? 1 : -1);
            assert_true(rise > -0.002);
        }
    }
}

static void test_lookup_clamps(void **state) {
    (void)state;
    for (int map = 0; map < COLORMAP_COUNT; map++) {
        const Color *steps = COLORMAPS[map].steps();
        assert_int_equal(colormap_at(map, 0), steps[0]);
        assert_int_equal(colormap_at(map, 1), steps[255]);
        assert_int_equal(colormap_at(map, -3), steps[0]);
        assert_int_equal(colormap_at(map, 1e300), steps[255]);
        assert_int_equal(colormap_at(map, NAN), steps[0]);
        assert_int_equal(colormap_at(map, 100 / 255.0), steps[100]);
    }
}

static void test_mix_and_fade(void **state) {
    (void)state;
    assert_int_equal(color_mix(0x000000FF, 0xFFFFFFFF, 0.5), 0x808080FF);
    assert_int_equal(color_mix(0x12345678, 0xFEDCBA98, 0), 0x12345678);
    assert_int_equal(color_mix(0x12345678, 0xFEDCBA98, 1), 0xFEDCBA98);
    assert_int_equal(color_mix(0x12345678, 0xFEDCBA98, 7), 0xFEDCBA98);
    assert_int_equal(color_mix(0xFF0000FF, 0x0000FF00, 0.2), 0xCC0033CC);
    assert_int_equal(color_fade(0x123456FF, 0.5), 0x12345680);
    assert_int_equal(color_fade(0x12345680, 0.5), 0x12345640);
    assert_int_equal(color_fade(0x12345680, 0), 0x12345600);
    assert_int_equal(color_fade(0x12345680, 2), 0x12345680);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_published_colours),
                                       cmocka_unit_test(test_every_map_is_a_scale),
                                       cmocka_unit_test(test_lookup_clamps), cmocka_unit_test(test_mix_and_fade)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

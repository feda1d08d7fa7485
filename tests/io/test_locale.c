/* In a locale with a decimal comma, made for the test and really in force, every file has the same bytes and reads the
 * same. */
#include "io/csv.h"
#include "io/function.h"
#include "io/scene_file.h"
#include "io/vector.h"
#include "model/params.h"
#include "scratch.h"
#include "tool.h"

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OUTPUTS = 4 };

static char *write_csv(size_t *size) {
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    CsvWriter writer = {.out = out};
    csv_write_number(&writer, 0.1);
    csv_write_number(&writer, -1234567.125);
    csv_write_number(&writer, 1e-300);
    csv_write_row(&writer);
    fclose(out);
    return text;
}

static char *write_picture(Scratch *scratch, const char *name, size_t *size) {
    DrawList list;
    char error[300];
    drawlist_init(&list);
    drawlist_clear(&list, 0xFFFFFF80);
    drawlist_line(&list, (Vec2[]){{0.5f, 1.25f}, {100.125f, 7.75f}}, 2, 1.5f, 0x0072B280, 2.5f, 1.5f);
    drawlist_text(&list, (Vec2){10.5f, 20.25f}, ALIGN_CENTRE, FONT_REGULAR, 12.5f, 0x000000FF, "0.5");
    if (!vector_save(scratch_path(scratch, name), &list, 120.5, 40, "1.5", error, sizeof error))
        fail_msg("%s", error);
    drawlist_free(&list);
    return scratch_slurp(scratch->path, size);
}

static void write_all(Scratch *scratch, char *texts[OUTPUTS], size_t sizes[OUTPUTS]) {
    Library library = {0};
    Scene scene;
    assert_true(scene_init(&scene, &library));
    param_set(&scene, PARAM_W, 0.1);
    texts[0] = write_csv(&sizes[0]);
    texts[1] = scene_file_write(&scene, NULL, &sizes[1]);
    texts[2] = write_picture(scratch, "p.svg", &sizes[2]);
    texts[3] = write_picture(scratch, "p.pdf", &sizes[3]);
    scene_free(&scene);
}

static void read_all(const char *scene_text) {
    Library library = {0};
    Scene scene;
    CsvData data;
    char error[300];
    assert_true(scene_init(&scene, &library));
    if (!scene_file_read("s", scene_text, strlen(scene_text), &library, &scene, NULL, error, sizeof error))
        fail_msg("%s", error);
    assert_true(scene.params.w == 0.1);
    assert_true(csv_read_text("f", "1.5,2.25\n", 9, &data, error, sizeof error));
    assert_true(data.x[0] == 1.5 && data.y[0] == 2.25);
    csv_data_free(&data);
    scene_free(&scene);
    if (!function_available())
        return;
    Function *function = function_create("1.5x + max(0.25, x)", error, sizeof error);
    assert_non_null(function);
    assert_true(function_at(function, 0.125) == 0.4375);
    function_destroy(function);
}

/* Makes the locale in the scratch folder and puts it in force. */
static void use_comma_locale(Scratch *scratch) {
    char *output, shown[16];
    const char *path = scratch_path(scratch, "de_DE.UTF-8");
    int status = tool_run((const char *[]){"localedef", "-i", "de_DE", "-f", "UTF-8", path, NULL}, &output);
    if (status > 1) /* 1: warnings */
        fail_msg("localedef: %s", output);
    free(output);
    setenv("LOCPATH", scratch->folder, 1);
    assert_non_null(setlocale(LC_ALL, "de_DE.UTF-8"));
    snprintf(shown, sizeof shown, "%.1f", 0.5);
    assert_string_equal(shown, "0,5");
}

static void test_a_decimal_comma(void **state) {
    Scratch *scratch = *state;
    char *before[OUTPUTS], *after[OUTPUTS];
    size_t before_size[OUTPUTS], after_size[OUTPUTS];
    write_all(scratch, before, before_size);
    use_comma_locale(scratch);
    write_all(scratch, after, after_size);
    read_all(after[1]);
    for (int i = 0; i < OUTPUTS; i++) {
        assert_int_equal(before_size[i], after_size[i]);
        assert_memory_equal(before[i], after[i], after_size[i]);
        free(before[i]);
        free(after[i]);
    }
    setlocale(LC_ALL, "C");
    char *output;
    tool_run((const char *[]){"rm", "-r", scratch_path(scratch, "de_DE.UTF-8"), NULL}, &output);
    free(output);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_a_decimal_comma, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

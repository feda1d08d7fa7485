/* Dialogs: everything by keyboard, everything by mouse, and nothing through them to the lab. */
#include "desk.h"

#include "ui/dialog.h"
#include "ui/widget.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const ITEMS[] = {"one", "two\twide", "three", "four", "five",
                                    "six", "seven",     "eight", "nine", "ten"};

static void open_form(Desk *d) {
    Form *form = &d->ui.form;
    form_begin(form, "Open", 500, 0);
    FormRow *row = form_add(form, FORM_TEXT, "path", "File");
    row->completes = true;
    snprintf(row->text, sizeof row->text, "first");
    row = form_add(form, FORM_TEXT, "other", NULL);
    row = form_add(form, FORM_CHOICES, "kind", "Format");
    form_label(row, "PNG");
    form_label(row, "SVG");
    form_add(form, FORM_SWITCH, "clear", "Transparent background");
    row = form_add(form, FORM_LIST, "files", NULL);
    row->lines = 5;
    row = form_add(form, FORM_NOTE, "note", NULL);
    snprintf(row->text, sizeof row->text, "File");
    row = form_add(form, FORM_BUTTONS, "buttons", NULL);
    form_label(row, "Open");
    form_label(row, "Copy as TSV");
    form->item = ITEMS;
    form->items = 10;
    dialog_open(&d->ui, "path");
    desk_frame(d);
    d->asked = COMMAND_NONE;
}

static void expect(Desk *d, FormEventKind kind, const char *id, int choice) {
    const FormEvent *event = &d->ui.form.event;
    assert_int_equal(d->asked, COMMAND_DIALOG);
    assert_int_equal(event->kind, kind);
    if (id)
        assert_int_equal(event->row, form_index(&d->ui.form, id));
    assert_int_equal(event->choice, choice);
    d->asked = COMMAND_NONE;
    d->ui.form.event.kind = FORM_NOTHING;
}

static void test_keyboard(void **state) {
    Desk *d = *state;
    open_form(d);
    assert_true(d->ui.field.open);
    desk_type(d, "/tmp/空 气");
    expect(d, FORM_CHANGED, "path", 0);
    assert_string_equal(d->ui.form.row[0].text, "/tmp/空 气");
    desk_key(d, "Backspace");
    expect(d, FORM_CHANGED, "path", 0);
    assert_string_equal(d->ui.form.row[0].text, "/tmp/空 ");
    desk_key(d, "Down");
    expect(d, FORM_CHOSEN, "files", 0);
    desk_key(d, "PgDn");
    expect(d, FORM_CHOSEN, "files", 5);
    assert_int_equal(d->ui.form.scroll, 1); /* it is on show */
    desk_key(d, "Up");
    expect(d, FORM_CHOSEN, "files", 4);
    desk_key(d, "Tab");
    expect(d, FORM_COMPLETED, "path", 0);
    assert_string_equal(d->ui.focus, "dialog.path"); /* where to go the app decides */
    dialog_tab(&d->ui, 1);
    assert_string_equal(d->ui.focus, "dialog.other");
    assert_int_equal(d->ui.field.row, 1);
    desk_key(d, "Tab");
    assert_string_equal(d->ui.focus, "dialog.kind.png");
    assert_false(d->ui.field.open);
    desk_key(d, "Right");
    expect(d, FORM_CHOSEN, "kind", 1);
    assert_string_equal(d->ui.focus, "dialog.kind.svg");
    desk_key(d, "Tab");
    desk_key(d, "Space");
    expect(d, FORM_CHOSEN, "clear", 1);
    desk_key(d, "Tab");
    assert_string_equal(d->ui.focus, "dialog.files");
    desk_key(d, "Enter");
    expect(d, FORM_ACCEPTED, "files", 0);
    desk_key(d, "Tab");
    desk_key(d, "Right");
    assert_string_equal(d->ui.focus, "dialog.copy-as-tsv");
    desk_key(d, "Enter");
    expect(d, FORM_PRESSED, "buttons", 1);
    desk_key(d, "Tab"); /* round, and within the dialog */
    assert_string_equal(d->ui.focus, "dialog.path");
    desk_key(d, "Esc");
    expect(d, FORM_CANCELLED, NULL, 0);
}

static void test_mouse(void **state) {
    Desk *d = *state;
    open_form(d);
    desk_click_on(d, "dialog.kind.svg");
    expect(d, FORM_CHOSEN, "kind", 1);
    desk_click_on(d, "dialog.clear");
    expect(d, FORM_CHOSEN, "clear", 1);
    desk_click_on(d, "dialog.files.2");
    expect(d, FORM_CHOSEN, "files", 2);
    Vec2 at = rect_centre(desk_find(d, "dialog.files.1")->rect);
    d->input.mouse_x = (double)at.x, d->input.mouse_y = (double)at.y;
    desk_press(d, BUTTON_LEFT, 2);
    expect(d, FORM_OPENED, "files", 1);
    desk_release(d, BUTTON_LEFT);
    desk_wheel(d, (double)at.x, (double)at.y, -2);
    assert_int_equal(d->ui.form.scroll, 5); /* as far as there are items */
    desk_wheel(d, (double)at.x, (double)at.y, 100);
    assert_int_equal(d->ui.form.scroll, 0);
    desk_click_on(d, "dialog.other");
    assert_true(d->ui.field.open && d->ui.field.row == 1);
    desk_type(d, "abcdef");
    const Control *text = desk_find(d, "dialog.other");
    desk_click(d, (double)text->rect.x + 8 + 2.2 * 0.55 * 13, (double)rect_centre(text->rect).y);
    assert_int_equal(d->ui.field.cursor, 2);
    d->asked = COMMAND_NONE;
    at = rect_centre(desk_find(d, "dialog.open")->rect);
    desk_move(d, (double)at.x, (double)at.y);
    desk_press(d, BUTTON_LEFT, 1);
    assert_int_equal(d->asked, COMMAND_NONE); /* on release, and there */
    desk_move(d, 5, 5);
    desk_release(d, BUTTON_LEFT);
    assert_int_equal(d->asked, COMMAND_NONE);
    desk_click_on(d, "dialog.open");
    expect(d, FORM_PRESSED, "buttons", 0);
    desk_click(d, 5, 5);
    assert_true(d->ui.form.open);
}

/* Whatever is pressed or clicked, the lab below stays as it is; closing gives the focus back. */
static void test_modal(void **state) {
    Desk *d = *state;
    static const char *const KEYS[] = {"R", "Ctrl+Z", "Del", "Ctrl+S", "F5", "F1", "T", "L", "Home", "Ctrl+Q", "PgDn"};
    desk_click_on(d, "w");
    desk_move(d, 5, 5);
    char focus[CONTROL_ID];
    memcpy(focus, d->ui.focus, sizeof focus);
    int steps = d->steps;
    Scene before = desk_copy(&d->scene);
    open_form(d);
    for (int focused = 0; focused < 2; focused++) {
        for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
            desk_key(d, KEYS[i]);
            assert_true(d->asked == COMMAND_NONE || d->asked == COMMAND_DIALOG);
        }
        dialog_tab(&d->ui, 1);
        dialog_tab(&d->ui, 1);
    }
    double x, y;
    desk_point(d, 3, &x, &y);
    desk_click(d, 120, 160);
    desk_wheel(d, 120, 300, 3);
    desk_press(d, BUTTON_RIGHT, 1);
    desk_release(d, BUTTON_RIGHT);
    assert_true(d->ui.form.open && !d->ui.popup.open && !d->ui.help && !d->ui.presenting);
    assert_true(desk_same(&before, &d->scene) && before.settings.theme == d->scene.settings.theme);
    assert_int_equal(d->steps, steps);
    dialog_close(&d->ui);
    desk_frame(d);
    assert_string_equal(d->ui.focus, focus);
    desk_key(d, "R");
    assert_int_equal(d->scene.params.seed, 43);
    scene_free(&before);
}

/* The panel and all that is in it stay inside the window, down to the smallest one. */
static void test_sizes(void **state) {
    Desk *d = *state;
    static const struct {
        int w, h;
        float scale;
    } SIZES[] = {{1280, 800, 1}, {1024, 768, 1}, {640, 480, 1}, {3840, 2160, 2.5f}, {1024, 768, 1.4f}};
    open_form(d);
    form_find(&d->ui.form, "files")->lines = 30;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++) {
        desk_size(d, SIZES[i].w, SIZES[i].h, SIZES[i].scale);
        Rect panel = d->ui.form.panel;
        assert_true(panel.x >= 0 && panel.y >= 0 && rect_right(panel) <= (float)SIZES[i].w &&
                    rect_bottom(panel) <= (float)SIZES[i].h);
        for (size_t c = d->ui.controls.modal; c < d->ui.controls.count; c++) {
            Rect r = d->ui.controls.items[c].rect;
            if (r.x < panel.x || rect_right(r) > rect_right(panel) || rect_bottom(r) > rect_bottom(panel))
                fail_msg("%s leaves the panel at %d x %d", d->ui.controls.items[c].id, SIZES[i].w, SIZES[i].h);
        }
    }
}

/* The typed function: refused with the place, then taken, one step each. */
static void test_function_field(void **state) {
    Desk *d = *state;
    assert_true(param_set_redraw(&d->scene, PARAM_DATA, DATA_FUNCTION, &d->library));
    assert_int_equal(d->scene.points.n, 0); /* the default is beyond this parser */
    d->ui.changed = true;
    desk_frame(d);
    int steps = d->steps;
    desk_click_on(d, "function");
    desk_type(d, "yλ");
    desk_key(d, "Enter");
    assert_true(d->ui.field.open && strstr(d->ui.field.error, "at character 2"));
    assert_int_equal(d->ui.field.cursor, 1);
    assert_true(d->ui.panels.inset[INSET_FUNCTION].h > 0);
    assert_int_equal(d->steps, steps);
    desk_key(d, "Ctrl+A");
    desk_type(d, "x");
    assert_int_equal(d->ui.field.error[0], 0);
    desk_key(d, "Enter");
    assert_false(d->ui.field.open);
    assert_int_equal(d->steps, steps + 1);
    assert_int_equal(d->scene.points.n, 50);
    desk_key(d, "Ctrl+Z");
    assert_string_equal(d->scene.function, PARAMS[PARAM_FUNCTION].initial_text);
    desk_key(d, "Ctrl+Y");
    assert_string_equal(d->scene.function, "x");
    assert_int_equal(d->scene.points.n, 50);
}

/* Undo inside a field is the field's: the lab's waits until it is closed. */
static void test_undo_in_a_field(void **state) {
    Desk *d = *state;
    open_form(d);
    desk_type(d, "two");
    d->asked = COMMAND_NONE;
    desk_key(d, "Ctrl+Z");
    expect(d, FORM_CHANGED, "path", 0);
    assert_string_equal(d->ui.form.row[0].text, "first");
    desk_key(d, "Ctrl+Z");
    assert_int_equal(d->asked, COMMAND_NONE);
    desk_key(d, "Ctrl+Y");
    expect(d, FORM_CHANGED, "path", 0);
    assert_string_equal(d->ui.form.row[0].text, "two");
    dialog_close(&d->ui);
    desk_frame(d);
    desk_click_on(d, "w.field");
    desk_type(d, "1.5");
    d->asked = COMMAND_NONE;
    desk_key(d, "Ctrl+Z");
    assert_true(d->ui.field.open);
    desk_key(d, "Ctrl+A");
    desk_type(d, "2");
    desk_key(d, "Ctrl+Z");
    desk_key(d, "Ctrl+Shift+Z");
    assert_int_equal(d->asked, COMMAND_NONE);
    assert_int_equal(d->steps, 0);
    desk_key(d, "Enter");
    assert_true(d->scene.params.w == 2);
    desk_key(d, "Ctrl+Z");
    assert_int_equal(d->asked, COMMAND_UNDO);
}

static bool draws(const DrawList *list, const char *wanted) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    drawlist_dump(list, out);
    fclose(out);
    bool found = strstr(text, wanted) != NULL;
    free(text);
    return found;
}

/* An input method's text is seen where it will be, and belongs to nobody until it is committed. */
static void test_composing_is_drawn(void **state) {
    Desk *d = *state;
    open_form(d);
    desk_key(d, "End");
    d->input.composing = true;
    snprintf(d->input.composed, sizeof d->input.composed, "zhu'yi");
    d->input.composed_caret = 6;
    desk_frame(d);
    assert_true(draws(&d->list, "firstzhu'yi"));
    assert_string_equal(d->ui.form.row[0].text, "first");
    d->input.composing = true;
    desk_key(d, "Esc"); /* the input method's */
    assert_true(d->ui.form.open);
    assert_int_equal(d->asked, COMMAND_NONE);
    d->input.composed[0] = '\0';
    desk_type(d, "注意");
    assert_true(draws(&d->list, "first注意"));
    assert_false(draws(&d->list, "zhu"));
    assert_string_equal(d->ui.form.row[0].text, "first注意");
}

int main(void) {
#define TEST(f) cmocka_unit_test_setup_teardown(f, desk_setup, desk_teardown)
    const struct CMUnitTest tests[] = {TEST(test_keyboard),
                                       TEST(test_mouse),
                                       TEST(test_modal),
                                       TEST(test_sizes),
                                       TEST(test_function_field),
                                       TEST(test_undo_in_a_field),
                                       TEST(test_composing_is_drawn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

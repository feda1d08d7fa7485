/* Reading lessons: what is taken, what is refused and where, cut short anywhere, and folders. */
#include "io/function.h"
#include "io/lesson_file.h"
#include "model/params.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "scratch.h"

static const char WHOLE[] =
    "{\"id\": \"own\", \"number\": 12, \"title\": {\"en\": \"Own\"},\n"
    " \"steps\": [{\n"
    "  \"title\": {\"en\": \"One\", \"zh\": \"一\"}, \"text\": {\"zh\": \"引号 \\\"q\\\"\"},\n"
    "  \"set\": {\"query\": 1.5, \"kernel\": \"boxcar\", \"model\": \"kernel\", \"truth\": false, \"W\": [[1, 2],\n "
    "[3, 4]]},\n"
    "  \"points\": [[1, 2], [3, 4], [5, 6]], \"move\": [[0, 7, 8]], \"nudge\": [[1, 0.5, -1]], \"mute\": [[2, 3]],\n"
    "  \"train\": 3, \"highlight\": [\"w\", \"kernel.boxcar\"], \"hide\": [\"section.train\"],\n"
    "  \"question\": {\"en\": \"Q?\"}, \"answer\": {\"en\": \"A.\"},\n"
    "  \"task\": {\"en\": \"T\", \"when\": [{\"value\": \"n_eff\", \"is\": \"<=\", \"to\": 3}], \"solution\": {\"w\": "
    "9}},\n"
    "  \"claims\": [{\"value\": \"w\", \"at\": {\"train\": 5, \"w\": 0}, \"times\": 2, \"plus\": 1, \"is\": \"=\", "
    "\"to\": "
    "\"h\", \"within\": 0.5},\n"
    "   {\"value\": \"mean\", \"is\": \">\", \"to\": {\"value\": \"truth\", \"at\": {\"query\": 2}, \"times\": 3}}]\n"
    " }]}\n";

static Lesson *parse(const char *text, char *error, size_t room) {
    return lesson_file_read("x.json", text, strlen(text), error, room);
}

static void everything_is_taken(void **state) {
    (void)state;
    char error[500] = "";
    Lesson *lesson = parse(WHOLE, error, sizeof error);
    assert_string_equal(error, "");
    assert_string_equal(lesson->id, "own");
    assert_int_equal(lesson->number, 12);
    assert_int_equal(lesson->step_count, 1);
    const LessonStep *step = &lesson->step[0];
    assert_string_equal(step->title.in[LANGUAGE_ZH], "一");
    assert_null(step->text.in[LANGUAGE_EN]);
    assert_string_equal(step->text.in[LANGUAGE_ZH], "引号 \"q\"");
    const LessonChange *change = &step->enter;
    static const int ROWS[] = {PARAM_MODEL, PARAM_KERNEL, PARAM_QUERY, PARAM_TRUTH}; /* in the order of the table */
    static const double VALUES[] = {1, 1, 1.5, 0};
    assert_int_equal(change->set_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(change->set[i].row, ROWS[i]);
        assert_true(change->set[i].value == VALUES[i]);
    }
    assert_int_equal(change->matrix_count, 1);
    assert_string_equal(change->matrix[0], "W=[[1,2],[3,4]]");
    assert_int_equal(change->point_count, 3);
    assert_true(change->x[2] == 5 && change->y[0] == 2);
    assert_true(change->move_count == 1 && change->move[0].x == 7 && change->move[0].y == 8);
    assert_true(change->nudge_count == 1 && change->nudge[0].point == 1 && change->nudge[0].y == -1);
    assert_true(change->mute_count == 1 && change->mute[0].from == 2 && change->mute[0].to == 3);
    assert_int_equal(change->train, 3);
    assert_string_equal(step->highlight[1], "kernel.boxcar");
    assert_string_equal(step->hide[0], "section.train");
    assert_string_equal(step->answer.in[LANGUAGE_EN], "A.");
    assert_string_equal(step->task.in[LANGUAGE_EN], "T");
    assert_int_equal(step->when[0].is, LESSON_AT_MOST);
    assert_true(step->solution->set[0].row == PARAM_W && step->solution->set[0].value == 9);
    assert_int_equal(step->claim_count, 2);
    const LessonOperand *left = &step->claims[0].value, *right = &step->claims[1].to;
    assert_string_equal(OBSERVABLES[left->observable].id, "w");
    assert_true(left->times == 2 && left->plus == 1 && left->at->train == 5 && left->at->set_count == 1);
    assert_true(step->claims[0].within == 0.5 && step->claims[0].to.times == 1);
    assert_true(right->times == 3 && right->plus == 0 && right->at->set[0].value == 2);
    lesson_destroy(lesson);
}

#define STEP(more)                                                                                                     \
    "{\"id\": \"a\", \"number\": 1, \"title\": {\"en\": \"t\"}, \"steps\": [\n"                                        \
    "{\"title\": {\"en\": \"t\"}, \"text\": {\"en\": \"t\"}" more "}]}"

static void refusals_say_where_and_what(void **state) {
    (void)state;
    static const struct {
        const char *text, *where, *what;
    } ROWS[] = {
        {"", "x.json:1:", ""},
        {"[]", "x.json:1:1: ", "an object"},
        {"{\"id\": \"a\"", "x.json:1:", ""},
        {"{}", "x.json:1:1: ", "\"id\" is missing"},
        {"{\"id\": \"a b\"}", "x.json:1:8: ", "letters"},
        {"{\"id\": \"a\", \"id\": \"b\"}", "x.json:1:", "uplicate"},
        {"{\"name\": 1}", "x.json:1:2: ", "\"name\" is no key here; known are id"},
        {"{\"id\": \"a\", \"number\": 0}", "x.json:1:23: ", "whole number from 1"},
        {"{\"id\": \"a\", \"number\": 1.5}", "x.json:1:23: ", "whole number"},
        {"{\"id\": \"a\", \"number\": 1, \"title\": \"t\"}", "x.json:1:35: ", "an object"},
        {"{\"id\": \"a\", \"number\": 1, \"title\": {}}", "x.json:1:35: ", "\"en\", \"zh\" or both"},
        {"{\"id\": \"a\", \"number\": 1, \"title\": {\"fr\": \"t\"}}", "x.json:1:36: ", "known are en, zh"},
        {"{\"id\": \"a\", \"number\": 1, \"title\": {\"en\": \"t\"}, \"steps\": []}", "x.json:1:", "at least one step"},
        {STEP(", \"colour\": 1"), "x.json:2:45: ", "\"colour\" is no key"},
        {STEP(", \"set\": {\"weight\": 4}"), "x.json:2:53: ", "\"weight\" is no parameter"},
        {STEP(", \"set\": {\"w\": \"wide\"}"), "x.json:2:58: ", "not a number"},
        {STEP(", \"set\": {\"w\": null}"), "x.json:2:58: ", "is expected"},
        {STEP(", \"set\": {\"kernel\": \"box\"}"), "x.json:2:63: ", "choose one of"},
        {STEP(", \"set\": {\"n\": -1}"), "x.json:2:58: ", "must be from 0"},
        {STEP(", \"set\": {\"data\": \"own\"}"), "x.json:2:61: ", "CSV"},
        {STEP(", \"set\": {\"theme\": \"dark\"}"), "x.json:2:62: ", "person"},
        {STEP(", \"set\": {\"w\": 4,\n \"h\": 4}"), "x.json:3:7: ", "one number"},
        {STEP(", \"points\": [[1]]"), "x.json:2:56: ", "a point is"},
        {STEP(", \"points\": [[1, 2, 3]]"), "x.json:2:63: ", "a point is"},
        {STEP(", \"points\": [[1, 1e400]]"), "x.json:", ""},
        {STEP(", \"move\": [[0.5, 1, 2]]"), "x.json:2:54: ", "a move is"},
        {STEP(", \"mute\": [[3, 2]]"), "x.json:2:54: ", "ends before"},
        {STEP(", \"train\": -1"), "x.json:2:54: ", "whole number from 0"},
        {STEP(", \"highlight\": \"w\""), "x.json:2:58: ", "a list"},
        {STEP(", \"highlight\": [\"\"]"), "x.json:2:59: ", "an id"},
        {STEP(", \"question\": {\"en\": \"q\"}"), "x.json:2:1: ", "belong together"},
        {STEP(", \"task\": {\"en\": \"q\"}"), "x.json:2:53: ", "\"when\" is missing"},
        {STEP(", \"task\": {\"when\": [{\"value\": \"w\", \"is\": \"<\", \"to\": 1}], \"solution\": {}}"),
         "x.json:2:53: ", "\"en\", \"zh\" or both"},
        {STEP(", \"task\": {\"en\": \"q\", \"when\": [], \"solution\": {}}"), "x.json:2:", "needs a condition"},
        {STEP(", \"task\": {\"en\": \"q\", \"when\": [{\"value\": \"w\", \"at\": {}, \"is\": \"<\", \"to\": 1}], "
              "\"solution\": {}}"),
         "x.json:2:", "no place here"},
        {STEP(", \"claims\": [{\"value\": \"wide\", \"is\": \"<\", \"to\": 1}]"), "x.json:2:66: ", "no observable"},
        {STEP(", \"claims\": [{\"value\": \"w\", \"is\": \"<\"}]"), "x.json:2:56: ", "\"to\" is missing"},
        {STEP(", \"claims\": [{\"value\": \"w\", \"is\": \"!=\", \"to\": 1}]"), "x.json:2:77: ", "one of"},
        {STEP(", \"claims\": [{\"value\": \"w\", \"is\": \"=\", \"to\": 1, \"within\": -1}]"), "x.json:2:", "from 0"},
        {STEP(", \"claims\": [{\"value\": \"w\", \"at\": {\"ww\": 1}, \"is\": \"=\", \"to\": 1}]"),
         "x.json:2:78: ", "no parameter"},
    };
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char error[600] = "";
        Lesson *lesson = parse(ROWS[i].text, error, sizeof error);
        if (lesson || strncmp(error, ROWS[i].where, strlen(ROWS[i].where)) != 0 || !strstr(error, ROWS[i].what))
            fail_msg("%s\ngives: %s", ROWS[i].text, error);
        assert_null(strchr(error, '\n'));
    }
    char error[600];
    Lesson *least = parse(STEP(""), error, sizeof error);
    assert_non_null(least);
    lesson_destroy(least);
}

/* A typed function, with the errors that it has everywhere; it makes the data, whatever else is set. */
static void typed_functions(void **state) {
    (void)state;
    static const struct {
        const char *set, *where, *what;
    } wrong[] = {{"\"sin(x\"", "x.json:2:65: ", "function: at character 6: a bracket is not closed"},
                 {"\"x = 3\"", "x.json:2:65: ", "function: at character 3"},
                 {"\"\"", "x.json:2:65: ", "function: "},
                 {"3", "x.json:2:65: ", "a function in quotes"},
                 {"true", "x.json:2:65: ", "a function in quotes"}};
    char error[600], text[2000];
    if (!function_available()) {
        assert_null(parse(STEP(", \"set\": {\"function\": \"x\"}"), error, sizeof error));
        assert_non_null(strstr(error, "this build cannot"));
        return;
    }
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        snprintf(text, sizeof text, STEP(", \"set\": {\"function\": %s}"), wrong[i].set);
        Lesson *lesson = parse(text, error, sizeof error);
        if (lesson || strncmp(error, wrong[i].where, strlen(wrong[i].where)) != 0 || !strstr(error, wrong[i].what))
            fail_msg("%s\ngives: %s", text, error);
    }
    Lesson *lesson =
        parse(STEP(", \"set\": {\"n\": 30, \"function\": \"2 sin（x） + 1\", \"noise\": 0, \"data\": \"cars\"}"), error,
              sizeof error);
    if (!lesson)
        fail_msg("%s", error);
    Library library = {.formulas = {.check = NULL}};
    Scene scene;
    Train train = {.begun = false};
    assert_true(scene_init(&scene, &library));
    scene.params.data = 1;
    if (!lesson_enter(&lesson->step[0], &scene, &library, &train, error, sizeof error))
        fail_msg("%s", error);
    assert_string_equal(scene.function, "2 sin（x） + 1");
    assert_int_equal(scene.params.data, DATA_FUNCTION);
    lesson_destroy(lesson);
    train_free(&train);
    scene_free(&scene);
}

/* A text cut anywhere, or with any byte replaced, is read or refused, never worse. */
static void damaged_texts(void **state) {
    (void)state;
    char error[600], text[sizeof WHOLE];
    size_t size = sizeof WHOLE - 1;
    for (size_t cut = 0; cut + 1 < size; cut++)
        assert_null(lesson_file_read("x", WHOLE, cut, error, sizeof error));
    for (size_t i = 0; i < size; i++)
        for (const char *byte = "\"}]{,0a\x80"; *byte; byte++) {
            memcpy(text, WHOLE, sizeof WHOLE);
            text[i] = *byte;
            error[0] = '\0';
            Lesson *lesson = lesson_file_read("x", text, size, error, sizeof error);
            assert_true((lesson != NULL) == (error[0] == '\0'));
            lesson_destroy(lesson);
        }
}

static void limits(void **state) {
    (void)state;
    char error[600], *text = test_calloc(1, LESSON_FILE_BYTES_MAX + 2);
    memset(text, ' ', LESSON_FILE_BYTES_MAX + 1);
    assert_null(lesson_file_read("x", text, LESSON_FILE_BYTES_MAX + 1, error, sizeof error));
    assert_non_null(strstr(error, "1 MB"));
    size_t used = (size_t)sprintf(text, "{\"id\": \"a\", \"number\": 1, \"title\": {\"en\": \"t\"}, \"steps\": [");
    for (int i = 0; i < LESSON_STEPS_MAX + 1; i++)
        used += (size_t)sprintf(text + used, "%s{\"title\": {\"en\": \"t\"}, \"text\": {\"en\": \"t\"}}", i ? "," : "");
    sprintf(text + used, "]}");
    assert_null(parse(text, error, sizeof error));
    assert_non_null(strstr(error, "at most 50"));
    test_free(text);
}

static void save(Scratch *scratch, const char *name, const char *text) {
    scratch_write(scratch_path(scratch, name), text, strlen(text));
}

static void a_folder_of_lessons(void **state) {
    Scratch *scratch = *state;
    const char *folder = scratch->folder;
    static const char LATER[] = STEP("");
    char error[600] = "";
    LessonList list = {.count = 0};
    save(scratch, "b.json", WHOLE);
    save(scratch, "c.json", LATER);
    save(scratch, "notes.txt", "not a lesson");
    assert_true(lesson_list_folder(&list, folder, error, sizeof error));
    assert_int_equal(list.count, 2);
    assert_int_equal(list.item[0]->number, 1); /* by number, not by file name */
    assert_ptr_equal(lesson_list_find(&list, "own"), list.item[1]);
    assert_ptr_equal(lesson_list_find(&list, "12"), list.item[1]);
    assert_false(lesson_list_folder(&list, folder, error, sizeof error)); /* the same ids again */
    assert_non_null(strstr(error, "the id"));
    lesson_list_free(&list);
    save(scratch, "a.json", "{\"id\": 3}");
    assert_false(lesson_list_folder(&list, folder, error, sizeof error));
    assert_non_null(strstr(error, "a.json:1:8: "));
    lesson_list_free(&list);
    assert_false(lesson_list_folder(&list, "no such folder", error, sizeof error));
    assert_non_null(strstr(error, "no such folder"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_is_taken),
        cmocka_unit_test(refusals_say_where_and_what),
        cmocka_unit_test(typed_functions),
        cmocka_unit_test(damaged_texts),
        cmocka_unit_test(limits),
        cmocka_unit_test_setup_teardown(a_folder_of_lessons, scratch_setup, scratch_teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The built-in lessons are held to what they say: every step is entered in the real program and its claims are
 * replayed, every task can be done, every number in a text is one that the step sets or claims, every id that is
 * framed or hidden is on the screen, and both languages say the same. */
#include "desk.h"

#include "io/lesson_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { NUMBERS_MAX = 400, TEXTS = 5, CURVE = 401 };

typedef struct Class { /* the lessons and a lab to hold them in */
    LessonList list;
    void *desk;
    Train *train;
} Class;

static int setup(void **state) {
    static char error[300];
    Class *class = test_calloc(1, sizeof *class);
    class->train = test_calloc(1, sizeof *class->train);
    *state = class;
    if (!lesson_list_built_in(&class->list, error, sizeof error)) {
        fprintf(stderr, "%s\n", error);
        return -1;
    }
    return desk_setup(&class->desk);
}

static int teardown(void **state) {
    Class *class = *state;
    if (class->desk)
        desk_teardown(&class->desk);
    lesson_list_free(&class->list);
    train_free(class->train);
    test_free(class->train);
    test_free(class);
    return 0;
}

/* Where a failure is: "lesson 4, step 2 (title)". */
static const char *place(const Lesson *lesson, size_t i) {
    static char text[200];
    snprintf(text, sizeof text, "lesson %d, step %zu (%s)", lesson->number, i + 1,
             lesson_text(&lesson->step[i].title, LANGUAGE_EN));
    return text;
}

static Scene *enter(Class *class, const Lesson *lesson, size_t i) {
    Desk *desk = class->desk;
    char error[200];
    if (!lesson_enter(&lesson->step[i], &desk->scene, &desk->library, class->train, error, sizeof error))
        fail_msg("%s: %s", place(lesson, i), error);
    assert_true(results_compute(&desk->results, &desk->scene, CURVE));
    return &desk->scene;
}

/* Calls `check` for every step of every lesson. */
static void each_step(Class *class, void (*check)(Class *class, const Lesson *lesson, size_t i)) {
    for (size_t l = 0; l < class->list.count; l++)
        for (size_t i = 0; i < class->list.item[l]->step_count; i++)
            check(class, class->list.item[l], i);
}

/* ---- the list ---- */

static void nine_lessons_without_gaps(void **state) {
    Class *class = *state;
    assert_int_equal(class->list.count, 9);
    for (size_t l = 0; l < 9; l++) {
        const Lesson *lesson = class->list.item[l];
        assert_int_equal(lesson->number, l + 1);
        assert_true(lesson->step_count >= 3 && lesson->step_count <= 7);
        assert_ptr_equal(lesson_list_find(&class->list, lesson->id), lesson);
        for (int language = 0; language < LANGUAGE_COUNT; language++)
            assert_non_null(lesson->title.in[language]);
    }
    assert_ptr_equal(lesson_list_find(&class->list, "4"), class->list.item[3]);
    assert_null(lesson_list_find(&class->list, "no such lesson"));
}

/* ---- claims and tasks ---- */

static void replay_claims(Class *class, const Lesson *lesson, size_t i) {
    Desk *desk = class->desk;
    const LessonStep *step = &lesson->step[i];
    enter(class, lesson, i);
    if (step->claim_count == 0)
        fail_msg("%s claims nothing", place(lesson, i));
    for (size_t c = 0; c < step->claim_count; c++) {
        const LessonCondition *claim = &step->claims[c];
        double seen[2];
        if (!lesson_holds(claim, &(Moment){&desk->scene, &desk->results, class->train}, &desk->library, seen))
            fail_msg("%s, claim %zu: %s is %.9g, not %s %.9g", place(lesson, i), c + 1,
                     OBSERVABLES[claim->value.observable].id, seen[0], LESSON_SIGNS[claim->is], seen[1]);
    }
}

static void every_claim_holds(void **state) { each_step(*state, replay_claims); }

static void do_task(Class *class, const Lesson *lesson, size_t i) {
    Desk *desk = class->desk;
    const LessonStep *step = &lesson->step[i];
    char error[200];
    enter(class, lesson, i);
    if (lesson_task_done(step, &desk->scene, &desk->results, class->train))
        fail_msg("%s: the task is done before it begins", place(lesson, i));
    if (step->when_count == 0)
        return;
    if (!lesson_apply(step->solution, &desk->scene, &desk->library, class->train, error, sizeof error))
        fail_msg("%s: %s", place(lesson, i), error);
    assert_true(results_compute(&desk->results, &desk->scene, CURVE));
    if (!lesson_task_done(step, &desk->scene, &desk->results, class->train))
        fail_msg("%s: the solution does not do the task", place(lesson, i));
}

static void every_task_can_be_done(void **state) { each_step(*state, do_task); }

/* ---- going back ---- */

static void come_back(Class *class, const Lesson *lesson, size_t i) {
    Scene *scene = enter(class, lesson, i);
    Scene first = desk_copy(scene);
    double losses = (double)class->train->loss_count;
    enter(class, lesson, (i + 1) % lesson->step_count);
    scene->params.noise = 1;
    if (scene->points.n)
        scene_move_point(scene, 0, 3, 3);
    enter(class, lesson, i);
    if (!desk_same(&first, scene))
        fail_msg("%s: going back gives another state", place(lesson, i));
    assert_true(losses == (double)class->train->loss_count);
    scene_free(&first);
}

static void going_back_restores_every_step(void **state) { each_step(*state, come_back); }

static void the_persons_settings_stay(void **state) {
    Class *class = *state;
    Desk *desk = class->desk;
    desk->scene.settings = (Settings){.theme = 2, .language = LANGUAGE_ZH};
    enter(class, class->list.item[0], 0);
    assert_int_equal(desk->scene.settings.theme, 2);
    assert_int_equal(desk->scene.settings.language, LANGUAGE_ZH);
}

/* ---- the screen ---- */

static bool listed(const char *const *ids, size_t count, const char *id) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(ids[i], id) == 0)
            return true;
    return false;
}

/* The heading under which a control of the sidebar stands; "" for an area. */
static const char *section_of(const Controls *controls, const Control *control) {
    if (control->kind == CONTROL_AREA)
        return "";
    for (const Control *at = control; at >= controls->items; at--)
        if (at->kind == CONTROL_SECTION)
            return at->id;
    return "";
}

static void look_up_ids(Class *class, const Lesson *lesson, size_t i) {
    Desk *desk = class->desk;
    const LessonStep *step = &lesson->step[i];
    enter(class, lesson, i);
    for (int section = 0; section < SECTION_COUNT; section++)
        desk->ui.fold[section] = 1;
    desk_size(desk, 1280, 800, 1);
    const Controls *controls = &desk->ui.controls;
    for (size_t h = 0; h < step->highlight_count; h++) {
        const Control *control = controls_find(controls, step->highlight[h]);
        if (!control)
            fail_msg("%s frames %s, which is not there", place(lesson, i), step->highlight[h]);
        if (listed(step->hide, step->hide_count, section_of(controls, control)))
            fail_msg("%s frames %s and hides its section", place(lesson, i), step->highlight[h]);
    }
    for (size_t h = 0; h < step->hide_count; h++) {
        const Control *control = controls_find(controls, step->hide[h]);
        if (!control || control->kind != CONTROL_SECTION)
            fail_msg("%s hides %s, which is no section", place(lesson, i), step->hide[h]);
    }
}

static void every_id_is_on_the_screen(void **state) { each_step(*state, look_up_ids); }

/* ---- texts ---- */

/* Checks the marks of ui/rich.h and counts the characters that are seen. */
static size_t seen_characters(const char *text, const char *where) {
    size_t count = 0;
    bool marked = false;
    for (const char *at = text; *at; at++) {
        if (*at == '{') {
            if (marked || !at[1] || !strchr("qkvobd", at[1]) || at[2] != ' ' || at[3] == '}')
                fail_msg("%s: a broken mark in \"%s\"", where, text);
            marked = true;
            at += 2;
        } else if (*at == '}') {
            if (!marked)
                fail_msg("%s: a mark ends that never began in \"%s\"", where, text);
            marked = false;
        } else
            count += ((unsigned char)*at & 0xC0) != 0x80;
    }
    if (marked)
        fail_msg("%s: a mark is left open in \"%s\"", where, text);
    return count;
}

typedef struct Limit {
    size_t most[LANGUAGE_COUNT];
} Limit;

static void texts_of(const LessonStep *step, const LessonText *texts[TEXTS]) {
    const LessonText *all[TEXTS] = {&step->title, &step->text, &step->question, &step->answer, &step->task};
    memcpy(texts, all, sizeof all);
}

static void measure_texts(Class *class, const Lesson *lesson, size_t i) {
    static const Limit LIMITS[TEXTS] = {{{44, 20}}, {{330, 130}}, {{120, 50}}, {{230, 90}}, {{120, 60}}};
    const LessonText *texts[TEXTS];
    (void)class;
    texts_of(&lesson->step[i], texts);
    for (int t = 0; t < TEXTS; t++) {
        bool en = texts[t]->in[LANGUAGE_EN] != NULL, zh = texts[t]->in[LANGUAGE_ZH] != NULL;
        if (en != zh || (t < 2 && !en))
            fail_msg("%s: text %d is not there in both languages", place(lesson, i), t);
        for (int language = 0; en && language < LANGUAGE_COUNT; language++) {
            size_t count = seen_characters(texts[t]->in[language], place(lesson, i));
            if (count > LIMITS[t].most[language])
                fail_msg("%s: text %d has %zu characters, more than %zu: %s", place(lesson, i), t, count,
                         LIMITS[t].most[language], texts[t]->in[language]);
        }
    }
}

static void texts_are_short_and_in_both_languages(void **state) { each_step(*state, measure_texts); }

/* ---- numbers in texts ---- */

typedef struct Numbers {
    double at[NUMBERS_MAX];
    size_t count;
} Numbers;

static void add(Numbers *numbers, double number) {
    assert_true(numbers->count < NUMBERS_MAX);
    numbers->at[numbers->count++] = fabs(number);
}

/* Numbers in a text, but those of formulas: in brackets, and the numerator of a fraction. */
static void read_numbers(const char *text, Numbers *numbers) {
    int brackets = 0;
    for (const char *at = text; *at;) {
        brackets += (*at == '[') - (*at == ']');
        if (*at < '0' || *at > '9') {
            at++;
            continue;
        }
        char *end;
        double number = strtod(at, &end);
        if (end[-1] == '.')
            end--;
        if (brackets == 0 && *end != '/')
            add(numbers, number);
        at = end;
    }
}

static int by_size(const void *a, const void *b) {
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void add_change(Numbers *numbers, const LessonChange *change) {
    if (!change)
        return;
    for (size_t i = 0; i < change->set_count; i++)
        add(numbers, change->set[i].value);
    for (size_t i = 0; i < change->nudge_count; i++)
        add(numbers, change->nudge[i].x), add(numbers, change->nudge[i].y);
    if (change->train)
        add(numbers, change->train);
}

static void add_conditions(Numbers *numbers, const LessonCondition *conditions, size_t count) {
    for (size_t c = 0; c < count; c++) {
        const LessonOperand *sides[] = {&conditions[c].value, &conditions[c].to};
        for (int s = 0; s < 2; s++) {
            if (sides[s]->observable < 0)
                add(numbers, sides[s]->number);
            if (sides[s]->times != 1)
                add(numbers, sides[s]->times);
            if (sides[s]->plus != 0)
                add(numbers, sides[s]->plus);
            add_change(numbers, sides[s]->at);
        }
    }
}

static bool among(const Numbers *numbers, double number) {
    for (size_t i = 0; i < numbers->count; i++)
        if (fabs(numbers->at[i] - number) <= 1e-12)
            return true;
    return false;
}

static void back_numbers(Class *class, const Lesson *lesson, size_t i) {
    static Numbers said[LANGUAGE_COUNT], backed;
    const LessonStep *step = &lesson->step[i];
    const LessonText *texts[TEXTS];
    (void)class;
    texts_of(step, texts);
    backed.count = 0;
    add_change(&backed, &step->enter);
    add_conditions(&backed, step->claims, step->claim_count);
    add_conditions(&backed, step->when, step->when_count);
    for (int t = 0; t < TEXTS; t++) {
        for (int language = 0; language < LANGUAGE_COUNT; language++) {
            Numbers *numbers = &said[language];
            numbers->count = 0;
            if (texts[t]->in[language])
                read_numbers(texts[t]->in[language], numbers);
            qsort(numbers->at, numbers->count, sizeof(double), by_size);
            for (size_t n = 0; n < numbers->count; n++)
                if (!among(&backed, numbers->at[n]))
                    fail_msg("%s: nothing backs the number %g in text %d", place(lesson, i), numbers->at[n], t);
        }
        const Numbers *en = &said[LANGUAGE_EN], *zh = &said[LANGUAGE_ZH];
        if (en->count != zh->count || memcmp(en->at, zh->at, en->count * sizeof(double)) != 0)
            fail_msg("%s: text %d has other numbers in Chinese", place(lesson, i), t);
    }
}

static void every_number_is_set_or_claimed(void **state) { each_step(*state, back_numbers); }

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nine_lessons_without_gaps),
        cmocka_unit_test(every_claim_holds),
        cmocka_unit_test(every_task_can_be_done),
        cmocka_unit_test(going_back_restores_every_step),
        cmocka_unit_test(the_persons_settings_stay),
        cmocka_unit_test(every_id_is_on_the_screen),
        cmocka_unit_test(texts_are_short_and_in_both_languages),
        cmocka_unit_test(every_number_is_set_or_claimed),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

/* The layers keep their direction: every #include in src/ is read and held against the table of allowed
 * edges. The checker is also fed invented violations, to prove that it can fail. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

typedef struct Layer {
    const char *name;
    const char *layers;    /* layers it may include, besides itself; "*" = all */
    const char *libraries; /* beginnings of library headers it may include, besides C's and POSIX's own */
} Layer;

static const Layer LAYERS[] = {
    {"core", "", ""},
    {"draw", "", ""},
    {"model", "core", "jansson"},
    {"ui", "model core draw", "stb/"},
    {"gfx", "draw", "epoxy/ SDL cglm/ fontconfig/ stb/"},
    {"io", "core model draw", "csv.h png.h jansson cairo pango muParser"},
    {"app", "*", "SDL"},
};

/* Third-party headers that some layer may include; everything else in <> is taken for C or POSIX. */
static const char *const LIBRARIES =
    "SDL epoxy/ GL cglm/ fontconfig/ csv.h png.h jansson cairo pango stb/ stb_ muParser";

static const Layer *layer_find(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof LAYERS / sizeof *LAYERS; i++)
        if (strlen(LAYERS[i].name) == length && memcmp(LAYERS[i].name, name, length) == 0)
            return &LAYERS[i];
    return NULL;
}

/* Whether one of the blank-separated words of `list` begins `text` (or, whole, is all of its first `length`). */
static bool listed(const char *list, const char *text, size_t length, bool whole) {
    while (*list) {
        size_t word = strcspn(list, " ");
        if ((whole ? word == length : word <= length) && strncmp(list, text, word) == 0)
            return true;
        list += word + strspn(list + word, " ");
    }
    return false;
}

/* What follows #include on this line, its opening " or < first; NULL when the line is something else. */
static const char *included(const char *line) {
    line += strspn(line, " \t");
    if (*line != '#')
        return NULL;
    line += 1 + strspn(line + 1, " \t");
    if (strncmp(line, "include", 7) != 0)
        return NULL;
    line += 7 + strspn(line + 7, " \t");
    return *line == '"' || *line == '<' ? line : NULL;
}

/* May this layer's file contain this line? */
static bool line_allowed(const Layer *layer, const char *line) {
    const char *name = included(line);
    if (!name)
        return true;
    bool quoted = *name++ == '"';
    size_t length = strcspn(name, "\">");
    if (!quoted)
        return !listed(LIBRARIES, name, length, false) || listed(layer->libraries, name, length, false);
    size_t room = strcspn(name, "/");
    const Layer *other = room < length ? layer_find(name, room) : NULL;
    if (!other)
        return false; /* "file.h" without its layer, or a way round such as "../core/num.h" */
    return other == layer || strcmp(layer->layers, "*") == 0 || listed(layer->layers, name, room, true);
}

static int check_file(const Layer *layer, const char *path) {
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[4096];
    int bad = 0;
    for (int number = 1; fgets(line, sizeof line, file); number++)
        if (!line_allowed(layer, line)) {
            print_error("%s:%d: layer %s may not: %s", path, number, layer->name, line);
            bad++;
        }
    fclose(file);
    return bad;
}

static bool is_source(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0);
}

/* Checks every source below `folder`; adds the number of files seen to *files, returns the violations. */
static int check_folder(const Layer *layer, const char *folder, int *files) {
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    int bad = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        char path[4096];
        struct stat info;
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
            bad += check_folder(layer, path, files);
        else if (is_source(entry->d_name)) {
            bad += check_file(layer, path);
            ++*files;
        }
    }
    closedir(dir);
    return bad;
}

static void test_every_include_of_src_is_allowed(void **state) {
    (void)state;
    const char *src = getenv("ATTNLAB_SRC");
    assert_non_null(src);
    int files = 0, bad = 0;
    for (size_t i = 0; i < sizeof LAYERS / sizeof *LAYERS; i++) {
        char folder[4096];
        snprintf(folder, sizeof folder, "%s/%s", src, LAYERS[i].name);
        bad += check_folder(&LAYERS[i], folder, &files);
    }
    assert_int_equal(bad, 0);
    assert_true(files > 10);
}

static void test_every_folder_of_src_is_a_layer(void **state) {
    (void)state;
    DIR *dir = opendir(getenv("ATTNLAB_SRC"));
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        assert_false(is_source(entry->d_name));
        if (entry->d_name[0] != '.' && !strchr(entry->d_name, '.'))
            assert_non_null(layer_find(entry->d_name, strlen(entry->d_name)));
    }
    closedir(dir);
}

static void test_invented_lines_are_judged(void **state) {
    (void)state;
    static const struct {
        const char *layer, *line;
        bool allowed;
    } cases[] = {
        {"core", "#include \"core/num.h\"", true},
        {"core", "#include <math.h>", true},
        {"core", "#include \"draw/geom.h\"", false},
        {"core", "#include \"model/scene.h\"", false},
        {"core", "#include <SDL.h>", false},
        {"core", "#include <jansson.h>", false},
        {"draw", "#include \"core/num.h\"", false},
        {"model", "#include \"core/num.h\"", true},
        {"model", "#include \"draw/geom.h\"", false},
        {"ui", "#include \"gfx/renderer.h\"", false},
        {"ui", "#include <epoxy/gl.h>", false},
        {"ui", "  #  include  \"io/csv.h\"", false},
        {"gfx", "#include \"core/num.h\"", false},
        {"gfx", "#include \"draw/geom.h\"", true},
        {"io", "#include \"ui/input.h\"", false},
        {"io", "#include <png.h>", true},
        {"io", "#include <SDL2/SDL.h>", false},
        {"app", "#include \"ui/input.h\"", true},
        {"app", "#include <epoxy/gl.h>", false},
        {"app", "#include \"platform.h\"", false},
        {"core", "#include \"../draw/geom.h\"", false},
        {"core", "#include \"corex/num.h\"", false},
        {"model", "#include \"co/num.h\"", false},
        {"model", "/* #include \"gfx/gl.h\" */", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Layer *layer = layer_find(cases[i].layer, strlen(cases[i].layer));
        if (line_allowed(layer, cases[i].line) != cases[i].allowed)
            fail_msg("%s: %s", cases[i].layer, cases[i].line);
    }
}

/* A whole invented tree, so that the walk is proven too. */
static void test_a_planted_file_is_found(void **state) {
    (void)state;
    char folder[] = "/tmp/attnlab-includes-XXXXXX", inner[64], path[96];
    assert_non_null(mkdtemp(folder));
    snprintf(inner, sizeof inner, "%s/deep", folder);
    snprintf(path, sizeof path, "%s/bad.c", inner);
    assert_int_equal(mkdir(inner, 0700), 0);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("#include <stdio.h>\n#include \"app/app.h\"\n#include \"core/num.h\"\n", file);
    fclose(file);
    int files = 0;
    int bad = check_folder(layer_find("core", 4), folder, &files);
    remove(path);
    remove(inner);
    remove(folder);
    assert_int_equal(files, 1);
    assert_int_equal(bad, 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_include_of_src_is_allowed),
        cmocka_unit_test(test_every_folder_of_src_is_a_layer),
        cmocka_unit_test(test_invented_lines_are_judged),
        cmocka_unit_test(test_a_planted_file_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

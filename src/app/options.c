/* One row per option: its name, what it takes, and the function that reads it. */
#include "app/options.h"

#include "core/num.h"
#include "io/vector.h"

#include <math.h>
#include <string.h>

typedef bool Reader(Options *options, const char *text, Failure *failure);

static bool refuse(Failure *failure, const char *what, const char *text) {
    failure->status = EXIT_USAGE;
    snprintf(failure->line, sizeof failure->line, "%s: %.200s (see attnlab --help)", what, text);
    return false;
}

static bool add_set(Options *options, const char *text, Failure *failure) {
    if (options->set_count == OPTION_SETS)
        return refuse(failure, "too many --set", text);
    if (!strchr(text, '='))
        return refuse(failure, "--set needs ID=VALUE", text);
    options->sets[options->set_count++] = text;
    return true;
}

/* "a:b:c" into three numbers. */
static bool read_queries(Options *options, const char *text, Failure *failure) {
    double number[3] = {0};
    const char *at = text;
    for (int i = 0; i < 3; i++) {
        size_t length = i < 2 ? strcspn(at, ":") : strlen(at);
        bool ends = at[length] == (i < 2 ? ':' : '\0');
        if (!ends || !num_parse(at, length, &number[i]))
            return refuse(failure, "--queries needs START:STOP:COUNT", text);
        at += length + (i < 2);
    }
    bool whole = number[2] >= 1 && number[2] <= OPTION_QUERIES && number[2] == floor(number[2]);
    if (!whole)
        return refuse(failure, "--queries: COUNT must be a whole number from 1 to 10000000", text);
    options->has_queries = true;
    options->start = number[0];
    options->stop = number[1];
    options->count = (size_t)number[2];
    return true;
}

static bool read_steps(Options *options, const char *text, Failure *failure) {
    double n;
    bool whole = num_parse(text, strlen(text), &n) && n >= 1 && n <= 1e6 && n == floor(n);
    if (!whole)
        return refuse(failure, "--steps needs a whole number from 1 to 1000000", text);
    options->steps = (size_t)n;
    return true;
}

static bool read_size(Options *options, const char *text, Failure *failure) {
    double w = 0, h = 0;
    size_t length = strcspn(text, "xX");
    bool read =
        text[length] && num_parse(text, length, &w) && num_parse(text + length + 1, strlen(text + length + 1), &h);
    bool fits = read && w >= 16 && h >= 16 && w <= OPTION_SIDE && h <= OPTION_SIDE && w == floor(w) && h == floor(h);
    if (!fits)
        return refuse(failure, "--size needs WIDTHxHEIGHT, each from 16 to 32768", text);
    options->width = (int)w;
    options->height = (int)h;
    return true;
}

static bool read_scale(Options *options, const char *text, Failure *failure) {
    if (!num_parse(text, strlen(text), &options->scale) || !(options->scale >= 0.25 && options->scale <= 16))
        return refuse(failure, "--scale needs a number from 0.25 to 16", text);
    options->has_scale = true;
    return true;
}

static bool read_dpi(Options *options, const char *text, Failure *failure) {
    if (!num_parse(text, strlen(text), &options->dpi) || !(options->dpi >= 24 && options->dpi <= 1536))
        return refuse(failure, "--dpi needs a number from 24 to 1536", text);
    return true;
}

static bool read_view(Options *options, const char *text, Failure *failure) {
    for (int p = 0; p < PICTURE_COUNT; p++)
        if (strcmp(text, PICTURE_NAMES[p]) == 0) {
            options->picture = (Picture)p;
            return true;
        }
    return refuse(failure, "--view: choose all, plot, heatmap or weights", text);
}

static bool read_lesson(Options *options, const char *text, Failure *failure) {
    (void)failure;
    options->lesson = text;
    return true;
}

static bool read_x(Options *options, const char *text, Failure *failure) {
    (void)failure;
    options->x = text;
    return true;
}

static bool read_value(Options *options, const char *text, Failure *failure) {
    (void)failure;
    options->value = text;
    return true;
}

static bool read_output(Options *options, const char *text, Failure *failure) {
    if (!*text)
        return refuse(failure, "-o needs a file name", text);
    options->output = text;
    return true;
}

/* The extension says what is written. */
static bool check_figure(const Options *options, Failure *failure) {
    const char *dot = strrchr(options->output, '.');
    bool png = dot && (strcmp(dot, ".png") == 0 || strcmp(dot, ".PNG") == 0);
    bool device = strncmp(options->output, "/dev/", 5) == 0 || strcmp(options->output, "-") == 0;
    return png || device || vector_knows(options->output) ||
           refuse(failure, "export writes FIGURE.png, FIGURE.svg or FIGURE.pdf", options->output);
}

/* --theme dark is short for --set theme=dark. */
typedef struct Shorthand {
    const char *option, *id;
} Shorthand;

static const Shorthand SHORTHANDS[] = {{"--theme", "theme"}, {"--lang", "lang"}};

typedef struct Option {
    const char *name, *takes;
    Reader *read;
    unsigned verbs; /* bits: where it means something */
} Option;

#define IN(verb) (1u << VERB_##verb)
#define IN_ALL (IN(WINDOW) | IN(PREDICT) | IN(WEIGHTS) | IN(FIT) | IN(EXPORT) | IN(PLAY))
static const Option OPTIONS[] = {
    {"--set", "ID=VALUE", add_set, IN_ALL},
    {"--x", "COLUMN", read_x, IN_ALL},
    {"--value", "COLUMN", read_value, IN_ALL},
    {"--queries", "START:STOP:COUNT", read_queries, IN(PREDICT) | IN(WEIGHTS)},
    {"--size", "WxH", read_size, IN(WINDOW) | IN(EXPORT) | IN(PLAY)},
    {"--scale", "S", read_scale, IN(WINDOW) | IN(EXPORT) | IN(PLAY)},
    {"--dpi", "N", read_dpi, IN(EXPORT)},
    {"--view", "all|plot|heatmap|weights", read_view, IN(EXPORT)},
    {"--steps", "N", read_steps, IN(FIT)},
    {"--lesson", "NAME:STEP", read_lesson, IN(WINDOW) | IN(EXPORT) | IN(PLAY)},
    {"-o", "FILE", read_output, IN(PREDICT) | IN(WEIGHTS) | IN(FIT) | IN(EXPORT) | IN(LIST)},
};

typedef struct VerbName {
    const char *name;
    Verb verb;
    int words, required; /* how many plain words may follow, and must */
} VerbName;

static const VerbName VERBS[] = {
    {"predict", VERB_PREDICT, 1, 0}, {"weights", VERB_WEIGHTS, 1, 0}, {"fit", VERB_FIT, 1, 0},
    {"export", VERB_EXPORT, 1, 0},   {"play", VERB_PLAY, 2, 1},       {"list", VERB_LIST, 1, 1},
    {"--help", VERB_HELP, 0, 0},     {"-h", VERB_HELP, 0, 0},         {"--version", VERB_VERSION, 0, 0},
};
static const VerbName WINDOW = {"", VERB_WINDOW, 1, 0};

typedef struct Cursor {
    int argc, at;
    char **argv;
} Cursor;

/* The value of an option: "--size=1x1" or the next word. */
static const char *value_of(Cursor *cursor, const char *word, size_t name) {
    if (word[name] == '=')
        return word + name + 1;
    return cursor->at + 1 < cursor->argc ? cursor->argv[++cursor->at] : NULL;
}

static bool named(const char *word, const char *name, size_t *length) {
    *length = strlen(name);
    return strncmp(word, name, *length) == 0 && (word[*length] == '\0' || (word[*length] == '=' && *length > 2));
}

static bool read_shorthand(Cursor *cursor, Options *options, const char *word, bool *found, Failure *failure) {
    size_t length;
    for (size_t i = 0; i < sizeof SHORTHANDS / sizeof *SHORTHANDS; i++) {
        if (!named(word, SHORTHANDS[i].option, &length))
            continue;
        *found = true;
        const char *value = value_of(cursor, word, length);
        if (!value || options->shorthands == 8)
            return refuse(failure, "a value is missing after", word);
        char *text = options->shorthand[options->shorthands++];
        snprintf(text, sizeof *options->shorthand, "%s=%.40s", SHORTHANDS[i].id, value);
        return add_set(options, text, failure);
    }
    return true;
}

static bool read_option(Cursor *cursor, Options *options, const char *word, Failure *failure) {
    bool found = false;
    if (!read_shorthand(cursor, options, word, &found, failure))
        return false;
    if (found)
        return true;
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
        size_t length;
        if (!named(word, OPTIONS[i].name, &length))
            continue;
        if (!(OPTIONS[i].verbs & (1u << options->verb)))
            return refuse(failure, "this command does not take", word);
        const char *value = value_of(cursor, word, length);
        return value ? OPTIONS[i].read(options, value, failure) : refuse(failure, "a value is missing after", word);
    }
    if (strcmp(word, "--window") == 0 && options->verb == VERB_PLAY)
        return options->window = true;
    if (strcmp(word, "--transparent") == 0 && options->verb == VERB_EXPORT)
        return options->transparent = true;
    return refuse(failure, "unknown option", word);
}

static bool take_word(Options *options, const VerbName *verb, const char *word, int taken, Failure *failure) {
    if (taken >= verb->words)
        return refuse(failure, "one word too many", word);
    bool first_is_script = verb->verb == VERB_PLAY || verb->verb == VERB_LIST;
    *(taken == 0 && first_is_script ? &options->script : &options->file) = word;
    return true;
}

bool options_parse(int argc, char **argv, Options *options, Failure *failure) {
    *options = (Options){.width = 1280, .height = 800, .scale = 1};
    const VerbName *verb = &WINDOW;
    Cursor cursor = {argc, 1, argv};
    for (size_t i = 0; argc > 1 && i < sizeof VERBS / sizeof *VERBS; i++)
        if (strcmp(argv[1], VERBS[i].name) == 0)
            verb = &VERBS[i];
    options->verb = verb->verb;
    if (verb != &WINDOW)
        cursor.at++;
    int taken = 0;
    bool plain = false; /* after "--" everything is a file */
    for (; cursor.at < argc; cursor.at++) {
        const char *word = argv[cursor.at];
        if (!plain && strcmp(word, "--help") == 0) {
            options->verb = VERB_HELP;
            return true;
        }
        if (!plain && strcmp(word, "--") == 0)
            plain = true;
        else if (!plain && word[0] == '-' && word[1]) {
            if (!read_option(&cursor, options, word, failure))
                return false;
        } else if (!take_word(options, verb, word, taken++, failure))
            return false;
    }
    if (taken < verb->required)
        return refuse(failure, "a word is missing after", verb->name);
    if ((options->x || options->value) && !options->file)
        return refuse(failure, "--x and --value choose columns of", "FILE");
    if (options->verb == VERB_EXPORT && !options->output)
        return refuse(failure, "export needs", "-o FIGURE.(png|svg|pdf)");
    return options->verb != VERB_EXPORT || check_figure(options, failure);
}

void options_help(FILE *out) {
    fputs("attnlab: see attention pooling, and take hold of it\n"
          "\n"
          "attnlab [FILE]                 the window; FILE is a CSV of x,y, a scene, or an exported PNG\n"
          "attnlab predict [FILE]         x,prediction,truth for every query\n"
          "attnlab weights [FILE]         the attention weights: a row per query, a column per key\n"
          "attnlab fit [FILE] [--steps N]  step,loss, then a column per learned parameter\n"
          "attnlab export [FILE] -o FIGURE.(png|svg|pdf)\n"
          "attnlab play STEPS.txt [FILE]  scripted input, without a display\n"
          "attnlab list data|kernels|scorers|features|parameters|lessons|keys\n"
          "attnlab --help | --version\n"
          "\n"
          "--set ID=VALUE                 any parameter of `attnlab list parameters`; repeatable\n"
          "--x COLUMN  --value COLUMN     of a CSV, by name or by number; the first two otherwise\n"
          "--queries START:STOP:COUNT     evenly spaced, both ends included\n"
          "-o FILE                        instead of standard output\n"
          "--size WxH  --scale S          of the picture or window, in pixels; S multiplies\n"
          "--view all|plot|heatmap|weights\n"
          "--dpi N  --transparent         export: the size is in pixels at N dots an inch; PNG without background\n"
          "--theme light|dark|projector   --lang en|zh   --lesson NAME:STEP\n"
          "--window                       play: in a real window\n"
          "\n"
          "Exit status: 0 done, 1 internal or a failed step, 2 usage, 3 no display or OpenGL,\n"
          "4 font or asset missing, 5 input malformed, 6 output not written.\n",
          out);
}

/* What was typed into what muParser reads. The text is cut into tokens in plain ASCII, each with its place in what was
 * typed, and products without a sign and functions without brackets are written out. What people get wrong (names,
 * commas, =, missing operators) is told here, since muParser takes 1,5 for 5 and x = 3 for an assignment. */
#include "io/function_parts.h"

#include "core/num.h"
#include "io/utf8.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS_MAX = FUNCTION_TOKENS, TOKEN_TEXT = FUNCTION_TOKEN, OUT_MAX = FUNCTION_OUT };

typedef enum { NUMBER, NAME, FUNCTION, OPEN, CLOSE, COMMA, POWER, OPERATOR, END } Kind;

typedef struct Token {
    Kind kind;
    char text[TOKEN_TEXT];
    size_t place; /* character in what was typed, from 1 */
} Token;

typedef struct Parser {
    const char *at, *end; /* what is left of the typed text */
    size_t place;         /* of *at */
    Token tokens[TOKENS_MAX + 1];
    size_t count;
    FunctionText *to;
    char *error;
    size_t room;
} Parser;

static const char *const FUNCTIONS[] = {
    "sin", "cos",  "tan",   "asin", "acos", "atan", "sinh",  "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "ln",
    "log", "log2", "log10", "sqrt", "abs",  "sign", "floor", "ceil", "rint", "min",   "max",   "sum",   "avg", "atan2"};
static const char *const NAMES[] = {"x", "pi", "e"};

static bool refuse(Parser *parser, size_t place, const char *what) {
    snprintf(parser->error, parser->room, "at character %zu: %s", place, what);
    return false;
}

static bool refuse_token(Parser *parser, const Token *token, const char *before, const char *after) {
    char what[TOKEN_TEXT + 160];
    snprintf(what, sizeof what, "%s'%s'%s", before, token->text, after);
    return refuse(parser, token->place, what);
}

/* ---- characters ---- */

/* What may be typed for something else. */
static const struct {
    uint32_t typed;
    const char *meant;
} SIGNS[] = {
    {0xd7, "*"},    {0xb7, "*"},     {0x22c5, "*"}, {0x2217, "*"},   {0x2022, "*"},      {0xf7, "/"},    {0x2215, "/"},
    {0x2212, "-"},  {0x2013, "-"},   {0x2014, "-"}, {0x3c0, " pi "}, {0x221a, " sqrt "}, {0x2264, "<="}, {0x2265, ">="},
    {0x2260, "!="}, {0xbd, " 0.5 "}, {0xa0, " "},   {0x3000, " "},   {0x2009, " "},      {0x202f, " "},  {0xfe63, "-"},
};

static const uint32_t SUPERSCRIPTS[] = {0x2070, 0xb9, 0xb2, 0xb3, 0x2074, 0x2075, 0x2076, 0x2077, 0x2078, 0x2079};

static uint32_t codepoint_at(const char *at, size_t size, size_t *step) {
    const unsigned char *b = (const unsigned char *)at;
    *step = utf8_step(at, size);
    switch (*step) {
    case 1:
        return b[0];
    case 2:
        return (b[0] & 0x1fu) << 6 | (b[1] & 0x3fu);
    case 3:
        return (b[0] & 0xfu) << 12 | (b[1] & 0x3fu) << 6 | (b[2] & 0x3fu);
    case 4:
        return (b[0] & 7u) << 18 | (b[1] & 0x3fu) << 12 | (b[2] & 0x3fu) << 6 | (b[3] & 0x3fu);
    default:
        *step = size > 0;
        return 0xfffd;
    }
}

/* The typed character as ASCII, "" where it is none that is known. */
static void meaning(uint32_t c, char meant[8]) {
    meant[0] = meant[1] = '\0';
    if (c >= 0xff01 && c <= 0xff5e)
        c -= 0xfee0; /* full width */
    if (c >= 'A' && c <= 'Z')
        c += 'a' - 'A';
    if (c == '\t')
        c = ' ';
    if (c >= ' ' && c < 0x7f)
        meant[0] = (char)c;
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (SIGNS[i].typed == c)
            snprintf(meant, 8, "%s", SIGNS[i].meant);
}

static int superscript(uint32_t c) {
    for (int i = 0; i < 10; i++)
        if (SUPERSCRIPTS[i] == c)
            return i;
    return -1;
}

/* Typed text to ASCII, with the place of every byte; powers as ^(12). */
static bool to_ascii(Parser *parser, char *ascii, size_t *places, size_t *length) {
    bool raised = false;
    size_t used = 0, step;
    for (; parser->at < parser->end; parser->at += step, parser->place++) {
        uint32_t c = codepoint_at(parser->at, (size_t)(parser->end - parser->at), &step);
        int digit = superscript(c);
        char meant[8], part[12], what[64];
        bool raising = digit >= 0 || c == 0x207b;
        meaning(c, meant);
        if (!raising && !meant[0]) {
            char shown[8];
            utf8_show(shown, sizeof shown, parser->at, step);
            snprintf(what, sizeof what, "'%s' has no meaning here", shown);
            return refuse(parser, parser->place, what);
        }
        if (raising)
            snprintf(part, sizeof part, "%s%c", raised ? "" : "^(", digit >= 0 ? '0' + digit : '-');
        else
            snprintf(part, sizeof part, "%s%s", raised ? ")" : "", meant);
        raised = raising;
        for (const char *byte = part; *byte; byte++) {
            ascii[used] = *byte;
            places[used++] = parser->place;
        }
    }
    if (raised) {
        places[used] = parser->place;
        ascii[used++] = ')';
    }
    ascii[used] = '\0';
    *length = used;
    return true;
}

/* ---- tokens ---- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_'; }

static size_t number_length(const char *at) {
    size_t i = 0;
    while (is_digit(at[i]))
        i++;
    if (at[i] == '.')
        for (i++; is_digit(at[i]); i++)
            continue;
    size_t mark = i + 1 + (at[i] == 'e' && (at[i + 1] == '+' || at[i + 1] == '-'));
    if (at[i] == 'e' && is_digit(at[mark]))
        for (i = mark; is_digit(at[i]); i++)
            continue;
    return i;
}

static bool is_one_of(const char *text, const char *const *words, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    return false;
}

/* Kind and length of the token at `at`. */
static Kind classify(const char *at, size_t *length) {
    static const char *const PAIRS[] = {"**", "<=", ">=", "==", "!=", "&&", "||"};
    *length = 1;
    if (is_digit(*at) || (*at == '.' && is_digit(at[1]))) {
        *length = number_length(at);
        return NUMBER;
    }
    if (is_letter(*at)) {
        while (is_letter(at[*length]) || is_digit(at[*length]))
            ++*length;
        return NAME;
    }
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++)
        if (strncmp(at, PAIRS[i], 2) == 0) {
            *length = 2;
            return i == 0 ? POWER : OPERATOR;
        }
    return *at == '(' ? OPEN : *at == ')' ? CLOSE : *at == ',' ? COMMA : *at == '^' ? POWER : OPERATOR;
}

static bool check_token(Parser *parser, Token *token) {
    double value;
    if (token->kind == NUMBER && !num_parse(token->text, strlen(token->text), &value))
        return refuse_token(parser, token, "", " is no number that can be used");
    if (token->kind == NAME && is_one_of(token->text, FUNCTIONS, sizeof FUNCTIONS / sizeof *FUNCTIONS))
        token->kind = FUNCTION;
    else if (token->kind == NAME && !is_one_of(token->text, NAMES, sizeof NAMES / sizeof *NAMES))
        return refuse_token(parser, token, "", " is unknown; use x, pi, e, and functions such as sin(x)");
    if (token->kind == POWER)
        snprintf(token->text, sizeof token->text, "^");
    if (token->kind != OPERATOR)
        return true;
    if (strcmp(token->text, "=") == 0)
        return refuse(parser, token->place, "write only what stands right of the =, such as 2 sin x");
    if (strcmp(token->text, "|") == 0)
        return refuse(parser, token->place, "write abs(x) for |x|");
    if (strlen(token->text) == 1 && !strchr("+-*/<>?:", token->text[0]))
        return refuse_token(parser, token, "", " has no meaning here");
    return true;
}

static bool cut_tokens(Parser *parser, const char *ascii, const size_t *places, size_t total) {
    for (size_t i = 0, length; i < total; i += length) {
        if (ascii[i] == ' ') {
            length = 1;
            continue;
        }
        Token *token = &parser->tokens[parser->count];
        token->kind = classify(ascii + i, &length);
        token->place = places[i];
        if (parser->count == TOKENS_MAX || length >= TOKEN_TEXT)
            return refuse(parser, places[i], "this is too long");
        snprintf(token->text, sizeof token->text, "%.*s", (int)length, ascii + i);
        if (!check_token(parser, token))
            return false;
        parser->count++;
    }
    parser->tokens[parser->count] = (Token){.kind = END, .place = parser->place};
    return parser->count > 0 || refuse(parser, 1, "nothing is written here; try 2 sin x + x^0.8");
}

/* ---- what muParser is told ---- */

static void put(Parser *parser, const char *text, size_t place) {
    for (; *text && parser->to->used + 1 < OUT_MAX; text++) {
        parser->to->places[parser->to->used] = place;
        parser->to->out[parser->to->used++] = *text;
    }
    parser->to->out[parser->to->used] = '\0';
}

static bool is_atom(const Token *token) { return token->kind == NUMBER || token->kind == NAME; }

/* Puts token i if it is a sign; returns the token behind it. */
static size_t put_sign(Parser *parser, size_t i) {
    const Token *token = &parser->tokens[i];
    if (token->kind != OPERATOR || !strchr("+-", token->text[0]))
        return i;
    put(parser, token->text, token->place);
    return i + 1;
}

/* Puts the exponent that starts at token i: one token, or a bracket. */
static size_t put_exponent(Parser *parser, size_t i) {
    size_t depth = 0;
    i = put_sign(parser, i);
    do {
        const Token *token = &parser->tokens[i];
        if (token->kind == END)
            break;
        depth += token->kind == OPEN;
        depth -= depth > 0 && token->kind == CLOSE;
        put(parser, token->text, token->place);
        i++;
    } while (depth > 0);
    return i;
}

/* The product after a function without brackets, from token i on; returns the token behind it, 0 when refused. */
static size_t put_operand(Parser *parser, size_t i) {
    const Token *tokens = parser->tokens, *function = &tokens[i - 1];
    bool first = true;
    put(parser, "(", function->place);
    i = put_sign(parser, i);
    while (is_atom(&tokens[i])) {
        put(parser, first ? "" : "*", tokens[i].place);
        put(parser, tokens[i].text, tokens[i].place);
        first = false;
        if (tokens[++i].kind == POWER) {
            put(parser, "^", tokens[i].place);
            i = put_exponent(parser, i + 1);
        }
    }
    put(parser, ")", tokens[i].place);
    if (first || tokens[i].kind == OPEN) {
        refuse_token(parser, function, "put brackets around what ", " is taken of");
        return 0;
    }
    return i;
}

/* Whether a product is meant between two neighbours. */
static bool multiplies(Kind left, Kind right) {
    return (left == NUMBER || left == NAME || left == CLOSE) &&
           (right == NAME || right == FUNCTION || right == OPEN || right == NUMBER);
}

static bool put_all(Parser *parser) {
    bool of_function[TOKENS_MAX + 1] = {false}; /* open brackets */
    size_t depth = 0, i = 0;
    Kind before = OPERATOR;
    while (parser->tokens[i].kind != END) {
        const Token *token = &parser->tokens[i++];
        if (multiplies(before, token->kind)) {
            if (token->kind == NUMBER)
                return refuse_token(parser, token, "an operator is missing before ", "");
            put(parser, "*", token->place);
        }
        if (token->kind == COMMA && !(depth > 0 && of_function[depth]))
            return refuse(parser, token->place, "a comma only stands between arguments; write numbers such as 3.5");
        if (token->kind == CLOSE && depth == 0)
            return refuse(parser, token->place, "this bracket was never opened");
        if (token->kind == OPEN)
            of_function[++depth] = before == FUNCTION;
        depth -= token->kind == CLOSE;
        put(parser, token->text, token->place);
        before = token->kind;
        if (token->kind != FUNCTION || parser->tokens[i].kind == OPEN)
            continue;
        i = put_operand(parser, i);
        if (i == 0)
            return false;
        before = CLOSE;
    }
    return depth == 0 || refuse(parser, parser->place, "a bracket is not closed");
}

static bool translate(Parser *parser) {
    enum { ASCII_MAX = 7 * FUNCTION_TEXT_MAX + 2 }; /* one half, 2 bytes, becomes " 0.5 "; a root, 3 bytes, " sqrt " */
    char ascii[ASCII_MAX];
    size_t places[ASCII_MAX], length;
    return to_ascii(parser, ascii, places, &length) && cut_tokens(parser, ascii, places, length) && put_all(parser);
}

bool function_translate(const char *typed, FunctionText *text, char *error, size_t room) {
    size_t length = strlen(typed);
    if (length > FUNCTION_TEXT_MAX) {
        snprintf(error, room, "the function is longer than %d bytes", FUNCTION_TEXT_MAX);
        return false;
    }
    Parser *parser = calloc(1, sizeof *parser);
    if (!parser) {
        snprintf(error, room, "not enough memory");
        return false;
    }
    *parser = (Parser){.at = typed, .end = typed + length, .place = 1, .to = text, .error = error, .room = room};
    bool good = translate(parser);
    text->end = parser->place;
    free(parser);
    return good;
}

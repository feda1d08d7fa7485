/* A .po file is lines: comments, "msgid" and "msgstr" each with a quoted string, and quoted strings that continue
 * the last. All strings go into one pool, never longer than the file, and the table is sorted for lookup.
 * Format: GNU gettext manual, section "The Format of PO Files". */
#include "io/po.h"

#include "io/utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Entry {
    const char *msgid, *msgstr;
    size_t line;
} Entry;

struct Po {
    Entry *entries;
    size_t count, room;
    char *pool;
};

typedef enum { NOTHING, MSGID, MSGSTR } State;

typedef struct Parser {
    Po *po;
    const char *at, *end; /* rest of this line */
    size_t line;
    State state;
    char *out;    /* the pool's next free byte */
    char *string; /* the string that is being read */
    Entry entry;  /* the one that is being read */
    bool fuzzy;   /* a comment announced the next entry as fuzzy */
    bool entry_fuzzy;
    const char *wrong;
} Parser;

static bool refuse(Parser *parser, const char *wrong) {
    parser->wrong = wrong;
    return false;
}

static void skip_blanks(Parser *parser) {
    while (parser->at < parser->end && (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\r'))
        parser->at++;
}

static bool take_word(Parser *parser, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(parser->end - parser->at) < length || memcmp(parser->at, word, length) != 0)
        return false;
    parser->at += length;
    return true;
}

static bool take_escape(Parser *parser) {
    static const char NAMES[] = "ntr\"\\abfv", VALUES[] = "\n\t\r\"\\\a\b\f\v";
    const char *name = parser->at < parser->end ? strchr(NAMES, *parser->at) : NULL;
    if (!name || !*name)
        return refuse(parser, "unknown escape after a backslash");
    *parser->out++ = VALUES[name - NAMES];
    parser->at++;
    return true;
}

/* Appends one quoted string, and nothing else on the line, to the pool. */
static bool take_string(Parser *parser) {
    skip_blanks(parser);
    if (!take_word(parser, "\""))
        return refuse(parser, "a string in double quotes is expected here");
    while (parser->at < parser->end && *parser->at != '"') {
        size_t step = utf8_step(parser->at, (size_t)(parser->end - parser->at));
        if (step == 0 || *parser->at == '\0')
            return refuse(parser, "is not UTF-8 text");
        if (take_word(parser, "\\")) {
            if (!take_escape(parser))
                return false;
            continue;
        }
        memcpy(parser->out, parser->at, step);
        parser->out += step;
        parser->at += step;
    }
    if (!take_word(parser, "\""))
        return refuse(parser, "the string is not closed on its line");
    skip_blanks(parser);
    return parser->at == parser->end || refuse(parser, "nothing may follow the string on its line");
}

static bool keep_entry(Parser *parser) {
    Po *po = parser->po;
    if (po->count == po->room) {
        size_t room = po->room ? po->room * 2 : 64;
        Entry *entries = realloc(po->entries, room * sizeof *entries);
        if (!entries)
            return refuse(parser, "not enough memory");
        po->entries = entries;
        po->room = room;
    }
    po->entries[po->count++] = parser->entry;
    return true;
}

/* Ends the string being read and, after a msgstr, its entry. The header (msgid "") is not kept. */
static bool finish_string(Parser *parser) {
    if (parser->state == NOTHING)
        return true;
    *parser->out++ = '\0';
    if (parser->state == MSGID) {
        parser->entry.msgid = parser->string;
        return true;
    }
    parser->entry.msgstr = parser->string;
    parser->state = NOTHING;
    if (parser->entry_fuzzy)
        parser->entry.msgstr = "";
    return parser->entry.msgid[0] == '\0' || keep_entry(parser);
}

static bool begin_string(Parser *parser, State state) {
    parser->state = state;
    parser->string = parser->out;
    return take_string(parser);
}

static bool parse_comment(Parser *parser) {
    static const char FUZZY[] = "fuzzy";
    if (take_word(parser, "#,"))
        for (const char *at = parser->at; at + sizeof FUZZY - 1 <= parser->end; at++)
            if (memcmp(at, FUZZY, sizeof FUZZY - 1) == 0)
                parser->fuzzy = true;
    return true;
}

static bool parse_line(Parser *parser) {
    skip_blanks(parser);
    if (parser->at == parser->end)
        return true;
    if (*parser->at == '#')
        return parse_comment(parser);
    if (*parser->at == '"')
        return parser->state == NOTHING ? refuse(parser, "this string belongs to no msgid or msgstr")
                                        : take_string(parser);
    if (take_word(parser, "msgid_plural") || take_word(parser, "msgctxt") || take_word(parser, "msgstr["))
        return refuse(parser, "contexts and plurals are not supported");
    if (take_word(parser, "msgid")) {
        if (parser->state == MSGID)
            return refuse(parser, "the msgid before this one has no msgstr");
        if (!finish_string(parser))
            return false;
        parser->entry = (Entry){.line = parser->line};
        parser->entry_fuzzy = parser->fuzzy;
        parser->fuzzy = false;
        return begin_string(parser, MSGID);
    }
    if (take_word(parser, "msgstr")) {
        if (parser->state != MSGID)
            return refuse(parser, "this msgstr has no msgid");
        return finish_string(parser) && begin_string(parser, MSGSTR);
    }
    return refuse(parser, "expected msgid, msgstr, a string or a comment");
}

static bool parse_all(Parser *parser, const char *text, size_t size) {
    const char *stop = text + size;
    if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        text += 3;
    while (text < stop) {
        const char *newline = memchr(text, '\n', (size_t)(stop - text));
        parser->line++;
        parser->at = text;
        parser->end = newline ? newline : stop;
        text = newline ? newline + 1 : stop;
        if (!parse_line(parser))
            return false;
    }
    if (parser->state == MSGID)
        return refuse(parser, "the last msgid has no msgstr");
    return finish_string(parser);
}

static int compare(const void *a, const void *b) {
    const Entry *left = a, *right = b;
    int order = strcmp(left->msgid, right->msgid);
    return order ? order : (left->line > right->line) - (left->line < right->line);
}

static bool sort_all(Parser *parser) {
    Po *po = parser->po;
    if (po->count)
        qsort(po->entries, po->count, sizeof *po->entries, compare);
    for (size_t i = 1; i < po->count; i++)
        if (strcmp(po->entries[i - 1].msgid, po->entries[i].msgid) == 0) {
            parser->line = po->entries[i].line;
            return refuse(parser, "this msgid stands in the file twice");
        }
    return true;
}

/* Moves what has a translation to the front. */
static void drop_untranslated(Po *po) {
    size_t kept = 0;
    for (size_t i = 0; i < po->count; i++)
        if (po->entries[i].msgstr[0])
            po->entries[kept++] = po->entries[i];
    po->count = kept;
}

Po *po_parse(const char *label, const char *text, size_t size, char *error, size_t room) {
    Parser parser = {.po = calloc(1, sizeof(Po))};
    if (parser.po)
        parser.po->pool = parser.out = malloc(size + 1);
    if (!parser.po || !parser.po->pool) {
        snprintf(error, room, "%s: not enough memory", label);
    } else if (parse_all(&parser, text, size) && sort_all(&parser)) {
        drop_untranslated(parser.po);
        return parser.po;
    } else {
        snprintf(error, room, "%s:%zu: %s", label, parser.line, parser.wrong);
    }
    po_destroy(parser.po);
    return NULL;
}

void po_destroy(Po *po) {
    if (!po)
        return;
    free(po->entries);
    free(po->pool);
    free(po);
}

static int compare_id(const void *msgid, const void *entry) { return strcmp(msgid, ((const Entry *)entry)->msgid); }

const char *po_find(const Po *po, const char *msgid) {
    if (!po || po->count == 0)
        return NULL;
    const Entry *entry = bsearch(msgid, po->entries, po->count, sizeof *po->entries, compare_id);
    return entry ? entry->msgstr : NULL;
}

size_t po_count(const Po *po) { return po ? po->count : 0; }

const char *po_msgid(const Po *po, size_t index) { return po->entries[index].msgid; }

/* A text is cut into pieces (a word, a blank, or one Chinese character, each with its style); a line is as
 * many pieces as fit. */
#include "ui/rich.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { PIECE_BYTES = 64 };

typedef struct Style {
    Color color;
    Font font;
} Style;

typedef struct Piece {
    char text[PIECE_BYTES];
    Style style;
    bool blank, newline;
    bool low; /* a subscript: "W_q" has a low q, "n_eff" a low eff */
} Piece;

typedef struct Reader {
    const char *at;
    Style base, now;
    const Theme *theme;
    bool marked;
    int letters; /* of the word before: a subscript follows a single one */
} Reader;

static Reader reader(const Theme *theme, Color color, const char *text) {
    Style base = {color, FONT_REGULAR};
    return (Reader){.at = text, .base = base, .now = base, .theme = theme};
}

static bool mark(Reader *r, char letter) {
    const Theme *t = r->theme;
    r->now = r->base;
    switch (letter) {
    case 'q':
        r->now.color = t->query;
        break;
    case 'k':
        r->now.color = t->key;
        break;
    case 'v':
        r->now.color = t->value;
        break;
    case 'o':
        r->now.color = t->output;
        break;
    case 'd':
        r->now.color = t->dim;
        break;
    case 'b':
        r->now = (Style){t->text, FONT_BOLD};
        break;
    default:
        return false;
    }
    r->marked = true;
    return true;
}

static size_t char_bytes(const char *text) {
    unsigned char c = (unsigned char)*text;
    size_t n = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    for (size_t i = 1; i < n; i++)
        if (!text[i])
            return i;
    return n;
}

/* Chinese characters stand alone, so that a line may end after any of them. */
static bool is_wide(const char *text) { return (unsigned char)*text >= 0xE3 && (unsigned char)*text <= 0xEA; }
/* Closing punctuation may not begin a line, so it stays with the character before it. */
static bool closes(const char *text) {
    static const char *const CLOSING[] = {"，", "。", "；", "：", "！", "？", "）", "、", "」", "”"};
    for (size_t i = 0; i < sizeof CLOSING / sizeof *CLOSING; i++)
        if (strncmp(text, CLOSING[i], strlen(CLOSING[i])) == 0)
            return true;
    return false;
}

static void skip_marks(Reader *r) {
    for (;;) {
        if (r->marked && *r->at == '}') {
            r->marked = false;
            r->now = r->base;
            r->at++;
        } else if (!r->marked && r->at[0] == '{' && r->at[1] && r->at[2] == ' ' && mark(r, r->at[1]))
            r->at += 3;
        else
            return;
    }
}

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

static bool is_subscript(const Reader *r) { return r->letters == 1 && r->at[0] == '_' && is_letter(r->at[1]); }

static bool next_piece(Reader *r, Piece *piece) {
    skip_marks(r);
    if (!*r->at)
        return false;
    *piece = (Piece){.style = r->now, .blank = *r->at == ' ', .newline = *r->at == '\n'};
    if (is_subscript(r)) {
        piece->low = true;
        size_t length = 0;
        for (r->at++; is_letter(*r->at) && length + 1 < PIECE_BYTES; r->at++)
            piece->text[length++] = *r->at;
        r->letters = 0;
        return true;
    }
    if (piece->newline) {
        r->at++;
        return true;
    }
    size_t length = 0;
    while (*r->at) {
        if (*r->at == '\n' || (r->marked && *r->at == '}'))
            break;
        if (!r->marked && r->at[0] == '{' && r->at[1] && r->at[2] == ' ' && strchr("qkvodb", r->at[1]))
            break;
        size_t n = char_bytes(r->at);
        bool wide = is_wide(r->at), ends = (*r->at == ' ') != piece->blank;
        if (length && !closes(r->at) && (ends || wide))
            break;
        if (length + n >= PIECE_BYTES || (length && is_subscript(r)))
            break;
        r->letters = is_letter(*r->at) || *r->at == '_' ? r->letters + 1 : 0;
        memcpy(piece->text + length, r->at, n);
        length += n;
        r->at += n;
        if (wide && !closes(r->at))
            break;
    }
    return true;
}

/* Subscripts are smaller and lower. */
static float size_of(const Piece *piece, float size) { return piece->low ? roundf(size * 1.44f) / 2 : size; }

static float width(const Ui *ui, const Piece *piece, float size) {
    return ui->metrics.width(ui->metrics.owner, piece->text, piece->style.font, size_of(piece, size));
}

static void draw(DrawList *list, const Piece *piece, Vec2 at, float size) {
    if (piece->low)
        at.y += roundf(size * 0.2f);
    if (!piece->blank && list)
        drawlist_text(list, at, ALIGN_LEFT, piece->style.font, size_of(piece, size), piece->style.color, piece->text);
}

float rich_line(const Ui *ui, const Scene *scene, DrawList *list, Vec2 start, float right, float size, Color color,
                const char *text) {
    Reader r = reader(ui_theme(scene), color, text);
    float x = start.x, dots = ui->metrics.width(ui->metrics.owner, "…", FONT_REGULAR, size);
    for (Piece piece; next_piece(&r, &piece);) {
        float w = width(ui, &piece, size);
        if (x + w > right - (*r.at ? dots : 0)) {
            if (x + dots <= right && list)
                drawlist_text(list, (Vec2){x, start.y}, ALIGN_LEFT, FONT_REGULAR, size, color, "…");
            return right;
        }
        draw(list, &piece, (Vec2){x, start.y}, size);
        x += w;
    }
    return x;
}

static bool ends_word(const Piece *piece) { return piece->blank || piece->newline || is_wide(piece->text); }

/* Of the piece and those that follow it up to where a line may be broken. */
static float word_width(const Ui *ui, Reader ahead, const Piece *first, float size) {
    float w = width(ui, first, size);
    if (ends_word(first))
        return w;
    for (Piece piece; next_piece(&ahead, &piece) && !ends_word(&piece);)
        w += width(ui, &piece, size);
    return w;
}

float rich_block(const Ui *ui, const Scene *scene, DrawList *list, Rect area, float size, float line, Color color,
                 const char *text) {
    Reader r = reader(ui_theme(scene), color, text);
    float x = area.x, y = area.y + line, right = rect_right(area);
    bool begins = true; /* a word */
    for (Piece piece; next_piece(&r, &piece);) {
        if (piece.newline) {
            x = area.x;
            y += line;
            begins = true;
            continue;
        }
        float w = width(ui, &piece, size), whole = begins ? word_width(ui, r, &piece, size) : w;
        begins = ends_word(&piece);
        if (x + (whole <= area.w ? whole : w) > right && x > area.x && !piece.low) {
            x = area.x;
            y += line;
            if (piece.blank)
                continue;
        }
        if (y > rect_bottom(area) + 1)
            return y - line;
        if (piece.blank && x == area.x)
            continue;
        draw(list, &piece, (Vec2){x, y - 0.3f * line}, size);
        x += w;
    }
    return y;
}

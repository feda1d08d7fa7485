/* Where rows and cells stand in the file. Nobody counts while all goes well; when something is wrong, or rows were
 * skipped, the text is parsed again, line by line and in the row itself byte by byte, so that libcsv itself tells where
 * a row or a cell begins. */
#include "io/csv_parts.h"

#include <string.h>

typedef struct Seeker {
    CsvShape shape;
    size_t row, cell; /* the next cell's */
    bool ended;       /* a cell or a row ended at this byte */
} Seeker;

static void seek_cell(void *bytes, size_t size, void *owner) {
    (void)bytes;
    Seeker *seeker = owner;
    seeker->cell += csv_is_cell(seeker->shape, size);
    seeker->ended = true;
}

static void seek_row(int end, void *owner) {
    (void)end;
    Seeker *seeker = owner;
    seeker->row++;
    seeker->cell = 0;
    seeker->ended = true;
}

static size_t line_end(const CsvText *text, size_t at) {
    while (at < text->size && text->bytes[at] != '\n' && text->bytes[at] != '\r')
        at++;
    return at < text->size ? at + 1 : at;
}

static size_t skip(const CsvText *text, size_t at, const char *blanks) {
    while (at < text->size && text->bytes[at] && strchr(blanks, text->bytes[at]))
        at++;
    return at;
}

/* Offset of a cell's first byte that is not blank. A search goes on from *from, where the parser stands. */
static size_t seek(const CsvText *text, struct csv_parser *parser, Seeker *seeker, size_t *from, size_t row,
                   size_t cell) {
    size_t at = *from;
    while (at < text->size && seeker->row < row) {
        size_t end = line_end(text, at);
        csv_parse(parser, text->bytes + at, end - at, seek_cell, seek_row, seeker);
        at = end;
    }
    size_t start = at;
    for (; at < text->size && seeker->row == row && seeker->cell != cell; at++) {
        seeker->ended = false;
        csv_parse(parser, text->bytes + at, 1, seek_cell, seek_row, seeker);
        if (seeker->ended)
            start = at + 1;
    }
    *from = at;
    bool tabs = seeker->shape.delimiter == '\t'; /* then a tab is no blank */
    return skip(text, start, cell == 0 ? (tabs ? " \r\n" : " \t\r\n") : tabs ? " " : " \t");
}

static size_t line_at(const CsvText *text, size_t offset, size_t *begin) {
    size_t line = 1;
    *begin = 0;
    for (size_t at = 0; at < offset; at++) {
        bool pair = text->bytes[at] == '\r' && at + 1 < text->size && text->bytes[at + 1] == '\n';
        if ((text->bytes[at] == '\n' || text->bytes[at] == '\r') && !pair) {
            line++;
            *begin = at + 1;
        }
    }
    return line;
}

void csv_fault_write(const CsvText *text, CsvShape shape, const CsvFault *fault, char *error, size_t room) {
    struct csv_parser parser;
    Seeker seeker = {.shape = shape};
    size_t from = 0, begin, column = 1;
    if (!csv_parser_open(&parser, shape)) {
        snprintf(error, room, "%s: %s", text->label, fault->what);
        return;
    }
    size_t offset = seek(text, &parser, &seeker, &from, fault->row, fault->cell), line = line_at(text, offset, &begin);
    csv_free(&parser);
    for (size_t at = begin; at < offset; at++)
        column += ((unsigned char)text->bytes[at] & 0xc0) != 0x80;
    snprintf(error, room, "%s:%zu:%zu: %s", text->label, line, column, fault->what);
}

void csv_find_lines(const CsvText *text, CsvShape shape, size_t counter, const size_t *rows, size_t *lines) {
    struct csv_parser parser;
    Seeker seeker = {.shape = shape};
    size_t from = 0, begin;
    if (counter == 0 || !csv_parser_open(&parser, shape))
        return;
    for (size_t i = 0; i < counter && i < CSV_LINES_SHOWN; i++)
        lines[i] = line_at(text, seek(text, &parser, &seeker, &from, rows[i], 0), &begin);
    csv_free(&parser);
}

/* The common case pays for nothing but itself: libcsv is fed in large chunks and positions are not counted. Only
 * when something is wrong is the text parsed again, byte by byte, up to the bad cell, so that libcsv itself
 * tells where that cell begins. Format: RFC 4180, with LF, CR or CRLF at line ends. */
#include "io/csv.h"

#include "core/num.h"
#include "io/file.h"
#include "io/utf8.h"

#include <assert.h>
#include <csv.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16, CELL_MAX = 1 << 16, SHOWN = 48, FIRST_ROOM = 256 };

typedef struct Text {
    const char *label, *bytes;
    size_t size;
} Text;

/* What is wrong, in words, and in which cell (both counted from 0; rows as libcsv counts them, without blank ones). */
typedef struct Fault {
    bool found;
    size_t row, cell;
    char what[160];
} Fault;

typedef struct Reader {
    CsvData *data;
    size_t room;      /* of x and y */
    size_t row, cell; /* the next cell's */
    double pair[2];   /* this row's numbers */
    bool words[2];    /* of the first row: neither a number nor meant as one */
    char bad[SHOWN];  /* the first row's first cell that is no number */
    size_t bad_cell;
    Fault fault;
} Reader;

/* ---- decode ---- */

/* The text without its byte order mark; false with the fault's words when it is no text. */
static bool decode(Text *text, char *error, size_t room) {
    if (text->size >= 3 && memcmp(text->bytes, "\xef\xbb\xbf", 3) == 0) {
        text->bytes += 3;
        text->size -= 3;
    }
    if (text->size > CSV_BYTES_MAX) {
        snprintf(error, room, "%s: is larger than the limit of %d MB", text->label, CSV_BYTES_MAX >> 20);
        return false;
    }
    const char *nul = text->size ? memchr(text->bytes, 0, text->size) : NULL;
    if (!nul)
        return true;
    size_t line = 1;
    for (const char *at = text->bytes; at < nul; at++)
        line += *at == '\n';
    snprintf(error, room, "%s:%zu:1: is not text (it has a zero byte); save the table as CSV in UTF-8", text->label,
             line);
    return false;
}

/* ---- interpret ---- */

static void fault_set(Reader *reader, size_t cell, const char *what) {
    Fault *fault = &reader->fault;
    if (fault->found)
        return;
    fault->found = true;
    fault->row = reader->row;
    fault->cell = cell;
    snprintf(fault->what, sizeof fault->what, "%s", what);
}

static void fault_number(Reader *reader, size_t cell, const char *shown) {
    char what[SHOWN + 64];
    const char *quote = shown[0] ? "'" : "";
    snprintf(what, sizeof what, "%s%s%s is not a number; write numbers such as 3.5", quote,
             shown[0] ? shown : "an empty cell", quote);
    fault_set(reader, cell, what);
}

/* nan, inf, NA, 1e400, 3.5m, -: a failed number rather than a column's name. */
static bool meant_as_number(const char *text, size_t size) {
    static const char *const WORDS[] = {"nan", "inf", "infinity", "na", "null"};
    size_t sign = size > 0 && (text[0] == '+' || text[0] == '-');
    text += sign;
    size -= sign;
    if (size == 0)
        return sign;
    if ((text[0] >= '0' && text[0] <= '9') || text[0] == '.')
        return true;
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        size_t same = 0;
        while (same < size && WORDS[i][same] && (text[same] | 32) == WORDS[i][same])
            same++;
        if (same == size && !WORDS[i][same])
            return true;
    }
    return false;
}

/* The first row is read as numbers and kept as names, for nobody knows yet which it is. */
static void first_row_cell(Reader *reader, const char *text, size_t size, bool number) {
    size_t cell = reader->cell;
    char *name = cell == 0 ? reader->data->x_name : reader->data->y_name;
    utf8_show(name, CSV_NAME, text, size);
    reader->words[cell] = !number && !meant_as_number(text, size);
    if (!number && reader->bad_cell > cell) {
        reader->bad_cell = cell;
        utf8_show(reader->bad, sizeof reader->bad, text, size);
    }
}

static void cell_seen(void *bytes, size_t size, void *owner) {
    Reader *reader = owner;
    const char *text = bytes ? bytes : "";
    if (reader->cell < 2 && !reader->fault.found) {
        bool number = num_parse(text, size, &reader->pair[reader->cell]);
        if (reader->row == 0) {
            first_row_cell(reader, text, size, number);
        } else if (!number) {
            char shown[SHOWN];
            utf8_show(shown, sizeof shown, text, size);
            fault_number(reader, reader->cell, shown);
        }
    }
    reader->cell++;
}

static bool reserve(Reader *reader) {
    CsvData *data = reader->data;
    if (data->n < reader->room)
        return true;
    size_t room = reader->room ? reader->room * 2 : FIRST_ROOM;
    double *x = realloc(data->x, room * sizeof *x);
    if (x)
        data->x = x;
    double *y = x ? realloc(data->y, room * sizeof *y) : NULL;
    if (!y)
        return false;
    data->y = y;
    reader->room = room;
    return true;
}

static void store(Reader *reader) {
    CsvData *data = reader->data;
    if (data->n == CSV_ROWS_MAX) {
        fault_set(reader, 0, "more rows than the limit of 5000000");
    } else if (!reserve(reader)) {
        fault_set(reader, 0, "not enough memory for this many rows");
    } else {
        data->x[data->n] = reader->pair[0];
        data->y[data->n++] = reader->pair[1];
    }
}

static void row_seen(int end, void *owner) {
    (void)end;
    Reader *reader = owner;
    CsvData *data = reader->data;
    if (reader->cell < 2)
        fault_set(reader, 0, "this row has 1 cell and needs two: x,y");
    else if (reader->cell - 2 > data->extra)
        data->extra = reader->cell - 2;
    bool names = reader->row == 0 && reader->words[0] && reader->words[1];
    if (names)
        data->header = true;
    else if (reader->row == 0 && reader->bad_cell < 2)
        fault_number(reader, reader->bad_cell, reader->bad);
    else if (!reader->fault.found)
        store(reader);
    reader->row++;
    reader->cell = 0;
}

/* ---- parse ---- */

static bool parser_open(struct csv_parser *parser) {
    if (csv_init(parser, 0) != 0)
        return false;
    csv_set_blk_size(parser, CHUNK);
    return true;
}

static void parse(const Text *text, Reader *reader) {
    struct csv_parser parser;
    if (!parser_open(&parser)) {
        fault_set(reader, 0, "not enough memory");
        return;
    }
    for (size_t at = 0; at < text->size && !reader->fault.found; at += CHUNK) {
        size_t part = text->size - at < CHUNK ? text->size - at : CHUNK;
        if (csv_parse(&parser, text->bytes + at, part, cell_seen, row_seen, reader) != part)
            fault_set(reader, reader->cell, "not enough memory for this cell");
        else if (parser.entry_pos > CELL_MAX)
            fault_set(reader, reader->cell, "this cell is very long; is a quote never closed?");
    }
    csv_set_opts(&parser, CSV_STRICT | CSV_STRICT_FINI); /* strict about the last quote, and nothing else */
    if (!reader->fault.found && csv_fini(&parser, cell_seen, row_seen, reader) != 0)
        fault_set(reader, reader->cell, "a quote is opened here and never closed");
    csv_free(&parser);
}

/* ---- where it is ---- */

typedef struct Seeker {
    size_t row, cell; /* the next cell's */
    bool ended;       /* a cell or a row ended at this byte */
} Seeker;

static void seek_cell(void *bytes, size_t size, void *owner) {
    (void)bytes, (void)size;
    Seeker *seeker = owner;
    seeker->cell++;
    seeker->ended = true;
}

static void seek_row(int end, void *owner) {
    (void)end;
    Seeker *seeker = owner;
    seeker->row++;
    seeker->cell = 0;
    seeker->ended = true;
}

/* Offset of the bad cell's first byte that is not blank. */
static size_t fault_offset(const Text *text, const Fault *fault) {
    struct csv_parser parser;
    Seeker seeker = {0, 0, false};
    size_t start = 0;
    if (!parser_open(&parser))
        return 0;
    for (size_t at = 0; at < text->size && (seeker.row != fault->row || seeker.cell != fault->cell); at++) {
        csv_parse(&parser, text->bytes + at, 1, seek_cell, seek_row, &seeker);
        if (seeker.ended)
            start = at + 1;
        seeker.ended = false;
    }
    csv_free(&parser);
    const char *blanks = fault->cell == 0 ? " \t\r\n" : " \t";
    while (start < text->size && strchr(blanks, text->bytes[start]))
        start++;
    return start;
}

static void fault_write(const Text *text, const Fault *fault, char *error, size_t room) {
    size_t offset = fault_offset(text, fault), line = 1, begin = 0, column = 1;
    for (size_t at = 0; at < offset; at++) {
        bool pair = text->bytes[at] == '\r' && at + 1 < text->size && text->bytes[at + 1] == '\n';
        if ((text->bytes[at] == '\n' || text->bytes[at] == '\r') && !pair) {
            line++;
            begin = at + 1;
        }
    }
    for (size_t at = begin; at < offset; at++)
        column += ((unsigned char)text->bytes[at] & 0xc0) != 0x80;
    snprintf(error, room, "%s:%zu:%zu: %s", text->label, line, column, fault->what);
}

/* ---- all of it ---- */

bool csv_read_text(const char *label, const char *bytes, size_t size, CsvData *data, char *error, size_t room) {
    Text text = {label, bytes, size};
    Reader reader = {.data = data, .bad_cell = 2};
    *data = (CsvData){0};
    if (!decode(&text, error, room))
        return false;
    parse(&text, &reader);
    if (!data->header)
        data->x_name[0] = data->y_name[0] = '\0';
    if (reader.fault.found)
        fault_write(&text, &reader.fault, error, room);
    else if (data->n == 0)
        snprintf(error, room, "%s: %s; write rows of x,y such as 1,2.5", label,
                 data->header ? "has a header but no rows" : "has no rows");
    if (!reader.fault.found && data->n > 0)
        return true;
    csv_data_free(data);
    return false;
}

bool csv_read(const char *path, CsvData *data, char *error, size_t room) {
    size_t size;
    *data = (CsvData){0};
    char *bytes = file_read(path, CSV_BYTES_MAX, &size, error, room);
    bool good = bytes && csv_read_text(file_label(path), bytes, size, data, error, room);
    free(bytes);
    return good;
}

void csv_data_free(CsvData *data) {
    free(data->x);
    free(data->y);
    *data = (CsvData){0};
}

/* ---- writing ---- */

static void separate(CsvWriter *writer) {
    if (writer->inside)
        fputc(',', writer->out);
    writer->inside = true;
}

void csv_write_number(CsvWriter *writer, double value) {
    char text[NUM_TEXT];
    separate(writer);
    fwrite(text, 1, num_format(text, value), writer->out);
}

void csv_write_text(CsvWriter *writer, const char *text) {
    separate(writer);
    if (strpbrk(text, ",\"\r\n") || text[0] == ' ' || (text[0] && text[strlen(text) - 1] == ' '))
        csv_fwrite(writer->out, text, strlen(text));
    else
        fputs(text, writer->out);
}

bool csv_write_row(CsvWriter *writer) {
    fputc('\n', writer->out);
    writer->inside = false;
    return !ferror(writer->out);
}

/* Bytes to UTF-8. What cannot be told for certain is told by likelihood: tables hold digits and a few names, so a
 * wrong guess spoils a name and never a number. Sources: RFC 3629; GB 18030 (a character of two bytes has its second
 * from 0x40 on, the common ones of GB 2312 from 0xA1 on; of four bytes, the second and fourth are digits). */
#include "io/csv_parts.h"

#include "io/utf8.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

static size_t line_of(const CsvText *text, const char *place) {
    size_t line = 1;
    for (const char *at = text->bytes; at < place; at++)
        line += *at == '\n';
    return line;
}

/* UTF-16 without a mark: the zeros of its digits and commas are all on one side. */
static const char *zeros_say(const unsigned char *bytes, size_t size) {
    size_t zeros[2] = {0, 0}, most = size < 4096 ? size : 4096;
    for (size_t i = 0; i < most; i++)
        zeros[i % 2] += bytes[i] == 0;
    if (zeros[0] == 0 && zeros[1] * 4 > most)
        return "UTF-16LE";
    return zeros[1] == 0 && zeros[0] * 4 > most ? "UTF-16BE" : NULL;
}

static bool likely_chinese(const unsigned char *bytes, size_t size) {
    size_t pairs = 0, common = 0;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] < 0x80)
            continue;
        if (i + 3 < size && bytes[i + 1] >= '0' && bytes[i + 1] <= '9') {
            i += 3;
            common++;
        } else if (i + 1 < size && bytes[i + 1] >= 0x40) {
            common += bytes[++i] >= 0xa1;
        } else {
            return false;
        }
        pairs++;
    }
    return common * 2 > pairs;
}

/* Replaces the bytes by their conversion; false when they are not in this encoding. */
static bool convert(CsvText *text, const char *encoding, const char *codec) {
    iconv_t converter = iconv_open("UTF-8", codec);
    size_t room = text->size * 3 + 1, left = text->size, spare = room;
    char *out = converter != (iconv_t)-1 ? malloc(room) : NULL, *in = (char *)(size_t)text->bytes, *at = out;
    bool good = out && iconv(converter, &in, &left, &at, &spare) != (size_t)-1 && left == 0;
    if (converter != (iconv_t)-1)
        iconv_close(converter);
    if (!good) {
        free(out);
        return false;
    }
    text->owned = out;
    text->bytes = out;
    text->size = room - spare;
    text->encoding = encoding;
    return true;
}

static bool convert_utf16(CsvText *text, const char *encoding, size_t mark, char *error, size_t room) {
    text->bytes += mark;
    text->size -= mark;
    if (convert(text, encoding, encoding))
        return true;
    snprintf(error, room, "%s: is damaged, or cut short (%s); save the table as CSV in UTF-8", text->label, encoding);
    return false;
}

static bool to_utf8(CsvText *text, char *error, size_t room) {
    static const struct {
        const char *bytes, *encoding;
        size_t size;
    } MARKS[] = {{"\xef\xbb\xbf", "UTF-8", 3}, {"\xff\xfe", "UTF-16LE", 2}, {"\xfe\xff", "UTF-16BE", 2}};
    text->encoding = "UTF-8";
    for (size_t i = 0; i < sizeof MARKS / sizeof *MARKS; i++) {
        if (text->size < MARKS[i].size || memcmp(text->bytes, MARKS[i].bytes, MARKS[i].size) != 0)
            continue;
        if (i > 0)
            return convert_utf16(text, MARKS[i].encoding, MARKS[i].size, error, room);
        text->bytes += MARKS[i].size;
        text->size -= MARKS[i].size;
    }
    const unsigned char *bytes = (const unsigned char *)text->bytes;
    const char *sides = zeros_say(bytes, text->size);
    if (sides)
        return convert_utf16(text, sides, 0, error, room);
    if (utf8_valid(text->bytes, text->size))
        return true;
    if (!(likely_chinese(bytes, text->size) && convert(text, "GB18030", "GB18030")) &&
        !convert(text, "Windows-1252", "WINDOWS-1252"))
        convert(text, "Windows-1252", "ISO-8859-1"); /* which has a meaning for every byte */
    return true;
}

static bool is_control(unsigned char c) { return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f'; }

bool csv_decode(CsvText *text, char *error, size_t room) {
    if (text->size > CSV_BYTES_MAX) {
        snprintf(error, room, "%s: is larger than the limit of %d MB", text->label, CSV_BYTES_MAX >> 20);
        return false;
    }
    if (!to_utf8(text, error, room))
        return false;
    if (text->size > 0 && text->bytes[text->size - 1] == 0x1a)
        text->size--; /* the end mark of DOS */
    size_t at = 0;
    while (at < text->size && !is_control((unsigned char)text->bytes[at]))
        at++;
    if (at == text->size)
        return true;
    snprintf(error, room, "%s:%zu:1: is not text (it has a %s); save the table as CSV in UTF-8", text->label,
             line_of(text, text->bytes + at), text->bytes[at] ? "control character" : "zero byte");
    return false;
}

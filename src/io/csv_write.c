/* Tables to CSV (RFC 4180, with LF at line ends) and to tab-separated text. */
#include "io/csv.h"

#include "core/num.h"

#include <csv.h>
#include <string.h>

static void separate(CsvWriter *writer) {
    if (writer->inside)
        fputc(writer->separator ? writer->separator : ',', writer->out);
    writer->inside = true;
}

void csv_write_number(CsvWriter *writer, double value) {
    char text[NUM_TEXT];
    separate(writer);
    fwrite(text, 1, num_format(text, value), writer->out);
}

void csv_write_text(CsvWriter *writer, const char *text) {
    separate(writer);
    if (writer->separator == '\t')
        for (; *text; text++)
            fputc(strchr("\t\r\n", *text) ? ' ' : *text, writer->out);
    else if (strpbrk(text, ",\"\r\n") || text[0] == ' ' || (text[0] && text[strlen(text) - 1] == ' '))
        csv_fwrite(writer->out, text, strlen(text));
    else
        fputs(text, writer->out);
}

bool csv_write_row(CsvWriter *writer) {
    fputc('\n', writer->out);
    writer->inside = false;
    return !ferror(writer->out);
}

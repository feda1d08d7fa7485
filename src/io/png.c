/* libpng leaves a function that fails by longjmp: each such function here keeps its state in a struct that it is
 * given, so that no local variable is read after the jump. Format: W3C PNG, second edition (sRGB, pHYs, iTXt). */
#include "io/png.h"

#include "io/file.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <png.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { PNG_FILE_MAX = 1 << 29, LONG_TEXT = 1024 }; /* from here on texts are compressed */
static const double METRES_PER_INCH = 0.0254;

typedef struct Failure {
    char why[160];
} Failure;

static void fail(png_structp png, png_const_charp message) {
    Failure *failure = png_get_error_ptr(png);
    snprintf(failure->why, sizeof failure->why, "%s", message);
    png_longjmp(png, 1);
}

static void ignore_warning(png_structp png, png_const_charp message) { (void)png, (void)message; }

/* ---- writing ---- */

typedef struct Writer {
    Failure failure;
    png_structp png;
    png_infop info;
    png_text *texts;
    const unsigned char *rgba;
    int width, height;
    double dpi;
    size_t text_count;
} Writer;

static void write_bytes(png_structp png, png_bytep bytes, size_t size) {
    if (fwrite(bytes, 1, size, png_get_io_ptr(png)) != size)
        png_error(png, strerror(errno));
}

static void flush_nothing(png_structp png) { (void)png; }

static void set_header(Writer *writer) {
    png_set_IHDR(writer->png, writer->info, (png_uint_32)writer->width, (png_uint_32)writer->height, 8,
                 PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(writer->png, writer->info, PNG_sRGB_INTENT_PERCEPTUAL);
    if (writer->dpi > 0) {
        png_uint_32 density = (png_uint_32)lround(fmin(writer->dpi / METRES_PER_INCH, 1e9));
        png_set_pHYs(writer->png, writer->info, density, density, PNG_RESOLUTION_METER);
    }
}

static void set_texts(Writer *writer, const PngText *texts) {
    for (size_t i = 0; i < writer->text_count; i++) {
        png_text *text = &writer->texts[i];
        size_t length = strlen(texts[i].text);
        *text = (png_text){.compression = length < LONG_TEXT ? PNG_ITXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_zTXt};
        text->key = (char *)(uintptr_t)texts[i].key; /* libpng only reads them */
        text->text = (char *)(uintptr_t)texts[i].text;
        text->itxt_length = length;
        text->lang = text->lang_key = NULL;
    }
    if (writer->text_count)
        png_set_text(writer->png, writer->info, writer->texts, (int)writer->text_count);
}

/* False with writer->failure.why. */
static bool write_all(Writer *writer, FILE *out, const PngText *texts) {
    if (setjmp(png_jmpbuf(writer->png)))
        return false;
    png_set_write_fn(writer->png, out, write_bytes, flush_nothing);
    set_header(writer);
    set_texts(writer, texts);
    png_write_info(writer->png, writer->info);
    for (int row = 0; row < writer->height; row++)
        png_write_row(writer->png, writer->rgba + (size_t)row * (size_t)writer->width * 4);
    png_write_end(writer->png, NULL);
    return true;
}

static bool encode(Writer *writer, FILE *out, const PngText *texts) {
    snprintf(writer->failure.why, sizeof writer->failure.why, "not enough memory");
    writer->png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &writer->failure, fail, ignore_warning);
    writer->info = writer->png ? png_create_info_struct(writer->png) : NULL;
    writer->texts = calloc(writer->text_count + 1, sizeof *writer->texts);
    bool good = writer->info && writer->texts && write_all(writer, out, texts);
    png_destroy_write_struct(&writer->png, &writer->info);
    free(writer->texts);
    return good;
}

bool png_save(const char *path, const unsigned char *rgba, int width, int height, double dpi, const PngText *texts,
              size_t text_count, char *error, size_t room) {
    assert(text_count < 1000);
    if (width < 1 || height < 1 || width > PNG_SIDE_MAX || height > PNG_SIDE_MAX) {
        snprintf(error, room, "cannot save %s: %d x %d pixels; each side may have 1 to %d", path, width, height,
                 PNG_SIDE_MAX);
        return false;
    }
    FileSave save;
    if (!file_save_begin(&save, path, error, room))
        return false;
    Writer writer = {.rgba = rgba, .width = width, .height = height, .dpi = dpi, .text_count = text_count};
    if (encode(&writer, save.out, texts))
        return file_save_commit(&save, error, room);
    snprintf(error, room, "cannot save %s: %s", path, writer.failure.why);
    file_save_cancel(&save);
    return false;
}

unsigned char *png_encode(const unsigned char *rgba, int width, int height, size_t *size) {
    char *bytes = NULL;
    *size = 0;
    if (width < 1 || height < 1 || width > PNG_SIDE_MAX || height > PNG_SIDE_MAX)
        return NULL;
    FILE *out = open_memstream(&bytes, size);
    Writer writer = {.rgba = rgba, .width = width, .height = height};
    bool good = out && encode(&writer, out, NULL);
    if (out && fclose(out) != 0)
        good = false;
    if (good)
        return (unsigned char *)bytes;
    free(bytes);
    return NULL;
}

/* ---- reading a text ---- */

typedef struct Finder {
    Failure failure;
    png_structp png;
    png_infop info;
    const unsigned char *bytes;
    size_t size, at;
} Finder;

static void read_bytes(png_structp png, png_bytep out, size_t size) {
    Finder *finder = png_get_io_ptr(png);
    if (size > finder->size - finder->at)
        png_error(png, "the file ends early");
    memcpy(out, finder->bytes + finder->at, size);
    finder->at += size;
}

/* The chunks before the pixels; that is where png_save puts the texts. */
static bool read_info(Finder *finder) {
    if (setjmp(png_jmpbuf(finder->png)))
        return false;
    png_set_read_fn(finder->png, finder, read_bytes);
    png_set_user_limits(finder->png, PNG_SIDE_MAX, PNG_SIDE_MAX);
    png_set_chunk_malloc_max(finder->png, PNG_TEXT_MAX);
    png_read_info(finder->png, finder->info);
    return true;
}

static char *copy_text(Finder *finder, const char *key) {
    png_textp texts = NULL;
    int count = png_get_text(finder->png, finder->info, &texts, NULL);
    for (int i = 0; i < count; i++)
        if (strcmp(texts[i].key, key) == 0)
            return strdup(texts[i].text ? texts[i].text : "");
    snprintf(finder->failure.why, sizeof finder->failure.why, "this picture holds no '%.80s'", key);
    return NULL;
}

bool png_is_png(const void *bytes, size_t size) { return size >= 8 && png_sig_cmp(bytes, 0, 8) == 0; }

char *png_find_text(const char *label, const void *bytes, size_t size, const char *key, char *error, size_t room) {
    Finder finder = {.bytes = bytes, .size = size};
    snprintf(finder.failure.why, sizeof finder.failure.why, "not enough memory");
    finder.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &finder.failure, fail, ignore_warning);
    finder.info = finder.png ? png_create_info_struct(finder.png) : NULL;
    char *text = finder.info && read_info(&finder) ? copy_text(&finder, key) : NULL;
    png_destroy_read_struct(&finder.png, &finder.info, NULL);
    if (!text)
        snprintf(error, room, "%s: %s", label, finder.failure.why);
    return text;
}

char *png_read_text(const char *path, const char *key, char *error, size_t room) {
    size_t size;
    char *bytes = file_read(path, PNG_FILE_MAX, &size, error, room);
    char *text = bytes ? png_find_text(file_label(path), bytes, size, key, error, room) : NULL;
    free(bytes);
    return text;
}

/* Finds the font files: from ATTNLAB_FONT, or from fontconfig in this order: a Latin sans (Inter, else Noto
 * Sans, else DejaVu Sans, else whatever sans there is), DejaVu Sans for mathematics, a font for simplified
 * Chinese, and one more font for each sign of the formulas that none of these has. Static fonts are asked
 * for, because a variable file opens at its default weight. */
#include "gfx/fontfind.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_FONTCONFIG
#include <fontconfig/fontconfig.h>
#endif

static bool known(const FontFile *files, size_t count, const char *path, int index) {
    for (size_t i = 0; i < count; i++)
        if (files[i].index == index && strcmp(files[i].path, path) == 0)
            return true;
    return false;
}

static void add(FontFile *files, size_t *count, const char *path, int index, Font font) {
    if (*count == FONTFIND_MOST || known(files, *count, path, index))
        return;
    char *copy = strdup(path);
    if (copy)
        files[(*count)++] = (FontFile){copy, index, font};
}

/* A file counts as bold if its name says so. */
static size_t list_variable(FontFile *files, const char *value) {
    size_t count = 0;
    char *list = strdup(value);
    char *rest = list, *path;
    while (rest && (path = strsep(&rest, ":"))) {
        char *mark = strrchr(path, '#');
        int index = mark ? atoi(mark + 1) : 0;
        if (mark)
            *mark = '\0';
        if (*path)
            add(files, &count, path, index, strstr(path, "Bold") ? FONT_BOLD : FONT_REGULAR);
    }
    free(list);
    return count;
}

#ifdef HAVE_FONTCONFIG

enum { SIGN_CHINESE = 0x6CE8 };

/* Signs of the interface and the formulas; whichever the chain lacks brings its own font. */
static const uint32_t SIGNS[] = {0x3B1,  0x3C3, 0x3A3, 0x177,  0x1D62, 0x1D40, 0x2016, 0x221A, 0x221E,
                                 0x2248, 0xBD,  0xB2,  0x2212, 0x2192, 0x25B6, 0x25C0, 0x2713, 0x2026};

typedef struct Wish {
    const char *family, *lang; /* either may be NULL */
    Font font;
    uint32_t sign; /* that the font must have */
    bool exact;    /* no substitute for the family */
} Wish;

static FcPattern *pattern_of(const Wish *wish) {
    FcPattern *pattern = FcPatternCreate();
    FcCharSet *signs = FcCharSetCreate();
    FcCharSetAddChar(signs, wish->sign);
    FcPatternAddString(pattern, FC_FAMILY, (const FcChar8 *)(wish->family ? wish->family : "sans-serif"));
    if (wish->lang)
        FcPatternAddString(pattern, FC_LANG, (const FcChar8 *)wish->lang);
    FcPatternAddCharSet(pattern, FC_CHARSET, signs);
    FcPatternAddInteger(pattern, FC_WEIGHT, wish->font == FONT_BOLD ? FC_WEIGHT_BOLD : FC_WEIGHT_REGULAR);
    FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(pattern, FC_VARIABLE, FcFalse);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcPatternAddBool(pattern, FC_COLOR, FcFalse);
    FcCharSetDestroy(signs);
    FcConfigSubstitute(NULL, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    return pattern;
}

/* Whether what fontconfig offers is what was wished: it always offers something. */
static bool grants(FcPattern *match, const Wish *wish) {
    FcChar8 *family;
    FcCharSet *signs;
    FcBool scalable;
    int weight;
    if (FcPatternGetString(match, FC_FAMILY, 0, &family) != FcResultMatch ||
        FcPatternGetCharSet(match, FC_CHARSET, 0, &signs) != FcResultMatch || !FcCharSetHasChar(signs, wish->sign))
        return false;
    if (FcPatternGetBool(match, FC_SCALABLE, 0, &scalable) == FcResultMatch && !scalable)
        return false;
    if (wish->font == FONT_BOLD &&
        (FcPatternGetInteger(match, FC_WEIGHT, 0, &weight) != FcResultMatch || weight < FC_WEIGHT_DEMIBOLD))
        return false;
    return !wish->exact || FcStrCmpIgnoreCase(family, (const FcChar8 *)wish->family) == 0;
}

typedef struct Chain {
    FontFile *files;
    size_t count;
    FcCharSet *signs; /* all that its fonts have */
} Chain;

static bool grant(Chain *chain, const Wish *wish) {
    FcPattern *pattern = pattern_of(wish);
    FcResult result;
    FcPattern *match = FcFontMatch(NULL, pattern, &result);
    FcChar8 *path;
    FcCharSet *signs;
    int index = 0;
    bool granted = match && grants(match, wish) && FcPatternGetString(match, FC_FILE, 0, &path) == FcResultMatch;
    if (granted) {
        FcPatternGetInteger(match, FC_INDEX, 0, &index);
        add(chain->files, &chain->count, (const char *)path, index, wish->font);
        if (FcPatternGetCharSet(match, FC_CHARSET, 0, &signs) == FcResultMatch)
            FcCharSetMerge(chain->signs, signs, NULL);
    }
    if (match)
        FcPatternDestroy(match);
    FcPatternDestroy(pattern);
    return granted;
}

static void grant_latin(Chain *chain) {
    static const char *const FAMILIES[] = {"Inter", "Noto Sans", "DejaVu Sans"};
    for (size_t i = 0; i < sizeof FAMILIES / sizeof *FAMILIES; i++)
        if (grant(chain, &(Wish){FAMILIES[i], NULL, FONT_REGULAR, 'a', true})) {
            grant(chain, &(Wish){FAMILIES[i], NULL, FONT_BOLD, 'a', true});
            return;
        }
    grant(chain, &(Wish){NULL, NULL, FONT_REGULAR, 'a', false});
    grant(chain, &(Wish){NULL, NULL, FONT_BOLD, 'a', false});
}

static size_t list_fontconfig(FontFile *files) {
    Chain chain = {.files = files};
    if (!FcInit() || !(chain.signs = FcCharSetCreate()))
        return 0;
    grant_latin(&chain);
    for (Font font = FONT_REGULAR; font < FONT_COUNT; font++) {
        grant(&chain, &(Wish){"DejaVu Sans", NULL, font, 'a', true});
        if (!grant(&chain, &(Wish){"Noto Sans CJK SC", "zh-cn", font, SIGN_CHINESE, true}))
            grant(&chain, &(Wish){NULL, "zh-cn", font, SIGN_CHINESE, false});
    }
    for (size_t i = 0; chain.count > 0 && i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (!FcCharSetHasChar(chain.signs, SIGNS[i]))
            grant(&chain, &(Wish){NULL, NULL, FONT_REGULAR, SIGNS[i], false});
    FcCharSetDestroy(chain.signs);
    return chain.count;
}

#endif

size_t fontfind_list(FontFile *files, const char **source) {
    const char *value = getenv("ATTNLAB_FONT");
    if (value && *value) {
        *source = "ATTNLAB_FONT";
        return list_variable(files, value);
    }
#ifdef HAVE_FONTCONFIG
    *source = "fontconfig";
    return list_fontconfig(files);
#else
    *source = "ATTNLAB_FONT, which is not set (this build has no fontconfig)";
    return 0;
#endif
}

void fontfind_free(FontFile *files, size_t count) {
    for (size_t i = 0; i < count; i++)
        free(files[i].path);
}

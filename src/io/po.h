/* Translations in gettext's .po format, read at run time: no compiler of catalogues, no locale, and a teacher can
 * edit one in any editor. */
#ifndef IO_PO_H
#define IO_PO_H

#include <stddef.h>

typedef struct Po Po;

/* Reads text[0..size). NULL and one line "label:line: what is wrong" in error when it is malformed. Entries marked
 * fuzzy count as untranslated; contexts and plurals are refused. */
Po *po_parse(const char *label, const char *text, size_t size, char *error, size_t room);
void po_destroy(Po *po);

/* The translation of msgid; NULL when it has none or an empty one (po NULL: none). Lives as long as po. */
const char *po_find(const Po *po, const char *msgid);

/* Entries with a translation, and the i-th of them by msgid order, for tests of completeness. */
size_t po_count(const Po *po);
const char *po_msgid(const Po *po, size_t index);

#endif

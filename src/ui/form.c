/* Building and asking forms. */
#include "ui/form.h"

#include <assert.h>
#include <string.h>

void form_begin(Form *form, const char *title, float width, float left) {
    char focus[sizeof form->focus_before];
    memcpy(focus, form->focus_before, sizeof focus);
    memset(form, 0, sizeof *form);
    memcpy(form->focus_before, focus, sizeof focus);
    form->title = title;
    form->width = width;
    form->left = left;
}

FormRow *form_add(Form *form, FormKind kind, const char *id, const char *caption) {
    if (form->rows == FORM_ROWS)
        form->rows--;
    FormRow *row = &form->row[form->rows++];
    memset(row, 0, sizeof *row);
    row->kind = kind;
    row->id = id;
    row->caption = caption;
    row->lines = 1;
    row->chosen = kind == FORM_LIST || kind == FORM_BUTTONS ? -1 : 0;
    return row;
}

void form_label(FormRow *row, const char *label) {
    if (row->labels < FORM_LABELS)
        row->label[row->labels++] = label;
}

int form_index(const Form *form, const char *id) {
    for (int i = 0; i < form->rows; i++)
        if (strcmp(form->row[i].id, id) == 0)
            return i;
    return -1;
}

FormRow *form_find(Form *form, const char *id) {
    int i = form_index(form, id);
    assert(i >= 0);
    return &form->row[i];
}

bool form_is(const Form *form, FormEventKind kind, const char *id) {
    return form->event.kind == kind && form->event.row == form_index(form, id);
}

bool form_pressed(const Form *form, const char *label) {
    const FormEvent *event = &form->event;
    return event->kind == FORM_PRESSED && strcmp(form->row[event->row].label[event->choice], label) == 0;
}

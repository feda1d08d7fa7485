#include "ui/input.h"
bool input_parse_key(const char *name, KeyPress *key){(void)name;(void)key;return false;}
void input_key_name(KeyPress key, char *name, size_t room){(void)key;(void)room;*name=0;}

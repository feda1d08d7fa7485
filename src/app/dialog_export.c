#include "app/dialogs.h"

void dialogs_export(App *app) { (void)app; }

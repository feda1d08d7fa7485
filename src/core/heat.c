#include "core/engine_parts.h"

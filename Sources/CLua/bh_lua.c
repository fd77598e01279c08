#include "bh_lua.h"

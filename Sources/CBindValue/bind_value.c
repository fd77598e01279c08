#include "bind_value.h"

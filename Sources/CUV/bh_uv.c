#include "bh_uv.h"

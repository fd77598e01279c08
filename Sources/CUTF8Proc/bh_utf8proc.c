#include "bh_utf8proc.h"

#include <utf8proc.h>

const char *bh_utf8proc_version (void) { return utf8proc_version(); }

int bh_columns (uint32_t code_point) {
  int width = utf8proc_charwidth((utf8proc_int32_t)code_point);
  return width < 0 ? 0 : width;
}

#include "bh_utf8proc.h"

#include <utf8proc.h>

int bh_columns (uint32_t code_point) {
  int width = utf8proc_charwidth((utf8proc_int32_t)code_point);
  return width < 0 ? 0 : width;
}

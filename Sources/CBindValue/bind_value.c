#include "bind_value.h"

#include <stdio.h>
#include <string.h>

size_t bh_number_text (double number, char *text) {
  /* the longest is "-1.2345678901234e-308": the ".0" always fits */
  int length = snprintf(text, BH_NUMBER_ROOM, "%.14g", number);
  if (text[strspn(text, "-0123456789")] == '\0') {
    memcpy(text + length, ".0", 3);
    length += 2;
  }
  return (size_t)length;
}

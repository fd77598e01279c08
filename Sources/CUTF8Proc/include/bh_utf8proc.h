/*
** How many columns of a terminal a code point takes, by libutf8proc.
*/
#ifndef BH_UTF8PROC_H
#define BH_UTF8PROC_H

#include <stdint.h>

/* 0 for what joins the character before it, 1, or 2 for what is wide. */
int bh_columns (uint32_t code_point);

/* Such as "2.8.0". */
const char *bh_utf8proc_version (void);

#endif

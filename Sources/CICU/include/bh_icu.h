/*
** Time zones by ICU, which carries the rules of the world's zones. The library is opened on first use: a script without a
** calendar never pays for it. One thread at a time.
*/
#ifndef BH_ICU_H
#define BH_ICU_H

#include <stdint.h>

typedef struct bh_zone bh_zone;

/* Opens the library; a second call does nothing. Returns NULL, or one sentence that says why it cannot be used. */
const char *bh_icu_open (void);
/* What it was built for; another major version is another library. */
const char *bh_icu_version (void);

/* A zone by its IANA name, such as "Europe/Berlin". NULL when there is none of that name. Never freed: zones are few. */
bh_zone *bh_icu_zone (const char *name);

/* The machine's own zone, written with a final NUL. Returns 0, or -1 when it is not known. */
int bh_icu_host_zone (char *name, int size);

/* Seconds east of Greenwich at that time (seconds since 1970, UTC). */
int32_t bh_icu_offset (bh_zone *zone, int64_t time);

/* The first change of the offset after that time, in seconds since 1970. Returns 0, or -1 when there is none. */
int bh_icu_next_change (bh_zone *zone, int64_t time, int64_t *change);

/* The number of zone names, and one of them, valid until the next call. */
int bh_icu_name_count (void);
const char *bh_icu_name (int index);

#endif

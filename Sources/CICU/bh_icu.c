#include "bh_icu.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/ucal.h>
#include <unicode/uenum.h>

/* ICU's functions have its version in their names: `ucal_open` is `ucal_open_72`. */
#define TEXT(word) #word
#define NAME(word) TEXT(word)
#define LIBRARY "libicui18n.so." NAME(U_ICU_VERSION_MAJOR_NUM)
#define COMMON "libicuuc.so." NAME(U_ICU_VERSION_MAJOR_NUM)

enum { NAME_SIZE = 64 };

struct bh_zone { UCalendar *calendar; };

static struct {
  void *library;
  void *common;
  char problem[256];
  __typeof__(&ucal_open) open;
  __typeof__(&ucal_setMillis) set_millis;
  __typeof__(&ucal_get) get;
  __typeof__(&ucal_getTimeZoneTransitionDate) transition;
  __typeof__(&ucal_getCanonicalTimeZoneID) canonical;
  __typeof__(&ucal_getHostTimeZone) host;
  __typeof__(&ucal_openTimeZones) names;
  __typeof__(&uenum_count) count;
  __typeof__(&uenum_reset) reset;
  __typeof__(&uenum_next) next;
} icu;

static int load (void *library, const char *name, void *function) {
  void *found = dlsym(library, name);
  if (found == NULL) {
    snprintf(icu.problem, sizeof icu.problem, "%s has no %s", LIBRARY, name);
    return 0;
  }
  memcpy(function, &found, sizeof found);
  return 1;
}

const char *bh_icu_open (void) {
  if (icu.library != NULL) return icu.problem[0] != '\0' ? icu.problem : NULL;
  icu.common = dlopen(COMMON, RTLD_NOW | RTLD_LOCAL);
  icu.library = icu.common != NULL ? dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (icu.library == NULL) {
    const char *reason = dlerror();
    snprintf(icu.problem, sizeof icu.problem, "%s", reason != NULL ? reason : LIBRARY " cannot be opened");
    return icu.problem;
  }
  icu.problem[0] = '\0';
  if (load(icu.library, NAME(ucal_open), &icu.open)
      && load(icu.library, NAME(ucal_setMillis), &icu.set_millis)
      && load(icu.library, NAME(ucal_get), &icu.get)
      && load(icu.library, NAME(ucal_getTimeZoneTransitionDate), &icu.transition)
      && load(icu.library, NAME(ucal_getCanonicalTimeZoneID), &icu.canonical)
      && load(icu.library, NAME(ucal_getHostTimeZone), &icu.host)
      && load(icu.library, NAME(ucal_openTimeZones), &icu.names)
      && load(icu.common, NAME(uenum_count), &icu.count)
      && load(icu.common, NAME(uenum_reset), &icu.reset)
      && load(icu.common, NAME(uenum_next), &icu.next))
    return NULL;
  return icu.problem;
}

const char *bh_icu_version (void) { return U_ICU_VERSION; }

/* Names of zones are ASCII. */
static int widen (const char *text, UChar *wide) {
  int length = 0;
  for (; text[length] != '\0'; length++) {
    if (length == NAME_SIZE - 1 || (unsigned char)text[length] >= 0x80) return -1;
    wide[length] = (UChar)text[length];
  }
  wide[length] = 0;
  return length;
}

static int narrow (const UChar *wide, int length, char *text, int size) {
  if (length >= size) return -1;
  for (int i = 0; i < length; i++) {
    if (wide[i] >= 0x80) return -1;
    text[i] = (char)wide[i];
  }
  text[length] = '\0';
  return 0;
}

bh_zone *bh_icu_zone (const char *name) {
  UChar wide[NAME_SIZE], canonical[NAME_SIZE];
  UErrorCode status = U_ZERO_ERROR;
  UBool is_system = 0;
  int length = widen(name, wide);
  if (length <= 0) return NULL;
  icu.canonical(wide, length, canonical, NAME_SIZE, &is_system, &status);
  if (U_FAILURE(status) || !is_system) return NULL;
  UCalendar *calendar = icu.open(wide, length, "en_US_POSIX", UCAL_GREGORIAN, &status);
  if (U_FAILURE(status)) return NULL;
  bh_zone *zone = malloc(sizeof *zone);
  if (zone == NULL) abort();
  zone->calendar = calendar;
  return zone;
}

int bh_icu_host_zone (char *name, int size) {
  UChar wide[NAME_SIZE];
  UErrorCode status = U_ZERO_ERROR;
  int length = icu.host(wide, NAME_SIZE, &status);
  if (U_FAILURE(status) || length <= 0 || length >= NAME_SIZE) return -1;
  return narrow(wide, length, name, size);
}

int32_t bh_icu_offset (bh_zone *zone, int64_t time) {
  UErrorCode status = U_ZERO_ERROR;
  icu.set_millis(zone->calendar, (double)time * 1000.0, &status);
  int32_t offset = icu.get(zone->calendar, UCAL_ZONE_OFFSET, &status) + icu.get(zone->calendar, UCAL_DST_OFFSET, &status);
  return U_FAILURE(status) ? 0 : offset / 1000;
}

int bh_icu_next_change (bh_zone *zone, int64_t time, int64_t *change) {
  UErrorCode status = U_ZERO_ERROR;
  UDate found = 0;
  icu.set_millis(zone->calendar, (double)time * 1000.0, &status);
  if (!icu.transition(zone->calendar, UCAL_TZ_TRANSITION_NEXT, &found, &status) || U_FAILURE(status)) return -1;
  *change = (int64_t)(found / 1000.0);
  return 0;
}

static UEnumeration *all_names (void) {
  static UEnumeration *names;
  UErrorCode status = U_ZERO_ERROR;
  if (names == NULL) names = icu.names(&status);
  return names;
}

int bh_icu_name_count (void) {
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration *names = all_names();
  return names != NULL ? icu.count(names, &status) : 0;
}

const char *bh_icu_name (int index) {
  UErrorCode status = U_ZERO_ERROR;
  UEnumeration *names = all_names();
  if (index == 0) icu.reset(names, &status);
  return icu.next(names, NULL, &status);
}

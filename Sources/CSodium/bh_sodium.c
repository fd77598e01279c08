#include "bh_sodium.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>

#define FUNCTIONS(F) F(sodium_init) F(sodium_version_string) F(crypto_hash_sha256)

/* All there, or not open. */
static struct {
#define FIELD(name) __typeof__(&name) name;
  FUNCTIONS(FIELD)
#undef FIELD
} sodium;

static pthread_once_t opened = PTHREAD_ONCE_INIT;
static char trouble[200];

static void open_library (void) {
  void *library = dlopen("libsodium.so.23", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    snprintf(trouble, sizeof trouble, "%s", dlerror());
    return;
  }
#define FIND(name) \
  sodium.name = (__typeof__(sodium.name))dlsym(library, #name); \
  if (sodium.name == NULL) snprintf(trouble, sizeof trouble, "libsodium.so.23 has no " #name);
  FUNCTIONS(FIND)
#undef FIND
  if (trouble[0] == '\0' && sodium.sodium_init() < 0) snprintf(trouble, sizeof trouble, "libsodium.so.23 cannot start");
}

const char *bh_sodium_open (void) {
  pthread_once(&opened, open_library);
  return trouble[0] != '\0' ? trouble : NULL;
}

const char *bh_sodium_version (void) { return sodium.sodium_version_string(); }

_Static_assert(BH_SHA256_BYTES == crypto_hash_sha256_BYTES, "the size of a SHA-256 digest");

void bh_sodium_sha256 (unsigned char digest[BH_SHA256_BYTES], const unsigned char *bytes, size_t count) {
  sodium.crypto_hash_sha256(digest, bytes, count);
}

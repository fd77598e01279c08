#include "bh_sodium.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sodium.h>
#include <stdio.h>

_Static_assert(BH_SHA256_BYTES == crypto_hash_sha256_BYTES, "the size of a SHA-256 digest");
_Static_assert(BH_SECRET_KEY_BYTES == crypto_aead_xchacha20poly1305_ietf_KEYBYTES, "the key of the cipher");
_Static_assert(BH_SECRET_NONCE_BYTES == crypto_aead_xchacha20poly1305_ietf_NPUBBYTES, "its nonce");
_Static_assert(BH_SECRET_TAG_BYTES == crypto_aead_xchacha20poly1305_ietf_ABYTES, "its tag");

#define FUNCTIONS(F) \
  F(sodium_init) F(sodium_version_string) F(randombytes_buf) F(crypto_generichash) F(crypto_hash_sha256) \
  F(crypto_aead_xchacha20poly1305_ietf_encrypt) F(crypto_aead_xchacha20poly1305_ietf_decrypt)

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
#define FIND(function) \
  sodium.function = (__typeof__(sodium.function))dlsym(library, #function); \
  if (sodium.function == NULL) snprintf(trouble, sizeof trouble, "libsodium.so.23 has no " #function);
  FUNCTIONS(FIND)
#undef FIND
  if (trouble[0] == '\0' && sodium.sodium_init() < 0) snprintf(trouble, sizeof trouble, "libsodium.so.23 cannot start");
}

const char *bh_sodium_open (void) {
  pthread_once(&opened, open_library);
  return trouble[0] != '\0' ? trouble : NULL;
}

const char *bh_sodium_version (void) { return sodium.sodium_version_string(); }

void bh_sodium_sha256 (unsigned char digest[BH_SHA256_BYTES], const unsigned char *bytes, size_t count) {
  sodium.crypto_hash_sha256(digest, bytes, count);
}

void bh_random_bytes (unsigned char *bytes, size_t count) { sodium.randombytes_buf(bytes, count); }

void bh_seal (unsigned char *sealed, const unsigned char *text, size_t count, const unsigned char *about,
              size_t about_count, const unsigned char key[BH_SECRET_KEY_BYTES]) {
  sodium.randombytes_buf(sealed, BH_SECRET_NONCE_BYTES);
  sodium.crypto_aead_xchacha20poly1305_ietf_encrypt(
      sealed + BH_SECRET_NONCE_BYTES, NULL, text, count, about, about_count, NULL, sealed, key);
}

bool bh_unseal (unsigned char *text, const unsigned char *sealed, size_t count, const unsigned char *about,
                size_t about_count, const unsigned char key[BH_SECRET_KEY_BYTES]) {
  if (count < BH_SECRET_NONCE_BYTES + BH_SECRET_TAG_BYTES) return false;
  return sodium.crypto_aead_xchacha20poly1305_ietf_decrypt(
             text, NULL, NULL, sealed + BH_SECRET_NONCE_BYTES, count - BH_SECRET_NONCE_BYTES, about, about_count, sealed,
             key) == 0;
}

void bh_key_from (unsigned char key[BH_SECRET_KEY_BYTES], const unsigned char *bytes, size_t count) {
  sodium.crypto_generichash(key, BH_SECRET_KEY_BYTES, bytes, count, NULL, 0);
}

/*
** libsodium for Swift: opened on first use, since most runs need none of it. Nothing links it.
*/
#ifndef BH_SODIUM_H
#define BH_SODIUM_H

#include <stdbool.h>
#include <stddef.h>

enum {
  BH_SECRET_KEY_BYTES = 32,
  BH_SECRET_NONCE_BYTES = 24,
  BH_SECRET_TAG_BYTES = 16
};

/*
** Opens libsodium.so.23, once. NULL, or why it cannot be used; then nothing below may be called. From any thread.
*/
const char *bh_sodium_open (void);
/* Of the open library, such as "1.0.18". */
const char *bh_sodium_version (void);

#define BH_SHA256_BYTES 32

/* SHA-256 of the bytes. */
void bh_sodium_sha256 (unsigned char digest[BH_SHA256_BYTES], const unsigned char *bytes, size_t count);

void bh_random_bytes (unsigned char *bytes, size_t count);

/*
** XChaCha20-Poly1305. 'sealed' has room for a nonce, which is made here, the text and a tag. 'about' is not part of it and
** has to be the same when it is opened.
*/
void bh_seal (unsigned char *sealed, const unsigned char *text, size_t count, const unsigned char *about,
              size_t about_count, const unsigned char key[BH_SECRET_KEY_BYTES]);
/* False: it was made with another key, for another 'about', or changed since. 'text' has room for all but nonce and tag. */
bool bh_unseal (unsigned char *text, const unsigned char *sealed, size_t count, const unsigned char *about,
                size_t about_count, const unsigned char key[BH_SECRET_KEY_BYTES]);

/* A key out of bytes of any length, which are as hard to guess as the key is to be (BLAKE2b). */
void bh_key_from (unsigned char key[BH_SECRET_KEY_BYTES], const unsigned char *bytes, size_t count);

#endif

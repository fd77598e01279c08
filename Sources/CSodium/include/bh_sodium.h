/*
** libsodium for Swift: opened on first use, since most runs need none of it. Nothing links it.
*/
#ifndef BH_SODIUM_H
#define BH_SODIUM_H

#include <stdbool.h>
#include <stddef.h>

/*
** Opens libsodium.so.23, once. NULL, or why it cannot be used, in the loader's words; then nothing below may be
** called. From any thread.
*/
const char *bh_sodium_open (void);
/* Of the open library, such as "1.0.18". */
const char *bh_sodium_version (void);

#define BH_SHA256_BYTES 32

/* SHA-256 of the bytes. */
void bh_sodium_sha256 (unsigned char digest[BH_SHA256_BYTES], const unsigned char *bytes, size_t count);

#endif

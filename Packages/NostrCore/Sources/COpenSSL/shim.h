#ifndef BUZZ_COPENSSL_SHIM_H
#define BUZZ_COPENSSL_SHIM_H

// SHA256_Init/Update/Final are marked deprecated in OpenSSL 3 but cost 80 ns for a short input, where the
// replacement costs 200 to 950 ns; an event id is such an input.
#define OPENSSL_SUPPRESS_DEPRECATED 1

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#endif

#ifndef BUZZ_COPENSSL_SHIM_H
#define BUZZ_COPENSSL_SHIM_H

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#endif

#ifndef BUZZ_CSECP256K1_SHIM_H
#define BUZZ_CSECP256K1_SHIM_H

#include <secp256k1.h>
#include <secp256k1_ecdh.h>
#include <secp256k1_extrakeys.h>
#include <secp256k1_schnorrsig.h>

// The library declares its static context as a variable, which Swift 6 may not read from several threads; nothing
// ever writes it.
static inline const secp256k1_context *buzz_secp256k1_static_context(void) {
    return secp256k1_context_static;
}

// Wipes a key pair through a volatile pointer: a plain store to a value that dies next would be optimised away.
static inline void buzz_secp256k1_wipe_keypair(secp256k1_keypair *pair) {
    volatile unsigned char *byte = (volatile unsigned char *)pair->data;
    for (unsigned long index = 0; index < sizeof pair->data; index++) {
        byte[index] = 0;
    }
}

#endif

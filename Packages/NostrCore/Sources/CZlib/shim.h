#ifndef BUZZ_CZLIB_SHIM_H
#define BUZZ_CZLIB_SHIM_H

#include <zlib.h>

/* deflateInit2 is a macro: raw deflate without a header, the widest window, the library's default effort and memory. */
static inline int buzz_zlib_deflate_raw(z_stream *stream) {
    return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}

/* inflateInit2 is a macro: raw deflate without a header, any window. */
static inline int buzz_zlib_inflate_raw(z_stream *stream) { return inflateInit2(stream, -15); }

#endif

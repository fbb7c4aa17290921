#ifndef BUZZ_CCURL_SHIM_H
#define BUZZ_CCURL_SHIM_H

#include <curl/curl.h>

/* Swift can't call variadic C functions, nor see macros made of other macros. Each function here gives one such call a
   fixed type and adds nothing. */

/* CURL_GLOBAL_DEFAULT is a macro over macros. */
static inline CURLcode buzz_curl_global_init(void) { return curl_global_init(CURL_GLOBAL_DEFAULT); }

/* curl_easy_setopt is variadic: options that take a long. */
static inline CURLcode buzz_curl_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

/* curl_easy_setopt is variadic: options that take a size in 64 bits. */
static inline CURLcode buzz_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

/* curl_easy_setopt is variadic: options that copy a C string; NULL takes the library's default away. */
static inline CURLcode buzz_curl_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

/* curl_easy_setopt is variadic: options that keep a pointer, such as a callback's context. */
static inline CURLcode buzz_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

/* curl_easy_setopt is variadic, and the blob's flag is a macro: options that copy bytes. */
static inline CURLcode buzz_curl_set_blob(CURL *handle, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(handle, option, &blob);
}

/* curl_easy_setopt is variadic: the body, header and read callbacks, which share one shape. */
static inline CURLcode buzz_curl_set_transfer_callback(
    CURL *handle, CURLoption option, size_t (*callback)(char *, size_t, size_t, void *)) {
    return curl_easy_setopt(handle, option, callback);
}

/* curl_easy_setopt is variadic: the callback that rewinds a request body. */
static inline CURLcode buzz_curl_set_seek_callback(CURL *handle, int (*callback)(void *, curl_off_t, int)) {
    return curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, callback);
}

/* curl_easy_setopt is variadic: the callback that reports progress. */
static inline CURLcode buzz_curl_set_progress_callback(
    CURL *handle, int (*callback)(void *, curl_off_t, curl_off_t, curl_off_t, curl_off_t)) {
    return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, callback);
}

/* curl_easy_setopt is variadic: the callback between connecting and sending. */
static inline CURLcode buzz_curl_set_connected_callback(
    CURL *handle, int (*callback)(void *, char *, char *, int, int)) {
    return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, callback);
}

/* curl_easy_getinfo is variadic: results that are a long; -1 where there is none. */
static inline long buzz_curl_get_long(CURL *handle, CURLINFO info) {
    long value = -1;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : -1;
}

/* curl_easy_getinfo is variadic: results that are a string owned by the handle; NULL where there is none. */
static inline const char *buzz_curl_get_text(CURL *handle, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(handle, info, &value) == CURLE_OK ? value : NULL;
}

/* curl_easy_getinfo is variadic: the socket of a handle that only connected; CURL_SOCKET_BAD where there is none. */
static inline curl_socket_t buzz_curl_get_socket(CURL *handle) {
    curl_socket_t value = CURL_SOCKET_BAD;
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, &value) == CURLE_OK ? value : CURL_SOCKET_BAD;
}

/* curl_multi_setopt is variadic: options that take a long. */
static inline CURLMcode buzz_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

/* CURLMsg keeps its result in a union. */
static inline CURLcode buzz_curl_message_result(const CURLMsg *message) { return message->data.result; }

#endif

#ifndef BUZZ_CMICROHTTPD_SHIM_H
#define BUZZ_CMICROHTTPD_SHIM_H

#include <arpa/inet.h>
#include <microhttpd.h>
#include <string.h>

struct buzz_mhd_settings {
    uint16_t port;
    size_t connection_memory;
    unsigned int connections;
    unsigned int connections_per_address;
};

// Changes nothing: the target of a request must reach the application byte for byte.
static inline size_t buzz_mhd_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void)context;
    (void)connection;
    return strlen(text);
}

// MHD_start_daemon is variadic, which Swift does not import.
static inline struct MHD_Daemon *buzz_mhd_start(
    struct buzz_mhd_settings settings, MHD_AccessHandlerCallback access,
    void *(*target)(void *, const char *, struct MHD_Connection *), MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *context) {
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(settings.port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, settings.port, NULL, NULL, access,
        context, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address, MHD_OPTION_URI_LOG_CALLBACK, target, context,
        MHD_OPTION_UNESCAPE_CALLBACK, &buzz_mhd_keep_escapes, (void *)NULL, MHD_OPTION_NOTIFY_COMPLETED, completed,
        context, MHD_OPTION_NOTIFY_CONNECTION, connection, context, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        settings.connection_memory, MHD_OPTION_CONNECTION_LIMIT, settings.connections,
        MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings.connections_per_address, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic.
static inline uint16_t buzz_mhd_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

// MHD_get_connection_info is variadic.
static inline int buzz_mhd_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

// A macro with a cast.
static inline ssize_t buzz_mhd_end_with_error(void) {
    return MHD_CONTENT_READER_END_WITH_ERROR;
}

#endif

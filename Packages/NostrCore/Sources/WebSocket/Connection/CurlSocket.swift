// The only file of this target that touches libcurl's pointers.

internal import CCurl
internal import HTTPTransport

/// A connected socket, TLS included, from libcurl: it resolves, connects and verifies, then moves bytes as
/// they are.
///
/// All calls but ``wakeUp()`` come from one thread, that of its ``ConnectionLoop``.
@safe final class CurlSocket: @unchecked Sendable {
    // Unchecked Sendable: everything is used on the loop's thread; wakeUp() alone comes from others, under
    // the lock of the mailbox that lets go of the socket before it is closed, and curl_multi_wakeup may be
    // called from any thread.
    private let multi: UnsafeMutableRawPointer
    private let easy: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    // OpenSSL wants a write that would have blocked to be repeated from the same place with the same length.
    private let staging: UnsafeMutableBufferPointer<UInt8>
    private var staged = 0..<0

    /// Initialises the library once per process; false if it could not be.
    private static let isLibraryReady = buzz_curl_global_init() == CURLE_OK

    enum Opening: Equatable {
        case underWay
        case open
        case failed(WebSocketError)
    }

    enum Received: Equatable {
        case bytes([UInt8])
        case wouldBlock
        case ended
        case failed(reason: String)
    }

    enum Sent: Equatable {
        case all
        case wouldBlock
        case failed(reason: String)
    }

    /// Nil without memory.
    init?() {
        guard Self.isLibraryReady, let multi = unsafe curl_multi_init() else {
            return nil
        }
        guard let easy = unsafe curl_easy_init() else {
            unsafe curl_multi_cleanup(multi)
            return nil
        }
        unsafe self.multi = unsafe multi
        unsafe self.easy = unsafe easy
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        unsafe buffer = .allocate(capacity: 16 << 10)
        unsafe buffer.initialize(repeating: 0)
        unsafe staging = .allocate(capacity: 16 << 10)
        unsafe staging.initialize(repeating: 0)
    }

    deinit {
        unsafe curl_multi_remove_handle(multi, easy)
        unsafe curl_easy_cleanup(easy)
        unsafe curl_multi_cleanup(multi)
        unsafe errorText.deallocate()
        unsafe buffer.deallocate()
        unsafe staging.deallocate()
    }

    /// Begins to connect; false if libcurl refuses an option.
    func open(_ address: WebSocketAddress, trust: TLSTrust, milliseconds: Int) -> Bool {
        var isSet = true
        func set(_ option: CURLoption, _ value: Int) {
            if unsafe buzz_curl_set_long(easy, option, value) != CURLE_OK { isSet = false }
        }
        func set(_ option: CURLoption, text: String?) {
            if unsafe buzz_curl_set_text(easy, option, text) != CURLE_OK { isSet = false }
        }
        if unsafe buzz_curl_set_pointer(easy, CURLOPT_ERRORBUFFER, errorText) != CURLE_OK { isSet = false }
        set(CURLOPT_URL, text: address.httpURL)
        set(CURLOPT_CONNECT_ONLY, 1)
        set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        set(CURLOPT_SSL_ENABLE_ALPN, 0)
        set(CURLOPT_PROTOCOLS_STR, text: "http,https")
        set(CURLOPT_PROXY, text: "")
        set(CURLOPT_NOPROXY, text: "*")
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_TCP_NODELAY, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, max(1, milliseconds))
        if address.isSecure {
            set(CURLOPT_SSL_VERIFYPEER, 1)
            set(CURLOPT_SSL_VERIFYHOST, 2)
            set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
            if case .pem(let authorities) = trust {
                // The directory of the system's authorities would stay trusted beside the blob.
                set(CURLOPT_CAINFO, text: nil)
                set(CURLOPT_CAPATH, text: nil)
                let bytes = Array(authorities.utf8)
                if unsafe buzz_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, bytes, bytes.count) != CURLE_OK {
                    isSet = false
                }
            }
        }
        return unsafe isSet && curl_multi_add_handle(multi, easy) == CURLM_OK
    }

    /// Takes the opening as far as it goes without waiting.
    func advance(_ address: WebSocketAddress) -> Opening {
        var running: CInt = 0
        unsafe curl_multi_perform(multi, &running)
        var left: CInt = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let code = unsafe buzz_curl_message_result(message)
            guard code == CURLE_OK else { return .failed(error(code, host: address.host)) }
            return unsafe buzz_curl_get_socket(easy) == CURL_SOCKET_BAD
                ? .failed(.connect(host: address.host, reason: "no socket")) : .open
        }
        return .underWay
    }

    private func error(_ code: CURLcode, host: String) -> WebSocketError {
        let reason = text(code)
        switch code.rawValue {
        case 3, 4: return .invalidURL(reason: "libcurl refuses it")
        case 6: return .resolve(host: host)
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98:
            return .tls(host: host, reason: reason)
        default: return .connect(host: host, reason: reason)
        }
    }

    /// The library's own words, at most 200 characters without control characters.
    private func text(_ code: CURLcode) -> String {
        let text =
            unsafe errorText.pointee == 0
            ? unsafe String(cString: curl_easy_strerror(code)) : unsafe String(cString: errorText)
        return String(text.prefix(200).map { $0.isASCII && ($0.asciiValue ?? 0) >= 0x20 ? $0 : " " })
    }

    // MARK: Waiting

    /// Waits for the opening to go on, or for ``wakeUp()``.
    func waitForOpening(milliseconds: Int32) {
        unsafe curl_multi_poll(multi, nil, 0, milliseconds, nil)
    }

    /// Waits until the socket may be read or written, as asked, or for ``wakeUp()``.
    func wait(toRead: Bool, toWrite: Bool, milliseconds: Int32) {
        let events = (toRead ? Int16(CURL_WAIT_POLLIN) : 0) | (toWrite ? Int16(CURL_WAIT_POLLOUT) : 0)
        var watch = unsafe curl_waitfd(fd: buzz_curl_get_socket(easy), events: events, revents: 0)
        // With nothing asked, a socket that has ended would still end the wait at once, again and again.
        unsafe curl_multi_poll(multi, &watch, events == 0 ? 0 : 1, milliseconds, nil)
    }

    /// Ends a wait early, from any thread.
    func wakeUp() { unsafe curl_multi_wakeup(multi) }

    // MARK: Bytes

    /// What is there next, at most 16 KiB.
    func receive() -> Received {
        var count = 0
        let code = unsafe curl_easy_recv(easy, buffer.baseAddress, buffer.count, &count)
        switch code {
        case CURLE_OK where count > 0: return unsafe .bytes(Array(buffer[..<count]))
        case CURLE_OK: return .ended
        case CURLE_AGAIN: return .wouldBlock
        default: return .failed(reason: text(code))
        }
    }

    /// Sends from the front of the output, and takes off what it has taken over.
    func send(_ output: inout OutputQueue) -> Sent {
        while true {
            if staged.isEmpty {
                guard !output.isEmpty else { return .all }
                let piece = output.take(atMost: unsafe staging.count)
                _ = unsafe UnsafeMutableBufferPointer(rebasing: staging[..<piece.count]).update(
                    fromContentsOf: piece)
                staged = 0..<piece.count
            }
            var count = 0
            let code = unsafe curl_easy_send(
                easy, staging.baseAddress.map { unsafe $0 + staged.lowerBound }, staged.count, &count)
            switch code {
            case CURLE_OK where count > 0: staged = (staged.lowerBound + count)..<staged.upperBound
            case CURLE_OK, CURLE_AGAIN: return .wouldBlock
            default: return .failed(reason: text(code))
            }
        }
    }

    /// How many bytes were taken over and not sent yet.
    var stagedCount: Int { staged.count }
}

// The only file that touches libcurl's pointers.

internal import CCurl

/// The library as a whole.
enum CurlLibrary {
    /// Initialises the library once per process; false if it could not be.
    static let isReady = buzz_curl_global_init() == CURLE_OK
}

/// A multi handle: moves many transfers on one thread.
///
/// All calls but ``wakeUp()`` come from the thread of its ``TransferLoop``.
@safe final class CurlMulti: @unchecked Sendable {
    // Unchecked Sendable: `handle` is written in init and in close(), which the loop's thread calls after the inbox has
    // ended; wakeUp() is called under the inbox's lock and only before that, and curl_multi_wakeup may be called from
    // any thread.
    private var handle: UnsafeMutableRawPointer?

    /// A finished transfer.
    struct Completion {
        let id: UInt
        let code: CURLcode
    }

    init?(_ configuration: CurlTransport.Configuration) {
        guard CurlLibrary.isReady, let handle = unsafe curl_multi_init() else { return nil }
        unsafe self.handle = unsafe handle
        let connections = max(1, configuration.connectionsPerHost)
        guard
            unsafe buzz_curl_multi_set_long(handle, CURLMOPT_MAX_HOST_CONNECTIONS, connections) == CURLM_OK,
            unsafe buzz_curl_multi_set_long(handle, CURLMOPT_MAX_CONCURRENT_STREAMS, 1000) == CURLM_OK
        else { return nil }
    }

    deinit { close() }

    /// Closes every kept connection.
    func close() {
        guard let handle = unsafe handle else { return }
        unsafe curl_multi_cleanup(handle)
        unsafe self.handle = nil
    }

    /// Ends a ``poll(milliseconds:)`` early, from any thread.
    func wakeUp() {
        guard let handle = unsafe handle else { return }
        unsafe curl_multi_wakeup(handle)
    }

    func add(_ easy: CurlEasy) throws(HTTPError) {
        let status = unsafe curl_multi_add_handle(handle, easy.handle)
        guard status == CURLM_OK else { throw Self.error(status, "curl_multi_add_handle") }
    }

    /// Takes a handle out, finished or not.
    ///
    /// It fails only for a handle that is not in, which then needs nothing.
    func remove(_ easy: CurlEasy) {
        unsafe curl_multi_remove_handle(handle, easy.handle)
    }

    /// Moves every transfer as far as it goes without waiting.
    func perform() {
        var running: CInt = 0
        // Its errors are for misuse and lack of memory; transfers end through their own results and times.
        unsafe curl_multi_perform(handle, &running)
    }

    /// Waits for a socket, a timer of the library, ``wakeUp()`` or the given time.
    func poll(milliseconds: Int32) {
        unsafe curl_multi_poll(handle, nil, 0, milliseconds, nil)
    }

    func nextCompletion() -> Completion? {
        var left: CInt = 0
        while let message = unsafe curl_multi_info_read(handle, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let identity = unsafe buzz_curl_get_text(message.pointee.easy_handle, CURLINFO_PRIVATE)
            return unsafe Completion(
                id: UInt(bitPattern: identity), code: buzz_curl_message_result(message))
        }
        return nil
    }

    private static func error(_ status: CURLMcode, _ operation: String) -> HTTPError {
        let text = unsafe String(cString: curl_multi_strerror(status))
        return .protocolError(code: Int(status.rawValue), reason: "\(operation): \(text)")
    }
}

/// An easy handle with what must live as long as its transfer: error text, header list, callbacks' context.
///
/// Stays on the thread of its ``TransferLoop``.
@safe final class CurlEasy {
    fileprivate let handle: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    /// What the handle works on; nil while it is spare.
    private(set) var transfer: Transfer?
    private var setting: (option: CURLoption, status: CURLcode)?

    init?() {
        guard let handle = unsafe curl_easy_init() else { return nil }
        unsafe self.handle = unsafe handle
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        unsafe curl_easy_cleanup(handle)
        unsafe curl_slist_free_all(headerList)
        unsafe errorText.deallocate()
    }

    /// Makes the handle spare again; connections, sessions and names are kept.
    func clear() {
        unsafe curl_easy_reset(handle)
        unsafe curl_slist_free_all(headerList)
        unsafe headerList = nil
        unsafe errorText.pointee = 0
        transfer = nil
        setting = nil
    }

    /// Sets every option for a transfer; the handle must be new or cleared.
    func prepare(
        _ transfer: Transfer, configuration: CurlTransport.Configuration, freshConnection: Bool
    ) throws(HTTPError) {
        self.transfer = transfer
        let request = transfer.job.request
        unsafe set(CURLOPT_PRIVATE, pointer: UnsafeMutableRawPointer(bitPattern: transfer.job.id))
        unsafe set(CURLOPT_ERRORBUFFER, pointer: UnsafeMutableRawPointer(errorText))
        setDestination(request, freshConnection: freshConnection)
        setMethod(request)
        try setHeaders(request, userAgent: configuration.userAgent)
        setTrust(configuration)
        setCallbacks()
        if let setting {
            let text = unsafe String(cString: curl_easy_strerror(setting.status))
            throw .protocolError(
                code: Int(setting.status.rawValue),
                reason: "curl_easy_setopt \(setting.option.rawValue): \(text)")
        }
    }

    private func setDestination(_ request: HTTPRequest, freshConnection: Bool) {
        set(CURLOPT_URL, text: request.url)
        set(CURLOPT_PROTOCOLS_STR, text: "http,https")
        set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROXY, text: "")
        set(CURLOPT_NOPROXY, text: "*")
        set(CURLOPT_NOSIGNAL, 1)
        // Without it the end of a transfer waits for its name look-up, and every other transfer with it.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_CONNECTTIMEOUT_MS, Int(request.limits.connect.clampedMilliseconds))
        set(CURLOPT_MAXAGE_CONN, 3600)
        set(CURLOPT_FRESH_CONNECT, freshConnection ? 1 : 0)
        let wantsHTTP2 = request.version == .automatic && transfer?.job.origin.isSecure == true
        let version = wantsHTTP2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        set(CURLOPT_HTTP_VERSION, Int(version))
        set(CURLOPT_PIPEWAIT, wantsHTTP2 ? 1 : 0)
        set(CURLOPT_UPLOAD_BUFFERSIZE, 16 << 10)
    }

    private func setMethod(_ request: HTTPRequest) {
        switch request.method {
        case "GET": set(CURLOPT_HTTPGET, 1)
        case "HEAD": set(CURLOPT_NOBODY, 1)
        case let method where method == "POST" || !request.body.isEmpty:
            // A body by callback, since one given as a field is sent again without asking.
            set(CURLOPT_POST, 1)
            unsafe check(
                CURLOPT_POSTFIELDSIZE_LARGE,
                buzz_curl_set_offset(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count)))
            if method != "POST" { set(CURLOPT_CUSTOMREQUEST, text: method) }
        case let method:
            set(CURLOPT_HTTPGET, 1)
            set(CURLOPT_CUSTOMREQUEST, text: method)
        }
    }

    private func setHeaders(_ request: HTTPRequest, userAgent: String?) throws(HTTPError) {
        // Without these two, libcurl adds values of its own to a POST.
        var lines = ["Expect:"]
        if request.headers["Content-Type"] == nil { lines.append("Content-Type:") }
        for field in request.headers.fields {
            lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        if let userAgent, request.headers["User-Agent"] == nil { lines.append("User-Agent: \(userAgent)") }
        for line in lines {
            guard let longer = unsafe curl_slist_append(headerList, line) else {
                throw .protocolError(code: 0, reason: "no memory for the headers")
            }
            unsafe headerList = longer
        }
        unsafe set(CURLOPT_HTTPHEADER, pointer: UnsafeMutableRawPointer(headerList))
        set(CURLOPT_ACCEPT_ENCODING, text: "gzip, deflate")
    }

    private func setTrust(_ configuration: CurlTransport.Configuration) {
        guard transfer?.job.origin.isSecure == true else { return }
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if case .pem(let authorities) = configuration.trust {
            // The directory of the system's authorities would stay trusted beside the blob.
            set(CURLOPT_CAINFO, text: nil)
            set(CURLOPT_CAPATH, text: nil)
            set(CURLOPT_CAINFO_BLOB, blob: authorities)
        }
        if let client = configuration.clientCertificate {
            set(CURLOPT_SSLCERT_BLOB, blob: client.certificate)
            set(CURLOPT_SSLKEY_BLOB, blob: client.key)
            // An encrypted key without this crashes libcurl 7.88.
            set(CURLOPT_KEYPASSWD, text: "")
        }
    }

    // MARK: Results

    /// What a finished transfer gives its caller.
    func outcome(_ code: CURLcode) -> TransferJob.Outcome {
        guard let transfer else { return .failure(.protocolError(code: 0, reason: "no transfer")) }
        if let failure = transfer.failure { return .failure(failure) }
        let url = transfer.job.request.url
        guard code == CURLE_OK else { return .failure(error(code, transfer)) }
        guard transfer.reader.hasStatus else {
            return .failure(.protocolError(code: 0, reason: "an answer without a status"))
        }
        let target = unsafe buzz_curl_get_text(handle, CURLINFO_REDIRECT_URL)
        return .success(
            TransferAnswer(
                response: transfer.reader.response(body: transfer.body, url: url),
                redirectTarget: unsafe target.map { unsafe String(cString: $0) }))
    }

    private func error(_ code: CURLcode, _ transfer: Transfer) -> HTTPError {
        let origin = transfer.job.origin
        let failure = CurlFailure(
            code: Int(code.rawValue), text: text(of: code),
            systemError: unsafe buzz_curl_get_long(handle, CURLINFO_OS_ERRNO))
        return failure.error(origin: origin, reader: transfer.reader, clock: transfer.clock)
    }

    /// The library's own words; the transfer's if it left any.
    private func text(of code: CURLcode) -> String {
        unsafe errorText.pointee == 0
            ? String(cString: curl_easy_strerror(code)) : String(cString: errorText)
    }

    // MARK: Options

    private func check(_ option: CURLoption, _ status: CURLcode) {
        if status != CURLE_OK, setting == nil { setting = (option, status) }
    }

    private func set(_ option: CURLoption, _ value: Int) {
        unsafe check(option, buzz_curl_set_long(handle, option, value))
    }

    private func set(_ option: CURLoption, text: String?) {
        unsafe check(option, buzz_curl_set_text(handle, option, text))
    }

    private func set(_ option: CURLoption, blob: String) {
        let status = unsafe Array(blob.utf8).withUnsafeBytes { bytes in
            unsafe buzz_curl_set_blob(handle, option, bytes.baseAddress, bytes.count)
        }
        check(option, status)
    }

    @unsafe private func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) {
        unsafe check(option, buzz_curl_set_pointer(handle, option, pointer))
    }

    // MARK: Callbacks

    /// The context of each callback is this object: the loop holds it until the transfer is out of the multi handle.
    private func setCallbacks() {
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe set(CURLOPT_HEADERDATA, pointer: context)
        unsafe set(CURLOPT_WRITEDATA, pointer: context)
        unsafe set(CURLOPT_READDATA, pointer: context)
        unsafe set(CURLOPT_SEEKDATA, pointer: context)
        unsafe set(CURLOPT_XFERINFODATA, pointer: context)
        unsafe set(CURLOPT_PREREQDATA, pointer: context)
        set(CURLOPT_NOPROGRESS, 0)
        unsafe check(
            CURLOPT_HEADERFUNCTION,
            buzz_curl_set_transfer_callback(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                unsafe CurlEasy.transfer(context)?.receiveHeader(bytes, size * count) ?? 0
            })
        unsafe check(
            CURLOPT_WRITEFUNCTION,
            buzz_curl_set_transfer_callback(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                unsafe CurlEasy.transfer(context)?.receiveBody(bytes, size * count) ?? 0
            })
        unsafe check(
            CURLOPT_READFUNCTION,
            buzz_curl_set_transfer_callback(handle, CURLOPT_READFUNCTION) { bytes, size, count, context in
                unsafe CurlEasy.transfer(context)?.sendBody(bytes, size * count) ?? Int(CURL_READFUNC_ABORT)
            })
        unsafe check(
            CURLOPT_SEEKFUNCTION,
            buzz_curl_set_seek_callback(handle) { context, offset, _ in
                let isRewound = unsafe CurlEasy.transfer(context)?.rewind(to: Int64(offset)) == true
                return isRewound ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
            })
        unsafe check(
            CURLOPT_XFERINFOFUNCTION,
            buzz_curl_set_progress_callback(handle) { context, _, received, _, sent in
                let goesOn = unsafe CurlEasy.transfer(context)?.count(
                    received: Int64(received), sent: Int64(sent))
                return goesOn == true ? 0 : 1
            })
        unsafe check(
            CURLOPT_PREREQFUNCTION,
            buzz_curl_set_connected_callback(handle) { context, _, _, _, _ in
                unsafe CurlEasy.transfer(context)?.becameConnected = true
                return CURL_PREREQFUNC_OK
            })
    }

    @unsafe private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<CurlEasy>.fromOpaque(context).takeUnretainedValue().transfer
    }
}

extension Transfer {
    /// Takes a header line; any count but the given one breaks the transfer off.
    @unsafe fileprivate func receiveHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        let line = unsafe String(
            decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
        return receive(headerLine: line, byteCount: count) ? count : 0
    }

    @unsafe fileprivate func receiveBody(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard count > 0 else { return 0 }
        guard admit(bodyBytes: count) else { return 0 }
        // Bounded, since the length is the server's word.
        if body.isEmpty { body.reserveCapacity(max(count, min(reader.expectedLength ?? 0, 1 << 20))) }
        unsafe body.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: count))
        reportProgress()
        return count
    }

    @unsafe fileprivate func sendBody(_ room: UnsafeMutablePointer<CChar>?, _ size: Int) -> Int {
        let piece = job.request.body.dropFirst(sent).prefix(size)
        unsafe UnsafeMutableRawBufferPointer(start: room, count: size).copyBytes(from: piece)
        sent += piece.count
        return piece.count
    }
}

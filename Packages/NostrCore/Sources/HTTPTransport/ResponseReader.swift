/// What has come of an answer: header lines and counts go in, the first broken bound comes out.
struct ResponseReader {
    let limits: HTTPLimits
    /// An answer to HEAD announces a length that never comes.
    let isHead: Bool

    private(set) var status = 0
    private(set) var version = HTTPResponse.Version.http1
    private(set) var headers = HTTPHeaders()
    private(set) var declaredLength: Int?
    private(set) var bodyBytes = 0
    private var headerBytes = 0
    private var isInHeaders = true

    init(limits: HTTPLimits, isHead: Bool) {
        self.limits = limits
        self.isHead = isHead
    }

    /// Whether a final status has come.
    var hasStatus: Bool { status >= 200 }

    /// The length of the decompressed body, where it can be known ahead.
    var expectedLength: Int? {
        headers["Content-Encoding"] == nil ? declaredLength : nil
    }

    /// Takes a header line with its line end; `byteCount` is its true length.
    mutating func take(headerLine line: String, byteCount: Int) throws(HTTPError) {
        headerBytes += byteCount
        guard headerBytes <= limits.headerBytes else { throw .headersTooLarge(limit: limits.headerBytes) }
        let text = Self.trimmed(line[...])
        // Each block starts with a status line: those of interim answers are forgotten.
        if line.hasPrefix("HTTP/") {
            status = Self.status(in: line)
            version =
                line.hasPrefix("HTTP/2") ? .http2 : line.hasPrefix("HTTP/3") ? .http3 : .http1
            headers = HTTPHeaders()
            declaredLength = nil
            isInHeaders = true
        } else if !isInHeaders {
            return  // A trailer.
        } else if text.isEmpty {
            guard hasStatus else { return }
            isInHeaders = false
            try checkAnnouncements()
        } else if line.first == " " || line.first == "\t" {
            headers.fold(String(text))
        } else if let colon = text.firstIndex(of: ":") {
            let value = Self.trimmed(text[text.index(after: colon)...])
            headers.append(String(text[..<colon]), String(value))
        }
    }

    /// Counts body bytes after decompression, before they are kept.
    mutating func take(bodyBytes count: Int) throws(HTTPError) {
        guard count <= limits.bodyBytes - bodyBytes else {
            throw .tooLarge(limit: limits.bodyBytes, declared: nil)
        }
        bodyBytes += count
    }

    /// Compares the body bytes that came over the wire with the bound.
    func check(wireBytes: Int64) throws(HTTPError) {
        guard wireBytes <= Int64(limits.bodyBytes) else {
            throw .tooLarge(limit: limits.bodyBytes, declared: nil)
        }
    }

    /// Whether less came than was announced, or more than nothing of an unannounced length.
    var incompleteError: HTTPError { .incomplete(received: bodyBytes, declared: declaredLength) }

    func response(body: [UInt8], url: String) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: body, version: version, url: url)
    }

    /// What the headers say about the body, before any of it is read.
    private mutating func checkAnnouncements() throws(HTTPError) {
        guard !isHead, status != 204, status != 304 else { return }
        let lengths = headers.values(of: "Content-Length")
        if let first = lengths.first {
            guard lengths.allSatisfy({ $0 == first }) else {
                throw .protocolError(code: 0, reason: "two different Content-Length headers")
            }
            guard !first.isEmpty, first.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw .protocolError(code: 0, reason: "Content-Length is not a number")
            }
            let length = Int(first) ?? Int.max
            declaredLength = length
            guard length <= limits.bodyBytes else {
                throw .tooLarge(limit: limits.bodyBytes, declared: length)
            }
        }
        // Other codings were not asked for, and their decoders can be made to take many megabytes.
        let codings = headers.values(of: "Content-Encoding")
        let known = ["", "identity", "gzip", "x-gzip", "deflate"]
        guard codings.count <= 1, codings.allSatisfy({ known.contains($0.lowercased()) }) else {
            throw .protocolError(code: 0, reason: "a content coding that was not asked for")
        }
    }

    /// The three digits behind the version, or 0.
    private static func status(in line: String) -> Int {
        guard let space = line.firstIndex(of: " ") else { return 0 }
        let digits = line[line.index(after: space)...].prefix(3)
        return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) ?? 0 : 0
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let bytes = text.utf8
        let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
        guard let start = bytes.firstIndex(where: { !isSpace($0) }),
            let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return text[text.startIndex..<text.startIndex] }
        return text[start...last]
    }
}

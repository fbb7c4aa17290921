extension HTTPRequest {
    /// Refuses what must not reach a socket, and names the origin that the request goes to.
    func checked() throws(HTTPError) -> HTTPOrigin {
        guard Self.isToken(method) else { throw .invalidRequest(reason: "the method is not a token") }
        guard method != "CONNECT", method != "TRACE" else {
            throw .invalidRequest(reason: "the method \(method) is not offered")
        }
        guard body.isEmpty || (method != "GET" && method != "HEAD") else {
            throw .invalidRequest(reason: "a \(method) request has no body")
        }
        for (index, field) in headers.fields.enumerated() {
            guard Self.isToken(field.name) else {
                throw .invalidRequest(reason: "the name of header \(index) is not a token")
            }
            guard !Self.ownHeaders.contains(field.name.lowercased()) else {
                throw .invalidRequest(reason: "the header \(field.name) is the transport's to write")
            }
            guard field.value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
                throw .invalidRequest(reason: "the value of header \(field.name) holds a control character")
            }
        }
        return try HTTPOrigin(url: url)
    }

    private static let ownHeaders: Set<String> = [
        "host", "content-length", "transfer-encoding", "connection", "expect", "upgrade", "te", "trailer",
        "accept-encoding", "proxy-connection", "proxy-authorization",
    ]

    /// RFC 9110 §5.6.2.
    private static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    /// The request that follows a redirect (RFC 9110 §15.4), or nil if the answer is none.
    ///
    /// - Throws: ``HTTPError/redirectRefused(to:)`` if it leads to another origin, or is one too many.
    func following(
        _ response: HTTPResponse, target: String?, count: Int
    ) throws(HTTPError) -> HTTPRequest? {
        guard case .sameOrigin(let maximum) = redirects, [301, 302, 303, 307, 308].contains(response.status),
            let target
        else { return nil }
        guard let origin = try? HTTPOrigin(url: target) else {
            throw .redirectRefused(to: "an unusable address")
        }
        guard try origin == HTTPOrigin(url: url) else { throw .redirectRefused(to: origin.description) }
        guard count < maximum else {
            throw .redirectRefused(to: "\(origin) again, after \(maximum) redirects")
        }
        var next = self
        next.url = target
        let becomesGET =
            response.status == 303 ? method != "HEAD" : response.status < 303 && method == "POST"
        if becomesGET {
            next.method = "GET"
            next.body = []
            next.headers["Content-Type"] = nil
        }
        return next
    }
}

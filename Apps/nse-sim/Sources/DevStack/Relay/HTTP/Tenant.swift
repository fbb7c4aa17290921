/// Which community a request is for, told by its `Host` (spec relay §0).
///
/// The relay has one, reached as `localhost`, `127.0.0.1` or `[::1]` with its port.
struct Tenant: Equatable, Sendable {
    let port: UInt16

    /// Trimmed, ASCII lower case, without one default port and one trailing dot.
    static func normalized(_ host: String) -> String {
        var bytes = Array(host.utf8)[...]
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        for suffix in [":443", ":80"] where bytes.reversed().starts(with: suffix.utf8.reversed()) {
            bytes.removeLast(suffix.utf8.count)
            break
        }
        if bytes.last == UInt8(ascii: ".") { bytes.removeLast() }
        let lower = bytes.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
        return String(decoding: lower, as: UTF8.self)
    }

    /// Whether a normalized host leads here.
    func answers(to host: String) -> Bool {
        let suffix = port == 80 || port == 443 ? "" : ":\(port)"
        return ["localhost", "127.0.0.1", "[::1]"].contains {
            host.utf8.elementsEqual(($0 + suffix).utf8)
        }
    }
}

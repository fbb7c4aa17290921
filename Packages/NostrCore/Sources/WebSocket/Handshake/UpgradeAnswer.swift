/// Collects and judges a server's answer to an upgrade request (RFC 6455 §4.1), without a socket.
struct UpgradeAnswer {
    /// The most bytes of status and headers.
    static let maximumHead = 16 << 10
    /// How much of a refusal's body is kept.
    static let maximumBody = 1024

    enum Verdict: Equatable {
        /// More bytes are due.
        case incomplete
        /// Upgraded; the bytes behind the head belong to the frames.
        case upgraded(deflate: Bool, rest: [UInt8])
        case failed(WebSocketError)
    }

    private let expectedAccept: String?
    private var bytes: [UInt8] = []

    init(key: String) {
        expectedAccept = WebSocketUpgrade.accept(key: key)
    }

    /// Takes what came; `isEnd` when nothing more will.
    mutating func take(_ more: [UInt8], isEnd: Bool) -> Verdict {
        bytes += more
        guard let end = Self.headEnd(bytes) else {
            guard bytes.count <= Self.maximumHead else {
                return .failed(.handshake(reason: "its headers are over \(Self.maximumHead) bytes"))
            }
            return isEnd ? .failed(.connectionLost(reason: "it ended before an answer")) : .incomplete
        }
        guard end <= Self.maximumHead, let head = Head(bytes[..<end]) else {
            return .failed(.handshake(reason: "its answer is not HTTP/1.1"))
        }
        guard head.status == 101 else { return refusal(head, body: bytes[end...], isEnd: isEnd) }
        return judge(head, rest: Array(bytes[end...]))
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        var matched = 0
        let mark: [UInt8] = [13, 10, 13, 10]
        for (index, byte) in bytes.enumerated() {
            matched = byte == mark[matched] ? matched + 1 : (byte == 13 ? 1 : 0)
            if matched == 4 { return index + 1 }
        }
        return nil
    }

    private func refusal(_ head: Head, body: ArraySlice<UInt8>, isEnd: Bool) -> Verdict {
        let declared = head.values("content-length").first.flatMap { Int($0) } ?? 0
        let due = min(max(0, declared), Self.maximumBody)
        guard body.count >= due || isEnd else { return .incomplete }
        return .failed(.refused(status: head.status, body: Array(body.prefix(Self.maximumBody))))
    }

    private func judge(_ head: Head, rest: [UInt8]) -> Verdict {
        func failed(_ reason: String) -> Verdict { .failed(.handshake(reason: reason)) }
        let upgrade = head.values("upgrade")
        guard upgrade.count == 1, upgrade[0].lowercased() == "websocket" else {
            return failed("its Upgrade header is not websocket")
        }
        guard head.values("connection").contains(where: { HeaderText.list($0, holds: "upgrade") }) else {
            return failed("its Connection header does not say Upgrade")
        }
        guard let expectedAccept, head.values("sec-websocket-accept") == [expectedAccept] else {
            return failed("its Sec-WebSocket-Accept is not the one for this request")
        }
        guard head.values("sec-websocket-protocol").isEmpty else {
            return failed("it chose a subprotocol that was not offered")
        }
        let extensions = head.values("sec-websocket-extensions").joined(separator: ", ")
        guard let deflate = PerMessageDeflate.isAgreed(inAnswer: extensions) else {
            return failed("it chose an extension that was not offered")
        }
        return .upgraded(deflate: deflate, rest: rest)
    }

    /// Status and headers.
    private struct Head {
        let status: Int
        private var fields: [(name: String, value: String)] = []

        init?(_ bytes: ArraySlice<UInt8>) {
            guard let text = String(validating: bytes.dropLast(4), as: UTF8.self) else { return nil }
            let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false)
                .map { $0.last == 13 ? $0.dropLast() : $0 }
                .map { String(decoding: $0, as: UTF8.self) }
            let parts = lines[0].utf8.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count >= 2, parts[0].elementsEqual("HTTP/1.1".utf8), parts[1].count == 3,
                parts[1].allSatisfy({ (0x30...0x39).contains($0) }),
                let status = Int(String(decoding: parts[1], as: UTF8.self))
            else { return nil }
            self.status = status
            for line in lines.dropFirst() {
                let sides = line.utf8.split(
                    separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
                let name = String(decoding: sides[0], as: UTF8.self)
                guard sides.count == 2, HeaderText.isToken(name) else { return nil }
                let value = HeaderText.trimmed(String(decoding: sides[1], as: UTF8.self))
                fields.append((name.lowercased(), value))
            }
        }

        func values(_ name: String) -> [String] {
            fields.filter { $0.name == name }.map(\.value)
        }
    }
}

import WebSocket

/// Frames as bytes, right or wrong (RFC 6455 §5.2).
enum Frames {
    /// One frame; `first` holds FIN, the reserved bits and the opcode.
    static func frame(_ first: UInt8, _ payload: [UInt8], mask: [UInt8]? = nil) -> [UInt8] {
        let bit: UInt8 = mask == nil ? 0 : 0x80
        var bytes = [first]
        switch payload.count {
        case ..<126: bytes.append(bit | UInt8(payload.count))
        case ..<65536: bytes += [bit | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default:
            bytes.append(bit | 127)
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(payload.count >> shift & 255))
            }
        }
        guard let mask else { return bytes + payload }
        return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    static let mask: [UInt8] = [1, 2, 3, 4]

    /// A close frame's payload.
    static func close(_ code: UInt16, _ reason: String = "") -> [UInt8] {
        [UInt8(code >> 8), UInt8(code & 255)] + Array(reason.utf8)
    }
}

extension WebSocketFraming {
    /// Sends a message and takes the bytes for it.
    func bytes(sending message: WebSocketMessage) throws -> [UInt8] {
        try send(message)
        return takeOutput()
    }
}

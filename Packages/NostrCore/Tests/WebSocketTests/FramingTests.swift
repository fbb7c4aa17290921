import Testing
import WebSocket

/// A server reads what a client sent; everything a peer can do wrong has a code.
@Suite("Framing")
struct FramingTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let bytes: [UInt8]
        let code: UInt16
        var role = WebSocketFraming.Role.server
        var deflate = false
        var testDescription: String { name }
    }

    static let m = Frames.mask
    static let violations: [Row] = [
        Row(name: "an unmasked frame", bytes: Frames.frame(0x81, [65]), code: 1002),
        Row(
            name: "a masked frame from a server", bytes: Frames.frame(0x81, [65], mask: m), code: 1002,
            role: .client),
        Row(name: "an unknown data opcode", bytes: Frames.frame(0x83, [65], mask: m), code: 1002),
        Row(name: "an unknown control opcode", bytes: Frames.frame(0x8B, [65], mask: m), code: 1002),
        Row(
            name: "the first reserved bit without an agreement", bytes: Frames.frame(0xC1, [65], mask: m),
            code: 1002),
        Row(
            name: "the second reserved bit", bytes: Frames.frame(0xA1, [65], mask: m), code: 1002,
            deflate: true),
        Row(
            name: "the third reserved bit", bytes: Frames.frame(0x91, [65], mask: m), code: 1002,
            deflate: true),
        Row(name: "a compressed ping", bytes: Frames.frame(0xC9, [65], mask: m), code: 1002, deflate: true),
        Row(
            name: "a compressed continuation",
            bytes: Frames.frame(0x41, [1], mask: m) + Frames.frame(0xC0, [1], mask: m), code: 1002,
            deflate: true),
        Row(name: "a continuation of nothing", bytes: Frames.frame(0x80, [65], mask: m), code: 1002),
        Row(
            name: "a message inside a message",
            bytes: Frames.frame(0x01, [65], mask: m) + Frames.frame(0x81, [66], mask: m), code: 1002),
        Row(name: "a fragmented ping", bytes: Frames.frame(0x09, [65], mask: m), code: 1002),
        Row(
            name: "a ping of 126 bytes", bytes: Frames.frame(0x89, Array(repeating: 0, count: 126), mask: m),
            code: 1002),
        Row(name: "a length in more bytes than it needs", bytes: [0x81, 0xFE, 0, 5] + m, code: 1002),
        Row(
            name: "a length over 63 bits", bytes: [0x81, 0xFF] + Array(repeating: 255, count: 8) + m,
            code: 1002),
        Row(name: "a close frame of one byte", bytes: Frames.frame(0x88, [3], mask: m), code: 1002),
        Row(
            name: "a close code that is never sent", bytes: Frames.frame(0x88, Frames.close(1005), mask: m),
            code: 1002),
        Row(
            name: "a close reason that is not UTF-8",
            bytes: Frames.frame(0x88, Frames.close(1000) + [0xFF], mask: m),
            code: 1007),
        Row(name: "text that is not UTF-8", bytes: Frames.frame(0x81, [0xC3, 0x28], mask: m), code: 1007),
        Row(
            name: "text with a surrogate", bytes: Frames.frame(0x81, [0xED, 0xA0, 0x80], mask: m), code: 1007),
        Row(
            name: "text that ends inside a character", bytes: Frames.frame(0x81, [0xE2, 0x82], mask: m),
            code: 1007),
        Row(
            name: "a message over the limit",
            bytes: Frames.frame(0x81, Array(repeating: 65, count: 1025), mask: m),
            code: 1009),
        Row(
            name: "a length over the limit, announced",
            bytes: [0x82, 0xFF, 0, 0, 1, 0, 0, 0, 0, 0] + m + [0], code: 1009),
        Row(
            name: "a message over the limit in pieces",
            bytes: Frames.frame(0x01, Array(repeating: 65, count: 600), mask: m)
                + Frames.frame(0x80, Array(repeating: 65, count: 600), mask: m), code: 1009),
        Row(
            name: "more pieces than allowed",
            bytes: Frames.frame(0x01, [65], mask: m)
                + (0..<16).flatMap { _ in Frames.frame(0x00, [], mask: m) }, code: 1009),
        Row(
            name: "what does not inflate", bytes: Frames.frame(0xC1, [0xFF, 0xFF, 0xFF, 0xFF], mask: m),
            code: 1007,
            deflate: true),
    ]

    static let limits = WebSocketFraming.Limits(messageBytes: 1024, fragments: 16)

    @Test("A broken rule ends reading with its code", arguments: violations)
    func violation(_ row: Row) throws {
        let framing = try WebSocketFraming(row.role, limits: Self.limits, deflate: row.deflate)
        #expect(framing.receive(row.bytes) == [.violation(WebSocketCloseCode(row.code))])
        let output = framing.takeOutput()
        #expect(framing.isFinished)
        if row.role == .server { #expect(output == Frames.frame(0x88, Frames.close(row.code))) }
        #expect(framing.receive(Frames.frame(0x81, [65], mask: Self.m)).isEmpty)
    }

    @Test("The same, a byte at a time", arguments: violations)
    func violationByBytes(_ row: Row) throws {
        let framing = try WebSocketFraming(row.role, limits: Self.limits, deflate: row.deflate)
        #expect(row.bytes.flatMap { framing.receive([$0]) } == [.violation(WebSocketCloseCode(row.code))])
    }

    @Test("A compressed message over the limit is not inflated whole")
    func bomb() throws {
        let sender = try WebSocketFraming(.client, deflate: true)
        let bytes = try sender.bytes(sending: .binary(Array(repeating: 0, count: 1_000_000)))
        #expect(bytes.count < 1024 + 14)
        let framing = try WebSocketFraming(.server, limits: Self.limits, deflate: true)
        #expect(framing.receive(bytes) == [.violation(.tooBig)])
    }

    @Test("Compressed text is checked behind inflation")
    func compressedText() throws {
        let sender = try WebSocketFraming(.client, deflate: true)
        var bytes = try sender.bytes(sending: .binary(Array(repeating: 0xFF, count: 600)))
        // From binary to text.
        bytes[0] = 0xC1
        let framing = try WebSocketFraming(.server, limits: Self.limits, deflate: true)
        #expect(framing.receive(bytes) == [.violation(.invalidPayload)])
    }

    @Test("A message of just the limit comes through", arguments: [false, true])
    func limit(deflate: Bool) throws {
        let sender = try WebSocketFraming(.client, deflate: deflate)
        let framing = try WebSocketFraming(.server, limits: Self.limits, deflate: deflate)
        let text = Array(repeating: UInt8(65), count: 1024)
        #expect(framing.receive(try sender.bytes(sending: .text(text))) == [.message(.text(text))])
    }

    @Test(
        "Compressed by another implementation (RFC 7692 §7.2.3)",
        arguments: [
            [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00],
            // Stored, in two blocks, and ended early.
            [0x00, 0x05, 0x00, 0xFA, 0xFF, 0x48, 0x65, 0x6C, 0x6C, 0x6F, 0x00],
            [0xF2, 0x48, 0x05, 0x00, 0x00, 0x00, 0xFF, 0xFF, 0xCA, 0xC9, 0xC9, 0x07, 0x00],
            [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00],
        ] as [[UInt8]])
    func samples(_ payload: [UInt8]) throws {
        let framing = try WebSocketFraming(.client, deflate: true)
        #expect(framing.receive(Frames.frame(0xC1, payload)) == [.message(.text(Array("Hello".utf8)))])
    }

    @Test("A ping between the pieces of a message is answered at once")
    func ping() throws {
        let framing = try WebSocketFraming(.server, deflate: false)
        #expect(
            framing.receive(Frames.frame(0x01, [72], mask: Self.m) + Frames.frame(0x89, [7], mask: Self.m))
                .isEmpty)
        #expect(framing.takeOutput() == Frames.frame(0x8A, [7]))
        #expect(framing.receive(Frames.frame(0x80, [105], mask: Self.m)) == [.message(.text([72, 105]))])
    }

    @Test("Two sides close in order, whoever begins", arguments: [true, false])
    func close(clientBegins: Bool) throws {
        let client = try WebSocketFraming(.client, deflate: true)
        let server = try WebSocketFraming(.server, deflate: true)
        let (first, second) = clientBegins ? (client, server) : (server, client)
        first.close(.goingAway, reason: "bye")
        #expect(!first.isFinished)
        #expect(throws: WebSocketError.closing) { try first.send(.text([])) }
        #expect(second.receive(first.takeOutput()) == [.close(.goingAway, reason: "bye")])
        #expect(second.isFinished)
        #expect(first.receive(second.takeOutput()) == [.close(.goingAway, reason: "")])
        #expect(first.isFinished)
        #expect(throws: WebSocketError.closing) { try second.ping() }
    }

    @Test("Codes beyond RFC 6455's own are known", arguments: [UInt16(1012), 1013, 1014, 3000, 4999])
    func registered(code: UInt16) throws {
        let client = try WebSocketFraming(.client, deflate: false)
        let server = try WebSocketFraming(.server, deflate: false)
        server.close(WebSocketCloseCode(code), reason: "relay restarting")
        let bytes = server.takeOutput()
        let events = bytes.flatMap { client.receive([$0]) }
        #expect(events == [.close(WebSocketCloseCode(code), reason: "relay restarting")])
        #expect(server.receive(client.takeOutput()) == [.close(WebSocketCloseCode(code), reason: "")])
        #expect(client.isFinished && server.isFinished)
    }

    @Test("A long reason is cut between characters, a code that may not be sent becomes 1000")
    func closeBounds() throws {
        let server = try WebSocketFraming(.server, deflate: false)
        server.close(WebSocketCloseCode(1006), reason: String(repeating: "é", count: 100))
        #expect(
            server.takeOutput() == Frames.frame(0x88, Frames.close(1000, String(repeating: "é", count: 61))))
    }

    @Test("Text to be sent must be UTF-8")
    func notUTF8() throws {
        let client = try WebSocketFraming(.client, deflate: false)
        #expect(throws: WebSocketError.notUTF8) { try client.send(.text([0xFF])) }
        #expect(client.takeOutput().isEmpty)
    }

    @Test("Messages of any size come through whole, cut anywhere", arguments: [UInt64(1), 2, 3, 4])
    func roundTrips(seed: UInt64) throws {
        var random = Seeded(seed)
        let client = try WebSocketFraming(.client, deflate: seed.isMultiple(of: 2))
        let server = try WebSocketFraming(.server, deflate: seed.isMultiple(of: 2))
        var messages: [WebSocketMessage] = []
        var stream: [UInt8] = []
        for size in [0, 1, 125, 126, 255, 256, 257, 65535, 65536, 200_000] {
            let isText = Bool.random(using: &random)
            let bytes = (0..<size).map { _ in UInt8.random(in: isText ? 32...126 : 0...255, using: &random) }
            messages.append(isText ? .text(bytes) : .binary(bytes))
            stream += try client.bytes(sending: messages[messages.count - 1])
        }
        var events: [WebSocketEvent] = []
        var rest = stream[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...9000, using: &random))
            events += server.receive(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        #expect(events == messages.map { .message($0) }, "seed \(seed)")
    }

    @Test("Random bytes never do more than end the connection", arguments: [UInt64(11), 12, 13])
    func noise(seed: UInt64) throws {
        var random = Seeded(seed)
        for _ in 0..<300 {
            let framing = try WebSocketFraming(.server, limits: Self.limits, deflate: true)
            // Half of them begin like a frame of a client.
            var bytes = (0..<Int.random(in: 1...300, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            if bytes.count > 1, Bool.random(using: &random) {
                bytes[0] = [0x81, 0xC1, 0x82, 0xC2].randomElement(using: &random) ?? 0x81
                bytes[1] |= 0x80
            }
            let events = framing.receive(bytes)
            let ends = events.filter { event in
                switch event {
                case .violation, .close: true
                case .message, .pong: false
                }
            }
            #expect(ends.count <= 1, "seed \(seed)")
        }
    }
}

/// A generator that repeats itself from its seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}

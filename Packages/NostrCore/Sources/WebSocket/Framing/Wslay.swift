// The only file of this target that touches wslay's pointers.

internal import CWslay
internal import NostrCore

/// A wslay event context between two byte arrays: what came in, and what is to go out.
///
/// Used by one ``WebSocketFraming``, on whatever thread drives that.
@safe final class WslayContext {
    /// What wslay read as a whole.
    struct Received {
        let opcode: UInt8
        let isCompressed: Bool
        let payload: [UInt8]
        let status: UInt16
    }

    enum Opcode {
        static let text: UInt8 = 1
        static let binary: UInt8 = 2
        static let close: UInt8 = 8
        static let ping: UInt8 = 9
        static let pong: UInt8 = 10
    }

    /// The reserved bit that marks a compressed message (RFC 7692 §6).
    private static let compressedBit: UInt8 = 4

    private var context: wslay_event_context_ptr?
    private let maximumFragments: Int
    private var input: ArraySlice<UInt8> = []
    private var output: [UInt8] = []
    private var received: [Received] = []
    private var fragments = 0
    private var closePayload: [UInt8]?
    private var closeLength: UInt64 = 0
    private let isServer: Bool
    /// A rule that wslay leaves to its user; set while a frame is read.
    private(set) var violation: UInt16?
    private(set) var hasReceivedClose = false
    private var hasQueuedClose = false
    /// The code of the close frame that went out; nil before, and for one without a code.
    private(set) var sentStatus: UInt16?

    /// Nil without memory.
    init?(isServer: Bool, maximumMessageBytes: Int, maximumFragments: Int, allowsCompression: Bool) {
        self.maximumFragments = maximumFragments
        self.isServer = isServer
        var callbacks = Self.callbacks
        let user = unsafe Unmanaged.passUnretained(self).toOpaque()
        let status =
            isServer
            ? unsafe wslay_event_context_server_init(&context, &callbacks, user)
            : unsafe wslay_event_context_client_init(&context, &callbacks, user)
        guard status == 0, unsafe context != nil else { return nil }
        unsafe wslay_event_config_set_max_recv_msg_length(context, UInt64(max(0, maximumMessageBytes)))
        if allowsCompression {
            unsafe wslay_event_config_set_allowed_rsv_bits(context, Self.compressedBit)
        }
    }

    deinit {
        if unsafe context != nil { unsafe wslay_event_context_free(context) }
    }

    /// Reads all bytes, unless reading ends before; false if wslay can't go on.
    func read(_ bytes: [UInt8], _ received: inout [Received]) -> Bool {
        input = bytes[...]
        defer { input = [] }
        var status: CInt = 0
        while status == 0, violation == nil, wantsRead, !input.isEmpty {
            status = unsafe wslay_event_recv(context)
        }
        received = self.received
        self.received = []
        return status == 0
    }

    /// Queues a message or a control frame; false if a close frame is queued already, or without memory.
    func queue(_ opcode: UInt8, _ payload: [UInt8], isCompressed: Bool = false) -> Bool {
        unsafe payload.withUnsafeBufferPointer { buffer in
            var message = unsafe wslay_event_msg(
                opcode: opcode, msg: buffer.baseAddress, msg_length: buffer.count)
            let bits = isCompressed ? Self.compressedBit : 0
            return unsafe wslay_event_queue_msg_ex(context, &message, bits) == 0
        }
    }

    /// Queues a close frame, behind which nothing is sent; false if there is one already.
    func queueClose(_ code: UInt16, reason: [UInt8]) -> Bool {
        guard unsafe wslay_event_queue_close(context, code, reason, reason.count) == 0 else { return false }
        hasQueuedClose = true
        sentStatus = code == 0 ? nil : code
        return true
    }

    func stopReading() { unsafe wslay_event_shutdown_read(context) }

    /// Turns what is queued into bytes; false if wslay can't.
    func write() -> Bool {
        let hadSentClose = hasSentClose
        while unsafe wslay_event_want_write(context) != 0 {
            guard unsafe wslay_event_send(context) == 0 else { return false }
        }
        return hadSentClose || !hasSentClose || hasQueuedClose || noteOwnClose()
    }

    /// wslay closed by itself; without a code for what its frame reader refuses, which here becomes 1002.
    private func noteOwnClose() -> Bool {
        let status = unsafe wslay_event_get_status_code_sent(context)
        guard status == 1005 else {
            sentStatus = status
            return true
        }
        sentStatus = 1002
        output.removeLast(min(output.count, isServer ? 2 : 6))
        if isServer {
            output += [0x88, 2, 0x03, 0xEA]
        } else {
            guard let mask = try? SecureRandom.bytes(4) else { return false }
            output += [0x88, 0x82] + mask + [0x03 ^ mask[0], 0xEA ^ mask[1]]
        }
        return true
    }

    func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    var wantsRead: Bool { unsafe wslay_event_want_read(context) != 0 }
    var hasSentClose: Bool { unsafe wslay_event_get_close_sent(context) != 0 }

    // MARK: Called by wslay

    private static func from(_ user: UnsafeMutableRawPointer?) -> WslayContext? {
        unsafe user.map { unsafe Unmanaged<WslayContext>.fromOpaque($0).takeUnretainedValue() }
    }

    private static var callbacks: wslay_event_callbacks {
        unsafe wslay_event_callbacks(
            recv_callback: { context, buffer, count, _, user in
                guard let own = unsafe WslayContext.from(user), let buffer = unsafe buffer,
                    own.violation == nil, !own.input.isEmpty
                else {
                    unsafe wslay_event_set_error(context, CInt(WSLAY_ERR_WOULDBLOCK.rawValue))
                    return -1
                }
                let piece = own.input.prefix(count)
                _ = unsafe UnsafeMutableBufferPointer(start: buffer, count: piece.count).update(
                    fromContentsOf: piece)
                own.input = own.input.dropFirst(piece.count)
                return piece.count
            },
            send_callback: { _, bytes, count, _, user in
                guard let own = unsafe WslayContext.from(user) else { return -1 }
                unsafe own.output.append(contentsOf: UnsafeBufferPointer(start: bytes, count: count))
                return count
            },
            genmask_callback: { _, buffer, count, _ in
                guard let mask = try? SecureRandom.bytes(count), let buffer = unsafe buffer else { return -1 }
                _ = unsafe UnsafeMutableBufferPointer(start: buffer, count: count).update(
                    fromContentsOf: mask)
                return 0
            },
            on_frame_recv_start_callback: { _, frame, user in
                guard let own = unsafe WslayContext.from(user), let frame = unsafe frame?.pointee else {
                    return
                }
                own.startFrame(frame)
            },
            on_frame_recv_chunk_callback: { _, chunk, user in
                guard let own = unsafe WslayContext.from(user), let chunk = unsafe chunk?.pointee else {
                    return
                }
                unsafe own.takeClose(UnsafeBufferPointer(start: chunk.data, count: chunk.data_length))
            },
            on_frame_recv_end_callback: nil,
            on_msg_recv_callback: { _, message, user in
                guard let own = unsafe WslayContext.from(user), let message = unsafe message?.pointee,
                    own.violation == nil, unsafe message.opcode != Opcode.close
                else { return }
                own.received.append(
                    Received(
                        opcode: unsafe message.opcode,
                        isCompressed: unsafe message.rsv & WslayContext.compressedBit != 0,
                        payload: unsafe Array(
                            UnsafeBufferPointer(start: message.msg, count: message.msg_length)),
                        status: unsafe message.status_code))
            })
    }

    /// Each piece of a message costs memory of its own; only a message's first frame says that it is
    /// compressed.
    private func startFrame(_ frame: wslay_event_on_frame_recv_start_arg) {
        let opcode = frame.opcode
        let isContinuation = opcode == 0
        if frame.rsv != 0, isContinuation || opcode >= Opcode.close { violation = 1002 }
        if opcode == Opcode.close, violation == nil {
            closePayload = []
            closeLength = frame.payload_length
            if closeLength == 0 { endClose([]) }
        }
        guard opcode < Opcode.close else { return }
        fragments = isContinuation ? fragments + 1 : 1
        if fragments > maximumFragments { violation = 1009 }
    }

    /// wslay knows no code above 1011, passes a payload of one byte, and checks a reason that comes in pieces
    /// badly: so a close frame is judged and answered here, before wslay would.
    private func takeClose(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard var payload = closePayload else { return }
        unsafe payload.append(contentsOf: bytes)
        closePayload = payload
        if UInt64(payload.count) >= closeLength { endClose(payload) }
    }

    private func endClose(_ payload: [UInt8]) {
        closePayload = nil
        guard !hasReceivedClose, violation == nil else { return }
        let code = payload.count < 2 ? 0 : UInt16(payload[0]) << 8 | UInt16(payload[1])
        if payload.count == 1 || (payload.count > 1 && !WebSocketCloseCode(code).maySend) {
            violation = 1002
        } else if String(validating: payload.dropFirst(2), as: UTF8.self) == nil {
            violation = 1007
        }
        if let violation {
            _ = queueClose(violation, reason: [])
        } else {
            hasReceivedClose = true
            _ = queueClose(code, reason: [])
            received.append(
                Received(opcode: Opcode.close, isCompressed: false, payload: payload, status: code))
        }
        stopReading()
    }
}

// The only file of this target that touches zlib's pointers.

internal import CZlib

/// Raw deflate (RFC 1951) of whole messages, as permessage-deflate without context takeover wants it (RFC
/// 7692 §7.2).
///
/// Each call has its own stream, so that an idle connection holds no window.
enum Deflate {
    enum Failure: Error, Equatable {
        /// More bytes than the limit come out; the rest was not inflated.
        case tooLarge
        /// Not a deflate stream.
        case malformed
        /// No memory for a stream.
        case noMemory
    }

    private static let tail: [UInt8] = [0, 0, 0xFF, 0xFF]

    /// The message as one flushed block sequence without its last four bytes; nil without memory.
    static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let count = UInt32(exactly: bytes.count) else { return nil }
        var stream = unsafe z_stream()
        guard unsafe buzz_zlib_deflate_raw(&stream) == Z_OK else { return nil }
        defer { unsafe deflateEnd(&stream) }
        var output: [UInt8] = []
        // zlib does not write through the input pointer.
        let isDone = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.avail_in = count
            while true {
                let piece = max(1024, bytes.count / 2)
                guard let room = UInt32(exactly: piece) else { return false }
                let status = unsafe grow(&output, by: piece) { place in
                    unsafe stream.next_out = place
                    unsafe stream.avail_out = room
                    let status = unsafe deflate(&stream, Z_SYNC_FLUSH)
                    return unsafe (status, piece - Int(stream.avail_out))
                }
                guard status == Z_OK || status == Z_BUF_ERROR else { return false }
                if unsafe stream.avail_out > 0 { return true }
            }
        }
        guard isDone, output.suffix(4).elementsEqual(tail) else { return nil }
        output.removeLast(4)
        return output
    }

    /// The message behind a payload, at most `limit` bytes of it.
    static func inflate(_ payload: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        let bytes = payload + tail
        guard let count = UInt32(exactly: bytes.count) else { throw .tooLarge }
        var stream = unsafe z_stream()
        guard unsafe buzz_zlib_inflate_raw(&stream) == Z_OK else { throw .noMemory }
        defer { unsafe inflateEnd(&stream) }
        var output: [UInt8] = []
        let failure: Failure? = unsafe bytes.withUnsafeBufferPointer { input in
            unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            unsafe stream.avail_in = count
            return unsafe drain(&stream, into: &output, payload: payload.count, limit: limit)
        }
        if let failure { throw failure }
        return output
    }

    private static func drain(
        _ stream: inout z_stream, into output: inout [UInt8], payload: Int, limit: Int
    ) -> Failure? {
        while true {
            // One byte beyond the limit tells a message of just that size from a larger one.
            let piece = min(max(4096, payload, output.count), limit - output.count + 1)
            guard let room = UInt32(exactly: piece) else { return .tooLarge }
            let status = unsafe grow(&output, by: piece) { place in
                unsafe stream.next_out = place
                unsafe stream.avail_out = room
                let status = unsafe CZlib.inflate(&stream, Z_SYNC_FLUSH)
                return unsafe (status, piece - Int(stream.avail_out))
            }
            guard output.count <= limit else { return .tooLarge }
            switch status {
            case Z_STREAM_END:
                // A sender may end its stream early; what follows starts another (RFC 7692 §7.2.3.4).
                guard unsafe inflateReset(&stream) == Z_OK else { return .malformed }
                if unsafe stream.avail_in == 0 { return nil }
            case Z_OK, Z_BUF_ERROR:
                if unsafe stream.avail_out > 0 {
                    return unsafe stream.avail_in == 0 ? nil : .malformed
                }
            case Z_MEM_ERROR: return .noMemory
            default: return .malformed
            }
        }
    }

    /// Lets the body write behind the array's end, and keeps as much as it says.
    private static func grow(
        _ output: inout [UInt8], by count: Int, _ body: (UnsafeMutablePointer<UInt8>?) -> (Int32, Int)
    ) -> Int32 {
        let start = output.count
        output.append(contentsOf: repeatElement(0, count: count))
        let (status, written) = unsafe output.withUnsafeMutableBufferPointer { buffer in
            unsafe body(buffer.baseAddress.map { unsafe $0 + start })
        }
        output.removeLast(count - written)
        return status
    }
}

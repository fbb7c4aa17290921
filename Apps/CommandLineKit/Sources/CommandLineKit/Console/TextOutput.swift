internal import Synchronization

/// Where text goes: a descriptor, or a test's memory.
///
/// Text is gathered and handed on in large pieces; ``flush()`` hands on what is left.
public final class TextOutput: Sendable {
    private let buffer = Mutex<[UInt8]>([])
    private let threshold: Int
    private let sink: @Sendable ([UInt8]) throws(OutputError) -> Void

    /// An output that gathers `threshold` bytes before it calls the sink; 0 calls it at each write.
    public init(threshold: Int, sink: @escaping @Sendable ([UInt8]) throws(OutputError) -> Void) {
        self.threshold = threshold
        self.sink = sink
    }

    /// Writes to a descriptor: partial writes are continued, a closed pipe throws ``OutputError/readerGone``.
    ///
    /// The descriptor stays the caller's; SIGPIPE must be ignored.
    public convenience init(descriptor: Int32, threshold: Int) {
        self.init(threshold: threshold) { (bytes) throws(OutputError) in
            try System.writeAll(bytes, to: descriptor)
        }
    }

    /// Writes a text as UTF-8.
    public func write(_ text: String) throws(OutputError) {
        try write(bytes: Array(text.utf8))
    }

    /// Writes bytes as they are.
    public func write(bytes: [UInt8]) throws(OutputError) {
        try buffer.withLock { (buffer) throws(OutputError) in
            buffer.append(contentsOf: bytes)
            if buffer.count > threshold { try empty(&buffer) }
        }
    }

    /// Hands on what was gathered.
    public func flush() throws(OutputError) {
        try buffer.withLock { (buffer) throws(OutputError) in
            if !buffer.isEmpty { try empty(&buffer) }
        }
    }

    private func empty(_ buffer: inout [UInt8]) throws(OutputError) {
        // Dropped even if the sink fails: what it took of it is unknown, and a second try would repeat text.
        let bytes = buffer
        buffer = []
        try sink(bytes)
    }
}

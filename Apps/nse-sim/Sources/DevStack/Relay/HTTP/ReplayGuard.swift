internal import NostrCore
internal import Synchronization

/// Lets each signed request through once (spec relay §1.1).
///
/// A request's signature is good for 60 s on either side of its time, so an id must be remembered for 120 s. Ids are kept
/// in memory and appended to a file before the request is answered: a restart within that time still refuses them, after
/// kill −9 too. Two files take turns, a span of 120 s each, so that neither grows without end.
final class ReplayGuard: Sendable {
    static let span: Int64 = 120

    enum Verdict: Equatable, Sendable {
        case fresh
        case replayed
        /// The file could not be written; the request is refused.
        case unavailable
    }

    private struct State: ~Copyable {
        var epoch: Int64
        var current: Set<EventID>
        var previous: Set<EventID>
        var file: AppendedFile?
    }

    private let state: Mutex<State>
    private let directory: String

    /// Reads what was remembered before.
    init(directory: String, now: Int64) throws(FileError) {
        let epoch = Self.epoch(now)
        var remembered = Set<EventID>()
        var record: [UInt8] = []
        for parity in [Int64(0), 1] {
            let path = Self.path(directory, parity)
            let bytes = try SystemFiles.read(path, atMost: 256 << 20) ?? []
            // A record that was cut short by a crash belongs to a request that was not answered.
            for start in stride(
                from: 0, to: bytes.count - bytes.count % Self.recordLength, by: Self.recordLength)
            {
                let part = bytes[start..<(start + Self.recordLength)]
                let time = part.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                let age = now.subtractingReportingOverflow(Int64(bitPattern: time))
                guard !age.overflow, age.partialValue <= Self.span, let id = Bytes32(part.prefix(32)) else {
                    continue
                }
                if remembered.insert(EventID(id)).inserted { record += part }
            }
        }
        try SystemFiles.writePrivately(record, to: Self.path(directory, epoch & 1))
        SystemFiles.remove(Self.path(directory, (epoch & 1) ^ 1))
        self.directory = directory
        state = Mutex(
            State(
                epoch: epoch, current: remembered, previous: [],
                file: try AppendedFile(Self.path(directory, epoch & 1))))
    }

    /// Claims an id; true once.
    func claim(_ id: EventID, now: Int64) -> Verdict {
        state.withLock { state in
            let epoch = Self.epoch(now)
            if epoch > state.epoch { Self.turn(&state, to: epoch, directory) }
            guard !state.current.contains(id), !state.previous.contains(id) else { return .replayed }
            let time = UInt64(bitPattern: now)
            let record =
                id.bytes.bytes + (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * UInt64($0))) }
            do throws(FileError) {
                if state.file == nil { state.file = try AppendedFile(Self.path(directory, epoch & 1)) }
                try state.file?.append(record)
            } catch {
                return .unavailable
            }
            state.current.insert(id)
            return .fresh
        }
    }

    private static func turn(_ state: inout State, to epoch: Int64, _ directory: String) {
        state.previous = epoch == state.epoch + 1 ? state.current : []
        state.current = []
        state.epoch = epoch
        state.file = nil
        SystemFiles.remove(path(directory, epoch & 1))
    }

    private static let recordLength = 40

    private static func epoch(_ now: Int64) -> Int64 {
        now / span - (now % span < 0 ? 1 : 0)
    }

    private static func path(_ directory: String, _ parity: Int64) -> String {
        "\(directory)/requests-\(parity)"
    }
}

internal import SQLiteKit
internal import Synchronization

/// The one writer of a file: changes wait in a queue, and those that have come together share a commit.
///
/// A commit costs more than the change itself, and under load most of a batch touches the same pages. Each change is still
/// undone by itself, and nobody is answered before the commit. Whoever finds the writer idle does the work at once on its
/// own thread.
final class WriteQueue: Sendable {
    /// The most changes of one commit.
    private static let batch = 64

    private struct Job: Sendable {
        /// Makes the change and keeps its result; true when the change is to stay.
        let run: @Sendable (StoreSession) throws(SQLiteError) -> Bool
        /// Hands over the result, or why there is none.
        let finish: @Sendable (SQLiteError?) -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var isDraining = false
    }

    private let state = Mutex(State())
    private let database: Mutex<Database>

    init(_ database: consuming sending Database) {
        self.database = Mutex(database)
    }

    /// Runs a change alone and returns when it is committed, or undone as it decided.
    ///
    /// - Throws: what the change threw, or why its batch could not be committed; nothing of it stays then.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (StoreSession) throws(SQLiteError) -> Database.Outcome<Value>
    ) async throws(SQLiteError) -> Value {
        let result: Result<Value, SQLiteError> = await withCheckedContinuation { continuation in
            let slot = Slot<Value>()
            let job = Job(
                run: { (session) throws(SQLiteError) in
                    switch try body(session) {
                    case .commit(let value):
                        slot.put(value)
                        return true
                    case .rollback(let value):
                        slot.put(value)
                        return false
                    }
                },
                finish: { error in
                    if error == nil, let value = slot.value {
                        continuation.resume(returning: .success(value))
                    } else {
                        continuation.resume(returning: .failure(error ?? .noTransaction))
                    }
                })
            if enqueue(job) { drain() }
        }
        return try result.get()
    }

    /// Whether the caller must drain the queue.
    private func enqueue(_ job: Job) -> Bool {
        state.withLock { state in
            state.jobs.append(job)
            guard !state.isDraining else { return false }
            state.isDraining = true
            return true
        }
    }

    private func drain() {
        while true {
            let jobs = state.withLock { state in
                let next = Array(state.jobs.prefix(Self.batch))
                state.jobs.removeFirst(next.count)
                state.isDraining = !next.isEmpty
                return next
            }
            guard !jobs.isEmpty else { return }
            let errors = database.withLock { Self.run(jobs, on: $0) }
            for (job, error) in zip(jobs, errors) { job.finish(error) }
        }
    }

    private static func run(_ jobs: [Job], on database: Database) -> [SQLiteError?] {
        var errors = [SQLiteError?](repeating: nil, count: jobs.count)
        do throws(SQLiteError) {
            let session = StoreSession(database: database)
            if let job = jobs.first, jobs.count == 1 {
                try database.decidingTransaction { () throws(SQLiteError) in
                    try job.run(session) ? .commit(()) : .rollback(())
                }
                return errors
            }
            try database.transaction { () throws(SQLiteError) in
                for (index, job) in jobs.enumerated() {
                    do throws(SQLiteError) {
                        try database.savepoint { () throws(SQLiteError) in
                            try job.run(session) ? .commit(()) : .rollback(())
                        }
                    } catch {
                        // A full disk, for one, undoes the whole batch.
                        guard database.isInTransaction else { throw error }
                        errors[index] = error
                    }
                }
            }
            return errors
        } catch {
            return errors.map { _ in error }
        }
    }
}

/// A value that one thread puts and another takes.
private final class Slot<Value: Sendable>: Sendable {
    private let held = Mutex<Value?>(nil)

    var value: Value? { held.withLock { $0 } }

    func put(_ value: Value) { held.withLock { $0 = value } }
}

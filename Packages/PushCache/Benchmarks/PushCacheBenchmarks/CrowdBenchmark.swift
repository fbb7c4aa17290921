internal import PushCache

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Many processes that claim at the same moment.
enum CrowdBenchmark {
    private static let candidates = 20

    /// One process: waits for the start, claims once, prints the id's number or `-` and the microseconds it
    /// took.
    static func child(_ arguments: [String]) throws {
        guard let directory = arguments.first else { throw CallFailed("child without a directory") }
        var offered: [Scope: [Candidate]] = [:]
        for number in 0..<candidates {
            offered[Fixture.scope(number % 2), default: []].append(
                Candidate(id: Fixture.id(number), createdAt: Fixture.start + Int64(number)))
        }
        let cache = PushCache(directory: directory)
        // The parent closes the pipe's other end when all have started.
        var byte: UInt8 = 0
        _ = unsafe read(0, &byte, 1)
        var outcome: ClaimOutcome?
        let time = ContinuousClock().measure {
            outcome = cache.claimNewest(
                among: offered, configured: Set(offered.keys), now: Fixture.start + 100)
        }
        let winner = outcome?.winner?.candidate.id
        let number = (0..<candidates).first { Fixture.id($0) == winner }
        print(number.map(String.init) ?? "-", Int(time / .microseconds(1)), outcome?.faults.count ?? 0)
    }

    static func lines(in parent: String, processes: Int, rounds: Int = 5) throws -> [String] {
        var times: [Duration] = []
        var (repeats, losses, faults) = (0, 0, 0)
        for _ in 0..<rounds {
            let answers = try withDirectory(in: parent) { try round(in: $0, processes: processes) }
            let won = answers.compactMap(\.won)
            repeats += won.count - Set(won).count
            losses += min(processes, candidates) - Set(won).count
            faults += answers.map(\.faults).reduce(0, +)
            times += answers.map(\.time)
        }
        return [
            Row("\(processes) processes at once, each claim, \(parent)", times).line,
            "  repeats \(repeats), losses \(losses), faults \(faults) in \(rounds) rounds",
        ]
    }

    private struct Answer {
        let won: Int?
        let time: Duration
        let faults: Int
    }

    private static func round(in directory: String, processes: Int) throws -> [Answer] {
        let (start, output) = (try Pipe(), try Pipe())
        var children: [pid_t] = []
        for _ in 0..<processes { children.append(try spawn(directory, start: start, output: output)) }
        close(output.write)
        close(start.read)
        // A moment for all of them to reach the pipe; only figures depend on it.
        usleep(useconds_t(20_000 + processes * 4_000))
        close(start.write)
        let text = readAll(output.read)
        close(output.read)
        for child in children { _ = waitpid(child, nil, 0) }
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count == 3, let time = Int(fields[1]), let faults = Int(fields[2]) else {
                return nil
            }
            return Answer(won: Int(fields[0]), time: .microseconds(time), faults: faults)
        }
    }

    private struct Pipe {
        let read: Int32
        let write: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            guard unsafe pipe(&ends) == 0, ends.allSatisfy({ fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }) else {
                throw CallFailed("pipe")
            }
            (read, write) = (ends[0], ends[1])
        }
    }

    private static func readAll(_ descriptor: Int32) -> String {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = unsafe read(descriptor, &buffer, buffer.count), count > 0 {
            text += buffer.prefix(count)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func spawn(_ directory: String, start: Pipe, output: Pipe) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, start.read, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.write, 1)
        let path = "/proc/self/exe"
        let words = [path, "child", directory]
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { word in
            unsafe word.withCString { unsafe strdup($0) }
        }
        unsafe arguments.append(nil)
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var child: pid_t = 0
        guard unsafe posix_spawn(&child, path, &actions, nil, arguments, environ) == 0 else {
            throw CallFailed("posix_spawn")
        }
        return child
    }
}

internal import CommandLineKit
internal import HTTPTransport
internal import NostrCore
internal import NotificationService
internal import PushCache

/// `nse-sim extension`: one extension process.
enum ExtensionCommand {
    static let name = "extension"
    private static let container = Parameter<String>.requiredOption(
        "container", .file("DIR"),
        help: "The directory shared with the app: push-snapshot.json, keys/, caches/")
    private static let cache = Parameter<String?>.option(
        "cache", .file("DIR"), help: "The caches directory, if it is not in the container")
    private static let noCache = Parameter<Bool>.flag(
        "no-cache", help: "Run without the claim cache: the newest message is shown at every wake")

    static let command = Command(
        name,
        abstract: "Be one notification service extension process",
        discussion: """
            Reads a wake's payload from each line of standard input and prints, for each, the notification as a line of \
            JSON: what is shown, why, how long it took and the most memory held. Several lines are several wakes of one \
            process, as iOS may do. Writes nothing outside the caches directory; where the kernel has Landlock, it can't.
            """,
        parameters: [container, cache, noCache],
        examples: [
            Example(
                "echo '{\"aps\":{}}' | nse-sim extension --container /tmp/phone",
                "Wake the extension of the phone that lives in /tmp/phone")
        ],
        run: run)

    private static func cachesDirectory(_ invocation: Invocation) -> String {
        invocation[cache] ?? SharedContainer(directory: invocation[container]).cachesDirectory
    }

    /// Puts this process under an extension's limits, if the words ask for one.
    ///
    /// To be called before anything starts a thread: the kernel confines the writes of the calling thread and of those
    /// that it starts.
    static func enterLimits(_ root: Command, _ words: [String]) {
        guard words.first == name else { return }
        LeanMemory.allocateFromOnePlace()
        LeanMemory.giveBackStartUpPages()
        guard case .run(let invocation)? = try? Parser(root, environment: Environment()).parse(words)
        else { return }
        let caches = cachesDirectory(invocation)
        // On a phone the system makes it; a wake without it works, unconfined and without a memory.
        try? PosixFile.makeDirectory(caches)
        WriteConfinement.confine(to: caches)
    }

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let shared = SharedContainer(directory: invocation[container])
        let snapshot: PushSnapshot
        do {
            let result = try shared.readSnapshot()
            for reason in result.unreadable { console.note("a community is left out: \(reason)") }
            snapshot = result.snapshot
        } catch {
            // A wake is answered all the same: with the generic text.
            console.note("\(error)")
            snapshot = PushSnapshot(communities: [])
        }
        let service = NotificationService(
            snapshot: snapshot, keys: shared,
            cache: invocation[noCache] ? nil : PushCache(directory: cachesDirectory(invocation)),
            transport: CurlTransport())
        var lines = LineReader(console.input, limit: 65536)
        while let line = try lines.next() {
            // Once more: the libraries have set themselves up by now, and an earlier wake needed other code than this.
            LeanMemory.giveBackStartUpPages()
            let start = ContinuousClock.now
            let result = await service.handle(WakePayload(line.bytes ?? []))
            let report = ExtensionReport(
                result.notification, result.report, elapsed: .now - start,
                writesConfined: WriteConfinement.isConfined)
            try console.output.write(bytes: report.json.serialized() + [0x0A])
            try console.output.flush()
        }
        return .done
    }
}

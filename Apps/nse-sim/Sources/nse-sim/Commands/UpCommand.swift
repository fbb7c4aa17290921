internal import CommandLineKit
internal import DevStack
internal import NostrCore

/// `nse-sim up`: the embedded stack for as long as it runs.
enum UpCommand {
    private static let data = Parameter<String?>.option(
        "data", .file("DIR"), variable: "NSE_SIM_DATA",
        help: "Where the relay keeps its key and its events; ~/.local/share/nse-sim unless said otherwise")
    private static let port = Parameter<Int64>.option(
        "port", .integer(in: 0...65535), defaultText: "3000",
        help: "The port on 127.0.0.1; 0 for any that is free")

    static let command = Command(
        "up",
        abstract: "Run the embedded relay until Ctrl-C",
        discussion: """
            Serves events over HTTP on loopback: /events, /query, /count and the document that the relay says of itself. \
            What it accepted is still there after a restart, and after being killed.
            """,
        parameters: [data, port],
        examples: [
            Example("nse-sim up --data /tmp/relay --port 0", "A relay on a free port, kept in /tmp/relay")
        ],
        run: run)

    private static func run(_ invocation: Invocation, _ console: Console) async throws -> ExitCode {
        let directory = try directory(invocation, console)
        let relay = try EmbeddedRelay(
            configuration: EmbeddedRelay.Configuration(
                dataDirectory: directory, port: UInt16(invocation[port]),
                log: { console.detail($0) }))
        try await relay.start()
        let facts = RelayFacts(url: relay.url, pubkey: relay.publicKey, directory: directory)
        try console.write(facts, invocation[CommonOptions.output])
        try console.output.flush()
        console.note("Ctrl-C ends it")
        await Termination.wait()
        console.note("stopping …")
        await relay.stop()
        return .done
    }

    private static func directory(_ invocation: Invocation, _ console: Console) throws -> String {
        if let directory = invocation[data] { return directory }
        guard let home = console.environment["HOME"] else {
            throw Failure(
                .invalidInput, "cannot tell where to keep the relay's data", why: "HOME is not set",
                remedy: "Give --data DIR.")
        }
        return "\(console.environment["XDG_DATA_HOME"] ?? "\(home)/.local/share")/nse-sim"
    }

    /// Where the relay is, as lines and as JSON.
    private struct RelayFacts: Record {
        let url: String
        let pubkey: PublicKey
        let directory: String

        static let columns = [Column("RELAY"), Column("KEY"), Column("DATA")]

        var cells: [Cell] { [Cell(url, .cyan), Cell(pubkey.npub), Cell(directory)] }

        func appendJSON(to output: inout [UInt8]) {
            var object = JSONObject()
            object["relay"] = .string(url)
            object["pubkey"] = .string(pubkey.hex)
            object["data"] = .string(directory)
            JSONValue.object(object).append(to: &output)
        }
    }
}

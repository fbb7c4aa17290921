// Runs one embedded relay on a directory until its standard input ends, and prints its address: a process of its own
// for tests that kill it.
//
// Usage: DevStackHost DIRECTORY [PORT [CALLS_PER_MINUTE]]

internal import DevStack

/// Starts the relay that the arguments describe; prints why not and returns nil otherwise.
func startRelay(_ arguments: [String]) async -> EmbeddedRelay? {
    guard arguments.count > 1 else {
        print("usage: DevStackHost DIRECTORY [PORT [CALLS_PER_MINUTE]]")
        return nil
    }
    var configuration = EmbeddedRelay.Configuration(dataDirectory: arguments[1])
    if arguments.count > 2, let port = UInt16(arguments[2]) { configuration.port = port }
    if arguments.count > 3, let calls = Int(arguments[3]) { configuration.callsPerMinute = calls }
    do {
        let relay = try EmbeddedRelay(configuration: configuration)
        try await relay.start()
        return relay
    } catch {
        print("DevStackHost: \(error)")
        return nil
    }
}

guard let relay = await startRelay(CommandLine.arguments) else { exitProcess(1) }
print(relay.url)
flushOutput()
// The main thread waits here; the relay answers on others.
while readLine() != nil {}
await relay.stop()

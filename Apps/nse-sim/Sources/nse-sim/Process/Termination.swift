internal import Dispatch
internal import Glibc

/// The wish of a person or the system that this process end.
enum Termination {
    /// Waits for SIGINT (Ctrl-C) or SIGTERM, which from now on end nothing by themselves.
    static func wait() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.finish() }
            source.resume()
            return source
        }
        for await _ in signals {}
        sources.forEach { $0.cancel() }
    }
}

internal import Synchronization

/// One line on standard error that is written over as work goes on.
///
/// Silent unless standard error is a terminal and the program may talk.
public final class ProgressLine: Sendable {
    private let console: Console
    private let isShown = Mutex(false)

    /// A line that shows nothing yet.
    public init(_ console: Console) {
        self.console = console
    }

    private var isActive: Bool { console.errorIsTerminal && console.verbosity >= .normal }

    /// Shows a text in place of the one before, cut to the terminal's width.
    public func update(_ text: String) {
        guard isActive else { return }
        let line = DisplayText.truncated(DisplayText.safe(text), to: max(1, console.width - 1))
        isShown.withLock { isShown in
            try? console.errorOutput.write("\r\u{1B}[K" + line)
            isShown = true
        }
    }

    /// Wipes the line, before other output and at the end.
    public func clear() {
        guard isActive else { return }
        isShown.withLock { isShown in
            if isShown { try? console.errorOutput.write("\r\u{1B}[K") }
            isShown = false
        }
    }
}

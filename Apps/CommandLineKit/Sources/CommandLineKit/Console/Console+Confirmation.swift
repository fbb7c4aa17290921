extension Console {
    /// Whether a question can be put to a person: both standard input and standard error are a terminal.
    public var canAsk: Bool { inputIsTerminal && errorIsTerminal }

    /// Asks a question on standard error and reads the answer from standard input.
    ///
    /// Only `y` and `yes`, in either letter case, are a yes; the end of the input is a no. Ask only where
    /// ``canAsk`` is true.
    public func confirms(_ question: String) throws(FileError) -> Bool {
        try? output.flush()
        try? errorOutput.write(DisplayText.safe(question) + " [y/N] ")
        var reader = LineReader(input, limit: 1_024)
        let line = try reader.next()?.bytes ?? []
        let letters = line.filter { !(0x09...0x0D).contains($0) && $0 != 0x20 }.map { byte in
            (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
        }
        return letters.elementsEqual("y".utf8) || letters.elementsEqual("yes".utf8)
    }
}

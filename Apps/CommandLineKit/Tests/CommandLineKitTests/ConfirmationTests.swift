import CommandLineKit
import Testing

@Suite("Confirmation")
struct ConfirmationTests {
    @Test(
        "only yes is a yes",
        arguments: [
            ("", false), ("\n", false), ("n\n", false), ("yess\n", false), ("y e\nyes\n", false),
            ("no\ny\n", false),
            ("y", true), ("Y\r\n", true), (" yes \n", true), ("YES\nn\n", true),
        ])
    func answers(_ input: String, _ isYes: Bool) throws {
        let console = Console(
            input: ByteSource(name: "standard input", bytes: Array(input.utf8)),
            output: TextOutput(threshold: 0) { (_) throws(OutputError) in },
            errorOutput: TextOutput(threshold: 0) { (_) throws(OutputError) in })
        #expect(try console.confirms("Delete it?") == isYes)
    }

    @Test(
        "a question needs a terminal on both sides",
        arguments: [(true, true, true), (true, false, false), (false, true, false), (false, false, false)])
    func canAsk(_ input: Bool, _ errors: Bool, _ canAsk: Bool) {
        let silent = TextOutput(threshold: 0) { (_) throws(OutputError) in }
        let console = Console(
            input: ByteSource(name: "standard input", bytes: []), output: silent, errorOutput: silent,
            inputIsTerminal: input, errorIsTerminal: errors)
        #expect(console.canAsk == canAsk)
    }
}

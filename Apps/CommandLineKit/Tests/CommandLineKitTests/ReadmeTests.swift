import CommandLineKit
import Testing

/// The code of README.md.
private enum Readme {
    static let times = Parameter<Int64>.option(
        "times", short: "n", .integer(in: 1...10), defaultText: "1", help: "How often to greet")
    static let name = Parameter<String>.argument(.text("NAME"), help: "Whom to greet")

    static let greet = Command(
        "greet", abstract: "Greet someone", parameters: [times, name],
        examples: [Example("hello greet --times 2 Ada", "Greets Ada twice")]
    ) { invocation, console in
        for _ in 0..<invocation[times] { try console.output.write("Hello, \(invocation[name])!\n") }
        return .done
    }

    static let hello = Program(
        Command(
            group: "hello", abstract: "Be polite", parameters: CommonOptions.all,
            examples: [Example("hello greet Ada", "Greets Ada")],
            commands: [greet, Completion.command(program: "hello")]),
        version: "1.0")
}

@Suite("README")
struct ReadmeTests {
    @Test("the example greets")
    func greets() async {
        let test = TestConsole()
        #expect(Readme.hello.root.faults() == [])
        #expect(await Readme.hello.run(["greet", "--times", "2", "Ada"], console: test.console) == .done)
        #expect(test.out.text == "Hello, Ada!\nHello, Ada!\n")
    }
}

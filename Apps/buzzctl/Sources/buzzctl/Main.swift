internal import CommandLineKit

@main
struct Main {
    static func main() async {
        await Buzzctl.program.runAndExit()
    }
}

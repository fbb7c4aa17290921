// The claim rows of spec performance. Usage: PushCacheBenchmarks [DIRECTORY…]; measures in each directory
// given, else in the system's temporary one.

internal import PushCache

if CommandLine.arguments.dropFirst().first == "child" {
    try CrowdBenchmark.child(Array(CommandLine.arguments.dropFirst(2)))
} else {
    let directories = CommandLine.arguments.count > 1 ? Array(CommandLine.arguments.dropFirst()) : ["/tmp"]
    print(Row.heading)
    for directory in directories {
        for entries in [32, 128, 512] {
            for row in try ClaimBenchmark.rows(in: directory, scopes: 8, entries: entries, rounds: 200) {
                print(row.line)
            }
        }
        for scopes in [1, 64] {
            for row in try ClaimBenchmark.rows(in: directory, scopes: scopes, entries: 512, rounds: 100) {
                print(row.line)
            }
        }
        for processes in [4, 16, 64] {
            for line in try CrowdBenchmark.lines(in: directory, processes: processes) { print(line) }
        }
    }
    for row in try ClaimBenchmark.parts(entries: 512, rounds: 500) { print(row.line) }
}

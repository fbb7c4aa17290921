// The rows of spec performance that NostrCore can meet alone. Build with -c release.

/// In a function, since globals of a main file are checked for exclusive access at each use.
func run() throws {
    print(Row.heading)
    for (content, bytes) in [(Sample.Content.plain, 400), (.mixed, 3000), (.plain, 3000), (.japanese, 3000)] {
        let few = try Sample(content, bytes: bytes, authors: 20, count: 1000)
        print(EventBenchmark.verification(few, bar: "≤ 1.00 of bare").line)
        print(EventBenchmark.parsing(few).line)
        print(EventBenchmark.tree(few).line)
        print(EventBenchmark.id(few).line)
        let many = try Sample(content, bytes: bytes, authors: 2000, count: 2000)
        print(EventBenchmark.verification(many, bar: bytes == 400 ? "≤ 1.05 of bare" : "≤ 1.08 of bare").line)
    }
    let large = try Sample(.mixed, bytes: 60_000, authors: 20, count: 100)
    print(EventBenchmark.verification(large, bar: "–").line)
    print(EventBenchmark.parsing(large).line)
    print(EventBenchmark.id(large).line)
    for body in [0, 100, 10_000] { print(try EventBenchmark.nip98(body: body).line) }
}

try run()

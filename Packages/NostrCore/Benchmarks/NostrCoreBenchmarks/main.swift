// The rows of spec performance that NostrCore can meet alone. Build with -c release.

// Usage: NostrCoreBenchmarks [WORD…]; measures the rows whose name contains any of the words.

/// In a function, since globals of a main file are checked for exclusive access at each use.
func run() async throws {
    print(Row.heading)
    for (content, bytes) in [(Sample.Content.plain, 400), (.mixed, 3000), (.plain, 3000), (.japanese, 3000)] {
        let few = try Sample(content, bytes: bytes, authors: 20, count: 1000)
        show(EventBenchmark.verification(few, bar: "≤ 1.00 of bare"))
        let many = try Sample(content, bytes: bytes, authors: 2000, count: 2000)
        show(EventBenchmark.verification(many, bar: bytes == 400 ? "≤ 1.05 of bare" : "≤ 1.08 of bare"))
        show(EventBenchmark.parsing(few))
        show(EventBenchmark.tree(few))
        show(EventBenchmark.id(few))
    }
    let large = try Sample(.mixed, bytes: 60_000, authors: 20, count: 100)
    show(EventBenchmark.verification(large, bar: "–"))
    show(EventBenchmark.parsing(large))
    show(EventBenchmark.id(large))
    let batch = try Sample(.plain, bytes: 400, authors: 20, count: 2000)
    if let line = await EventBenchmark.batch(batch) { print(line) }
    for body in [0, 100, 10_000] { show(try EventBenchmark.nip98(body: body)) }
    for (bytes, items) in [(100, 2000), (1024, 1000), (65_535, 50)] {
        for row in try NIP44Benchmark.encryption(bytes: bytes, items: items) { show(row) }
        for row in try NIP44Benchmark.decryption(bytes: bytes, items: items) { show(row) }
    }
}

func show(_ row: Row?) {
    if let row { print(row.line) }
}

try await run()

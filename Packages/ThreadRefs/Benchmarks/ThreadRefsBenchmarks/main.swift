internal import Glibc
internal import ThreadRefs

// Prints nanoseconds of this thread's processor time for a reference from tags, at three sizes; the bar is
// 200 for a nested reply (spec performance). `LD_PRELOAD=libmemusage.so ThreadRefsBenchmarks 1000` and again
// with another number of rounds shows that the number of allocations does not depend on it.

/// Nanoseconds of processor time that this thread has used: other programs on the machine don't count.
func threadNanoseconds() -> Int64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

@inline(never)
func measure(_ name: String, tags: [[String]], rounds: Int) {
    var samples: [Double] = []
    samples.reserveCapacity(11)
    var replies = 0
    for _ in 0..<11 {
        let start = threadNanoseconds()
        for _ in 0..<rounds where ThreadReference(tags: tags).isReply { replies += 1 }
        samples.append(Double(threadNanoseconds() - start) / Double(rounds))
    }
    samples.sort()
    precondition(replies == rounds * 11)
    print("\(name): median \(Int(samples[5])) ns, spread \(Int(samples[0]))–\(Int(samples[10])) ns")
}

let a = String(repeating: "a", count: 64)
let b = String(repeating: "b", count: 64)
let nested = [
    ["h", "0f0e0d0c-0b0a-4908-8706-050403020100"], ["e", a, "", "root"], ["e", b, "", "reply"], ["p", a],
]
let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200_000
measure("thread reference, nested reply, 4 tags (bar 200 ns)", tags: nested, rounds: rounds)
let mentions = (0..<96).map { _ in ["p", a] }
measure("thread reference, nested reply, 20 tags", tags: nested + mentions.prefix(16), rounds: rounds / 4)
measure("thread reference, nested reply, 100 tags", tags: nested + mentions, rounds: rounds / 20)

internal import DeepLinks
internal import Glibc

// Prints nanoseconds of this thread's processor time for reading a link; the bar is 5,000 (spec performance).
// The code's length is measured at three sizes.

/// Nanoseconds of processor time that this thread has used: other programs on the machine don't count.
func threadNanoseconds() -> Int64 {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

@inline(never)
func measure(_ name: String, _ text: String, isLink: Bool = true, rounds: Int = 20_000) {
    var samples: [Double] = []
    var links = 0
    for _ in 0..<11 {
        let start = threadNanoseconds()
        for _ in 0..<rounds where (try? DeepLink.parse(text)) != nil { links += 1 }
        samples.append(Double(threadNanoseconds() - start) / Double(rounds))
    }
    samples.sort()
    precondition(links == (isLink ? rounds * 11 : 0))
    print("\(name): median \(Int(samples[5])) ns, spread \(Int(samples[0]))–\(Int(samples[10])) ns")
}

let id = String(repeating: "a", count: 64)
let channel = "0f0e0d0c-0b0a-4908-8706-050403020100"
let code = "v2.BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"
measure("message with a thread (bar 5000 ns)", "buzz://message?channel=\(channel)&id=\(id)&thread=\(id)")
measure("invite, web form (bar 5000 ns)", "https://relay.example/invite/\(code)")
measure("invite, handed to the app (bar 5000 ns)", "buzz://join?relay=wss%3A%2F%2Frelay.example&code=\(code)")
measure("invite, a host beyond ASCII (bar 5000 ns)", "https://аррӏе.example/invite/\(code)")
measure("agent (bar 5000 ns)", "buzz://agent/new?card=0f0e0d0c")
measure("pull request with its repository (bar 5000 ns)", "buzz://pr?id=\(id)&owner=\(id)&d=buzz")
for count in [10, 100, 1_000] {
    measure(
        "invite with a code of \(count) bytes",
        "https://relay.example/invite/" + String(repeating: "x", count: count))
}
measure(
    "refused: 8,192 bytes of parameters", "buzz://join?" + String(repeating: "a&", count: 4_090),
    isLink: false)
measure("refused: a path of 8,192 slashes", "https:" + String(repeating: "/", count: 8_186), isLink: false)

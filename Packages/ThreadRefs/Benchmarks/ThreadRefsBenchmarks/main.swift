import ThreadRefs

// Prints nanoseconds a reference from the tags of a nested reply; the bar is 200 (spec performance).

@inline(never)
func measure() {
    let a = String(repeating: "a", count: 64)
    let b = String(repeating: "b", count: 64)
    let channel = "0f0e0d0c-0b0a-4908-8706-050403020100"
    let tags = [["h", channel], ["e", a, "", "root"], ["e", b, "", "reply"], ["p", a]]
    let rounds = 200_000
    var samples: [Double] = []
    var replies = 0
    for _ in 0..<11 {
        let time = ContinuousClock().measure {
            for _ in 0..<rounds where ThreadReference(tags: tags).isReply { replies += 1 }
        }
        samples.append(time / Duration.nanoseconds(1) / Double(rounds))
    }
    samples.sort()
    precondition(replies == rounds * 11)
    print(
        "thread reference from tags: median \(Int(samples[5])) ns, spread \(Int(samples[0]))–\(Int(samples[10])) ns, "
            + "ratio to the bar of 200 ns \(Double(Int(samples[5] / 2)) / 100)")
}

measure()

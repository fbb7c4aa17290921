import Testing
import ThreadRefs

private func id(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 64 - digits.count) + digits
}

private func message(_ number: Int, answers parent: Int? = nil) -> ThreadIndex.Message {
    ThreadIndex.Message(id: id(number), reference: ThreadReference(parent: parent.map(id), root: nil))
}

@Suite("Thread index")
struct ThreadIndexTests {
    @Test("nested, orphaned and cyclic messages each stand where they belong")
    func places() {
        let index = ThreadIndex([
            message(1), message(2, answers: 1), message(3, answers: 2), message(4, answers: 99),
            message(5, answers: 4), message(6, answers: 7), message(7, answers: 6), message(8, answers: 6),
            message(9, answers: 9),
        ])
        #expect(index.place(of: id(1)) == .placed(depth: 0))
        #expect(index.place(of: id(3)) == .placed(depth: 2))
        #expect(index.root(of: id(3)) == id(1))
        #expect(index.place(of: id(4)) == .orphan(missing: id(99)))
        #expect(index.place(of: id(5)) == .orphan(missing: id(99)))
        #expect(index.cyclic == [6, 7, 8, 9].map(id))
        #expect(index.orphans == [4, 5].map(id))
        #expect(index.roots == [id(1)])
        #expect(index.place(of: id(100)) == nil)
    }

    @Test("children keep the order given, and of two with one id the first counts")
    func order() {
        let index = ThreadIndex([message(3, answers: 1), message(1), message(2, answers: 1), message(2)])
        #expect(index.children(of: id(1)) == [id(3), id(2)])
        #expect(index.depth(of: id(2)) == 1)
    }

    @Test("a reply at depth 100 is placed, one below is not, in either order")
    func depthLimit() {
        let chain = [message(0)] + (1...102).map { message($0, answers: $0 - 1) }
        for messages in [chain, chain.reversed()] {
            let index = ThreadIndex(messages)
            #expect(index.place(of: id(100)) == .placed(depth: 100))
            #expect(index.place(of: id(101)) == .tooDeep)
            #expect(index.place(of: id(102)) == .tooDeep)
            #expect(index.root(of: id(100)) == id(0))
        }
    }

    @Test("a hostile chain of 100,000 ends, forwards, backwards and closed to a circle")
    func hostileChain() {
        let count = 100_000
        let top = ThreadReference(parent: nil, root: nil)
        let references = (0..<count).map { ThreadReference(parent: id($0), root: nil) }
        let chain = (0..<count).map { number in
            ThreadIndex.Message(
                id: references[number].parent ?? "", reference: number == 0 ? top : references[number - 1])
        }
        let backwards = ThreadIndex(chain.reversed())
        #expect(backwards.place(of: id(count - 1)) == .tooDeep)
        #expect(backwards.tooDeep.count == count - 1 - ThreadIndex.maximumDepth)
        #expect(backwards.thread(under: id(0)).count == ThreadIndex.maximumDepth + 1)
        #expect(ThreadIndex(chain).depth(of: id(100)) == 100)
        let circle = ThreadIndex([message(0, answers: count - 1)] + chain.dropFirst())
        #expect(circle.cyclic.count == count)
        #expect(circle.cycles.map(\.count) == [count])
    }

    @Test("each closed loop is reported once, from its first message on to what that answers")
    func cycles() {
        let index = ThreadIndex([
            message(8, answers: 6), message(6, answers: 7), message(9, answers: 9), message(7, answers: 5),
            message(5, answers: 6),
        ])
        #expect(index.cycles == [[6, 7, 5].map(id), [id(9)]])
        #expect(index.cyclic == [8, 6, 9, 7, 5].map(id))
        #expect(index.children(of: id(6)) == [id(8), id(5)])
        #expect(index.thread(under: id(6)).isEmpty)
        #expect(index.root(of: id(6)) == nil)
    }

    @Test("a thread lists each message before its answers, and these in the order given")
    func thread() {
        let index = ThreadIndex([
            message(1), message(5, answers: 1), message(2, answers: 1), message(3, answers: 5), message(4),
            message(6, answers: 2), message(7, answers: 5),
        ])
        #expect(index.thread(under: id(1)) == [1, 5, 3, 7, 2, 6].map(id))
        #expect(index.thread(under: id(2)) == [2, 6].map(id))
        #expect(index.thread(under: id(99)).isEmpty)
    }

    @Test("the answers to a message that is not there are found by its id")
    func missingParent() {
        let index = ThreadIndex([message(1, answers: 9), message(2, answers: 9)])
        #expect(index.children(of: id(9)) == [id(1), id(2)])
        #expect(index.place(of: id(9)) == nil)
    }

    @Test("no messages make an empty index")
    func empty() {
        let index = ThreadIndex([])
        #expect(index.count == 0)
        #expect(index.roots.isEmpty && index.orphans.isEmpty && index.cycles.isEmpty)
    }

    @Test("an id is found in either case, and tags make a message")
    func spelling() {
        let capital = String(repeating: "A", count: 64)
        let index = ThreadIndex([
            .init(id: capital, tags: []), .init(id: id(1), tags: [["e", capital, "", "reply"]]),
        ])
        #expect(index.depth(of: id(1)) == 1)
        #expect(index.children(of: capital) == [id(1)])
        #expect(index.root(of: id(1)) == capital.lowercased())
    }

    @Test(
        "J08: a tap on a nested reply opens its direct parent's thread; orphan, pair and depth are told apart"
    )
    func mixedSet() {
        let first = id(1)
        let second = id(2)
        let third = ThreadReference(
            tags: ThreadReference.replyTags(to: second, parentTags: [["e", first, "", "reply"]]))
        let index = ThreadIndex([
            message(1), message(2, answers: 1), .init(id: id(3), reference: third), message(4, answers: 99),
            message(10, answers: 11), message(11, answers: 10),
        ])
        #expect(third.root == first)
        #expect(third.destination == .thread(parent: second))
        #expect(index.depth(of: id(3)) == 2)
        #expect(index.orphans == [id(4)])
        #expect(index.cycles == [[id(10), id(11)]])
    }

    @Test("in any graph a placed message's parent is placed one above it")
    func invariants() {
        let seed = UInt64.random(in: .min ... .max)
        print("seed \(seed)")
        var state = seed
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for _ in 0..<300 {
            let count = 1 + random(30)
            let messages = (0..<count).map { number in
                message(number, answers: random(3) == 0 ? nil : random(count + 2))
            }
            let index = ThreadIndex(messages)
            for message in messages {
                guard case .placed(let depth)? = index.place(of: message.id) else { continue }
                let parentDepth = message.reference.parent.map { index.depth(of: $0) }
                #expect(parentDepth == nil ? depth == 0 : parentDepth == depth - 1)
            }
            let placed = messages.filter { index.depth(of: $0.id) != nil }.count
            #expect(placed + index.orphans.count + index.cyclic.count == count)
            // The threads of the top-level messages are a partition of the placed ones.
            let listed = index.roots.flatMap { index.thread(under: $0) }
            #expect(listed.count == placed && Set(listed).count == placed)
            #expect(listed.allSatisfy { id in index.root(of: id).map { index.roots.contains($0) } == true })
            // Each loop is closed: every member's parent is the next.
            for loop in index.cycles {
                for (child, parent) in zip(loop, loop.dropFirst() + loop.prefix(1)) {
                    #expect(index.children(of: parent).contains(child))
                }
            }
            #expect(Set(index.cycles.joined()).isSubset(of: index.cyclic))
            #expect(index.cycles.isEmpty == index.cyclic.isEmpty)
        }
    }
}

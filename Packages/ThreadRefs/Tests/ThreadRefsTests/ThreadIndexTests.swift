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

    @Test("a hostile chain of 20,000 ends, forwards, backwards and closed to a circle")
    func hostileChain() {
        let count = 20_000
        let chain = [message(0)] + (1..<count).map { message($0, answers: $0 - 1) }
        #expect(ThreadIndex(chain.reversed()).place(of: id(count - 1)) == .tooDeep)
        #expect(ThreadIndex(chain).depth(of: id(100)) == 100)
        let circle = [message(0, answers: count - 1)] + chain.dropFirst()
        #expect(ThreadIndex(circle).cyclic.count == count)
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
        }
    }
}

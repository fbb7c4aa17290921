import Testing
import ThreadRefs

@Test("the README's example")
func readmeExample() {
    let first = String(repeating: "a", count: 64)
    let second = String(repeating: "b", count: 64)

    let tags = ThreadReference.replyTags(to: second, parentTags: [["e", first, "", "reply"]])
    let reference = ThreadReference(tags: tags)
    #expect(reference.root == first)
    #expect(reference.destination == .thread(parent: second))
}

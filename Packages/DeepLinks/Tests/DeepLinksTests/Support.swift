import DeepLinks
import Testing

let a64 = String(repeating: "a", count: 64)
let b64 = String(repeating: "b", count: 64)
let u4 = "0f0e0d0c-0b0a-4908-8706-050403020100"
let u5 = "0f0e0d0c-0b0a-5908-8706-050403020100"
let u7 = "018f0e0d-0c0b-7a09-8807-060504030201"

/// What a text is read as, or why it is refused.
enum Outcome: Sendable, Equatable {
    case link(DeepLink)
    case refused(DeepLinkError)

    init(of text: String, policy: DeepLinkPolicy = .production) {
        do throws(DeepLinkError) {
            self = .link(try DeepLink.parse(text, policy: policy))
        } catch {
            self = .refused(error)
        }
    }
}

/// One line of a table: a text, and what must come of it.
struct LinkRow: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let outcome: Outcome
    let policy: DeepLinkPolicy

    /// A text that is refused.
    init(_ name: String, _ text: String, _ error: DeepLinkError, policy: DeepLinkPolicy = .production) {
        self.name = name
        self.text = text
        outcome = .refused(error)
        self.policy = policy
    }

    /// A text that is read; nil for a link that its own initialiser refuses, so that the row fails.
    init(_ name: String, _ text: String, opens link: DeepLink?, policy: DeepLinkPolicy = .production) {
        self.name = name
        self.text = text
        outcome = link.map { .link($0) } ?? .refused(.malformed(.link))
        self.policy = policy
    }

    var testDescription: String { name }

    func check() {
        let result = Outcome(of: text, policy: policy)
        #expect(result == outcome, "\(text)")
        // Whatever is read is written so that it is read again.
        guard case .link(let link) = result else { return }
        #expect(Outcome(of: link.text, policy: policy) == result, "\(link.text)")
    }
}

func relay(_ text: String, policy: DeepLinkPolicy = .production) -> RelayOrigin? {
    try? RelayOrigin(text, policy: policy)
}

func message(_ channel: String = u4, id: String = a64, thread: String? = nil) -> DeepLink? {
    (try? MessageLink(channel: channel, id: id, thread: thread)).map { .message($0) }
}

func invite(
    _ address: String, code: String, receipt: String? = nil, policy: DeepLinkPolicy = .production
) -> DeepLink? {
    relay(address, policy: policy).flatMap { try? InviteLink(relay: $0, code: code, policyReceipt: receipt) }
        .map { .invite($0) }
}

func agent(_ card: String) -> DeepLink? { (try? AgentLink(card: card)).map { .agent($0) } }

func address(_ owner: String = a64, _ identifier: String) -> EntityAddress? {
    try? EntityAddress(owner: owner, identifier: identifier)
}

func event(_ id: String = a64, in repository: EntityAddress? = nil) -> EntityEvent? {
    try? EntityEvent(id: id, repository: repository)
}

/// Numbers from a seed that is printed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(label: String) {
        state = UInt64.random(in: .min ... .max)
        print("\(label): seed \(state)")
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

internal import NostrCore

/// Who may read an event, whatever filter finds it (spec relay §1.4); the numbers are those of the store.
enum Audience: Int64, Sendable {
    case everyone = 0
    /// Its author.
    case author = 1
    /// Those in its `p` tags.
    case addressed = 2

    init(of event: Event) {
        switch event.kind {
        case 30179, 30300, 30350: self = .author
        case 30175, 30178: self = event.tags.contains(["shared", "true"]) ? .everyone : .author
        case 30622, 44200: self = .addressed
        default: self = .everyone
        }
    }
}

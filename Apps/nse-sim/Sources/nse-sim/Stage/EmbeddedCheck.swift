internal import NostrCore
internal import NotificationService
internal import PushCache

/// Compares what many wakes showed with what the cache says was claimed.
struct EmbeddedCheck {
    let stage: Stage
    /// How many messages were posted, all within the newest ten of their community.
    let messageCount: Int
    let container: SharedContainer
    let summary: WakeSummary

    /// What is wrong, a line each; none when every promise held.
    var problems: [String] {
        let cache = PushCache(directory: container.cachesDirectory)
        var claimed: Set<EventID> = []
        for room in stage.rooms {
            do {
                let scope = Scope(communityID: room.id, pubkey: stage.reader.publicKey.bytes)
                claimed.formUnion(try cache.shownMessages(in: scope).map(\.id))
            } catch {
                return ["the claims of \(room.name) can't be read: \(error)"]
            }
        }
        let shown = Set(summary.shown)
        let lost = claimed.subtracting(shown)
        var problems: [String] = []
        if !shown.isSubset(of: claimed) { problems.append("a message was shown without a claim") }
        if lost.count > summary.killed {
            problems.append(
                "\(lost.count) messages were claimed and not shown, by \(summary.killed) killed processes")
        }
        let wakes = summary.shown.count + summary.generic
        let due = min(messageCount - lost.count, wakes)
        if shown.count < due { problems.append("\(shown.count) messages were shown, \(due) were due") }
        return problems
    }
}

public import DeepLinks

/// Reads what a person pastes into the field for an invite.
public enum PastedInvite: Sendable {
    /// Reads a web link, a `buzz://join` link, or a bare code (spec relay §6).
    ///
    /// White space around the text goes, since pasting brings it along; the link itself is read strictly. The code's
    /// form is checked here, so that a damaged one costs no request.
    ///
    /// - Parameters:
    ///   - text: what was pasted.
    ///   - relay: the relay's address as given, for a bare code.
    ///   - policy: which relays an invite may name.
    /// - Throws: ``PastedInviteError``, before anything is connected.
    public static func read(
        _ text: String, relay: String? = nil, policy: DeepLinkPolicy = .production
    ) throws(PastedInviteError) -> InviteLink {
        let trimmed = StarterChannel.trimmed(text)
        guard !trimmed.isEmpty else { throw .empty }
        let pasted = String(decoding: trimmed, as: UTF8.self)
        let link =
            if trimmed.contains(UInt8(ascii: "/")) {
                try link(pasted, policy: policy)
            } else {
                try bare(pasted, relay: relay, policy: policy)
            }
        guard InviteCodeForm(link.code) != nil else { throw .damagedCode }
        return link
    }

    private static func link(_ text: String, policy: DeepLinkPolicy) throws(PastedInviteError) -> InviteLink {
        let parsed: DeepLink
        do throws(DeepLinkError) {
            parsed = try DeepLink.parse(text, policy: policy)
        } catch {
            throw .link(error)
        }
        guard case .invite(let invite) = parsed else { throw .notAnInvite }
        return invite
    }

    private static func bare(
        _ code: String, relay: String?, policy: DeepLinkPolicy
    ) throws(PastedInviteError) -> InviteLink {
        guard InviteCodeForm(code) != nil else { throw .damagedCode }
        guard let relay else { throw .needsRelay }
        do throws(DeepLinkError) {
            return try InviteLink(relay: RelayOrigin(relay, policy: policy), code: code)
        } catch {
            throw .relay(host: (try? Origin(relay))?.host.description, reason: error)
        }
    }
}

/// Why a pasted text is no invite; nothing was connected.
public enum PastedInviteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nothing but white space.
    case empty
    /// The link can't be used; the reason names the part.
    case link(DeepLinkError)
    /// A link, but to something else.
    case notAnInvite
    /// A bare code says nothing about its relay.
    case needsRelay
    /// The relay's address can't be used; the host where the address has one.
    case relay(host: String?, reason: DeepLinkError)
    /// The code has a form that no relay makes: a part is missing or something was added.
    case damagedCode

    /// What is wrong and what to do; never any of the text.
    public var description: String {
        switch self {
        case .empty: "Paste an invite link or code."
        case .link(let error): "The invite link can't be used. \(error)"
        case .notAnInvite: "This link leads to something else. Paste an invite link."
        case .needsRelay: "A code alone says nothing about its community. Give the relay's address too."
        case .relay(let host?, let error): "The relay \(host) can't be used. \(error)"
        case .relay(nil, let error): "The relay's address can't be used. \(error)"
        case .damagedCode: "The invite code is damaged. Copy the whole of it again."
        }
    }
}

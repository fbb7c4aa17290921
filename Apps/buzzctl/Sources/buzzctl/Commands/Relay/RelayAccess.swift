internal import CommandLineKit
internal import HTTPTransport
internal import NostrCore
internal import RelayClient

/// How commands reach a relay over HTTP, and what its failures mean to a caller.
enum RelayAccess {
    static func transport() -> CurlTransport {
        CurlTransport(CurlTransport.Configuration())
    }

    static func timeout(_ invocation: Invocation) -> Duration { .seconds(invocation[SharedOptions.timeout]) }

    /// The relay's HTTP side, signed for with the key that was named.
    static func http(_ invocation: Invocation, _ console: Console) throws -> RelayHTTP {
        RelayHTTP(
            relayURL: try invocation.relayURL(), transport: transport(),
            signer: try invocation.keyPair(console))
    }

    /// A relay's failure as this program reports it.
    static func failure(_ error: RelayHTTPError, _ relay: RelayURL) -> Failure {
        let what = "the relay \(relay) gave no answer to use"
        switch error {
        case .unreachable(let reason):
            return Failure(.unreachable, "cannot reach \(relay)", why: "\(reason)", remedy: "Check --relay.")
        case .notSigned(let reason):
            return Failure(.refused, "cannot sign the request", why: "\(reason)", remedy: "Try again.")
        case .refused(let status, let reason) where status == 401 || status == 403:
            return Failure(
                .notAuthorised, "\(relay) does not allow this", why: "\(reason) (status \(status))",
                remedy: "Check that the key belongs to a member, and the clock of this machine.")
        case .refused(let status, let reason):
            return Failure(
                .refused, "\(relay) refused", why: "\(reason) (status \(status))",
                remedy: "Check the request against what the relay says.")
        case .rateLimited(let reason, let seconds):
            let wait = seconds.map { "Wait \($0) seconds" } ?? "Wait a little"
            return Failure(
                .refused, "\(relay) asks to slow down", why: reason, remedy: "\(wait), then try again.")
        case .malformedAnswer(let reason):
            return Failure(
                .invalidInput, what, why: reason,
                remedy: "Check that --relay is a Nostr relay with an HTTP side.")
        }
    }
}

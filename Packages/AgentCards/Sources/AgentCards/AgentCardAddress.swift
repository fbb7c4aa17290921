public import DeepLinks

/// Where a shared agent's card is: `<origin>/<id>/agent.json`, the origin being the build's own (spec agent-cards).
///
/// An `AgentLink` has refused each id that would change the path; any other is one segment of it.
public struct AgentCardAddress: Hashable, Sendable {
    /// The URL to fetch, without following redirects to another origin.
    public let url: String

    /// Joins an environment's origin and a link's id.
    public init(_ link: AgentLink, in environment: HostedEnvironment) {
        url = "\(environment.avatarsOrigin)/\(Self.segment(link.card))/agent.json"
    }

    /// The id with all but RFC 3986's unreserved characters percent-encoded, in upper-case digits.
    private static func segment(_ id: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var output: [UInt8] = []
        for byte in id.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                output.append(byte)
            default: output += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: output, as: UTF8.self)
    }
}

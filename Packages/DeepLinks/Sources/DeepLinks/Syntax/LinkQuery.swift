/// The parameters of a link's query, decoded once; none is given twice.
struct LinkQuery {
    /// The greatest number of parameters.
    static let limit = 32

    private var parameters: [(name: String, value: String)] = []

    /// Reads a query; nil is read as an empty one.
    ///
    /// Names are decoded too, so that no spelling hides a repetition.
    ///
    /// Parameters that no link has are allowed, but must be well-formed and given once as well.
    init(_ query: ArraySlice<UInt8>?) throws(DeepLinkError) {
        var rest = query ?? []
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
            let pair = rest[..<end]
            rest = rest[end...].dropFirst()
            if pair.isEmpty { continue }
            guard parameters.count < Self.limit else { throw .malformed(.query) }
            let equals = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = PercentCoding.decode(pair[..<equals]), !name.isEmpty else {
                throw .malformed(.query)
            }
            let part = DeepLinkPart(parameter: name)
            guard let value = PercentCoding.decode(pair[equals...].dropFirst()) else {
                throw .malformed(part ?? .query)
            }
            guard !parameters.contains(where: { $0.name == name }) else { throw .duplicate(part ?? .query) }
            parameters.append((name, value))
        }
    }

    /// The value of a parameter; nil when it is absent or empty.
    func optional(_ part: DeepLinkPart) -> String? {
        parameters.first { $0.name == part.rawValue && !$0.value.isEmpty }?.value
    }

    /// The value of a parameter that the link can't do without.
    func required(_ part: DeepLinkPart) throws(DeepLinkError) -> String {
        guard let value = optional(part) else { throw .missing(part) }
        return value
    }
}

internal import NostrCore

/// What the relay says about itself (NIP-11, spec relay §3); it names only what it serves.
enum RelayDocument {
    static func json(
        name: String, icon: String?, relay: PublicKey, isMembershipRequired: Bool
    ) -> [UInt8] {
        let supported: [Int64] =
            [1, 2, 9, 10, 11, 16, 25, 29, 33, 38, 40, 45, 56, 78, 98] + (isMembershipRequired ? [43] : [])
        let picture = icon.map { [JSONObject.Member("icon", .string($0))] } ?? []
        let limitation = JSONObject([
            .init("max_message_length", .integer(524_288)), .init("max_subscriptions", .integer(1024)),
            .init("max_filters", .integer(10)), .init("max_limit", .integer(1000)),
            .init("max_subid_length", .integer(256)), .init("min_pow_difficulty", .null),
            .init("auth_required", .bool(true)), .init("payment_required", .bool(false)),
            .init("restricted_writes", .bool(true)),
        ])
        return JSONValue.object(
            JSONObject(
                [
                    .init("name", .string(name)),
                    .init("description", .string("Embedded development relay for Buzz")),
                ] + picture + [
                    .init("pubkey", .null), .init("contact", .null),
                    .init("supported_nips", .array(supported.map { .integer($0) })),
                    .init("supported_extensions", .array([])),
                    .init("software", .string("nse-sim")), .init("version", .string("0.1.0")),
                    .init("limitation", .object(limitation)), .init("self", .string(relay.hex)),
                ])
        ).serialized()
    }
}

import NostrCore

/// Reads the members of `push`, each by its rule.
struct PushMembers {
    let reader: JSONReader
    let contract: PushContract

    init(_ reader: JSONReader, _ contract: PushContract) throws(JSONShapeError) {
        self.reader = reader
        self.contract = contract
        let common = ["origin", "keys", "push_kinds", "h_grammar", "class_support", "limitation"]
        let isDraft = contract.hasApplicationProfiles
        try reader.requireMembers(
            isDraft ? common + ["app_profiles"] : common, optional: isDraft ? ["urgent_kinds"] : [])
    }

    func mismatch(_ member: String, _ expected: String, _ found: String) -> JSONShapeError {
        .mismatch(path: "\(reader.path).\(member)", expected: expected, found: found)
    }

    func origin() throws(JSONShapeError) -> String {
        let member = try reader.member("origin")
        let text = try member.string()
        guard Self.isCanonical(text) else {
            throw member.mismatch("ws[s]://host[:port] in canonical form", found: "another string")
        }
        return text
    }

    /// Whether a text is `ws[s]://host[:port]`: lowercase, no default port, nothing after.
    static func isCanonical(_ origin: String) -> Bool {
        let isSecure = origin.hasPrefix("wss://")
        guard isSecure || origin.hasPrefix("ws://") else { return false }
        var host = Array(origin.utf8.dropFirst(isSecure ? 6 : 5))
        // A colon inside brackets belongs to an IPv6 address.
        let afterBracket = host.lastIndex(of: UInt8(ascii: "]")).map { $0 + 1 } ?? 0
        if let colon = host[afterBracket...].firstIndex(of: UInt8(ascii: ":")) {
            let digits = String(decoding: host[(colon + 1)...], as: UTF8.self)
            guard let port = UInt16(digits), port > 0, String(port).utf8.elementsEqual(digits.utf8),
                port != (isSecure ? 443 : 80)
            else { return false }
            host.removeSubrange(colon...)
        }
        guard let first = host.first else { return false }
        func isHex(_ byte: UInt8) -> Bool { (48...57).contains(byte) || (97...102).contains(byte) }
        if first == UInt8(ascii: "[") {
            let inner = host.dropFirst().dropLast()
            return host.last == UInt8(ascii: "]") && inner.contains(UInt8(ascii: ":"))
                && inner.allSatisfy { isHex($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
        }
        return host.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 45 || $0 == 46 }
    }

    func keys() throws(JSONShapeError) -> [PushDescriptor.ExecutorKey] {
        var keys: [PushDescriptor.ExecutorKey] = []
        for item in try reader.member("keys").array() {
            try item.requireMembers(["id", "pubkey"], optional: ["current", "retiring"])
            let id = try item.member("id").string()
            guard !id.isEmpty, !keys.contains(where: { $0.id.utf8.elementsEqual(id.utf8) }) else {
                throw try item.member("id").mismatch("a key id of its own", found: "an empty or repeated one")
            }
            let isCurrent = try item.optionalMember("current")?.bool() ?? false
            let isRetiring = try item.optionalMember("retiring")?.bool() ?? false
            if isCurrent, isRetiring {
                throw try item.member("retiring").mismatch("false for the current key", found: "true")
            }
            keys.append(
                .init(
                    id: id, pubkey: try item.member("pubkey").bytes32(), isCurrent: isCurrent,
                    isRetiring: isRetiring))
        }
        return keys
    }

    func profiles() throws(JSONShapeError) -> [PushDescriptor.ApplicationProfile] {
        guard contract.hasApplicationProfiles else { return [] }
        var profiles: [PushDescriptor.ApplicationProfile] = []
        for item in try reader.member("app_profiles").array() {
            try item.requireMembers(["id", "transport"])
            let id = try item.member("id").string()
            guard !id.isEmpty, !profiles.contains(where: { $0.id.utf8.elementsEqual(id.utf8) }) else {
                throw try item.member("id").mismatch(
                    "a profile of its own", found: "an empty or repeated one")
            }
            profiles.append(.init(id: id, transport: try item.member("transport").string()))
        }
        guard profiles.contains(where: { $0.transport.utf8.elementsEqual(PushDescriptor.transport.utf8) })
        else {
            throw mismatch("app_profiles", "a profile with transport \(PushDescriptor.transport)", "none")
        }
        return profiles
    }

    private func kinds(_ member: String) throws(JSONShapeError) -> [UInt16] {
        var kinds: [UInt16] = []
        for item in try reader.member(member).array() {
            let kind = UInt16(truncatingIfNeeded: try item.integer(in: 0...65535))
            if (20000..<30000).contains(kind) {
                throw item.mismatch("a kind that is not ephemeral", found: String(kind))
            }
            kinds.append(kind)
        }
        return kinds
    }

    func pushKinds() throws(JSONShapeError) -> [UInt16] {
        let offered = try kinds("push_kinds")
        if offered.isEmpty { throw mismatch("push_kinds", "one or more kinds", "none") }
        for kind in contract.requiredKinds where !offered.contains(kind) {
            throw mismatch("push_kinds", "kind \(kind) among them", "not offered")
        }
        return offered
    }

    func urgentKinds(among offered: [UInt16]) throws(JSONShapeError) -> [UInt16] {
        guard try reader.optionalMember("urgent_kinds") != nil else { return [] }
        let urgent = try kinds("urgent_kinds")
        for kind in urgent where !offered.contains(kind) {
            throw mismatch("urgent_kinds", "kinds among push_kinds", String(kind))
        }
        return urgent
    }

    func checkGrammar() throws(JSONShapeError) {
        let member = try reader.member("h_grammar")
        guard try member.string().utf8.elementsEqual(PushDescriptor.grammar.utf8) else {
            throw member.mismatch(PushDescriptor.grammar, found: "another string")
        }
    }

    func classes() throws(JSONShapeError) -> [PriorityClass] {
        let support = try reader.member("class_support")
        try support.requireMembers([PushDescriptor.transport])
        let list = try support.member(PushDescriptor.transport)
        var classes: [PriorityClass] = []
        for item in try list.array() {
            guard let value = PriorityClass(rawValue: try item.string()) else {
                throw item.mismatch("silent, default, time_sensitive or urgent", found: "another string")
            }
            classes.append(value)
        }
        guard classes.contains(.default) else {
            throw list.mismatch("default among the classes", found: "none")
        }
        return classes
    }
}

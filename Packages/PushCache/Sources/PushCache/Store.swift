internal import NostrCore

/// One scope's file in memory.
package struct Store: Equatable, Sendable {
    /// The format that this package writes.
    static let version: Int64 = 1
    /// More bytes than this are no store: 512 entries take some 64 KiB, the rest is room for members of later
    /// versions.
    package static let maximumBytes = 1 << 20

    /// The messages shown, in the order in which they were claimed.
    package var entries: [StoreEntry]
    /// Members that this version does not know: they decide nothing, and are written back as they were.
    let otherMembers: [JSONObject.Member]

    package init(entries: [StoreEntry] = []) {
        self.init(entries: entries, otherMembers: [])
    }

    private init(entries: [StoreEntry], otherMembers: [JSONObject.Member]) {
        self.entries = entries
        self.otherMembers = otherMembers
    }

    /// The store after a claim, pruned.
    package func recording(_ candidate: Candidate, now: Int64) -> Store {
        var result = self
        result.entries = Retention.kept(of: entries + [StoreEntry(candidate, shownAt: now)])
        return result
    }
}

extension Store {
    /// Reads a store's bytes: all of an array, or its first `count`.
    ///
    /// A store of an unknown version, or without one, reads as empty; so does a missing `shown` member, which
    /// older stores lack. An element of `shown` without a valid id, or with a time that is no integer in
    /// 0…2^53−1, is ignored, and the others stand.
    package init(parsing bytes: [UInt8], count: Int? = nil) throws(StoreDefect) {
        let count = min(count ?? bytes.count, bytes.count)
        // What this package wrote itself, which is nearly always: many times faster than any JSON.
        if let entries = CanonicalStore.entries(in: bytes.span.extracting(first: count)) {
            self.init(entries: entries)
            return
        }
        let reader: JSONReader
        do {
            reader = JSONReader(
                try JSONValue.parse(
                    Array(bytes[..<count]), limits: JSONLimits(maximumBytes: Self.maximumBytes)))
        } catch {
            throw .malformed(error)
        }
        do {
            let object = try reader.object()
            guard case .integer(Self.version) = object["version"] else {
                self.init()
                return
            }
            self.init(
                entries: try reader.optionalMember("shown")?.array().compactMap(Self.entry) ?? [],
                otherMembers: object.members.filter { !["version", "shown"].contains($0.key) })
        } catch {
            throw .wrongShape(error)
        }
    }

    private static func entry(_ reader: JSONReader) -> StoreEntry? {
        guard let id = try? reader.member("id").bytes32(),
            let createdAt = try? reader.member("created_at").integer(in: StoredTime.range),
            let shownAt = try? reader.member("shown_at").integer(in: StoredTime.range)
        else { return nil }
        return StoreEntry(ShownMessage(id: EventID(id), createdAt: createdAt, shownAt: shownAt))
    }

    /// The bytes to write: compact JSON.
    ///
    /// Unknown members that would take the file over its bound are left out: a store too large to be read again would
    /// forget what was shown.
    package func serialized() -> [UInt8] {
        let known = CanonicalStore.bytes(of: entries)
        if otherMembers.isEmpty { return known }
        var output = Array(#"{"version":1,"#.utf8)
        let start = output.count
        for member in otherMembers {
            JSONValue.string(member.key).append(to: &output)
            output.append(UInt8(ascii: ":"))
            member.value.append(to: &output)
            output.append(UInt8(ascii: ","))
        }
        // The canonical text goes on behind its version member.
        output.append(contentsOf: known.dropFirst(start))
        return output.count > Self.maximumBytes ? known : output
    }
}

public import NostrCore

/// What the app leaves for the extension: the communities and what may be shown of each (spec presentation "Snapshot").
public struct PushSnapshot: Sendable, Equatable {
    /// The file's name in the shared container.
    public static let fileName = "push-snapshot.json"
    /// A larger file is refused.
    public static let maximumBytes = 8 * 1024 * 1024
    static let version: Int64 = 1
    static let maximumCommunities = 64

    /// The communities in the order of the file.
    public var communities: [Community]

    /// A snapshot of these communities.
    public init(communities: [Community]) {
        self.communities = communities
    }

    /// Reads a snapshot; unknown members are ignored.
    ///
    /// A community that can't be read is set aside with its reason and does not silence the others.
    ///
    /// - Throws: ``SnapshotError`` when nothing of the file can be used; the extension then treats it as empty.
    public static func parse(
        _ bytes: [UInt8]
    ) throws(SnapshotError) -> (snapshot: PushSnapshot, unreadable: [JSONShapeError]) {
        let value: JSONValue
        do {
            value = try JSONValue.parse(bytes, limits: JSONLimits(maximumBytes: maximumBytes))
        } catch {
            throw .notJSON(error)
        }
        do throws(JSONShapeError) {
            let root = JSONReader(value)
            let version = try root.member("version").integer()
            guard version == Self.version else {
                throw root.mismatch("version 1", found: "version \(version)")
            }
            var communities: [Community] = []
            var unreadable: [JSONShapeError] = []
            for item in try root.member("communities").array().prefix(maximumCommunities) {
                do throws(JSONShapeError) {
                    communities.append(try Community(item))
                } catch {
                    unreadable.append(error)
                }
            }
            return (PushSnapshot(communities: communities), unreadable)
        } catch {
            throw .wrongShape(error)
        }
    }

    /// The file's content.
    public func serialized() -> [UInt8] {
        var object = JSONObject()
        object["version"] = .integer(Self.version)
        object["communities"] = .array(communities.map(\.json))
        object["profiles"] = .array([])
        object["channels"] = .array([])
        return JSONValue.object(object).serialized()
    }
}

/// Why a snapshot can't be used.
public enum SnapshotError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Not strict JSON, or too large.
    case notJSON(JSONError)
    /// JSON of another shape or version.
    case wrongShape(JSONShapeError)
    /// No such file, or it can't be read.
    case unreadable(reason: String)

    /// One sentence that says what is wrong with the file.
    public var description: String {
        switch self {
        case .notJSON(let error): "the snapshot is not readable JSON: \(error)"
        case .wrongShape(let error): "the snapshot has another shape: \(error)"
        case .unreadable(let reason): "the snapshot can't be read: \(reason)"
        }
    }
}

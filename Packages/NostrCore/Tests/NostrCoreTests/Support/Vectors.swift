import Foundation
import Testing

/// The published test vectors, which live beside the repository and not in it.
enum Vectors {
    /// `BUZZ_VECTORS`, or `../shared/vectors` seen from the repository's root.
    static let root: URL = {
        if let path = ProcessInfo.processInfo.environment["BUZZ_VECTORS"] { return URL(filePath: path) }
        let repository = (0..<6).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
        }
        return repository.deletingLastPathComponent().appending(path: "shared/vectors")
    }()

    static func isPresent(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: name).path)
    }

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: root.appending(path: name)))
    }

    static func files(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path).sorted()
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips when the vectors are not on this machine, and says where they were looked for.
    static func needsVectors(_ name: String) -> Self {
        .enabled(if: Vectors.isPresent(name), "no \(name) in \(Vectors.root.path); set BUZZ_VECTORS")
    }
}

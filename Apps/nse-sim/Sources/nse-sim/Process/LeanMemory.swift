internal import CLinux
internal import Glibc
internal import NotificationService

/// Keeps an extension process small, as one under a phone's limits has to be.
enum LeanMemory {
    /// Lets all threads allocate from one place, and returns large blocks to the system when they are freed.
    ///
    /// Otherwise each thread keeps a store of its own, and the bound for large blocks rises with the first answer.
    static func allocateFromOnePlace() {
        _ = buzz_allocate_from_one_place()
    }

    /// Gives back the clean, read-only pages of this process's files: code and constants that only its start needed.
    ///
    /// The kernel counts a file's pages that were touched once as resident until memory gets short. A phone does not
    /// charge clean ones to an extension at all. What is needed again comes back from the page cache.
    static func giveBackStartUpPages() {
        guard let bytes = try? PosixFile.contents(of: "/proc/self/smaps", maximumBytes: 4 << 20) else {
            return
        }
        var mapping: Range<UInt>?
        for line in bytes.split(separator: 0x0A) {
            if let found = fileMapping(line) {
                mapping = found.isReadOnly ? found.range : nil
            } else if line.starts(with: "Anonymous:".utf8) {
                // Pages that relocation wrote are the process's own; a mapping that has any is left alone.
                let amount = line.split(separator: 0x20).dropFirst().first
                if let range = mapping, amount?.elementsEqual("0".utf8) == true { drop(range) }
                mapping = nil
            }
        }
    }

    /// Reads `start-end perms offset device inode path`, the line that opens a mapping; nil for any other line.
    private static func fileMapping(_ line: ArraySlice<UInt8>) -> (range: Range<UInt>, isReadOnly: Bool)? {
        let fields = line.split(separator: 0x20, maxSplits: 2)
        guard fields.count == 3, fields[1].count == 4 else { return nil }
        let ends = fields[0].split(separator: UInt8(ascii: "-")).compactMap { digits in
            UInt(String(decoding: digits, as: UTF8.self), radix: 16)
        }
        guard ends.count == 2, ends[1] > ends[0] else { return nil }
        let isFile = line.contains(UInt8(ascii: "/"))
        let isReadOnly = fields[1].elementsEqual("r-xp".utf8) || fields[1].elementsEqual("r--p".utf8)
        return (ends[0]..<ends[1], isFile && isReadOnly)
    }

    private static func drop(_ range: Range<UInt>) {
        unsafe madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
}

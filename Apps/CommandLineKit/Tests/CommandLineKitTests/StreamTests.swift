import CommandLineKit
import Foundation
import Glibc
import Synchronization
import Testing

@Suite("Streams and files")
struct StreamTests {
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    @Test("a closed pipe is an error, not the end of the process")
    func brokenPipe() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        #expect(throws: OutputError.readerGone) {
            try TextOutput(descriptor: ends[1], threshold: 0).write("x")
        }
    }

    @Test("a program whose reader went away says nothing and ends as SIGPIPE would")
    func brokenPipeProgram() async throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        var test = TestConsole()
        test.console.output = TextOutput(descriptor: ends[1], threshold: 65_536)
        #expect(await Shop.program.run(["list"], console: test.console) == .readerGone)
        #expect(test.err.text == "")
    }

    @Test("a full disk is reported and refused")
    func fullDisk() async throws {
        let full = unsafe open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        var test = TestConsole()
        test.console.output = TextOutput(descriptor: full, threshold: 65_536)
        #expect(await Shop.program.run(["list"], console: test.console) == .refused)
        #expect(
            test.err.text == """
                shop: cannot write the output: no space left on device
                Check the disk or device that it goes to.

                """)
    }

    @Test("a slow reader of a pipe that never blocks gets every byte in order")
    func partialWrites() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        let (readEnd, writeEnd) = (ends[0], ends[1])
        try #require(fcntl(writeEnd, F_SETFL, O_NONBLOCK) == 0)
        let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let reader = PipeReader(readEnd)
        try TextOutput(descriptor: writeEnd, threshold: 0).write(bytes: sent)
        close(writeEnd)
        let received = reader.join()
        close(readEnd)
        #expect(received == sent)
    }

    @Test("text is gathered up to the threshold and flushed in order")
    func gathers() throws {
        let pieces = Mutex<[[UInt8]]>([])
        let output = TextOutput(threshold: 4) { (bytes) throws(OutputError) in
            pieces.withLock { $0.append(bytes) }
        }
        try output.write("ab")
        try output.write("cd")
        #expect(pieces.withLock { $0.count } == 0)
        try output.write("e")
        try output.write("f")
        try output.flush()
        try output.flush()
        #expect(pieces.withLock { $0 } == [Array("abcde".utf8), Array("f".utf8)])
    }

    @Test(
        "lines end at 0x0A and nowhere else",
        arguments: [
            ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\n\nb", ["a", "", "b"]),
            (
                "a\u{2028}b\u{2029}c\u{85}d\u{0B}e\u{0C}f\rg\n",
                ["a\u{2028}b\u{2029}c\u{85}d\u{0B}e\u{0C}f\rg"]
            ),
            ("a\r\nb", ["a\r", "b"]),
        ] as [(String, [String])], [1, 2, 3, 4_096])
    func lines(_ row: (String, [String]), _ chunk: Int) throws {
        let whole = ByteSource(name: "test", bytes: Array(row.0.utf8))
        let source = ByteSource(name: "test") { (limit) throws(FileError) in try whole.read(min(limit, chunk))
        }
        var reader = LineReader(source, limit: 100)
        var lines: [String] = []
        while let line = try reader.next() {
            lines.append(String(decoding: try #require(line.bytes), as: UTF8.self))
            #expect(line.number == lines.count)
        }
        #expect(lines.map { Array($0.utf8) } == row.1.map { Array($0.utf8) })
    }

    @Test("a line over the limit is passed over, numbered, and the next one read")
    func longLine() throws {
        let text = "abcd\n" + String(repeating: "x", count: 200_000) + "\nabcde\nef"
        var reader = LineReader(ByteSource(name: "test", bytes: Array(text.utf8)), limit: 4)
        #expect(try reader.next()?.bytes == Array("abcd".utf8))
        let second = try #require(try reader.next())
        #expect(second.number == 2 && second.bytes == nil && !second.isBlank)
        #expect(try reader.next()?.bytes == nil)
        #expect(try reader.next() == LineReader.Line(number: 4, bytes: Array("ef".utf8)))
        #expect(try reader.next() == nil)
        #expect(try reader.next() == nil)
    }

    @Test("reading everything stops at the limit")
    func limit() throws {
        #expect(try ByteSource(name: "t", bytes: [1, 2, 3]).readAll(limit: 3) == [1, 2, 3])
        #expect(throws: FileError.tooLong(name: "t", limit: 2)) {
            try ByteSource(name: "t", bytes: [1, 2, 3]).readAll(limit: 2)
        }
    }

    @Test("a secret file is its owner's alone, whatever the umask, and is not overwritten")
    func privateFile() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/key"
        try PrivateFile.create(path, Array("secret\n".utf8))
        var status = stat()
        #expect(unsafe stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(try PrivateFile.read(path, limit: 100) == Array("secret\n".utf8))
        #expect(throws: FileError.exists(name: path)) { try PrivateFile.create(path, []) }
        #expect(throws: FileError.tooLong(name: path, limit: 6)) { try PrivateFile.read(path, limit: 6) }
        for mode in [0o640, 0o604, 0o620, 0o601] as [mode_t] {
            _ = unsafe chmod(path, mode)
            #expect(throws: FileError.openToOthers(name: path, mode: mode)) {
                try PrivateFile.read(path, limit: 100)
            }
        }
        let link = folder.path + "/link"
        #expect(unsafe symlink(folder.path + "/nowhere", link) == 0)
        #expect(throws: FileError.exists(name: link)) { try PrivateFile.create(link, []) }
        #expect(throws: FileError.cannotOpen(name: folder.path, reason: "is a directory")) {
            try ByteSource.file(folder.path)
        }
        #expect(throws: FileError.cannotOpen(name: path + "x", reason: "no such file or directory")) {
            try ByteSource.file(path + "x")
        }
    }
}

/// A folder that is removed with everything in it.
private final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/kit-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// Reads a descriptor to its end on a thread of its own, 997 bytes a call.
private final class PipeReader: Sendable {
    private let received = Mutex<[UInt8]>([])
    private let done = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32) {
        Thread.detachNewThread { [self] in
            var chunk = [UInt8](repeating: 0, count: 997)
            while true {
                let count = unsafe read(descriptor, &chunk, 997)
                if count <= 0 { break }
                let part = chunk[..<count]
                received.withLock { $0.append(contentsOf: part) }
            }
            done.signal()
        }
    }

    func join() -> [UInt8] {
        done.wait()
        return received.withLock { $0 }
    }
}

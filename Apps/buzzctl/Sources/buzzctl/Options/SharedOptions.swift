internal import CommandLineKit
internal import NostrCore
internal import RelayClient

/// The options that stand at the root: which relay, which key, how long to wait.
enum SharedOptions {
    // Checked by the commands that use it: a wrong variable must not stop the others.
    static let relay = Parameter<String?>.option(
        "relay", .text("URL"), variable: "BUZZ_RELAY_URL", help: "The relay, such as wss://relay.example")
    static let keyFile = Parameter<String?>.option(
        "key-file", .file(), help: "The file with the secret key, hex or nsec; - is standard input")
    static let privateKey = Parameter<String?>.secretVariable(
        "BUZZ_PRIVATE_KEY", .text("KEY"), help: "The secret key, hex or nsec, when there is no --key-file")
    static let timeout = Parameter<Int64>.option(
        "timeout", .seconds(in: 1...600), defaultText: "8", help: "How long to wait for the relay, in seconds"
    )

    static let all: [any ParameterDeclaring] = [relay, keyFile, privateKey, timeout]
}

extension Invocation {
    /// The format that `--output` names.
    var format: OutputFormat { self[CommonOptions.output] }

    /// The relay that was named.
    func relayURL() throws -> RelayURL {
        guard let text = self[SharedOptions.relay] else {
            throw UsageError.refused("no relay is named: give --relay URL or set BUZZ_RELAY_URL")
        }
        do {
            return try RelayURL(text)
        } catch {
            throw UsageError.refused("the relay's address: \(error)")
        }
    }

    /// The key pair from `--key-file`, standard input or BUZZ_PRIVATE_KEY.
    func keyPair(_ console: Console) throws -> KeyPair {
        let (text, origin) = try secretText(console)
        do {
            return try KeyPair(SecretKey(typed: text))
        } catch {
            throw Failure(
                .invalidInput, "cannot use the key from \(origin)", why: "\(error)",
                remedy: "A key file holds one line: 64 hexadecimal digits or nsec1…")
        }
    }

    private func secretText(_ console: Console) throws -> (String, origin: String) {
        let bytes: [UInt8]
        let origin: String
        if let path = self[SharedOptions.keyFile] {
            let isInput = path == "-"
            origin = isInput ? console.input.name : path
            bytes = try isInput ? console.input.readAll(limit: 4_096) : PrivateFile.read(path, limit: 4_096)
        } else if let text = self[SharedOptions.privateKey] {
            origin = "BUZZ_PRIVATE_KEY"
            bytes = Array(text.utf8)
        } else {
            throw UsageError.refused(
                "no key: give --key-file FILE (- for standard input) or set BUZZ_PRIVATE_KEY")
        }
        return (String(decoding: bytes.trimmingSpace(), as: UTF8.self), origin)
    }
}

extension [UInt8] {
    /// Without ASCII white space at both ends.
    func trimmingSpace() -> ArraySlice<UInt8> {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        let start = firstIndex { !isSpace($0) } ?? count
        let end = lastIndex { !isSpace($0) } ?? start - 1
        return self[start..<Swift.max(start, end + 1)]
    }
}

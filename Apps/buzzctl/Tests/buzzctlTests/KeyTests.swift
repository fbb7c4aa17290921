import Foundation
import NostrCore
import Testing

@Suite("key")
struct KeyTests {
    let folder: TemporaryFolder
    static let nsec: String = (try? SecretKey(typed: Fixed.secretHex).exposedNsec()) ?? ""

    init() throws {
        folder = try TemporaryFolder()
    }

    struct BadFile: Sendable, CustomTestStringConvertible {
        let text: String
        var mode = 0o600
        let why: String
        let remedy: String
        let testDescription: String
    }

    @Test(
        "a key file that is none is refused, and its text never shown",
        arguments: [
            BadFile(
                text: "",
                why:
                    "cannot use the key from FILE: expected 64 hexadecimal digits or nsec1… in one letter case",
                remedy: "A key file holds one line: 64 hexadecimal digits or nsec1…", testDescription: "empty"
            ),
            BadFile(
                text: String(Fixed.secretHex.dropLast()),
                why:
                    "cannot use the key from FILE: expected 64 hexadecimal digits or nsec1… in one letter case",
                remedy: "A key file holds one line: 64 hexadecimal digits or nsec1…",
                testDescription: "63 digits"),
            BadFile(
                text: String(repeating: "0", count: 64),
                why:
                    "cannot use the key from FILE: a secret key is 32 bytes from 1 to the curve's order less one",
                remedy: "A key file holds one line: 64 hexadecimal digits or nsec1…", testDescription: "zero"),
            BadFile(
                text: Fixed.npub, why: "cannot use the key from FILE: expected nsec1…, found npub1…",
                remedy: "A key file holds one line: 64 hexadecimal digits or nsec1…", testDescription: "npub"),
            BadFile(
                text: Fixed.secretHex, mode: 0o644,
                why: "will not read the secret in FILE: others may read or change it (mode 644)",
                remedy: "Run: chmod 600 FILE", testDescription: "readable by others"),
            BadFile(
                text: String(repeating: " ", count: 5_000),
                why: "cannot read FILE: it is longer than 4096 bytes",
                remedy: "Check that it is the right file.", testDescription: "too long"),
        ])
    func badFile(_ row: BadFile) throws {
        let path = try folder.file("key", row.text, mode: row.mode)
        let outcome = try Binary.run(["key", "show", "--key-file", path])
        let message = "buzzctl: \(row.why)\n\(row.remedy)\n".replacingOccurrences(of: "FILE", with: path)
        #expect(outcome == Outcome(status: 5, output: "", errors: message))
    }

    @Test("a missing key, a missing file, a bad variable", arguments: [[], ["--key-file", "/nowhere/key"]])
    func noKey(_ words: [String]) throws {
        let outcome = try Binary.run(["key", "show"] + words)
        let expected =
            words.isEmpty
            ? Outcome(
                status: 2, output: "",
                errors: """
                    buzzctl: no key: give --key-file FILE (- for standard input) or set BUZZ_PRIVATE_KEY
                    See: buzzctl key show --help

                    """)
            : Outcome(
                status: 5, output: "",
                errors: """
                    buzzctl: cannot open /nowhere/key: no such file or directory
                    Check the path and its permissions.

                    """)
        #expect(outcome == expected)
        let bad = try Binary.run(["key", "show"], environment: ["BUZZ_PRIVATE_KEY": "hunter2"])
        #expect(bad.status == 5)
        #expect(bad.errors.hasPrefix("buzzctl: cannot use the key from BUZZ_PRIVATE_KEY: expected 64"))
        #expect(!bad.errors.contains("hunter2"))
    }

    enum Origin: String, CaseIterable, Sendable {
        case file, input, variable
    }

    @Test("a secret key is read from a file, standard input and the environment", arguments: Origin.allCases)
    func show(_ origin: Origin) throws {
        for text in [Fixed.secretHex, Self.nsec, Self.nsec.uppercased(), "  \(Fixed.secretHex)\r\n"] {
            let path = try folder.file("key", text)
            let outcome =
                switch origin {
                case .file: try Binary.run(["key", "show", "--key-file", path])
                case .input: try Binary.run(["--key-file=-", "key", "show"], input: text)
                case .variable: try Binary.run(["key", "show"], environment: ["BUZZ_PRIVATE_KEY": text])
                }
            #expect(
                outcome
                    == Outcome(
                        status: 0, output: "PUBKEY  \(Fixed.publicHex)\nNPUB    \(Fixed.npub)\n", errors: ""))
        }
    }

    @Test("the secret is printed only when asked for")
    func showSecret() throws {
        let outcome = try Binary.run(
            ["key", "show", "--secret", "-o", "json"], environment: ["BUZZ_PRIVATE_KEY": Fixed.secretHex])
        #expect(
            outcome
                == Outcome(
                    status: 0,
                    output: "{\"pubkey\":\"\(Fixed.publicHex)\",\"npub\":\"\(Fixed.npub)\","
                        + "\"nsec\":\"\(Self.nsec)\",\"secret_key\":\"\(Fixed.secretHex)\"}\n", errors: ""))
    }

    @Test("generate keeps the secret in a new file of its owner and does not print it")
    func generate() throws {
        let path = folder.path + "/new.key"
        let outcome = try Binary.run(["key", "generate", "--key-file", path, "--output", "jsonl"])
        #expect(outcome.status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let secret = try String(contentsOfFile: path, encoding: .utf8)
        let pair = try KeyPair(SecretKey(typed: String(secret.dropLast())))
        #expect(
            outcome.output == "{\"pubkey\":\"\(pair.publicKey.hex)\",\"npub\":\"\(pair.publicKey.npub)\","
                + "\"key_file\":\"\(path.replacingOccurrences(of: "/", with: "/"))\"}\n")
        let again = try Binary.run(["key", "generate", "--key-file", path])
        #expect(
            again
                == Outcome(
                    status: 5, output: "",
                    errors: """
                        buzzctl: cannot create \(path): it already exists
                        Choose another path, or move the file away first.

                        """))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == secret)
        let shown = try Binary.run(["key", "show", "--key-file", path])
        #expect(shown.output.contains(pair.publicKey.npub))
    }

    @Test(
        "generate without a place for the secret is a usage error",
        arguments: [
            ([], "the secret would be lost: give --key-file FILE to keep it, or --secret to print it"),
            (["--key-file", "-"], "--key-file names the file to create; use --secret to print the key"),
        ] as [([String], String)])
    func generateNowhere(_ words: [String], _ message: String) throws {
        #expect(
            try Binary.run(["key", "generate"] + words)
                == Outcome(
                    status: 2, output: "", errors: "buzzctl: \(message)\nSee: buzzctl key generate --help\n"))
    }

    @Test("two generated keys differ")
    func random() throws {
        let outputs = try (0..<2).map { _ in try Binary.run(["key", "generate", "--secret"]).output }
        #expect(outputs[0] != outputs[1])
        #expect(outputs[0].contains("NSEC    nsec1"))
    }

    @Test("convert takes hex and npub in either case and gives both")
    func convert() throws {
        let words = [Fixed.publicHex, Fixed.publicHex.uppercased(), Fixed.npub, Fixed.npub.uppercased()]
        let outcome = try Binary.run(["key", "convert", "--output", "jsonl"] + words)
        let line = "{\"pubkey\":\"\(Fixed.publicHex)\",\"npub\":\"\(Fixed.npub)\"}\n"
        #expect(outcome == Outcome(status: 0, output: String(repeating: line, count: 4), errors: ""))
    }

    @Test("convert names each bad line, shows none of it, and goes on")
    func convertLines() throws {
        let mixed = String(Fixed.npub.dropLast()) + "D"
        let off = String(repeating: "f", count: 64)
        let lines = [Fixed.npub, "", Self.nsec, mixed, off, "79be", Fixed.publicHex]
        let outcome = try Binary.run(["key", "convert"], input: lines.joined(separator: "\r\n"))
        #expect(outcome.status == 5)
        let row = "\(Fixed.publicHex)  \(Fixed.npub)\n"
        #expect(outcome.output == "PUBKEY\(String(repeating: " ", count: 60))NPUB\n" + row + row)
        #expect(
            outcome.errors == """
                standard input, line 3: a secret key; use key show, and keep secret keys off the command line
                standard input, line 4: expected 64 hexadecimal digits or npub1… in one letter case
                standard input, line 5: no public key has these bytes; check that the key was copied whole
                standard input, line 6: expected 64 hexadecimal digits or npub1… in one letter case

                """)
    }

    @Test(
        "a secret key in the wrong place of a command line is not repeated",
        arguments: [
            (["key", "convert"], 5), (["key", "show"], 2), (["key"], 2), ([], 2),
            (["--key-file"], 5),
            (["event", "id"], 5), (["--relay"], 2), (["query", "--id"], 2),
            (["relay", "info", "--relay"], 2), (["--timeout"], 2),
            (["--output"], 2),
        ] as [([String], Int32)])
    func pastedSecret(_ words: [String], _ status: Int32) throws {
        for secret in [Self.nsec, Self.nsec.uppercased(), String(Self.nsec.dropLast())] {
            let rest = words.last?.hasPrefix("--") == true ? ["key", "show"] : []
            let outcome = try Binary.run(words + [secret] + rest)
            #expect(outcome.status == status)
            #expect(outcome.output == "")
            #expect(!outcome.errors.lowercased().contains(secret.lowercased().dropFirst(8)))
        }
    }

    @Test("nothing to convert is invalid input")
    func convertNothing() throws {
        #expect(
            try Binary.run(["key", "convert"], input: "\n \n")
                == Outcome(
                    status: 5, output: "",
                    errors: """
                        buzzctl: found no key in standard input: there is no line that is not blank
                        Write one key a line.

                        """))
    }
}

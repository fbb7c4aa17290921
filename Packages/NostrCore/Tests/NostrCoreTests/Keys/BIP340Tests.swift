import NostrCore
import Testing

/// The test vectors of BIP-340, messages of other lengths than 32 included.
@Suite(.needsVectors("bip340/test-vectors.csv"))
struct BIP340Tests {
    struct Row: Sendable, CustomTestStringConvertible {
        let index: String
        let secret: [UInt8]?
        let publicKey: Bytes32
        let auxiliary: [UInt8]
        let message: [UInt8]
        let signature: Signature
        let isValid: Bool
        let comment: String
        var testDescription: String { comment.isEmpty ? index : "\(index): \(comment)" }

        init?(_ line: Substring) {
            let fields = line.split(separator: ",", maxSplits: 7, omittingEmptySubsequences: false).map(
                String.init)
            func bytes(_ index: Int) -> [UInt8]? { Hex.decode(fields[index].utf8, acceptUppercase: true) }
            guard fields.count == 8, let publicKey = Bytes32(typedHex: fields[2]), let auxiliary = bytes(3),
                let message = bytes(4), let signature = bytes(5).flatMap({ Signature($0) }),
                let secret = bytes(1)
            else { return nil }
            index = fields[0]
            self.secret = secret.isEmpty ? nil : secret
            self.publicKey = publicKey
            self.auxiliary = auxiliary
            self.message = message
            self.signature = signature
            isValid = fields[6] == "TRUE"
            comment = fields[7]
        }
    }

    static let rows: [Row] = {
        let text = String(decoding: (try? Vectors.bytes("bip340/test-vectors.csv")) ?? [], as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).dropFirst().compactMap { Row($0) }
    }()

    @Test("the table is whole")
    func counts() {
        #expect(Self.rows.count == 19)
        #expect(Self.rows.filter { $0.secret != nil }.count == 8)
        #expect(Self.rows.filter(\.isValid).count == 9)
    }

    @Test("the verdict on each signature", arguments: rows)
    func verification(_ row: Row) {
        // A key that is no point of the curve is refused before any signature.
        let verdict = PublicKey(row.publicKey)?.isValidSignature(row.signature, message: row.message) ?? false
        #expect(verdict == row.isValid)
    }

    @Test("keys off the curve", arguments: rows.filter { ["5", "14"].contains($0.index) })
    func offCurve(_ row: Row) {
        #expect(PublicKey(row.publicKey) == nil)
    }

    @Test("signing gives the vector's bytes", arguments: rows.filter { $0.secret != nil })
    func signing(_ row: Row) throws {
        let keys = try KeyPair(SecretKey(bytes: row.secret ?? []))
        #expect(keys.publicKey.bytes == row.publicKey)
        #expect(keys.sign(row.message, auxiliary: row.auxiliary) == row.signature)
    }
}

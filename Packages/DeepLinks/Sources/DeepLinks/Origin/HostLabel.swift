/// One label of a DNS name, put into ASCII.
enum HostLabel {
    /// Checks a label and puts it into lower-case ASCII, beyond ASCII as `xn--` and punycode.
    ///
    /// What is done of UTS #46: lower-casing of single characters; letters, marks and decimal digits only.
    /// Refused rather than mapped is each character that Unicode's compatibility case folding would change
    /// (full-width forms, ligatures, characters without a shape), that might compose with the one before,
    /// that is out of canonical order, that is newer than Unicode 14 or that IDNA allows in some contexts
    /// only. `ß` and `ς` stay as they are, as browsers keep them.
    static func ascii(_ label: ArraySlice<UInt8>) throws(DeepLinkError) -> String {
        guard !label.isEmpty else { throw .malformed(.host) }
        var bytes: [UInt8]
        if label.allSatisfy({ $0 < 0x80 }) {
            bytes = label.map(ASCII.lowercased)
            if bytes.starts(with: prefix) { try checkPunycode(bytes[prefix.count...]) }
        } else {
            bytes = try encode(label)
        }
        guard bytes.count < 64, bytes.first != hyphen, bytes.last != hyphen, bytes.allSatisfy(isNameByte)
        else {
            throw .malformed(.host)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let prefix = Array("xn--".utf8)
    private static let hyphen = UInt8(ascii: "-")

    /// Letters, digits and the hyphen (RFC 1123, 2.1).
    private static func isNameByte(_ byte: UInt8) -> Bool { ASCII.isAlphanumeric(byte) || byte == hyphen }

    /// A label in punycode must stand for a text beyond ASCII and be the one spelling of it.
    ///
    /// Which characters it stands for is the registry's concern: the label is looked up and shown as it is.
    private static func checkPunycode(_ text: ArraySlice<UInt8>) throws(DeepLinkError) {
        guard let decoded = Punycode.decode(text), !decoded.allSatisfy(\.isASCII),
            Punycode.encode(decoded)?.elementsEqual(text) == true
        else { throw .malformed(.host) }
    }

    private static func encode(_ label: ArraySlice<UInt8>) throws(DeepLinkError) -> [UInt8] {
        guard let text = String(validating: label, as: UTF8.self) else { throw .malformed(.host) }
        var scalars: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars {
            // Versions of UTS #46 differ about the capital sharp s.
            guard scalar != "ẞ" else { throw .unmappableHost(scalar) }
            scalars.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
            // A label's bytes can't be fewer than its characters.
            guard scalars.count < 64 else { throw .malformed(.host) }
        }
        // A few characters have ASCII ones for lower case, as the Kelvin sign.
        if scalars.allSatisfy(\.isASCII) {
            return try Array(ascii(Array(String(String.UnicodeScalarView(scalars)).utf8)[...]).utf8)
        }
        try checkMapped(scalars)
        guard scalars.first != "-", scalars.last != "-", !scalars.starts(with: "xn--".unicodeScalars),
            let encoded = Punycode.encode(scalars)
        else { throw .malformed(.host) }
        return prefix + encoded
    }

    private static func checkMapped(_ scalars: [Unicode.Scalar]) throws(DeepLinkError) {
        var previous = Unicode.CanonicalCombiningClass.notReordered
        for (position, scalar) in scalars.enumerated() {
            let properties = scalar.properties
            let order = properties.canonicalCombiningClass
            guard order == .notReordered || previous <= order else { throw .unmappableHost(scalar) }
            previous = order
            if scalar.isASCII { continue }
            guard
                isLetterOrDigit(properties.generalCategory)
                    || (isMark(properties.generalCategory) && position > 0),
                !properties.changesWhenNFKCCaseFolded || scalar == "ß" || scalar == "ς",
                !isContextual(scalar), !mayCompose(scalar),
                let age = properties.age, age.major <= 14
            else { throw .unmappableHost(scalar) }
        }
    }

    private static func isLetterOrDigit(_ category: Unicode.GeneralCategory) -> Bool {
        switch category {
        case .lowercaseLetter, .otherLetter, .modifierLetter, .decimalNumber: true
        default: false
        }
    }

    private static func isMark(_ category: Unicode.GeneralCategory) -> Bool {
        category == .nonspacingMark || category == .spacingMark
    }

    /// Arabic digits, which IDNA allows if only one kind of them stands in a label (RFC 5892, A.8 and A.9).
    private static func isContextual(_ scalar: Unicode.Scalar) -> Bool {
        (0x660...0x669).contains(scalar.value) || (0x6F0...0x6F9).contains(scalar.value)
    }

    /// Whether a character is one that can become one with what stands before it: Unicode 14's
    /// `NFC_Quick_Check=Maybe`.
    private static func mayCompose(_ scalar: Unicode.Scalar) -> Bool {
        composing.contains { $0.contains(scalar.value) }
    }

    private static let composing: [ClosedRange<UInt32>] = [
        0x300...0x304, 0x306...0x30C, 0x30F...0x30F, 0x311...0x311, 0x313...0x314, 0x31B...0x31B,
        0x323...0x328,
        0x32D...0x32E, 0x330...0x331, 0x338...0x338, 0x342...0x342, 0x345...0x345, 0x653...0x655,
        0x93C...0x93C,
        0x9BE...0x9BE, 0x9D7...0x9D7, 0xB3E...0xB3E, 0xB56...0xB57, 0xBBE...0xBBE, 0xBD7...0xBD7,
        0xC56...0xC56,
        0xCC2...0xCC2, 0xCD5...0xCD6, 0xD3E...0xD3E, 0xD57...0xD57, 0xDCA...0xDCA, 0xDCF...0xDCF,
        0xDDF...0xDDF,
        0x102E...0x102E, 0x1161...0x1175, 0x11A8...0x11C2, 0x1B35...0x1B35, 0x3099...0x309A,
        0x110BA...0x110BA,
        0x11127...0x11127, 0x1133E...0x1133E, 0x11357...0x11357, 0x114B0...0x114B0, 0x114BA...0x114BA,
        0x114BD...0x114BD, 0x115AF...0x115AF, 0x11930...0x11930,
    ]
}

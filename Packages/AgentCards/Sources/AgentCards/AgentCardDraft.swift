/// What a card pre-fills in the form for a new agent, for a person to edit.
///
/// A draft creates nothing.
public struct AgentCardDraft: Hashable, Sendable {
    /// The agent's name, as it stands.
    public var name: String
    /// What the agent is told to do, or nil when the card left that to the user.
    public var instructions: String?
    /// Where the agent's picture is, if it has one.
    public var avatar: AvatarURL?
    /// The chosen model, or nil when that is left to the user.
    public var model: String?
    /// The chosen reasoning effort, or nil when that is left to the user.
    public var reasoningEffort: String?
    /// What the card wished for and the form does not start with; see ``init(_:catalog:)``.
    public internal(set) var leftOut: [LeftOut] = []

    /// The greatest number of characters in a name.
    public static let maximumNameLength = 64
    /// The greatest number of characters in the instructions.
    public static let maximumInstructionsLength = 20_000

    /// Takes all as they stand; ``problems`` says what is wrong with them.
    public init(name: String, instructions: String? = nil, avatar: AvatarURL? = nil) {
        self.name = name
        self.instructions = instructions
        self.avatar = avatar
    }

    /// What must be edited before the agent can be created; empty when nothing is.
    ///
    /// A character is a Unicode scalar here. A name has 1 to 64 letters (with their marks), numbers, spaces, dots,
    /// hyphens and underscores, of any script; instructions have at most 20,000 characters (spec agent-cards).
    public var problems: [Problem] {
        var problems: [Problem] = []
        let scalars = name.unicodeScalars
        if scalars.isEmpty {
            problems.append(.nameIsEmpty)
        } else if scalars.count > Self.maximumNameLength {
            problems.append(.nameIsTooLong(count: scalars.count))
        }
        if let scalar = scalars.first(where: { !Self.isNameScalar($0) }) {
            problems.append(.nameContains(scalar))
        }
        if let count = instructions?.unicodeScalars.count, count > Self.maximumInstructionsLength {
            problems.append(.instructionsAreTooLong(count: count))
        }
        return problems
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            true
        default: scalar == " " || scalar == "." || scalar == "-" || scalar == "_"
        }
    }
}

extension AgentCardDraft {
    /// Something that must be edited.
    public enum Problem: Hashable, Sendable, CustomStringConvertible {
        /// The name is empty.
        case nameIsEmpty
        /// The name has too many characters.
        case nameIsTooLong(count: Int)
        /// The name has a character that is no letter, number, space, dot, hyphen or underscore; the first is given.
        case nameContains(Unicode.Scalar)
        /// The instructions have too many characters.
        case instructionsAreTooLong(count: Int)

        /// One sentence for the person who edits.
        public var description: String {
            switch self {
            case .nameIsEmpty: "Give the agent a name."
            case .nameIsTooLong(let count):
                "The name has \(count) characters; at most \(maximumNameLength) are allowed."
            case .nameContains(let scalar):
                "The name contains U+\(Self.code(scalar)); use letters, numbers, spaces, dots, hyphens and underscores."
            case .instructionsAreTooLong(let count):
                "The instructions have \(count) characters; at most \(maximumInstructionsLength) are allowed."
            }
        }

        private static func code(_ scalar: Unicode.Scalar) -> String {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
        }
    }
}

/// How a piece of text looks on a terminal that shows colours.
public enum Style: String, Sendable {
    /// Heavier.
    case bold = "1"
    /// Fainter.
    case dim = "2"
    /// For what failed.
    case red = "31"
    /// For what is well.
    case green = "32"
    /// For what is doubtful.
    case yellow = "33"
    /// For names.
    case cyan = "36"

    /// The text between the codes that switch the style on and off.
    ///
    /// The text itself must be safe already: see ``DisplayText/safe(_:keepingNewlines:)``.
    public func applied(to text: String) -> String {
        text.isEmpty ? text : "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
    }
}

/// One column of a table.
public struct Column: Sendable, Equatable {
    /// The title, in the first line.
    public let title: String
    /// Whether its cells stand at the right, as numbers do.
    public let isRightAligned: Bool
    /// Whether its cells may be cut to fit a terminal.
    public let shrinks: Bool

    /// States title and behaviour.
    public init(_ title: String, isRightAligned: Bool = false, shrinks: Bool = false) {
        self.title = title
        self.isRightAligned = isRightAligned
        self.shrinks = shrinks
    }
}

/// One cell of a table: a text from anywhere, and a style for terminals.
public struct Cell: Sendable, Equatable, ExpressibleByStringLiteral {
    /// The text; made safe when it is shown.
    public let text: String
    /// Its style.
    public let style: Style?

    /// A text, perhaps with a style.
    public init(_ text: String, _ style: Style? = nil) {
        self.text = text
        self.style = style
    }

    /// A plain text.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

/// Rows under titles, aligned by display width, two spaces between columns and none at a line's end.
public struct Table: Sendable {
    /// The columns.
    public let columns: [Column]
    /// How wide each column is, fixed by the first rows.
    public let widths: [Int]
    private let isColoured: Bool

    /// Fits the columns to the rows.
    ///
    /// With `available`, columns that may shrink are cut, the widest first, until a line fits or each is at
    /// 8.
    public init(_ columns: [Column], fitting rows: [[Cell]], available: Int? = nil, isColoured: Bool = false)
    {
        var widths = columns.map { DisplayText.width($0.title) }
        for row in rows {
            for (index, cell) in row.enumerated() where index < widths.count {
                widths[index] = max(widths[index], DisplayText.width(DisplayText.safe(cell.text)))
            }
        }
        if let available {
            let gaps = 2 * max(0, columns.count - 1)
            let candidates = columns.indices.filter { columns[$0].shrinks }
            var excess = widths.reduce(0, +) + gaps - available
            while excess > 0, let widest = candidates.max(by: { widths[$0] < widths[$1] }), widths[widest] > 8
            {
                widths[widest] -= 1
                excess -= 1
            }
        }
        self.columns = columns
        self.widths = widths
        self.isColoured = isColoured
    }

    /// The line of titles.
    public func header() -> String {
        line(columns.map { Cell($0.title, .bold) })
    }

    /// One row; missing cells are empty, surplus ones dropped.
    public func line(_ row: [Cell]) -> String {
        var result = ""
        var pending = 0
        for (index, column) in columns.enumerated() {
            if index > 0 { pending += 2 }
            let cell = index < row.count ? row[index] : ""
            var text = DisplayText.safe(cell.text)
            if column.shrinks { text = DisplayText.truncated(text, to: widths[index]) }
            let padding = max(0, widths[index] - DisplayText.width(text))
            if text.isEmpty {
                pending += padding
                continue
            }
            // Spaces are only written before something visible, so no line ends in them.
            result += String(repeating: " ", count: pending + (column.isRightAligned ? padding : 0))
            result += isColoured ? cell.style?.applied(to: text) ?? text : text
            pending = column.isRightAligned ? 0 : padding
        }
        // A cell's own text may end in spaces too.
        while result.utf8.last == 0x20 { result.removeLast() }
        return result
    }
}

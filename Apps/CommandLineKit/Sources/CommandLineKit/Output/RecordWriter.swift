/// How results are printed: for people or for programs (spec buzzctl "Global").
public enum OutputFormat: String, Sendable, CaseIterable {
    /// Aligned columns.
    case table
    /// One JSON value.
    case json
    /// One JSON value a line.
    case jsonl
}

/// One result, as a row and as JSON.
public protocol Record: Sendable {
    /// The columns of a table of these.
    static var columns: [Column] { get }
    /// The row, a cell a column.
    var cells: [Cell] { get }
    /// Appends the result as a compact JSON value without line breaks.
    func appendJSON(to output: inout [UInt8])
}

/// Prints results one after the other, in the format asked for.
///
/// A table's columns are fitted to its first 1,000 rows; later rows are printed as they come.
public struct RecordWriter<Item: Record> {
    private static var rowsToFit: Int { 1_000 }

    private let console: Console
    private let format: OutputFormat
    private var waiting: [[Cell]] = []
    private var table: Table?
    private var count = 0

    /// A writer that has printed nothing.
    public init(_ console: Console, _ format: OutputFormat, of type: Item.Type = Item.self) {
        self.console = console
        self.format = format
    }

    /// Adds a result.
    public mutating func add(_ item: Item) throws(OutputError) {
        count += 1
        switch format {
        case .json:
            var bytes: [UInt8] = Array((count == 1 ? "[\n" : ",\n").utf8)
            item.appendJSON(to: &bytes)
            try console.output.write(bytes: bytes)
        case .jsonl:
            var bytes: [UInt8] = []
            item.appendJSON(to: &bytes)
            bytes.append(0x0A)
            try console.output.write(bytes: bytes)
            // Whoever follows a stream wants each line when it happens.
            try console.output.flush()
        case .table:
            if let table {
                try console.output.write(table.line(item.cells) + "\n")
            } else {
                waiting.append(item.cells)
                if waiting.count == Self.rowsToFit { try printWaiting() }
            }
        }
    }

    /// Prints what is left: must be called after the last result.
    ///
    /// No result prints `[]` as JSON, and nothing as a table.
    public mutating func finish() throws(OutputError) {
        switch format {
        case .json: try console.output.write(count == 0 ? "[]\n" : "\n]\n")
        case .jsonl: break
        case .table: if table == nil, !waiting.isEmpty { try printWaiting() }
        }
        try console.output.flush()
    }

    private mutating func printWaiting() throws(OutputError) {
        let table = Table(
            Item.columns, fitting: waiting, available: console.outputIsTerminal ? console.width : nil,
            isColoured: console.coloursOutput)
        self.table = table
        try console.output.write(table.header() + "\n")
        for row in waiting { try console.output.write(table.line(row) + "\n") }
        waiting = []
    }
}

@available(*, unavailable)
extension RecordWriter: Sendable {}

extension Console {
    /// Prints a single result: a line a column for people, one JSON value for programs.
    public func write(_ item: some Record, _ format: OutputFormat) throws(OutputError) {
        guard format == .table else {
            var bytes: [UInt8] = []
            item.appendJSON(to: &bytes)
            bytes.append(0x0A)
            return try output.write(bytes: bytes)
        }
        let columns = type(of: item).columns
        let width = columns.map { DisplayText.width($0.title) }.max() ?? 0
        for (column, cell) in zip(columns, item.cells) where !cell.text.isEmpty {
            let padding = String(repeating: " ", count: width - DisplayText.width(column.title) + 2)
            let text = DisplayText.safe(cell.text)
            let title = coloursOutput ? Style.bold.applied(to: column.title) : column.title
            let value = coloursOutput ? cell.style?.applied(to: text) ?? text : text
            try output.write(title + padding + value + "\n")
        }
    }
}

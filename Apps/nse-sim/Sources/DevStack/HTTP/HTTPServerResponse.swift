/// An answer.
public struct HTTPServerResponse: Sendable, Equatable {
    /// How the answer reaches the client: whole, or spoiled on purpose to try the client.
    public enum Delivery: Sendable, Equatable {
        /// Header and body.
        case whole
        /// Nothing: the connection is closed.
        case none
        /// The header with the body's length, and then silence until the client leaves, the limit passes or the
        /// server stops.
        case headerOnly
        /// The header with the body's length, that many bytes of it, and then the end of the connection.
        case cut(after: Int)
    }

    /// The status, 200…599.
    public var status: Int
    /// The header fields; length, date and connection are the server's to write.
    public var fields: [HTTPServerRequest.Field]
    /// The body.
    public var body: [UInt8]
    /// How it is delivered.
    public var delivery: Delivery
    /// Whether the connection ends with this answer.
    public var closes: Bool

    /// Assembles an answer.
    public init(
        status: Int, fields: [HTTPServerRequest.Field] = [], body: [UInt8] = [], delivery: Delivery = .whole,
        closes: Bool = false
    ) {
        self.status = status
        self.fields = fields
        self.body = body
        self.delivery = delivery
        self.closes = closes
    }

    /// An answer of plain text.
    public static func text(_ status: Int, _ text: String, closes: Bool = false) -> HTTPServerResponse {
        HTTPServerResponse(
            status: status, fields: [.init("Content-Type", "text/plain; charset=utf-8")],
            body: Array(text.utf8), closes: closes)
    }
}

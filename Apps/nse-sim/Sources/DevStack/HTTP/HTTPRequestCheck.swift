/// What is decided about a request by its header alone (RFC 9112 §6.3, design page on HTTP).
enum HTTPRequestCheck {
    enum Verdict: Equatable {
        /// Read the body, then answer.
        case read
        /// Answer at once and close.
        case refuse(status: Int, reason: String)
        /// Read the body without keeping it, then answer and close.
        case discard(status: Int, reason: String)
    }

    static let tooLong = "request body too large"

    static func verdict(on request: HTTPServerRequest, limits: HTTPServerLimits) -> Verdict {
        let lengths = request.count(of: "Content-Length")
        // Two readers of one connection could disagree on where such a body ends.
        guard lengths <= 1 else { return .refuse(status: 400, reason: "more than one Content-Length") }
        guard lengths == 0 || request.count(of: "Transfer-Encoding") == 0 else {
            return .refuse(status: 400, reason: "both Content-Length and Transfer-Encoding")
        }
        guard request.count(of: "Host") <= 1 else {
            return .refuse(status: 400, reason: "more than one Host")
        }
        guard let text = request.value(of: "Content-Length") else { return .read }
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .refuse(status: 400, reason: "Content-Length is not a number")
        }
        // A number that does not fit is too large in any case.
        guard let length = Int(text), length <= limits.discardedBytes else {
            return .refuse(status: 413, reason: tooLong)
        }
        guard length > limits.bodyBytes else { return .read }
        // Who asks before sending gets the answer instead of the body.
        let asks = request.value(of: "Expect") != nil
        return asks ? .refuse(status: 413, reason: tooLong) : .discard(status: 413, reason: tooLong)
    }
}

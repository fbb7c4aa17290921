/// One request on its way: what libcurl's callbacks read and write.
///
/// Lives on the transport's thread, within ``TransferLoop``.
final class Transfer {
    let job: TransferJob
    var reader: ResponseReader
    var clock: TransferClock
    /// The body so far.
    var body: [UInt8] = []
    /// How much of the request's body was handed out.
    var sent = 0
    /// Set by callbacks when bytes moved; the loop stamps the clock.
    var hasProgress = false
    /// Set by a callback when the request can be sent.
    var becameConnected = false
    /// Why a callback broke the transfer off.
    var failure: HTTPError?

    private var lastCounts: (received: Int64, sent: Int64) = (0, 0)

    init(_ job: TransferJob, now: ContinuousClock.Instant) {
        self.job = job
        reader = ResponseReader(limits: job.request.limits, isHead: job.request.method == "HEAD")
        clock = TransferClock(limits: job.request.limits, now: now, deadline: job.deadline)
    }

    /// Takes a header line; false breaks the transfer off.
    func receive(headerLine line: String, byteCount: Int) -> Bool {
        hasProgress = true
        return attempt { (reader) throws(HTTPError) in
            try reader.take(headerLine: line, byteCount: byteCount)
        }
    }

    /// Allows a piece of the body to be kept; false breaks the transfer off.
    func admit(bodyBytes count: Int) -> Bool {
        hasProgress = true
        return attempt { (reader) throws(HTTPError) in try reader.take(bodyBytes: count) }
    }

    /// Tells the caller how much is here.
    func reportProgress() {
        job.progress?(HTTPProgress(received: body.count, expected: reader.expectedLength))
    }

    /// Takes libcurl's counts of body bytes on the wire; false breaks the transfer off.
    func count(received: Int64, sent: Int64) -> Bool {
        if (received, sent) != lastCounts {
            lastCounts = (received, sent)
            hasProgress = true
        }
        return attempt { (reader) throws(HTTPError) in try reader.check(wireBytes: received) }
    }

    /// Goes back to the start of the request's body for a second sending, or refuses.
    func rewind(to offset: Int64) -> Bool {
        guard job.request.effectiveResend == .whenUnanswered, let offset = Int(exactly: offset),
            (0...job.request.body.count).contains(offset)
        else { return false }
        sent = offset
        return true
    }

    private func attempt(_ step: (inout ResponseReader) throws(HTTPError) -> Void) -> Bool {
        do {
            try step(&reader)
            return true
        } catch {
            failure = error
            return false
        }
    }
}

/// A request handed to the transport's thread, with the way back.
struct TransferJob: Sendable {
    typealias Outcome = Result<TransferAnswer, HTTPError>

    let id: UInt
    let request: HTTPRequest
    let origin: HTTPOrigin
    let deadline: ContinuousClock.Instant
    let progress: HTTPProgressHandler?
    let ticket: CancellationTicket
    let continuation: CheckedContinuation<Outcome, Never>
}

/// An answer, and where it points if it is a redirect.
struct TransferAnswer: Sendable {
    let response: HTTPResponse
    let redirectTarget: String?
}

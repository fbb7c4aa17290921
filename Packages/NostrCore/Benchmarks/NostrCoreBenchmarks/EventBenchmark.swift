internal import Foundation
internal import NostrCore

/// The event as Foundation decodes it.
private struct DecodedEvent: Decodable {
    let id: String
    let pubkey: String
    let created_at: Int64
    let kind: Int
    let tags: [[String]]
    let content: String
    let sig: String
}

enum EventBenchmark {
    /// Parsing, id and signature against the library's two calls on the same bytes.
    static func verification(_ sample: Sample, bar: String) -> Row? {
        let bare = sample.events.map(BareVerification.init)
        return compare("parse + id + signature, \(sample.name)", items: sample.texts.count, bar: bar) {
            sample.texts.allSatisfy { (try? Event.parse($0).verify()) != nil }
        } to: {
            bare.allSatisfy { $0.parseAndVerify() }
        }
    }

    /// Parsing alone against Foundation's decoder.
    static func parsing(_ sample: Sample) -> Row? {
        let datas = sample.texts.map { Data($0) }
        let decoder = JSONDecoder()
        return compare("parse, \(sample.name)", items: sample.texts.count, bar: "≤ 0.083 of JSONDecoder") {
            sample.texts.allSatisfy { (try? Event.parse($0)) != nil }
        } to: {
            datas.allSatisfy { (try? decoder.decode(DecodedEvent.self, from: $0)) != nil }
        }
    }

    /// Parsing into a tree of values against Foundation's.
    static func tree(_ sample: Sample) -> Row? {
        let datas = sample.texts.map { Data($0) }
        let limits = JSONLimits(maximumBytes: 1_000_000)
        return compare(
            "JSONValue, \(sample.name)", items: sample.texts.count, bar: "– (of JSONSerialization)"
        ) {
            sample.texts.allSatisfy { (try? JSONValue.parse($0, limits: limits)) != nil }
        } to: {
            datas.allSatisfy { (try? JSONSerialization.jsonObject(with: $0)) != nil }
        }
    }

    /// The id of a parsed event against SHA-256 of its canonical bytes.
    static func id(_ sample: Sample) -> Row? {
        let canonical = sample.events.map(\.canonicalSerialization)
        return compare("id, \(sample.name)", items: sample.events.count, rounds: 50, bar: "≤ 1.2 of SHA-256")
        {
            sample.events.allSatisfy { $0.computedID() == $0.id }
        } to: {
            zip(canonical, sample.events).allSatisfy { SHA256.hash($0) == $1.id.bytes }
        }
    }

    /// All cores against one, by the clock on the wall: how many times faster.
    static func batch(_ sample: Sample, rounds: Int = 15) async -> String? {
        let name = "verify a batch of \(sample.events.count) on all cores"
        guard Selection.includes(name) else { return nil }
        let clock = ContinuousClock()
        var ratios: [Double] = []
        var samples: [Double] = []
        for _ in 0..<rounds {
            let one = clock.measure {
                precondition(
                    sample.events.allSatisfy { (try? $0.verify()) != nil }, "a benchmark's work failed")
            }
            let all = await clock.measure { _ = await Event.verify(sample.events) }
            ratios.append(one / all)
            samples.append(all / .microseconds(1) / Double(sample.events.count))
        }
        return Row(name: name, samples: samples, ratios: ratios, bar: "≥ 1.85 of one core's speed, on two")
            .line
    }

    /// A whole Authorization header against one signature check under a key that is parsed already.
    static func nip98(body: Int) throws -> Row? {
        let keys = try KeyPair.random()
        let bytes = [UInt8](repeating: 0x78, count: body)
        let url = "https://relay.example/query"
        let event = try NIP98.template(url: url, method: "POST", body: bytes, now: 1_700_000_000).signed(
            by: keys)
        let header = NIP98.header(event)
        let request = NIP98.Request(url: url, method: "POST", body: bytes)
        let bare = BareVerification(event)
        let rounds = 500
        return compare("NIP-98 header, body of \(body) B", items: rounds, bar: "≤ 1.1 of one signature check")
        {
            (0..<rounds).allSatisfy { _ in
                (try? NIP98.verify(header: header, request: request, now: 1_700_000_000, url: .exact)) != nil
            }
        } to: {
            bare.verify(rounds: rounds)
        }
    }
}

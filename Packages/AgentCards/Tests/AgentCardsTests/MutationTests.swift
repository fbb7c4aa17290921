import AgentCards
import DeepLinks
import NostrCore
import Testing

@Suite struct MutationTests {
    @Test(
        "a mutated card is malformed exactly where NostrCore's reader finds it so",
        arguments: 0..<8 as Range<UInt64>)
    func mutated(seed: UInt64) throws {
        var random = Generator(state: seed)
        let link = try AgentLink(card: "x")
        let more =
            ",\"v\":{\"a\":[1,-2.5e+3,true,false,null,\"\\u00e9\\ud83d\\ude00\u{E9}\"]},\"model\":\"m\" "
        let original = Array(cardText(more: more).utf8)
        let alphabet = Array("{}[],:\"\\ \nu0e-+.tnx\u{E9}".utf8) + [0, 0x1F, 0xFF, 0xC3]
        for _ in 0..<400 {
            var bytes = original
            for _ in 0...Int.random(in: 0...2, using: &random) {
                guard bytes.count > 1 else { continue }
                let index = Int.random(in: 0..<bytes.count, using: &random)
                let byte = alphabet.randomElement(using: &random) ?? 0
                switch Int.random(in: 0...3, using: &random) {
                case 0: bytes[index] = byte
                case 1: bytes.insert(byte, at: index)
                case 2: bytes.remove(at: index)
                default: bytes.removeLast(bytes.count - max(index, 1))
                }
            }
            let found = Self.offset(of: bytes, for: link)
            let expected = Self.offset(of: bytes)
            #expect(found == expected, "seed \(seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    /// Where a card is malformed, if it is.
    private static func offset(of bytes: [UInt8], for link: AgentLink) -> Int? {
        do throws(AgentCardError) {
            _ = try AgentCard(parsing: bytes, for: link)
            return nil
        } catch {
            switch error {
            case .malformed(let error): return error.offset
            // Found before the end was read; nothing of the kind is made below.
            case .repeated(_, let offset): return offset
            // A wrong type is found before the rest is read.
            case .wrongType: return offset(of: bytes)
            default: return nil
            }
        }
    }

    private static func offset(of bytes: [UInt8]) -> Int? {
        do throws(JSONError) {
            _ = try JSONValue.parse(bytes, limits: JSONLimits(maximumBytes: bytes.count))
            return nil
        } catch {
            return error.offset
        }
    }

    /// SplitMix64, so that a seed tells a run.
    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }
}

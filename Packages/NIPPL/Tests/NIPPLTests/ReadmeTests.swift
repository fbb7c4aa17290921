import NIPPL
import NostrCore
import Testing

@Test("the README's example")
func readmeExample() throws {
    let me = try PublicKey(typed: "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
    let plan = try SubscriptionPlan.subscriptions(
        for: me, channels: ["0f0e0d0c-0b0a-4908-8706-050403020100"], muted: [])
    #expect(plan.map(\.filter.kinds) == [[9, 40002, 45001, 45003], [9]])
}

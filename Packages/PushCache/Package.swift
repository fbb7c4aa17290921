// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "PushCache",
    products: [
        .library(name: "PushCache", targets: ["PushCache"])
    ],
    dependencies: [
        .package(path: "../NostrCore")
    ],
    targets: [
        .target(name: "PushCache", dependencies: [.product(name: "NostrCore", package: "NostrCore")]),
        // What the tests and the program that they start both need: scopes and ids by number.
        .target(
            name: "PushCacheFixtures",
            dependencies: ["PushCache", .product(name: "NostrCore", package: "NostrCore")],
            path: "Tests/PushCacheFixtures"),
        .executableTarget(
            name: "ClaimHelper", dependencies: ["PushCache", "PushCacheFixtures"], path: "Tests/ClaimHelper"),
        .executableTarget(
            name: "PushCacheBenchmarks",
            dependencies: ["PushCache", .product(name: "NostrCore", package: "NostrCore")],
            path: "Benchmarks/PushCacheBenchmarks"),
        .testTarget(
            name: "PushCacheTests",
            dependencies: [
                "PushCache", "PushCacheFixtures", "ClaimHelper",
                .product(name: "NostrCore", package: "NostrCore"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// The settings block: the same text closes every manifest (Scripts/check-dependencies compares them).
for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
        .treatWarning("ExplicitSendable", as: .error),
    ]
}

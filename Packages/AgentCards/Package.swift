// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "AgentCards",
    products: [
        .library(name: "AgentCards", targets: ["AgentCards"])
    ],
    dependencies: [
        .package(path: "../NostrCore"),
        .package(path: "../DeepLinks"),
    ],
    targets: [
        .target(
            name: "AgentCards",
            dependencies: [
                .product(name: "NostrCore", package: "NostrCore"),
                .product(name: "HTTPTransport", package: "NostrCore"),
                .product(name: "DeepLinks", package: "DeepLinks"),
            ]),
        .testTarget(
            name: "AgentCardsTests",
            dependencies: [
                "AgentCards",
                .product(name: "NostrCore", package: "NostrCore"),
                .product(name: "HTTPTransport", package: "NostrCore"),
                .product(name: "DeepLinks", package: "DeepLinks"),
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

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Invites",
    products: [
        .library(name: "Invites", targets: ["Invites"])
    ],
    dependencies: [
        .package(path: "../NostrCore"),
        .package(path: "../DeepLinks"),
    ],
    targets: [
        .target(
            name: "Invites",
            dependencies: [
                .product(name: "NostrCore", package: "NostrCore"),
                .product(name: "HTTPTransport", package: "NostrCore"),
                .product(name: "RelayClient", package: "NostrCore"),
                .product(name: "DeepLinks", package: "DeepLinks"),
            ]),
        .testTarget(
            name: "InvitesTests",
            dependencies: [
                "Invites",
                .product(name: "NostrCore", package: "NostrCore"),
                .product(name: "HTTPTransport", package: "NostrCore"),
                .product(name: "RelayClient", package: "NostrCore"),
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

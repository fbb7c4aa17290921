// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Invites",
    products: [
        .library(name: "Invites", targets: ["Invites"])
    ],
    dependencies: [
        .package(path: "../NostrCore")
    ],
    targets: [
        .target(name: "Invites", dependencies: [.product(name: "NostrCore", package: "NostrCore")]),
        .testTarget(
            name: "InvitesTests",
            dependencies: ["Invites", .product(name: "NostrCore", package: "NostrCore")]),
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

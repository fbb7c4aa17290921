// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Integration",
    dependencies: [
        .package(path: "../../Packages/NostrCore"),
        .package(path: "../../Packages/NIPPL"),
        .package(path: "../../Packages/PushCache"),
        .package(path: "../../Apps/nse-sim"),
    ],
    targets: [
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                .product(name: "NostrCore", package: "NostrCore"),
                .product(name: "HTTPTransport", package: "NostrCore"),
                .product(name: "RelayClient", package: "NostrCore"),
                .product(name: "NIPPL", package: "NIPPL"),
                .product(name: "PushCache", package: "PushCache"),
                .product(name: "NotificationService", package: "nse-sim"),
                .product(name: "DevStack", package: "nse-sim"),
            ])
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

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CommandLineKit",
    products: [
        .library(name: "CommandLineKit", targets: ["CommandLineKit"])
    ],
    targets: [
        .target(name: "CommandLineKit"),
        .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit"]),
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

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "DeepLinks",
    products: [
        .library(name: "DeepLinks", targets: ["DeepLinks"])
    ],
    targets: [
        .target(name: "DeepLinks"),
        .executableTarget(
            name: "DeepLinksBenchmarks", dependencies: ["DeepLinks"],
            path: "Benchmarks/DeepLinksBenchmarks"),
        .testTarget(name: "DeepLinksTests", dependencies: ["DeepLinks"]),
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

// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "ThreadRefs",
    products: [
        .library(name: "ThreadRefs", targets: ["ThreadRefs"])
    ],
    targets: [
        .target(name: "ThreadRefs"),
        .executableTarget(
            name: "ThreadRefsBenchmarks", dependencies: ["ThreadRefs"],
            path: "Benchmarks/ThreadRefsBenchmarks"),
        .testTarget(name: "ThreadRefsTests", dependencies: ["ThreadRefs"]),
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

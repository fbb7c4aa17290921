// swift-tools-version: 6.2
import PackageDescription

let nostrCore = Target.Dependency.product(name: "NostrCore", package: "NostrCore")
let httpTransport = Target.Dependency.product(name: "HTTPTransport", package: "NostrCore")
let relayClient = Target.Dependency.product(name: "RelayClient", package: "NostrCore")
let threadRefs = Target.Dependency.product(name: "ThreadRefs", package: "ThreadRefs")
let invites = Target.Dependency.product(name: "Invites", package: "Invites")
let deepLinks = Target.Dependency.product(name: "DeepLinks", package: "DeepLinks")
let commandLineKit = Target.Dependency.product(name: "CommandLineKit", package: "CommandLineKit")

let package = Package(
    name: "buzzctl",
    products: [
        .executable(name: "buzzctl", targets: ["buzzctl"])
    ],
    dependencies: [
        .package(path: "../../Packages/NostrCore"),
        .package(path: "../../Packages/ThreadRefs"),
        .package(path: "../../Packages/Invites"),
        .package(path: "../../Packages/DeepLinks"),
        .package(path: "../CommandLineKit"),
    ],
    targets: [
        .executableTarget(
            name: "buzzctl",
            dependencies: [
                nostrCore, httpTransport, relayClient, threadRefs, invites, deepLinks, commandLineKit,
            ]),
        .testTarget(
            name: "buzzctlTests", dependencies: ["buzzctl", nostrCore, commandLineKit], exclude: ["Goldens"]),
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

// swift-tools-version: 6.2
import PackageDescription

let nostrCore = Target.Dependency.product(name: "NostrCore", package: "NostrCore")
let httpTransport = Target.Dependency.product(name: "HTTPTransport", package: "NostrCore")
let relayClient = Target.Dependency.product(name: "RelayClient", package: "NostrCore")
let nippl = Target.Dependency.product(name: "NIPPL", package: "NIPPL")
let sqliteKit = Target.Dependency.product(name: "SQLiteKit", package: "NIPPL")
let pushCache = Target.Dependency.product(name: "PushCache", package: "PushCache")
let threadRefs = Target.Dependency.product(name: "ThreadRefs", package: "ThreadRefs")
let invites = Target.Dependency.product(name: "Invites", package: "Invites")
let commandLineKit = Target.Dependency.product(name: "CommandLineKit", package: "CommandLineKit")

let package = Package(
    name: "nse-sim",
    products: [
        .executable(name: "nse-sim", targets: ["nse-sim"]),
        .library(name: "NotificationService", targets: ["NotificationService"]),
        .library(name: "DevStack", targets: ["DevStack"]),
    ],
    dependencies: [
        .package(path: "../../Packages/NostrCore"),
        .package(path: "../../Packages/NIPPL"),
        .package(path: "../../Packages/PushCache"),
        .package(path: "../../Packages/ThreadRefs"),
        .package(path: "../../Packages/Invites"),
        .package(path: "../CommandLineKit"),
    ],
    targets: [
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CLinux"),
        .target(
            name: "NotificationService",
            dependencies: [nostrCore, httpTransport, relayClient, nippl, pushCache, threadRefs]),
        .target(
            name: "DevStack",
            dependencies: ["CMicroHTTPD", nostrCore, httpTransport, nippl, sqliteKit, threadRefs]),
        .executableTarget(name: "DevStackHost", dependencies: ["DevStack"]),
        .executableTarget(
            name: "nse-sim",
            dependencies: [
                "CLinux", "NotificationService", "DevStack", nostrCore, httpTransport, relayClient, nippl,
                pushCache,
                invites,
                commandLineKit,
            ],
            path: "Sources/nse-sim"),
        .testTarget(
            name: "NotificationServiceTests",
            dependencies: [
                "NotificationService", "DevStack", nostrCore, httpTransport, relayClient, nippl, pushCache,
            ]),
        .testTarget(
            name: "DevStackTests", dependencies: ["DevStack", "DevStackHost", nostrCore, httpTransport]),
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

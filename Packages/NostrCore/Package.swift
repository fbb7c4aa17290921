// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "NostrCore",
    products: [
        .library(name: "NostrCore", targets: ["NostrCore"]),
        .library(name: "HTTPTransport", targets: ["HTTPTransport"]),
        .library(name: "RelayClient", targets: ["RelayClient"]),
        .library(name: "WebSocket", targets: ["WebSocket"]),
    ],
    targets: [
        .systemLibrary(
            name: "CSecp256k1", pkgConfig: "libsecp256k1", providers: [.apt(["libsecp256k1-dev"])]),
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CWslay", providers: [.apt(["libwslay-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .target(name: "NostrCore", dependencies: ["CSecp256k1", "COpenSSL"]),
        .target(name: "HTTPTransport", dependencies: ["CCurl"]),
        .target(
            name: "WebSocket", dependencies: ["CWslay", "CZlib", "CCurl", "NostrCore", "HTTPTransport"]),
        .target(name: "RelayClient", dependencies: ["NostrCore", "HTTPTransport", "WebSocket"]),
        .executableTarget(
            name: "NostrCoreBenchmarks", dependencies: ["NostrCore"], path: "Benchmarks/NostrCoreBenchmarks"),
        .testTarget(name: "NostrCoreTests", dependencies: ["NostrCore"]),
        .testTarget(name: "HTTPTransportTests", dependencies: ["HTTPTransport"]),
        .testTarget(name: "WebSocketTests", dependencies: ["WebSocket", "HTTPTransport"]),
        .testTarget(
            name: "RelayClientTests",
            dependencies: ["RelayClient", "NostrCore", "HTTPTransport", "WebSocket"]),
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

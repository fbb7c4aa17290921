// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "NIPPL",
    products: [
        .library(name: "NIPPL", targets: ["NIPPL"]),
        .library(name: "SQLiteKit", targets: ["SQLiteKit"]),
    ],
    dependencies: [
        .package(path: "../NostrCore")
    ],
    targets: [
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(name: "SQLiteKit", dependencies: ["CSQLite"]),
        .target(name: "NIPPL", dependencies: [.product(name: "NostrCore", package: "NostrCore")]),
        .testTarget(name: "SQLiteKitTests", dependencies: ["SQLiteKit"]),
        .testTarget(
            name: "NIPPLTests", dependencies: ["NIPPL", .product(name: "NostrCore", package: "NostrCore")]),
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

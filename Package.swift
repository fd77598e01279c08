// swift-tools-version: 6.2
import PackageDescription

/// One floor plan for every target: an arrow (a dependency) goes down only. ARCHITECTURE.md draws it,
/// `Tests/ArchitectureTests` guards the import lines.
let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

/// liblua is linked by executables and tests only, never by a library target: the loadable module
/// must not carry a second copy of Lua.
let lua: [LinkerSetting] = [.linkedLibrary("lua5.4")]

let package = Package(
  name: "bindhost",
  products: [
    .library(name: "BindHost", targets: ["BindHost"]),
    // Without scripts.
    .library(name: "BindCore", targets: ["BindCore"]),
    .executable(name: "bindhost", targets: ["bindhost"]),
  ],
  targets: [
    // C: what Swift cannot say, one library each.
    // Unoptimised Swift calls libm for rounding, hence "m".
    .target(name: "CBindValue", cSettings: strictC, linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CStack", cSettings: strictC),
    .target(name: "CLua", dependencies: ["CBindValue"], cSettings: strictC),
    // The C++ standard library is there already: Swift's own runtime uses it.
    .target(
      name: "CSimdjson", dependencies: ["CBindValue"],
      cxxSettings: [.treatAllWarnings(as: .error)], linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CICU", cSettings: strictC),
    .target(name: "CUTF8Proc", cSettings: strictC, linkerSettings: [.linkedLibrary("utf8proc")]),
    .target(name: "CTerminal", cSettings: strictC),
    .target(name: "CUV", cSettings: strictC, linkerSettings: [.linkedLibrary("uv")]),
    .target(name: "CSQLite", cSettings: strictC, linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CCurl", cSettings: strictC, linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CSodium", cSettings: strictC, linkerSettings: [.linkedLibrary("dl")]),
    .target(name: "CMicrohttpd", cSettings: strictC, linkerSettings: [.linkedLibrary("dl")]),
    // 0
    .target(name: "BindGraph", swiftSettings: strict),
    // 1
    .target(name: "BindCore", dependencies: ["BindGraph", "CBindValue", "CStack"], swiftSettings: strict),
    // 2
    .target(name: "BindViews", dependencies: ["BindCore", "CUTF8Proc"], swiftSettings: strict),
    .target(name: "BindSQLite", dependencies: ["BindCore", "CSQLite"], swiftSettings: strict),
    .target(name: "BindJSON", dependencies: ["BindCore", "CSimdjson", "CBindValue"], swiftSettings: strict),
    // 3
    .target(
      name: "BindSources", dependencies: ["BindCore", "BindSQLite", "BindJSON", "CUV", "CCurl", "CMicrohttpd", "CICU"],
      swiftSettings: strict),
    .target(
      name: "BindStores", dependencies: ["BindCore", "BindSQLite", "BindJSON", "CUV", "CCurl", "CSodium"],
      swiftSettings: strict),
    // 4
    .target(
      name: "BindLua", dependencies: ["BindCore", "BindViews", "BindJSON", "BindGraph", "CLua", "CBindValue"],
      swiftSettings: strict),
    // 5
    .target(
      name: "BindHost",
      dependencies: [
        "BindLua", "BindSources", "BindStores", "BindViews", "BindSQLite", "BindJSON", "BindCore", "CSodium",
        "CTerminal",
      ],
      swiftSettings: strict),
    // 6
    .executableTarget(
      name: "bindhost", dependencies: ["BindHost"], swiftSettings: strict, linkerSettings: lua),
    .executableTarget(
      name: "BindBench",
      dependencies: ["BindGraph", "BindCore", "BindJSON", "BindStores", "BindLua", "BindHost", "CLua", "CBench"],
      swiftSettings: strict, linkerSettings: lua),
    // The peers that must run in BindBench's own process, by hand in C.
    .target(name: "CBench", path: "Tests/Benchmarks/CBench", cSettings: strictC),

    .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestSupport"], swiftSettings: strict),
    .testTarget(name: "BindGraphTests", dependencies: ["BindGraph", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "BindCoreTests", dependencies: ["BindCore", "BindGraph", "CStack", "TestSupport"], swiftSettings: strict),
    // As a program that depends on the package: what is public, and nothing else.
    .testTarget(
      name: "ClientTests", dependencies: ["BindHost", "BindCore"], packageAccess: false, swiftSettings: strict,
      linkerSettings: lua),
    .testTarget(name: "BindJSONTests", dependencies: ["BindJSON", "BindCore", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "BindViewsTests", dependencies: ["BindViews", "BindCore", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "BindStoresTests",
      dependencies: [
        "BindStores", "BindCore", "BindJSON", "BindSQLite", "StoreProbe", "CSQLiteFaults", "TestSupport",
      ],
      swiftSettings: strict),
    // A layer below SQLite that fails the n-th call.
    .target(
      name: "CSQLiteFaults", path: "Tests/SQLiteFaults", cSettings: strictC,
      linkerSettings: [.linkedLibrary("sqlite3")]),
    // A program that does nothing but save, to be killed.
    .executableTarget(
      name: "StoreProbe", dependencies: ["BindStores", "BindCore"], path: "Tests/StoreProbe", swiftSettings: strict),
    .testTarget(name: "BindSQLiteTests", dependencies: ["BindSQLite", "BindCore"], swiftSettings: strict),
    .testTarget(
      name: "BindSourcesTests", dependencies: ["BindSources", "BindCore", "TestSupport", "WorldProbe"],
      swiftSettings: strict),
    // What a test of the World can only see from a process of its own: the main thread, all descriptors.
    .executableTarget(
      name: "WorldProbe", dependencies: ["BindSources", "BindCore"], path: "Tests/WorldProbe", swiftSettings: strict),
    .testTarget(
      name: "BindLuaTests", dependencies: ["BindLua", "BindCore", "TestSupport"], swiftSettings: strict,
      linkerSettings: lua),
    .testTarget(
      name: "BindHostTests",
      dependencies: [
        "BindHost", "BindLua", "BindViews", "BindSources", "BindStores", "BindSQLite", "BindCore", "BindGraph", "CLua",
        "TestSupport", "HostProbe",
      ],
      swiftSettings: strict,
      linkerSettings: lua),
    // A program that embeds a host on its main thread.
    .executableTarget(
      name: "HostProbe", dependencies: ["BindHost", "BindCore"], path: "Tests/HostProbe", swiftSettings: strict,
      linkerSettings: lua),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu11,
  cxxLanguageStandard: .gnucxx17
)

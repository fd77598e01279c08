/// The floor plan: the one table that says who may import whom. ARCHITECTURE.md draws it.
///
/// An arrow goes down only, so neither up nor sideways.
enum FloorPlan {
  /// Swift targets and the floor they stand on.
  static let floors: [String: Int] = [
    "BindGraph": 0,
    "BindCore": 1,
    "BindViews": 2, "BindSQLite": 2, "BindJSON": 2,
    "BindSources": 3, "BindStores": 3,
    "BindLua": 4,
    "BindHost": 5,
    "bindhost": 6, "BindBench": 6,
  ]

  /// C targets, and who may reach them. nil: everyone.
  static let cTargets: [String: Set<String>?] = [
    "CBindValue": nil,
    "CStack": ["BindCore"],
    "CLua": ["BindLua", "BindBench"],
    "CSimdjson": ["BindJSON"],
    "CTerminal": ["BindHost"],
    "CUV": ["BindSources", "BindStores"],
    "CSQLite": ["BindSQLite"],
    "CCurl": ["BindSources", "BindStores"],
    "CICU": ["BindSources"],
    "CUTF8Proc": ["BindViews"],
    "CMicrohttpd": ["BindSources"],
    "CSodium": ["BindHost", "BindStores"],
    "CBench": ["BindBench"],
  ]

  /// Targets that live elsewhere than in Sources: CBench is the peers of the benchmarks, in Tests/Benchmarks.
  static let outsideSources: Set<String> = ["CBench"]

  /// System headers that belong to one C target alone, by prefix.
  static let ownedHeaders: [(prefix: String, owner: String)] = [
    ("lua", "CLua"), ("lauxlib", "CLua"), ("uv", "CUV"), ("curl", "CCurl"), ("sqlite3", "CSQLite"),
    ("simdjson", "CSimdjson"), ("unicode", "CICU"), ("utf8proc", "CUTF8Proc"), ("microhttpd", "CMicrohttpd"),
    ("sodium", "CSodium"),
  ]

  /// Modules of the system and the lowest floor that may import them. What is not listed may be imported nowhere.
  static let systemModules: [String: Int] = [
    "Synchronization": 1,
    "Observation": 1,
    "Dispatch": 3,
    "Glibc": 3,
    "Foundation": 3,
    "FoundationEssentials": 3,
  ]

  /// Files that import a module their floor does not allow, or Foundation anywhere, each with its reason. Foundation is
  /// not allowed below floor 3 by any reason.
  static let exceptions: [Exception] = [
    Exception(
      "Sources/BindCore/Engine/Engine+Thread.swift", "Glibc", because: "a graph belongs to a thread: pthread_self"),
    Exception(
      "Sources/BindCore/World/DetachedThread.swift", "Glibc", because: "what waits needs a thread: pthread_create"),
    Exception("Sources/BindCore/World/Lock.swift", "Glibc", because: "a lock that the thread sanitizer can see"),
  ]

  struct Exception {
    var path: String
    var module: String
    var reason: String

    init(_ path: String, _ module: String, because reason: String) {
      self.path = path
      self.module = module
      self.reason = reason
    }
  }

  static func isExcepted(_ module: String, in path: String) -> Bool {
    exceptions.contains { $0.path == path && $0.module == module }
  }

  /// The only targets whose files may contain a name of Lua's C interface.
  static let luaSpeakers: Set<String> = ["CLua", "BindLua"]
}

/// A place where the code leaves the plan.
struct Violation: Equatable, CustomStringConvertible {
  var path: String
  var line: Int
  var rule: String

  var description: String { "\(path):\(line): \(rule)" }
}

/// The guards: each reads one file and says where it leaves the plan.
enum Guards {
  static func violations(in file: SourceFile) -> [Violation] {
    var found = luaNames(in: file)
    if file.path.hasSuffix(".swift") {
      found += imports(in: file)
    } else if file.path.hasSuffix(".modulemap") {
      found += linkLines(in: file)
    } else {
      found += includes(in: file)
    }
    return found
  }

  static func imports(in file: SourceFile) -> [Violation] {
    guard let floor = FloorPlan.floors[file.target] else {
      return [Violation(path: file.path, line: 1, rule: "target \(file.target) has no floor in FloorPlan")]
    }
    return SwiftSource(file.text).imports.compactMap { line in
      objection(to: line.module, from: file, on: floor).map {
        Violation(path: file.path, line: line.line, rule: $0)
      }
    }
  }

  private static func objection(to module: String, from file: SourceFile, on floor: Int) -> String? {
    if let below = FloorPlan.floors[module] {
      if below < floor { return nil }
      let way = below == floor ? "sideways" : "up"
      return "the arrow runs \(way): \(file.target) (\(floor)) → \(module) (\(below))"
    }
    if let users = FloorPlan.cTargets[module] {
      if users?.contains(file.target) ?? true { return nil }
      return "\(module) is not for \(file.target)"
    }
    guard let lowest = FloorPlan.systemModules[module] else { return "\(module) is not in FloorPlan" }
    let isFoundation = module.hasPrefix("Foundation")
    let isExcepted = FloorPlan.isExcepted(module, in: file.path)
    if floor < lowest { return isExcepted && !isFoundation ? nil : "no \(module) below floor \(lowest)" }
    return isFoundation && !isExcepted ? "\(module) needs its reason in FloorPlan.exceptions" : nil
  }

  /// Every `#include` and `@import` of a C target.
  static func includes(in file: SourceFile) -> [Violation] {
    numberedLines(file.text).compactMap { number, line in
      let words = line.split { " \t<>\"".contains($0) }
      guard let first = words.first, first.hasPrefix("#") || first == "@import" else { return nil }
      guard let position = words.firstIndex(where: { ["#include", "include", "#import", "@import"].contains($0) }),
        let header = words.dropFirst(position + 1).first
      else { return nil }
      let name = header.split(separator: "/").last ?? header
      guard let (_, owner) = FloorPlan.ownedHeaders.first(where: { name.hasPrefix($0.prefix) }), owner != file.target
      else { return nil }
      return Violation(path: file.path, line: number, rule: "<\(header)> belongs to \(owner), not to \(file.target)")
    }
  }

  /// A library that carries Lua would put a second copy of it into the loadable module.
  static func linkLines(in file: SourceFile) -> [Violation] {
    numberedLines(file.text).compactMap { number, line in
      guard line.contains("link"), line.contains("lua") else { return nil }
      return Violation(path: file.path, line: number, rule: "a library target does not link Lua")
    }
  }

  static func luaNames(in file: SourceFile) -> [Violation] {
    guard !FloorPlan.luaSpeakers.contains(file.target) else { return [] }
    return numberedLines(file.text).compactMap { number, line in
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      guard let word = words.first(where: { $0.hasPrefix("lua_") || $0.hasPrefix("luaL_") }) else { return nil }
      return Violation(path: file.path, line: number, rule: "\(word) outside \(FloorPlan.luaSpeakers.sorted())")
    }
  }

  /// Executables and tests link Lua, library targets never; nothing passes flags behind SwiftPM's back.
  static func manifest(_ text: String) -> [Violation] {
    var found: [Violation] = []
    var kind = Substring()
    for (number, line) in numberedLines(SwiftSource.keepingStrings(text)) {
      for start in [".target(", ".executableTarget(", ".testTarget(", ".library(", ".executable(", ".systemLibrary("]
      where line.contains(start) { kind = Substring(start) }
      if line.contains("unsafeFlags") {
        found.append(Violation(path: "Package.swift", line: number, rule: "no unsafeFlags"))
      }
      let linksLua = line.contains("linkerSettings: lua") || (line.contains("linkedLibrary") && line.contains("lua"))
      if linksLua, kind != ".executableTarget(", kind != ".testTarget(", !line.contains("let lua:") {
        found.append(Violation(path: "Package.swift", line: number, rule: "a library target does not link Lua"))
      }
    }
    return found
  }

  private static func numberedLines(_ text: String) -> [(Int, Substring)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { ($0.offset + 1, $0.element) }
  }
}

extension SwiftSource {
  /// The text without its line comments; enough for a manifest, whose strings matter.
  static func keepingStrings(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in line.drop { $0 == " " }.hasPrefix("//") ? "" : String(line) }
      .joined(separator: "\n")
  }
}
